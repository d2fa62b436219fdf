//! The memory of this process, where the system tells.

use std::fs;

/// The most memory this process has had, or has had since [`forget_peak`].
pub fn peak_bytes() -> Option<u64> {
    status("VmHWM:")
}

/// The memory this process has.
pub fn resident_bytes() -> Option<u64> {
    status("VmRSS:")
}

/// Begins to measure the peak anew; whether the system can do that.
pub fn forget_peak() -> bool {
    fs::write("/proc/self/clear_refs", "5").is_ok()
}

fn status(field: &str) -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(field))?;
    line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
}
