//! GCG: games as text, a line an event.
//!
//! Lines with `#` are pragmas (players, title, notes, board layout, letters), lines with `>` events. The encoding is
//! ISO-8859-1 unless the first line is `#character-encoding UTF-8` (or a byte order mark). Pragmas that mean nothing here
//! are kept and written back. Tiles of several characters stand in brackets; a tile played through is a dot, or in
//! parentheses.
//!
//! ```text
//! >nick: RACK 8D WORD +score total      a play             >nick: RACK -TILES +0 total      an exchange (or -NUMBER)
//! >nick: RACK - +0 total                a pass             >nick: RACK -- -score total      a phony withdrawn
//! >nick: RACK (challenge) +5 total      a bonus            >nick: RACK (time) -10 total     a time penalty
//! >nick: (RACK) +points total           what the opponent had left
//! >nick: RACK (RACK) -points total      what was left after passes
//! ```

mod read;
mod replay;
mod write;

#[cfg(test)]
mod tests;

pub use replay::{Replay, Turn};

use std::sync::Arc;

use thiserror::Error;

use super::{BoardSetup, NotationError, PlayError, Problems, RackError, SetupError, Tiles, Written};

/// How the bytes of a file make text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// ISO-8859-1, the default of the format.
    Latin1,
    /// UTF-8, said on the first line.
    Utf8,
}

/// A game as it was written.
#[derive(Clone, Debug)]
pub struct Gcg {
    /// How it is encoded; a text that ISO-8859-1 cannot spell is written as UTF-8 all the same.
    pub encoding: Encoding,
    /// What it is played with.
    pub setup: Arc<BoardSetup>,
    /// Its lines, without empty ones and without the one that names the encoding.
    pub lines: Vec<Line>,
}

/// A line of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its number in the file, from 1; 0 for one that comes from no file.
    pub number: usize,
    /// What it says.
    pub content: Content,
}

/// What a line says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// `#name text`
    Pragma {
        /// What comes right after the `#`.
        name: String,
        /// The rest of the line.
        text: String,
    },
    /// A line that goes on with the note before it.
    Text(String),
    /// `>nick: ...`
    Event(Event),
}

/// An event of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// Whose.
    pub nick: String,
    /// The rack before it, as far as it is known, in the order written.
    pub rack: Tiles,
    /// What happened.
    pub kind: EventKind,
    /// What it scored.
    pub points: i32,
    /// The player's score after it.
    pub total: i32,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// Tiles were laid.
    Play(Written),
    /// These tiles were exchanged.
    Exchange(Tiles),
    /// So many tiles were exchanged, nobody knows which.
    ExchangeCount(u8),
    /// Nothing was done.
    Pass,
    /// The play right before was challenged, and withdrawn.
    Withdrawn,
    /// Points because a challenge failed.
    ChallengeBonus,
    /// Points for the tiles that the opponent had left.
    EndRack(Tiles),
    /// Points off for the tiles that were left.
    EndPenalty(Tiles),
    /// Points off for time.
    TimePenalty,
}

/// What is wrong with a game, and on which line.
#[derive(Debug, Error)]
#[error("line {line}: {fault}")]
pub struct GcgError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub fault: Fault,
}

/// What is wrong on a line.
#[derive(Debug, Error)]
pub enum Fault {
    /// An encoding that is not read.
    #[error("the encoding '{name}' is not known — use UTF-8 or ISO-8859-1, and say so on the first line")]
    Encoding {
        /// The encoding.
        name: String,
    },
    /// Bytes that are no UTF-8.
    #[error("not UTF-8, though the file says so")]
    NotUtf8,
    /// A line that begins with neither `#` nor `>` and continues no note.
    #[error("'{text}' is neither a pragma (#) nor an event (>)")]
    Unexpected {
        /// The line.
        text: String,
    },
    /// An event without nick.
    #[error("an event begins with a nick and a colon, as in '>nick: '")]
    NoNick,
    /// An event of no known form.
    #[error("the event '{text}' has no known form — see the list of events in the format")]
    Form {
        /// What comes after the nick.
        text: String,
    },
    /// A number that is none.
    #[error("the {what} '{found}' is not a number of the form {form}")]
    Number {
        /// Which number.
        what: &'static str,
        /// What is there.
        found: String,
        /// How it should look.
        form: &'static str,
    },
    /// A rack or a list of tiles that is none.
    #[error("{what}: {error}")]
    Rack {
        /// Whose tiles.
        what: &'static str,
        /// What is wrong.
        error: RackError,
    },
    /// A lower-case letter where a blank stands for nothing.
    #[error("{what}: tile {place} is in lower case — a blank that is not on the board is '?'")]
    LowerRack {
        /// Whose tiles.
        what: &'static str,
        /// The tile, from 1.
        place: usize,
    },
    /// A play that cannot be read, or does not fit the board.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// A layout or letters that are not known.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A player pragma without a nick, or the same nick twice.
    #[error("#{pragma} needs a nick of its own")]
    Player {
        /// `player1` or `player2`.
        pragma: String,
    },
    /// An event of nobody.
    #[error("'{nick}' is neither of the players — #player1 and #player2 give their nicks")]
    UnknownNick {
        /// The nick.
        nick: String,
    },
    /// An event out of turn.
    #[error("'{nick}' is not on turn")]
    OutOfTurn {
        /// The nick.
        nick: String,
    },
    /// A move that cannot be played.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// A rack that cannot be.
    #[error(transparent)]
    Problems(#[from] Problems),
    /// A wrong score.
    #[error("the event scores {expected}, the line says {found}")]
    Score {
        /// What it scores.
        expected: i32,
        /// What the line says.
        found: i32,
    },
    /// A wrong sum.
    #[error("the total comes to {expected}, the line says {found}")]
    Total {
        /// The sum.
        expected: i32,
        /// What the line says.
        found: i32,
    },
    /// A phony withdrawn where there is none.
    #[error("nothing to withdraw: the event before is no play of '{nick}'")]
    NothingToWithdraw {
        /// The nick.
        nick: String,
    },
}

impl Gcg {
    /// A game without lines, to be filled and written.
    pub fn new(setup: Arc<BoardSetup>) -> Gcg {
        Gcg { encoding: Encoding::Utf8, setup, lines: Vec::new() }
    }

    /// Appends a pragma.
    pub fn push_pragma(&mut self, name: &str, text: &str) {
        let content = Content::Pragma { name: name.to_owned(), text: text.to_owned() };
        self.lines.push(Line { number: 0, content });
    }

    /// Appends an event.
    pub fn push_event(&mut self, event: Event) {
        self.lines.push(Line { number: 0, content: Content::Event(event) });
    }

    /// The text of the first pragma with this name.
    pub fn pragma(&self, name: &str) -> Option<&str> {
        self.lines.iter().find_map(|line| match &line.content {
            Content::Pragma { name: known, text } if known == name => Some(text.as_str()),
            _ => None,
        })
    }

    /// The events, in order.
    pub fn events(&self) -> impl Iterator<Item = &Event> {
        self.lines.iter().filter_map(|line| match &line.content {
            Content::Event(event) => Some(event),
            _ => None,
        })
    }

    /// The nick and the full name of a player, 0 or 1.
    pub fn player(&self, player: usize) -> Option<(&str, &str)> {
        let text = self.pragma(if player == 0 { "player1" } else { "player2" })?.trim();
        let (nick, name) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        Some((nick, name.trim()))
    }
}
