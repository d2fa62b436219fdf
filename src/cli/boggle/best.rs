//! The search for the best grid.

use std::time::{Duration, Instant};

use crate::report::grouped;
use lexigraph::boggle::climb::{ClimbProgress, Climbed, HillClimb, ScoredBoard};
use lexigraph::boggle::solver::{BoardShape, Scoring};
use lexigraph::boggle::{BoggleBoard, Grid, GridCell, Solver, parse_size};
use lexigraph::shard::Shard;
use serde_json::json;

use super::climbed::{self, Found, Search};
use super::game::Game;
use super::words::solve;
use crate::common::games::threads;
use crate::common::outcome::Outcome;
use crate::common::output::{Output, Terminal, stop_on_interrupt, was_interrupted};
use crate::failure::Failure;
use lexigraph::platform::any_seed;

/// The time of a search that nothing else limits, in seconds.
const SECONDS: f64 = 30.0;

/// The least time between two saves of the result.
const KEEP_EVERY: Duration = Duration::from_secs(5);

/// Searches for the board with the most points until the time is up.
pub fn run(game: &Game<'_>, terminal: &Terminal) -> Result<Outcome, Failure> {
    let (args, alphabet) = (game.args, game.alphabet);
    let start = args.best.start.as_deref().map(|text| args.board(text, alphabet)).transpose()?;
    let (rows, columns) = match (&args.size, &start) {
        (_, Some(board)) => (board.grid().rows(), board.grid().columns()),
        (Some(size), None) => parse_size(size)?,
        (None, None) => (4, 4),
    };
    let (adjacency, seconds) = (args.adjacency(), args.best.seconds);
    let too_large = || {
        Failure::new(format!(
            "{rows}x{columns}: --best supports grids with (rows + 1) x (columns + 1) up to 64, such as 7x7"
        ))
    };
    if args.rare.wrap {
        return Err(Failure::new("--wrap: --best does not support it — remove --wrap"));
    }
    if let Some(seconds) = seconds.filter(|seconds| !(*seconds > 0.0 && *seconds <= 1e9)) {
        return Err(Failure::new(format!("--seconds {seconds}: expected a number above 0 and up to 1e9")));
    }
    let time = match (seconds, args.best.pools) {
        (None, Some(_)) => Duration::MAX,
        (seconds, _) => Duration::from_secs_f64(seconds.unwrap_or(SECONDS)),
    };
    let shape = BoardShape::new(rows, columns, adjacency).ok_or_else(too_large)?;
    // Dice have no plain Q.
    let qu = alphabet.parse("qu").ok().filter(|cell| cell.len() == 2 && !args.rare.bare_q);
    let cells: Vec<GridCell> = alphabet
        .tiles()
        .map(|tile| match &qu {
            Some(qu) if qu[0] == tile => GridCell::Letters(qu.clone()),
            _ => GridCell::Letters(vec![tile]),
        })
        .collect();
    let of_start = start.iter().flat_map(|board| board.grid().cells());
    let several = cells.iter().chain(of_start).filter_map(|cell| match cell {
        GridCell::Letters(letters) => Some(letters.clone()),
        _ => None,
    });
    let several: Vec<_> = several.collect();
    let solver = Solver::new(&*game.image.dawg()?, alphabet.len(), &several).map_err(Failure::new)?;
    let symbols: Vec<u8> = cells.iter().filter_map(|cell| solver.symbol(cell)).collect();
    let from = match &start {
        Some(board) => match solver.prepare(board) {
            Some((_, symbols)) => Some(symbols),
            None => return Err(Failure::new("--start: the grid contains ? — give a letter for each cell")),
        },
        None => None,
    };
    let scoring = Scoring::new(&game.points, game.min_length);
    let seed = args.seed.unwrap_or_else(any_seed);
    // The climb would use other threads if it could not have these.
    drop(threads(Some(args.best.threads))?);
    let climb = HillClimb {
        solver: &solver,
        shape: &shape,
        symbols: &symbols,
        scoring: &scoring,
        pool: args.best.pool,
        seed,
        time,
        pools: args.best.pools.unwrap_or(u64::MAX),
        shard: args.best.shard.unwrap_or(Shard::WHOLE),
        threads: args.best.threads,
    };
    let of_symbol = |&symbol: &u8| {
        let known = cells.iter().chain(start.iter().flat_map(|board| board.grid().cells()));
        known.into_iter().find(|cell| solver.symbol(cell) == Some(symbol)).cloned().unwrap_or(GridCell::Hole)
    };
    let grid = |board: &[u8]| Grid::new(rows, columns, board.iter().map(of_symbol).collect());
    let text = |board: &ScoredBoard| -> Result<String, Failure> {
        Ok(if board.board.is_empty() { String::new() } else { grid(&board.board)?.render(alphabet) })
    };
    let search = Search::new(game, &climb, (rows, columns), start.as_ref().map(|board| board.grid().render(alphabet)))?;
    let known = match &args.best.resume {
        Some(path) if path.exists() => Some(search.read(path, climb.shard)?),
        _ => None,
    };
    let finished = match known {
        Some(known) if !known.grid.is_empty() => {
            let board = args.board(&known.grid, alphabet)?;
            let (_, symbols) = solver.prepare(&board).ok_or_else(|| Failure::new("bug: a saved grid contains ?"))?;
            known.climbed(symbols)
        }
        Some(known) => known.climbed(Vec::new()),
        None => Climbed::default(),
    };
    let result = |climbed: &Climbed| -> Result<Found, Failure> {
        let words = match climbed.best.board.is_empty() {
            true => 0,
            false => count(game, &BoggleBoard::new(grid(&climbed.best.board)?, adjacency, false), climbed.best.points)?,
        };
        Ok(search.result(climb.shard, climbed, text(&climbed.best)?, words))
    };
    // Ctrl-C ends the search, and the best board so far is the answer.
    stop_on_interrupt();
    let bar = terminal.progress("climbing");
    let (mut kept, mut kept_pools, mut failed) = (Instant::now(), finished.pools, Ok(()));
    let keep = |climbed: &Climbed| match &args.best.resume {
        Some(path) => climbed::write(path, &result(climbed)?),
        None => Ok(()),
    };
    let progress = climb.run_from(finished, from.as_deref(), |progress| {
        if !bar.is_hidden() && !progress.best.board.is_empty() {
            let text = text(&progress.best).expect("bug: the climb left the shape");
            bar.set_message(format!(
                "{} points {text}, this pool {}, {} boards, {} pools",
                grouped(progress.best.points),
                grouped(progress.pool_best),
                grouped(progress.scored),
                progress.pools
            ));
        }
        if progress.pools > kept_pools && kept.elapsed() > KEEP_EVERY {
            failed = keep(&progress.finished);
            (kept, kept_pools) = (Instant::now(), progress.pools);
        }
        failed.is_ok() && !was_interrupted()
    });
    bar.finish_and_clear();
    failed?;
    let complete = progress.pools == climb.shard.units(climb.pools);
    if complete || args.best.shard.is_some() || args.best.resume.is_some() {
        keep(&progress.finished)?;
        return result(&progress.finished)?.print(args.list.json, args.best.shard.is_some(), terminal);
    }
    if progress.best.board.is_empty() {
        return Ok(Outcome::No);
    }
    let board = BoggleBoard::new(grid(&progress.best.board)?, adjacency, false);
    answer(game, &board, &progress, seed, terminal)
}

/// Counts the words of the best board by the search, which shares no code with the solver, and checks its points.
fn count(game: &Game<'_>, board: &BoggleBoard, expected: u64) -> Result<usize, Failure> {
    let solution = solve(game, board)?;
    let points: u64 = solution.found.iter().map(|found| game.points.of(found.word.len())).sum();
    if points != expected {
        let text = board.grid().render(game.alphabet);
        return Err(Failure::new(format!("bug: {text} has {points} points by the search, {expected} by the solver")));
    }
    Ok(solution.found.len())
}

/// Checks and prints the best board of a search that the time ended.
fn answer(
    game: &Game<'_>,
    board: &BoggleBoard,
    progress: &ClimbProgress,
    seed: u64,
    terminal: &Terminal,
) -> Result<Outcome, Failure> {
    let text = board.grid().render(game.alphabet);
    let points = progress.best.points;
    let words = count(game, board, points)?;
    let mut out = Output::new();
    if game.args.list.json {
        out.json(&json!({
            "grid": text,
            "rows": board.grid().rows(),
            "columns": board.grid().columns(),
            "score": points,
            "count": words,
            "boards": progress.scored,
            "pools": progress.pools,
            "found_after": progress.found_after.as_secs_f64(),
            "seed": seed,
        }))?;
    } else {
        out.line(format_args!("{text}\t{points}\t{words}"))?;
    }
    out.finish()?;
    terminal.note(format_args!(
        "{} boards scored, {} pools completed; found after {:.1} s; seed {seed}",
        grouped(progress.scored),
        progress.pools,
        progress.found_after.as_secs_f64()
    ));
    Ok(Outcome::Yes)
}
