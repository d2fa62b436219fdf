//! A curve of the chance to win a game as SVG.

use super::picture::axes::{self, Axes};
use super::picture::marks;
use super::picture::scale::Scale;
use super::picture::text::{self, ASCENT, LEADING};
use super::picture::{Anchor, MARGIN, Picture, Place, TEXT, TITLE};

/// A point of the curve.
#[derive(Clone, Copy, Debug)]
pub struct Chance {
    /// The chance of the first player to win, from 0 to 1.
    pub value: f64,
    /// Half of the 95 % interval around it.
    pub margin: f64,
    /// The player on turn, 0 or 1; `None` for the end of the game.
    pub player: Option<usize>,
}

/// The size of the area between the axes in pixels.
const AREA: Place = (800.0, 260.0);
/// The space of a marker in the legend in pixels.
const SAMPLE: f64 = 22.0;
/// The greatest width of a name in the legend in pixels.
const LONGEST: f64 = 220.0;
/// The number of the series for the end.
const END: usize = 2;

/// Draws the chance of the first player to win before each turn, and at the end. The markers say who is on turn.
///
/// Takes linear time in the number of points.
pub fn chances(title: &str, names: [&str; 2], points: &[Chance]) -> String {
    let mut picture = Picture::default();
    let whole = 2.0 * MARGIN + axes::LEFT + AREA.0 + axes::RIGHT;
    let heading = text::wrapped(title, TITLE, whole - 2.0 * MARGIN, 3);
    let y = picture.lines((MARGIN, MARGIN + ASCENT * TITLE), Anchor::Start, TITLE, &heading) + 4.0;
    let mut at = MARGIN;
    for (series, name) in names.into_iter().chain(["end"]).enumerate() {
        let name = text::shortened(name, TEXT, LONGEST);
        marks::mark(&mut picture, series, (at + 8.0, y - 0.35 * TEXT));
        picture.text((at + SAMPLE, y), Anchor::Start, TEXT, &name);
        at += SAMPLE + text::width(&name, TEXT) + 24.0;
    }
    let y = y + TEXT * LEADING - ASCENT * TEXT;
    let upwards = Axes::upwards(&format!("chance of {} to win, %", names[0]), AREA.0);
    let from = (MARGIN + axes::LEFT, y + axes::above(upwards.len()));
    let to = (from.0 + AREA.0, from.1 + AREA.1);
    let last = points.len().max(2) as f64;
    // Turns are numbered from 1. The scale leaves room for the markers at its ends.
    let x = Scale::linear((0.5, last + 0.5), (from.0, to.0));
    let y = Scale::linear((-3.0, 103.0), (to.1, from.1));
    Axes { from, to, x: &x, y: &y, least: (1.0, 10.0) }.draw(&mut picture, "turn", &upwards);
    picture.line("line stroke", (from.0, y.place(50.0)), (to.0, y.place(50.0)));
    let percent = |value: f64| y.place(value.clamp(0.0, 1.0) * 100.0);
    let place = |(number, point): (usize, &Chance)| (x.place((number + 1) as f64), percent(point.value));
    let places: Vec<Place> = points.iter().enumerate().map(place).collect();
    for (point, &(at, _)) in points.iter().zip(&places).filter(|(point, _)| point.margin > 0.0) {
        let ends = [point.value - point.margin, point.value + point.margin].map(percent);
        picture.line("grid stroke middling", (at, ends[0]), (at, ends[1]));
    }
    marks::curve(&mut picture, 0, &places);
    for (point, &at) in points.iter().zip(&places) {
        marks::mark(&mut picture, point.player.unwrap_or(END), at);
    }
    let values = (1..).zip(points).map(|(turn, point)| {
        let when = point.player.map_or("end".to_owned(), |player| format!("turn {turn}, {}", names[player]));
        format!("{when}: {:.0} %", point.value * 100.0)
    });
    let values = values.collect::<Vec<_>>().join("; ");
    let description = format!("The chance of {} to win before each turn. {values}.", names[0]);
    picture.finish((whole, to.1 + axes::BELOW + MARGIN), title, &description)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::report::picture::witness::Seen;

    #[test]
    fn a_curve_marks_each_turn_and_the_end() {
        let point = |value: f64, player| Chance { value, margin: 0.05, player };
        let points = [point(0.5, Some(0)), point(0.7, Some(1)), point(1.0, None)];
        let svg = chances("Ann against Bo", ["Ann", "Bo"], &points);
        let seen = Seen::new(&svg);
        seen.is_readable();
        assert_eq!(seen.markers().count(), 3 + 3);
        assert!(["Ann against Bo", "Ann", "Bo", "end", "turn"].iter().all(|text| seen.says(text)));
        assert!(svg.contains("turn 1, Ann: 50 %; turn 2, Bo: 70 %; end: 100 %."));
        Seen::new(&chances("none", ["a", "b"], &[])).is_readable();
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]
        #[test]
        fn texts_never_overlap(
            title in "\\PC{0,200}",
            names in proptest::array::uniform2("\\PC{0,60}"),
            values in proptest::collection::vec((0.0f64..=1.0, 0.0f64..0.5, 0usize..3), 0..60),
        ) {
            let point = |&(value, margin, player): &(f64, f64, usize)| {
                Chance { value, margin, player: (player < 2).then_some(player) }
            };
            let points: Vec<Chance> = values.iter().map(point).collect();
            Seen::new(&chances(&title, names.each_ref().map(String::as_str), &points)).is_readable();
        }
    }
}
