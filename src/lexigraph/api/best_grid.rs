//! The question for a grid with many points.

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use super::boggle::{Game, GridRequest, adjacency, texts};
use super::clock::Stopwatch;
use super::error::of;
use super::{Api, ApiError, ApiErrorKind, at_most};
use crate::boggle::climb::{ClimbProgress, HillClimb};
use crate::boggle::solver::{BoardShape, Scoring};
use crate::boggle::{BoggleBoard, Grid, GridCell, Solver, parse_size};
use crate::platform::any_seed;
use crate::shard::Shard;

/// The search for a grid with many points; `boggle/best`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct BestRequest {
    /// The lexicon, rules and size. A grid is where the search starts; it may be empty. `wrap` is not possible.
    pub board: GridRequest,
    /// The time, within the bound; 10 if absent.
    pub seconds: Option<f64>,
    /// The number of grids in a pool, up to the bound; 200 if absent.
    pub pool: Option<usize>,
    /// The number of pools after which to end; if absent, the time ends the search.
    pub pools: Option<u64>,
    /// The seed; if absent, each search is another.
    pub seed: Option<u64>,
}

/// The best grid so far.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BestAnswer {
    /// The grid; empty before one has been scored.
    pub grid: String,
    /// Its rows.
    pub rows: usize,
    /// Its columns.
    pub columns: usize,
    /// The text of each cell, row by row.
    pub cells: Vec<String>,
    /// Its points.
    pub score: u64,
    /// Its number of words; null in progress.
    pub count: Option<usize>,
    /// The points of the best grid of the pool.
    pub pool_best: u64,
    /// The number of grids scored.
    pub boards: u64,
    /// The number of pools finished.
    pub pools: u64,
    /// The seconds until it was found.
    pub found_after: f64,
    /// The seconds so far.
    pub seconds: f64,
    /// The seed.
    pub seed: u64,
}

impl Api {
    /// A grid with many points, by hill climbing. `watch` is told the best grid after every batch of some thousand
    /// grids; if it breaks, the answer is the best so far.
    ///
    /// # Errors
    /// [`ApiError`] for a grid of which (rows + 1) × (columns + 1) is more than 64, which has `?`, or which wraps; where
    /// there is no clock.
    pub fn boggle_best(
        &self,
        request: &BestRequest,
        watch: &mut dyn FnMut(&BestAnswer) -> ControlFlow<()>,
    ) -> Result<BestAnswer, ApiError> {
        let clock = Stopwatch::start();
        if !clock.runs() {
            return Err(ApiError::new(ApiErrorKind::Unavailable, "the search for the best grid needs a clock"));
        }
        let wrong = |message: &str| ApiError::new(ApiErrorKind::Invalid, message).at("board");
        let mut start = None;
        let mut board = request.board.clone();
        if board.grid.trim().is_empty() {
            // Stands in for the letters, of which there are none yet.
            let (rows, columns) = parse_size(board.size.as_deref().unwrap_or("4x4")).map_err(of("size"))?;
            board.grid = vec!["?".repeat(columns); rows].join("/");
        } else {
            start = Some(self.grid(&board)?.board);
        }
        let game = self.grid(&board)?;
        let (rows, columns) = (game.board.grid().rows(), game.board.grid().columns());
        if board.wrap {
            return Err(wrong("the edges cannot touch in the search for the best grid"));
        }
        let shape = BoardShape::new(rows, columns, adjacency(&board))
            .ok_or_else(|| wrong("the search takes grids with (rows + 1) x (columns + 1) up to 64, such as 7x7"))?;
        let pool = request.pool.unwrap_or(self.bounds().pool.min(200));
        at_most("grids in a pool", pool, self.bounds().pool, "pool")?;
        let alphabet = game.opened.alphabet();
        // Dice have no plain Q.
        let qu = alphabet.parse("qu").ok().filter(|cell| cell.len() == 2 && !board.bare_q);
        let mut cells: Vec<GridCell> = Vec::new();
        for tile in alphabet.tiles() {
            cells.push(GridCell::Letters(qu.clone().filter(|qu| qu[0] == tile).unwrap_or_else(|| vec![tile])));
        }
        let letters = cells.len();
        cells.extend(start.iter().flat_map(|board| board.grid().cells()).cloned());
        let several: Vec<_> = cells
            .iter()
            .filter_map(|cell| if let GridCell::Letters(letters) = cell { Some(letters.clone()) } else { None })
            .collect();
        let solver = Solver::new(&game.opened.dawg()?, alphabet.len(), &several)?;
        let symbols: Vec<u8> = cells[..letters].iter().filter_map(|cell| solver.symbol(cell)).collect();
        let from = match &start {
            Some(board) => {
                Some(solver.prepare(board).ok_or_else(|| wrong("the grid has ? — give a letter for each cell"))?.1)
            }
            None => None,
        };
        let scoring = Scoring::new(&game.points, game.min_length);
        let seed = request.seed.unwrap_or_else(any_seed);
        let climb = HillClimb {
            solver: &solver,
            shape: &shape,
            symbols: &symbols,
            scoring: &scoring,
            pool: pool.max(1),
            seed,
            time: self.time(Some(request.seconds.unwrap_or(10.0)))?,
            pools: request.pools.unwrap_or(u64::MAX),
            shard: Shard::WHOLE,
            threads: self.bounds().threads,
        };
        let of_symbol =
            |&symbol: &u8| cells.iter().find(|cell| solver.symbol(cell) == Some(symbol)).cloned().unwrap_or(GridCell::Hole);
        let answer = |progress: &ClimbProgress| -> Result<(BestAnswer, Option<Grid>), ApiError> {
            let best = &progress.best;
            let grid = match best.board.is_empty() {
                true => None,
                false => Some(Grid::new(rows, columns, best.board.iter().map(of_symbol).collect())?),
            };
            let (text, cells) = grid.as_ref().map_or_else(Default::default, |grid| texts(grid, game.opened));
            let (score, pool_best, boards, pools) = (best.points, progress.pool_best, progress.scored, progress.pools);
            let (found_after, seconds) = (progress.found_after.as_secs_f64(), clock.seconds());
            let (grid_text, count) = (text, None);
            let answer = BestAnswer {
                grid: grid_text,
                rows,
                columns,
                cells,
                score,
                count,
                pool_best,
                boards,
                pools,
                found_after,
                seconds,
                seed,
            };
            Ok((answer, grid))
        };
        let mut failed = Ok(());
        let progress = climb.run(from.as_deref(), |progress| match answer(progress) {
            Ok((answer, _)) => watch(&answer).is_continue(),
            Err(error) => {
                failed = Err(error);
                false
            }
        });
        failed?;
        let (mut best, grid) = answer(&progress)?;
        if let Some(grid) = grid {
            let game = Game { board: BoggleBoard::new(grid, adjacency(&board), false), ..game };
            best.count = Some(game.find()?.len());
        }
        Ok(best)
    }
}
