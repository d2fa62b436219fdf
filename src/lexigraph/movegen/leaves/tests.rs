use super::*;
use crate::board::Cell;

fn english() -> Alphabet {
    Alphabet::builtin("english").unwrap()
}

fn rack(text: &str) -> Rack {
    Rack::parse(text, &english()).unwrap()
}

/// Five leaves, one of them only the beginning of others.
const FIVE: &str = "S,8.5\n?,24\nAE,1.25\nES?,31.5\nAES?,-0.125\n";

fn table(csv: &str) -> LeaveTable {
    LeaveTable::from_csv(csv, &english()).unwrap()
}

fn written(table: &LeaveTable, format: LeaveFormat) -> Vec<u8> {
    let mut bytes = Vec::new();
    table.write(format, Rounding::Refuse, &mut bytes, &english()).unwrap();
    bytes
}

fn text(table: &LeaveTable) -> String {
    String::from_utf8(written(table, LeaveFormat::Csv)).unwrap()
}

#[test]
fn tables_read_and_errors_name_the_line() {
    let table = table("# kept,points\n\nSAE?,31.5\r\nQ,-6.0625\n,0\n");
    let value = |text: &str| table.value(&rack(text)).thousandths();
    assert_eq!((value("?SEA"), value("Q"), value("QU"), value(""), table.len()), (31_500, -6_063, 0, 0, 2));
    let error = |text: &str| LeaveTable::from_csv(text, &english()).unwrap_err();
    assert!(matches!(error("A,1\nB"), LeavesError::Form { line: 2, .. }));
    assert!(matches!(error("A1,1"), LeavesError::Tiles { line: 1, .. }));
    assert!(matches!(error("A,NaN"), LeavesError::Value { line: 1, .. }));
    assert!(matches!(error("AB,1\n\nBA,2"), LeavesError::Twice { line: 3, .. }));
    assert!(matches!(error(",2"), LeavesError::Nothing { .. }));
    // Pieces that are read in parallel number their lines as a whole text does.
    let mut long = "# as long as two pieces\n".repeat(100_000);
    long.push_str("Ñ,1\n");
    assert!(matches!(error(&long), LeavesError::Tiles { line: 100_001, .. }));
}

/// The fast reader and the slow reader agree.
#[test]
fn numbers_are_read_in_every_notation() {
    let numbers = [
        ("1", 1000),
        ("-1", -1000),
        ("0.5", 500),
        ("-0.004", -4),
        ("12.34", 12_340),
        ("999999.999", 999_999_999),
        (".5", 500),
        ("+2", 2000),
        ("3.", 3000),
        ("1e2", 100_000),
        ("-0", 0),
        ("2.0005", 2001),
        ("0000001.5", 1500),
        ("1.250000", 1250),
    ];
    for (number, value) in numbers {
        let padded = table(&format!(" ab? ; {number} \n"));
        let plain = table(&format!("?BA,{number}"));
        assert_eq!([padded, plain].map(|table| table.value(&rack("AB?")).thousandths()), [value; 2], "{number}");
    }
    for number in ["", "-", ".", "--1", "1.2.3", "1,5", "x", "1000000", "-1000000", "inf", "1_0"] {
        let error = LeaveTable::from_csv(&format!("A,{number}"), &english()).unwrap_err();
        assert!(matches!(error, LeavesError::Value { line: 1, .. }), "{number}: {error}");
    }
}

#[test]
fn tiles_of_several_characters_are_read_as_racks_are() {
    let spanish = Alphabet::builtin("spanish").unwrap();
    let table = LeaveTable::from_csv("[CH]A,1\nCHA,2\nñ?,3\nCH,4\n", &spanish).unwrap();
    let value = |text: &str| table.value(&Rack::parse(text, &spanish).unwrap()).thousandths();
    assert_eq!([value("[CH]A"), value("CHA"), value("?Ñ"), value("CH")], [1000, 2000, 3000, 4000]);
    let mut csv = Vec::new();
    table.write_csv(&mut csv, &spanish).unwrap();
    assert_eq!(String::from_utf8(csv).unwrap(), "A[CH],1\nCH,4\nÑ?,3\nACH,2\n");
}

#[test]
fn equal_tables_give_equal_lines_and_bytes_whatever_the_order_of_the_input() {
    let five = table(FIVE);
    assert_eq!(text(&five), "S,8.5\n?,24\nAE,1.25\nES?,31.5\nAES?,-0.125\n");
    let mut entries = Vec::new();
    five.for_each(|rack, value| entries.push((*rack, value)));
    let names: Vec<String> = entries.iter().map(|(rack, _)| rack.render(&english())).collect();
    assert_eq!(names, ["?", "AES?", "ES?", "AE", "S"], "blanks sort first");
    entries.reverse();
    let again = LeaveTable::from_values(entries.iter().copied()).unwrap();
    for format in LEAVE_FORMATS {
        let bytes = written(&five, format);
        assert!(bytes == written(&again, format));
        let name = format!("x.{}", format.name());
        let path = Some(Path::new(&name));
        assert_eq!(LeaveFormat::detect(&bytes, path), format);
        let read = LeaveTable::from_bytes(&bytes, path, &english()).unwrap();
        assert_eq!(text(&read), text(&five), "{format:?}");
        assert!(written(&read, format) == bytes);
    }
    entries.push(entries[0]);
    assert!(matches!(LeaveTable::from_values(entries), Err(LeavesError::Repeated { .. })));
    let nothing = [(Rack::EMPTY, Equity::ZERO)];
    assert!(LeaveTable::from_values(nothing).unwrap().is_empty());
    let million = [(rack("A"), Equity::from_points(1_000_000))];
    assert!(matches!(LeaveTable::from_values(million), Err(LeavesError::Range { number: 1, .. })));
}

#[test]
fn the_empty_table_has_the_bytes_that_other_programs_write() {
    let bytes = [1, 0, 0, 0, 0, 0, 0x40, 0, 0, 0, 0, 0];
    let empty = LeaveTable::default();
    for format in [LeaveFormat::Klv, LeaveFormat::Klv2, LeaveFormat::Klv16] {
        assert_eq!(written(&empty, format), bytes);
        assert!(LeaveTable::from_bytes(&bytes, None, &english()).unwrap().is_empty());
    }
    let mut values = vec![Equity::ZERO; 3];
    empty.values_of_parts(&rack("AAB?"), &mut values);
    assert_eq!(values, [Equity::ZERO; 12]);
}

#[test]
fn what_a_format_cannot_hold_is_refused_before_anything_is_written() {
    let error = |csv: &str, format, rounding| {
        let mut out = Vec::new();
        let result = table(csv).write(format, rounding, &mut out, &english()).map_err(|error| error.to_string());
        assert!(result.is_ok() || out.is_empty());
        result.err().unwrap_or_default()
    };
    let (refuse, nearest) = (Rounding::Refuse, Rounding::Nearest);
    let said = "klv16 cannot store AES?,31.505 exactly: it would be 31.500";
    assert_eq!(error("AES?,31.505", LeaveFormat::Klv16, refuse), said);
    assert_eq!(error("AES?,31.505", LeaveFormat::Klv16, nearest), "");
    // 1/256 is read as 0.004, so nothing is lost.
    assert_eq!(error("A,0.004\nB,-0.004", LeaveFormat::Klv, refuse), "");
    assert!(error("A,0.003", LeaveFormat::Klv, refuse).contains("would be 0.004"));
    let said = "klv holds values from -128.000 to 127.996, not Q,128.000 — write .klv2 or .csv";
    assert_eq!(error("Q,128", LeaveFormat::Klv, nearest), said);
    assert_eq!(error("Q,-128\nA,127.996", LeaveFormat::Klv, refuse), "");
    assert!(error("Q,4095.95", LeaveFormat::Klv16, nearest).contains("klv16 holds values from -4096.000 to 4095.875"));
    assert_eq!(error("Q,16383.999\nA,-999999", LeaveFormat::Klv2, refuse), "");
    assert!(error("Q,999999.001", LeaveFormat::Klv2, refuse).contains("cannot store Q,999999.001 exactly"));
    let two = Alphabet::automatic(['a', 'b']).unwrap();
    let said = table("Q,1").write_csv(&mut Vec::new(), &two).unwrap_err().to_string();
    assert!(said.contains("letter number 17, but '"), "{said}");
}

/// A file with these nodes and values.
fn file(nodes: &[u32], values: &[u32]) -> Vec<u8> {
    let words = [&[nodes.len() as u32][..], nodes, &[values.len() as u32], values].concat();
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

const LAST: u32 = 1 << 22;
const ACCEPTS: u32 = 1 << 23;

fn tile(number: u32) -> u32 {
    number << 24
}

#[test]
fn each_fault_of_a_graph_has_its_message() {
    let error = |nodes: &[u32], values: &[u32]| {
        let bytes = file(nodes, values);
        LeaveTable::from_bytes(&bytes, Some(Path::new("x.klv2")), &english()).map_err(|error| error.to_string()).err()
    };
    let said = |nodes: &[u32], values: &[u32], part: &str| {
        let error = error(nodes, values).unwrap_or_default();
        assert!(error.contains(part), "{part}: {error}");
    };
    let one = 1f32.to_bits();
    assert_eq!(error(&[LAST | 1, tile(1) | ACCEPTS | LAST], &[one]), None);
    // Some programs write a second pointer, which means nothing here.
    assert_eq!(error(&[LAST | 2, LAST, tile(1) | ACCEPTS | LAST], &[one]), None);
    said(&[], &[], "the last list has no end");
    said(&[1, tile(1) | ACCEPTS | LAST], &[one], "node 0: it is not a pointer to the graph");
    said(&[LAST | 1, tile(1) | ACCEPTS], &[one], "node 1: the last list has no end");
    said(&[LAST | 2, tile(1) | ACCEPTS | LAST], &[one], "node 0: it leads out of the graph");
    said(&[LAST | 1, tile(1) | ACCEPTS | LAST | 9], &[one], "node 1: it leads out of the graph");
    said(&[LAST | 1, tile(1) | ACCEPTS | LAST | 1], &[one], "leaves are longer than 28 tiles, or have no end");
    said(&[LAST | 1, tile(2) | ACCEPTS, tile(1) | ACCEPTS | LAST], &[one; 2], "node 2: its letter does not sort after");
    said(&[LAST | 1, tile(1) | ACCEPTS, tile(1) | ACCEPTS | LAST], &[one; 2], "node 2: its letter does not sort after");
    said(&[LAST | 1, tile(2) | LAST | 2, tile(1) | ACCEPTS | LAST], &[one], "node 1: the letters that follow do not sort");
    said(&[LAST | 1, tile(27) | ACCEPTS | LAST], &[one], "letter number 27, but 'english' has 26");
    said(&[LAST | 1, tile(70) | ACCEPTS | LAST], &[one], "node 1: its letter has a number past 63");
    said(&[LAST | 1, tile(1) | ACCEPTS | LAST], &[one, one], "there are 2 values for 1 leaves");
    said(&[LAST | 1, tile(1) | ACCEPTS | LAST], &[f32::NAN.to_bits()], "value 1 is NaN");
    said(&[LAST | 1, tile(1) | ACCEPTS | LAST], &[f32::INFINITY.to_bits()], "value 1 is inf");
    said(&[LAST | 1, tile(1) | ACCEPTS | LAST], &[1e6f32.to_bits()], "value 1 is 1000000");
    // A rack holds 28 tiles.
    let chain = |length: u32| -> Vec<u32> {
        let node = |at: u32| tile(1) | LAST | if at == length { ACCEPTS } else { at + 1 };
        std::iter::once(LAST | 1).chain((1..=length).map(node)).collect()
    };
    assert_eq!(error(&chain(28), &[one]), None);
    said(&chain(29), &[one], "leaves are longer than 28 tiles");
    // Two arcs from each of 64 nodes to the next: 2^64 leaves, if they were not too long.
    let ladder: Vec<u32> = (0..64).flat_map(|at| [tile(1) + 2 * at + 3, tile(2) + LAST + 2 * at + 3]).collect();
    let ladder = [&[LAST | 1][..], &ladder, &[tile(2) | ACCEPTS | LAST]].concat();
    said(&ladder, &[one], "the letters that follow do not sort");
}

/// Some programs align lists, so that nodes lie between them that no arc leads to.
#[test]
fn nodes_that_no_arc_leads_to_mean_nothing() {
    let values = [24f32.to_bits(), 8.5f32.to_bits()];
    let (blank, s) = (ACCEPTS, tile(19) | ACCEPTS | LAST);
    for nodes in [
        &[LAST | 1, blank, s][..],
        &[LAST | 3, 0, 0, blank, s],
        // A list without an end, a target past the end, a letter that no alphabet has.
        &[LAST | 4, tile(5), tile(3) | 999, tile(2), blank, s, tile(70) | LAST, 0, 0],
    ] {
        let bytes = file(nodes, &values);
        let table = LeaveTable::from_bytes(&bytes, Some(Path::new("x.klv2")), &english()).unwrap();
        assert_eq!(text(&table), "S,8.5\n?,24\n");
        assert_eq!(table.value(&rack("S")).thousandths(), 8_500);
        // It is written without them.
        assert_eq!(written(&table, LeaveFormat::Klv2), file(&[LAST | 1, blank, s], &values));
    }
    let golden = include_bytes!("gaps.klv2");
    let table = LeaveTable::from_bytes(golden, Some(Path::new("gaps.klv2")), &english()).unwrap();
    assert_eq!(text(&table), "S,8.5\n?,24\n");
}

#[test]
fn every_cut_is_an_error_and_every_changed_byte_an_error_or_a_table() {
    let five = table(FIVE);
    for format in [LeaveFormat::Klv, LeaveFormat::Klv2, LeaveFormat::Klv16] {
        let (bytes, name) = (written(&five, format), format!("x.{}", format.name()));
        let read = |bytes: &[u8]| LeaveTable::from_bytes(bytes, Some(Path::new(&name)), &english());
        for length in 0..bytes.len() {
            assert!(read(&bytes[..length]).is_err(), "{name} cut to {length}");
        }
        assert!(read(&[&bytes[..], &[0]].concat()).is_err());
        for at in 0..bytes.len() {
            for change in [1u8, 2, 4, 0x10, 0x40, 0x80, 0xff] {
                let mut damaged = bytes.clone();
                damaged[at] ^= change;
                if let Ok(table) = read(&damaged) {
                    assert_eq!(text(&table).lines().count(), table.len());
                }
            }
        }
    }
}

/// All parts of a list of tiles with `size` tiles, equal tiles told apart.
fn parts(tiles: &[Cell], size: usize) -> Vec<Vec<Cell>> {
    let subsets = (0u32..1 << tiles.len()).filter(|set| set.count_ones() as usize == size);
    subsets.map(|set| (0..tiles.len()).filter(|at| set >> at & 1 == 1).map(|at| tiles[at]).collect()).collect()
}

#[test]
fn longer_leaves_are_predicted_from_their_parts() {
    // Any values will do: each set of up to three tiles of five kinds has one.
    let kinds: Vec<Cell> = rack("AEST?").cells().collect();
    let mut random = crate::random::Random::new(1);
    let mut values = std::collections::BTreeMap::new();
    let all: Vec<Cell> = kinds.iter().flat_map(|kind| [*kind; 3]).collect();
    for size in 1..=3 {
        for part in parts(&all, size) {
            let rack = Rack::from_cells(&part).unwrap();
            let value = Equity::from_thousandths(random.below(20_001) as i32 - 10_000);
            values.entry(format!("{rack:?}")).or_insert((rack, value));
        }
    }
    let short = LeaveTable::from_values(values.into_values()).unwrap();
    let table = short.clone().extended(6);
    assert_eq!(table.len(), short.len());
    for text in ["AEST", "AAES?", "AAEEST", "AESTT??", "AAAE", "EEESSS", "AET"] {
        let tiles: Vec<Cell> = rack(text).cells().collect();
        let mean = |size: usize| {
            let parts = parts(&tiles, size);
            let sum: f64 = parts.iter().map(|part| short.value(&Rack::from_cells(part).unwrap()).points()).sum();
            sum / parts.len() as f64
        };
        let more = tiles.len() as f64 - 3.0;
        let expected = match tiles.len() {
            ..=3 => short.value(&rack(text)).points(),
            4..=6 => mean(3) + more * (mean(3) - mean(2)),
            _ => 0.0,
        };
        let value = table.value(&rack(text)).points();
        assert!((value - expected).abs() < 0.01, "{text}: {value} for {expected}");
        // All at once, the values are the same.
        let (mut at_once, mut one_by_one) = (Vec::new(), Vec::new());
        table.values_of_parts(&rack(text), &mut at_once);
        struct Single<'t>(&'t LeaveTable);
        impl Leaves for Single<'_> {
            fn value(&self, kept: &Rack) -> Equity {
                self.0.value(kept)
            }
        }
        Single(&table).values_of_parts(&rack(text), &mut one_by_one);
        assert_eq!(at_once, one_by_one);
    }
}
