//! Words in, graphs out: exact language, exact minimality, determinism, on every layout.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::ControlFlow;

use crate::common::{Collect, alphabet, compiled, enable, gordon, language, words_of};
use lexigraph::alphabet::{Alphabet, Tile};
use lexigraph::build::{BuildError, GraphKinds, Graphs};
use lexigraph::graph::{
    Arc, GraphKind, Lookahead, MaskedGraph, TileMask, contains, count_present, measure, number_of_words,
};
use lexigraph::image::{ErasedGraph, Image, NodeLayout, bundled, compile, compile_in_memory, verify};
use lexigraph::wordlist::Words;
use lexigraph_core::specialize;
use proptest::prelude::*;

const TWELVE: &str = include_str!("../golden/twelve.txt");

fn english(list: &str) -> Words {
    let alphabet = Alphabet::builtin("english").unwrap();
    let mut words = Words::new();
    list.lines().for_each(|line| words.push_with(|tiles| alphabet.parse_into(line, tiles)).unwrap());
    words.sort();
    words
}

/// NodeLayout and edges of the minimal automaton, the slow way: the whole trie, then partition refinement (Moore) until no class
/// splits. Nothing shared with the builder. Acceptance is on arcs; the end state is not counted.
fn witness(paths: &BTreeSet<Vec<u8>>) -> (u64, u64, u64) {
    // Node: letter -> (accepts, child).
    let mut trie: Vec<BTreeMap<u8, (bool, usize)>> = vec![BTreeMap::new()];
    for path in paths {
        let mut node = 0;
        for (at, &letter) in path.iter().enumerate() {
            let fresh = trie.len();
            let (accepts, child) = trie[node].entry(letter).or_insert((false, fresh));
            *accepts |= at + 1 == path.len();
            node = *child;
            if node == fresh {
                trie.push(BTreeMap::new());
            }
        }
    }
    let mut class = vec![0usize; trie.len()];
    let mut classes = 1;
    loop {
        type Signature = (usize, Vec<(u8, bool, usize)>);
        let mut numbers: HashMap<Signature, usize> = HashMap::new();
        let signature = |node: usize| -> Signature {
            let arcs = trie[node].iter().map(|(&letter, &(accepts, child))| (letter, accepts, class[child])).collect();
            (class[node], arcs)
        };
        let refined: Vec<usize> = (0..trie.len())
            .map(|node| {
                let fresh = numbers.len();
                *numbers.entry(signature(node)).or_insert(fresh)
            })
            .collect();
        let count = numbers.len();
        class = refined;
        if count == classes {
            break;
        }
        classes = count;
    }
    let mut seen = BTreeSet::new();
    let mut edges = 0;
    for (node, arcs) in trie.iter().enumerate() {
        if !arcs.is_empty() && seen.insert(class[node]) {
            edges += arcs.len() as u64;
        }
    }
    (seen.len() as u64, edges, trie.len() as u64)
}

#[test]
fn the_twelve_words_give_the_textbook_graph() {
    let words = english(TWELVE);
    let graphs = Graphs::build(&words, 26, GraphKinds::Both).unwrap();
    let dawg = measure(&graphs.get(GraphKind::Dawg).unwrap()).unwrap();
    assert_eq!((dawg.nodes, dawg.edges, dawg.trie_nodes, dawg.paths), (14, 20, 48, 12));
    let gaddag = measure(&graphs.get(GraphKind::Gaddag).unwrap()).unwrap();
    assert_eq!((gaddag.nodes, gaddag.edges, gaddag.trie_nodes, gaddag.paths), (89, 134, 370, 86));
}

#[test]
#[cfg_attr(debug_assertions, ignore = "long; run in release")]
fn enable_has_its_known_numbers_on_every_layout_and_is_verified() {
    let words = enable();
    assert_eq!(words.len(), 172_823);
    let alphabet = Alphabet::builtin("english").unwrap();
    for nodes in NodeLayout::ALL {
        let image = compile_in_memory(&alphabet, &words, GraphKinds::Both, nodes).unwrap();
        let report = lexigraph::image::stats(&image).unwrap();
        let numbers: Vec<_> = report.graphs.iter().map(|graph| (graph.nodes, graph.edges, graph.trie_nodes)).collect();
        assert_eq!(numbers, [(53_601, 122_172, 387_889), (419_248, 834_589, 4_259_408)], "{nodes:?}");
        let verdict = verify(&image, Some(&words));
        assert!(verdict.holds(), "{nodes:?}: {verdict:#?}");
    }
}

#[test]
fn the_bundled_lexicon_is_enable() {
    let image = bundled("enable").unwrap().unwrap();
    assert_eq!((image.words(), image.letters(), image.longest()), (172_823, 1_570_540, 28));
    struct All(Words);
    impl All {
        fn run(self, graph: &ErasedGraph<'_>) -> bool {
            self.0.iter().all(|word| contains(graph, word)) && number_of_words(graph) == self.0.len() as u64
        }
    }
    assert!(All(enable()).run(&image.dawg().unwrap()));
}

#[test]
fn order_of_words_and_number_of_threads_do_not_show() {
    let alphabet = Alphabet::builtin("english").unwrap();
    let sorted = english(TWELVE);
    let mut reversed = sorted.iter().rev().collect::<Words>();
    assert_eq!(reversed.sort(), 0);
    let compile = |words: &Words| compile(&alphabet, words, GraphKinds::Both, NodeLayout::Fast).unwrap();
    assert_eq!(compile(&sorted), compile(&reversed));
    let words = enable().iter().step_by(7).collect::<Words>();
    let image = |threads| {
        let pool = lexigraph::parallel::Threads::new(threads).unwrap();
        pool.run(|| {
            let mut shuffled = words.iter().rev().collect::<Words>();
            shuffled.sort();
            compile(&shuffled)
        })
    };
    assert_eq!(image(1), image(3));
}

#[test]
fn what_cannot_be_built_is_said() {
    let unsorted = [[2u8, 1], [1, 2]].iter().map(|word| word.map(Tile::from_label)).fold(Words::new(), |mut words, word| {
        words.push(&word);
        words
    });
    assert_eq!(Graphs::build(&unsorted, 26, GraphKinds::Dawg).unwrap_err(), BuildError::Unsorted { position: 2 });
    let wide = Graphs::build(&english("AA"), 64, GraphKinds::Both).unwrap_err();
    assert_eq!(wide, BuildError::WideGaddag { letters: 64 });
}

/// Forms that few lexica need: slots of 5 and 8 bytes, rows with both masks in a GADDAG, arcs of 8 bytes.
#[test]
fn large_alphabets_take_the_general_forms() {
    let (english, list) = (Alphabet::builtin("english").unwrap(), enable());
    let step = if cfg!(debug_assertions) { 40 } else { 1 };
    let text: Vec<String> = list.iter().step_by(step).map(|word| english.render(word)).collect();
    let letters = ('A'..='Z').chain('а'..='п');
    let alphabet = Alphabet::automatic(letters).unwrap();
    assert_eq!(alphabet.len(), 42);
    let mut words = Words::new();
    text.iter().for_each(|word| words.push_with(|tiles| alphabet.parse_into(word, tiles)).unwrap());
    words.sort();
    for nodes in NodeLayout::ALL {
        let image = compile_in_memory(&alphabet, &words, GraphKinds::Both, nodes).unwrap();
        assert!(verify(&image, Some(&words)).holds(), "{nodes:?}");
    }
}

#[test]
fn golden_images_open_for_ever() {
    let twelve = english(TWELVE);
    for before in [&include_bytes!("../golden/twelve-fast-rows.lxg")[..], include_bytes!("../golden/twelve-fast-placed.lxg")]
    {
        assert!(verify(&Image::open(before.to_vec()).unwrap(), Some(&twelve)).holds());
    }
    for nodes in NodeLayout::ALL {
        for (name, words) in [("twelve", 12), ("wide", 3)] {
            let path = format!("{}/../../tests/golden/{name}-{}.lxg", env!("CARGO_MANIFEST_DIR"), nodes.name());
            let bytes = std::fs::read(path).unwrap();
            let image = Image::open(bytes.clone()).unwrap();
            assert_eq!(image.words(), words);
            assert!(verify(&image, (name == "twelve").then_some(&twelve)).holds());
            if name == "twelve" {
                let again = compile(image.alphabet(), &twelve, GraphKinds::Both, nodes).unwrap();
                assert!(again == bytes, "{name} {nodes:?}: the builder no longer makes these bytes");
            }
        }
    }
}

#[test]
fn golden_definitions_are_read_for_ever() {
    let bytes = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/golden/twelve-defined.lxg")).unwrap();
    let image = Image::open(bytes).unwrap();
    assert!(verify(&image, Some(&english(TWELVE))).holds());
    let definitions = image.definitions().unwrap().unwrap();
    let mut number = 0;
    for line in include_str!("../golden/twelve-defined.txt").lines() {
        let (word, text) = line.split_once("  ").map_or((line, None), |(word, text)| (word, Some(text)));
        assert_eq!(definitions.get(&image.alphabet().parse(word).unwrap()).unwrap().as_deref(), text);
        number += u64::from(text.is_some());
    }
    assert_eq!((definitions.len(), number), (11, 11));
}

/// Checks a graph against the set of its paths: enumeration, tile sets, children, and what is not there.
struct Laws<'a> {
    paths: &'a BTreeSet<Vec<u8>>,
    letters: usize,
}

impl Laws<'_> {
    /// Holds a graph to them as it is walked through one type, and as it is walked where it is specialised.
    fn run(&self, graph: &ErasedGraph<'_>) -> Result<(), TestCaseError> {
        self.hold(graph)?;
        specialize!(graph, graph => self.hold(graph))
    }

    fn hold<G: MaskedGraph>(&self, graph: &G) -> Result<(), TestCaseError> {
        let mut nodes = vec![(graph.root(), Vec::<u8>::new())];
        while let Some((node, prefix)) = nodes.pop() {
            // All that follows the prefix, by brute force.
            let mut expected: BTreeMap<u8, (bool, bool)> = BTreeMap::new();
            for path in self.paths.iter().filter(|path| path.len() > prefix.len() && path.starts_with(&prefix)) {
                let entry = expected.entry(path[prefix.len()]).or_default();
                entry.0 |= path.len() == prefix.len() + 1;
                entry.1 |= path.len() > prefix.len() + 1;
            }
            let arcs: Vec<_> = graph.arcs(node).collect();
            let found: Vec<_> = arcs.iter().map(|arc| (arc.tile.number(), arc.accepts)).collect();
            let wanted: Vec<_> = expected.iter().map(|(&tile, &(accepts, _))| (tile, accepts)).collect();
            prop_assert_eq!(found, wanted, "after {:?}", prefix);
            Laws::hold_for_masks(graph, node, &arcs)?;
            for label in 0..=self.letters as u8 {
                let tile = Tile::from_label(label);
                prop_assert_eq!(graph.child(node, tile), arcs.iter().copied().find(|arc| arc.tile == tile));
            }
            for arc in arcs {
                let longer: Vec<u8> = prefix.iter().copied().chain([arc.tile.number()]).collect();
                let goes_on = expected[&arc.tile.number()].1;
                prop_assert_eq!(graph.arcs(arc.target).next().is_some(), goes_on);
                nodes.push((arc.target, longer));
            }
        }
        Ok(())
    }

    /// What the masks and the hot steps say of a node is what its arcs say.
    fn hold_for_masks<G: MaskedGraph>(graph: &G, node: G::Node, arcs: &[Arc<G::Node>]) -> Result<(), TestCaseError> {
        let mask = |keep: &dyn Fn(&Arc<G::Node>) -> bool| arcs.iter().filter(|arc| keep(arc)).map(|arc| arc.tile).collect();
        let (tiles, accepting): (TileMask, TileMask) = (mask(&|_| true), mask(&|arc| arc.accepts));
        prop_assert_eq!(graph.tiles(node), tiles);
        prop_assert_eq!(graph.accepting(node), accepting);
        for arc in arcs {
            prop_assert_eq!(graph.accepts_on(node, arc.tile), arc.accepts);
            let leads_on = graph.arcs(arc.target).next().is_some();
            prop_assert!(graph.target(node, arc.tile) == Some(arc.target) || !leads_on);
        }
        for among in [TileMask::ALL_LABELS, TileMask::ALL, TileMask::from_bits(0x5555_5555_5555_5555), TileMask::EMPTY] {
            let wanted: Vec<_> = arcs.iter().copied().filter(|arc| among.contains(arc.tile)).collect();
            prop_assert!(wanted.is_empty() || graph.may_have_any(node, among));
            prop_assert_eq!(graph.accepting_among(node, among), accepting & among);
            let mut found = vec![];
            let flow = graph.for_arcs_among(node, among, |arc| {
                found.push(arc);
                ControlFlow::<()>::Continue(())
            });
            prop_assert_eq!((&found, flow), (&wanted, ControlFlow::Continue(())));
            let flow = graph.for_arcs_among(node, among, ControlFlow::Break);
            prop_assert_eq!(flow.break_value(), wanted.first().copied());
            let mut targets = vec![];
            let step = graph
                .step_among(node, among, Lookahead::tiles(u64::MAX), |tile, reached| targets.push((tile, reached.node)));
            prop_assert_eq!(step, accepting & among);
            targets.retain(|&(_, target)| graph.arcs(target).next().is_some());
            let leading = wanted.iter().filter(|arc| graph.arcs(arc.target).next().is_some());
            prop_assert_eq!(targets, leading.map(|arc| (arc.tile, arc.target)).collect::<Vec<_>>());
        }
        Ok(())
    }
}

/// Lists over alphabets of any size, words of a few letters so that much is shared.
fn lists() -> impl Strategy<Value = (usize, BTreeSet<Vec<u8>>)> {
    prop_oneof![1usize..6, 20usize..40, 60usize..64].prop_flat_map(|letters| {
        let word = prop::collection::vec(1..=letters as u8, 1..8);
        (Just(letters), prop::collection::btree_set(word, 1..60))
    })
}

fn wide_lists() -> impl Strategy<Value = (usize, BTreeSet<Vec<u8>>)> {
    prop_oneof![Just(64usize), 65usize..256].prop_flat_map(|letters| {
        let letter = prop_oneof![1..=letters as u8, Just(63u8), Just(64u8), Just(letters as u8)];
        (Just(letters), prop::collection::btree_set(prop::collection::vec(letter, 1..6), 1..40))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: if cfg!(debug_assertions) { 48 } else { 512 }, ..ProptestConfig::default() })]

    #[test]
    fn words_in_are_words_out((letters, list) in lists()) {
        let words = words_of(&list);
        for nodes in NodeLayout::ALL {
            let image = compiled(&words, letters, GraphKinds::Both, nodes);
            for kind in [GraphKind::Dawg, GraphKind::Gaddag] {
                let paths = language(&list, kind);
                let graph = image.graph(kind).unwrap();
                let found: Vec<Vec<u8>> = Collect(usize::MAX).run(&graph);
                prop_assert_eq!(found, paths.iter().cloned().collect::<Vec<_>>());
                Laws { paths: &paths, letters }.run(&graph)?;
            }
            let verdict = verify(&image, Some(&words));
            prop_assert!(verdict.holds(), "{:?}: {:#?}", nodes, verdict);
        }
    }

    #[test]
    fn words_side_by_side_are_found_as_one_by_one((letters, list) in lists(), (_, others) in lists()) {
        let paths: BTreeSet<Vec<u8>> = list.union(&others).cloned().chain([vec![]]).collect();
        let asked = words_of(&paths);
        for nodes in [NodeLayout::Fast, NodeLayout::Packed] {
            let image = compiled(&words_of(&list), letters, GraphKinds::Dawg, nodes);
            let graph = image.dawg().unwrap();
            let one_by_one = asked.iter().filter(|word| graph.contains(word)).count() as u64;
            prop_assert_eq!(graph.count_present(&asked), one_by_one);
            prop_assert_eq!(count_present(&*graph, asked.iter()), one_by_one);
        }
    }

    #[test]
    fn words_over_wide_alphabets_too((letters, list) in wide_lists()) {
        let words = words_of(&list);
        for nodes in NodeLayout::ALL {
            let image = compiled(&words, letters, GraphKinds::Dawg, nodes);
            Laws { paths: &list, letters }.run(&image.dawg().unwrap())?;
            prop_assert!(verify(&image, Some(&words)).holds());
        }
    }

    #[test]
    fn graphs_are_minimal((letters, list) in lists()) {
        let graphs = Graphs::build(&words_of(&list), letters, GraphKinds::Both).unwrap();
        for (kind, graph) in graphs.iter() {
            let measures = measure(&graph).unwrap();
            prop_assert_eq!((measures.nodes, measures.edges, measures.trie_nodes), witness(&language(&list, kind)), "{:?}", kind);
        }
    }

    #[test]
    fn verify_notices_another_list((letters, list) in lists(), pick in any::<prop::sample::Index>()) {
        let image = compiled(&words_of(&list), letters, GraphKinds::Both, NodeLayout::Fast);
        let mut other = list.clone();
        let taken = pick.get(&list.iter().collect::<Vec<_>>()).to_vec();
        other.remove(&taken);
        prop_assert!(!verify(&image, Some(&words_of(&other))).holds());
        other.insert(taken.iter().copied().chain(taken.iter().copied()).chain([1]).collect());
        prop_assert!(!verify(&image, Some(&words_of(&other))).holds());
    }
}

#[test]
fn gordon_of_one_word_is_what_the_paper_says() {
    let care: BTreeSet<Vec<u8>> = BTreeSet::from([vec![3, 1, 18, 5]]);
    let paths = BTreeSet::from([vec![3, 0, 1, 18, 5], vec![1, 3, 0, 18, 5], vec![18, 1, 3, 0, 5], vec![5, 18, 1, 3]]);
    assert_eq!(gordon(&care), paths);
}

#[test]
fn a_word_of_255_letters_is_the_longest() {
    let list = BTreeSet::from([vec![1; 255], vec![2]]);
    for nodes in NodeLayout::ALL {
        let image = compiled(&words_of(&list), 2, GraphKinds::Both, nodes);
        assert_eq!(image.longest(), 255);
        assert!(verify(&image, Some(&words_of(&list))).holds());
    }
    let _ = alphabet(2);
}
