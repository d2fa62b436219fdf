//! Axes with their titles, ticks and lines.

use super::scale::{Scale, Tick};
use super::text::{self, ASCENT, LEADING};
use super::{Anchor, Picture, Place, TEXT};

/// The size of the labels of ticks in pixels.
const SMALL: f64 = 13.0;

/// Two axes and the area between them.
pub struct Axes<'a> {
    /// The corner of the area at the left and top.
    pub from: Place,
    /// The corner of the area at the right and bottom.
    pub to: Place,
    /// The scale across.
    pub x: &'a Scale,
    /// The scale upwards.
    pub y: &'a Scale,
    /// The least distances of the ticks, see [`Scale::ticks`].
    pub least: (f64, f64),
}

/// The space of the labels of ticks at the left of an area, in pixels.
pub const LEFT: f64 = 76.0;
/// The space of the half of a label of a tick that may be at the right of an area, in pixels.
pub const RIGHT: f64 = 26.0;
/// The space of labels and title below an area, in pixels.
pub const BELOW: f64 = 34.0 + 2.0 * TEXT * LEADING;
/// The space of the title above an area, in pixels, for so many lines.
pub fn above(lines: usize) -> f64 {
    10.0 + lines as f64 * TEXT * LEADING
}

impl Axes<'_> {
    /// The title of the axis upwards, in lines. It stands above the axis, as texts on their side are hard to read.
    pub fn upwards(title: &str, width: f64) -> Vec<String> {
        text::wrapped(title, TEXT, width, 2)
    }

    /// Draws the axes, with lines across the area at the ticks.
    pub fn draw(&self, picture: &mut Picture, across: &str, upwards: &[String]) {
        let ((left, top), (right, bottom)) = (self.from, self.to);
        let room = |text: &str| text::width(text, SMALL) + 14.0;
        for Tick { value, text } in self.x.ticks(self.least.0, room) {
            let x = self.x.place(value);
            let half = text::width(&text, SMALL) / 2.0;
            // A label that would stick out of the picture or into the next panel is left out.
            if x + half > right + RIGHT || x - half < left - LEFT {
                continue;
            }
            picture.line("grid stroke dotted", (x, bottom), (x, top));
            picture.line("line stroke", (x, bottom), (x, bottom + 5.0));
            picture.text((x, bottom + 24.0), Anchor::Middle, SMALL, &text);
        }
        for Tick { value, text } in self.y.ticks(self.least.1, |_| 2.0 * SMALL) {
            let y = self.y.place(value);
            picture.line("grid stroke dotted", (left, y), (right, y));
            picture.line("line stroke", (left - 5.0, y), (left, y));
            picture.text((left - 9.0, y + SMALL * 0.35), Anchor::End, SMALL, &text);
        }
        picture.path("line stroke", &format!("M{left:.1},{top:.1} L{left:.1},{bottom:.1} L{right:.1},{bottom:.1}"));
        let title = text::wrapped(across, TEXT, right - left, 2);
        picture.lines(((left + right) / 2.0, bottom + 34.0 + ASCENT * TEXT), Anchor::Middle, TEXT, &title);
        let first = top - 14.0 - (upwards.len() as f64 - 1.0) * TEXT * LEADING;
        picture.lines((left - LEFT + 8.0, first), Anchor::Start, TEXT, upwards);
    }
}
