//! Files of other programs: golden bytes, round trips, limits, damage.

use std::collections::BTreeSet;
use std::path::Path;

use crate::common::{Collect, alphabet, enable, language, use_all, words_of};
use lexigraph::alphabet::{Alphabet, Tile};
use lexigraph::build::{GraphKinds, Graphs};
use lexigraph::graph::GraphKind;
use lexigraph::image::{
    FORMATS, Format, Image, ImageError, NodeLayout, Parts, characters_of, detect_format, format_by_name, stats, stats_of,
    verify,
};
use lexigraph::wordlist::Words;
use proptest::prelude::*;

/// The formats of other programs that this one was compiled with.
fn foreign() -> impl Iterator<Item = &'static dyn Format> {
    FORMATS.into_iter().filter(|format| !format.is_native() && format.info().feature.is_none())
}

fn twelve() -> (Alphabet, Words) {
    let alphabet = Alphabet::builtin("english").unwrap();
    let mut words = Words::new();
    let text = include_str!("../golden/twelve.txt");
    text.lines().for_each(|line| words.push_with(|tiles| alphabet.parse_into(line, tiles)).unwrap());
    (alphabet, words)
}

fn written(format: &dyn Format, alphabet: &Alphabet, words: &Words, wanted: GraphKinds) -> Vec<u8> {
    let graphs = Graphs::build(words, alphabet.len(), wanted).unwrap();
    let parts = Parts { alphabet, counts: words.into(), graphs: &graphs, nodes: NodeLayout::Fast, definitions: None };
    format.write(&parts).unwrap()
}

#[test]
fn graphs_are_counted_as_their_files_are() {
    let (alphabet, words) = twelve();
    for format in FORMATS.into_iter().filter(|format| format.info().feature.is_none()) {
        for &wanted in format.info().holds {
            let graphs = Graphs::build(&words, alphabet.len(), wanted).unwrap();
            let image = Image::open_as(written(format, &alphabet, &words, wanted), format, &alphabet).unwrap();
            let [of_file, of_graphs] =
                [stats(&image), stats_of(&image, &graphs.measure())].map(|stats| format!("{:?}", stats.unwrap()));
            assert_eq!(of_graphs, of_file, "{} {wanted:?}", format.name());
        }
    }
    let graphs = Graphs::build(&enable(), 26, GraphKinds::Both).unwrap();
    for (kind, graph) in graphs.iter() {
        assert_eq!(Some(graph.measure()), lexigraph::graph::measure(&graph), "{kind:?}");
    }
}

/// The words that a file of a format has to have.
fn kept(format: &dyn Format, words: &Words) -> Words {
    let mut sorted = Words::new();
    for word in words.iter() {
        let mut letters = word.to_vec();
        match format.name() {
            "kad" => letters.sort(),
            "dwg-reversed" => letters.reverse(),
            _ => {}
        }
        sorted.push(&letters);
    }
    sorted.sort();
    sorted
}

/// `twelve.kwg`, `twelve-quackle-dawg.dawg`.
fn golden_name(format: &dyn Format) -> String {
    let extension = format.info().extensions[0];
    if extension == format.name() { format!("twelve.{extension}") } else { format!("twelve-{}.{extension}", format.name()) }
}

fn golden(name: &str) -> Vec<u8> {
    std::fs::read(format!("{}/tests/golden/{name}", concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))).unwrap()
}

#[test]
fn golden_files_are_read_and_written_for_ever() {
    let (english, words) = twelve();
    for format in foreign() {
        let name = golden_name(format);
        let bytes = golden(&name);
        let detected = detect_format(&bytes, Some(Path::new(&name))).unwrap();
        // The same bytes, other words.
        assert_eq!(detected.name(), format.name().trim_end_matches("-reversed").trim_end_matches("-shared"));
        let image = Image::open_as(bytes.clone(), format, &english).unwrap();
        assert!(verify(&image, Some(&kept(format, &words))).holds(), "{name}: {:#?}", verify(&image, None));
        assert!(verify(&image, None).holds(), "{name}: {:#?}", verify(&image, None));
        assert!(written(format, &english, &words, format.info().holds[0]) == bytes, "{name}: no longer these bytes");
    }
}

/// The bytes of the hexdump in a specification. A star stands for lines like the one above it, up to the offset of the next.
fn hexdump(text: &str) -> Vec<u8> {
    let dump = text.split("```").nth(1).unwrap();
    let mut bytes: Vec<u8> = Vec::new();
    for line in dump.lines().skip(1).filter(|line| !line.is_empty() && *line != "*") {
        let (offset, hex) = line.split_once(' ').unwrap();
        let offset = usize::from_str_radix(offset, 16).unwrap();
        while bytes.len() < offset {
            bytes.extend_from_within(bytes.len() - 16..);
        }
        bytes.extend(hex.split_whitespace().map(|byte| u8::from_str_radix(byte, 16).unwrap()));
    }
    bytes
}

/// Decodes lists of arcs by hand and not by the library: from an index on, with the arc's letter, its flags and its target.
fn decoded(root: usize, arc: impl Fn(usize) -> (u8, bool, bool, usize)) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = vec![(root, String::new())];
    while let Some((at, prefix)) = open.pop() {
        let (letter, accepts, last, target) = arc(at);
        let text = format!("{prefix}{}", char::from(letter));
        if !last {
            open.push((at + 1, prefix));
        }
        if accepts {
            found.push(text.clone());
        }
        if target != 0 {
            open.push((target, text));
        }
    }
    found.sort();
    found
}

#[test]
fn the_hexdumps_in_the_specifications_are_the_files() {
    let twelve: Vec<&str> = include_str!("../golden/twelve.txt").lines().collect();
    let little = |bytes: &[u8], at: usize| u32::from_le_bytes(bytes[4 * at..4 * at + 4].try_into().unwrap());
    let kwg = hexdump(include_str!("../../formats/kwg.md"));
    assert!(kwg == golden("twelve-dawg.kwg"));
    let words = decoded((little(&kwg, 0) & 0x3f_ffff) as usize, |at| {
        let arc = little(&kwg, at);
        (b'a' + (arc >> 24) as u8 - 1, arc >> 23 & 1 == 1, arc >> 22 & 1 == 1, (arc & 0x3f_ffff) as usize)
    });
    assert_eq!(words, twelve);
    let dwg = hexdump(include_str!("../../formats/dwg.md"));
    assert!(dwg == golden("twelve.dwg") && dwg.len() == 4 * (little(&dwg, 0) as usize + 1));
    let words = decoded(1, |at| {
        let arc = little(&dwg, at);
        ((arc >> 24) as u8 + 32, arc >> 23 & 1 == 1, arc >> 22 & 1 == 1, (arc & 0x1f_ffff) as usize)
    });
    assert_eq!(words, twelve);
    let quackle = hexdump(include_str!("../../formats/quackle.md"));
    assert!(quackle == golden("twelve-quackle-dawg.dawg"));
    // 17 bytes of version and hash, which a program of its own has computed as this; 4 of counts, 26 letters with their blanks.
    assert_eq!(quackle[1..17], 0x3c6b_20f7_98d3_ea95_183f_5cf3_9d30_6888_u128.to_be_bytes());
    let record = |at: usize| <[u8; 7]>::try_from(&quackle[73 + 7 * at..80 + 7 * at]).unwrap();
    let target = |record: [u8; 7]| usize::from(record[1]) << 8 | usize::from(record[2]);
    let words = decoded(target(record(0)), |at| {
        let arc = record(at);
        (b'a' + (arc[3] & 63), arc[4..] != [0; 3], arc[3] & 64 != 0, target(arc))
    });
    assert_eq!(words, twelve);
}

/// As above, by hand: units, masks, strings.
#[test]
fn the_hexdumps_of_byte_and_mask_formats_are_the_files() {
    let twelve: Vec<&str> = include_str!("../golden/twelve.txt").lines().collect();
    let dawgdic = hexdump(include_str!("../../formats/dawgdic.md"));
    assert!(dawgdic == golden("twelve.dawgdic"));
    let unit = |at: usize| u32::from_le_bytes(dawgdic[4 + 4 * at..8 + 4 * at].try_into().unwrap());
    let mut found = Vec::new();
    let mut open = vec![(0, String::new())];
    while let Some((at, prefix)) = open.pop() {
        let node = at ^ (unit(at) >> 10) as usize;
        if unit(at) >> 8 & 1 == 1 {
            assert_eq!(unit(node), 1 << 31);
            found.push(prefix.to_lowercase());
        }
        open.extend((b'A'..=b'Z').filter_map(|letter| {
            let child = node ^ usize::from(letter);
            (unit(child) & 0x8000_00ff == u32::from(letter)).then(|| (child, format!("{prefix}{}", char::from(letter))))
        }));
    }
    found.sort();
    assert_eq!(found, twelve);

    let cwg = hexdump(include_str!("../../formats/cwg.md"));
    assert!(cwg == golden("twelve.cwg"));
    let word = |at: usize| u32::from_le_bytes(cwg[at..at + 4].try_into().unwrap());
    let node = |at: u32| word(0x14 + 4 * at as usize);
    let below = |node: u32| {
        let mask = word(0xb8 + 4 * (node >> 17 & 0x1fff) as usize);
        let letters = (0..26u32).filter(move |letter| node & 0x1_ffff != 0 && mask >> letter & 1 == 1);
        letters.enumerate().map(move |(nth, letter)| (letter, (node & 0x1_ffff) + nth as u32))
    };
    let text = |letter: u32| char::from(b'a' + letter as u8);
    let mut found = Vec::new();
    let mut open: Vec<_> = (0..26).map(|letter| (letter + 1, text(letter).to_string())).collect();
    while let Some((at, prefix)) = open.pop() {
        if node(at) >> 30 & 1 == 1 {
            found.push(prefix.clone());
        }
        open.extend(below(node(at)).map(|(letter, at)| (at, format!("{prefix}{}", text(letter)))));
    }
    found.sort();
    assert_eq!(found, twelve);
    // The number of each word, as the specification says.
    let root = |letter: u32| word(0xe8 + 4 * (letter as usize + 1)) as i32;
    let item = |at: u32| {
        let at = at as usize;
        if at < 27 {
            i32::from(u16::from_le_bytes([cwg[0x154 + 2 * at], cwg[0x155 + 2 * at]]))
        } else {
            i32::from(cwg[0x18a + at - 27])
        }
    };
    for (number, expected) in twelve.iter().enumerate() {
        let letters: Vec<u32> = expected.bytes().map(|byte| u32::from(byte - b'a')).collect();
        let (mut at, mut left) = (letters[0] + 1, root(letters[0]));
        for &letter in &letters[1..] {
            let first = node(at) & 0x1_ffff;
            at = below(node(at)).find(|&(other, _)| other == letter).unwrap().1;
            left += item(at) - item(first) - (node(at) >> 30 & 1) as i32;
        }
        assert_eq!(root(0) - left, number as i32 + 1, "{expected}");
    }

    let ptrie = hexdump(include_str!("../../formats/ptrie.md"));
    assert!(ptrie == golden("twelve.ptrie"));
    let text = String::from_utf8(ptrie).unwrap();
    let nodes: Vec<&str> = text.split(';').collect();
    let mut found = Vec::new();
    let mut open = vec![(0, String::new())];
    while let Some((at, prefix)) = open.pop() {
        // The twelve need no symbols, no number of two digits, and no word that begins another.
        let (mut string, mut last) = (prefix.clone(), None);
        for character in nodes[at].chars() {
            match character.to_digit(36).filter(|_| !character.is_ascii_lowercase()) {
                Some(digit) => open.push((at + digit as usize + 1, std::mem::replace(&mut string, prefix.clone()))),
                None if character == ',' => found.push(std::mem::replace(&mut string, prefix.clone())),
                None => string.push(character),
            }
            last = Some(character);
        }
        found.extend(last.filter(char::is_ascii_lowercase).map(|_| string));
    }
    found.sort();
    assert_eq!(found, twelve);
}

#[test]
fn the_hexdumps_of_other_libraries_are_their_files() {
    assert!(hexdump(include_str!("../../formats/fst.md")) == golden("twelve.fst"));
    let marisa = hexdump(include_str!("../../formats/marisa.md"));
    assert!(marisa.len() == 416 && golden("twelve-marisa-one.marisa").starts_with(&marisa));
}

/// Letters of several bytes, letters that begin others, and files in other cases than words are printed in.
#[test]
fn letters_of_byte_strings_are_those_of_the_alphabet() {
    let words_in = |alphabet: &Alphabet, list: &[&str]| {
        let mut words = Words::new();
        list.iter().for_each(|word| words.push_with(|tiles| alphabet.parse_into(word, tiles)).unwrap());
        words.sort();
        words
    };
    let dawgdic = format_by_name("dawgdic").unwrap();
    let lists = [
        ("polish", &["ŻÓŁĆ", "ŻÓŁW", "KOŃ", "KO", "AŻ"][..]),
        ("german", &["ÄÖÜ", "ÄÖ", "STRASSE"]),
        ("spanish", &["CHACHA", "CHAL", "CAL", "AÑO", "PERRO", "PERO"]),
        ("catalan", &["COL·LEGI", "COLA"]),
    ];
    for (name, list) in lists {
        let alphabet = Alphabet::builtin(name).unwrap();
        let words = words_in(&alphabet, list);
        for format in foreign().filter(|format| format.info().strings && format.name() != "ptrie") {
            let bytes = written(format, &alphabet, &words, GraphKinds::Dawg);
            let image = Image::open_as(bytes, format, &alphabet).unwrap();
            assert!(verify(&image, Some(&words)).holds(), "{name} {}", format.name());
        }
        // The same words in lower case, and with a capital.
        for change in [str::to_lowercase, |word: &str| word[..1].to_owned() + &word[1..].to_lowercase()] {
            let changed: Vec<String> =
                list.iter().filter(|word| word.is_char_boundary(1)).map(|word| change(word)).collect();
            let own = Alphabet::automatic(changed.iter().flat_map(|word| word.chars())).unwrap();
            let own_words = words_in(&own, &changed.iter().map(String::as_str).collect::<Vec<_>>());
            let bytes = written(dawgdic, &own, &own_words, GraphKinds::Dawg);
            let found = characters_of(dawgdic, &bytes).unwrap().unwrap();
            assert!(found.has_letters_of(&own), "{name}");
            let image = Image::open_as(bytes, dawgdic, &alphabet).unwrap();
            let expected = words_in(&alphabet, &changed.iter().map(String::as_str).collect::<Vec<_>>());
            assert!(verify(&image, Some(&expected)).holds(), "{name}: {changed:?}");
        }
    }
    let english = Alphabet::builtin("english").unwrap();
    let polish = Alphabet::builtin("polish").unwrap();
    let bytes = written(dawgdic, &polish, &words_in(&polish, &["ŻÓŁĆ", "KO"]), GraphKinds::Dawg);
    let error = Image::open_as(bytes, dawgdic, &english).unwrap_err().to_string();
    assert!(error.starts_with("dawgdic: 'ŻÓŁĆ': 'Ż' (column 1) is not a letter of the alphabet 'english'"), "{error}");
    // Tiles that read back as others have no place in a file of text.
    let spanish = Alphabet::builtin("spanish").unwrap();
    let apart = [spanish.parse("C").unwrap(), spanish.parse("H").unwrap()].concat();
    let mut words = Words::new();
    words.push(&apart);
    let graphs = Graphs::build(&words, spanish.len(), GraphKinds::Dawg).unwrap();
    let parts =
        Parts { alphabet: &spanish, counts: (&words).into(), graphs: &graphs, nodes: NodeLayout::Fast, definitions: None };
    let error = dawgdic.write(&parts).unwrap_err().to_string();
    assert!(error.contains("'CH' is read as other tiles than it has here"), "{error}");
    let ptrie = format_by_name("ptrie").unwrap();
    let words = words_in(&polish, &["ŻÓŁĆ"]);
    let graphs = Graphs::build(&words, polish.len(), GraphKinds::Dawg).unwrap();
    let parts =
        Parts { alphabet: &polish, counts: (&words).into(), graphs: &graphs, nodes: NodeLayout::Fast, definitions: None };
    let error = ptrie.write(&parts).unwrap_err().to_string();
    assert!(error.contains("its letters are a to z, and those of 'żółć' are not"), "{error}");
    // A text of a to z is read with any alphabet: CH is one letter where it is one.
    let image = Image::open_as(b"ch0;a,o".to_vec(), ptrie, &spanish).unwrap();
    assert_eq!(Collect(9).run(&image.dawg().unwrap()).len(), 2);
    assert_eq!((image.words(), image.letters(), image.longest()), (2, 4, 2));
}

/// What its own library makes in each of its ways, also where this program cannot write it.
#[test]
fn tries_of_marisa_are_read() {
    let (english, words) = twelve();
    let format = format_by_name("marisa").unwrap();
    let step = if cfg!(debug_assertions) { 5 } else { 1 };
    for name in ["twelve.marisa", "twelve-marisa-binary.marisa", "twelve-marisa-one.marisa"] {
        let bytes = golden(name);
        assert_eq!(detect_format(&bytes, None).unwrap().name(), "marisa");
        let image = Image::open_as(bytes.clone(), format, &english).unwrap();
        assert!(verify(&image, Some(&words)).holds(), "{name}");
        for length in (0..bytes.len()).step_by(step) {
            assert!(Image::open_as(bytes[..length].to_vec(), format, &english).is_err(), "{name} cut to {length}");
        }
        for at in (0..bytes.len()).step_by(step) {
            for change in [1u8, 4, 0x10, 0x40, 0x80, 0xff] {
                let mut damaged = bytes.clone();
                damaged[at] ^= change;
                if let Ok(image) = Image::open_as(damaged, format, &english) {
                    use_all(&image);
                }
            }
        }
    }
}

/// NodeLayout changed and the checksum made to fit, as somebody would who means harm: the crate itself would not come back from some.
#[test]
#[cfg(feature = "fst")]
fn forged_sets_are_an_error_or_a_walk_that_ends() {
    fn seal(bytes: &mut [u8]) {
        let end = bytes.len() - 4;
        let crc = !bytes[..end].iter().fold(!0u32, |crc, &byte| {
            (0..8).fold(crc ^ u32::from(byte), |crc, _| crc >> 1 ^ if crc & 1 == 1 { 0x82f6_3b78 } else { 0 })
        });
        bytes[end..].copy_from_slice(&crc.rotate_right(15).wrapping_add(0xa282_ead8).to_le_bytes());
    }
    let (english, format) = (Alphabet::builtin("english").unwrap(), format_by_name("fst").unwrap());
    // One of few bytes, and one with a node of more than 32 transitions, far targets and outputs.
    let many = (33..=126u8).map(|byte| (vec![byte; 1 + usize::from(byte % 3)], u64::from(byte) << 20));
    let map = fst::Map::from_iter(many).unwrap();
    for bytes in [golden("twelve.fst"), map.as_fst().as_bytes().to_vec()] {
        let mut sealed = bytes.clone();
        seal(&mut sealed);
        assert!(sealed == bytes, "the test's own checksum is wrong");
        for at in 16..bytes.len() - 4 {
            for change in [1u8, 2, 4, 0x10, 0x40, 0x80, 0xff] {
                let mut forged = bytes.clone();
                forged[at] ^= change;
                seal(&mut forged);
                for alphabet in [&english, &Alphabet::bytes()] {
                    if let Ok(image) = Image::open_as(forged.clone(), format, alphabet) {
                        use_all(&image);
                    }
                }
            }
        }
    }
}

#[test]
fn what_was_left_out_says_how_to_get_it() {
    let (english, words) = twelve();
    let graphs = Graphs::build(&words, english.len(), GraphKinds::Dawg).unwrap();
    let parts =
        Parts { alphabet: &english, counts: (&words).into(), graphs: &graphs, nodes: NodeLayout::Fast, definitions: None };
    for format in FORMATS.into_iter().filter(|format| format.info().feature.is_some()) {
        let is_left_out = |error: ImageError| {
            let ImageError::Feature { format: named, feature, .. } = error else { return false };
            named == format.name() && Some(feature) == format.info().feature
        };
        assert!(is_left_out(format.write(&parts).unwrap_err()));
        // It is known for what it is all the same.
        let bytes = golden(&golden_name(format));
        assert_eq!(detect_format(&bytes, None).unwrap().name(), format.name());
        let opened = Image::open_as(bytes, format, &english);
        assert!(format.info().reads == opened.is_ok() && opened.err().is_none_or(is_left_out));
    }
}

#[test]
fn caroline_word_graphs_have_limits() {
    // More than 32,767 words behind one letter.
    let mut words = Words::new();
    for number in 0..40_000u32 {
        let letters = [1, 1 + number / 2000 % 26, 1 + number / 100 % 20, 1 + number / 10 % 10, 1 + number % 10];
        words.push(&letters.map(|letter| Tile::from_label(letter as u8)));
    }
    words.sort();
    let english = Alphabet::builtin("english").unwrap();
    let graphs = Graphs::build(&words, 26, GraphKinds::Dawg).unwrap();
    let parts =
        Parts { alphabet: &english, counts: (&words).into(), graphs: &graphs, nodes: NodeLayout::Fast, definitions: None };
    let cwg = format_by_name("cwg").unwrap();
    let error = cwg.write(&parts).unwrap_err().to_string();
    assert_eq!(error, "cwg holds at most 32767 words that begin with one letter, this has 40000 — write a .kwg or .lxg");
    let (letters, words) = (alphabet(27), words_of(&BTreeSet::from([vec![27]])));
    let graphs = Graphs::build(&words, 27, GraphKinds::Dawg).unwrap();
    let parts =
        Parts { alphabet: &letters, counts: (&words).into(), graphs: &graphs, nodes: NodeLayout::Fast, definitions: None };
    assert_eq!(
        cwg.write(&parts).unwrap_err().to_string(),
        "cwg holds at most 26 letters, this has 27 — write a .kwg or .lxg"
    );
}

/// As above, by hand: letter sets and arcs.
#[test]
fn the_hexdump_of_macondo_is_the_file() {
    let bytes = hexdump(include_str!("../../formats/macondo.md"));
    assert!(bytes == golden("twelve-macondo-dawg.dawg"));
    let word = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
    let set = |number: usize| u64::from_be_bytes(bytes[0x7e + 8 * number..][..8].try_into().unwrap());
    let letter = |number: usize| char::from(word(0x12 + 4 * number) as u8 + 32);
    let node = |at: usize| word(0x9a + 4 * at);
    let mut found = Vec::new();
    let mut open = vec![(0, String::new())];
    while let Some((at, prefix)) = open.pop() {
        let header = node(at);
        found.extend(
            (0..26).filter(|end| set(header & 0xff_ffff) >> end & 1 == 1).map(|end| format!("{prefix}{}", letter(end))),
        );
        for arc in at + 1..=at + (header >> 24) {
            open.push((node(arc) & 0xff_ffff, format!("{prefix}{}", letter(node(arc) >> 24))));
        }
    }
    found.sort();
    assert_eq!(found, include_str!("../golden/twelve.txt").lines().collect::<Vec<_>>());
}

/// What the program's own writer makes: a trie, not minimal, each word at each of its letters, the separator last.
#[test]
fn a_trie_of_quackle_is_read() {
    let (english, _) = twelve();
    // The words AB and B: B, BA, A^B, from the letters 5 and 6.
    let mut bytes = vec![1];
    let hash = |word: &[u8]| -> u128 { u128::from_be_bytes(md5(word)) };
    bytes.extend((hash(&[5, 6]) ^ hash(&[6])).to_be_bytes());
    for node in [[0, 0, 1, 0x80], [0, 0, 2, 5], [0, 0, 2, 0xc6], [0, 0, 2, 0x80], [0, 0, 0, 0xc5], [0, 0, 0, 0xc6]] {
        bytes.extend(node);
    }
    let format = detect_format(&bytes, None).unwrap();
    assert_eq!(format.name(), "quackle-gaddag");
    let image = Image::open_as(bytes.clone(), format, &english).unwrap();
    assert_eq!((image.words(), image.letters(), image.longest()), (2, 3, 2));
    let found = Collect(10).run(&image.gaddag().unwrap());
    assert_eq!(found, [vec![1, 0, 2], vec![2], vec![2, 1]]);
    bytes[5] ^= 1;
    // Only `verify` walks all words.
    let verdict = lexigraph::image::verify(&Image::open_as(bytes, format, &english).unwrap(), None);
    let failure = verdict.proofs.iter().find_map(|proof| proof.failure.as_deref()).unwrap();
    assert!(failure.contains("the hash in the header is not that of the words"), "{failure}");
}

fn md5(word: &[u8]) -> [u8; 16] {
    use md5::Digest;
    md5::Md5::digest(word).into()
}

#[test]
fn an_alphabet_in_the_file_is_that_of_the_words() {
    let spanish = Alphabet::builtin("spanish").unwrap();
    let mut words = Words::new();
    for word in ["CHACHA", "AÑO", "PERRO"] {
        words.push_with(|tiles| spanish.parse_into(word, tiles)).unwrap();
    }
    words.sort();
    let bytes = written(format_by_name("quackle-dawg").unwrap(), &spanish, &words, GraphKinds::Dawg);
    let image =
        Image::open_as(bytes.clone(), detect_format(&bytes, None).unwrap(), &Alphabet::builtin("english").unwrap()).unwrap();
    let labels = |alphabet: &Alphabet| alphabet.letters().iter().map(|letter| letter.label.clone()).collect::<Vec<_>>();
    assert_eq!(labels(image.alphabet()), labels(&spanish));
    assert!(verify(&image, Some(&words)).holds());
    let graphs = Graphs::build(&words, spanish.len(), GraphKinds::Dawg).unwrap();
    let parts =
        Parts { alphabet: &spanish, counts: (&words).into(), graphs: &graphs, nodes: NodeLayout::Fast, definitions: None };
    let error = format_by_name("dwg").unwrap().write(&parts).unwrap_err().to_string();
    assert!(error.contains("letters are A to Z in this order, those of 'spanish' are not"), "{error}");
}

#[test]
fn enable_is_no_larger_than_it_has_to_be() {
    let english = Alphabet::builtin("english").unwrap();
    let words = if cfg!(debug_assertions) { enable().iter().step_by(40).collect() } else { enable() };
    for format in foreign() {
        for &wanted in format.info().holds {
            let bytes = written(format, &english, &words, wanted);
            if !cfg!(debug_assertions) {
                let expected = match (format.name(), wanted) {
                    ("kwg" | "kbwg", GraphKinds::Dawg) => Some(467_516),
                    ("kwg" | "kbwg", _) => Some(3_233_072),
                    ("kwg-shared", _) => Some(438_868),
                    ("cwg", _) => Some(568_470),
                    ("dawgdic", _) => Some(525_316),
                    ("ptrie", _) => Some(348_405),
                    _ => None,
                };
                assert!(expected.is_none_or(|expected| expected == bytes.len()), "{} {}", format.name(), bytes.len());
            }
            let image = Image::open_as(bytes, format, &english).unwrap();
            for against in [None, Some(&kept(format, &words))] {
                let verdict = verify(&image, against);
                assert!(verdict.holds(), "{} {wanted:?}: {verdict:#?}", format.name());
            }
        }
    }
}

/// Arcs that a file with siblings in order needs at least: every list that is the end of no other, found by comparing all of them.
#[test]
fn no_list_is_written_that_another_ends_with() {
    let (english, words) = twelve();
    let graphs = Graphs::build(&words, english.len(), GraphKinds::Dawg).unwrap();
    let graph = graphs.get(GraphKind::Dawg).unwrap();
    let lists: Vec<Vec<_>> = graph.states().iter().map(|&state| graph.arcs_of(state).collect()).collect();
    let needed = lists.iter().filter(|list| !lists.iter().any(|other| other.len() > list.len() && other.ends_with(list)));
    let arcs: usize = needed.map(Vec::len).sum();
    assert_eq!(golden("twelve-dawg.kwg").len(), 4 * (arcs + 1));
}

/// A writer that puts siblings in another order, as one of the programs does: read all the same.
#[test]
fn permuted_siblings_are_sorted() {
    let arc = |tile: u32, accepts: bool, last: bool, target: u32| {
        (target | u32::from(last) << 22 | u32::from(accepts) << 23 | tile << 24).to_le_bytes()
    };
    // C accepts and goes on to A; A and B accept.
    let arcs = [
        arc(0, false, true, 1),
        arc(3, true, false, 4),
        arc(1, true, false, 0),
        arc(2, true, true, 0),
        arc(1, true, true, 0),
    ];
    let bytes = arcs.concat();
    let (english, _) = twelve();
    let format = detect_format(&bytes, None).unwrap();
    assert_eq!(format.name(), "kwg");
    let image = Image::open_as(bytes, format, &english).unwrap();
    assert_eq!(image.words(), 4);
    let found = Collect(10).run(&image.dawg().unwrap());
    assert_eq!(found, [vec![1], vec![2], vec![3], vec![3, 1]]);
}

#[test]
fn limits_are_said_before_anything_is_written() {
    let list = BTreeSet::from([vec![1], vec![70]]);
    let (letters, words) = (alphabet(70), words_of(&list));
    let graphs = Graphs::build(&words, 70, GraphKinds::Dawg).unwrap();
    let parts =
        Parts { alphabet: &letters, counts: (&words).into(), graphs: &graphs, nodes: NodeLayout::Fast, definitions: None };
    let error = format_by_name("kbwg").unwrap().write(&parts).unwrap_err().to_string();
    assert_eq!(error, "kbwg holds at most 63 letters, this has 70 — write a .lxg");
    // 22 bits have room for tiles of eight.
    let bytes = format_by_name("kwg").unwrap().write(&parts).unwrap();
    let image = Image::open_as(bytes.clone(), format_by_name("kwg").unwrap(), &letters).unwrap();
    assert!(verify(&image, Some(&words)).holds());
    let error = Image::open_as(bytes, format_by_name("kwg").unwrap(), &Alphabet::builtin("english").unwrap()).unwrap_err();
    assert!(error.to_string().contains("letter number 70 in the file, but 'english' has 26"), "{error}");
}

/// Random words of ten letters out of 63: more arcs than 22 bits can number.
#[test]
#[cfg_attr(debug_assertions, ignore = "long; run in release")]
fn a_graph_past_22_bits_is_refused_and_fits_24() {
    let mut seed = 1u64;
    let mut words = Words::new();
    for _ in 0..1_600_000 {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let word: Vec<Tile> = (0..10).map(|at| Tile::from_label((seed >> (4 + 6 * at) & 63).max(1) as u8)).collect();
        words.push(&word);
    }
    words.sort();
    let letters = alphabet(63);
    let graphs = Graphs::build(&words, 63, GraphKinds::Dawg).unwrap();
    let parts =
        Parts { alphabet: &letters, counts: (&words).into(), graphs: &graphs, nodes: NodeLayout::Fast, definitions: None };
    // No panic with the bytes in its message.
    let error = format_by_name("kwg").unwrap().write(&parts).err().map(|error| error.to_string()).unwrap_or_default();
    assert!(error.starts_with("kwg holds at most 4194304 arcs, this has ") && error.contains("kbwg"), "{error}");
    let bytes = format_by_name("kbwg").unwrap().write(&parts).unwrap();
    assert!(bytes.len() > 4 << 22);
    let image = Image::open_as(bytes, format_by_name("kbwg").unwrap(), &letters).unwrap();
    assert!(verify(&image, Some(&words)).holds());
}

#[test]
fn damage_is_an_error_or_a_walk_that_ends() {
    let english = Alphabet::builtin("english").unwrap();
    let step = if cfg!(debug_assertions) { 5 } else { 1 };
    for format in foreign() {
        let bytes = golden(&golden_name(format));
        for length in (0..bytes.len()).step_by(step) {
            // Without a length in the file, a shorter one may be whole by chance, but not torn inside an arc of a list.
            let cut = bytes[..length].to_vec();
            if let Ok(image) = Image::open_as(cut, format, &english) {
                use_all(&image);
                assert!(!verify(&image, Some(&kept(format, &twelve().1))).holds(), "{} cut to {length}", format.name());
            }
        }
        for at in (0..bytes.len()).step_by(step) {
            for change in [1u8, 4, 0x10, 0x40, 0x80, 0xff] {
                let mut damaged = bytes.clone();
                damaged[at] ^= change;
                for format in FORMATS {
                    if let Ok(image) = Image::open_as(damaged.clone(), format, &english) {
                        use_all(&image);
                        verify(&image, None);
                    }
                }
                detect_format(&damaged, None);
            }
        }
    }
}

#[test]
fn word_lists_are_not_taken_for_images() {
    for text in ["", "aa\nab\n", "a", "AA\r\n", "\u{feff}word\n"] {
        assert!(detect_format(text.as_bytes(), None).is_none(), "{text:?}");
        let wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert!(detect_format(&wide, None).is_none(), "{text:?} in UTF-16");
    }
}

fn lists() -> impl Strategy<Value = (usize, BTreeSet<Vec<u8>>)> {
    prop_oneof![1usize..6, 20usize..27].prop_flat_map(|letters| {
        let word = prop::collection::vec(1..=letters as u8, 1..8);
        (Just(letters), prop::collection::btree_set(word, 1..60))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: if cfg!(debug_assertions) { 48 } else { 512 }, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_is_read((letters, list) in lists()) {
        let (english, words) = (Alphabet::builtin("english").unwrap(), words_of(&list));
        let _ = letters;
        for format in foreign() {
            for &wanted in format.info().holds {
                let bytes = written(format, &english, &words, wanted);
                let name = golden_name(format);
                prop_assert!(detect_format(&bytes, Some(Path::new(&name))).is_some());
                // A text of one node may as well be a list of one word.
                prop_assert!(detect_format(&bytes, None).is_some() || format.name() == "ptrie");
                let image = Image::open_as(bytes, format, &english).unwrap();
                let expected = kept(format, &words);
                prop_assert_eq!(image.words(), expected.len() as u64);
                prop_assert_eq!(image.letters(), expected.letters() as u64);
                prop_assert_eq!(image.longest(), expected.longest());
                for against in [None, Some(&expected)] {
                    let verdict = verify(&image, against);
                    prop_assert!(verdict.holds(), "{} {:?}: {:#?}", format.name(), wanted, verdict);
                }
                for place in image.graphs() {
                    if ["kad", "dwg-reversed"].contains(&format.name()) {
                        continue;
                    }
                    let found = Collect(usize::MAX).run(&image.graph(place.kind).unwrap());
                    prop_assert_eq!(found, language(&list, place.kind).into_iter().collect::<Vec<_>>());
                }
            }
        }
    }

    #[test]
    fn any_bytes_are_an_error_or_a_walk_that_ends(mut bytes in prop::collection::vec(any::<u8>(), 0..200), small in any::<bool>()) {
        let english = Alphabet::builtin("english").unwrap();
        if small {
            // Small numbers look more like arcs.
            bytes.iter_mut().enumerate().for_each(|(at, byte)| *byte &= if at % 4 == 2 { 0xc0 } else { 0x1f });
        }
        detect_format(&bytes, None);
        for format in FORMATS {
            if let Ok(image) = Image::open_as(bytes.clone(), format, &english) {
                use_all(&image);
            }
        }
    }
}

#[test]
fn the_dumps_of_the_native_image_are_its_bytes() {
    let text = include_str!("../../formats/lxg.md");
    let dumps: Vec<&str> = text.split("```text\n0").skip(1).map(|dump| dump.split("```").next().unwrap()).collect();
    let mut list = Words::new();
    let words: Vec<&str> = include_str!("../golden/twelve.txt").lines().collect();
    let alphabet = Alphabet::automatic(words.iter().flat_map(|word| word.chars())).unwrap();
    words.iter().for_each(|word| list.push(&alphabet.parse(word).unwrap()));
    list.sort();
    for (dump, nodes) in dumps.iter().zip([NodeLayout::Fast, NodeLayout::Packed]) {
        let image = lexigraph::image::compile_in_memory(&alphabet, &list, GraphKinds::Dawg, nodes).unwrap();
        let start = usize::from_str_radix(&format!("0{}", &dump[..7]), 16).unwrap();
        // As if all before it were zero.
        let mut bytes = vec![0; start];
        for line in format!("0{dump}").lines().filter(|line| *line != "*") {
            let (offset, hex) = line.split_once(' ').unwrap();
            let offset = usize::from_str_radix(offset, 16).unwrap();
            while bytes.len() < offset {
                bytes.extend_from_within(bytes.len() - 16..);
            }
            bytes.extend(hex.split_whitespace().map(|byte| u8::from_str_radix(byte, 16).unwrap()));
        }
        assert_eq!(bytes[start..], image.bytes()[start..], "{nodes:?}");
        assert_eq!(bytes.len(), image.bytes().len());
    }
    assert_eq!(dumps.len(), 2);
}
