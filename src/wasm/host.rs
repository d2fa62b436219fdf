//! What JavaScript does for the engine.

use std::time::Duration;

use lexigraph::platform::Platform;

#[link(wasm_import_module = "lexigraph")]
unsafe extern "C" {
    /// Milliseconds since some moment.
    safe fn now() -> f64;
    /// A random number.
    safe fn seed() -> u32;
    /// Takes progress in JSON. Returns 0 to end the work.
    fn progress(place: *const u8, length: usize) -> u32;
    /// Takes the message of a panic, after which the module is of no use.
    fn fault(place: *const u8, length: usize);
}

/// Gives the library its clock and its seeds, and tells panics.
pub fn install() {
    let now = || Duration::try_from_secs_f64(now() / 1000.0).unwrap_or_default();
    Platform { now, seed: || u64::from(seed()) << 32 | u64::from(seed()) }.install();
    std::panic::set_hook(Box::new(|panic| {
        let text = panic.to_string();
        // SAFETY: JavaScript reads these bytes before it returns.
        #[allow(unsafe_code)]
        unsafe {
            fault(text.as_ptr(), text.len());
        }
    }));
}

/// Tells progress; `false` if the work shall end.
pub fn tell(json: &str) -> bool {
    // SAFETY: as above.
    #[allow(unsafe_code)]
    unsafe {
        progress(json.as_ptr(), json.len()) != 0
    }
}
