#![doc = include_str!("../../formats/quackle.md")]

use std::ops::ControlFlow;

#[cfg(feature = "quackle")]
use md5::{Digest, Md5};

use super::arcs::{RecordGraph, boxed, check, check_root, relayout, unknown_letter};
use crate::alphabet::{Alphabet, Case, Letter, Tile};
use crate::build::GraphKinds;
use crate::graph::{Arc, GraphKind, WordGraph, for_each_word};
use crate::image::lxg::ListPlacement;
use crate::image::{BitField, Checksum, Contents, Format, FormatInfo, Image, ImageError, Parts, Record, Records};
use crate::wordlist::MAX_WORD_LENGTH;

/// A DAWG of version 1, with an alphabet and a hash.
pub static DAWG: QuackleDawg = QuackleDawg {
    info: FormatInfo {
        name: "quackle-dawg",
        extensions: &["dawg"],
        title: "records of 7 bytes behind alphabet and hash (Quackle, version 1)",
        limits: "16,777,216 arcs, 16,777,215 words, 55 letters",
        checksum: WORD_HASH,
        ..FormatInfo::FOREIGN
    },
    version: 1,
};

/// A DAWG of version 0.
pub static DAWG0: QuackleDawg = QuackleDawg {
    info: FormatInfo {
        name: "quackle-dawg0",
        title: "records of 7 bytes (Quackle, version 0)",
        limits: "16,777,216 arcs, 32 letters, no alphabet in the file, no checksum",
        checksum: Checksum::None,
        ..DAWG.info
    },
    version: 0,
};

/// A GADDAG of version 1, with a hash.
pub static GADDAG: QuackleGaddag = QuackleGaddag {
    info: FormatInfo {
        name: "quackle-gaddag",
        extensions: &["gaddag"],
        title: "nodes of 4 bytes with relative offsets, behind a hash (Quackle, version 1)",
        limits: "offsets of 24 bits, 55 letters, no alphabet in the file",
        checksum: WORD_HASH,
        holds: &[GraphKinds::Gaddag],
        ..FormatInfo::FOREIGN
    },
    version: 1,
};

/// A GADDAG of version 0.
pub static GADDAG0: QuackleGaddag = QuackleGaddag {
    info: FormatInfo {
        name: "quackle-gaddag0",
        title: "nodes of 4 bytes with relative offsets (Quackle, version 0)",
        limits: "offsets of 24 bits, 55 letters, no alphabet in the file, no checksum",
        checksum: Checksum::None,
        ..GADDAG.info
    },
    version: 0,
};

/// The hash in the header is that of the words.
const WORD_HASH: Checksum = if cfg!(feature = "quackle") { Checksum::Words } else { Checksum::None };

/// The format of [`DAWG`] and [`DAWG0`].
#[derive(Debug)]
pub struct QuackleDawg {
    info: FormatInfo,
    /// The first byte of a file.
    version: u8,
}

/// The format of [`GADDAG`] and [`GADDAG0`].
#[derive(Debug)]
pub struct QuackleGaddag {
    info: FormatInfo,
    /// The first byte of a file.
    version: u8,
}

impl Format for QuackleDawg {
    fn info(&self) -> &FormatInfo {
        &self.info
    }

    fn probe(&self, file: &[u8]) -> bool {
        probe_dawg(file, self.version)
    }

    fn decode(&self, file: &[u8], alphabet: &Alphabet) -> Result<Contents, ImageError> {
        decode_dawg(file, alphabet)
    }

    fn check_words(&self, image: &Image) -> Result<(), ImageError> {
        match self.version {
            1 => check_hash(image, GraphKind::Dawg, Header::read(image.bytes())?.hash),
            _ => Ok(()),
        }
    }

    fn encode(&self, parts: &Parts<'_>) -> Result<Vec<u8>, ImageError> {
        let format = self.name();
        if self.version == 0 {
            limits(parts, format, 32)?;
            dawg_arcs(parts, format, DAWG0_RECORD, vec![])
        } else {
            dawg_arcs(parts, format, DAWG1_RECORD, header(parts, format)?)
        }
    }
}

impl Format for QuackleGaddag {
    fn info(&self) -> &FormatInfo {
        &self.info
    }

    fn probe(&self, file: &[u8]) -> bool {
        probe_gaddag(file, self.version)
    }

    fn decode(&self, file: &[u8], alphabet: &Alphabet) -> Result<Contents, ImageError> {
        decode_gaddag(file, alphabet)
    }

    fn check_words(&self, image: &Image) -> Result<(), ImageError> {
        match Nodes::of(image.bytes()) {
            Some((.., Some(hash))) => check_hash(image, GraphKind::Gaddag, hash),
            _ => Ok(()),
        }
    }

    fn encode(&self, parts: &Parts<'_>) -> Result<Vec<u8>, ImageError> {
        let mut bytes = Vec::new();
        if self.version == 1 {
            bytes.push(1);
            bytes.extend(hash_of_words(&parts.graph(GraphKind::Gaddag)?, GraphKind::Gaddag)?);
        }
        gaddag_nodes(parts, self.name(), bytes)
    }
}

/// The number of the first letter inside the program.
const FIRST_LETTER: u8 = 5;

/// The most letters the program has room for.
const MOST_LETTERS: usize = 55;

/// Records of a `.dawg` with a header.
const DAWG1_RECORD: Record = Record {
    bytes: 7,
    big_endian: true,
    target: BitField { shift: 32, width: 24 },
    tile: BitField { shift: 24, width: 6 },
    first_tile: 1,
    last: BitField { shift: 30, width: 1 },
    accepts: BitField { shift: 0, width: 24 },
};

/// Records of a `.dawg` without.
const DAWG0_RECORD: Record =
    Record { tile: BitField { shift: 24, width: 5 }, accepts: BitField { shift: 29, width: 1 }, ..DAWG1_RECORD };

/// The byte of the root record that is the letter of all others: a space, five below the first letter, and the last of
/// its list.
const ROOT_LETTER: u8 = 0xfc;

/// The letter and flags of the first node of a `.gaddag`: nothing, and the last of its list.
const ROOT_NODE: u8 = 0x80;

type Hash = [u8; 16];

/// What stands before the records of a `.dawg`.
struct Header {
    records: usize,
    letters: Vec<String>,
    words: u64,
    hash: Hash,
}

fn field(offset: usize, what: &'static str) -> ImageError {
    ImageError::Field { offset: offset as u64, what }
}

impl Header {
    fn read(bytes: &[u8]) -> Result<Header, ImageError> {
        let (Some(fixed), Some(&1)) = (bytes.get(..21), bytes.first()) else {
            return Err(field(0, "there is no header of version 1"));
        };
        let mut hash = Hash::default();
        hash.copy_from_slice(&fixed[1..17]);
        let words = fixed[17..20].iter().fold(0, |word, &byte| word << 8 | u64::from(byte));
        let count = usize::from(fixed[20]);
        if count == 0 || count > MOST_LETTERS {
            return Err(field(20, "the alphabet has no letters, or more than 55"));
        }
        let mut at = 21;
        let mut letters = Vec::with_capacity(count);
        for _ in 0..count {
            // A label of more bytes is no letter.
            let rest = bytes.get(at..).unwrap_or_default();
            let length = rest.iter().take(64).position(|&byte| byte == b' ').filter(|&length| length > 0);
            let label = length.and_then(|length| std::str::from_utf8(&rest[..length]).ok());
            let label = label.ok_or(field(at, "a letter of the alphabet is not text with a space behind it"))?;
            at += label.len() + 1;
            letters.push(label.to_owned());
        }
        Ok(Header { records: at, letters, words, hash })
    }

    /// The alphabet: the one at hand if its letters are these, else one without points.
    fn alphabet(&self, at_hand: &Alphabet) -> Result<Option<Alphabet>, ImageError> {
        if at_hand.letters().iter().map(|letter| &letter.label).eq(&self.letters) {
            return Ok(None);
        }
        let letters = self.letters.iter().map(|label| Letter {
            label: label.clone(),
            lower: label.to_lowercase(),
            also: vec![],
            count: 0,
            points: 0,
            vowel: false,
        });
        Ok(Some(Alphabet::new("quackle", "alphabet of a Quackle file", letters.collect(), 0, Case::Folded, vec![])?))
    }
}

/// Where the records begin, and their shape; `None` for what is no such file.
fn dawg_records(bytes: &[u8]) -> Option<(usize, Record)> {
    match bytes.first()? {
        0 => Some((0, DAWG0_RECORD)),
        1 => Header::read(bytes).ok().map(|header| (header.records, DAWG1_RECORD)),
        _ => None,
    }
}

fn probe_dawg(bytes: &[u8], version: u8) -> bool {
    let Some((from, record)) = dawg_records(bytes).filter(|_| bytes[0] == version) else { return false };
    let records = &bytes[from..];
    if records.is_empty() || !records.len().is_multiple_of(record.bytes) {
        return false;
    }
    let root = Records::new(records, record, 0).at(0);
    let graph = Records::new(records, record, root.0.target);
    root.1 && records[4..7] == [0; 3] && root.0.target != 0 && graph.fault(1, MOST_LETTERS).is_none()
}

fn decode_dawg(bytes: &[u8], at_hand: &Alphabet) -> Result<Contents, ImageError> {
    let header = if bytes.first() == Some(&1) { Some(Header::read(bytes)?) } else { None };
    let (from, record) = header.as_ref().map_or((0, DAWG0_RECORD), |header| (header.records, DAWG1_RECORD));
    let records = &bytes[from..];
    let whole = records.len() / record.bytes * record.bytes;
    if records.is_empty() || whole != records.len() {
        let expected = (from + whole + record.bytes) as u64;
        return Err(ImageError::Length { expected, got: bytes.len() as u64 });
    }
    let own = header.as_ref().map(|header| header.alphabet(at_hand)).transpose()?.flatten();
    let alphabet = own.as_ref().unwrap_or(at_hand).clone();
    let graph = Records::new(records, record, Records::new(records, record, 0).at(0).0.target);
    let kind = GraphKind::Dawg;
    let in_order = check(&graph, 1, kind, &alphabet)?;
    check_root(&graph, kind, 0)?;
    let graphs = if in_order {
        boxed([RecordGraph { kind, root: graph.root(), record, from }])
    } else {
        boxed(relayout(&[(kind, graph.root())], &alphabet, bytes.len(), |node, list| {
            list.extend(graph.arcs(node).take(MOST_LETTERS + 1));
            Ok(())
        })?)
    };
    let mut contents = Contents::of_graphs(graphs, bytes)?;
    if let Some(header) = header {
        // The count has three bytes.
        if header.words != contents.counts.words & 0xff_ffff {
            return Err(field(17, "the number of words in the header is not that of the graph"));
        }
    }
    contents.alphabet = own;
    Ok(contents)
}

/// A `.gaddag` is a list of 4-byte nodes, behind version and hash or from the first byte on.
struct Nodes<'a>(&'a [[u8; 4]]);

impl<'a> Nodes<'a> {
    fn of(bytes: &'a [u8]) -> Option<(Nodes<'a>, usize, Option<Hash>)> {
        let (from, hash) = match bytes.first()? {
            0 => (0, None),
            1 => (17, Some(bytes.get(1..17)?.try_into().ok()?)),
            _ => return None,
        };
        let (nodes, rest) = bytes.get(from..)?.as_chunks();
        (rest.is_empty() && !nodes.is_empty()).then_some((Nodes(nodes), from, hash))
    }

    /// The index that a node leads to, 0 for none, and whether that is in the file.
    fn target(&self, index: usize) -> Option<usize> {
        let [a, b, c, _] = *self.0.get(index)?;
        let offset = usize::from(a) << 16 | usize::from(b) << 8 | usize::from(c);
        let target = if offset == 0 { 0 } else { index + offset };
        (target < self.0.len()).then_some(target)
    }

    /// The arcs of the node at an index.
    fn arcs(&self, node: u64, list: &mut Vec<Arc<u64>>) -> Result<(), ImageError> {
        let wrong = |arc: usize| ImageError::Arc { graph: "gaddag", arc: arc as u64 };
        let mut at = node as usize;
        loop {
            let target = self.target(at).ok_or(wrong(at))?;
            let byte = self.0[at][3];
            let tile = match byte & 0x3f {
                0 => Tile::SEPARATOR,
                letter @ FIRST_LETTER.. => Tile::from_label(letter - FIRST_LETTER + 1),
                _ => return Err(wrong(at)),
            };
            list.push(Arc { tile, accepts: byte & 0x40 != 0, target: target as u64 });
            if byte & 0x80 != 0 {
                return Ok(());
            }
            if list.len() > MOST_LETTERS + 1 {
                return Err(wrong(at));
            }
            at += 1;
        }
    }
}

fn probe_gaddag(bytes: &[u8], version: u8) -> bool {
    let Some((nodes, ..)) = Nodes::of(bytes).filter(|_| bytes[0] == version) else { return false };
    let letter = |node: &[u8; 4]| node[3] & 0x3f;
    let good = |index: usize| nodes.target(index).is_some() && !(1..FIRST_LETTER).contains(&letter(&nodes.0[index]));
    let last = nodes.0.len() - 1;
    let root = nodes.target(0).filter(|&root| root != 0);
    root.is_some_and(|root| letter(&nodes.0[root]) != 0) && (1..=last).all(good) && nodes.0[last][3] & 0x80 != 0
}

fn decode_gaddag(bytes: &[u8], alphabet: &Alphabet) -> Result<Contents, ImageError> {
    let (nodes, ..) = Nodes::of(bytes).ok_or(field(0, "there are no nodes of 4 bytes in the file"))?;
    let kind = GraphKind::Gaddag;
    let root = nodes.target(0).ok_or(ImageError::Arc { graph: kind.name(), arc: 0 })?;
    let graphs = boxed(relayout(&[(kind, root as u64)], alphabet, bytes.len(), |node, list| {
        nodes.arcs(node, list)?;
        let unknown = list.iter().find(|arc| usize::from(arc.tile.number()) > alphabet.len());
        unknown.map_or(Ok(()), |arc| Err(unknown_letter(arc.tile, alphabet)))
    })?);
    check_root(&graphs[0].graph(bytes)?, kind, 0)?;
    Contents::of_graphs(graphs, bytes)
}

/// The hash over all words: MD5 of each, its letters numbered as the program does, joined by exclusive or.
fn hash_of_words<G: WordGraph>(graph: &G, kind: GraphKind) -> Result<Hash, ImageError> {
    if cfg!(not(feature = "quackle")) {
        let what = "this program was compiled without its checksum";
        return Err(ImageError::Feature { format: "quackle", feature: "quackle", what });
    }
    let mut hash = Hash::default();
    let mut word = Vec::new();
    let _ = for_each_word(graph, MAX_WORD_LENGTH + 1, |path| -> ControlFlow<()> {
        word.clear();
        match kind {
            _ if path.contains(&Tile::SEPARATOR) => return ControlFlow::Continue(()),
            GraphKind::Dawg => word.extend(path.iter().map(|tile| tile.number() + FIRST_LETTER - 1)),
            GraphKind::Gaddag => word.extend(path.iter().rev().map(|tile| tile.number() + FIRST_LETTER - 1)),
        }
        mix(&mut hash, &word);
        ControlFlow::Continue(())
    });
    Ok(hash)
}

#[cfg(feature = "quackle")]
fn mix(hash: &mut Hash, word: &[u8]) {
    hash.iter_mut().zip(Md5::digest(word)).for_each(|(byte, other)| *byte ^= other);
}

#[cfg(not(feature = "quackle"))]
fn mix(_: &mut Hash, _: &[u8]) {}

/// Compares the hash of the words with that of the header. Walks all words.
fn check_hash(image: &Image, kind: GraphKind, expected: Hash) -> Result<(), ImageError> {
    let found = hash_of_words(&image.graph(kind)?, kind)?;
    if found == expected { Ok(()) } else { Err(field(1, "the hash in the header is not that of the words")) }
}

fn limits(parts: &Parts<'_>, format: &'static str, most: usize) -> Result<(), ImageError> {
    let got = parts.alphabet.len();
    if got > most {
        let limit = most as u64;
        return Err(ImageError::FormatLimit { format, limit, what: "letters", got: got as u64, advice: "write a .lxg" });
    }
    Ok(())
}

/// What stands before the records of a `.dawg` of version 1.
fn header(parts: &Parts<'_>, format: &'static str) -> Result<Vec<u8>, ImageError> {
    limits(parts, format, MOST_LETTERS)?;
    let words = parts.counts.words;
    if words > 0xff_ffff {
        let advice = "write a .lxg";
        return Err(ImageError::FormatLimit { format, limit: 0xff_ffff, what: "words", got: words, advice });
    }
    let mut bytes = vec![1];
    bytes.extend(hash_of_words(&parts.graph(GraphKind::Dawg)?, GraphKind::Dawg)?);
    bytes.extend(&words.to_be_bytes()[5..]);
    bytes.push(parts.alphabet.len() as u8);
    for letter in parts.alphabet.letters() {
        if letter.label.contains(' ') || letter.label.len() > 63 {
            let what = format!("a letter is called '{}', and a space ends a letter", letter.label);
            return Err(ImageError::FormatLacks { format, what, advice: "write a .lxg" });
        }
        bytes.extend(letter.label.bytes());
        bytes.push(b' ');
    }
    Ok(bytes)
}

fn dawg_arcs(parts: &Parts<'_>, format: &'static str, record: Record, mut bytes: Vec<u8>) -> Result<Vec<u8>, ImageError> {
    let dawg = parts.graph(GraphKind::Dawg)?;
    let lists = ListPlacement::new(&[dawg], 1);
    let limit = record.target.max_value() + 1;
    if lists.end > limit {
        let (what, got) = ("arcs", lists.end);
        return Err(ImageError::FormatLimit { format, limit, what, got, advice: "write a .lxg" });
    }
    bytes.extend(&lists.place(dawg.root()).to_be_bytes()[5..]);
    bytes.extend([ROOT_LETTER, 0, 0, 0]);
    lists.for_each_arc(dawg, |arc, last| bytes.extend(record.pack(arc, last)));
    Ok(bytes)
}

/// Offsets only lead on, so every state has a list of its own, those above it before it.
fn gaddag_nodes(parts: &Parts<'_>, format: &'static str, mut bytes: Vec<u8>) -> Result<Vec<u8>, ImageError> {
    limits(parts, format, MOST_LETTERS)?;
    let gaddag = parts.graph(GraphKind::Gaddag)?;
    let states = gaddag.states_from_root();
    let mut places = vec![0u64; gaddag.bound()];
    let mut next = 1;
    for &state in &states {
        places[state as usize] = next;
        next += gaddag.arcs_of(state).len() as u64;
    }
    let mut at = 0u64;
    let mut node = |target: u64, flags: u8| {
        let offset = if target == 0 { 0 } else { target - at };
        at += 1;
        if offset > 0xff_ffff {
            let (limit, what) = (0xff_ffff, "nodes between a node and its children");
            return Err(ImageError::FormatLimit { format, limit, what, got: offset, advice: "write a .kwg or .lxg" });
        }
        bytes.extend(&offset.to_be_bytes()[5..]);
        bytes.push(flags);
        Ok(())
    };
    node(places[gaddag.root() as usize], ROOT_NODE)?;
    for &state in &states {
        let separator = gaddag.arcs_of(state).filter(|arc| arc.tile == Tile::SEPARATOR);
        let letters = gaddag.arcs_of(state).filter(|arc| arc.tile != Tile::SEPARATOR);
        let length = gaddag.arcs_of(state).len();
        for (position, arc) in letters.chain(separator).enumerate() {
            let letter = if arc.tile == Tile::SEPARATOR { 0 } else { arc.tile.number() + FIRST_LETTER - 1 };
            let flags = letter | u8::from(arc.accepts) << 6 | u8::from(position + 1 == length) << 7;
            node(places[arc.target as usize], flags)?;
        }
    }
    Ok(bytes)
}
