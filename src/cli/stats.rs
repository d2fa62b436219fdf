//! `lexigraph stats`: the size and structure of images.

use std::cmp::Reverse;
use std::ffi::OsString;
use std::ops::ControlFlow;
use std::path::Path;

use crate::common::output::ReadArgs;
use crate::report::{Stats, TextTable, grouped, stats};
use lexigraph::build::GraphKinds;
use lexigraph::graph::{GraphKind, for_each_word};
use lexigraph::image::{Image, ImageError, NodeLayout, compile_in_memory, words_in};
use lexigraph::wordlist::MAX_WORD_LENGTH;
use serde_json::json;

use super::{Failure, Outcome, Output, Terminal, lexicon};

/// Words that are counted by length and letter: a graph of some hundred bytes can have more than can ever be listed.
const MOST_WORDS: u64 = 20_000_000;

/// Columns for the name of a lexicon in a table.
const NAME: usize = 10;

/// Report nodes, edges and memory of images or word lists
#[derive(clap::Args)]
#[command(after_long_help = "\
A node is a distinct set of outgoing arcs (letter, accepts, target); the empty end state does not count. An edge is an \
arc. Trie nodes are the nodes before merging, including root and leaves. Resident bytes are those of the memory pages \
of a graph. Words by length and letters by frequency are counted for up to 20 million words.

Examples:
  lexigraph stats enable
  lexigraph stats old.lxg new.lxg
  lexigraph stats words.txt --compare          compare node layouts")]
pub struct Args {
    /// Images, word lists or bundled names
    #[arg(required = true, value_name = "IMAGE|LIST")]
    lexica: Vec<OsString>,
    /// Compare all node layouts for the words of each lexicon
    #[arg(long)]
    compare: bool,
    /// Alphabet of word lists: a bundled name, a .toml file, or 'auto'
    #[arg(long, value_name = "NAME|FILE", default_value = "english")]
    alphabet: OsString,
    /// Print each lexicon as a JSON object on a line of its own
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    pub reading: ReadArgs,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    let mut reports: Vec<Report> = Vec::new();
    for name in &args.lexica {
        let image = lexicon::open(name, &args.alphabet, GraphKinds::Both, NodeLayout::Fast, terminal)?;
        let of = |error: ImageError| Failure::of(Path::new(name), error);
        let shown = name.display().to_string();
        if args.compare {
            for image in laid_out(&image)? {
                reports.push(Report { name: shown.clone(), stats: stats(&image).map_err(of)?, spread: None });
            }
        } else {
            reports.push(Report { name: shown, stats: stats(&image).map_err(of)?, spread: Spread::of(&image) });
        }
    }
    let mut out = Output::new();
    if args.json {
        for Report { stats, spread, .. } in &reports {
            let mut object = serde_json::to_value(stats).expect("bug: numbers and names are JSON");
            if let Some(spread) = spread {
                object["words_by_length"] =
                    spread.lengths().map(|(length, words)| json!({ "length": length, "words": words })).collect();
                let letter = |(letter, count): &(String, u64)| json!({ "letter": letter, "count": count });
                object["letters_by_frequency"] = spread.letters.iter().map(letter).collect();
            }
            out.json(&object)?;
        }
    } else {
        text(&reports).iter().try_for_each(|line| out.line(line))?;
    }
    out.finish()?;
    Ok(Outcome::Yes)
}

/// The words of an image, compiled with each node layout.
fn laid_out(image: &Image) -> Result<Vec<Image>, Failure> {
    let wanted = if image.has(GraphKind::Gaddag) { GraphKinds::Both } else { GraphKinds::Dawg };
    let words = words_in(image, GraphKind::Dawg)?;
    let compile = |nodes| Ok(compile_in_memory(image.alphabet(), &words, wanted, nodes)?);
    NodeLayout::ALL.into_iter().map(compile).collect()
}

/// What is known about one lexicon.
struct Report {
    name: String,
    stats: Stats,
    spread: Option<Spread>,
}

/// How the words and the letters of a lexicon are spread.
struct Spread {
    /// The number of words of each length, from 0 on.
    lengths: Vec<u64>,
    /// The letters that occur, and how often; the most frequent first.
    letters: Vec<(String, u64)>,
}

impl Spread {
    /// Counts all words of an image; `None` if there are too many, or no DAWG.
    fn of(image: &Image) -> Option<Spread> {
        if image.words() > MOST_WORDS {
            return None;
        }
        let dawg = image.dawg().ok()?;
        let mut lengths = Vec::new();
        let mut counts = vec![0; image.alphabet().len() + 1];
        let walk = for_each_word(&dawg.0, MAX_WORD_LENGTH, |word| {
            if lengths.len() <= word.len() {
                lengths.resize(word.len() + 1, 0);
            }
            lengths[word.len()] += 1;
            word.iter().for_each(|tile| counts[usize::from(tile.number())] += 1);
            ControlFlow::<()>::Continue(())
        });
        debug_assert!(walk.is_continue());
        let letter = |tile| (image.alphabet().render(&[tile]), counts[usize::from(tile.number())]);
        let mut letters: Vec<(String, u64)> = image.alphabet().tiles().map(letter).filter(|(_, count)| *count > 0).collect();
        letters.sort_by_key(|(_, count)| Reverse(*count));
        Some(Spread { lengths, letters })
    }

    /// The lengths that occur, and their words.
    fn lengths(&self) -> impl Iterator<Item = (usize, u64)> + '_ {
        self.lengths.iter().copied().enumerate().filter(|(_, words)| *words > 0)
    }

    fn lines(&self) -> Vec<String> {
        let share = |part: u64, all: u64| format!("{:.1} %", part as f64 * 100.0 / all.max(1) as f64);
        let words = self.lengths.iter().sum();
        let letters = self.letters.iter().map(|(_, count)| count).sum();
        let mut by_length = Vec::new();
        for (length, count) in self.lengths() {
            by_length.push([length.to_string(), grouped(count), share(count, words)]);
        }
        let mut by_letter = Vec::new();
        for (letter, count) in &self.letters {
            let letter = if letter == " " { "space" } else { letter };
            by_letter.push([letter.to_owned(), grouped(*count), share(*count, letters)]);
        }
        let mut lines = grid(["length", "words", "share"], &by_length);
        lines.push(String::new());
        lines.extend(grid(["letter", "times", "share"], &by_letter));
        lines
    }
}

/// A table of three columns, two of them side by side.
fn grid(heading: [&str; 3], rows: &[[String; 3]]) -> Vec<String> {
    let half = rows.len().div_ceil(2);
    let empty = [const { String::new() }; 3];
    let both = |left: &[String; 3], right: &[String; 3]| {
        left.iter().cloned().chain([String::new()]).chain(right.iter().cloned()).collect::<Vec<_>>()
    };
    let heading = heading.map(str::to_owned);
    let mut table = TextTable::new(both(&heading, if rows.len() > half { &heading } else { &empty }));
    for (at, left) in rows.iter().take(half).enumerate() {
        table.row(both(left, rows.get(half + at).unwrap_or(&empty)));
    }
    table.lines().collect()
}

/// Puts the end of a long name into a table: what tells files apart is mostly there.
fn clipped(name: &str) -> String {
    let length = name.chars().count();
    if length <= NAME {
        return name.to_owned();
    }
    "…".chars().chain(name.chars().skip(length + 1 - NAME)).collect()
}

/// The report as text, in lines of at most 80 columns but for long names.
fn text(reports: &[Report]) -> Vec<String> {
    let mut lines = Vec::new();
    let mut structure = TextTable::new(["graph", "kind", "layout", "nodes", "edges", "accepting", "trie nodes"]);
    let mut sizes = TextTable::new(["graph", "kind", "layout", "widest", "depth", "bytes", "resident", "bytes/word"]);
    for Report { name, stats, .. } in reports {
        lines.push(format!(
            "{name}: {} words, {} letters, longest {}, alphabet {}",
            grouped(stats.words),
            grouped(stats.letters),
            stats.longest,
            stats.alphabet
        ));
        lines.push(format!("  {}, {} bytes ({:.2} a word)", stats.format, grouped(stats.file_bytes), stats.bytes_per_word));
        for graph in &stats.graphs {
            let first = [clipped(name), graph.graph.to_owned(), graph.nodes_kind.to_owned()];
            structure.row(first.clone().into_iter().chain([
                grouped(graph.nodes),
                grouped(graph.edges),
                grouped(graph.accepting_edges),
                grouped(graph.trie_nodes),
            ]));
            sizes.row(first.into_iter().chain([
                graph.max_out_degree.to_string(),
                graph.depth.to_string(),
                grouped(graph.bytes),
                grouped(graph.resident_bytes),
                format!("{:.2}", graph.bytes as f64 / stats.words.max(1) as f64),
            ]));
        }
    }
    for table in [structure, sizes] {
        lines.push(String::new());
        lines.extend(table.lines());
    }
    for report in reports {
        let Some(spread) = &report.spread else { continue };
        lines.push(String::new());
        lines.extend((reports.len() > 1).then(|| report.name.clone()));
        lines.extend(spread.lines());
    }
    lines
}
