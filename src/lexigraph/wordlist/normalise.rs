//! Characters of words that no alphabet spells: marks after the word, and what is not visible.

use lexigraph_core::unicode::is_combining_mark;

use super::shape::Shape;

/// The marks that lists put after a word to tell its class. A full stop is none: it makes an abbreviation.
const MARKS: &[char] = &['$', '+', '^', '&', '!', '%', '~', '*', '#', '@', '=', '<', '>', '§', '†', '‡', '°', '¹', '²', '³'];

/// How many of them are marks and nothing else. The others are footnotes beside the words of a game, but letters where
/// all characters are: `cm²`.
const ONLY_MARKS: usize = 16;

/// The marks that may be taken off the ends of words of a list of this shape. A hunspell dictionary has none.
pub(super) fn marks(shape: Shape, automatic: bool) -> &'static [char] {
    match shape {
        Shape::Hunspell => &[],
        _ if automatic => &MARKS[..ONLY_MARKS],
        _ => MARKS,
    }
}

/// `true` if a character is seen as such in a message.
pub(super) fn is_visible(c: char) -> bool {
    let format = matches!(c, '\u{AD}' | '\u{61C}' | '\u{180E}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FEFF}');
    !c.is_control() && !c.is_whitespace() && !format && !is_combining_mark(c)
}
