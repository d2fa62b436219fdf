#![doc = include_str!("../../formats/fst.md")]

use crate::alphabet::Alphabet;
use crate::image::{Checksum, Contents, Format, FormatInfo, ImageError, Parts, Sharing};

/// A set of the crate `fst`.
pub static FST: Fst = Fst {
    info: FormatInfo {
        name: "fst",
        extensions: &["fst"],
        title: "set of the crate fst (version 3)",
        limits: "words of 255 bytes, no alphabet in the file; needs the cargo feature fst",
        strings: true,
        sharing: Sharing::Partly,
        checksum: Checksum::Bytes,
        reads: cfg!(feature = "fst"),
        feature: if cfg!(feature = "fst") { None } else { Some("fst") },
        ..FormatInfo::FOREIGN
    },
};

/// The format of [`FST`].
#[derive(Debug)]
pub struct Fst {
    info: FormatInfo,
}

impl Format for Fst {
    fn info(&self) -> &FormatInfo {
        &self.info
    }

    /// Versions 1 to 3, and a root that is the last node of the file, or no node at all.
    fn probe(&self, file: &[u8]) -> bool {
        let version = number(file, 0).is_some_and(|version| (1..=3).contains(&version));
        let length = file.len() as u64;
        let whole = |root: u64| root + FOOTER as u64 + 1 == length || root == 0 && file.len() == HEADER + FOOTER;
        version && footer(file).is_some_and(|(root, _)| root < length && whole(root))
    }

    #[cfg(feature = "fst")]
    fn decode(&self, file: &[u8], alphabet: &Alphabet) -> Result<Contents, ImageError> {
        with::decode(file, alphabet)
    }

    #[cfg(feature = "fst")]
    fn encode(&self, parts: &Parts<'_>) -> Result<Vec<u8>, ImageError> {
        with::write(parts)
    }

    #[cfg(not(feature = "fst"))]
    fn decode(&self, _: &[u8], _: &Alphabet) -> Result<Contents, ImageError> {
        Err(MISSING)
    }

    #[cfg(not(feature = "fst"))]
    fn encode(&self, _: &Parts<'_>) -> Result<Vec<u8>, ImageError> {
        Err(MISSING)
    }
}

#[cfg(not(feature = "fst"))]
const MISSING: ImageError =
    ImageError::Feature { format: "fst", feature: "fst", what: "this program was compiled without it" };

/// The numbers at either end of a file: version and type, number of keys, root and checksum.
const HEADER: usize = 16;
const FOOTER: usize = 20;

fn number(bytes: &[u8], at: usize) -> Option<u64> {
    bytes.get(at..)?.first_chunk().map(|number| u64::from_le_bytes(*number))
}

/// The address of the root and the number of keys.
fn footer(bytes: &[u8]) -> Option<(u64, u64)> {
    let at = bytes.len().checked_sub(FOOTER).filter(|&at| at >= HEADER)?;
    Some((number(bytes, at + 8)?, number(bytes, at)?))
}

#[cfg(feature = "fst")]
mod with {
    use ::fst::SetBuilder;
    use ::fst::raw::Fst;
    use rustc_hash::FxHashSet;

    use super::{FOOTER, HEADER, footer, number};
    use crate::alphabet::Alphabet;
    use crate::image::byte_graph::{ByteAutomaton, TileEncoding};
    use crate::image::foreign::texts;
    use crate::image::{Contents, ImageError, Parts};

    fn field(offset: usize, what: &'static str) -> ImageError {
        ImageError::Field { offset: offset as u64, what }
    }

    /// Where a byte leads from the node at an address. Looking at bytes as a set reads four numbers at their ends and
    /// no more.
    fn step(bytes: &[u8], node: u64, byte: u8) -> Option<(u64, bool)> {
        let set = Fst::new(bytes).ok()?;
        let node = set.node(node as usize);
        let target = node.transition_addr(node.find_input(byte)?);
        Some((target as u64, set.node(target).is_final()))
    }

    /// The automaton of a file that has been checked.
    fn automaton(bytes: &[u8]) -> Option<ByteAutomaton<'_>> {
        let (root, _) = footer(bytes)?;
        Some(ByteAutomaton::Other { bytes, root, step })
    }

    pub fn decode(bytes: &[u8], alphabet: &Alphabet) -> Result<Contents, ImageError> {
        let set = Fst::new(bytes).map_err(|_| field(0, "version, or place of the root, are not those of an fst"))?;
        if number(bytes, 0) != Some(3) {
            return Err(field(0, "an fst of before version 3, which has no checksum"));
        }
        set.verify().map_err(|_| field(bytes.len() - 4, "the checksum is not that of the bytes"))?;
        let (root, keys) = footer(bytes).ok_or(field(0, "the file ends too early"))?;
        let occurring = check(bytes, &set, root as usize)?;
        let texts::Decoded { contents, in_place } = texts::decode(automaton, &occurring, bytes, alphabet, "fst")?;
        let words = contents.counts.words;
        // Two keys may be read as the same word.
        if words > keys || in_place && words != keys {
            return Err(field(bytes.len() - FOOTER, "the number of keys is not that of the graph"));
        }
        Ok(contents)
    }

    /// Checks that every node that can be reached lies in the file, before all nodes that lead to it, which the library
    /// does not check. Gives the bytes that occur in keys.
    fn check(bytes: &[u8], set: &Fst<&[u8]>, root: usize) -> Result<Vec<u8>, ImageError> {
        let mut found = [false; 256];
        let mut seen: FxHashSet<usize> = FxHashSet::from_iter([root]);
        let mut waiting = vec![root];
        let nodes = &bytes[..bytes.len() - FOOTER];
        if root == 0 {
            return Err(field(bytes.len() - FOOTER, "a key is empty, and no word is"));
        }
        while let Some(address) = waiting.pop() {
            if address == 0 {
                continue;
            }
            if !lies_in(nodes, address).unwrap_or(false) {
                return Err(ImageError::Arc { graph: "dawg", arc: address as u64 });
            }
            let node = set.node(address);
            if address == root && node.is_final() {
                return Err(field(address, "a key is empty, and no word is"));
            }
            for transition in node.transitions() {
                found[usize::from(transition.inp)] = true;
                if seen.insert(transition.addr) {
                    waiting.push(transition.addr);
                }
            }
        }
        if found[0] {
            return Err(field(0, "a key has a byte 0"));
        }
        Ok((1..=255).filter(|&byte| found[usize::from(byte)]).collect())
    }

    /// `true` if the node that ends at an address, and all it leads to, lie before it; `None` where it would begin
    /// before the file.
    ///
    /// The last byte of a node says its shape: bits 6 and 7 set, one transition to the node that ends before this one;
    /// bit 7, one transition to anywhere; else any number of them, bit 6 for the end of a key. The lower bits are a
    /// byte or a number in short, or zero, and it stands before.
    fn lies_in(nodes: &[u8], address: usize) -> Option<bool> {
        let shape = *nodes.get(address)?;
        let at = |back: usize| address.checked_sub(back).filter(|&at| at >= HEADER);
        let long = usize::from(shape & 63 == 0);
        // One that follows has to be there: the first node is not preceded by any.
        if shape >> 6 == 3 {
            return Some(at(long + 1).is_some());
        }
        let (count, final_outputs) = match shape >> 6 {
            2 => (1, 0),
            bits if long == 0 => (usize::from(shape & 63), usize::from(bits)),
            bits => (if nodes[at(1)?] == 1 { 256 } else { usize::from(nodes[at(1)?]) }, usize::from(bits)),
        };
        let sizes = nodes[at(long + 1)?];
        let (target_bytes, output_bytes) = (usize::from(sizes >> 4), usize::from(sizes & 15));
        if target_bytes > 8 || output_bytes > 8 || count > 0 && target_bytes == 0 {
            return Some(false);
        }
        // Behind the sizes, from here to the front: an index of 256 bytes, a byte each, a target each, an output each.
        let index = if count > 32 { 256 } else { 0 };
        let inputs = if shape >> 6 == 2 { 0 } else { count };
        let targets = at(long + 1 + index + inputs + count * target_bytes)?;
        let start = at(long + 1 + index + inputs + count * (target_bytes + output_bytes) + final_outputs * output_bytes)?;
        let delta = |target: usize| {
            let bytes = &nodes[targets + target * target_bytes..][..target_bytes];
            bytes.iter().rev().fold(0u64, |number, &byte| number << 8 | u64::from(byte))
        };
        // Targets are that many bytes before the node; none is nearer than the end of the node before.
        Some(
            (0..count)
                .map(delta)
                .all(|delta| delta == 0 || (start as u64).checked_sub(delta).is_some_and(|to| to >= HEADER as u64)),
        )
    }

    pub fn write(parts: &Parts<'_>) -> Result<Vec<u8>, ImageError> {
        let keys = texts::keys(parts, &TileEncoding::labels(parts.alphabet), "fst")?;
        let lacks =
            |error: ::fst::Error| ImageError::FormatLacks { format: "fst", what: error.to_string(), advice: "write a .lxg" };
        let mut set = SetBuilder::memory();
        let mut bytes: Vec<u8> = Vec::new();
        for key in keys.iter() {
            bytes.clear();
            bytes.extend(key.iter().map(|byte| byte.number()));
            set.insert(&bytes).map_err(lacks)?;
        }
        set.into_inner().map_err(lacks)
    }
}
