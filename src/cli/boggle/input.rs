//! Grids from arguments and standard input, and options whose value is optional.

use lexigraph::boggle::{BoggleBoard, parse_size};

use super::arguments::Args;
use super::game::Game;
use crate::failure::Failure;
use crate::lexicon;

/// The order of words.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Sort {
    Alpha,
    Points,
    Length,
    /// The order of the search.
    Path,
}

impl Sort {
    /// The order with this name.
    pub fn from_name(name: &str) -> Option<Sort> {
        Some(match name {
            "alpha" => Sort::Alpha,
            "points" => Sort::Points,
            "length" => Sort::Length,
            "path" => Sort::Path,
            _ => return None,
        })
    }
}

/// The text of a grid.
pub struct GridText {
    pub text: String,
    /// The line of standard input that it begins on.
    line: Option<usize>,
}

impl GridText {
    /// Parses the grid. An error in a grid from standard input names the line.
    pub fn board(&self, game: &Game<'_>) -> Result<BoggleBoard, Failure> {
        let board = game.args.board(&self.text, game.alphabet);
        board.map_err(|error| match self.line {
            Some(line) => Failure::new(format!("standard input:{line}: {error}")),
            None => error,
        })
    }
}

/// The options with an optional value, and the grids.
pub struct Choice {
    /// The number of the hint, from 1.
    pub hint: Option<usize>,
    pub sort: Option<Sort>,
    /// The arguments that are grids.
    pub grids: Vec<String>,
}

/// Reads `--hint`, `--sort` and the grids. In `--hint GRID` and `--sort GRID`, the value is not a number or a key, so
/// it is taken as a grid.
pub fn options(args: &Args) -> Result<Choice, Failure> {
    let mut grids = args.grids.clone();
    let hint = args.hint.as_ref().map(|value| match value.parse::<usize>() {
        Ok(0) => Err(Failure::new("--hint 0: hints are numbered from 1")),
        Ok(number) => Ok(number),
        Err(_) if value.starts_with(|first: char| first.is_ascii_digit() || "+-".contains(first)) => {
            Err(Failure::new(format!("--hint {value}: expected a number from 1")))
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

/// The grids, and `true` if each answer has to name its grid.
pub fn grids(args: &Args, arguments: &[String]) -> Result<(Vec<GridText>, bool), Failure> {
    let size = args.size.as_deref().map(parse_size).transpose()?;
    let input = lexicon::input_for(arguments)?;
    let from_input = || split(input.as_deref().expect("bug: standard input was not read"), size, args.rare.lines);
    let mut grids = Vec::new();
    if arguments.is_empty() {
        grids = from_input();
    }
    for argument in arguments {
        if argument == "-" {
            grids.extend(from_input());
        } else {
            grids.push(GridText { text: argument.clone(), line: None });
        }
    }
    if grids.is_empty() {
        return Err(Failure::new("standard input: no grid — write its rows, for example catd/line/maro/pets"));
    }
    let batch = grids.len() > 1;
    Ok((grids, batch))
}

/// Splits a text into grids: at empty lines, and between lines that are grids of their own.
fn split(text: &str, size: Option<(usize, usize)>, lines: bool) -> Vec<GridText> {
    let mut grids = Vec::new();
    let mut block: Vec<(usize, &str)> = Vec::new();
    let numbered = text.lines().map(str::trim).enumerate().map(|(at, line)| (at + 1, line));
    for (number, line) in numbered.chain([(0, "")]) {
        if !line.is_empty() {
            block.push((number, line));
        } else if !block.is_empty() {
            if lines || is_one_a_line(&block, size) {
                grids.extend(block.iter().map(|(number, line)| GridText { text: (*line).to_owned(), line: Some(*number) }));
            } else {
                let text = block.iter().map(|(_, line)| *line).collect::<Vec<_>>().join("\n");
                grids.push(GridText { text, line: Some(block[0].0) });
            }
            block.clear();
        }
    }
    grids
}

/// `true` if each line of the block is a grid of its own.
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
