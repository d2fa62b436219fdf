//! Rows of cells, as tables write them: a cell in double quotes may have separators and line ends in it.

use super::lines::LineEnds;

/// The most lines that one quoted cell may have. A quote that is not closed by then is a character like any other.
const MOST_LINES: usize = 1000;

/// The cells of a row, without blanks and quotes around them.
pub(super) fn cells(row: &str, separator: char) -> impl Iterator<Item = &str> {
    let mut rest = Some(row);
    std::iter::from_fn(move || {
        let text = rest?;
        if let Some((cell, after)) = quoted(text, separator) {
            rest = after;
            return Some(cell);
        }
        let (cell, after) = text.split_once(separator).map_or((text, None), |(cell, after)| (cell, Some(after)));
        rest = after;
        Some(cell.trim())
    })
}

/// A cell in quotes at the start of this text, and what follows its separator.
fn quoted(text: &str, separator: char) -> Option<(&str, Option<&str>)> {
    let inner = text.trim_start_matches(' ').strip_prefix('"')?;
    let mut at = 0;
    loop {
        at += inner[at..].find('"')?;
        // Two quotes are one that belongs to the cell.
        if !inner[at + 1..].starts_with('"') {
            break;
        }
        at += 2;
    }
    let after = inner[at + 1..].trim_start_matches([' ', '\r']);
    let cell = inner[..at].trim();
    match after.strip_prefix(separator) {
        Some(after) => Some((cell, Some(after))),
        None => after.is_empty().then_some((cell, None)),
    }
}

/// Where in a row a text ends.
#[derive(Clone, Copy)]
struct State {
    separator: u8,
    quoted: bool,
}

impl State {
    /// Goes on over a line.
    fn feed(&mut self, line: &str) {
        let bytes = line.as_bytes();
        let mut fresh = !self.quoted;
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            at += 1;
            if self.quoted {
                if byte == b'"' {
                    if bytes.get(at) == Some(&b'"') {
                        at += 1;
                    } else {
                        self.quoted = false;
                    }
                }
            } else if byte == b'"' && fresh {
                (self.quoted, fresh) = (true, false);
            } else if byte != b' ' || !fresh {
                fresh = byte == self.separator;
            }
        }
    }
}

/// Calls `each` with every row and the number of its first line, until it fails.
pub(super) fn each<'t, E>(
    text: &'t str,
    ends: LineEnds,
    separator: char,
    mut each: impl FnMut(u64, &'t str) -> Result<(), E>,
) -> Result<(), E> {
    if memchr::memchr(b'"', text.as_bytes()).is_none() {
        return ends.each(text, each);
    }
    let start = State { separator: separator as u8, quoted: false };
    let mut state = start;
    // The lines of a row whose quote is open.
    let mut open: Vec<(u64, &'t str)> = Vec::new();
    ends.each(text, |number, line| {
        state.feed(line);
        if !state.quoted && open.is_empty() {
            return each(number, line);
        }
        open.push((number, line));
        if !state.quoted {
            let row = open[0];
            let offset = |line: &str| line.as_ptr() as usize - text.as_ptr() as usize;
            let whole = &text[offset(row.1)..offset(line) + line.len()];
            open.clear();
            return each(row.0, whole);
        }
        if open.len() < MOST_LINES {
            return Ok(());
        }
        state = start;
        open.drain(..).try_for_each(|(number, line)| each(number, line))
    })?;
    open.drain(..).try_for_each(|(number, line)| each(number, line))
}

/// The first rows of a text.
pub(super) fn sample(text: &str, ends: LineEnds, separator: char, wanted: usize) -> Vec<&str> {
    let mut rows = Vec::new();
    // Full is the only way to fail.
    let _ = each(text, ends, separator, |_, row| {
        rows.push(row);
        if rows.len() == wanted { Err(()) } else { Ok(()) }
    });
    rows
}

/// `true` if the last row of a text has a quote that is not closed.
pub(super) fn is_open(text: &str, ends: LineEnds, separator: char) -> bool {
    let mut state = State { separator: separator as u8, quoted: false };
    let Ok(()) = ends.each(text, |_, line| {
        state.feed(line);
        Ok::<(), std::convert::Infallible>(())
    });
    state.quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str) -> Vec<(u64, Vec<&str>)> {
        let mut all = vec![];
        let done: Result<(), ()> = each(text, LineEnds::of(text), ',', |number, row| {
            all.push((number, cells(row, ',').collect()));
            Ok(())
        });
        done.unwrap();
        all
    }

    #[test]
    fn a_quoted_cell_may_have_separators_quotes_and_line_ends() {
        let text = "cat,\"a pet,\nor \"\"tiger\"\"\",3\r\n dog , \"x\" ,\n\"emu\",a \"bird\",5\n";
        assert_eq!(
            rows(text),
            [
                (1, vec!["cat", "a pet,\nor \"\"tiger\"\"", "3"]),
                (3, vec!["dog", "x", ""]),
                (4, vec!["emu", "a \"bird\"", "5"]),
            ]
        );
    }

    #[test]
    fn a_quote_that_is_never_closed_is_a_character() {
        assert_eq!(rows("cat,5\n\"dog,6\nemu,7\n"), [(1, vec!["cat", "5"]), (2, vec!["\"dog", "6"]), (3, vec!["emu", "7"])]);
        let long = format!("\"dog,6\n{}", "emu,7\n".repeat(3000));
        assert_eq!(rows(&long).len(), 3001);
        assert!(is_open("a,\"b\nc", LineEnds::of("a\nb"), ',') && !is_open("a,\"b\nc\"", LineEnds::of("a\nb"), ','));
    }
}
