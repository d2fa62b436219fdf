//! The choice of a kernel.

use super::x86::{Avx2, Avx512};

/// A way to compute a level from the one before.
///
/// A value exists only if this processor can run it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kernel {
    /// Takes one partial word at a time. Runs on every processor.
    Portable,
    /// Takes one partial word at a time and its eight neighbours at once.
    Avx2(Avx2),
    /// Takes one partial word with its eight neighbours at a time on boards of at most 27 cells, eight partial words on
    /// larger ones.
    Avx512(Avx512),
}

impl Kernel {
    /// Returns the kernels that this processor can run, slowest first.
    #[inline]
    pub fn available() -> impl DoubleEndedIterator<Item = Kernel> {
        [Some(Kernel::Portable), Avx2::new().map(Kernel::Avx2), Avx512::new().map(Kernel::Avx512)].into_iter().flatten()
    }

    /// Returns the fastest kernel that this processor can run.
    #[inline]
    pub fn best() -> Kernel {
        Kernel::available().next_back().expect("bug: every processor runs the portable kernel")
    }

    /// The name of the kernel.
    pub const fn name(self) -> &'static str {
        match self {
            Kernel::Portable => "portable",
            Kernel::Avx2(_) => "avx2",
            Kernel::Avx512(_) => "avx512",
        }
    }
}
