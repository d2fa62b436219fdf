//! Histograms of the margins of games as SVG.

use std::collections::BTreeMap;

use super::picture::axes::{self, Axes};
use super::picture::scale::Scale;
use super::picture::text::{self, ASCENT, LEADING};
use super::picture::{Anchor, MARGIN, Picture, Place, TEXT, TITLE};

/// The approximate number of bars.
const BARS: i64 = 40;
/// The size of the area between the axes in pixels.
const AREA: Place = (800.0, 380.0);

/// Draws a histogram of integers, given the frequency of each. A labelled line marks the mean.
///
/// Takes linear time in the number of different integers.
pub fn histogram(title: &str, across: &str, counts: &BTreeMap<i32, u64>) -> String {
    let end = |number: Option<&i32>| number.map_or(0, |&number| i64::from(number));
    let (least, most) = (end(counts.keys().next()), end(counts.keys().last()));
    let width = bar_width(least, most);
    let mut bars: BTreeMap<i64, f64> = BTreeMap::new();
    for (&number, &count) in counts {
        *bars.entry(i64::from(number).div_euclid(width)).or_default() += count as f64;
    }
    let total: f64 = bars.values().sum();
    let mean = counts.iter().map(|(&number, &count)| f64::from(number) * count as f64).sum::<f64>() / total.max(1.0);
    let highest = bars.values().copied().fold(1.0, f64::max);

    let mut picture = Picture::default();
    let whole = 2.0 * MARGIN + axes::LEFT + AREA.0 + axes::RIGHT;
    let heading = text::wrapped(title, TITLE, whole - 2.0 * MARGIN, 3);
    let y = picture.lines((MARGIN, MARGIN + ASCENT * TITLE), Anchor::Start, TITLE, &heading) - ASCENT * TITLE;
    let upwards = Axes::upwards("games", AREA.0);
    // The label of the mean is on a line of its own between the title of the axis and the area.
    let from = (MARGIN + axes::LEFT, y + axes::above(upwards.len()) + TEXT * LEADING);
    let to = (from.0 + AREA.0, from.1 + AREA.1);
    let ends = (least.div_euclid(width) * width, (most.div_euclid(width) + 1) * width);
    let x = Scale::linear((ends.0 as f64, ends.1 as f64), (from.0, to.0));
    let y = Scale::linear((0.0, highest * 1.05), (to.1, from.1));
    for (&bar, &count) in bars.iter().filter(|(_, count)| **count > 0.0) {
        let corners = [bar * width, (bar + 1) * width].map(|value| x.place(value as f64));
        picture.rectangle("series-0 fill", (corners[0] + 0.5, y.place(count)), (corners[1] - 0.5, to.1));
    }
    // Above the bars, the axes with room for the label.
    let raised = Axes { from: (from.0, from.1 - TEXT * LEADING), to, x: &x, y: &y, least: (1.0, 1.0) };
    raised.draw(&mut picture, across, &upwards);
    if ends.0 < 0 && ends.1 > 0 {
        picture.line("line stroke", (x.place(0.0), to.1), (x.place(0.0), from.1));
    }
    if total > 0.0 {
        let label = format!("mean {mean:+.1}").replace('-', "−");
        let half = text::width(&label, TEXT) / 2.0;
        let at = x.place(mean);
        picture.line("paper stroke thick", (at, to.1), (at, from.1));
        picture.line("series-1 stroke thick", (at, to.1), (at, from.1));
        picture.text((at.clamp(from.0 + half, to.0 - half), from.1 - 5.0), Anchor::Middle, TEXT, &label);
    }
    let description = format!(
        "Games by {across}, in bars that are {width} wide, from {least} to {most}. The mean of {total:.0} is {mean:+.1}."
    );
    picture.finish((whole, to.1 + axes::BELOW + MARGIN), title, &description)
}

/// The width of a bar (1, 2, 5, 10, 20, 50 and so on) that gives about [`BARS`] bars.
fn bar_width(least: i64, most: i64) -> i64 {
    let wanted = (most - least).max(1) / BARS;
    let mut power = 1;
    loop {
        for step in [1, 2, 5] {
            if step * power > wanted {
                return step * power;
            }
        }
        power *= 10;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::report::picture::witness::Seen;

    #[test]
    fn a_histogram_is_drawn_of_any_counts() {
        let counts = BTreeMap::from([(-120, 3), (0, 5), (7, 1), (380, 2)]);
        let seen = Seen::new(&histogram("first against second", "margin", &counts));
        seen.is_readable();
        for text in ["first against second", "margin", "games", "mean +37.0"] {
            assert!(seen.says(text), "{text}");
        }
        Seen::new(&histogram("none", "margin", &BTreeMap::new())).is_readable();
        assert_eq!((bar_width(0, 39), bar_width(-500, 500), bar_width(0, 4000)), (1, 50, 200));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]
        #[test]
        fn texts_never_overlap(
            title in "\\PC{0,200}",
            few in proptest::collection::btree_map(-600i32..600, 0u64..200, 0..30),
            many in proptest::collection::btree_map(any::<i32>(), any::<u64>(), 0..30),
        ) {
            Seen::new(&histogram(&title, "margin, points", &few)).is_readable();
            Seen::new(&histogram(&title, "margin, points", &many)).is_readable();
        }
    }
}
