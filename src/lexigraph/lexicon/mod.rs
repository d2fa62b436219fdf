//! A lexicon: words that can be opened, asked and saved, whatever file they come from.
//!
//! [`Lexicon`] is what most programs need. It puts together the modules below it: a [word list](crate::wordlist) is
//! read and compiled, an [image](crate::image) of any format is opened, and [queries](crate::query) and
//! [move generation](crate::movegen) run on its graphs. Where a method here makes strings, the modules work on tiles
//! and without allocation.

mod error;
mod open;

use std::fmt;
use std::ops::ControlFlow;
use std::path::Path;

pub use error::LexiconError;
pub use open::{
    ListSource, OpenOptions, Opened, affixes_beside, ensure_dawg, open, open_bytes, open_image, open_image_bytes, read_lists,
};

use crate::alphabet::{Alphabet, Tile};
use crate::build::GraphKinds;
#[cfg(feature = "files")]
use crate::bytes::{SourceError, atomic};
use crate::graph::GraphKind;
use crate::image::{
    ErasedGraph, Format, Image, NodeLayout, bundled, compile_in_memory, compile_list, convert, for_each_word_text,
    usual_graphs,
};
#[cfg(feature = "files")]
use crate::image::{LXG, format_by_path};
use crate::movegen::Generator;
use crate::query::{Anagram, Complete, Figures, Hooks, Near, Pattern, Query, Ranks, Search, parse_word};
use crate::wordlist::{ReadReport, WordList, Words};

/// The words of a language or a game, with the letters they are made of.
///
/// Methods take and give text; letters may be of either case. Answers come in collation order.
pub struct Lexicon {
    image: Image,
    report: Option<ReadReport>,
}

/// The hooks of a word, see [`Lexicon::hooks`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HookLetters {
    /// The letters that make a word when put before it.
    pub front: Vec<String>,
    /// The letters that make a word when put behind it.
    pub back: Vec<String>,
    /// `true` if a word is left when the first letter is taken off.
    pub inner_front: bool,
    /// `true` if a word is left when the last letter is taken off.
    pub inner_back: bool,
}

impl Lexicon {
    /// Opens an image of any format, or a word list: plain or compressed, of any encoding and most shapes, a hunspell
    /// `.dic` with the `.aff` beside it. The kind of file is detected from its content. Files that do not store an
    /// alphabet are read with the English one; [`open_with`](Lexicon::open_with) takes another.
    ///
    /// Images are mapped into memory; word lists are compiled in memory (some tens of milliseconds for 170,000 words).
    ///
    /// # Errors
    /// [`LexiconError`] with the name of the file and, for lists, the line.
    pub fn open(path: impl AsRef<Path>) -> Result<Lexicon, LexiconError> {
        Lexicon::of_opened(open::<LexiconError>(path.as_ref(), || Ok(OpenOptions::default()))?)
    }

    /// As [`open`](Lexicon::open), with a choice of alphabet, graphs and ways to read a list.
    ///
    /// # Errors
    /// As [`open`](Lexicon::open).
    pub fn open_with(path: impl AsRef<Path>, options: &OpenOptions) -> Result<Lexicon, LexiconError> {
        Lexicon::of_opened(open::<LexiconError>(path.as_ref(), || Ok(options.clone()))?)
    }

    /// A lexicon that the library carries: `enable` is ENABLE1, 172,823 English words in the public domain. Takes
    /// microseconds.
    ///
    /// # Errors
    /// [`LexiconError::NotBundled`] for any other name; see [`BUNDLED`](crate::image::BUNDLED).
    pub fn bundled(name: &str) -> Result<Lexicon, LexiconError> {
        let image = bundled(name).ok_or_else(|| LexiconError::NotBundled { name: name.to_owned() })?;
        let image = image.map_err(|error| LexiconError::Image { name: name.to_owned(), error })?;
        Ok(Lexicon { image, report: None })
    }

    /// Compiles words of the English alphabet, in any order.
    ///
    /// # Errors
    /// [`LexiconError::Query`] for a word that has other letters.
    pub fn from_words<W: AsRef<str>>(words: impl IntoIterator<Item = W>) -> Result<Lexicon, LexiconError> {
        Lexicon::from_words_of(&Alphabet::builtin("english")?, words)
    }

    /// Compiles words of an alphabet, in any order: a DAWG, and a GADDAG unless the alphabet has more than 63 letters.
    ///
    /// # Errors
    /// [`LexiconError::Query`] for a word that has other letters.
    pub fn from_words_of<W: AsRef<str>>(
        alphabet: &Alphabet,
        words: impl IntoIterator<Item = W>,
    ) -> Result<Lexicon, LexiconError> {
        let mut list = Words::new();
        for word in words {
            list.push(&parse_word(word.as_ref(), alphabet)?);
        }
        list.sort();
        let wanted = if alphabet.is_wide() { GraphKinds::Dawg } else { GraphKinds::Both };
        Ok(Lexicon { image: compile_in_memory(alphabet, &list, wanted, NodeLayout::Fast)?, report: None })
    }

    /// Compiles a word list that has been read, with its definitions if it has any.
    ///
    /// # Errors
    /// [`LexiconError::Compile`] for graphs past the limits of the layout.
    pub fn compile(list: &WordList, wanted: GraphKinds, nodes: NodeLayout) -> Result<Lexicon, LexiconError> {
        Ok(Lexicon { image: compile_list(list, wanted, nodes)?, report: Some(list.report.clone()) })
    }

    /// The lexicon of an image. Checks its DAWG (linear in its bytes, some gigabytes a second), or its GADDAG if it has
    /// no DAWG.
    ///
    /// # Errors
    /// [`ImageError`](crate::image::ImageError) if the graph is damaged.
    pub fn of_image(image: Image) -> Result<Lexicon, LexiconError> {
        image.graph(word_graph(&image))?;
        Ok(Lexicon { image, report: None })
    }

    fn of_opened(opened: Opened) -> Result<Lexicon, LexiconError> {
        Ok(Lexicon { report: opened.report, ..Lexicon::of_image(opened.image)? })
    }

    /// The image behind the lexicon: its graphs, for queries on tiles.
    pub fn image(&self) -> &Image {
        &self.image
    }

    /// The image behind the lexicon.
    pub fn into_image(self) -> Image {
        self.image
    }

    /// What was found in the word list that the lexicon was compiled from; `None` for images.
    pub fn report(&self) -> Option<&ReadReport> {
        self.report.as_ref()
    }

    /// The letters of the words.
    pub fn alphabet(&self) -> &Alphabet {
        self.image.alphabet()
    }

    /// The number of words.
    pub fn len(&self) -> u64 {
        self.image.words()
    }

    /// `true` if there are no words.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// `true` if this is a word. Text with other letters is none.
    ///
    /// Some tens of nanoseconds beside the parsing of the text.
    pub fn contains(&self, word: &str) -> bool {
        let Ok(word) = self.alphabet().parse(word) else { return false };
        let kind = word_graph(&self.image);
        self.image.graph(kind).expect("bug: the graph was checked when the lexicon was made").has_word(kind, &word)
    }

    /// All words, in collation order. [`for_each_word`](Lexicon::for_each_word) needs no memory for them.
    ///
    /// # Errors
    /// As [`for_each_word`](Lexicon::for_each_word).
    pub fn words(&self) -> Result<Vec<String>, LexiconError> {
        let mut words = Vec::new();
        let _ = self.for_each_word(|word| {
            words.push(word.to_owned());
            ControlFlow::<()>::Continue(())
        })?;
        Ok(words)
    }

    /// Calls `each` with every word in collation order until it breaks.
    ///
    /// # Errors
    /// [`ImageError`](crate::image::ImageError) if there is no DAWG, or if it has not as many words as the image says.
    pub fn for_each_word<B>(&self, each: impl FnMut(&str) -> ControlFlow<B>) -> Result<ControlFlow<B>, LexiconError> {
        Ok(for_each_word_text(&self.image, each)?)
    }

    /// The words that use all of these letters: `?` is a blank, `*` any number of letters, `[abc]` one of a set.
    /// See [`Anagram`].
    ///
    /// # Errors
    /// [`LexiconError::Query`] for a mistake in the letters.
    pub fn anagrams(&self, letters: &str) -> Result<Vec<String>, LexiconError> {
        self.answers(&Anagram::parse(letters, self.alphabet())?)
    }

    /// The words that can be made of some or all of these letters, as on a rack.
    ///
    /// # Errors
    /// As [`anagrams`](Lexicon::anagrams).
    pub fn subanagrams(&self, letters: &str) -> Result<Vec<String>, LexiconError> {
        self.answers(&Anagram::parse(letters, self.alphabet())?.partial(true))
    }

    /// The words of a pattern: `?` is any letter, `*` any number of letters, `[abc]` one of a set. See [`Pattern`].
    ///
    /// # Errors
    /// [`LexiconError::Query`] for a mistake in the pattern.
    pub fn pattern(&self, pattern: &str) -> Result<Vec<String>, LexiconError> {
        self.answers(&Pattern::parse(pattern, self.alphabet())?)
    }

    /// The words that fulfil conditions such as `length 7-8 and contains q and not contains u`. See [`Search`].
    ///
    /// # Errors
    /// [`LexiconError::Search`] for a mistake in the conditions, and [`LexiconError::OtherLexicon`] for a condition on
    /// the words of another lexicon, which only [`Search::run`] can be given.
    pub fn search(&self, conditions: &str) -> Result<Vec<String>, LexiconError> {
        let search = Search::parse(conditions, self.alphabet())?;
        if let Some(name) = search.lists().first() {
            return Err(LexiconError::OtherLexicon { name: name.clone() });
        }
        let figures = Figures::of_image(&self.image, &search.figures())?;
        let search = search.with_figures(figures);
        let mut words = Vec::new();
        let _ = search.run(&self.dawg()?, self.alphabet(), &[], &mut |word| {
            words.push(self.alphabet().render(word));
            ControlFlow::Continue(())
        })?;
        Ok(words)
    }

    /// The words that at most this number of edits (letters put in, left out or changed) make of this text, each with
    /// its distance; nearest first. See [`Near`].
    ///
    /// # Errors
    /// [`LexiconError::Query`] for text with other letters.
    pub fn near(&self, text: &str, distance: usize) -> Result<Vec<(usize, String)>, LexiconError> {
        let word = parse_word(text, self.alphabet())?;
        let found = Near::new(&word, distance, false).sorted(&self.dawg()?);
        Ok(found.into_iter().map(|(distance, word)| (distance, self.alphabet().render(&word))).collect())
    }

    /// The words that begin with this text, the text itself included if it is a word. See [`Complete`].
    ///
    /// # Errors
    /// [`LexiconError::Query`] for text with other letters.
    pub fn complete(&self, prefix: &str) -> Result<Vec<String>, LexiconError> {
        self.answers(&Complete::new(&parse_word(prefix, self.alphabet())?))
    }

    /// The hooks of some text, which need not be a word itself. See [`Hooks`].
    ///
    /// # Errors
    /// [`LexiconError::Query`] for text with other letters.
    pub fn hooks(&self, word: &str) -> Result<HookLetters, LexiconError> {
        let word = parse_word(word, self.alphabet())?;
        let Hooks { front, back, inner_front, inner_back } = Hooks::of(&self.dawg()?, &word);
        let text = |tiles: Vec<Tile>| tiles.iter().map(|&tile| self.alphabet().render(&[tile])).collect();
        Ok(HookLetters { front: text(front), back: text(back), inner_front, inner_back })
    }

    /// The number of a word in collation order, from 1; `None` if it is not a word.
    ///
    /// Linear in the arcs: [`Ranks`] answers many questions after one such walk.
    ///
    /// # Errors
    /// [`LexiconError::Query`] for text with other letters.
    pub fn rank(&self, word: &str) -> Result<Option<u64>, LexiconError> {
        let word = parse_word(word, self.alphabet())?;
        Ok(Ranks::new(&self.dawg()?).rank(&word))
    }

    /// The word with this number in collation order, from 1; `None` past the last, and for 0. Linear in the arcs, as
    /// [`rank`](Lexicon::rank).
    ///
    /// # Errors
    /// [`ImageError`](crate::image::ImageError) if there is no DAWG.
    pub fn word(&self, rank: u64) -> Result<Option<String>, LexiconError> {
        Ok(Ranks::new(&self.dawg()?).word(rank).map(|word| self.alphabet().render(&word)))
    }

    /// A move generator: on the GADDAG if there is one, else on the DAWG.
    ///
    /// # Errors
    /// [`LexiconError::Movegen`] for an alphabet of more than 63 letters.
    pub fn generator(&self) -> Result<Generator<'_>, LexiconError> {
        let kind = if self.image.has(GraphKind::Gaddag) { GraphKind::Gaddag } else { GraphKind::Dawg };
        Ok(Generator::new(&self.image, kind)?)
    }

    /// The bytes of a file in another format, with the graphs that such files usually have.
    ///
    /// # Errors
    /// [`LexiconError::Convert`] if the format cannot hold the words.
    pub fn convert(&self, format: &dyn Format) -> Result<Vec<u8>, LexiconError> {
        let wanted = usual_graphs(format, |kind| self.image.has(kind));
        Ok(convert(&self.image, format, wanted, NodeLayout::Fast)?)
    }

    /// Writes an image, in the format that the extension of the file names, or else the native one. An existing file is
    /// replaced, and the new one appears whole or not at all.
    ///
    /// # Errors
    /// As [`convert`](Lexicon::convert), and [`LexiconError::Source`] if the file cannot be written.
    #[cfg(feature = "files")]
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), LexiconError> {
        let path = path.as_ref();
        let bytes = self.convert(format_by_path(path).unwrap_or(&LXG))?;
        let written = atomic::write(path, true, |file| file.write_all(&bytes));
        Ok(written.map_err(|source| SourceError::Io { path: path.to_owned(), source })?)
    }

    fn dawg(&self) -> Result<ErasedGraph<'_>, LexiconError> {
        Ok(self.image.graph(GraphKind::Dawg)?)
    }

    fn answers(&self, query: &dyn Query) -> Result<Vec<String>, LexiconError> {
        let mut words = Vec::new();
        let _ = query.for_each(&self.dawg()?, &mut |word| {
            words.push(self.alphabet().render(word));
            ControlFlow::Continue(())
        });
        Ok(words)
    }
}

/// The graph that words are looked up in.
fn word_graph(image: &Image) -> GraphKind {
    if image.has(GraphKind::Dawg) { GraphKind::Dawg } else { GraphKind::Gaddag }
}

impl fmt::Debug for Lexicon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let format = self.image.format().name();
        f.debug_struct("Lexicon").field("format", &format).field("words", &self.len()).finish_non_exhaustive()
    }
}
