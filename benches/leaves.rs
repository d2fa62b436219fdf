//! Leave values: reading files, and looking up the values of all parts of a rack, at once and one by one.
//!
//!     cargo bench --bench leaves
//!
//! The table has all sets of up to six tiles of the English bag (914,624); the racks are those of the positions of
//! `tests/movegen`. The output has medians of interleaved rounds: processor time of the thread for the racks, wall time
//! for reading, since CSV is read in parallel.

#[path = "../tests/common/games.rs"]
mod games;
#[path = "../tests/common/leaves.rs"]
mod leaves;

use std::collections::HashMap;
use std::hint::black_box;
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use lexigraph::alphabet::Alphabet;
use lexigraph::board::Rack;
use lexigraph::movegen::{Equity, LeaveTable, Leaves};

/// A hash map, asked for one part after another, to compare with.
struct Map(HashMap<Rack, Equity>);

impl Leaves for Map {
    fn value(&self, kept: &Rack) -> Equity {
        self.0.get(kept).copied().unwrap_or_default()
    }
}

struct OneByOne<'a>(&'a LeaveTable);

impl Leaves for OneByOne<'_> {
    fn value(&self, kept: &Rack) -> Equity {
        self.0.value(kept)
    }
}

fn median(mut times: Vec<Duration>) -> f64 {
    times.sort_unstable();
    times[times.len() / 2].as_secs_f64()
}

fn main() {
    let english = Alphabet::builtin("english").expect("it is built in");
    let all = leaves::of_the_bag(&english, 6);
    let table = LeaveTable::from_values(all.iter().copied()).expect("each once");
    let map = Map(all.iter().copied().collect());
    let (mut csv, mut klv2) = (Vec::new(), Vec::new());
    table.write_csv(&mut csv, &english).expect("letters of the alphabet");
    table.write_klv2(&mut klv2, &english).expect("small values");
    println!("{} leaves; CSV {} bytes, klv2 {} bytes", table.len(), csv.len(), klv2.len());
    for (name, file) in [("CSV", &csv), ("klv2", &klv2)] {
        let times = (0..11).map(|_| {
            let start = Instant::now();
            black_box(LeaveTable::from_bytes(file, None, &english).expect("as written"));
            start.elapsed()
        });
        println!("read {name}: {:.2} ms", median(times.collect()) * 1e3);
    }

    let positions = games::positions("movegen/enable1.tsv.xz", &games::board_setup());
    let racks: Vec<Rack> = positions.iter().map(|(position, _)| *position.rack()).collect();
    let ways: [(&str, &dyn Leaves); 3] =
        [("hash map, one by one", &map), ("graph, one by one", &OneByOne(&table)), ("graph, all at once", &table)];
    let mut times = [const { Vec::new() }; 3];
    let (mut values, mut parts) = (Vec::new(), 0);
    for _ in 0..15 {
        for ((_, leaves), times) in ways.iter().zip(&mut times) {
            parts = 0;
            let start = ThreadTime::now();
            for rack in &racks {
                leaves.values_of_parts(rack, &mut values);
                parts += black_box(&values).len();
            }
            times.push(start.elapsed());
        }
    }
    println!("{} racks of {:.1} parts:", racks.len(), parts as f64 / racks.len() as f64);
    for ((name, _), times) in ways.iter().zip(times) {
        println!("{name:<22} {:>7.2} µs a rack", median(times) * 1e6 / racks.len() as f64);
    }
}
