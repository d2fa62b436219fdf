//! Learning words: questions made from a lexicon, a log of the answers, and when to ask again.
//!
//! A *card* is a [kind](Kind) of question and its text, such as the anagrams of AEINRST. The [`Log`] is a text file
//! with one line for each answer. Lines are only ever appended, and the state of a card follows from its answers alone:
//! logs of two devices merge by union, in any order, and nothing is lost. A [`Schedule`] says when a card is due:
//! [`Fsrs`] estimates how long it is remembered, [`Boxes`] moves it through boxes with fixed intervals. A [`Sitting`]
//! puts the cards in order and asks again what was missed.
//!
//! ```
//! use lexigraph::image::bundled;
//! use lexigraph::study::{Kind, Quiz};
//! let image = bundled("enable").expect("bundled")?;
//! let quiz = Quiz::new(&image, None)?;
//! let question = quiz.question(Kind::Anagram, "AEINRST")?;
//! assert_eq!(question.answers.join(" "), "ANESTRI ANTSIER NASTIER RATINES RETAINS RETINAS RETSINA STAINER STEARIN");
//! # assert!(!quiz.check(&question, "nastier retains").is_right);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod anki;
mod boxes;
mod due;
mod fsrs;
#[cfg(feature = "files")]
mod journal;
mod keys;
mod log;
mod moment;
mod progress;
mod question;
mod schedule;
mod sitting;

pub use boxes::{BoxError, Boxes};
pub use due::Due;
pub use fsrs::{DEFAULT_WEIGHTS, Fsrs, FsrsError, Memory};
#[cfg(feature = "files")]
pub use journal::{Appended, Journal};
pub use log::{Answer, Card, Fault, Log, Mark, Record, RecordError, merge};
pub use moment::{DAY, HALF_DAY, Moment};
pub use progress::{DayOfStudy, progress, progress_by};
pub use question::{Hooked, Kind, Question, QuestionError, Quiz, Verdict};
pub use schedule::{CardState, Grade, Level, Schedule};
pub use sitting::{Left, Sitting};
