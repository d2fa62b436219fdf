//! The words of grids, as lists.

use std::io::{self, IsTerminal};
use std::ops::ControlFlow;
use std::time::Instant;

use crate::report::grouped;
use lexigraph::alphabet::Tile;
use lexigraph::boggle::search::{BoggleSolution, FoundWord, SearchCounters};
use lexigraph::boggle::{BoggleBoard, Random, brute, paths, picture, search};
use lexigraph::query::render_blanks;
use serde_json::{Map, Value, json};

use super::input::Typed;
use super::{Algorithm, Game, rate};
use crate::{Failure, Outcome, Output, Terminal};

/// An order of words.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Sort {
    Alpha,
    Points,
    Length,
    /// As the search meets them.
    Path,
}

impl Sort {
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

/// Steps after which a search gives up unless forced: half a minute or so.
const STEPS: u64 = 1_000_000_000;
/// Paths up to which brute force needs no force: some ten seconds.
const PATHS: f64 = 200e6;
/// Paths that brute force looks up a second, about: for the estimate. Measured over 4x4 boards, see benches/boggle.rs.
const PATHS_A_SECOND: f64 = 25e6;
/// All paths of one word past which the list of them is refused.
const PATHS_OF_A_WORD: usize = 1_000_000;

/// All words of a board, by the algorithm asked for.
pub fn solve(game: &Game<'_>, board: &BoggleBoard) -> Result<BoggleSolution, Failure> {
    let graph = game.image.dawg()?;
    let force = game.args.rare.force;
    if game.args.algorithm == Algorithm::Search {
        let limit = if force { u64::MAX } else { STEPS };
        return search::solve(&graph, board, game.min_length, limit)
            .map_err(|error| Failure::new(format!("{error} — use fewer ?, or --force to go on as long as it takes")));
    }
    let longest = game.args.rare.longest.unwrap_or(usize::MAX).min(game.image.longest());
    let paths = brute::estimate(board, game.min_length, longest, 4_000, &mut Random::new(0));
    if paths > PATHS && !force {
        return Err(Failure::new(format!(
            "brute force: about {} paths to look up, some {} — use --algorithm search, --longest N, or --force",
            rate::rounded(paths),
            rate::duration(paths / PATHS_A_SECOND)
        )));
    }
    Ok(brute::solve(&graph, board, game.min_length, longest))
}

/// The text of a word, the letters that `?` spell in lower case.
pub fn text(game: &Game<'_>, board: &BoggleBoard, found: &FoundWord) -> String {
    let mut text = String::new();
    render_blanks(&found.word, &paths::blanks(board, &found.path), game.alphabet, &mut text);
    text
}

/// A path as rows and columns: `1,1 1,2 2,3`.
pub fn places(board: &BoggleBoard, path: &[u16]) -> String {
    let place = |&cell: &u16| {
        let (row, column) = board.grid().place(usize::from(cell));
        format!("{row},{column}")
    };
    path.iter().map(place).collect::<Vec<_>>().join(" ")
}

/// A path as JSON: pairs of row and column.
pub fn json_path(board: &BoggleBoard, path: &[u16]) -> Value {
    path.iter().map(|&cell| json!(<[usize; 2]>::from(board.grid().place(usize::from(cell))))).collect()
}

/// All paths of a word.
fn all_paths(board: &BoggleBoard, word: &[Tile]) -> Result<Vec<Vec<u16>>, Failure> {
    let mut all = Vec::new();
    let ended = paths::for_each(board, word, |path| {
        all.push(path.to_vec());
        if all.len() > PATHS_OF_A_WORD { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    match ended {
        ControlFlow::Continue(()) => Ok(all),
        ControlFlow::Break(()) => Err(Failure::new(format!(
            "a word lies on more than {} paths — use --paths for one of them",
            grouped(PATHS_OF_A_WORD as u64)
        ))),
    }
}

fn arrange(game: &Game<'_>, sort: Option<Sort>, found: &mut [FoundWord]) {
    // Collation order also breaks ties.
    if sort != Some(Sort::Path) {
        found.sort_by(|a, b| a.word.cmp(&b.word));
    }
    match sort {
        Some(Sort::Points) => {
            found.sort_by_key(|found| std::cmp::Reverse((game.points.of(found.word.len()), found.word.len())))
        }
        Some(Sort::Length) => found.sort_by_key(|found| std::cmp::Reverse(found.word.len())),
        _ => {}
    }
    if game.args.rare.reverse {
        found.reverse();
    }
}

pub fn run(
    game: &Game<'_>,
    grids: &[Typed],
    batch: bool,
    sort: Option<Sort>,
    terminal: &Terminal,
) -> Result<Outcome, Failure> {
    let (args, list) = (game.args, &game.args.list);
    let mut out = Output::new();
    let mut any = false;
    if list.tsv && !list.count {
        out.line(format_args!("{}word\tlength\tpoints\tpath", if batch { "query\t" } else { "" }))?;
    }
    let solver = rate::solver(game, if list.count { grids.len() } else { 0 })?;
    let mut rater = rate::Rater::new(game, solver.as_ref());
    for typed in grids {
        let start = Instant::now();
        let board = typed.board(game)?;
        let query = typed.text.replace('\n', "/");
        let prefix = if batch { format!("{query}\t") } else { String::new() };
        if list.count && !list.json {
            let (count, score) = rater.rate(&board)?;
            any |= count > 0;
            let score = if args.score { format!("\t{score}") } else { String::new() };
            out.line(format_args!("{prefix}{count}{score}"))?;
            continue;
        }
        let BoggleSolution { mut found, counters } = solve(game, &board)?;
        any |= !found.is_empty();
        let count = found.len();
        let score: u64 = found.iter().map(|found| game.points.of(found.word.len())).sum();
        arrange(game, sort, &mut found);
        found.truncate(list.limit.unwrap_or(usize::MAX));
        let seconds = start.elapsed().as_secs_f64();
        if list.json {
            let mut object = Map::new();
            if batch {
                object.insert("query".into(), query.into());
            }
            object.insert("grid".into(), board.grid().render(game.alphabet).into());
            object.insert("rows".into(), board.grid().rows().into());
            object.insert("columns".into(), board.grid().columns().into());
            if !list.count {
                let words: Result<Vec<Value>, Failure> = found.iter().map(|found| word(game, &board, found)).collect();
                object.insert("words".into(), words?.into());
            }
            object.insert("score".into(), score.into());
            object.insert("count".into(), count.into());
            let SearchCounters { tried, cut, words } = counters;
            object.insert("counters".into(), json!({ "tried": tried, "cut": cut, "word_paths": words }));
            object.insert("seconds".into(), seconds.into());
            out.json(&object)?;
            continue;
        }
        for found in &found {
            lines(game, &board, found, &prefix, &mut out)?;
        }
        if args.score && !list.tsv && !list.null {
            out.line(format_args!("{prefix}{} points, {} words", score, count))?;
        }
        terminal.note(format_args!(
            "{prefix}{} words, {} points; {} paths tried, {} cut, {} spell words; {seconds:.3} s",
            grouped(count as u64),
            grouped(score),
            grouped(counters.tried),
            grouped(counters.cut),
            grouped(counters.words),
        ));
    }
    out.finish()?;
    Ok(any.into())
}

fn word(game: &Game<'_>, board: &BoggleBoard, found: &FoundWord) -> Result<Value, Failure> {
    let mut object = Map::new();
    object.insert("word".into(), text(game, board, found).into());
    object.insert("length".into(), found.word.len().into());
    object.insert("points".into(), game.points.of(found.word.len()).into());
    object.insert("path".into(), json_path(board, &found.path));
    if game.args.all_paths {
        let all = all_paths(board, &found.word)?;
        object.insert("paths".into(), all.iter().map(|path| json_path(board, path)).collect());
    }
    Ok(object.into())
}

/// A word as text: a line, or as many as it has paths, and pictures.
fn lines(game: &Game<'_>, board: &BoggleBoard, found: &FoundWord, prefix: &str, out: &mut Output) -> Result<(), Failure> {
    let (args, list) = (game.args, &game.args.list);
    let text = text(game, board, found);
    let points = game.points.of(found.word.len());
    let end = if list.null { '\0' } else { '\n' };
    let draws = !list.tsv && !list.null && (args.rare.draw || args.paths && io::stdout().is_terminal());
    let all = if args.all_paths { all_paths(board, &found.word)? } else { vec![found.path.clone()] };
    for path in &all {
        let mut line = format!("{prefix}{text}");
        if list.tsv {
            line.push_str(&format!("\t{}", found.word.len()));
        }
        if args.score || list.tsv {
            line.push_str(&format!("\t{points}"));
        }
        if args.paths || args.all_paths || list.tsv {
            line.push_str(&format!("\t{}", places(board, path)));
        }
        line.push(end);
        out.text(&line)?;
        if draws {
            out.line(picture::draw(board, path, game.alphabet))?;
        }
    }
    Ok(())
}
