//! `lexigraph solve`: the best plays in a position.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use lexigraph::board::{Move, Position, Through, breakdown, place_name, sheet, word_text};
use lexigraph::movegen::{All, Count, Generator, Order, Play, Top, Worker};
use lexigraph::play::bundled_leaves;
use serde_json::{Value, json};

use crate::common::algorithm::AlgorithmArgs;
use crate::common::leaves;
use crate::common::outcome::Outcome;
use crate::common::output::{Output, Terminal};
use crate::common::position::{PositionArgs, warn_of_phonies};
use crate::failure::Failure;
use crate::lexicon::LexiconArgs;

/// Print the best play in a position, the best few, or all plays
#[derive(clap::Args)]
#[command(after_long_help = "\
A sheet has one line for each row of the board, then an empty line, then the rack. Each square is a letter or _; \
spaces between squares are optional. A blank is a lower-case letter on the board and ? on the rack. A CGP is one line: \
board, racks, scores, scoreless turns. In a game (GCG), --turn N is the position before turn N; without it, the end \
of a game that goes on, or the last turn of one that is over.

By default, the command prints the board before the play (! double letter, @ triple letter, # double word, $ triple \
word), the board after it, the main word with the score of the play, each cross-word on a line, and the time. Ties are \
broken by row, column, direction and tiles. On an empty board, plays go across, unless the \
layout has other premiums along its columns than along its rows. A single tile that forms words in both directions is \
a play across.

Examples:
  lexigraph solve sheet.txt
  lexigraph solve sheet.txt --top 10 --sort equity --leaves leaves.csv
  lexigraph solve --all --json - < sheet.txt
  lexigraph solve '15/15/15/15/15/15/15/4MOLD7/15/15/15/15/15/15/15 SITXVQJ/ 0/0 0'

Exit status: 0 there is a play; 1 there is no play; 2 error.")]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// List the best N plays
    #[arg(long, value_name = "N", conflicts_with = "all")]
    top: Option<usize>,
    /// List all plays
    #[arg(long)]
    all: bool,
    /// List at most N plays
    #[arg(short = 'n', long, value_name = "N")]
    limit: Option<usize>,
    /// Sort plays by score or by equity (score plus leave value)
    #[arg(long, value_enum, default_value_t = Sort::Score)]
    sort: Sort,
    #[command(flatten)]
    algorithm: AlgorithmArgs,
    /// Leave values: a .klv, .klv2 or .klv16 file, or lines such as AES?,31.5 [default with --sort equity, --json
    /// or --tsv: bundled values]
    #[arg(long, value_name = "FILE")]
    leaves: Option<PathBuf>,
    /// Print only the number of plays
    #[arg(short, long, conflicts_with_all = ["top", "limit", "json", "tsv"])]
    count: bool,
    /// Print the time taken (to standard error)
    #[arg(long)]
    time: bool,
    /// Print one JSON object
    #[arg(long, conflicts_with = "tsv")]
    json: bool,
    /// Print tab-separated values with a header
    #[arg(long)]
    tsv: bool,
    #[command(flatten)]
    pub lexicon: LexiconArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Sort {
    Score,
    Equity,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    let start = Instant::now();
    let written = args.position.read()?;
    let lexicon = written.lexicon(&args.lexicon);
    let image = lexicon.open(args.algorithm.wanted(), terminal)?;
    let position = written.position(image.alphabet(), &lexicon, terminal)?;
    let leaves = match &args.leaves {
        Some(path) => Some(leaves::open(path, image.alphabet())?),
        // Reading them takes longer than finding the play, so they are read only if needed.
        None if args.values_leaves() => bundled_leaves(image.alphabet()),
        None => None,
    };
    let leaves = leaves.unwrap_or_default();
    let generator = Generator::new(&image, args.algorithm.kind(&image))?.with_leaves(&leaves);
    warn_of_phonies(&position, &generator, terminal);
    let mut worker = generator.worker();
    let mut out = Output::new();
    if args.count {
        let mut count = Count::default();
        worker.count(&position, &mut count)?;
        out.line(count.plays)?;
        out.finish()?;
        return Ok((count.plays > 0).into());
    }
    let plays = find(args, &mut worker, &position)?;
    let elapsed = start.elapsed();
    if args.json {
        let listed: Vec<Value> = plays.iter().map(|play| as_json(play, &position)).collect();
        out.json(&json!({ "plays": listed, "count": plays.len(), "seconds": elapsed.as_secs_f64() }))?;
    } else if args.tsv || args.all || args.top.is_some() || args.limit.is_some() {
        list(args, &plays, &position, &mut out)?;
    } else {
        answer(plays.first(), &position, elapsed, &mut out)?;
        out.finish()?;
        return Ok((!plays.is_empty()).into());
    }
    out.finish()?;
    if args.time {
        terminal.note(time(elapsed));
    }
    Ok((!plays.is_empty()).into())
}

impl Args {
    /// `true` if the answer has the equity of plays, or depends on it. Lists as text have it only then.
    fn values_leaves(&self) -> bool {
        self.leaves.is_some() || self.sort == Sort::Equity || self.json || self.tsv
    }
}

/// The plays to print, best first.
fn find(args: &Args, worker: &mut Worker<'_>, position: &Position) -> Result<Vec<Play>, Failure> {
    let order = if args.sort == Sort::Score { Order::Score } else { Order::Equity };
    let wanted = if args.all { args.limit } else { Some(args.top.or(args.limit).unwrap_or(1)) };
    let wanted = wanted.map(|wanted| args.limit.unwrap_or(wanted).min(wanted));
    let Some(limit) = wanted else {
        let mut all = All::new();
        worker.all(position, &mut all)?;
        return Ok(all.into_sorted(order));
    };
    let mut top = Top::new(limit, order);
    worker.top(position, &mut top)?;
    Ok(top.into_sorted())
}

/// Prints the answer for one play.
fn answer(play: Option<&Play>, position: &Position, elapsed: Duration, out: &mut Output) -> std::io::Result<()> {
    let (board, setup) = (position.board(), position.setup());
    out.line(sheet::picture(board, setup))?;
    match play {
        Some(play) => {
            let after = play.placement.laid_on(board);
            out.line(sheet::picture(&after, setup))?;
            let parts = breakdown(board, setup, &play.placement);
            out.line(format_args!("{} {}", word_text(setup.alphabet(), &parts.main.cells), play.score))?;
            for cross in &parts.crosses {
                out.line(word_text(setup.alphabet(), &cross.cells))?;
            }
        }
        None => out.line("no play")?,
    }
    out.line(format_args!("\n{}", time(elapsed)))
}

fn time(elapsed: Duration) -> String {
    format!("time: {:.3} s", elapsed.as_secs_f64())
}

/// The main word and the cross-words.
fn words(play: &Play, position: &Position) -> Vec<String> {
    let (board, setup) = (position.board(), position.setup());
    let parts = breakdown(board, setup, &play.placement);
    parts.words().map(|word| word_text(setup.alphabet(), &word.cells)).collect()
}

/// The tiles left on the rack after the play.
fn leave(play: &Play, position: &Position) -> String {
    Move::Place(play.placement).leave(position.rack()).render(position.setup().alphabet())
}

fn as_json(play: &Play, position: &Position) -> Value {
    let (board, alphabet) = (position.board(), position.setup().alphabet());
    let words = words(play, position);
    json!({
        "word": words[0],
        "row": play.placement.start.row + 1,
        "column": play.placement.start.column + 1,
        "direction": play.placement.direction.to_string(),
        "notation": play.placement.notation(board, alphabet, Through::Parentheses),
        "score": play.score,
        "equity": play.equity.points(),
        "leave": leave(play, position),
        "tiles": word_text(alphabet, &play.placement.tiles),
        "words": words,
    })
}

fn list(args: &Args, plays: &[Play], position: &Position, out: &mut Output) -> std::io::Result<()> {
    let (board, alphabet) = (position.board(), position.setup().alphabet());
    if args.tsv {
        out.line("place\tword\tscore\tequity\tleave\ttiles\twords")?;
    }
    for play in plays {
        let place = place_name(play.placement.start, play.placement.direction);
        let (words, leave) = (words(play, position), leave(play, position));
        if args.tsv {
            let tiles = word_text(alphabet, &play.placement.tiles);
            let (word, score, equity) = (&words[0], play.score, play.equity);
            out.line(format_args!("{place}\t{word}\t{score}\t{equity}\t{leave}\t{tiles}\t{}", words.join(" ")))?;
        } else {
            let word = play.placement.word_notation(board, alphabet, Through::Parentheses);
            let crosses = words[1..].join(" ");
            let equity = if args.values_leaves() { play.equity.to_string() } else { "-".to_owned() };
            let line = format!("{place:>4} {word:<17} {:>4} {equity:>9} {leave:<7} {crosses}", play.score);
            out.line(line.trim_end())?;
        }
    }
    Ok(())
}
