//! Markers and dashes, which tell series apart without colour.

use super::palette::SERIES;
use super::{Picture, Place};

/// The dashes of curves by number, as SVG has them.
pub const DASHES: [&str; 4] = ["", "7 3", "2 3", "9 3 2 3"];

/// The half of a marker's width in pixels, with its line.
pub const RADIUS: f64 = 6.5;

/// Corners of the shapes of markers.
const SHAPES: [&[Place]; 5] = [
    // An octagon: at this size a circle.
    &[(5.1, -2.1), (2.1, -5.1), (-2.1, -5.1), (-5.1, -2.1), (-5.1, 2.1), (-2.1, 5.1), (2.1, 5.1), (5.1, 2.1)],
    &[(-4.5, -4.5), (4.5, -4.5), (4.5, 4.5), (-4.5, 4.5)],
    &[(0.0, -5.5), (5.5, 4.5), (-5.5, 4.5)],
    &[(0.0, -6.0), (5.0, 0.0), (0.0, 6.0), (-5.0, 0.0)],
    &[(0.0, 5.5), (5.5, -4.5), (-5.5, -4.5)],
];

/// The class of the colour of a series.
pub fn colour(series: usize) -> String {
    format!("series-{}", series % SERIES)
}

/// Draws the marker of a series: thirty differ in shape or colour; further ones are hollow.
pub fn mark(picture: &mut Picture, series: usize, (x, y): Place) {
    let hollow = series / (SHAPES.len() * SERIES) % 2 == 1;
    let corners: Vec<String> =
        SHAPES[series % SHAPES.len()].iter().map(|(dx, dy)| format!("{:.1},{:.1}", x + dx, y + dy)).collect();
    let data = format!("M{} z", corners.join(" L"));
    picture.path(if hollow { "paper fill" } else { "paper stroke thick" }, &data);
    let painted = if hollow { "stroke middling" } else { "fill" };
    picture.path(&format!("{} {painted} marker", colour(series)), &data);
}

/// Draws the line of a series through points.
pub fn curve(picture: &mut Picture, series: usize, points: &[Place]) {
    let points: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    if points.len() > 1 {
        let dashes = series % DASHES.len();
        picture.path(&format!("{} stroke middling dashes-{dashes}", colour(series)), &format!("M{}", points.join(" L")));
    }
}
