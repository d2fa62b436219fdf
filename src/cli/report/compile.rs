//! The report of `compile`.

use serde::Serialize;

use lexigraph::image::Stats;
use lexigraph::wordlist::{ReadReport, Rejection};

/// The report of a compilation; field names are JSON keys.
#[derive(Clone, Debug, Serialize)]
pub struct CompileReport {
    /// Statistics of the image.
    #[serde(flatten)]
    pub stats: Stats,
    /// Words with a score, if scores were kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scores: Option<u64>,
    /// Words read, including duplicates and words outside the length bounds.
    pub words_read: u64,
    /// Words that occurred before.
    pub duplicates: u64,
    /// Words shorter than `--min-length`.
    pub too_short: u64,
    /// Words longer than `--max-length`.
    pub too_long: u64,
    /// Lines that are not words.
    pub rejected: Rejected,
    /// Elapsed time in seconds.
    pub seconds: f64,
    /// Peak memory of the process; `None` if the system does not report it.
    pub peak_bytes: Option<u64>,
    /// The detected shape of each list.
    pub lists: Vec<String>,
    /// `true` if the graphs are known to be minimal.
    pub minimal: bool,
    /// Set if the list was compiled on disk.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub external: Option<ExternalReport>,
}

/// How a list was compiled on disk.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct ExternalReport {
    /// The memory limit in bytes.
    pub memory_bytes: u64,
    /// Number of sorted runs.
    pub runs: usize,
    /// Bytes of temporary files.
    pub spilled_bytes: u64,
    /// `true` if states were written to disk as they were made, because the graph did not fit in memory.
    pub streamed: bool,
}

/// Lines that held no word.
#[derive(Clone, Debug, Serialize)]
pub struct Rejected {
    /// Number of lines.
    pub count: u64,
    /// Number of lines by reason.
    pub reasons: std::collections::BTreeMap<String, u64>,
    /// The first ten of each list.
    pub examples: Vec<Rejection>,
}

/// Assembles the report of a compilation.
pub fn compile_report(stats: Stats, read: &ReadReport, seconds: f64, peak_bytes: Option<u64>) -> CompileReport {
    let mut reasons = std::collections::BTreeMap::new();
    for (reason, count) in read.lists.iter().flat_map(|list| &list.reasons) {
        *reasons.entry(reason.clone()).or_insert(0) += count;
    }
    let examples = read.lists.iter().flat_map(|list| list.examples.iter().cloned()).collect();
    let scores = stats.definitions.filter(|_| read.lists.iter().any(|list| list.scores.is_some()));
    CompileReport {
        stats,
        scores,
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
