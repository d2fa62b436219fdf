//! The vocabulary of a dictionary: glosses are stored as numbers of words, the most frequent ones in one byte. It makes
//! blocks of glosses a quarter smaller, and small blocks nearly as small as large ones.

use rustc_hash::FxHashMap;

use super::DictionaryError;
use crate::parallel;

/// Tokens with numbers of one byte.
const ONE: usize = 160;
/// First bytes of numbers of two bytes.
const TWO: usize = 80;
/// First bytes of numbers of three bytes. One more first byte is left, for tokens without a number.
const THREE: usize = 15;
const LITERAL: u8 = 255;

/// Numbers of each length in bytes.
const CLASSES: [usize; 3] = [ONE, TWO << 8, THREE << 16];

/// The most bytes of all tokens together.
const LARGEST: usize = 1 << 27;

/// The texts whose tokens a thread counts at a time.
const PORTION: usize = 1 << 14;

/// Text as words and what stands between them. A single space between two words is not a token.
fn tokens(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    let mut after_word = false;
    std::iter::from_fn(move || {
        loop {
            let word = rest.chars().next()?.is_alphabetic();
            let end = rest.find(|c: char| c.is_alphabetic() != word).unwrap_or(rest.len());
            let (token, after) = rest.split_at(end);
            rest = after;
            let between = token == " " && after_word && !rest.is_empty();
            after_word = word;
            if !between {
                return Some(token);
            }
        }
    })
}

fn is_word(token: &str) -> bool {
    token.chars().next().is_some_and(char::is_alphabetic)
}

/// Appends a number in as many bytes as it needs, seven bits each.
pub(super) fn push_number(mut number: usize, bytes: &mut Vec<u8>) {
    while number >= 128 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Takes a number off the front of some bytes.
pub(super) fn take_number(bytes: &mut &[u8]) -> Option<usize> {
    let mut number = 0usize;
    for shift in (0..28).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= usize::from(byte & 127) << shift;
        if byte < 128 {
            return Some(number);
        }
    }
    None
}

/// Takes so many bytes off the front.
pub(super) fn take<'b>(bytes: &mut &'b [u8], length: usize) -> Option<&'b [u8]> {
    let (taken, rest) = bytes.split_at_checked(length)?;
    *bytes = rest;
    Some(taken)
}

/// Numbers for the tokens of some texts.
pub(super) struct Encoder<'t> {
    numbers: FxHashMap<&'t str, u32>,
    /// The tokens of each class, sorted.
    classes: Vec<Vec<&'t str>>,
}

impl<'t> Encoder<'t> {
    /// Gives the shortest numbers to the most frequent tokens.
    pub fn new(texts: &'t [String]) -> Encoder<'t> {
        let count = |texts: &'t [String]| {
            let mut counts: FxHashMap<&'t str, usize> = FxHashMap::default();
            let tokens = texts.iter().flat_map(|text| tokens(text)).filter(|token| token.len() < 256);
            tokens.for_each(|token| *counts.entry(token).or_default() += 1);
            counts
        };
        let mut parts = parallel::map(texts.chunks(PORTION).collect(), 1, count).into_iter();
        let mut counts = parts.next().unwrap_or_default();
        parts.flatten().for_each(|(token, count)| *counts.entry(token).or_default() += count);
        let mut order: Vec<(&str, usize)> = counts.into_iter().collect();
        order.sort_unstable_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
        let mut rest = order.iter().map(|(token, _)| *token);
        let mut classes: Vec<Vec<&str>> = CLASSES.iter().map(|&size| rest.by_ref().take(size).collect()).collect();
        classes.iter_mut().for_each(|class| class.sort_unstable());
        let numbers = classes.iter().flatten().enumerate().map(|(number, token)| (*token, number as u32)).collect();
        Encoder { numbers, classes }
    }

    /// The vocabulary as bytes: for each class the number of tokens, then each with the bytes that it shares with the
    /// one before.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for class in &self.classes {
            push_number(class.len(), &mut bytes);
            let mut before: &[u8] = &[];
            for token in class {
                let token = token.as_bytes();
                let shared = token.iter().zip(before).take_while(|(a, b)| a == b).count();
                bytes.extend([shared as u8, (token.len() - shared) as u8]);
                bytes.extend_from_slice(&token[shared..]);
                before = token;
            }
        }
        bytes
    }

    /// Appends a text as numbers.
    pub fn encode(&self, text: &str, bytes: &mut Vec<u8>) {
        for token in tokens(text) {
            match self.numbers.get(token).map(|&number| number as usize) {
                Some(number) if number < ONE => bytes.push(number as u8),
                Some(number) if number < ONE + CLASSES[1] => {
                    let number = number - ONE;
                    bytes.extend([(ONE + (number >> 8)) as u8, number as u8]);
                }
                Some(number) => {
                    let number = number - ONE - CLASSES[1];
                    bytes.extend([(ONE + TWO + (number >> 16)) as u8, (number >> 8) as u8, number as u8]);
                }
                None => {
                    bytes.push(LITERAL);
                    push_number(token.len(), bytes);
                    bytes.extend_from_slice(token.as_bytes());
                }
            }
        }
    }
}

/// The tokens of a dictionary by their numbers.
#[derive(Debug)]
pub(super) struct Vocabulary {
    text: String,
    ends: Vec<u32>,
}

const WRONG: DictionaryError = DictionaryError::Damaged("the vocabulary");
const GLOSS: DictionaryError = DictionaryError::Damaged("a gloss");

impl Vocabulary {
    /// Reads what [`Encoder::bytes`] wrote.
    pub fn new(mut bytes: &[u8]) -> Result<Vocabulary, DictionaryError> {
        let (mut text, mut ends): (Vec<u8>, Vec<u32>) = (Vec::with_capacity(2 * bytes.len()), Vec::new());
        let mut full = true;
        for size in CLASSES {
            let number = take_number(&mut bytes).filter(|&number| number <= size && (full || number == 0)).ok_or(WRONG)?;
            // Numbers of two bytes begin where those of one byte end, so that no class has gaps.
            full = number == size;
            let mut before = text.len()..text.len();
            for _ in 0..number {
                let &[shared, more] = take(&mut bytes, 2).ok_or(WRONG)? else { return Err(WRONG) };
                let shared = before.start..before.start + usize::from(shared);
                if shared.end > before.end {
                    return Err(WRONG);
                }
                let start = text.len();
                text.extend_from_within(shared);
                text.extend_from_slice(take(&mut bytes, usize::from(more)).ok_or(WRONG)?);
                before = start..text.len();
                if text.len() > LARGEST {
                    return Err(WRONG);
                }
                ends.push(u32::try_from(text.len()).map_err(|_| WRONG)?);
            }
        }
        let text = String::from_utf8(text).map_err(|_| WRONG)?;
        // A token ends where a character ends.
        if !bytes.is_empty() || !ends.iter().all(|&end| text.is_char_boundary(end as usize)) {
            return Err(WRONG);
        }
        Ok(Vocabulary { text, ends })
    }

    fn token(&self, number: usize) -> Option<&str> {
        let end = *self.ends.get(number)? as usize;
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before] as usize);
        Some(&self.text[start..end])
    }

    /// The text that [`Encoder::encode`] made these bytes of.
    pub fn decode(&self, mut bytes: &[u8]) -> Result<String, DictionaryError> {
        let mut text = String::new();
        let mut after_word = false;
        while let Some((&first, rest)) = bytes.split_first() {
            bytes = rest;
            let first = usize::from(first);
            let token = if first == usize::from(LITERAL) {
                let length = take_number(&mut bytes).ok_or(GLOSS)?;
                std::str::from_utf8(take(&mut bytes, length).ok_or(GLOSS)?).map_err(|_| GLOSS)?
            } else {
                let more = usize::from(first >= ONE) + usize::from(first >= ONE + TWO);
                let low = take(&mut bytes, more).ok_or(GLOSS)?.iter().fold(0, |low, &byte| low << 8 | usize::from(byte));
                let number = match more {
                    0 => first,
                    1 => ONE + ((first - ONE) << 8 | low),
                    _ => ONE + CLASSES[1] + ((first - ONE - TWO) << 16 | low),
                };
                self.token(number).ok_or(GLOSS)?
            };
            let word = is_word(token);
            if word && after_word {
                text.push(' ');
            }
            text.push_str(token);
            after_word = word;
        }
        Ok(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_come_back() {
        let mut texts: Vec<String> = ["", " ", "a", "a b", " a b ", "a  b", "a, b (c) d1e", "é è", "x;", "; x", "ab c\td"]
            .iter()
            .map(|text| text.to_string())
            .collect();
        // Numbers of two bytes, and a token that is too long for a number.
        texts.extend((0..400u32).map(|at| format!("w{} v{}", "x".repeat(at as usize % 7), at)));
        texts.push("y".repeat(300));
        texts.push((0..250u8).map(|at| format!("{}{} ", (97 + at % 26) as char, (97 + at / 26) as char)).collect());
        let encoder = Encoder::new(&texts);
        let vocabulary = Vocabulary::new(&encoder.bytes()).unwrap();
        for text in &texts {
            let mut bytes = Vec::new();
            encoder.encode(text, &mut bytes);
            assert_eq!(vocabulary.decode(&bytes).as_deref(), Ok(text.as_str()));
        }
    }

    #[test]
    fn numbers_come_back() {
        for number in [0, 1, 127, 128, 300, 16_384, (1 << 28) - 1] {
            let mut bytes = Vec::new();
            push_number(number, &mut bytes);
            assert_eq!(take_number(&mut &bytes[..]), Some(number));
            assert_eq!(take_number(&mut &bytes[..bytes.len() - 1]), None);
        }
    }
}
