//! The games that are analysed: their files, their players.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use lexigraph::board::gcg::{Gcg, Replay};
use lexigraph::board::{BoardSetup, Statements};
use lexigraph::bytes::{read_file, read_from};

use crate::common::output::is_standard_output;
use crate::common::position::LONGEST;
use crate::failure::Failure;

/// A game as it is written, before its letters are known.
pub struct WrittenGame {
    path: PathBuf,
    bytes: Vec<u8>,
    pub statements: Statements,
}

/// A game that can be analysed.
pub struct ParsedGame {
    pub path: PathBuf,
    pub gcg: Gcg,
    pub replay: Replay,
}

/// The files of the arguments: of a directory, all games in it, by name. `true` if there is a directory among them.
pub fn paths(arguments: &[PathBuf]) -> Result<(Vec<PathBuf>, bool), Failure> {
    let (mut paths, mut several) = (Vec::new(), false);
    for argument in arguments {
        if !argument.is_dir() {
            paths.push(argument.clone());
            continue;
        }
        several = true;
        let entries = std::fs::read_dir(argument).map_err(|error| Failure::io(argument, &error))?;
        let mut found = Vec::new();
        for entry in entries {
            let path = entry.map_err(|error| Failure::io(argument, &error))?.path();
            let is_game = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("gcg"));
            if is_game && !path.is_dir() {
                found.push(path);
            }
        }
        if found.is_empty() {
            return Err(Failure::of(argument, "the directory has no games — games are files with names in .gcg"));
        }
        found.sort();
        paths.append(&mut found);
    }
    Ok((paths, several))
}

/// Reads a file.
pub fn read(path: &Path) -> Result<WrittenGame, Failure> {
    // The name of standard output is that of standard input, too.
    let (path, bytes) = if is_standard_output(path) {
        let name = "standard input";
        (PathBuf::from(name), read_from(name, std::io::stdin().lock(), LONGEST)?.bytes)
    } else {
        (path.to_owned(), read_file(path, LONGEST)?.bytes)
    };
    if !Gcg::detect(&bytes) {
        return Err(Failure::of(&path, "not a game — give one in GCG, whose events are lines that begin with '>'"));
    }
    let statements = Statements::of(&bytes);
    Ok(WrittenGame { path, bytes, statements })
}

impl WrittenGame {
    /// Replays the game and checks it. Unless it names them, its board and letters are those of `setup`.
    pub fn parse(self, setup: &Arc<BoardSetup>) -> Result<ParsedGame, Failure> {
        let path = self.path;
        let gcg = Gcg::parse(&self.bytes, setup).map_err(|error| Failure::of(&path, error.to_string()))?;
        let replay = gcg.replay().map_err(|error| Failure::of(&path, error.to_string()))?;
        if !gcg.setup.alphabet().has_letters_of(setup.alphabet()) {
            let (game, lexicon) = (gcg.setup.alphabet().name(), setup.alphabet().name());
            let message = format!("the game has the letters '{game}', the lexicon '{lexicon}' — choose one with --lexicon");
            return Err(Failure::of(&path, message));
        }
        Ok(ParsedGame { path, gcg, replay })
    }
}

impl ParsedGame {
    /// What the players are called: their names, or their nicks; with the nicks if their names are the same.
    pub fn names(&self) -> [String; 2] {
        let names = [0, 1].map(|player| match self.gcg.player(player) {
            Some((nick, "")) => nick.to_owned(),
            Some((_, name)) => name.to_owned(),
            None => format!("player {}", player + 1),
        });
        if names[0] != names[1] {
            return names;
        }
        let nick = |player: usize| self.gcg.player(player).map_or("", |(nick, _)| nick);
        [0, 1].map(|player| format!("{} ({})", names[player], nick(player)))
    }

    /// `true` if the player has this nick or name, apart from case.
    pub fn is_called(&self, player: usize, name: &str) -> bool {
        let wanted = name.to_lowercase();
        self.gcg.player(player).is_some_and(|(nick, name)| nick.to_lowercase() == wanted || name.to_lowercase() == wanted)
    }
}

/// Fails if no game has a player who is called so.
pub fn check_player(name: &str, games: &[ParsedGame]) -> Result<(), Failure> {
    if games.iter().any(|game| game.is_called(0, name) || game.is_called(1, name)) {
        return Ok(());
    }
    let mut names: Vec<String> = games.iter().flat_map(ParsedGame::names).collect();
    names.sort();
    names.dedup();
    let most = 10;
    let more = if names.len() > most { ", ..." } else { "" };
    names.truncate(most);
    Err(Failure::new(format!("no player is called '{name}' — these are: {}{more}", names.join(", "))))
}
