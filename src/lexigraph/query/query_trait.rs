//! The trait that all queries implement.

use std::ops::ControlFlow;

use crate::alphabet::Tile;
use crate::image::ErasedGraph;

/// A query whose answers are words.
///
/// The graph must be a DAWG, such as `image.dawg()?.0`.
pub trait Query {
    /// Calls `each` with every answer, in collation order, until `each` breaks.
    ///
    /// The method is not generic, so the walks are compiled once, in this crate. The price is one indirect call per
    /// answer.
    fn for_each(&self, graph: &ErasedGraph<'_>, each: &mut dyn FnMut(&[Tile]) -> ControlFlow<()>) -> ControlFlow<()>;

    /// Collects all answers.
    fn words(&self, graph: &ErasedGraph<'_>) -> Vec<Vec<Tile>> {
        let mut words = Vec::new();
        let _ = self.for_each(graph, &mut |word| {
            words.push(word.to_vec());
            ControlFlow::Continue(())
        });
        words
    }

    /// Counts the answers.
    fn count(&self, graph: &ErasedGraph<'_>) -> u64 {
        let mut count = 0;
        let _ = self.for_each(graph, &mut |_| {
            count += 1;
            ControlFlow::Continue(())
        });
        count
    }
}
