//! The arguments of `lexigraph boggle`.

use std::ffi::OsStr;
use std::path::PathBuf;

use lexigraph::alphabet::Alphabet;
use lexigraph::boggle::{Adjacency, BoggleBoard, DiceSet, Grid, GridOptions, parse_size};
use lexigraph::shard::Shard;

use crate::common::tables::named_table;
use crate::failure::Failure;
use crate::lexicon::LexiconArgs;

/// Find all words on a grid of letters, roll a grid, or search for the best grid
#[derive(clap::Args)]
#[command(after_long_help = "\
Write the rows of GRID with slashes between them (catd/line/maro/pets), on lines of their own, or one after another \
(catdlinemaropets is 4x4, 20 letters are 4x5). If a row contains spaces, they separate its cells: 'Qu a t / o x e / . \
? z'. A cell may be '.' for a hole, '?' for any letter, or several letters such as [Qu]. In a row without spaces, q \
means Qu; write [q] or use --bare-q for a plain Q. A grid has at most 16384 cells.

Standard input may hold several grids, separated by empty lines. A line is a grid of its own if it contains a slash, \
or if lines have nine or more letters and together do not form a square.

A word is spelled by adjacent cells, using each cell at most once, and counts once. Letters that a ? stands for are \
printed in lower case. Paths are pairs of row and column, from 1. --hint N prints the Nth word that the search finds. \
A file for --players has lines 'name: word word ...'.

--best improves a pool of random grids until no change of a cell and no swap makes one better, and goes on with the next \
pool. With --pools and --seed, the result depends on these and not on time or threads. --shard 2/5 searches the second \
fifth of the pools, --merge combines the results, and --resume continues after an interruption.

Examples:
  lexigraph boggle catd/line/maro/pets --score --sort
  lexigraph boggle 'Qu i t / e r s / a n d' --paths
  lexigraph boggle --roll --dice big --seed 7 | lexigraph boggle - --min-length 4 --json
  lexigraph boggle perslatgsineters --hint 3
  lexigraph boggle catdlinemaropets --players round.txt
  lexigraph boggle --best --size 4x4 --seconds 60 --seed 1
  lexigraph boggle --best --pools 10 --seed 1 --shard 1/2 --json > 1.json
  lexigraph boggle --best --merge 1.json 2.json

Exit status: 0 words found, grid rolled, or players scored; 1 no word found, or no such hint; 2 error.")]
pub struct Args {
    /// Grids; '-' reads standard input
    #[arg(value_name = "GRID")]
    pub grids: Vec<String>,
    /// Rows and columns, such as 4x5
    #[arg(long, value_name = "RxC")]
    pub size: Option<String>,
    /// Minimum length of a word [default: 3, or set by the dice]
    #[arg(long, value_name = "N")]
    pub min_length: Option<usize>,
    /// Only words of at most this level of commonness: 10 for the commonest, up to 80
    #[arg(long, value_name = "N")]
    pub commonness: Option<u32>,
    /// Points by length: usual, six, six-more, flat, fibonacci, hunt, or a .toml file [default: usual, or set by the
    /// dice]
    #[arg(long, value_name = "NAME|FILE")]
    pub points: Option<String>,
    /// Print a path of each word, and draw it on a terminal
    #[arg(long)]
    pub paths: bool,
    /// Print every path of each word
    #[arg(long)]
    pub all_paths: bool,
    /// Print the points of each word and their sum
    #[arg(long)]
    pub score: bool,
    /// Sort by points (if KEY is omitted), length, alpha or path; highest first
    #[arg(long, value_name = "KEY", num_args = 0..=1, default_missing_value = "points")]
    pub sort: Option<String>,
    /// Print the Nth word with its path
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "1")]
    pub hint: Option<String>,
    /// Score the words that players have written
    #[arg(long, value_name = "FILE", conflicts_with = "hint")]
    pub players: Option<PathBuf>,
    /// Algorithm; the words found do not depend on it
    #[arg(long, value_enum, default_value_t = Algorithm::Search)]
    pub algorithm: Algorithm,
    /// Roll dice to make a grid
    #[arg(long, conflicts_with_all = ["grids", "hint", "players", "best_board"])]
    pub roll: bool,
    #[command(flatten)]
    pub best: BestArgs,
    /// Dice and rules: classic, new (4x4), big, big-2012 (5x5), super (6x6), or a .toml file [default for --roll: new]
    #[arg(long, value_name = "NAME|FILE")]
    pub dice: Option<String>,
    /// Make --roll and --best repeatable
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    #[command(flatten)]
    pub list: OutputArgs,
    #[command(flatten)]
    pub rare: RareArgs,
    #[command(flatten)]
    pub lexicon: LexiconArgs,
}

/// How answers are printed.
#[derive(clap::Args)]
pub struct OutputArgs {
    /// Print at most N words of each grid; with --roll, roll N grids
    #[arg(short = 'n', long, value_name = "N")]
    pub limit: Option<usize>,
    /// Print only the number of words; with --score, also their points
    #[arg(short, long, conflicts_with_all = ["null", "paths", "all_paths"])]
    pub count: bool,
    /// End each answer with a NUL byte instead of a newline
    #[arg(short = '0', long, conflicts_with_all = ["tsv", "json"])]
    pub null: bool,
    /// Print tab-separated values with a header
    #[arg(long, conflicts_with = "json")]
    pub tsv: bool,
    /// Print each grid as a JSON object on a line of its own
    #[arg(long)]
    pub json: bool,
}

/// The search for the best grid.
#[derive(clap::Args)]
pub struct BestArgs {
    /// Search for the grid with the most points
    #[arg(long = "best", conflicts_with_all = ["grids", "hint", "players"])]
    pub best_board: bool,
    /// Search for N seconds [default: 30; with --pools, until they are finished]
    #[arg(long, value_name = "N", conflicts_with_all = ["shard", "resume", "merge"])]
    pub seconds: Option<f64>,
    /// Start the search near this grid
    #[arg(long, value_name = "GRID", requires = "best_board")]
    pub start: Option<String>,
    /// Number of threads, at most 1024; 0 uses all processors
    #[arg(long, value_name = "N", default_value_t = 0, hide_short_help = true)]
    pub threads: usize,
    /// Number of boards in a pool, which are improved together
    #[arg(long, value_name = "N", default_value_t = 400, hide_short_help = true, value_parser = pool_size)]
    pub pool: usize,
    /// Stop after N pools that cannot be improved further
    #[arg(long, value_name = "N", hide_short_help = true)]
    pub pools: Option<u64>,
    /// Search only part I of N of the pools, such as 2/5
    #[arg(long, value_name = "I/N", hide_short_help = true, requires = "pools")]
    pub shard: Option<Shard>,
    /// Save the result in this file after each pool, and continue from it
    #[arg(long, value_name = "FILE", hide_short_help = true, requires = "pools")]
    pub resume: Option<PathBuf>,
    /// Combine results that --json printed or --resume saved
    #[arg(long, value_name = "FILE", num_args = 1.., hide_short_help = true, requires = "best_board",
        conflicts_with_all = ["start", "pools", "shard", "resume"])]
    pub merge: Vec<PathBuf>,
}

fn pool_size(text: &str) -> Result<usize, String> {
    let size = text.parse::<usize>().ok().filter(|size| (1..=1_000_000).contains(size));
    size.ok_or_else(|| "expected a number from 1 to 1000000".to_owned())
}

/// Options that few people need.
#[derive(clap::Args)]
#[command(next_help_heading = "Variants")]
pub struct RareArgs {
    /// Which cells are adjacent
    #[arg(long, value_enum, default_value_t = Touch::King, hide_short_help = true)]
    pub adjacency: Touch,
    /// Make opposite edges of the grid adjacent
    #[arg(long, hide_short_help = true)]
    pub wrap: bool,
    /// Read q as a plain Q, not as Qu
    #[arg(long, hide_short_help = true)]
    pub bare_q: bool,
    /// Read each line of standard input as a grid
    #[arg(long, hide_short_help = true)]
    pub lines: bool,
    /// Draw the grid with the path of each word
    #[arg(long, hide_short_help = true)]
    pub draw: bool,
    /// Reverse the order of the words
    #[arg(long, hide_short_help = true)]
    pub reverse: bool,
    /// Maximum number of cells in a path (brute force only)
    #[arg(long, value_name = "N", hide_short_help = true)]
    pub longest: Option<usize>,
    /// Do not refuse searches that take very long
    #[arg(long, hide_short_help = true)]
    pub force: bool,
    /// Extra points for a word that no other player has
    #[arg(long, value_name = "N", default_value_t = 0, hide_short_help = true)]
    pub bonus: u64,
    /// Give points for words that several players have
    #[arg(long, hide_short_help = true)]
    pub shared: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Algorithm {
    /// Depth-first search that follows only prefixes of words
    #[value(alias = "depth-first")]
    Search,
    /// Look up the letters of every path
    BruteForce,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Touch {
    /// Eight neighbours
    King,
    /// Four neighbours
    Rook,
}

impl Args {
    /// Reads the dice.
    pub fn dice(&self, alphabet: &Alphabet) -> Result<Option<DiceSet>, Failure> {
        let read = |name: &String| {
            let bundled = |name: &str| DiceSet::builtin(name, alphabet);
            named_table(OsStr::new(name), bundled, |_, text| DiceSet::from_toml(text, alphabet))
        };
        self.dice.as_ref().map(read).transpose()
    }

    /// Parses a grid and determines which of its cells are adjacent.
    pub fn board(&self, text: &str, alphabet: &Alphabet) -> Result<BoggleBoard, Failure> {
        let size = self.size.as_deref().map(parse_size).transpose()?;
        let options = GridOptions { size, bare_q: self.rare.bare_q };
        Ok(BoggleBoard::new(Grid::parse(text, alphabet, &options)?, self.adjacency(), self.rare.wrap))
    }

    /// Which cells are adjacent.
    pub fn adjacency(&self) -> Adjacency {
        if self.rare.adjacency == Touch::King { Adjacency::King } else { Adjacency::Rook }
    }
}
