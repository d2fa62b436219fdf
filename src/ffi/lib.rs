//! lexigraph for C, and for every language that can call C.
//!
//! The functions of `c` are those of `lexigraph.h`, which says how errors, memory and threads are handled. They turn
//! pointers into references and panics into errors; everything else is done by safe code below them.
//!
//! ```text
//! c       the exported functions, by subject; `c/border.rs` has the pointers and the one place that catches panics
//! find    words for a question, one at a time
//! words   lists of words as C reads them
//! open    lexicons from files, bytes and words
//! fault   errors
//! ```

#![deny(missing_docs)]
#![deny(unsafe_code)]
#![deny(unsafe_op_in_unsafe_fn)]
#![deny(clippy::undocumented_unsafe_blocks)]

// Pointers from C have no lifetimes and no lengths, so reading them is unsafe. Each use has its proof beside it.
#[allow(unsafe_code)]
pub mod c;
mod fault;
mod find;
mod open;
mod words;

/// What the header says of threads: the compiler sees that threads may share these, and free what another has made.
const _: fn() = || {
    fn shared<T: Send + Sync>() {}
    shared::<lexigraph::Lexicon>();
    shared::<lexigraph::api::Api>();
    shared::<words::Words>();
};
