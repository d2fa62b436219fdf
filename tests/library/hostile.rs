//! Files changed at random, the same in each run, and files made to harm: errors or answers, in bounded time.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use lexigraph::alphabet::Alphabet;
use lexigraph::crossword::{CrosswordGrid, Puzzle, PuzzleCell, ipuz, puz};
use lexigraph::dictionary::{Builder, Part};
use lexigraph::image::{Image, ImageError, detect_format};
use lexigraph::random::Random;

use crate::hostile_inputs::{affixes, answers, crossword, dictionary, image, leaves, query, tables};

fn folder(name: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join(name)
}

fn files(name: &str, extensions: &[&str]) -> Vec<Vec<u8>> {
    let entries = std::fs::read_dir(folder(name)).unwrap().map(|entry| entry.unwrap().path());
    let wanted = |path: &PathBuf| path.extension().is_some_and(|found| extensions.iter().any(|one| found == *one));
    let mut paths: Vec<PathBuf> = entries.filter(wanted).collect();
    paths.sort();
    assert!(!paths.is_empty(), "{name}");
    paths.iter().map(|path| std::fs::read(path).unwrap()).collect()
}

/// One to eight changes: a bit, a byte, a run that is copied, removed, or filled.
fn changed(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..=random.below(8) {
        if bytes.is_empty() {
            break;
        }
        let at = random.below(bytes.len());
        let end = (at + 1 + random.below(8)).min(bytes.len());
        match random.below(6) {
            0 => bytes[at] ^= 1 << random.below(8),
            1 => bytes[at] = random.below(256) as u8,
            2 => bytes[at] = [0, 1, 0x7f, 0x80, 0xff][random.below(5)],
            3 => {
                let to = random.below(bytes.len() - (end - at) + 1);
                bytes.copy_within(at..end, to);
            }
            4 => bytes[at..end].fill([0, 0xff][random.below(2)]),
            _ => {
                bytes.drain(at..end);
            }
        }
    }
    bytes
}

/// Calls `each` with this many changed copies of each file.
fn replay(files: &[Vec<u8>], copies: usize, mut each: impl FnMut(Vec<u8>)) {
    let mut random = Random::new(14);
    for bytes in files {
        each(bytes.clone());
        (0..copies).for_each(|_| each(changed(bytes, &mut random)));
    }
}

#[test]
fn changed_images_of_every_format_end_in_errors_or_answers() {
    let extensions = ["lxg", "kwg", "kbwg", "kad", "dawg", "gaddag", "dwg", "dawgdic", "ptrie", "cwg", "fst", "marisa"];
    replay(&files("tests/golden", &extensions), if cfg!(debug_assertions) { 60 } else { 600 }, image);
}

#[test]
fn changed_leaves_layouts_alphabets_and_affixes_end_in_errors_or_answers() {
    replay(&files("tests/golden", &["csv", "klv", "klv2", "klv16"]), 300, |bytes| leaves(&bytes));
    for name in ["wordlists/boards", "wordlists/alphabets"] {
        replay(&files(name, &["toml"]), 40, |bytes| tables(&String::from_utf8_lossy(&bytes)));
    }
    let rules = b"SET UTF-8\nFLAG num\nPFX 1 Y 1\nPFX 1 0 re/2 .\nSFX 2 Y 2\nSFX 2 y ies/ [^aeiou]y\nSFX 2 0 s/1,2 [^y]\n";
    let bytes = b"SET ISO8859-1\nNEEDAFFIX X\nPFX A Y 1\nPFX A 0 re .\nSFX B Y 2\nSFX B 0 ed/A .\nSFX B e ing e\n";
    replay(&[rules.to_vec(), bytes.to_vec()], 1000, |bytes| affixes(&bytes));
}

#[test]
fn changed_queries_end_in_errors_or_answers() {
    let queries = ["c?t*s", "12213..3.", "[^a-d]u*", "(a|b{1,3})+[xyz]", "aeinrst?", "length>3 and not re*", "a{2,9}{9}"];
    replay(&queries.map(|text| text.as_bytes().to_vec()), 100, |bytes| query(&String::from_utf8_lossy(&bytes)));
}

#[test]
fn changed_crosswords_dictionaries_and_answers_end_in_errors_or_answers() {
    let english = Alphabet::builtin("english").unwrap();
    let grid = CrosswordGrid::parse("CAT#D\n-#A-O\nDOG#G", &english).unwrap();
    let mut puzzle = Puzzle::of(&grid, &english);
    puzzle.cells[0] = PuzzleCell::Open { solution: Some("HEART".to_owned()), circled: true };
    let files = [puz::write(&puzzle).unwrap(), ipuz::write(&puzzle).into_bytes(), b"CAT#D\n-#A-O\nDOG#G\n".to_vec()];
    let times = if cfg!(debug_assertions) { 1 } else { 10 };
    replay(&files, 1000 * times, |bytes| crossword(&bytes));
    let mut builder = Builder::new(true, "A notice.");
    for word in ["worda", "wordb", "cwm"] {
        builder.add(word, Some(Part::Noun), "a gloss of words");
    }
    builder.add_form("wordies", Part::Noun, "worda");
    replay(&[builder.pack().unwrap()], 1000 * times, dictionary);
    let log =
        b"2026-11-29T18:00:00.123Z\t1f0c9a77\tanagram\tAEINRST\t3\n2026-11-30T18:00:00.123Z\t1f0c9a77\tjudge\tQI\t=3:12\n";
    let notes = b"#separator:tab\n#html:true\nAEINRST\t\"RETAINS\n<b>NASTIER</b>\"\tx\n";
    replay(&[log.to_vec(), notes.to_vec()], 1000 * times, |bytes| answers(&bytes));
}

/// 2^60 words in 920 bytes: opened and asked at once, and too many for what looks at each of them.
#[test]
fn words_without_end_do_not_keep_an_image_from_opening() {
    let begun = Instant::now();
    let bytes = std::fs::read(folder("tests/hostile/many-words.dawg")).unwrap();
    let english = Alphabet::builtin("english").unwrap();
    let image = Image::open_as(bytes.clone(), detect_format(&bytes, None).unwrap(), &english).unwrap();
    assert_eq!(image.words(), 1 << 60);
    let verdict = lexigraph::image::verify(&image, None);
    let failure = verdict.proofs.iter().find_map(|proof| proof.failure.clone()).unwrap();
    assert!(failure.contains("more than 1073741824 letters"), "{failure}");
    assert!(begun.elapsed() < Duration::from_secs(10));
}

/// The second trie says that it has more links than nodes.
#[test]
fn a_trie_with_more_links_than_nodes_is_refused() {
    let bytes = std::fs::read(folder("tests/hostile/links.marisa")).unwrap();
    let english = Alphabet::builtin("english").unwrap();
    let opened = Image::open_as(bytes.clone(), detect_format(&bytes, None).unwrap(), &english);
    assert!(matches!(opened, Err(ImageError::Field { .. })));
}
