//! `quiz merge`, `quiz import` and `quiz export`: logs of other devices, cards of other programs.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use lexigraph::alphabet::Tile;
use lexigraph::build::GraphKinds;
use lexigraph::image::Image;
use lexigraph::query::draw::alphagram;
use lexigraph::random::mixed;
use lexigraph::study::{self, Answer, Journal, Kind, Log, Mark, Moment, Quiz, Record, anki};

use super::set::SetArgs;
use super::{LogArgs, cardbox, counted};
use crate::common::definitions::Dictionary;
use crate::common::outcome::Outcome;
use crate::common::output::{Terminal, is_standard_output, refuse_to_replace, write_file};
use crate::failure::Failure;
use crate::lexicon::{Keep, LexiconArgs, open_input, read_input};
use lexigraph::platform::any_seed;

/// Add the answers of other logs that are not in yours
///
/// Answers that are there already are not added again, so logs may be merged in any order and as often as you like. With -o,
/// your log stays as it is, and the union of the logs is written, by time.
#[derive(clap::Args)]
pub struct MergeArgs {
    /// Logs; '-' for standard input
    #[arg(value_name = "LOG", required = true)]
    logs: Vec<PathBuf>,
    /// Write the union of these logs to this file
    #[arg(short, long, value_name = "FILE", conflicts_with = "log")]
    output: Option<PathBuf>,
    /// Replace an existing file
    #[arg(long, requires = "output")]
    force: bool,
    #[command(flatten)]
    log: LogArgs,
}

/// Add the cards of another program: a text file of Anki, or a cardbox database (SQLite)
///
/// Of a text file, the first field of a note is the word or its letters; its cards are new. Of a database, the table
/// 'questions' has cards with their boxes and the time when they are due, which is kept. Databases are read by a program that
/// was compiled with the feature 'sqlite'.
#[derive(clap::Args)]
pub struct ImportArgs {
    /// A text file with a line such as '#separator:tab' ('-' for standard input), or a database
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The kind of the cards
    #[arg(long, value_name = "KIND", value_parser = super::kind, default_value = "anagram")]
    kind: Kind,
    #[command(flatten)]
    log: LogArgs,
    #[command(flatten)]
    pub lexicon: LexiconArgs,
}

/// Write cards with their answers as a text file that Anki reads
#[derive(clap::Args)]
pub struct ExportArgs {
    #[command(flatten)]
    pub set: SetArgs,
    /// The file; '-' for standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
    /// Replace an existing file
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    log: LogArgs,
}

/// Warns of lines of a log that are no answers.
pub fn warn_of_faults(path: &Path, log: &Log, terminal: &Terminal) {
    let (faults, count) = log.faults();
    let name = path.display();
    for fault in faults {
        terminal.warn(format_args!("{name}:{}: {} — the line stays there and does not count", fault.line, fault.error));
    }
    if count > faults.len() {
        terminal.warn(format_args!("{name}: {} further lines are no answers", count - faults.len()));
    }
}

/// The lines of a text.
fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|&byte| byte == b'\n').map(|line| line.strip_suffix(b"\r").unwrap_or(line)).filter(|line| !line.is_empty())
}

pub fn merge(args: &MergeArgs, terminal: &Terminal) -> Result<Outcome, Failure> {
    if let Some(path) = &args.output {
        refuse_to_replace(path, args.force)?;
    }
    let mut others = Vec::new();
    for path in &args.logs {
        let bytes = open_input(path)?;
        let log = Log::parse(&bytes);
        if log.is_empty() && log.faults().1 > 0 {
            return Err(Failure::of(path, "no line is an answer — give a log that quiz has written"));
        }
        warn_of_faults(path, &log, terminal);
        others.push(bytes);
    }
    let union = study::merge(others.iter().map(|bytes| &bytes[..]));
    if let Some(path) = &args.output {
        write_file(path, args.force, |file| file.write_all(&union))?;
        terminal.note(counted(lines(&union).count(), "answer"));
        return Ok(Outcome::Yes);
    }
    let path = args.log.path()?;
    let own = if path.exists() { Some(open_input(&path)?) } else { None };
    let there: HashSet<&[u8]> = own.iter().flat_map(|own| lines(own)).collect();
    let (mut added, mut known, mut text) = (0, 0, String::new());
    for line in lines(&union) {
        if there.contains(line) {
            known += 1;
            continue;
        }
        added += 1;
        text.push_str(&String::from_utf8_lossy(line));
        text.push('\n');
    }
    append(&path, &text)?;
    terminal.note(format_args!("{} added, {known} already there", counted(added, "answer")));
    Ok(Outcome::Yes)
}

/// Appends lines to a log, and waits for the disk.
fn append(path: &Path, lines: &str) -> Result<(), Failure> {
    if lines.is_empty() {
        return Ok(());
    }
    let mut journal = Journal::open(path).map_err(|error| Failure::io(path, &error))?;
    journal.append(lines).and_then(|_| journal.sync()).map_err(|error| Failure::io(path, &error))
}

/// A card of another program.
pub struct Foreign {
    /// The word, or its letters.
    pub text: String,
    /// Its memory state, and the time of the last answer; `None` for a new card.
    pub known: Option<(Moment, Mark)>,
}

pub fn import(args: &ImportArgs, terminal: &Terminal) -> Result<Outcome, Failure> {
    let bytes = read_input(&args.file, lexigraph::bytes::input_limit())?;
    let cards = if cardbox::detect(&bytes) {
        if args.file.as_os_str() == "-" {
            return Err(Failure::new("standard input: a database is read from its file only — name the file"));
        }
        cardbox::read(&args.file)?
    } else if anki::detect(&bytes) {
        notes(&args.file, &bytes)?
    } else {
        let message =
            "neither a text file of Anki, which begins with a line such as '#separator:tab', nor an SQLite database";
        return Err(Failure::of(&args.file, format!("{message} — word lists are asked with: lexigraph quiz --list FILE")));
    };
    let image = args.lexicon.open_keeping(GraphKinds::Dawg, Keep::Definitions, terminal)?;
    let dictionary = if args.kind == Kind::Definition { Dictionary::open(&image, None, terminal).map(Some)? } else { None };
    let define = |word: &[_]| dictionary.as_ref().and_then(|dictionary| dictionary.get(word).ok().flatten());
    let quiz = Quiz::new(&image, Some(&define))?;
    let (log, path) = (args.log.read(terminal)?, args.log.path()?);
    let (now, number) = (Moment::now(), mixed(any_seed()) as u32);
    let (mut text, mut added, mut known, mut unknown) = (String::new(), 0, 0, Vec::new());
    let mut seen = HashSet::new();
    for card in &cards {
        let Some(own) = card_text(args.kind, &card.text, &image).filter(|own| quiz.question(args.kind, own).is_ok()) else {
            unknown.push(&card.text);
            continue;
        };
        // The lines of a database are the same each time, so that a second import adds nothing.
        let answer = match card.known {
            Some((time, mark)) => Answer { time, sitting: 0, mark },
            None => Answer { time: now, sitting: number, mark: Mark::Added },
        };
        let there = log.answers_to(args.kind, &own);
        let is_known = if card.known.is_some() { there.contains(&answer) } else { !there.is_empty() };
        if is_known || !seen.insert(own.clone()) {
            known += 1;
            continue;
        }
        added += 1;
        text.push_str(&format!("{}\n", Record { answer, kind: args.kind, text: own }));
    }
    if let Some(first) = unknown.first() {
        let count = unknown.len();
        terminal.warn(format_args!("{count} cards are left out: the lexicon has no answer to them, such as '{first}'"));
    }
    append(&path, &text)?;
    terminal.note(format_args!("{} added, {known} already there", counted(added, "card")));
    Ok((added + known > 0).into())
}

fn notes(path: &Path, bytes: &[u8]) -> Result<Vec<Foreign>, Failure> {
    let notes = anki::read(bytes).map_err(|error| Failure::of(path, error))?;
    let first = |note: anki::Note| note.fields.into_iter().find(|field| !field.is_empty());
    Ok(notes.into_iter().filter_map(first).map(|text| Foreign { text, known: None }).collect())
}

/// The text of the card of a word, or of letters.
fn card_text(kind: Kind, text: &str, image: &Image) -> Option<String> {
    if kind == Kind::Pattern {
        return Some(text.to_owned());
    }
    let tiles: Vec<Tile> = image.alphabet().parse(text).ok()?;
    let is_anagram = matches!(kind, Kind::Anagram | Kind::AnagramHooks);
    Some(image.alphabet().render_bracketed(&if is_anagram { alphagram(&tiles) } else { tiles }))
}

pub fn export(args: &ExportArgs, terminal: &Terminal) -> Result<Outcome, Failure> {
    if !is_standard_output(&args.output) {
        refuse_to_replace(&args.output, args.force)?;
    }
    let log = args.log.read(terminal)?;
    let image = args.set.open(terminal)?;
    let dictionary = args.set.dictionary(&image, terminal)?;
    let define = |word: &[_]| dictionary.as_ref().and_then(|dictionary| dictionary.get(word).ok().flatten());
    let quiz = Quiz::new(&image, Some(&define))?;
    let cards = args.set.cards(&image, &quiz, &log, terminal)?;
    let questions: Vec<_> = cards.iter().filter_map(|(kind, text)| quiz.question(*kind, text).ok()).collect();
    let notes: Vec<[String; 3]> = questions
        .iter()
        .map(|question| {
            let front = if question.kind == Kind::Definition { &question.prompt } else { &question.text };
            [front.clone(), question.answers.join(" "), format!("lexigraph {}", question.kind)]
        })
        .collect();
    let text = anki::write(notes.iter().map(|note| [&*note[0], &*note[1], &*note[2]]));
    write_file(&args.output, args.force, |file| file.write_all(text.as_bytes()))?;
    if notes.len() < cards.len() {
        terminal.warn(format_args!("{} cards have no answer in this lexicon and are left out", cards.len() - notes.len()));
    }
    Ok((!notes.is_empty()).into())
}
