//! Large numbers and times for people.

/// A number rounded to two digits, in words from a million up.
pub fn rounded(number: f64) -> String {
    let number = number.min(1e300);
    let scales =
        [(1e21, " sextillion"), (1e18, " quintillion"), (1e15, " quadrillion"), (1e12, " trillion"), (1e9, " billion")];
    match scales.iter().chain([&(1e6, " million")]).find(|(scale, _)| number >= *scale) {
        Some((scale, _)) if number / scale >= 1000.0 => format!("{number:.1e}"),
        Some((scale, name)) => format!("{}{name}", (number / scale * 10.0).round() / 10.0),
        None => format!("{number:.0}"),
    }
}

/// A length of time in a suitable unit.
pub fn duration(seconds: f64) -> String {
    let year = 365.25 * 86_400.0;
    match seconds {
        s if s < 120.0 => format!("{s:.0} seconds"),
        s if s < 7_200.0 => format!("{:.0} minutes", s / 60.0),
        s if s < 172_800.0 => format!("{:.0} hours", s / 3600.0),
        s if s < 2.0 * year => format!("{:.0} days", s / 86_400.0),
        s => format!("{} years", rounded(s / year)),
    }
}
