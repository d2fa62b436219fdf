//! A puzzle as a line of JSON.

use std::sync::Arc;

use lexigraph::board::{BoardSetup, Move, Position, cgp::Cgp};
use lexigraph::play::puzzle::{Puzzle, PuzzleKind};
use serde::{Deserialize, Serialize};

/// A line of a file of puzzles.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PuzzleRecord {
    /// The kind.
    pub kind: PuzzleKind,
    /// The position, with what the player on turn knows.
    pub cgp: String,
    /// The best move.
    pub answer: String,
    /// Its score.
    pub score: i32,
    /// The next best move.
    pub next: String,
    /// The loss of the next best move, in the unit.
    pub margin: f64,
    /// Half of the 95 % interval around the margin; 0 for what is proven.
    pub interval: f64,
    /// `points`, or `wins`: the share of games won.
    pub unit: String,
    /// `true` unless the margin is an estimate. That the answer is best is proven in any case.
    pub exact: bool,
    /// The number of levels that do not find the answer: 0 for easy to 4.
    pub rating: usize,
    /// The levels that find it.
    pub found_by: Vec<String>,
    /// The words that it was made with.
    pub lexicon: String,
    /// The seed of the game of self-play.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub seed: Option<u64>,
    /// The file of the game.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub game: Option<String>,
    /// The turn of the game, from 1.
    pub turn: usize,
}

/// Where a puzzle comes from.
#[derive(Clone, Debug)]
pub enum Origin {
    /// A game of self-play with this seed.
    Seed(u64),
    /// A file.
    File(String),
}

impl PuzzleRecord {
    /// The record of a puzzle that `levels` levels rated.
    pub fn new(puzzle: &Puzzle, levels: usize, lexicon: &str, origin: &Origin, turn: usize) -> PuzzleRecord {
        let (board, alphabet) = (puzzle.position.board(), puzzle.position.setup().alphabet());
        let round = |value: f64| (value * 1e4).round() / 1e4;
        let (seed, game) = match origin {
            Origin::Seed(seed) => (Some(*seed), None),
            Origin::File(name) => (None, Some(name.clone())),
        };
        PuzzleRecord {
            kind: puzzle.kind,
            cgp: puzzle.position.to_cgp(),
            answer: puzzle.answer.notation(board, alphabet),
            score: puzzle.score,
            next: puzzle.next.notation(board, alphabet),
            margin: round(puzzle.margin.value),
            interval: round(puzzle.margin.margin),
            unit: if puzzle.kind.is_in_points() { "points" } else { "wins" }.to_owned(),
            exact: puzzle.margin.exact,
            rating: levels - puzzle.found_by.len(),
            found_by: puzzle.found_by.clone(),
            lexicon: lexicon.to_owned(),
            seed,
            game,
            turn,
        }
    }

    /// The position and the best move.
    pub fn position(&self, setup: &Arc<BoardSetup>) -> Result<(Position, Move), String> {
        let cgp = Cgp::parse(&self.cgp, setup).map_err(|error| error.to_string())?;
        let position = Position::try_from(cgp.position).map_err(|problems| problems.to_string())?;
        let answer = read_move(&self.answer, &position).map_err(|error| format!("the answer: {error}"))?;
        Ok((position, answer))
    }
}

/// Reads a move and checks that the position allows it.
pub fn read_move(text: &str, position: &Position) -> Result<Move, String> {
    let alphabet = position.setup().alphabet();
    let play = Move::parse(text, position.board(), alphabet).map_err(|error| error.to_string())?;
    match play {
        Move::Place(placement) => {
            position.check(&placement).map_err(|error| error.to_string())?;
            Ok(Move::Place(placement.normalised(position.board())))
        }
        other => {
            let played = position.clone().play(&other).map(|_| other);
            played.map_err(|error| error.to_string())
        }
    }
}
