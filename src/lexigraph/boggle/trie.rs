//! The words as a trie of eight bytes for each node, for the [`solver`](super::solver).

use rustc_hash::FxHashMap;
use thiserror::Error;

use crate::alphabet::Tile;
use crate::graph::WordGraph;
use crate::image::ErasedGraph;
use crate::wordlist::MAX_WORD_LENGTH;

/// The largest number of symbols of a solver: the letters of the alphabet and the cells of several letters.
pub const MAX_SYMBOLS: usize = 39;

/// The symbol of holes and of the margin. Its bit is clear in every entry.
pub(super) const NO_SYMBOL: u8 = 39;
/// The bit of an entry that is set if a word ends at the node.
pub(super) const ACCEPTS: u32 = 40;
/// The lowest bit of the number before that of the first child in an entry.
pub(super) const BEFORE_CHILDREN: u32 = 41;
/// The largest number of nodes, so that the number of a node fits above [`BEFORE_CHILDREN`].
const MAX_NODES: usize = 1 << (64 - BEFORE_CHILDREN);
const SYMBOLS: u64 = (1 << MAX_SYMBOLS) - 1;

/// The limits of the solver; [`search`](super::search) has none of them.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SolverError {
    /// There are too many symbols.
    #[error(
        "the solver supports at most {MAX_SYMBOLS} different cells, not {symbols} — use the search that needs no preparation"
    )]
    Symbols {
        /// The number of letters and of cells of several letters.
        symbols: usize,
    },
    /// There are too many words.
    #[error("the words have more than {MAX_NODES} different prefixes — use the search that needs no preparation")]
    TooLarge,
}

/// A trie whose nodes are ordered by depth.
///
/// Node 0 is the root. Bits 0 to 38 of an entry are the symbols that continue from the node. Bit 40 is set if a word
/// ends there. The children follow each other in the order of their symbols, and the bits above hold the number before
/// that of the first child: a child's number is that number and the count of symbols up to its own. For a cell of several
/// letters, the child is a copy of the entry of the node that the letters lead to one by one. The copy has the same
/// children, and [`original`](Trie::original) returns the node it was copied from, so each word has a single number.
#[derive(Clone, Debug)]
pub(super) struct Trie {
    entries: Vec<u64>,
    parents: Vec<u32>,
    /// The letter that leads to each node; `Tile::SEPARATOR` for copies.
    tiles: Vec<Tile>,
    /// The number of letters up to each node; 0 for copies.
    depths: Vec<u8>,
    /// The copies and their originals, ascending.
    copies: Vec<(u32, u32)>,
}

impl Trie {
    /// Makes the trie of a graph. Symbol *s* is tile *s* + 1 for the first `letters` symbols; then follow the `cells`
    /// of several letters.
    pub fn new(graph: &ErasedGraph<'_>, letters: usize, cells: &[Vec<Tile>]) -> Result<Trie, SolverError> {
        let symbols = letters + cells.len();
        if symbols > MAX_SYMBOLS {
            return Err(SolverError::Symbols { symbols });
        }
        let mut builder = SymbolMasks { graph, letters, cells, below: FxHashMap::default() };
        let mut trie =
            Trie { entries: vec![0], parents: vec![0], tiles: vec![Tile::SEPARATOR], depths: vec![0], copies: vec![] };
        // The graph node of each trie node; `None` for copies, which get their entries at the end.
        let mut nodes = vec![Some(graph.root())];
        let mut at = 0;
        while at < nodes.len() {
            if let Some(node) = nodes[at] {
                let depth = trie.depths[at];
                let first = trie.entries.len();
                let mask = if usize::from(depth) < MAX_WORD_LENGTH { builder.symbols(node) } else { 0 };
                trie.entries[at] |= mask | (first as u64 - 1) << BEFORE_CHILDREN;
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
            // Copies are not visited: their children are those of their originals.
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
                // In a damaged file, `child` may find an arc that `arcs` does not list. Then the copy stays empty and
                // no word uses it.
                if let (Some(copy), Some(original)) = (copy, original) {
                    self.copies.push((copy as u32, original as u32));
                }
            }
        }
        // An original is never a copy, so its entry is complete by now.
        for &(copy, original) in &self.copies {
            self.entries[copy as usize] = self.entries[original as usize];
            self.depths[copy as usize] = 0;
        }
        self.copies.sort_unstable();
    }

    /// The child of a node by a symbol.
    #[inline]
    pub fn child(&self, node: usize, symbol: usize) -> Option<usize> {
        let entry = self.entries[node];
        let has = symbol < MAX_SYMBOLS && entry >> symbol & 1 != 0;
        has.then(|| child(entry, symbol as u8))
    }

    #[inline]
    pub fn entries(&self) -> &[u64] {
        &self.entries
    }

    /// The number of letters up to a node; 0 for copies.
    #[inline]
    pub fn depth(&self, node: u32) -> usize {
        usize::from(self.depths[node as usize])
    }

    /// The node itself, or the node it is a copy of, and the number of letters up to it. The node must be a copy that
    /// accepts words, or no copy, and not the root.
    #[inline]
    pub fn original(&self, node: u32) -> (u32, usize) {
        let depth = self.depth(node);
        if depth != 0 {
            return (node, depth);
        }
        let found = self.copies.binary_search_by_key(&node, |&(copy, _)| copy);
        let original = self.copies[found.expect("bug: only copies that have an original accept words")].1;
        (original, self.depth(original))
    }

    /// The letters up to a node that is not a copy.
    #[inline]
    pub fn word(&self, mut node: u32) -> Vec<Tile> {
        let mut word = Vec::with_capacity(self.depth(node));
        while node != 0 {
            word.push(self.tiles[node as usize]);
            node = self.parents[node as usize];
        }
        word.reverse();
        word
    }

    /// The memory used, in bytes.
    #[inline]
    pub fn bytes(&self) -> usize {
        self.entries.len() * (8 + 4 + 1 + 1) + self.copies.len() * 8
    }
}

struct SymbolMasks<'g> {
    graph: &'g ErasedGraph<'g>,
    letters: usize,
    cells: &'g [Vec<Tile>],
    /// The symbols of graph nodes visited so far. A graph has far fewer nodes than its trie.
    below: FxHashMap<u64, u64>,
}

impl SymbolMasks<'_> {
    /// The symbols that continue from a node.
    fn symbols(&mut self, node: u64) -> u64 {
        if let Some(&mask) = self.below.get(&node) {
            return mask;
        }
        let mut mask = 0;
        for arc in self.graph.arcs(node) {
            let symbol = usize::from(arc.tile.number()).wrapping_sub(1);
            // Only damaged files have labels outside the alphabet. No board spells them.
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

/// The number of the child by a symbol that continues from the node.
#[inline(always)]
pub(super) const fn child(entry: u64, symbol: u8) -> usize {
    (entry >> BEFORE_CHILDREN) as usize + (entry & ((2 << symbol) - 1)).count_ones() as usize
}
