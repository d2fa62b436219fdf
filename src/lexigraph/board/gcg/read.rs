//! Reading a game from text.

use std::borrow::Cow;
use std::sync::Arc;

use crate::alphabet::Alphabet;
use crate::board::rack::read_tiles;
use crate::board::{BoardSetup, RackError, Tiles, Written, parse_place};

use super::{Content, Encoding, Event, EventKind, Fault, Gcg, GcgError, Line};

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

impl Gcg {
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
                (Some(("character-encoding", _)), _) if number == 1 => continue,
                (Some(("character-encoding", name)), _) => {
                    return Err(GcgError { line: number, fault: Fault::Encoding { name: name.to_owned() } });
                }
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

fn decode(bytes: &[u8]) -> Result<(Encoding, Cow<'_, str>), GcgError> {
    let (bytes, marked) = match bytes.strip_prefix(BYTE_ORDER_MARK) {
        Some(rest) => (rest, true),
        None => (bytes, false),
    };
    let first = bytes.split(|&byte| byte == b'\n').next().expect("bug: a split has a first part");
    let first = String::from_utf8_lossy(first);
    let encoding = match pragma(first.trim()) {
        Some(("character-encoding", name)) if name.eq_ignore_ascii_case("utf-8") => Encoding::Utf8,
        Some(("character-encoding", name)) if name.eq_ignore_ascii_case("iso-8859-1") => Encoding::Latin1,
        Some(("character-encoding", name)) => {
            return Err(GcgError { line: 1, fault: Fault::Encoding { name: name.to_owned() } });
        }
        _ if marked => Encoding::Utf8,
        _ => Encoding::Latin1,
    };
    match encoding {
        Encoding::Latin1 => Ok((encoding, Cow::Owned(bytes.iter().map(|&byte| char::from(byte)).collect()))),
        Encoding::Utf8 => match std::str::from_utf8(bytes) {
            Ok(text) => Ok((encoding, Cow::Borrowed(text))),
            Err(error) => {
                let before = &bytes[..error.valid_up_to()];
                let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
                Err(GcgError { line, fault: Fault::NotUtf8 })
            }
        },
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
    let [fields @ .., points, total] = &fields[..] else { return Err(form()) };
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
