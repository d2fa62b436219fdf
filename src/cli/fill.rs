//! `lexigraph fill`: crosswords from grids.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use lexigraph::alphabet::Alphabet;
use lexigraph::build::GraphKinds;
use lexigraph::bytes::{read_file, read_from};
use lexigraph::crossword::{
    CrosswordError, CrosswordGrid, Direction, FillEnd, FillEntry, FillList, FillProgress, Filler, FirstFill, Puzzle,
    first_fill, ipuz, puz,
};
use lexigraph::parallel;
use lexigraph::wordlist::Score;
use serde_json::{Value, json};

use crate::common::games::threads;
use crate::common::outcome::Outcome;
use crate::common::output::{Output, Terminal, refuse_to_replace, stop_on_interrupt, was_interrupted, write_file};
use crate::common::position::LONGEST;
use crate::failure::Failure;
use crate::lexicon::{Keep, LexiconArgs};
use crate::report::{crossword, grouped};
use lexigraph::platform::any_seed;

/// Fill the grid of a crossword with words
#[derive(clap::Args)]
#[command(after_long_help = "\
A grid has '#' for blocks, '-' for open cells, and letters that are given; rows are lines, or have '/' between them. \
A .puz or .ipuz file is read as well, with the letters of its solution. Each row of two or more cells, across and \
down, becomes a word of the lexicon, and no word occurs twice. Entries that are given whole need not be in the \
lexicon. Of a list with scores (word;score), words with higher scores are preferred; phrases are read with --spaces \
keep, and their letters are entered. The same seed gives the same fill; without one, a search with another seed runs on \
each core, and the first that ends counts: --json tells its seed.

OUT may end with .puz, .ipuz, .svg (a picture) or .txt. Clues and titles of the input are kept.

Examples:
  lexigraph fill '#---#/-----/-----/-----/#---#'
  lexigraph fill grid.txt -l scowl60 --entry 17A='GREEN APPLES' --seed 7 --words
  lexigraph fill grid.txt -l scored.txt --spaces keep --min-score 40 -o out.puz
  lexigraph fill game.puz --as-is -o game.svg --hide-letters

Exit status: 0 filled; 1 not filled: impossible, or the time was up; 2 error.")]
pub struct Args {
    /// Grid: a file (text, .puz, .ipuz), rows with '/' between them, or '-' for standard input
    #[arg(value_name = "FILE|GRID", allow_hyphen_values = true)]
    grid: String,
    /// Enter a word: its number, A or D, and its letters; may be given several times
    #[arg(long, value_name = "17A=WORD")]
    entry: Vec<String>,
    /// Remove the letters of the grid first
    #[arg(long)]
    empty: bool,
    /// Leave out words with a lower score in their list
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    min_score: Option<f64>,
    /// Number of different fills
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1)]
    fills: u64,
    /// Seed of the choices, for the same fill again [default: random ones, a search with each on all cores]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Number of searches at the same time, with seeds that follow each other; the first that ends counts [default: all
    /// cores, 1 with --seed]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=64))]
    threads: Option<u64>,
    /// Maximum time in seconds
    #[arg(long, value_name = "N", default_value_t = 60.0)]
    seconds: f64,
    /// Do not fill: print or write the grid as it is
    #[arg(long, conflicts_with_all = ["fills", "seed", "threads", "seconds", "min_score"])]
    as_is: bool,
    /// Print the entries behind the grid
    #[arg(long)]
    words: bool,
    /// Print each fill as a JSON object
    #[arg(long)]
    json: bool,
    /// Output file: .puz, .ipuz, .svg or .txt
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
    /// Draw the grid without its letters
    #[arg(long, requires = "output")]
    hide_letters: bool,
    /// Replace an existing file
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    pub lexicon: LexiconArgs,
}

/// The puzzle and its texts, for printing and writing a fill.
struct Filling<'a> {
    args: &'a Args,
    puzzle: Puzzle,
    alphabet: &'a Alphabet,
    list: &'a FillList,
    /// Entries that were given as phrases, as they were given.
    given: Vec<(u32, Direction, String)>,
    seed: u64,
    start: Instant,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    if !(args.seconds > 0.0 && args.seconds <= 1e9) {
        return Err(Failure::new(format!("--seconds {}: expected a number above 0 and up to 1e9", args.seconds)));
    }
    let output = args.output.as_deref().filter(|path| path.as_os_str() != "-");
    if let Some(path) = output {
        if args.fills > 1 {
            return Err(Failure::new("--output has one fill — leave it out, or --fills"));
        }
        if ending(path).is_none() {
            return Err(Failure::new("--output must end with .puz, .ipuz, .svg or .txt"));
        }
        refuse_to_replace(path, args.force)?;
    }
    let (name, bytes) = read(&args.grid)?;
    let image = args.lexicon.open_keeping(GraphKinds::Dawg, Keep::Scores, terminal)?;
    let alphabet = image.alphabet();
    let of_file = |error: CrosswordError| match error {
        CrosswordError::CellText { .. } => {
            Failure::new(format!("{name}: {error} — remove the letters with --empty, or copy the file with --as-is -o OUT"))
        }
        error => Failure::new(format!("{name}: {error}")),
    };
    let mut puzzle = Puzzle::read(&bytes, alphabet).map_err(of_file)?;
    if puzzle.locked {
        terminal.note("the solution is locked: its letters are left out");
    }
    if puzzle.unnumbered > 0 {
        terminal.note(format_args!("clues without a number, left out: {}", puzzle.unnumbered));
    }
    if args.empty {
        puzzle.empty();
    }
    let mut grid = match (puzzle.grid(alphabet), output) {
        // Both formats have cells of several letters, which a grid to fill has not.
        (Err(CrosswordError::CellText { .. }), Some(path)) if args.as_is && args.entry.is_empty() && is_puzzle(path) => {
            let bytes = puzzle_file(&puzzle, path)?;
            write_file(path, args.force, |file| file.write_all(&bytes))?;
            return Ok(Outcome::Yes);
        }
        (grid, _) => grid.map_err(of_file)?,
    };
    let mut given = Vec::new();
    for entry in &args.entry {
        let slot = grid.enter(entry, alphabet).map_err(|error| Failure::new(format!("--entry {error}")))?;
        let text = entry.split_once('=').map_or("", |(_, text)| text).trim().to_uppercase();
        given.push((slot.number, slot.direction, text));
    }
    let list = if args.as_is { FillList::default() } else { FillList::of(&image, args.min_score)? };
    if args.min_score.is_some() && !list.has_scores() {
        return Err(Failure::new(
            "--min-score: the lexicon has no words with such scores — use a list with a number beside each word (word;score)",
        ));
    }
    let seed = args.seed.unwrap_or_else(any_seed);
    let mut filling = Filling { args, puzzle, alphabet, list: &list, given, seed, start: Instant::now() };
    let mut out = Output::new();
    if args.as_is {
        filling.show(&grid, None, &mut out)?;
        out.finish()?;
        return Ok(Outcome::Yes);
    }
    for slot in grid.slots().iter().filter(|slot| grid.word(slot).is_some_and(|word| list.get(&word).is_none())) {
        let word = grid.word(slot).map(|word| alphabet.render(&word)).unwrap_or_default();
        terminal.note(format_args!("given, and not in the lexicon: {} {}, {word}", slot.number, slot.direction));
    }
    let time = Duration::from_secs_f64(args.seconds);
    let bar = terminal.progress("filling");
    stop_on_interrupt();
    let start = filling.start;
    let watch = |progress: &FillProgress| {
        if !bar.is_hidden() {
            bar.set_message(format!(
                "{} of {} words at most, {} choices, {} starts",
                progress.filled,
                progress.slots,
                grouped(progress.steps),
                grouped(progress.restarts + 1)
            ));
        }
        start.elapsed() < time && !was_interrupted()
    };
    let pool = threads(args.threads.map(|count| count as usize).or(args.seed.map(|_| 1)))?;
    let first = pool.run(|| {
        let seeds: Vec<u64> = (0..parallel::threads() as u64).map(|number| seed.wrapping_add(number)).collect();
        first_fill(&grid, &list, &seeds, &watch)
    });
    let FirstFill { seed, mut filler, end: first } = first.map_err(of_file)?;
    filling.seed = seed;
    let mut found = 0;
    let mut end = None;
    let mut first = Some(first);
    while found < args.fills {
        let ended = first.take().unwrap_or_else(|| filler.next(&mut |progress| watch(progress)));
        let FillEnd::Filled(filled) = ended else {
            end = Some(ended);
            break;
        };
        if found > 0 && !args.json {
            out.line("")?;
        }
        filling.show(&filled, Some(&filler), &mut out)?;
        out.flush()?;
        found += 1;
    }
    bar.finish_and_clear();
    out.finish()?;
    if let Some(end) = end {
        terminal.note(filling.why(&end, found, &filler));
    }
    Ok((found > 0).into())
}

/// The kinds of files.
#[derive(Clone, Copy)]
enum Ending {
    Puz,
    Ipuz,
    Picture,
    Text,
}

/// The content of a file of this name; `None` for other endings.
fn ending(path: &Path) -> Option<Ending> {
    match path.extension()?.to_string_lossy().to_lowercase().as_str() {
        "puz" => Some(Ending::Puz),
        "ipuz" => Some(Ending::Ipuz),
        "svg" => Some(Ending::Picture),
        "txt" => Some(Ending::Text),
        _ => None,
    }
}

/// `true` if a file of this name has clues and titles.
fn is_puzzle(path: &Path) -> bool {
    matches!(ending(path), Some(Ending::Puz | Ending::Ipuz))
}

/// The file of a puzzle: .puz if its name says so, otherwise ipuz.
fn puzzle_file(puzzle: &Puzzle, path: &Path) -> Result<Vec<u8>, Failure> {
    match ending(path) {
        Some(Ending::Puz) => puz::write(puzzle).map_err(|error| Failure::new(format!("{}: {error}", path.display()))),
        _ => Ok(ipuz::write(puzzle).into_bytes()),
    }
}

/// The bytes of the grid, and the name of the file.
fn read(argument: &str) -> Result<(String, Vec<u8>), Failure> {
    if argument == "-" {
        return Ok(("standard input".to_owned(), read_from("standard input", std::io::stdin().lock(), LONGEST)?.bytes));
    }
    let path = Path::new(argument);
    // One row without '/' could be the name of a file with an ending.
    let is_grid = argument.contains(['#', '-', '?', '_']) && (argument.contains('/') || !argument.contains('.'));
    if is_grid && !path.exists() {
        return Ok((format!("'{argument}'"), argument.as_bytes().to_vec()));
    }
    Ok((path.display().to_string(), read_file(path, LONGEST)?.bytes))
}

impl Filling<'_> {
    /// Prints a fill, or writes it to the file.
    fn show(&mut self, grid: &CrosswordGrid, filler: Option<&Filler>, out: &mut Output) -> Result<(), Failure> {
        let (args, alphabet) = (self.args, self.alphabet);
        if let Some(path) = args.output.as_deref() {
            let bytes = self.file(grid, path)?;
            write_file(path, args.force, |file| file.write_all(&bytes))?;
            if path.as_os_str() == "-" {
                return Ok(());
            }
        }
        if args.json {
            return Ok(out.json(&self.json(grid, filler))?);
        }
        if args.output.is_none() {
            out.text(&grid.render(alphabet))?;
        }
        if args.words {
            for FillEntry { number, direction, word, score, .. } in self.entries(grid) {
                let letter = if direction == Direction::Across { 'A' } else { 'D' };
                let score = score.map_or_else(String::new, |score| format!("\t{score}"));
                out.line(format_args!("{number}{letter}\t{word}{score}"))?;
            }
        }
        Ok(())
    }

    /// The file for a path, by its ending.
    fn file(&mut self, grid: &CrosswordGrid, path: &Path) -> Result<Vec<u8>, Failure> {
        self.puzzle.put(grid, self.alphabet);
        let title = if self.puzzle.title.is_empty() { "Crossword" } else { &self.puzzle.title };
        Ok(match ending(path).unwrap_or(Ending::Text) {
            Ending::Puz | Ending::Ipuz => puzzle_file(&self.puzzle, path)?,
            Ending::Picture => crossword(grid, self.alphabet, title, !self.args.hide_letters).into_bytes(),
            Ending::Text => grid.render(self.alphabet).into_bytes(),
        })
    }

    /// The full entries of a grid, with the words as their list or the arguments have them.
    fn entries(&self, grid: &CrosswordGrid) -> Vec<FillEntry> {
        self.list.entries(grid, self.alphabet, &self.given)
    }

    fn json(&self, grid: &CrosswordGrid, filler: Option<&Filler>) -> Value {
        let entries = self.entries(grid);
        let scores: Vec<f64> = entries.iter().filter_map(|entry| entry.score.map(Score::number)).collect();
        let mean = (!scores.is_empty()).then(|| scores.iter().sum::<f64>() / scores.len() as f64);
        let entries = entries.iter().map(|FillEntry { number, direction, word, score, .. }| {
            json!({ "number": number, "direction": direction.name(), "word": word, "score": score.map(Score::json) })
        });
        let text = grid.render(self.alphabet);
        let mut object = json!({
            "grid": text.lines().collect::<Vec<_>>(),
            "rows": grid.rows(),
            "columns": grid.columns(),
            "entries": entries.collect::<Vec<_>>(),
            "mean_score": mean,
        });
        if let Some(filler) = filler {
            let progress = filler.progress();
            object["seed"] = self.seed.into();
            object["steps"] = progress.steps.into();
            object["restarts"] = progress.restarts.into();
            object["seconds"] = self.start.elapsed().as_secs_f64().into();
        }
        object
    }

    /// Why there are no more fills.
    fn why(&self, end: &FillEnd, found: u64, filler: &Filler) -> String {
        let progress = filler.progress();
        let tried =
            format!("{} choices, {} starts, seed {}", grouped(progress.steps), grouped(progress.restarts + 1), self.seed);
        match end {
            FillEnd::Impossible(Some(slot)) => {
                format!(
                    "impossible: no word of {} letters fits {} {} with what crosses it",
                    slot.cells.len(),
                    slot.number,
                    slot.direction
                )
            }
            FillEnd::Impossible(None) if found > 0 => format!("{found} fills are all there are ({tried})"),
            FillEnd::Impossible(None) => format!("impossible: all has been tried ({tried})"),
            _ => format!(
                "not filled within the time, and not proven impossible: at most {} of {} words ({tried}) — raise --seconds, or \
                 give more words, blocks or another seed",
                progress.filled, progress.slots
            ),
        }
    }
}
