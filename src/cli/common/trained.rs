//! Leave values that were learned on this machine: kept in the user's data folder, by lexicon and board.

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::Arc;

use lexigraph::board::BoardSetup;
use lexigraph::image::Image;
use lexigraph::movegen::{Generator, LeaveFormat, LeaveTable, Rounding};
use lexigraph::play::GameRules;
use lexigraph::play::train::{Progress, TrainConfig, TrainEnv, train};

use crate::common::data::data_folder;
use crate::common::games::threads;
use crate::common::leaves;
use crate::common::output::{Terminal, stop_on_interrupt, was_interrupted, write_file};
use crate::failure::Failure;

/// The games of the training that `play` offers: a minute or two on two cores. The values of single tiles and pairs are
/// learned well from them, those of five and six tiles less so.
const GAMES: u64 = 20_000;

/// The file with the values that were learned for this lexicon and board. Lexicons are told apart by their letters and
/// by the numbers of their words and letters.
pub fn file(image: &Image, setup: &BoardSetup) -> Option<PathBuf> {
    let counts = image.counts();
    let parts = [setup.alphabet().name(), setup.layout().name()]
        .map(|name| name.chars().map(|letter| if letter.is_alphanumeric() { letter } else { '-' }).collect::<String>());
    let [alphabet, layout] = parts;
    let name = format!("{alphabet}-{}-{}-{}-{layout}.klv2", counts.words, counts.letters, counts.longest);
    data_folder().map(|folder| folder.join("leaves").join(name))
}

/// The values that were learned for this lexicon and board, if there are some.
pub fn open(image: &Image, setup: &BoardSetup) -> Result<Option<LeaveTable>, Failure> {
    match file(image, setup) {
        Some(path) if path.is_file() => leaves::open(&path, setup.alphabet()).map(Some),
        _ => Ok(None),
    }
}

/// Asks a person whether to learn values for this lexicon and board, learns and keeps them. `None` if nobody can be
/// asked, for no as an answer, or after Ctrl-C.
pub fn offer(
    image: &Image,
    generator: &Generator<'_>,
    setup: &Arc<BoardSetup>,
    rules: &GameRules,
    terminal: &Terminal,
) -> Result<Option<LeaveTable>, Failure> {
    let Some(path) = file(image, setup) else { return Ok(None) };
    if terminal.is_quiet() || !(io::stdin().is_terminal() && io::stderr().is_terminal()) {
        return Ok(None);
    }
    terminal
        .note("Nobody has learned yet what the tiles of this lexicon are worth, so the machine would play by the score.");
    terminal
        .note(format_args!("It can learn that now from {GAMES} games against itself, in a minute or two, once for all."));
    terminal.note("Win chances are those of English games either way; 'train winning' makes others, for --winning FILE.");
    let _ = write!(io::stderr(), "Learn it now? [Y/n] ");
    let mut answer = String::new();
    io::stdin().lock().read_line(&mut answer).map_err(|error| Failure::new(format!("standard input: {error}")))?;
    if !matches!(answer.trim().to_lowercase().as_str(), "" | "y" | "yes") {
        return Ok(None);
    }
    let config = TrainConfig { games: GAMES, generations: 3, draws: 4, seed: 1, setting: Vec::new() };
    let env = TrainEnv { generator, setup, rules };
    let bar = terminal.bar(GAMES, "games");
    let mut progress = Progress::default();
    stop_on_interrupt();
    let finished = threads(None)?.run(|| {
        train(env, &config, &mut progress, |progress| {
            bar.set_position(config.games_before(progress.generation) + progress.done);
            !was_interrupted()
        })
    });
    bar.finish_and_clear();
    if !finished.map_err(Failure::new)? {
        return Ok(None);
    }
    let table = progress.values.table().map_err(Failure::new)?;
    let mut bytes = Vec::new();
    let written = table.write(LeaveFormat::Klv2, Rounding::Nearest, &mut bytes, setup.alphabet());
    written.map_err(|error| Failure::of(&path, error))?;
    let folder = path.parent().map_or(Ok(()), std::fs::create_dir_all);
    folder.map_err(|error| Failure::io(&path, &error))?;
    write_file(&path, true, |file| file.write_all(&bytes))?;
    terminal.note(format_args!("kept in {}", path.display()));
    Ok(Some(table))
}
