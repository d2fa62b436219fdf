//! Crosswords in ipuz, a format in JSON; `formats/ipuz.md` describes what is read and written.

use serde_json::{Map, Value, json};

use super::error::CrosswordError;
use super::grid::{Direction, MOST_SIDE};
use super::puzzle::{Clue, Puzzle, PuzzleCell};

/// The longest text of a cell, in bytes.
const LONGEST_CELL: usize = 64;

fn wrong(what: impl Into<String>) -> CrosswordError {
    CrosswordError::File(what.into())
}

/// `true` if a file seems to be of this format: a JSON object, perhaps as the argument of a call of `ipuz`.
pub fn is_ipuz(bytes: &[u8]) -> bool {
    let start = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes).trim_ascii_start();
    start.starts_with(b"{") || start.starts_with(b"ipuz(")
}

/// Reads a crossword.
///
/// # Errors
/// [`CrosswordError::File`] for a file that is no JSON, and for a puzzle that is no crossword or lacks something.
pub fn read(bytes: &[u8]) -> Result<Puzzle, CrosswordError> {
    let text = std::str::from_utf8(bytes).map_err(|_| wrong("the file is not UTF-8 — save it as UTF-8"))?;
    let text = text.trim_start_matches('\u{feff}').trim();
    let text = text
        .strip_prefix("ipuz(")
        .and_then(|inner| inner.trim_end_matches(';').trim_end().strip_suffix(')'))
        .unwrap_or(text);
    let file: Value = serde_json::from_str(text).map_err(|error| wrong(format!("the JSON is broken: {error}")))?;
    let field = |name: &str| file.get(name);
    let kinds = field("kind").and_then(Value::as_array).ok_or_else(|| wrong("'kind' is missing: the file is no ipuz"))?;
    let is_crossword = |kind: &Value| kind.as_str().is_some_and(|kind| kind.contains("ipuz.org/crossword"));
    if !kinds.iter().any(is_crossword) {
        return Err(wrong("the puzzle is no crossword — only those are read"));
    }
    let side = |name: &str| -> Result<usize, CrosswordError> {
        let side = field("dimensions").and_then(|sides| sides.get(name)).and_then(Value::as_u64);
        let side = side.ok_or_else(|| wrong(format!("'dimensions' has no {name}")))?;
        let side = usize::try_from(side).unwrap_or(usize::MAX);
        if side > MOST_SIDE { Err(CrosswordError::TooLarge(side)) } else { Ok(side) }
    };
    let (columns, rows) = (side("width")?, side("height")?);
    let special = |name: &str, usual: &str| field(name).and_then(plain).unwrap_or_else(|| usual.to_owned());
    let (block, empty) = (special("block", "#"), special("empty", "0"));
    let puzzle = squares(field("puzzle"), rows, columns)
        .ok_or_else(|| wrong("'puzzle' has not as many rows and cells as 'dimensions' say"))?;
    let solution = match field("solution") {
        None | Some(Value::Null) => None,
        solution => Some(
            squares(solution, rows, columns)
                .ok_or_else(|| wrong("'solution' has not as many rows and cells as 'dimensions' say"))?,
        ),
    };
    let mut cells = Vec::with_capacity(rows * columns);
    for (at, square) in puzzle.into_iter().enumerate() {
        let shown = inner(square, "cell").and_then(plain);
        if square.is_null() || shown.as_deref() == Some(block.as_str()) {
            cells.push(PuzzleCell::Block);
            continue;
        }
        let style = square.get("style").and_then(|style| style.get("shapebg")).and_then(Value::as_str);
        let given = square.get("value").and_then(plain);
        let known = solution.as_ref().and_then(|squares| inner(squares[at], "value")).and_then(plain);
        let solution = known.or(given).filter(|text| !text.is_empty() && *text != empty && *text != block);
        if solution.as_ref().is_some_and(|text| text.len() > LONGEST_CELL) {
            return Err(wrong(format!(
                "row {}, cell {} has more than {LONGEST_CELL} bytes",
                at / columns + 1,
                at % columns + 1
            )));
        }
        cells.push(PuzzleCell::Open { solution, circled: style == Some("circle") });
    }
    let text = |name: &str| field(name).and_then(Value::as_str).unwrap_or_default().to_owned();
    let (clues, unnumbered) = clues(field("clues"));
    Ok(Puzzle {
        rows,
        columns,
        cells,
        clues,
        title: text("title"),
        author: text("author"),
        copyright: text("copyright"),
        notes: text("notes"),
        locked: false,
        unnumbered,
    })
}

/// The squares of a field, row by row, if they are as many as the sides say.
fn squares(field: Option<&Value>, rows: usize, columns: usize) -> Option<Vec<&Value>> {
    let lines = field?.as_array().filter(|lines| lines.len() == rows)?;
    let mut squares = Vec::with_capacity(rows * columns);
    for line in lines {
        squares.extend(line.as_array().filter(|line| line.len() == columns)?);
    }
    Some(squares)
}

/// A value, or the one with this name if it is an object.
fn inner<'v>(value: &'v Value, name: &str) -> Option<&'v Value> {
    if value.is_object() { value.get(name) } else { Some(value) }
}

/// A text or a number as text.
fn plain(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// The clues, and the number of those without a number.
fn clues(field: Option<&Value>) -> (Vec<Clue>, usize) {
    let (mut clues, mut unnumbered) = (Vec::new(), 0);
    for (name, listed) in field.and_then(Value::as_object).into_iter().flatten() {
        // A name may have a heading of its own: "Across:Horizontal".
        let direction = match name.split(':').next() {
            Some("Across") => Direction::Across,
            Some("Down") => Direction::Down,
            _ => continue,
        };
        for clue in listed.as_array().into_iter().flatten() {
            let (number, text) = match clue {
                Value::Array(pair) => (pair.first(), pair.get(1)),
                Value::Object(_) => (clue.get("number"), clue.get("clue")),
                other => (None, Some(other)),
            };
            // Old puzzles number both ends of an entry: "2-3".
            let first = |number: String| number.split('-').next().and_then(|first| first.trim().parse().ok());
            match number.and_then(plain).and_then(first) {
                Some(number) => {
                    clues.push(Clue { number, direction, text: text.and_then(plain).unwrap_or_default() });
                }
                None => unnumbered += 1,
            }
        }
    }
    // In the order of a puzzle, whatever that of the file.
    clues.sort_by_key(|clue: &Clue| (clue.number, clue.direction));
    (clues, unnumbered)
}

/// Writes a crossword, with numbers in the cells and a clue for each entry.
pub fn write(puzzle: &Puzzle) -> String {
    let entries = puzzle.entries();
    let mut numbers = puzzle.numbers().into_iter();
    let (mut shown, mut solution) = (Vec::new(), Vec::new());
    for cell in &puzzle.cells {
        let number = numbers.next().unwrap_or(0);
        match cell {
            PuzzleCell::Block => {
                shown.push(json!("#"));
                solution.push(json!("#"));
            }
            PuzzleCell::Open { solution: letters, circled } => {
                shown.push(if *circled {
                    json!({ "cell": number, "style": { "shapebg": "circle" } })
                } else {
                    json!(number)
                });
                solution.push(letters.as_ref().map_or(json!(0), |letters| json!(letters)));
            }
        }
    }
    let rows = |squares: Vec<Value>| -> Value {
        squares.chunks(puzzle.columns.max(1)).map(|row| Value::Array(row.to_vec())).collect()
    };
    let listed = |direction: Direction| -> Value {
        let of = entries.iter().filter(|(_, other)| *other == direction);
        of.map(|(number, _)| json!([number, puzzle.clue(*number, direction)])).collect()
    };
    let mut file = Map::new();
    file.insert("version".into(), "http://ipuz.org/v2".into());
    file.insert("kind".into(), json!(["http://ipuz.org/crossword#1"]));
    let texts =
        [("title", &puzzle.title), ("author", &puzzle.author), ("copyright", &puzzle.copyright), ("notes", &puzzle.notes)];
    for (name, text) in texts.iter().filter(|(_, text)| !text.is_empty()) {
        file.insert((*name).into(), text.as_str().into());
    }
    file.insert("dimensions".into(), json!({ "width": puzzle.columns, "height": puzzle.rows }));
    file.insert("block".into(), "#".into());
    file.insert("empty".into(), json!(0));
    file.insert("puzzle".into(), rows(shown));
    file.insert("solution".into(), rows(solution));
    file.insert("clues".into(), json!({ "Across": listed(Direction::Across), "Down": listed(Direction::Down) }));
    let mut text = Value::Object(file).to_string();
    text.push('\n');
    text
}
