//! Compiles the bundled word list into the image that the binary carries, with the library's own sources: the image cannot
//! go stale, and a query starts without compiling anything. The bundled leave values are decompressed beside it.

#![allow(dead_code, unused_imports)]

use std::path::{Path, PathBuf};
use std::{env, fs, io, io::Read};

#[path = "src/alphabet/mod.rs"]
mod alphabet;
#[path = "src/build/mod.rs"]
mod build;
#[path = "src/graph/mod.rs"]
mod graph;

#[path = "src/lexicon"]
mod lexicon {
    mod words;
    pub use words::{MAX_WORD_LENGTH, Words};
}

#[path = "src/image"]
mod image {
    mod cwg;
    mod error;
    pub mod lxg;
    mod records;
    mod spelled;
    pub use error::ImageError;
}

fn main() {
    for source in ["src/alphabet", "src/build", "src/graph", "src/lexicon/words.rs", "src/image", "formats/lxg.md"] {
        println!("cargo::rerun-if-changed={source}");
    }
    let list = Path::new("wordlists/enable1.txt.xz");
    println!("cargo::rerun-if-changed={}", list.display());
    println!("cargo::rerun-if-changed=wordlists/alphabets/english.toml");
    let image = compile(list).unwrap_or_else(|problem| panic!("{}: {problem}", list.display()));
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let write = |name: &str, bytes: &[u8]| {
        let path = out.join(name);
        fs::write(&path, bytes).unwrap_or_else(|problem| panic!("{}: {problem}", path.display()));
    };
    write("enable.lxg", &image);
    let leaves = Path::new("wordlists/leaves/english.klv2.xz");
    println!("cargo::rerun-if-changed={}", leaves.display());
    write("english.klv2", &decompressed(leaves).unwrap_or_else(|problem| panic!("{}: {problem}", leaves.display())));
}

fn decompressed(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    xz2::read::XzDecoder::new(fs::File::open(path)?).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn compile(list: &Path) -> Result<Vec<u8>, Box<dyn std::error::Error>> {
    let text = String::from_utf8(decompressed(list)?)?;
    let alphabet = alphabet::Alphabet::builtin("english")?;
    let mut words = lexicon::Words::new();
    for line in text.lines() {
        words.push_with(|tiles| alphabet.parse_into(line, tiles))?;
    }
    words.sort();
    let graphs = build::Graphs::build(&words, alphabet.len(), build::Wanted::Both)?;
    Ok(image::lxg::encode(&alphabet, &words, &graphs, image::lxg::Nodes::Fast)?)
}
