//! `lexigraph selfplay`: plays matches between two strategies.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::report::{TextTable, histogram};
use lexigraph::bytes::atomic;
use lexigraph::movegen::WordIndex;
use lexigraph::play::elo::{Elo, Sprt, Verdict};
use lexigraph::play::results::{Side, Tally, deviation};
use lexigraph::play::selfplay::{Match, MatchContext, MatchError, MatchGame, Results, play_match};
use lexigraph::play::strategy::StrategyKind;
use lexigraph::shard::{Shard, VERSION};

use crate::common::games::{GameArgs, threads, with_hint};
use crate::common::outcome::Outcome;
use crate::common::output::{Output, Terminal};
use crate::common::output::{refuse_to_replace, stop_on_interrupt, was_interrupted, write_file};
use crate::common::players::{MakeIndex, PlayerFiles, PlayerText};
use crate::common::sealed;
use crate::failure::Failure;
use crate::rounds::Rounds;

/// So few games are over before the words would be indexed.
const FEW: u64 = 16;

/// The least time between two saves of the results.
const KEEP_EVERY: Duration = Duration::from_secs(5);

/// Play a match between two strategies, or of three or four
#[derive(clap::Args)]
#[command(after_long_help = "\
Strategies:
  greedy     the highest score; greedy:share=N plays at most N % of it
  rack       score, and a heuristic for the tiles kept: letters, pairs, vowels
  board      rack, and a heuristic for what the play opens or blocks
  equity     score plus leave value
  simulate   Monte Carlo simulation; simulate:candidates=N,plies=N,iterations=N,certainty=N,by=win|spread
  endgame    equity, and exact search once the bag is empty; +endgame adds this to another strategy; endgame:nodes=N or \
endgame:seconds=N limits the search of each turn
  easy, medium, hard   the levels of play
Each takes leaves=FILE and lexicon=FILE too, for leave values of its own, and for a player that knows fewer words than \
the lexicon of the match has: equity:leaves=a.klv2. With challenges (--challenge double, or --rules), such a lexicon \
may also have words that the match has not: the opponent challenges words that it does not know, and the lexicon of \
the match decides.

With --pairs, each pair of games is dealt the same tiles, with seats swapped. The result depends on the seed, but not \
on the number of threads. An interrupted match prints the results so far; with --resume FILE, it continues when \
started again. With --player, three or four strategies play together; --pairs then plays each deal with every player on \
every seat. --shard 2/5 plays the second fifth of a match; --merge combines results that --json printed or --resume \
saved. With --sprt 0,10, the match ends as soon as a sequential test decides whether the first strategy is better by \
10 Elo rather than by 0; each answer is wrong in at most 5 % of matches. --games is the most that are played then.

Examples:
  lexigraph selfplay --first equity --second greedy --games 1000 --pairs
  lexigraph selfplay --first simulate:iterations=100 --second equity --games 100 --pairs --resume match.json
  lexigraph selfplay --first rack --second greedy --shard 1/2 --json > 1.json
  lexigraph selfplay --merge 1.json 2.json
  lexigraph selfplay --player equity --player greedy --player rack --games 300 --pairs
  lexigraph selfplay --first equity:leaves=new.klv2 --second equity --sprt 0,5 --games 100000 --pairs

Exit status: 0 done; 2 error or interrupted.")]
pub struct Args {
    /// First strategy
    #[arg(long, value_name = "STRATEGY", required_unless_present_any = ["merge", "player"])]
    first: Option<String>,
    /// Second strategy
    #[arg(long, value_name = "STRATEGY", required_unless_present_any = ["merge", "player"])]
    second: Option<String>,
    /// A strategy of a match of three or four, given so many times
    #[arg(long, value_name = "STRATEGY", conflicts_with_all = ["first", "second", "merge", "shard", "resume", "sprt", "plot"])]
    player: Vec<String>,
    /// Number of games; with --pairs, an odd number is rounded up
    #[arg(long, value_name = "N", default_value_t = 1000)]
    games: u64,
    /// Deal the same tiles in two games, with seats swapped
    #[arg(long)]
    pairs: bool,
    /// Seed of the random number generator
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Number of threads [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// End the match once a sequential test decides between these Elo differences
    #[arg(long, value_name = "ELO0,ELO1", value_parser = parse_sprt, allow_hyphen_values = true, conflicts_with = "shard")]
    sprt: Option<Sprt>,
    /// Play only part I of N, such as 2/5
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Write each game to this directory as a GCG file
    #[arg(long, value_name = "DIR")]
    gcg: Option<PathBuf>,
    /// Save the results in this file, and continue from it
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Draw a histogram of the margins
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,
    /// Replace an existing plot and existing games
    #[arg(long)]
    force: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Combine results that --json printed
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["first", "second", "shard", "gcg", "resume"])]
    merge: Vec<PathBuf>,
    #[command(flatten)]
    pub game: GameArgs,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    if let Some(plot) = &args.plot {
        refuse_to_replace(plot, args.force)?;
    }
    if !args.player.is_empty() {
        let Args { games, pairs: rotate, seed, threads, force, json, .. } = *args;
        let (players, gcg) = (&args.player, args.gcg.as_deref());
        return Rounds { players, games, rotate, seed, threads, gcg, force, json, game: &args.game }.run(terminal);
    }
    let (results, absent) = if args.merge.is_empty() { (play(args, terminal)?, None) } else { merge(&args.merge)? };
    let played = &results.played;
    let mut out = Output::new();
    if args.json {
        out.json(&Report::new(&results, args.sprt))?;
    } else {
        print(&results, args.sprt, &mut out)?;
    }
    out.finish()?;
    if let Some(path) = &args.plot {
        let title = format!("{} against {}, {} games", played.first, played.second, results.tally.games);
        let svg = histogram(&title, "margin of the first, points", &results.tally.histogram);
        write_file(path, args.force, |file| file.write_all(svg.as_bytes()))?;
    }
    if let Some(absent) = absent {
        return Err(Failure::new(absent));
    }
    if results.complete || is_decided(args.sprt, &results) {
        return Ok(Outcome::Yes);
    }
    let more = if args.resume.is_some() {
        "run the same command again to continue"
    } else {
        "use --resume FILE to save them next time"
    };
    Err(Failure::new(format!("the match is incomplete after {} games — {more}", results.tally.games)))
}

/// The results, and what follows from them.
#[derive(serde::Serialize)]
struct Report<'r> {
    #[serde(flatten)]
    results: &'r Results,
    /// Only with a test: without one, the report is what `--resume` keeps.
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<SprtReport>,
    /// Of the results, without the test.
    checksum: String,
}

#[derive(serde::Serialize)]
struct SprtReport {
    #[serde(flatten)]
    test: Sprt,
    ratio: f64,
    bound: f64,
    verdict: Verdict,
    elo: Option<Elo>,
}

impl Report<'_> {
    fn new(results: &Results, test: Option<Sprt>) -> Report<'_> {
        let tally = &results.tally;
        let sprt = test.map(|test| {
            let (ratio, bound, verdict) = (test.ratio(tally), test.bound(), test.verdict(tally));
            SprtReport { test, ratio, bound, verdict, elo: Elo::of(tally) }
        });
        Report { results, sprt, checksum: sealed::checksum(results) }
    }
}

/// Reads two Elo differences.
fn parse_sprt(text: &str) -> Result<Sprt, String> {
    let parts = text.split_once(',').and_then(|(low, high)| Some((low.trim().parse().ok()?, high.trim().parse().ok()?)));
    let sound = |&(low, high): &(f64, f64)| low < high && low.abs() <= 1000.0 && high.abs() <= 1000.0;
    let wrong = || format!("'{text}' is not two Elo differences, the lower first — such as 0,10");
    parts.filter(sound).map(|(elo0, elo1)| Sprt { elo0, elo1, error: 0.05 }).ok_or_else(wrong)
}

/// `true` if a sequential test was asked for, and has its answer.
fn is_decided(test: Option<Sprt>, results: &Results) -> bool {
    test.is_some_and(|test| test.verdict(&results.tally) != Verdict::Open)
}

fn read_results(path: &Path) -> Result<Results, Failure> {
    let results: Results = sealed::read(path, "selfplay --json")?;
    results.check().map_err(|error| Failure::of(path, error))?;
    Ok(results)
}

/// Joins results. What is not there is said after they are printed.
fn merge(paths: &[PathBuf]) -> Result<(Results, Option<String>), Failure> {
    let mut joined = read_results(&paths[0])?;
    let partly = |path: &PathBuf, part: &Results| {
        let (shards, done) = (&part.shards, part.done);
        let units = shards.units(part.played.units);
        format!("{}: shard {shards} is incomplete, {done} of {units} units — run its command again", path.display())
    };
    let mut absent = (!joined.complete).then(|| partly(&paths[0], &joined));
    for path in &paths[1..] {
        let part = read_results(path)?;
        joined.join(&part).map_err(|error| Failure::of(path, error))?;
        absent = absent.or_else(|| (!part.complete).then(|| partly(path, &part)));
    }
    if let Some(missing) = joined.shards.missing() {
        absent.get_or_insert(format!("{missing} — play with --shard I/N what is missing, and merge all again"));
    }
    joined.shards.complete();
    Ok((joined, absent))
}

/// Plays until the match is complete or interrupted.
fn play(args: &Args, terminal: &Terminal) -> Result<Results, Failure> {
    let player = |text: &Option<String>| PlayerText::parse(text.as_deref().expect("bug: a match without two strategies"));
    let players = [player(&args.first)?, player(&args.second)?];
    let strategies = [players[0].spec, players[1].spec];
    let (mut context, setup) = args.game.open(&strategies, terminal)?;
    let units = if args.pairs { args.games.div_ceil(2) } else { args.games };
    let many = units > FEW || strategies.iter().any(|spec| matches!(spec.kind, StrategyKind::Simulate(_)));
    let index: MakeIndex = if many { WordIndex::new } else { WordIndex::filter };
    if many {
        context.index_words()?;
    }
    let mut setting = args.game.describe(&context, &setup)?;
    for player in &players {
        setting.extend(player.describe()?);
    }
    let [first, second] = [players[0].to_string(), players[1].to_string()];
    let version = VERSION.to_owned();
    let played = Match { version, first, second, setting, seed: args.seed, units, pairs: args.pairs };
    let shard = args.shard.unwrap_or(Shard::WHOLE);
    let mut results = match &args.resume {
        Some(path) if path.exists() => {
            let known = read_results(path)?;
            known.same_match(&played).map_err(|error| Failure::of(path, error))?;
            if known.shards != shard.into() {
                return Err(Failure::of(path, format!("results of another part of the match, not of {shard}")));
            }
            known
        }
        _ => Results::new(played, shard),
    };
    if let Some(folder) = &args.gcg {
        std::fs::create_dir_all(folder).map_err(|error| Failure::io(folder, &error))?;
    }
    let threads = threads(args.threads)?;
    let generator = context.generator()?;
    let all = context.play_context(&generator);
    let phonies = context.rules.challenge.allows_phonies();
    let open = |player| PlayerFiles::open(player, &args.game.lexicon, &generator, context.image(), phonies, index, terminal);
    if generator.allows_anagrams() && players.iter().any(PlayerText::has_lexicon) {
        return Err(Failure::new("players of Clabbers have no lexicon of their own — take lexicon= away"));
    }
    let files = [open(&players[0])?, open(&players[1])?];
    let generators = [files[0].generator()?, files[1].generator()?];
    // Players of the same text share their files.
    let own = if players[0] == players[1] { [0, 0] } else { [0, 1] };
    let contexts = own.map(|at| files[at].context(generators[at].as_ref(), all));
    let playing = MatchContext { specs: strategies, contexts, setup, rules: context.rules.clone(), judge: Some(&generator) };
    stop_on_interrupt();
    let bar = terminal.bar(results.played.units, if args.pairs { "pairs" } else { "games" });
    let mut kept = Instant::now();
    let names = [results.played.first.clone(), results.played.second.clone()];
    let see = |seen: MatchGame<'_>| keep_game(args, &names, &seen, terminal);
    let keep = |results: &Results| match &args.resume {
        Some(path) => atomic::write(path, true, |file| {
            serde_json::to_writer(&mut *file, &Report::new(results, None))?;
            file.write_all(b"\n")
        })
        .map_err(|error| Failure::io(path, &error)),
        None => Ok(()),
    };
    let mut failed = Ok(());
    threads.run(|| {
        play_match(&playing, &mut results, see, |results| {
            bar.set_position(results.done);
            if kept.elapsed() > KEEP_EVERY {
                failed = keep(results);
                kept = Instant::now();
            }
            failed.is_ok() && !was_interrupted() && !is_decided(args.sprt, results)
        })
    })?;
    bar.finish_and_clear();
    failed?;
    keep(&results)?;
    Ok(results)
}

impl From<MatchError> for Failure {
    fn from(error: MatchError) -> Failure {
        match error {
            MatchError::Strategy(error) => Failure::new(with_hint(&error)),
            error => Failure::new(error),
        }
    }
}

/// Writes a game to the directory of `--gcg`.
fn keep_game(args: &Args, names: &[String; 2], seen: &MatchGame<'_>, terminal: &Terminal) -> Result<(), Failure> {
    let Some(folder) = &args.gcg else { return Ok(()) };
    let suffix = if args.pairs { ["a", "b"][seen.of_pair] } else { "" };
    let path = folder.join(format!("game-{:06}{suffix}.gcg", seen.unit + 1));
    let names = if seen.first_began { [&names[0], &names[1]] } else { [&names[1], &names[0]] };
    let gcg = seen.game.to_gcg(names.map(String::as_str));
    let bytes = gcg.to_bytes();
    if !args.force && path.exists() {
        if args.resume.is_none() {
            return Err(Failure::io(&path, &std::io::ErrorKind::AlreadyExists.into()));
        }
        // A match that was killed has written games that its saved results do not count, the last of them in part.
        let left = std::fs::read(&path).map_err(|error| Failure::io(&path, &error))?;
        if !bytes.starts_with(&left) {
            // The note of a game has its seed.
            let is_note = |line: &&[u8]| line.starts_with(b"#note lexigraph:");
            let note = |game: &'_ [u8]| game.split(|byte| *byte == b'\n').find(is_note).map(<[u8]>::to_vec);
            if note(&left).is_none() || note(&left) != note(&bytes) {
                let message =
                    "the file is not from this match — name another directory for --gcg, or use --force to replace it";
                return Err(Failure::of(&path, message));
            }
            // The same players and tiles: strategies that think for some time may move in another way.
            let what = "a game that was interrupted went another way; the file is replaced by the game that counts";
            terminal.warn(format_args!("{}: {what}", path.display()));
        }
    }
    // Written in place: renaming and syncing thousands of small files would take longer than the games.
    std::fs::write(&path, bytes).map_err(|error| Failure::io(&path, &error))
}

fn print(results: &Results, test: Option<Sprt>, out: &mut Output) -> Result<(), Failure> {
    let (played, tally) = (&results.played, &results.tally);
    let whole = results.shards == Shard::WHOLE.into();
    let part = if whole { String::new() } else { format!(", shard {}", results.shards) };
    let pairs = if played.pairs { format!(" in {} pairs", tally.pairs.count) } else { String::new() };
    out.line(format_args!(
        "{} against {}: {} games{pairs}, seed {}{part}\n",
        played.first, played.second, tally.games, played.seed
    ))?;
    table(played, tally).lines().try_for_each(|line| out.line(line))?;
    out.line("")?;
    let share = |share: Option<(f64, f64)>| {
        share.map_or_else(|| "-".to_owned(), |(mean, half)| format!("{:.1} % ± {:.1}", mean * 100.0, half * 100.0))
    };
    let mean =
        |mean: Option<(f64, f64)>| mean.map_or_else(|| "-".to_owned(), |(mean, half)| format!("{mean:+.1} ± {half:.1}"));
    let drawn = |count| if count == 1 { "1 drawn".to_owned() } else { format!("{count} drawn") };
    out.line(format_args!("games won by the first   {}, {}", share(tally.margins.share()), drawn(tally.draws)))?;
    if tally.pairs.count > 0 {
        out.line(format_args!("pairs won by the first   {}, {}", share(tally.pairs.share()), drawn(tally.pairs.zero)))?;
        let halved = tally.pairs.mean().map(|(mean, half)| (mean / 2.0, half / 2.0));
        out.line(format_args!("margin a game            {}", mean(halved)))?;
    } else {
        out.line(format_args!("margin a game            {}", mean(tally.margins.mean())))?;
    }
    let began = 100.0 * tally.won_by_beginner as f64 / tally.games.max(1) as f64;
    out.line(format_args!("won by who began         {began:.1} %"))?;
    if let Some(elo) = Elo::of(tally) {
        let end = |end: Option<f64>| end.map_or_else(|| "…".to_owned(), |end| format!("{end:+.0}"));
        out.line(format_args!("Elo difference           {:+.0}, {} to {}", elo.difference, end(elo.low), end(elo.high)))?;
    }
    if let Some(test) = test {
        let verdict = match test.verdict(tally) {
            Verdict::Higher => format!("the first is better by {} Elo or more", test.elo1),
            Verdict::Lower => format!("the first is better by {} Elo or less", test.elo0),
            Verdict::Open => "not decided".to_owned(),
        };
        let (ratio, bound) = (test.ratio(tally), test.bound());
        out.line(format_args!("sequential test          {verdict} (ratio {ratio:.2}, bounds ± {bound:.2})"))?;
    }
    out.line("± is half of a 95 % interval")?;
    Ok(())
}

fn table(played: &Match, tally: &Tally) -> TextTable {
    let mut table = TextTable::new(["", &played.first, &played.second]);
    let sides = [&tally.first, &tally.second];
    let games = tally.games.max(1) as f64;
    let mut row = |name: &str, cell: &dyn Fn(&Side) -> String| {
        table.row([name.to_owned(), cell(sides[0]), cell(sides[1])]);
    };
    row("wins", &|side| side.wins.to_string());
    row("mean score", &|side| format!("{:.1}", side.score as f64 / games));
    row("deviation", &|side| format!("{:.1}", deviation(tally.games, side.score, side.score_squares)));
    row("full racks a game", &|side| format!("{:.2}", side.bingos as f64 / games));
    row("turns a game", &|side| format!("{:.2}", side.turns as f64 / games));
    row("exchanges a game", &|side| format!("{:.2}", side.exchanges as f64 / games));
    row("passes a game", &|side| format!("{:.2}", side.passes as f64 / games));
    table
}
