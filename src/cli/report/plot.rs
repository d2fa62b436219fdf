//! Scatter plots on logarithmic axes as SVG, readable without colour.

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// A point of a plot.
#[derive(Clone, Debug)]
pub struct Point {
    /// The text beside it.
    pub label: String,
    /// Its x value; positive.
    pub x: f64,
    /// Its y value; positive.
    pub y: f64,
    /// `true` for a filled circle, `false` for a hollow one.
    pub filled: bool,
}

const SIZE: (u32, u32) = (900, 600);

/// Draws labelled points on two logarithmic axes, in black and white.
///
/// # Errors
/// The message of the drawing library.
pub fn scatter(title: &str, across: &str, upwards: &str, points: &[Point]) -> Result<String, String> {
    let range = |value: fn(&Point) -> f64| {
        let values = || points.iter().map(value).filter(|value| value.is_finite() && *value > 0.0);
        let (least, most) = (values().fold(f64::INFINITY, f64::min), values().fold(0.0, f64::max));
        if most > 0.0 { least / 1.5..most * 2.0 } else { 0.1..10.0 }
    };
    let mut svg = String::new();
    draw(&mut svg, title, across, upwards, points, range(|point| point.x), range(|point| point.y))
        .map_err(|error| error.to_string())?;
    Ok(svg)
}

fn draw(
    svg: &mut String,
    title: &str,
    across: &str,
    upwards: &str,
    points: &[Point],
    x: std::ops::Range<f64>,
    y: std::ops::Range<f64>,
) -> Result<(), DrawingAreaErrorKind<<SVGBackend<'static> as DrawingBackend>::ErrorType>> {
    let area = SVGBackend::with_string(svg, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .caption(title, ("sans-serif", 20))
        .margin(15)
        .x_label_area_size(45)
        .y_label_area_size(65)
        .build_cartesian_2d(x.log_scale(), y.log_scale())?;
    chart
        .configure_mesh()
        .x_desc(across)
        .y_desc(upwards)
        .axis_desc_style(("sans-serif", 19))
        .label_style(("sans-serif", 16))
        .light_line_style(WHITE)
        .bold_line_style(BLACK.mix(0.15))
        .draw()?;
    chart.draw_series(points.iter().map(|point| {
        let style = if point.filled { BLACK.filled() } else { BLACK.stroke_width(2) };
        // The label goes to the left if another point is in the way.
        let (offset, side) = if is_crowded(point, points) { ((-9, 0), HPos::Right) } else { ((9, 0), HPos::Left) };
        let font = ("sans-serif", 18).into_font().color(&BLACK).pos(Pos::new(side, VPos::Center));
        EmptyElement::at((point.x, point.y)) + Circle::new((0, 0), 5, style) + Text::new(point.label.clone(), offset, font)
    }))?;
    area.present()?;
    Ok(())
}

/// `true` if another point lies where the label to the right of this one would be.
fn is_crowded(point: &Point, points: &[Point]) -> bool {
    points.iter().any(|other| {
        let (right, up) = ((other.x / point.x).ln(), (other.y / point.y).ln());
        (right, up) != (0.0, 0.0) && (0.0..0.45).contains(&right) && up.abs() < 0.2
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plot_names_its_points_and_axes() {
        let points = [("small", 2.0, 80.0), ("fast", 2.4, 20.0)];
        let points = points.map(|(label, x, y)| Point { label: label.to_owned(), x, y, filled: label == "fast" });
        let svg = scatter("a list", "bytes per word", "nanoseconds", &points).unwrap();
        for text in ["<svg", "a list", "bytes per word", "nanoseconds", "small", "fast", "</svg>"] {
            assert!(svg.contains(text), "{text}");
        }
        assert!(scatter("none", "x", "y", &[]).unwrap().contains("</svg>"));
    }
}
