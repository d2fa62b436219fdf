//! Any bytes as an image: an error, or graphs whose walks end; never a panic.
#![no_main]

use lexigraph::alphabet::TileSet;
use lexigraph::graph::{GraphKind, WordGraph};
use lexigraph::image::{GraphOp, Image, verify};
use libfuzzer_sys::fuzz_target;

/// Looks at so many arcs, in every way that a graph can be asked.
struct Look(usize);

impl GraphOp for Look {
    type Output = ();
    fn run<G: WordGraph>(self, graph: &G) {
        let (mut open, mut left) = (vec![graph.root()], self.0);
        while let Some(node) = open.pop() {
            let _ = (graph.tiles(node), graph.accepting(node), graph.offers(node, TileSet::ALL));
            for arc in graph.arcs(node) {
                if left == 0 {
                    return;
                }
                left -= 1;
                let child = graph.child(node, arc.tile);
                assert_eq!(child.map(|child| child.target), Some(arc.target));
                assert_eq!(graph.ends(node, arc.tile), child.is_some_and(|child| child.accepts));
                if let Some(target) = graph.leads_to(node, arc.tile) {
                    let _ = graph.tiles(target);
                }
                open.push(arc.target);
            }
        }
    }
}

fuzz_target!(|bytes: &[u8]| {
    let Ok(image) = Image::open(bytes.to_vec()) else { return };
    for kind in [GraphKind::Dawg, GraphKind::Gaddag] {
        if let Ok(graph) = image.graph(kind) {
            graph.run(Look(10_000));
        }
    }
    let _ = verify(&image, None);
});
