//! Trainings as files: the progress on one machine, a shard from another, or what is known after a generation.
//!
//! A file has a heading in JSON; a line `TILES VALUE` for each value learned so far, except in a shard; a line `TILES
//! COUNT SUM` for each rack observed; and `end` with the checksum of all lines before. TILES is a [`TileKey`] as a
//! number, VALUE and SUM are in thousandths of a point. Lines are sorted, so equal progress gives equal files.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;

use lexigraph::bytes::Crc32;
use lexigraph::movegen::Equity;
use lexigraph::play::train::{Observation, Progress, TileKey, TrainConfig};
use lexigraph::shard::{JoinError, Shards, VERSION};
use serde::{Deserialize, Serialize};

use crate::failure::Failure;

/// The longest line that is read: no line of a training is longer.
const LONGEST: u64 = 1 << 16;

/// No rack is worth more than this, in thousandths of a point.
const MOST_WORTH: i64 = 100_000_000;

/// The most generations of a training.
pub const MOST_GENERATIONS: u64 = 20;

/// The first line.
#[derive(Serialize, Deserialize)]
struct Heading {
    version: String,
    #[serde(flatten)]
    course: TrainConfig,
    generation: u64,
    shards: Shards,
    done: u64,
    squares: i64,
    /// The checksum of the values learned so far.
    base: u32,
    /// The number of values in the file.
    values: u64,
    racks: u64,
}

/// Writes, and keeps the checksum of what was written.
struct Summed<'w> {
    out: &'w mut dyn Write,
    checksum: Crc32,
}

impl Write for Summed<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.checksum.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Writes progress, with the values learned so far or without.
pub fn write(progress: &Progress, with_values: bool, out: &mut dyn Write) -> io::Result<()> {
    let mut out = Summed { out, checksum: Crc32::default() };
    let values = if with_values { &progress.values.0[..] } else { &[] };
    let mut racks: Vec<(&TileKey, &Observation)> = progress.observed.racks.iter().collect();
    racks.sort_unstable_by_key(|(key, _)| **key);
    let heading = Heading {
        version: VERSION.to_owned(),
        course: progress.config.clone(),
        generation: progress.generation,
        shards: progress.shards.clone(),
        done: progress.done,
        squares: progress.observed.squares,
        base: progress.base,
        values: values.len() as u64,
        racks: racks.len() as u64,
    };
    serde_json::to_writer(&mut out, &heading)?;
    writeln!(out)?;
    for (key, value) in values {
        writeln!(out, "{} {}", key.number(), value.thousandths())?;
    }
    for (key, seen) in racks {
        writeln!(out, "{} {} {}", key.number(), seen.count, seen.sum)?;
    }
    let checksum = out.checksum.to_string();
    writeln!(out.out, "end {checksum}")
}

/// The lines of a file, with their numbers and the checksum of those read.
struct Lines<'p> {
    path: &'p Path,
    input: BufReader<File>,
    number: u64,
    checksum: Crc32,
}

impl Lines<'_> {
    /// The next line, without its end.
    fn next(&mut self) -> Result<String, Failure> {
        self.number += 1;
        let mut line = Vec::new();
        let read = (&mut self.input).take(LONGEST).read_until(b'\n', &mut line);
        read.map_err(|error| Failure::io(self.path, &error))?;
        if line.last() != Some(&b'\n') {
            return Err(self.fault(if line.len() as u64 == LONGEST { "the line has no end" } else { "the file ends here" }));
        }
        self.checksum.update(&line);
        line.pop();
        String::from_utf8(line).map_err(|_| self.fault("the line is no text"))
    }

    fn fault(&self, what: &str) -> Failure {
        let advice = "the file is damaged, or is no file of train; remove it and run its command again";
        Failure::new(format!("{}:{}: {what} — {advice}", self.path.display(), self.number))
    }

    /// The next line: a key that is greater than `last`, and `N` numbers.
    fn numbers<const N: usize>(&mut self, last: &mut u64) -> Result<(TileKey, [i64; N]), Failure> {
        let line = self.next()?;
        let mut parts = line.split(' ');
        let number = parts.next().and_then(|part| part.parse().ok());
        let key = number.filter(|number| *number > *last).and_then(TileKey::from_number);
        let mut numbers = [0; N];
        let all = numbers.iter_mut().all(|number| {
            let part = parts.next().and_then(|part| part.parse().ok());
            part.is_some_and(|part| {
                *number = part;
                true
            })
        });
        match key {
            Some(key) if all && parts.next().is_none() => {
                *last = key.number();
                Ok((key, numbers))
            }
            _ => Err(self.fault("the line is not tiles and whole numbers, in ascending order")),
        }
    }
}

/// Reads progress, and checks that it is whole and of this version.
pub fn read(path: &Path) -> Result<Progress, Failure> {
    let input = BufReader::new(File::open(path).map_err(|error| Failure::io(path, &error))?);
    let mut lines = Lines { path, input, number: 0, checksum: Crc32::default() };
    let first = lines.next()?;
    let heading: Result<Heading, _> = serde_json::from_str(&first);
    let heading = heading.map_err(|_| lines.fault("the line is not the heading of a training"))?;
    let Heading { version, course, generation, shards, done, squares, base, values, racks } = heading;
    JoinError::unless_ours(&version).map_err(|error| Failure::of(path, error))?;
    if course.generations > MOST_GENERATIONS || generation >= course.generations {
        return Err(lines.fault("the number of generations is none of a training"));
    }
    let mut progress = Progress { generation, shards, done, base, ..Progress::new(course) };
    if done > progress.games() || squares < 0 {
        return Err(lines.fault("the number of games is not that of the shards"));
    }
    let mut last = 0;
    for _ in 0..values {
        let (key, [value]) = lines.numbers(&mut last)?;
        let value = i32::try_from(value).map_err(|_| lines.fault("the value is too large"))?;
        progress.values.0.push((key, Equity::from_thousandths(value)));
    }
    progress.observed.squares = squares;
    last = 0;
    for _ in 0..racks {
        let (key, [count, sum]) = lines.numbers(&mut last)?;
        // The least number has no absolute value.
        if count < 1 || !count.checked_mul(MOST_WORTH).is_some_and(|most| (-most..=most).contains(&sum)) {
            return Err(lines.fault("no rack has these counts"));
        }
        progress.observed.racks.insert(key, Observation { count: count as u64, sum });
    }
    let expected = format!("end {}", lines.checksum);
    if lines.next()? != expected {
        return Err(lines.fault("the checksum does not fit"));
    }
    if values > 0 && progress.values.checksum() != base {
        return Err(lines.fault("the checksum of the values does not fit"));
    }
    Ok(progress)
}
