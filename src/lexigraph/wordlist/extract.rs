//! The word of each line, by the shape of the list.

use std::borrow::Cow;

use super::detect::unquote;
use super::rows::cells;
use super::shape::Shape;

/// What a line holds.
#[derive(Clone)]
pub(super) enum Entry<'t> {
    /// A word, and what the list says about it.
    Word(Cow<'t, str>, &'t str),
    Blank,
    Comment,
    /// A line that describes the list: a count, names of columns.
    Header,
    /// The line has no such part as the shape asks for; the text says which.
    NoWord(&'static str),
}

/// Takes lines apart.
pub(super) struct Extractor {
    pub shape: Shape,
    /// `true` if the first line that is no comment names the columns.
    pub header: bool,
    /// `true` if `#` begins a comment.
    pub comments: bool,
    /// What a hunspell dictionary says about the number of its entries.
    pub declared: Option<u64>,
}

impl Extractor {
    pub(super) fn line<'t>(&mut self, number: u64, line: &'t str) -> Entry<'t> {
        let trimmed = trim(line);
        if trimmed.is_empty() {
            return Entry::Blank;
        }
        if self.comments && trimmed.starts_with('#') {
            return Entry::Comment;
        }
        if self.header {
            self.header = false;
            return Entry::Header;
        }
        let part = |part: Option<&'t str>| match part {
            Some(word) if !word.is_empty() => Entry::Word(word.into(), ""),
            _ => Entry::NoWord("the line has no such column"),
        };
        match self.shape {
            Shape::Plain | Shape::Json | Shape::Separated(_) => Entry::Word(trimmed.into(), ""),
            Shape::Quoted => match unquote(trimmed) {
                Some(word) if !word.is_empty() => Entry::Word(word.into(), ""),
                _ => Entry::NoWord("the line is not a word in quotes"),
            },
            Shape::Hunspell => self.hunspell(number, line, trimmed),
            Shape::First => {
                let (word, rest) = trimmed.split_once([' ', '\t']).unwrap_or((trimmed, ""));
                Entry::Word(word.into(), trim(rest))
            }
            Shape::Last => part(trimmed.rsplit([' ', '\t']).next()),
            Shape::Column(column) => part(trimmed.split_ascii_whitespace().nth(column - 1)),
            Shape::Rest(column) => part(rest(trimmed, column - 1)),
            Shape::Cell(separator, column) => {
                // A row may begin with an empty cell: the tab before the first word is no margin.
                match cells(line, separator.character()).nth(column - 1) {
                    Some(word) if !word.is_empty() => {
                        let more = if column == 1 { line.split_once(separator.character()) } else { None };
                        Entry::Word(word.into(), more.map_or("", |(_, more)| trim(more)))
                    }
                    _ => Entry::NoWord("the line has no such column"),
                }
            }
        }
    }

    fn hunspell<'t>(&mut self, number: u64, line: &str, trimmed: &'t str) -> Entry<'t> {
        if number == 1 {
            let count = trimmed.split([' ', '\t']).next().unwrap_or("");
            if let Ok(count) = count.parse() {
                self.declared = Some(count);
                return Entry::Header;
            }
        }
        if trimmed.starts_with(['/', '#']) || line.starts_with('\t') {
            return Entry::Comment;
        }
        // The word ends at a slash that has no backslash before it, at a tab, or at the first `xx:` field.
        let bytes = trimmed.as_bytes();
        let field = |at: usize| {
            bytes.get(at + 1..at + 4).is_some_and(|f| f[0].is_ascii_lowercase() && f[1].is_ascii_lowercase() && f[2] == b':')
        };
        let end = (0..bytes.len()).find(|&at| match bytes[at] {
            b'/' => at > 0 && bytes[at - 1] != b'\\',
            b'\t' => true,
            b' ' => field(at),
            _ => false,
        });
        let (word, more) = trimmed.split_at(end.unwrap_or(trimmed.len()));
        let word = trim(word);
        let word = if word.contains("\\/") { Cow::Owned(word.replace("\\/", "/")) } else { Cow::Borrowed(word) };
        Entry::Word(word, trim(more))
    }
}

/// Without blanks, tabs and byte order marks around it (joined files have those in the middle).
fn trim(text: &str) -> &str {
    match text.as_bytes() {
        [] => text,
        [first, .., last] if (0x21..0x7F).contains(first) && (0x21..0x7F).contains(last) => text,
        _ => text.trim_matches(|c: char| matches!(c, ' ' | '\t' | '\u{A0}' | '\u{FEFF}')),
    }
}

/// What follows so many parts.
fn rest(line: &str, parts: usize) -> Option<&str> {
    let mut line = line;
    for _ in 0..parts {
        line = line.split_once([' ', '\t'])?.1.trim_start_matches([' ', '\t']);
    }
    Some(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn take(shape: &str, line: &str) -> String {
        let mut extractor = Extractor { shape: shape.parse().unwrap(), header: false, comments: true, declared: None };
        match extractor.line(2, line) {
            Entry::Word(word, more) => format!("{word}|{more}"),
            Entry::Blank => "blank".into(),
            Entry::Comment => "comment".into(),
            Entry::Header => "header".into(),
            Entry::NoWord(_) => "no word".into(),
        }
    }

    #[test]
    fn each_shape_takes_its_part() {
        for (shape, line, expected) in [
            ("plain", " ad hoc \t", "ad hoc|"),
            ("plain", "\u{FEFF}aa", "aa|"),
            ("plain", "  # note", "comment"),
            ("plain", " \t", "blank"),
            ("quoted", "\"aa\",", "aa|"),
            ("quoted", "aa", "no word"),
            ("first-column", "AA  lava [n]", "AA|lava [n]"),
            ("last-column", "1 2 aa", "aa|"),
            ("column:2", "1  aa x", "aa|"),
            ("column:4", "1  aa x", "no word"),
            ("rest:2", " 1  ad hoc", "ad hoc|"),
            ("rest:3", "1 aa", "no word"),
            ("tab:1", "aa\t1\t2", "aa|1\t2"),
            ("tab:2", "\taa\t", "aa|"),
            ("comma:2", "1,\"aa\"", "aa|"),
            ("hunspell", "aa/Sm po:nom", "aa|/Sm po:nom"),
            ("hunspell", "a\\/c/S", "a/c|/S"),
            ("hunspell", "ad hoc po:adv", "ad hoc|po:adv"),
            ("hunspell", "/ note", "comment"),
            ("hunspell", "\tnote", "comment"),
        ] {
            assert_eq!(take(shape, line), expected, "{shape}: {line:?}");
        }
    }
}
