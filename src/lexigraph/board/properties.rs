//! Properties that hold for random boards and for any text. A slow scorer that does not use lanes is the witness.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use proptest::prelude::*;

use super::gcg::{Event, EventKind, Gcg};
use super::*;

/// Simple random numbers (xorshift): a whole game depends on one seed.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % end
    }
}

const ALPHABETS: [&str; 4] = ["english", "catalan", "turkish", "spanish"];

fn setup(seed: u64) -> Arc<BoardSetup> {
    let layouts: Vec<&str> = builtin_layouts().collect();
    let alphabet = ALPHABETS[(seed >> 8) as usize % ALPHABETS.len()];
    BoardSetup::builtin(alphabet, layouts[seed as usize % layouts.len()]).unwrap()
}

/// A rack of up to `size` tiles drawn from what is unseen.
fn draw(position: &Position, size: usize, random: &mut Random) -> Rack {
    let bag: Vec<Cell> = position.as_unchecked().unseen().unwrap().cells().collect();
    let mut rack = Rack::EMPTY;
    let mut drawn = BTreeSet::new();
    while !bag.is_empty() && drawn.len() < size.min(bag.len()) {
        let index = random.below(bag.len());
        if drawn.insert(index) {
            assert!(rack.add(bag[index]));
        }
    }
    rack
}

/// A random placement of tiles of the rack, legal or not.
fn placement(position: &Position, random: &mut Random) -> Option<Placement> {
    let board = position.board();
    let letters = position.setup().alphabet().len();
    let mut left: Vec<Cell> = position.rack().cells().collect();
    let mut tiles = Tiles::NONE;
    for _ in 0..1 + random.below(left.len().max(1)) {
        if !left.is_empty() {
            let cell = left.swap_remove(random.below(left.len()));
            let any = crate::alphabet::Tile::from_label(1 + random.below(letters) as u8);
            assert!(tiles.push(if cell.is_blank() { Cell::blank(any) } else { cell }));
        }
    }
    let start = Square::new(random.below(board.rows()) as u8, random.below(board.columns()) as u8);
    let start = if board.is_empty() { position.setup().layout().start() } else { start };
    let direction = Direction::BOTH[random.below(2)];
    let placement = Placement { start, direction, tiles }.normalised(board);
    position.check(&placement).is_ok().then_some(placement)
}

/// Plays up to `turns` random legal placements, handing each position and its play to `each`.
fn game(seed: u64, turns: usize, mut each: impl FnMut(&Position, &Placement)) -> Position {
    let mut random = Random(seed | 1);
    let mut position = Position::new(setup(seed));
    for _ in 0..turns {
        position.set_rack(0, Rack::EMPTY).unwrap();
        let rack = draw(&position, position.setup().layout().rack(), &mut random);
        position.set_rack(0, rack).unwrap();
        if let Some(placement) = (0..200).find_map(|_| placement(&position, &mut random)) {
            each(&position, &placement);
            let _ = position.play(&Move::Place(placement)).unwrap();
        }
    }
    position
}

/// The score, computed only from squares and their neighbours: every maximal run through a new tile, each once.
fn slow_score(position: &Position, placement: &Placement) -> i32 {
    let (setup, step) = (position.setup(), if placement.direction == Direction::Across { (0, 1) } else { (1, 0) });
    let at = |square: Square| (i32::from(square.row), i32::from(square.column));
    let mut tiles: BTreeMap<(i32, i32), Cell> = position.board().tiles().map(|(square, cell)| (at(square), cell)).collect();
    let (mut here, mut new) = (at(placement.start), BTreeSet::new());
    for &cell in placement.tiles.iter() {
        while tiles.contains_key(&here) {
            here = (here.0 + step.0, here.1 + step.1);
        }
        tiles.insert(here, cell);
        new.insert(here);
    }
    let mut words = BTreeSet::new();
    for &square in &new {
        for step in [(0, 1), (1, 0)] {
            let mut first = square;
            while tiles.contains_key(&(first.0 - step.0, first.1 - step.1)) {
                first = (first.0 - step.0, first.1 - step.1);
            }
            words.insert((first, step));
        }
    }
    let mut total = 0;
    for (first, step) in words {
        let (mut here, mut sum, mut times, mut length) = (first, 0, 1, 0);
        while let Some(cell) = tiles.get(&here) {
            let letter = setup.alphabet().letter(cell.letter().unwrap());
            let points = if cell.is_blank() { 0 } else { i32::from(letter.points) };
            let premium = setup.layout().premium(Square::new(here.0 as u8, here.1 as u8));
            let fresh = new.contains(&here);
            sum += if fresh { points * premium.letter() } else { points };
            times *= if fresh { premium.word() } else { 1 };
            length += 1;
            here = (here.0 + step.0, here.1 + step.1);
        }
        total += if length > 1 { sum * times } else { 0 };
    }
    total + setup.layout().bonus(placement.tiles.len())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) })]

    #[test]
    fn scores_agree_with_the_slow_scorer_and_across_the_diagonal(seed in any::<u64>()) {
        game(seed, 20, |position, placement| {
            let score = position.score(placement);
            assert_eq!(score, slow_score(position, placement));
            let parts = breakdown(position.board(), position.setup(), placement);
            assert_eq!(parts.total, score);
            let made = 1 + parts.crosses.len();
            let transposed = position.transposed();
            let mirrored = placement.transposed().normalised(transposed.board());
            assert_eq!(transposed.check(&mirrored), Ok(()));
            assert_eq!(transposed.score(&mirrored), score);
            let parts = breakdown(transposed.board(), transposed.setup(), &mirrored);
            assert_eq!((parts.total, 1 + parts.crosses.len()), (score, made));
        });
    }

    #[test]
    fn a_play_is_undone_exactly_and_keeps_the_position_legal(seed in any::<u64>()) {
        game(seed, 20, |position, placement| {
            let mut copy = position.clone();
            let undo = copy.play(&Move::Place(*placement)).unwrap();
            assert_eq!(undo.score, position.score(placement));
            assert!(copy.as_unchecked().problems().is_empty(), "{:?}", copy.as_unchecked().problems());
            // The columns agree with the rows.
            for square in copy.board().squares() {
                let (lane, index) = square.lane(Direction::Down);
                assert_eq!(copy.board().lane(Direction::Down, lane)[index], copy.board().get(square));
            }
            // The words of the breakdown are on the board now.
            let parts = breakdown(position.board(), position.setup(), placement);
            for word in parts.crosses.iter().chain([&parts.main]) {
                let on_board = |other: BoardWord<'_>| (other.start, other.direction, other.cells) == (word.start, word.direction, &word.cells[..]);
                assert!(copy.words_on_board().any(on_board));
            }
            copy.set_rack(1, Rack::EMPTY).unwrap();
            copy.undo(undo);
            assert_eq!(&copy, position);
        });
    }

    #[test]
    fn positions_and_plays_come_back_from_their_texts(seed in any::<u64>()) {
        game(seed, 12, |position, placement| {
            let setup = position.setup();
            let cgp = position.to_cgp();
            let read = Cgp::parse(&cgp, setup).unwrap();
            assert_eq!((&read.position, read.render()), (position.as_unchecked(), cgp));
            let sheet = sheet::render(position.as_unchecked());
            let read = read_position(&sheet, setup).unwrap().position;
            assert_eq!((&read.board, read.racks[0]), (position.board(), *position.rack()));
            for through in [Through::Parentheses, Through::Dots] {
                let text = placement.notation(position.board(), setup.alphabet(), through);
                assert_eq!(Placement::parse(&text, position.board(), setup.alphabet()), Ok(*placement), "{}", text);
            }
            assert_eq!(placement.written(position.board()).resolve(position.board(), setup.alphabet()), Ok(*placement));
        });
    }

    #[test]
    fn games_come_back_from_gcg(seed in any::<u64>()) {
        let (written, end) = written_game(seed);
        let bytes = written.to_bytes();
        let read = Gcg::parse(&bytes, &written.setup).unwrap();
        prop_assert_eq!(read.to_bytes(), bytes);
        let replay = read.replay().unwrap();
        prop_assert_eq!(replay.end.board(), end.board());
        let [first, second] = replay.scores;
        prop_assert!(end.scores() == [first, second] || end.scores() == [second, first]);
    }

    #[test]
    fn no_text_makes_a_reader_panic(text in any::<String>(), seed in any::<u64>()) {
        read_everything(text.as_bytes(), &setup(seed));
    }

    #[test]
    fn no_changed_text_makes_a_reader_panic(seed in any::<u64>()) {
        let mut random = Random(seed | 1);
        let position = game(seed, 6, |_, _| {});
        let texts = [position.to_cgp(), sheet::render(position.as_unchecked()), written_game(seed).0.render()];
        for text in texts {
            for _ in 0..20 {
                let mut bytes = text.clone().into_bytes();
                for _ in 0..1 + random.below(3) {
                    let at = random.below(bytes.len());
                    const SIGNS: &[u8] = b"/0123456789 \n\t[]()?._=;#>:-+aAzZQ\xC3\x87\xFF";
                    let sign = SIGNS[random.below(SIGNS.len())];
                    match random.below(4) {
                        0 => bytes[at] = sign,
                        1 => bytes.insert(at, sign),
                        2 => drop(bytes.remove(at)),
                        _ => bytes.truncate(at),
                    }
                    if bytes.is_empty() {
                        break;
                    }
                }
                read_everything(&bytes, position.setup());
            }
        }
    }

    #[test]
    fn no_play_panics(row in any::<u8>(), column in any::<u8>(), down in any::<bool>(), cells in prop::collection::vec(0u8..64, 0..=MAX_RACK), seed in any::<u64>()) {
        let mut position = game(seed, 4, |_, _| {});
        let direction = if down { Direction::Down } else { Direction::Across };
        let cells: Vec<Cell> = cells.into_iter().map(|number| Cell::tile(crate::alphabet::Tile::from_label(number))).collect();
        let tiles = Tiles::from_slice(&cells).unwrap();
        for (row, column) in [(row, column), (row % 15, column % 15)] {
            let placement = Placement { start: Square::new(row, column), direction, tiles };
            let before = position.clone();
            let _ = (placement.normalised(position.board()), breakdown(position.board(), position.setup(), &placement));
            let score = position.score(&placement);
            let undo = position.play_unchecked(&placement, score);
            position.undo(undo);
            prop_assert_eq!(&position, &before);
            for play in [Move::Place(placement), Move::Exchange(tiles)] {
                if let Ok(undo) = position.play(&play) {
                    position.undo(undo);
                }
            }
            prop_assert_eq!(&position, &before);
        }
    }
}

#[test]
fn random_games_are_worth_looking_at() {
    let (mut plays, mut through, mut crosses, mut blanks) = (0, 0, 0, 0);
    for seed in 1..100u64 {
        game(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15), 20, |position, placement| {
            let parts = breakdown(position.board(), position.setup(), placement);
            plays += 1;
            through += usize::from(parts.main.cells.len() > placement.tiles.len());
            crosses += parts.crosses.len();
            blanks += usize::from(placement.tiles.iter().any(|cell| cell.is_blank()));
        });
    }
    assert!(plays > 1500 && through > 500 && crosses > 500 && blanks > 100, "{plays} {through} {crosses} {blanks}");
}

/// A random game as GCG, and its last position.
fn written_game(seed: u64) -> (Gcg, Position) {
    let mut written = Gcg::new(setup(seed));
    written.push_pragma("player1", "one Number One");
    written.push_pragma("player2", "two Číslo dvě");
    let nicks = ["one", "two"];
    let mut turn = 0;
    let end = game(seed, 12, |position, placement| {
        let rack: Vec<Cell> = position.rack().cells().collect();
        let points = position.score(placement);
        written.push_event(Event {
            nick: nicks[turn % 2].to_owned(),
            rack: Tiles::from_slice(&rack).unwrap(),
            kind: EventKind::Play(placement.written(position.board())),
            points,
            total: position.scores()[0] + points,
        });
        turn += 1;
    });
    (written, end)
}

/// Reads bytes with every reader; what is accepted must read back the same.
fn read_everything(bytes: &[u8], setup: &Arc<BoardSetup>) {
    let text = String::from_utf8_lossy(bytes);
    for read in [read_position(&text, setup).ok(), Cgp::parse(&text, setup).ok()].into_iter().flatten() {
        let written = read.render();
        let again = Cgp::parse(&written, &read.position.setup).unwrap();
        assert_eq!((again.render(), &again.position), (written, &read.position), "{text}");
        let _ = (read.position.problems(), sheet::render(&read.position), sheet::picture(&read.position.board, setup));
        if let Ok(position) = Position::try_from(read.position) {
            let canonical = position.to_cgp();
            assert_eq!(Cgp::parse(&canonical, position.setup()).unwrap().render(), canonical);
        }
    }
    if let Ok(unchecked) = sheet::parse(&text, setup) {
        let again = sheet::parse(&sheet::render(&unchecked), setup).ok();
        assert_eq!(again.map(|again| again.board), Some(unchecked.board), "{text}");
    }
    for word in text.split_whitespace() {
        let _ = (parse_place(word), Rack::parse(word, setup.alphabet()));
    }
    let board = Board::new(setup.layout());
    let _ = Placement::parse(&text, &board, setup.alphabet());
    let _ = Layout::from_toml("any", &text);
    if let Ok(game) = Gcg::parse(bytes, setup) {
        let written = game.to_bytes();
        let again = Gcg::parse(&written, &game.setup).unwrap_or_else(|error| panic!("{error}: {text}"));
        assert_eq!(again.to_bytes(), written);
        let _ = game.replay();
    }
}
