//! Counts the nodes, arcs and paths of a graph.

use rustc_hash::FxHashMap;

use super::WordGraph;

/// The size of a graph in nodes, arcs and paths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Measures {
    /// The number of distinct nodes that can be reached, without the end state.
    pub nodes: u64,
    /// The number of arcs of these nodes, with separators.
    pub edges: u64,
    /// The number of arcs that accept.
    pub accepting_edges: u64,
    /// The number of nodes of the trie of the same words, with root and leaves; saturating.
    pub trie_nodes: u64,
    /// The greatest number of arcs of one node.
    pub max_out_degree: u64,
    /// The length of the longest path, in arcs.
    pub depth: u64,
    /// The number of accepted paths, saturating. A DAWG has one for each word, a GADDAG one for each letter of each
    /// word.
    pub paths: u64,
}

/// Counts nodes, arcs and paths. Returns `None` if the graph has a cycle, which only a damaged image has.
///
/// Linear in the arcs: one depth-first walk without recursion, with about 60 bytes of memory a node.
pub fn measure<G: WordGraph>(graph: &G) -> Option<Measures> {
    #[derive(Clone, Copy)]
    struct Below {
        trie: u64,
        paths: u64,
        height: u64,
    }
    // `None` marks a node on the current path: an arc to it closes a cycle.
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
