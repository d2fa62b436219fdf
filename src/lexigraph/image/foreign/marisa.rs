#![doc = include_str!("../../formats/marisa.md")]

use super::texts;
use crate::alphabet::Alphabet;
use crate::image::{Contents, Format, FormatInfo, ImageError, Parts};
use crate::wordlist::MAX_WORD_LENGTH;

/// A trie of marisa.
pub static MARISA: Marisa = Marisa {
    info: FormatInfo {
        name: FORMAT,
        extensions: &["marisa"],
        title: "trie of marisa-trie (Debian's marisa, PyPI's marisa-trie)",
        limits: "words of 255 bytes, no alphabet in the file, no checksum; to be written it needs the cargo feature marisa",
        strings: true,
        feature: if cfg!(feature = "marisa") { None } else { Some("marisa") },
        ..FormatInfo::FOREIGN
    },
};

/// The format of [`MARISA`].
#[derive(Debug)]
pub struct Marisa {
    info: FormatInfo,
}

impl Format for Marisa {
    fn info(&self) -> &FormatInfo {
        &self.info
    }

    fn probe(&self, file: &[u8]) -> bool {
        file.starts_with(MAGIC)
    }

    fn decode(&self, file: &[u8], alphabet: &Alphabet) -> Result<Contents, ImageError> {
        decode(file, alphabet)
    }

    fn encode(&self, parts: &Parts<'_>) -> Result<Vec<u8>, ImageError> {
        write(parts)
    }
}

const FORMAT: &str = "marisa";
const MAGIC: &[u8; 16] = b"We love Marisa.\0";
/// The most tries that can be in one another.
const MOST_TRIES: usize = 127;

fn field(offset: usize, what: &'static str) -> ImageError {
    ImageError::Field { offset: offset as u64, what }
}

/// The parts of a file, one after another.
struct Parser<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Parser<'a> {
    fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let part = self.bytes.get(self.at..self.at.checked_add(length)?)?;
        self.at += length;
        Some(part)
    }

    fn number(&mut self, bytes: usize) -> Option<u64> {
        Some(self.take(bytes)?.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte)))
    }

    /// Bytes behind their number, filled up to eight.
    fn array(&mut self) -> Option<&'a [u8]> {
        let length = usize::try_from(self.number(8)?).ok()?;
        let part = self.take(length)?;
        self.take(length.next_multiple_of(8) - length)?;
        Some(part)
    }

    /// Bits, their number, the number of those that are set, and three indexes, which are skipped.
    fn bits(&mut self) -> Option<Bits<'a>> {
        let bytes = self.array()?;
        let (bits, ones) = (self.number(4)?, self.number(4)?);
        for _ in 0..3 {
            self.array()?;
        }
        let bits = Bits { bytes, length: bits as usize };
        (bits.length <= bytes.len() * 8 && bits.ones().count() as u64 == ones).then_some(bits)
    }

    /// A trie; the next one comes in the midst of it, where labels of several bytes are in one and not in a tail.
    fn tries(&mut self, tries: &mut Vec<Trie<'a>>) -> Option<()> {
        let louds = self.bits()?;
        let terminals = self.bits()?;
        let links = self.bits()?;
        let bases = self.array()?;
        let extras = self.array()?;
        let (extra_bits, _, extra_number) = (self.number(4)?, self.number(4)?, self.number(8)?);
        let tail = self.array()?;
        let tail_ends = self.bits()?;
        let nested = tail.is_empty() && links.ones().next().is_some();
        let parents = parents(louds)?;
        let fits = bases.len() == parents.len()
            && links.length == parents.len()
            && extra_bits <= 32
            && extra_number.checked_mul(extra_bits)? <= extras.len() as u64 * 8
            && links.ones().count() as u64 <= extra_number
            && (tail_ends.length == 0 || tail_ends.length == tail.len());
        if !fits || tries.len() >= MOST_TRIES {
            return None;
        }
        let mut link_of = vec![0u32; parents.len()];
        links.ones().zip(0..).for_each(|(node, link)| link_of[node] = link);
        tries.push(Trie {
            parents,
            terminals,
            links,
            link_of,
            bases,
            extras,
            extra_bits: extra_bits as usize,
            tail,
            tail_ends,
        });
        if nested {
            self.tries(tries)?;
        }
        self.array()?;
        self.take(8)?;
        Some(())
    }
}

/// Bits from the lowest of the first byte on.
#[derive(Clone, Copy)]
struct Bits<'a> {
    bytes: &'a [u8],
    length: usize,
}

impl Bits<'_> {
    fn get(&self, at: usize) -> bool {
        at < self.length && self.bytes[at / 8] >> (at % 8) & 1 == 1
    }

    fn ones(&self) -> impl Iterator<Item = usize> {
        (0..self.length).filter(|&at| self.get(at))
    }
}

/// The parent of each node: a one for each child of the first node and a zero, the same for the second, and so on;
/// before them a one and a zero, for the first node itself. Parents come before their children, or there are none.
fn parents(louds: Bits<'_>) -> Option<Vec<u32>> {
    let mut parents = vec![0];
    let mut parent = 0;
    if !louds.get(0) || louds.get(1) {
        return None;
    }
    for at in 2..louds.length {
        if louds.get(at) {
            if parent >= parents.len() {
                return None;
            }
            parents.push(u32::try_from(parent).ok()?);
        } else {
            parent += 1;
        }
    }
    // One more zero ends the bits.
    (parent == parents.len() + 1).then_some(parents)
}

/// One of the tries in a file.
struct Trie<'a> {
    parents: Vec<u32>,
    /// Nodes where a key ends.
    terminals: Bits<'a>,
    /// Nodes with more than one byte, and by node the number of its link.
    links: Bits<'a>,
    link_of: Vec<u32>,
    /// By node: its byte, or the lowest byte of where its bytes are.
    bases: &'a [u8],
    /// By link: the other bits of that.
    extras: &'a [u8],
    extra_bits: usize,
    /// Bytes of links, each up to a zero or to where a bit is set.
    tail: &'a [u8],
    tail_ends: Bits<'a>,
}

impl Trie<'_> {
    fn link(&self, node: usize) -> usize {
        let first = self.link_of[node] as usize * self.extra_bits;
        let extras = Bits { bytes: self.extras, length: self.extras.len() * 8 };
        let extra = (0..self.extra_bits).fold(0, |extra, bit| extra | usize::from(extras.get(first + bit)) << bit);
        usize::from(self.bases[node]) | extra << 8
    }
}

/// Appends the bytes of a node and of those above it, the lowest first. The bytes of each node are in order, or
/// `backwards` if the whole is to be reversed. `None` if there are too many, or if a node has none, which no program
/// writes.
fn climb(tries: &[Trie<'_>], node: usize, backwards: bool, key: &mut Vec<u8>) -> Option<()> {
    let (trie, nested) = tries.split_first()?;
    let mut node = node;
    while node != 0 {
        let start = key.len();
        if !trie.links.get(node) {
            key.push(*trie.bases.get(node)?);
        } else if trie.tail.is_empty() {
            let below = Some(trie.link(node))
                .filter(|&below| below != 0 && nested.first().is_some_and(|next| below < next.parents.len()))?;
            climb(nested, below, false, key)?;
        } else {
            let from = trie.link(node);
            // A longer label is too long for a key.
            let to = trie.tail.len().min(from.saturating_add(MAX_WORD_LENGTH + 1));
            let rest = trie.tail.get(from..to)?;
            let length = match trie.tail_ends.length {
                0 => rest.iter().position(|&byte| byte == 0)?,
                _ => (from..to).position(|at| trie.tail_ends.get(at))? + 1,
            };
            key.extend_from_slice(&rest[..length]);
        }
        if key.len() == start || key.len() > MAX_WORD_LENGTH {
            return None;
        }
        if backwards {
            key[start..].reverse();
        }
        node = *trie.parents.get(node)? as usize;
    }
    Some(())
}

fn decode(bytes: &[u8], alphabet: &Alphabet) -> Result<Contents, ImageError> {
    if !bytes.starts_with(MAGIC) {
        return Err(field(0, "the magic letters are not those of marisa"));
    }
    let mut parser = Parser { bytes, at: MAGIC.len() };
    let mut tries = Vec::new();
    let parsed = parser.tries(&mut tries).filter(|()| parser.at == bytes.len());
    parsed.ok_or(field(parser.at, "the parts of a trie do not fit the file, or each other"))?;
    let mut reader = texts::KeyReader::new(alphabet, bytes.len(), FORMAT);
    let mut key: Vec<u8> = Vec::new();
    for node in tries[0].terminals.ones() {
        key.clear();
        climb(&tries, node, true, &mut key)
            .filter(|()| node < tries[0].parents.len())
            .ok_or(field(MAGIC.len(), "a key leads nowhere, or is longer than 255 bytes"))?;
        key.reverse();
        reader.add(&key)?;
    }
    reader.finish()
}

#[cfg(not(feature = "marisa"))]
fn write(_: &Parts<'_>) -> Result<Vec<u8>, ImageError> {
    let what = "this program was compiled without what writes it";
    Err(ImageError::Feature { format: FORMAT, feature: "marisa", what })
}

#[cfg(feature = "marisa")]
fn write(parts: &Parts<'_>) -> Result<Vec<u8>, ImageError> {
    use rsmarisa::grimoire::io::Writer;

    use crate::image::byte_graph::TileEncoding;

    let keys = texts::keys(parts, &TileEncoding::labels(parts.alphabet), FORMAT)?;
    let lacks =
        |error: std::io::Error| ImageError::FormatLacks { format: FORMAT, what: error.to_string(), advice: "write a .lxg" };
    let mut set = rsmarisa::Keyset::new();
    let mut bytes: Vec<u8> = Vec::new();
    for key in keys.iter() {
        bytes.clear();
        bytes.extend(key.iter().map(|byte| byte.number()));
        // Its own program gives every key this weight.
        set.push_back_bytes(&bytes, 1.0).map_err(lacks)?;
    }
    let mut trie = rsmarisa::Trie::new();
    trie.build(&mut set, 0);
    let mut writer = Writer::from_vec(Vec::new());
    trie.write(&mut writer).map_err(lacks)?;
    writer.into_inner().map_err(lacks)
}
