//! Sinks for plays: they keep all plays, keep the best few, or only count them.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

use crate::board::{Cell, Direction, MAX_SIDE, Placement, Square, Tiles};

use super::Equity;
use super::ending::Ending;
use super::prefixes::PrefixPlays;
use super::rack_state::TileUse;
use super::sorting::Sorter;

/// The order of plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Order {
    /// By score.
    #[default]
    Score,
    /// By score plus leave value, then by score.
    Equity,
}

/// A play as the generator finds it. Its placement is made only on demand.
pub(super) struct Candidate<'a> {
    /// The score.
    pub score: i32,
    /// Score plus leave value.
    pub equity: Equity,
    /// The direction of the main word.
    pub direction: Direction,
    pub(super) lane: u8,
    pub(super) start: u8,
    pub(super) laid: u32,
    pub(super) strip: &'a [Cell; MAX_SIDE],
}

impl Candidate<'_> {
    /// The placement, in its normal form. Linear in the number of tiles laid.
    #[inline]
    pub fn placement(&self) -> Placement {
        let mut tiles = Tiles::NONE;
        let mut laid = self.laid;
        while laid != 0 {
            tiles.push(self.strip[(laid.trailing_zeros() & 31) as usize]);
            laid &= laid - 1;
        }
        let start = Square::on_lane(self.direction, usize::from(self.lane), usize::from(self.start));
        Placement { start, direction: self.direction, tiles }
    }

    /// The play as a value of its own.
    #[inline]
    pub fn play(&self) -> Play {
        Play { placement: self.placement(), score: self.score, equity: self.equity }
    }

    #[inline]
    fn key(&self, order: Order) -> Equity {
        match order {
            Order::Score => Equity::from_points(self.score),
            Order::Equity => self.equity,
        }
    }
}

/// A play with its score and its equity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Play {
    /// The tiles and their place.
    pub placement: Placement,
    /// The score.
    pub score: i32,
    /// Score plus leave value.
    pub equity: Equity,
}

impl Play {
    /// Compares plays, best first: by score or equity, then by row, column and direction of the main word, then by
    /// its tiles. Two plays of one position are never equal.
    #[inline]
    pub fn compare(&self, other: &Play, order: Order) -> Ordering {
        let key = |play: &Play| match order {
            Order::Score => (Reverse(Equity::from_points(play.score)), Reverse(play.score)),
            Order::Equity => (Reverse(play.equity), Reverse(play.score)),
        };
        key(self).cmp(&key(other)).then_with(|| self.placement.cmp(&other.placement))
    }
}

/// Receives plays as they are found.
pub(super) trait MoveSink {
    /// `true` if the sink may have a [`floor`](MoveSink::floor). Anchors are then searched best first, and only while
    /// they can reach the floor.
    const BOUNDED: bool = false;

    /// `true` if the sink needs the tiles of plays that come from [prefixes](MoveSink::push_prefixes).
    const KEEPS: bool = true;

    /// The order that the [`floor`](MoveSink::floor) refers to.
    #[inline]
    fn order(&self) -> Order {
        Order::Score
    }

    /// The least score or equity that the sink still keeps; `None` if it keeps all plays. It may rise while plays are
    /// generated, but never fall.
    #[inline]
    fn floor(&self) -> Option<Equity> {
        None
    }

    /// Receives a play.
    fn push(&mut self, play: &Candidate<'_>);

    /// Receives plays that differ in one letter.
    #[inline]
    fn push_ending(&mut self, ending: Ending<'_>) {
        ending.candidates(|play| self.push(play));
    }

    /// Receives plays that begin with prefixes of the rack. Only sinks without a floor do.
    #[inline]
    fn push_prefixes(&mut self, _: &PrefixPlays<'_>) {}
}

/// Keeps every play, in the order of generation until it is sorted.
#[derive(Clone, Debug, Default)]
pub struct All {
    plays: Vec<Play>,
    sorter: Sorter,
}

impl All {
    /// An empty list of plays.
    #[inline]
    pub fn new() -> All {
        All::default()
    }

    /// Forgets the plays and keeps the memory.
    #[inline]
    pub fn clear(&mut self) {
        self.plays.clear();
    }

    /// The plays.
    #[inline]
    pub fn plays(&self) -> &[Play] {
        &self.plays
    }

    /// Sorts the plays, best first; see [`Play::compare`]. Keeps memory for another list of them.
    #[inline]
    pub fn sort(&mut self, order: Order) {
        self.sorter.sort(&mut self.plays, order);
    }

    /// The plays, best first.
    #[inline]
    pub fn into_sorted(mut self, order: Order) -> Vec<Play> {
        self.sort(order);
        self.plays
    }
}

impl MoveSink for All {
    #[inline]
    fn push(&mut self, play: &Candidate<'_>) {
        self.plays.push(play.play());
    }

    #[inline]
    fn push_ending(&mut self, ending: Ending<'_>) {
        ending.plays(|play| self.plays.push(play));
    }

    #[inline]
    fn push_prefixes(&mut self, prefixes: &PrefixPlays<'_>) {
        self.plays.reserve(prefixes.fitting.count_ones() as usize);
        prefixes.plays(|play| self.plays.push(play));
    }
}

/// Keeps the best play.
#[derive(Clone, Debug, Default)]
pub(super) struct Best {
    order: Order,
    best: Option<Play>,
    floor: Option<Equity>,
}

impl Best {
    /// A sink without a play.
    #[inline]
    pub fn new(order: Order) -> Best {
        Best { order, best: None, floor: None }
    }

    /// The best play.
    #[inline]
    pub fn best(&self) -> Option<&Play> {
        self.best.as_ref()
    }
}

impl MoveSink for Best {
    const BOUNDED: bool = true;

    #[inline]
    fn order(&self) -> Order {
        self.order
    }

    #[inline]
    fn floor(&self) -> Option<Equity> {
        self.floor
    }

    #[inline]
    fn push(&mut self, play: &Candidate<'_>) {
        let key = play.key(self.order);
        if self.floor.is_some_and(|floor| key < floor) {
            return;
        }
        let play = play.play();
        if self.best.is_none_or(|best| play.compare(&best, self.order).is_lt()) {
            self.floor = Some(key);
            self.best = Some(play);
        }
    }
}

/// A play with the order that it is compared by. The greatest is the worst.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Ranked(Play, Order);

impl Ord for Ranked {
    #[inline]
    fn cmp(&self, other: &Ranked) -> Ordering {
        self.0.compare(&other.0, self.1)
    }
}

impl PartialOrd for Ranked {
    #[inline]
    fn partial_cmp(&self, other: &Ranked) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Keeps the best plays, up to a limit.
#[derive(Clone, Debug)]
pub struct Top {
    limit: usize,
    order: Order,
    /// The worst play is on top.
    kept: BinaryHeap<Ranked>,
    floor: Option<Equity>,
}

impl Top {
    /// A sink that keeps at most `limit` plays.
    #[inline]
    pub fn new(limit: usize, order: Order) -> Top {
        let floor = (limit == 0).then_some(Equity::from_thousandths(i32::MAX));
        Top { limit, order, kept: BinaryHeap::with_capacity(limit.min(1024)), floor }
    }

    /// Forgets the plays and keeps the memory.
    #[inline]
    pub fn clear(&mut self) {
        self.kept.clear();
        self.floor = (self.limit == 0).then_some(Equity::from_thousandths(i32::MAX));
    }

    /// The plays, best first.
    #[inline]
    pub fn into_sorted(self) -> Vec<Play> {
        self.kept.into_sorted_vec().into_iter().map(|ranked| ranked.0).collect()
    }
}

impl MoveSink for Top {
    const BOUNDED: bool = true;

    #[inline]
    fn order(&self) -> Order {
        self.order
    }

    #[inline]
    fn floor(&self) -> Option<Equity> {
        self.floor
    }

    #[inline]
    fn push(&mut self, play: &Candidate<'_>) {
        if self.floor.is_some_and(|floor| play.key(self.order) < floor) {
            return;
        }
        let ranked = Ranked(play.play(), self.order);
        if self.kept.len() < self.limit {
            self.kept.push(ranked);
        } else if let Some(mut worst) = self.kept.peek_mut()
            && ranked < *worst
        {
            *worst = ranked;
        }
        if self.kept.len() == self.limit
            && let Some(Ranked(worst, order)) = self.kept.peek()
        {
            self.floor = Some(match order {
                Order::Score => Equity::from_points(worst.score),
                Order::Equity => worst.equity,
            });
        }
    }
}

/// Counts plays and adds up their scores.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// The number of plays.
    pub plays: u64,
    /// The best score; 0 without plays.
    pub best: i32,
    /// The sum of all scores.
    pub total: i64,
    /// The number of plays by the number of tiles laid; the last entry also counts plays of more tiles.
    pub by_tiles: [u64; 16],
}

impl Count {
    /// Adds `plays` plays of this score that lay `tiles` tiles.
    #[inline]
    fn add(&mut self, plays: u64, tiles: usize, score: i32) {
        self.plays += plays;
        self.total += plays as i64 * i64::from(score);
        self.best = self.best.max(score);
        self.by_tiles[tiles.min(15)] += plays;
    }
}

impl MoveSink for Count {
    const KEEPS: bool = false;

    #[inline]
    fn push(&mut self, play: &Candidate<'_>) {
        self.add(1, play.laid.count_ones() as usize, play.score);
    }

    #[inline]
    fn push_ending(&mut self, ending: Ending<'_>) {
        if ending.tile_use == TileUse::Blank {
            return self.add(ending.letters.len() as u64, ending.count, ending.base);
        }
        for letter in ending.letters {
            self.add(1, ending.count, ending.score(usize::from(letter.number()) & 63));
        }
    }

    #[inline]
    fn push_prefixes(&mut self, prefixes: &PrefixPlays<'_>) {
        let (mut total, mut best) = (0, self.best);
        prefixes.for_each(|_, score| {
            total += i64::from(score);
            best = best.max(score);
        });
        let plays = u64::from(prefixes.fitting.count_ones());
        (self.total, self.best) = (self.total + total, best);
        self.plays += plays;
        self.by_tiles[prefixes.count.min(15)] += plays;
    }
}
