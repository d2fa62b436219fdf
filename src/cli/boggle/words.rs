//! Finds the words on a grid, and renders words and paths.

use std::ops::ControlFlow;

use lexigraph::alphabet::Tile;
use lexigraph::boggle::search::{BoggleSolution, FoundWord};
use lexigraph::boggle::{BoggleBoard, Random, brute, paths, search};
use lexigraph::query::render_blanks;
use serde_json::{Value, json};

use super::arguments::Algorithm;
use super::game::Game;
use super::numbers::{duration, rounded};
use crate::failure::Failure;
use crate::report::grouped;

/// The number of steps after which a search gives up without `--force`: about half a minute.
const STEPS: u64 = 1_000_000_000;
/// The number of paths above which brute force requires `--force`: about ten seconds.
const PATHS: f64 = 200e6;
/// Roughly the number of paths that brute force looks up a second, for the estimate. Measured on 4x4 boards by
/// `benches/boggle.rs`.
const PATHS_A_SECOND: f64 = 25e6;
/// The largest number of paths of one word that `--all-paths` lists.
const PATHS_OF_A_WORD: usize = 1_000_000;

/// All words on a board, by the algorithm of `--algorithm`.
pub fn solve(game: &Game<'_>, board: &BoggleBoard) -> Result<BoggleSolution, Failure> {
    let graph = game.image.dawg()?;
    let force = game.args.rare.force;
    if game.args.algorithm == Algorithm::Search {
        let limit = if force { u64::MAX } else { STEPS };
        return search::solve(&graph, board, game.min_length, limit)
            .map_err(|error| Failure::new(format!("{error} — use fewer ?, or --force to search without a limit")));
    }
    let longest = game.args.rare.longest.unwrap_or(usize::MAX).min(game.image.longest());
    let paths = brute::estimate(board, game.min_length, longest, 4_000, &mut Random::new(0));
    if paths > PATHS && !force {
        return Err(Failure::new(format!(
            "brute force: about {} paths, which take some {} — use --algorithm search, --longest N, or --force",
            rounded(paths),
            duration(paths / PATHS_A_SECOND)
        )));
    }
    Ok(brute::solve(&graph, board, game.min_length, longest))
}

/// The text of a word, with the letters that `?` stands for in lower case.
pub fn text(game: &Game<'_>, board: &BoggleBoard, found: &FoundWord) -> String {
    let mut text = String::new();
    render_blanks(&found.word, &paths::blanks(board, &found.path), game.alphabet, &mut text);
    text
}

/// A path as pairs of row and column: `1,1 1,2 2,3`.
pub fn places(board: &BoggleBoard, path: &[u16]) -> String {
    let place = |&cell: &u16| {
        let (row, column) = board.grid().place(usize::from(cell));
        format!("{row},{column}")
    };
    path.iter().map(place).collect::<Vec<_>>().join(" ")
}

/// A path as a JSON array of pairs of row and column.
pub fn json_path(board: &BoggleBoard, path: &[u16]) -> Value {
    path.iter().map(|&cell| json!(<[usize; 2]>::from(board.grid().place(usize::from(cell))))).collect()
}

/// All paths of a word.
pub fn all_paths(board: &BoggleBoard, word: &[Tile]) -> Result<Vec<Vec<u16>>, Failure> {
    let mut all = Vec::new();
    let ended = paths::for_each(board, word, |path| {
        all.push(path.to_vec());
        if all.len() > PATHS_OF_A_WORD { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    match ended {
        ControlFlow::Continue(()) => Ok(all),
        ControlFlow::Break(()) => Err(Failure::new(format!(
            "a word has more than {} paths — use --paths to print one of them",
            grouped(PATHS_OF_A_WORD as u64)
        ))),
    }
}
