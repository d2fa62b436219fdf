//! The extents of texts, by a table of the widths of characters in common fonts.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

/// The rise of letters above the baseline, in em.
pub const ASCENT: f64 = 0.93;
/// The depth of letters below the baseline, in em.
pub const DESCENT: f64 = 0.24;
/// The distance of two baselines, in em.
pub const LEADING: f64 = 1.35;

/// The widths in em by character.
static WIDTHS: LazyLock<FxHashMap<char, f64>> = LazyLock::new(|| {
    let mut widths = FxHashMap::default();
    for line in include_str!("widths.txt").lines().filter(|line| !line.starts_with("# ")) {
        let (width, characters) = line.split_once(' ').expect("bug: a row of widths has a space");
        let width = width.parse().expect("bug: a row of widths starts with a number");
        widths.extend(characters.chars().map(|character| (character, width)));
    }
    widths
});

/// The width in em of one character; an upper bound for common fonts.
fn em(character: char) -> f64 {
    match character {
        ' ' => 0.32,
        '\u{300}'..='\u{36f}' => 0.0,
        '\u{1f000}'.. => 1.45,
        _ => WIDTHS.get(&character).copied().unwrap_or(1.1),
    }
}

/// The width of a text at a size in pixels; an upper bound for common fonts.
pub fn width(text: &str, size: f64) -> f64 {
    text.chars().map(em).sum::<f64>() * size
}

/// A text that is at most so wide: its end is replaced with `…` if it is longer.
pub fn shortened(text: &str, size: f64, most: f64) -> String {
    if width(text, size) <= most {
        return text.to_owned();
    }
    let mut room = most - width("…", size);
    let fits = |character: &char| {
        room -= em(*character) * size;
        room >= 0.0
    };
    text.chars().take_while(fits).chain(['…']).collect()
}

/// Breaks a text into at most `lines` lines that are at most so wide. The last one is shortened if there is more.
pub fn wrapped(text: &str, size: f64, most: f64, lines: usize) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let joined = found.last().map(|line| format!("{line} {word}"));
        match joined {
            // What does not fit in the last line is shortened below.
            Some(joined) if width(&joined, size) <= most || found.len() >= lines => {
                found.pop();
                found.push(joined);
            }
            _ => found.push(word.to_owned()),
        }
    }
    found.iter().map(|line| shortened(line, size, most)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_character_of_the_table_has_one_width() {
        let characters: usize = include_str!("widths.txt")
            .lines()
            .filter(|line| !line.starts_with("# "))
            .map(|line| line.split_once(' ').unwrap().1.chars().count())
            .sum();
        assert_eq!(characters, WIDTHS.len());
        assert!((' '..='~').all(|character| character == ' ' || WIDTHS.contains_key(&character)));
        assert!(WIDTHS.values().all(|width| (0.2..1.2).contains(width)));
    }

    #[test]
    fn texts_are_broken_and_shortened() {
        assert_eq!(width("im", 10.0), 13.0);
        assert_eq!(wrapped("one two three", 10.0, width("one two", 10.0), 2), ["one two", "three"]);
        assert_eq!(wrapped("one two three four", 10.0, 50.0, 2), ["one two", "three f…"]);
        let long = shortened(&"w".repeat(100), 10.0, 100.0);
        assert!(long.ends_with('…') && long.chars().count() < 12 && width(&long, 10.0) <= 100.0);
        assert!(wrapped("", 10.0, 50.0, 2).is_empty());
    }
}
