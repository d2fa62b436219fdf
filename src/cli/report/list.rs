//! Lists of answers as text, TSV or JSON lines.

use std::io::{self, Write};

use serde_json::{Map, Number, Value as Json};

use lexigraph::query::columns::{Column, Value};

/// The format of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListFormat {
    /// Tab-separated values.
    Text {
        /// The character after each answer: newline or NUL.
        end: char,
    },
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
}

impl List {
    /// Creates a list with these columns. In a batch, each answer names its query.
    pub fn new(format: ListFormat, columns: Vec<Column>, batch: bool) -> List {
        List { format, columns, batch, headed: false }
    }

    /// The columns.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// Writes the header if the format has one and it has not been written yet.
    ///
    /// # Errors
    /// Those of the writer.
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
    /// Those of the writer.
    pub fn row(&mut self, query: &str, values: &[Value], out: &mut impl Write) -> io::Result<()> {
        self.heading(out)?;
        if self.format == ListFormat::Json {
            let mut object = Map::new();
            if self.batch {
                object.insert("query".into(), query.into());
            }
            for (column, value) in self.columns.iter().zip(values) {
                object.insert(column.name().into(), json(value));
            }
            serde_json::to_writer(&mut *out, &object)?;
            return writeln!(out);
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
                Value::Number(number) => write!(out, "{number}")?,
                Value::Flag(yes) => out.write_all(if *yes { b"yes" } else { b"no" })?,
                Value::None => {}
            }
        }
        let end = if let ListFormat::Text { end } = self.format { end } else { '\n' };
        write!(out, "{end}")
    }
}

/// Integers beyond 64 bits become floating-point numbers, as most JSON readers would read them anyway.
fn json(value: &Value) -> Json {
    match value {
        Value::Text(text) => Json::String(text.clone()),
        Value::Number(number) => match i64::try_from(*number) {
            Ok(number) => number.into(),
            Err(_) => Number::from_f64(*number as f64).map_or(Json::Null, Json::Number),
        },
        Value::Flag(yes) => Json::Bool(*yes),
        Value::None => Json::Null,
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
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn each_form_writes_the_same_answers() {
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
