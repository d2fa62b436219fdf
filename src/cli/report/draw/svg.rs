//! A drawn graph as SVG.

use std::fmt::Write as _;

use rustc_hash::FxHashMap;

use super::layers::{self, Item};
use super::{Drawing, DrawnArc};
use crate::report::picture::text::{self, ASCENT, DESCENT, LEADING};
use crate::report::picture::{Anchor, MARGIN, Picture, TEXT, TITLE};

/// The radius of a node in pixels.
const RADIUS: f64 = 7.0;
/// The length and the half width of the head of an arc in pixels.
const HEAD: (f64, f64) = (8.0, 4.0);
/// The space of a node in its column: the half of its height.
const NODE: f64 = RADIUS + 4.0;
/// The space of an arc that passes a column.
const PASSING: f64 = 5.0;
/// The space between a label and its arc in pixels.
const BESIDE: f64 = 4.0;
/// The bounds of the space between columns in pixels, and what it grows with each pixel by which an arc rises.
const BETWEEN: (f64, f64, f64) = (16.0, 90.0, 0.16);
/// The length of the arc that marks the root in pixels.
const START: f64 = 20.0;
/// The width of a sample in the legend in pixels.
const SAMPLE: f64 = 40.0;
/// The least width of a picture in pixels, for its title and legend.
const NARROWEST: f64 = 320.0;

/// The graph with places for everything. Nodes are in even columns, labels in odd ones.
struct Layout {
    /// First the nodes, then labels and places where arcs pass.
    items: Vec<Item>,
    /// By item: its middle.
    heights: Vec<f64>,
    /// By arc: the items on its way, from its first node to its last.
    routes: Vec<Vec<usize>>,
    /// By column: its left and right end.
    columns: Vec<(f64, f64)>,
}

impl Layout {
    fn new(drawing: &Drawing) -> Layout {
        let node = |number: usize, &column: &usize| Item {
            column: 2 * column,
            half: NODE,
            seed: number as f64,
            left: vec![],
            right: vec![],
        };
        let mut items: Vec<Item> = drawing.columns.iter().enumerate().map(|(number, column)| node(number, column)).collect();
        let routes: Vec<Vec<usize>> = {
            // Arcs to the same node share their way once they have passed their labels.
            let mut shared: FxHashMap<(usize, bool, usize), usize> = FxHashMap::default();
            let add = |items: &mut Vec<Item>, column: usize, half: f64, seed: f64| {
                items.push(Item { column, half, seed, left: vec![], right: vec![] });
                items.len() - 1
            };
            let label = (ASCENT + DESCENT) * TEXT / 2.0;
            let mut route = |arc: &DrawnArc| {
                let first = 2 * drawing.columns[arc.from] + 1;
                // In the order of a tree, a label is where the node is to which its arc leads.
                let seed = if arc.to > arc.from { arc.to as f64 } else { arc.from as f64 + 0.5 };
                let mut route = vec![arc.from, add(&mut items, first, label, seed)];
                for column in first + 1..2 * drawing.columns[arc.to] {
                    let passing = shared.entry((arc.to, arc.accepts, column));
                    route.push(*passing.or_insert_with(|| add(&mut items, column, PASSING, seed)));
                }
                route.push(arc.to);
                route
            };
            drawing.arcs.iter().map(&mut route).collect()
        };
        for pair in routes.iter().flat_map(|route| route.windows(2)) {
            if !items[pair[0]].right.contains(&pair[1]) {
                items[pair[0]].right.push(pair[1]);
                items[pair[1]].left.push(pair[0]);
            }
        }
        let heights = layers::heights(&items);
        let columns = columns(drawing, &items, &heights, &routes);
        Layout { items, heights, routes, columns }
    }

    fn height(&self) -> f64 {
        self.items.iter().zip(&self.heights).map(|(item, height)| height + item.half).fold(0.0, f64::max)
    }
}

/// The ends of the columns. The space between two grows with the rise of the arcs there.
fn columns(drawing: &Drawing, items: &[Item], heights: &[f64], routes: &[Vec<usize>]) -> Vec<(f64, f64)> {
    let count = items.iter().map(|item| item.column + 1).max().unwrap_or(0);
    let mut widths: Vec<f64> = (0..count).map(|column| if column % 2 == 0 { 2.0 * RADIUS } else { 0.0 }).collect();
    for (arc, route) in drawing.arcs.iter().zip(routes) {
        let width = &mut widths[items[route[1]].column];
        *width = width.max(text::width(&arc.label, TEXT) + 2.0 * BESIDE);
    }
    let mut rises = vec![0.0f64; count];
    for (number, item) in items.iter().enumerate() {
        for &right in &item.right {
            rises[item.column] = rises[item.column].max((heights[right] - heights[number]).abs());
        }
    }
    let mut x = START;
    let (least, most, each) = BETWEEN;
    widths
        .iter()
        .zip(&rises)
        .enumerate()
        .map(|(column, (width, rise))| {
            let from = x;
            // Before a node, there is room for the heads of arcs.
            x += width + (least + each * rise).min(most) + if column % 2 == 1 { HEAD.0 } else { 0.0 };
            (from, from + width)
        })
        .collect()
}

impl Drawing {
    /// The drawing as SVG: a title, the graph, and a legend.
    pub fn svg(&self) -> String {
        let layout = Layout::new(self);
        let graph = layout.columns.last().map_or(0.0, |(_, right)| *right);
        let width = graph.max(NARROWEST) + 2.0 * MARGIN;
        let mut picture = Picture::default();
        let heading = text::wrapped(&self.title, TITLE, width - 2.0 * MARGIN, 3);
        let top = picture.lines((MARGIN, MARGIN + ASCENT * TITLE), Anchor::Start, TITLE, &heading) - ASCENT * TITLE + 8.0;
        for (arc, route) in self.arcs.iter().zip(&layout.routes) {
            layout.arc(&mut picture, arc, route, (MARGIN, top));
        }
        let incoming = self.incoming();
        let root = (MARGIN + layout.columns[0].0, top + layout.heights[0]);
        let start = root.0 - START;
        picture.line("line stroke arc", (start, root.1), (root.0 - HEAD.0, root.1));
        head(&mut picture, "line", root);
        for (node, &incoming) in incoming.iter().enumerate() {
            let (left, right) = layout.columns[layout.items[node].column];
            let at = (MARGIN + (left + right) / 2.0, top + layout.heights[node]);
            picture.circle(if incoming > 1 { "shared fill" } else { "paper fill" }, at, RADIUS);
            picture.circle(if incoming > 1 { "ink stroke thick node" } else { "ink stroke node" }, at, RADIUS);
        }
        let bottom = self.legend(&mut picture, (MARGIN, top + layout.height() + 12.0), width - 2.0 * MARGIN);
        let description = format!(
            "A graph with {} nodes and {} arcs, from left to right. {} arcs end a word; {} nodes have several incoming arcs.",
            self.nodes(),
            self.arcs.len(),
            self.arcs.iter().filter(|arc| arc.accepts).count(),
            incoming.iter().filter(|&&incoming| incoming > 1).count()
        );
        picture.finish((width, bottom + MARGIN), &self.title, &description)
    }

    /// Draws a legend of what there is, in rows. Returns its lower end.
    fn legend(&self, picture: &mut Picture, (left, top): (f64, f64), room: f64) -> f64 {
        let shared = self.incoming().iter().any(|&incoming| incoming > 1);
        let accepts = |wanted| self.arcs.iter().any(|arc| arc.accepts == wanted);
        let entries = [
            (accepts(false), "arc"),
            (accepts(true), "arc that ends a word"),
            (shared, "node with several incoming arcs"),
            (self.arcs.iter().any(|arc| arc.label == super::SEPARATOR), "◇ separator"),
        ];
        let (mut x, mut y) = (left, top + ASCENT * TEXT);
        for (number, (_, entry)) in entries.iter().enumerate().filter(|(_, (is_there, _))| *is_there) {
            let sample = if number == 3 { 0.0 } else { SAMPLE };
            let wide = sample + text::width(entry, TEXT) + 20.0;
            if x > left && x + wide > left + room + 20.0 {
                (x, y) = (left, y + TEXT * LEADING + 2.0);
            }
            let (from, to) = ((x, y - 0.35 * TEXT), (x + SAMPLE - 10.0, y - 0.35 * TEXT));
            match number {
                0 | 1 => {
                    let classes = classes(number == 1);
                    picture.line(&format!("{classes} sample"), from, (to.0 - HEAD.0, to.1));
                    head(picture, if number == 1 { "series-0" } else { "line" }, to);
                }
                2 => {
                    let middle = ((from.0 + to.0) / 2.0, to.1);
                    picture.circle("shared fill", middle, RADIUS);
                    picture.circle("ink stroke thick", middle, RADIUS);
                }
                _ => {}
            }
            picture.text((x + sample, y), Anchor::Start, TEXT, entry);
            x += wide;
        }
        y + DESCENT * TEXT
    }
}

/// The classes of the line of an arc.
fn classes(accepts: bool) -> &'static str {
    if accepts { "series-0 stroke thick" } else { "line stroke" }
}

/// Draws the head of an arc with its tip at a place.
fn head(picture: &mut Picture, colour: &str, (x, y): (f64, f64)) {
    let (long, half) = HEAD;
    let data = format!("M{x:.1},{y:.1} L{:.1},{:.1} L{:.1},{:.1} z", x - long, y - half, x - long, y + half);
    picture.path(&format!("{colour} fill"), &data);
}

impl Layout {
    /// Draws an arc with its label.
    fn arc(&self, picture: &mut Picture, arc: &DrawnArc, route: &[usize], (left, top): (f64, f64)) {
        let mut data = String::new();
        let mut from = (0.0, 0.0);
        for (number, &item) in route.iter().enumerate() {
            let column = self.columns[self.items[item].column];
            let (enters, leaves) = (left + column.0, left + column.1);
            let y = top + self.heights[item];
            if number == 0 {
                let _ = write!(data, "M{leaves:.1},{y:.1}");
                from = (leaves, y);
                continue;
            }
            let is_last = number + 1 == route.len();
            let end = if is_last { enters - HEAD.0 } else { enters };
            let half = (end - from.0) / 2.0;
            let _ = write!(data, " C{:.1},{:.1} {:.1},{y:.1} {end:.1},{y:.1}", from.0 + half, from.1, end - half);
            if number == 1 {
                // The label is a gap in its arc.
                let middle = (enters + leaves) / 2.0;
                let gap = text::width(&arc.label, TEXT) / 2.0 + BESIDE - 1.0;
                let _ = write!(data, " L{:.1},{y:.1} M{:.1},{y:.1}", middle - gap, middle + gap);
                let baseline = y + (ASCENT - DESCENT) / 2.0 * TEXT;
                picture.text((middle, baseline), Anchor::Middle, TEXT, &arc.label);
            }
            if !is_last {
                let _ = write!(data, " L{leaves:.1},{y:.1}");
            }
            from = (leaves, y);
        }
        picture.path(&format!("{} arc", classes(arc.accepts)), &data);
        let to = route[route.len() - 1];
        let column = self.columns[self.items[to].column];
        head(picture, if arc.accepts { "series-0" } else { "line" }, (left + column.0, top + self.heights[to]));
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::tests::drawing_of;
    use crate::report::picture::witness::Seen;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(16))]
        #[test]
        fn arcs_keep_clear_of_labels_and_of_other_nodes(
            words in proptest::collection::btree_set("[A-D]{1,6}|[A-Z]{1,12}|[AEIRST]{2,9}", 1..14),
        ) {
            for (gaddag, merged) in [(false, false), (false, true), (true, true)] {
                let drawing = drawing_of(words.iter().map(String::as_str), gaddag, merged, 5000).unwrap();
                let seen = Seen::new(&drawing.svg());
                seen.is_readable();
                seen.arcs_keep_clear(drawing.nodes(), drawing.arcs.len());
            }
        }
    }

    #[test]
    fn words_of_every_letter_fan_out() {
        let letters: Vec<String> = ('A'..='Z').map(String::from).collect();
        let drawing = drawing_of(letters.iter().map(String::as_str), false, true, 100).unwrap();
        let seen = Seen::new(&drawing.svg());
        seen.is_readable();
        seen.arcs_keep_clear(2, 26);
    }
}
