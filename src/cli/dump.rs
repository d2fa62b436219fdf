//! `lexigraph dump`: the words of an image.

use std::ffi::OsString;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;

use lexigraph::alphabet::{Alphabet, Tile};
use lexigraph::build::GraphKinds;
use lexigraph::bytes::{Compression, compress};
use lexigraph::graph::{GraphKind, for_each_word};
use lexigraph::image::{Image, NodeLayout};

use super::output::write_file;
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
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    let image = lexicon::open(&args.image, &args.alphabet, GraphKinds::Dawg, NodeLayout::Fast, terminal)?;
    let image = lexicon::with_dawg(image, GraphKinds::Dawg)?;
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

/// The words of an image as the text of a list.
pub fn words_as_text(image: &Image) -> Result<Vec<u8>, Failure> {
    let mut text = Vec::new();
    write_words(image, &mut text, "\n")?;
    Ok(text)
}

/// Writes every word, as many as the image says.
fn write_words(image: &Image, out: &mut dyn Write, end: &str) -> io::Result<()> {
    let graph = image.graph(GraphKind::Dawg).map_err(io::Error::other)?;
    let alphabet: &Alphabet = image.alphabet();
    // A graph that has more words than its header says is broken, and may have any number.
    let mut left = image.words();
    let mut line = String::new();
    let walk = for_each_word(&graph, image.longest(), |word: &[Tile]| {
        if left == 0 {
            let broken = "the image has more words than its header says — look at it with: lexigraph verify";
            return ControlFlow::Break(io::Error::new(io::ErrorKind::InvalidData, broken));
        }
        left -= 1;
        line.clear();
        alphabet.render_into(word, &mut line);
        line.push_str(end);
        match out.write_all(line.as_bytes()) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => ControlFlow::Break(error),
        }
    });
    match walk {
        ControlFlow::Break(error) => Err(error),
        ControlFlow::Continue(()) if left > 0 => {
            let broken = "the image has fewer words than its header says — look at it with: lexigraph verify";
            Err(io::Error::new(io::ErrorKind::InvalidData, broken))
        }
        ControlFlow::Continue(()) => Ok(()),
    }
}
