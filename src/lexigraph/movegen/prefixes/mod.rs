//! All plays, from the beginnings of words that the rack spells.
//!
//! The main word of a play begins with tiles of the rack, up to the first tiles on its lane or to its end. What these
//! tiles may be depends on the rack, not on the lane: they are a *prefix* of some word. The prefixes are found once for
//! a position, by one walk without a board, each with its node, the tiles left and the points of its tiles. A lane then
//! only tells where they fit (`lanes`):
//!
//! - For each length, and each square with a cross-set, the prefixes whose letter there is in the set are an OR of one
//!   bitset for each letter of the rack. The prefixes that fit on some squares are an AND over these squares.
//! - On squares with no tile beside them along the lane, those that are words are plays.
//! - Before a run of tiles, those that have an arc with the first letter of the run are followed through the run, and
//!   then the walk goes on to the right (`walk`). Without a prefix, the walk begins with the run.
//!
//! For the score of a play, the points of eight tiles are multiplied with the factors of eight squares at a time. So the
//! left part of a word costs no steps in the graph, and every step leads from a prefix of a word to a longer one.
//!
//! A prefix with blanks is another one for each choice of the tiles that are blanks.

mod lanes;

use std::convert::Infallible;
use std::mem::take;
use std::ops::ControlFlow;

use crate::alphabet::Tile;
use crate::board::{Cell, Direction, Placement, Rack, Square, Tiles};
use crate::graph::{GraphKind, MaskedGraph, TileMask};

use super::by_words::MOST_TILES;
use super::rack_state::{RackCursor, RackState, TileUse, numbers};
use super::sink::Play;
use super::{Equity, Leaves};

use lanes::LaneSpans;

/// The most blanks of a rack: with two, there are some 12,000 prefixes, and the walk is faster.
const MOST_BLANKS: usize = 1;

/// The most prefixes of one length. Seven tiles with a blank make up to 3,000 with 280,000 words; a made-up lexicon where
/// every order of letters is a word could make millions.
const MOST_PREFIXES: usize = 1 << 15;

/// One number for each tile of a prefix, then zeros.
pub(super) type Values = [i16; MOST_TILES];

/// A prefix as a walk goes on from it.
#[derive(Clone, Copy, Debug)]
struct Prefix {
    /// The node that it leads to.
    node: u64,
    /// The tiles that are left.
    cursor: RackCursor,
    cells: [Cell; MOST_TILES],
}

/// A prefix during the search.
#[derive(Clone, Copy, Debug)]
struct Reached {
    prefix: Prefix,
    values: Values,
    /// `true` if it is a word.
    accepts: bool,
}

/// A node that is not looked at: it has no arcs.
const END: u64 = 0;

/// The prefixes of one length.
#[derive(Debug, Default)]
struct SameLength {
    prefixes: Vec<Prefix>,
    /// The points of the tiles of each prefix.
    values: Vec<Values>,
    /// Each prefix as a play that is laid nowhere yet; empty if the sink needs none. Its equity is that of the leave.
    plays: Vec<Play>,
    /// For each 64 prefixes, and for each letter of the rack: those that have the letter at each place, from the eighth
    /// place to the first.
    places: Vec<[u64; MOST_TILES]>,
    /// For each 64 prefixes, and for each letter that a run begins with: those that have an arc with the letter.
    next: Vec<u64>,
    /// For each 64 prefixes: those that are words.
    words: Vec<u64>,
}

impl SameLength {
    fn clear(&mut self) {
        self.prefixes.clear();
        self.values.clear();
        self.plays.clear();
        self.places.clear();
        self.next.clear();
        self.words.clear();
    }
}

/// Letters with numbers of their own, from 0.
struct Ranks {
    of: [u8; 64],
    count: usize,
}

impl Ranks {
    const NONE: Ranks = Ranks { of: [0; 64], count: 0 };

    fn set(&mut self, letters: u64) {
        self.count = letters.count_ones() as usize;
        for (rank, letter) in numbers(letters).enumerate() {
            self.of[letter] = rank as u8;
        }
    }

    #[inline(always)] // measured: part of inner loops
    fn of(&self, letter: usize) -> usize {
        usize::from(self.of[letter & 63])
    }
}

/// The prefixes that a rack spells, by length, and the lanes where they are laid.
pub(super) struct RackPrefixes {
    lengths: [SameLength; MOST_TILES + 1],
    /// The letters that can be laid.
    letters: Ranks,
    /// The letters that runs begin with.
    heads: Ranks,
    /// The prefixes of one length and of the next, during the search.
    reached: Vec<Reached>,
    longer: Vec<Reached>,
    lanes: Vec<LaneSpans>,
    /// `true` if scores on these lanes fit [`Values`].
    fits: bool,
}

impl RackPrefixes {
    pub fn new() -> RackPrefixes {
        let lengths = std::array::from_fn(|_| SameLength::default());
        let (reached, longer, lanes) = (Vec::new(), Vec::new(), Vec::new());
        RackPrefixes { lengths, letters: Ranks::NONE, heads: Ranks::NONE, reached, longer, lanes, fits: false }
    }

    /// `true` if the plays of a rack can be found so.
    pub fn takes(rack: &Rack, state: &RackState) -> bool {
        let fit = |&points: &i32| i16::try_from(points).is_ok();
        rack.len() <= MOST_TILES && rack.blanks() <= MOST_BLANKS && state.points_descending[..rack.len()].iter().all(fit)
    }

    /// Finds the prefixes of a rack; `false` if there are too many. `keep` if plays are made of them. The lanes have been
    /// [renewed](Self::renew).
    pub fn find<G: MaskedGraph<Node = u64>>(
        &mut self,
        graph: &G,
        kind: GraphKind,
        state: &RackState,
        leaves: Option<&dyn Leaves>,
        keep: bool,
    ) -> bool {
        let heads = self.lanes.iter().fold(0, |heads, lane| heads | lane.heads());
        let available = state.whole.available();
        self.lengths.iter_mut().for_each(SameLength::clear);
        self.letters.set(available);
        self.heads.set(heads);
        self.reached.clear();
        let (cells, values) = ([Cell::EMPTY; MOST_TILES], [0; MOST_TILES]);
        let none = Reached { prefix: Prefix { node: END, cursor: state.whole, cells }, values, accepts: false };
        let mut first = take(&mut self.reached);
        let mut search = Search { graph, state, leaves, heads, keep, found: self };
        for number in numbers(available) {
            let tile = Tile::from_label(number as u8);
            if let Some(node) = first_node(graph, kind, tile) {
                search.add(&mut first, &none, 0, tile, node, false);
            }
        }
        search.found.reached = first;
        (1..=state.total.min(MOST_TILES)).all(|length| search.length(length))
    }
}

/// The node after the first letter of a word.
#[inline]
fn first_node<G: MaskedGraph<Node = u64>>(graph: &G, kind: GraphKind, tile: Tile) -> Option<u64> {
    let node = graph.target(graph.root(), tile)?;
    match kind {
        GraphKind::Dawg => Some(node),
        GraphKind::Gaddag => graph.target(node, Tile::SEPARATOR),
    }
}

/// The search for the prefixes of a rack, length by length: the nodes of the next length are loaded from memory while
/// those of this length are looked at.
struct Search<'s, G> {
    graph: &'s G,
    state: &'s RackState,
    leaves: Option<&'s dyn Leaves>,
    /// The letters that runs begin with.
    heads: u64,
    keep: bool,
    found: &'s mut RackPrefixes,
}

impl<G: MaskedGraph<Node = u64>> Search<'_, G> {
    /// Reads the prefixes of one length, keeps those that are words or go on with a run, and makes those of the next
    /// length; `false` if these are too many.
    fn length(&mut self, length: usize) -> bool {
        let (mut reached, mut longer) = (take(&mut self.found.reached), take(&mut self.found.longer));
        longer.clear();
        for one in &reached {
            if longer.len() > MOST_PREFIXES {
                break;
            }
            let (accepting, after) = if G::HAS_MASKS {
                let accepting = self.graph.accepting(one.prefix.node).bits();
                (accepting, accepting | self.graph.continuing(one.prefix.node).bits())
            } else {
                (0, self.graph.tiles(one.prefix.node).bits())
            };
            let next = after & self.heads;
            if one.accepts || next != 0 {
                self.keep(length, one, next);
            }
            let among = after & one.prefix.cursor.available();
            if length == MOST_TILES || among == 0 {
                continue;
            }
            if G::HAS_MASKS {
                let continuing = self.graph.continuing(one.prefix.node).bits();
                for number in numbers(among) {
                    let tile = Tile::from_label(number as u8);
                    let has_child = continuing >> number & 1 != 0;
                    let node = if has_child { self.graph.follow(one.prefix.node, tile) } else { END };
                    self.add(&mut longer, one, length, tile, node, accepting >> number & 1 != 0);
                }
            } else {
                let ControlFlow::Continue(()) =
                    self.graph.for_arcs_among(one.prefix.node, TileMask::from_bits(among), |arc| {
                        self.add(&mut longer, one, length, arc.tile, arc.target, arc.accepts);
                        ControlFlow::<Infallible>::Continue(())
                    });
            }
        }
        let few = longer.len() <= MOST_PREFIXES;
        reached.clear();
        (self.found.reached, self.found.longer) = (longer, reached);
        few
    }

    /// Adds a prefix with one tile more, laid with its own tile and with a blank.
    #[inline(always)] // measured: in a loop over the letters of a node
    fn add(&self, longer: &mut Vec<Reached>, from: &Reached, length: usize, tile: Tile, node: u64, accepts: bool) {
        let (cursor, at) = (from.prefix.cursor, length & (MOST_TILES - 1));
        for tile_use in TileUse::BOTH {
            if tile_use.letters(cursor) >> (tile.number() & 63) & 1 != 0 {
                let taken = tile_use.taken(tile);
                let mut one = *from;
                (one.prefix.node, one.accepts) = (node, accepts);
                one.prefix.cursor = self.state.without(cursor, taken);
                one.prefix.cells[at] = tile_use.cell(tile);
                one.values[at] = self.state.points[taken] as i16;
                longer.push(one);
            }
        }
    }

    #[inline]
    #[allow(clippy::needless_range_loop, reason = "measured: iterators over arrays are not always inlined")]
    fn keep(&mut self, length: usize, one: &Reached, next: u64) {
        let RackPrefixes { lengths, letters, heads, .. } = &mut *self.found;
        let Some(list) = lengths.get_mut(length) else { return };
        let number = list.prefixes.len() % 64;
        if number == 0 {
            list.places.resize(list.places.len() + letters.count, [0; MOST_TILES]);
            list.next.resize(list.next.len() + heads.count, 0);
            list.words.push(0);
        }
        let places = list.places.len() - letters.count;
        let places = &mut list.places[places..];
        for at in 0..length {
            places[letters.of(one.prefix.cells[at].number().into())][MOST_TILES - 1 - at] |= 1 << number;
        }
        let first = list.next.len() - heads.count;
        let runs = &mut list.next[first..];
        for letter in numbers(next) {
            runs[heads.of(letter)] |= 1 << number;
        }
        if let Some(words) = list.words.last_mut() {
            *words |= u64::from(one.accepts) << number;
        }
        list.values.push(one.values);
        if self.keep {
            let tiles = Tiles::from_slice(&one.prefix.cells[..length]).unwrap_or(Tiles::NONE);
            let placement = Placement { start: Square::new(0, 0), direction: Direction::Across, tiles };
            let equity = self.state.leave(one.prefix.cursor, self.leaves);
            list.plays.push(Play { placement, score: 0, equity });
        }
        list.prefixes.push(one.prefix);
    }
}

/// Plays of some prefixes on the same squares.
pub(super) struct PrefixPlays<'a> {
    /// The points of the tiles of 64 prefixes.
    pub values: &'a [Values],
    /// The same prefixes as plays that are laid nowhere yet; empty for sinks that need none.
    pub plays: &'a [Play],
    /// A bit for each prefix that makes a play here; at least one is set.
    pub fitting: u64,
    /// The number of tiles.
    pub count: usize,
    /// The factors of the tiles.
    pub factors: Values,
    /// The score of tiles worth 0.
    pub base: i32,
    pub start: Square,
    pub direction: Direction,
}

impl PrefixPlays<'_> {
    /// Calls `each` with the number and the score of each play.
    #[inline(always)] // measured: the innermost loop of a sink
    pub fn for_each(&self, mut each: impl FnMut(usize, i32)) {
        for number in numbers(self.fitting) {
            let Some(values) = self.values.get(number) else { return };
            each(number, self.base + product(values, &self.factors));
        }
    }

    /// Calls `each` with every play.
    #[inline]
    pub fn plays(&self, mut each: impl FnMut(Play)) {
        self.for_each(|number, score| {
            let Some(play) = self.plays.get(number) else { return };
            let placement = Placement { start: self.start, direction: self.direction, ..play.placement };
            each(Play { placement, score, equity: Equity::from_points(score) + play.equity });
        });
    }
}

/// The sum of the products, one by one.
#[inline(always)] // measured: a few instructions that the compiler makes vectors of
fn product(one: &Values, other: &Values) -> i32 {
    let mut sum = 0;
    for at in 0..MOST_TILES {
        sum += i32::from(one[at]) * i32::from(other[at]);
    }
    sum
}
