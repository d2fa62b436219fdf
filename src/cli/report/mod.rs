//! Reports: what is counted, under the names it has in JSON, and as tables for people.

mod compile;
mod curves;
mod draw;
mod list;
mod margins;
mod plot;
mod table;

pub use compile::{CompileReport, ExternalReport, compile_report};
pub use curves::{Curve, Panel, curves};
pub use draw::Drawing;
pub use list::{Form, List};
pub use margins::histogram;
pub use plot::{Point, scatter};
pub use table::Table;

pub use lexigraph::image::{Stats, stats};
pub use lexigraph::lexicon::grouped;
