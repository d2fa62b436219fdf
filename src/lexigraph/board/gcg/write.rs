//! Writing a game as text.

use std::fmt::Write;

use crate::board::notation::WrittenWord;
use crate::board::place_name;
use crate::board::text::write_cells;

use super::{Content, Encoding, Event, EventKind, Gcg};

const UTF8_LINE: &str = "#character-encoding UTF-8\n";

impl Gcg {
    /// The game as text, without a line that declares the encoding.
    pub fn render(&self) -> String {
        let mut text = String::new();
        for line in &self.lines {
            let _ = match &line.content {
                Content::Pragma { name, text: rest } if rest.is_empty() => writeln!(text, "#{name}"),
                Content::Pragma { name, text: rest } => writeln!(text, "#{name} {rest}"),
                Content::Text(rest) => writeln!(text, "{rest}"),
                Content::Event(event) => writeln!(text, "{}", self.render_event(event)),
            };
        }
        text
    }

    /// The bytes of a file, in the encoding of the game, or in UTF-8 if that encoding lacks a character. The first
    /// line declares UTF-8.
    pub fn to_bytes(&self) -> Vec<u8> {
        let text = self.render();
        let latin1 = || text.chars().map(|character| u8::try_from(u32::from(character)).ok()).collect::<Option<Vec<u8>>>();
        if self.encoding == Encoding::Latin1
            && let Some(bytes) = latin1()
        {
            return bytes;
        }
        [UTF8_LINE, &text].concat().into_bytes()
    }

    fn render_event(&self, event: &Event) -> String {
        let alphabet = self.setup.alphabet();
        let mut text = format!(">{}:", event.nick);
        if !event.rack.is_empty() {
            let _ = write!(text, " {}", write_cells(alphabet, &event.rack));
        }
        let _ = match &event.kind {
            EventKind::Play(play) => {
                write!(text, " {} {}", place_name(play.start, play.direction), WrittenWord(&play.word, alphabet))
            }
            EventKind::Exchange(tiles) => write!(text, " -{}", write_cells(alphabet, tiles)),
            EventKind::ExchangeCount(count) => write!(text, " -{count}"),
            EventKind::Pass => write!(text, " -"),
            EventKind::Withdrawn => write!(text, " --"),
            EventKind::ChallengeBonus => write!(text, " (challenge)"),
            EventKind::EndRack(tiles) | EventKind::EndPenalty(tiles) => write!(text, " ({})", write_cells(alphabet, tiles)),
            EventKind::TimePenalty => write!(text, " (time)"),
        };
        let _ = write!(text, " {:+} {}", event.points, event.total);
        text
    }
}
