//! `--lexicon`: an image, a word list, or a bundled name.

use std::ffi::OsString;
use std::io::Read;
use std::path::{Path, PathBuf};

use lexigraph::alphabet::Alphabet;
use lexigraph::build::GraphKinds;
use lexigraph::bytes::{SourceError, Storage, input_limit, read_file, read_from};
use lexigraph::image::{BUNDLED, Image, NodeLayout, bundled};
use lexigraph::lexicon::{self, LexiconError, ListSource, OpenOptions, Opened, affixes_beside, ensure_dawg};
use lexigraph::wordlist::{AlphabetChoice, ReadOptions, ReadReport, Shape, WordList};

use crate::common::output::Terminal;
use crate::failure::Failure;

/// Where the words come from.
#[derive(clap::Args, Clone, Debug)]
pub struct LexiconArgs {
    /// Lexicon: an image, a word list (may be .xz, .gz or .zst), or a bundled name
    #[arg(short, long, value_name = "FILE|NAME", env = "LEXIGRAPH_LEXICON", default_value = BUNDLED[0])]
    pub lexicon: OsString,
    /// Alphabet of a word list: a bundled name, a .toml file, or 'auto'
    #[arg(long, value_name = "NAME|FILE", default_value = "english")]
    pub alphabet: OsString,
}

impl LexiconArgs {
    /// Opens the lexicon. A word list is compiled in memory, with these graphs.
    pub fn open(&self, wanted: GraphKinds, terminal: &Terminal) -> Result<Image, Failure> {
        let image = open(&self.lexicon, &self.alphabet, wanted, NodeLayout::Fast, terminal)?;
        Ok(ensure_dawg(image, wanted)?)
    }

    /// The same, with the definitions that a word list has.
    pub fn open_defined(&self, wanted: GraphKinds, terminal: &Terminal) -> Result<Image, Failure> {
        open_with(&self.lexicon, &self.alphabet, wanted, NodeLayout::Fast, true, terminal)
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
    open_with(name, alphabet, wanted, nodes, false, terminal)
}

fn open_with(
    name: &OsString,
    alphabet: &OsString,
    wanted: GraphKinds,
    nodes: NodeLayout,
    definitions: bool,
    terminal: &Terminal,
) -> Result<Image, Failure> {
    if let Some(image) = name.to_str().and_then(bundled) {
        return Ok(image?);
    }
    let path = Path::new(name);
    let options = || -> Result<OpenOptions, OpenError> {
        let read = ReadOptions { alphabet: choose_alphabet(alphabet)?, definitions, ..Default::default() };
        Ok(OpenOptions {
            read: with_limits(read, terminal),
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
    let Opened { image, report } = opened.map_err(|error| unknown(path, error))?;
    report.iter().for_each(|report| warn(report, terminal));
    report.iter().flat_map(|report| &report.lists).for_each(|list| terminal.note(list.describe()));
    Ok(image)
}

/// What standard input is called in messages.
const STANDARD_INPUT: &str = "standard input";

/// All of standard input, as it comes.
fn standard_input() -> Result<Storage, SourceError> {
    Storage::read(Path::new(STANDARD_INPUT), std::io::stdin().lock())
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
    let path = Path::new(argument);
    let is_path = path.extension().is_some_and(|extension| extension == "toml") || path.components().count() > 1;
    let alphabet = if is_path {
        let text = std::fs::read_to_string(path).map_err(|error| Failure::io(path, &error))?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        Alphabet::from_toml(&name, &text).map_err(|error| Failure::of(path, error))?
    } else {
        Alphabet::builtin(&argument.to_string_lossy())?
    };
    Ok(alphabet.into())
}

/// Warns of what is odd about the affixes of dictionaries.
fn warn(report: &ReadReport, terminal: &Terminal) {
    report.lists.iter().flat_map(|list| &list.oddities).for_each(|odd| terminal.warn(odd));
}

/// The options, with the limit on affixes that the arguments set.
fn with_limits(options: ReadOptions, terminal: &Terminal) -> ReadOptions {
    ReadOptions { max_forms: Some(terminal.lists.max_forms), ..options }
}

/// Reads word lists into one; `-` is standard input. Hunspell dictionaries are read with the `.aff` beside them.
pub fn read_lists(paths: &[PathBuf], options: ReadOptions, terminal: &Terminal) -> Result<WordList, Failure> {
    let options = with_limits(options, terminal);
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

/// Words or queries: the arguments, each `-` replaced by the lines of `input`; without arguments, the lines of `input`.
/// Spaces around lines, and empty lines, are left out.
pub fn words<'a>(arguments: &'a [String], input: Option<&'a str>) -> Vec<&'a str> {
    let lines = || input.unwrap_or_default().lines().map(str::trim).filter(|line| !line.is_empty());
    if arguments.is_empty() {
        return lines().collect();
    }
    let mut words = Vec::new();
    for argument in arguments {
        if argument == "-" { words.extend(lines()) } else { words.push(argument.as_str()) }
    }
    words
}

/// All of standard input as text, for words and queries; what is not UTF-8 is replaced.
pub fn read_stdin() -> Result<String, Failure> {
    let mut bytes = Vec::new();
    let read = std::io::stdin().lock().take(input_limit()).read_to_end(&mut bytes);
    read.map_err(|error| Failure::new(format!("standard input: {error}")))?;
    Ok(String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
}
