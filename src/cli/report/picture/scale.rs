//! Scales of axes, with ticks whose labels have room.

/// A linear or logarithmic scale from values to pixels.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    logarithmic: bool,
    /// The ends as values, or as their decimal logarithms.
    ends: (f64, f64),
    /// The ends in pixels.
    pixels: (f64, f64),
}

/// A value with its label.
#[derive(Clone, Debug, PartialEq)]
pub struct Tick {
    /// The value.
    pub value: f64,
    /// The value as text.
    pub text: String,
}

/// The greatest number of ticks of an axis.
const MOST: usize = 12;
/// The shortest logarithmic axis, in powers of ten.
const SHORTEST: f64 = 0.6;

impl Scale {
    /// A logarithmic scale over the positive finite values, with some space at both ends.
    pub fn logarithmic(values: impl Iterator<Item = f64>, pixels: (f64, f64)) -> Scale {
        let logarithms = values.filter(|&value| is_positive(value)).map(f64::log10);
        let (least, most) = logarithms.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), v| (a.min(v), b.max(v)));
        let (least, most) = if least <= most { (least, most) } else { (0.0, 1.0) };
        let space = ((most - least) * 0.05).max((SHORTEST - most + least) / 2.0).max(0.05);
        Scale { logarithmic: true, ends: (least - space, most + space), pixels }
    }

    /// A linear scale between two values; the second is greater.
    pub fn linear(ends: (f64, f64), pixels: (f64, f64)) -> Scale {
        Scale { logarithmic: false, ends, pixels }
    }

    /// The same scale elsewhere.
    pub fn moved(&self, by: f64) -> Scale {
        Scale { pixels: (self.pixels.0 + by, self.pixels.1 + by), ..*self }
    }

    /// The place of a value in pixels.
    pub fn place(&self, value: f64) -> f64 {
        let value = if self.logarithmic { value.log10() } else { value };
        let part = (value - self.ends.0) / (self.ends.1 - self.ends.0);
        self.pixels.0 + (self.pixels.1 - self.pixels.0) * part
    }

    /// As many ticks as have room: `room` is what a label takes along the axis, in pixels. `least` is the least
    /// distance of ticks of a linear scale; 1 for counts.
    pub fn ticks(&self, least: f64, room: impl Fn(&str) -> f64) -> Vec<Tick> {
        let fits = |ticks: &[Tick]| {
            let apart = |pair: &[Tick]| {
                let needed = (room(&pair[0].text) + room(&pair[1].text)) / 2.0;
                (self.place(pair[0].value) - self.place(pair[1].value)).abs() >= needed
            };
            ticks.len() <= MOST && ticks.windows(2).all(apart)
        };
        let is_shown = |tick: &Tick| self.place(tick.value).is_finite();
        let mut choices = self.choices(least).map(|ticks| ticks.into_iter().filter(is_shown).collect::<Vec<_>>());
        choices.find(|ticks| fits(ticks)).unwrap_or_default()
    }

    /// Sets of ticks from dense to sparse. The last ones are empty.
    fn choices(&self, least: f64) -> Box<dyn Iterator<Item = Vec<Tick>> + '_> {
        let (low, high) = self.ends;
        if !self.logarithmic {
            return Box::new(
                steps(low, high)
                    .filter(move |&(mantissa, power)| mantissa * ten(power) >= least)
                    .map(move |(mantissa, power)| multiples(low, high, mantissa, power)),
            );
        }
        if high - low < 1.0 {
            // The space at the ends may lie beyond the numbers.
            let (low, high) = (10f64.powf(low), 10f64.powf(high).min(f64::MAX));
            return Box::new(steps(low, high).map(move |(mantissa, power)| multiples(low, high, mantissa, power)));
        }
        let within: [&[f64]; 3] = [&[1.0, 2.0, 3.0, 5.0, 7.0], &[1.0, 2.0, 5.0], &[1.0, 3.0]];
        let powers = move || low.floor() as i32..=high.floor() as i32;
        let in_decades = within.into_iter().map(move |mantissas| {
            let all = powers().flat_map(|power| mantissas.iter().map(move |&mantissa| (mantissa, power)));
            let inside = all.filter(|&(mantissa, power)| (low..=high).contains(&(mantissa.log10() + f64::from(power))));
            inside.map(|(mantissa, power)| Tick { value: mantissa * ten(power), text: number(mantissa, power) }).collect()
        });
        let every = [1, 2, 3, 5, 10, 20, 50, 100, 200, 500].into_iter().map(move |every| {
            let kept = (low.ceil() as i32..=high.floor() as i32).filter(|power| power.rem_euclid(every) == 0);
            kept.map(|power| Tick { value: ten(power), text: number(1.0, power) }).collect()
        });
        Box::new(in_decades.chain(every))
    }
}

/// `true` for what a logarithmic scale can show.
pub fn is_positive(value: f64) -> bool {
    value.is_finite() && value > 0.0
}

fn ten(power: i32) -> f64 {
    10f64.powi(power)
}

/// Distances of ticks as a mantissa (1, 2 or 5) and a power of ten, from small to large.
fn steps(low: f64, high: f64) -> impl Iterator<Item = (f64, i32)> {
    let first = ((high - low) / 40.0).log10().floor() as i32;
    (first..first + 4).flat_map(|power| [1.0, 2.0, 5.0].map(|mantissa| (mantissa, power)))
}

/// The multiples of a distance between two values.
fn multiples(low: f64, high: f64, mantissa: f64, power: i32) -> Vec<Tick> {
    let step = mantissa * ten(power);
    let (first, last) = ((low / step).ceil() as i64, (high / step).floor() as i64);
    if last - first > 100 {
        return vec![Tick { value: low, text: String::new() }; MOST + 1];
    }
    (first..=last)
        .map(|number_of| number_of as f64 * mantissa)
        .map(|count| Tick { value: count * ten(power), text: number(count, power) })
        .collect()
}

/// `count` · 10^`power`, where `count` is an integer: plain, or with a power of ten if it is very large or small.
fn number(count: f64, power: i32) -> String {
    let value = count * ten(power);
    if count == 0.0 {
        return "0".to_owned();
    }
    if (1e-4..1e6).contains(&value.abs()) {
        let plain = format!("{:.*}", usize::try_from(-power).unwrap_or(0), value);
        let (whole, fraction) = plain.split_once('.').map_or((&plain[..], ""), |(whole, fraction)| (whole, fraction));
        let (sign, digits) = whole.strip_prefix('-').map_or(("", whole), |digits| ("−", digits));
        let fraction = fraction.trim_end_matches('0');
        let point = if fraction.is_empty() { "" } else { "." };
        let grouped = lexigraph::wordlist::grouped(digits.parse::<u64>().unwrap_or(0));
        return format!("{sign}{grouped}{point}{fraction}");
    }
    let exponent = (count.abs().log10() + 1e-9).floor() as i32;
    let mantissa = format!("{}", (count.abs() / ten(exponent) * 1e6).round() / 1e6);
    let sign = if count < 0.0 { "−" } else { "" };
    let factor = if mantissa == "1" { String::new() } else { format!("{mantissa}·") };
    let raised = (exponent + power).to_string();
    let raised = raised.chars().map(|digit| match digit {
        '-' => '⁻',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        _ => char::from_u32('⁰' as u32 + digit as u32 - '0' as u32).unwrap_or(digit),
    });
    format!("{sign}{factor}10{}", raised.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(scale: &Scale, room: f64) -> String {
        scale.ticks(0.0, |_| room).iter().map(|tick| &*tick.text).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn numbers_are_written_for_people() {
        let cases = [(1.0, 0, "1"), (2.0, -3, "0.002"), (12.0, 3, "12,000"), (5.0, 5, "500,000"), (1.0, 7, "10⁷")];
        for (count, power, text) in cases {
            assert_eq!(number(count, power), text);
        }
        let cases = [(15.0, 11, "1.5·10¹²"), (-2.0, -9, "−2·10⁻⁹"), (-50.0, 0, "−50"), (0.0, 5, "0"), (25.0, -1, "2.5")];
        for (count, power, text) in cases {
            assert_eq!(number(count, power), text);
        }
    }

    #[test]
    fn ticks_have_room() {
        let scale = |values: &[f64]| Scale::logarithmic(values.iter().copied(), (0.0, 400.0));
        assert_eq!(texts(&scale(&[1.0, 1000.0]), 40.0), "1 3 10 30 100 300 1,000");
        assert_eq!(texts(&scale(&[1.0, 1000.0]), 100.0), "1 10 100 1,000");
        assert_eq!(texts(&scale(&[5.0]), 30.0), "3 4 5 6 7 8 9");
        assert_eq!(texts(&scale(&[1e-300, 1e300]), 60.0), "10⁻³⁰⁰ 10⁻²⁰⁰ 10⁻¹⁰⁰ 1 10¹⁰⁰ 10²⁰⁰ 10³⁰⁰");
        assert!(!texts(&scale(&[]), 40.0).is_empty());
        for extreme in [f64::MAX, f64::MIN_POSITIVE, 5e-324] {
            let found = scale(&[extreme]).ticks(0.0, |_| 60.0);
            assert!(found.len() < MOST && found.iter().all(|tick| tick.value.is_finite()), "{extreme}: {found:?}");
        }
        let linear = Scale::linear((-120.0, 400.0), (0.0, 400.0));
        assert_eq!(texts(&linear, 60.0), "−100 0 100 200 300 400");
        let counts = Scale::linear((0.0, 3.2), (0.0, 400.0)).ticks(1.0, |_| 10.0);
        assert_eq!(counts.iter().map(|tick| tick.value).collect::<Vec<_>>(), [0.0, 1.0, 2.0, 3.0]);
    }
}
