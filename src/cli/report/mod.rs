//! Reports: tables, lists, JSON, plots and drawings.

mod chances;
mod compile;
mod crossword;
mod curves;
mod draw;
mod learned;
mod list;
mod margins;
mod picture;
mod plot;
mod table;

pub use chances::{Chance, chances};
pub use compile::{CompileReport, ExternalReport, compile_report};
pub use crossword::crossword;
pub use curves::{Curve, Panel, curves};
pub use draw::Drawing;
pub use learned::learned;
pub use list::{List, ListFormat};
pub use margins::histogram;
pub use picture::escaped;
#[cfg(test)]
pub use picture::witness::{Seen, is_recorded};
pub use plot::{Point, scatter};
pub use table::TextTable;

pub use lexigraph::image::{Stats, stats, stats_of};
pub use lexigraph::wordlist::grouped;
