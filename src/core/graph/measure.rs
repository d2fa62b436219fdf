//! Counting what a graph is made of.

use rustc_hash::FxHashMap;

use super::WordGraph;

/// The numbers of a graph, as `stats` reports them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Measures {
    /// Distinct nodes with arcs that can be reached; the end state is not counted.
    pub nodes: u64,
    /// Arcs of those nodes, separators included.
    pub edges: u64,
    /// Arcs that accept.
    pub accepting_edges: u64,
    /// Nodes of the trie that the graph is the minimised form of, root and leaves included; saturating.
    pub trie_nodes: u64,
    /// The most arcs that leave one node.
    pub max_out_degree: u64,
    /// The longest path, in arcs.
    pub depth: u64,
    /// Accepted paths: words of a DAWG; for a GADDAG one a letter of each word. Saturating.
    pub paths: u64,
}

/// Counts nodes, edges and paths; `None` when the graph has a cycle, which only a broken image has.
///
/// Linear in the arcs, by one depth-first walk without recursion; memory is some 60 bytes a node.
pub fn measure<G: WordGraph>(graph: &G) -> Option<Measures> {
    #[derive(Clone, Copy)]
    struct Below {
        trie: u64,
        paths: u64,
        height: u64,
    }
    // `None` while a node is open: meeting it again then is a cycle.
    let mut known: FxHashMap<G::Node, Option<Below>> = FxHashMap::default();
    let mut total = Measures::default();
    let mut open = vec![];
    let leaf = Below { trie: 1, paths: 0, height: 0 };
    known.insert(graph.root(), None);
    open.push((graph.root(), graph.arcs(graph.root()), 0u64, leaf));
    while let Some((node, arcs, degree, below)) = open.last_mut() {
        if let Some(arc) = arcs.next() {
            *degree += 1;
            total.edges += 1;
            total.accepting_edges += u64::from(arc.accepts);
            below.paths = below.paths.saturating_add(u64::from(arc.accepts));
            match known.get(&arc.target) {
                Some(Some(child)) => {
                    below.trie = below.trie.saturating_add(child.trie);
                    below.paths = below.paths.saturating_add(child.paths);
                    below.height = below.height.max(child.height + 1);
                }
                Some(None) => return None,
                None => {
                    known.insert(arc.target, None);
                    open.push((arc.target, graph.arcs(arc.target), 0, leaf));
                }
            }
        } else {
            let (node, degree, done) = (*node, *degree, *below);
            known.insert(node, Some(done));
            open.pop();
            if degree > 0 {
                total.nodes += 1;
                total.max_out_degree = total.max_out_degree.max(degree);
            }
            match open.last_mut() {
                Some((_, _, _, above)) => {
                    above.trie = above.trie.saturating_add(done.trie);
                    above.paths = above.paths.saturating_add(done.paths);
                    above.height = above.height.max(done.height + 1);
                }
                None => (total.trie_nodes, total.paths, total.depth) = (done.trie, done.paths, done.height),
            }
        }
    }
    Some(total)
}
