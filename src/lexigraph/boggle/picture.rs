//! A grid drawn as text, with a path on it.

use super::grid::BoggleBoard;
use crate::alphabet::Alphabet;

/// Draws the grid. The cells of the path are in brackets, the first in parentheses, and arrows lead from each cell to
/// the next. On a board that wraps, a step over the edge has no arrow. The text ends with a newline.
///
/// # Panics
/// If a tile does not belong to `alphabet`.
pub fn draw(board: &BoggleBoard, path: &[u16], alphabet: &Alphabet) -> String {
    let grid = board.grid();
    let (rows, columns) = (grid.rows(), grid.columns());
    let label = |cell: usize| grid.label(cell, alphabet);
    let width = (0..rows * columns).map(|cell| label(cell).chars().count()).max().unwrap_or(1);
    // Arrows go on an extra line between two rows and into an extra character between two columns.
    let mut joints = vec![vec![' '; 2 * columns]; 2 * rows];
    for step in path.windows(2) {
        let place = |cell: u16| (usize::from(cell) / columns, usize::from(cell) % columns);
        let ((row, column), (next_row, next_column)) = (place(step[0]), place(step[1]));
        let (down, right) = (next_row as isize - row as isize, next_column as isize - column as isize);
        let arrow = match (down, right) {
            (0, 1) => '→',
            (0, -1) => '←',
            (1, 0) => '↓',
            (-1, 0) => '↑',
            (1, 1) => '↘',
            (1, -1) => '↙',
            (-1, 1) => '↗',
            (-1, -1) => '↖',
            _ => continue,
        };
        let joint = &mut joints[row + next_row][column + next_column];
        *joint = if *joint == ' ' { arrow } else { '╳' };
    }
    let mut text = String::new();
    for row in 0..rows {
        let mut line = String::new();
        for column in 0..columns {
            let cell = row * columns + column;
            let (open, close) = match path.iter().position(|&on| usize::from(on) == cell) {
                Some(0) => ('(', ')'),
                Some(_) => ('[', ']'),
                None => (' ', ' '),
            };
            line.push_str(&format!("{open}{:^width$}{close}{}", label(cell), joints[2 * row][2 * column + 1]));
        }
        text.push_str(line.trim_end());
        text.push('\n');
        if row + 1 < rows {
            let between = &joints[2 * row + 1];
            let line: String = between.chunks(2).map(|pair| format!(" {:^width$} {}", pair[0], pair[1])).collect();
            text.push_str(line.trim_end());
            text.push('\n');
        }
    }
    text
}
