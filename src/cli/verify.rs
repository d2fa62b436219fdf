//! `lexigraph verify`: checks that an image is whole, minimal and correct.

use std::ffi::OsString;
use std::path::PathBuf;

use lexigraph::image::{Checksum, bundled, verify};
use lexigraph::wordlist::{AlphabetChoice, OnInvalid, ReadOptions};
use serde_json::json;

use super::output::ReadArgs;
use super::{Failure, Outcome, Output, Terminal, lexicon};

/// Prove that an image is intact and minimal, and has the right words
#[derive(clap::Args)]
#[command(after_long_help = "\
Proves for each graph: checksum and ranges are correct, there is no cycle, siblings are in order, all letters belong \
to the alphabet, every arc leads to a word, all nodes are distinct (the graph is minimal), and the number of words is \
correct. With --against, also proves that the words are those of a list. Most formats of other programs have no \
checksum: what they prove is that the graph is whole, and only --against tells whether its words are the right ones.

Example:
  lexigraph verify enable.lxg --against enable.txt

Exit status: 0 everything is proven; 1 something is wrong; 2 the image or the list cannot be read.")]
pub struct Args {
    /// Image or bundled name
    #[arg(value_name = "IMAGE")]
    image: OsString,
    /// Compare with this word list (read with the image's alphabet)
    #[arg(long, value_name = "LIST")]
    against: Option<PathBuf>,
    /// Skip words of that list shorter than N tiles
    #[arg(long, value_name = "N", requires = "against")]
    min_length: Option<usize>,
    /// Skip words of that list longer than N tiles
    #[arg(long, value_name = "N", requires = "against")]
    max_length: Option<usize>,
    /// Alphabet of an image that does not name one: a bundled name or a .toml file
    #[arg(long, value_name = "NAME|FILE", default_value = "english")]
    alphabet: OsString,
    /// Print the checks as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    pub reading: ReadArgs,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    let path = std::path::Path::new(&args.image);
    let image = match args.image.to_str().and_then(bundled) {
        Some(image) => image?,
        None => lexicon::open_image(path, &args.alphabet)?,
    };
    let against = match &args.against {
        None => None,
        Some(list) => {
            let options = ReadOptions {
                alphabet: AlphabetChoice::Named(Box::new(image.alphabet().clone())),
                min_length: args.min_length,
                max_length: args.max_length,
                on_invalid: OnInvalid::Skip,
                ..Default::default()
            };
            let list = lexicon::read_lists(std::slice::from_ref(list), options, terminal)?;
            lexicon::describe(&list.report, terminal);
            Some(list.words)
        }
    };
    let progress = terminal.progress("verifying");
    let verdict = verify(&image, against.as_ref());
    progress.finish_and_clear();
    let checksum = match image.format().info().checksum {
        Checksum::Bytes => Some("bytes"),
        Checksum::Words => Some("words"),
        Checksum::None => None,
    };
    let mut out = Output::new();
    if args.json {
        let proofs = verdict.proofs.iter().map(|proof| {
            let graph = proof.graph.map(|kind| kind.name());
            json!({ "graph": graph, "claim": proof.claim, "holds": proof.failure.is_none(), "failure": proof.failure })
        });
        out.json(&json!({
            "image": args.image.display().to_string(),
            "holds": verdict.holds(),
            "words": image.words(),
            "checksum": checksum,
            "proofs": proofs.collect::<Vec<_>>(),
        }))?;
    } else {
        for proof in &verdict.proofs {
            let of = proof.graph.map_or("image", |kind| kind.name());
            match &proof.failure {
                None => out.line(format_args!("ok    {of}: {}", proof.claim))?,
                Some(failure) => out.line(format_args!("WRONG {of}: {}: {failure}", proof.claim))?,
            }
        }
    }
    if !args.json && checksum.is_none() && against.is_none() {
        let format = image.format().name();
        out.line(format_args!(
            "note  image: a file of the format {format} has no checksum: damage that leaves the graph whole is not found — \
             compare the words with their list: --against LIST"
        ))?;
    }
    out.finish()?;
    Ok(verdict.holds().into())
}
