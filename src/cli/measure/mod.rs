//! Benchmarks of graph formats on any list: every format side by side in one process.
//!
//! Formats take turns, round by round, so that other load on the machine affects all of them alike. Before the clock
//! starts, every task runs once and the answers are compared: formats that disagree are an error. Times are medians
//! with quartiles.
//!
//! Our own formats are asked with tiles, peers with the bytes of the text; conversion between the two is not timed.

mod error;
mod format;
mod image;
mod input;
mod questions;
mod run;
mod subject;
mod synthetic;
mod task;

#[cfg(feature = "peers")]
mod peers;

pub use error::BenchError;
pub use format::Format;
pub use input::Input;
pub use run::{Report, Row, run};
pub use synthetic::{SYNTHETIC, synthetic};
pub use task::Task;
