//! Words within an edit distance.
//!
//! The distance is Levenshtein's: each inserted, removed or replaced letter counts one. With transposition, a swap of
//! two adjacent letters also counts one, and each letter takes part in at most one edit ("optimal string alignment").
//! The distance is not limited.
//!
//! Up to distance 3 and 62 letters, a state is a few words of bits: bit *i* of word *d* is set if *d* edits make the
//! path equal to the first *i* letters (Wu and Manber, *Fast text searching allowing errors*, 1992). Above that, it is
//! a row of the table of distances (Wagner and Fischer, 1974), and the walk turns back if no entry of the row is within
//! the limit.

use std::ops::ControlFlow;

use super::automaton::{Automaton, walk};
use super::query_trait::Query;
use lexigraph_core::unicode::compose;

use lexigraph_core::specialize;

use crate::alphabet::{Alphabet, Tile};
use crate::graph::TileMask;
use crate::image::ErasedGraph;
use crate::wordlist::MAX_WORD_LENGTH;

/// Finds the words within an edit distance of some letters.
pub struct Near {
    word: Vec<Tile>,
    distance: usize,
    transpose: bool,
}

impl Near {
    /// Finds the words at most `distance` edits from `word`. If `transpose`, a swap of two adjacent letters counts as
    /// one edit.
    pub fn new(word: &[Tile], distance: usize, transpose: bool) -> Near {
        Near { word: word.to_vec(), distance, transpose }
    }

    /// Finds the words at most `distance` edits from a text, in which a character that the alphabet does not have counts
    /// as a letter that is in no word.
    pub fn parse(text: &str, alphabet: &Alphabet, distance: usize, transpose: bool) -> Near {
        let text = compose(text);
        let mut rest = &*text;
        let mut word = Vec::new();
        while let Err(error) = alphabet.parse_into(rest, &mut word) {
            let at = rest.char_indices().nth(error.column - 1).map_or(0, |(at, _)| at);
            let after = at + rest[at..].chars().next().map_or(0, char::len_utf8);
            // What stands before the character is spelled, unless folding has moved it.
            let _ = alphabet.parse_into(&rest[..at], &mut word);
            // Number 0 is that of no letter.
            word.push(Tile::SEPARATOR);
            rest = &rest[after..];
            if word.len() > MAX_WORD_LENGTH.saturating_add(distance) {
                break; // no word is long enough, whatever follows
            }
        }
        Near { word, distance, transpose }
    }

    /// Calls `each` with every answer and its distance, in collation order, until `each` breaks.
    pub fn for_each_distance(
        &self,
        graph: &ErasedGraph<'_>,
        each: &mut dyn FnMut(&[Tile], usize) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut bits = |levels| match levels {
            0 => self.walk_bits::<1>(graph, each),
            1 => self.walk_bits::<2>(graph, each),
            2 => self.walk_bits::<3>(graph, each),
            _ => self.walk_bits::<4>(graph, each),
        };
        if self.distance < 4 && self.word.len() < 63 {
            return bits(self.distance);
        }
        let rows = LevenshteinRows { word: &self.word, distance: self.distance, transpose: self.transpose };
        walk(graph, &rows, self.longest(), |word, state| {
            each(word, *state.row.last().expect("bug: a row has an entry for no letters"))
        })
    }

    fn walk_bits<const N: usize>(
        &self,
        graph: &ErasedGraph<'_>,
        each: &mut dyn FnMut(&[Tile], usize) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let bits = LevenshteinBits::<N>::new(&self.word, self.transpose);
        // 1.6 times as fast as on the erased graph, five times for the hash layout.
        specialize!(graph, graph => walk(graph, &bits, self.longest(), |word, state| each(word, bits.distance(state))))
    }

    fn longest(&self) -> usize {
        self.word.len().saturating_add(self.distance).min(MAX_WORD_LENGTH)
    }

    /// Returns all answers with their distances, nearest first, and in collation order within a distance.
    pub fn sorted(&self, graph: &ErasedGraph<'_>) -> Vec<(usize, Vec<Tile>)> {
        let mut words = Vec::new();
        let _ = self.for_each_distance(graph, &mut |word, distance| {
            words.push((distance, word.to_vec()));
            ControlFlow::Continue(())
        });
        words.sort();
        words
    }
}

impl Query for Near {
    fn for_each(&self, graph: &ErasedGraph<'_>, each: &mut dyn FnMut(&[Tile]) -> ControlFlow<()>) -> ControlFlow<()> {
        self.for_each_distance(graph, &mut |word, _| each(word))
    }
}

/// The automaton for up to `N` − 1 edits.
struct LevenshteinBits<const N: usize> {
    /// For each tile, its positions in the word, one bit each.
    positions: Box<[u64; 256]>,
    word: Vec<Tile>,
    /// The bits of all prefixes, including the whole word.
    all: u64,
    transpose: bool,
}

#[derive(Clone, Copy)]
struct BitState<const N: usize> {
    /// In word *d*, bit *i* is set if *d* edits lead to the first *i* letters.
    with: [u64; N],
    /// The same after the first half of a transposition: the second of two letters was read before the first.
    half: [u64; N],
}

impl<const N: usize> LevenshteinBits<N> {
    fn new(word: &[Tile], transpose: bool) -> LevenshteinBits<N> {
        let mut positions = Box::new([0; 256]);
        for (at, tile) in word.iter().enumerate() {
            positions[usize::from(tile.number())] |= 1 << at;
        }
        LevenshteinBits { positions, word: word.to_vec(), all: (2 << word.len()) - 1, transpose }
    }

    fn distance(&self, state: &BitState<N>) -> usize {
        let whole = |level: &u64| level >> self.word.len() & 1 != 0;
        state.with.iter().position(whole).expect("bug: an answer has a distance")
    }
}

impl<const N: usize> Automaton for LevenshteinBits<N> {
    type State = BitState<N>;

    fn start(&self) -> BitState<N> {
        // Letters at the front may be removed.
        BitState { with: std::array::from_fn(|edits| ((2 << edits) - 1) & self.all), half: [0; N] }
    }

    #[inline]
    fn step(&self, state: &BitState<N>, tile: Tile) -> Option<BitState<N>> {
        let positions = self.positions[usize::from(tile.number())];
        let mut next = BitState { with: [0; N], half: [0; N] };
        next.with[0] = (state.with[0] & positions) << 1;
        for edits in 1..N {
            let before = state.with[edits - 1];
            let mut level = (state.with[edits] & positions) << 1 | before | before << 1 | next.with[edits - 1] << 1;
            if self.transpose {
                level |= (state.half[edits - 1] & positions) << 2;
                next.half[edits - 1] = before & positions >> 1;
            }
            next.with[edits] = level & self.all;
        }
        // The last word includes everything that fewer edits reach, so it decides.
        (next.with[N - 1] != 0 || next.half.iter().any(|&half| half != 0)).then_some(next)
    }

    #[inline]
    fn is_match(&self, state: &BitState<N>) -> bool {
        state.with[N - 1] >> self.word.len() & 1 != 0
    }

    #[inline]
    fn next_tiles(&self, state: &BitState<N>) -> TileMask {
        if N > 1 && (state.with[N - 2] != 0) {
            return TileMask::ALL;
        }
        let mut positions = state.with[N - 1];
        state.half.iter().for_each(|half| positions |= half);
        let mut tiles = TileMask::EMPTY;
        while positions != 0 {
            if let Some(&tile) = self.word.get(positions.trailing_zeros() as usize) {
                tiles.insert(tile);
            }
            positions &= positions - 1;
        }
        tiles
    }
}

/// The automaton for any number of edits.
struct LevenshteinRows<'w> {
    word: &'w [Tile],
    distance: usize,
    transpose: bool,
}

#[derive(Clone)]
struct RowState {
    /// For each number of letters of the word, the distance from the path to these letters.
    row: Vec<usize>,
    /// The previous row and the letter that led from it, for transpositions.
    before: Option<(Vec<usize>, Tile)>,
}

impl Automaton for LevenshteinRows<'_> {
    type State = RowState;

    fn start(&self) -> RowState {
        RowState { row: (0..=self.word.len()).collect(), before: None }
    }

    fn step(&self, state: &RowState, tile: Tile) -> Option<RowState> {
        let mut row = Vec::with_capacity(state.row.len());
        row.push(state.row[0] + 1);
        for (at, &letter) in self.word.iter().enumerate() {
            let replaced = state.row[at] + usize::from(letter != tile);
            let mut best = replaced.min(state.row[at + 1] + 1).min(row[at] + 1);
            if let (Some((before, previous)), true) = (&state.before, at > 0)
                && letter == *previous
                && self.word[at - 1] == tile
            {
                best = best.min(before[at - 1] + 1);
            }
            row.push(best);
        }
        // A transposition may bring the distance back within the limit, starting from the previous row.
        let alive = |row: &[usize]| row.iter().any(|&distance| distance <= self.distance);
        let half = self.transpose && state.row.iter().any(|&distance| distance < self.distance);
        (alive(&row) || half).then(|| RowState { row, before: self.transpose.then(|| (state.row.clone(), tile)) })
    }

    fn is_match(&self, state: &RowState) -> bool {
        state.row.last().is_some_and(|&distance| distance <= self.distance)
    }
}
