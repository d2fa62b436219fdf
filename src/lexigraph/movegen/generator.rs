//! The entry: a lexicon to generate with, and the scratch of one thread.

use std::sync::Arc;

use lexigraph_core::specialize;
use thiserror::Error;

use crate::alphabet::{Alphabet, Tile, TileSet};
use crate::board::{Board, BoardSetup, Cell, Direction, MAX_SIDE, Move, Position, Rack, Square, Tiles};
use crate::graph::{Dawg, Gaddag, GraphKind, WordGraph};
use crate::image::{ErasedGraph, Image, ImageError};

use super::batch::{Batch, BatchWalk, MOST, Member};
use super::cross_checks::{CrossChecks, CrossSetLookup};
use super::index::Fingerprint;
use super::lane::Lane;
use super::rack_state::RackState;
use super::shadow::{ShadowBounds, ShadowContext, ShadowSpan};
use super::sink::{All, Best, Count, MoveSink, Order, Play, Top};
use super::walk::Walk;
use super::{Equity, Leaves, WordIndex, dawg, gaddag};

/// Why plays cannot be generated.
#[derive(Debug, Error)]
pub enum MovegenError {
    /// The lexicon's alphabet is for look-up only.
    #[error("the lexicon's alphabet '{name}' has {letters} letters, a game can use 63 — use it for look-up only")]
    WideAlphabet {
        /// Its name.
        name: String,
        /// Its letters.
        letters: usize,
    },
    /// The lexicon spells with other letters than the position.
    #[error(
        "the lexicon is spelled with '{lexicon}', the position with '{position}', which has other letters — \
         give the lexicon or the position of the other alphabet"
    )]
    Alphabets {
        /// The lexicon's alphabet.
        lexicon: String,
        /// The position's.
        position: String,
    },
    /// Points and premiums past all measure.
    #[error(
        "the points and premiums of layout '{layout}' allow scores past {}, which is more than can be counted",
        i32::MAX
    )]
    Scores {
        /// The layout.
        layout: String,
    },
    /// The word index was made from another lexicon.
    #[error("the word index was made from another lexicon — make it from the lexicon that plays are generated with")]
    Index,
    /// The image has no such graph, or it is damaged.
    #[error(transparent)]
    Image(#[from] ImageError),
}

/// A lexicon to generate with, and the values of leaves. Threads share it; each has a [`Worker`] of its own.
pub struct Generator<'a> {
    graph: ErasedGraph<'a>,
    kind: GraphKind,
    alphabet: &'a Alphabet,
    lexicon: Fingerprint,
    leaves: Option<&'a dyn Leaves>,
    index: Option<&'a WordIndex>,
}

impl<'a> Generator<'a> {
    /// Generates with a graph of this kind: Gordon's algorithm on a GADDAG, Appel and Jacobson's on a DAWG.
    ///
    /// # Errors
    /// [`MovegenError::WideAlphabet`] for more than 63 letters; [`MovegenError::Image`] when the image has no such graph.
    pub fn new(image: &'a Image, kind: GraphKind) -> Result<Generator<'a>, MovegenError> {
        let alphabet = image.alphabet();
        if alphabet.is_wide() {
            return Err(MovegenError::WideAlphabet { name: alphabet.name().to_owned(), letters: alphabet.len() });
        }
        let lexicon = Fingerprint::new(image);
        Ok(Generator { graph: image.graph(kind)?, kind, alphabet, lexicon, leaves: None, index: None })
    }

    /// With values for the tiles kept; without them equity is the score.
    pub fn with_leaves(self, leaves: &'a dyn Leaves) -> Generator<'a> {
        Generator { leaves: Some(leaves), ..self }
    }

    /// Uses an index of the words of this lexicon, which makes the bounds for best plays tighter. The plays stay the same.
    ///
    /// # Errors
    /// [`MovegenError::Index`] if the index was made from another lexicon: best plays would be missed.
    pub fn with_index(self, index: &'a WordIndex) -> Result<Generator<'a>, MovegenError> {
        if index.is_of(&self.lexicon, &self.graph) {
            Ok(Generator { index: Some(index), ..self })
        } else {
            Err(MovegenError::Index)
        }
    }

    /// The graph it uses.
    pub fn graph(&self) -> &ErasedGraph<'a> {
        &self.graph
    }

    /// Whether the lexicon has the word that these tiles spell, blanks as what they stand for.
    pub fn has_word(&self, cells: &[Cell]) -> bool {
        let word: Vec<Tile> = cells.iter().map(|cell| Tile::from_label(cell.number())).collect();
        self.graph.has_word(self.kind, &word)
    }

    /// Which graph it uses.
    pub fn kind(&self) -> GraphKind {
        self.kind
    }

    /// Scratch for one thread.
    pub fn worker(&self) -> Worker<'_> {
        Worker { generator: self, scratch: None }
    }
}

/// The letters that fit between tiles, whatever the graph.
impl CrossSetLookup for Generator<'_> {
    fn fitting(&self, before: &[Cell], after: &[Cell]) -> TileSet {
        match self.kind {
            GraphKind::Gaddag => Gaddag(&self.graph).fitting(before, after),
            GraphKind::Dawg => Dawg(&self.graph).fitting(before, after),
        }
    }
}

/// What plays are generated for: a board and a rack, which need not make a legal position.
#[derive(Clone, Copy)]
pub struct Request<'t> {
    /// Alphabet and layout.
    pub setup: &'t Arc<BoardSetup>,
    /// The board, of the size of the layout.
    pub board: &'t Board,
    /// The tiles of the player on turn.
    pub rack: &'t Rack,
    /// Values of the tiles kept, in place of the generator's: what is kept counts for something else once the bag is empty.
    pub leaves: Option<&'t dyn Leaves>,
}

impl<'t> From<&'t Position> for Request<'t> {
    fn from(position: &'t Position) -> Request<'t> {
        Request { setup: position.setup(), board: position.board(), rack: position.rack(), leaves: None }
    }
}

/// The scratch of one thread: nothing is allocated after the first position of a size.
///
/// It remembers the board of the last call and renews the cross-checks of what has changed only. It belongs to one
/// generator, so that they are always those of its lexicon.
pub struct Worker<'g> {
    generator: &'g Generator<'g>,
    scratch: Option<Box<Scratch>>,
}

pub(super) struct Scratch {
    setup: Arc<BoardSetup>,
    board: Board,
    checks: CrossChecks,
    /// All lanes across, then all lanes down.
    lanes: Vec<Lane>,
    rack: RackState,
    strip: [Cell; MAX_SIDE],
    bounds: ShadowBounds,
    batch: Batch,
    /// The places that are searched together.
    members: Vec<Member>,
    /// Lanes to be renewed: a bit each.
    changed: [u64; 2],
    /// Whether the lanes know of an empty board.
    empty: bool,
    /// Nothing was read into the lanes yet.
    fresh: bool,
}

impl<'g> Worker<'g> {
    /// Adds every legal play to `plays`, each once and in its normal form (see [`Placement`](crate::board::Placement)).
    ///
    /// A single tile that makes words both ways is a play across; on an empty board, plays go across. Blanks that stand for different
    /// letters, and a blank and the letter itself, are different plays. Words that are on the board already are not looked up.
    ///
    /// # Errors
    /// [`MovegenError`] when position and lexicon have different letters, or scores cannot be counted.
    ///
    /// # Panics
    /// When the board is not of the size of the layout.
    pub fn all<'t>(&mut self, request: impl Into<Request<'t>>, plays: &mut All) -> Result<(), MovegenError> {
        self.generate_all(request.into(), plays)
    }

    /// The best play, if there is one; see [`Order`]. The first of equal ones by [`Play::compare`].
    ///
    /// # Errors
    /// As [`all`](Self::all).
    ///
    /// # Panics
    /// As [`all`](Self::all).
    pub fn best<'t>(&mut self, request: impl Into<Request<'t>>, order: Order) -> Result<Option<Play>, MovegenError> {
        self.generate_best(request.into(), order)
    }

    /// Puts the best plays into `plays`, as many as it keeps.
    ///
    /// # Errors
    /// As [`all`](Self::all).
    ///
    /// # Panics
    /// As [`all`](Self::all).
    pub fn top<'t>(&mut self, request: impl Into<Request<'t>>, plays: &mut Top) -> Result<(), MovegenError> {
        self.generate_top(request.into(), plays)
    }

    /// Adds the plays up in `count`, which is faster than to keep them.
    ///
    /// # Errors
    /// As [`all`](Self::all).
    ///
    /// # Panics
    /// As [`all`](Self::all).
    pub fn count<'t>(&mut self, request: impl Into<Request<'t>>, count: &mut Count) -> Result<(), MovegenError> {
        self.generate_count(request.into(), count)
    }

    // One concrete function for each way of taking plays: what is generic ends here, and is compiled in this crate.

    fn generate_all(&mut self, request: Request<'_>, plays: &mut All) -> Result<(), MovegenError> {
        self.generate(request, plays)
    }

    fn generate_best(&mut self, request: Request<'_>, order: Order) -> Result<Option<Play>, MovegenError> {
        let mut best = Best::new(order);
        self.generate(request, &mut best)?;
        Ok(best.best().copied())
    }

    fn generate_top(&mut self, request: Request<'_>, plays: &mut Top) -> Result<(), MovegenError> {
        self.generate(request, plays)
    }

    fn generate_count(&mut self, request: Request<'_>, count: &mut Count) -> Result<(), MovegenError> {
        self.generate(request, count)
    }

    /// Hands every legal play to the sink; those that cannot reach its [floor](MoveSink::floor) may be left out.
    #[inline]
    fn generate<S: MoveSink>(&mut self, request: Request<'_>, sink: &mut S) -> Result<(), MovegenError> {
        self.prepare(request.setup)?;
        let Worker { generator, scratch } = self;
        let scratch = scratch.as_mut().expect("bug: the scratch has been prepared");
        let leaves = request.leaves.or(generator.leaves);
        specialize!(&generator.graph, graph => {
            match generator.kind {
                GraphKind::Gaddag => scratch.renew(request.board, &Gaddag(graph)),
                GraphKind::Dawg => scratch.renew(request.board, &Dawg(graph)),
            }
            scratch.rack.fill(request.rack, leaves);
            scratch.walk(graph, generator, leaves, sink);
        });
        Ok(())
    }

    /// The most that the tiles kept can be worth after so many are given away, of the rack and the values of the last call; zero before the first.
    ///
    /// # Panics
    /// When `given` is more than [`MAX_RACK`](crate::board::MAX_RACK).
    pub fn best_leave(&self, given: usize) -> Equity {
        self.scratch.as_ref().map_or(Equity::ZERO, |scratch| scratch.rack.best_leave(given))
    }

    /// Makes the scratch fit the rules.
    fn prepare(&mut self, setup: &Arc<BoardSetup>) -> Result<(), MovegenError> {
        if self.scratch.as_ref().is_some_and(|scratch| Arc::ptr_eq(&scratch.setup, setup)) {
            return Ok(());
        }
        if !self.generator.alphabet.has_letters_of(setup.alphabet()) {
            return Err(MovegenError::Alphabets {
                lexicon: self.generator.alphabet.name().to_owned(),
                position: setup.alphabet().name().to_owned(),
            });
        }
        let layout = setup.layout();
        if !scores_fit(setup) {
            return Err(MovegenError::Scores { layout: layout.name().to_owned() });
        }
        let board = Board::new(layout);
        let mut lanes = Vec::new();
        for direction in Direction::BOTH {
            lanes.extend((0..board.lanes(direction)).map(|number| Lane::new(layout, direction, number)));
        }
        let mut rack = RackState::new();
        rack.configure(setup.points(), layout);
        self.scratch = Some(Box::new(Scratch {
            setup: setup.clone(),
            checks: CrossChecks::closed(&board),
            board,
            lanes,
            rack,
            strip: [Cell::EMPTY; MAX_SIDE],
            bounds: ShadowBounds::default(),
            batch: Batch::default(),
            members: Vec::new(),
            changed: [0; 2],
            empty: true,
            fresh: true,
        }));
        Ok(())
    }
}

/// Appends a pass and every exchange that the bag allows, with what the tiles kept are worth: what a player can do beside laying
/// tiles. Exchanges come in the order of their tiles.
///
/// An exchange takes at most as many tiles as are in the bag, which is what neither lies on the board nor on the racks, a full rack
/// counted for an opponent whose rack is not known.
pub fn other_moves(position: &Position, leaves: Option<&dyn Leaves>, moves: &mut Vec<(Move, Equity)>) {
    let value = |rack: &Rack| leaves.map_or(Equity::ZERO, |leaves| leaves.value(rack));
    moves.push((Move::Pass, value(position.rack())));
    let unchecked = position.as_unchecked();
    let most = match unchecked.unseen() {
        Ok(unseen) if !unseen.is_empty() || unchecked.setup.alphabet().letters().iter().any(|letter| letter.count > 0) => {
            unseen.len().saturating_sub(unchecked.setup.layout().rack().saturating_sub(position.opponent_rack().len()))
        }
        _ => position.rack().len(),
    };
    let cells: Vec<Cell> = position.rack().cells().collect();
    let mut exchange = Vec::with_capacity(cells.len());
    let first = moves.len();
    exchanges(&cells, most, &mut exchange, &mut |tiles: &[Cell]| {
        let mut kept = *position.rack();
        tiles.iter().for_each(|&cell| _ = kept.remove(cell));
        let tiles = Tiles::from_slice(tiles).expect("bug: the tiles come from a rack");
        moves.push((Move::Exchange(tiles), value(&kept)));
    });
    moves[first..].sort_unstable_by_key(|scored| scored.0);
}

/// All distinct parts of `cells`, which are sorted, of one to `most` tiles.
fn exchanges(cells: &[Cell], most: usize, taken: &mut Vec<Cell>, each: &mut impl FnMut(&[Cell])) {
    if !taken.is_empty() {
        each(taken);
    }
    if taken.len() == most {
        return;
    }
    for (at, &cell) in cells.iter().enumerate() {
        if at == 0 || cells[at - 1] != cell {
            taken.push(cell);
            exchanges(&cells[at + 1..], most, taken, each);
            taken.pop();
        }
    }
}

/// Whether no play can score past the range of the sums. All tables of real games are far below.
fn scores_fit(setup: &BoardSetup) -> bool {
    let layout = setup.layout();
    let points = setup.alphabet().letters().iter().map(|letter| f64::from(letter.points).abs()).fold(1.0, f64::max);
    let mut most = 1.0f64;
    for direction in Direction::BOTH {
        let lanes = if direction == Direction::Across { layout.rows() } else { layout.columns() };
        for lane in 0..lanes {
            let premiums = layout.lane(direction, lane);
            let mut words: Vec<f64> = premiums.iter().map(|premium| f64::from(premium.word()).max(1.0)).collect();
            words.sort_by(|a, b| b.total_cmp(a));
            let product: f64 = words.iter().take(layout.rack()).product();
            most = most.max(product);
        }
    }
    let bonus = (0..=layout.rack()).map(|laid| f64::from(layout.bonus(laid)).abs()).fold(0.0, f64::max);
    let letters = MAX_SIDE as f64 * 4.0 * points;
    // The main word, a cross word a tile, the bonus; and room for thousandths.
    (letters * most + layout.rack() as f64 * letters * 4.0 + bonus) * 1000.0 < f64::from(i32::MAX)
}

impl Scratch {
    /// Takes over the board: cross-checks and lanes of what has changed since the last call.
    fn renew<F: CrossSetLookup>(&mut self, board: &Board, lexicon: &F) {
        let (setup, changed) = (&self.setup, &mut self.changed);
        let points = setup.points();
        *changed = if self.fresh { [u64::MAX; 2] } else { [0; 2] };
        if self.fresh {
            self.board.clone_from(board);
            self.checks = CrossChecks::new(board, points, lexicon);
        } else {
            let before = &self.board;
            for row in 0..board.rows() {
                let (now, then) = (board.lane(Direction::Across, row), before.lane(Direction::Across, row));
                if now == then {
                    continue;
                }
                let columns = (0..now.len()).filter(|&column| now[column] != then[column]);
                let squares = columns.map(|column| Square::on_lane(Direction::Across, row, column));
                for square in squares {
                    changed[0] |= 1 << square.row;
                    changed[1] |= 1 << square.column;
                    self.checks.update(board, points, lexicon, [square], |direction, lane| {
                        changed[usize::from(direction == Direction::Down)] |= 1 << lane;
                    });
                }
            }
            if *changed != [0; 2] {
                self.board.clone_from(board);
            }
        }
        let empty = board.is_empty();
        if empty != self.empty || self.fresh {
            let (lane, _) = setup.layout().start().lane(Direction::Across);
            changed[0] |= 1 << lane;
            self.empty = empty;
        }
        self.fresh = false;
        let start = empty.then_some(setup.layout().start());
        for lane in &mut self.lanes {
            if self.changed[usize::from(lane.direction == Direction::Down)] >> lane.number & 1 != 0 {
                let checks = self.checks.lane(lane.direction, usize::from(lane.number));
                lane.renew(board, points, checks, start);
            }
        }
    }

    fn walk<G: WordGraph, S: MoveSink>(
        &mut self,
        graph: &G,
        generator: &Generator<'_>,
        leaves: Option<&dyn Leaves>,
        sink: &mut S,
    ) {
        let kind = generator.kind;
        let Scratch { lanes, rack, strip, bounds, .. } = self;
        if !S::BOUNDED {
            return self.walk_all(graph, leaves, sink, kind);
        }
        bounds.clear();
        let context = ShadowContext { rack, order: sink.order(), index: generator.index };
        for (number, lane) in lanes.iter().enumerate() {
            let mut add = |index: usize, span: &ShadowSpan| bounds.add(lane, span, &context, number, index);
            match kind {
                GraphKind::Gaddag => gaddag::anchors(lane).for_each(|anchor| add(anchor.index, &anchor.span(lane))),
                GraphKind::Dawg => dawg::anchors(lane).for_each(|anchor| add(anchor.index, &anchor.span(lane))),
            }
        }
        bounds.sort();
        for shadow in &bounds.anchors {
            if sink.floor().is_some_and(|floor| shadow.bound < floor) {
                break;
            }
            let lane = &lanes[usize::from(shadow.lane)];
            let table = &bounds.table[shadow.table as usize..][..usize::from(shadow.rows) * (rack.total + 1)];
            let (rack, sink, strip) = (&mut *rack, &mut *sink, &mut *strip);
            let mut walk = Walk { graph, lane, rack, leaves, sink, strip, start: 0, bounds: table, row: 0 };
            let index = usize::from(shadow.anchor);
            match kind {
                GraphKind::Gaddag => {
                    gaddag::anchors(lane)
                        .filter(|anchor| anchor.index == index)
                        .for_each(|anchor| walk.plays_at_gaddag_anchor(anchor));
                }
                GraphKind::Dawg => {
                    let here = dawg::anchors(lane).filter(|anchor| anchor.index == index);
                    here.for_each(|anchor| walk.plays_at_dawg_anchor(anchor));
                }
            }
        }
    }

    /// Every play: places that are alike together, the others one by one.
    fn walk_all<G: WordGraph, S: MoveSink>(
        &mut self,
        graph: &G,
        leaves: Option<&dyn Leaves>,
        sink: &mut S,
        kind: GraphKind,
    ) {
        let Scratch { lanes, rack, strip, batch, members, .. } = self;
        members.clear();
        for (number, lane) in lanes.iter().enumerate() {
            let (rack, sink, strip) = (&mut *rack, &mut *sink, &mut *strip);
            let mut walk = Walk { graph, lane, rack, leaves, sink, strip, start: 0, bounds: &[], row: 0 };
            match kind {
                GraphKind::Gaddag => gaddag::anchors(lane).for_each(|anchor| walk.plays_at_gaddag_anchor(anchor)),
                GraphKind::Dawg => dawg::anchors(lane).for_each(|anchor| match anchor.member(number) {
                    Some(member) => members.push(member),
                    None => walk.plays_at_dawg_anchor(anchor),
                }),
            }
        }
        let (letters, tiles) = (rack.whole.available(), rack.total);
        for members in members.chunks(MOST) {
            batch.prepare(members, lanes, letters, tiles);
            let (rack, sink, strip) = (&mut *rack, &mut *sink, &mut *strip);
            let walk = Walk { graph, lane: &lanes[0], rack, leaves, sink, strip, start: 0, bounds: &[], row: 0 };
            BatchWalk::new(walk, lanes, batch).plays_at_batch();
        }
    }
}
