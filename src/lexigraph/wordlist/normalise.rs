//! Characters of words that no alphabet spells: marks after the word, and what is not visible.

use lexigraph_core::unicode::is_combining_mark;

/// The marks that lists put after a word to tell its class. A full stop is none: it makes an abbreviation.
pub(super) const MARKS: &[char] =
    &['$', '+', '^', '&', '!', '%', '~', '*', '#', '@', '=', '<', '>', '§', '†', '‡', '°', '¹', '²', '³'];

/// `true` if a character is seen as such in a message.
pub(super) fn is_visible(c: char) -> bool {
    let format = matches!(c, '\u{AD}' | '\u{61C}' | '\u{180E}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FEFF}');
    !c.is_control() && !c.is_whitespace() && !format && !is_combining_mark(c)
}
