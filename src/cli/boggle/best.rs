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

/// The boards among which the best one is searched for.
struct SearchSpace<'g> {
    game: &'g Game<'g>,
    rows: usize,
    columns: usize,
    shape: BoardShape,
    solver: Solver,
    /// The letters that a cell can have.
    cells: Vec<GridCell>,
    /// The symbols of `cells`.
    symbols: Vec<u8>,
    /// The board to start from, and its symbols.
    start: Option<(BoggleBoard, Vec<u8>)>,
}

impl<'g> SearchSpace<'g> {
    fn new(game: &'g Game<'g>) -> Result<SearchSpace<'g>, Failure> {
        let (args, alphabet) = (game.args, game.alphabet);
        let start = args.best.start.as_deref().map(|text| args.board(text, alphabet)).transpose()?;
        let (rows, columns) = match (&args.size, &start) {
            (_, Some(board)) => (board.grid().rows(), board.grid().columns()),
            (Some(size), None) => parse_size(size)?,
            (None, None) => (4, 4),
        };
        if args.rare.wrap {
            return Err(Failure::new("--wrap: --best does not support it — remove --wrap"));
        }
        let shape = BoardShape::new(rows, columns, args.adjacency()).ok_or_else(|| {
            Failure::new(format!(
                "{rows}x{columns}: --best supports grids with (rows + 1) x (columns + 1) up to 64, such as 7x7"
            ))
        })?;
        // Dice have no plain Q.
        let qu = alphabet.parse("qu").ok().filter(|cell| cell.len() == 2 && !args.rare.bare_q);
        let cell = |tile| match &qu {
            Some(qu) if qu[0] == tile => GridCell::Letters(qu.clone()),
            _ => GridCell::Letters(vec![tile]),
        };
        let cells: Vec<GridCell> = alphabet.tiles().map(cell).collect();
        let of_start = start.iter().flat_map(|board| board.grid().cells());
        let several = cells.iter().chain(of_start).filter_map(|cell| match cell {
            GridCell::Letters(letters) => Some(letters.clone()),
            _ => None,
        });
        let several: Vec<_> = several.collect();
        let solver = Solver::new(&*game.image.dawg()?, alphabet.len(), &several).map_err(Failure::new)?;
        let symbols = cells.iter().filter_map(|cell| solver.symbol(cell)).collect();
        let with_symbols = |board: BoggleBoard| match solver.prepare(&board) {
            Some((_, symbols)) => Ok((board, symbols)),
            None => Err(Failure::new("--start: the grid contains ? — give a letter for each cell")),
        };
        let start = start.map(with_symbols).transpose()?;
        Ok(SearchSpace { game, rows, columns, shape, solver, cells, symbols, start })
    }

    /// The board of these symbols.
    fn board(&self, symbols: &[u8]) -> Result<BoggleBoard, Failure> {
        let of_start = self.start.iter().flat_map(|(board, _)| board.grid().cells());
        let known: Vec<&GridCell> = self.cells.iter().chain(of_start).collect();
        let cell = |&symbol: &u8| {
            let cell = known.iter().find(|cell| self.solver.symbol(cell) == Some(symbol));
            cell.map_or(GridCell::Hole, |cell| (*cell).clone())
        };
        let grid = Grid::new(self.rows, self.columns, symbols.iter().map(cell).collect())?;
        Ok(BoggleBoard::new(grid, self.game.args.adjacency(), false))
    }

    /// The letters of a board; empty if there is none.
    fn text(&self, board: &ScoredBoard) -> Result<String, Failure> {
        Ok(if board.board.is_empty() { String::new() } else { self.board(&board.board)?.grid().render(self.game.alphabet) })
    }

    /// The number of words of a board; 0 if there is none.
    fn words(&self, board: &ScoredBoard) -> Result<usize, Failure> {
        Ok(if board.board.is_empty() { 0 } else { count(self.game, &self.board(&board.board)?, board.points)? })
    }

    /// The pools that a file says are finished, to continue from there. Without a file, none.
    fn finished(&self, search: &Search, shard: Shard) -> Result<Climbed, Failure> {
        let Some(path) = self.game.args.best.resume.as_deref().filter(|path| path.exists()) else {
            return Ok(Climbed::default());
        };
        let known = search.read(path, shard)?;
        if known.grid.is_empty() {
            return Ok(known.climbed(Vec::new()));
        }
        let board = self.game.args.board(&known.grid, self.game.alphabet)?;
        let (_, symbols) = self.solver.prepare(&board).ok_or_else(|| Failure::new("bug: a saved grid contains ?"))?;
        Ok(known.climbed(symbols))
    }
}

/// The time of the search.
fn time(seconds: Option<f64>, pools: Option<u64>) -> Result<Duration, Failure> {
    match (seconds, pools) {
        (Some(seconds), _) if !(seconds > 0.0 && seconds <= 1e9) => {
            Err(Failure::new(format!("--seconds {seconds}: expected a number above 0 and up to 1e9")))
        }
        (None, Some(_)) => Ok(Duration::MAX),
        (seconds, _) => Ok(Duration::from_secs_f64(seconds.unwrap_or(SECONDS))),
    }
}

/// Searches for the board with the most points until the time is up.
pub fn run(game: &Game<'_>, terminal: &Terminal) -> Result<Outcome, Failure> {
    let args = game.args;
    let time = time(args.best.seconds, args.best.pools)?;
    let space = SearchSpace::new(game)?;
    let scoring = Scoring::new(&game.points, game.min_length);
    let seed = args.seed.unwrap_or_else(any_seed);
    // The climb would use other threads if it could not have these.
    drop(threads(Some(args.best.threads))?);
    let climb = HillClimb {
        solver: &space.solver,
        shape: &space.shape,
        symbols: &space.symbols,
        scoring: &scoring,
        pool: args.best.pool,
        seed,
        time,
        pools: args.best.pools.unwrap_or(u64::MAX),
        shard: args.best.shard.unwrap_or(Shard::WHOLE),
        threads: args.best.threads,
    };
    let start = space.start.as_ref().map(|(board, _)| board.grid().render(game.alphabet));
    let search = Search::new(game, &climb, (space.rows, space.columns), start)?;
    let finished = space.finished(&search, climb.shard)?;
    let result = |climbed: &Climbed| -> Result<Found, Failure> {
        Ok(search.result(climb.shard, climbed, space.text(&climbed.best)?, space.words(&climbed.best)?))
    };
    let keep = |climbed: &Climbed| match &args.best.resume {
        Some(path) => climbed::write(path, &result(climbed)?),
        None => Ok(()),
    };
    // Ctrl-C ends the search, and the best board so far is the answer.
    stop_on_interrupt();
    let bar = terminal.progress("climbing");
    let (mut kept, mut kept_pools, mut failed) = (Instant::now(), finished.pools, Ok(()));
    let from = space.start.as_ref().map(|(_, symbols)| symbols.as_slice());
    let progress = climb.run_from(finished, from, |progress| {
        if !bar.is_hidden() && !progress.best.board.is_empty() {
            let text = space.text(&progress.best).expect("bug: the climb left the shape");
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
    answer(game, &space.board(&progress.best.board)?, &progress, seed, terminal)
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
