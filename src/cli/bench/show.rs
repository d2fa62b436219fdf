//! The results as a table, as JSON, and as a plot.

use crate::measure::{Report, Row, Task};
use crate::report::{Point, TextTable, grouped, scatter};
use lexigraph::alphabet::Alphabet;
use serde_json::{Value, json};

/// The lines of a table. The best values are bold on a terminal and in Markdown, and marked `*` in plain text.
pub fn lines(table: &TextTable, bold: bool, markdown: bool) -> Vec<String> {
    if !markdown {
        return table.lines().map(|line| mark(&line, bold)).collect();
    }
    let cell = |cell: &str| cell.strip_suffix('*').map_or_else(|| cell.to_owned(), |best| format!("**{best}**"));
    table.markdown().map(|line| line.split(' ').map(cell).collect::<Vec<_>>().join(" ")).collect()
}

/// Replaces the mark of a best value with bold type, if `bold`.
fn mark(line: &str, bold: bool) -> String {
    if !bold {
        return line.to_owned();
    }
    let words = line.split_inclusive(' ').map(|word| match word.strip_suffix("* ").or(word.strip_suffix('*')) {
        Some(best) => format!("\x1b[1m{best}\x1b[0m  "),
        None => word.to_owned(),
    });
    words.collect()
}

/// The table of results.
pub fn table(rows: &[Row], tasks: &[Task], words: usize) -> TextTable {
    let per_word = |bytes: u64| bytes as f64 / words.max(1) as f64;
    let measured: Vec<Task> =
        tasks.iter().copied().filter(|&task| rows.iter().any(|row| row.time(task).is_some())).collect();
    let gaddags = rows.iter().any(|row| row.gaddag_bytes.is_some());
    let mut headings = vec!["format".to_owned(), "bytes".to_owned(), "B/word".to_owned()];
    headings.extend(measured.iter().flat_map(|task| [format!("{} {}", task.name(), task.unit()), "±".to_owned()]));
    if gaddags {
        headings.push("GADDAG bytes".to_owned());
    }
    let peaks = rows.iter().any(|row| row.peak_bytes.is_some());
    if peaks {
        headings.insert(3, "peak bytes".to_owned());
    }
    let mut table = TextTable::new(headings);
    let least = rows.iter().filter_map(|row| row.bytes).min();
    let leanest = rows.iter().filter_map(|row| row.peak_bytes).min();
    let fastest = |task| rows.iter().filter_map(|row| row.time(task)).map(|time| time.median).min_by(f64::total_cmp);
    let star = |best: bool| if best { "*" } else { " " };
    for row in rows {
        let best = star(row.bytes.is_some() && row.bytes == least);
        let (bytes, each) = match row.bytes {
            Some(bytes) => (grouped(bytes) + best, format!("{:.2}{best}", per_word(bytes))),
            None => ("– ".to_owned(), "– ".to_owned()),
        };
        let mut cells = vec![row.format.clone(), bytes, each];
        if peaks {
            let best = star(row.peak_bytes.is_some() && row.peak_bytes == leanest);
            cells.push(row.peak_bytes.map_or("– ".to_owned(), |bytes| grouped(bytes) + best));
        }
        for &task in &measured {
            match row.time(task) {
                Some(time) => {
                    let spread = (time.upper - time.lower) / 2.0 / time.median.max(f64::MIN_POSITIVE) * 100.0;
                    cells.extend([
                        format!("{:.1}{}", time.median, star(fastest(task) == Some(time.median))),
                        format!("{spread:.0}%"),
                    ]);
                }
                None => cells.extend(["– ".to_owned(), String::new()]),
            }
        }
        if gaddags {
            cells.push(row.gaddag_bytes.map_or("–".to_owned(), grouped));
        }
        table.row(cells);
    }
    table
}

/// The results as JSON.
pub fn as_json(list: &str, alphabet: &Alphabet, words: usize, report: &Report, rounds: u16) -> Value {
    let formats: Vec<Value> = report
        .rows
        .iter()
        .map(|row| {
            let times: serde_json::Map<String, Value> = Task::ALL
                .into_iter()
                .filter_map(|task| {
                    let time = row.time(task)?;
                    let value =
                        json!({ "unit": task.unit(), "median": time.median, "lower": time.lower, "upper": time.upper });
                    Some((task.name().to_owned(), value))
                })
                .collect();
            json!({
                "format": row.format,
                "kind": row.kind,
                "peer": row.kind == "peer",
                "bytes": row.bytes,
                "bytes_per_word": row.bytes.map(|bytes| bytes as f64 / words.max(1) as f64),
                "peak_bytes": row.peak_bytes,
                "gaddag_bytes": row.gaddag_bytes,
                "times": times,
            })
        })
        .collect();
    let left_out: Vec<Value> = report.left_out.iter().map(|(format, why)| json!({ "format": format, "why": why })).collect();
    json!({
        "list": list,
        "alphabet": alphabet.name(),
        "words": words,
        "rounds": rounds,
        "formats": formats,
        "left_out": left_out,
    })
}

/// A plot of bytes per word against look-up time.
pub fn draw(list: &str, rows: &[Row], words: usize) -> String {
    let points: Vec<Point> = rows
        .iter()
        .filter_map(|row| {
            let time = row.time(Task::Hits)?;
            let x = row.bytes? as f64 / words.max(1) as f64;
            Some(Point { label: row.format.clone(), x, y: time.median, group: group(row.kind) })
        })
        .collect();
    let title = format!("{list}: {} words", grouped(words as u64));
    plot(&title, &points)
}

/// Draws sizes and look-up times. The groups of the points are those of [`group`].
pub fn plot(title: &str, points: &[Point]) -> String {
    let groups = ["layouts of lexigraph", "formats of other programs", "other libraries"];
    scatter(title, "size, bytes per word", "time of a look-up, nanoseconds", &groups, points)
}

/// The number of the group of a kind of format.
pub fn group(kind: &str) -> usize {
    match kind {
        "layout" => 0,
        "foreign" => 1,
        _ => 2,
    }
}
