//! `lexigraph play`: a game against the machine in the terminal.

mod commands;
pub(crate) mod input;
mod lists;
pub(crate) mod screen;
mod session;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use lexigraph::board::gcg::Gcg;
use lexigraph::board::{BoardSetup, Statements};
use lexigraph::movegen::WordIndex;
use lexigraph::play::strategy::{StrategySpec, level_of_clabbers, level_without_values};
use lexigraph::play::{Game, GameError, GameRules, Words};

use crate::common::color::Color;
use crate::common::games::{GameArgs, with_hint};
use crate::common::outcome::Outcome;
use crate::common::output::{Output, Terminal, refuse_to_replace};
use crate::common::players::PlayerFiles;
use crate::common::position::{LONGEST, in_letters};
use crate::failure::Failure;
use crate::lexicon::read_input;
use input::{Input, Typed};
use session::{PERSON, Session};

/// Play a game against the machine
#[derive(clap::Args)]
#[command(after_long_help = "\
Type a move as 8D WORD (across: row first) or D8 WORD (down: column first). Type the whole word, including letters \
that are already on the board, and a blank as a lower-case letter; a word all in lower case may be meant as tiles. \
Type -ABC to exchange tiles, - to pass, 'hint' for \
suggestions, 'why' for the reasons of the machine's last move, and 'help' for all commands.

With --commonness N, the machine plays with a lexicon of common words: it never lays another word, and does not see \
those that you could lay when it plays on or solves the end. You may play all words, hints know all, and a challenge \
is judged by all. Level 35 has some 40,000 words of ENABLE1, 50 some 63,000, 70 some 106,000.

Levels: 'easy' makes the best play of at most half the highest score. 'medium' compares plays by the score, the tiles \
kept, and what the play opens or closes on the board. 'hard' plays the best dozen moves on against tiles that you may \
have, and plays exactly once the bag is empty. 'medium' and 'hard' need to know what tiles are worth. For English they \
do; for other letters the machine offers to learn it, and until then compares plays by the score.

With a challenge rule (--challenge, or --rules such as club-double or five-points), you may lay words that are not in \
the lexicon. The machine challenges them. It lays no such words itself; 'challenge' challenges its last play anyway. \
With a time limit (--minutes), each minute begun after it costs 10 points at the end of the game, for 10 minutes at \
most.

The same seed deals the same tiles. A saved game, which is a GCG file, can be continued with --resume. Games of other \
programs can be continued as well: the racks are those that the file tells, and the other tiles are drawn anew. Then \
the file stays as it is, and you play for the player called 'you', else for the one on turn. Moves may also be piped \
in on standard input, one a line.

With --players 3 or 4, you play against several machines. They do not know who has which tiles, so they do not solve \
the end.

Examples:
  lexigraph play
  lexigraph play --level easy --seed 7
  lexigraph play --level simulate:iterations=1000+endgame --save game.gcg
  lexigraph play --resume game.gcg
  lexigraph play --rules five-points --minutes 15

Exit status: 0 the game was finished or left; 2 error.")]
pub struct Args {
    /// How well the machine plays: easy, medium, hard, or a strategy (see selfplay --help)
    #[arg(long, value_name = "LEVEL", default_value = "medium")]
    level: String,
    /// The machine knows only words of at most this level of commonness, from 10 to 80; you may play all words
    #[arg(long, value_name = "N")]
    commonness: Option<u32>,
    /// Number of players: you, and as many machines of this level as there are others; with --resume, that of the game
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(2..=4))]
    players: u8,
    /// Seed of the random number generator; with --resume, the tiles to come are drawn anew by it [default: random]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Who begins; with --resume, for whom you play [default: random]
    #[arg(long, value_enum, value_name = "WHO")]
    first: Option<Who>,
    /// Continue a saved game (GCG), also one of another program
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Go back to before turn N of the saved game; the file stays as it is
    #[arg(long, value_name = "N", requires = "resume", value_parser = clap::value_parser!(u64).range(1..))]
    turn: Option<u64>,
    /// Minutes of each player; each minute begun after that costs points at the end; 0: no limit [default: that of the
    /// rules]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=1440))]
    minutes: Option<u32>,
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

pub fn run(args: &Args, color: Color, terminal: &Terminal) -> Result<Outcome, Failure> {
    if let Some(path) = args.save.as_ref().filter(|path| args.resume.as_ref() != Some(*path)) {
        refuse_to_replace(path, args.force)?;
    }
    let record = args.resume.as_ref().map(|path| Ok::<_, Failure>((path, read_input(path, LONGEST)?))).transpose()?;
    let record = record.as_ref().map(|(path, bytes)| (path.as_path(), &bytes[..]));
    // The number of players of a game does not depend on its letters.
    let players = match record {
        Some((_, bytes)) => Gcg::players_of(bytes),
        None => args.players.into(),
    };
    match players {
        3 => play::<3>(args, record, color, terminal),
        4 => play::<4>(args, record, color, terminal),
        _ => play::<2>(args, record, color, terminal),
    }
}

/// Plays a game of so many, new or from a file: its name and its bytes.
fn play<const SEATS: usize>(
    args: &Args,
    record: Option<(&Path, &[u8])>,
    color: Color,
    terminal: &Terminal,
) -> Result<Outcome, Failure> {
    let rules = GameRules::builtin(&args.game.rules).map_err(Failure::new)?;
    let of_clabbers = level_of_clabbers(&args.level).filter(|_| rules.words == Words::Clabbers);
    let strategy = StrategySpec::parse(of_clabbers.as_ref().unwrap_or(&args.level)).map_err(Failure::new)?;
    let mut options = args.game.clone();
    if let Some((_, bytes)) = record {
        options.lexicon = in_letters(&Statements::of(bytes), &options.lexicon);
    }
    let (mut context, setup) = options.open(&[strategy, strategy_for_hints()], terminal)?;
    if let Some(minutes) = args.minutes {
        context.rules.set_minutes(minutes);
    }
    if strategy.needs_leaves() || strategy.needs_evaluation() {
        context.offer_to_learn(&setup, terminal)?;
    }
    let (game, seat, saved) = match record {
        Some((path, bytes)) => {
            let resumed = resume::<SEATS>(args, (path, bytes), &setup, &context.rules, terminal);
            resumed.map_err(|error| Failure::of(path, error.to_string()))?
        }
        None => {
            let seed = args.seed.unwrap_or_else(random_seed);
            let game = Game::<SEATS>::deal(setup.clone(), context.rules.clone(), seed).map_err(Failure::new)?;
            let seat = match args.first {
                Some(who) => usize::from(who == Who::Machine),
                None => (game.view().seed % SEATS as u64) as usize,
            };
            (game, seat, None)
        }
    };
    if game.rules().words != context.rules.words {
        let name = &game.rules().name;
        return Err(Failure::new(format!("the game was saved with the rules '{name}' — give --rules {name}")));
    }
    let generator = context.generator()?;
    let play_context = context.play_context(&generator);
    let colored = color.on(&io::stdout());
    let knows = match args.commonness {
        Some(level) if generator.allows_anagrams() => {
            return Err(Failure::new(format!("the machine knows all words in Clabbers — leave --commonness {level} out")));
        }
        Some(level) => PlayerFiles::of_common_words(context.image(), level, WordIndex::filter)?,
        None => PlayerFiles::default(),
    };
    let known = knows.generator()?;
    let hints = play_context;
    let play_context = knows.context(known.as_ref(), play_context);
    let machine = match (strategy.strategy(play_context), level_without_values(&args.level)) {
        // A level falls back to what the alphabet allows.
        (Err(problem), Some(fallback)) => {
            terminal.warn(format_args!("{}; the machine plays {fallback} by the score alone", with_hint(&problem)));
            StrategySpec::parse(&fallback).and_then(|strategy| strategy.strategy(play_context.without_values()))
        }
        (machine, _) => machine,
    };
    let machine = machine.map_err(|error| Failure::new(with_hint(&error)))?;
    let save = args.save.clone().or(saved);
    let mut session = Session::new(game, seat, (machine, args.level.clone()), hints, save, screen::Screen { colored });
    let mut input = Input::new()?;
    let mut out = Output::new();
    if args.save.is_some() {
        session.keep()?;
    }
    session.start(&mut out)?;
    while !session.is_over() {
        let asked = Instant::now();
        let typed = input.next(&mut out)?;
        session.spend(asked.elapsed());
        let more = match typed {
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

/// The game of a file, the seat of the person, and the file if the game is to be saved there.
fn resume<const SEATS: usize>(
    args: &Args,
    (path, bytes): (&Path, &[u8]),
    setup: &Arc<BoardSetup>,
    rules: &GameRules,
    terminal: &Terminal,
) -> Result<(Game<SEATS>, usize, Option<PathBuf>), Failure> {
    let gcg = Gcg::parse(bytes, setup).map_err(Failure::new)?;
    let (name, own) = (gcg.setup.alphabet().name(), setup.alphabet());
    if !gcg.setup.alphabet().has_letters_of(own) {
        let message = format!("the game is played with '{name}', the lexicon has the tiles of '{}'", own.name());
        return Err(Failure::new(format!("{message} — give a lexicon of its letters with -l and --alphabet")));
    }
    let turns = gcg.replay_of::<SEATS>().map_err(Failure::new)?.turns.len();
    let kept = args.turn.map(|turn| usize::try_from(turn - 1).ok().filter(|&kept| kept <= turns));
    if kept == Some(None) {
        return Err(Failure::new(format!("the game has {turns} turns — name one of them with --turn")));
    }
    let kept = kept.flatten();
    let known = match args.seed {
        None => Game::from_gcg_of(&gcg),
        Some(_) => Err(GameError::NoSeed),
    };
    let (game, is_own) = match known {
        Ok(game) => (game.rewound(kept.map_or(0, |kept| turns - kept)), true),
        Err(GameError::NoSeed) => {
            let seed = args.seed.unwrap_or_else(random_seed);
            let rules = Game::rules_of(&gcg).map_err(Failure::new)?.unwrap_or_else(|| rules.clone());
            let game = Game::continued_of(&gcg, rules, seed, kept).map_err(Failure::new)?;
            if game.end().is_none() {
                let why = if args.seed.is_some() { "--seed is given" } else { "the file has no seed" };
                let keep = if args.save.is_some() { "" } else { "; --save FILE keeps the game, this file stays as it is" };
                let tiles = "the tiles to come are drawn anew, and those of racks that it does not tell";
                terminal.warn(format_args!("{}: {why}: {tiles}{keep}", path.display()));
            }
            (game, false)
        }
        Err(error) => return Err(Failure::new(error)),
    };
    // Seat 0 is that of the player who began.
    let first = gcg.events().next().map(|event| event.nick.as_str());
    let player = |is: &dyn Fn((&str, &str)) -> bool| (0..SEATS).find(|&player| gcg.player(player).is_some_and(is));
    let began = player(&|(nick, _)| first == Some(nick)).unwrap_or(0);
    let called = player(&|(_, name)| name == PERSON);
    let seat = match args.first {
        Some(who) => usize::from(who == Who::Machine),
        None => called.map_or(game.on_turn(), |player| (player + SEATS - began) % SEATS),
    };
    let saved = (is_own && args.turn.is_none() && path.is_file()).then(|| path.to_owned());
    Ok((game, seat, saved))
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
