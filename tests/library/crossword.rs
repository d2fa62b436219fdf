//! Fills of grids, held against a search that tries every word, and files of crosswords, also damaged ones.

use std::collections::BTreeSet;

use lexigraph::alphabet::{Alphabet, Tile};
use lexigraph::crossword::{
    Clue, CrosswordError, CrosswordGrid, Direction, FillEnd, FillList, FillWord, Filler, Puzzle, PuzzleCell, Slot, Square,
    first_fill, ipuz, puz,
};
use lexigraph::image::bundled;
use lexigraph::random::Random;
use lexigraph::wordlist::Score;
use proptest::prelude::*;

type Word = Vec<Tile>;

fn english() -> Alphabet {
    Alphabet::builtin("english").unwrap()
}

fn parse(text: &str) -> CrosswordGrid {
    CrosswordGrid::parse(text, &english()).unwrap()
}

fn words(list: impl IntoIterator<Item = Word>) -> FillList {
    FillList::new(list.into_iter().map(|letters| FillWord { letters, score: None, text: None }))
}

/// Every slot has a word of the list, unless it was given whole; no word is there twice; what was given is kept.
fn check(given: &CrosswordGrid, filled: &CrosswordGrid, list: &FillList) {
    let mut seen = BTreeSet::new();
    for slot in filled.slots() {
        let word = filled.word(&slot).expect("every slot is full");
        assert!(list.get(&word).is_some() || given.word(&slot).is_some(), "{} {} is no word", slot.number, slot.direction);
        assert!(seen.insert(word), "{} {} is there twice", slot.number, slot.direction);
    }
    for (before, after) in given.squares().iter().zip(filled.squares()) {
        assert!(before == after || *before == Square::Cell(None));
    }
}

/// All fills, by trying every word for one slot after another.
fn slow(grid: &CrosswordGrid, slots: &[Slot], list: &[Word], used: &mut Vec<Word>, fills: &mut BTreeSet<String>) {
    let Some((slot, rest)) = slots.split_first() else {
        fills.insert(grid.render(&english()));
        return;
    };
    let given = grid.word(slot);
    let candidates = list.iter().filter(|word| {
        word.len() == slot.cells.len()
            && word.iter().zip(&slot.cells).all(|(tile, &cell)| grid.letter(cell).is_none_or(|letter| letter == *tile))
    });
    for word in candidates.filter(|word| given.as_ref().is_none_or(|given| given == *word)) {
        if used.contains(word) {
            continue;
        }
        let mut squares = grid.squares().to_vec();
        slot.cells.iter().zip(word).for_each(|(&cell, &tile)| squares[cell] = Square::Cell(Some(tile)));
        used.push(word.clone());
        let next = CrosswordGrid::new(grid.rows(), grid.columns(), squares).unwrap();
        slow(&next, rest, list, used, fills);
        used.pop();
    }
}

/// All fills that a filler finds, until it has proven that there are no more.
fn all(grid: &CrosswordGrid, list: &FillList, seed: u64) -> BTreeSet<String> {
    let mut filler = Filler::new(grid, list, seed).unwrap();
    let mut fills = BTreeSet::new();
    loop {
        match filler.next(&mut |_| true) {
            FillEnd::Filled(filled) => {
                check(grid, &filled, list);
                assert!(fills.insert(filled.render(&english())), "a fill is found twice");
            }
            FillEnd::Impossible(_) => return fills,
            FillEnd::Stopped => panic!("nobody has stopped it"),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 120 } else { 2000 }))]

    #[test]
    fn fills_are_those_of_a_search_of_everything(
        list in prop::collection::btree_set(prop::collection::vec((1u8..=3).prop_map(Tile::from_label), 2..=4), 1..70),
        (rows, columns) in (2usize..=4, 2usize..=4),
        blocks: u16,
        given: u16,
        seed: u64,
    ) {
        let square = |at: usize| match () {
            () if blocks >> at & 1 == 1 && (blocks >> ((at + 5) % 16) & 1 == 1) => Square::Block,
            () if given >> at & 1 == 1 && (given >> ((at + 7) % 16) & 3 == 3) => {
                Square::Cell(Some(Tile::from_label(1 + (seed >> at) as u8 % 3)))
            }
            () => Square::Cell(None),
        };
        let squares: Vec<Square> = (0..rows * columns).map(square).collect();
        prop_assume!(squares.iter().any(|square| *square != Square::Block));
        let grid = CrosswordGrid::new(rows, columns, squares).unwrap();
        let list: Vec<Word> = list.into_iter().collect();
        // Slots that are given whole are no part of the search.
        let (full, open): (Vec<Slot>, Vec<Slot>) = grid.slots().into_iter().partition(|slot| grid.word(slot).is_some());
        let mut used: Vec<Word> = full.iter().filter_map(|slot| grid.word(slot)).collect();
        let different: BTreeSet<&Word> = used.iter().collect();
        if different.len() < used.len() {
            prop_assert!(matches!(Filler::new(&grid, &words(list), seed), Err(CrosswordError::Twice(_))));
            return Ok(());
        }
        let mut expected = BTreeSet::new();
        slow(&grid, &open, &list, &mut used, &mut expected);
        prop_assume!(expected.len() < 3000);
        prop_assert_eq!(all(&grid, &words(list), seed), expected);
    }

    #[test]
    fn grids_are_read_as_they_are_written(rows in 1usize..6, columns in 1usize..6, seed: u64) {
        let mut random = Random::new(seed);
        let squares = (0..rows * columns).map(|_| match random.below(4) {
            0 => Square::Block,
            1 => Square::Cell(None),
            _ => Square::Cell(Some(Tile::from_label(1 + random.below(26) as u8))),
        });
        let squares: Vec<Square> = squares.collect();
        prop_assume!(squares.iter().any(|square| *square != Square::Block));
        let grid = CrosswordGrid::new(rows, columns, squares).unwrap();
        let alphabet = english();
        prop_assert_eq!(&parse(&grid.render(&alphabet)), &grid);
        let puzzle = decorated(&grid, &mut random);
        prop_assert_eq!(&puz::read(&puz::write(&puzzle).unwrap()).unwrap(), &puzzle);
        prop_assert_eq!(&ipuz::read(ipuz::write(&puzzle).as_bytes()).unwrap(), &puzzle);
        prop_assert_eq!(&puzzle.grid(&alphabet).unwrap(), &grid);
    }
}

/// A puzzle with clues, titles and circles.
fn decorated(grid: &CrosswordGrid, random: &mut Random) -> Puzzle {
    let mut puzzle = Puzzle::of(grid, &english());
    let texts = ["", "plain", "Größe & Maß", "“Ω”, said 鳥", "a <b> \"c\"; 1:x"];
    let text = |random: &mut Random| texts[random.below(texts.len())].to_owned();
    puzzle.clues =
        puzzle.entries().into_iter().map(|(number, direction)| Clue { number, direction, text: text(random) }).collect();
    [puzzle.title, puzzle.author, puzzle.copyright, puzzle.notes] = std::array::from_fn(|_| text(random));
    for cell in &mut puzzle.cells {
        if let PuzzleCell::Open { circled, .. } = cell {
            *circled = random.below(3) == 0;
        }
    }
    puzzle
}

#[test]
fn slots_and_numbers_are_those_of_crosswords() {
    let grid = parse("CAT#-\n-#-#-\n-----\n#-#-#\n-----");
    assert_eq!(grid.numbers()[..5], [1, 0, 2, 0, 3]);
    let slots: Vec<String> = grid
        .slots()
        .iter()
        .map(|slot| format!("{}{}{}", slot.number, &slot.direction.name()[..1], slot.cells.len()))
        .collect();
    assert_eq!(slots, ["1a3", "4a5", "7a5", "1d3", "2d3", "3d3", "5d3", "6d3"]);
    assert_eq!(grid.word(&grid.slots()[0]).map(|word| english().render(&word)).as_deref(), Some("CAT"));
    // A dot is a block where there is no other, and rows may be in one line.
    assert_eq!(parse("ab./---"), parse("AB#\n- _ ?\n"));
    assert_eq!(parse("ab#/..-"), parse("AB#\n---"));
    let spanish = Alphabet::builtin("spanish").unwrap();
    let grid = CrosswordGrid::parse("CHAL\n[ch]--", &spanish).unwrap();
    assert_eq!((grid.columns(), grid.render(&spanish)), (3, "[CH]AL\n[CH]--\n".to_owned()));
}

#[test]
fn wrong_grids_and_entries_are_errors() {
    let wrong = |text: &str| CrosswordGrid::parse(text, &english()).unwrap_err();
    assert_eq!(wrong(" \n"), CrosswordError::Empty);
    assert_eq!(wrong("..\n.."), CrosswordError::OnlyBlocks);
    assert_eq!(wrong("--\n---"), CrosswordError::Ragged { line: 2, found: 3, expected: 2 });
    assert!(matches!(wrong("--\n-4"), CrosswordError::Letter { line: 2, column: 2, .. }));
    assert!(matches!(wrong("[ab"), CrosswordError::Letter { .. }));
    assert_eq!(wrong(&"-".repeat(300)), CrosswordError::TooLarge(300));
    assert!(matches!(wrong(&"-\n".repeat(300)), CrosswordError::TooLarge(_)));
    let mut grid = parse("---\n-#-\n---");
    for entry in ["", "1", "1A", "A=AB", "1X=ABC", "9A=ABC", "1A=AB", "1A=A4C", "99999999999A=ABC", "ÄA=ABC"] {
        assert!(grid.enter(entry, &english()).is_err(), "{entry}");
    }
    grid.enter("1a=it's", &english()).unwrap();
    assert!(matches!(grid.enter("1D=ABC", &english()), Err(CrosswordError::EntryCrossing { at: 1, .. })));
    grid.enter(" 1D = i a-m ", &english()).unwrap();
    assert_eq!(grid.render(&english()), "ITS\nA#-\nM--\n");
    let same = parse("ABA\nB--\nA--");
    assert!(matches!(Filler::new(&same, &FillList::default(), 1), Err(CrosswordError::Twice(_))));
}

#[test]
fn scores_choose_words_and_phrases_keep_their_text() {
    let tiles = |word: &str| english().parse(word).unwrap();
    let word = |letters: &str, score: &str, text: Option<&str>| FillWord {
        letters: tiles(letters),
        score: Score::parse(score),
        text: text.map(str::to_owned),
    };
    let list = FillList::new([
        word("ICECAT", "3", Some("ICE CAT")),
        word("ICECAT", "9", Some("I C E CAT")),
        word("BADCAB", "-1", None),
    ]);
    assert_eq!((list.len(), list.get(&tiles("ICECAT")).unwrap().text.as_deref()), (2, Some("I C E CAT")));
    let grid = parse("------");
    for seed in 0..20 {
        let FillEnd::Filled(filled) = Filler::new(&grid, &list, seed).unwrap().next(&mut |_| true) else {
            panic!("not filled")
        };
        assert_eq!(filled.render(&english()), "ICECAT\n");
    }
    assert_eq!(all(&grid, &list, 1).len(), 2);
}

fn enable() -> FillList {
    FillList::of(&bundled("enable").unwrap().unwrap(), None).unwrap()
}

#[test]
fn words_of_enable1_fill_grids_the_same_for_a_seed() {
    let list = enable();
    let mut grid = parse("#-----#\n-------\n---#---\n--###--\n---#---\n-------\n#-----#");
    let fill = |grid: &CrosswordGrid, seed| match Filler::new(grid, &list, seed).unwrap().next(&mut |_| true) {
        FillEnd::Filled(filled) => filled,
        end => panic!("{end:?}"),
    };
    for seed in 1..4 {
        let filled = fill(&grid, seed);
        check(&grid, &filled, &list);
        assert!(filled.is_full());
        assert_eq!(fill(&grid, seed), filled);
        // Of several searches, the first; its seed alone finds the same fill.
        let first = first_fill(&grid, &list, &[seed, seed + 10, seed + 20], &|_| true).unwrap();
        assert_eq!(first.end, FillEnd::Filled(fill(&grid, first.seed)));
    }
    // A given entry need not be a word.
    grid.enter("1A=XLQZE", &english()).unwrap();
    let end = Filler::new(&grid, &list, 1).unwrap().next(&mut |_| true);
    assert!(matches!(end, FillEnd::Impossible(Some(_))), "no word begins so: {end:?}");
    let mut stopped = Filler::new(
        &parse(
            &"-".repeat(14)
                .repeat(14)
                .as_bytes()
                .chunks(14)
                .map(|row| std::str::from_utf8(row).unwrap())
                .collect::<Vec<_>>()
                .join("\n"),
        ),
        &list,
        1,
    )
    .unwrap();
    let mut calls = 0;
    assert_eq!(
        stopped.next(&mut |_| {
            calls += 1;
            calls < 3
        }),
        FillEnd::Stopped
    );
}

/// A symmetric grid of 15 × 15 with 40 blocks and 78 words.
const USUAL: &str = include_str!("../../examples/grid-40.txt");

#[test]
#[cfg_attr(debug_assertions, ignore = "long; run in release")]
fn a_usual_grid_is_filled_with_the_words_of_scowl() {
    let list = FillList::of(&bundled("scowl60").unwrap().unwrap(), None).unwrap();
    let grid = parse(USUAL);
    for seed in 1..=3 {
        let FillEnd::Filled(filled) = Filler::new(&grid, &list, seed).unwrap().next(&mut |_| true) else {
            panic!("not filled")
        };
        check(&grid, &filled, &list);
    }
}

#[test]
fn checksums_are_those_of_the_format() {
    // The rule of the format as its descriptions have it, bit by bit.
    let slow = |bytes: &[u8]| {
        bytes.iter().fold(0u32, |sum, &byte| {
            let low = sum & 1;
            ((sum >> 1) + if low == 1 { 0x8000 } else { 0 } + u32::from(byte)) & 0xffff
        })
    };
    let mut random = Random::new(1);
    for length in 0..200 {
        let bytes: Vec<u8> = (0..length).map(|_| random.bits() as u8).collect();
        assert_eq!(u32::from(puz::checksum(&bytes, 0)), slow(&bytes));
        let (first, rest) = bytes.split_at(length / 2);
        assert_eq!(puz::checksum(rest, puz::checksum(first, 0)), puz::checksum(&bytes, 0));
    }
}

/// A puzzle with everything that files have.
fn sample() -> Puzzle {
    let mut puzzle = decorated(&parse("CAT#D\n-#A-O\nDOG#G"), &mut Random::new(5));
    puzzle.cells[0] = PuzzleCell::Open { solution: Some("CH".to_owned()), circled: true };
    puzzle.cells[14] = PuzzleCell::Open { solution: Some("HEART".to_owned()), circled: false };
    puzzle
}

#[test]
fn cells_of_several_letters_are_kept() {
    let puzzle = sample();
    assert_eq!(puz::read(&puz::write(&puzzle).unwrap()).unwrap(), puzzle);
    assert_eq!(ipuz::read(ipuz::write(&puzzle).as_bytes()).unwrap(), puzzle);
    assert!(matches!(puzzle.grid(&english()), Err(CrosswordError::CellText { row: 1, column: 1, .. })));
    let spanish = Alphabet::builtin("spanish").unwrap();
    let grid = CrosswordGrid::parse("[CH]A-", &spanish).unwrap();
    let puzzle = Puzzle::of(&grid, &spanish);
    assert_eq!(puz::read(&puz::write(&puzzle).unwrap()).unwrap().grid(&spanish).unwrap(), grid);
    let polish = Alphabet::builtin("polish").unwrap();
    let puzzle = Puzzle::of(&CrosswordGrid::parse("ŁA-", &polish).unwrap(), &polish);
    assert!(puz::write(&puzzle).unwrap_err().to_string().contains("Ł"));
    assert_eq!(ipuz::read(ipuz::write(&puzzle).as_bytes()).unwrap().cells, puzzle.cells);
}

#[test]
fn damaged_puz_files_are_errors_or_puzzles() {
    let file = puz::write(&sample()).unwrap();
    for length in 0..file.len() {
        let _ = puz::read(&file[..length]);
    }
    // Up to the sections, each byte is covered by a checksum, but for those that are kept for other programs.
    let end = file.windows(4).position(|name| name == b"GRBS").unwrap();
    for at in 0..file.len() {
        for bit in 0..8 {
            let mut changed = file.clone();
            changed[at] ^= 1 << bit;
            let read = puz::read(&changed);
            let free = (0x18..0x2c).contains(&at);
            assert!(free || at >= end || read.is_err(), "byte {at}, bit {bit}");
        }
    }
    let mut random = Random::new(7);
    for _ in 0..2000 {
        let mut bytes: Vec<u8> = (0..random.below(300)).map(|_| random.bits() as u8).collect();
        let _ = puz::read(&bytes);
        if bytes.len() > 60 {
            bytes[2..14].copy_from_slice(puz::MAGIC);
            bytes[0x32..0x34].fill(0);
            let _ = puz::read(&bytes);
        }
    }
}

/// A file with its solution locked: the letters are others, and the checksums fit again.
fn locked(mut file: Vec<u8>, cells: usize) -> Vec<u8> {
    file[0x32] = 4;
    for letter in file[0x34..0x34 + cells].iter_mut().filter(|letter| letter.is_ascii_uppercase()) {
        *letter = b'A' + (*letter - b'A' + 7) % 26;
    }
    let (sizes, grids) = (file[0x2c..0x34].to_vec(), file[0x34..].to_vec());
    let (solution, rest) = grids.split_at(cells);
    let (state, texts) = rest.split_at(cells);
    let clues = usize::from(u16::from_le_bytes([sizes[2], sizes[3]]));
    // Clues are covered without the zero byte at their end.
    let texts = texts.split(|byte| *byte == 0).take(clues + 4).enumerate().flat_map(|(at, text)| {
        let ends = !text.is_empty() && !(3..3 + clues).contains(&at);
        text.iter().copied().chain(ends.then_some(0))
    });
    let texts: Vec<u8> = texts.collect();
    let sums = [&sizes[..], solution, state, &texts].map(|part| puz::checksum(part, 0).to_le_bytes());
    for (at, letter) in b"ICHEATED".iter().enumerate() {
        file[0x10 + at] = letter ^ sums[at % 4][at / 4];
    }
    file[0x0e..0x10].copy_from_slice(&sums[0]);
    let whole = [&sizes[..], solution, state, &texts].iter().fold(0, |sum, part| puz::checksum(part, sum));
    file[..2].copy_from_slice(&whole.to_le_bytes());
    file
}

#[test]
fn a_locked_solution_is_left_out() {
    let mut puzzle = sample();
    let read = puz::read(&locked(puz::write(&puzzle).unwrap(), puzzle.cells.len())).unwrap();
    puzzle.empty();
    puzzle.locked = true;
    assert_eq!(read, puzzle);
}

#[test]
fn the_name_of_the_file_may_stand_before_it() {
    let file = [b"crossword.puz\n\xcd\x08".as_slice(), &puz::write(&sample()).unwrap()[2..]].concat();
    // The two bytes before the mark are the checksum, whatever stands before them.
    assert!(puz::is_puz(&file) && puz::read(&file).is_err());
    let file = [b"crossword.puz\n".as_slice(), &puz::write(&sample()).unwrap()].concat();
    assert_eq!(puz::read(&file).unwrap(), sample());
}

#[test]
fn damaged_ipuz_files_are_errors_or_puzzles() {
    let file = ipuz::write(&sample());
    for at in 0..file.len() {
        let _ = ipuz::read(&file.as_bytes()[..at]);
        for byte in [b'"', b'[', b'}', b'0', b'-', b'n', 0xff] {
            let mut changed = file.as_bytes().to_vec();
            changed[at] = byte;
            let _ = ipuz::read(&changed);
        }
    }
    let wrapped = format!("ipuz({});\n", file.trim());
    assert_eq!(ipuz::read(wrapped.as_bytes()).unwrap(), sample());
    let head = r#"{"version": "http://ipuz.org/v2", "kind": ["http://ipuz.org/crossword#1"]"#;
    for (rest, problem) in [
        ("}", "'dimensions' has no width"),
        (r#", "dimensions": {"width": 1e9, "height": 1}}"#, "'dimensions' has no width"),
        (r#", "dimensions": {"width": 99999999, "height": 1}}"#, "at most 255"),
        (r#", "dimensions": {"width": 2, "height": 1}, "puzzle": [[0]]}"#, "'puzzle' has not as many"),
        (r#", "dimensions": {"width": 1, "height": 1}, "puzzle": [[0]], "solution": [[]]}"#, "'solution' has not as many"),
    ] {
        let error = ipuz::read(format!("{head}{rest}").as_bytes()).unwrap_err().to_string();
        assert!(error.contains(problem), "{error}");
    }
    let other = ipuz::read(br#"{"kind": ["http://ipuz.org/sudoku#1"]}"#).unwrap_err().to_string();
    assert!(other.contains("no crossword"), "{other}");
    assert!(ipuz::read("[".repeat(100_000).as_bytes()).is_err());
    // What others write: numbers as texts, cells as objects, clues as objects, an empty cell of their own.
    let text = format!(
        r##"{head}, "dimensions": {{"width": 3, "height": 1}}, "block": "X", "empty": "_",
        "puzzle": [[{{"cell": "1", "style": {{"shapebg": "circle"}}}}, "_", "X"]], "solution": [["A", {{"value": "B"}}, null]],
        "clues": {{"Across:Rows": [{{"number": "1-2", "clue": "Letters"}}, "Words", ["F-7", "Foot"]], "Zones": []}}}}"##
    );
    let puzzle = ipuz::read(text.as_bytes()).unwrap();
    let cell = |letter: &str, circled| PuzzleCell::Open { solution: Some(letter.to_owned()), circled };
    assert_eq!(puzzle.cells, [cell("A", true), cell("B", false), PuzzleCell::Block]);
    assert_eq!(puzzle.clue(1, Direction::Across), "Letters");
    assert_eq!((puzzle.clues.len(), puzzle.unnumbered), (1, 2));
}
