//! Draws the board with text beside it, for a terminal of 80 columns and 24 lines.

use lexigraph::board::{BoardSetup, Cell, Direction, Position, Premium, Square, column_name, sheet, word_text};

use super::lists;

/// How the board is shown.
#[derive(Clone, Copy, Debug)]
pub struct Screen {
    /// `true` to show premium squares by colour, `false` by symbols.
    pub colored: bool,
}

/// The background colour of a premium square (256-colour palette): blue for letters, red for words, darker for higher.
fn premium_color(premium: Premium) -> Option<u8> {
    match (premium.letter(), premium.word()) {
        (_, 0) => None,
        (_, 3..) => Some(203),
        (_, 2) => Some(218),
        (3.., _) => Some(75),
        (2, _) => Some(153),
        _ => None,
    }
}

impl Screen {
    /// The board with the lines of `beside` to its right.
    pub fn board(self, position: &Position, beside: &[String]) -> Vec<String> {
        let (board, setup) = (position.board(), position.setup());
        let width = cell_width(setup);
        let mut lines = vec![self.heading(board.columns(), width)];
        for row in 0..board.rows() {
            let cells = board.lane(Direction::Across, row).iter().enumerate();
            let squares: String =
                cells.map(|(column, &cell)| self.square(setup, Square::new(row as u8, column as u8), cell, width)).collect();
            lines.push(format!("{:>3} {squares}", row + 1));
        }
        // All lines so far have the same width on the screen, although colour codes make some longer.
        let empty = " ".repeat(4 + board.columns() * width);
        lines.resize(lines.len().max(beside.len()), empty);
        lines.iter_mut().zip(beside).for_each(|(line, text)| line.push_str(&format!("  {text}")));
        lines.iter().map(|line| line.trim_end().to_owned()).collect()
    }

    /// What the colours or signs of the squares mean.
    pub fn legend(self, setup: &BoardSetup) -> Vec<String> {
        lists::legend(setup, |premium| {
            let color = premium_color(premium).filter(|_| self.colored)?;
            Some(format!("\x1b[30;48;5;{color}m  \x1b[0m"))
        })
    }

    fn heading(self, columns: usize, width: usize) -> String {
        let names = (0..columns).map(|column| format!("{:<width$}", column_name(column as u8)));
        format!("    {}", names.collect::<String>())
    }

    fn square(self, setup: &BoardSetup, square: Square, cell: Cell, width: usize) -> String {
        let premium = setup.layout().premium(square);
        if cell.is_tile() {
            let text = word_text(setup.alphabet(), &[cell]);
            let padded = format!("{text:<width$}");
            return if self.colored { format!("\x1b[1;30;48;5;223m{padded}\x1b[0m") } else { padded };
        }
        let sign = match sheet::premium_sign(premium) {
            '_' => '.',
            sign => sign,
        };
        match premium_color(premium).filter(|_| self.colored) {
            Some(color) => format!("\x1b[30;48;5;{color}m{:<width$}\x1b[0m", ' '),
            None if self.colored && premium.is_hole() => " ".repeat(width),
            None => format!("{sign:<width$}"),
        }
    }
}

/// The width of a square: the longest label and its brackets, and a space.
fn cell_width(setup: &BoardSetup) -> usize {
    let longest = setup.alphabet().letters().iter().map(|letter| letter.label.chars().count()).max().unwrap_or(1);
    if longest > 1 { longest + 3 } else { 2 }
}
