//! Pictures of small graphs.
//!
//! The column of a node is the length of the longest path to it, so every arc points to the right. Within a column,
//! nodes are placed near their parents, so that few arcs cross. Accepting arcs are thick and coloured. Nodes with
//! several incoming arcs, which show what merging saves, are filled.

use std::fmt::Write as _;

use rustc_hash::FxHashMap;

use lexigraph::alphabet::{Alphabet, Tile};
use lexigraph::graph::WordGraph;
use lexigraph::image::ErasedGraph;

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
                let label = if arc.tile == Tile::SEPARATOR { "◇".to_owned() } else { alphabet.render(&[arc.tile]) };
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
        let quoted = |text: &str| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""));
        let _ = writeln!(text, "digraph {} {{", quoted(&self.title));
        text.push_str("  rankdir=LR;\n  node [shape=circle, label=\"\", width=0.2, fixedsize=true];\n");
        for (node, &incoming) in self.incoming().iter().enumerate() {
            let style = if incoming > 1 { " [style=filled, fillcolor=\"#ffd580\"]" } else { "" };
            let _ = writeln!(text, "  {node}{style};");
        }
        for arc in &self.arcs {
            let style = if arc.accepts { ", color=\"#c0392b\", fontcolor=\"#c0392b\", penwidth=2.5" } else { "" };
            let _ = writeln!(text, "  {} -> {} [label={}{style}];", arc.from, arc.to, quoted(&arc.label));
        }
        text.push_str("}\n");
        text
    }

    /// The drawing as SVG 1.1, without scripts or embedded fonts.
    pub fn svg(&self) -> String {
        const WIDE: f64 = 70.0;
        const HIGH: f64 = 34.0;
        const MARGIN: f64 = 30.0;
        let rows = self.rows();
        let at = |node: usize| (MARGIN + self.columns[node] as f64 * WIDE, MARGIN + 20.0 + rows[node] * HIGH);
        let most = |values: &mut dyn Iterator<Item = f64>| values.fold(0.0, f64::max);
        let width = most(&mut (0..self.nodes()).map(|node| at(node).0)) + MARGIN;
        let height = most(&mut (0..self.nodes()).map(|node| at(node).1)) + MARGIN + 20.0;
        let escaped = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        let mut svg = String::new();
        let _ = writeln!(
            svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
             viewBox=\"0 0 {width:.0} {height:.0}\" font-family=\"sans-serif\" font-size=\"13\">"
        );
        let _ = writeln!(svg, "<title>{}</title>", escaped(&self.title));
        svg.push_str("<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n");
        for (color, id) in [("#555", "arc"), ("#c0392b", "end")] {
            let _ = writeln!(
                svg,
                "<marker id=\"{id}\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" \
                 markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path d=\"M0,0 L8,4 L0,8 z\" fill=\"{color}\"/></marker>"
            );
        }
        // Parallel arcs are bent apart.
        let mut beside: FxHashMap<(usize, usize), usize> = FxHashMap::default();
        for arc in &self.arcs {
            let ((x1, y1), (x2, y2)) = (at(arc.from), at(arc.to));
            let number = beside.entry((arc.from, arc.to)).or_insert(0);
            let side = if number.is_multiple_of(2) { 1.0 } else { -1.0 };
            let mut bend = side * number.div_ceil(2) as f64 * 36.0;
            // Round a node that lies on the way.
            let in_the_way = |node: usize| {
                let (x, y) = at(node);
                x > x1 && x < x2 && (y1 + (y2 - y1) * (x - x1) / (x2 - x1) - y).abs() < 14.0
            };
            if (0..self.nodes()).any(in_the_way) {
                bend -= 30.0 + 15.0 * (self.columns[arc.to] - self.columns[arc.from]) as f64;
            }
            *number += 1;
            let (color, stroke, marker) = if arc.accepts { ("#c0392b", 2.5, "end") } else { ("#555", 1.2, "arc") };
            let length = ((x2 - x1).powi(2) + (y2 - y1).powi(2)).sqrt().max(1.0);
            let (dx, dy) = ((x2 - x1) / length * 9.0, (y2 - y1) / length * 9.0);
            let (mx, my) = ((x1 + x2) / 2.0, (y1 + y2) / 2.0 + bend);
            let _ = writeln!(
                svg,
                "<path d=\"M{:.1},{:.1} Q{mx:.1},{my:.1} {:.1},{:.1}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"{stroke}\" \
                 marker-end=\"url(#{marker})\"/>",
                x1 + dx,
                y1 + dy,
                x2 - dx,
                y2 - dy
            );
            // The middle of the curve, on a patch that keeps crossing arcs off the letter.
            let (lx, ly) = (x1 / 4.0 + mx / 2.0 + x2 / 4.0, y1 / 4.0 + my / 2.0 + y2 / 4.0);
            let weight = if arc.accepts { " font-weight=\"bold\"" } else { "" };
            let _ = writeln!(
                svg,
                "<circle cx=\"{lx:.1}\" cy=\"{ly:.1}\" r=\"8\" fill=\"white\" fill-opacity=\"0.85\"/>\
                 <text x=\"{lx:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"{color}\"{weight}>{}</text>",
                ly + 4.5,
                escaped(&arc.label)
            );
        }
        for (node, &incoming) in self.incoming().iter().enumerate() {
            let (x, y) = at(node);
            let fill = if incoming > 1 { "#ffd580" } else { "white" };
            let _ = writeln!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"7\" fill=\"{fill}\" stroke=\"black\"/>");
        }
        svg.push_str("</svg>\n");
        svg
    }

    /// By node: its row. Each column is sorted by where the nodes before it lie, and its nodes get rows of their own.
    fn rows(&self) -> Vec<f64> {
        let mut parents: Vec<Vec<usize>> = vec![Vec::new(); self.nodes()];
        self.arcs.iter().for_each(|arc| parents[arc.to].push(arc.from));
        let depth = self.columns.iter().max().map_or(0, |&most| most + 1);
        let mut by_column: Vec<Vec<usize>> = vec![Vec::new(); depth];
        (0..self.nodes()).for_each(|node| by_column[self.columns[node]].push(node));
        let mut rows = vec![0.0; self.nodes()];
        let widest = by_column.iter().map(Vec::len).max().unwrap_or(1) as f64;
        for column in &mut by_column {
            let wish = |node: usize, rows: &[f64]| {
                let sum: f64 = parents[node].iter().map(|&parent| rows[parent]).sum();
                sum / parents[node].len().max(1) as f64
            };
            column.sort_by(|&a, &b| wish(a, &rows).total_cmp(&wish(b, &rows)).then(a.cmp(&b)));
            // Spread evenly over the height of the widest column.
            let step = widest / column.len() as f64;
            for (position, &node) in column.iter().enumerate() {
                rows[node] = (position as f64 + 0.5) * step - 0.5;
            }
        }
        rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lexigraph::build::GraphKinds;
    use lexigraph::image::{NodeLayout, compile_in_memory};
    use lexigraph::wordlist::Words;

    fn drawing(merged: bool, most: usize) -> Result<Drawing, String> {
        let alphabet = Alphabet::builtin("english").unwrap();
        let mut words = Words::new();
        for word in include_str!("twelve.txt").lines() {
            words.push_with(|tiles| alphabet.parse_into(word, tiles)).unwrap();
        }
        let image = compile_in_memory(&alphabet, &words, GraphKinds::Dawg, NodeLayout::Fast).unwrap();
        Drawing::new(&image.dawg().unwrap(), &alphabet, "a < \"b\"", merged, most)
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
        for drawing in [trie, dawg] {
            let (svg, dot) = (drawing.svg(), drawing.dot());
            assert_eq!(svg.matches("<text").count(), drawing.arcs.len());
            assert_eq!(dot.matches("->").count(), drawing.arcs.len());
            assert!(svg.contains("<title>a &lt; \"b\"</title>") && dot.contains("digraph \"a < \\\"b\\\"\""));
        }
    }

    #[test]
    fn too_much_is_refused() {
        assert_eq!(drawing(true, 14).unwrap_err(), "more than 14 nodes");
        assert!(drawing(true, 15).is_ok());
        assert!(drawing(false, 47).is_err() && drawing(false, 48).is_ok());
    }
}
