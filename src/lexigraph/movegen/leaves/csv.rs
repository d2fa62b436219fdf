//! Leave values as CSV.

use std::io::{self, Write};

use lexigraph_core::parallel;

use super::graph::{Entry, Key};
use super::{Equity, LIMIT, LeaveTable, LeavesError, add_to, key_of, rack_of};
use crate::alphabet::Alphabet;
use crate::board::{MAX_RACK, Rack, pairs};

/// A text is read in parallel, in pieces of about this many bytes.
const PIECE: usize = 1 << 20;

/// Reads tiles. A table speeds up ASCII letters: on a rack, such a letter is one tile whatever stands beside it.
struct Tiles<'a> {
    alphabet: &'a Alphabet,
    /// For each ASCII character the number of its tile, or [`ASK`].
    table: [u8; 128],
}

/// The table has no tile for the character: the alphabet must be asked.
const ASK: u8 = 255;

impl<'a> Tiles<'a> {
    fn new(alphabet: &'a Alphabet) -> Tiles<'a> {
        let mut table = [ASK; 128];
        for character in (0..128u8).filter(|character| character.is_ascii_alphabetic() || *character == b'?') {
            if let Ok(rack) = Rack::parse(&char::from(character).to_string(), alphabet) {
                table[usize::from(character)] = rack.tiles().into_iter().next().map_or(0, |tile| tile.number());
            }
        }
        Tiles { alphabet, table }
    }

    #[inline]
    fn number(&self, byte: u8) -> u8 {
        self.table.get(usize::from(byte)).copied().unwrap_or(ASK)
    }

    fn read(&self, text: &str, line: usize) -> Result<Key, LeavesError> {
        Rack::parse(text, self.alphabet).map(|rack| key_of(&rack)).map_err(|error| LeavesError::Tiles { line, error })
    }
}

/// Reads the usual line quickly: tiles, a comma, and a decimal number of up to three places. `None` for any other line.
fn simple(line: &[u8], tiles: &Tiles<'_>) -> Option<Entry> {
    let (mut key, mut length) = ([0; MAX_RACK], 0);
    let mut bytes = line.iter();
    loop {
        match bytes.next() {
            Some(b',') if length > 0 => break,
            Some(&byte) => {
                let number = tiles.number(byte);
                if number == ASK || length == MAX_RACK {
                    return None;
                }
                add_to(&mut key, &mut length, number, 1);
            }
            None => return None,
        }
    }
    if !key[..length].is_sorted() {
        key[..length].sort_unstable();
    }
    let number = bytes.as_slice();
    let (negative, digits) = number.strip_prefix(b"-").map_or((false, number), |digits| (true, digits));
    let point = digits.iter().position(|&byte| byte == b'.').unwrap_or(digits.len());
    let places = digits.len().saturating_sub(point + 1);
    if !(1..=6).contains(&point) || places > 3 || (places == 0 && point < digits.len()) {
        return None;
    }
    let mut size = 0;
    for byte in digits[..point].iter().chain(digits.iter().skip(point + 1)) {
        size = size * 10 + i32::from(byte.is_ascii_digit().then(|| byte - b'0')?);
    }
    let size = size * [1000, 100, 10, 1][places];
    Some(Entry { key, value: Equity::from_thousandths(if negative { -size } else { size }) })
}

/// Reads a pair of tiles and value from a line with this number; `None` for the empty leave, which is worth 0.
fn entry(line: usize, pair: Result<(&str, &str), &str>, tiles: &Tiles<'_>) -> Result<Option<Entry>, LeavesError> {
    let (left, right) = pair.map_err(|text| LeavesError::Form { line, text: text.to_owned() })?;
    let key = tiles.read(left.trim(), line)?;
    let text = right.trim();
    let points: Option<f64> = text.parse().ok().filter(|points: &f64| points.abs() < LIMIT);
    let points = points.ok_or_else(|| LeavesError::Value { line, text: text.to_owned() })?;
    let value = Equity::from_thousandths((points * 1000.0).round() as i32);
    match (key[0], value) {
        (0, Equity::ZERO) => Ok(None),
        (0, value) => Err(LeavesError::Nothing { value }),
        _ => Ok(Some(Entry { key, value })),
    }
}

pub fn read(text: &str, alphabet: &Alphabet) -> Result<LeaveTable, LeavesError> {
    let tiles = Tiles::new(alphabet);
    let mut pieces = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let cut = memchr::memchr(b'\n', &rest.as_bytes()[rest.len().min(PIECE)..]);
        let (piece, after) = rest.split_at(cut.map_or(rest.len(), |at| rest.len().min(PIECE) + at + 1));
        pieces.push((text.len() - rest.len(), piece));
        rest = after;
    }
    let read = |(start, piece): (usize, &str)| -> Result<Vec<Entry>, LeavesError> {
        let before = memchr::memchr_iter(b'\n', &text.as_bytes()[..start]).count();
        let mut entries = Vec::with_capacity(piece.len() / 12);
        for (line, text) in (before + 1..).zip(piece.lines()) {
            if let Some(entry) = simple(text.as_bytes(), &tiles) {
                entries.push(entry);
            } else if let Some((_, pair)) = pairs(text).next() {
                entries.extend(entry(line, pair, &tiles)?);
            }
        }
        Ok(entries)
    };
    // In the order of the text, so that the first error is reported.
    let parts = parallel::map(pieces, 1, read);
    let mut entries = Vec::new();
    for part in parts {
        entries.extend(part?);
    }
    LeaveTable::from_entries(entries).map_err(|error| match error {
        LeavesError::Repeated { tiles: twice } => {
            second(text, &tiles, &key_of(&twice)).expect("bug: repeated tiles are on one line only")
        }
        error => error,
    })
}

/// The error that names the line where these tiles come a second time.
fn second(text: &str, tiles: &Tiles<'_>, key: &Key) -> Option<LeavesError> {
    let lines = pairs(text).filter_map(|(line, pair)| Some((line, pair.ok()?.0)));
    let mut same = lines.filter(|&(line, left)| tiles.read(left.trim(), line).is_ok_and(|found| found == *key));
    same.nth(1).map(|(line, text)| LeavesError::Twice { line, text: text.to_owned() })
}

pub fn write(table: &LeaveTable, out: &mut (impl Write + ?Sized), alphabet: &Alphabet) -> io::Result<()> {
    let mut rows: Vec<(usize, Key, Equity)> = Vec::with_capacity(table.len());
    table.graph.for_each(&mut |key, rank| {
        // The printed order has blanks last; in keys they are first.
        let length = key.iter().position(|&tile| tile == 0).unwrap_or(MAX_RACK);
        let blanks = key.iter().take_while(|&&tile| tile == 1).count();
        let mut printed = *key;
        printed[..length].rotate_left(blanks);
        printed[length - blanks..length].fill(u8::MAX);
        rows.push((length, printed, table.values[rank as usize]));
    });
    parallel::sort_unstable_by(&mut rows, |a, b| (a.0, a.1).cmp(&(b.0, b.1)));
    let mut text = String::new();
    for (_, printed, value) in rows {
        let sorted = printed.map(|tile| if tile == u8::MAX { 1 } else { tile });
        text.clear();
        text.push_str(&rack_of(&sorted).render(alphabet));
        text.push(',');
        text.push_str(plain(&value.to_string()));
        text.push('\n');
        out.write_all(text.as_bytes())?;
    }
    Ok(())
}

/// A decimal number without trailing zeros.
fn plain(number: &str) -> &str {
    number.trim_end_matches('0').trim_end_matches('.')
}
