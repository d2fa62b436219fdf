//! Look-ups by the library, as `ffi.c` does them through the C interface: `tools/ffi bench` runs both.

use std::time::Instant;
use std::{env, fs};

use lexigraph::Lexicon;

const ROUNDS: usize = 9;

fn main() {
    let file =
        env::args().skip(1).find(|argument| !argument.starts_with("--")).expect("usage: the file to write the words to");
    let lexicon = Lexicon::bundled("enable").unwrap();
    // Every word, and as many that are none, mixed.
    let mut words = lexicon.words().unwrap();
    let backwards: Vec<String> = words.iter().map(|word| word.chars().rev().collect()).collect();
    words.extend(backwards);
    let mut state = 1u64;
    for at in (1..words.len()).rev() {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        words.swap(at, (state >> 33) as usize % (at + 1));
    }
    let text = words.join("\n") + "\n";
    fs::write(&file, &text).unwrap();
    // As in C, the words lie in memory in the order in which they are looked up.
    let words: Vec<&str> = text.lines().collect();
    let mut times = Vec::new();
    let mut found = 0;
    for _ in 0..ROUNDS {
        let start = Instant::now();
        found = words.iter().filter(|word| lexicon.contains(word)).count();
        times.push(start.elapsed().as_nanos() as f64 / words.len() as f64);
    }
    times.sort_by(f64::total_cmp);
    println!("Rust  {:6.1} ns a look-up (least {:.1}), {found} of {} found", times[ROUNDS / 2], times[0], words.len());
}
