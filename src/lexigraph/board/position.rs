//! Positions: board, racks and scores; their problems, and moves on them.

use std::sync::Arc;

use thiserror::Error;

use super::check::{Problem, Problems, problems};
use super::{Bag, Board, BoardSetup, BoardWord, Cell, Direction, Move, Placement, Rack, Square, Tiles, score};

/// A position that may be illegal. The player on turn comes first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UncheckedPosition {
    /// Alphabet and layout.
    pub setup: Arc<BoardSetup>,
    /// The board.
    pub board: Board,
    /// The known tiles on the racks.
    pub racks: [Rack; 2],
    /// The scores.
    pub scores: [i32; 2],
    /// The number of scoreless turns in a row before this one.
    pub scoreless_turns: u16,
}

impl UncheckedPosition {
    /// The start of a game: an empty board and empty racks.
    #[inline]
    pub fn new(setup: Arc<BoardSetup>) -> UncheckedPosition {
        let board = Board::new(setup.layout());
        UncheckedPosition { setup, board, racks: [Rack::EMPTY; 2], scores: [0; 2], scoreless_turns: 0 }
    }

    /// All problems that make the position illegal, in a fixed order. Linear in the number of squares.
    #[inline]
    pub fn problems(&self) -> Vec<Problem> {
        problems(self)
    }

    /// Warnings for the words on the board that `is_word` does not know.
    #[inline]
    pub fn phonies(&self, mut is_word: impl FnMut(&[Cell]) -> bool) -> Vec<Problem> {
        let unknown = self.board.words().filter(|word| !is_word(word.cells));
        unknown.map(|word| Problem::not_a_word(&word, self.setup.alphabet())).collect()
    }

    /// The tiles that are neither on the board nor on the racks; empty if the alphabet has no tile counts.
    ///
    /// # Errors
    /// [`BagError`](super::BagError) if board and racks have more tiles of a letter than the game.
    #[inline]
    pub fn unseen(&self) -> Result<Bag, super::BagError> {
        let full = Bag::full(self.setup.alphabet());
        if full.is_empty() { Ok(full) } else { Bag::unseen(self.setup.alphabet(), &self.board, &self.racks) }
    }

    /// The same position on the transposed board.
    #[inline]
    pub fn transposed(&self) -> UncheckedPosition {
        UncheckedPosition { setup: self.setup.transposed(), board: self.board.transposed(), ..self.clone() }
    }
}

/// Why a move cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlayError {
    /// The play lays no tile.
    #[error("the play lays no tile")]
    NoTiles,
    /// A blank stands for no letter, or a letter is not in the alphabet.
    #[error("tile {place} of the play stands for no letter")]
    NoLetter {
        /// The tile, from 1.
        place: usize,
    },
    /// The start is not on the board.
    #[error("the play starts at {start}, which is not on the board")]
    Start {
        /// The start.
        start: Square,
    },
    /// The lane has too few squares for the tiles.
    #[error("{left} of the tiles find no square: the lane ends after {square}")]
    NoRoom {
        /// The last square before the hole or edge.
        square: Square,
        /// How many tiles are left.
        left: usize,
    },
    /// A tile lies right before the start.
    #[error("a tile lies before {start}: give the first square of the whole word")]
    NotAtStart {
        /// The start.
        start: Square,
    },
    /// The main word has one letter.
    #[error("{start}: the word {direction} has one letter")]
    OneLetter {
        /// The start.
        start: Square,
        /// The direction of the play.
        direction: Direction,
    },
    /// The play is a single tile that makes a word across, but it goes down.
    #[error("{start}: a single tile that makes a word across is written across")]
    NotNormal {
        /// The start.
        start: Square,
    },
    /// The play touches no tile.
    #[error("the play touches no tile on the board")]
    NotConnected,
    /// The first play misses the start square.
    #[error("the first play must cover {square}")]
    MissesStart {
        /// The start square.
        square: Square,
    },
    /// The rack does not have the tiles of the move.
    #[error("the rack does not hold the tiles of the move")]
    NotOnRack,
    /// The bag has fewer tiles than are exchanged.
    #[error("{asked} tiles cannot be exchanged, the bag holds {bag}")]
    Bag {
        /// The number of tiles to exchange.
        asked: usize,
        /// The number of tiles in the bag: the unseen tiles without the opponent's rack.
        bag: usize,
    },
}

/// The squares on which a move laid tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaidSquares {
    direction: Direction,
    lane: u8,
    /// The indices of the squares on the lane, as bits.
    indices: u32,
}

impl LaidSquares {
    /// The squares of a move that lays no tiles.
    pub const NONE: LaidSquares = LaidSquares { direction: Direction::Across, lane: 0, indices: 0 };
}

/// What is needed to take a move back: the state of the position before it. The position is restored exactly,
/// whatever was drawn after the move.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct Undo {
    /// The squares on which the move laid tiles.
    pub laid: LaidSquares,
    racks: [Rack; 2],
    scores: [i32; 2],
    scoreless_turns: u16,
    /// The score of the move.
    pub score: i32,
}

/// A legal position: sizes agree, the game has all tiles, and they are connected with the start square.
///
/// The player on turn comes first; each move swaps the players. A position draws no tiles: see
/// [`set_rack`](Position::set_rack).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    unchecked: UncheckedPosition,
}

impl Position {
    /// The start of a game, with empty racks.
    #[inline]
    pub fn new(setup: Arc<BoardSetup>) -> Position {
        Position { unchecked: UncheckedPosition::new(setup) }
    }

    /// The position as an unchecked one.
    #[inline]
    pub fn as_unchecked(&self) -> &UncheckedPosition {
        &self.unchecked
    }

    /// Converts to an unchecked position.
    #[inline]
    pub fn into_unchecked(self) -> UncheckedPosition {
        self.unchecked
    }

    /// Alphabet and layout.
    #[inline]
    pub fn setup(&self) -> &Arc<BoardSetup> {
        &self.unchecked.setup
    }

    /// The board.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.unchecked.board
    }

    /// The rack of the player on turn.
    #[inline]
    pub fn rack(&self) -> &Rack {
        &self.unchecked.racks[0]
    }

    /// The known tiles on the other player's rack.
    #[inline]
    pub fn opponent_rack(&self) -> &Rack {
        &self.unchecked.racks[1]
    }

    /// The scores, that of the player on turn first.
    #[inline]
    pub fn scores(&self) -> [i32; 2] {
        self.unchecked.scores
    }

    /// The number of scoreless turns in a row before this one.
    #[inline]
    pub fn scoreless_turns(&self) -> u16 {
        self.unchecked.scoreless_turns
    }

    /// All words of two tiles or more on the board.
    #[inline]
    pub fn words_on_board(&self) -> impl Iterator<Item = BoardWord<'_>> {
        self.unchecked.board.words()
    }

    /// Replaces a rack, as after drawing: 0 is the player on turn.
    ///
    /// # Errors
    /// The problems that the position would have; it does not change.
    ///
    /// # Panics
    /// If `player` is not 0 or 1.
    #[inline]
    pub fn set_rack(&mut self, player: usize, rack: Rack) -> Result<(), Problems> {
        let before = std::mem::replace(&mut self.unchecked.racks[player], rack);
        let problems = super::check::rack_problems(&self.unchecked);
        if problems.is_empty() {
            return Ok(());
        }
        self.unchecked.racks[player] = before;
        Err(Problems(problems))
    }

    /// Replaces both racks without checking them, as a game does, whose racks come from its bag. Wrong racks make the
    /// position illegal.
    #[inline]
    pub fn set_racks_unchecked(&mut self, racks: [Rack; 2]) {
        self.unchecked.racks = racks;
    }

    /// Adds a bonus or a penalty to the score of a player: 0 is the player on turn.
    ///
    /// # Panics
    /// If `player` is not 0 or 1.
    #[inline]
    pub fn add_score(&mut self, player: usize, points: i32) {
        let score = &mut self.unchecked.scores[player];
        *score = score.saturating_add(points);
    }

    /// Replaces the scores, that of the player on turn first, as a game does whose players are more than two.
    #[inline]
    pub fn set_scores(&mut self, scores: [i32; 2]) {
        self.unchecked.scores = scores;
    }

    /// Checks a placement: it is in its normal form, fits the board, touches a tile, and its tiles are on the rack.
    /// Words are not looked up.
    ///
    /// # Errors
    /// [`PlayError`] says what is wrong.
    #[inline]
    pub fn check(&self, placement: &Placement) -> Result<(), PlayError> {
        check_on_board(&self.unchecked.board, &self.unchecked.setup, placement)?;
        if self.rack().holds(&placement.tiles) { Ok(()) } else { Err(PlayError::NotOnRack) }
    }

    /// The score of a placement.
    #[inline]
    pub fn score(&self, placement: &Placement) -> i32 {
        score(&self.unchecked.board, &self.unchecked.setup, placement)
    }

    /// Plays a move after checking it. Words are not looked up.
    ///
    /// # Errors
    /// [`PlayError`] says what is wrong; the position does not change.
    #[inline]
    pub fn play(&mut self, play: &Move) -> Result<Undo, PlayError> {
        match play {
            Move::Place(placement) => {
                self.check(placement)?;
                let score = self.score(placement);
                Ok(self.play_unchecked(placement, score))
            }
            Move::Exchange(tiles) => self.exchange(tiles),
            Move::Pass => Ok(self.turn(Rack::clone(self.rack()), 0, LaidSquares::NONE)),
        }
    }

    fn exchange(&mut self, tiles: &Tiles) -> Result<Undo, PlayError> {
        if tiles.is_empty() {
            return Err(PlayError::NoTiles);
        }
        let mut rack = *self.rack();
        if !tiles.iter().all(|&cell| rack.remove(cell)) {
            return Err(PlayError::NotOnRack);
        }
        if let Ok(unseen) = self.unchecked.unseen() {
            // An opponent whose rack is unknown holds a full rack.
            let hidden = self.setup().layout().rack().saturating_sub(self.opponent_rack().len());
            let bag = unseen.len().saturating_sub(hidden);
            if bag < tiles.len() && !Bag::full(self.setup().alphabet()).is_empty() {
                return Err(PlayError::Bag { asked: tiles.len(), bag });
            }
        }
        Ok(self.turn(rack, 0, LaidSquares::NONE))
    }

    /// Plays a placement without checking it, with its score; the generator's own plays are legal. An illegal
    /// placement makes the position illegal; [`undo`](Self::undo) restores it even then.
    pub fn play_unchecked(&mut self, placement: &Placement, score: i32) -> Undo {
        let mut rack = *self.rack();
        for &cell in placement.tiles.iter() {
            rack.remove(cell);
        }
        let (lane, _) = placement.start.lane(placement.direction);
        let steps = placement.walk(&self.unchecked.board).filter(|step| step.laid);
        let mut laid = [(0, Cell::EMPTY); super::MAX_RACK];
        let mut mask = 0;
        let count = laid.iter_mut().zip(steps).map(|(place, step)| *place = (step.index, step.cell)).count();
        for &(index, cell) in &laid[..count] {
            self.unchecked.board.set(Square::on_lane(placement.direction, lane, index), cell);
            mask |= 1 << index;
        }
        self.turn(rack, score, LaidSquares { direction: placement.direction, lane: lane as u8, indices: mask })
    }

    /// Ends the turn: the mover's rack becomes `rack`, and the players are swapped.
    #[inline]
    fn turn(&mut self, rack: Rack, score: i32, laid: LaidSquares) -> Undo {
        let UncheckedPosition { racks, scores, scoreless_turns, .. } = &mut self.unchecked;
        let undo = Undo { laid, racks: *racks, scores: *scores, scoreless_turns: *scoreless_turns, score };
        *racks = [racks[1], rack];
        *scores = [scores[1], scores[0].saturating_add(score)];
        *scoreless_turns = if score == 0 { scoreless_turns.saturating_add(1) } else { 0 };
        undo
    }

    /// Takes the last move back: restores board, racks, scores and turns. Moves must be taken back in reverse order.
    #[inline]
    pub fn undo(&mut self, undo: Undo) {
        self.lift(undo.laid);
        self.unchecked.racks = undo.racks;
        self.unchecked.scores = undo.scores;
        self.unchecked.scoreless_turns = undo.scoreless_turns;
    }

    /// Takes the tiles off these squares. Racks, scores and turns stay as they are.
    #[inline]
    pub fn lift(&mut self, squares: LaidSquares) {
        let mut indices = squares.indices;
        while indices != 0 {
            let index = indices.trailing_zeros() as usize;
            indices &= indices - 1;
            self.unchecked.board.set(Square::on_lane(squares.direction, squares.lane.into(), index), Cell::EMPTY);
        }
    }

    /// The same position on the transposed board.
    #[inline]
    pub fn transposed(&self) -> Position {
        Position { unchecked: self.unchecked.transposed() }
    }
}

impl TryFrom<UncheckedPosition> for Position {
    type Error = Problems;

    #[inline]
    fn try_from(unchecked: UncheckedPosition) -> Result<Position, Problems> {
        let problems = unchecked.problems();
        if problems.is_empty() { Ok(Position { unchecked }) } else { Err(Problems(problems)) }
    }
}

/// Checks that a placement is in its normal form, fits the board and touches a tile.
///
/// # Errors
/// [`PlayError`] says what is wrong.
pub(super) fn check_on_board(board: &Board, setup: &BoardSetup, placement: &Placement) -> Result<(), PlayError> {
    let (start, direction) = (placement.start, placement.direction);
    if placement.tiles.is_empty() {
        return Err(PlayError::NoTiles);
    }
    let of_alphabet = |cell: &Cell| (1..=setup.alphabet().len()).contains(&usize::from(cell.number()));
    if let Some(place) = placement.tiles.iter().position(|cell| !of_alphabet(cell)) {
        return Err(PlayError::NoLetter { place: place + 1 });
    }
    if !board.contains(start) {
        return Err(PlayError::Start { start });
    }
    let (lane, first) = start.lane(direction);
    if first > 0 && board.lane(direction, lane)[first - 1].is_tile() {
        return Err(PlayError::NotAtStart { start });
    }
    let (mut walk, mut length, mut touches, mut over_start) = (placement.walk(board), 0, false, false);
    for step in walk.by_ref() {
        let square = Square::on_lane(direction, lane, step.index);
        length += 1;
        touches |= !step.laid || board.has_neighbour_along(square, direction.other());
        over_start |= square == setup.layout().start();
    }
    if !walk.rest().is_empty() {
        let last = walk.index().max(first + 1) - 1;
        return Err(PlayError::NoRoom { square: Square::on_lane(direction, lane, last), left: walk.rest().len() });
    }
    if length < 2 {
        return Err(PlayError::OneLetter { start, direction });
    }
    if board.is_empty() {
        return if over_start { Ok(()) } else { Err(PlayError::MissesStart { square: setup.layout().start() }) };
    }
    if !touches {
        return Err(PlayError::NotConnected);
    }
    if *placement != placement.normalised(board) { Err(PlayError::NotNormal { start }) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Cgp, word_text};

    fn position(row_8: &str, racks: &str) -> Position {
        let setup = BoardSetup::builtin("english", "standard-15").unwrap();
        let text = format!("15/15/15/15/15/15/15/{row_8}/15/15/15/15/15/15/15 {racks} 10/20 1");
        Cgp::parse(&text, &setup).unwrap().position.try_into().unwrap()
    }

    fn placement(position: &Position, text: &str) -> Placement {
        Placement::parse(text, position.board(), position.setup().alphabet()).unwrap()
    }

    #[test]
    fn a_move_changes_places_and_undo_restores() {
        let mut position = position("4MOLD7", "SITAB?E/QZ");
        let before = position.clone();
        let play = placement(&position, "I8 SiT");
        let undo = position.play(&Move::Place(play)).unwrap();
        assert_eq!(undo.score, 10);
        assert_eq!(position.to_cgp(), "15/15/15/15/15/15/15/4MOLDS6/8i6/8T6/15/15/15/15/15 QZ/ABEI 20/20 0");
        assert!(position.set_rack(1, Rack::EMPTY).is_ok());
        let second = position.play(&Move::Pass).unwrap();
        assert_eq!((position.scoreless_turns(), position.scores()), (1, [20, 20]));
        position.undo(second);
        position.undo(undo);
        assert_eq!(position, before);
        let exchange = Move::Exchange(Tiles::from_slice(&[Cell::BLANK]).unwrap());
        let undo = position.play(&exchange).unwrap();
        assert_eq!((position.opponent_rack().len(), position.scoreless_turns()), (6, 2));
        position.undo(undo);
        assert_eq!(position, before);
    }

    #[test]
    fn each_illegal_move_has_its_error() {
        let position = position("4MOLD7", "SITAB?E/QZ");
        let check = |text: &str| position.check(&placement(&position, text));
        assert_eq!(check("I8 S"), Ok(()));
        assert_eq!(check("9H AB"), Ok(()));
        assert_eq!(check("10H AB"), Err(PlayError::NotConnected));
        assert_eq!(check("I8 SS"), Err(PlayError::NotOnRack));
        assert_eq!(check("I8 xyZ"), Err(PlayError::NotOnRack));
        let normal = placement(&position, "8E MOLDS");
        let changed = |change: &dyn Fn(&mut Placement)| {
            let mut placement = normal;
            change(&mut placement);
            position.check(&placement).unwrap_err()
        };
        let (h8, i8) = (Square::new(7, 7), Square::new(7, 8));
        assert_eq!(changed(&|play| play.start = i8), PlayError::NotAtStart { start: i8 });
        assert_eq!(changed(&|play| play.tiles = Tiles::NONE), PlayError::NoTiles);
        assert_eq!(
            changed(&|play| play.tiles = Tiles::from_slice(&[Cell::BLANK]).unwrap()),
            PlayError::NoLetter { place: 1 }
        );
        let far = Square::new(15, 0);
        assert_eq!(changed(&|play| play.start = far), PlayError::Start { start: far });
        let many = Tiles::from_slice(&[normal.tiles[0]; 8]).unwrap();
        let end = Square::new(7, 14);
        assert_eq!(changed(&|play| play.tiles = many), PlayError::NoRoom { square: end, left: 1 });
        let alone = Square::new(0, 0);
        assert!(matches!(changed(&|play| play.start = alone), PlayError::OneLetter { .. }));
        let down = Placement { start: i8, direction: Direction::Down, ..normal };
        assert!(matches!(position.check(&down), Err(PlayError::OneLetter { .. })));
        assert_eq!(down.normalised(position.board()), normal);
        // A single tile that makes words in both directions goes across.
        let mut both = position.clone();
        let _ = both.play(&Move::Place(placement(&both, "E8 (M)AT"))).unwrap();
        both.set_rack(1, Rack::EMPTY).unwrap();
        both.set_rack(0, Rack::parse("IB", both.setup().alphabet()).unwrap()).unwrap();
        let across = placement(&both, "9E (A)B");
        let down = Placement { start: Square::new(7, 5), direction: Direction::Down, ..across };
        assert_eq!(both.check(&across), Ok(()));
        assert_eq!(both.check(&down), Err(PlayError::NotNormal { start: Square::new(7, 5) }));
        assert_eq!((down.normalised(both.board()), both.score(&down)), (across, both.score(&across)));
        let empty = Position {
            unchecked: UncheckedPosition {
                racks: [*position.rack(), Rack::EMPTY],
                ..UncheckedPosition::new(position.setup().clone())
            },
        };
        assert_eq!(empty.check(&placement(&empty, "8H SIT")), Ok(()));
        assert_eq!(empty.check(&placement(&empty, "8I SIT")), Err(PlayError::MissesStart { square: h8 }));
        let exchange =
            |cells: &[Cell]| position.clone().play(&Move::Exchange(Tiles::from_slice(cells).unwrap())).unwrap_err();
        assert_eq!(exchange(&[Cell::BLANK; 2]), PlayError::NotOnRack);
        assert_eq!(exchange(&[]), PlayError::NoTiles);
    }

    #[test]
    fn words_on_the_board_can_be_looked_up_elsewhere() {
        let position = position("4MOLD7", "SITAB?E/QZ");
        let alphabet = position.setup().alphabet();
        let words: Vec<String> = position.words_on_board().map(|word| word_text(alphabet, word.cells)).collect();
        assert_eq!(words, ["MOLD"]);
        let phonies = position.as_unchecked().phonies(|_| false);
        assert_eq!(phonies[0].to_string(), "row 8, column E: MOLD (8E, across) is not in the lexicon");
        assert_eq!(phonies[0].severity(), crate::board::Severity::Warning);
        assert!(position.as_unchecked().phonies(|word| word.len() == 4).is_empty());
    }

    #[test]
    fn exchanges_need_as_many_tiles_in_the_bag() {
        let small = "title = 't'\nblanks = 0\nletters = [{ t = 'A', n = 6, v = 1 }, { t = 'B', n = 3, v = 2 }]";
        let layout =
            crate::board::Layout::from_toml("t", "title = 't'\nrack = 4\nfull_rack_bonus = {}\nsquares = ['...', '...']")
                .unwrap();
        let setup = BoardSetup::new(crate::alphabet::Alphabet::from_toml("t", small).unwrap(), layout).unwrap();
        let mut position: Position = Cgp::parse("3/3 AABB/A 0/0 0", &setup).unwrap().position.try_into().unwrap();
        let tiles: Vec<Cell> = position.rack().cells().collect();
        let exchange = |count: usize| Move::Exchange(Tiles::from_slice(&tiles[..count]).unwrap());
        // Nine tiles, four here, four on the other rack though one is known: one is left.
        assert_eq!(position.play(&exchange(2)), Err(PlayError::Bag { asked: 2, bag: 1 }));
        assert!(position.play(&exchange(1)).is_ok());
    }
}
