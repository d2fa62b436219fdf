//! Pictures of small graphs.
//!
//! The column of a node is the length of the longest path to it, so every arc points to the right. Accepting arcs are
//! thick and coloured. Nodes with several incoming arcs, which show what merging saves, are filled and have a thick
//! border.

mod layers;
mod svg;

use std::fmt::Write as _;

use rustc_hash::FxHashMap;

use lexigraph::alphabet::{Alphabet, Tile};
use lexigraph::graph::WordGraph;
use lexigraph::image::ErasedGraph;

use super::picture::palette::colour;

/// The label of the separator of a GADDAG.
const SEPARATOR: &str = "◇";

/// A drawing of a graph: nodes in the order of the traversal, root first, and arcs.
#[derive(Clone, Debug, Default)]
pub struct Drawing {
    title: String,
    /// The column of each node.
    columns: Vec<usize>,
    arcs: Vec<DrawnArc>,
}

#[derive(Clone, Debug)]
struct DrawnArc {
    from: usize,
    to: usize,
    label: String,
    accepts: bool,
}

impl Drawing {
    /// Lays a graph out. With `merged`, every node is drawn once; otherwise the graph is drawn as the trie that it
    /// comes from, with a node for each path. The end state is one node of a graph, and every leaf of a trie.
    ///
    /// Takes linear time in the number of nodes drawn.
    ///
    /// # Errors
    /// A message, if there are more than `most` nodes or the graph has a cycle.
    pub fn new(
        graph: &ErasedGraph<'_>,
        alphabet: &Alphabet,
        title: &str,
        merged: bool,
        most: usize,
    ) -> Result<Drawing, String> {
        let mut drawing = Drawing { title: title.to_owned(), columns: vec![0], ..Drawing::default() };
        let mut numbers: FxHashMap<u64, usize> = FxHashMap::default();
        numbers.insert(graph.root(), 0);
        let mut waiting = vec![(graph.root(), 0)];
        while let Some((node, from)) = waiting.pop() {
            // Pushed in reverse order, so that the first arc is drawn first.
            let mut fresh = Vec::new();
            for arc in graph.arcs(node) {
                let known = numbers.get(&arc.target).copied().filter(|_| merged);
                let to = known.unwrap_or(drawing.columns.len());
                let label = if arc.tile == Tile::SEPARATOR { SEPARATOR.to_owned() } else { alphabet.render(&[arc.tile]) };
                drawing.arcs.push(DrawnArc { from, to, label, accepts: arc.accepts });
                if known.is_none() {
                    if drawing.columns.len() == most {
                        return Err(format!("more than {most} nodes"));
                    }
                    drawing.columns.push(0);
                    numbers.insert(arc.target, to);
                    fresh.push((arc.target, to));
                }
            }
            waiting.extend(fresh.into_iter().rev());
        }
        drawing.place()?;
        Ok(drawing)
    }

    /// The number of nodes, including the end state.
    pub fn nodes(&self) -> usize {
        self.columns.len()
    }

    /// Computes the columns in topological order.
    fn place(&mut self) -> Result<(), String> {
        let mut incoming = self.incoming();
        let mut outgoing: Vec<Vec<usize>> = vec![Vec::new(); self.nodes()];
        self.arcs.iter().for_each(|arc| outgoing[arc.from].push(arc.to));
        let mut free = vec![0];
        let mut done = 0;
        while let Some(node) = free.pop() {
            done += 1;
            for &to in &outgoing[node] {
                self.columns[to] = self.columns[to].max(self.columns[node] + 1);
                incoming[to] -= 1;
                if incoming[to] == 0 {
                    free.push(to);
                }
            }
        }
        if done == self.nodes() { Ok(()) } else { Err("the graph has a cycle".to_owned()) }
    }

    fn incoming(&self) -> Vec<usize> {
        let mut incoming = vec![0; self.nodes()];
        self.arcs.iter().for_each(|arc| incoming[arc.to] += 1);
        incoming
    }

    /// The drawing as Graphviz source, for `dot -Tsvg`.
    pub fn dot(&self) -> String {
        let mut text = String::new();
        let (accepting, shared) = (colour("series-0").light, colour("shared").light);
        let quoted = |text: &str| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""));
        let _ = writeln!(text, "digraph {} {{", quoted(&self.title));
        text.push_str("  rankdir=LR;\n  node [shape=circle, label=\"\", width=0.2, fixedsize=true];\n");
        for (node, &incoming) in self.incoming().iter().enumerate() {
            let style =
                if incoming > 1 { format!(" [style=filled, penwidth=2.5, fillcolor=\"{shared}\"]") } else { String::new() };
            let _ = writeln!(text, "  {node}{style};");
        }
        for arc in &self.arcs {
            let style = if arc.accepts { format!(", color=\"{accepting}\", penwidth=2.5") } else { String::new() };
            let _ = writeln!(text, "  {} -> {} [label={}{style}];", arc.from, arc.to, quoted(&arc.label));
        }
        text.push_str("}\n");
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::picture::witness::{Seen, is_recorded};
    use lexigraph::build::GraphKinds;
    use lexigraph::graph::GraphKind;
    use lexigraph::image::{NodeLayout, compile_in_memory};
    use lexigraph::wordlist::Words;

    const TWELVE: &str = include_str!("twelve.txt");

    /// Draws the graph of sorted English words.
    pub fn drawing_of<'a>(
        list: impl Iterator<Item = &'a str>,
        gaddag: bool,
        merged: bool,
        most: usize,
    ) -> Result<Drawing, String> {
        let alphabet = Alphabet::builtin("english").unwrap();
        let mut words = Words::new();
        for word in list {
            words.push_with(|tiles| alphabet.parse_into(word, tiles)).unwrap();
        }
        let image = compile_in_memory(&alphabet, &words, GraphKinds::Both, NodeLayout::Fast).unwrap();
        let graph = image.graph(if gaddag { GraphKind::Gaddag } else { GraphKind::Dawg }).unwrap();
        let title = if merged { "dawg of twelve.txt" } else { "trie of twelve.txt" };
        Drawing::new(&graph, &alphabet, title, merged, most)
    }

    fn drawing(merged: bool, most: usize) -> Result<Drawing, String> {
        drawing_of(TWELVE.lines(), false, merged, most)
    }

    #[test]
    fn twelve_words_before_and_after_merging() {
        let (trie, dawg) = (drawing(false, 100).unwrap(), drawing(true, 100).unwrap());
        // 14 nodes and the end state; the trie has an arc a node but the root.
        assert_eq!((trie.nodes(), trie.arcs.len()), (48, 47));
        assert_eq!((dawg.nodes(), dawg.arcs.len()), (15, 20));
        assert!(trie.incoming().iter().all(|&incoming| incoming <= 1));
        assert_eq!(trie.arcs.iter().filter(|arc| arc.accepts).count(), 12);
        assert_eq!(dawg.arcs.iter().filter(|arc| arc.accepts).count(), 2);
        assert!(dawg.arcs.iter().all(|arc| dawg.columns[arc.from] < dawg.columns[arc.to]));
        for (drawing, name) in [(trie, "trie"), (dawg, "dawg")] {
            let (svg, dot) = (drawing.svg(), drawing.dot());
            is_recorded(&format!("formats/twelve-{name}.svg"), &svg);
            assert_eq!(dot.matches("->").count(), drawing.arcs.len());
            assert!(dot.contains(&format!("digraph \"{name} of twelve.txt\"")));
            let seen = Seen::new(&svg);
            seen.is_readable();
            seen.arcs_keep_clear(drawing.nodes(), drawing.arcs.len());
            assert!(seen.says("arc that ends a word"));
        }
    }

    #[test]
    fn any_title_can_be_written() {
        let title = "a < \"b\" & \\ \u{1}".to_owned();
        let drawing = Drawing { title, ..drawing(true, 100).unwrap() };
        Seen::new(&drawing.svg()).is_readable();
        assert!(drawing.svg().contains("<title>a &lt; \"b\" &amp; \\ \u{fffd}</title>"));
        assert!(drawing.dot().contains("digraph \"a < \\\"b\\\" & \\\\ \u{1}\""));
    }

    #[test]
    fn too_much_is_refused() {
        assert_eq!(drawing(true, 14).unwrap_err(), "more than 14 nodes");
        assert!(drawing(true, 15).is_ok());
        assert!(drawing(false, 47).is_err() && drawing(false, 48).is_ok());
    }
}
