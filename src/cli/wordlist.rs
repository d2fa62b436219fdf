//! Word lists as files: plain, JSON, TSV, compressed.

use std::io::{self, Write};
use std::path::Path;

use crate::report::{List, ListFormat};
use lexigraph::build::GraphKinds;
use lexigraph::bytes::{Compression, compress};
use lexigraph::graph::GraphKind;
use lexigraph::image::{Image, NodeLayout, compile_in_memory, words_of};
use lexigraph::query::columns::WordInfo;
use lexigraph::query::{Answer, Column, Figure};
use lexigraph::wordlist::Words;
use serde_json::json;

use super::Failure;
use super::definitions::known_meanings;
use super::figures::figures;
use super::output::{Terminal, write_file};

/// The form of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Text {
    /// A word a line.
    Plain,
    /// One array of texts.
    Json,
    /// An object a line, with columns.
    JsonLines,
    /// A heading, and tab-separated columns.
    Tsv,
}

/// Name, extensions, what it is.
pub const TEXTS: [(Text, &str, &[&str], &str); 4] = [
    (Text::Plain, "txt", &["txt", "lst", "list"], "words, one a line, in collation order, UTF-8"),
    (Text::Json, "json", &["json"], "an array of words"),
    (Text::JsonLines, "jsonl", &["jsonl", "ndjson"], "an object a word, with --columns"),
    (Text::Tsv, "tsv", &["tsv", "tab"], "a heading, and tab-separated --columns"),
];

impl Text {
    pub fn from_name(name: &str) -> Option<Text> {
        TEXTS.iter().find(|(_, known, ..)| *known == name).map(|&(text, ..)| text)
    }

    /// The form that the name of a file asks for, apart from `.xz`, `.gz` and `.zst`.
    pub fn from_path(path: &Path) -> Option<Text> {
        let compressed = Compression::from_path(path).is_some();
        let inner = if compressed { path.with_extension("") } else { path.to_owned() };
        let extension = inner.extension().map(|extension| extension.to_string_lossy().to_lowercase());
        let known = TEXTS.iter().find(|(_, _, extensions, _)| extensions.contains(&extension.as_deref().unwrap_or("")));
        known.map(|&(text, ..)| text).or(compressed.then_some(Text::Plain))
    }
}

/// Writes the words of an image. Gives their number.
pub fn write(
    image: &Image,
    path: &Path,
    text: Text,
    columns: &[Column],
    force: bool,
    terminal: &Terminal,
) -> Result<u64, Failure> {
    if !columns.is_empty() && matches!(text, Text::Plain | Text::Json) {
        return Err(Failure::new("--columns applies only to .tsv and .jsonl — use one of these extensions"));
    }
    let words = words_of(image)?;
    let mut problem = None;
    let written = write_file(path, force, |file| {
        compress(file, Compression::from_path(path), |mut out| {
            match rows(image, &words, text, columns, terminal, &mut out) {
                Ok(result) => result,
                Err(failure) => {
                    problem = Some(failure);
                    Err(io::ErrorKind::Other.into())
                }
            }
        })
    });
    match problem {
        Some(problem) => Err(problem),
        None => written.map(|()| words.len() as u64),
    }
}

fn rows(
    image: &Image,
    words: &Words,
    text: Text,
    columns: &[Column],
    terminal: &Terminal,
    out: &mut impl Write,
) -> Result<io::Result<()>, Failure> {
    let alphabet = image.alphabet();
    Ok(match text {
        Text::Plain => words.iter().try_for_each(|word| writeln!(out, "{}", alphabet.render(word))),
        Text::Json => {
            let mut between = "[";
            let list = words.iter().try_for_each(|word| {
                write!(out, "{between}{}", json!(alphabet.render(word)))?;
                between = ",\n";
                Ok(())
            });
            list.and_then(|()| writeln!(out, "{}]", if words.is_empty() { "[" } else { "" }))
        }
        Text::Tsv | Text::JsonLines => {
            let columns = if columns.is_empty() { &[Column::Word, Column::Length, Column::Points] } else { columns };
            let mut list =
                List::new(if text == Text::Tsv { ListFormat::Tsv } else { ListFormat::Json }, columns.to_vec(), false);
            let wanted: Vec<Figure> = columns.iter().filter_map(|column| column.figure()).collect();
            let known = figures(image, &wanted)?;
            let explained = columns.iter().any(|column| column.explains());
            let meanings = if explained { Some(known_meanings(image, terminal)?) } else { None };
            let compiled;
            let image = if image.has(GraphKind::Dawg) {
                image
            } else {
                compiled = compile_in_memory(alphabet, words, GraphKinds::Dawg, NodeLayout::Fast)?;
                &compiled
            };
            let teller = WordInfo::new(&image.dawg()?.0, alphabet).with_figures(known).with_meanings(meanings);
            let mut each = || {
                list.heading(out)?;
                words.iter().try_for_each(|word| list.row("", &teller.values(columns, &Answer::of(word)), out))
            };
            each()
        }
    })
}
