//! The arguments of `lexigraph bench`.

use std::ffi::OsString;
use std::path::PathBuf;

use lexigraph::image::BUNDLED;

use crate::common::output::ReadArgs;

/// Measure formats side by side: size, building, look-up, queries, move generation
#[derive(clap::Args)]
#[command(after_long_help = "\
Each format holds the whole list. The formats take turns with the same tasks, round by round, and must give the same \
answers. Times are medians over the rounds; ± is half the interquartile range. The best value of each column is marked \
* (bold on a terminal).

  hits         look up words in random order       anagram   racks of six letters and a blank, any subset
  misses       look up words with one wrong letter pattern   words with about half of their letters known
  chained      each look-up depends on the last    boggle    4x4 grids of letters from the list
  enumerate    list all words                      movegen   all plays, for formats with a GADDAG
  peak bytes   peak memory of a build in a process of its own, excluding the list

Our own formats are asked with tiles, peers with text. Foreign formats that cannot hold the list are left out with a \
note, unless --formats names them. Peers (fst, marisa, yada, crawdad, a sorted vector, a hash set) require a build \
with --features peers.

The list synthetic:N has N keys made of syllables, the same every time. --growth builds such lists, each in a process \
of its own, and reports the median of three builds up to a million keys, and a single build beyond.

Examples:
  lexigraph bench
  lexigraph bench words.txt --alphabet auto --formats fast,packed --what size,lookup
  lexigraph bench --plot sizes.svg
  lexigraph bench synthetic:5000000 --formats fast,packed --rounds 3 --what size,lookup
  lexigraph bench --growth 1000000 --formats fast,packed,fst --plot growth.svg")]
pub struct Args {
    /// Word lists, images, bundled names, or synthetic:N
    #[arg(value_name = "LIST", default_value = BUNDLED[0])]
    pub lists: Vec<OsString>,
    /// Formats to measure
    #[arg(long, value_name = "all|A,B,C", value_delimiter = ',', default_value = "all")]
    pub formats: Vec<String>,
    /// Tasks to measure
    #[arg(
        long,
        value_name = "WHAT,...",
        value_delimiter = ',',
        default_value = "size,build,lookup,enumerate,anagram,pattern,boggle,movegen"
    )]
    pub what: Vec<String>,
    /// Number of rounds
    #[arg(long, value_name = "N", default_value_t = 9, value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub rounds: u16,
    /// Measure only the time and memory of building synthetic lists of 10,000 to N keys
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "10000000")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub growth: Option<u64>,
    /// Build once and report time and memory: run by the parent process
    #[arg(long, hide = true)]
    pub build_once: bool,
    /// Plot bytes per word against look-up time; '{}' in the name becomes the number of the list
    #[arg(long, value_name = "FILE.svg")]
    pub plot: Option<PathBuf>,
    /// Replace an existing plot
    #[arg(long)]
    pub force: bool,
    /// Alphabet of word lists: a bundled name, a .toml file, or 'auto'
    #[arg(long, value_name = "NAME|FILE", default_value = "english")]
    pub alphabet: OsString,
    /// Print Markdown tables
    #[arg(long, conflicts_with = "json")]
    pub markdown: bool,
    /// Print the results for each list as a JSON object on a line of its own
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub reading: ReadArgs,
}
