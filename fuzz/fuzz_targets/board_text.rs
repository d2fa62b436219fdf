//! Any text as sheet, CGP and GCG: an error or a position, never a panic; and a position that is accepted writes back to itself.
#![no_main]

use std::sync::{Arc, LazyLock};

use lexigraph::board::{Cgp, Position, BoardSetup, gcg::Gcg, read_position};
use libfuzzer_sys::fuzz_target;

static SETUPS: LazyLock<[Arc<BoardSetup>; 3]> = LazyLock::new(|| {
    [("english", "standard-15"), ("catalan", "grand-21"), ("spanish", "punctured-15")]
        .map(|(alphabet, layout)| BoardSetup::builtin(alphabet, layout).unwrap())
});

fuzz_target!(|bytes: &[u8]| {
    let Some((&first, bytes)) = bytes.split_first() else { return };
    let setup = &SETUPS[usize::from(first) % SETUPS.len()];
    let _ = Gcg::parse(bytes, setup);
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Ok(read) = read_position(text, setup) else { return };
    let Ok(position) = Position::try_from(read.position) else { return };
    let written = position.to_cgp();
    let again = Cgp::parse(&written, position.setup()).expect("its own CGP is read back");
    let again = Position::try_from(again.position).expect("it is as good as before");
    assert_eq!(again.to_cgp(), written);
});
