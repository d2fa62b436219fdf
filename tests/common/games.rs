//! Shared by tests and benchmarks of games: the lexicon and the positions of the oracles.
#![allow(dead_code)] // each uses a part

use std::path::Path;
use std::sync::Arc;

use lexigraph::alphabet::Alphabet;
use lexigraph::board::{BoardSetup, Cgp, Position};
use lexigraph::bytes::{DEFAULT_LIMIT, read_file};
use lexigraph::wordlist::{ReadOptions, Words, read};

fn file(path: &str) -> Vec<u8> {
    read_file(&Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join(path), DEFAULT_LIMIT).unwrap().bytes
}

pub fn board_setup() -> Arc<BoardSetup> {
    BoardSetup::builtin("english", "standard-15").unwrap()
}

/// ENABLE1, words of 2 to 15 letters.
pub fn lexicon() -> (Alphabet, Words) {
    let english = Alphabet::builtin("english").unwrap();
    let options = ReadOptions { alphabet: english.into(), max_length: Some(15), ..Default::default() };
    let lexicon = read("enable1", &file("wordlists/enable1.txt.xz"), &options).unwrap();
    (lexicon.alphabet, lexicon.words)
}

/// The positions of a file in the folder `tests`, with the numbers after them.
pub fn positions(path: &str, setup: &Arc<BoardSetup>) -> Vec<(Position, Vec<i64>)> {
    let text = String::from_utf8(file(&format!("tests/{path}"))).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let mut fields = line.split('\t');
            let position = Cgp::parse(fields.next().unwrap(), setup).unwrap().position.try_into().unwrap();
            (position, fields.map(|number| number.parse().unwrap()).collect())
        })
        .collect()
}
