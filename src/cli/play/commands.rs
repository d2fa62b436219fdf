//! The commands that a player types.

use lexigraph::play::strategy::levels;

/// A command of the player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Make a move, given in notation.
    Move(String),
    /// Show the N best moves.
    Hint(usize),
    /// Show the reasons of the machine's last move.
    Why,
    /// Challenge the machine's last play.
    Challenge,
    /// Take back the last turn of both players.
    Undo,
    /// Save the game.
    Save(Option<String>),
    /// Show the board.
    Show,
    /// Show the unseen tiles.
    Unseen,
    /// Show all tiles of the game.
    Tiles,
    /// Show what the signs of the board mean.
    Legend,
    /// Bring the tiles of the rack into another order.
    Shuffle,
    /// Look words up.
    Check(String),
    /// Show the turns so far.
    History,
    /// List the commands.
    Help,
    /// Leave the game.
    Quit,
    /// An empty line.
    Nothing,
    /// Anything else.
    Unknown(String),
}

/// Each command: name, other name, description.
pub const HELP: &[(&str, &str, &str)] = &[
    ("8D WORD", "D8 WORD", "play a word across or down; a lower-case letter is a blank"),
    ("-ABC", "", "exchange these tiles"),
    ("-", "pass", "pass"),
    ("hint [N]", "h", "show the N best moves"),
    ("challenge", "", "challenge the machine's play, if the rules have challenges"),
    ("why", "w", "show the reasons of the machine's last move"),
    ("check WORD", "c", "say whether words are in the lexicon"),
    ("shuffle", "x", "show your tiles in another order"),
    ("undo", "u", "take back your last turn and the machine's"),
    ("show", "b", "show the board"),
    ("legend", "l", "show what the signs of the board mean"),
    ("unseen", "t", "show the tiles that you cannot see"),
    ("tiles", "", "show all tiles of the game, with their points"),
    ("history", "m", "show the turns so far"),
    ("save FILE", "s", "save the game"),
    ("help", "?", "list the commands"),
    ("quit", "q", "leave the game"),
];

/// The levels and their strategies, for the help.
pub fn level_lines() -> Vec<String> {
    levels().into_iter().map(|(name, strategy)| format!("{name}: {strategy}")).collect()
}

impl Command {
    /// Parses a line.
    pub fn parse(line: &str) -> Command {
        let line = line.trim();
        let (first, rest) = line.split_once(char::is_whitespace).map_or((line, ""), |(first, rest)| (first, rest.trim()));
        match first.to_lowercase().as_str() {
            "" => Command::Nothing,
            "hint" | "hints" | "h" => rest.parse().map_or(Command::Hint(5), Command::Hint),
            "challenge" => Command::Challenge,
            "why" | "w" => Command::Why,
            "undo" | "u" => Command::Undo,
            "show" | "board" | "b" => Command::Show,
            "unseen" | "t" => Command::Unseen,
            "tiles" => Command::Tiles,
            "legend" | "l" => Command::Legend,
            "shuffle" | "x" => Command::Shuffle,
            "check" | "c" => Command::Check(rest.to_owned()),
            "history" | "moves" | "m" => Command::History,
            "save" | "s" => Command::Save((!rest.is_empty()).then(|| rest.to_owned())),
            "help" | "?" => Command::Help,
            "quit" | "exit" | "q" => Command::Quit,
            "pass" => Command::Move("-".to_owned()),
            // A move is a place and a word; '-' begins an exchange or a pass.
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
            ("check qi za", Command::Check("qi za".into())),
            ("tiles", Command::Tiles),
            ("Challenge", Command::Challenge),
            ("shuffle", Command::Shuffle),
        ] {
            assert_eq!(Command::parse(line), command, "{line}");
        }
    }
}
