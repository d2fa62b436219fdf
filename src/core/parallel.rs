//! Parallel work on all cores with the feature `parallel`; without it, the same work in order on one thread.
//!
//! Results do not depend on the number of threads. No other module uses the thread pool.

use std::cmp::Ordering;
use std::ops::Range;

use thiserror::Error;

/// The most threads of a pool. Each takes memory and an entry in the tables of the system, and more than there are cores
/// do not make anything faster.
pub const MOST_THREADS: usize = 1024;

/// The system could not start threads.
#[derive(Debug, Error)]
#[error("cannot start threads: {message}")]
pub struct ThreadError {
    /// The message of the system.
    pub message: String,
}

/// A thread pool. Parallel work outside of [`run`](Threads::run) uses one thread for each core.
#[derive(Debug)]
pub struct Threads {
    #[cfg(feature = "parallel")]
    pool: rayon::ThreadPool,
}

impl Threads {
    /// Starts `count` threads, or one for each core if `count` is 0.
    ///
    /// # Errors
    /// [`ThreadError`] if the system cannot start the threads, or if they are more than [`MOST_THREADS`].
    pub fn new(count: usize) -> Result<Threads, ThreadError> {
        if count > MOST_THREADS {
            return Err(ThreadError { message: format!("{count} are wanted, {MOST_THREADS} is the most") });
        }
        #[cfg(feature = "parallel")]
        return match rayon::ThreadPoolBuilder::new().num_threads(count).build() {
            Ok(pool) => Ok(Threads { pool }),
            Err(error) => Err(ThreadError { message: error.to_string() }),
        };
        #[cfg(not(feature = "parallel"))]
        {
            let _ = count;
            Ok(Threads {})
        }
    }

    /// Runs `work` on these threads.
    pub fn run<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        #[cfg(feature = "parallel")]
        return self.pool.install(work);
        #[cfg(not(feature = "parallel"))]
        work()
    }
}

/// Starts the threads for work outside of a pool, one for each core. `false` if the system does not start them: then the
/// work is done on the thread of the caller.
#[cfg(feature = "parallel")]
fn is_parallel() -> bool {
    use std::error::Error as _;
    use std::sync::OnceLock;

    static STARTED: OnceLock<bool> = OnceLock::new();
    // A program around this library may have started them already, which is an error without a cause.
    let start = || rayon::ThreadPoolBuilder::new().build_global().map_or_else(|error| error.source().is_none(), |()| true);
    rayon::current_thread_index().is_some() || *STARTED.get_or_init(start)
}

/// The number of threads for parallel work of the caller.
pub fn threads() -> usize {
    #[cfg(feature = "parallel")]
    if is_parallel() {
        return rayon::current_num_threads();
    }
    1
}

/// The index of the current thread, less than [`threads`]; 0 outside of parallel work.
pub fn thread_index() -> usize {
    #[cfg(feature = "parallel")]
    return rayon::current_thread_index().unwrap_or(0);
    #[cfg(not(feature = "parallel"))]
    0
}

/// The items from which on threads sort; the thread pool sorts fewer on one thread as well, but would first be started.
#[cfg(feature = "parallel")]
const WORTH_SORTING: usize = 2000;

/// Sorts items. The order of equal items may change.
pub fn sort_unstable_by<T: Send>(items: &mut [T], compare: impl Fn(&T, &T) -> Ordering + Sync) {
    #[cfg(feature = "parallel")]
    if items.len() >= WORTH_SORTING && is_parallel() {
        return rayon::slice::ParallelSliceMut::par_sort_unstable_by(items, compare);
    }
    items.sort_unstable_by(compare);
}

/// Sorts items. The order of equal items does not change.
pub fn sort_by<T: Send>(items: &mut [T], compare: impl Fn(&T, &T) -> Ordering + Sync) {
    #[cfg(feature = "parallel")]
    if items.len() >= WORTH_SORTING && is_parallel() {
        return rayon::slice::ParallelSliceMut::par_sort_by(items, compare);
    }
    items.sort_by(compare);
}

/// Divides so many items into one range for each thread, or into a single one if they are fewer than `least`. No items
/// have no range. Takes constant time for each thread.
pub fn parts(items: usize, least: usize) -> Vec<Range<usize>> {
    let threads = if items < least { 1 } else { threads() };
    let part = items.div_ceil(threads).max(1);
    (0..items).step_by(part).map(|from| from..(from + part).min(items)).collect()
}

/// The results of two tasks, which may run at the same time.
pub fn join<A: Send, B: Send>(first: impl FnOnce() -> A + Send, second: impl FnOnce() -> B + Send) -> (A, B) {
    #[cfg(feature = "parallel")]
    if threads() > 1 {
        return rayon::join(first, second);
    }
    (first(), second())
}

/// The results for all items, in the order of the items. Each thread takes at least `least` successive items.
pub fn map<T: Send, R: Send>(items: Vec<T>, least: usize, each: impl Fn(T) -> R + Sync + Send) -> Vec<R> {
    #[cfg(feature = "parallel")]
    // A single thread is no better than this one, whose memory can be used again. For a single item, none is started.
    if items.len() > 1 && threads() > 1 {
        use rayon::prelude::*;
        return items.into_par_iter().with_min_len(least).map(each).collect();
    }
    let _ = least;
    items.into_iter().map(each).collect()
}

/// The results for all numbers of a range, in ascending order of the numbers. Each thread has its own scratch value.
///
/// # Errors
/// An error that `each` returned for one of the numbers.
pub fn try_map_with<S, R: Send, E: Send>(
    range: Range<u64>,
    scratch: impl Fn() -> S + Sync + Send,
    each: impl Fn(&mut S, u64) -> Result<R, E> + Sync + Send,
) -> Result<Vec<R>, E> {
    #[cfg(feature = "parallel")]
    if is_parallel() {
        use rayon::prelude::*;
        return range.into_par_iter().map_init(scratch, each).collect();
    }
    let mut scratch = scratch();
    range.map(|number| each(&mut scratch, number)).collect()
}

/// Folds the numbers of a range: `step` folds successive numbers, starting with `start`, and `merge` combines the
/// results. The result of `merge` must not depend on the order.
///
/// # Errors
/// An error that `step` returned.
pub fn try_fold<S: Send, R: Send, E: Send>(
    range: Range<u64>,
    start: impl Fn() -> S + Sync + Send,
    step: impl Fn(S, u64) -> Result<S, E> + Sync + Send,
    result: impl Fn(S) -> R + Sync + Send,
    merge: impl Fn(R, R) -> R + Sync + Send,
) -> Result<Option<R>, E> {
    #[cfg(feature = "parallel")]
    if is_parallel() {
        use rayon::prelude::*;
        let parts = range.into_par_iter().try_fold(&start, &step).map(|part| part.map(&result));
        return parts.map(|part| part.map(Some)).try_reduce(
            || None,
            |one, other| {
                Ok(match (one, other) {
                    (Some(one), Some(other)) => Some(merge(one, other)),
                    (one, other) => one.or(other),
                })
            },
        );
    }
    let _ = merge;
    range.into_iter().try_fold(start(), step).map(|state| Some(result(state)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_those_of_one_thread() {
        for count in [1, 3] {
            Threads::new(count).unwrap().run(|| {
                let mut items: Vec<u64> = (0..1000).map(|number| number * 7919 % 1000).collect();
                sort_unstable_by(&mut items, u64::cmp);
                assert_eq!(items, (0..1000).collect::<Vec<_>>());
                sort_by(&mut items, |a, b| (a % 10).cmp(&(b % 10)));
                assert!(items.windows(2).all(|pair| (pair[0] % 10, pair[0]) < (pair[1] % 10, pair[1])));
                assert_eq!(
                    map((0..100).collect(), 7, |number: u64| number * 2),
                    (0..100).map(|n| n * 2).collect::<Vec<_>>()
                );
                let squares = try_map_with(0..50, || 1, |one, number| Ok::<_, u64>(number * number * *one));
                assert_eq!(squares, Ok((0..50).map(|number| number * number).collect()));
                assert_eq!(join(|| 1, || "two"), (1, "two"));
                let failed = try_map_with(0..50, || (), |(), number| if number == 31 { Err(number) } else { Ok(number) });
                assert_eq!(failed, Err(31));
                let sum = try_fold(0..101, || 0, |sum, number| Ok::<_, ()>(sum + number), |sum| sum, |a, b| a + b);
                assert_eq!(sum, Ok(Some(5050)));
                assert!(thread_index() < threads());
            });
        }
    }
}
