//! `lexigraph train heuristics`: what single tiles, pairs of tiles, and vowels and consonants are worth on a rack.

use std::ffi::OsString;
use std::path::PathBuf;

use lexigraph::alphabet::Alphabet;
use lexigraph::board::{Bag, BoardSetup, Cell, Rack};
use lexigraph::build::GraphKinds;
use lexigraph::movegen::{LeaveTable, Leaves};
use lexigraph::play::bundled_leaves;
use lexigraph::play::evaluation::RackValues;
use serde_json::json;

use crate::common::outcome::Outcome;
use crate::common::output::{Output, Terminal, refuse_to_replace, write_file};
use crate::common::position::read_layout;
use crate::common::{leaves, trained};
use crate::failure::Failure;
use crate::lexicon::LexiconArgs;
use crate::report::TextTable;

/// Print what single tiles and pairs of tiles are worth on a rack, or fit an evaluation table to leave values
#[derive(clap::Args)]
#[command(after_long_help = "\
The first table evaluates a rack by its tiles: what each is worth alone, what two of a kind are worth, and the \
difference to twice the one. The second compares two letters: what they are worth together, and the difference to what \
they are worth apart. All values are points that a leave adds to the score of a play.

With -o, an evaluation table for the strategies 'rack' and 'board' is written: values of single tiles, of pairs, and of \
the balance of vowels and consonants, which together come closest to the leave values of up to four tiles (least \
squares, each set counted as often as it is drawn). Its charges for the board are those of the bundled table.

The leave values are those of --leaves, or the bundled ones (English), or those that play has learned for the lexicon.

Examples:
  lexigraph train heuristics -n 20
  lexigraph train heuristics --leaves polish.klv2 --alphabet polish -o polish.toml
  lexigraph selfplay --first rack --second greedy --games 100 --evaluation polish.toml --leaves polish.klv2 -l polish.lxg

Exit status: 0 done; 2 error.")]
pub struct Args {
    /// Write an evaluation table to this file
    #[arg(short, long, value_name = "FILE.toml")]
    output: Option<PathBuf>,
    /// Replace an existing output file
    #[arg(long)]
    force: bool,
    /// Leave values (.csv, .klv, .klv2, .klv16), such as those that `train leaves` writes
    #[arg(long, value_name = "FILE")]
    leaves: Option<PathBuf>,
    /// Board layout of the values that play has learned: a bundled name or a .toml file
    #[arg(long, value_name = "L", default_value = "standard-15")]
    layout: OsString,
    /// Print at most N pairs: those whose value differs most from that of their tiles
    #[arg(short = 'n', long, value_name = "N")]
    limit: Option<usize>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    pub lexicon: LexiconArgs,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    if let Some(path) = &args.output {
        refuse_to_replace(path, args.force)?;
    }
    let image = args.lexicon.open(GraphKinds::Dawg, terminal)?;
    let alphabet = image.alphabet();
    let setup = BoardSetup::new(alphabet.clone(), read_layout(&args.layout)?)?;
    let found = match &args.leaves {
        Some(path) => Some(leaves::open(path, alphabet)?),
        None => match bundled_leaves(alphabet) {
            Some(leaves) => Some(leaves),
            None => trained::open(&image, &setup)?,
        },
    };
    let none = || {
        Failure::new(format!(
            "there are no leave values for '{}' — give some with --leaves FILE, as train leaves makes them",
            args.lexicon.name()
        ))
    };
    let leaves = found.ok_or_else(none)?;
    if let Some(path) = &args.output {
        let table = RackValues::fit(&leaves, alphabet).to_toml(alphabet);
        write_file(path, args.force, |file| file.write_all(table.as_bytes()))?;
        terminal.note(format_args!("{}: {} lines", path.display(), table.lines().count()));
        return Ok(Outcome::Yes);
    }
    print(args, &leaves, alphabet)?;
    Ok(Outcome::Yes)
}

/// A tile, or two tiles, with their values in points.
struct Row {
    tiles: String,
    /// For a pair the value of both together, for a tile that of one.
    value: f64,
    /// For a pair the sum of the values of each, for a tile the value of two of a kind; `None` if there is only one.
    other: Option<f64>,
}

fn print(args: &Args, leaves: &LeaveTable, alphabet: &Alphabet) -> Result<(), Failure> {
    let value = |cells: &[Cell]| Rack::from_cells(cells).map_or(0.0, |rack| leaves.value(&rack).points());
    let text = |cells: &[Cell]| Rack::from_cells(cells).unwrap_or(Rack::EMPTY).render(alphabet);
    let cells: Vec<Cell> = alphabet.tiles().map(Cell::tile).chain((alphabet.blanks() > 0).then_some(Cell::BLANK)).collect();
    let bag = Bag::full(alphabet);
    let alone = cells.iter().map(|&cell| {
        let two = (bag.count(cell) > 1).then(|| value(&[cell, cell]));
        Row { tiles: text(&[cell]), value: value(&[cell]), other: two }
    });
    let alone: Vec<Row> = alone.collect();
    let firsts = cells.iter().enumerate();
    let both = firsts.flat_map(|(at, &first)| cells[at + 1..].iter().map(move |&second| [first, second]));
    let mut pairs: Vec<Row> = both
        .map(|pair| {
            let apart = value(&pair[..1]) + value(&pair[1..]);
            Row { tiles: text(&pair), value: value(&pair), other: Some(apart) }
        })
        .collect();
    let differs = |row: &Row| (row.value - row.other.unwrap_or(row.value)).abs();
    pairs.sort_by(|a, b| differs(b).total_cmp(&differs(a)));
    pairs.truncate(args.limit.unwrap_or(usize::MAX));
    let mut out = Output::new();
    if args.json {
        let tiles = alone.iter().map(|row| json!({ "tile": row.tiles, "one": row.value, "two": row.other }));
        let pairs = pairs.iter().map(|row| json!({ "pair": row.tiles, "together": row.value, "apart": row.other }));
        out.json(&json!({ "tiles": tiles.collect::<Vec<_>>(), "pairs": pairs.collect::<Vec<_>>() }))?;
    } else {
        let points = |value: Option<f64>| value.map_or_else(|| "-".to_owned(), |value| format!("{value:+.1}"));
        let mut table = TextTable::new(["tile", "one", "two", "difference"]);
        for row in &alone {
            let difference = row.other.map(|two| two - 2.0 * row.value);
            table.row([row.tiles.clone(), points(Some(row.value)), points(row.other), points(difference)]);
        }
        table.lines().try_for_each(|line| out.line(line))?;
        out.line("")?;
        let mut table = TextTable::new(["pair", "together", "apart", "difference"]);
        for row in &pairs {
            let difference = row.other.map(|apart| row.value - apart);
            table.row([row.tiles.clone(), points(Some(row.value)), points(row.other), points(difference)]);
        }
        table.lines().try_for_each(|line| out.line(line))?;
    }
    out.finish()?;
    Ok(())
}
