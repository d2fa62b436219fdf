//! Tables of text.

/// A table with a heading, its first column to the left and the others to the right.
#[derive(Clone, Debug, Default)]
pub struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table with these headings.
    pub fn new<S: Into<String>>(headings: impl IntoIterator<Item = S>) -> Table {
        let mut table = Table::default();
        table.row(headings);
        table
    }

    /// Adds a row; it may be shorter than the heading.
    pub fn row<S: Into<String>>(&mut self, cells: impl IntoIterator<Item = S>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }

    /// The lines of the table in Markdown.
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

    /// The lines of the table, columns padded to the widest cell and set apart by two blanks.
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
        let mut table = Table::new(["name", "n"]);
        table.row(["a", "1,000"]);
        table.row(["éé"]);
        assert_eq!(table.lines().collect::<Vec<_>>(), ["name      n", "a     1,000", "éé"]);
        assert_eq!(table.markdown().collect::<Vec<_>>(), ["| name | n |", "| --- | ---: |", "| a | 1,000 |", "| éé |  |"]);
    }
}
