//! The board side of crossword games: layouts, racks, bags, positions, plays and their scores, and the text formats
//! for them. Nothing here depends on a lexicon.
//!
//! A [`BoardSetup`] combines an [`Alphabet`](crate::alphabet::Alphabet) and a [`Layout`]. An [`UncheckedPosition`] is
//! a board with racks and scores that may be illegal; a [`Position`] has been checked and can be played on. A
//! [`Placement`] is a play, and [`score`] computes its score. The sizes of boards, racks and alphabets are run-time
//! values up to [`MAX_SIDE`], [`MAX_RACK`] and [`Tile::MAX_GAME`](crate::alphabet::Tile::MAX_GAME).
//!
//! Text formats: [`Cgp`] (a position on one line), [`sheet`] (the rows of a board and a rack), [`Gcg`](gcg::Gcg)
//! (games).

mod bag;
mod cell;
pub mod cgp;
mod check;
pub mod gcg;
mod grid;
mod layout;
mod moves;
mod notation;
mod position;
mod rack;
mod read;
mod score;
mod setup;
pub mod sheet;
mod square;
mod text;

#[cfg(test)]
mod properties;

pub use bag::{Bag, BagError};
pub use cell::{Cell, MAX_RACK, Placed, Tiles};
pub use cgp::{Cgp, CgpError};
pub use check::{Problem, Problems, Severity};
pub use grid::{Board, BoardWord};
pub use layout::{Layout, LayoutError, Premium, builtin_layouts};
pub use moves::{Move, Placement, Step, Walk};
pub use notation::{NotationError, Through, WordTile, Written, parse_place, place_name};
pub use position::{LaidSquares, PlayError, Position, UncheckedPosition, Undo};
pub use rack::{Rack, RackError};
pub use read::{BoardError, Statements, read_position};
pub use score::{Breakdown, ScoredWord, breakdown, cross_sum, score};
pub use setup::{BoardSetup, Points, SetupError};
pub use sheet::SheetError;
pub use square::{Direction, MAX_SIDE, Square, column_name, column_number};
pub(crate) use text::pairs;
pub use text::word_text;
