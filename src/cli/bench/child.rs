//! Builds in a process of its own, to measure the memory of one build.

use std::ffi::OsString;
use std::process::Command;

use crate::measure::{Format, Input};
use serde_json::{Value, json};

use crate::common::output::Output;
use crate::common::process::{forget_peak, peak_bytes, resident_bytes};
use crate::failure::Failure;

/// The cost of a build.
#[derive(Clone, Copy, Debug)]
pub struct Built {
    pub seconds: f64,
    /// Peak memory excluding the list; `None` if the system does not report it.
    pub peak_bytes: Option<u64>,
    /// The size of the result.
    pub bytes: Option<u64>,
}

/// Builds a format in a child process; `None` if that fails.
pub fn build(list: &OsString, alphabet: &OsString, format: Format) -> Option<Built> {
    let mut child = Command::new(std::env::current_exe().ok()?);
    child.args(["-q", "bench", "--build-once", "--formats", format.name(), "--alphabet"]).arg(alphabet).arg(list);
    let output = child.output().ok().filter(|output| output.status.success())?;
    let report: Value = serde_json::from_slice(&output.stdout).ok()?;
    Some(Built {
        seconds: report["seconds"].as_f64()?,
        peak_bytes: report["peak_bytes"].as_u64(),
        bytes: report["bytes"].as_u64(),
    })
}

/// Runs in the child process: builds the format and prints the cost as JSON.
pub fn run(input: &Input<'_>, format: Format) -> Result<(), Failure> {
    let before = if forget_peak() { resident_bytes() } else { None };
    let (time, bytes) = format.build_once(input).map_err(Failure::new)?;
    let peak = before.and_then(|before| Some(peak_bytes()?.saturating_sub(before)));
    let mut out = Output::new();
    out.json(&json!({ "seconds": time.as_secs_f64(), "peak_bytes": peak, "bytes": bytes }))?;
    Ok(out.finish()?)
}
