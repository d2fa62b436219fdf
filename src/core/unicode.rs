//! The normal forms of Unicode that words need, with the feature `unicode`; without it, text has to come in composed form (NFC) and accents
//! cannot be taken off. The only module that knows the tables behind it.

use std::borrow::Cow;

/// The text in composed form (NFC).
pub fn compose(text: &str) -> Cow<'_, str> {
    #[cfg(feature = "unicode")]
    {
        use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};
        match is_nfc_quick(text.chars()) {
            IsNormalized::Yes => Cow::Borrowed(text),
            _ => Cow::Owned(text.nfc().collect()),
        }
    }
    #[cfg(not(feature = "unicode"))]
    Cow::Borrowed(text)
}

/// Calls `each` with the parts of a character: a letter and its accents, or the character alone.
pub fn decompose(character: char, each: impl FnMut(char)) {
    #[cfg(feature = "unicode")]
    unicode_normalization::char::decompose_canonical(character, each);
    #[cfg(not(feature = "unicode"))]
    {
        let mut each = each;
        each(character);
    }
}

/// `true` for a combining accent.
pub fn is_combining_mark(character: char) -> bool {
    #[cfg(feature = "unicode")]
    return unicode_normalization::char::is_combining_mark(character);
    #[cfg(not(feature = "unicode"))]
    matches!(character, '\u{300}'..='\u{36f}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}')
}
