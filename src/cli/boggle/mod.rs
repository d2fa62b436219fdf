//! `lexigraph boggle`: words on a grid.

mod best;
mod input;
mod list;
mod play;
mod rate;

use std::path::{Path, PathBuf};

use lexigraph::alphabet::Alphabet;
use lexigraph::boggle::{Adjacency, BoggleBoard, DiceSet, Grid, GridOptions, WordPoints, parse_size};
use lexigraph::build::GraphKinds;
use lexigraph::image::Image;

use super::{Failure, LexiconArgs, Outcome, Terminal};

/// Find all words on a grid of letters, roll one, or look for the best one
#[derive(clap::Args)]
#[command(after_long_help = "\
A grid is typed row by row: catd/line/maro/pets, on lines of their own, or in one (catdlinemaropets is 4x4, 20 letters are 4x5). With blanks \
within a row, a cell is what stands between two: 'Qu a t / o x e / . ? z'. '.' is a hole, '?' any letter, [Qu] a cell of several letters; a q \
among letters without blanks is Qu, [q] or --bare-q a q alone. Standard input holds grids parted by empty lines, or one a line: lines with a /, \
and lines of nine letters and more that make no square. At most 16384 cells.

A word lies on neighbouring cells, none twice; it counts once. A letter that a ? spells is printed in lower case. Paths are rows and columns \
from 1. --hint N is the Nth word in the order of the search. A file of players has a line 'name: word word ...' each.

Examples:
  lexigraph boggle catd/line/maro/pets --score --sort
  lexigraph boggle 'Qu i t / e r s / a n d' --paths
  lexigraph boggle --roll --dice big --seed 7 | lexigraph boggle - --min-length 4 --json
  lexigraph boggle perslatgsineters --hint 3
  lexigraph boggle catdlinemaropets --players round.txt
  lexigraph boggle --best --size 4x4 --seconds 60 --seed 1

Exit status: 0 words found, rolled, scored; 1 no word, no such hint; 2 error.")]
pub struct Args {
    /// Grid; '-' is standard input
    #[arg(value_name = "GRID")]
    grids: Vec<String>,
    /// Rows and columns, as in 4x5
    #[arg(long, value_name = "RxC")]
    size: Option<String>,
    /// Fewest letters of a word [default: 3, or as the dice have it]
    #[arg(long, value_name = "N")]
    min_length: Option<usize>,
    /// Points by length: usual, six, six-more, flat, fibonacci, hunt, or a .toml file [default: usual, or as the dice have it]
    #[arg(long, value_name = "NAME|FILE")]
    points: Option<String>,
    /// Show a path of each word; on a terminal, draw it
    #[arg(long)]
    paths: bool,
    /// Show every path of each word
    #[arg(long)]
    all_paths: bool,
    /// Show the points of each word, and their sum
    #[arg(long)]
    score: bool,
    /// Order: points (when none is named), length, alpha, path; highest first
    #[arg(long, value_name = "KEY", num_args = 0..=1, default_missing_value = "points")]
    sort: Option<String>,
    /// Give the Nth word, with its path
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "1")]
    hint: Option<String>,
    /// Score what players have written
    #[arg(long, value_name = "FILE", conflicts_with = "hint")]
    players: Option<PathBuf>,
    /// How words are found; they are the same
    #[arg(long, value_enum, default_value_t = Algorithm::Search)]
    algorithm: Algorithm,
    /// Roll a grid
    #[arg(long, conflicts_with_all = ["grids", "hint", "players", "best_board"])]
    roll: bool,
    #[command(flatten)]
    best: BestArgs,
    /// Dice and rules: classic, new (4x4), big, big-2012 (5x5), super (6x6), or a .toml file [default when rolling: new]
    #[arg(long, value_name = "NAME|FILE")]
    dice: Option<String>,
    /// Make --roll and --best repeatable
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    #[command(flatten)]
    list: ListArgs,
    #[command(flatten)]
    rare: RareArgs,
    #[command(flatten)]
    lexicon: LexiconArgs,
}

/// How words are listed.
#[derive(clap::Args)]
struct ListArgs {
    /// Print so many words a grid at the most (rolls: so many grids)
    #[arg(short = 'n', long, value_name = "N")]
    limit: Option<usize>,
    /// Print the number of words only; with --score also their points
    #[arg(short, long, conflicts_with_all = ["null", "paths", "all_paths"])]
    count: bool,
    /// End each answer with a zero byte instead of a line end
    #[arg(short = '0', long, conflicts_with_all = ["tsv", "json"])]
    null: bool,
    /// Print a table with a header, parted by tabs
    #[arg(long, conflicts_with = "json")]
    tsv: bool,
    /// Print one JSON object a grid
    #[arg(long)]
    json: bool,
}

/// The search for good boards.
#[derive(clap::Args)]
struct BestArgs {
    /// Look for the grid with the most points
    #[arg(long = "best", conflicts_with_all = ["grids", "hint", "players"])]
    best_board: bool,
    /// How long to look
    #[arg(long, value_name = "N", default_value_t = 30.0)]
    seconds: f64,
    /// Begin near this grid
    #[arg(long, value_name = "GRID", requires = "best_board")]
    start: Option<String>,
    /// Threads; 0 for as many as there are processors
    #[arg(long, value_name = "N", default_value_t = 0, hide_short_help = true)]
    threads: usize,
    /// Boards that are improved side by side
    #[arg(long, value_name = "N", default_value_t = 400, hide_short_help = true, value_parser = pool_size)]
    pool: usize,
    /// Stop after so many pools that nothing improves
    #[arg(long, value_name = "N", hide_short_help = true)]
    pools: Option<u64>,
}

fn pool_size(text: &str) -> Result<usize, String> {
    let size = text.parse::<usize>().ok().filter(|size| (1..=1_000_000).contains(size));
    size.ok_or_else(|| "a number from 1 to 1000000".to_owned())
}

/// What few people need.
#[derive(clap::Args)]
#[command(next_help_heading = "Variants")]
struct RareArgs {
    /// Which cells touch
    #[arg(long, value_enum, default_value_t = Touch::King, hide_short_help = true)]
    adjacency: Touch,
    /// Let the edges of the grid touch each other
    #[arg(long, hide_short_help = true)]
    wrap: bool,
    /// Read a q among letters as q alone, not as Qu
    #[arg(long, hide_short_help = true)]
    bare_q: bool,
    /// Read each line of standard input as a grid
    #[arg(long, hide_short_help = true)]
    lines: bool,
    /// Draw the grid with the path of each word
    #[arg(long, hide_short_help = true)]
    draw: bool,
    /// Turn the order of the words round
    #[arg(long, hide_short_help = true)]
    reverse: bool,
    /// Most cells of a path for brute force
    #[arg(long, value_name = "N", hide_short_help = true)]
    longest: Option<usize>,
    /// Search on however long it takes
    #[arg(long, hide_short_help = true)]
    force: bool,
    /// Points on top for a word that no other player has
    #[arg(long, value_name = "N", default_value_t = 0, hide_short_help = true)]
    bonus: u64,
    /// Let words score that several players have
    #[arg(long, hide_short_help = true)]
    shared: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Algorithm {
    /// Turn back where no word goes on
    #[value(alias = "depth-first")]
    Search,
    /// Look every path up
    BruteForce,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Touch {
    /// Eight neighbours
    King,
    /// Four neighbours
    Rook,
}

impl Args {
    fn dice(&self, alphabet: &Alphabet) -> Result<Option<DiceSet>, Failure> {
        let read = |name: &String| match table(name)? {
            Some(text) => DiceSet::from_toml(&text, alphabet).map_err(|error| Failure::of(Path::new(name), error)),
            None => Ok(DiceSet::builtin(name, alphabet)?),
        };
        self.dice.as_ref().map(read).transpose()
    }

    /// The grid of a text, with its neighbours.
    fn board(&self, text: &str, alphabet: &Alphabet) -> Result<BoggleBoard, Failure> {
        let size = self.size.as_deref().map(parse_size).transpose()?;
        let options = GridOptions { size, bare_q: self.rare.bare_q };
        Ok(BoggleBoard::new(Grid::parse(text, alphabet, &options)?, self.adjacency(), self.rare.wrap))
    }

    fn adjacency(&self) -> Adjacency {
        if self.rare.adjacency == Touch::King { Adjacency::King } else { Adjacency::Rook }
    }
}

/// The text of a table that is named as a file.
fn table(name: &str) -> Result<Option<String>, Failure> {
    let path = Path::new(name);
    let is_path = path.extension().is_some_and(|extension| extension == "toml") || path.components().count() > 1;
    is_path.then(|| std::fs::read_to_string(path).map_err(|error| Failure::io(path, &error))).transpose()
}

/// What a game is played by, and what with.
struct Game<'a> {
    args: &'a Args,
    image: &'a Image,
    alphabet: &'a Alphabet,
    points: WordPoints,
    min_length: usize,
    dice: Option<DiceSet>,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    let image = args.lexicon.open(GraphKinds::Dawg, terminal)?;
    let alphabet = image.alphabet();
    let dice = args.dice(alphabet)?;
    let points = match (&args.points, &dice) {
        (Some(name), _) => match table(name)? {
            Some(text) => WordPoints::from_toml(&text).map_err(|error| Failure::of(Path::new(name), error))?,
            None => WordPoints::builtin(name)?,
        },
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
            return Err(Failure::new(format!("{} grids — give one grid to play on", grids.len())));
        };
        let board = grid.board(&game)?;
        return match hint {
            Some(number) => play::hint(&game, &board, number),
            None => play::round(&game, &board),
        };
    }
    list::run(&game, &grids, batch, sort, terminal)
}
