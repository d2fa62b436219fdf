//! `lexigraph bench`: formats side by side on anyone's list.

use std::ffi::OsString;
use std::io::IsTerminal;
use std::path::PathBuf;

use lexigraph::alphabet::Alphabet;
use lexigraph::bench::{Format, Input, Row, Task, run as measure};
use lexigraph::build::Wanted;
use lexigraph::graph::GraphKind;
use lexigraph::image::{BUNDLED, Nodes};
use lexigraph::report::{Point, Table, grouped, scatter};
use serde_json::{Value, json};

use super::output::write_file;
use super::{Failure, Outcome, Output, Terminal, convert, lexicon};

/// Measure formats side by side: size, build, look-up, anagrams, patterns
#[derive(clap::Args)]
#[command(after_long_help = "\
Each format holds the whole list; all are asked the same questions in turn, round by round, and must agree. Times are medians of the \
rounds; ± is half the distance between the quartiles. The best of each column is marked * (bold on a terminal). Own formats are asked \
with letters as numbers, peers with text. 'hits' are words in random order, 'misses' words with a letter changed, 'chained' words in an \
order that depends on the answers; anagram: racks of six letters and a blank, any part of them.

Peers (fst, marisa, yada, crawdad, a sorted vector, a hash set) are there when compiled with --features peers.

Examples:
  lexigraph bench
  lexigraph bench words.txt --alphabet auto --formats fast,packed --what size,lookup
  lexigraph bench --plot sizes.svg")]
pub struct Args {
    /// Word lists, images or bundled names
    #[arg(value_name = "LIST", default_value = BUNDLED[0])]
    lists: Vec<OsString>,
    /// Formats to measure
    #[arg(long, value_name = "all|A,B,C", value_delimiter = ',', default_value = "all")]
    formats: Vec<String>,
    /// What to measure: size, build, lookup, enumerate, anagram, pattern, movegen
    #[arg(
        long,
        value_name = "WHAT,...",
        value_delimiter = ',',
        default_value = "size,build,lookup,enumerate,anagram,pattern,movegen"
    )]
    what: Vec<String>,
    /// Rounds to take the median of
    #[arg(long, value_name = "N", default_value_t = 9, value_parser = clap::value_parser!(u16).range(1..=1000))]
    rounds: u16,
    /// Draw bytes per word against the time of a look-up; '{}' in the name is replaced by the number of the list
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,
    /// Replace the file that is there
    #[arg(long)]
    force: bool,
    /// Letters of word lists: a bundled alphabet, a .toml file, or 'auto'
    #[arg(long, value_name = "NAME|FILE", default_value = "english")]
    alphabet: OsString,
    /// Print one JSON object a list
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    let formats = formats(&args.formats)?;
    let tasks = tasks(&args.what)?;
    if let Some(plot) = &args.plot {
        if !tasks.contains(&Task::Hits) {
            return Err(Failure::new("--plot needs the times of look-ups — add 'lookup' to --what"));
        }
        if args.lists.len() > 1 && !plot.to_string_lossy().contains("{}") {
            return Err(Failure::of(plot, "one plot for several lists — put {} where the number of the list goes"));
        }
    }
    let mut out = Output::new();
    for (number, name) in args.lists.iter().enumerate() {
        let shown = name.display().to_string();
        let (alphabet, words) = {
            let image = lexicon::open(name, &args.alphabet, Wanted::Dawg, Nodes::Fast, terminal)?;
            (image.alphabet().clone(), convert::words_in(&image, GraphKind::Dawg)?)
        };
        let input = Input::new(&alphabet, &words);
        let bar = terminal.progress("bench");
        let of = |error| Failure::new(format!("{shown}: {error}"));
        let rows = measure(&input, &formats, &tasks, args.rounds.into(), |what| bar.set_message(what)).map_err(of)?;
        bar.finish_and_clear();
        if args.json {
            out.json(&as_json(&shown, &alphabet, words.len(), &rows, args.rounds))?;
        } else {
            out.line(format_args!("{shown}: {} words, {} rounds", grouped(words.len() as u64), args.rounds))?;
            let bold = std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
            table(&rows, &tasks, words.len()).lines().try_for_each(|line| out.line(mark(&line, bold)))?;
        }
        if let Some(plot) = &args.plot {
            let path = PathBuf::from(plot.to_string_lossy().replace("{}", &(number + 1).to_string()));
            let svg = draw(&shown, &rows, words.len()).map_err(|error| Failure::of(&path, error))?;
            write_file(&path, args.force, |file| file.write_all(svg.as_bytes()))?;
        }
    }
    out.finish()?;
    Ok(Outcome::Yes)
}

fn formats(names: &[String]) -> Result<Vec<Format>, Failure> {
    let all = Format::all();
    let mut chosen: Vec<Format> = Vec::new();
    for name in names {
        let found: Vec<Format> = all.iter().copied().filter(|format| name == "all" || format.name() == name).collect();
        if found.is_empty() {
            let known: Vec<&str> = all.iter().map(|format| format.name()).collect();
            let peers = if all.iter().all(|format| format.is_own()) { "; peers with --features peers" } else { "" };
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
                    let known = "size, build, lookup, enumerate, anagram, pattern, movegen";
                    return Err(Failure::new(format!("--what: '{name}' cannot be measured — there are: {known}")));
                }
            },
        }
    }
    Ok(Task::ALL.into_iter().filter(|task| tasks.contains(task)).collect())
}

/// The mark of the best becomes bold type where that can be shown.
fn mark(line: &str, bold: bool) -> String {
    if !bold {
        return line.to_owned();
    }
    let words = line.split_inclusive(' ').map(|word| match word.strip_suffix("* ").or(word.strip_suffix('*')) {
        Some(best) => format!("\x1b[1m{best}\x1b[0m  "),
        None => word.to_owned(),
    });
    words.collect()
}

fn table(rows: &[Row], tasks: &[Task], words: usize) -> Table {
    let per_word = |bytes: u64| bytes as f64 / words.max(1) as f64;
    let measured: Vec<Task> =
        tasks.iter().copied().filter(|&task| rows.iter().any(|row| row.time(task).is_some())).collect();
    let gaddags = rows.iter().any(|row| row.gaddag_bytes.is_some());
    let mut headings = vec!["format".to_owned(), "bytes".to_owned(), "B/word".to_owned()];
    headings.extend(measured.iter().flat_map(|task| [format!("{} {}", task.name(), task.unit()), "±".to_owned()]));
    if gaddags {
        headings.push("GADDAG bytes".to_owned());
    }
    let mut table = Table::new(headings);
    let least = rows.iter().map(|row| row.bytes).min();
    let fastest = |task| rows.iter().filter_map(|row| row.time(task)).map(|time| time.median).min_by(f64::total_cmp);
    let star = |best: bool| if best { "*" } else { " " };
    for row in rows {
        let best = star(Some(row.bytes) == least);
        let mut cells =
            vec![row.format.clone(), format!("{}{best}", grouped(row.bytes)), format!("{:.2}{best}", per_word(row.bytes))];
        for &task in &measured {
            match row.time(task) {
                Some(time) => {
                    let spread = (time.upper - time.lower) / 2.0 / time.median.max(f64::MIN_POSITIVE) * 100.0;
                    cells.extend([
                        format!("{:.1}{}", time.median, star(fastest(task) == Some(time.median))),
                        format!("{spread:.0}%"),
                    ]);
                }
                None => cells.extend(["– ".to_owned(), String::new()]),
            }
        }
        if gaddags {
            cells.push(row.gaddag_bytes.map_or("–".to_owned(), grouped));
        }
        table.row(cells);
    }
    table
}

fn as_json(list: &str, alphabet: &Alphabet, words: usize, rows: &[Row], rounds: u16) -> Value {
    let formats: Vec<Value> = rows
        .iter()
        .map(|row| {
            let times: serde_json::Map<String, Value> = Task::ALL
                .into_iter()
                .filter_map(|task| {
                    let time = row.time(task)?;
                    let value =
                        json!({ "unit": task.unit(), "median": time.median, "lower": time.lower, "upper": time.upper });
                    Some((task.name().to_owned(), value))
                })
                .collect();
            json!({
                "format": row.format,
                "peer": !row.own,
                "bytes": row.bytes,
                "bytes_per_word": row.bytes as f64 / words.max(1) as f64,
                "gaddag_bytes": row.gaddag_bytes,
                "times": times,
            })
        })
        .collect();
    json!({ "list": list, "alphabet": alphabet.name(), "words": words, "rounds": rounds, "formats": formats })
}

fn draw(list: &str, rows: &[Row], words: usize) -> Result<String, String> {
    let points: Vec<Point> = rows
        .iter()
        .filter_map(|row| {
            let time = row.time(Task::Hits)?;
            let x = row.bytes as f64 / words.max(1) as f64;
            Some(Point { label: row.format.clone(), x, y: time.median, filled: row.own })
        })
        .collect();
    let title = format!("{list}: {} words", grouped(words as u64));
    scatter(&title, "bytes per word", "nanoseconds per look-up (filled: lexigraph, hollow: peers)", &points)
}
