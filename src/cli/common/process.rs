//! Memory use of this process, on systems with `/proc`.

use std::fs;

/// The peak memory of this process since it started or since [`forget_peak`], in bytes.
pub fn peak_bytes() -> Option<u64> {
    status("VmHWM:")
}

/// The memory that this process uses now, in bytes.
pub fn resident_bytes() -> Option<u64> {
    status("VmRSS:")
}

/// Resets the peak; `false` if the system cannot do that.
pub fn forget_peak() -> bool {
    fs::write("/proc/self/clear_refs", "5").is_ok()
}

fn status(field: &str) -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(field))?;
    line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
}
