//! Any bytes as an image: an error, or graphs whose walks end; never a panic.
#![no_main]

use lexigraph::graph::{GraphKind, MaskedGraph, TileMask, WordGraph};
use lexigraph::image::{ErasedGraph, Image, verify};
use libfuzzer_sys::fuzz_target;

/// Reads up to this many arcs, by every method of a graph.
const MOST_ARCS: usize = 10_000;

fn read(graph: &ErasedGraph<'_>) {
    let (mut open, mut left) = (vec![graph.root()], MOST_ARCS);
    while let Some(node) = open.pop() {
        let _ = (graph.tiles(node), graph.accepting(node), graph.may_have_any(node, TileMask::ALL));
        for arc in graph.arcs(node) {
            if left == 0 {
                return;
            }
            left -= 1;
            let child = graph.child(node, arc.tile);
            assert_eq!(child.map(|child| child.target), Some(arc.target));
            assert_eq!(graph.accepts_on(node, arc.tile), child.is_some_and(|child| child.accepts));
            if let Some(target) = graph.target(node, arc.tile) {
                let _ = graph.tiles(target);
            }
            open.push(arc.target);
        }
    }
}

fuzz_target!(|bytes: &[u8]| {
    let Ok(image) = Image::open(bytes.to_vec()) else { return };
    for kind in [GraphKind::Dawg, GraphKind::Gaddag] {
        if let Ok(graph) = image.graph(kind) {
            read(&graph);
        }
    }
    let _ = verify(&image, None);
});
