use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;
use crate::graph::{for_each_word, measure};
use crate::image::{ErasedGraph, FORMATS, Image, compile, verify};

/// Little of everything: many runs, merged more than once.
const TIGHT: Plan = Plan {
    words: 400,
    prefixes: 900,
    merge: 2 << 16,
    kept: (1 << 30, 1 << 30),
    bounded: (1 << 10, 1 << 10),
    layout: 1 << 30,
    piece: 1 << 12,
    dictionary: 1 << 20,
};
/// A graph in memory is never small enough.
const NOTHING_KEPT: Plan = Plan { kept: (0, 0), ..TIGHT };

fn alphabet() -> Alphabet {
    Alphabet::builtin("english").unwrap()
}

fn external(lists: &[Vec<Vec<u8>>], plan: Plan, target: Target) -> Result<Compiled, ExternalError> {
    let mut external = External::with(LEAST_MEMORY, plan, None).unwrap();
    for (number, list) in lists.iter().enumerate() {
        if number > 0 {
            external.next_list().unwrap();
        }
        external.add(&words(list)).unwrap();
    }
    external.compile(&alphabet(), target, |_| {})
}

/// The words of 30,000 forms, of which many are there twice.
#[test]
fn only_the_sorting_is_bounded() {
    let list: Vec<Vec<u8>> =
        (0..30_000u32).map(|number| number.pow(2).to_string().bytes().map(|byte| byte - 47).collect()).collect();
    let target = Target { format: &LXG, wanted: GraphKinds::Both, nodes: NodeLayout::Fast };
    let mut external = External::sorting(LEAST_MEMORY).unwrap();
    // Smaller runs, for a smaller test.
    external.plan = Plan { words: 4000, prefixes: 9000, ..external.plan };
    external.words = Sorter::new(external.plan.words, false, None).unwrap();
    external.add(&words(&list)).unwrap();
    let compiled = external.compile(&alphabet(), target, |_| {}).unwrap();
    assert!(compiled.runs > 10 && compiled.minimal && !compiled.streamed);
    let mut sorted = words(&list);
    sorted.sort();
    let graphs = Graphs::build(&sorted, alphabet().len(), GraphKinds::Both).unwrap();
    let alphabet = alphabet();
    let parts =
        Parts { alphabet: &alphabet, counts: (&sorted).into(), graphs: &graphs, nodes: NodeLayout::Fast, definitions: None };
    assert!(bytes(compiled) == LXG.write(&parts).unwrap());
    assert!(matches!(External::sorting(1), Err(ExternalError::Least { memory: 1 })));
}

fn words<'w>(list: impl IntoIterator<Item = &'w Vec<u8>>) -> Words {
    let mut words = Words::new();
    for word in list {
        words.push(&word.iter().map(|&tile| Tile::from_label(tile)).collect::<Vec<_>>());
    }
    words
}

fn bytes(mut compiled: Compiled) -> Vec<u8> {
    let (mut bytes, length) = (Vec::new(), compiled.bytes());
    compiled.write(&mut bytes).unwrap();
    assert_eq!(bytes.len() as u64, length);
    bytes
}

struct Numbers<'n>(&'n GraphNumbers);

impl Numbers<'_> {
    fn run(self, graph: &ErasedGraph<'_>) {
        let (counted, told) = (measure(graph).unwrap(), self.0);
        assert_eq!(
            (
                counted.nodes,
                counted.edges,
                counted.accepting_edges,
                counted.trie_nodes,
                counted.max_out_degree,
                counted.depth
            ),
            (told.nodes, told.edges, told.accepting_edges, told.trie_nodes, told.max_out_degree, told.depth),
            "{:?}",
            told.kind
        );
    }
}

/// That the image says of its graphs what is told of them, and where they lie.
fn numbers_hold(image: &Image, graphs: &[GraphNumbers]) {
    assert_eq!(image.graphs().count(), graphs.len());
    for (place, numbers) in image.graphs().zip(graphs) {
        assert_eq!((place.kind, place.offset, place.bytes), (numbers.kind, numbers.offset, numbers.bytes));
        Numbers(numbers).run(&image.graph(place.kind).unwrap());
    }
}

struct AllWords;

impl AllWords {
    fn run(self, graph: &ErasedGraph<'_>) -> Vec<Vec<u8>> {
        let mut words = Vec::new();
        let _ = for_each_word(graph, 300, |word| {
            words.push(word.iter().map(|tile| tile.number()).collect());
            std::ops::ControlFlow::<()>::Continue(())
        });
        words
    }
}

fn lists() -> impl Strategy<Value = Vec<Vec<Vec<u8>>>> {
    let word = prop::collection::vec(1u8..5, 1..9);
    prop::collection::vec(prop::collection::vec(word, 1..120), 1..4)
}

const WANTED: [GraphKinds; 3] = [GraphKinds::Dawg, GraphKinds::Gaddag, GraphKinds::Both];

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn the_image_is_that_of_the_usual_way(lists in lists()) {
        let set: BTreeSet<Vec<u8>> = lists.iter().flatten().cloned().collect();
        for wanted in WANTED {
            for nodes in NodeLayout::ALL {
                let compiled = external(&lists, TIGHT, Target { format: &LXG, wanted, nodes }).unwrap();
                prop_assert!(compiled.minimal && !compiled.streamed);
                let duplicates: Vec<u64> =
                    lists.iter().map(|list| (list.len() - list.iter().collect::<BTreeSet<_>>().len()) as u64).collect();
                prop_assert_eq!(&compiled.duplicates, &duplicates);
                let graphs = compiled.graphs.clone();
                let bytes = bytes(compiled);
                prop_assert!(bytes == compile(&alphabet(), &words(&set), wanted, nodes).unwrap());
                numbers_hold(&Image::open(bytes).unwrap(), &graphs);
            }
        }
    }

    #[test]
    fn a_graph_that_does_not_fit_has_the_same_words(lists in lists(), roomy in any::<bool>()) {
        let set: BTreeSet<Vec<u8>> = lists.iter().flatten().cloned().collect();
        let plan = if roomy { Plan { bounded: (1 << 20, 1 << 20), ..NOTHING_KEPT } } else { NOTHING_KEPT };
        for wanted in WANTED {
            let compiled = external(&lists, plan, Target { format: &LXG, wanted, nodes: NodeLayout::List }).unwrap();
            prop_assert!(compiled.streamed && (compiled.minimal || !roomy));
            prop_assert_eq!(compiled.counts, (&words(&set)).into());
            let (graphs, minimal) = (compiled.graphs.clone(), compiled.minimal);
            let image = Image::open(bytes(compiled)).unwrap();
            numbers_hold(&image, &graphs);
            if let Ok(dawg) = image.dawg() {
                prop_assert_eq!(AllWords.run(&dawg), set.iter().cloned().collect::<Vec<_>>());
            }
            let verdict = verify(&image, Some(&words(&set)));
            for proof in &verdict.proofs {
                prop_assert!(proof.failure.is_none() || (!minimal && proof.claim.contains("minimal")), "{:?}", proof);
            }
        }
    }
}

#[test]
fn what_cannot_be_streamed_is_an_error_that_says_what_to_do() {
    let lists = [vec![vec![1, 2, 3], vec![2, 3]]];
    for nodes in NodeLayout::ALL.into_iter().filter(|&nodes| nodes != NodeLayout::List) {
        let error = external(&lists, NOTHING_KEPT, Target { format: &LXG, wanted: GraphKinds::Both, nodes }).unwrap_err();
        assert!(matches!(error, ExternalError::Memory { needed: None, .. }), "{error}");
        let plan = Plan { layout: 10, ..TIGHT };
        let error =
            external(&lists, plan, Target { format: &LXG, wanted: GraphKinds::Both, nodes }).unwrap_err().to_string();
        assert!(error.contains(nodes.name()) && error.contains("about"), "{error}");
    }
    assert!(matches!(External::new(1 << 20, None), Err(ExternalError::Least { .. })));
    let missing = External::new(LEAST_MEMORY, Some("no/such/folder".into()));
    assert!(matches!(missing.err(), Some(ExternalError::Io(_))));
}

#[test]
fn other_formats_are_written_as_usual() {
    let lists = [vec![vec![1, 2, 3], vec![2, 3], vec![2], vec![26, 1]]];
    for format in FORMATS.into_iter().filter(|format| format.info().feature.is_none()) {
        let wanted = format.info().holds[0];
        let compiled = external(&lists, TIGHT, Target { format, wanted, nodes: NodeLayout::List }).unwrap();
        let words = words(lists[0].iter().collect::<BTreeSet<_>>());
        let graphs = Graphs::build(&words, 26, wanted).unwrap();
        let (alphabet, counts) = (&alphabet(), (&words).into());
        let parts = Parts { alphabet, counts, graphs: &graphs, nodes: NodeLayout::List, definitions: None };
        let (usual, ours) = (format.write(&parts), bytes(compiled));
        assert_eq!(usual.unwrap(), ours, "{}", format.name());
    }
}
