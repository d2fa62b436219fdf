//! Formats under test, and what each can be asked.

use std::hint::black_box;
use std::time::{Duration, Instant};

use super::image::{Compiled, compile, usual};
use super::{BenchError, Questions, Task};
use lexigraph::alphabet::{Alphabet, Tile};
use lexigraph::build::GraphKinds;
use lexigraph::image::{self, FORMATS, LXG, NodeLayout};
use lexigraph::lexicon::Words;

/// The list that formats are measured on.
pub struct Input<'a> {
    alphabet: &'a Alphabet,
    words: &'a Words,
    /// The words as text in the order of its bytes, which peers want.
    #[cfg_attr(not(feature = "peers"), allow(dead_code))]
    pub(super) lines: Vec<String>,
}

impl<'a> Input<'a> {
    /// A sorted list of distinct words over an alphabet.
    pub fn new(alphabet: &'a Alphabet, words: &'a Words) -> Input<'a> {
        let mut lines = Vec::new();
        if cfg!(feature = "peers") {
            lines.extend(words.iter().map(|word| alphabet.render(word)));
            lines.sort_unstable();
            lines.dedup();
        }
        Input { alphabet, words, lines }
    }

    /// The alphabet.
    pub fn alphabet(&self) -> &'a Alphabet {
        self.alphabet
    }

    /// The words.
    pub fn words(&self) -> &'a Words {
        self.words
    }

    /// Whether it is a list for the positions that there are: those have English tiles.
    pub fn plays_games(&self) -> bool {
        self.alphabet.name() == "english"
    }

    /// Whether a word is in the list, by halving.
    pub(super) fn has(&self, word: &[Tile]) -> bool {
        let (mut from, mut to) = (0, self.words.len());
        while from < to {
            let middle = from + (to - from) / 2;
            match self.words.get(middle).cmp(word) {
                std::cmp::Ordering::Less => from = middle + 1,
                std::cmp::Ordering::Greater => to = middle,
                std::cmp::Ordering::Equal => return true,
            }
        }
        false
    }
}

/// Words to look up: as tiles, and as text for peers.
pub struct Keys {
    pub(super) tiles: Words,
    #[cfg_attr(not(feature = "peers"), allow(dead_code))] // peers are asked with text
    text: String,
    #[cfg_attr(not(feature = "peers"), allow(dead_code))]
    ends: Vec<usize>,
}

impl Keys {
    pub(super) fn new<'w>(alphabet: &Alphabet, words: impl Iterator<Item = &'w [Tile]>) -> Keys {
        let mut keys = Keys { tiles: Words::new(), text: String::new(), ends: vec![0] };
        for word in words {
            keys.tiles.push(word);
            alphabet.render_into(word, &mut keys.text);
            keys.ends.push(keys.text.len());
        }
        keys
    }

    pub(super) fn len(&self) -> usize {
        self.tiles.len()
    }

    #[cfg(feature = "peers")]
    pub(super) fn text(&self, index: usize) -> &str {
        &self.text[self.ends[index]..self.ends[index + 1]]
    }
}

/// Looks words up in an order that depends on the answers; where that ended.
pub(super) fn chain(keys: usize, mut has: impl FnMut(usize) -> bool) -> u64 {
    let mut at = 0;
    for _ in 0..keys {
        at += 1 + usize::from(black_box(has(at)));
        if at >= keys {
            at -= keys;
        }
    }
    at as u64
}

/// A format.
#[derive(Clone, Copy, Debug)]
pub enum Format {
    /// A native node layout.
    Own(NodeLayout),
    /// A file format of another program that we read and write.
    Foreign(&'static image::Format),
    /// Somebody else's dictionary.
    #[cfg(feature = "peers")]
    Peer(super::peers::Peer),
}

/// Formats whose words are not those of the list, so that they answer other questions: letters sorted, words backwards.
const OTHER_WORDS: [&str; 2] = ["kad", "dwg-reversed"];

/// Formats that are measured as peers, by their own libraries.
const PEERS: [&str; 2] = ["fst", "marisa"];

impl PartialEq for Format {
    fn eq(&self, other: &Format) -> bool {
        self.name() == other.name()
    }
}

impl Format {
    /// All formats, our own layouts first.
    pub fn all() -> Vec<Format> {
        let own = NodeLayout::ALL.into_iter().map(Format::Own);
        let left_out = |name| name == LXG.name || OTHER_WORDS.contains(&name) || PEERS.contains(&name);
        let foreign = FORMATS.into_iter().filter(|format| !left_out(format.name));
        let images = own.chain(foreign.map(Format::Foreign));
        #[cfg(feature = "peers")]
        let images = images.chain(super::peers::Peer::ALL.into_iter().map(Format::Peer));
        images.collect()
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Format::Own(nodes) => nodes.name(),
            Format::Foreign(format) => format.name,
            #[cfg(feature = "peers")]
            Format::Peer(peer) => peer.name(),
        }
    }

    /// `layout` for our own, `foreign` for files of other programs, `peer` for dictionaries of others.
    pub fn kind(self) -> &'static str {
        match self {
            Format::Own(_) => "layout",
            Format::Foreign(_) => "foreign",
            #[cfg(feature = "peers")]
            Format::Peer(_) => "peer",
        }
    }

    /// The file format and the layout of nodes, for images.
    pub(super) fn image(self) -> Option<(&'static image::Format, NodeLayout)> {
        match self {
            Format::Own(nodes) => Some((&LXG, nodes)),
            Format::Foreign(format) => Some((format, NodeLayout::List)),
            #[cfg(feature = "peers")]
            Format::Peer(_) => None,
        }
    }

    pub(super) fn build(self, input: &Input<'_>) -> Result<Box<dyn Subject>, BenchError> {
        match self {
            Format::Own(_) | Format::Foreign(_) => Ok(Box::new(Compiled::new(self, input)?)),
            #[cfg(feature = "peers")]
            Format::Peer(peer) => peer.build(input),
        }
    }

    /// Builds and forgets; the time it took, and the bytes of what was built. Images are not opened again, peers are what they build.
    ///
    /// # Errors
    /// [`BenchError`] when the format cannot hold the list.
    pub fn build_once(self, input: &Input<'_>) -> Result<(Duration, Option<u64>), BenchError> {
        let start = Instant::now();
        match self {
            Format::Own(_) | Format::Foreign(_) => {
                let wanted = self.image().map_or(GraphKinds::Dawg, |(format, _)| usual(format));
                let bytes = compile(self, input, wanted);
                let bytes = bytes.map_err(|error| BenchError::Compile { format: self.name(), error })?;
                Ok((start.elapsed(), Some(bytes.len() as u64)))
            }
            #[cfg(feature = "peers")]
            Format::Peer(peer) => {
                let subject = peer.build(input)?;
                Ok((start.elapsed(), subject.bytes()))
            }
        }
    }
}

/// A format that holds the list.
pub trait Subject {
    /// Its name.
    fn name(&self) -> &'static str;
    /// Its bytes; `None` for one that is for moves only.
    fn bytes(&self) -> Option<u64>;
    /// Adds what moves are generated with; its bytes, if the format has that.
    ///
    /// # Errors
    /// [`BenchError`] when it cannot be made.
    fn add_gaddag(&mut self, _input: &Input<'_>) -> Result<Option<u64>, BenchError> {
        Ok(None)
    }
    /// Does a task once; its answer and the time it took, or `None` when the format cannot do it.
    ///
    /// # Errors
    /// [`BenchError`] when moves cannot be generated.
    fn ask(&self, task: Task, questions: &Questions) -> Result<Option<(u64, Duration)>, BenchError>;
}
