//! Lists the words on grids.

use std::io::{self, IsTerminal};
use std::time::Instant;

use crate::report::grouped;
use lexigraph::boggle::search::{BoggleSolution, FoundWord, SearchCounters};
use lexigraph::boggle::{BoggleBoard, picture};
use serde_json::{Map, Value, json};

use super::game::Game;
use super::input::{GridText, Sort};
use super::rate;
use super::words::{all_paths, json_path, places, solve, text};
use crate::common::outcome::Outcome;
use crate::common::output::{Output, Terminal};
use crate::failure::Failure;

/// Sorts the words.
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

/// Prints the words, or their number, for each grid.
pub fn run(
    game: &Game<'_>,
    grids: &[GridText],
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
            "{prefix}{} words, {} points; {} paths tried, {} cut off, {} spell words; {seconds:.3} s",
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

/// A word as JSON.
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

/// Prints a word: one line, or one for each path, with pictures if requested.
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
