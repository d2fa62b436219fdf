//! What is known of each candidate, and what to search next.
//!
//! The most promising candidate is searched first: that with the best chance by what is known, less a charge that grows
//! with the logarithm of the positions spent on it. Of its draws, the one that seems worst comes first, because one loss
//! more may exclude the candidate. Limits grow fourfold from try to try.

use std::cmp::Ordering;

use crate::board::{Cell, Move, Tiles};
use crate::random::{Random, mixed};

use super::draws::{Draw, Draws};
use super::tree::{NoValue, OPEN, PLAYING_ON, Window};
use super::{PreEndgameMove, PreEndgameSolution};

/// The draws with which each candidate is played on before any is searched.
const FIRST: usize = 2;

/// The draws that are played on in one task.
const PLAYED: usize = 16;

/// The most tiles that a move may leave in the bag to be searched; with more, it is only played on.
const MOST_LEFT: usize = 2;

/// The limit of positions of the first try, and the tries to find out who wins, and the spread.
const FIRST_LIMIT: u64 = 1000;
const TRIES: u8 = 12;
const SPREAD_TRIES: u8 = 5;

/// The candidates whose spread is searched if they win as often as the best.
const TIES: usize = 8;

/// The charge for each doubling of the positions spent on a draw.
const CHARGE: f64 = 0.02;

/// What is known of a candidate with one draw.
#[derive(Clone, Copy, Debug)]
struct Case {
    draw: Draw,
    /// The spread at the end of the game, estimated; the true one if `exact`.
    about: Option<i32>,
    /// Who wins, if that is proven: `Greater` if the player on turn does.
    proven: Option<Ordering>,
    exact: bool,
    tries: u8,
    busy: bool,
}

struct Candidate {
    play: Move,
    score: i32,
    cases: Vec<Case>,
    /// The tiles that it leaves in the bag.
    left: usize,
    /// The positions spent.
    spent: u64,
    /// Twice the least and the most number of draws won, a tie being half of one.
    least: u64,
    most: u64,
    /// The chance by what is known, from 0 to 1.
    chance: f64,
    spread: f64,
    played_on: usize,
}

/// Something to search.
pub(super) struct Task {
    pub candidate: usize,
    /// The draws; more than one only if they are played on.
    pub cases: Vec<usize>,
    /// The window of values and the limit of positions; `None` to play on.
    pub search: Option<(Window, u64)>,
}

pub(super) struct Schedule {
    candidates: Vec<Candidate>,
    pub draws: Draws,
    bag: usize,
    /// The spread before the move.
    lead: i32,
    seed: u64,
    pub running: usize,
}

/// The chance to win that an estimate of the spread stands for.
fn likely(about: i32) -> f64 {
    0.5 + 0.5 * (f64::from(about) / 40.0).tanh()
}

impl Candidate {
    /// Sums up what is known.
    fn sum(&mut self) {
        let (mut won, mut lost, mut all) = (0, 0, 0);
        let (mut chance, mut spread, mut known) = (0.0, 0.0, 0.0);
        for case in &self.cases {
            let weight = case.draw.weight;
            all += weight;
            match case.proven {
                Some(Ordering::Greater) => won += 2 * weight,
                Some(Ordering::Equal) => (won, lost) = (won + weight, lost + weight),
                Some(Ordering::Less) => lost += 2 * weight,
                None => {}
            }
            if let Some(about) = case.about {
                let weight = weight as f64;
                let win = match case.proven {
                    Some(Ordering::Greater) => 1.0,
                    Some(Ordering::Equal) => 0.5,
                    Some(Ordering::Less) => 0.0,
                    None => likely(about),
                };
                chance += weight * win;
                spread += weight * f64::from(about);
                known += weight;
            }
        }
        (self.least, self.most) = (won, 2 * all - lost);
        if known > 0.0 {
            (self.chance, self.spread) = (chance / known, spread / known);
        }
        self.played_on = self.cases.iter().filter(|case| case.about.is_some()).count();
    }

    fn is_searchable(&self) -> bool {
        self.left <= MOST_LEFT
    }

    /// How soon the candidate is searched; the greatest first.
    fn priority(&self) -> f64 {
        let spent = self.spent as f64 / self.cases.len().max(1) as f64;
        self.chance - CHARGE * (1.0 + spent / FIRST_LIMIT as f64).log2()
    }

    /// The draws to play on next: spread evenly over all of them.
    fn to_play_on(&self, most: usize) -> Vec<usize> {
        let count = self.cases.len();
        let step = (count / FIRST).max(1);
        let spread = (0..step).flat_map(|first| (first..count).step_by(step));
        spread.filter(|&at| self.cases[at].about.is_none() && !self.cases[at].busy).take(most).collect()
    }

    /// The draw to search next.
    fn to_search(&self, tries: u8, is_open: impl Fn(&Case) -> bool) -> Option<usize> {
        let cases = self.cases.iter().enumerate();
        let open = cases.filter(|(_, case)| !case.busy && case.tries < tries && is_open(case));
        open.min_by_key(|(_, case)| (case.tries, case.about)).map(|(at, _)| at)
    }
}

impl Schedule {
    /// The candidates, in the order in which they are played on. `size` is the number of tiles on a full rack, of which
    /// the player on turn has `own`.
    pub fn new(
        moves: Vec<(Move, i32)>,
        draws: Draws,
        bag: usize,
        lead: i32,
        (own, size): (usize, usize),
        seed: u64,
    ) -> Schedule {
        let cases_by_count: Vec<Vec<Case>> = (0..=bag)
            .map(|count| {
                let case = |draw| Case { draw, about: None, proven: None, exact: false, tries: 0, busy: false };
                draws.drawn(count).into_iter().map(case).collect()
            })
            .collect();
        let candidates = moves.into_iter().map(|(play, score)| {
            let drawn = (size + play.tiles().len()).saturating_sub(own).min(bag);
            let returned = if let Move::Exchange(tiles) = &play { tiles.len() } else { 0 };
            let mut candidate = Candidate {
                play,
                score,
                cases: cases_by_count[drawn].clone(),
                left: bag - drawn + returned,
                spent: 0,
                least: 0,
                most: 0,
                chance: 0.5,
                spread: 0.0,
                played_on: 0,
            };
            candidate.sum();
            candidate
        });
        Schedule { candidates: candidates.collect(), draws, bag, lead, seed, running: 0 }
    }

    /// The move of a task.
    pub fn play(&self, task: &Task) -> (Move, i32) {
        let candidate = &self.candidates[task.candidate];
        (candidate.play, candidate.score)
    }

    /// The tiles in the bag, in order, with a draw of a candidate. Exchanged tiles are mixed with those that are not drawn.
    pub fn order(&self, candidate: usize, case: usize) -> (Tiles, Vec<Cell>) {
        let Candidate { play, cases, .. } = &self.candidates[candidate];
        let order = cases[case].draw.order;
        let mut bag = order.to_vec();
        if let Move::Exchange(tiles) = play {
            bag.extend_from_slice(tiles);
            Random::new(mixed(self.seed ^ case as u64)).shuffle(&mut bag[tiles.len()..]);
        }
        (order, bag)
    }

    /// Twice the number of draws that some candidate is proven to win.
    fn best(&self) -> u64 {
        self.candidates.iter().map(|candidate| candidate.least).max().unwrap_or(0)
    }

    /// What to search next; `None` if there is nothing, or if it is being searched.
    pub fn next(&mut self) -> Option<Task> {
        let task = self.find()?;
        task.cases.iter().for_each(|&case| self.candidates[task.candidate].cases[case].busy = true);
        self.running += 1;
        Some(task)
    }

    fn find(&self) -> Option<Task> {
        for (at, candidate) in self.candidates.iter().enumerate() {
            let least = FIRST.min(candidate.cases.len());
            if candidate.played_on < least {
                let cases = candidate.to_play_on(least - candidate.played_on);
                if !cases.is_empty() {
                    return Some(Task { candidate: at, cases, search: None });
                }
            }
        }
        let best = self.best();
        let mut open: Vec<usize> = (0..self.candidates.len()).filter(|&at| self.candidates[at].most > best).collect();
        open.sort_by(|&a, &b| self.candidates[b].priority().total_cmp(&self.candidates[a].priority()));
        let is_decided = open.is_empty();
        for at in open {
            let candidate = &self.candidates[at];
            let cases = candidate.to_play_on(PLAYED);
            if !cases.is_empty() {
                return Some(Task { candidate: at, cases, search: None });
            }
            if candidate.is_searchable()
                && let Some(case) = candidate.to_search(TRIES, |case| case.proven.is_none())
            {
                let window = [-self.lead - 1, -self.lead + 1];
                return Some(self.search(at, case, window));
            }
        }
        if is_decided { self.find_spread(best) } else { None }
    }

    /// The next search for the spread, which decides between candidates that win equally often.
    fn find_spread(&self, best: u64) -> Option<Task> {
        let mut ties: Vec<usize> = (0..self.candidates.len()).filter(|&at| self.candidates[at].most == best).collect();
        ties.sort_by(|&a, &b| self.candidates[b].spread.total_cmp(&self.candidates[a].spread));
        ties.truncate(TIES);
        for at in ties {
            let candidate = &self.candidates[at];
            let cases = candidate.to_play_on(PLAYED);
            if !cases.is_empty() {
                return Some(Task { candidate: at, cases, search: None });
            }
            if candidate.is_searchable()
                && let Some(case) = candidate.to_search(SPREAD_TRIES, |case| !case.exact)
            {
                return Some(self.search(at, case, OPEN));
            }
        }
        None
    }

    fn search(&self, candidate: usize, case: usize, window: Window) -> Task {
        let limit = FIRST_LIMIT << (2 * self.candidates[candidate].cases[case].tries);
        Task { candidate, cases: vec![case], search: Some((window, limit)) }
    }

    /// Notes what a task found: a value for each of its draws.
    pub fn record(&mut self, task: &Task, found: &[Result<i32, NoValue>], nodes: u64) {
        self.running -= 1;
        let candidate = &mut self.candidates[task.candidate];
        candidate.spent += nodes.max(PLAYING_ON);
        for (&at, found) in task.cases.iter().zip(found) {
            let case = &mut candidate.cases[at];
            match (found, task.search) {
                (&Ok(value), None) => case.about = Some(self.lead + value),
                (&Ok(value), Some((window, _))) => {
                    let spread = self.lead + value;
                    case.proven = Some(spread.cmp(&0));
                    // A value outside the window is a bound.
                    case.exact = value > window[0] && value < window[1];
                    case.about = Some(match case.about {
                        Some(about) if !case.exact && spread > 0 => about.max(spread),
                        Some(about) if !case.exact && spread < 0 => about.min(spread),
                        _ => spread,
                    });
                }
                (Err(NoValue::Limit(about)), _) => {
                    case.tries += 1;
                    if case.proven.is_none()
                        && let Some(about) = about
                    {
                        case.about = Some(self.lead + about);
                    }
                }
                (Err(NoValue::Stopped), _) => {}
            }
        }
        task.cases.iter().for_each(|&case| candidate.cases[case].busy = false);
        candidate.sum();
    }

    /// The moves as they are so far, the best first.
    pub fn solution(&self, nodes: u64) -> PreEndgameSolution {
        let best = self.best();
        let mut moves: Vec<(f64, PreEndgameMove)> = self
            .candidates
            .iter()
            .map(|candidate| {
                let mut found = PreEndgameMove {
                    play: candidate.play,
                    score: candidate.score,
                    draws: 0,
                    wins: 0,
                    ties: 0,
                    proven: 0,
                    spread: candidate.spread,
                    exact: true,
                    dropped: candidate.most < best,
                };
                for case in &candidate.cases {
                    let Some(about) = case.about else {
                        found.exact = false;
                        continue;
                    };
                    found.draws += case.draw.weight;
                    match case.proven.unwrap_or(about.cmp(&0)) {
                        Ordering::Greater => found.wins += case.draw.weight,
                        Ordering::Equal => found.ties += case.draw.weight,
                        Ordering::Less => {}
                    }
                    found.proven += if case.proven.is_some() { case.draw.weight } else { 0 };
                    found.exact &= case.exact;
                }
                (if found.draws == 0 { -1.0 } else { candidate.chance }, found)
            })
            .collect();
        moves.sort_by(|(a, first), (b, second)| b.total_cmp(a).then(second.spread.total_cmp(&first.spread)));
        let is_decided = self.candidates.iter().all(|candidate| candidate.most <= best);
        PreEndgameSolution {
            moves: moves.into_iter().map(|(_, found)| found).collect(),
            bag: self.bag,
            draws: self.draws.total,
            all_draws: self.draws.all,
            sampled: self.draws.sampled,
            proven: is_decided && !self.draws.sampled,
            nodes,
        }
    }
}
