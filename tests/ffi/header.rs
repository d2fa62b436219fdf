//! `src/ffi/lexigraph.h` is what cbindgen makes of the source. `tools/ffi header` writes it.

use std::path::Path;
use std::{env, fs};

#[test]
fn header_is_that_of_the_source() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = cbindgen::Config::from_file(folder.join("cbindgen.toml")).unwrap();
    let made = cbindgen::Builder::new().with_crate(folder).with_config(config).generate().unwrap();
    let mut bytes = Vec::new();
    made.write(&mut bytes);
    let made = String::from_utf8(bytes).unwrap();
    let header = folder.join("lexigraph.h");
    if env::var_os("LEXIGRAPH_WRITE_HEADER").is_some() {
        fs::write(header, made).unwrap();
        return;
    }
    assert!(fs::read_to_string(header).unwrap() == made, "lexigraph.h is not up to date: run tools/ffi header");
}
