//! `--lexicon`: an image, a word list, or a bundled name.

use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::io::Read;
use std::path::{Path, PathBuf};

use lexigraph::alphabet::{Alphabet, Letter, Tile};
use lexigraph::build::GraphKinds;
use lexigraph::bytes::{SourceError, Storage, input_limit, read_file, read_from};
use lexigraph::image::{BUNDLED, Image, NodeLayout, bundled, compile_list, words_of};
use lexigraph::lexicon::{self, LexiconError, ListSource, OpenOptions, Opened, affixes_beside, ensure_dawg};
use lexigraph::wordlist::{AlphabetChoice, Definitions, OnInvalid, ReadOptions, ReadReport, Shape, WordList, Words};

use crate::common::output::{ReadArgs, Spaces, Terminal};
use crate::common::tables::named_table;
use crate::failure::Failure;

/// Where the words come from.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Lexicon")]
pub struct LexiconArgs {
    /// Lexicon: an image, a word list (may be .xz, .gz or .zst), or a bundled name; several make one
    #[arg(short, long, value_name = "FILE|NAME", env = "LEXIGRAPH_LEXICON", default_value = BUNDLED[0])]
    pub lexicon: Vec<OsString>,
    /// Alphabet of a word list: a bundled name, a .toml file, or 'auto'
    #[arg(long, value_name = "NAME|FILE", default_value = "english")]
    pub alphabet: OsString,
    #[command(flatten)]
    pub reading: ReadArgs,
}

impl LexiconArgs {
    /// Opens the lexicon. A word list is compiled in memory, with these graphs.
    pub fn open(&self, wanted: GraphKinds, terminal: &Terminal) -> Result<Image, Failure> {
        self.open_all(wanted, Keep::Words, terminal)
    }

    /// The names of the lexicon, for people.
    pub fn name(&self) -> String {
        let names: Vec<_> = self.lexicon.iter().map(|name| name.to_string_lossy()).collect();
        names.join(" + ")
    }

    /// The words of all lexica together, and what is kept of them.
    fn open_all(&self, wanted: GraphKinds, keep: Keep, terminal: &Terminal) -> Result<Image, Failure> {
        let open =
            |name| open_with(name, &self.alphabet, wanted, NodeLayout::Fast, keep, terminal).map(|opened| opened.image);
        let (first, others) = self.lexicon.split_first().expect("bug: the lexicon has a default");
        let first = ensure_dawg(open(first)?, wanted)?;
        if others.is_empty() {
            return Ok(first);
        }
        let mut words = words_of(&first)?;
        let mut texts = Texts::default();
        texts.add(&first, keep)?;
        for name in others {
            let other = open(name)?;
            if !first.alphabet().has_letters_of(other.alphabet()) {
                let (first, second) = (first.alphabet().name(), other.alphabet().name());
                return Err(Failure::of(
                    Path::new(name),
                    format!(
                        "has the letters of '{second}', the lexicon before it those of '{first}' — compile both with one --alphabet"
                    ),
                ));
            }
            words_of(&other)?.iter().for_each(|word| words.push(word));
            texts.add(&other, keep)?;
        }
        words.sort();
        let definitions = texts.of(&words);
        let (alphabet, report) = (first.alphabet().clone(), ReadReport::default());
        Ok(compile_list(&WordList { alphabet, words, definitions, report }, wanted, NodeLayout::Fast)?)
    }

    /// The same, with more of a word list than its words.
    pub fn open_keeping(&self, wanted: GraphKinds, keep: Keep, terminal: &Terminal) -> Result<Image, Failure> {
        self.open_all(wanted, keep, terminal)
    }
}

/// What several lexica say about their words.
#[derive(Default)]
struct Texts(HashMap<Vec<Tile>, String>);

impl Texts {
    /// Adds what is kept of a lexicon. Different texts of one word are joined, as those of one list are.
    fn add(&mut self, image: &Image, keep: Keep) -> Result<(), Failure> {
        let Some(glossary) = image.definitions()?.filter(|_| keep != Keep::Words) else { return Ok(()) };
        if keep == Keep::Scores && !glossary.has_scores()? {
            return Ok(());
        }
        glossary.for_each(|word, text| match self.0.get_mut(word) {
            None => drop(self.0.insert(word.to_vec(), text.to_owned())),
            Some(known) if known.split("; ").any(|known| known == text) => {}
            Some(known) => *known = format!("{known}; {text}"),
        })?;
        Ok(())
    }

    /// The text of each of these words; `None` if there are no texts.
    fn of(&self, words: &Words) -> Option<Definitions> {
        let mut definitions = Definitions::default();
        words.iter().for_each(|word| definitions.push(self.0.get(word).map_or("", String::as_str)));
        (!self.0.is_empty()).then_some(definitions)
    }
}

/// Opens an image, a word list or a bundled lexicon. The name of a bundled lexicon goes first; `./NAME` is a file of that
/// name.
pub fn open(
    name: &OsString,
    alphabet: &OsString,
    wanted: GraphKinds,
    nodes: NodeLayout,
    terminal: &Terminal,
) -> Result<Image, Failure> {
    open_with(name, alphabet, wanted, nodes, Keep::Words, terminal).map(|opened| opened.image)
}

/// What is kept of a word list.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Keep {
    Words,
    /// The numbers beside the words, if it is a list of words and scores.
    Scores,
    Definitions,
}

/// As [`open`], with more of a word list than its words. There is a report if the image was compiled from a list.
pub fn open_with(
    name: &OsString,
    alphabet: &OsString,
    wanted: GraphKinds,
    nodes: NodeLayout,
    keep: Keep,
    terminal: &Terminal,
) -> Result<Opened, Failure> {
    if let Some(image) = name.to_str().and_then(bundled) {
        return Ok(Opened { image: image?, report: None });
    }
    let path = Path::new(name);
    let options = || -> Result<OpenOptions, OpenError> {
        let alphabet = choose_alphabet(alphabet)?;
        let (definitions, scores) = (keep == Keep::Definitions, keep == Keep::Scores);
        let read = ReadOptions { alphabet, definitions, scores, ..Default::default() };
        Ok(OpenOptions {
            read: with_arguments(read, terminal)?,
            graphs: wanted,
            nodes,
            affixes: !terminal.lists.no_affixes,
            add_dawg: false,
        })
    };
    let opened = if name == "-" {
        lexicon::open_bytes(standard_input()?, Path::new(STANDARD_INPUT), options)
    } else {
        lexicon::open(path, options)
    };
    let opened = opened.map_err(|error| unknown(path, error))?;
    opened.report.iter().for_each(|report| warn(report, terminal));
    opened.report.iter().for_each(|report| describe(report, terminal));
    Ok(opened)
}

/// Tells how lists were read, what could have been read in another way, and what was left out.
pub fn describe(report: &ReadReport, terminal: &Terminal) {
    for list in &report.lists {
        terminal.note(list.describe());
        for doubt in &list.doubts {
            let advice = if doubt.contains(" — ") { "" } else { " — name the right --shape" };
            terminal.warn(format_args!("{}: {doubt}{advice}", list.name));
        }
        for rejection in &list.examples {
            terminal.note(format_args!("  line {}: '{}': {}", rejection.line, rejection.text, rejection.reason));
        }
        if list.rejected > 0 {
            let reasons: Vec<String> = list.reasons.iter().map(|(reason, count)| format!("{count} {reason}")).collect();
            terminal.warn(format_args!("{}: {} lines left out: {}", list.name, list.rejected, reasons.join(", ")));
        }
    }
}

/// What standard input is called in messages.
const STANDARD_INPUT: &str = "standard input";

/// All of standard input, as it comes.
fn standard_input() -> Result<Storage, SourceError> {
    Storage::read(Path::new(STANDARD_INPUT), std::io::stdin().lock())
}

/// A file as it is, mapped if it can be; `-` is standard input.
pub fn open_input(path: &Path) -> Result<Storage, Failure> {
    Ok(if path.as_os_str() == "-" { standard_input()? } else { Storage::open(path)? })
}

/// All of a file, decompressed; `-` is standard input. Pipes and devices are files, too.
pub fn read_input(path: &Path, limit: u64) -> Result<Vec<u8>, Failure> {
    if path.as_os_str() == "-" {
        return Ok(read_from(STANDARD_INPUT, std::io::stdin().lock(), limit)?.bytes);
    }
    Ok(read_file(path, limit)?.bytes)
}

/// Opens an image and nothing else: other files are damaged images.
pub fn open_image(path: &Path, alphabet: &OsString) -> Result<Image, Failure> {
    let options = || -> Result<OpenOptions, OpenError> {
        let read = ReadOptions { alphabet: choose_alphabet(alphabet)?, ..Default::default() };
        Ok(OpenOptions { read, add_dawg: false, ..Default::default() })
    };
    let opened = if path.as_os_str() == "-" {
        lexicon::open_image_bytes(standard_input()?, Path::new(STANDARD_INPUT), options)
    } else {
        lexicon::open_image(path, options)
    };
    opened.map_err(|error| match error {
        OpenError::Lexicon(error) => error.into(),
        OpenError::Arguments(failure) => failure,
    })
}

/// Why a file that the arguments name cannot be opened.
enum OpenError {
    Lexicon(LexiconError),
    Arguments(Failure),
}

impl From<LexiconError> for OpenError {
    fn from(error: LexiconError) -> OpenError {
        OpenError::Lexicon(error)
    }
}

impl From<Failure> for OpenError {
    fn from(failure: Failure) -> OpenError {
        OpenError::Arguments(failure)
    }
}

/// For a name that is neither a file nor bundled, the message lists what is bundled.
fn unknown(path: &Path, error: OpenError) -> Failure {
    match error {
        OpenError::Lexicon(LexiconError::Source(SourceError::Io { source, .. }))
            if source.kind() == std::io::ErrorKind::NotFound && path.components().count() == 1 =>
        {
            Failure::of(
                path,
                format!("no such file, and no lexicon of that name is bundled — bundled: {}", BUNDLED.join(", ")),
            )
        }
        OpenError::Lexicon(error) => error.into(),
        OpenError::Arguments(failure) => failure,
    }
}

/// The alphabet that an argument names: a bundled one, a table, or `auto` for that of the list.
pub fn choose_alphabet(argument: &OsString) -> Result<AlphabetChoice, Failure> {
    if argument == "auto" {
        return Ok(AlphabetChoice::Auto);
    }
    Ok(named_alphabet(argument)?.into())
}

/// The alphabet of a bundled name or of a table in a file.
pub fn named_alphabet(argument: &OsStr) -> Result<Alphabet, Failure> {
    named_table(argument, Alphabet::builtin, Alphabet::from_toml)
}

/// The options, with what the arguments say about all lists.
pub fn with_arguments(options: ReadOptions, terminal: &Terminal) -> Result<ReadOptions, Failure> {
    let lists = &terminal.lists;
    let alphabet = match options.alphabet {
        AlphabetChoice::Named(alphabet) if lists.spaces == Spaces::Keep => with_space(&alphabet)?.into(),
        alphabet => alphabet,
    };
    Ok(ReadOptions {
        alphabet,
        on_invalid: lists.on_invalid.map_or(options.on_invalid, OnInvalid::from),
        fold_accents: lists.fold_accents || options.fold_accents,
        encoding: lists.encoding.clone().or(options.encoding),
        shape: lists.shape.or(options.shape),
        max_forms: Some(lists.max_forms),
        ..options
    })
}

/// The alphabet with the space as its last letter, of which the bag has none.
fn with_space(alphabet: &Alphabet) -> Result<Alphabet, Failure> {
    if alphabet.parse(" ").is_ok() {
        return Ok(alphabet.clone());
    }
    let mut letters = alphabet.letters().to_vec();
    letters.push(Letter { label: " ".into(), lower: " ".into(), also: vec![], count: 0, points: 0, vowel: false });
    let replace = alphabet.parser().replacements().iter().map(|(from, to)| (from.to_string(), to.to_string())).collect();
    Ok(Alphabet::new(alphabet.name(), alphabet.title(), letters, alphabet.blanks(), alphabet.case(), replace)?)
}

/// Warns of what is odd about the affixes of dictionaries.
pub fn warn(report: &ReadReport, terminal: &Terminal) {
    report.lists.iter().flat_map(|list| &list.oddities).for_each(|odd| terminal.warn(odd));
}

/// Reads word lists into one; `-` is standard input. Hunspell dictionaries are read with the `.aff` beside them.
pub fn read_lists(paths: &[PathBuf], options: ReadOptions, terminal: &Terminal) -> Result<WordList, Failure> {
    let options = with_arguments(options, terminal)?;
    let expand = expands(&options, terminal);
    let mut sources = Vec::with_capacity(paths.len());
    for path in paths {
        sources.push(if path.as_os_str() == "-" {
            ListSource::of_bytes(standard_input()?, Path::new(STANDARD_INPUT), false)?
        } else {
            ListSource::open(path, expand)?
        });
    }
    let list = lexicon::read_lists(&sources, &options)?;
    warn(&list.report, terminal);
    Ok(list)
}

/// The `.aff` by which a hunspell dictionary is to be expanded.
pub fn affixes_of(path: &Path, options: &ReadOptions, terminal: &Terminal) -> Option<PathBuf> {
    affixes_beside(path).filter(|_| expands(options, terminal))
}

/// `true` if hunspell dictionaries are to be expanded by their affixes.
fn expands(options: &ReadOptions, terminal: &Terminal) -> bool {
    !terminal.lists.no_affixes && options.shape.is_none_or(|shape| shape == Shape::Hunspell)
}

/// Standard input, if there are no arguments or `-` is among them.
pub fn input_for(arguments: &[String]) -> Result<Option<String>, Failure> {
    let wanted = arguments.is_empty() || arguments.iter().any(|argument| argument == "-");
    wanted.then(read_stdin).transpose()
}

/// All of standard input as text, for words and queries; what is not UTF-8 is replaced.
pub fn read_stdin() -> Result<String, Failure> {
    let mut bytes = Vec::new();
    let read = std::io::stdin().lock().take(input_limit()).read_to_end(&mut bytes);
    read.map_err(|error| Failure::new(format!("standard input: {error}")))?;
    Ok(String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
}
