#![doc = include_str!("../../formats/dawgdic.md")]

use super::texts;
use crate::alphabet::Alphabet;
use crate::build::{MinimalGraph, State};
use crate::graph::{Arc, GraphKind, WordGraph};
use crate::image::byte_graph::{ByteAutomaton, EXTENSION, HAS_LEAF, IS_LEAF, TileEncoding, Units};
use crate::image::{Contents, Format, FormatInfo, ImageError, Parts, Sharing};

/// A dictionary.
pub static DAWGDIC: Dawgdic = Dawgdic {
    info: FormatInfo {
        name: "dawgdic",
        extensions: &["dawgdic"],
        title: "double array over bytes (dawgdic-tools, the DAWG of Python's DAWG2)",
        limits: "536,870,912 units, words of 255 bytes, no alphabet in the file, no checksum",
        strings: true,
        sharing: Sharing::ButEnds,
        ..FormatInfo::FOREIGN
    },
    guided: false,
};

/// A dictionary with a guide for completion.
pub static DAWGDIC_GUIDE: Dawgdic = Dawgdic {
    info: FormatInfo {
        name: "dawgdic-guide",
        title: "the same with a guide for completion (dawgdic-find -g, CompletionDAWG)",
        limits: "as dawgdic",
        ..DAWGDIC.info
    },
    guided: true,
};

/// The format of [`DAWGDIC`] and [`DAWGDIC_GUIDE`].
#[derive(Debug)]
pub struct Dawgdic {
    info: FormatInfo,
    /// `true` if a guide follows the units.
    guided: bool,
}

impl Format for Dawgdic {
    fn info(&self) -> &FormatInfo {
        &self.info
    }

    fn probe(&self, file: &[u8]) -> bool {
        looks_right(file) == Some(self.guided)
    }

    fn decode(&self, file: &[u8], alphabet: &Alphabet) -> Result<Contents, ImageError> {
        let parsed = parse(file).filter(|(_, guide)| guide.is_some() == self.guided);
        let (units, guide) = parsed.ok_or(field(0, "the number of units at the beginning does not fit the file"))?;
        let occurring = units.bytes();
        check(units, &occurring, guide)?;
        Ok(texts::decode(automaton, &occurring, file, alphabet, self.name())?.contents)
    }

    fn encode(&self, parts: &Parts<'_>) -> Result<Vec<u8>, ImageError> {
        let units = lay(parts, self.name())?;
        let mut bytes = encoded(&units);
        if self.guided {
            let guide = guide(Units::new(&bytes[4..]));
            bytes.extend((units.len() as u32).to_le_bytes());
            bytes.extend(guide.as_flattened());
        }
        Ok(bytes)
    }
}

/// Offsets below this lie in a unit as they are.
const NEAR: u64 = 1 << 21;
/// All offsets are below this; those that are not near need eight zeros at their end.
const MOST: u64 = 1 << 29;
/// Units come in blocks: by one byte, none leads out of one.
const BLOCK: u64 = 256;
/// The number of blocks, from the last one back, in which free units are looked for.
const WINDOW: usize = 64;

fn field(offset: usize, what: &'static str) -> ImageError {
    ImageError::Field { offset: offset as u64, what }
}

/// The units, and the guide behind them where there is one.
fn parse(file: &[u8]) -> Option<(Units<'_>, Option<&[[u8; 2]]>)> {
    let (size, rest) = file.split_first_chunk::<4>()?;
    let size = u32::from_le_bytes(*size) as usize;
    let (units, rest) = rest.split_at_checked(size.checked_mul(4)?)?;
    let guide = match rest.split_first_chunk::<4>() {
        None if rest.is_empty() => None,
        Some((again, rest)) if u32::from_le_bytes(*again) as usize == size && rest.len() == 2 * size => {
            Some(rest.as_chunks().0)
        }
        _ => return None,
    };
    (size > 0).then_some((Units::new(units), guide))
}

/// The automaton of a file that has been checked.
fn automaton(file: &[u8]) -> Option<ByteAutomaton<'_>> {
    parse(file).map(|(units, _)| ByteAutomaton::Units(units))
}

/// Sizes that fit, and a first unit that is the child of no byte, ends no key, and leads to a unit of the file.
fn looks_right(file: &[u8]) -> Option<bool> {
    let (units, guide) = parse(file)?;
    let root = units.unit(0)?;
    let target = Units::target(0, root);
    let children = (1..=255).filter(|byte| ByteAutomaton::Units(units).step(target, *byte).is_some()).count();
    (root & (IS_LEAF | 0xff) == 0 && (children > 0 || units.len() <= BLOCK as usize)).then_some(guide.is_some())
}

/// Checks that every key has its value, that nothing leads out of the file, and that a guide names all children.
fn check(units: Units<'_>, occurring: &[u8], guide: Option<&[[u8; 2]]>) -> Result<(), ImageError> {
    let arc = |index: u64| ImageError::Arc { graph: "dawg", arc: index };
    let graph = ByteAutomaton::Units(units);
    let mut seen = vec![false; units.len()];
    let mut waiting = vec![0];
    while let Some(index) = waiting.pop() {
        if std::mem::replace(&mut seen[index as usize], true) {
            continue;
        }
        let unit = units.unit(index).ok_or(arc(index))?;
        let node = Units::target(index, unit);
        if unit & HAS_LEAF != 0 && units.unit(node).is_none_or(|value| value & IS_LEAF == 0) {
            return Err(arc(index));
        }
        let mut children: Vec<u8> = occurring.iter().copied().filter(|&byte| graph.step(node, byte).is_some()).collect();
        waiting.extend(children.iter().map(|&byte| node ^ u64::from(byte)));
        if let Some(guide) = guide {
            let mut next = guide[index as usize][0];
            let mut value = unit & HAS_LEAF != 0;
            while !children.is_empty() {
                if next == 0 && std::mem::take(&mut value) {
                    // By value, that of the key that ends here has a place among the children, and 0 for its byte.
                    next = guide[node as usize][1];
                }
                let Some(known) = children.iter().position(|&byte| byte == next) else { break };
                children.swap_remove(known);
                next = guide[(node ^ u64::from(next)) as usize][1];
            }
            if next != 0 {
                return Err(arc(index));
            }
            if !children.is_empty() {
                return Err(arc(index));
            }
        }
    }
    Ok(())
}

fn encoded(units: &[u32]) -> Vec<u8> {
    let size = units.len() as u32;
    std::iter::once(&size).chain(units).flat_map(|unit| unit.to_le_bytes()).collect()
}

/// By unit: the byte of the first child, and that of the next sibling; 0 for none.
fn guide(units: Units<'_>) -> Vec<[u8; 2]> {
    let (graph, occurring) = (ByteAutomaton::Units(units), units.bytes());
    let mut guide = vec![[0; 2]; units.len()];
    let mut seen = vec![false; units.len()];
    let mut waiting = vec![0];
    while let Some(index) = waiting.pop() {
        let Some(unit) = units.unit(index).filter(|_| !std::mem::replace(&mut seen[index as usize], true)) else { continue };
        let node = Units::target(index, unit);
        let mut next = 0;
        for &byte in occurring.iter().rev().filter(|&&byte| graph.step(node, byte).is_some()) {
            let child = node ^ u64::from(byte);
            guide[child as usize][1] = next;
            waiting.push(child);
            next = byte;
        }
        guide[index as usize][0] = next;
    }
    guide
}

fn lay(parts: &Parts<'_>, format: &'static str) -> Result<Vec<u32>, ImageError> {
    let keys = texts::keys(parts, &TileEncoding::labels(parts.alphabet), format)?;
    let graphs = texts::graph_of_keys(&keys, format)?;
    let Some(dawg) = graphs.get(GraphKind::Dawg) else { return Err(ImageError::NoGraph { graph: "dawg" }) };
    let units = Builder::new(dawg).build();
    units.ok_or(ImageError::FormatLimit { format, limit: MOST, what: "units", got: MOST + 1, advice: "write a .lxg" })
}

/// Finds a place for every node, at which the units of all its bytes are free. A node gets a second place if an offset
/// to the first would be too large.
struct Builder<'a> {
    graph: MinimalGraph<'a>,
    /// `true` if some arc to a state ends a key: then the unit at its own number is that of the value.
    valued: Vec<bool>,
    /// By state: the places it has.
    places: Vec<Vec<u32>>,
    units: Vec<u32>,
    taken: Vec<bool>,
    /// Numbers that are nodes: two nodes cannot have the same.
    nodes: Vec<bool>,
    /// Free units in the last blocks, ascending.
    free: Vec<u32>,
}

impl<'a> Builder<'a> {
    fn new(graph: MinimalGraph<'a>) -> Builder<'a> {
        let mut valued = vec![false; graph.bound()];
        for state in graph.states() {
            graph.arcs_of(state).filter(|arc| arc.accepts).for_each(|arc| valued[arc.target as usize] = true);
        }
        let places = vec![Vec::new(); graph.bound()];
        Builder { graph, valued, places, units: vec![], taken: vec![], nodes: vec![], free: vec![] }
    }

    fn build(mut self) -> Option<Vec<u32>> {
        self.grow();
        self.take(0);
        let root = self.graph.root();
        // Nodes are placed from the root on, the bytes of each in order.
        let mut waiting: Vec<(u64, Arc<State>)> =
            vec![(0, Arc { tile: crate::alphabet::Tile::SEPARATOR, accepts: false, target: root })];
        while let Some((index, arc)) = waiting.pop() {
            let (node, fresh) = match self.known(index, arc.target) {
                Some(node) => (node, false),
                None => (self.place(index, arc.target)?, true),
            };
            let offset = index ^ node;
            let (offset, far) = if offset < NEAR { (offset, 0) } else { (offset >> 8, EXTENSION) };
            let ends = if arc.accepts { HAS_LEAF } else { 0 };
            self.units[index as usize] = (offset as u32) << 10 | far | ends | u32::from(arc.tile.number());
            if fresh {
                let arcs = self.graph.arcs_of(arc.target).rev();
                waiting.extend(arcs.map(|arc| (node ^ u64::from(arc.tile.number()), arc)));
            }
        }
        Some(self.units)
    }

    /// A place the state has that this unit can name.
    fn known(&self, index: u64, state: State) -> Option<u64> {
        self.places[state as usize].iter().map(|&node| u64::from(node)).find(|&node| reaches(index, node))
    }

    /// Another block of free units.
    fn grow(&mut self) {
        let start = self.units.len() as u32;
        // A unit that is the child of no byte.
        self.units.resize(self.units.len() + BLOCK as usize, IS_LEAF);
        self.taken.resize(self.units.len(), false);
        self.nodes.resize(self.units.len(), false);
        self.free.extend(start..start + BLOCK as u32);
        let oldest = self.units.len().saturating_sub(WINDOW * BLOCK as usize) as u32;
        let first = self.free.partition_point(|&unit| unit < oldest);
        self.free.drain(..first);
    }

    fn take(&mut self, index: u64) {
        self.taken[index as usize] = true;
        if let Ok(at) = self.free.binary_search(&(index as u32)) {
            self.free.remove(at);
        }
    }

    /// `true` if the state can have this number.
    fn fits(&self, index: u64, node: u64, state: State) -> bool {
        let free = |unit: u64| self.taken.get(unit as usize) == Some(&false);
        node != index
            && self.nodes.get(node as usize) == Some(&false)
            && reaches(index, node)
            && (!self.valued[state as usize] || free(node))
            && self.graph.arcs_of(state).all(|arc| free(node ^ u64::from(arc.tile.number())))
    }

    /// Finds a number for a state that this unit leads to, and takes what units it needs.
    fn place(&mut self, index: u64, state: State) -> Option<u64> {
        // The first unit it needs, in its own block: that of its value or of its first byte.
        let first = if self.valued[state as usize] {
            0
        } else {
            self.graph.arcs_of(state).next().map_or(0, |arc| u64::from(arc.tile.number()))
        };
        let among_free = self.free.iter().map(|&unit| u64::from(unit) ^ first).find(|&node| self.fits(index, node, state));
        let node = match among_free {
            Some(node) => node,
            None => {
                let start = self.units.len() as u64;
                if start + BLOCK > MOST {
                    return None;
                }
                self.grow();
                // All of the block is free; one of its numbers has the low byte that a far offset needs.
                let near = (start..start + BLOCK).find(|&node| self.fits(index, node, state));
                near?
            }
        };
        self.nodes[node as usize] = true;
        if self.valued[state as usize] {
            self.take(node);
        }
        for arc in self.graph.arcs_of(state) {
            self.take(node ^ u64::from(arc.tile.number()));
        }
        self.places[state as usize].push(node as u32);
        Some(node)
    }
}

/// `true` if the unit at an index can lead to a node.
fn reaches(index: u64, node: u64) -> bool {
    let offset = index ^ node;
    offset < NEAR || offset < MOST && offset.is_multiple_of(BLOCK)
}
