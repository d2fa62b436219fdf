//! Curves on logarithmic axes as SVG, distinguishable without colour.

use plotters::coord::Shift;
use plotters::prelude::*;

/// A curve.
#[derive(Clone, Debug)]
pub struct Curve {
    /// Its name in the legend.
    pub label: String,
    /// Its points by ascending x; all values are positive.
    pub points: Vec<(f64, f64)>,
}

/// Curves on the same axes. All panels have curves of the same names.
#[derive(Clone, Debug)]
pub struct Panel {
    /// The label of the y axis.
    pub upwards: String,
    /// The curves.
    pub curves: Vec<Curve>,
}

const PANEL: (u32, u32) = (520, 440);
const LEGEND: u32 = 130;
const TITLE: u32 = 40;

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Wrong = DrawingAreaErrorKind<<SVGBackend<'static> as DrawingBackend>::ErrorType>;

/// Draws panels side by side, with one legend.
///
/// # Errors
/// The message of the drawing library.
pub fn curves(title: &str, across: &str, panels: &[Panel]) -> Result<String, String> {
    let mut svg = String::new();
    draw(&mut svg, title, across, panels).map_err(|error| error.to_string())?;
    Ok(svg)
}

fn draw(svg: &mut String, title: &str, across: &str, panels: &[Panel]) -> Result<(), Wrong> {
    let size = (PANEL.0 * panels.len() as u32 + LEGEND, PANEL.1 + TITLE);
    let area = SVGBackend::with_string(svg, size).into_drawing_area();
    area.fill(&WHITE)?;
    let area = area.titled(title, ("sans-serif", 20))?;
    let (charts, legend) = area.split_horizontally(PANEL.0 * panels.len() as u32);
    for (panel, area) in panels.iter().zip(charts.split_evenly((1, panels.len()))) {
        chart(&area, across, panel)?;
    }
    for (number, curve) in panels.first().map_or(&[][..], |panel| &panel.curves).iter().enumerate() {
        let place = (14, 40 + 26 * number as i32);
        mark(&legend, place, number)?;
        legend.draw(&Text::new(curve.label.clone(), (place.0 + 14, place.1 - 7), ("sans-serif", 17)))?;
    }
    area.present()
}

/// The range of the positive values, with a margin.
fn range(values: impl Iterator<Item = f64> + Clone) -> std::ops::Range<f64> {
    let values = values.filter(|value| value.is_finite() && *value > 0.0);
    let (least, most) = (values.clone().fold(f64::INFINITY, f64::min), values.fold(0.0, f64::max));
    if most > 0.0 { least / 1.4..most * 1.4 } else { 0.1..10.0 }
}

fn chart(area: &Area<'_>, across: &str, panel: &Panel) -> Result<(), Wrong> {
    let points = || panel.curves.iter().flat_map(|curve| curve.points.iter().copied());
    let (x, y) = (range(points().map(|point| point.0)), range(points().map(|point| point.1)));
    let mut chart = ChartBuilder::on(area)
        .margin(12)
        .x_label_area_size(48)
        .y_label_area_size(72)
        .build_cartesian_2d(x.log_scale(), y.log_scale())?;
    let power = |value: &f64| format!("{value:e}");
    chart
        .configure_mesh()
        .x_desc(across)
        .y_desc(&panel.upwards)
        .x_label_formatter(&power)
        .y_label_formatter(&power)
        .axis_desc_style(("sans-serif", 18))
        .label_style(("sans-serif", 15))
        .light_line_style(WHITE)
        .bold_line_style(BLACK.mix(0.15))
        .draw()?;
    for (number, curve) in panel.curves.iter().enumerate() {
        let line: Vec<(f64, f64)> = curve.points.iter().copied().filter(|point| point.1 > 0.0).collect();
        let pixels: Vec<(i32, i32)> = line.iter().map(|point| pixel(&chart, point)).collect();
        chart.draw_series(std::iter::once(PathElement::new(line, BLACK.mix(0.55).stroke_width(1))))?;
        let origin = area.get_base_pixel();
        pixels.iter().try_for_each(|place| mark(area, (place.0 - origin.0, place.1 - origin.1), number))?;
    }
    Ok(())
}

type Logarithmic = Cartesian2d<LogCoord<f64>, LogCoord<f64>>;

fn pixel(chart: &ChartContext<'_, SVGBackend<'_>, Logarithmic>, point: &(f64, f64)) -> (i32, i32) {
    chart.backend_coord(point)
}

/// Draws the marker of a curve: filled and hollow shapes alternate.
fn mark(area: &Area<'_>, (x, y): (i32, i32), number: usize) -> Result<(), Wrong> {
    let style = if number.is_multiple_of(2) { BLACK.filled() } else { BLACK.stroke_width(2) };
    let corners = |corners: &[(i32, i32)]| corners.iter().map(|corner| (x + corner.0, y + corner.1)).collect::<Vec<_>>();
    let shape = |shape: &[(i32, i32)]| {
        let closed = corners(shape);
        match number % 2 {
            0 => area.draw(&Polygon::new(closed, style)),
            _ => {
                let around = closed.iter().chain(closed.first()).copied().collect::<Vec<_>>();
                area.draw(&Polygon::new(closed, WHITE.filled()))?;
                area.draw(&PathElement::new(around, style))
            }
        }
    };
    match number / 2 % 5 {
        0 => {
            area.draw(&Circle::new((x, y), 5, WHITE.filled()))?;
            area.draw(&Circle::new((x, y), 5, style))
        }
        1 => shape(&[(-5, -5), (5, -5), (5, 5), (-5, 5)]),
        2 => shape(&[(0, -7), (6, 5), (-6, 5)]),
        3 => shape(&[(0, 7), (6, -5), (-6, -5)]),
        _ => shape(&[(0, -7), (6, 0), (0, 7), (-6, 0)]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn curves_have_a_legend_and_axes() {
        let curve = |label: &str| Curve { label: label.to_owned(), points: vec![(1e4, 0.01), (1e6, 2.0), (1e7, 0.0)] };
        let panel = |upwards: &str| Panel {
            upwards: upwards.to_owned(),
            curves: (0..11).map(|at| curve(&format!("c{at}"))).collect(),
        };
        let svg = curves("growth", "keys", &[panel("seconds"), panel("bytes")]).unwrap();
        for text in ["<svg", "growth", "keys", "seconds", "bytes", "c0", "c10", "</svg>"] {
            assert!(svg.contains(text), "{text}");
        }
        assert!(curves("none", "x", &[]).unwrap().contains("</svg>"));
    }
}
