//! Move generation: every legal play of a position, or the best ones, with scores and equities.
//!
//! A [`Generator`] combines a lexicon and leave values. A [`Worker`] generates plays in one thread: all plays, the
//! best play, the best few plays, or their count.
//!
//! ```
//! use lexigraph::board::{BoardSetup, sheet, Position, Through};
//! use lexigraph::graph::GraphKind;
//! use lexigraph::image::bundled;
//! use lexigraph::movegen::{Generator, Order};
//!
//! let setup = BoardSetup::builtin("english", "standard-15")?;
//! let rows = "_ _ _ _ _ _ _ _ _ _ _ _ _ _ _\n".repeat(15);
//! let position = Position::try_from(sheet::parse(&format!("{rows}\nG O Q V"), &setup)?)?;
//! let image = bundled("enable").expect("it is bundled")?;
//! let generator = Generator::new(&image, GraphKind::Gaddag)?;
//! let best = generator.worker().best(&position, Order::Score)?.expect("GO is a word");
//! assert_eq!(best.placement.notation(position.board(), setup.alphabet(), Through::Parentheses), "8G GO");
//! assert_eq!(best.score, 6);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # How it works
//!
//! Rows and columns are both *lanes*. A lane is prepared for its direction (`lane`): for each square it has the
//! letters that the cross word allows and the factors of a tile there. The generators know only lanes.
//!
//! All plays of a rack without many blanks come from its *prefixes* (`prefixes`): the tiles that a play lays before the
//! first tile on the lane do not depend on the lane, so they are found once, and bitsets tell where they fit. From there
//! on words are found by a walk to the right (`walk`), as by two other generators, which find best plays and the plays of
//! other racks: Gordon's on the GADDAG (`gaddag`) and Appel and Jacobson's on the DAWG (`dawg`). At each node one mask
//! has the letters that leave the node, one those on the rack and one those that the square allows. The walk follows only
//! letters in all three, and only if the next square can be filled from there.
//!
//! # What limits the speed
//!
//! `cargo bench --bench movegen` measures the speed; `docs/bench.md` has its table. It runs five layouts in turn, and each
//! pushes the others out of the caches: one layout alone is a tenth faster.
//!
//! All plays: with 280,000 words, seven tiles without a blank spell 200 prefixes on average, with a blank 2,500. Loads
//! from memory limit the speed: before the prefixes of one length were searched together, and those before a run
//! followed together, two fifths of their time was waiting for one slot. A third of the time is the walk to the right
//! of a run, a third the prefixes before runs, and a tenth each finding the prefixes and where they fit. With two
//! blanks there are 12,000 prefixes, and the walk from each anchor is faster; it is used for them.
//!
//! Finding only the plays that touch no tile on their lane from a list of the words of the rack did not help: the walk
//! from the runs then took as long as the walk from all anchors, because it goes through all parts of words to the
//! left of the run.
//!
//! Best plays by a walk with the GADDAG: the instructions are spread evenly over two or three masks for each slot,
//! saving and restoring, the rack, the score. Bounds save only a third of the walk, since nearly every anchor has room
//! for a full rack; the filter of a [`WordIndex`], which knows the full racks that make a word, saves another third.
//! With the words of the index, best plays need no walk (`by_words`).
//!
//! These made the walk faster: the rack in two registers (`rack_state`), the tile and the blank at the same child, one look
//! at each slot, and plays that differ in one letter handed over together (`ending`).
//!
//! Ideas that did not help: searching similar anchors of the GADDAG together (see `batch`); looking at the slots of a node
//! before following any, with a stack for what was found (29 % more instructions, 5 % more time) or with small arrays (17 %
//! more instructions, more mispredictions); and bounds that count the best leave only if the other tiles make a word with
//! the tiles on the board, which took as long to compute as they saved.

mod anagrams;
mod batch;
mod by_words;
mod cross_checks;
mod dawg;
mod ending;
mod equity;
mod gaddag;
mod generator;
mod index;
mod lane;
mod lanes;
mod leaves;
pub mod perft;
mod prefixes;
mod rack_state;
mod shadow;
mod sink;
mod sorting;
mod walk;

pub use anagrams::AnagramSet;
pub use cross_checks::{CrossCheck, CrossChecks, CrossSetLookup};
pub use equity::Equity;
pub use generator::{Generator, MovegenError, Request, Worker, other_moves};
pub use index::WordIndex;
pub(crate) use lanes::{LaneBoard, LaneMove, LanePlay, LaneUndo, PositionKey};
pub use leaves::{LEAVE_FORMATS, LeaveFormat, LeaveTable, Leaves, LeavesError, Rounding};
pub use sink::{All, Count, Order, Play, Top};
