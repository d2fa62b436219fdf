//! Shapes: where in a line the word is.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// Where in a line (or in a JSON document) the word is.
///
/// Each has a name, for options: see [`NAMES`](Shape::NAMES).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// The whole line is the word.
    Plain,
    /// The whole line is the word, in single or double quotes, perhaps with a comma after it.
    Quoted,
    /// JSON: the strings of arrays, the field `word` of records, the keys of objects that lead to what is known about
    /// them; one document, or an object a line.
    Json,
    /// A hunspell dictionary: a count, then `word/FLAGS`. The stems, unless it is read [with its
    /// affixes](super::Reader::add_dictionary).
    Hunspell,
    /// The word ends at the first space or tab; the rest is its definition.
    First,
    /// The word is what follows the last space or tab.
    Last,
    /// The word is this one (from 1) of the parts between blanks or tabs.
    Column(usize),
    /// The word is the rest of the line from this part (from 1) on, whatever blanks it has.
    Rest(usize),
    /// Several words a line, with this character between them.
    Separated(Separator),
    /// The word is this cell (from 1) of a row whose cells are separated by this character.
    Cell(Separator, usize),
}

/// What stands between the cells of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Separator {
    /// A tab.
    Tab,
    /// A comma.
    Comma,
    /// A semicolon.
    Semicolon,
}

impl Separator {
    pub(super) const ALL: [Separator; 3] = [Separator::Tab, Separator::Comma, Separator::Semicolon];

    /// The character.
    pub fn character(self) -> char {
        match self {
            Separator::Tab => '\t',
            Separator::Comma => ',',
            Separator::Semicolon => ';',
        }
    }

    fn name(self) -> &'static str {
        match self {
            Separator::Tab => "tab",
            Separator::Comma => "comma",
            Separator::Semicolon => "semicolon",
        }
    }
}

/// A text that names no shape.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("no shape of word lists is called '{name}' — use one of: {}", Shape::NAMES.join(", "))]
pub struct ShapeError {
    /// The text.
    pub name: String,
}

impl Shape {
    /// The names of the shapes; N counts from 1.
    pub const NAMES: [&'static str; 14] = [
        "plain",
        "quoted",
        "json",
        "hunspell",
        "first-column",
        "last-column",
        "column:N",
        "rest:N",
        "tab",
        "comma",
        "semicolon",
        "tab:N",
        "comma:N",
        "semicolon:N",
    ];

    /// What a line holds, for people.
    pub fn describe(self) -> String {
        match self {
            Shape::Plain => "one word a line".into(),
            Shape::Quoted => "quoted words".into(),
            Shape::Json => "JSON".into(),
            Shape::Hunspell => "hunspell dictionary (stems only)".into(),
            Shape::First => "the word, then more about it".into(),
            Shape::Last => "the word in the last column".into(),
            Shape::Column(number) => format!("the word in column {number}"),
            Shape::Rest(2) => "a number, then the word".into(),
            Shape::Rest(number) => format!("the word from column {number} on"),
            Shape::Separated(separator) => format!("words separated by {}s", separator.name()),
            Shape::Cell(separator, number) => format!("{}-separated columns, the word in column {number}", separator.name()),
        }
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Shape::Plain => f.write_str("plain"),
            Shape::Quoted => f.write_str("quoted"),
            Shape::Json => f.write_str("json"),
            Shape::Hunspell => f.write_str("hunspell"),
            Shape::First => f.write_str("first-column"),
            Shape::Last => f.write_str("last-column"),
            Shape::Column(number) => write!(f, "column:{number}"),
            Shape::Rest(number) => write!(f, "rest:{number}"),
            Shape::Separated(separator) => f.write_str(separator.name()),
            Shape::Cell(separator, number) => write!(f, "{}:{number}", separator.name()),
        }
    }
}

impl FromStr for Shape {
    type Err = ShapeError;

    fn from_str(text: &str) -> Result<Shape, ShapeError> {
        let unknown = || ShapeError { name: text.to_owned() };
        if let Some((name, number)) = text.split_once(':') {
            let number = number.parse().ok().filter(|&number| number > 0).ok_or_else(unknown)?;
            return match name {
                "column" => Ok(Shape::Column(number)),
                "rest" => Ok(Shape::Rest(number)),
                _ => {
                    let separator = Separator::ALL.into_iter().find(|separator| separator.name() == name);
                    Ok(Shape::Cell(separator.ok_or_else(unknown)?, number))
                }
            };
        }
        if let Some(separator) = Separator::ALL.into_iter().find(|separator| separator.name() == text) {
            return Ok(Shape::Separated(separator));
        }
        let named = [Shape::Plain, Shape::Quoted, Shape::Json, Shape::Hunspell, Shape::First, Shape::Last];
        named.into_iter().find(|shape| shape.to_string() == text).ok_or_else(unknown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_read_and_printed() {
        for name in Shape::NAMES {
            let name = name.replace('N', "3");
            assert_eq!(name.parse::<Shape>().unwrap().to_string(), name);
        }
        for name in ["", "plane", "tabs", "tab:0", "tab:x", "colon:1"] {
            assert!(name.parse::<Shape>().is_err(), "{name}");
        }
    }
}
