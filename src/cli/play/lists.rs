//! Lists that fit the screen: the tiles of the game, the premium squares, the parts of a value.

use std::collections::BTreeMap;

use lexigraph::board::{BoardSetup, Direction, Premium, sheet};

/// The width of the screen, in characters.
pub const WIDTH: usize = 79;

/// Joins parts with `separator`, on as many lines as they need; lines after the first are indented.
pub fn wrapped(parts: &[String], separator: &str, indent: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for (at, part) in parts.iter().enumerate() {
        let end = if at + 1 < parts.len() { separator.trim_end() } else { "" };
        let space = &separator[separator.trim_end().len()..];
        let width = |text: &str| text.chars().count();
        match lines.last_mut() {
            Some(line) if width(line) + width(space) + width(part) + width(end) <= WIDTH => {
                *line += &format!("{space}{part}{end}");
            }
            Some(_) => lines.push(format!("{}{part}{end}", " ".repeat(indent))),
            None => lines.push(format!("{part}{end}")),
        }
    }
    lines
}

/// All tiles of the game with their number, by points.
pub fn tiles(setup: &BoardSetup) -> Vec<String> {
    let alphabet = setup.alphabet();
    let mut by_points: BTreeMap<i16, Vec<String>> = BTreeMap::new();
    for letter in alphabet.letters().iter().filter(|letter| letter.count > 0) {
        by_points.entry(letter.points).or_default().push(format!("{} {}", letter.label, letter.count));
    }
    let mut lines = vec!["points: tiles with their number in the game".to_owned()];
    if alphabet.blanks() > 0 {
        by_points.entry(0).or_default().insert(0, format!("? {}", alphabet.blanks()));
    }
    for (points, tiles) in by_points {
        let mut parts = tiles;
        parts[0] = format!("{points:>6}: {}", parts[0]);
        lines.extend(wrapped(&parts, "   ", 8));
    }
    lines
}

/// What the signs of the board mean, for the premiums that the layout has; `paint` gives the sign of a premium its
/// colour.
pub fn legend(setup: &BoardSetup, paint: impl Fn(Premium) -> Option<String>) -> Vec<String> {
    let layout = setup.layout();
    let mut known: Vec<Premium> = Vec::new();
    for row in 0..layout.rows() {
        for &premium in layout.lane(Direction::Across, row) {
            if premium != Premium::PLAIN && !known.contains(&premium) {
                known.push(premium);
            }
        }
    }
    known.sort_by_key(|premium| (premium.word(), premium.letter()));
    let times = |count| ["no", "single", "double", "triple", "quadruple"][usize::try_from(count).unwrap_or(0).min(4)];
    let named: Vec<(Premium, String)> = known
        .into_iter()
        .map(|premium| {
            let what = match (premium.letter(), premium.word()) {
                (_, 0) => "no square".to_owned(),
                (letter, 1) => format!("{} letter", times(letter)),
                (1, word) => format!("{} word", times(word)),
                (letter, word) => format!("{} letter and {} word", times(letter), times(word)),
            };
            (premium, format!("{} {what}", sheet::premium_sign(premium)))
        })
        .collect();
    let mut parts: Vec<String> = named.iter().map(|(_, text)| text.clone()).collect();
    parts.push("lower case: a blank".to_owned());
    let mut lines = wrapped(&parts, ", ", 0);
    // Painted last: codes of colours take no room on the screen.
    for (premium, text) in named {
        if let Some(sign) = paint(premium) {
            let painted = format!("{sign}{}", text.trim_start_matches(sheet::premium_sign(premium)));
            lines.iter_mut().for_each(|line| *line = line.replace(&text, &painted));
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_fit_the_screen_and_say_what_the_game_has() {
        let setup = BoardSetup::builtin("english", "standard-15").unwrap();
        let tiles = tiles(&setup);
        assert!(tiles.iter().chain(&legend(&setup, |_| None)).all(|line| line.chars().count() <= WIDTH), "{tiles:?}");
        assert_eq!(tiles.last().unwrap(), "    10: Q 1   Z 1");
        assert_eq!(tiles[1], "     0: ? 2");
        assert_eq!(
            legend(&setup, |_| None),
            ["! double letter, @ triple letter, # double word, $ triple word,", "lower case: a blank"]
        );
        let long: Vec<String> = (0..40).map(|number| format!("part {number}")).collect();
        let lines = wrapped(&long, ", ", 4);
        assert!(lines.iter().all(|line| line.chars().count() <= WIDTH) && lines[1].starts_with("    part"));
        assert_eq!(lines.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" "), long.join(", "));
    }
}
