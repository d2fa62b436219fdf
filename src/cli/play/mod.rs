//! `lexigraph play`: a game in the terminal.

mod commands;
mod screen;
mod session;

use std::io::{self, BufRead, IsTerminal};
use std::path::PathBuf;

use lexigraph::board::gcg::Gcg;
use lexigraph::play::Game;
use lexigraph::play::strategy::{StrategySpec, levels};

use super::table::TableArgs;
use super::{Color, Failure, Outcome, Output, Terminal};
use session::Session;

/// Play a game against the machine
#[derive(clap::Args)]
#[command(after_long_help = "\
Type a move as 8D WORD (row and column: across) or D8 WORD (down): the whole word, letters that lie there already included, a blank as a \
lower-case letter. Type -ABC to exchange tiles, - to pass, hint for ideas, why for the machine's reasons, help for all commands.

The same seed deals the same tiles. A game that is saved goes on with --resume; the file is a GCG, which other programs read too. Works \
piped as well: moves from standard input, a line each.

Examples:
  lexigraph play
  lexigraph play --level easy --seed 7
  lexigraph play --level simulate:iterations=1000+endgame --save game.gcg
  lexigraph play --resume game.gcg

Exit status: 0 the game was played to its end or left; 2 error.")]
pub struct Args {
    /// How well the machine plays: easy, medium, hard, or a strategy as selfplay has them
    #[arg(long, value_name = "LEVEL", default_value = "medium")]
    level: String,
    /// Where the tiles come from; drawn unless given
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Who begins; drawn unless given
    #[arg(long, value_enum, value_name = "WHO")]
    first: Option<Who>,
    /// Go on with a saved game
    #[arg(long, value_name = "FILE", conflicts_with_all = ["seed", "first"])]
    resume: Option<PathBuf>,
    /// Save the game in this file after every turn
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Replace the file of --save
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    table: TableArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Who {
    Me,
    Machine,
}

/// What levels come to where there are no values and no tables for the letters.
const FALLBACK: &str = "greedy+endgame";

/// The name of the person in a saved game.
const PERSON: &str = "you";

pub fn run(args: &Args, color: Color, terminal: &Terminal) -> Result<Outcome, Failure> {
    if let Some(path) = args.save.as_ref().filter(|path| args.resume.as_ref() != Some(*path)) {
        super::output::refuse_to_replace(path, args.force)?;
    }
    let spec = StrategySpec::parse(&args.level).map_err(Failure::new)?;
    let (laid, setup) = args.table.lay(&[spec, spec_for_hints()], terminal)?;
    let (game, seat) = match &args.resume {
        Some(path) => {
            let bytes = std::fs::read(path).map_err(|error| Failure::io(path, &error))?;
            let gcg = Gcg::parse(&bytes, &setup).map_err(|error| Failure::of(path, error))?;
            let game = Game::from_gcg(&gcg).map_err(|error| Failure::of(path, error))?;
            let seat = (0..2).find(|&seat| gcg.player(seat).is_some_and(|(_, name)| name == PERSON));
            (game, seat.ok_or_else(|| Failure::of(path, format!("no player is called '{PERSON}'")))?)
        }
        None => {
            let seed = args.seed.unwrap_or_else(drawn_seed);
            let game = Game::new(setup.clone(), laid.rules.clone(), seed).map_err(Failure::new)?;
            let seat = match args.first {
                Some(who) => usize::from(who == Who::Machine),
                None => usize::from(game.view().seed & 1 != 0),
            };
            (game, seat)
        }
    };
    let generator = laid.generator()?;
    let context = laid.context(&generator);
    let colored = color.on(&io::stdout());
    let machine = match spec.strategy(context) {
        // A level is played as well as the letters allow.
        Err(problem) if levels().contains_key(&args.level) => {
            terminal.warn(format_args!("{problem}; the machine plays {FALLBACK}"));
            StrategySpec::parse(FALLBACK).and_then(|spec| spec.strategy(context))
        }
        machine => machine,
    };
    let machine = machine.map_err(Failure::new)?;
    let save = args.save.clone().or_else(|| args.resume.clone());
    let mut session = Session::new(game, seat, (machine, args.level.clone()), context, save, screen::Screen { colored });
    let stdin = io::stdin();
    let prompt = stdin.is_terminal();
    let mut out = Output::new();
    session.start(&mut out)?;
    let mut lines = stdin.lock().lines();
    loop {
        if session.is_over() {
            break;
        }
        if prompt {
            out.text("> ")?;
        }
        out.flush()?;
        let Some(line) = lines.next() else {
            session.leave(&mut out)?;
            break;
        };
        let line = line.map_err(|error| Failure::new(format!("standard input: {error}")))?;
        if !session.line(&line, &mut out)? {
            break;
        }
    }
    out.finish()?;
    Ok(Outcome::Yes)
}

/// Hints go by leave values where there are any.
fn spec_for_hints() -> StrategySpec {
    StrategySpec { kind: lexigraph::play::strategy::StrategyKind::Equity, endgame: None }
}

/// A seed from the clock.
fn drawn_seed() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    // Short enough to be typed again.
    now.map_or(1, |now| u64::from(now.subsec_nanos()) ^ now.as_secs()) % 1_000_000
}

/// The levels with what they stand for, for the help.
fn level_lines() -> Vec<String> {
    levels().into_iter().map(|(name, spec)| format!("{name}: {spec}")).collect()
}
