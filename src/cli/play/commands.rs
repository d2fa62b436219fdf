//! What a player types.

/// A command of the player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// A move, as notation.
    Move(String),
    /// The best few moves.
    Hint(usize),
    /// The machine's reasons for its last move.
    Why,
    /// Both last turns taken back.
    Undo,
    /// The game written to a file.
    Save(Option<String>),
    /// The board again.
    Show,
    /// The tiles that are not seen.
    Unseen,
    /// The turns so far.
    History,
    /// The commands.
    Help,
    /// The end.
    Quit,
    /// Nothing.
    Nothing,
    /// None of these.
    Unknown(String),
}

/// Name, other name, what it does.
pub const HELP: &[(&str, &str, &str)] = &[
    ("8D WORD", "D8 WORD", "lay a word across or down; a lower-case letter is a blank"),
    ("-ABC", "", "exchange these tiles"),
    ("-", "pass", "pass"),
    ("hint [N]", "h", "the N best moves"),
    ("why", "w", "the machine's reasons for its last move"),
    ("undo", "u", "take back your last turn and the machine's"),
    ("show", "b", "the board again"),
    ("unseen", "t", "the tiles that you do not see"),
    ("history", "m", "the turns so far"),
    ("save FILE", "s", "save the game"),
    ("help", "?", "this"),
    ("quit", "q", "leave the game"),
];

impl Command {
    /// Reads a line.
    pub fn parse(line: &str) -> Command {
        let line = line.trim();
        let (first, rest) = line.split_once(char::is_whitespace).map_or((line, ""), |(first, rest)| (first, rest.trim()));
        match first.to_lowercase().as_str() {
            "" => Command::Nothing,
            "hint" | "hints" | "h" => rest.parse().map_or(Command::Hint(5), Command::Hint),
            "why" | "w" => Command::Why,
            "undo" | "u" => Command::Undo,
            "show" | "board" | "b" => Command::Show,
            "unseen" | "tiles" | "t" => Command::Unseen,
            "history" | "moves" | "m" => Command::History,
            "save" | "s" => Command::Save((!rest.is_empty()).then(|| rest.to_owned())),
            "help" | "?" => Command::Help,
            "quit" | "exit" | "q" => Command::Quit,
            "pass" => Command::Move("-".to_owned()),
            // A move has a place and a word; '-' is an exchange or a pass.
            _ if line.starts_with('-') || !rest.is_empty() => Command::Move(line.to_owned()),
            _ => Command::Unknown(line.to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_commands() {
        for (line, command) in [
            ("8d Word", Command::Move("8d Word".into())),
            ("-abc", Command::Move("-abc".into())),
            ("- ABC", Command::Move("- ABC".into())),
            ("pass", Command::Move("-".into())),
            (" hint ", Command::Hint(5)),
            ("h 12", Command::Hint(12)),
            ("save a b.gcg", Command::Save(Some("a b.gcg".into()))),
            ("", Command::Nothing),
            ("nonsense", Command::Unknown("nonsense".into())),
            ("QUIT", Command::Quit),
        ] {
            assert_eq!(Command::parse(line), command, "{line}");
        }
    }
}
