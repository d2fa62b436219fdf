use lexigraph::{alphabet::*, build::*, graph::*, image::*, lexicon::*};
use std::time::Instant;
struct Look<'a>(&'a [Vec<Tile>]);
impl GraphOp for Look<'_> {
    type Output = f64;
    fn run<G: WordGraph>(self, g: &G) -> f64 {
        let mut best = f64::MAX;
        for _ in 0..5 {
            let t = Instant::now();
            let mut n = 0;
            for w in self.0 {
                n += contains(g, w) as usize;
            }
            assert_eq!(n, self.0.len());
            best = best.min(t.elapsed().as_nanos() as f64 / self.0.len() as f64);
        }
        best
    }
}
fn main() {
    let text = std::fs::read_to_string(std::env::args().nth(1).unwrap()).unwrap();
    let a = Alphabet::builtin("english").unwrap();
    let mut w = Words::new();
    for l in text.lines() {
        w.push_with(|t| a.parse_into(l, t)).unwrap();
    }
    w.sort();
    let lines: Vec<&str> = text.lines().collect();
    let mut q: Vec<Vec<Tile>> = w.iter().map(|w| w.to_vec()).collect();
    let mut s = 12345u64;
    for i in (1..q.len()).rev() {
        s = s.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        q.swap(i, (s >> 33) as usize % (i + 1));
    }
    for round in 0..2 {
        let t = Instant::now();
        let set = fst::Set::from_iter(lines.iter()).unwrap();
        println!("fst {:?} {}", t.elapsed(), set.as_fst().as_bytes().len());
        for wanted in [Wanted::Dawg, Wanted::Both] {
            for nodes in Nodes::ALL {
                let t = Instant::now();
                let g = Graphs::build(&w, a.len(), wanted).unwrap();
                let b = t.elapsed();
                let bytes = encode(&a, &w, &g, nodes).unwrap();
                println!("{wanted:?} {nodes:?} build {b:?} total {:?} bytes {}", t.elapsed(), bytes.len());
                if round == 1 {
                    let image = Image::open(bytes).unwrap();
                    let t = Instant::now();
                    let d = image.dawg().unwrap();
                    println!(
                        "   open {:?} hit ns {:.1} sections {:?}",
                        t.elapsed(),
                        d.0.run(Look(&q)),
                        image.graphs().collect::<Vec<_>>()
                    );
                    let t = Instant::now();
                    let v = verify(&image, Some(&w));
                    println!("   verify {:?} {} {:?}", v.holds(), v.proofs.len(), t.elapsed());
                    if !v.holds() {
                        println!("{v:#?}");
                    }
                }
            }
        }
    }
}
