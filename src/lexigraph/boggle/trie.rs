//! The words as a trie of eight bytes a node, for [`solver`](super::solver).

use rustc_hash::FxHashMap;
use thiserror::Error;

use crate::alphabet::Tile;
use crate::graph::WordGraph;
use crate::image::ErasedGraph;
use crate::lexicon::MAX_WORD_LENGTH;

/// The most different cells that a solver tells apart: the letters of the alphabet and the cells of several letters.
pub const MAX_SYMBOLS: usize = 39;

/// The bit of an entry that is always clear: where a symbol is asked for that no cell has.
pub(super) const NO_SYMBOL: u8 = 39;
/// The bit of an entry that says that a word ends here.
pub(super) const ACCEPTS: u32 = 40;
/// Above this bit of an entry is the number of its first child.
pub(super) const FIRST_CHILD: u32 = 41;
/// The most nodes, so that a number of a node fits above [`FIRST_CHILD`].
const MAX_NODES: usize = 1 << (64 - FIRST_CHILD);
const SYMBOLS: u64 = (1 << MAX_SYMBOLS) - 1;

/// What the solver cannot be made for; [`search`](super::search) has no such limits.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SolverError {
    /// Too many symbols.
    #[error("{symbols} different cells, at most {MAX_SYMBOLS} — use the search that needs no preparation")]
    Symbols {
        /// The letters of the alphabet and the cells of several letters.
        symbols: usize,
    },
    /// Too many words.
    #[error("the words have more than {MAX_NODES} different beginnings — use the search that needs no preparation")]
    TooLarge,
}

/// A trie in order of depth.
///
/// Node 0 is the root. An entry holds the symbols that go on from a node in bits 0 to 38, whether a word ends with it in bit 40, and
/// above that the number of its first child; the children follow each other in the order of their symbols. Where cells of several
/// letters are symbols, their children are copies of the entries of the nodes that the letters lead to one by one: a copy
/// leads to the same children, and [`original`](Trie::original) says what it is a copy of, so that a word has one number on all ways.
#[derive(Clone, Debug)]
pub(super) struct Trie {
    entries: Vec<u64>,
    parents: Vec<u32>,
    /// The letter that leads to a node; `Tile::SEPARATOR` for copies.
    tiles: Vec<Tile>,
    /// The number of letters up to a node; for a copy that of its original.
    depths: Vec<u8>,
    /// Copies and their originals, ascending.
    copies: Vec<(u32, u32)>,
}

impl Trie {
    /// The trie of a graph. Symbol *s* is tile *s* + 1 for the first `letters` symbols, then come `cells` of several letters.
    pub fn new(graph: &ErasedGraph<'_>, letters: usize, cells: &[Vec<Tile>]) -> Result<Trie, SolverError> {
        let symbols = letters + cells.len();
        if symbols > MAX_SYMBOLS {
            return Err(SolverError::Symbols { symbols });
        }
        let mut builder = SymbolMasks { graph, letters, cells, below: FxHashMap::default() };
        let mut trie =
            Trie { entries: vec![0], parents: vec![0], tiles: vec![Tile::SEPARATOR], depths: vec![0], copies: vec![] };
        // The graph's node of each node; `None` for copies, which get their entry at the end.
        let mut nodes = vec![Some(graph.root())];
        let mut at = 0;
        while at < nodes.len() {
            if let Some(node) = nodes[at] {
                let depth = trie.depths[at];
                let first = trie.entries.len();
                let mask = if usize::from(depth) < MAX_WORD_LENGTH { builder.symbols(node) } else { 0 };
                trie.entries[at] |= mask | (first as u64) << FIRST_CHILD;
                let mut left = mask;
                while left != 0 {
                    let symbol = left.trailing_zeros() as usize;
                    left &= left - 1;
                    let arc = (symbol < letters).then(|| graph.child(node, Tile::from_label(symbol as u8 + 1))).flatten();
                    trie.entries.push(u64::from(arc.is_some_and(|arc| arc.accepts)) << ACCEPTS);
                    trie.parents.push(at as u32);
                    trie.tiles.push(if arc.is_some() { Tile::from_label(symbol as u8 + 1) } else { Tile::SEPARATOR });
                    trie.depths.push(depth.saturating_add(1));
                    nodes.push(arc.map(|arc| arc.target));
                }
                if trie.entries.len() > MAX_NODES {
                    return Err(SolverError::TooLarge);
                }
            }
            at += 1;
        }
        trie.fill_copies(letters, cells);
        Ok(trie)
    }

    fn fill_copies(&mut self, letters: usize, cells: &[Vec<Tile>]) {
        for parent in 0..self.entries.len() {
            // Copies are not walked again: their children are those of their originals.
            let mut left = (self.entries[parent] & SYMBOLS) >> letters;
            if left == 0 || self.tiles[parent] == Tile::SEPARATOR && parent != 0 {
                continue;
            }
            while left != 0 {
                let cell = left.trailing_zeros() as usize;
                left &= left - 1;
                let copy = self.child(parent, letters + cell);
                let step = |node, tile: &Tile| self.child(node, usize::from(tile.number()).wrapping_sub(1));
                let original = cells[cell].iter().try_fold(parent, step);
                // A graph from a broken file may have an arc for `child` and none for `arcs`: then no word comes of it.
                if let (Some(copy), Some(original)) = (copy, original) {
                    self.copies.push((copy as u32, original as u32));
                }
            }
        }
        // An original is never a copy, and its entry is whole by now.
        for &(copy, original) in &self.copies {
            self.entries[copy as usize] = self.entries[original as usize];
            self.depths[copy as usize] = self.depths[original as usize];
        }
        self.copies.sort_unstable();
    }

    /// The child of a node by a symbol.
    pub fn child(&self, node: usize, symbol: usize) -> Option<usize> {
        let entry = self.entries[node];
        let has = symbol < MAX_SYMBOLS && entry >> symbol & 1 != 0;
        has.then(|| child(entry, symbol as u8))
    }

    pub fn entries(&self) -> &[u64] {
        &self.entries
    }

    /// The number of letters up to a node.
    pub fn depth(&self, node: u32) -> usize {
        usize::from(self.depths[node as usize])
    }

    /// The node itself, or what it is a copy of.
    pub fn original(&self, node: u32) -> u32 {
        if self.tiles[node as usize] != Tile::SEPARATOR {
            return node;
        }
        let found = self.copies.binary_search_by_key(&node, |&(copy, _)| copy);
        self.copies[found.expect("bug: only copies that have an original accept words")].1
    }

    /// The letters up to a node that is no copy.
    pub fn word(&self, mut node: u32) -> Vec<Tile> {
        let mut word = Vec::with_capacity(self.depth(node));
        while node != 0 {
            word.push(self.tiles[node as usize]);
            node = self.parents[node as usize];
        }
        word.reverse();
        word
    }

    /// Bytes in memory.
    pub fn bytes(&self) -> usize {
        self.entries.len() * (8 + 4 + 1 + 1) + self.copies.len() * 8
    }
}

struct SymbolMasks<'g> {
    graph: &'g ErasedGraph<'g>,
    letters: usize,
    cells: &'g [Vec<Tile>],
    /// What is known of nodes: a graph has far fewer than its trie.
    below: FxHashMap<u64, u64>,
}

impl SymbolMasks<'_> {
    /// The symbols that lead on from a node.
    fn symbols(&mut self, node: u64) -> u64 {
        if let Some(&mask) = self.below.get(&node) {
            return mask;
        }
        let mut mask = 0;
        for arc in self.graph.arcs(node) {
            let symbol = usize::from(arc.tile.number()).wrapping_sub(1);
            // Labels past the alphabet are only in broken files; nothing on a board spells them.
            if symbol < self.letters {
                mask |= 1 << symbol;
            }
        }
        for (at, cell) in self.cells.iter().enumerate() {
            let mut letters = cell.iter();
            let first = letters.next().and_then(|&tile| self.graph.child(node, tile));
            let arc = letters.try_fold(first, |arc, &tile| arc.map(|arc| self.graph.child(arc.target, tile)));
            if arc.flatten().is_some() {
                mask |= 1 << (self.letters + at);
            }
        }
        self.below.insert(node, mask);
        mask
    }
}

/// Returns `true` if a word ends at a node with this entry.
#[inline(always)]
pub(super) const fn accepts(entry: u64) -> bool {
    entry >> ACCEPTS & 1 != 0
}

/// The child of a node by a symbol that goes on from it.
#[inline(always)]
pub(super) const fn child(entry: u64, symbol: u8) -> usize {
    (entry >> FIRST_CHILD) as usize + (entry & ((1 << symbol) - 1)).count_ones() as usize
}
