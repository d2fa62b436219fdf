//! Grids of crosswords as SVG, with the numbers of their entries.

use std::fmt::Write as _;

use lexigraph::alphabet::Alphabet;
use lexigraph::crossword::{CrosswordGrid, Square};

use super::picture::{Anchor, MARGIN, Picture};

/// The side of a square, the size of a letter and that of a number, in pixels.
const SIDE: f64 = 40.0;
const LETTER: f64 = 22.0;
const NUMBER: f64 = 12.0;

/// Draws a grid. With `letters`, the letters of its cells are shown.
pub fn crossword(grid: &CrosswordGrid, alphabet: &Alphabet, title: &str, letters: bool) -> String {
    let mut picture = Picture::default();
    let place = |row: usize, column: usize| (MARGIN + column as f64 * SIDE, MARGIN + row as f64 * SIDE);
    let numbers = grid.numbers();
    let mut lines = String::new();
    for (at, square) in grid.squares().iter().enumerate() {
        let (row, column) = (at / grid.columns(), at % grid.columns());
        let ((left, top), (right, bottom)) = (place(row, column), place(row + 1, column + 1));
        let Square::Cell(letter) = square else {
            picture.rectangle("ink fill", (left, top), (right, bottom));
            continue;
        };
        let _ = write!(lines, "M{left},{top} L{right},{top} L{right},{bottom} L{left},{bottom} L{left},{top} ");
        if numbers[at] > 0 {
            picture.text((left + 2.5, top + NUMBER), Anchor::Start, NUMBER, &numbers[at].to_string());
        }
        if let Some(letter) = letter.filter(|_| letters) {
            let label = alphabet.render(&[letter]);
            let size = if label.chars().nth(1).is_some() { LETTER * 0.75 } else { LETTER };
            picture.text(((left + right) / 2.0, bottom - SIDE * 0.2), Anchor::Middle, size, &label);
        }
    }
    // Above the edges of the blocks.
    picture.path("ink stroke", &lines);
    let (wide, high) = place(grid.rows(), grid.columns());
    let entries = grid.slots().len();
    let description = format!("A crossword of {} rows and {} columns with {entries} entries.", grid.rows(), grid.columns());
    picture.finish((wide + MARGIN, high + MARGIN), title, &description)
}

#[cfg(test)]
mod tests {
    use super::crossword;
    use crate::report::Seen;
    use lexigraph::alphabet::Alphabet;
    use lexigraph::crossword::CrosswordGrid;

    #[test]
    fn letters_and_numbers_are_in_their_squares() {
        let alphabet = Alphabet::builtin("english").unwrap();
        let grid = CrosswordGrid::parse("CAT\n-#-\n-#-", &alphabet).unwrap();
        let shown = Seen::new(&crossword(&grid, &alphabet, "three", true));
        assert!(["1", "C", "A", "2", "T"].iter().all(|text| shown.says(text)));
        let hidden = Seen::new(&crossword(&grid, &alphabet, "three", false));
        assert!(hidden.says("2") && !hidden.says("A"));
    }
}
