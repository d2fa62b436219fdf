//! `lexigraph bench`: formats side by side on anyone's list.

mod child;
mod growth;
mod show;

use std::ffi::OsString;
use std::io::IsTerminal;
use std::path::PathBuf;

use crate::measure::{Format, Input, Task, made, run as measure};
use crate::report::grouped;
use lexigraph::alphabet::Alphabet;
use lexigraph::build::GraphKinds;
use lexigraph::graph::GraphKind;
use lexigraph::image::{BUNDLED, NodeLayout, words_in};
use lexigraph::lexicon::Words;

use super::output::{refuse_to_replace, write_file};
use super::{Failure, Outcome, Output, Terminal, lexicon};

/// Measure formats side by side: size, build, look-up, anagrams, patterns
#[derive(clap::Args)]
#[command(after_long_help = "\
Each format holds the whole list; all are asked the same questions in turn, round by round, and must agree. Times are medians of the \
rounds; ± is half the distance between the quartiles. The best of each column is marked * (bold on a terminal). Own formats are asked \
with letters as numbers, peers with text. 'hits' are words in random order, 'misses' words with a letter changed, 'chained' words in an \
order that depends on the answers; anagram: racks of six letters and a blank, any part of them; boggle: boards of 4x4 letters of the \
list; movegen: all plays, for formats that have a GADDAG. 'peak bytes' is the most memory a build takes beside the list, in a process of \
its own. Formats of other programs that cannot hold the list are left out, which is said, unless they are named.

A list called made:N is N made keys of syllables, always the same. --growth builds such lists, each in a process of its own: the median \
of three up to a million keys, one beyond.

Peers (fst, marisa, yada, crawdad, a sorted vector, a hash set) are there when compiled with --features peers.

Examples:
  lexigraph bench
  lexigraph bench words.txt --alphabet auto --formats fast,packed --what size,lookup
  lexigraph bench --plot sizes.svg
  lexigraph bench made:5000000 --formats fast,packed --rounds 3 --what size,lookup
  lexigraph bench --growth 1000000 --formats fast,packed,fst --plot growth.svg")]
pub struct Args {
    /// Word lists, images, bundled names, or made:N
    #[arg(value_name = "LIST", default_value = BUNDLED[0])]
    lists: Vec<OsString>,
    /// Formats to measure
    #[arg(long, value_name = "all|A,B,C", value_delimiter = ',', default_value = "all")]
    formats: Vec<String>,
    /// What to measure: size, build, lookup, enumerate, anagram, pattern, boggle, movegen
    #[arg(
        long,
        value_name = "WHAT,...",
        value_delimiter = ',',
        default_value = "size,build,lookup,enumerate,anagram,pattern,boggle,movegen"
    )]
    what: Vec<String>,
    /// Rounds to take the median of
    #[arg(long, value_name = "N", default_value_t = 9, value_parser = clap::value_parser!(u16).range(1..=1000))]
    rounds: u16,
    /// Instead: time and memory of building made lists of ten thousand to N keys
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "10000000", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    growth: Option<u64>,
    /// Build once and report: what the processes of their own are asked to do
    #[arg(long, hide = true)]
    build_once: bool,
    /// Draw bytes per word against the time of a look-up; '{}' in the name is replaced by the number of the list
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,
    /// Replace the file that is there
    #[arg(long)]
    force: bool,
    /// Letters of word lists: a bundled alphabet, a .toml file, or 'auto'
    #[arg(long, value_name = "NAME|FILE", default_value = "english")]
    alphabet: OsString,
    /// Print tables in Markdown
    #[arg(long, conflicts_with = "json")]
    markdown: bool,
    /// Print one JSON object a list
    #[arg(long)]
    json: bool,
}

/// What lists of made keys are called, before their length.
const MADE: &str = "made:";
/// The seed of made keys.
const SEED: u64 = 1;

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    let formats = formats(&args.formats)?;
    let all = args.formats.iter().any(|name| name == "all");
    if let Some(most) = args.growth {
        // Formats of other programs lay graphs out as 'list' does, and end at some millions of arcs.
        let formats: Vec<Format> = formats.into_iter().filter(|format| !all || format.kind() != "foreign").collect();
        return growth::run(args, &formats, most, terminal);
    }
    let tasks = tasks(&args.what)?;
    if let Some(plot) = &args.plot {
        if !tasks.contains(&Task::Hits) {
            return Err(Failure::new("--plot needs the times of look-ups — add 'lookup' to --what"));
        }
        if args.lists.len() > 1 && !plot.to_string_lossy().contains("{}") {
            return Err(Failure::of(plot, "one plot for several lists — put {} where the number of the list goes"));
        }
        if !plot.to_string_lossy().contains("{}") {
            refuse_to_replace(plot, args.force)?;
        }
    }
    let mut out = Output::new();
    for (number, name) in args.lists.iter().enumerate() {
        let shown = name.display().to_string();
        let (alphabet, words) = read(name, args, terminal)?;
        let input = Input::new(&alphabet, &words);
        if args.build_once {
            return formats.iter().try_for_each(|&format| child::run(&input, format)).map(|()| Outcome::Yes);
        }
        let bar = terminal.progress("bench");
        let of = |error| Failure::new(format!("{shown}: {error}"));
        let report = measure(&input, &formats, &tasks, args.rounds.into(), all, |what| bar.set_message(what));
        let mut report = report.map_err(of)?;
        // Standard input is read already; a child would find none.
        if tasks.contains(&Task::Build) && name != "-" {
            for row in &mut report.rows {
                bar.set_message(format!("memory of building {}", row.format));
                let format = formats.iter().find(|format| format.name() == row.format);
                row.peak_bytes = format.and_then(|&format| child::build(name, &args.alphabet, format)?.peak_bytes);
            }
        }
        bar.finish_and_clear();
        for (format, why) in &report.left_out {
            terminal.note(format_args!("{format}: left out: {why}"));
        }
        if args.json {
            out.json(&show::as_json(&shown, &alphabet, words.len(), &report, args.rounds))?;
        } else {
            out.line(format_args!("{shown}: {} words, {} rounds", grouped(words.len() as u64), args.rounds))?;
            let bold = std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
            let table = show::table(&report.rows, &tasks, words.len());
            show::lines(&table, bold, args.markdown).iter().try_for_each(|line| out.line(line))?;
        }
        if let Some(plot) = &args.plot {
            let path = PathBuf::from(plot.to_string_lossy().replace("{}", &(number + 1).to_string()));
            let svg = show::draw(&shown, &report.rows, words.len()).map_err(|error| Failure::of(&path, error))?;
            write_file(&path, args.force, |file| file.write_all(svg.as_bytes()))?;
        }
    }
    out.finish()?;
    Ok(Outcome::Yes)
}

/// A list: its alphabet, and its words in order.
fn read(name: &OsString, args: &Args, terminal: &Terminal) -> Result<(Alphabet, Words), Failure> {
    if let Some(keys) = name.to_str().and_then(|name| name.strip_prefix(MADE)) {
        let keys = keys.parse().ok().filter(|keys| (1..=1_000_000_000).contains(keys));
        let keys = keys.ok_or_else(|| Failure::new("made:N takes a number of keys, such as made:5000000"))?;
        let alphabet = Alphabet::builtin("english")?;
        let mut words = Words::new();
        for key in made(keys, SEED) {
            words.push(&alphabet.parse(&key).map_err(Failure::new)?);
        }
        words.sort();
        return Ok((alphabet, words));
    }
    let image = lexicon::open(name, &args.alphabet, GraphKinds::Dawg, NodeLayout::Fast, terminal)?;
    Ok((image.alphabet().clone(), words_in(&image, GraphKind::Dawg)?))
}

fn formats(names: &[String]) -> Result<Vec<Format>, Failure> {
    let all = Format::all();
    let mut chosen: Vec<Format> = Vec::new();
    for name in names {
        let found: Vec<Format> = all.iter().copied().filter(|format| name == "all" || format.name() == name).collect();
        if found.is_empty() {
            let known: Vec<&str> = all.iter().map(|format| format.name()).collect();
            let peers = if all.iter().all(|format| format.kind() != "peer") { "; peers with --features peers" } else { "" };
            let message = format!("--formats: no format is called '{name}' — there are: all, {}{peers}", known.join(", "));
            return Err(Failure::new(message));
        }
        found.into_iter().for_each(|format| {
            if !chosen.contains(&format) {
                chosen.push(format)
            }
        });
    }
    Ok(chosen)
}

fn tasks(names: &[String]) -> Result<Vec<Task>, Failure> {
    let mut tasks: Vec<Task> = Vec::new();
    for name in names {
        match name.as_str() {
            // Sizes are always told.
            "size" => (),
            "lookup" => tasks.extend([Task::Hits, Task::Misses, Task::Chained]),
            name => match Task::ALL.into_iter().find(|task| task.name() == name) {
                Some(task) => tasks.push(task),
                None => {
                    let known = "size, build, lookup, enumerate, anagram, pattern, boggle, movegen";
                    return Err(Failure::new(format!("--what: '{name}' cannot be measured — there are: {known}")));
                }
            },
        }
    }
    Ok(Task::ALL.into_iter().filter(|task| tasks.contains(task)).collect())
}
