//! Curves of what was learned, by day, as SVG.

use lexigraph::study::{DAY, DayOfStudy, Moment};

use super::picture::axes::{self, Axes};
use super::picture::marks;
use super::picture::scale::Scale;
use super::picture::text::{self, ASCENT, LEADING};
use super::picture::{Anchor, MARGIN, Picture, Place, TEXT, TITLE};

/// The size of the area between the axes in pixels.
const AREA: Place = (640.0, 300.0);
/// The space of a marker in the legend in pixels.
const SAMPLE: f64 = 22.0;
/// The most days whose points have markers.
const MARKED: usize = 40;

/// Draws the cards that were seen and those that were known, by day.
///
/// Takes linear time in the number of days.
pub fn learned(title: &str, days: &[DayOfStudy]) -> String {
    let mut picture = Picture::default();
    let whole = 2.0 * MARGIN + axes::LEFT + AREA.0 + axes::RIGHT;
    let heading = text::wrapped(title, TITLE, whole - 2.0 * MARGIN, 3);
    let y = picture.lines((MARGIN, MARGIN + ASCENT * TITLE), Anchor::Start, TITLE, &heading) + 4.0;
    let mut at = MARGIN;
    for (series, name) in ["seen", "known"].into_iter().enumerate() {
        marks::mark(&mut picture, series, (at + 8.0, y - 0.35 * TEXT));
        picture.text((at + SAMPLE, y), Anchor::Start, TEXT, name);
        at += SAMPLE + text::width(name, TEXT) + 24.0;
    }
    let y = y + TEXT * LEADING - ASCENT * TEXT;
    let upwards = Axes::upwards("cards", AREA.0);
    let from = (MARGIN + axes::LEFT, y + axes::above(upwards.len()));
    let to = (from.0 + AREA.0, from.1 + AREA.1);
    let first = days.first().map_or(0, |day| day.day);
    let place = |of_day: &DayOfStudy| (of_day.day - first + 1) as f64;
    let last = days.last().map_or(1.0, place).max(2.0);
    let most = days.iter().map(|day| day.seen.max(day.known)).max().unwrap_or(0).max(1) as f64;
    // The scales leave room for the markers at their ends.
    let x = Scale::linear((1.0 - last * 0.02, last * 1.02), (from.0, to.0));
    let y = Scale::linear((-most * 0.03, most * 1.05), (to.1, from.1));
    let date = |day: i64| Moment(day * DAY).date();
    let across = format!("day, from {}", date(first));
    Axes { from, to, x: &x, y: &y, least: (1.0, 1.0) }.draw(&mut picture, &across, &upwards);
    let counts: [fn(&DayOfStudy) -> u64; 2] = [|day| day.seen, |day| day.known];
    for (series, count) in counts.into_iter().enumerate() {
        let point = |of_day: &DayOfStudy| (x.place(place(of_day)), y.place(count(of_day) as f64));
        let places: Vec<Place> = days.iter().map(point).collect();
        marks::curve(&mut picture, series, &places);
        if places.len() <= MARKED {
            places.iter().for_each(|&at| marks::mark(&mut picture, series, at));
        }
    }
    let end = days.last().map_or("no answers".to_owned(), |day| {
        format!("on {}, {} cards were seen and {} known", date(day.day), day.seen, day.known)
    });
    let description = format!("Cards seen and cards known (due after three weeks or more) by day: {end}.");
    picture.finish((whole, to.1 + axes::BELOW + MARGIN), title, &description)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::picture::witness::Seen;

    #[test]
    fn the_curves_are_readable_for_a_day_and_for_years() {
        for count in [0, 1, 2, 30, 900] {
            let of_day = |number: i64| {
                let seen = (number * number + 1) as u64;
                DayOfStudy { day: 20_000 + 2 * number, seen, known: seen / 2, ..DayOfStudy::default() }
            };
            let days: Vec<DayOfStudy> = (0..count).map(of_day).collect();
            let svg = learned("Cards learned", &days);
            let seen = Seen::new(&svg);
            seen.is_readable();
            let points = if days.len() <= MARKED { 2 * days.len() } else { 0 };
            assert_eq!(seen.markers().count(), 2 + points);
            assert!(["Cards learned", "seen", "known", "cards"].iter().all(|text| seen.says(text)));
        }
    }
}
