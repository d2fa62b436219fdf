//! Text files of Anki: a note a line, fields between tabs, and lines in front that say so (`#separator:tab`).
//!
//! Format as the manual of Anki describes it under "Importing", "Text Files".

use std::fmt::Write;

use thiserror::Error;

/// Why a text is not read as notes.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AnkiError {
    /// It is not UTF-8, which Anki writes.
    #[error("the text is not UTF-8")]
    Encoding,
    /// The separator is none that Anki knows.
    #[error("line {line}: the separator '{separator}' is not known")]
    Separator {
        /// The number of the line, from 1.
        line: usize,
        /// The separator.
        separator: String,
    },
    /// A quoted field has no end.
    #[error("line {line}: a field in quotes has no end")]
    Quote {
        /// The number of the line where the note begins, from 1.
        line: usize,
    },
}

/// A note: its fields, without columns that say something else (tags, deck, note type, identifier).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The number of its line, from 1.
    pub line: usize,
    /// The fields.
    pub fields: Vec<String>,
}

/// `true` if the text begins with a line in front of notes.
pub fn detect(text: &[u8]) -> bool {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let heads: [&[u8]; 9] = [
        b"#separator:",
        b"#html:",
        b"#columns:",
        b"#tags",
        b"#deck",
        b"#notetype",
        b"#guid column:",
        b"#if matches:",
        b"#match scope:",
    ];
    heads.iter().any(|head| text.starts_with(head))
}

/// Reads notes. HTML in fields is taken off if the file says that there is some.
///
/// # Errors
/// [`AnkiError`] with the line.
pub fn read(text: &[u8]) -> Result<Vec<Note>, AnkiError> {
    let text = std::str::from_utf8(text).map_err(|_| AnkiError::Encoding)?;
    let mut rest = text.strip_prefix('\u{feff}').unwrap_or(text);
    let (mut separator, mut html, mut others, mut line) = ('\t', false, Vec::new(), 1);
    let mut is_head = true;
    let mut notes = Vec::new();
    while !rest.is_empty() {
        if is_head && rest.starts_with('#') {
            let (head, after) = rest.split_once('\n').unwrap_or((rest, ""));
            let (name, value) = head[1..].trim_end().split_once(':').unwrap_or((&head[1..], ""));
            match name {
                "separator" => separator = separator_of(value).ok_or_else(|| unknown(line, value))?,
                "html" => html = value == "true",
                _ => others.extend(name.strip_suffix(" column").and_then(|_| value.trim().parse::<usize>().ok())),
            }
            rest = after;
            line += 1;
            continue;
        }
        is_head = false;
        let start = line;
        let fields = fields(&mut rest, separator, &mut line).ok_or(AnkiError::Quote { line: start })?;
        let own = (1..).zip(fields).filter(|(column, _)| !others.contains(column));
        let fields: Vec<String> = own.map(|(_, field)| if html { plain(&field) } else { field }).collect();
        if fields.iter().any(|field| !field.is_empty()) {
            notes.push(Note { line: start, fields });
        }
    }
    Ok(notes)
}

fn unknown(line: usize, separator: &str) -> AnkiError {
    AnkiError::Separator { line, separator: separator.to_owned() }
}

fn separator_of(name: &str) -> Option<char> {
    let mut characters = name.chars();
    Some(match &*name.trim().to_lowercase() {
        "tab" | "\\t" => '\t',
        "comma" => ',',
        "semicolon" => ';',
        "space" => ' ',
        "pipe" => '|',
        "colon" => ':',
        _ => characters.next().filter(|c| characters.next().is_none() && !c.is_alphanumeric())?,
    })
}

/// Takes a note off the text; `None` if a quoted field has no end. Counts its lines.
fn fields(rest: &mut &str, separator: char, line: &mut usize) -> Option<Vec<String>> {
    let mut fields = vec![String::new()];
    let (mut quoted, mut characters) = (false, rest.char_indices().peekable());
    while let Some((at, c)) = characters.next() {
        *line += usize::from(c == '\n');
        let field = fields.last_mut()?;
        match c {
            '"' if quoted => {
                if characters.next_if(|&(_, next)| next == '"').is_some() {
                    field.push('"');
                } else {
                    quoted = false;
                }
            }
            c if quoted => field.push(c),
            '"' if field.is_empty() => quoted = true,
            '\n' => {
                *rest = &rest[at + 1..];
                fields.iter_mut().for_each(|field| *field = field.trim().to_owned());
                return Some(fields);
            }
            c if c == separator => fields.push(String::new()),
            c => field.push(c),
        }
    }
    *rest = "";
    fields.iter_mut().for_each(|field| *field = field.trim().to_owned());
    (!quoted).then_some(fields)
}

/// A field without HTML: without elements, with the usual entities replaced.
fn plain(field: &str) -> String {
    let mut text = String::with_capacity(field.len());
    let mut rest = field;
    while let Some(start) = rest.find('<') {
        text.push_str(&rest[..start]);
        let Some(end) = rest[start..].find('>') else {
            rest = &rest[start..];
            break;
        };
        if rest[start..].starts_with("<br") || rest[start..].starts_with("<div") {
            text.push(' ');
        }
        rest = &rest[start + end + 1..];
    }
    text.push_str(rest);
    let entities = [("&nbsp;", " "), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")];
    entities.iter().fold(text, |text, (entity, c)| text.replace(entity, c)).trim().to_owned()
}

/// Writes notes of two fields and tags, as Anki reads them. The third column of each row has its tags, separated by
/// spaces.
pub fn write<'n>(notes: impl IntoIterator<Item = [&'n str; 3]>) -> String {
    let mut text = "#separator:tab\n#html:false\n#columns:Front\tBack\tTags\n#tags column:3\n".to_owned();
    for note in notes {
        let fields = note.map(|field| {
            let needs_quotes = field.starts_with(['#', '"']) || field.contains(['\t', '\n', '\r', '"']);
            if needs_quotes { format!("\"{}\"", field.replace('"', "\"\"")) } else { field.to_owned() }
        });
        let _ = writeln!(text, "{}", fields.join("\t"));
    }
    text
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn fields(text: &str) -> Vec<Vec<String>> {
        read(text.as_bytes()).unwrap().into_iter().map(|note| note.fields).collect()
    }

    #[test]
    fn files_are_read_as_anki_writes_them() {
        let text = "#separator:tab\n#html:true\n#guid column:1\n#tags column:4\nx\tAE\t<b>a &amp; b</b><br>c\tt1 t2\n\
                    y\t\"Q\nI\"\t\"say \"\"so\"\"\"\t\n";
        assert_eq!(fields(text), [["AE", "a & b c"], ["Q\nI", "say \"so\""]]);
        assert_eq!(read(text.as_bytes()).unwrap()[1].line, 6);
        assert_eq!(fields("#separator:Comma\na,b\n\n,\n"), [["a", "b"]]);
        assert_eq!(read(b"#separator:zz\n").unwrap_err(), unknown(1, "zz"));
        assert_eq!(read(b"a\t\"b\n").unwrap_err(), AnkiError::Quote { line: 1 });
        assert_eq!(read(b"\xff").unwrap_err(), AnkiError::Encoding);
        assert!(detect(text.as_bytes()) && detect(b"\xef\xbb\xbf#html:false\n") && !detect(b"# words\n"));
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(notes in proptest::collection::vec(["[^\\r]{1,12}", "[^\\r]{1,12}"], 0..8)) {
            let notes: Vec<[String; 2]> = notes.into_iter().map(|note| note.map(|field| field.trim().to_owned())).collect();
            let text = write(notes.iter().map(|[front, back]| [&**front, &**back, "tag"]));
            let wanted: Vec<Vec<String>> = notes.iter().map(|note| note.to_vec())
                .filter(|note| note.iter().any(|field| !field.is_empty())).collect();
            prop_assert_eq!(fields(&text), wanted);
        }
    }
}
