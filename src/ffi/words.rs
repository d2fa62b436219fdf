//! Lists of words as C reads them.

use std::ffi::{CStr, CString};

use crate::fault::Fault;

/// A list of words.
#[derive(Debug, Default)]
pub struct Words {
    /// The words, each with a NUL behind it: one allocation for a whole answer.
    text: Vec<u8>,
    starts: Vec<usize>,
    /// The edit distance of each word; empty if the question has none.
    distances: Vec<u32>,
}

impl Words {
    /// Adds a word.
    ///
    /// # Errors
    /// [`Fault`] if the word has a NUL in it, which C would take for its end.
    pub fn push(&mut self, word: &str) -> Result<(), Fault> {
        without_nul(word)?;
        self.starts.push(self.text.len());
        self.text.extend_from_slice(word.as_bytes());
        self.text.push(0);
        Ok(())
    }

    /// Adds a word at an edit distance.
    ///
    /// # Errors
    /// As [`push`](Words::push).
    pub fn push_near(&mut self, word: &str, distance: usize) -> Result<(), Fault> {
        self.push(word)?;
        self.distances.push(u32::try_from(distance).unwrap_or(u32::MAX));
        Ok(())
    }

    /// The number of words.
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// The word with this number, from 0.
    pub fn get(&self, index: usize) -> Option<&CStr> {
        let start = *self.starts.get(index)?;
        CStr::from_bytes_until_nul(&self.text[start..]).ok()
    }

    /// The edit distance of the word with this number, from 0.
    pub fn distance(&self, index: usize) -> Option<u32> {
        self.distances.get(index).copied()
    }
}

/// A text for C.
///
/// # Errors
/// As [`Words::push`].
pub fn c_text(text: &str) -> Result<CString, Fault> {
    CString::new(text).map_err(|_| nul(text))
}

fn without_nul(text: &str) -> Result<(), Fault> {
    if text.as_bytes().contains(&0) { Err(nul(text)) } else { Ok(()) }
}

fn nul(text: &str) -> Fault {
    Fault::argument("alphabet", format_args!("{text:?} contains a NUL, which a C string cannot"))
}
