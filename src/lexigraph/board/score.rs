//! The score of a play.
//!
//! Letter multipliers apply before word multipliers. Premiums count only under tiles just laid. Each cross word is
//! scored with the multipliers of the new tile's square. The full-rack bonus is added after multiplication. Blanks
//! score 0. The cost is linear in the squares of the words made.

use super::{Board, BoardSetup, Cell, Direction, Layout, Placement, Points, Square};

/// A word that a play makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoredWord {
    /// The first square.
    pub start: Square,
    /// The direction of the word.
    pub direction: Direction,
    /// The tiles, both those laid and those on the board before.
    pub cells: Vec<Cell>,
    /// The score.
    pub points: i32,
}

/// The parts of the score of a play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breakdown {
    /// The word along the tiles laid.
    pub main: ScoredWord,
    /// The words across it, in the order of the tiles laid.
    pub crosses: Vec<ScoredWord>,
    /// The bonus for the number of tiles laid.
    pub bonus: i32,
    /// The sum of all parts.
    pub total: i32,
}

impl Breakdown {
    /// The main word, then the cross words.
    pub fn words(&self) -> impl Iterator<Item = &ScoredWord> {
        std::iter::once(&self.main).chain(&self.crosses)
    }
}

/// The score of a play, on a board without its tiles.
///
/// The placement is not checked: tiles that do not fit the lane are not counted. Sums past the range of `i32`, which
/// no real game reaches, saturate.
#[inline]
pub fn score(board: &Board, setup: &BoardSetup, placement: &Placement) -> i32 {
    let mut crosses = 0i64;
    let main = score_main(board, setup, placement, |_, points| crosses += i64::from(points));
    let bonus = i64::from(setup.layout().bonus(placement.tiles.len()));
    clamp(i64::from(main) + crosses + bonus)
}

/// The [`score`] of a play with every word that it makes.
pub fn breakdown(board: &Board, setup: &BoardSetup, placement: &Placement) -> Breakdown {
    let mut crosses = Vec::new();
    let across = placement.direction.other();
    let points = score_main(board, setup, placement, |(index, cell), points| {
        let (lane, at) = (index, placement.start.lane(placement.direction).0);
        let cells = board.lane(across, lane);
        let (first, end) = run_around(cells, at);
        let mut word = cells[first..end].to_vec();
        word[at - first] = cell;
        crosses.push(ScoredWord { start: Square::on_lane(across, lane, first), direction: across, cells: word, points });
    });
    let cells = placement.main_word(board);
    let main = ScoredWord { start: placement.start, direction: placement.direction, cells, points };
    let bonus = setup.layout().bonus(placement.tiles.len());
    let total = clamp(i64::from(points) + crosses.iter().map(|word| i64::from(word.points)).sum::<i64>() + i64::from(bonus));
    Breakdown { main, crosses, bonus, total }
}

/// The points of the main word. Calls `cross` with the lane index and tile, and the points, of each cross word.
#[inline]
fn score_main(board: &Board, setup: &BoardSetup, placement: &Placement, mut cross: impl FnMut((usize, Cell), i32)) -> i32 {
    let (layout, points): (&Layout, &Points) = (setup.layout(), setup.points());
    if !board.contains(placement.start) {
        return 0;
    }
    let (lane, _) = placement.start.lane(placement.direction);
    let premiums = layout.lane(placement.direction, lane);
    let (mut sum, mut multiplier, mut length) = (0, 1i64, 0);
    for step in placement.walk(board) {
        length += 1;
        let mut letter = points.of(step.cell);
        if step.laid {
            let premium = premiums[step.index];
            letter *= premium.letter();
            multiplier = multiplier.saturating_mul(i64::from(premium.word()));
            if let Some(beside) = cross_sum(board.lane(placement.direction.other(), step.index), lane, points) {
                cross((step.index, step.cell), (beside + letter) * premium.word());
            }
        }
        sum += letter;
    }
    // A single tile without a neighbour on its lane makes no word there.
    if length < 2 { 0 } else { clamp(multiplier.saturating_mul(i64::from(sum))) }
}

#[inline]
fn clamp(sum: i64) -> i32 {
    sum.clamp(i32::MIN.into(), i32::MAX.into()) as i32
}

/// The sum of the points of the tiles right before and after an index of a lane; `None` if there are none.
///
/// These are the points of a cross word through the index without those of the new tile.
#[inline]
pub fn cross_sum(lane: &[Cell], at: usize, points: &Points) -> Option<i32> {
    let before = lane[..at].iter().rev().take_while(|cell| cell.is_tile());
    let after = lane[at + 1..].iter().take_while(|cell| cell.is_tile());
    let mut beside = before.chain(after).peekable();
    beside.peek()?;
    Some(beside.map(|&cell| points.of(cell)).sum())
}

/// The start and the end of the run of tiles through index `at`, as if it had a tile.
#[inline]
fn run_around(lane: &[Cell], at: usize) -> (usize, usize) {
    let before = lane[..at].iter().rev().take_while(|cell| cell.is_tile()).count();
    let after = lane[at + 1..].iter().take_while(|cell| cell.is_tile()).count();
    (at - before, at + 1 + after)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::alphabet::Alphabet;
    use crate::board::word_text;
    use std::sync::Arc;

    /// A setup with these premiums in row 1; the other rows are plain.
    fn setup(first_row: &str) -> Arc<BoardSetup> {
        let plain = ".".repeat(first_row.len());
        let text = format!(
            "title = \"test\"\nrack = 7\nfull_rack_bonus = {{ 7 = 50 }}\nsquares = [\"{first_row}\", {}]",
            vec![format!("\"{plain}\""); 7].join(", ")
        );
        BoardSetup::new(Alphabet::builtin("english").unwrap(), Layout::from_toml("test", &text).unwrap()).unwrap()
    }

    fn place(setup: &BoardSetup, board: &Board, play: &str) -> Breakdown {
        let placement = Placement::parse(play, board, setup.alphabet()).unwrap();
        let breakdown = breakdown(board, setup, &placement);
        assert_eq!(breakdown.total, score(board, setup, &placement));
        breakdown
    }

    fn go(first_row: &str, word: &str) -> i32 {
        let setup = setup(first_row);
        place(&setup, &Board::new(setup.layout()), &format!("1A {word}")).total
    }

    #[test]
    fn letters_multiply_before_words() {
        assert_eq!(go("........", "GO"), 3);
        assert_eq!(go("t.......", "GO"), 7);
        assert_eq!(go("T.......", "GO"), 9);
        assert_eq!(go("Tt......", "GO"), 15);
        assert_eq!(go("tT......", "GO"), 21);
        assert_eq!(go("Qq......", "GO"), 24);
    }

    #[test]
    fn a_blank_is_worth_nothing_but_its_square_still_multiplies_the_word() {
        assert_eq!(go("........", "gO"), 1);
        assert_eq!(go("t.......", "gO"), 1);
        assert_eq!(go("T.......", "gO"), 3);
    }

    #[test]
    fn the_bonus_comes_after_multiplication() {
        assert_eq!(go("T.......", "OTARIES"), 7 * 3 + 50);
        assert_eq!(go("T.......", "OTARIE"), 6 * 3);
    }

    /// MOLD lies on the first row; SIT goes down right after it.
    fn molds(first_row: &str) -> Breakdown {
        let setup = setup(first_row);
        let mut board = Board::new(setup.layout());
        for (column, &tile) in (0..).zip(&setup.alphabet().parse("MOLD").unwrap()) {
            board.set(Square::new(0, column), Cell::tile(tile));
        }
        let parts = place(&setup, &board, "E1 SIT");
        let text = |word: &ScoredWord| word_text(setup.alphabet(), &word.cells);
        assert_eq!((text(&parts.main).as_str(), parts.crosses.len()), ("SIT", 1));
        assert_eq!((text(&parts.crosses[0]).as_str(), parts.crosses[0].start), ("MOLDS", Square::new(0, 0)));
        parts
    }

    #[test]
    fn cross_words_count_with_the_new_tiles_square_only() {
        assert_eq!(molds("........").total, 11);
        assert_eq!(molds("....T...").total, 33);
        assert_eq!(molds("T..d....").total, 11);
        let parts = molds("....T...");
        assert_eq!((parts.main.points, parts.crosses[0].points, parts.bonus), (9, 24, 0));
    }
}
