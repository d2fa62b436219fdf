//! Reading a game from text.

use std::borrow::Cow;
use std::sync::Arc;

use crate::alphabet::Alphabet;
use crate::board::rack::read_tiles;
use crate::board::{BoardSetup, RackError, Tiles, Written, parse_place};
use crate::wordlist::Charset;

use super::{Content, Encoding, Event, EventKind, Fault, Gcg, GcgError, Line};

/// The pragma that names the encoding.
const ENCODING: &str = "character-encoding";
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

impl Gcg {
    /// `true` if a file is a game and no other text that a position is read from: its first line is a pragma or an
    /// event.
    pub fn detect(bytes: &[u8]) -> bool {
        let bytes = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes).trim_ascii_start();
        let mut lines = bytes.split(|&byte| byte == b'\n');
        match lines.next() {
            Some([b'#', rest @ ..]) => rest.first().is_some_and(u8::is_ascii_lowercase),
            Some([b'>', rest @ ..]) => rest.contains(&b':'),
            _ => false,
        }
    }

    /// Reads a game. The pragmas `#board-layout` and `#tile-distribution` name a bundled layout and a bundled
    /// alphabet; without them, those of `setup` are used.
    ///
    /// # Errors
    /// [`GcgError`] says what is wrong, and on which line. [`replay`](Gcg::replay) checks that the moves can be played.
    pub fn parse(bytes: &[u8], setup: &Arc<BoardSetup>) -> Result<Gcg, GcgError> {
        let (encoding, text) = decode(bytes)?;
        let numbered = || (1..).zip(text.lines().map(str::trim)).filter(|(_, line)| !line.is_empty());
        let mut setup = setup.clone();
        for (number, line) in numbered() {
            let (layout, letters) = match pragma(line) {
                Some(("board-layout", layout)) => (Some(layout), None),
                Some(("tile-distribution", letters)) => (None, Some(letters)),
                _ => continue,
            };
            setup = setup.with(letters, layout).map_err(|error| GcgError { line: number, fault: error.into() })?;
        }
        let mut lines: Vec<Line> = Vec::new();
        for (number, line) in numbered() {
            let content = match (pragma(line), line.strip_prefix('>')) {
                (Some((ENCODING, _)), _) => continue,
                (Some((name, text)), _) => Content::Pragma { name: name.to_owned(), text: text.to_owned() },
                (None, Some(event)) => {
                    let event = parse_event(event, setup.alphabet());
                    Content::Event(event.map_err(|fault| GcgError { line: number, fault })?)
                }
                (None, None) if in_note(&lines) => Content::Text(line.to_owned()),
                (None, None) => {
                    return Err(GcgError { line: number, fault: Fault::Unexpected { text: line.to_owned() } });
                }
            };
            lines.push(Line { number, content });
        }
        Ok(Gcg { encoding, setup, lines })
    }
}

/// The name and the text of a pragma.
fn pragma(line: &str) -> Option<(&str, &str)> {
    let line = line.strip_prefix('#')?;
    let (name, text) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    Some((name, text.trim()))
}

fn in_note(lines: &[Line]) -> bool {
    match lines.last().map(|line| &line.content) {
        Some(Content::Pragma { name, .. }) => name == "note" || name == "-",
        Some(Content::Text(_)) => true,
        _ => false,
    }
}

/// The text of a file. A pragma may name the encoding on any line; it is written in ASCII.
fn decode(bytes: &[u8]) -> Result<(Encoding, Cow<'_, str>), GcgError> {
    let (bytes, marked) = match bytes.strip_prefix(BYTE_ORDER_MARK) {
        Some(rest) => (rest, true),
        None => (bytes, false),
    };
    let declared = (1..).zip(bytes.split(|&byte| byte == b'\n')).find_map(|(number, line)| {
        let line = std::str::from_utf8(line).ok()?;
        pragma(line.trim()).filter(|(name, _)| *name == ENCODING).map(|(_, name)| (number, name))
    });
    let encoding = match declared.filter(|_| !marked) {
        Some((number, name)) => named(name).ok_or_else(|| {
            let fault = Fault::Encoding { name: name.to_owned() };
            GcgError { line: number, fault }
        })?,
        None if marked => Named::Utf8,
        None => Named::Latin1,
    };
    match encoding {
        Named::Latin1 => Ok((Encoding::Latin1, Cow::Owned(bytes.iter().map(|&byte| char::from(byte)).collect()))),
        Named::Utf8 => match std::str::from_utf8(bytes) {
            Ok(text) => Ok((Encoding::Utf8, Cow::Borrowed(text))),
            Err(error) => {
                let before = &bytes[..error.valid_up_to()];
                let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
                Err(GcgError { line, fault: Fault::NotUtf8 })
            }
        },
        Named::Other(charset) => Ok((Encoding::Utf8, charset.decode(bytes))),
    }
}

/// An encoding that a file names.
enum Named {
    Latin1,
    Utf8,
    Other(Charset),
}

/// The encoding with this name, in any of its usual spellings: `utf8`, `ISO_8859-1`, `latin-1`, `Windows-1252`.
fn named(name: &str) -> Option<Named> {
    let name = name.trim_matches(|quote| "\"'".contains(quote)).to_lowercase();
    let plain: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
    match plain.as_str() {
        "utf8" => Some(Named::Utf8),
        "iso88591" | "88591" | "latin1" | "l1" | "iso885911987" | "ascii" | "usascii" => Some(Named::Latin1),
        "ansi" => Some(Named::Other(Charset::WINDOWS_1252)),
        _ => [name.as_str(), &name.replace('_', "-"), &plain].into_iter().find_map(Charset::for_label).map(Named::Other),
    }
}

fn parse_event(text: &str, alphabet: &Alphabet) -> Result<Event, Fault> {
    let (nick, rest) = text.split_once(':').ok_or(Fault::NoNick)?;
    let nick = nick.trim();
    if nick.is_empty() {
        return Err(Fault::NoNick);
    }
    let form = || Fault::Form { text: rest.trim().to_owned() };
    let fields: Vec<&str> = rest.split_whitespace().collect();
    // Some programs write the words of a play behind the total.
    let scored = |at: usize| {
        let (points, total) = (fields[at], fields[at + 1]);
        number(points, "", "", true).is_ok() && !total.starts_with('+') && number(total, "", "", false).is_ok()
    };
    let last = fields.len().checked_sub(2).ok_or_else(form)?;
    let at = (0..=last).find(|&at| scored(at)).unwrap_or(last);
    let (points, total, fields) = (fields[at], fields[at + 1], &fields[..at]);
    let (rack, kind) = match fields {
        ["(time)"] => ("", EventKind::TimePenalty),
        [rack, "(time)"] => (*rack, EventKind::TimePenalty),
        ["(challenge)"] => ("", EventKind::ChallengeBonus),
        [rack, "(challenge)"] => (*rack, EventKind::ChallengeBonus),
        [tiles] if inside(tiles).is_some() => ("", EventKind::EndRack(parse_inside(tiles, alphabet)?)),
        [rack, tiles] if inside(tiles).is_some() => (*rack, EventKind::EndPenalty(parse_inside(tiles, alphabet)?)),
        [action] if action.starts_with('-') => ("", parse_action(action, alphabet)?),
        [rack, action] if action.starts_with('-') => (*rack, parse_action(action, alphabet)?),
        [place, word] if parse_place(place).is_ok() => ("", EventKind::Play(Written::from_parts(place, word, alphabet)?)),
        [rack, place, word] => (*rack, EventKind::Play(Written::from_parts(place, word, alphabet)?)),
        _ => return Err(form()),
    };
    let rack = parse_tiles(rack, "the rack", alphabet)?;
    let points = number(points, "score", "+12 or -12", true)?;
    let total = number(total, "total", "123", false)?;
    Ok(Event { nick: nick.to_owned(), rack, kind, points, total })
}

fn inside(field: &str) -> Option<&str> {
    field.strip_prefix('(')?.strip_suffix(')')
}

fn parse_inside(field: &str, alphabet: &Alphabet) -> Result<Tiles, Fault> {
    parse_tiles(inside(field).expect("bug: the field is not in parentheses"), "the tiles left", alphabet)
}

/// Reads `-` (a pass), `--` (a withdrawal), `-TILES` or `-NUMBER` (exchanges).
fn parse_action(field: &str, alphabet: &Alphabet) -> Result<EventKind, Fault> {
    let what = field.strip_prefix('-').expect("bug: the action does not begin with a minus sign");
    Ok(match what {
        "" => EventKind::Pass,
        "-" => EventKind::Withdrawn,
        _ if what.bytes().all(|byte| byte.is_ascii_digit()) => {
            let count = what.parse().ok().filter(|&count: &u8| count > 0 && count.to_string() == what);
            let wrong = || Fault::Number { what: "number of tiles", found: what.to_owned(), form: "-5" };
            EventKind::ExchangeCount(count.ok_or_else(wrong)?)
        }
        _ => EventKind::Exchange(parse_tiles(what, "the tiles exchanged", alphabet)?),
    })
}

fn parse_tiles(text: &str, what: &'static str, alphabet: &Alphabet) -> Result<Tiles, Fault> {
    let cells = read_tiles(text, alphabet).map_err(|error| Fault::Rack { what, error })?;
    if let Some(place) = cells.iter().position(|cell| cell.is_blank() && cell.is_tile()) {
        return Err(Fault::LowerRack { what, place: place + 1 });
    }
    Tiles::from_slice(&cells).ok_or(Fault::Rack { what, error: RackError::TooMany })
}

fn number(text: &str, what: &'static str, form: &'static str, signed: bool) -> Result<i32, Fault> {
    let wrong = || Fault::Number { what, found: text.to_owned(), form };
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let has_sign = digits.len() < text.len();
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) || (signed && !has_sign) {
        return Err(wrong());
    }
    text.parse().map_err(|_| wrong())
}
