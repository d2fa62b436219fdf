//! What the suites and benchmarks share.
#![allow(dead_code)] // each suite uses a part

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use lexigraph::alphabet::{Alphabet, Tile};
use lexigraph::build::{GraphKinds, Minimizer};
use lexigraph::graph::{GraphKind, MaskedGraph, WordGraph, contains, count, for_each_word, measure, number_of_words};
use lexigraph::image::{ErasedGraph, Image, NodeLayout, compile_in_memory};
use lexigraph::wordlist::{MAX_WORD_LENGTH, Words};

/// A list as the library wants it: sorted, each word once.
pub fn words_of(list: &BTreeSet<Vec<u8>>) -> Words {
    let tiles = |word: &Vec<u8>| word.iter().map(|&number| Tile::from_label(number)).collect::<Vec<_>>();
    list.iter().map(tiles).fold(Words::new(), |mut words, word| {
        words.push(&word);
        words
    })
}

/// An alphabet of so many letters, distinct also when case is folded.
pub fn alphabet(letters: usize) -> Alphabet {
    Alphabet::automatic((0..letters as u32).filter_map(|number| char::from_u32(0x4e00 + number))).unwrap()
}

pub fn compiled(words: &Words, letters: usize, wanted: GraphKinds, nodes: NodeLayout) -> Image {
    compile_in_memory(&alphabet(letters), words, wanted, nodes).unwrap()
}

/// The words of a graph, at most so many.
pub struct Collect(pub usize);

impl Collect {
    pub fn run(self, graph: &ErasedGraph<'_>) -> Vec<Vec<u8>> {
        self.of(graph)
    }

    pub fn of<G: WordGraph>(self, graph: &G) -> Vec<Vec<u8>> {
        let mut words = Vec::new();
        let _ = for_each_word(graph, MAX_WORD_LENGTH, |word| {
            words.push(word.iter().map(|tile| tile.number()).collect());
            if words.len() < self.0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        words
    }
}

/// Everything that reads an image, with an end in sight.
pub fn use_all(image: &Image) {
    struct Use;
    impl Use {
        fn run(self, graph: &ErasedGraph<'_>) {
            for number in [1, 26, 63, 64, 255] {
                let tile = Tile::from_label(number);
                contains(graph, &[tile, tile]);
                graph.child(graph.root(), tile);
            }
            graph.tiles(graph.root());
            graph.accepting(graph.root());
            // Counting goes over nodes, not paths: it ends on any graph.
            number_of_words(graph);
            measure(graph);
            for kind in [GraphKind::Dawg, GraphKind::Gaddag] {
                let _ = count(graph, kind);
            }
            let _ = Minimizer::new().import(graph);
        }
    }
    if let Ok(Some(definitions)) = image.definitions() {
        let _ = definitions.get(&[Tile::from_label(1), Tile::from_label(5)]);
        let _ = definitions.for_each(|_, _| ());
    }
    for kind in [GraphKind::Dawg, GraphKind::Gaddag] {
        if let Ok(graph) = image.graph(kind) {
            Use.run(&graph);
            Collect(1000).run(&graph);
        }
    }
}

/// What Gordon's GADDAG holds, spelled out.
pub fn gordon(list: &BTreeSet<Vec<u8>>) -> BTreeSet<Vec<u8>> {
    let mut paths = BTreeSet::new();
    for word in list {
        for split in 1..=word.len() {
            let mut path: Vec<u8> = word[..split].iter().rev().copied().collect();
            if split < word.len() {
                path.push(0);
                path.extend(&word[split..]);
            }
            paths.insert(path);
        }
    }
    paths
}

/// The paths that a graph of this kind has to hold.
pub fn language(list: &BTreeSet<Vec<u8>>, kind: GraphKind) -> BTreeSet<Vec<u8>> {
    match kind {
        GraphKind::Dawg => list.clone(),
        GraphKind::Gaddag => gordon(list),
    }
}

pub fn enable() -> Words {
    let file = std::fs::File::open(concat!(env!("CARGO_MANIFEST_DIR"), "/../../wordlists/enable1.txt.xz")).unwrap();
    let text = lexigraph::bytes::read_from("enable1", file, 1 << 30).unwrap();
    let alphabet = Alphabet::builtin("english").unwrap();
    let mut words = Words::new();
    for line in std::str::from_utf8(&text.bytes).unwrap().lines() {
        words.push_with(|tiles| alphabet.parse_into(line, tiles)).unwrap();
    }
    words
}
