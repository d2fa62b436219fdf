//! The inner loops of the [`solver`](super::solver), for the instruction sets that processors offer.
//!
//! [`Walk`] visits all partial words of a board, level by level. Its [`Kernel`] says which instructions it uses. A
//! kernel that needs special instructions holds a token, [`Avx2`] or [`Avx512`]. A token exists only if the processor
//! has the instructions, so the functions that take one are safe to call. The unsafe code is in `x86.rs` and the module
//! below it, with its proofs.

mod level;
mod scalar;
mod select;
mod small;
mod walk;
#[cfg_attr(not(target_arch = "x86_64"), path = "other.rs")]
mod x86;

pub use select::Kernel;
pub(super) use walk::{Scratch, Walk};
pub use x86::{Avx2, Avx512};
