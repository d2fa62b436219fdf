//! Grids from arguments and standard input.

use lexigraph::boggle::{BoggleBoard, parse_size};

use super::list::Sort;
use super::{Args, Game};
use crate::{Failure, lexicon};

/// A grid as typed.
pub struct Typed {
    pub text: String,
    /// The line of standard input it begins on.
    line: Option<usize>,
}

impl Typed {
    /// The grid with its neighbours; a mistake in one from standard input is told with its line.
    pub fn board(&self, game: &Game<'_>) -> Result<BoggleBoard, Failure> {
        let board = game.args.board(&self.text, game.alphabet);
        board.map_err(|error| match self.line {
            Some(line) => Failure::new(format!("standard input:{line}: {error}")),
            None => error,
        })
    }
}

/// What the arguments with an optional value say.
pub struct Choice {
    /// The number of the hint.
    pub hint: Option<usize>,
    pub sort: Option<Sort>,
    /// The grids, as arguments.
    pub grids: Vec<String>,
}

/// The number of the hint, the order, and the grids. `--hint GRID` and `--sort GRID` are read as they are meant: a value that is
/// no number, or no key, is a grid.
pub fn options(args: &Args) -> Result<Choice, Failure> {
    let mut grids = args.grids.clone();
    let hint = args.hint.as_ref().map(|value| match value.parse::<usize>() {
        Ok(0) => Err(Failure::new("--hint 0: hints count from 1")),
        Ok(number) => Ok(number),
        Err(_) if value.starts_with(|first: char| first.is_ascii_digit() || "+-".contains(first)) => {
            Err(Failure::new(format!("--hint {value}: not a number from 1")))
        }
        Err(_) => {
            grids.insert(0, value.clone());
            Ok(1)
        }
    });
    let hint = hint.transpose()?;
    let sort = args.sort.as_ref().map(|value| {
        Sort::from_name(value).unwrap_or_else(|| {
            grids.insert(0, value.clone());
            Sort::Points
        })
    });
    Ok(Choice { hint, sort, grids })
}

/// The grids, and whether each answer has to say which it belongs to.
pub fn grids(args: &Args, arguments: &[String]) -> Result<(Vec<Typed>, bool), Failure> {
    let size = args.size.as_deref().map(parse_size).transpose()?;
    let input = lexicon::input_for(arguments)?;
    let from_input = || split(input.as_deref().unwrap_or_default(), size, args.rare.lines);
    let mut grids = Vec::new();
    if arguments.is_empty() {
        grids = from_input();
    }
    for argument in arguments {
        if argument == "-" {
            grids.extend(from_input());
        } else {
            grids.push(Typed { text: argument.clone(), line: None });
        }
    }
    if grids.is_empty() {
        return Err(Failure::new("standard input: no grid — type letters row by row, as in catd/line/maro/pets"));
    }
    let batch = grids.len() > 1;
    Ok((grids, batch))
}

/// Cuts a text into grids: at empty lines, and where a line is a grid by itself.
fn split(text: &str, size: Option<(usize, usize)>, lines: bool) -> Vec<Typed> {
    let mut grids = Vec::new();
    let mut block: Vec<(usize, &str)> = Vec::new();
    let numbered = text.lines().map(str::trim).enumerate().map(|(at, line)| (at + 1, line));
    for (number, line) in numbered.chain([(0, "")]) {
        if !line.is_empty() {
            block.push((number, line));
        } else if !block.is_empty() {
            if lines || is_one_a_line(&block, size) {
                grids.extend(block.iter().map(|(number, line)| Typed { text: (*line).to_owned(), line: Some(*number) }));
            } else {
                let text = block.iter().map(|(_, line)| *line).collect::<Vec<_>>().join("\n");
                grids.push(Typed { text, line: Some(block[0].0) });
            }
            block.clear();
        }
    }
    grids
}

fn is_one_a_line(block: &[(usize, &str)], size: Option<(usize, usize)>) -> bool {
    let cells = |line: &str| if line.contains(' ') { line.split_whitespace().count() } else { line.chars().count() };
    let of_each = || block.iter().map(|(_, line)| cells(line));
    if block.len() == 1 || block.iter().any(|(_, line)| line.contains('/')) {
        return true;
    }
    match size {
        Some((rows, columns)) => rows > 1 && of_each().all(|cells| cells == rows * columns),
        None => of_each().all(|cells| cells >= 9) && of_each().any(|cells| cells != block.len()),
    }
}
