//! GCG: games as text, one event on each line.
//!
//! Lines that begin with `#` are pragmas (players, title, notes, board layout, letters), lines that begin with `>`
//! are events. The encoding is ISO-8859-1, unless `#character-encoding` names another or the file has a byte order
//! mark. Unknown pragmas are kept and written back; words behind a total are passed over. Tiles of several
//! characters stand in brackets; a tile that was on the board is a dot, or in parentheses.
//!
//! ```text
//! >nick: RACK 8D WORD +score total      a play             >nick: RACK -TILES +0 total      an exchange (or -NUMBER)
//! >nick: RACK - +0 total                a pass             >nick: RACK -- -score total      a phony withdrawn (or +0)
//! >nick: RACK (challenge) +5 total      a bonus or penalty >nick: RACK (time) -10 total     a time penalty
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

use super::{BagError, BoardSetup, NotationError, PlayError, Problems, RackError, SetupError, Tiles, Written};

/// The encoding of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// ISO-8859-1, the default of the format.
    Latin1,
    /// UTF-8, which the first line of a file declares; also games read from any other encoding.
    Utf8,
}

/// A game in GCG.
#[derive(Clone, Debug)]
pub struct Gcg {
    /// The encoding. A text that ISO-8859-1 cannot encode is always written as UTF-8.
    pub encoding: Encoding,
    /// Alphabet and layout.
    pub setup: Arc<BoardSetup>,
    /// The lines, without empty lines and without the line that declares the encoding.
    pub lines: Vec<Line>,
}

/// A line of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The number in the file, from 1; 0 for a line that comes from no file.
    pub number: usize,
    /// The content.
    pub content: Content,
}

/// The content of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// `#name text`
    Pragma {
        /// The name after the `#`.
        name: String,
        /// The rest of the line.
        text: String,
    },
    /// A line that continues the note before it.
    Text(String),
    /// `>nick: ...`
    Event(Event),
}

/// An event of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The nick of the player.
    pub nick: String,
    /// The rack before the event, as far as it is known, in the order written.
    pub rack: Tiles,
    /// What happened.
    pub kind: EventKind,
    /// The score of the event.
    pub points: i32,
    /// The player's total after the event.
    pub total: i32,
}

/// The kind of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// The player laid tiles.
    Play(Written),
    /// The player exchanged these tiles.
    Exchange(Tiles),
    /// The player exchanged this number of unknown tiles.
    ExchangeCount(u8),
    /// The player passed.
    Pass,
    /// The play right before was challenged and withdrawn.
    Withdrawn,
    /// A bonus because a challenge failed, or the penalty for it.
    ChallengeBonus,
    /// Points for the tiles that the opponent had left.
    EndRack(Tiles),
    /// A penalty for the tiles left on the own rack.
    EndPenalty(Tiles),
    /// A penalty for overtime.
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
    /// The encoding is unknown.
    #[error("the encoding '{name}' is not known — use UTF-8 or ISO-8859-1")]
    Encoding {
        /// The name of the encoding.
        name: String,
    },
    /// The file declares UTF-8, but its bytes are not UTF-8.
    #[error("not UTF-8, though the file says so")]
    NotUtf8,
    /// A line begins with neither `#` nor `>` and continues no note.
    #[error("'{text}' is neither a pragma (#) nor an event (>)")]
    Unexpected {
        /// The line.
        text: String,
    },
    /// An event has no nick.
    #[error("an event begins with a nick and a colon, as in '>nick: '")]
    NoNick,
    /// An event is of no known kind.
    #[error("the event '{text}' has no known form — see the list of events in the format")]
    Form {
        /// The text after the nick.
        text: String,
    },
    /// A field is not a number.
    #[error("the {what} '{found}' is not a number of the form {form}")]
    Number {
        /// The meaning of the number.
        what: &'static str,
        /// The text.
        found: String,
        /// An example of the right form.
        form: &'static str,
    },
    /// A rack or a list of tiles cannot be read.
    #[error("{what}: {error}")]
    Rack {
        /// The meaning of the tiles.
        what: &'static str,
        /// What is wrong.
        error: RackError,
    },
    /// A rack or a list of tiles has a lower-case letter.
    #[error("{what}: tile {place} is in lower case — a blank that is not on the board is '?'")]
    LowerRack {
        /// The meaning of the tiles.
        what: &'static str,
        /// The tile, from 1.
        place: usize,
    },
    /// A play cannot be read, or does not fit the board.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// The layout or the alphabet is unknown.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A player pragma has no nick, or both players have the same nick.
    #[error("#{pragma} needs a nick of its own")]
    Player {
        /// `player1` or `player2`.
        pragma: String,
    },
    /// The nick of an event is that of no player.
    #[error(
        "'{nick}' is {} — #player1 and #player{seats} give their nicks",
        if *seats == 2 { "neither of the players" } else { "none of the players" }
    )]
    UnknownNick {
        /// The nick.
        nick: String,
        /// The number of players.
        seats: usize,
    },
    /// The game has another number of players than the reader can take.
    #[error("the game has {found} players, and a game of {wanted} is wanted here")]
    Players {
        /// The number of players.
        found: usize,
        /// The number that is wanted.
        wanted: usize,
    },
    /// The player of an event is not on turn.
    #[error("'{nick}' is not on turn")]
    OutOfTurn {
        /// The nick.
        nick: String,
    },
    /// A move cannot be played.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// The racks of more than two players are not possible together.
    #[error(transparent)]
    Tiles(#[from] BagError),
    /// A rack is not possible in this game.
    #[error(transparent)]
    Problems(#[from] Problems),
    /// A score is wrong.
    #[error("the event scores {expected}, the line says {found}")]
    Score {
        /// The right score.
        expected: i32,
        /// The score on the line.
        found: i32,
    },
    /// A total is wrong.
    #[error("the total comes to {expected}, the line says {found}")]
    Total {
        /// The right total.
        expected: i32,
        /// The total on the line.
        found: i32,
    },
    /// A play is withdrawn, but the event before is not a play.
    #[error("nothing to withdraw: the event before is no play of '{nick}'")]
    NothingToWithdraw {
        /// The nick.
        nick: String,
    },
}

/// The most players of a game.
const MOST_PLAYERS: usize = 4;

impl Gcg {
    /// A game without lines.
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

    /// Adds a note on the first turn, or at the end if there is none.
    pub(crate) fn push_note_on_first_turn(&mut self, text: &str) {
        self.push_pragma("note", text);
        let is_event = |line: &Line| matches!(line.content, Content::Event(_));
        let belongs = |kind: &EventKind| matches!(kind, EventKind::Withdrawn | EventKind::ChallengeBonus);
        let follows = |line: &Line| matches!(&line.content, Content::Event(event) if belongs(&event.kind));
        if let Some(first) = self.lines.iter().position(is_event) {
            let rest = &mut self.lines[first + 1..];
            let at = rest.iter().take_while(|line| follows(line)).count();
            rest[at..].rotate_right(1);
        }
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

    /// The number of players: 2, or more if pragmas `#player3` and `#player4` name a third and a fourth.
    pub fn players(&self) -> usize {
        (2..MOST_PLAYERS).find(|&player| self.player(player).is_none()).unwrap_or(MOST_PLAYERS)
    }

    /// The number of players that the pragmas of a text name, as [`players`](Self::players) counts them, whatever its
    /// letters; 2 for any other text.
    pub fn players_of(bytes: &[u8]) -> usize {
        let named = |pragma: &str| {
            bytes.split(|&byte| byte == b'\n').any(|line| {
                line.strip_prefix(pragma.as_bytes()).is_some_and(|rest| rest.first().is_some_and(u8::is_ascii_whitespace))
            })
        };
        2 + ["#player3", "#player4"].into_iter().take_while(|pragma| named(pragma)).count()
    }

    /// The nick and the full name of a player, from 0.
    pub fn player(&self, player: usize) -> Option<(&str, &str)> {
        let text = self.pragma(["player1", "player2", "player3", "player4"].get(player)?)?.trim();
        let (nick, name) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        Some((nick, name.trim()))
    }
}
