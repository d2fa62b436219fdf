//! The bundled word lists are what `wordlists/SOURCES.md` says they are.

use std::path::Path;

use lexigraph::alphabet::Alphabet;
use lexigraph::bytes::{Compression, DEFAULT_LIMIT, read_file};
use lexigraph::wordlist::{ReadOptions, read};
use sha2::{Digest, Sha256};

const WORDLISTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../wordlists");

const SOURCES: &str = include_str!("../../wordlists/SOURCES.md");

fn sum(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// File, words, sum of the text, sum of the file.
fn rows() -> Vec<[&'static str; 4]> {
    let cells = |line: &'static str| line.trim_matches('|').split('|').map(str::trim).collect::<Vec<_>>();
    let rows = SOURCES.lines().filter(|line| line.starts_with("| ") && line.contains(".xz")).map(cells);
    rows.map(|row| row.try_into().expect("four columns")).collect()
}

#[test]
fn every_list_has_its_row_and_every_row_its_list() {
    let mut files: Vec<String> = std::fs::read_dir(WORDLISTS)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.ends_with(".xz"))
        .collect();
    files.sort();
    assert_eq!(files, rows().iter().map(|row| row[0]).collect::<Vec<_>>());
}

#[test]
fn sums_and_counts_are_as_written() {
    for [file, words, of_text, of_file] in rows() {
        let path = Path::new(WORDLISTS).join(file);
        assert_eq!(sum(&std::fs::read(&path).unwrap()), of_file, "{file}");
        let source = read_file(&path, DEFAULT_LIMIT).unwrap();
        assert_eq!(source.compression, Some(Compression::Xz));
        assert_eq!(sum(&source.bytes), of_text, "{file}");

        let words: usize = words.replace(',', "").parse().unwrap();
        let text = std::str::from_utf8(&source.bytes).unwrap();
        assert_eq!(text.lines().count(), words, "{file}");
        let options = ReadOptions { alphabet: Alphabet::builtin("english").unwrap().into(), ..ReadOptions::default() };
        let lexicon = read(file, &source.bytes, &options).unwrap();
        let rendered: String =
            lexicon.words.iter().map(|word| lexicon.alphabet.render(word).to_lowercase() + "\n").collect();
        assert!(rendered == text, "{file}: the words read are not the lines of the list");
    }
}

#[test]
fn the_licence_of_scowl_goes_along() {
    let text = include_str!("../../wordlists/SCOWL-COPYRIGHT.txt");
    assert!(text.contains("provided that the above copyright notice appears in all copies"));
}
