//! Compiles the bundled word list into the image that the library carries: it cannot go stale, and a query starts without compiling
//! anything. The bundled leave values lie beside it. Without the feature `bundled`, there is nothing
//! to do.

use std::path::{Path, PathBuf};
use std::{env, fs, io, io::Read};

use lexigraph_core::alphabet::Alphabet;
use lexigraph_core::build::{GraphKinds, Graphs};
use lexigraph_core::image::{NodeLayout, encode};
use lexigraph_core::words::Words;

fn main() {
    if env::var_os("CARGO_FEATURE_BUNDLED").is_none() {
        return;
    }
    let wordlists = Path::new("wordlists");
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
    let values = decompressed(&leaves).unwrap_or_else(|problem| panic!("{}: {problem}", leaves.display()));
    write("english.leaves", &packed(&values));
}

/// Packs leave values in half the space of a `.klv2`: its graph as it is, the number of values, the values in thousandths
/// of 16 bits, and then, in order and in 24 bits each, those that 16 bits do not hold and that are `i16::MIN` there.
fn packed(klv2: &[u8]) -> Vec<u8> {
    let word = |at: usize| u32::from_le_bytes(klv2[at..at + 4].try_into().expect("four bytes"));
    let values_at = 8 + 4 * word(0) as usize;
    let (mut bytes, mut large): (Vec<u8>, Vec<u8>) = (klv2[..values_at].to_vec(), Vec::new());
    for value in klv2[values_at..].chunks_exact(4) {
        let value = f32::from_le_bytes(value.try_into().expect("four bytes"));
        let thousandths = (f64::from(value) * 1000.0).round() as i32;
        let short = i16::try_from(thousandths).ok().filter(|&short| short != i16::MIN);
        bytes.extend(short.unwrap_or(i16::MIN).to_le_bytes());
        if short.is_none() {
            assert!(thousandths.abs() < 1 << 23, "a leave value of {value} points");
            large.extend(&thousandths.to_le_bytes()[..3]);
        }
    }
    bytes.extend(large);
    bytes
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
