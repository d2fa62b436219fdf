//! Building images, beside the `fst` crate on the same sorted list in the same run.
//!
//!     cargo bench --bench build                     ENABLE1
//!     cargo bench --bench build -- --keys 5000000   a made list, seeded
//!     cargo bench --bench build -- --list FILE
//!     cargo bench --bench build -- --keys 5000000 --write FILE   the made list itself, for `lexigraph bench`
//!
//! Rounds are interleaved, so that what else the machine does falls on all alike; medians with the middle half of
//! the times. One thread. Peak memory is that of the process, measured in a child of its own for each builder.

use std::collections::BTreeSet;
use std::hint::black_box;
use std::process::Command;
use std::time::{Duration, Instant};

use lexigraph::alphabet::Alphabet;
use lexigraph::build::GraphKinds;
use lexigraph::bytes::{DEFAULT_LIMIT, read_from};
use lexigraph::image::{NodeLayout, compile};
use lexigraph::parallel::Threads;
use lexigraph::wordlist::Words;

/// What is timed: from sorted words in memory to the bytes of the finished image, layout and checksums included.
const BUILDERS: [(&str, Option<(GraphKinds, NodeLayout)>); 9] = [
    ("fst", None),
    ("lxg dawg fast", Some((GraphKinds::Dawg, NodeLayout::Fast))),
    ("lxg dawg list", Some((GraphKinds::Dawg, NodeLayout::List))),
    ("lxg dawg small", Some((GraphKinds::Dawg, NodeLayout::Small))),
    ("lxg dawg packed", Some((GraphKinds::Dawg, NodeLayout::Packed))),
    ("lxg dawg hash", Some((GraphKinds::Dawg, NodeLayout::Hash))),
    ("lxg both fast", Some((GraphKinds::Both, NodeLayout::Fast))),
    ("lxg both list", Some((GraphKinds::Both, NodeLayout::List))),
    ("lxg both hash", Some((GraphKinds::Both, NodeLayout::Hash))),
];

fn main() {
    Threads::new(1).expect("one thread").run(bench);
}

fn bench() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let value = |name: &str| arguments.iter().position(|argument| argument == name).and_then(|at| arguments.get(at + 1));
    let list = match (value("--keys"), value("--list")) {
        (Some(keys), _) => made(keys.parse().expect("--keys takes a number")),
        (_, Some(file)) => std::fs::read_to_string(file).expect("the list can be read"),
        _ => enable(),
    };
    if let Some(file) = value("--write") {
        return std::fs::write(file, list).expect("the list can be written");
    }
    let alphabet = Alphabet::builtin("english").expect("bundled");
    if let Some(builder) = value("--peak-of") {
        return peak_of(builder, &list, &alphabet);
    }

    let lines: Vec<&str> = list.lines().collect();
    let words = words(&list, &alphabet);
    // A GADDAG of random keys is as large as all their reversed prefixes together: the DAWG is what long lists are for.
    let large = lines.len() > 1_000_000;
    let builders: Vec<_> = BUILDERS.into_iter().filter(|(name, _)| !large || !name.contains("both")).collect();
    let rounds = if large { 3 } else { 15 };
    let mut times = vec![Vec::new(); builders.len()];
    let mut sizes = vec![0; builders.len()];
    for _ in 0..rounds {
        for (at, (_, what)) in builders.iter().enumerate() {
            let start = Instant::now();
            sizes[at] = build(*what, &lines, &words, &alphabet);
            times[at].push(start.elapsed());
        }
    }
    println!("{} words, {} bytes of list, {rounds} rounds", lines.len(), list.len());
    println!(
        "{:<14} {:>10} {:>21} {:>8} {:>12} {:>8} {:>9} {:>7}",
        "builder", "ms", "middle half", "x fst", "bytes", "B/word", "peak MiB", "x list"
    );
    times.iter_mut().for_each(|times| times.sort());
    let median = |times: &Vec<Duration>| times[times.len() / 2].as_secs_f64() * 1e3;
    let base = median(&times[0]);
    for (at, (name, _)) in builders.iter().enumerate() {
        let times = &times[at];
        let quartile = |quarter: usize| times[(times.len() - 1) * quarter / 4].as_secs_f64() * 1e3;
        let peak = peak_in_child(name, &arguments);
        println!(
            "{name:<14} {:>10.1} {:>10.1}–{:<10.1} {:>8.2} {:>12} {:>8.2} {:>9} {:>7}",
            median(times),
            quartile(1),
            quartile(3),
            median(times) / base,
            sizes[at],
            sizes[at] as f64 / lines.len() as f64,
            peak.map_or("?".into(), |peak| format!("{:.1}", peak as f64 / 1048576.0)),
            peak.map_or("?".into(), |peak| format!("{:.1}", peak as f64 / list.len() as f64)),
        );
    }
}

fn build(what: Option<(GraphKinds, NodeLayout)>, lines: &[&str], words: &Words, alphabet: &Alphabet) -> usize {
    match what {
        None => {
            let set = fst::Set::from_iter(lines).expect("sorted");
            black_box(set.as_fst().as_bytes()).len()
        }
        Some((wanted, nodes)) => black_box(compile(alphabet, words, wanted, nodes).expect("within limits")).len(),
    }
}

fn words(list: &str, alphabet: &Alphabet) -> Words {
    let mut words = Words::new();
    for line in list.lines() {
        words.push_with(|tiles| alphabet.parse_into(line, tiles)).expect("letters of the alphabet");
    }
    words.sort();
    words
}

fn enable() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../wordlists/enable1.txt.xz");
    let file = std::fs::File::open(path).expect("bundled list");
    let source = read_from("enable1", file, DEFAULT_LIMIT).expect("intact");
    String::from_utf8(source.bytes).expect("UTF-8")
}

/// So many distinct keys of syllables, sorted; the same every time.
fn made(keys: usize) -> String {
    let mut state = 0x2545_f491_4f6c_dd1du64;
    let mut random = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 33) as usize % below
    };
    let mut list = BTreeSet::new();
    while list.len() < keys {
        let mut key = String::new();
        for _ in 0..2 + random(4) {
            key.push(char::from(b"bcdfghklmnprstvz"[random(16)]));
            key.push(char::from(b"aeiou"[random(5)]));
            if random(4) == 0 {
                key.push(char::from(b"nrslt"[random(5)]));
            }
        }
        key.push_str(["", "s", "ed", "ing", "er", "ly"][random(6)]);
        list.insert(key);
    }
    list.into_iter().fold(String::new(), |list, key| list + &key + "\n")
}

/// The most memory of a process that loads the list and does nothing but build.
fn peak_in_child(name: &str, arguments: &[String]) -> Option<u64> {
    let program = std::env::current_exe().ok()?;
    let output = Command::new(program).args(arguments).args(["--peak-of", name]).output().ok()?;
    String::from_utf8(output.stdout).ok()?.trim().parse().ok()
}

fn peak_of(name: &str, list: &str, alphabet: &Alphabet) {
    let (_, what) = BUILDERS.into_iter().find(|(builder, _)| *builder == name).expect("one of the builders");
    if what.is_none() {
        let lines: Vec<&str> = list.lines().collect();
        build(what, &lines, &Words::new(), alphabet);
    } else {
        build(what, &[], &words(list, alphabet), alphabet);
    }
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let kilobytes = status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB"));
    println!("{}", kilobytes.and_then(|text| text.trim().parse::<u64>().ok()).unwrap_or(0) * 1024);
}
