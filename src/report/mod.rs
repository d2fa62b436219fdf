//! Reports: what is counted, under the names it has in JSON, and as tables for people.

mod curves;
mod draw;
mod list;
mod margins;
mod plot;
mod stats;
mod table;

pub use curves::{Curve, Panel, curves};
pub use draw::Drawing;
pub use list::{Form, List};
pub use margins::histogram;
pub use plot::{Point, scatter};
pub use stats::{CompileReport, ExternalReport, GraphStats, Rejected, Stats, compile_report, stats, stats_of};
pub use table::Table;

pub use crate::lexicon::grouped;
