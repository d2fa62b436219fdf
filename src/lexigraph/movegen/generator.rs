//! The entry points of move generation: a generator for a lexicon, and a worker for each thread.

use std::sync::Arc;

use lexigraph_core::specialize;
use thiserror::Error;

use crate::alphabet::{Alphabet, Tile, TileSet};
use crate::board::{Board, BoardSetup, Cell, Direction, MAX_SIDE, Move, Placement, Position, Rack, Square, Tiles};
use crate::board::{breakdown, word_text};
use crate::graph::{Dawg, Gaddag, GraphKind, MaskedGraph};
use crate::image::{ErasedGraph, Image, ImageError};

use super::anagrams::{AnagramSet, AnagramWalk};
use super::batch::{Batch, BatchWalk, MOST, Member};
use super::by_words::WordPlaces;
use super::cross_checks::{CrossChecks, CrossSetLookup};
use super::index::Fingerprint;
use super::lane::Lane;
use super::prefixes::RackPrefixes;
use super::rack_state::RackState;
use super::shadow::{ShadowBounds, ShadowContext, ShadowSpan};
use super::sink::{All, Best, Count, MoveSink, Order, Play, Top};
use super::walk::Walk;
use super::{Equity, Leaves, WordIndex, dawg, gaddag};

/// Why plays cannot be generated.
#[derive(Debug, Error)]
pub enum MovegenError {
    /// The alphabet of the lexicon has too many letters for a game.
    #[error("the lexicon's alphabet '{name}' has {letters} letters, a game can use 63 — use it for look-up only")]
    WideAlphabet {
        /// The name of the alphabet.
        name: String,
        /// The number of its letters.
        letters: usize,
    },
    /// The lexicon and the position have different letters.
    #[error(
        "the lexicon uses the alphabet '{lexicon}', the position uses '{position}', which has other letters — \
         give a lexicon or a position of the other alphabet"
    )]
    Alphabets {
        /// The alphabet of the lexicon.
        lexicon: String,
        /// The alphabet of the position.
        position: String,
    },
    /// The points and premiums allow scores that overflow.
    #[error("the points and premiums of layout '{layout}' allow scores past {}, the most that can be counted", i32::MAX)]
    Scores {
        /// The name of the layout.
        layout: String,
    },
    /// The word index was made from another lexicon.
    #[error("the word index was made from another lexicon — make it from the lexicon that plays are generated with")]
    Index,
    /// The image has no such graph, or it is damaged.
    #[error(transparent)]
    Image(#[from] ImageError),
}

/// Generates the plays of a lexicon. Threads share a generator; each has a [`Worker`] of its own.
pub struct Generator<'a> {
    graph: ErasedGraph<'a>,
    kind: GraphKind,
    alphabet: &'a Alphabet,
    lexicon: Fingerprint,
    leaves: Option<&'a dyn Leaves>,
    index: Option<&'a WordIndex>,
    anagrams: Option<&'a AnagramSet>,
}

impl<'a> Generator<'a> {
    /// A generator on a graph of this kind: Gordon's algorithm on a GADDAG, Appel and Jacobson's on a DAWG.
    ///
    /// # Errors
    /// [`MovegenError::WideAlphabet`] if the alphabet has more than 63 letters; [`MovegenError::Image`] if the image
    /// has no such graph.
    pub fn new(image: &'a Image, kind: GraphKind) -> Result<Generator<'a>, MovegenError> {
        let alphabet = image.alphabet();
        if alphabet.is_wide() {
            return Err(MovegenError::WideAlphabet { name: alphabet.name().to_owned(), letters: alphabet.len() });
        }
        let lexicon = Fingerprint::new(image);
        Ok(Generator { graph: image.graph(kind)?, kind, alphabet, lexicon, leaves: None, index: None, anagrams: None })
    }

    /// Adds leave values to the scores. Without them, the equity of a play is its score.
    pub fn with_leaves(self, leaves: &'a dyn Leaves) -> Generator<'a> {
        Generator { leaves: Some(leaves), ..self }
    }

    /// Uses an index of the words of this lexicon, which finds best plays in less time. The plays stay the same.
    ///
    /// # Errors
    /// [`MovegenError::Index`] if the index was made from another lexicon: best plays would be missed.
    pub fn with_index(self, index: &'a WordIndex) -> Result<Generator<'a>, MovegenError> {
        if index.is_of(&self.lexicon, &self.graph) { Ok(self.with_own_index(index)) } else { Err(MovegenError::Index) }
    }

    /// The same without the check, which looks at all short words: for an index that was made from this lexicon.
    pub(crate) fn with_own_index(self, index: &'a WordIndex) -> Generator<'a> {
        Generator { index: Some(index), ..self }
    }

    /// Plays Clabbers: all orders of the letters of the words in this set are words. It should have the words of this
    /// lexicon. Endgames are not searched in this way.
    pub fn with_anagrams(self, anagrams: &'a AnagramSet) -> Generator<'a> {
        Generator { anagrams: Some(anagrams), ..self }
    }

    /// `true` if the letters of words may lie in any order.
    pub fn allows_anagrams(&self) -> bool {
        self.anagrams.is_some()
    }

    /// The graph that plays are generated with.
    pub fn graph(&self) -> &ErasedGraph<'a> {
        &self.graph
    }

    /// `true` if the lexicon has the word that these tiles spell; a blank counts as the letter it stands for.
    pub fn has_word(&self, cells: &[Cell]) -> bool {
        if let Some(anagrams) = self.anagrams {
            return anagrams.has_word(cells);
        }
        let word: Vec<Tile> = cells.iter().map(|cell| Tile::from_label(cell.number())).collect();
        self.graph.has_word(self.kind, &word)
    }

    /// The words of a placement that the lexicon does not have, the main word first.
    pub fn phonies(&self, position: &Position, placement: &Placement) -> Vec<String> {
        let setup = position.setup();
        let parts = breakdown(position.board(), setup, placement);
        let unknown = parts.words().filter(|word| !self.has_word(&word.cells));
        unknown.map(|word| word_text(setup.alphabet(), &word.cells)).collect()
    }

    /// The kind of the graph.
    pub fn kind(&self) -> GraphKind {
        self.kind
    }

    /// A worker for one thread.
    pub fn worker(&self) -> Worker<'_> {
        Worker { generator: self, scratch: None }
    }
}

/// Looks up cross-sets in either kind of graph.
impl CrossSetLookup for Generator<'_> {
    fn fitting(&self, before: &[Cell], after: &[Cell]) -> TileSet {
        if let Some(anagrams) = self.anagrams {
            return anagrams.fitting(before, after);
        }
        match self.kind {
            GraphKind::Gaddag => Gaddag(&self.graph).fitting(before, after),
            GraphKind::Dawg => Dawg(&self.graph).fitting(before, after),
        }
    }
}

/// The board and the rack to generate plays for. They need not make a legal position.
#[derive(Clone, Copy)]
pub struct Request<'t> {
    /// Alphabet and layout.
    pub setup: &'t Arc<BoardSetup>,
    /// The board; its size is that of the layout.
    pub board: &'t Board,
    /// The rack of the player on turn.
    pub rack: &'t Rack,
    /// Leave values to use instead of the generator's; once the bag is empty, leaves are worth something else.
    pub leaves: Option<&'t dyn Leaves>,
}

impl<'t> From<&'t Position> for Request<'t> {
    fn from(position: &'t Position) -> Request<'t> {
        Request { setup: position.setup(), board: position.board(), rack: position.rack(), leaves: None }
    }
}

/// Generates plays in one thread. A worker allocates nothing after the first position of a size.
///
/// A worker remembers the board of the last call and updates only the cross-checks of squares that have changed. It
/// belongs to one generator, so its cross-checks are always those of one lexicon.
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
    /// The anchors that are searched together.
    members: Vec<Member>,
    /// One bit for each lane to update: lanes across, then lanes down.
    changed: [u64; 2],
    /// `true` if first plays go down too: on a symmetric layout, each would mirror a play across.
    first_down: bool,
    word_places: WordPlaces,
    /// The lanes that `word_places` has not read since they changed, in the same way.
    stale: [u64; 2],
    prefixes: RackPrefixes,
    /// The same for `prefixes`.
    stale_prefixes: [u64; 2],
    /// `true` if the lanes were made for an empty board.
    empty: bool,
    /// `true` until a board is read into the lanes.
    fresh: bool,
}

impl<'g> Worker<'g> {
    /// The generator that the worker belongs to.
    pub fn generator(&self) -> &'g Generator<'g> {
        self.generator
    }

    /// Adds every legal play to `plays`, each once and in its normal form (see [`Placement`](crate::board::Placement)).
    ///
    /// A single tile that makes words in both directions is a play across. On an empty board, all plays go across if
    /// the layout is [symmetric](crate::board::Layout::is_symmetric): plays down would only mirror them.
    /// Plays that differ only in what a blank stands for, or in whether a tile is a blank, are different plays. Words
    /// that are already on the board are not looked up.
    ///
    /// # Errors
    /// [`MovegenError`] if position and lexicon have different letters, or if scores could overflow.
    ///
    /// # Panics
    /// If the size of the board is not that of the layout.
    pub fn all<'t>(&mut self, request: impl Into<Request<'t>>, plays: &mut All) -> Result<(), MovegenError> {
        self.generate_all(request.into(), plays)
    }

    /// The best play by `order`, if there is one: the first play by [`Play::compare`].
    ///
    /// # Errors
    /// As [`all`](Self::all).
    ///
    /// # Panics
    /// As [`all`](Self::all).
    pub fn best<'t>(&mut self, request: impl Into<Request<'t>>, order: Order) -> Result<Option<Play>, MovegenError> {
        self.generate_best(request.into(), order)
    }

    /// Adds the best plays to `plays`, up to its limit.
    ///
    /// # Errors
    /// As [`all`](Self::all).
    ///
    /// # Panics
    /// As [`all`](Self::all).
    pub fn top<'t>(&mut self, request: impl Into<Request<'t>>, plays: &mut Top) -> Result<(), MovegenError> {
        self.generate_top(request.into(), plays)
    }

    /// Adds the number and the scores of all plays to `count`. This is faster than keeping the plays.
    ///
    /// # Errors
    /// As [`all`](Self::all).
    ///
    /// # Panics
    /// As [`all`](Self::all).
    pub fn count<'t>(&mut self, request: impl Into<Request<'t>>, count: &mut Count) -> Result<(), MovegenError> {
        self.generate_count(request.into(), count)
    }

    // One concrete function for each sink: generic code ends here and is compiled in this crate.

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

    /// Pushes every legal play to the sink; plays that cannot reach its [floor](MoveSink::floor) may be left out.
    #[inline]
    fn generate<S: MoveSink>(&mut self, request: Request<'_>, sink: &mut S) -> Result<(), MovegenError> {
        self.prepare(request.setup)?;
        let Worker { generator, scratch } = self;
        let scratch = scratch.as_mut().expect("bug: the scratch has been prepared");
        let leaves = request.leaves.or(generator.leaves);
        if let Some(anagrams) = generator.anagrams {
            scratch.renew(request.board, anagrams);
            scratch.rack.fill(request.rack, leaves);
            let Scratch { lanes, rack, strip, .. } = &mut **scratch;
            AnagramWalk { set: anagrams, lanes, whole: request.rack, rack, leaves, sink, strip }.plays();
            return Ok(());
        }
        specialize!(&generator.graph, graph => {
            match generator.kind {
                GraphKind::Gaddag => scratch.renew(request.board, &Gaddag(graph)),
                GraphKind::Dawg => scratch.renew(request.board, &Dawg(graph)),
            }
            scratch.rack.fill(request.rack, leaves);
            if !S::BOUNDED || !scratch.by_words(generator.index, request.rack, sink) {
                scratch.walk(graph, generator, request.rack, leaves, sink);
            }
        });
        Ok(())
    }

    /// The value of the best leave after `given` tiles have left the rack, for the rack and the leave values of the
    /// last call; zero before the first call.
    ///
    /// # Panics
    /// If `given` is more than [`MAX_RACK`](crate::board::MAX_RACK).
    pub fn best_leave(&self, given: usize) -> Equity {
        self.scratch.as_ref().map_or(Equity::ZERO, |scratch| scratch.rack.best_leave(given))
    }

    /// Prepares the scratch for a board setup.
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
            first_down: !layout.is_symmetric(),
            word_places: WordPlaces::default(),
            stale: [u64::MAX; 2],
            prefixes: RackPrefixes::new(),
            stale_prefixes: [u64::MAX; 2],
            empty: true,
            fresh: true,
        }));
        Ok(())
    }
}

/// Appends the moves that lay no tiles: a pass and every exchange that the bag allows, each with the value of its
/// leave. Exchanges are in the order of their tiles.
///
/// An exchange takes no more tiles than the bag holds. The bag is what lies neither on the board nor on the racks; an
/// opponent whose rack is unknown holds a full rack.
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

/// Calls `each` with all distinct parts of `cells` of one to `most` tiles. `cells` is sorted.
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

/// `true` if no play can score past the range of the sums. All real games stay far below.
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
    // The main word, one cross word for each tile, and the bonus, in thousandths of a point.
    (letters * most + layout.rack() as f64 * letters * 4.0 + bonus) * 1000.0 < f64::from(i32::MAX)
}

impl Scratch {
    /// Updates the cross-checks and lanes that have changed since the last call.
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
            let start = setup.layout().start();
            changed[0] |= 1 << start.row;
            changed[1] |= u64::from(self.first_down) << start.column;
            self.empty = empty;
        }
        self.fresh = false;
        for direction in 0..2 {
            self.stale[direction] |= self.changed[direction];
            self.stale_prefixes[direction] |= self.changed[direction];
        }
        let start = empty.then_some(setup.layout().start());
        for lane in &mut self.lanes {
            if self.changed[usize::from(lane.direction == Direction::Down)] >> lane.number & 1 != 0 {
                let checks = self.checks.lane(lane.direction, usize::from(lane.number));
                let start = start.filter(|_| lane.direction == Direction::Across || self.first_down);
                lane.renew(board, points, checks, start);
            }
        }
    }

    /// Finds the plays from the words of the index. `false` if they have to be found by a walk.
    fn by_words<S: MoveSink>(&mut self, index: Option<&WordIndex>, tiles: &Rack, sink: &mut S) -> bool {
        let Some(index) = index.filter(|index| index.has_words()) else { return false };
        let Scratch { lanes, rack, strip, word_places, stale, .. } = self;
        let can = word_places.renew(lanes, stale, tiles, rack);
        if can {
            word_places.search(lanes, tiles, rack, index, strip, sink);
        }
        can
    }

    fn walk<G: MaskedGraph<Node = u64>, S: MoveSink>(
        &mut self,
        graph: &G,
        generator: &Generator<'_>,
        tiles: &Rack,
        leaves: Option<&dyn Leaves>,
        sink: &mut S,
    ) {
        let kind = generator.kind;
        if !S::BOUNDED {
            if !self.by_prefixes(graph, kind, tiles, leaves, sink) {
                self.walk_all(graph, leaves, sink, kind);
            }
            return;
        }
        let Scratch { lanes, rack, strip, bounds, .. } = self;
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
            let mut walk = Walk::new(graph, lane, rack, leaves, sink, strip);
            walk.bounds = table;
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

    /// Generates every play from the prefixes of the rack. `false` if rack or scores do not allow it, or if there are
    /// too many.
    fn by_prefixes<G: MaskedGraph<Node = u64>, S: MoveSink>(
        &mut self,
        graph: &G,
        kind: GraphKind,
        tiles: &Rack,
        leaves: Option<&dyn Leaves>,
        sink: &mut S,
    ) -> bool {
        let Scratch { lanes, rack, strip, prefixes, stale_prefixes, .. } = self;
        if !RackPrefixes::takes(tiles, rack) || !prefixes.renew(lanes, stale_prefixes) {
            return false;
        }
        if !prefixes.find(graph, kind, rack, leaves, S::KEEPS) {
            return false;
        }
        for (number, lane) in lanes.iter().enumerate() {
            prefixes.plays(number, kind, &mut Walk::new(graph, lane, rack, leaves, sink, strip));
        }
        true
    }

    /// Generates every play. Anchors without a tile before them are searched together on the DAWG, the others one by
    /// one.
    fn walk_all<G: MaskedGraph, S: MoveSink>(
        &mut self,
        graph: &G,
        leaves: Option<&dyn Leaves>,
        sink: &mut S,
        kind: GraphKind,
    ) {
        let Scratch { lanes, rack, strip, batch, members, .. } = self;
        members.clear();
        for (number, lane) in lanes.iter().enumerate() {
            let mut walk = Walk::new(graph, lane, rack, leaves, sink, strip);
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
            let walk = Walk::new(graph, &lanes[0], rack, leaves, sink, strip);
            BatchWalk::new(walk, lanes, batch).plays_at_batch();
        }
    }
}
