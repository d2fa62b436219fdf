//! Positions from a file (a sheet, a CGP or a game), from a CGP argument, or from standard input.

use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;

use lexigraph::alphabet::Alphabet;
use lexigraph::board::gcg::Gcg;
use lexigraph::board::{BoardSetup, Layout, Position, Statements, read_position};
use lexigraph::bytes::{read_file, read_from};
use lexigraph::movegen::Generator;
use lexigraph::play::LastTurn;

use crate::common::output::Terminal;
use crate::common::tables::named_table;
use crate::failure::Failure;
use crate::lexicon::LexiconArgs;

/// The largest file that is read as a position, in bytes.
pub const LONGEST: u64 = 1 << 20;

/// The position and its board.
#[derive(clap::Args, Clone, Debug)]
pub struct PositionArgs {
    /// File with a sheet, a CGP or a game (GCG), a CGP string, or '-' for standard input
    #[arg(value_name = "FILE|CGP|-", allow_hyphen_values = true)]
    position: OsString,
    /// Turn of a game: the position before it, with its rack [default: the last]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    turn: Option<u64>,
    /// Board layout: a bundled name or a .toml file; a CGP or a game may name its own
    #[arg(long, value_name = "L", default_value = "standard-15")]
    layout: OsString,
}

/// A position as it is written, before its letters are known.
pub struct WrittenPosition<'a> {
    args: &'a PositionArgs,
    /// The name of the file; `None` for an argument.
    name: Option<String>,
    bytes: Vec<u8>,
    statements: Statements,
}

impl PositionArgs {
    /// Reads the text of the position, once.
    pub fn read(&self) -> Result<WrittenPosition<'_>, Failure> {
        let written = self.position.to_string_lossy();
        let path = Path::new(&self.position);
        let (name, bytes) = if self.position == "-" {
            let name = "standard input";
            (Some(name.to_owned()), read_from(name, std::io::stdin().lock(), LONGEST)?.bytes)
        } else if !path.exists() && written.contains('/') && written.trim().contains(' ') {
            (None, written.into_owned().into_bytes())
        } else {
            (Some(path.display().to_string()), read_file(path, LONGEST)?.bytes)
        };
        let statements = Statements::of(&bytes);
        Ok(WrittenPosition { args: self, name, bytes, statements })
    }
}

impl WrittenPosition<'_> {
    /// The lexicon, read in the letters that the position names.
    pub fn lexicon(&self, lexicon: &LexiconArgs) -> LexiconArgs {
        in_letters(&self.statements, lexicon)
    }

    /// The position, with the alphabet of the lexicon unless it names its own.
    pub fn position(&self, alphabet: &Alphabet, lexicon: &LexiconArgs, terminal: &Terminal) -> Result<Position, Failure> {
        Ok(self.position_and_last(alphabet, lexicon, terminal)?.0)
    }

    /// Fails unless the text is a game, whose last turn `--infer` needs.
    pub fn needs_game(&self) -> Result<(), Failure> {
        if Gcg::detect(&self.bytes) {
            return Ok(());
        }
        Err(Failure::new("--infer needs the opponent's last turn — give a game (GCG), or leave --infer out"))
    }

    /// As [`position`](Self::position), with the opponent's last turn if the text is a game that has one.
    pub fn position_and_last(
        &self,
        alphabet: &Alphabet,
        lexicon: &LexiconArgs,
        terminal: &Terminal,
    ) -> Result<(Position, Option<LastTurn>), Failure> {
        if let Some(named) = &self.statements.lexicon
            && !is_called(lexicon, named)
        {
            let used = lexicon.name();
            terminal.warn(format_args!("the position names the lexicon '{named}', the plays are those of '{used}'"));
        }
        let setup = BoardSetup::new(alphabet.clone(), read_layout(&self.args.layout)?)?;
        if Gcg::detect(&self.bytes) {
            return self.of_game(&setup, terminal);
        }
        if self.args.turn.is_some() {
            return Err(self.fault("it is a single position — leave --turn out, or give a game (GCG)"));
        }
        let cgp =
            read_position(&String::from_utf8_lossy(&self.bytes), &setup).map_err(|error| self.fault(error.to_string()))?;
        let position = Position::try_from(cgp.position).map_err(|problems| self.fault(problems.to_string()))?;
        Ok((position, None))
    }

    /// The position of a game before the turn that is asked for; else the last one in which the player on turn has
    /// tiles.
    fn of_game(&self, setup: &Arc<BoardSetup>, terminal: &Terminal) -> Result<(Position, Option<LastTurn>), Failure> {
        let gcg = Gcg::parse(&self.bytes, setup).map_err(|error| self.fault(error.to_string()))?;
        let replay = gcg.replay().map_err(|error| self.fault(error.to_string()))?;
        let turns = replay.turns.len();
        let positions: Vec<&Position> = replay.turns.iter().map(|turn| &turn.position).chain([&replay.end]).collect();
        let known = |position: &&Position| !position.rack().is_empty();
        let at = match self.args.turn {
            Some(turn) => usize::try_from(turn - 1).unwrap_or(usize::MAX),
            None => positions.iter().rposition(known).unwrap_or(turns),
        };
        let position = positions
            .get(at)
            .filter(|position| at < turns || known(position))
            .ok_or_else(|| self.fault(format!("the game has {turns} turns with a rack — name one of them with --turn")))?;
        if at < turns && self.args.turn.is_none() {
            terminal.note(format_args!("the game ends without a rack; this is its turn {} (see --turn)", at + 1));
        }
        Ok(((*position).clone(), LastTurn::before_turn(&replay, at)))
    }

    /// A failure, said of the file.
    fn fault(&self, error: impl Into<String>) -> Failure {
        let error = error.into();
        Failure::new(self.name.as_ref().map_or(error.clone(), |name| format!("{name}: {error}")))
    }
}

/// The lexicon, read in the letters that a position or a game names.
pub fn in_letters(statements: &Statements, lexicon: &LexiconArgs) -> LexiconArgs {
    let named = statements.letters.as_ref().filter(|_| lexicon.alphabet == "english");
    // An unknown name is an error of the position.
    let letters = named.and_then(|name| BoardSetup::builtin(name, "standard-15").ok());
    let alphabet = letters.map_or_else(|| lexicon.alphabet.clone(), |setup| setup.alphabet().name().into());
    LexiconArgs { alphabet, ..lexicon.clone() }
}

/// `true` if the lexicon is called so, apart from case, punctuation, folder and extension.
fn is_called(lexicon: &LexiconArgs, name: &str) -> bool {
    let plain = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_lowercase();
    let named = plain(name);
    named.is_empty()
        || lexicon.lexicon.iter().any(|lexicon| {
            let file = Path::new(lexicon).file_name().unwrap_or_default().to_string_lossy();
            let used = plain(&file);
            used.starts_with(&named) || named.starts_with(&plain(file.split('.').next().unwrap_or_default()))
        })
}

/// Reads the board layout that an argument names: a bundled layout or a table in a file.
pub fn read_layout(name: &OsString) -> Result<Layout, Failure> {
    named_table(name, Layout::builtin, Layout::from_toml)
}

/// Warns of words on the board that are not in the lexicon. Such a position is still legal.
pub fn warn_of_phonies(position: &Position, generator: &Generator<'_>, terminal: &Terminal) {
    let phonies = position.as_unchecked().phonies(|cells| generator.has_word(cells));
    phonies.iter().for_each(|problem| terminal.warn(problem));
}
