//! `lexigraph boggle`: words on a grid of letters.

mod arguments;
mod best;
mod climbed;
mod game;
mod input;
mod list;
mod numbers;
mod play;
mod rate;
mod words;

use std::ffi::OsStr;

use lexigraph::boggle::{DiceSet, WordPoints};
use lexigraph::build::GraphKinds;

use crate::common::figures::common_words;
use crate::common::outcome::Outcome;
use crate::common::output::Terminal;
use crate::common::tables::named_table;
use crate::failure::Failure;
pub use arguments::Args;
use game::Game;

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    if !args.best.merge.is_empty() {
        return climbed::merge(&args.best.merge, args.list.json, terminal);
    }
    let mut image = args.lexicon.open(GraphKinds::Dawg, terminal)?;
    if let Some(level) = args.commonness {
        image = common_words(&image, level, GraphKinds::Dawg)?;
    }
    let alphabet = image.alphabet();
    let dice = args.dice(alphabet)?;
    let points = match (&args.points, &dice) {
        (Some(name), _) => named_table(OsStr::new(name), WordPoints::builtin, |_, text| WordPoints::from_toml(text))?,
        (None, Some(dice)) => WordPoints::builtin(dice.points())?,
        (None, None) => WordPoints::builtin("usual")?,
    };
    let min_length = args.min_length.or(dice.as_ref().map(DiceSet::min_length)).unwrap_or(3);
    let game = Game { args, image: &image, alphabet, points, min_length, dice };
    if args.roll {
        return play::roll(&game, terminal);
    }
    if args.best.best_board {
        return best::run(&game, terminal);
    }
    let input::Choice { hint, sort, grids } = input::options(args)?;
    let (grids, batch) = input::grids(args, &grids)?;
    if args.players.is_some() || hint.is_some() {
        let [grid] = &grids[..] else {
            return Err(Failure::new(format!("--hint and --players need exactly one grid, not {}", grids.len())));
        };
        let board = grid.board(&game)?;
        return match hint {
            Some(number) => play::hint(&game, &board, number),
            None => play::round(&game, &board),
        };
    }
    list::run(&game, &grids, batch, sort, terminal)
}
