//! Move generation: every legal play of a position, or the best ones, with scores and equities.
//!
//! A [`Generator`] joins a lexicon and the values of leaves; a [`Worker`] is the scratch of one thread; plays go to a [`MoveSink`]:
//! [`All`], [`Best`], [`Top`], [`Count`], or your own.
//!
//! ```
//! use lexigraph::board::{Rules, sheet, Position, Through};
//! use lexigraph::graph::GraphKind;
//! use lexigraph::image::bundled;
//! use lexigraph::movegen::{Generator, Order};
//!
//! let rules = Rules::builtin("english", "standard-15")?;
//! let rows = "_ _ _ _ _ _ _ _ _ _ _ _ _ _ _\n".repeat(15);
//! let position = Position::try_from(sheet::parse(&format!("{rows}\nG O Q V"), &rules)?)?;
//! let image = bundled("enable").expect("it is bundled")?;
//! let generator = Generator::new(&image, GraphKind::Gaddag)?;
//! let best = generator.worker().best(&position, Order::Score)?.expect("GO is a word");
//! assert_eq!(best.placement.notation(position.board(), rules.alphabet(), Through::Parentheses), "8G GO");
//! assert_eq!(best.score, 6);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # How it works
//!
//! Rows and columns are both *lanes*; all that differs between directions is settled when a lane is prepared, and the generators
//! know lanes only. Prepared are, for each square, the letters its cross word allows and how a tile there counts.
//! Two generators share the walk to the right: Gordon's on the GADDAG and Appel and Jacobson's on the DAWG. At each node
//! the letters that leave it, those the rack has, and those the square allows are one mask each; only what is in all three is
//! followed.

mod best;
mod cross_checks;
mod dawg;
mod equity;
mod gaddag;
mod generator;
mod hand;
mod lane;
pub mod perft;
mod sink;
mod walk;

pub use cross_checks::{CrossCheck, CrossChecks, Fits};
pub use equity::{Equity, LeaveTable, Leaves, LeavesError};
pub use generator::{Generator, MovegenError, Worker};
pub use sink::{All, Best, Candidate, Count, MoveSink, Order, Play, Top};
