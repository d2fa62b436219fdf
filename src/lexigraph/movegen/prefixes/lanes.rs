//! The lanes on which prefixes are laid.

use crate::alphabet::Tile;
use crate::board::{MAX_SIDE, Square};
use crate::graph::{GraphKind, MaskedGraph, TileMask};
use crate::movegen::by_words::{MOST_TILES, premiums_fit};
use crate::movegen::gaddag::runs;
use crate::movegen::lane::{Lane, ScorePair};
use crate::movegen::rack_state::numbers;
use crate::movegen::sink::MoveSink;
use crate::movegen::walk::{Partial, Walk, follow};

use super::{PrefixPlays, RackPrefixes, SameLength, Values, first_node, product};

/// The squares of a lane, and some past its end.
const SQUARES: usize = MAX_SIDE + MOST_TILES;

/// A run of tiles.
#[derive(Clone, Copy, Debug)]
struct Run {
    first: usize,
    after: usize,
    /// The number of tiles that can be laid before it, without joining the run before.
    room: usize,
    /// Its first letter.
    head: usize,
    points: i32,
}

/// A lane as prefixes are laid on it.
#[derive(Debug)]
pub(super) struct LaneSpans {
    /// The squares for words that touch no tile on the lane: no tile lies beside them there.
    free: u64,
    /// The anchors among them: a word has to cover one.
    touching: u64,
    /// The squares with a word premium.
    words: u64,
    runs: Vec<Run>,
    /// The greatest room of a run.
    room: usize,
    /// The factors of a point for the main word before its multiplier, and for the cross word.
    main: [i16; SQUARES],
    cross: [i16; SQUARES],
    /// The scores of the other tiles of the cross words before each square.
    fixed: [i32; SQUARES],
}

impl LaneSpans {
    fn new() -> LaneSpans {
        let (main, cross, fixed) = ([0; SQUARES], [0; SQUARES], [0; SQUARES]);
        LaneSpans { free: 0, touching: 0, words: 0, runs: Vec::new(), room: 0, main, cross, fixed }
    }

    /// The letters that runs begin with, one bit each.
    pub fn heads(&self) -> u64 {
        self.runs.iter().fold(0, |heads, run| heads | 1 << run.head)
    }

    fn renew(&mut self, lane: &Lane) {
        self.free = lane.empty & !(lane.tiles << 1 | lane.tiles >> 1);
        self.touching = (lane.crossed | lane.start) & self.free;
        self.runs.clear();
        self.runs.extend(runs(lane).map(|run| Run {
            first: run.first,
            after: run.index + 1,
            room: run.first - run.leftmost,
            head: lane.cells[run.first].number().into(),
            points: lane.points[run.first..=run.index].iter().sum(),
        }));
        self.room = self.runs.iter().map(|run| run.room).max().unwrap_or(0);
        (self.words, self.fixed[0]) = (0, 0);
        if self.touching == 0 && self.room == 0 {
            return;
        }
        for (at, square) in lane.squares.iter().enumerate() {
            self.main[at] = square.gain.main() as i16;
            self.cross[at] = square.gain.cross() as i16;
            let (empty, fixed) = (lane.is_empty(at), square.fixed.cross());
            self.words |= u64::from(empty && square.word != 1) << at;
            self.fixed[at + 1] = self.fixed[at] + if empty { fixed } else { 0 };
        }
    }

    /// The factors of the tiles of a prefix before the word multiplier, that multiplier, and the score of the other
    /// tiles of cross words.
    #[inline]
    fn premiums(&self, lane: &Lane, start: usize, count: usize) -> Premiums {
        let mut word = 1;
        for at in numbers(self.words & ((1 << count) - 1) << start) {
            word *= lane.squares[at & 31].word;
        }
        let (mut main, mut cross) = ([0; MOST_TILES], [0; MOST_TILES]);
        main.copy_from_slice(&self.main[start..start + MOST_TILES]);
        cross.copy_from_slice(&self.cross[start..start + MOST_TILES]);
        Premiums { main, cross, word, fixed: self.fixed[start + count] - self.fixed[start] }
    }
}

/// The factors of the points of tiles on some squares.
struct Premiums {
    main: Values,
    cross: Values,
    /// The multiplier of the main word.
    word: i32,
    /// The score of the other tiles of the cross words.
    fixed: i32,
}

impl Premiums {
    /// The factors for the whole score.
    #[inline]
    fn factors(&self) -> Values {
        let word = self.word as i16;
        let mut factors = self.cross;
        #[allow(clippy::needless_range_loop, reason = "measured: iterators over arrays are not always inlined")]
        for at in 0..MOST_TILES {
            factors[at] = self.main[at].wrapping_mul(word).wrapping_add(factors[at]);
        }
        factors
    }
}

/// The prefixes of one length, 64 of them, on a lane.
struct Chunk<'c> {
    list: &'c SameLength,
    /// The number of tiles.
    count: usize,
    /// The number of the first prefix.
    first: usize,
    /// The number after the last.
    end: usize,
}

/// Memory that would cost more to clear each time than to use.
struct Buffers {
    /// The prefixes that fit, by their first square and seven more.
    fitting: [u64; SQUARES],
    /// The nodes within and after a run, with the numbers of the prefixes that lead to them.
    reached: [(u64, u8); 64],
}

impl RackPrefixes {
    /// Reads the lanes that have changed: `stale` has a bit for each lane across and down, and is cleared. `false` if
    /// scores may be too large.
    pub fn renew(&mut self, lanes: &[Lane], stale: &mut [u64; 2]) -> bool {
        if self.lanes.len() != lanes.len() {
            self.lanes.clear();
            self.lanes.resize_with(lanes.len(), LaneSpans::new);
            self.fits = lanes.iter().all(premiums_fit);
            *stale = [u64::MAX; 2];
        }
        for (spans, lane) in self.lanes.iter_mut().zip(lanes) {
            if stale[lane.direction as usize] >> lane.number & 1 != 0 {
                spans.renew(lane);
            }
        }
        *stale = [0; 2];
        self.fits
    }

    /// Pushes the plays of the lane of a walk, which has this number among all lanes.
    pub fn plays<G: MaskedGraph<Node = u64>, S: MoveSink>(&self, number: usize, kind: GraphKind, walk: &mut Walk<'_, G, S>) {
        let spans = &self.lanes[number];
        let lane = walk.lane;
        for run in &spans.runs {
            let Some(node) = first_node(walk.graph, kind, Tile::from_label(run.head as u8)) else { continue };
            if let Some((node, _)) = follow(walk.graph, node, &lane.cells[run.first + 1..run.after])
                && walk.goes_on(node, run.after)
            {
                let partial = Partial { sums: ScorePair::new(run.points, 0), ..Partial::NONE };
                walk.start = run.first;
                walk.right(node, run.after, partial, walk.rack.whole);
            }
        }
        let mut buffers = Buffers { fitting: [0; SQUARES], reached: [(0, 0); 64] };
        let (mut starts, mut touching) = (spans.free, spans.touching);
        for (count, list) in self.lengths.iter().enumerate().skip(1) {
            let mut free = 0;
            if count > 1 {
                starts &= spans.free >> (count - 1);
                touching |= touching >> 1;
                free = starts & touching;
            }
            if free == 0 && spans.room < count {
                continue;
            }
            for first in (0..list.prefixes.len()).step_by(64) {
                let end = list.prefixes.len().min(first + 64);
                self.chunk(spans, &Chunk { list, count, first, end }, free, &mut buffers, walk);
            }
        }
    }

    /// Pushes the plays that begin with one of 64 prefixes. `free` has the first squares of words that touch no tile.
    #[inline]
    fn chunk<G: MaskedGraph<Node = u64>, S: MoveSink>(
        &self,
        spans: &LaneSpans,
        chunk: &Chunk<'_>,
        free: u64,
        buffers: &mut Buffers,
        walk: &mut Walk<'_, G, S>,
    ) {
        let Chunk { list, count, first, .. } = *chunk;
        let lane = walk.lane;
        let Buffers { fitting, reached } = buffers;
        self.find_fitting(chunk, lane, walk.rack.whole.available(), fitting);
        let words = list.words[first / 64];
        for start in numbers(free) {
            let fitting = fitting[(start & 31) + MOST_TILES - 1] & words;
            if fitting != 0 {
                let premiums = spans.premiums(lane, start & 31, count);
                push(chunk, fitting, &premiums, 0, start, walk);
            }
        }
        let next = &list.next[first / 64 * self.heads.count..][..self.heads.count];
        for run in spans.runs.iter().filter(|run| run.room >= count) {
            let fitting = fitting[run.first - count + MOST_TILES - 1] & next[self.heads.of(run.head)];
            if fitting != 0 {
                through(spans, chunk, fitting, run, reached, walk);
            }
        }
    }

    /// Finds the prefixes that fit.
    #[allow(clippy::needless_range_loop, reason = "measured: iterators over arrays are not always inlined")]
    #[inline]
    fn find_fitting(&self, chunk: &Chunk<'_>, lane: &Lane, available: u64, fitting: &mut [u64; SQUARES]) {
        let places = &chunk.list.places[chunk.first / 64 * self.letters.count..][..self.letters.count];
        *fitting = [u64::MAX; SQUARES];
        // A prefix that ends before the square may have any letter there.
        let mut past = [0; MOST_TILES];
        for place in 0..MOST_TILES {
            past[place] = if place + chunk.count < MOST_TILES { u64::MAX } else { 0 };
        }
        for at in numbers(lane.crossed) {
            let mut allowed = past;
            for letter in numbers(lane.squares[at & 31].letters & available) {
                let places = &places[self.letters.of(letter)];
                for place in 0..MOST_TILES {
                    allowed[place] |= places[place];
                }
            }
            let first = at & 31;
            for place in 0..MOST_TILES {
                fitting[first + place] &= allowed[place];
            }
        }
    }
}

/// Pushes plays that lay prefixes and nothing more: words, or the beginning of a word that ends with a run worth
/// `points`.
#[inline]
fn push<G: MaskedGraph<Node = u64>, S: MoveSink>(
    chunk: &Chunk<'_>,
    fitting: u64,
    premiums: &Premiums,
    points: i32,
    start: usize,
    walk: &mut Walk<'_, G, S>,
) {
    let Chunk { list, count, first, end } = *chunk;
    walk.sink.push_prefixes(&PrefixPlays {
        values: &list.values[first..end],
        plays: list.plays.get(first..end).unwrap_or(&[]),
        fitting,
        count,
        factors: premiums.factors(),
        base: points * premiums.word + premiums.fixed + walk.rack.bonus[count],
        start: Square::on_lane(walk.lane.direction, usize::from(walk.lane.number), start),
        direction: walk.lane.direction,
    });
}

/// Pushes the plays that begin with prefixes before a run.
#[inline]
fn through<G: MaskedGraph<Node = u64>, S: MoveSink>(
    spans: &LaneSpans,
    chunk: &Chunk<'_>,
    fitting: u64,
    run: &Run,
    reached: &mut [(u64, u8); 64],
    walk: &mut Walk<'_, G, S>,
) {
    let Chunk { list, count, first, end } = *chunk;
    let (prefixes, values) = (&list.prefixes[first..end], &list.values[first..end]);
    let (lane, start) = (walk.lane, run.first - count);
    let premiums = spans.premiums(lane, start, count);
    let tiles = &lane.cells[run.first..run.after];
    let letters = if lane.is_empty(run.after) { lane.squares[run.after & 31].letters } else { 0 };
    walk.start = start;
    // Letter by letter for all: so their nodes are loaded from memory at the same time.
    let (mut length, mut ending) = (0, 0);
    for number in numbers(fitting) {
        if let Some(prefix) = prefixes.get(number)
            && let Some(arc) = walk.graph.child(prefix.node, Tile::from_label(run.head as u8))
        {
            reached[length & 63] = (arc.target, number as u8);
            length += 1;
            ending |= u64::from(arc.accepts) << number;
        }
    }
    for cell in &tiles[1..] {
        let before = length;
        (length, ending) = (0, 0);
        for at in 0..before {
            let (node, number) = reached[at & 63];
            if let Some(arc) = walk.graph.child(node, Tile::from_label(cell.number())) {
                reached[length & 63] = (arc.target, number);
                length += 1;
                ending |= u64::from(arc.accepts) << number;
            }
        }
    }
    for &(node, number) in reached.iter().take(if letters == 0 { 0 } else { length }) {
        let number = usize::from(number);
        let prefix = &prefixes[number];
        let among = letters & prefix.cursor.available();
        if among != 0 && walk.graph.may_have_any(node, TileMask::from_bits(among)) {
            for at in 0..count {
                walk.strip[(start + at) & 31] = prefix.cells[at & (MOST_TILES - 1)];
            }
            let main = run.points + product(&values[number], &premiums.main);
            let cross = premiums.fixed + product(&values[number], &premiums.cross);
            let partial = Partial { sums: ScorePair::new(main, cross), word: premiums.word };
            walk.right(node, run.after, partial, prefix.cursor);
        }
    }
    if ending != 0 && (count > 1 || lane.single >> start & 1 != 0) {
        push(chunk, ending, &premiums, run.points, start, walk);
    }
}
