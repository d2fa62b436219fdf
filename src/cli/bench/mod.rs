//! `lexigraph bench`: measures formats side by side on any list.

mod arguments;
mod child;
mod growth;
#[cfg(test)]
mod recorded;
mod show;

use std::ffi::OsString;
use std::io::IsTerminal;
use std::path::PathBuf;

pub use arguments::Args;

use crate::hints::explained;
use crate::measure::{BenchError, Format, Input, SYNTHETIC, Task, run as measure, synthetic};
use crate::report::grouped;
use lexigraph::alphabet::Alphabet;
use lexigraph::build::GraphKinds;
use lexigraph::graph::GraphKind;
use lexigraph::image::{NodeLayout, words_in};
use lexigraph::wordlist::Words;

use crate::common::outcome::Outcome;
use crate::common::output::{Output, Terminal};
use crate::common::output::{refuse_to_replace, write_file};
use crate::failure::Failure;
use crate::lexicon;

/// The seed of synthetic keys.
const SEED: u64 = 1;

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    let formats = formats(&args.formats)?;
    let all = args.formats.iter().any(|name| name == "all");
    if let Some(most) = args.growth {
        // Foreign formats have the same structure as 'list', and most are limited to a few million arcs.
        let formats: Vec<Format> = formats.into_iter().filter(|format| !all || format.kind() != "foreign").collect();
        return growth::run(args, &formats, most, terminal);
    }
    let tasks = tasks(&args.what)?;
    if let Some(plot) = &args.plot {
        if !tasks.contains(&Task::Hits) {
            return Err(Failure::new("--plot needs look-up times — add 'lookup' to --what"));
        }
        if args.lists.len() > 1 && !plot.to_string_lossy().contains("{}") {
            return Err(Failure::of(
                plot,
                "several lists need several plots — put {} in the name, which is replaced by the number of the list",
            ));
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
        let of = |error: BenchError| Failure::new(format!("{shown}: {}", explained(&error)));
        let report = measure(&input, &formats, &tasks, args.rounds.into(), all, |what| bar.set_message(what));
        let mut report = report.map_err(of)?;
        // A child process cannot read standard input again.
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
            let svg = show::draw(&shown, &report.rows, words.len());
            write_file(&path, args.force, |file| file.write_all(svg.as_bytes()))?;
        }
    }
    out.finish()?;
    Ok(Outcome::Yes)
}

/// Reads a list: its alphabet, and its words in alphabetical order.
fn read(name: &OsString, args: &Args, terminal: &Terminal) -> Result<(Alphabet, Words), Failure> {
    if let Some(keys) = name.to_str().and_then(|name| name.strip_prefix(SYNTHETIC)) {
        let keys = keys.parse().ok().filter(|keys| (1..=1_000_000_000).contains(keys));
        let keys = keys.ok_or_else(|| Failure::new("synthetic:N takes a number of keys, such as synthetic:5000000"))?;
        let alphabet = Alphabet::builtin("english")?;
        let mut words = Words::new();
        for key in synthetic(keys, SEED) {
            words.push(&alphabet.parse(&key).map_err(Failure::new)?);
        }
        words.sort();
        return Ok((alphabet, words));
    }
    let image = lexicon::open(name, &args.alphabet, GraphKinds::Dawg, NodeLayout::Fast, terminal)?;
    Ok((image.alphabet().clone(), words_in(&image, GraphKind::Dawg)?))
}

/// The formats with these names.
fn formats(names: &[String]) -> Result<Vec<Format>, Failure> {
    let all = Format::all();
    let mut chosen: Vec<Format> = Vec::new();
    for name in names {
        let found: Vec<Format> = all.iter().copied().filter(|format| name == "all" || format.name() == name).collect();
        if found.is_empty() {
            let known: Vec<&str> = all.iter().map(|format| format.name()).collect();
            let peers = if all.iter().all(|format| format.kind() != "peer") { "; peers with --features peers" } else { "" };
            let message = format!("--formats: unknown format '{name}' — choose from: all, {}{peers}", known.join(", "));
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

/// The tasks with these names, in the order of [`Task::ALL`].
fn tasks(names: &[String]) -> Result<Vec<Task>, Failure> {
    let mut tasks: Vec<Task> = Vec::new();
    for name in names {
        match name.as_str() {
            // Sizes are always printed.
            "size" => (),
            "lookup" => tasks.extend([Task::Hits, Task::Misses, Task::Chained]),
            name => match Task::ALL.into_iter().find(|task| task.name() == name) {
                Some(task) => tasks.push(task),
                None => {
                    let known = "size, build, lookup, enumerate, anagram, pattern, boggle, movegen";
                    return Err(Failure::new(format!("--what: unknown task '{name}' — choose from: {known}")));
                }
            },
        }
    }
    Ok(Task::ALL.into_iter().filter(|task| tasks.contains(task)).collect())
}
