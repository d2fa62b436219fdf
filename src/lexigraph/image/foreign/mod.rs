//! Files of other programs, a file of code for each program.

mod arcs;
pub(super) mod cwg;
pub(super) mod dawgdic;
pub(super) mod dwg;
pub(super) mod fst;
pub(super) mod kwg;
pub(super) mod macondo;
pub(super) mod marisa;
pub(super) mod ptrie;
pub(super) mod quackle;
pub(super) mod texts;
