//! Tiles in the text of positions and games: one character, or a label in brackets; lower case for a blank.

use crate::alphabet::{Alphabet, Tile};

use super::{Cell, Placed};

/// Reads one tile at the start of `text`: one character, or a label in brackets. Returns the tile and its length in
/// bytes.
///
/// On boards, unlike in words, two characters without brackets are always two tiles: `CH` is a C and an H.
pub(super) fn read_tile(alphabet: &Alphabet, text: &str) -> Option<(Placed, usize)> {
    let first = text.chars().next()?;
    let label = if first == '[' { text } else { &text[..first.len_utf8()] };
    let (tile, blank, taken) = alphabet.parse_tile(label)?;
    (tile.number() <= Tile::MAX_GAME).then_some((Placed { tile, blank }, taken))
}

/// The lines of a table of tiles and numbers. Each item has the number of the line, from 1, and its two fields, which
/// are separated by a comma, tab or semicolon; or the whole line as an error. Empty lines and lines that begin with
/// `#` are skipped.
pub(crate) fn pairs(text: &str) -> impl Iterator<Item = (usize, Result<(&str, &str), &str>)> {
    let lines = (1..).zip(text.trim_start_matches('\u{feff}').lines().map(str::trim));
    lines
        .filter(|(_, text)| !text.is_empty() && !text.starts_with('#'))
        .map(|(line, text)| (line, text.split_once([',', '\t', ';']).ok_or(text)))
}

/// Reads a whole text as the label of one tile, with or without brackets.
pub(super) fn read_label(alphabet: &Alphabet, text: &str) -> Option<Placed> {
    let (tile, blank, taken) = alphabet.parse_tile(text)?;
    (taken == text.len() && tile.number() <= Tile::MAX_GAME).then_some(Placed { tile, blank })
}

/// Appends a tile as [`read_tile`] reads it; `?` for a blank that stands for no letter, nothing for an empty square.
pub(super) fn write_cell(alphabet: &Alphabet, cell: Cell, text: &mut String) {
    let letter = cell.letter().and_then(|tile| alphabet.letters().get(usize::from(tile.number()) - 1));
    match letter {
        Some(letter) => {
            let label = if cell.is_blank() { &letter.lower } else { &letter.label };
            let mut characters = label.chars();
            // Without brackets, a label that is a digit or a sign would mean something else.
            let plain = characters.next().is_some_and(char::is_alphabetic) && characters.next().is_none();
            if plain {
                text.push_str(label);
            } else {
                text.extend(["[", label, "]"]);
            }
        }
        None if cell.is_blank() => text.push('?'),
        None => {}
    }
}

/// The text of tiles, one after another.
pub(super) fn write_cells(alphabet: &Alphabet, cells: &[Cell]) -> String {
    let mut text = String::with_capacity(cells.len());
    cells.iter().for_each(|&cell| write_cell(alphabet, cell, &mut text));
    text
}

/// The text of a word for people: labels without brackets, lower case for a blank.
pub fn word_text(alphabet: &Alphabet, cells: &[Cell]) -> String {
    let mut text = String::with_capacity(cells.len());
    for letter in cells.iter().map(|cell| (cell, cell.letter())) {
        if let (cell, Some(tile)) = letter
            && let Some(letter) = alphabet.letters().get(usize::from(tile.number()) - 1)
        {
            text.push_str(if cell.is_blank() { &letter.lower } else { &letter.label });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_make_one_tile_of_two_characters() {
        let spanish = Alphabet::builtin("spanish").unwrap();
        let mut text = String::new();
        for (index, written) in ["CH", "[CH]", "[ch]", "ñ"].into_iter().enumerate() {
            let (placed, taken) = read_tile(&spanish, written).unwrap();
            assert_eq!(taken, [1, 4, 4, 2][index]);
            write_cell(&spanish, placed.into(), &mut text);
        }
        assert_eq!(text, "C[CH][ch]ñ");
        assert_eq!(read_tile(&spanish, "[CHA]"), None);
        assert_eq!(read_tile(&spanish, "[CH"), None);
    }
}
