//! Histograms of the margins of games as SVG, readable in black and white.

use std::collections::BTreeMap;

use plotters::prelude::*;

/// The approximate number of bars.
const BARS: i32 = 40;

/// Draws a histogram of integers, given the frequency of each. A line marks the mean.
///
/// # Errors
/// The message of the drawing library.
pub fn histogram(title: &str, across: &str, counts: &BTreeMap<i32, u64>) -> Result<String, String> {
    let mut svg = String::new();
    draw(&mut svg, title, across, counts).map_err(|error| error.to_string())?;
    Ok(svg)
}

/// The width of a bar (1, 2, 5, 10, 20, 50 and so on) that gives about [`BARS`] bars.
fn width(least: i32, most: i32) -> i32 {
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

fn draw(
    svg: &mut String,
    title: &str,
    across: &str,
    counts: &BTreeMap<i32, u64>,
) -> Result<(), DrawingAreaErrorKind<<SVGBackend<'static> as DrawingBackend>::ErrorType>> {
    let (least, most) = (counts.keys().next().copied().unwrap_or(0), counts.keys().last().copied().unwrap_or(0));
    let width = width(least, most);
    let mut bars: BTreeMap<i32, u64> = BTreeMap::new();
    for (&number, count) in counts {
        *bars.entry(number.div_euclid(width)).or_default() += count;
    }
    let total: u64 = counts.values().sum();
    let mean = counts.iter().map(|(&number, &count)| f64::from(number) * count as f64).sum::<f64>() / total.max(1) as f64;
    let highest = bars.values().copied().max().unwrap_or(1) as f64;
    let area = SVGBackend::with_string(svg, (900, 500)).into_drawing_area();
    area.fill(&WHITE)?;
    let (left, right) = (least.div_euclid(width) * width, (most.div_euclid(width) + 1) * width);
    let mut chart = ChartBuilder::on(&area)
        .caption(title, ("sans-serif", 20))
        .margin(15)
        .x_label_area_size(45)
        .y_label_area_size(65)
        .build_cartesian_2d(f64::from(left)..f64::from(right), 0.0..highest * 1.05)?;
    chart
        .configure_mesh()
        .x_desc(across)
        .y_desc("games")
        .axis_desc_style(("sans-serif", 19))
        .label_style(("sans-serif", 16))
        .x_label_formatter(&|x| format!("{x:+.0}"))
        .y_label_formatter(&|y| format!("{y:.0}"))
        .light_line_style(WHITE)
        .bold_line_style(BLACK.mix(0.15))
        .draw()?;
    for style in [BLACK.mix(0.35).filled(), BLACK.stroke_width(1)] {
        let bars = bars.iter().filter(|_| total > 0).map(|(&bar, &count)| {
            let (from, to) = (f64::from(bar * width), f64::from((bar + 1) * width));
            Rectangle::new([(from, 0.0), (to, count as f64)], style)
        });
        chart.draw_series(bars)?;
    }
    for (at, stroke) in [(0.0, 1), (mean, 3)] {
        chart.draw_series([PathElement::new([(at, 0.0), (at, highest * 1.05)], BLACK.stroke_width(stroke))])?;
    }
    area.present()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_histogram_is_drawn_of_any_counts() {
        let counts = BTreeMap::from([(-120, 3), (0, 5), (7, 1), (380, 2)]);
        let svg = histogram("first against second", "margin", &counts).unwrap();
        for text in ["<svg", "first against second", "margin", "games", "</svg>"] {
            assert!(svg.contains(text), "{text}");
        }
        assert!(histogram("none", "margin", &BTreeMap::new()).unwrap().contains("</svg>"));
        assert_eq!((width(0, 39), width(-500, 500), width(0, 4000)), (1, 50, 200));
    }
}
