use lexigraph::{alphabet::*, build::*, graph::*, lexicon::*};
use std::time::Instant;
fn main() {
    let text = std::fs::read_to_string(std::env::args().nth(1).unwrap()).unwrap();
    let a = Alphabet::builtin("english").unwrap();
    let t = Instant::now();
    let mut w = Words::new();
    for l in text.lines() {
        w.push_with(|t| a.parse_into(l, t)).unwrap();
    }
    w.sort();
    println!("parse {:?}", t.elapsed());
    let lines: Vec<&str> = text.lines().collect();
    for _ in 0..3 {
        let t = Instant::now();
        let set = fst::Set::from_iter(lines.iter()).unwrap();
        println!("fst {:?} {}", t.elapsed(), set.as_fst().as_bytes().len());
    }
    for wanted in [Wanted::Dawg, Wanted::Both] {
        for _ in 0..3 {
            let t = Instant::now();
            let g = Graphs::build(&w, a.len(), wanted).unwrap();
            println!("{wanted:?} {:?}", t.elapsed());
            if std::env::args().nth(2).is_some() {
                continue;
            }
            for (k, g) in g.iter() {
                println!("{k:?} {:?}", measure(&g));
            }
        }
    }
}
