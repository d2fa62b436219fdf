//! `lexigraph analyze`: what each move of a game lost, who missed a bingo, what was luck, and who was likely to win.
//!
//! `games` reads the files, `output` prints tables and JSON, `page` makes the pages.

pub mod games;
mod output;
mod page;

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use lexigraph::board::BoardSetup;
use lexigraph::movegen::MovegenError;
use lexigraph::parallel;
use lexigraph::play::GameRules;
use lexigraph::play::analysis::{AnalysisSettings, Analyzer, GameAnalysis};
use lexigraph::play::strategy::PlayContext;

use crate::common::games::{GameArgs, GameContext, threads};
use crate::common::outcome::Outcome;
use crate::common::output::{Output, Terminal, stop_on_interrupt, was_interrupted};
use crate::common::position::{in_letters, read_layout};
use crate::failure::Failure;
use crate::report::grouped;
use games::{ParsedGame, WrittenGame};
use output::Report;

/// Analyse games: what each move lost, missed bingos, luck, and the chance to win
#[derive(clap::Args)]
#[command(after_long_help = "\
Each move is compared with the best one by static equity. While there are tiles in the bag, the best moves and the one \
played are simulated, which gives the chance to win before the turn and how much the move lowered it. Once the bag is \
empty, a search to the end gives both. A bingo is a play that lays a full rack. The luck of a turn is the equity of its best \
move less the mean equity with random draws to the tiles that were kept, on the same board. A turn whose rack the game \
does not tell in full is marked with '?', and nothing is computed that depends on the rack.

The best move in the table is that of the endgame, else that of the simulation, else that by equity. \
The output is a table of the turns and the sums of each player; for several games, the sums only. --json prints one object \
for a game; for several, one line for each, and a last line with the sums by player. --html writes a page that needs \
nothing but a browser; for several games, a directory of pages with an index. Of a directory, all files with names in \
.gcg are read. A game that cannot be read is reported, and the others are analysed.

Examples:
  lexigraph analyze game.gcg
  lexigraph analyze game.gcg --html game.html --simulate 1000 --endgame-seconds 10
  lexigraph analyze games/ --player ann --no-simulate
  lexigraph analyze games/*.gcg --json

Exit status: 0 analysed; 2 error, also if one of several games cannot be read.")]
pub struct Args {
    /// Games (GCG), directories of games, or '-' for standard input
    #[arg(value_name = "GAME|DIR|-", required = true)]
    games: Vec<PathBuf>,
    /// Maximum number of racks to try in the simulation of each turn
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    simulate: u64,
    /// Do not simulate
    #[arg(long, conflicts_with_all = ["simulate", "seconds", "candidates"])]
    no_simulate: bool,
    /// Simulate each turn for N seconds instead of a number of racks
    #[arg(long, value_name = "N", conflicts_with = "simulate")]
    seconds: Option<f64>,
    /// Number of candidates of a simulation beside the move that was played
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u64).range(1..=1000))]
    candidates: u64,
    /// Number of random draws to measure luck with; 0 for none
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(0..=10_000))]
    draws: u64,
    /// Search endgames for N seconds each instead of 20,000 positions; 0 for no search
    #[arg(long, value_name = "N")]
    endgame_seconds: Option<f64>,
    /// Show only the turns and sums of this player
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// Seed of the random number generator
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Number of threads [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Write a page; for several games, a directory with a page for each
    #[arg(long, value_name = "FILE|DIR")]
    html: Option<PathBuf>,
    /// Replace pages that exist
    #[arg(long, requires = "html")]
    force: bool,
    /// Print one JSON object; for several games, one a line
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    pub game: GameArgs,
}

/// The positions of an endgame search without a time.
const ENDGAME_NODES: u64 = 20_000;

/// Games are analysed in batches of this many, so that the memory for many games is bounded.
const BATCH: usize = 64;

impl Args {
    fn settings(&self) -> Result<AnalysisSettings, Failure> {
        let time = |seconds: Option<f64>| seconds.map(Duration::try_from_secs_f64).transpose().map_err(Failure::new);
        let endgame_time = time(self.endgame_seconds)?;
        let endgame_nodes = match endgame_time {
            None => ENDGAME_NODES,
            Some(Duration::ZERO) => 0,
            Some(_) => u64::MAX,
        };
        let racks = match (self.no_simulate, self.seconds) {
            (true, _) => 0,
            (_, None) => self.simulate,
            (_, Some(_)) => u64::MAX,
        };
        Ok(AnalysisSettings {
            racks,
            simulation_time: time(self.seconds)?,
            candidates: self.candidates,
            draws: self.draws,
            endgame_nodes,
            endgame_time,
            seed: self.seed,
            ..AnalysisSettings::default()
        })
    }

    /// What is done, in words.
    fn says(&self) -> String {
        let mut says = vec!["static equity".to_owned()];
        if let Some(seconds) = self.seconds {
            says.push(format!("simulation for {seconds} s a turn"));
        } else if !self.no_simulate {
            says.push(format!("simulation with at most {} racks a turn", self.simulate));
        }
        if self.draws > 0 {
            says.push(format!("luck by {} draws", self.draws));
        }
        match self.endgame_seconds {
            None => says.push(format!("endgames of at most {} positions", grouped(ENDGAME_NODES))),
            Some(seconds) if seconds > 0.0 => says.push(format!("endgames of at most {seconds} s")),
            Some(_) => {}
        }
        says.join(", ")
    }
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    let settings = args.settings()?;
    let (paths, several) = games::paths(&args.games)?;
    let mut failed = 0;
    let written: Vec<WrittenGame> =
        paths.iter().filter_map(|path| or_report(games::read(path), terminal, &mut failed)).collect();
    let lexicon =
        written.first().map_or_else(|| args.game.lexicon.clone(), |game| in_letters(&game.statements, &args.game.lexicon));
    let mut context = GameContext::read(&lexicon, &args.game.rules, &args.game.heuristics, true, terminal)?;
    let setup = BoardSetup::new(context.alphabet().clone(), read_layout(&args.game.layout)?)?;
    context.take_learned(&setup)?;
    let generator = context.generator()?;
    let play_context = context.play_context(&generator);
    if play_context.leaves.is_none() {
        terminal.warn("this alphabet has no leave values, so moves are compared by score — give some with --leaves FILE");
    }
    let parsed: Vec<ParsedGame> =
        written.into_iter().filter_map(|game| or_report(game.parse(&setup), terminal, &mut failed)).collect();
    if parsed.is_empty() {
        return Ok(Outcome::Failed);
    }
    if let Some(name) = &args.player {
        games::check_player(name, &parsed)?;
    }
    let mut report = Report::new(args, several || paths.len() > 1, &parsed)?;
    let turns: usize = parsed.iter().map(|game| game.replay.turns.len()).sum();
    let (bar, start) = (terminal.bar(turns as u64, "turns"), Instant::now());
    let pool = threads(args.threads)?;
    stop_on_interrupt();
    let alone = parsed.len() == 1;
    let work = Work { context: play_context, rules: &context.rules, settings, alone, bar: &bar };
    let (mut out, mut rest) = (Output::new(), parsed.into_iter().peekable());
    let mut done = 0;
    while rest.peek().is_some() && !was_interrupted() {
        let batch: Vec<ParsedGame> = rest.by_ref().take(BATCH).collect();
        let found = pool.run(|| parallel::map(batch, 1, |game| work.analyze(game)));
        for (game, analysis, seconds) in found {
            match analysis {
                // What an interruption left undone is not reported.
                Ok(analysis) if analysis.turns.is_empty() && !analysis.complete => {}
                Ok(analysis) => {
                    done += analysis.turns.len();
                    report.game(&game, &analysis, seconds, &mut out)?;
                }
                Err(error) => {
                    terminal.error(&Failure::of(&game.path, error));
                    failed += 1;
                }
            }
        }
    }
    bar.finish_and_clear();
    report.finish(failed, &mut out)?;
    out.finish()?;
    let ended = if was_interrupted() { " (interrupted)" } else { "" };
    terminal.note(format_args!("{done} of {turns} turns{ended}, {:.1} s: {}", start.elapsed().as_secs_f64(), args.says()));
    Ok(if failed > 0 { Outcome::Failed } else { Outcome::Yes })
}

/// Reports what is wrong with a game; the others go on.
fn or_report<T>(game: Result<T, Failure>, terminal: &Terminal, failed: &mut usize) -> Option<T> {
    if let Err(error) = &game {
        terminal.error(error);
        *failed += 1;
    }
    game.ok()
}

/// What games are analysed with.
struct Work<'w> {
    context: PlayContext<'w>,
    rules: &'w GameRules,
    settings: AnalysisSettings,
    /// `true` if there is one game: then its turns use all threads.
    alone: bool,
    bar: &'w ProgressBar,
}

type Analyzed = (ParsedGame, Result<GameAnalysis, MovegenError>, f64);

impl Work<'_> {
    fn analyze(&self, game: ParsedGame) -> Analyzed {
        let start = Instant::now();
        let mut analyzer = Analyzer::new(self.context, self.rules, self.settings);
        if self.alone {
            analyzer = analyzer.in_parallel();
        }
        let analysis = analyzer.analyze(&game.replay, &mut |progress| {
            if progress.is_some() {
                self.bar.inc(1);
            }
            if was_interrupted() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        self.bar.inc(1);
        (game, analysis, start.elapsed().as_secs_f64())
    }
}
