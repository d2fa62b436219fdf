//! The alphabet section.

use byteorder::{ByteOrder, LE};

use crate::alphabet::{Alphabet, Case, Letter};
use crate::image::ImageError;

const FOLDED: u8 = 0;
const SENSITIVE: u8 = 1;
const BYTES: u8 = 2;

/// The bit of the section's first parameter that is set if accents were taken off the words of the list.
const FOLDED_ACCENTS: u64 = 1;

/// The parameters of the section.
pub(super) fn parameters(alphabet: &Alphabet) -> [u64; 5] {
    [if alphabet.folds_accents() { FOLDED_ACCENTS } else { 0 }, 0, 0, 0, 0]
}

pub(super) fn encode(alphabet: &Alphabet) -> Vec<u8> {
    let mut bytes = vec![match alphabet.case() {
        Case::Folded => FOLDED,
        Case::Sensitive => SENSITIVE,
        Case::Bytes => BYTES,
    }];
    text(&mut bytes, alphabet.name());
    text(&mut bytes, alphabet.title());
    if alphabet.case() == Case::Bytes {
        return bytes;
    }
    number(&mut bytes, alphabet.blanks());
    let replacements = alphabet.parser().replacements();
    number(&mut bytes, replacements.len() as u16);
    for (from, to) in replacements {
        text(&mut bytes, from.encode_utf8(&mut [0; 4]));
        text(&mut bytes, to);
    }
    number(&mut bytes, alphabet.len() as u16);
    for letter in alphabet.letters() {
        text(&mut bytes, &letter.label);
        text(&mut bytes, &letter.lower);
        number(&mut bytes, letter.also.len() as u16);
        letter.also.iter().for_each(|also| text(&mut bytes, also));
        number(&mut bytes, letter.count);
        number(&mut bytes, letter.points as u16);
        bytes.push(u8::from(letter.vowel));
    }
    bytes
}

/// Appends a text, cut after 65,535 bytes: no name, title or label is that long.
fn text(bytes: &mut Vec<u8>, text: &str) {
    let text = &text[..text.floor_char_boundary(usize::from(u16::MAX))];
    number(bytes, text.len() as u16);
    bytes.extend_from_slice(text.as_bytes());
}

fn number(bytes: &mut Vec<u8>, number: u16) {
    bytes.extend_from_slice(&number.to_le_bytes());
}

pub(super) fn decode(parameters: &[u64; 5], bytes: &[u8]) -> Result<Alphabet, ImageError> {
    Ok(decode_letters(bytes)?.with_folded_accents(parameters[0] & FOLDED_ACCENTS != 0))
}

fn decode_letters(bytes: &[u8]) -> Result<Alphabet, ImageError> {
    let mut cursor = Cursor { bytes, at: 0 };
    let case = match cursor.byte()? {
        FOLDED => Case::Folded,
        SENSITIVE => Case::Sensitive,
        BYTES => return Ok(Alphabet::bytes()),
        _ => return Err(cursor.wrong("the kind of alphabet is unknown")),
    };
    let (name, title) = (cursor.text()?, cursor.text()?);
    let blanks = cursor.number()?;
    let replacements = (0..cursor.number()?).map(|_| Ok((cursor.text()?, cursor.text()?)));
    let replacements = replacements.collect::<Result<Vec<_>, ImageError>>()?;
    let mut letters = Vec::new();
    for _ in 0..cursor.number()? {
        let (label, lower) = (cursor.text()?, cursor.text()?);
        let also = (0..cursor.number()?).map(|_| cursor.text()).collect::<Result<Vec<_>, ImageError>>()?;
        let (count, points, vowel) = (cursor.number()?, cursor.number()? as i16, cursor.byte()? != 0);
        letters.push(Letter { label, lower, also, count, points, vowel });
    }
    if cursor.at != bytes.len() {
        return Err(cursor.wrong("bytes after the last letter"));
    }
    Ok(Alphabet::new(&name, &title, letters, blanks, case, replacements)?)
}

struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Cursor<'_> {
    fn wrong(&self, what: &'static str) -> ImageError {
        ImageError::Field { offset: self.at as u64, what }
    }

    fn take(&mut self, length: usize) -> Result<&[u8], ImageError> {
        if self.bytes.len() - self.at < length {
            return Err(self.wrong("the alphabet ends too early"));
        }
        self.at += length;
        Ok(&self.bytes[self.at - length..self.at])
    }

    fn byte(&mut self) -> Result<u8, ImageError> {
        Ok(self.take(1)?[0])
    }

    fn number(&mut self) -> Result<u16, ImageError> {
        self.take(2).map(LE::read_u16)
    }

    fn text(&mut self) -> Result<String, ImageError> {
        let length = self.number()?;
        let bytes = self.take(usize::from(length))?.to_vec();
        String::from_utf8(bytes).map_err(|_| self.wrong("a text is not UTF-8"))
    }
}
