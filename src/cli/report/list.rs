//! Lists of answers as text, TSV or JSON lines.

use std::io::{self, Write};

use serde_json::Map;

use lexigraph::query::columns::{Column, Value};

/// The format of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListFormat {
    /// Tab-separated values.
    Text {
        /// The character after each answer: newline or NUL.
        end: char,
    },
    /// Padded columns for a reader at a terminal, with a header if there are several.
    Screen,
    /// Tab-separated values with a header.
    Tsv,
    /// One JSON object a line.
    Json,
}

/// Writes answers, one at a time.
#[derive(Debug)]
pub struct List {
    format: ListFormat,
    columns: Vec<Column>,
    /// `true` if each answer names its query.
    batch: bool,
    headed: bool,
    /// The rows for a terminal that have not been written yet, and the widths of its columns so far.
    rows: Vec<Vec<String>>,
    widths: Vec<usize>,
}

/// So many rows for a terminal are padded together.
const SCREEN_ROWS: usize = 500;

impl List {
    /// Creates a list with these columns. In a batch, each answer names its query.
    pub fn new(format: ListFormat, columns: Vec<Column>, batch: bool) -> List {
        List { format, columns, batch, headed: false, rows: vec![], widths: vec![] }
    }

    /// The columns.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// Writes the header if the format has one and it has not been written yet.
    ///
    /// # Errors
    /// The errors of the writer.
    pub fn heading(&mut self, out: &mut impl Write) -> io::Result<()> {
        if self.format == ListFormat::Tsv && !self.headed {
            let query = self.batch.then_some("query");
            let names: Vec<&str> = query.into_iter().chain(self.columns.iter().map(|column| column.name())).collect();
            writeln!(out, "{}", names.join("\t"))?;
        }
        self.headed = true;
        Ok(())
    }

    /// Writes an answer.
    ///
    /// # Errors
    /// The errors of the writer.
    pub fn row(&mut self, query: &str, values: &[Value], out: &mut impl Write) -> io::Result<()> {
        self.heading(out)?;
        if self.format == ListFormat::Json {
            let mut object = Map::new();
            if self.batch {
                object.insert("query".into(), query.into());
            }
            for (column, value) in self.columns.iter().zip(values) {
                object.insert(column.name().into(), value.json());
            }
            serde_json::to_writer(&mut *out, &object)?;
            return writeln!(out);
        }
        if self.format == ListFormat::Screen {
            let query = self.batch.then(|| query.to_owned());
            self.rows.push(query.into_iter().chain(values.iter().map(text)).collect());
            return if self.rows.len() < SCREEN_ROWS { Ok(()) } else { self.end(out) };
        }
        if self.batch {
            write!(out, "{query}\t")?;
        }
        for (at, value) in values.iter().enumerate() {
            if at > 0 {
                out.write_all(b"\t")?;
            }
            match value {
                Value::Text(text) => out.write_all(text.as_bytes())?,
                Value::Tiles(_) => out.write_all(text(value).as_bytes())?,
                Value::Number(number) => write!(out, "{number}")?,
                Value::Score(score) => write!(out, "{score}")?,
                Value::Flag(yes) => out.write_all(if *yes { b"yes" } else { b"no" })?,
                Value::None => {}
            }
        }
        let end = if let ListFormat::Text { end } = self.format { end } else { '\n' };
        write!(out, "{end}")
    }

    /// Writes the rows that were kept to pad them. To be called after the last row of a query.
    ///
    /// # Errors
    /// The errors of the writer.
    pub fn end(&mut self, out: &mut impl Write) -> io::Result<()> {
        if self.rows.is_empty() {
            return Ok(());
        }
        let several = self.columns.len() + usize::from(self.batch) > 1;
        if several && self.widths.is_empty() {
            let query = self.batch.then_some("query");
            let names = query.into_iter().chain(self.columns.iter().map(|column| column.name()));
            self.rows.insert(0, names.map(str::to_owned).collect());
        }
        for row in &self.rows {
            self.widths.resize(row.len().max(self.widths.len()), 0);
            for (width, cell) in self.widths.iter_mut().zip(row) {
                *width = (*width).max(cell.chars().count());
            }
        }
        for row in self.rows.drain(..) {
            let cells = row.iter().zip(&self.widths).map(|(cell, &width)| format!("{cell:width$}"));
            writeln!(out, "{}", cells.collect::<Vec<_>>().join("  ").trim_end())?;
        }
        Ok(())
    }
}

/// A value as text. Tiles of several characters are bracketed.
fn text(value: &Value) -> String {
    match value {
        Value::Text(text) => text.clone(),
        Value::Tiles(tiles) => {
            tiles.iter().map(|tile| if tile.chars().nth(1).is_some() { format!("[{tile}]") } else { tile.clone() }).collect()
        }
        Value::Number(number) => number.to_string(),
        Value::Score(score) => score.to_string(),
        Value::Flag(yes) => if *yes { "yes" } else { "no" }.into(),
        Value::None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(format: ListFormat, batch: bool) -> String {
        let mut list = List::new(format, vec![Column::Word, Column::Length, Column::InnerBack, Column::Distance], batch);
        let mut out = Vec::new();
        for word in ["AB", "C"] {
            let values =
                [Value::Text(word.into()), Value::Number(word.len() as i128), Value::Flag(word == "AB"), Value::None];
            list.row("q", &values, &mut out).unwrap();
        }
        list.end(&mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn each_form_writes_the_same_answers() {
        assert_eq!(
            written(ListFormat::Screen, true),
            "query  word  length  inner_back  distance\nq      AB    2       yes\nq      C     1       no\n"
        );
        assert_eq!(written(ListFormat::Text { end: '\n' }, false), "AB\t2\tyes\t\nC\t1\tno\t\n");
        assert_eq!(written(ListFormat::Text { end: '\0' }, true), "q\tAB\t2\tyes\t\0q\tC\t1\tno\t\0");
        assert_eq!(
            written(ListFormat::Tsv, true),
            "query\tword\tlength\tinner_back\tdistance\nq\tAB\t2\tyes\t\nq\tC\t1\tno\t\n"
        );
        assert_eq!(
            written(ListFormat::Json, false),
            "{\"word\":\"AB\",\"length\":2,\"inner_back\":true,\"distance\":null}\n\
             {\"word\":\"C\",\"length\":1,\"inner_back\":false,\"distance\":null}\n"
        );
    }
}
