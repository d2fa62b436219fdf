//! Reports: what is counted, under the names it has in JSON, and as tables for people.

mod curves;
mod draw;
mod list;
mod margins;
mod plot;
mod compile;
mod table;

pub use curves::{Curve, Panel, curves};
pub use draw::Drawing;
pub use list::{Form, List};
pub use margins::histogram;
pub use plot::{Point, scatter};
pub use compile::{CompileReport, ExternalReport, compile_report};
pub use table::Table;

pub use lexigraph::image::{Stats, stats};
pub use lexigraph::lexicon::grouped;
