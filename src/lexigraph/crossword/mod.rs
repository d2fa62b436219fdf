//! Crosswords: grids with their slots, fill by a list of words, and the files of crossword programs.
//!
//! A [`CrosswordGrid`] has blocks and cells, and [slots](Slot) where words go. A [`Filler`] fills it with words of a
//! [`FillList`]. A [`Puzzle`] is a grid with clues and titles, as files have it: [`puz`] and [`ipuz`] read and write
//! them.
//!
//! ```
//! use lexigraph::crossword::{CrosswordGrid, FillEnd, FillList, Filler};
//!
//! let image = lexigraph::image::bundled("enable").expect("bundled")?;
//! let grid = CrosswordGrid::parse("#---#\n-----\n-----\n-----\n#---#", image.alphabet())?;
//! let list = FillList::of(&image, None)?;
//! let mut filler = Filler::new(&grid, &list, 1)?;
//! let FillEnd::Filled(filled) = filler.next(&mut |_| true) else { panic!("not filled") };
//! assert!(filled.is_full());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bits;
mod domains;
mod error;
mod fill;
mod grid;
#[cfg(feature = "json")]
pub mod ipuz;
mod list;
pub mod puz;
mod puzzle;
mod race;
mod tables;

pub use error::CrosswordError;
pub use fill::{FillEnd, FillProgress, Filler};
pub use grid::{CrosswordGrid, Direction, MOST_SIDE, Slot, Square};
pub use list::{FillEntry, FillList, FillWord};
pub use puzzle::{Clue, Puzzle, PuzzleCell};
pub use race::{FirstFill, first_fill};
