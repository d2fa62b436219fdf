//! Sets of words by their graphs, against sets of words by the standard library.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use crate::common::{Collect, compiled, language, words_of};
use lexigraph::build::{GraphKinds, Graphs, Minimizer, SetOperation};
use lexigraph::graph::{GraphKind, measure};
use lexigraph::image::{Image, NodeLayout};
use proptest::prelude::*;

const OPERATIONS: [SetOperation; 4] =
    [SetOperation::Union, SetOperation::Intersect, SetOperation::Subtract, SetOperation::Symmetric];

type List = BTreeSet<Vec<u8>>;

fn expected(operation: SetOperation, a: &List, b: &List) -> List {
    match operation {
        SetOperation::Union => a | b,
        SetOperation::Intersect => a & b,
        SetOperation::Subtract => a - b,
        SetOperation::Symmetric => a ^ b,
    }
}

fn image(list: &List, nodes: NodeLayout) -> Image {
    compiled(&words_of(list), 5, GraphKinds::Both, nodes)
}

fn lists() -> impl Strategy<Value = (List, List)> {
    let list = || prop::collection::btree_set(prop::collection::vec(1..=5u8, 1..7), 0..60);
    (list(), list(), list()).prop_map(|(common, a, b)| (&common | &a, &common | &b))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: if cfg!(debug_assertions) { 64 } else { 512 }, ..ProptestConfig::default() })]

    #[test]
    fn operations_on_graphs_are_those_on_sets((a, b) in lists(), layout in 0..NodeLayout::ALL.len()) {
        let (first, second) = (image(&a, NodeLayout::ALL[layout]), image(&b, NodeLayout::Fast));
        for operation in OPERATIONS {
            let result = expected(operation, &a, &b);
            for kind in [GraphKind::Dawg, GraphKind::Gaddag] {
                let mut minimizer = Minimizer::new();
                let x = minimizer.import(&first.graph(kind).unwrap()).unwrap();
                let y = minimizer.import(&second.graph(kind).unwrap()).unwrap();
                let root = minimizer.combine(operation, x, y).unwrap();
                let graph = minimizer.graph(root);
                let paths: Vec<Vec<u8>> = Collect(usize::MAX).of(&graph);
                prop_assert_eq!(paths, language(&result, kind).into_iter().collect::<Vec<_>>(), "{:?} {:?}", operation, kind);
                // Minimal: as many nodes as the graph that is built from the words.
                let built = Graphs::build(&words_of(&result), 5, GraphKinds::Both).unwrap();
                prop_assert_eq!(measure(&graph), measure(&built.get(kind).unwrap()), "{:?} {:?}", operation, kind);
            }
        }
    }

    #[test]
    fn differences_come_in_order_and_are_all((a, b) in lists()) {
        let mut minimizer = Minimizer::new();
        let x = minimizer.import(&*image(&a, NodeLayout::List).dawg().unwrap()).unwrap();
        let y = minimizer.import(&*image(&b, NodeLayout::Hash).dawg().unwrap()).unwrap();
        let mut found = Vec::new();
        let _ = minimizer.differences(x, y, |word, first| -> ControlFlow<()> {
            found.push((word.iter().map(|tile| tile.number()).collect::<Vec<u8>>(), first));
            ControlFlow::Continue(())
        });
        let wanted: Vec<(Vec<u8>, bool)> = (&a ^ &b).into_iter().map(|word| { let first = a.contains(&word); (word, first) }).collect();
        prop_assert_eq!(found, wanted);
    }
}

#[test]
fn the_same_words_are_the_same_state() {
    let list = List::from([vec![1, 2, 3], vec![2, 3], vec![5]]);
    let mut minimizer = Minimizer::new();
    let roots: Vec<_> =
        NodeLayout::ALL.iter().map(|&nodes| minimizer.import(&*image(&list, nodes).dawg().unwrap()).unwrap()).collect();
    assert!(roots.iter().all(|&root| root == roots[0]), "{roots:?}");
}
