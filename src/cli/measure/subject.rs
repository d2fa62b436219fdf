//! What a format under test can do.

use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::Duration;

use super::error::BenchError;
use super::input::Input;
use super::questions::Questions;
use super::task::Task;

/// A format that holds the list.
pub trait Subject {
    /// Its name.
    fn name(&self) -> &'static str;
    /// Its size in bytes; `None` for a format that holds only a GADDAG.
    fn bytes(&self) -> Option<u64>;
    /// Builds the GADDAG; returns its size in bytes, or `None` if the format has no GADDAG.
    ///
    /// # Errors
    /// [`BenchError`] if the GADDAG cannot be built.
    fn add_gaddag(&mut self, _input: &Input<'_>) -> Result<Option<u64>, BenchError> {
        Ok(None)
    }
    /// Runs a task once; returns the answer and the time, or `None` if the format does not support the task.
    ///
    /// # Errors
    /// [`BenchError`] if plays cannot be generated.
    fn ask(&self, task: Task, questions: &Questions) -> Result<Option<(u64, Duration)>, BenchError>;
}

/// Looks words up in an order that depends on the answers; returns the last position.
pub fn chain(keys: usize, mut has: impl FnMut(usize) -> bool) -> u64 {
    let mut at = 0;
    for _ in 0..keys {
        at += 1 + usize::from(black_box(has(at)));
        if at >= keys {
            at -= keys;
        }
    }
    at as u64
}

/// Counts an element of an enumeration, which then continues.
pub fn counted(count: &mut u64) -> ControlFlow<()> {
    *count += 1;
    ControlFlow::Continue(())
}
