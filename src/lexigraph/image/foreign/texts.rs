//! What all formats of byte strings share: words as bytes, and keys as words.

use std::ops::ControlFlow;

use rustc_hash::FxHashSet;

use super::arcs::{boxed, relayout};
use crate::alphabet::{Alphabet, Tile};
use crate::build::{GraphKinds, Graphs, MinimalGraph, Minimizer, State};
use crate::graph::{Arc, GraphKind, WordGraph, count, for_each_word};
use crate::image::byte_graph::{ByteAutomaton, ByteGraph, TileEncoding};
use crate::image::{Contents, ErasedGraph, ImageError, Parts, StoredGraph};
use crate::wordlist::{MAX_WORD_LENGTH, Words};

/// The most bytes of keys that are spelled out when a file has to be made a graph of other letters: a few bytes of a
/// graph may hold keys without end.
pub(in crate::image) fn most_key_bytes(file_bytes: usize) -> u64 {
    (16 << 20) + 64 * file_bytes as u64
}

fn lacks(format: &'static str, what: String, advice: &'static str) -> ImageError {
    ImageError::FormatLacks { format, what, advice }
}

/// The words as byte strings, with letters spelled in this way: each byte is a tile. Sorted as bytes.
pub fn keys(parts: &Parts<'_>, spelling: &TileEncoding, format: &'static str) -> Result<Words, ImageError> {
    let dawg = parts.graph(GraphKind::Dawg)?;
    // Then other tiles may spell the same, as C H and CH.
    let doubtful = !spelling.is_prefix_free();
    let mut keys = Words::new();
    let mut bytes: Vec<Tile> = Vec::new();
    let walk = for_each_word(&dawg, MAX_WORD_LENGTH, |word| {
        bytes.clear();
        bytes.extend(word.iter().flat_map(|&tile| spelling.of(tile)).map(|&byte| Tile::from_label(byte)));
        let text = || String::from_utf8_lossy(&bytes.iter().map(|tile| tile.number()).collect::<Vec<_>>()).into_owned();
        if bytes.len() > MAX_WORD_LENGTH {
            let what = format!("'{}' takes {} bytes, and 255 is the most here", text(), bytes.len());
            return ControlFlow::Break(lacks(format, what, "write a .lxg"));
        }
        if doubtful && parts.alphabet.parse(&text()).as_deref() != Ok(word) {
            let what = format!("'{}' is read as other tiles than it has here", text());
            return ControlFlow::Break(lacks(format, what, "write a .lxg"));
        }
        keys.push(&bytes);
        ControlFlow::Continue(())
    });
    match walk {
        ControlFlow::Break(error) => Err(error),
        ControlFlow::Continue(()) => {
            keys.sort();
            Ok(keys)
        }
    }
}

/// The minimal graph of keys.
pub fn graph_of_keys(keys: &Words, format: &'static str) -> Result<Graphs, ImageError> {
    Graphs::build(keys, 255, GraphKinds::Dawg).map_err(|error| lacks(format, error.to_string(), "write a .lxg"))
}

/// Finds the automaton over bytes in a file that has been checked.
pub type Automaton = fn(&[u8]) -> Option<ByteAutomaton<'_>>;

/// A DAWG of byte strings in the file, walked letter by letter.
#[derive(Debug)]
struct StringGraph {
    automaton: Automaton,
    spelling: TileEncoding,
}

impl StoredGraph for StringGraph {
    fn kind(&self) -> GraphKind {
        GraphKind::Dawg
    }

    fn graph<'a>(&'a self, file: &'a [u8]) -> Result<ErasedGraph<'a>, ImageError> {
        let automaton = (self.automaton)(file).expect("bug: the file has changed since it was opened");
        Ok(ErasedGraph::ByteGraph(ByteGraph::new(automaton, &self.spelling)))
    }
}

/// What was found in a file of byte strings.
pub struct Decoded {
    pub contents: Contents,
    /// `true` if the graph is walked in the file, `false` if its keys were read as words of a list and compiled in
    /// memory.
    #[cfg_attr(not(feature = "fst"), allow(dead_code))] // a set has a number of keys to compare with
    pub in_place: bool,
}

/// Finds the graph in a file of byte strings. If every key consists of letters of the alphabet, all as they are printed
/// or all in lower case, the graph is walked in the file. Otherwise each key is read as a word of a list, and the graph
/// of those words is built in memory. Keys have no other bytes than the `occurring` ones.
pub fn decode(
    automaton: Automaton,
    occurring: &[u8],
    file: &[u8],
    alphabet: &Alphabet,
    format: &'static str,
) -> Result<Decoded, ImageError> {
    let graph = automaton(file).expect("bug: an automaton that has been checked");
    for spelling in [TileEncoding::labels(alphabet), TileEncoding::lower(alphabet)] {
        if spelling.is_prefix_free() && spells(graph, occurring, &spelling) {
            let contents = Contents::of_graphs(boxed([StringGraph { automaton, spelling }]), file)?;
            return Ok(Decoded { contents, in_place: true });
        }
    }
    let every = TileEncoding::every_byte();
    let contents = read_again(&ByteGraph::new(graph, &every), alphabet, file.len(), format)?;
    Ok(Decoded { contents, in_place: false })
}

/// Reads each key of a graph whose tiles are bytes as a word of a list is read. `file_bytes` bounds how many there may
/// be.
pub fn read_again<G: WordGraph>(
    keys: &G,
    alphabet: &Alphabet,
    file_bytes: usize,
    format: &'static str,
) -> Result<Contents, ImageError> {
    let counts = count(keys, GraphKind::Dawg).map_err(|what| ImageError::Field { offset: 0, what })?;
    let limit =
        |limit, what, got| ImageError::FormatLimit { format, limit, what, got, advice: "look at it with other letters" };
    if counts.longest > MAX_WORD_LENGTH as u64 {
        return Err(limit(MAX_WORD_LENGTH as u64, "bytes in a key that is read here", counts.longest));
    }
    let most = most_key_bytes(file_bytes);
    if counts.letters > most {
        return Err(limit(most, "bytes of keys that are read one by one, for a file of this size", counts.letters));
    }
    let mut key: Vec<u8> = Vec::new();
    let mut reader = KeyReader::new(alphabet, file_bytes, format);
    let walk = for_each_word(keys, MAX_WORD_LENGTH, |tiles| {
        key.clear();
        key.extend(tiles.iter().map(|tile| tile.number()));
        match reader.add(&key) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => ControlFlow::Break(error),
        }
    });
    match walk {
        ControlFlow::Break(error) => Err(error),
        ControlFlow::Continue(()) => reader.finish(),
    }
}

/// `true` if all that can be reached is made of these letters.
fn spells(graph: ByteAutomaton<'_>, occurring: &[u8], spelling: &TileEncoding) -> bool {
    let letters: FxHashSet<&[u8]> = spelling.tiles().map(|tile| spelling.of(tile)).collect();
    let begins: FxHashSet<&[u8]> = letters.iter().flat_map(|letter| (1..letter.len()).map(|end| &letter[..end])).collect();
    let mut seen: FxHashSet<u64> = FxHashSet::from_iter([graph.root()]);
    let mut waiting: Vec<(u64, Vec<u8>)> = vec![(graph.root(), vec![])];
    while let Some((node, before)) = waiting.pop() {
        for &byte in occurring {
            let Some((target, accepts)) = graph.step(node, byte) else { continue };
            let mut path = before.clone();
            path.push(byte);
            if letters.contains(&path[..]) {
                if seen.insert(target) {
                    waiting.push((target, vec![]));
                }
            } else if !accepts && begins.contains(&path[..]) {
                waiting.push((target, path));
            } else {
                return false;
            }
        }
    }
    true
}

/// Reads keys as words, and builds a graph of the words.
pub struct KeyReader<'a> {
    alphabet: &'a Alphabet,
    format: &'static str,
    words: Words,
    /// The bytes that further keys may have.
    left: u64,
}

impl<'a> KeyReader<'a> {
    /// A reader for the keys of a file of this size.
    pub fn new(alphabet: &'a Alphabet, file_bytes: usize, format: &'static str) -> KeyReader<'a> {
        KeyReader { alphabet, format, words: Words::new(), left: most_key_bytes(file_bytes) }
    }

    /// Reads a key as a word of a list is read.
    pub fn add(&mut self, key: &[u8]) -> Result<(), ImageError> {
        let wrong = |what: String| ImageError::Unspelled { format: self.format, what };
        self.left = self
            .left
            .checked_sub(key.len() as u64)
            .ok_or_else(|| wrong("the keys have more bytes than a file of this size can be expected to hold".to_owned()))?;
        let Ok(text) = std::str::from_utf8(key) else {
            return Err(wrong(format!("the key '{}' is not text", key.escape_ascii())));
        };
        if text.is_empty() {
            return Err(wrong("a key is empty, and no word is".to_owned()));
        }
        let read = self.words.push_with(|tiles| self.alphabet.parse_into(text, tiles));
        read.map_err(|error| wrong(format!("'{text}': {error} '{}'", self.alphabet.name())))
    }

    /// The graph of all words.
    pub fn finish(mut self) -> Result<Contents, ImageError> {
        self.words.sort();
        let graphs = Graphs::build(&self.words, self.alphabet.len(), GraphKinds::Dawg)
            .map_err(|error| lacks(self.format, error.to_string(), "look at it with other letters"))?;
        of_minimal(graphs.get(GraphKind::Dawg).expect("bug: no DAWG was built"), self.alphabet)
    }
}

/// The minimal graph of the words of another graph, which shares less than it could.
pub fn minimized<G: WordGraph>(graph: &G, alphabet: &Alphabet) -> Result<Contents, ImageError> {
    let mut minimizer = Minimizer::new();
    let root = minimizer.import(graph).map_err(|_| ImageError::Field { offset: 0, what: "the graph is none of words" })?;
    of_minimal(minimizer.graph(root), alphabet)
}

fn of_minimal(dawg: MinimalGraph<'_>, alphabet: &Alphabet) -> Result<Contents, ImageError> {
    let graphs = relayout(&[(GraphKind::Dawg, dawg.root().into())], alphabet, usize::MAX, |node, list| {
        let arcs = dawg.arcs_of(node as State);
        list.extend(arcs.map(|arc| Arc { tile: arc.tile, accepts: arc.accepts, target: arc.target.into() }));
        Ok(())
    })?;
    // The arcs lie in memory of their own: nothing of the file is needed.
    Contents::of_graphs(boxed(graphs), &[])
}
