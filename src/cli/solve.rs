//! `lexigraph solve`: the best plays in a position.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use lexigraph::api::analysis::PlayView;
use lexigraph::board::{Cell, Move, Position, Through, breakdown, place_name, sheet, word_text};
use lexigraph::movegen::{AnagramSet, Count, Generator, LeaveTable, Leaves, Order};
use lexigraph::play::evaluation::Evaluation;
use lexigraph::play::strategy::PlayContext;
use lexigraph::play::{GameRules, ScoredMove, View, Words, bundled_leaves, hide_opponent};
use serde_json::json;

use crate::common::algorithm::AlgorithmArgs;
use crate::common::leaves;
use crate::common::outcome::Outcome;
use crate::common::output::{Output, Terminal};
use crate::common::position::{PositionArgs, warn_of_phonies};
use crate::common::trained;
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

With --sort equity, exchanges are listed among the plays, and a pass comes last. Equity is that of the strategy \
'equity': the score plus the value of the leave, less 0.7 points for each vowel of a first play beside a letter \
premium. Once the bag is empty, going out gains the opponent's tiles, and not going out costs 10 points and \
the tiles left, as the rules count them.

Examples:
  lexigraph solve sheet.txt
  lexigraph solve sheet.txt --top 10 --sort equity --leaves leaves.csv
  lexigraph solve --all --json - < sheet.txt
  lexigraph solve '15/15/15/15/15/15/15/4MOLD7/15/15/15/15/15/15/15 SITXVQJ/ 0/0 0'

Exit status: 0 there is a play or an exchange; 1 there is neither; 2 error.")]
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
    /// Sort plays by score, or moves by equity (score plus leave value): plays, exchanges and a pass
    #[arg(long, value_enum, default_value_t = Sort::Score)]
    sort: Sort,
    #[command(flatten)]
    algorithm: AlgorithmArgs,
    /// Leave values: a .klv, .klv2 or .klv16 file, or lines such as AES?,31.5 [default with --sort equity, --json
    /// or --tsv: bundled values]
    #[arg(long, value_name = "FILE")]
    leaves: Option<PathBuf>,
    /// Game rules (when tiles may be exchanged, and what going out is worth): standard, transfer, four-passes, thesis, clabbers, …
    #[arg(long, value_name = "NAME", default_value = "standard")]
    rules: String,
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
    let mut position = written.position(image.alphabet(), &lexicon, terminal)?;
    let rules = GameRules::builtin(&args.rules).map_err(Failure::new)?;
    let leaves = match &args.leaves {
        Some(path) => Some(leaves::open(path, image.alphabet())?),
        // Reading them takes longer than finding the play, so they are read only if needed.
        None if args.values_leaves() => match bundled_leaves(image.alphabet()) {
            Some(leaves) => Some(leaves),
            None => trained::open(&image, position.setup())?,
        },
        None => None,
    };
    let kind = args.algorithm.kind(&image);
    let anagrams = (rules.words == Words::Clabbers).then(|| AnagramSet::new(&image, kind)).transpose()?;
    let mut generator = Generator::new(&image, kind)?;
    if let Some(anagrams) = &anagrams {
        generator = generator.with_anagrams(anagrams);
    }
    warn_of_phonies(&position, &generator, terminal);
    let mut out = Output::new();
    if args.count {
        let mut count = Count::default();
        generator.worker().count(&position, &mut count)?;
        out.line(count.plays)?;
        out.finish()?;
        return Ok((count.plays > 0).into());
    }
    // Plays can be found without tile counts as well.
    let _ = hide_opponent(&mut position);
    let plays = find(args, &generator, leaves.as_ref(), &View::of_position(&position, &rules, 0))?;
    let elapsed = start.elapsed();
    let found = plays.iter().any(|found| found.play != Move::Pass);
    if args.json {
        let listed: Vec<PlayView> = plays.iter().map(|play| PlayView::new(play, &position)).collect();
        out.json(&json!({ "plays": listed, "count": plays.len(), "seconds": elapsed.as_secs_f64() }))?;
    } else if args.tsv || args.all || args.top.is_some() || args.limit.is_some() {
        list(args, &plays, &position, &mut out)?;
    } else {
        answer(plays.first(), &position, elapsed, &mut out)?;
        out.finish()?;
        return Ok(found.into());
    }
    out.finish()?;
    if args.time {
        terminal.note(time(elapsed));
    }
    Ok(found.into())
}

impl Args {
    /// `true` if the answer has the equity of plays, or depends on it. Lists as text have it only then.
    fn values_leaves(&self) -> bool {
        self.leaves.is_some() || self.sort == Sort::Equity || self.json || self.tsv
    }
}

/// The moves to print, best first.
fn find(
    args: &Args,
    generator: &Generator<'_>,
    leaves: Option<&LeaveTable>,
    view: &View<'_>,
) -> Result<Vec<ScoredMove>, Failure> {
    let order = if args.sort == Sort::Score { Order::Score } else { Order::Equity };
    let wanted = if args.all { args.limit } else { Some(args.top.or(args.limit).unwrap_or(1)) };
    let wanted = wanted.map(|wanted| args.limit.unwrap_or(wanted).min(wanted));
    // The table is used for the first play of a game only.
    let first = args.values_leaves() && view.position.board().is_empty();
    let evaluation = (first && leaves.is_some()).then(|| Evaluation::of_board(view.position.setup().alphabet()));
    let leaves = leaves.map(|leaves| leaves as &dyn Leaves);
    let context = PlayContext { generator, leaves, evaluation: evaluation.as_ref(), winning: None };
    Ok(context.static_equity().list(view, order, wanted)?)
}

/// Prints the answer for one move.
fn answer(found: Option<&ScoredMove>, position: &Position, elapsed: Duration, out: &mut Output) -> std::io::Result<()> {
    let (board, setup) = (position.board(), position.setup());
    out.line(sheet::picture(board, setup))?;
    match found.map(|found| (&found.play, found.score)) {
        Some((Move::Place(placement), score)) => {
            let after = placement.laid_on(board);
            out.line(sheet::picture(&after, setup))?;
            let parts = breakdown(board, setup, placement);
            out.line(format_args!("{} {score}", word_text(setup.alphabet(), &parts.main.cells)))?;
            for cross in &parts.crosses {
                out.line(word_text(setup.alphabet(), &cross.cells))?;
            }
        }
        Some((Move::Exchange(tiles), _)) => out.line(exchange(tiles, position))?,
        Some((Move::Pass, _)) | None => out.line("no play")?,
    }
    out.line(format_args!("\n{}", time(elapsed)))
}

fn exchange(tiles: &[Cell], position: &Position) -> String {
    format!("exchange {}", word_text(position.setup().alphabet(), tiles))
}

fn time(elapsed: Duration) -> String {
    format!("time: {:.3} s", elapsed.as_secs_f64())
}

fn list(args: &Args, plays: &[ScoredMove], position: &Position, out: &mut Output) -> std::io::Result<()> {
    let (board, alphabet) = (position.board(), position.setup().alphabet());
    if args.tsv {
        out.line("place\tword\tscore\tequity\tleave\ttiles\twords")?;
    }
    for found in plays {
        let view = PlayView::new(found, position);
        let PlayView { word, score, leave, tiles, words, .. } = &view;
        if args.tsv {
            let place = match &found.play {
                Move::Place(placement) => place_name(placement.start, placement.direction),
                Move::Exchange(_) => "exchange".to_owned(),
                Move::Pass => "pass".to_owned(),
            };
            let (equity, words) = (found.worth, words.join(" "));
            out.line(format_args!("{place}\t{word}\t{score}\t{equity}\t{leave}\t{tiles}\t{words}"))?;
            continue;
        }
        let shown = match &found.play {
            Move::Place(placement) => {
                let place = place_name(placement.start, placement.direction);
                format!("{place:>4} {}", placement.word_notation(board, alphabet, Through::Parentheses))
            }
            Move::Exchange(tiles) => exchange(tiles, position),
            Move::Pass => "pass".to_owned(),
        };
        let crosses = words.get(1..).unwrap_or_default().join(" ");
        let equity = if args.values_leaves() { found.worth.to_string() } else { "-".to_owned() };
        let line = format!("{shown:<22} {score:>4} {equity:>9} {leave:<7} {crosses}");
        out.line(line.trim_end())?;
    }
    Ok(())
}
