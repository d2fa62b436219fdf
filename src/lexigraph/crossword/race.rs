//! Several searches for the same grid at the same time.

use std::sync::atomic::{AtomicBool, Ordering};

use super::error::CrosswordError;
use super::fill::{FillEnd, FillProgress, Filler};
use super::grid::CrosswordGrid;
use super::list::FillList;
use crate::parallel;

/// The search that has ended first.
pub struct FirstFill {
    /// Its seed.
    pub seed: u64,
    /// The search, which can be asked for further fills.
    pub filler: Filler,
    /// Its end.
    pub end: FillEnd,
}

/// Searches with each of these seeds at once, as many as there are threads, and ends with the first that fills the grid or
/// proves it impossible. A search for a hard grid takes a time that differs from seed to seed, so the first of several
/// is there much sooner. Which one is first is not the same each time; its seed alone finds the same fill again.
/// `watch` is called with the progress of any of them; all end if it returns `false`.
///
/// # Errors
/// As [`Filler::new`].
///
/// # Panics
/// If there is no seed.
pub fn first_fill(
    grid: &CrosswordGrid,
    list: &FillList,
    seeds: &[u64],
    watch: &(dyn Fn(&FillProgress) -> bool + Sync),
) -> Result<FirstFill, CrosswordError> {
    let ended = AtomicBool::new(false);
    let search = |seed: u64| -> Result<FirstFill, CrosswordError> {
        let mut filler = Filler::new(grid, list, seed)?;
        let end = filler.next(&mut |progress| !ended.load(Ordering::Relaxed) && watch(progress));
        if end != FillEnd::Stopped {
            ended.store(true, Ordering::Relaxed);
        }
        Ok(FirstFill { seed, filler, end })
    };
    let searches = parallel::map(seeds.to_vec(), 1, search);
    let mut best: Option<FirstFill> = None;
    for found in searches {
        let found = found?;
        // Two may end at the same time; of those that were stopped, the one that came furthest is kept.
        let rank = |fill: &FirstFill| (fill.end != FillEnd::Stopped, fill.filler.progress().filled);
        if best.as_ref().is_none_or(|best| rank(&found) > rank(best)) {
            best = Some(found);
        }
    }
    Ok(best.expect("bug: a search has a seed"))
}
