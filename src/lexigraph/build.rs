//! Compiles the bundled word list into the image that the library carries: it cannot go stale, and a query starts without compiling
//! anything. The bundled leave values are decompressed beside it.

use std::path::{Path, PathBuf};
use std::{env, fs, io, io::Read};

use lexigraph_core::alphabet::Alphabet;
use lexigraph_core::build::{GraphKinds, Graphs};
use lexigraph_core::image::{NodeLayout, encode};
use lexigraph_core::words::Words;

fn main() {
    let wordlists = Path::new("../../wordlists");
    let list = wordlists.join("enable1.txt.xz");
    println!("cargo::rerun-if-changed={}", list.display());
    let image = compile(&list).unwrap_or_else(|problem| panic!("{}: {problem}", list.display()));
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let write = |name: &str, bytes: &[u8]| {
        let path = out.join(name);
        fs::write(&path, bytes).unwrap_or_else(|problem| panic!("{}: {problem}", path.display()));
    };
    write("enable.lxg", &image);
    let leaves = wordlists.join("leaves/english.klv2.xz");
    println!("cargo::rerun-if-changed={}", leaves.display());
    write("english.klv2", &decompressed(&leaves).unwrap_or_else(|problem| panic!("{}: {problem}", leaves.display())));
}

fn decompressed(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    xz2::read::XzDecoder::new(fs::File::open(path)?).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn compile(list: &Path) -> Result<Vec<u8>, Box<dyn std::error::Error>> {
    let text = String::from_utf8(decompressed(list)?)?;
    let alphabet = Alphabet::builtin("english")?;
    let mut words = Words::new();
    for line in text.lines() {
        words.push_with(|tiles| alphabet.parse_into(line, tiles))?;
    }
    words.sort();
    let graphs = Graphs::build(&words, alphabet.len(), GraphKinds::Both)?;
    Ok(encode(&alphabet, &words, &graphs, NodeLayout::Fast)?)
}
