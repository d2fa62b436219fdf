//! What a compilation reports.

use serde::Serialize;

use lexigraph::image::Stats;
use lexigraph::lexicon::{ReadReport, Rejection};

/// What a compilation did.
#[derive(Clone, Debug, Serialize)]
pub struct CompileReport {
    /// The numbers of the image that was written.
    #[serde(flatten)]
    pub stats: Stats,
    /// Words in the lists, duplicates and words outside the length bounds included.
    pub words_read: u64,
    /// Words that were there before.
    pub duplicates: u64,
    /// Words below the least length asked for.
    pub too_short: u64,
    /// Words above the greatest length asked for.
    pub too_long: u64,
    /// Lines that held no word.
    pub rejected: Rejected,
    /// Wall-clock time, in seconds.
    pub seconds: f64,
    /// The most memory the process had, where the system tells.
    pub peak_bytes: Option<u64>,
    /// What was decided about each list.
    pub lists: Vec<String>,
    /// Whether the graphs are known to be minimal.
    pub minimal: bool,
    /// How it was compiled on disk, if it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub external: Option<ExternalReport>,
}

/// How a list was compiled on disk.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct ExternalReport {
    /// The most bytes the process was to have.
    pub memory_bytes: u64,
    /// Sorted runs of words.
    pub runs: usize,
    /// Bytes of temporary files.
    pub spilled_bytes: u64,
    /// Whether states went to disk as they were made, since the graph would not have fitted.
    pub streamed: bool,
}

/// Lines that held no word.
#[derive(Clone, Debug, Serialize)]
pub struct Rejected {
    /// How many.
    pub count: u64,
    /// How many for each reason.
    pub reasons: std::collections::BTreeMap<String, u64>,
    /// The first ten of each list.
    pub examples: Vec<Rejection>,
}

/// Puts the report of a compilation together.
pub fn compile_report(stats: Stats, read: &ReadReport, seconds: f64, peak_bytes: Option<u64>) -> CompileReport {
    let mut reasons = std::collections::BTreeMap::new();
    for (reason, count) in read.lists.iter().flat_map(|list| &list.reasons) {
        *reasons.entry(reason.clone()).or_insert(0) += count;
    }
    let examples = read.lists.iter().flat_map(|list| list.examples.iter().cloned()).collect();
    CompileReport {
        stats,
        words_read: read.words_read,
        duplicates: read.duplicates,
        too_short: read.too_short,
        too_long: read.too_long,
        rejected: Rejected { count: read.rejected, reasons, examples },
        seconds,
        peak_bytes,
        lists: read.lists.iter().map(|list| list.describe()).collect(),
        minimal: true,
        external: None,
    }
}
