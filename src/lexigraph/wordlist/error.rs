//! Why word lists cannot be read.

use std::fmt;

use thiserror::Error;

use super::options::ReadOptions;
use super::report::{ReadReport, Reason, grouped};
use crate::alphabet::AlphabetError;

/// Why word lists cannot be read.
#[derive(Debug, Error)]
pub enum ReadError {
    /// The content is not a word list.
    #[error("{name}: not a word list, it looks like {what}")]
    NotAList {
        /// The name of the list.
        name: String,
        /// What it looks like.
        what: &'static str,
    },
    /// No encoding has this label.
    #[error("no encoding is called '{label}' — use a name such as utf-8, utf-16le, latin1, windows-1250 or koi8-r")]
    Encoding {
        /// The label asked for.
        label: String,
    },
    /// A JSON document that is broken.
    #[error("{name}:{line}: broken JSON (column {column}): {message}")]
    Json {
        /// The name of the list.
        name: String,
        /// The number of the line, from 1.
        line: u64,
        /// The column in bytes, from 1.
        column: usize,
        /// What is wrong there.
        message: String,
    },
    /// A line that holds no word of the alphabet.
    #[error("{name}:{line}: '{text}': {reason}{of}")]
    Invalid {
        /// The name of the list.
        name: String,
        /// The number of the line, from 1.
        line: u64,
        /// The word, or the line where no word could be found in it; clipped to 60 characters.
        text: String,
        /// What is wrong with it.
        reason: Reason,
        /// The alphabet, where it matters.
        of: AlphabetName,
        /// What would help.
        remedy: Remedy,
    },
    /// Affixes that are broken.
    #[error(transparent)]
    Affixes(#[from] AffixError),
    /// Affixes that make too many forms.
    #[error("{name}:{line}: '{stem}': the affixes are {what}{rule}")]
    TooManyForms {
        /// The name of the dictionary.
        name: String,
        /// The line of the stem that was one too many, from 1.
        line: u64,
        /// The stem.
        stem: String,
        /// What they would do, and how much is allowed.
        what: String,
        /// The rule that made the most of them, with its file and line.
        rule: String,
    },
    /// A list that cannot be read piece by piece.
    #[error("{name}: {obstacle}")]
    Pieces {
        /// The name of the list.
        name: String,
        /// What is in the way.
        obstacle: PieceObstacle,
    },
    /// No words were left.
    #[error("{name}: no words: {why}")]
    Empty {
        /// The name of the list, or of the first of several.
        name: String,
        /// What became of the lines.
        why: String,
        /// `true` if the list has lines with words, all of which were left out.
        lines_left_out: bool,
    },
    /// The characters of the lists make no alphabet.
    #[error(transparent)]
    Alphabet(#[from] AlphabetError),
}

/// What would help with a line that holds no word of the alphabet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remedy {
    /// The word has a space or tab: another [shape](ReadOptions::shape) if the word is only a part of the line.
    Separate,
    /// [`fold_accents`](ReadOptions::fold_accents), or another alphabet.
    FoldAccents,
    /// The encoding was guessed: another [encoding](ReadOptions::encoding) or another alphabet.
    NameEncodingOrAlphabet,
    /// Another alphabet, or a list without the word.
    RemoveOrAlphabet,
    /// Another [encoding](ReadOptions::encoding).
    NameEncoding,
    /// A repaired line, or another [shape](ReadOptions::shape).
    Repair,
    /// A list without the word.
    Remove,
}

/// What keeps a list from being read piece by piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PieceObstacle {
    /// A line that is longer than a piece.
    LongLine {
        /// The bytes of a piece.
        piece: u64,
    },
    /// A JSON document, which has to be read as a whole.
    Json,
    /// A quoted cell that goes over the end of a piece.
    OpenQuote,
    /// Bytes that are not UTF-8 in a list that began as UTF-8.
    LateEncoding {
        /// The first of those bytes.
        byte: u8,
        /// The number of its line, from 1.
        line: u64,
    },
}

impl fmt::Display for PieceObstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PieceObstacle::LongLine { piece } => write!(f, "a line of more than {} bytes", grouped(*piece)),
            PieceObstacle::OpenQuote => f.write_str("a quoted cell goes over the end of a piece"),
            PieceObstacle::Json => f.write_str("a JSON document, which has to be read as a whole"),
            PieceObstacle::LateEncoding { byte, line } => {
                write!(f, "byte 0x{byte:02X} on line {line} is not UTF-8, as the lines before are")
            }
        }
    }
}

/// The name of an alphabet in a message; prints as nothing if there is none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AlphabetName(pub Option<String>);

impl fmt::Display for AlphabetName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.as_ref().map_or(Ok(()), |name| write!(f, " '{name}'"))
    }
}

/// A `.aff` that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{name}:{line}: {what}")]
pub struct AffixError {
    /// The name of the file.
    pub name: String,
    /// The line, from 1.
    pub line: u64,
    /// What is wrong, and what to do.
    pub what: String,
}

impl ReadError {
    /// The lists have no lines with words on them.
    pub(super) fn no_lines(name: String) -> ReadError {
        ReadError::Empty { name, why: "the list has no line with a word on it".into(), lines_left_out: false }
    }

    /// No words were left of these lists.
    pub(super) fn empty(name: String, report: &ReadReport, options: &ReadOptions) -> ReadError {
        match left_out(report, options) {
            why if why.is_empty() => ReadError::no_lines(name),
            why => ReadError::Empty { name, why, lines_left_out: true },
        }
    }
}

/// The lines that were left out, by reason.
fn left_out(report: &ReadReport, options: &ReadOptions) -> String {
    let mut parts = vec![];
    if report.rejected > 0 {
        let example = report.lists.iter().find_map(|list| list.examples.first().map(|example| (list, example)));
        let example = example.map_or_else(String::new, |(list, example)| {
            format!(" (such as {}:{}: '{}': {})", list.name, example.line, example.text, example.reason)
        });
        parts.push(format!("{} rejected{example}", grouped(report.rejected)));
    }
    if let (Some(least), 1..) = (options.min_length, report.too_short) {
        parts.push(format!("{} shorter than {least}", grouped(report.too_short)));
    }
    if let (Some(most), 1..) = (options.max_length, report.too_long) {
        parts.push(format!("{} longer than {most}", grouped(report.too_long)));
    }
    parts.join(", ")
}
