//! Measures the cost of queries in each layout. Run with `cargo bench --bench query`.
//!
//! The lexicon is ENABLE1. Each figure is the best of several runs. The words to look up are shuffled, in one flat
//! buffer.

#[path = "../tests/common/mod.rs"]
mod common;

use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use lexigraph::alphabet::{Alphabet, Tile};
use lexigraph::build::{GraphKinds, Graphs};
use lexigraph::image::{ErasedGraph, Image, NodeLayout, encode};
use lexigraph::query::multiword::MultiWordLimits;
use lexigraph::query::{Anagram, MultiWord, Near, Pattern, Query};
use lexigraph::wordlist::Words;

/// A small random generator of the benchmark's own, so that every run asks the same questions.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

fn best(runs: usize, mut work: impl FnMut()) -> Duration {
    let time = |work: &mut dyn FnMut()| {
        let start = Instant::now();
        work();
        start.elapsed()
    };
    (0..runs).map(|_| time(&mut work)).min().unwrap_or_default()
}

/// Prints the cost of look-ups and queries on a graph.
fn measure(graph: &ErasedGraph<'_>, name: &str, alphabet: &Alphabet, hit_words: &Words, racks: &[Vec<Anagram>; 2]) {
    let hits = best(5, || {
        black_box(graph.count_present(hit_words));
    });
    print!("{:5} look-up {:5.1} ns", name, hits.as_nanos() as f64 / hit_words.len() as f64);
    for (letters, racks) in ["6+?", "7+?"].iter().zip(racks) {
        let racked = best(15, || {
            black_box(racks.iter().map(|rack| rack.count(graph)).sum::<u64>());
        });
        let spelled = best(15, || {
            for rack in racks {
                let _ = rack.for_each(graph, &mut |word| {
                    black_box(word);
                    ControlFlow::Continue(())
                });
            }
        });
        let each = |time: Duration| time.as_nanos() as f64 / 1e3 / racks.len() as f64;
        print!("  rack {letters} counted {:5.1} µs, spelled {:5.1} µs", each(racked), each(spelled));
    }
    let show = |name: &str, time: Duration| print!("  {name} {:6.0} µs", time.as_nanos() as f64 / 1e3);
    for text in ["c?t*s", "*c?t*s"] {
        let pattern = Pattern::parse(text, alphabet).unwrap();
        show(
            text,
            best(15, || {
                black_box(pattern.count(graph));
            }),
        );
    }
    let word = alphabet.parse("satire").unwrap();
    show(
        "near 2",
        best(15, || {
            black_box(Near::new(&word, 2, false).count(graph));
        }),
    );
    let two_blanks = Anagram::parse("aeinrst??", alphabet).unwrap();
    show(
        "aeinrst??",
        best(15, || {
            black_box(two_blanks.count(graph));
        }),
    );
    let phrase = alphabet.parse("themorsecodecat").unwrap();
    let mut combinations = 0u64;
    let multi = best(3, || {
        combinations = 0;
        let limits = MultiWordLimits { min_length: 3, ..MultiWordLimits::default() };
        let _ = MultiWord::new(graph, &phrase, limits).unwrap().for_each(&mut |words| {
            combinations += u64::from(!black_box(words).is_empty());
            ControlFlow::<()>::Continue(())
        });
    });
    println!("  multi-word {:.0} ms ({combinations} answers)", multi.as_secs_f64() * 1e3);
}

fn main() {
    let alphabet = Alphabet::builtin("english").unwrap();
    let words = common::enable();

    let mut random = Random(12345);
    let mut order: Vec<usize> = (0..words.len()).collect();
    for at in (1..order.len()).rev() {
        order.swap(at, random.below(at + 1));
    }
    let hits: Words = order.iter().map(|&index| words.get(index)).collect();

    let mut bag: Vec<Tile> = Vec::new();
    alphabet.tiles().for_each(|tile| bag.extend(std::iter::repeat_n(tile, alphabet.letter(tile).count.into())));
    let mut racks = |letters: usize| -> Vec<Anagram> {
        let mut rack = || {
            for at in 0..letters {
                let other = at + random.below(bag.len() - at);
                bag.swap(at, other);
            }
            Anagram::of(&bag[..letters], 1).unwrap().partial(true)
        };
        (0..500).map(|_| rack()).collect()
    };
    let racks = [racks(6), racks(7)];

    let graphs = Graphs::build(&words, alphabet.len(), GraphKinds::Both).unwrap();
    for nodes in NodeLayout::ALL {
        let image = Image::open(encode(&alphabet, &words, &graphs, nodes).unwrap()).unwrap();
        let name = format!("{nodes:?}").to_lowercase();
        measure(&image.dawg().unwrap(), &name, &alphabet, &hits, &racks);
        let pattern = Pattern::parse("*c?t*s", &alphabet).unwrap();
        let gaddag = image.gaddag().unwrap();
        let time = best(15, || {
            let _ = black_box(pattern.for_each_anchored(&gaddag, &mut |word| {
                black_box(word);
                ControlFlow::Continue(())
            }));
        });
        println!("      *c?t*s by the GADDAG {:.0} µs", time.as_nanos() as f64 / 1e3);
    }
}
