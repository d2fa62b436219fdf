//! `lexigraph dump`: the words of an image.

use std::ffi::OsString;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;

use lexigraph::build::GraphKinds;
use lexigraph::bytes::{Compression, compress};
use lexigraph::image::{Image, NodeLayout, for_each_word_text};
use lexigraph::lexicon::ensure_dawg;

use super::hints::explained;
use super::output::{ReadArgs, write_file};
use super::{Failure, Outcome, Output, Terminal, lexicon};

/// Print the words of an image, one a line, in alphabetical order
#[derive(clap::Args)]
#[command(after_long_help = "Example:\n  lexigraph dump enable.lxg | head")]
pub struct Args {
    /// Image, word list, or bundled name
    #[arg(value_name = "IMAGE")]
    image: OsString,
    /// Output file, compressed if its extension is .xz, .gz or .zst
    #[arg(short, long, value_name = "LIST")]
    output: Option<PathBuf>,
    /// Alphabet of a word list: a bundled name, a .toml file, or 'auto'
    #[arg(long, value_name = "NAME|FILE", default_value = "english")]
    alphabet: OsString,
    /// End each word with a NUL byte instead of a newline
    #[arg(short = '0', long)]
    null: bool,
    /// Replace an existing file
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    pub reading: ReadArgs,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    let image = lexicon::open(&args.image, &args.alphabet, GraphKinds::Dawg, NodeLayout::Fast, terminal)?;
    let image = ensure_dawg(image, GraphKinds::Dawg)?;
    let end = if args.null { "\0" } else { "\n" };
    match args.output.as_ref().filter(|path| path.as_os_str() != "-") {
        Some(path) => {
            image.dawg()?;
            write_file(path, args.force, |file| {
                compress(file, Compression::from_path(path), |out| write_words(&image, out, end))
            })?;
        }
        None => {
            let mut out = Output::new();
            write_words(&image, out.writer(), end)?;
            out.finish()?;
        }
    }
    Ok(Outcome::Yes)
}

/// Writes every word.
fn write_words(image: &Image, out: &mut dyn Write, end: &str) -> io::Result<()> {
    let walk = for_each_word_text(image, |word| {
        let written = out.write_all(word.as_bytes()).and_then(|()| out.write_all(end.as_bytes()));
        written.map_or_else(ControlFlow::Break, ControlFlow::Continue)
    });
    match walk {
        Ok(ControlFlow::Continue(())) => Ok(()),
        Ok(ControlFlow::Break(error)) => Err(error),
        // Found on the way, after the first words were written.
        Err(error) => Err(io::Error::new(io::ErrorKind::InvalidData, explained(&error))),
    }
}
