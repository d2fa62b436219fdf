//! Leave values: golden files, the hexdump of the specification, the graph against a loop over all parts, all leaves of a
//! bag.

use std::path::Path;

use lexigraph::alphabet::Alphabet;
use lexigraph::board::{Cell, Rack};
use lexigraph::bytes::{DEFAULT_LIMIT, read_file};
use lexigraph::movegen::{Equity, LEAVE_FORMATS, LeaveFormat, LeaveTable, Leaves, Rounding};
use lexigraph::play::bundled_leaves;
use proptest::prelude::*;

fn english() -> Alphabet {
    Alphabet::builtin("english").unwrap()
}

fn golden(name: &str) -> Vec<u8> {
    std::fs::read(format!("{}/tests/golden/{name}", concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))).unwrap()
}

fn bytes(table: &LeaveTable, format: LeaveFormat) -> Vec<u8> {
    let mut bytes = Vec::new();
    table.write(format, Rounding::Refuse, &mut bytes, &english()).unwrap();
    bytes
}

/// Looks up parts one by one, by the default method of the trait.
struct OneByOne<'a>(&'a LeaveTable);

impl Leaves for OneByOne<'_> {
    fn value(&self, kept: &Rack) -> Equity {
        self.0.value(kept)
    }
}

#[test]
fn golden_files_are_read_and_written_for_ever() {
    let csv = golden("five.csv");
    for format in LEAVE_FORMATS {
        let name = format!("five.{}", format.name());
        let table = LeaveTable::from_bytes(&golden(&name), Some(Path::new(&name)), &english()).unwrap();
        assert!(bytes(&table, LeaveFormat::Csv) == csv, "{name}");
        assert!(bytes(&table, format) == golden(&name), "{name}: no longer these bytes");
    }
}

/// Decoded here, without the library.
#[test]
fn the_hexdump_of_the_specification_is_the_file() {
    let dump = include_str!("../../formats/klv.md").split("```").nth(1).unwrap();
    let hex = dump.lines().skip(1).flat_map(|line| line.split_whitespace().skip(1));
    let file: Vec<u8> = hex.map(|byte| u8::from_str_radix(byte, 16).unwrap()).collect();
    assert!(file == golden("five.klv2"));
    let word = |at: usize| u32::from_le_bytes(file[4 * at..4 * at + 4].try_into().unwrap());
    let nodes = word(0) as usize;
    let mut found = Vec::new();
    // A depth-first walk visits the leaves in the order of their numbers.
    let mut open = vec![((word(1) & 0x3f_ffff) as usize, String::new())];
    while let Some((at, prefix)) = open.pop() {
        let arc = word(1 + at);
        let text = format!("{prefix}{}", char::from(b"?ABCDEFGHIJKLMNOPQRSTUVWXYZ"[(arc >> 24) as usize]));
        if arc >> 22 & 1 == 0 {
            open.push((at + 1, prefix));
        }
        if arc & 0x3f_ffff != 0 {
            open.push(((arc & 0x3f_ffff) as usize, text.clone()));
        }
        if arc >> 23 & 1 == 1 {
            let value = f32::from_bits(word(2 + nodes + found.len()));
            found.push((text, value));
        }
    }
    assert_eq!(word(1 + nodes) as usize, found.len());
    let expected = [("?", 24.0), ("?AES", -0.125), ("?ES", 31.5), ("AE", 1.25), ("S", 8.5)];
    assert_eq!(found, expected.map(|(text, value)| (text.to_owned(), value)));
}

#[test]
fn a_whole_bag() {
    let most = if cfg!(debug_assertions) { 4 } else { 6 };
    let leaves = crate::leave_tables::of_the_bag(&english(), most);
    let expected = if most == 6 { 914_624 } else { 0 };
    assert!(expected == 0 || leaves.len() == expected, "{}", leaves.len());
    let table = LeaveTable::from_values(leaves.iter().copied()).unwrap();
    assert_eq!(table.len(), leaves.len());
    for &(rack, value) in leaves.iter().step_by(if most == 6 { 1 } else { 17 }) {
        assert_eq!(table.value(&rack), value);
    }
    for format in [LeaveFormat::Csv, LeaveFormat::Klv2] {
        let file = bytes(&table, format);
        let read = LeaveTable::from_bytes(&file, None, &english()).unwrap();
        assert!(bytes(&read, format) == file);
        assert!(bytes(&read, LeaveFormat::Csv) == bytes(&table, LeaveFormat::Csv));
    }
    let (mut parts, mut slow) = (Vec::new(), Vec::new());
    for text in ["AEINST?", "AABBC??", "QQQQ", "EEEEIIOUUSSST??", "Z", ""] {
        let rack = Rack::parse(text, &english()).unwrap();
        table.values_of_parts(&rack, &mut parts);
        OneByOne(&table).values_of_parts(&rack, &mut slow);
        assert_eq!(parts, slow, "{text}");
    }
}

fn tables() -> impl Strategy<Value = Vec<(Vec<u8>, i32)>> {
    let tiles = prop::collection::vec(prop_oneof![0u8..4, 24u8..27], 1..9);
    prop::collection::vec((tiles, -999_999_999..999_999_999i32), 0..40)
}

fn rack_of(tiles: &[u8]) -> Rack {
    let cell = |&number: &u8| lexigraph::alphabet::Tile::new(number).map_or(Cell::BLANK, Cell::tile);
    Rack::from_cells(&tiles.iter().map(cell).collect::<Vec<_>>()).unwrap()
}

proptest! {
    /// Against a plain map.
    #[test]
    fn a_table_says_what_was_put_in(entries in tables(), rack in prop::collection::vec(prop_oneof![0u8..5, 24u8..27], 0..9)) {
        let map: std::collections::HashMap<Rack, i32> =
            entries.iter().map(|(tiles, value)| (rack_of(tiles), *value)).collect();
        let values = || map.iter().map(|(&rack, &value)| (rack, Equity::from_thousandths(value)));
        let table = LeaveTable::from_values(values()).unwrap();
        prop_assert_eq!(table.len(), map.len());
        for (rack, value) in values() {
            prop_assert_eq!(table.value(&rack), value);
        }
        let whole = rack_of(&rack);
        let (mut parts, mut slow) = (vec![Equity::MIN], Vec::new());
        table.values_of_parts(&whole, &mut parts);
        OneByOne(&table).values_of_parts(&whole, &mut slow);
        prop_assert_eq!(&parts, &slow);
        prop_assert_eq!(*parts.last().unwrap(), Equity::from_thousandths(map.get(&whole).copied().unwrap_or(0)));
        for format in LEAVE_FORMATS {
            let mut file = Vec::new();
            // Only CSV can hold values of this size.
            let small = LeaveTable::from_values(values().map(|(rack, value)| {
                let thousandths = if format == LeaveFormat::Csv { value.thousandths() } else { value.thousandths() % 100 * 1000 };
                (rack, Equity::from_thousandths(thousandths))
            })).unwrap();
            small.write(format, Rounding::Refuse, &mut file, &english()).unwrap();
            let name = format!("x.{}", format.name());
            let read = LeaveTable::from_bytes(&file, Some(Path::new(&name)), &english()).unwrap();
            for &rack in map.keys() {
                prop_assert_eq!(read.value(&rack), small.value(&rack));
            }
            prop_assert_eq!(bytes(&read, LeaveFormat::Csv), bytes(&small, LeaveFormat::Csv));
        }
    }

    #[test]
    fn any_bytes_are_an_error_or_a_table(mut file in prop::collection::vec(any::<u8>(), 0..120), nodes in 0u8..20, plain in any::<bool>()) {
        if plain && file.len() > 8 {
            // A valid start of a file, and few letters.
            file[..8].copy_from_slice(&[nodes, 0, 0, 0, 1, 0, 0x40, 0]);
            file.iter_mut().enumerate().for_each(|(at, byte)| *byte &= [0x0f, 0, 0xc0, 0x1f][at % 4]);
        }
        for format in LEAVE_FORMATS {
            let name = format!("x.{}", format.name());
            if let Ok(table) = LeaveTable::from_bytes(&file, Some(Path::new(&name)), &english()) {
                prop_assert_eq!(bytes(&table, LeaveFormat::Csv).iter().filter(|&&byte| byte == b'\n').count(), table.len());
            }
        }
    }
}

#[test]
fn the_bundled_values_are_those_of_their_file() {
    let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../wordlists/leaves/english.klv2.xz"));
    let english = english();
    let file =
        LeaveTable::from_bytes(&read_file(path, DEFAULT_LIMIT).unwrap().bytes, Some(Path::new("x.klv2")), &english).unwrap();
    let bundled = bundled_leaves(&english).unwrap();
    assert_eq!((file.len(), bundled.len()), (914_624, 914_624));
    let mut kept = Vec::with_capacity(file.len());
    file.for_each(|tiles, value| kept.push((*tiles, value)));
    let mut at = 0;
    bundled.for_each(|tiles, value| {
        assert_eq!(kept[at], (*tiles, value));
        at += 1;
    });
}

/// The languages of `wordlists/leaves/README.md` besides English.
const LANGUAGES: [&str; 10] =
    ["catalan", "danish", "dutch", "french", "german", "indonesian", "italian", "polish", "spanish", "swedish"];

#[test]
fn short_leaves_are_bundled_for_other_languages_and_extended() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../wordlists/leaves"));
    let readme = std::fs::read_to_string(folder.join("README.md")).unwrap();
    for name in LANGUAGES {
        let alphabet = Alphabet::builtin(name).unwrap();
        let path = folder.join(format!("{name}.klv16.xz"));
        let file = read_file(&path, DEFAULT_LIMIT).unwrap().bytes;
        let file = LeaveTable::from_bytes(&file, Some(Path::new("x.klv16")), &alphabet).unwrap();
        let bundled = bundled_leaves(&alphabet).unwrap();
        assert_eq!(bundled.len(), file.len());
        assert!(readme.contains(&format!("| {name} |")), "{name}");
        let (mut longest, mut all) = (0, 0);
        file.for_each(|tiles, value| {
            assert_eq!(bundled.value(tiles), value);
            longest = longest.max(tiles.len());
            all += i64::from(value.thousandths());
        });
        assert!(longest == 4 && all != 0, "{name}");
        // A blank is worth much in every language.
        let blank = Rack::from_cells(&[Cell::BLANK]).unwrap();
        let value = bundled.value(&blank).points();
        assert!((10.0..60.0).contains(&value), "{name}: {value}");
        // Leaves of five tiles are in no file.
        let tiles: Vec<Cell> = std::iter::once(Cell::BLANK).chain(alphabet.tiles().map(Cell::tile)).take(5).collect();
        assert_ne!(bundled.value(&Rack::from_cells(&tiles).unwrap()), Equity::ZERO, "{name}");
    }
    // Other sets of the same letters have them too, other letters have none.
    assert!(bundled_leaves(&Alphabet::builtin("english-200").unwrap()).is_some());
    assert!(bundled_leaves(&Alphabet::builtin("finnish").unwrap()).is_none());
    let own = Alphabet::from_toml("spanish", include_str!("../../wordlists/alphabets/finnish.toml")).unwrap();
    assert!(bundled_leaves(&own).is_none());
}
