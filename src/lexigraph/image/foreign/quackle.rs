#![doc = include_str!("../../../../formats/quackle.md")]

use std::ops::ControlFlow;

use md5::{Digest, Md5};

use super::{Foreign, ForeignGraph, Form, check, check_root, letter, relay};
use crate::alphabet::{Alphabet, Case, Letter, Tile};
use crate::build::MinimalGraph;
use crate::graph::{Arc, GraphKind, WordGraph, for_each_word};
use crate::image::format::Parts;
use crate::image::lxg::Placement;
use crate::image::{BitField, ImageError, Record, Records};
use crate::lexicon::MAX_WORD_LENGTH;

/// The number of the first letter inside the program.
const FIRST_LETTER: u8 = 5;

/// The most letters the program has room for.
const MOST_LETTERS: usize = 55;

/// Records of a `.dawg` with a header.
const DAWG1: Record = Record {
    bytes: 7,
    big_endian: true,
    target: BitField { shift: 32, width: 24 },
    tile: BitField { shift: 24, width: 6 },
    first_tile: 1,
    last: BitField { shift: 30, width: 1 },
    accepts: BitField { shift: 0, width: 24 },
};

/// Records of a `.dawg` without.
const DAWG0: Record = Record { tile: BitField { shift: 24, width: 5 }, accepts: BitField { shift: 29, width: 1 }, ..DAWG1 };

/// The byte of the root record that is the letter of all others: a blank, five below the first letter, and the last of its list.
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
            let label = label.ok_or(field(at, "a letter of the alphabet is not text with a blank behind it"))?;
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
        0 => Some((0, DAWG0)),
        1 => Header::read(bytes).ok().map(|header| (header.records, DAWG1)),
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

pub fn probe_dawg1(bytes: &[u8]) -> bool {
    probe_dawg(bytes, 1)
}

pub fn probe_dawg0(bytes: &[u8]) -> bool {
    probe_dawg(bytes, 0)
}

pub fn open_dawg(bytes: &[u8], at_hand: &Alphabet) -> Result<Foreign, ImageError> {
    let header = if bytes.first() == Some(&1) { Some(Header::read(bytes)?) } else { None };
    let (from, record) = header.as_ref().map_or((0, DAWG0), |header| (header.records, DAWG1));
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
    check_root(&graph, kind)?;
    let (form, root, relaid) = if in_order {
        (Form::Records(from, record), graph.root(), vec![])
    } else {
        let (relaid, roots) = relay(&[graph.root()], kind, |node, list| {
            list.extend(graph.arcs(node).take(MOST_LETTERS + 1));
            Ok(())
        })?;
        (Form::Relaid, roots[0], relaid)
    };
    let graphs = vec![ForeignGraph { kind, form, root }];
    let foreign = Foreign { alphabet: own, graphs, relaid, ..Foreign::default() }.counted(bytes, &alphabet)?;
    if let Some(header) = header {
        // The count has three bytes.
        if header.words != foreign.counts.words & 0xff_ffff {
            return Err(field(17, "the number of words in the header is not that of the graph"));
        }
        foreign.check_hash(bytes, header.hash)?;
    }
    Ok(foreign)
}

/// A `.gaddag` is a list of 4-byte nodes, behind version and hash or from the first byte on.
struct NodeLayout<'a>(&'a [[u8; 4]]);

impl<'a> NodeLayout<'a> {
    fn of(bytes: &'a [u8]) -> Option<(NodeLayout<'a>, usize, Option<Hash>)> {
        let (from, hash) = match bytes.first()? {
            0 => (0, None),
            1 => (17, Some(bytes.get(1..17)?.try_into().ok()?)),
            _ => return None,
        };
        let (nodes, rest) = bytes.get(from..)?.as_chunks();
        (rest.is_empty() && !nodes.is_empty()).then_some((NodeLayout(nodes), from, hash))
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
    let Some((nodes, ..)) = NodeLayout::of(bytes).filter(|_| bytes[0] == version) else { return false };
    let letter = |node: &[u8; 4]| node[3] & 0x3f;
    let good = |index: usize| nodes.target(index).is_some() && !(1..FIRST_LETTER).contains(&letter(&nodes.0[index]));
    let last = nodes.0.len() - 1;
    let root = nodes.target(0).filter(|&root| root != 0);
    root.is_some_and(|root| letter(&nodes.0[root]) != 0) && (1..=last).all(good) && nodes.0[last][3] & 0x80 != 0
}

pub fn probe_gaddag1(bytes: &[u8]) -> bool {
    probe_gaddag(bytes, 1)
}

pub fn probe_gaddag0(bytes: &[u8]) -> bool {
    probe_gaddag(bytes, 0)
}

pub fn open_gaddag(bytes: &[u8], alphabet: &Alphabet) -> Result<Foreign, ImageError> {
    let (nodes, _, hash) = NodeLayout::of(bytes).ok_or(field(0, "there are no nodes of 4 bytes in the file"))?;
    let kind = GraphKind::Gaddag;
    let root = nodes.target(0).ok_or(ImageError::Arc { graph: kind.name(), arc: 0 })?;
    let (relaid, roots) = relay(&[root as u64], kind, |node, list| {
        nodes.arcs(node, list)?;
        let foreign = list.iter().find(|arc| usize::from(arc.tile.number()) > alphabet.len());
        foreign.map_or(Ok(()), |arc| Err(letter(arc.tile, alphabet)))
    })?;
    let graphs = vec![ForeignGraph { kind, form: Form::Relaid, root: roots[0] }];
    let foreign = Foreign { graphs, relaid, ..Foreign::default() };
    foreign.check_root(bytes)?;
    let foreign = foreign.counted(bytes, alphabet)?;
    if let Some(hash) = hash {
        foreign.check_hash(bytes, hash)?;
    }
    Ok(foreign)
}

/// The hash over all words: MD5 of each, its letters numbered as the program does, joined by exclusive or.
fn hash_of_words<G: WordGraph>(graph: &G, kind: GraphKind) -> Hash {
    let mut hash = Hash::default();
    let mut word = Vec::new();
    let _ = for_each_word(graph, MAX_WORD_LENGTH + 1, |path| -> ControlFlow<()> {
        word.clear();
        match kind {
            _ if path.contains(&Tile::SEPARATOR) => return ControlFlow::Continue(()),
            GraphKind::Dawg => word.extend(path.iter().map(|tile| tile.number() + FIRST_LETTER - 1)),
            GraphKind::Gaddag => word.extend(path.iter().rev().map(|tile| tile.number() + FIRST_LETTER - 1)),
        }
        hash.iter_mut().zip(Md5::digest(&word)).for_each(|(byte, other)| *byte ^= other);
        ControlFlow::Continue(())
    });
    hash
}

impl Foreign {
    /// Compares the hash of the words with that of the header.
    fn check_hash(&self, bytes: &[u8], expected: Hash) -> Result<(), ImageError> {
        let kind = self.graphs.first().map_or(GraphKind::Dawg, |graph| graph.kind);
        let found = hash_of_words(&self.graph(bytes, kind, false)?, kind);
        if found == expected { Ok(()) } else { Err(field(1, "the hash in the header is not that of the words")) }
    }
}

fn limits(parts: &Parts<'_>, format: &'static str, most: usize) -> Result<(), ImageError> {
    let got = parts.alphabet.len();
    if got > most {
        let limit = most as u64;
        return Err(ImageError::FormatLimit { format, limit, what: "letters", got: got as u64, advice: "write a .lxg" });
    }
    Ok(())
}

fn graph<'a>(parts: &Parts<'a>, kind: GraphKind) -> Result<MinimalGraph<'a>, ImageError> {
    parts.graphs.get(kind).ok_or(ImageError::NoGraph { graph: kind.name() })
}

pub fn write_dawg1(parts: &Parts<'_>) -> Result<Vec<u8>, ImageError> {
    let format = "quackle-dawg";
    limits(parts, format, MOST_LETTERS)?;
    let words = parts.counts.words;
    if words > 0xff_ffff {
        let advice = "write a .lxg";
        return Err(ImageError::FormatLimit { format, limit: 0xff_ffff, what: "words", got: words, advice });
    }
    let mut bytes = vec![1];
    bytes.extend(hash_of_words(&graph(parts, GraphKind::Dawg)?, GraphKind::Dawg));
    bytes.extend(&words.to_be_bytes()[5..]);
    bytes.push(parts.alphabet.len() as u8);
    for letter in parts.alphabet.letters() {
        if letter.label.contains(' ') || letter.label.len() > 63 {
            let what = format!("a letter is called '{}', and a blank ends a letter", letter.label);
            return Err(ImageError::FormatLacks { format, what, advice: "write a .lxg" });
        }
        bytes.extend(letter.label.bytes());
        bytes.push(b' ');
    }
    dawg_arcs(parts, format, DAWG1, bytes)
}

pub fn write_dawg0(parts: &Parts<'_>) -> Result<Vec<u8>, ImageError> {
    let format = "quackle-dawg0";
    limits(parts, format, 32)?;
    dawg_arcs(parts, format, DAWG0, vec![])
}

fn dawg_arcs(parts: &Parts<'_>, format: &'static str, record: Record, mut bytes: Vec<u8>) -> Result<Vec<u8>, ImageError> {
    let dawg = graph(parts, GraphKind::Dawg)?;
    let lists = Placement::new(&[dawg], 1);
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

pub fn write_gaddag1(parts: &Parts<'_>) -> Result<Vec<u8>, ImageError> {
    let mut bytes = vec![1];
    bytes.extend(hash_of_words(&graph(parts, GraphKind::Gaddag)?, GraphKind::Gaddag));
    gaddag_nodes(parts, "quackle-gaddag", bytes)
}

pub fn write_gaddag0(parts: &Parts<'_>) -> Result<Vec<u8>, ImageError> {
    gaddag_nodes(parts, "quackle-gaddag0", vec![])
}

/// Offsets only lead on, so every state has a list of its own, those above it before it.
fn gaddag_nodes(parts: &Parts<'_>, format: &'static str, mut bytes: Vec<u8>) -> Result<Vec<u8>, ImageError> {
    limits(parts, format, MOST_LETTERS)?;
    let gaddag = graph(parts, GraphKind::Gaddag)?;
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
