//! `--lexicon`: an image, a word list, or a bundled name.

use std::ffi::OsString;
use std::io::Read;
use std::path::{Path, PathBuf};

use lexigraph::alphabet::Alphabet;
use lexigraph::build::GraphKinds;
use lexigraph::bytes::{Compression, DEFAULT_LIMIT, SourceError, Storage, read_file, read_from};
use lexigraph::graph::GraphKind;
use lexigraph::image::{
    BUNDLED, Format, Image, NodeLayout, bundled, characters_of, compile_in_memory, compile_lexicon, detect_format,
    format_by_path, words_of,
};
use lexigraph::lexicon::{Affixes, AlphabetChoice, Lexicon, OnInvalid, ReadError, ReadOptions, Reader, Shape};

use super::{Failure, Terminal};

/// Where the words come from.
#[derive(clap::Args, Clone, Debug)]
pub struct LexiconArgs {
    /// Image, word list (also .xz .gz .zst), or bundled name
    #[arg(short, long, value_name = "FILE|NAME", env = "LEXIGRAPH_LEXICON", default_value = BUNDLED[0])]
    pub lexicon: OsString,
    /// Letters of a word list: a bundled alphabet, a .toml file, or 'auto'
    #[arg(long, value_name = "NAME|FILE", default_value = "english")]
    pub alphabet: OsString,
}

impl LexiconArgs {
    /// Opens the lexicon; a word list is compiled into memory, with the graphs that are wanted.
    pub fn open(&self, wanted: GraphKinds, terminal: &Terminal) -> Result<Image, Failure> {
        let image = open(&self.lexicon, &self.alphabet, wanted, NodeLayout::Fast, terminal)?;
        if wanted == GraphKinds::Gaddag { Ok(image) } else { with_dawg(image, wanted) }
    }

    /// The same, with the definitions that a word list has.
    pub fn open_defined(&self, wanted: GraphKinds, terminal: &Terminal) -> Result<Image, Failure> {
        open_with(&self.lexicon, &self.alphabet, wanted, NodeLayout::Fast, true, terminal)
    }
}

/// Opens an image, a word list or a bundled lexicon. A file goes before a bundled name when it is spelled as a path.
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
    if name != "-" {
        let bytes = Storage::open(path).map_err(|error| unknown(path, error))?;
        if let Some(format) = image_format(&bytes, path) {
            return open_image(bytes, path, format, alphabet);
        }
    }
    let options = ReadOptions {
        alphabet: choose_alphabet(alphabet)?,
        on_invalid: OnInvalid::Error,
        definitions,
        ..Default::default()
    };
    let lexicon = read_lists(&[path.to_owned()], options, terminal)?;
    lexicon.report.lists.iter().for_each(|list| terminal.note(list.describe()));
    Ok(compile_lexicon(&lexicon, wanted, nodes)?)
}

/// A file of another program that has no DAWG gets one in memory.
pub fn with_dawg(image: Image, wanted: GraphKinds) -> Result<Image, Failure> {
    if image.format().is_native() || image.has(GraphKind::Dawg) {
        return Ok(image);
    }
    let words = words_of(&image)?;
    Ok(compile_in_memory(image.alphabet(), &words, wanted, NodeLayout::Fast)?)
}

/// The format of an image. A file that is called like an image is none but a damaged one, and not a word list.
pub fn image_format(bytes: &[u8], path: &Path) -> Option<&'static dyn Format> {
    detect_format(bytes, Some(path)).or_else(|| format_by_path(path))
}

/// Opens an image, with this alphabet if its format has none of its own.
pub fn open_image(bytes: Storage, path: &Path, format: &'static dyn Format, alphabet: &OsString) -> Result<Image, Failure> {
    let opened = if format.info().has_alphabet {
        Image::open(bytes)
    } else {
        match choose_alphabet(alphabet)? {
            AlphabetChoice::Named(alphabet) => Image::open_as(bytes, format, &alphabet),
            AlphabetChoice::Auto => match characters_of(format, &bytes).map_err(|error| Failure::of(path, error))? {
                Some(alphabet) => Image::open_as(bytes, format, &alphabet),
                None => {
                    let message =
                        format!("a .{} does not show its letters — name an alphabet with --alphabet", format.name());
                    return Err(Failure::of(path, message));
                }
            },
        }
    };
    opened.map_err(|error| Failure::of(path, error))
}

/// A name that is neither a file nor bundled gets told what there is.
fn unknown(path: &Path, error: SourceError) -> Failure {
    match error {
        SourceError::Io { source, .. }
            if source.kind() == std::io::ErrorKind::NotFound && path.components().count() == 1 =>
        {
            Failure::of(
                path,
                format!("no such file, and no lexicon of that name is bundled — bundled: {}", BUNDLED.join(", ")),
            )
        }
        error => error.into(),
    }
}

/// The alphabet that an argument names: bundled, a table, or that of the list.
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

/// Reads word lists, `-` from standard input, into one lexicon; hunspell dictionaries with the affixes that lie beside them.
pub fn read_lists(paths: &[PathBuf], options: ReadOptions, terminal: &Terminal) -> Result<Lexicon, Failure> {
    let options = ReadOptions { max_forms: Some(terminal.lists.max_forms), ..options };
    let mut sources = Vec::with_capacity(paths.len());
    for path in paths {
        let mut affixes = None;
        let (name, bytes) = if path.as_os_str() == "-" {
            ("standard input".to_owned(), read_from("standard input", std::io::stdin().lock(), DEFAULT_LIMIT)?.bytes)
        } else if let Some(image) = path.to_str().filter(|_| !path.exists()).and_then(bundled) {
            (path.display().to_string(), super::dump::words_as_text(&image?)?)
        } else {
            if let Some(file) = affixes_of(path, &options, terminal) {
                let bytes = read_file(&file, DEFAULT_LIMIT)?.bytes;
                affixes = Some(Affixes::parse(&file.display().to_string(), &bytes).map_err(ReadError::from)?);
            }
            (path.display().to_string(), read_file(path, DEFAULT_LIMIT)?.bytes)
        };
        sources.push((name, bytes, affixes));
    }
    let mut reader = Reader::new(&options);
    for (name, bytes, affixes) in &sources {
        if image_format(bytes, Path::new(name)).is_some() {
            return Err(Failure::new(format!(
                "{name}: an image, not a word list — turn it into one with: lexigraph dump {name}"
            )));
        }
        match affixes {
            Some(affixes) => reader.add_dictionary(name, bytes, affixes)?,
            None => reader.add(name, bytes)?,
        }
    }
    Ok(reader.finish()?)
}

/// The file with the affixes that a list is to be expanded by: those of a hunspell dictionary, unless they are not wanted.
pub fn affixes_of(path: &Path, options: &ReadOptions, terminal: &Terminal) -> Option<PathBuf> {
    let expand = !terminal.lists.no_affixes && options.shape.is_none_or(|shape| shape == Shape::Hunspell);
    affixes_beside(path).filter(|_| expand)
}

/// The `.aff` of a `.dic`: the file of the same name beside it, compressed as it is or not.
fn affixes_beside(path: &Path) -> Option<PathBuf> {
    let (inner, compressed) = match Compression::from_path(path) {
        Some(_) => (path.with_extension(""), path.extension()),
        None => (path.to_owned(), None),
    };
    inner.extension().filter(|extension| extension.eq_ignore_ascii_case("dic"))?;
    let plain = inner.with_extension("aff");
    let mut same = plain.clone().into_os_string();
    same.push(".");
    same.push(compressed.unwrap_or_default());
    [plain, same.into()].into_iter().find(|file| file.is_file())
}

/// Standard input, where the arguments are none or `-` is among them.
pub fn input_for(arguments: &[String]) -> Result<Option<String>, Failure> {
    let wanted = arguments.is_empty() || arguments.iter().any(|argument| argument == "-");
    wanted.then(read_stdin).transpose()
}

/// Words or queries: the arguments, with the lines of `input` in the place of each `-`, or those alone where there are no
/// arguments. Blanks around lines, and empty lines, are left out.
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
    let read = std::io::stdin().lock().take(DEFAULT_LIMIT).read_to_end(&mut bytes);
    read.map_err(|error| Failure::new(format!("standard input: {error}")))?;
    Ok(String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
}
