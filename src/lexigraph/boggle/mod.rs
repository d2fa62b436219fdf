//! Words on a grid of letters: a word is a path over neighbouring cells that comes to no cell twice.
//!
//! * [`Grid`] and [`Board`]: what lies where, and which cells are neighbours.
//! * [`search`]: depth-first with the graph as oracle of prefixes, on any grid and any layout of nodes. It is the witness of
//! * [`solver`]: all partial words of one length at a time, for many boards in a row; what bounds it is said there.
//! * [`brute`]: all paths, each looked up, as people do it first; with counters, an estimate beforehand, and random sampling.
//! * [`paths`]: where a given word lies. [`round`]: the score of players. [`dice`], [`Points`]: tables of the games.
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
pub mod solver;
mod trie;

pub use crate::random::Random;
pub use dice::DiceSet;
pub use grid::{Adjacency, Board, Cell, Grid, GridError, GridOptions, MAX_CELLS, parse_size};
pub use points::Points;
pub use solver::Solver;
pub use trie::{MAX_SYMBOLS, SolverError};

use thiserror::Error;

/// A table of dice or points that cannot be had.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TableError {
    /// No bundled table has this name.
    #[error("no {what} are called '{name}' — use one of: {names}; or a .toml file")]
    Unknown {
        /// Dice or points.
        what: &'static str,
        /// The name asked for.
        name: String,
        /// Those there are.
        names: String,
    },
    /// The text is not such a table.
    #[error("not a table of {what}: {message}")]
    Table {
        /// Dice or points.
        what: &'static str,
        /// What the TOML reader says, with the line, or what contradicts itself.
        message: String,
    },
}

/// How to read one table of several that are bundled.
fn bundled(what: &'static str, tables: &[(&str, &'static str)], name: &str) -> Result<&'static str, TableError> {
    tables.iter().find(|(known, _)| *known == name).map(|(_, text)| *text).ok_or_else(|| {
        let names = tables.iter().map(|(known, _)| *known).collect::<Vec<_>>().join(", ");
        TableError::Unknown { what, name: name.to_owned(), names }
    })
}
