//! A reader of pictures for tests. It parses the SVG, measures what is in it, and knows nothing of how it was laid out.
//! It takes the widths of texts from the table; `tests/page/pictures.rs` measures them in a browser.

use roxmltree::{Document, Node};

use super::labels::Area;
use super::palette;
use super::text::{self, ASCENT, DESCENT};
use super::{Place, TEXT};

/// The smallest size of texts that is easy to read, in pixels.
const SMALLEST: f64 = 11.0;

/// A shape of a picture.
struct Shape {
    classes: Vec<String>,
    /// Points on it in the order in which it is drawn; several lines if it has gaps.
    lines: Vec<Vec<Place>>,
}

/// What is seen in a picture.
pub struct Seen {
    size: Place,
    texts: Vec<(String, Area)>,
    shapes: Vec<Shape>,
    /// The middles and radii of nodes.
    nodes: Vec<(Place, f64)>,
}

impl Seen {
    /// Parses a picture, and checks its frame: a role, a title and a description, no scripts, and colours of the palette
    /// only.
    pub fn new(svg: &str) -> Seen {
        let document = Document::parse(svg).unwrap_or_else(|error| panic!("{error}: {svg}"));
        let root = document.root_element();
        let number = |node: &Node<'_, '_>, name: &str| -> f64 {
            node.attribute(name).unwrap_or_else(|| panic!("{node:?} has no {name}")).parse().unwrap()
        };
        assert_eq!(root.attribute("role"), Some("img"));
        let child = |name: &str| root.children().find(|child| child.has_tag_name(("http://www.w3.org/2000/svg", name)));
        assert!(child("title").is_some() && child("desc").is_some_and(|desc| desc.text().is_some()));
        assert!(child("style").unwrap().text().unwrap().contains("prefers-color-scheme: dark"));
        let mut seen =
            Seen { size: (number(&root, "width"), number(&root, "height")), texts: vec![], shapes: vec![], nodes: vec![] };
        for node in root.children().filter(Node::is_element) {
            let name = node.tag_name().name();
            if ["title", "desc", "style"].contains(&name) {
                continue;
            }
            let classes: Vec<String> = node.attribute("class").unwrap_or("").split_whitespace().map(str::to_owned).collect();
            // The tests of the palette prove its contrasts.
            assert!(palette::colours().any(|colour| classes[0] == colour.name), "{node:?}");
            assert!(["fill", "stroke", "style", "opacity"].iter().all(|name| node.attribute(*name).is_none()), "{node:?}");
            match name {
                "text" => {
                    assert_eq!(classes, ["ink"]);
                    let (size, text) = (number(&node, "font-size"), node.text().unwrap_or(""));
                    assert!(size >= SMALLEST, "{text} is too small");
                    let (x, y, wide) = (number(&node, "x"), number(&node, "y"), text::width(text, size));
                    let left = match node.attribute("text-anchor") {
                        None => x,
                        Some("middle") => x - wide / 2.0,
                        Some(_) => x - wide,
                    };
                    let area = Area { from: (left, y - ASCENT * size), to: (left + wide, y + DESCENT * size) };
                    if !text.trim().is_empty() {
                        seen.texts.push((text.to_owned(), area));
                    }
                }
                "path" => seen.shapes.push(Shape { classes, lines: points(node.attribute("d").unwrap()) }),
                "circle" => {
                    if classes.iter().any(|class| class == "node") {
                        seen.nodes.push(((number(&node, "cx"), number(&node, "cy")), number(&node, "r")));
                    }
                }
                "rect" => {}
                _ => panic!("{node:?} is not expected"),
            }
        }
        seen
    }

    /// `true` if a text of the picture is this one.
    pub fn says(&self, text: &str) -> bool {
        self.texts.iter().any(|(other, _)| other == text)
    }

    /// The areas of the markers.
    pub fn markers(&self) -> impl Iterator<Item = Area> + '_ {
        self.of("marker").map(|shape| {
            let ends = |of: fn(&Place) -> f64| {
                let values = || shape.lines.iter().flatten().map(of);
                (values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max))
            };
            let (x, y) = (ends(|place| place.0), ends(|place| place.1));
            Area { from: (x.0, y.0), to: (x.1, y.1) }
        })
    }

    fn of<'a>(&'a self, class: &'a str) -> impl Iterator<Item = &'a Shape> {
        self.shapes.iter().filter(move |shape| shape.classes.iter().any(|other| other == class))
    }

    /// No text lies on another one or on the marker of a point, and all are within the picture, as all shapes are.
    pub fn is_readable(&self) {
        let whole = Area { from: (0.0, 0.0), to: self.size };
        for (number, (text, area)) in self.texts.iter().enumerate() {
            assert!(whole.holds(*area), "{text:?} is outside: {area:?} of {whole:?}");
            for (other, place) in &self.texts[number + 1..] {
                assert!(!area.overlaps(*place), "{text:?} and {other:?} overlap: {area:?}, {place:?}");
            }
            for marker in self.markers() {
                assert!(!area.overlaps(marker), "{text:?} lies on a marker: {area:?}, {marker:?}");
            }
        }
        for place in self.shapes.iter().flat_map(|shape| shape.lines.iter().flatten()) {
            assert!(place.0 >= 0.0 && place.1 >= 0.0 && place.0 <= self.size.0 && place.1 <= self.size.1, "{place:?}");
        }
    }

    /// No line from a point to its label crosses another label.
    pub fn leaders_keep_clear(&self) {
        for line in self.of("leader").flat_map(|shape| shape.lines.iter()) {
            // The end is at the line's own label.
            let crossed = self.texts.iter().filter(|(_, area)| area.grown(-0.5).is_crossed((line[0], line[1])));
            assert!(crossed.count() == 0, "a line crosses a label: {line:?}");
        }
    }

    /// In a drawn graph with so many nodes and arcs: no arc touches a label, or a node but its first and its last.
    pub fn arcs_keep_clear(&self, nodes: usize, arcs: usize) {
        assert_eq!(self.nodes.len(), nodes);
        // The arc before the root is no arc of the graph.
        assert_eq!(self.of("arc").count(), arcs + 1);
        let labels: Vec<&(String, Area)> = self.texts.iter().filter(|(text, _)| text.chars().count() == 1).collect();
        assert_eq!(labels.len(), arcs);
        for (number, (at, radius)) in self.nodes.iter().enumerate() {
            for (other, more) in &self.nodes[number + 1..] {
                assert!((at.0 - other.0).hypot(at.1 - other.1) > radius + more, "nodes touch at {at:?}");
            }
            let around = Area { from: *at, to: *at }.grown(*radius);
            assert!(labels.iter().all(|(_, area)| !area.overlaps(around)), "a label lies on the node at {at:?}");
        }
        for shape in self.of("arc") {
            let (first, last) = (shape.lines[0][0], *shape.lines.last().unwrap().last().unwrap());
            for &at in shape.lines.iter().flatten() {
                let line = Area { from: at, to: at }.grown(1.2);
                for (text, area) in &labels {
                    assert!(!area.overlaps(line), "an arc crosses the label {text} at {at:?}");
                }
                for (node, radius) in &self.nodes {
                    let far = |place: Place| (place.0 - node.0).hypot(place.1 - node.1);
                    // An arc leaves its first node at the border, and its head ends at the border of its last.
                    let own = far(first) < radius + 0.2 || (far(last) < radius + 8.2 && last.1 == node.1);
                    assert!(own || far(at) > radius + 1.5, "an arc touches the node at {node:?}");
                }
            }
        }
    }
}

/// Compares a picture with the file of the repository, which a person looks at. With `LEXIGRAPH_WRITE_PICTURES` in the
/// environment, the file is written instead.
pub fn is_recorded(path: &str, svg: &str) {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    if std::env::var_os("LEXIGRAPH_WRITE_PICTURES").is_some() {
        std::fs::write(&path, svg).unwrap();
    }
    let recorded = std::fs::read_to_string(&path).unwrap();
    let hint = "run this test with LEXIGRAPH_WRITE_PICTURES=1, and look at the picture";
    assert!(recorded == svg, "{} is not what the program draws: {hint}", path.display());
}

/// Points along a path that has lines and cubic curves in absolute coordinates: twenty on each curve and each line.
fn points(data: &str) -> Vec<Vec<Place>> {
    let mut lines: Vec<Vec<Place>> = Vec::new();
    let spaced = data.replace('M', " M ").replace('L', " L ").replace('C', " C ").replace('z', " z ");
    let mut tokens = spaced.split_whitespace().peekable();
    let mut command = "";
    while let Some(&token) = tokens.peek() {
        if ["M", "L", "C", "z"].contains(&token) {
            command = token;
            tokens.next();
            if command == "z" {
                let line = lines.last_mut().unwrap();
                line.push(line[0]);
            }
            continue;
        }
        let mut place = || {
            let (x, y) = tokens.next().unwrap().split_once(',').unwrap();
            let place: Place = (x.parse().unwrap(), y.parse().unwrap());
            assert!(place.0.is_finite() && place.1.is_finite(), "{data}");
            place
        };
        if command == "M" {
            lines.push(vec![place()]);
            // Further places continue with lines.
            command = "L";
            continue;
        }
        let line = lines.last_mut().unwrap();
        let a = *line.last().unwrap();
        let controls = if command == "C" { Some((place(), place())) } else { None };
        let d = place();
        let (b, c) = controls.unwrap_or((
            (a.0 + (d.0 - a.0) / 3.0, a.1 + (d.1 - a.1) / 3.0),
            (a.0 + (d.0 - a.0) * 2.0 / 3.0, a.1 + (d.1 - a.1) * 2.0 / 3.0),
        ));
        for step in 1..=20 {
            let t = f64::from(step) / 20.0;
            let at = |a: f64, b: f64, c: f64, d: f64| {
                let s = 1.0 - t;
                s * s * s * a + 3.0 * s * s * t * b + 3.0 * s * t * t * c + t * t * t * d
            };
            line.push((at(a.0, b.0, c.0, d.0), at(a.1, b.1, c.1, d.1)));
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::picture::{Anchor, Picture};

    fn picture(draw: impl Fn(&mut Picture)) -> Seen {
        let mut picture = Picture::default();
        draw(&mut picture);
        Seen::new(&picture.finish((200.0, 100.0), "title", "description"))
    }

    #[test]
    fn a_good_picture_is_readable() {
        picture(|picture| picture.text((20.0, 50.0), Anchor::Start, TEXT, "text \u{1} & <more>")).is_readable();
    }

    #[test]
    #[should_panic(expected = "overlap")]
    fn texts_that_overlap_are_found() {
        let texts = |picture: &mut Picture| {
            picture.text((20.0, 50.0), Anchor::Start, TEXT, "text");
            picture.text((40.0, 58.0), Anchor::Middle, TEXT, "other");
        };
        picture(texts).is_readable();
    }

    #[test]
    #[should_panic(expected = "outside")]
    fn a_text_outside_is_found() {
        picture(|picture| picture.text((190.0, 50.0), Anchor::Start, TEXT, "text")).is_readable();
    }

    #[test]
    #[should_panic(expected = "crosses the label a")]
    fn an_arc_on_a_label_is_found() {
        let arc = |picture: &mut Picture| {
            picture.text((50.0, 54.0), Anchor::Middle, TEXT, "a");
            picture.path("line stroke arc", "M5.0,50.0 L10.0,50.0");
            picture.path("line stroke arc", "M20.0,40.0 C40.0,40.0 60.0,60.0 80.0,60.0");
        };
        picture(arc).arcs_keep_clear(0, 1);
    }

    #[test]
    #[should_panic(expected = "touches the node")]
    fn an_arc_on_another_node_is_found() {
        let arc = |picture: &mut Picture| {
            picture.text((50.0, 94.0), Anchor::Middle, TEXT, "a");
            picture.path("line stroke arc", "M5.0,50.0 L10.0,50.0");
            picture.path("line stroke arc", "M20.0,40.0 C40.0,40.0 60.0,60.0 80.0,60.0");
            picture.circle("ink stroke node", (50.0, 52.0), 7.0);
        };
        picture(arc).arcs_keep_clear(1, 1);
    }
}
