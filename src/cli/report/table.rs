//! TextTables as text and Markdown.

/// A table with a header; the first column is left-aligned, the others right-aligned.
#[derive(Clone, Debug, Default)]
pub struct TextTable {
    rows: Vec<Vec<String>>,
}

impl TextTable {
    /// Creates a table with this header.
    pub fn new<S: Into<String>>(headings: impl IntoIterator<Item = S>) -> TextTable {
        let mut table = TextTable::default();
        table.row(headings);
        table
    }

    /// Adds a row, which may be shorter than the header.
    pub fn row<S: Into<String>>(&mut self, cells: impl IntoIterator<Item = S>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }

    /// The lines of the table as Markdown.
    pub fn markdown(&self) -> impl Iterator<Item = String> + '_ {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let line = move |row: &Vec<String>| {
            let cells = (0..columns).map(|column| row.get(column).map_or("", |cell| cell.trim()));
            cells.fold("|".to_owned(), |line, cell| line + " " + cell + " |")
        };
        let rule = "| --- |".to_owned() + &" ---: |".repeat(columns.saturating_sub(1));
        let heading = self.rows.first().map(line);
        let rule = heading.as_ref().map(|_| rule);
        heading.into_iter().chain(rule).chain(self.rows.iter().skip(1).map(line))
    }

    /// The lines of the table as text, with columns padded to the widest cell and separated by two spaces.
    pub fn lines(&self) -> impl Iterator<Item = String> + '_ {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let length = |text: &String| text.chars().count();
        let width = |column| self.rows.iter().filter_map(|row: &Vec<String>| row.get(column)).map(length).max().unwrap_or(0);
        let widths: Vec<usize> = (0..columns).map(width).collect();
        self.rows.iter().map(move |row| {
            let cell = |(column, text): (usize, &String)| {
                let padding = " ".repeat(widths[column] - length(text));
                if column == 0 { format!("{text}{padding}") } else { format!("  {padding}{text}") }
            };
            row.iter().enumerate().map(cell).collect::<String>().trim_end().to_owned()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up() {
        let mut table = TextTable::new(["name", "n"]);
        table.row(["a", "1,000"]);
        table.row(["éé"]);
        assert_eq!(table.lines().collect::<Vec<_>>(), ["name      n", "a     1,000", "éé"]);
        assert_eq!(table.markdown().collect::<Vec<_>>(), ["| name | n |", "| --- | ---: |", "| a | 1,000 |", "| éé |  |"]);
    }
}
