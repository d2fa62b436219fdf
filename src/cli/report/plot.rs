//! Scatter plots on logarithmic axes as SVG.

use super::picture::axes::{self, Axes};
use super::picture::labels::{self, Area, Label};
use super::picture::marks::{self, RADIUS};
use super::picture::scale::{Scale, is_positive};
use super::picture::text::{self, ASCENT, DESCENT, LEADING};
use super::picture::{Anchor, MARGIN, Picture, Place, TEXT, TITLE};

/// A point of a plot.
#[derive(Clone, Debug)]
pub struct Point {
    /// The text beside it.
    pub label: String,
    /// Its x value; positive.
    pub x: f64,
    /// Its y value; positive.
    pub y: f64,
    /// The number of its group.
    pub group: usize,
}

/// The size of the area between the axes in pixels. It is larger if the labels need more room.
const AREA: Place = (800.0, 500.0);
/// The factor by which an area grows that has too little room.
const GROWTH: f64 = 1.2;
/// From this factor on, the lines to labels may cross.
const CROWDED: f64 = 2.5;
/// The greatest width of a label in pixels; the end of a longer one is left out.
const LONGEST: f64 = 260.0;
/// Markers that are closer than this many pixels look like one, and share a label.
const SAME: f64 = 2.5;

/// Draws labelled points of several groups on two logarithmic axes. Points with a value that is not positive are named
/// below the plot. There is a legend if points of more than one group are given.
///
/// Takes quadratic time in the number of points.
pub fn scatter(title: &str, across: &str, upwards: &str, groups: &[&str], points: &[Point]) -> String {
    let (shown, hidden): (Vec<&Point>, Vec<&Point>) =
        points.iter().partition(|point| is_positive(point.x) && is_positive(point.y));
    let mut factor = 1.0;
    let plot = loop {
        match Plot::new((AREA.0 * factor, AREA.1 * factor), &shown, factor >= CROWDED) {
            Some(plot) => break plot,
            None => factor *= GROWTH,
        }
    };
    let mut picture = Picture::default();
    let width = plot.size.0 + axes::LEFT + axes::RIGHT + 2.0 * MARGIN;
    let heading = text::wrapped(title, TITLE, width - 2.0 * MARGIN, 3);
    let mut y = picture.lines((MARGIN, MARGIN + ASCENT * TITLE), Anchor::Start, TITLE, &heading);
    let used: Vec<usize> = (0..groups.len()).filter(|&group| shown.iter().any(|point| point.group == group)).collect();
    if used.len() > 1 {
        y = legend(&mut picture, groups, &used, y + 4.0, width);
    }
    let upwards_lines = Axes::upwards(upwards, plot.size.0);
    let origin = (MARGIN + axes::LEFT, y - ASCENT * TEXT + axes::above(upwards_lines.len()));
    plot.draw(&mut picture, origin, across, &upwards_lines);
    let mut bottom = origin.1 + plot.size.1 + axes::BELOW;
    if !hidden.is_empty() {
        let names: Vec<&str> = hidden.iter().map(|point| &*point.label).collect();
        let note = format!("Not shown, as a value is not positive: {}", names.join(", "));
        let lines = text::wrapped(&note, TEXT, width - 2.0 * MARGIN, 3);
        bottom = picture.lines((MARGIN, bottom + ASCENT * TEXT), Anchor::Start, TEXT, &lines) - ASCENT * TEXT;
    }
    let values = points.iter().map(|point| format!("{}: {:.4}, {:.4}", point.label, point.x, point.y));
    let description = format!("Points by {across} and {upwards}. {}.", values.collect::<Vec<_>>().join("; "));
    picture.finish((width, bottom + MARGIN), title, &description)
}

/// Draws a legend in rows. Returns the baseline below it.
fn legend(picture: &mut Picture, groups: &[&str], used: &[usize], y: f64, width: f64) -> f64 {
    let mut at = (MARGIN, y);
    for &group in used {
        let text = text::shortened(groups[group], TEXT, width - 2.0 * MARGIN - 40.0);
        let wide = 22.0 + text::width(&text, TEXT) + 24.0;
        if at.0 > MARGIN && at.0 + wide > width {
            at = (MARGIN, at.1 + TEXT * LEADING);
        }
        marks::mark(picture, group, (at.0 + 8.0, at.1 - 0.35 * TEXT));
        picture.text((at.0 + 22.0, at.1), Anchor::Start, TEXT, &text);
        at.0 += wide;
    }
    at.1 + TEXT * LEADING + 6.0
}

/// The points and labels of a plot, within the area between the axes.
struct Plot {
    size: Place,
    x: Scale,
    y: Scale,
    /// The places of the points, with their groups.
    points: Vec<(Place, usize)>,
    /// The labels, line by line.
    labels: Vec<(Vec<String>, Label)>,
}

impl Plot {
    /// Places labels. `None` if there is no room for them.
    fn new(size: Place, points: &[&Point], cross: bool) -> Option<Plot> {
        let x = Scale::logarithmic(points.iter().map(|point| point.x), (0.0, size.0));
        let y = Scale::logarithmic(points.iter().map(|point| point.y), (size.1, 0.0));
        let mut shared: Vec<(Place, Vec<String>)> = Vec::new();
        let mut places = Vec::new();
        for point in points {
            let at = (x.place(point.x), y.place(point.y));
            let label = text::shortened(&point.label, TEXT, LONGEST);
            places.push((at, point.group));
            match shared.iter_mut().find(|(other, _)| (other.0 - at.0).hypot(other.1 - at.1) < SAME) {
                Some((_, lines)) => lines.push(label),
                None => shared.push((at, vec![label])),
            }
        }
        let extents: Vec<(Place, Place)> = shared
            .iter()
            .map(|(at, lines)| {
                let width = lines.iter().map(|line| text::width(line, TEXT)).fold(0.0, f64::max);
                let height = (ASCENT + DESCENT) * TEXT + (lines.len() as f64 - 1.0) * LEADING * TEXT;
                (*at, (width, height))
            })
            .collect();
        // Labels and markers stay inside of the area, clear of the axes.
        let within = Area { from: (RADIUS, 0.0), to: (size.0, size.1 - RADIUS) };
        let labels = labels::place(within, &extents, cross)?;
        let labels = shared.into_iter().map(|(_, lines)| lines).zip(labels).collect();
        Some(Plot { size, x, y, points: places, labels })
    }

    /// Draws the plot with its left upper corner at `origin`.
    fn draw(&self, picture: &mut Picture, origin: Place, across: &str, upwards: &[String]) {
        let moved = |(x, y): Place| (origin.0 + x, origin.1 + y);
        let (x, y) = (self.x.moved(origin.0), self.y.moved(origin.1));
        let axes = Axes { from: origin, to: moved(self.size), x: &x, y: &y, least: (0.0, 0.0) };
        axes.draw(picture, across, upwards);
        for (_, label) in &self.labels {
            if let Some((from, to)) = label.leader {
                picture.line("line stroke leader", moved(from), moved(to));
            }
        }
        for &(at, group) in &self.points {
            marks::mark(picture, group, moved(at));
        }
        for (lines, label) in &self.labels {
            let ((left, top), (right, _)) = (moved(label.area.from), moved(label.area.to));
            let x = match label.anchor {
                Anchor::Start => left,
                Anchor::Middle => (left + right) / 2.0,
                Anchor::End => right,
            };
            picture.lines((x, top + ASCENT * TEXT), label.anchor, TEXT, lines);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::report::picture::witness::Seen;

    fn point(label: &str, x: f64, y: f64, group: usize) -> Point {
        Point { label: label.to_owned(), x, y, group }
    }

    fn check(points: &[Point]) -> Seen {
        let svg = scatter("a list: 12 words", "bytes per word", "nanoseconds", &["ours", "others"], points);
        let seen = Seen::new(&svg);
        seen.is_readable();
        let shown = || points.iter().filter(|point| is_positive(point.x) && is_positive(point.y));
        let used = (0..2).filter(|&group| shown().any(|point| point.group == group)).count();
        assert_eq!(seen.markers().count(), shown().count() + if used > 1 { 2 } else { 0 });
        seen
    }

    #[test]
    fn a_plot_names_its_points_and_axes() {
        let seen = check(&[point("small", 2.0, 80.0, 0), point("fast", 2.4, 20.0, 1), point("list", 2.4, 20.0, 1)]);
        for text in ["a list: 12 words", "bytes per word", "nanoseconds", "small", "fast", "list", "ours", "others"] {
            assert!(seen.says(text), "{text}");
        }
        check(&[]);
        assert!(check(&[point("null", 0.0, 1.0, 0)]).says("Not shown, as a value is not positive: null"));
    }

    #[test]
    fn thirty_equal_points_are_named() {
        let points: Vec<Point> = (0..30).map(|at| point(&format!("point {at}"), 3.0, 4.0, at % 2)).collect();
        let seen = check(&points);
        assert!(points.iter().all(|point| seen.says(&point.label)));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]
        #[test]
        fn labels_never_overlap(
            points in proptest::collection::vec(("\\PC{0,12}|[a-z-]{1,60}", 0usize..7, 0usize..7, 0usize..2), 0..31),
            spread in 0usize..3,
        ) {
            let values = [
                [2.0, 2.02, 2.1, 2.3, 2.0, 2.5, 2.05],
                [0.01, 1.0, 3.0, 3.0, 900.0, 1e6, 1e6],
                [1e-300, 1e300, f64::MIN_POSITIVE, f64::MAX, f64::NAN, -1.0, 1.0],
            ][spread];
            let points: Vec<Point> =
                points.iter().map(|(label, x, y, group)| point(label, values[*x], values[*y], *group)).collect();
            check(&points);
        }

        #[test]
        fn clouds_of_points_are_readable(
            points in proptest::collection::vec(("[a-z-]{3,16}", 1.0f64..1.6, 10.0f64..30.0, 0usize..2), 1..31),
        ) {
            let points: Vec<Point> = points.iter().map(|(label, x, y, group)| point(label, *x, *y, *group)).collect();
            check(&points);
        }
    }
}
