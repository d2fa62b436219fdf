//! Opening images and word lists, whatever they are.

use std::path::{Path, PathBuf};

use super::LexiconError;
use crate::alphabet::Alphabet;
use crate::build::GraphKinds;
use crate::bytes::{Compression, Storage, input_limit, read_file};
use crate::graph::GraphKind;
use crate::image::{
    CompileError, Format, Image, LXG, NodeLayout, bundled, characters_of, compile_in_memory, compile_list, image_format,
    words_as_text, words_of,
};
use crate::wordlist::{Affixes, AlphabetChoice, ReadError, ReadOptions, ReadReport, Reader, Shape, WordList};

/// How a lexicon is opened.
#[derive(Clone, Debug)]
pub struct OpenOptions {
    /// How a word list is read. Its alphabet is also that of images that do not store one.
    pub read: ReadOptions,
    /// The graphs that a word list is compiled to.
    pub graphs: GraphKinds,
    /// The node layout that a word list is compiled to.
    pub nodes: NodeLayout,
    /// `true` to expand the stems of a hunspell `.dic` by the `.aff` beside it.
    pub affixes: bool,
    /// `true` to build a DAWG in memory for a file of another program that has none.
    pub add_dawg: bool,
}

impl Default for OpenOptions {
    /// The English alphabet, scores kept, both graphs, the fast layout, affixes expanded, a DAWG in any case.
    fn default() -> OpenOptions {
        let english = Alphabet::builtin("english").expect("bug: the English alphabet is built in");
        OpenOptions {
            read: ReadOptions { alphabet: english.into(), scores: true, ..ReadOptions::default() },
            graphs: GraphKinds::Both,
            nodes: NodeLayout::Fast,
            affixes: true,
            add_dawg: true,
        }
    }
}

/// What was opened.
#[derive(Debug)]
pub struct Opened {
    /// The image: that of the file, or compiled from its words.
    pub image: Image,
    /// What was found in a word list; `None` for an image.
    pub report: Option<ReadReport>,
}

/// Opens an image of any format or a word list; see [`Lexicon::open`](super::Lexicon::open). `options` is only called
/// for files that do not store an alphabet. The graphs of a native image are not checked yet.
///
/// # Errors
/// [`LexiconError`] with the name of the file and, for lists, the line; and what `options` fails with.
pub fn open<E: From<LexiconError>>(path: &Path, options: impl FnOnce() -> Result<OpenOptions, E>) -> Result<Opened, E> {
    let bytes = Storage::open(path).map_err(LexiconError::from)?;
    open_bytes(bytes, path, options)
}

/// As [`open`], with bytes that have been read already (from a pipe, say); `path` is for messages, and a hunspell
/// dictionary's affixes lie beside it.
///
/// # Errors
/// As [`open`].
pub fn open_bytes<E: From<LexiconError>>(
    bytes: Storage,
    path: &Path,
    options: impl FnOnce() -> Result<OpenOptions, E>,
) -> Result<Opened, E> {
    if let Some(format) = image_format(&bytes, path) {
        return Ok(Opened { image: open_as(bytes, path, format, options)?, report: None });
    }
    let options = options()?;
    let source = ListSource::of_bytes(bytes, path, options.affixes && expands(&options.read))?;
    let list = read_lists(&[source], &options.read)?;
    let image = compile_list(&list, options.graphs, options.nodes).map_err(LexiconError::from)?;
    Ok(Opened { image, report: Some(list.report) })
}

/// As [`open`], for images only: any other file is taken for a damaged native image.
///
/// # Errors
/// As [`open`].
pub fn open_image<E: From<LexiconError>>(path: &Path, options: impl FnOnce() -> Result<OpenOptions, E>) -> Result<Image, E> {
    let bytes = Storage::open(path).map_err(LexiconError::from)?;
    open_image_bytes(bytes, path, options)
}

/// As [`open_image`], with bytes that have been read already; `path` is for messages.
///
/// # Errors
/// As [`open`].
pub fn open_image_bytes<E: From<LexiconError>>(
    bytes: Storage,
    path: &Path,
    options: impl FnOnce() -> Result<OpenOptions, E>,
) -> Result<Image, E> {
    let format = image_format(&bytes, path).unwrap_or(&LXG);
    open_as(bytes, path, format, options)
}

fn open_as<E: From<LexiconError>>(
    bytes: Storage,
    path: &Path,
    format: &'static dyn Format,
    options: impl FnOnce() -> Result<OpenOptions, E>,
) -> Result<Image, E> {
    let name = || path.display().to_string();
    let failed = |error| LexiconError::Image { name: name(), error };
    if format.info().has_alphabet {
        return Ok(Image::open(bytes).map_err(failed)?.named(&name()));
    }
    let options = options()?;
    let alphabet = match options.read.alphabet {
        AlphabetChoice::Named(alphabet) => *alphabet,
        AlphabetChoice::Auto => characters_of(format, &bytes)
            .map_err(failed)?
            .ok_or_else(|| LexiconError::NoAlphabet { name: name(), format: format.name() })?,
    };
    let image = Image::open_as(bytes, format, &alphabet).map_err(failed)?.named(&name());
    if !options.add_dawg {
        return Ok(image);
    }
    Ok(ensure_dawg(image, options.graphs).map_err(LexiconError::from)?)
}

/// Gives a file of another program that has no DAWG the graphs that are wanted, in memory. Native images are left as
/// they are.
///
/// # Errors
/// [`CompileError`] for a damaged image.
pub fn ensure_dawg(image: Image, wanted: GraphKinds) -> Result<Image, CompileError> {
    if image.format().is_native() || image.has(GraphKind::Dawg) || !wanted.includes(GraphKind::Dawg) {
        return Ok(image);
    }
    compile_in_memory(image.alphabet(), &words_of(&image)?, wanted, NodeLayout::Fast)
}

/// `true` if a hunspell dictionary is to be read as one.
fn expands(options: &ReadOptions) -> bool {
    options.shape.is_none_or(|shape| shape == Shape::Hunspell)
}

/// The bytes of a word list, and the affixes that go with it.
#[derive(Debug)]
pub struct ListSource {
    name: String,
    bytes: Vec<u8>,
    affixes: Option<Affixes>,
}

impl ListSource {
    /// A list in memory, decompressed; `name` is for messages.
    pub fn new(name: &str, bytes: Vec<u8>) -> ListSource {
        ListSource { name: name.to_owned(), bytes, affixes: None }
    }

    /// Reads a file, or a bundled lexicon if there is no file of that name. With `expand`, a `.dic` is read together
    /// with the [`.aff` beside it](affixes_beside).
    ///
    /// # Errors
    /// [`LexiconError::Source`] if it cannot be read, [`LexiconError::Read`] for broken affixes.
    pub fn open(path: &Path, expand: bool) -> Result<ListSource, LexiconError> {
        if let Some(image) = path.to_str().filter(|_| !path.exists()).and_then(bundled) {
            return Ok(ListSource::new(&path.display().to_string(), words_as_text(&image?)?));
        }
        ListSource::of_bytes(Storage::open(path)?, path, expand)
    }

    /// As [`open`](ListSource::open), with bytes that have been read already; `path` is for messages and for the affixes.
    ///
    /// # Errors
    /// As [`open`](ListSource::open).
    pub fn of_bytes(bytes: Storage, path: &Path, expand: bool) -> Result<ListSource, LexiconError> {
        let affixes = match affixes_beside(path).filter(|_| expand) {
            Some(file) => {
                let bytes = read_file(&file, input_limit())?.bytes;
                Some(Affixes::parse(&file.display().to_string(), &bytes).map_err(ReadError::from)?)
            }
            None => None,
        };
        let name = path.display().to_string();
        Ok(ListSource { name, bytes: bytes.unpack(path, input_limit())?.bytes, affixes })
    }
}

/// Reads word lists into one.
///
/// # Errors
/// [`LexiconError::NotAList`] if one is an image, and [`LexiconError::Read`] as [`Reader`] says.
pub fn read_lists(sources: &[ListSource], options: &ReadOptions) -> Result<WordList, LexiconError> {
    let mut reader = Reader::new(options);
    for ListSource { name, bytes, affixes } in sources {
        if image_format(bytes, Path::new(name)).is_some() {
            return Err(LexiconError::NotAList { name: name.clone() });
        }
        match affixes {
            Some(affixes) => reader.add_dictionary(name, bytes, affixes)?,
            None => reader.add(name, bytes)?,
        }
    }
    Ok(reader.finish()?)
}

/// The `.aff` of a hunspell `.dic`: the file of the same name beside it, plain or compressed in the same way.
pub fn affixes_beside(path: &Path) -> Option<PathBuf> {
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
