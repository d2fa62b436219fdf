//! What is tried with hostile inputs: by the fuzz targets, and by a test that replays changed files.
#![allow(dead_code)] // each fuzz target uses a part

use std::ops::ControlFlow;
use std::path::Path;

use lexigraph::alphabet::Alphabet;
use lexigraph::board::Layout;
use lexigraph::crossword::{CrosswordGrid, Puzzle, ipuz, puz};
use lexigraph::dictionary::Dictionary;
use lexigraph::graph::{GraphKind, MaskedGraph, TileMask, WordGraph};
use lexigraph::image::{ErasedGraph, FORMATS, Image, bundled, characters_of, detect_format, verify};
use lexigraph::movegen::LeaveTable;
use lexigraph::query::{Anagram, Pattern, Query, Regex, Search};
use lexigraph::study::{Boxes, Fsrs, Log, Schedule, anki, merge};
use lexigraph::wordlist::{Affixes, OnInvalid, ReadOptions, Reader};

mod seal;
pub use seal::seal_image;

/// Reads up to this many arcs, by every method of a graph.
const MOST_ARCS: usize = 10_000;
/// Takes up to this many answers of a query.
const MOST_ANSWERS: usize = 1000;

/// Puts the checksum of a set of the crate `fst` right: CRC-32C, masked.
pub fn seal_set(bytes: &mut [u8]) {
    let Some(end) = bytes.len().checked_sub(4) else { return };
    let crc = !bytes[..end].iter().fold(!0u32, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| crc >> 1 ^ if crc & 1 == 1 { 0x82f6_3b78 } else { 0 })
    });
    bytes[end..].copy_from_slice(&crc.rotate_right(15).wrapping_add(0xa282_ead8).to_le_bytes());
}

fn read(graph: &ErasedGraph<'_>) {
    let (mut open, mut left) = (vec![graph.root()], MOST_ARCS);
    while let Some(node) = open.pop() {
        let _ = (graph.tiles(node), graph.accepting(node), graph.may_have_any(node, TileMask::ALL));
        for arc in graph.arcs(node) {
            if left == 0 {
                return;
            }
            left -= 1;
            let child = graph.child(node, arc.tile);
            assert_eq!(child.map(|child| child.target), Some(arc.target));
            assert_eq!(graph.accepts_on(node, arc.tile), child.is_some_and(|child| child.accepts));
            if let Some(target) = graph.target(node, arc.tile) {
                let _ = graph.tiles(target);
            }
            open.push(arc.target);
        }
    }
}

/// An image of any format, its checksums put right: an error, or graphs whose walks end.
pub fn image(mut bytes: Vec<u8>) {
    let english = Alphabet::builtin("english").expect("a bundled alphabet");
    let Some(detected) = detect_format(&bytes, None) else { return };
    match detected.name() {
        "lxg" => seal_image(&mut bytes),
        "fst" => seal_set(&mut bytes),
        _ => {}
    }
    // Some formats are told apart by the name of the file only.
    for format in FORMATS.into_iter().filter(|format| format.probe(&bytes)) {
        let _ = characters_of(format, &bytes);
        for alphabet in [&english, &Alphabet::bytes()] {
            let Ok(image) = Image::open_as(bytes.clone(), format, alphabet) else { continue };
            for kind in [GraphKind::Dawg, GraphKind::Gaddag] {
                if let Ok(graph) = image.graph(kind) {
                    read(&graph);
                }
            }
            let _ = image.definitions().map(|all| all.map(|all| all.for_each(|_, _| ())));
            // Walks all words: a damaged file of a few bytes may have more than a test has time for.
            if image.letters() < 100_000 {
                let _ = verify(&image, None);
            }
        }
    }
}

/// A `.aff` with a few stems: an error, or forms.
pub fn affixes(bytes: &[u8]) {
    let Ok(affixes) = Affixes::parse("a.aff", bytes) else { return };
    let options = ReadOptions {
        alphabet: lexigraph::wordlist::AlphabetChoice::Auto,
        on_invalid: OnInvalid::Skip,
        max_forms: Some(10_000),
        ..Default::default()
    };
    let mut reader = Reader::new(&options);
    let _ = reader.add_dictionary("a.dic", b"4\nwork/AB\nfly/A\ntry/1,2\nun/BC\n", &affixes);
    let _ = reader.finish();
}

/// Text as a query of each kind over the bundled list: an error, or answers.
pub fn query(text: &str) {
    let Some(Ok(image)) = bundled("enable") else { return };
    let (Ok(dawg), alphabet) = (image.dawg(), image.alphabet()) else { return };
    let first = |query: &dyn Query| {
        let mut left = MOST_ANSWERS;
        let _ = query.for_each(&dawg, &mut |_| {
            left -= 1;
            if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
    };
    let _ = Pattern::parse(text, alphabet).map(|query| first(&query.lengths(1, 8)));
    let _ = Regex::parse(text, alphabet).map(|query| first(&query.lengths(1, 8)));
    let _ = Anagram::parse(text, alphabet).map(|query| first(&query));
    let _ = Search::parse(text, alphabet);
}

/// Leave values, by the name and by the content: an error, or a table.
pub fn leaves(bytes: &[u8]) {
    let english = Alphabet::builtin("english").expect("a bundled alphabet");
    for name in ["x.csv", "x.klv", "x.klv2", "x.klv16"] {
        let _ = LeaveTable::from_bytes(bytes, Some(Path::new(name)), &english);
    }
}

/// A board layout and an alphabet, as TOML: an error, or what it says.
pub fn tables(text: &str) {
    let _ = Layout::from_toml("x", text);
    let _ = Alphabet::from_toml("x", text);
}

/// A crossword as `.puz`, as ipuz and as text: an error, or a puzzle that is the same after it is written and read.
pub fn crossword(bytes: &[u8]) {
    let english = Alphabet::builtin("english").expect("a bundled alphabet");
    let text = std::str::from_utf8(bytes).ok().and_then(|text| CrosswordGrid::parse(text, &english).ok());
    for puzzle in [puz::read(bytes).ok(), ipuz::read(bytes).ok(), text.map(|grid| Puzzle::of(&grid, &english))] {
        let Some(puzzle) = puzzle else { continue };
        let _ = puzzle.grid(&english).map(|grid| grid.render(&english));
        // Another program may have written what we write in another way, so only our own files are compared.
        if let Some(again) = puz::write(&puzzle).ok().and_then(|file| puz::read(&file).ok()) {
            assert_eq!(puz::write(&again).and_then(|file| puz::read(&file)).as_ref(), Ok(&again));
        }
        if let Ok(again) = ipuz::read(ipuz::write(&puzzle).as_bytes()) {
            assert_eq!(ipuz::read(ipuz::write(&again).as_bytes()).as_ref(), Ok(&again));
        }
    }
}

/// A dictionary file, its checksum put right: an error, or definitions.
pub fn dictionary(mut bytes: Vec<u8>) {
    if bytes.len() >= 8 {
        let sum = crc32fast::hash(&bytes[8..]);
        bytes[4..8].copy_from_slice(&sum.to_le_bytes());
    }
    let Ok(dictionary) = Dictionary::open(bytes) else { return };
    let _ = dictionary.notice();
    let _ = dictionary.for_each(|_| ());
    for word in ["cwms", "worda", "wordies", "zz"] {
        let _ = dictionary.define(word);
    }
}

/// A log of answers and a text of Anki: answers and faults, and an error or notes.
pub fn answers(bytes: &[u8]) {
    let log = Log::parse(bytes);
    for schedule in [Schedule::Fsrs(Fsrs::default()), Schedule::Boxes(Boxes::default())] {
        assert_eq!(log.states(&schedule).len(), log.cards().len());
    }
    let merged = merge([bytes]);
    assert_eq!(merge([&merged[..], bytes]), merged);
    let _ = anki::read(bytes);
}
