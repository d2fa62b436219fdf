//! `puzzle make`: puzzles from self-play or from games that were played.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use lexigraph::board::{BoardSetup, Position};
use lexigraph::parallel;
use lexigraph::play::puzzle::{PuzzleError, PuzzleKind, PuzzleMaker, PuzzleSettings};
use lexigraph::play::selfplay::MatchError;
use lexigraph::play::strategy::{PlayContext, StrategyKind, StrategySpec};
use lexigraph::play::{Game, GameRules};
use lexigraph::random::{Random, mixed};
use lexigraph::shard::Shard;

use super::rating_levels;
use super::record::{Origin, PuzzleRecord};
use crate::analyze::games;
use crate::common::games::{GameArgs, threads, with_hint};
use crate::common::outcome::Outcome;
use crate::common::output::{
    Terminal, is_standard_output, refuse_to_replace, stop_on_interrupt, was_interrupted, write_file,
};
use crate::failure::Failure;

/// Make puzzles from games of self-play, or from games that were played
#[derive(clap::Args)]
#[command(after_long_help = "\
Of each game, a few positions are tried, and at most one puzzle of each kind is kept whose best move is proven:

  play, bingo   with more than a rack in the bag: a simulation goes on until all other candidates are dropped with 99 %
                certainty; a bingo lays the whole rack
  pre-endgame   with --bag tiles in the bag or fewer: it wins more draws than every other move
  endgame       with an empty bag: by a search to the end, for this and for each other move

The margin is what the next best move loses, in points for endgames, else in the share of games won. The rating is the number \
of levels that miss the best move, of easy, medium, hard, and a simulation with 1,000 racks. A puzzle depends on the seed of \
its game only. --shard 2/5 plays the second fifth of the games; the puzzles of all shards together are those of the whole.

Examples:
  lexigraph puzzle make --games 100 -o puzzles.jsonl
  lexigraph puzzle make games/ --kind endgame --count 20 -o endgames.jsonl

Exit status: 0 made; 1 there is none; 2 error.")]
pub struct Args {
    /// Games (GCG) or directories of games [default: self-play]
    #[arg(value_name = "GAME|DIR")]
    from: Vec<PathBuf>,
    /// Number of games of self-play
    #[arg(long, value_name = "N", default_value_t = 20, conflicts_with = "from")]
    games: u64,
    /// Seed of the first game; the others follow
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Only these games of all, such as 2/5
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Kinds: play, bingo, pre-endgame, endgame [default: all]
    #[arg(long, value_name = "KINDS", value_delimiter = ',', value_parser = super::kind)]
    kind: Vec<PuzzleKind>,
    /// Stop after N puzzles
    #[arg(short = 'n', long, value_name = "N")]
    count: Option<usize>,
    /// Maximum number of racks of a simulation
    #[arg(long, value_name = "N", default_value_t = PuzzleSettings::default().racks, value_parser = clap::value_parser!(u64).range(1..))]
    racks: u64,
    /// Maximum number of tiles in the bag of a pre-endgame
    #[arg(long, value_name = "N", default_value_t = PuzzleSettings::default().bag as u64, value_parser = clap::value_parser!(u64).range(1..=7))]
    bag: u64,
    /// Maximum number of positions of a search to the end of an endgame; 20 times as many for a pre-endgame
    #[arg(long, value_name = "N", default_value_t = PuzzleSettings::default().endgame_nodes, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    nodes: u64,
    /// Least margin of endgames, in points
    #[arg(long, value_name = "N", default_value_t = PuzzleSettings::default().least_points)]
    least_points: f64,
    /// Least margin of the other kinds, in the share of games won
    #[arg(long, value_name = "SHARE", default_value_t = PuzzleSettings::default().least_wins)]
    least_wins: f64,
    /// The file; '-' for standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
    /// Replace an existing file
    #[arg(long)]
    force: bool,
    /// Number of threads [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    #[command(flatten)]
    pub game: GameArgs,
}

/// The positions that are tried for a puzzle of each kind, of each game.
const TRIED: usize = 2;

/// The games between two looks at the number of puzzles.
const BATCH: usize = 4;

/// A game to make puzzles of.
enum Source {
    /// Self-play with this seed.
    Seed(u64),
    /// A game that was played.
    Played(PathBuf),
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    if !is_standard_output(&args.output) {
        refuse_to_replace(&args.output, args.force)?;
    }
    let equity = StrategySpec { kind: StrategyKind::Equity, endgame: None };
    let (mut context, setup) = args.game.open(&[equity], terminal)?;
    context.index_words()?;
    let generator = context.generator()?;
    let play_context = context.play_context(&generator);
    let shard = args.shard.unwrap_or(Shard::WHOLE);
    let (first, step) = ((shard.number - 1) as usize, shard.of as usize);
    let sources: Vec<Source> = if args.from.is_empty() {
        (0..args.games).map(|game| Source::Seed(args.seed.wrapping_add(game))).skip(first).step_by(step).collect()
    } else {
        games::paths(&args.from)?.0.into_iter().map(Source::Played).skip(first).step_by(step).collect()
    };
    let settings = PuzzleSettings {
        racks: args.racks,
        bag: args.bag as usize,
        endgame_nodes: args.nodes,
        pre_endgame_nodes: 20 * args.nodes,
        least_points: args.least_points,
        least_wins: args.least_wins,
        ..PuzzleSettings::default()
    };
    let kinds = if args.kind.is_empty() { PuzzleKind::ALL.to_vec() } else { args.kind.clone() };
    let lexicon = args.game.lexicon.name();
    let work = Work { context: play_context, setup, rules: &context.rules, settings, kinds, lexicon, seed: args.seed };
    let pool = threads(args.threads)?;
    let (all, bar) = (sources.len(), terminal.bar(sources.len() as u64, "games"));
    stop_on_interrupt();
    let most = args.count.unwrap_or(usize::MAX);
    let (mut records, mut done) = (Vec::new(), 0);
    let mut rest = sources.into_iter();
    while records.len() < most && !was_interrupted() {
        let batch: Vec<Source> = rest.by_ref().take(BATCH * pool.run(parallel::threads)).collect();
        if batch.is_empty() {
            break;
        }
        done += batch.len();
        let found = pool.run(|| {
            parallel::map(batch, 1, |source| {
                let found = work.puzzles(&source);
                bar.inc(1);
                found
            })
        });
        for found in found {
            records.extend(found?);
        }
    }
    bar.finish_and_clear();
    records.truncate(most);
    write_file(&args.output, args.force, |file| write_lines(&records, file))?;
    let ended = if was_interrupted() { " (interrupted)" } else { "" };
    let made = if records.len() == 1 { "1 puzzle".to_owned() } else { format!("{} puzzles", records.len()) };
    terminal.note(format_args!("{made} from {done} of {all} games{ended}"));
    Ok((!records.is_empty()).into())
}

fn write_lines(records: &[PuzzleRecord], file: &mut dyn Write) -> std::io::Result<()> {
    for record in records {
        serde_json::to_writer(&mut *file, record)?;
        file.write_all(b"\n")?;
    }
    Ok(())
}

/// Lexicon, board and settings for making puzzles.
struct Work<'w> {
    context: PlayContext<'w>,
    setup: Arc<BoardSetup>,
    rules: &'w GameRules,
    settings: PuzzleSettings,
    kinds: Vec<PuzzleKind>,
    lexicon: String,
    seed: u64,
}

impl Work<'_> {
    /// The puzzles of a game, by turn.
    fn puzzles(&self, source: &Source) -> Result<Vec<PuzzleRecord>, Failure> {
        let (origin, seed, positions) = match source {
            Source::Seed(seed) => (Origin::Seed(*seed), *seed, self.play(*seed)?),
            Source::Played(path) => {
                let game = games::read(path)?.parse(&self.setup)?;
                let positions = game.replay.turns.iter().map(|turn| turn.position.clone()).collect();
                (Origin::File(path.display().to_string()), self.seed, positions)
            }
        };
        let levels = rating_levels(self.context).map_err(|error| Failure::new(with_hint(&error)))?;
        let fallback = if self.context.leaves.is_none() { self.context.without_values() } else { self.context };
        let maker = PuzzleMaker::new(fallback, self.rules, self.settings, &levels);
        let mut maker = maker.map_err(|error| Failure::new(with_hint(&error)))?;
        let mut order: Vec<usize> = (0..positions.len()).collect();
        Random::new(mixed(seed)).shuffle(&mut order);
        let (mut tried, mut made): (Vec<&[PuzzleKind]>, Vec<&[PuzzleKind]>) = (Vec::new(), Vec::new());
        let mut records = Vec::new();
        for at in order {
            let possible = maker.kinds(&positions[at]);
            let so_far = tried.iter().filter(|of| **of == possible).count();
            if possible.is_empty() || so_far == TRIED || made.contains(&possible) || was_interrupted() {
                continue;
            }
            tried.push(possible);
            let racks = mixed(seed ^ mixed(at as u64 + 1));
            let puzzle = maker
                .make(&positions[at], &self.kinds, racks)
                .map_err(|error: PuzzleError| Failure::new(error.to_string()))?;
            if let Some(puzzle) = puzzle {
                made.push(possible);
                records.push(PuzzleRecord::new(&puzzle, levels.len(), &self.lexicon, &origin, at + 1));
            }
        }
        records.sort_by_key(|record| record.turn);
        Ok(records)
    }

    /// The positions of a game of static equity against itself, as the players saw them.
    fn play(&self, seed: u64) -> Result<Vec<Position>, Failure> {
        let equity = StrategySpec { kind: StrategyKind::Equity, endgame: None };
        let player = equity.strategy(self.context.without_values());
        let mut player = player.map_err(|error| Failure::new(with_hint(&error)))?;
        let mut game = Game::<2>::deal(self.setup.clone(), self.rules.clone(), seed).map_err(Failure::new)?;
        let mut positions = Vec::new();
        while game.end().is_none() {
            positions.push(game.position().clone());
            let (play, _) = player.choose(&game.view()).map_err(|error| Failure::from(MatchError::from(error)))?;
            game.play(&play).map_err(Failure::new)?;
        }
        Ok(positions)
    }
}
