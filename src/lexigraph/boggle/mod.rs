//! Words on a grid of letters. A word is a path over neighbouring cells that visits no cell twice.
//!
//! ```
//! # use lexigraph::alphabet::Alphabet;
//! # use lexigraph::boggle::{Adjacency, BoggleBoard, Grid, GridOptions, search};
//! # use lexigraph::image::bundled;
//! let image = bundled("enable").expect("bundled")?;
//! let grid = Grid::parse("catd/line/maro/pets", image.alphabet(), &GridOptions::default())?;
//! let board = BoggleBoard::new(grid, Adjacency::King, false);
//! let words = search::solve(&image.dawg()?.0, &board, 3, u64::MAX)?.found;
//! # assert!(words.len() > 100);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! * [`Grid`] and [`BoggleBoard`]: the cells, and which of them are neighbours.
//! * [`search`]: depth-first search on any grid and any node layout.
//! * [`solver`]: a faster solver for many boards in a row. The tests compare it with [`search`].
//! * [`brute`]: brute force over all paths, with counters, an estimate of the cost, and random sampling.
//! * [`paths`]: the paths of a given word.
//! * [`picture`]: a grid drawn as text.
//! * [`round`]: the scores of players.
//! * [`DiceSet`] and [`WordPoints`]: the dice and the points of the games.
//! * [`climb`]: the search for boards with high scores.
//!
//! A cell holds one letter or several (`Qu`), any letter (`?`), or nothing (a hole). The length of a word is its number
//! of letters, not of cells. Each word counts once, however many paths it has.

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
