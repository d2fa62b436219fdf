//! Word lists: reading, cleaning and describing them.

mod words;

pub use words::{MAX_WORD_LENGTH, Words};
