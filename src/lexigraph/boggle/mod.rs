//! Words on a grid of letters: a word is a path over neighbouring cells that comes to no cell twice.
//!
//! * [`Grid`] and [`BoggleBoard`]: what lies where, and which cells are neighbours.
//! * [`search`]: depth-first with the graph as oracle of prefixes, on any grid and any layout of nodes. It is the witness of
//! * [`solver`]: all partial words of one length at a time, for many boards in a row; what bounds it is said there.
//! * [`brute`]: all paths, each looked up, as people do it first; with counters, an estimate beforehand, and random sampling.
//! * [`paths`]: where a given word lies. [`round`]: the score of players. [`dice`], [`WordPoints`]: tables of the games.
//! * [`climb`]: the search for boards that score much.
//!
//! A cell holds one letter or several (`Qu`), any letter (`?`), or nothing (a hole). The length of a word counts letters, not
//! cells, and each word counts once, on however many paths it lies.

pub mod brute;
pub mod climb;
pub mod dice;
mod grid;
mod kernel;
pub mod paths;
pub mod picture;
mod points;
pub mod round;
pub mod search;
mod shape;
mod solution;
pub mod solver;
mod tables;
mod trie;

pub use crate::random::Random;
pub use dice::DiceSet;
pub use grid::{Adjacency, BoggleBoard, Grid, GridCell, GridError, GridOptions, MAX_CELLS, parse_size};
pub use points::WordPoints;
pub use solver::Solver;
pub use tables::BoggleTableError;
pub use trie::{MAX_SYMBOLS, SolverError};
