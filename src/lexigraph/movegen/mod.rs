//! Move generation: every legal play of a position, or the best ones, with scores and equities.
//!
//! A [`Generator`] joins a lexicon and the values of leaves; a [`Worker`] is the scratch of one thread, which gives all plays,
//! the best one, the best few, or their count.
//!
//! ```
//! use lexigraph::board::{BoardSetup, sheet, Position, Through};
//! use lexigraph::graph::GraphKind;
//! use lexigraph::image::bundled;
//! use lexigraph::movegen::{Generator, Order};
//!
//! let rules = BoardSetup::builtin("english", "standard-15")?;
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
//! followed, and only where the next square can be laid from there.
//!
//! # Speed, and what limits it
//!
//! 989 positions of whole games, ENABLE1, 509 plays a position, one thread of a two-core AMD EPYC virtual machine, cross-checks included
//! (`cargo bench --bench movegen`):
//!
//! | | GADDAG, `fast` | × `list` | DAWG, `fast` | × `list` |
//! | --- | --- | --- | --- | --- |
//! | all plays, counted | 53 µs, 9.5 M a second | 1.8 | 63 µs, 8.1 M a second | 2.9 |
//! | all plays, kept with equities | 62 µs, 8.2 M a second | 1.6 | 67 µs, 7.6 M a second | 2.7 |
//! | best play by score | 48 µs | 1.5 | 63 µs | 2.6 |
//! | best play by equity | 50 µs | 1.6 | 70 µs | 2.6 |
//! | the same with a [`WordIndex`] | 48 µs | 1.3 | 57 µs | 2.5 |
//!
//! That is with five layouts in turn, each pushing the others out of the caches; alone a tenth faster.
//!
//! With the GADDAG a position takes some 445,000 instructions (callgrind): 590 steps to the left and 635 to the right, of 300 to 400 each, which
//! look at 1,400 slots between them; 4,300 mispredicted branches. So it is instructions that count, more than memory (1,600 misses of the
//! first-level cache, 500 of a second level of 1 MB) or branches, and a step's are spread evenly: saving and restoring, one or two
//! letters looked at for each that is followed, the rack, the score. What did not help: searching alike places of the GADDAG together
//! (see `batch`); prefetching slots by looking at all before following any, beyond what the processor does itself; and bounds that
//! count the best leave only where the other tiles make a word with what lies there, which took as long to find out as they saved. Bounds
//! for best plays save a third of the walk only, since nearly every place has room for a full rack; knowing which full racks make a
//! word saves another third.

mod batch;
mod cross_checks;
mod dawg;
mod equity;
mod gaddag;
mod generator;
mod index;
mod lane;
mod leaves;
pub mod perft;
mod rack_state;
mod shadow;
mod sink;
mod walk;

pub use cross_checks::{CrossCheck, CrossChecks, CrossSetLookup};
pub use equity::Equity;
pub use generator::{Generator, MovegenError, Request, Worker, other_moves};
pub use index::WordIndex;
pub use leaves::{LEAVE_FORMATS, LeaveFormat, LeaveTable, Leaves, LeavesError, Rounding};
pub use sink::{All, Count, Order, Play, Top};
