//! `lexigraph play`: a game against the machine in the terminal.

mod commands;
mod input;
mod lists;
mod screen;
mod session;

use std::io;
use std::path::PathBuf;

use lexigraph::board::gcg::Gcg;
use lexigraph::play::Game;
use lexigraph::play::strategy::{StrategySpec, levels};

use crate::common::color::Color;
use crate::common::games::{GameArgs, with_hint};
use crate::common::outcome::Outcome;
use crate::common::output::{Output, Terminal, refuse_to_replace};
use crate::failure::Failure;
use input::{Input, Typed};
use session::{PERSON, Session};

/// Play a game against the machine
#[derive(clap::Args)]
#[command(after_long_help = "\
Type a move as 8D WORD (across: row first) or D8 WORD (down: column first). Type the whole word, including letters \
that are already on the board, and a blank as a lower-case letter; a word all in lower case may be meant as tiles. \
Type -ABC to exchange tiles, - to pass, 'hint' for \
suggestions, 'why' for the reasons of the machine's last move, and 'help' for all commands.

The same seed deals the same tiles. A saved game, which is a GCG file, can be continued with --resume. Moves may also \
be piped in on standard input, one a line.

Examples:
  lexigraph play
  lexigraph play --level easy --seed 7
  lexigraph play --level simulate:iterations=1000+endgame --save game.gcg
  lexigraph play --resume game.gcg

Exit status: 0 the game was finished or left; 2 error.")]
pub struct Args {
    /// How well the machine plays: easy, medium, hard, or a strategy (see selfplay --help)
    #[arg(long, value_name = "LEVEL", default_value = "medium")]
    level: String,
    /// Seed of the random number generator [default: random]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Who begins [default: random]
    #[arg(long, value_enum, value_name = "WHO")]
    first: Option<Who>,
    /// Continue a saved game
    #[arg(long, value_name = "FILE", conflicts_with_all = ["seed", "first"])]
    resume: Option<PathBuf>,
    /// Go back to before turn N of the saved game; the file stays as it is
    #[arg(long, value_name = "N", requires = "resume", value_parser = clap::value_parser!(u64).range(1..))]
    turn: Option<u64>,
    /// Save the game to this file after every turn
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Replace an existing --save file
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    pub game: GameArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Who {
    Me,
    Machine,
}

/// What a level plays if the alphabet has no leave values and no evaluation table.
const FALLBACK: &str = "greedy+endgame";

pub fn run(args: &Args, color: Color, terminal: &Terminal) -> Result<Outcome, Failure> {
    if let Some(path) = args.save.as_ref().filter(|path| args.resume.as_ref() != Some(*path)) {
        refuse_to_replace(path, args.force)?;
    }
    let strategy = StrategySpec::parse(&args.level).map_err(Failure::new)?;
    let (context, setup) = args.game.open(&[strategy, strategy_for_hints()], terminal)?;
    let (game, seat) = match &args.resume {
        Some(path) => {
            let bytes = std::fs::read(path).map_err(|error| Failure::io(path, &error))?;
            let gcg = Gcg::parse(&bytes, &setup).map_err(|error| Failure::of(path, error))?;
            let game = Game::from_gcg(&gcg).map_err(|error| Failure::of(path, error))?;
            let seat = (0..2).find(|&seat| gcg.player(seat).is_some_and(|(_, name)| name == PERSON));
            let seat = seat.ok_or_else(|| Failure::of(path, format!("no player is called '{PERSON}'")))?;
            (before_turn(game, args.turn).map_err(|error| Failure::of(path, error))?, seat)
        }
        None => {
            let seed = args.seed.unwrap_or_else(random_seed);
            let game = Game::new(setup.clone(), context.rules.clone(), seed).map_err(Failure::new)?;
            let seat = match args.first {
                Some(who) => usize::from(who == Who::Machine),
                None => usize::from(game.view().seed & 1 != 0),
            };
            (game, seat)
        }
    };
    let generator = context.generator()?;
    let play_context = context.play_context(&generator);
    let colored = color.on(&io::stdout());
    let machine = match strategy.strategy(play_context) {
        // A level falls back to what the alphabet allows.
        Err(problem) if levels().contains_key(&args.level) => {
            terminal.warn(format_args!("{}; the machine plays {FALLBACK}", with_hint(&problem)));
            StrategySpec::parse(FALLBACK).and_then(|strategy| strategy.strategy(play_context))
        }
        machine => machine,
    };
    let machine = machine.map_err(|error| Failure::new(with_hint(&error)))?;
    let save = args.save.clone().or_else(|| args.resume.clone().filter(|_| args.turn.is_none()));
    let mut session =
        Session::new(game, seat, (machine, args.level.clone()), play_context, save, screen::Screen { colored });
    let mut input = Input::new()?;
    let mut out = Output::new();
    if args.save.is_some() {
        session.keep()?;
    }
    session.start(&mut out)?;
    while !session.is_over() {
        let more = match input.next(&mut out)? {
            Typed::Line(line) => session.line(&line, input.asks(), &mut out)?,
            Typed::End => session.line("quit", input.asks(), &mut out)?,
        };
        if !more {
            break;
        }
    }
    out.finish()?;
    Ok(Outcome::Yes)
}

/// The game before a turn, counted from 1; as it is if there is none.
fn before_turn(game: Game, turn: Option<u64>) -> Result<Game, String> {
    let Some(turn) = turn else { return Ok(game) };
    let turns = game.turns().len();
    let kept = usize::try_from(turn - 1).ok().filter(|&kept| kept <= turns);
    let kept = kept.ok_or_else(|| format!("the game has {turns} turns — name one of them with --turn"))?;
    Ok(game.rewound(turns - kept))
}

/// The strategy of hints: leave values, if the alphabet has them.
fn strategy_for_hints() -> StrategySpec {
    StrategySpec { kind: lexigraph::play::strategy::StrategyKind::Equity, endgame: None }
}

/// A seed from the clock.
fn random_seed() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    // Short enough to be typed again.
    now.map_or(1, |now| u64::from(now.subsec_nanos()) ^ now.as_secs()) % 1_000_000
}
