//! Curves on logarithmic axes as SVG.

use super::picture::axes::{self, Axes};
use super::picture::marks;
use super::picture::scale::{Scale, is_positive};
use super::picture::text::{self, ASCENT, LEADING};
use super::picture::{Anchor, MARGIN, Picture, Place, TEXT, TITLE};

/// A curve.
#[derive(Clone, Debug)]
pub struct Curve {
    /// Its name in the legend.
    pub label: String,
    /// Its points by ascending x; others than positive ones are left out.
    pub points: Vec<(f64, f64)>,
}

/// Curves on the same axes. All panels have curves of the same names.
#[derive(Clone, Debug)]
pub struct Panel {
    /// The title of the axis upwards.
    pub upwards: String,
    /// The curves.
    pub curves: Vec<Curve>,
}

/// The size of the area between the axes of a panel in pixels.
const AREA: Place = (420.0, 380.0);
/// The space of a sample in the legend in pixels.
const SAMPLE: f64 = 50.0;
/// The greatest width of a name in the legend in pixels.
const LONGEST: f64 = 200.0;

/// Draws panels side by side, with one legend at the right.
///
/// Takes linear time in the number of points.
pub fn curves(title: &str, across: &str, panels: &[Panel]) -> String {
    let names: Vec<String> = panels.first().map_or(&[][..], |panel| &panel.curves).iter().map(name).collect();
    let legend = names.iter().map(|name| SAMPLE + text::width(name, TEXT)).fold(0.0, f64::max);
    let each = axes::LEFT + AREA.0 + axes::RIGHT;
    let width = 2.0 * MARGIN + (each * panels.len() as f64 + legend).max(300.0);
    let mut picture = Picture::default();
    let heading = text::wrapped(title, TITLE, width - 2.0 * MARGIN, 3);
    let y = picture.lines((MARGIN, MARGIN + ASCENT * TITLE), Anchor::Start, TITLE, &heading) - ASCENT * TITLE;
    let upwards: Vec<Vec<String>> =
        panels.iter().map(|panel| Axes::upwards(&panel.upwards, axes::LEFT + AREA.0 - axes::RIGHT)).collect();
    let top = y + axes::above(upwards.iter().map(Vec::len).max().unwrap_or(0));
    for (number, (panel, upwards)) in panels.iter().zip(&upwards).enumerate() {
        chart(&mut picture, (MARGIN + axes::LEFT + each * number as f64, top), across, panel, upwards);
    }
    let place = (MARGIN + each * panels.len() as f64, top + TEXT);
    for (number, name) in names.iter().enumerate() {
        let y = place.1 + number as f64 * (TEXT * LEADING + 4.0);
        let middle = y - 0.35 * TEXT;
        marks::curve(&mut picture, number, &[(place.0, middle), (place.0 + SAMPLE - 10.0, middle)]);
        marks::mark(&mut picture, number, (place.0 + SAMPLE / 2.0 - 5.0, middle));
        picture.text((place.0 + SAMPLE, y), Anchor::Start, TEXT, name);
    }
    let legend_end = place.1 + names.len() as f64 * (TEXT * LEADING + 4.0);
    let bottom = (top + AREA.1 + axes::BELOW).max(legend_end);
    let ends = panels.iter().flat_map(|panel| {
        panel.curves.iter().map(move |curve| {
            let end = |point: Option<&(f64, f64)>| point.map_or("–".to_owned(), |(x, y)| format!("{y:.3} at {x:.0}"));
            format!("{}, {}: {} to {}", panel.upwards, curve.label, end(curve.points.first()), end(curve.points.last()))
        })
    });
    let description = format!("Curves by {across}. {}.", ends.collect::<Vec<_>>().join("; "));
    picture.finish((width, bottom + MARGIN), title, &description)
}

fn name(curve: &Curve) -> String {
    text::shortened(&curve.label, TEXT, LONGEST)
}

fn chart(picture: &mut Picture, origin: Place, across: &str, panel: &Panel, upwards: &[String]) {
    let shown = |curve: &Curve| {
        let points = curve.points.iter().copied();
        points.filter(|&(x, y)| is_positive(x) && is_positive(y)).collect::<Vec<_>>()
    };
    let lines: Vec<Vec<(f64, f64)>> = panel.curves.iter().map(shown).collect();
    let all = || lines.iter().flatten();
    let end = (origin.0 + AREA.0, origin.1 + AREA.1);
    let x = Scale::logarithmic(all().map(|point| point.0), (origin.0, end.0));
    let y = Scale::logarithmic(all().map(|point| point.1), (end.1, origin.1));
    Axes { from: origin, to: end, x: &x, y: &y, least: (0.0, 0.0) }.draw(picture, across, upwards);
    let places: Vec<Vec<Place>> =
        lines.iter().map(|line| line.iter().map(|point| (x.place(point.0), y.place(point.1))).collect()).collect();
    places.iter().enumerate().for_each(|(number, line)| marks::curve(picture, number, line));
    for (number, line) in places.iter().enumerate() {
        line.iter().for_each(|&at| marks::mark(picture, number, at));
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::report::picture::witness::Seen;

    fn panel(upwards: &str, names: &[String], points: &[(f64, f64)]) -> Panel {
        let curve = |name: &String| Curve { label: name.clone(), points: points.to_vec() };
        Panel { upwards: upwards.to_owned(), curves: names.iter().map(curve).collect() }
    }

    #[test]
    fn curves_have_a_legend_and_axes() {
        let names: Vec<String> = (0..11).map(|at| format!("c{at}")).collect();
        let points = [(1e4, 0.01), (1e6, 2.0), (1e7, 0.0)];
        let svg = curves("growth", "keys", &[panel("seconds", &names, &points), panel("bytes", &names, &points)]);
        let seen = Seen::new(&svg);
        seen.is_readable();
        for text in ["growth", "keys", "seconds", "bytes", "c0", "c10"] {
            assert!(seen.says(text), "{text}");
        }
        // A marker for each positive point, and one in the legend.
        assert_eq!(seen.markers().count(), 2 * 11 * 2 + 11);
        Seen::new(&curves("none", "x", &[])).is_readable();
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]
        #[test]
        fn texts_never_overlap(
            title in "\\PC{0,200}",
            upwards in "[a-z ]{0,120}",
            names in proptest::collection::vec("\\PC{0,50}", 0..30),
            points in proptest::collection::vec((-310i32..309, -310i32..309), 0..12),
            narrow in any::<bool>(),
        ) {
            let value = |power: i32| if narrow { 5.0 + f64::from(power) / 1000.0 } else { 10f64.powi(power) };
            let points: Vec<(f64, f64)> = points.iter().map(|&(x, y)| (value(x), value(y))).collect();
            let panels = [panel(&upwards, &names, &points), panel("seconds", &names, &points)];
            Seen::new(&curves(&title, &upwards, &panels)).is_readable();
        }
    }
}
