//! Builds in a process of their own, whose memory is that of one build.

use std::ffi::OsString;
use std::process::Command;

use crate::measure::{Format, Input};
use serde_json::{Value, json};

use crate::process::{forget_peak, peak_bytes, resident_bytes};
use crate::{Failure, Output};

/// What a build took.
#[derive(Clone, Copy, Debug)]
pub struct Built {
    pub seconds: f64,
    /// The most memory beside the list, where the system tells.
    pub peak_bytes: Option<u64>,
    /// Bytes of what was built.
    pub bytes: Option<u64>,
}

/// Builds a format in a child; `None` where that fails, which the parent would have met too.
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

/// The child's part.
pub fn run(input: &Input<'_>, format: Format) -> Result<(), Failure> {
    let before = if forget_peak() { resident_bytes() } else { None };
    let (time, bytes) = format.build_once(input).map_err(Failure::new)?;
    let peak = before.and_then(|before| Some(peak_bytes()?.saturating_sub(before)));
    let mut out = Output::new();
    out.json(&json!({ "seconds": time.as_secs_f64(), "peak_bytes": peak, "bytes": bytes }))?;
    Ok(out.finish()?)
}
