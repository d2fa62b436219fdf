//! The colours of pictures, as rules of CSS for light and dark paper.

use std::fmt::Write as _;

/// The table of colours.
const TABLE: &str = include_str!("palette.txt");

/// The number of colours for series of data.
pub const SERIES: usize = 6;

/// A named colour.
#[derive(Clone, Copy, Debug)]
pub struct Colour {
    /// Its name.
    pub name: &'static str,
    /// On light paper, as `#rrggbb`.
    pub light: &'static str,
    /// On dark paper, as `#rrggbb`.
    pub dark: &'static str,
}

/// All colours.
pub fn colours() -> impl Iterator<Item = Colour> {
    TABLE.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let mut cells = line.split_whitespace();
        let mut cell = || cells.next().expect("bug: a row of the palette has three cells");
        Colour { name: cell(), light: cell(), dark: cell() }
    })
}

/// The colour of a name.
pub fn colour(name: &str) -> Colour {
    colours().find(|colour| colour.name == name).expect("bug: the palette has the colour")
}

/// The style sheet of a picture. Each colour is a class that sets the property `color`.
pub fn style() -> String {
    let mut style = String::new();
    let mut rules = |indent: &str, shade: fn(&Colour) -> &'static str| {
        for colour in colours() {
            let _ = writeln!(style, "{indent}.picture .{} {{ color: {} }}", colour.name, shade(&colour));
        }
        // A text has a border in the colour of the paper, which keeps lines behind it off its letters.
        let _ = writeln!(style, "{indent}.picture text {{ stroke: {} }}", shade(&colour("paper")));
    };
    rules("", |colour| colour.light);
    rules("@media (prefers-color-scheme: dark) { ", |colour| colour.dark);
    // Each rule of the dark scheme is a line of its own, with its own brackets.
    style.lines().map(|line| if line.starts_with('@') { format!("{line} }}\n") } else { format!("{line}\n") }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    type Rgb = [f64; 3];

    /// Severe forms of colour blindness as linear maps of linear RGB: G. Machado, M. Oliveira, L. Fernandes, *A
    /// Physiologically-based Model for Simulation of Color Vision Deficiency*, 2009, table 1, severity 1.
    const SIGHTS: [(&str, [Rgb; 3]); 4] = [
        ("normal", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
        ("protanopia", [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]),
        ("deuteranopia", [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]),
        ("tritanopia", [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]),
    ];

    fn linear(colour: &str) -> Rgb {
        [1, 3, 5].map(|at| {
            let part = f64::from(u8::from_str_radix(&colour[at..at + 2], 16).unwrap()) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        })
    }

    fn times(matrix: &[Rgb; 3], rgb: Rgb) -> Rgb {
        [0, 1, 2].map(|row| (0..3).map(|at| matrix[row][at] * rgb[at]).sum::<f64>().clamp(0.0, 1.0))
    }

    /// CIE 1976 L\*a\*b\*, for white D65.
    fn lab(rgb: Rgb) -> Rgb {
        let to_xyz =
            [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]];
        let white = [0.95047, 1.0, 1.08883];
        let [x, y, z] = [0, 1, 2].map(|row| {
            let part = (0..3).map(|at| to_xyz[row][at] * rgb[at]).sum::<f64>() / white[row];
            if part > 0.008856 { part.cbrt() } else { 7.787 * part + 16.0 / 116.0 }
        });
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }

    /// The contrast of two colours, from 1 to 21, as WCAG 2.2 defines it.
    fn contrast(a: &str, b: &str) -> f64 {
        let luminance = |colour| linear(colour).iter().zip([0.2126, 0.7152, 0.0722]).map(|(part, by)| part * by).sum();
        let (a, b): (f64, f64) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    /// The name of a scheme, and its colour for a name.
    type Scheme = (&'static str, fn(&str) -> &'static str);

    fn schemes() -> [Scheme; 2] {
        [("light", |name| colour(name).light), ("dark", |name| colour(name).dark)]
    }

    #[test]
    fn texts_and_lines_stand_out_from_the_paper() {
        for (scheme, shade) in schemes() {
            let paper = shade("paper");
            assert!(contrast(shade("ink"), paper) >= 4.5, "{scheme}");
            for name in ["line", "grid"].map(str::to_owned).into_iter().chain((0..SERIES).map(|at| format!("series-{at}"))) {
                let found = contrast(shade(&name), paper);
                assert!(found >= 3.0, "{scheme}: {name} has a contrast of {found:.2}");
            }
            // The fill of a node: its border shows on it, and so would a text.
            assert!(contrast(shade("ink"), shade("shared")) >= 4.5, "{scheme}");
        }
    }

    #[test]
    fn series_are_told_apart_with_each_kind_of_sight() {
        for (scheme, shade) in schemes() {
            for (sight, matrix) in SIGHTS {
                let seen: Vec<Rgb> =
                    (0..SERIES).map(|at| lab(times(&matrix, linear(shade(&format!("series-{at}")))))).collect();
                for (a, first) in seen.iter().enumerate() {
                    for (b, second) in seen.iter().enumerate().skip(a + 1) {
                        let far = first.iter().zip(second).map(|(p, q)| (p - q).powi(2)).sum::<f64>().sqrt();
                        // A difference of 2.3 is just noticeable; ten times as much is seen at once.
                        assert!(far >= 23.0, "{scheme}, {sight}: {a} and {b} differ by {far:.1}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_witness_knows_bad_colours() {
        // Red and green of the same lightness differ a lot, but not with deuteranopia.
        let far = |matrix: &[Rgb; 3]| {
            let [a, b] = ["#b85c00", "#6f7f00"].map(|colour| lab(times(matrix, linear(colour))));
            a.iter().zip(b).map(|(p, q)| (p - q).powi(2)).sum::<f64>().sqrt()
        };
        assert!(far(&SIGHTS[0].1) > 40.0 && far(&SIGHTS[2].1) < 23.0);
        assert!((contrast("#000000", "#ffffff") - 21.0).abs() < 1e-9);
        assert!(contrast("#f0e442", "#ffffff") < 3.0);
    }
}
