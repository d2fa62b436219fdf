//! Pictures as SVG: a few shapes, texts whose extents are known, and colours for light and dark paper.
//!
//! Pictures have no scripts, and no fonts of their own: the table of widths leaves room for the usual ones. Texts stay
//! texts. Each picture says what it shows in `<title>` and `<desc>`, which screen readers read.

pub mod axes;
pub mod labels;
pub mod marks;
pub mod palette;
pub mod scale;
pub mod text;
#[cfg(test)]
pub mod witness;

use std::fmt::Write as _;

/// A point in pixels; y grows downwards.
pub type Place = (f64, f64);

/// The size of texts in pixels.
pub const TEXT: f64 = 14.0;
/// The size of titles in pixels.
pub const TITLE: f64 = 17.0;
/// The space round a picture in pixels.
pub const MARGIN: f64 = 14.0;

/// Where a text has its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// At its left end.
    Start,
    /// In its middle.
    Middle,
    /// At its right end.
    End,
}

/// A picture that is being drawn. What comes later covers what is there.
#[derive(Clone, Debug, Default)]
pub struct Picture {
    body: String,
}

impl Picture {
    /// Draws a path of SVG with a line. `classes` are names of [`palette`] and of the rules in [`Picture::finish`].
    pub fn path(&mut self, classes: &str, data: &str) {
        let _ = writeln!(self.body, "<path class=\"{classes}\" d=\"{data}\"/>");
    }

    /// Draws a straight line.
    pub fn line(&mut self, classes: &str, from: Place, to: Place) {
        self.path(classes, &format!("M{:.1},{:.1} L{:.1},{:.1}", from.0, from.1, to.0, to.1));
    }

    /// Draws a rectangle.
    pub fn rectangle(&mut self, classes: &str, from: Place, to: Place) {
        let (x, y, wide, high) = (from.0.min(to.0), from.1.min(to.1), (to.0 - from.0).abs(), (to.1 - from.1).abs());
        let _ = writeln!(
            self.body,
            "<rect class=\"{classes}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{wide:.1}\" height=\"{high:.1}\"/>"
        );
    }

    /// Draws a circle.
    pub fn circle(&mut self, classes: &str, (x, y): Place, radius: f64) {
        let _ = writeln!(self.body, "<circle class=\"{classes}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\"/>");
    }

    /// Writes a text with its baseline at a place.
    pub fn text(&mut self, (x, y): Place, anchor: Anchor, size: f64, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        let _ = writeln!(
            self.body,
            "<text class=\"ink\" x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size}\"{anchor}>{}</text>",
            escaped(text)
        );
    }

    /// Writes lines, the first with its baseline at a place. Returns the baseline that would be next.
    pub fn lines(&mut self, (x, y): Place, anchor: Anchor, size: f64, lines: &[String]) -> f64 {
        lines.iter().fold(y, |y, line| {
            self.text((x, y), anchor, size, line);
            y + size * text::LEADING
        })
    }

    /// The picture as SVG, with its size in pixels, its name, and what it shows in words.
    pub fn finish(self, (width, height): Place, title: &str, description: &str) -> String {
        let (width, height) = (width.ceil(), height.ceil());
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"picture\" role=\"img\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\">\n<title>{}</title>\n<desc>{}</desc>\n<style>\n",
            escaped(title),
            escaped(description)
        );
        svg.push_str(&palette::style());
        svg.push_str(
            ".picture text { fill: currentColor; stroke-width: 3px; stroke-linejoin: round; paint-order: stroke }\n\
             .picture .fill { fill: currentColor }\n\
             .picture .stroke { fill: none; stroke: currentColor; stroke-width: 1px }\n\
             .picture .middling { stroke-width: 1.6px }\n\
             .picture .thick { stroke-width: 2.6px }\n\
             .picture .dotted { stroke-dasharray: 1 4 }\n",
        );
        for (number, dashes) in marks::DASHES.iter().enumerate().filter(|(_, dashes)| !dashes.is_empty()) {
            let _ = writeln!(svg, ".picture .dashes-{number} {{ stroke-dasharray: {dashes} }}");
        }
        let _ = writeln!(svg, "</style>\n<rect class=\"paper fill\" width=\"{width}\" height=\"{height}\"/>");
        svg.push_str(&self.body);
        svg.push_str("</svg>\n");
        svg
    }
}

/// A text as XML, which is HTML as well. White space is a space; characters that neither has become `\u{fffd}`.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '\t' | '\n' | '\r' => escaped.push(' '),
            '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            _ => escaped.push(character),
        }
    }
    escaped
}
