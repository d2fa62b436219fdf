#![doc = include_str!("../../formats/cwg.md")]

use rustc_hash::{FxHashMap, FxHashSet};

use super::arcs::{boxed, unknown_letter};
use crate::alphabet::Alphabet;
use crate::build::{MinimalGraph, State};
use crate::graph::{GraphKind, WordGraph};
use crate::image::cwg::{ACCEPTS, CHILD, Cwg, LETTERS, MASK_SHIFT, MAX_MASKS};
use crate::image::lxg::{ListPlacement, ListSuffixes};
use crate::image::{Contents, ErasedGraph, Format, FormatInfo, ImageError, Parts, StoredGraph};

/// The Caroline Word Graph.
pub static CWG: CarolineWordGraph = CarolineWordGraph {
    info: FormatInfo {
        name: "cwg",
        extensions: &["cwg"],
        title: "nodes with masks of children and word numbers (Caroline Word Graph)",
        limits: "131,072 nodes, 8,192 masks, 26 letters, 32,767 words behind a letter, no alphabet in the file, no checksum",
        ..FormatInfo::FOREIGN
    },
};

/// The format of [`CWG`].
#[derive(Debug)]
pub struct CarolineWordGraph {
    info: FormatInfo,
}

impl Format for CarolineWordGraph {
    fn info(&self) -> &FormatInfo {
        &self.info
    }

    fn probe(&self, file: &[u8]) -> bool {
        parse(file).is_some()
    }

    fn decode(&self, file: &[u8], alphabet: &Alphabet) -> Result<Contents, ImageError> {
        let what = "the five sizes at the beginning are not those of five arrays that fill the file";
        check(&parse(file).ok_or(field(0, what))?, alphabet)?;
        Contents::of_graphs(boxed([WholeFile]), file)
    }

    fn encode(&self, parts: &Parts<'_>) -> Result<Vec<u8>, ImageError> {
        write(parts)
    }
}

/// The graph of a file that has been checked.
#[derive(Debug)]
struct WholeFile;

impl StoredGraph for WholeFile {
    fn kind(&self) -> GraphKind {
        GraphKind::Dawg
    }

    fn graph<'a>(&'a self, file: &'a [u8]) -> Result<ErasedGraph<'a>, ImageError> {
        let parsed = parse(file).expect("bug: the file has changed since it was opened");
        Ok(ErasedGraph::Cwg(parsed.graph()))
    }
}

/// The sizes of the five arrays.
const HEADER: usize = 20;
/// The nodes before those of the second letters: an unused one, and one for each letter.
const FIRST: u64 = LETTERS as u64 + 1;
/// The most words behind a node that has its number in two bytes, and in one.
const MOST_SHORT: u64 = i16::MAX as u64;
const MOST_BYTE: u64 = u8::MAX as u64;

fn field(offset: usize, what: &'static str) -> ImageError {
    ImageError::Field { offset: offset as u64, what }
}

/// The parts of a file.
#[derive(Clone, Copy)]
struct Parsed<'a> {
    nodes: &'a [[u8; 4]],
    masks: &'a [[u8; 4]],
    /// Words to the end of the list: of the first letters, of nodes by their index, and of those after.
    roots: &'a [[u8; 4]],
    shorts: &'a [[u8; 2]],
    bytes: &'a [u8],
}

/// Takes this number of items off the front.
fn take<'a, const N: usize>(rest: &mut &'a [u8], items: u32) -> Option<&'a [[u8; N]]> {
    let (part, after) = rest.split_at_checked((items as usize).checked_mul(N)?)?;
    *rest = after;
    Some(part.as_chunks().0)
}

fn parse(file: &[u8]) -> Option<Parsed<'_>> {
    let sizes = file.get(..HEADER)?.as_chunks::<4>().0;
    let size = |at: usize| u32::from_le_bytes(sizes[at]);
    let mut rest = &file[HEADER..];
    let nodes = take(&mut rest, size(0))?;
    let masks = take(&mut rest, size(1))?;
    let roots = take(&mut rest, size(2))?;
    let shorts = take(&mut rest, size(3))?;
    let bytes = take::<1>(&mut rest, size(4))?.as_flattened();
    let fits = size(2) == LETTERS + 1 && nodes.len() as u64 >= FIRST && shorts.len() as u64 >= FIRST;
    (rest.is_empty() && fits && nodes.len() == shorts.len() + bytes.len()).then_some(Parsed {
        nodes,
        masks,
        roots,
        shorts,
        bytes,
    })
}

impl<'a> Parsed<'a> {
    fn graph(&self) -> Cwg<'a> {
        Cwg::new(self.nodes, self.masks)
    }

    /// Words from a node to the end of its list.
    fn words(&self, index: u64) -> u64 {
        match self.shorts.get(index as usize) {
            Some(short) => u64::from(u16::from_le_bytes(*short)),
            None => self.bytes.get(index as usize - self.shorts.len()).map_or(0, |&byte| u64::from(byte)),
        }
    }
}

/// Checks that all nodes that can be reached lie in the file, that the alphabet has their letters, and that the word
/// numbers are right.
fn check(parsed: &Parsed<'_>, alphabet: &Alphabet) -> Result<(), ImageError> {
    let graph = parsed.graph();
    let arc = |index: u64| ImageError::Arc { graph: "dawg", arc: index };
    let highest = alphabet.len() as u32;
    let node = |index: u64| graph.node(index).filter(|node| node >> 31 == 0).ok_or(arc(index));
    let numbers =
        field(HEADER + 4 * (parsed.nodes.len() + parsed.masks.len()), "the numbers of words are not those of the graph");
    let mut lists: Vec<u64> = Vec::new();
    let mut seen: FxHashSet<u64> = FxHashSet::default();
    let mut after = 0;
    let root = |letter: u32| u64::from(u32::from_le_bytes(parsed.roots[letter as usize]));
    // What lies behind a node: the number beside its first child, which is checked when the turn is its.
    let below = |handle: u64| graph.children(handle).map_or(0, |(child, _)| parsed.words(child));
    for letter in (1..=LETTERS).rev() {
        let node = node(u64::from(letter))?;
        if node != 0 && letter > highest {
            return Err(unknown_letter(crate::alphabet::Tile::from_label(letter as u8), alphabet));
        }
        let target = Cwg::target(node);
        lists.extend((target != 0).then_some(target));
        after += u64::from(node & ACCEPTS != 0) + below(target);
        if root(letter) != after {
            return Err(numbers);
        }
    }
    while let Some(handle) = lists.pop() {
        if !seen.insert(handle) {
            continue;
        }
        let (child, mask) = graph.children(handle).filter(|(_, mask)| *mask != 0).ok_or(arc(handle & u64::from(CHILD)))?;
        if mask >> LETTERS != 0 || mask >> highest.min(31) != 0 {
            return Err(unknown_letter(crate::alphabet::Tile::from_label(32 - mask.leading_zeros() as u8), alphabet));
        }
        let mut after = 0;
        for index in (child..child + u64::from(mask.count_ones())).rev() {
            let node = node(index)?;
            let target = Cwg::target(node);
            lists.extend((target != 0).then_some(target));
            after += u64::from(node & ACCEPTS != 0) + below(target);
            if parsed.words(index) != after {
                return Err(numbers);
            }
        }
    }
    Ok(())
}

fn too_many(limit: u64, what: &'static str, got: u64) -> ImageError {
    ImageError::FormatLimit { format: "cwg", limit, what, got, advice: "write a .kwg or .lxg" }
}

/// The words behind each state.
fn words_behind(dawg: MinimalGraph<'_>) -> Vec<u64> {
    let mut words = vec![0u64; dawg.bound()];
    for state in dawg.states() {
        words[state as usize] = dawg.arcs_of(state).map(|arc| u64::from(arc.accepts) + words[arc.target as usize]).sum();
    }
    words
}

fn write(parts: &Parts<'_>) -> Result<Vec<u8>, ImageError> {
    if parts.alphabet.len() > LETTERS as usize {
        return Err(too_many(LETTERS.into(), "letters", parts.alphabet.len() as u64));
    }
    let dawg = parts.graph(GraphKind::Dawg)?;
    let words = words_behind(dawg);
    if words[dawg.root() as usize] > i32::MAX as u64 {
        return Err(too_many(i32::MAX as u64, "words", words[dawg.root() as usize]));
    }
    // Without the root, whose list has a place of its own.
    let states: Vec<State> = dawg.states().into_iter().rev().filter(|&state| state != dawg.root()).collect();
    // A node does not say its letter: lists are the same when they end words and lead on alike.
    let ends = ListSuffixes::of(dawg.bound(), &states, |state| dawg.arcs_of(state).map(|arc| (arc.accepts, arc.target)));
    // A number of two bytes where one is not enough: those lists come first.
    let (long, short): (Vec<State>, Vec<State>) = states.iter().partition(|&&state| words[state as usize] > MOST_BYTE);
    let most = long.iter().map(|&state| words[state as usize]).max().unwrap_or(0);
    if most > MOST_SHORT {
        return Err(too_many(MOST_SHORT, "words that begin with one letter", most));
    }
    let order: Vec<State> = long.iter().chain(&short).copied().collect();
    let lists = ListPlacement::of(ends, &order, FIRST);
    if lists.end > u64::from(CHILD) + 1 {
        return Err(too_many(u64::from(CHILD) + 1, "nodes", lists.end));
    }

    let mut masks: Vec<u32> = Vec::new();
    let mut number_of_mask: FxHashMap<u32, u32> = FxHashMap::default();
    let mut node = |accepts: bool, target: State| {
        let mask = dawg.arcs_of(target).fold(0, |mask, arc| mask | 1u32 << (arc.tile.number() - 1));
        let number = if mask == 0 {
            0
        } else {
            *number_of_mask.entry(mask).or_insert_with(|| {
                masks.push(mask);
                masks.len() as u32 - 1
            })
        };
        lists.place(target) as u32 | number << MASK_SHIFT | if accepts { ACCEPTS } else { 0 }
    };
    let mut nodes = vec![0u32; FIRST as usize];
    for arc in dawg.arcs_of(dawg.root()) {
        nodes[usize::from(arc.tile.number())] = node(arc.accepts, arc.target);
    }
    let mut numbers: Vec<u64> = vec![0; FIRST as usize];
    let mut shorts = numbers.len();
    for &state in &lists.order {
        let mut left = words[state as usize];
        for arc in dawg.arcs_of(state) {
            nodes.push(node(arc.accepts, arc.target));
            numbers.push(left);
            left -= u64::from(arc.accepts) + words[arc.target as usize];
        }
        if words[state as usize] > MOST_BYTE {
            shorts = numbers.len();
        }
    }
    if masks.len() as u32 > MAX_MASKS {
        return Err(too_many(MAX_MASKS.into(), "sets of letters that go on", masks.len() as u64));
    }
    let mut roots = vec![0u32; FIRST as usize];
    let mut after = 0;
    for letter in (1..=LETTERS as usize).rev() {
        let arc = dawg.arcs_of(dawg.root()).find(|arc| usize::from(arc.tile.number()) == letter);
        after += arc.map_or(0, |arc| u64::from(arc.accepts) + words[arc.target as usize]);
        roots[letter] = after as u32;
    }
    let sizes = [nodes.len(), masks.len(), roots.len(), shorts, numbers.len() - shorts].map(|size| size as u32);
    let mut bytes: Vec<u8> = [&sizes[..], &nodes, &masks, &roots].concat().into_iter().flat_map(u32::to_le_bytes).collect();
    bytes.extend(numbers[..shorts].iter().flat_map(|&number| (number as u16).to_le_bytes()));
    bytes.extend(numbers[shorts..].iter().map(|&number| number as u8));
    Ok(bytes)
}
