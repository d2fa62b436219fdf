//! `bench --growth`: time and memory of building as lists grow.

use std::ffi::OsString;

use crate::measure::{Format, SYNTHETIC};
use crate::report::{Curve, Panel, TextTable, curves, grouped};
use serde_json::json;

use super::arguments::Args;
use super::child::{self, Built};
use super::show;
use crate::common::outcome::Outcome;
use crate::common::output::{Output, Terminal};
use crate::common::output::{refuse_to_replace, write_file};
use crate::failure::Failure;

/// Lists up to this length are built three times, longer ones once.
const SEVERAL: u64 = 1_000_000;

/// What a format took to build lists of increasing length.
struct Growth {
    format: Format,
    built: Vec<(u64, Built)>,
}

/// Builds synthetic lists up to `most` keys, and prints a table.
pub fn run(args: &Args, formats: &[Format], most: u64, terminal: &Terminal) -> Result<Outcome, Failure> {
    if let Some(plot) = &args.plot {
        refuse_to_replace(plot, args.force)?;
    }
    let bar = terminal.progress("growth");
    let lengths = lengths(most);
    let mut rows: Vec<Growth> = formats.iter().map(|&format| Growth { format, built: vec![] }).collect();
    for &keys in &lengths {
        let list = OsString::from(format!("{SYNTHETIC}{keys}"));
        for row in &mut rows {
            bar.set_message(format!("{} keys, {}", grouped(keys), row.format.name()));
            let rounds = if keys <= SEVERAL { 3 } else { 1 };
            let mut built: Vec<Built> =
                (0..rounds).filter_map(|_| child::build(&list, &args.alphabet, row.format)).collect();
            built.sort_by(|a, b| a.seconds.total_cmp(&b.seconds));
            if let Some(&middle) = built.get(built.len() / 2) {
                row.built.push((keys, middle));
            }
        }
    }
    bar.finish_and_clear();
    let mut out = Output::new();
    if args.json {
        for row in &rows {
            let built = row.built.iter().map(|(keys, built)| {
                json!({ "keys": keys, "seconds": built.seconds, "peak_bytes": built.peak_bytes, "bytes": built.bytes })
            });
            out.json(&json!({ "format": row.format.name(), "built": built.collect::<Vec<_>>() }))?;
        }
    } else {
        show::lines(&table(&rows), false, args.markdown).iter().try_for_each(|line| out.line(line))?;
    }
    out.finish()?;
    for row in rows.iter().filter(|row| row.built.len() < lengths.len()) {
        let built = row.built.last().map_or_else(|| "0 keys".to_owned(), |(keys, _)| format!("{} keys", grouped(*keys)));
        terminal.note(format_args!("{}: not built beyond {built}", row.format.name()));
    }
    if let Some(path) = &args.plot {
        let svg = draw(rows.iter().map(|row| (row.format.name(), &row.built[..])));
        write_file(path, args.force, |file| file.write_all(svg.as_bytes()))?;
    }
    Ok(Outcome::Yes)
}

/// List lengths from ten thousand up to `most`, two for each power of ten.
fn lengths(most: u64) -> Vec<u64> {
    let mut lengths: Vec<u64> = (8..).map(|step: u32| half_power(step)).take_while(|&keys| keys < most).collect();
    lengths.push(most);
    lengths
}

/// 10 to the power of `step / 2`, rounded.
fn half_power(step: u32) -> u64 {
    let whole = 10u64.saturating_pow(step / 2);
    if step.is_multiple_of(2) { whole } else { whole.saturating_mul(316) / 100 }
}

fn table(rows: &[Growth]) -> TextTable {
    let mut table = TextTable::new(["format", "keys", "seconds", "ns/key", "peak bytes", "B/key while building", "B/key"]);
    for row in rows {
        for (keys, built) in &row.built {
            let each =
                |bytes: Option<u64>| bytes.map_or("–".to_owned(), |bytes| format!("{:.2}", bytes as f64 / *keys as f64));
            table.row([
                row.format.name().to_owned(),
                grouped(*keys),
                format!("{:.3}", built.seconds),
                format!("{:.0}", built.seconds * 1e9 / *keys as f64),
                built.peak_bytes.map_or("–".to_owned(), grouped),
                each(built.peak_bytes),
                each(built.bytes),
            ]);
        }
    }
    table
}

/// Draws the time and memory that each format took to build lists of these lengths.
pub fn draw<'a>(rows: impl Iterator<Item = (&'a str, &'a [(u64, Built)])> + Clone) -> String {
    let panel = |upwards: &str, value: &dyn Fn(&Built) -> Option<f64>| Panel {
        upwards: upwards.to_owned(),
        curves: rows
            .clone()
            .map(|(name, built)| Curve {
                label: name.to_owned(),
                points: built.iter().filter_map(|(keys, built)| Some((*keys as f64, value(built)?))).collect(),
            })
            .collect(),
    };
    let time = panel("time to build, seconds", &|built| Some(built.seconds));
    let memory = panel("peak memory without the list, bytes", &|built| built.peak_bytes.map(|bytes| bytes as f64));
    curves("Building from sorted keys in memory, one thread", "number of keys", &[time, memory])
}

#[cfg(test)]
mod tests {
    #[test]
    fn lengths_go_up_in_even_steps() {
        assert_eq!(super::lengths(1_000_000), [10_000, 31_600, 100_000, 316_000, 1_000_000]);
        assert_eq!(super::lengths(50), [50]);
    }
}
