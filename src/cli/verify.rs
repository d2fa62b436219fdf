//! `lexigraph verify`: checks that an image is whole, minimal and correct.

use std::ffi::OsString;
use std::path::PathBuf;

use lexigraph::image::{bundled, verify};
use lexigraph::wordlist::{AlphabetChoice, OnInvalid, ReadOptions};
use serde_json::json;

use super::{Failure, Outcome, Output, Terminal, lexicon};

/// Check that an image is whole, minimal, and holds the words it should
#[derive(clap::Args)]
#[command(after_long_help = "\
Checks, for each graph: checksum and ranges, no cycle, siblings in order, letters of the alphabet only, every arc leads to a word, \
every node distinct (the graph is minimal), the number of words; with --against, the same words as the list.

Example:
  lexigraph verify enable.lxg --against enable.txt

Exit status: 0 all claims hold; 1 one does not; 2 the image or the list cannot be read.")]
pub struct Args {
    /// Image, or bundled name
    #[arg(value_name = "IMAGE")]
    image: OsString,
    /// A word list that must have the same words (read with the image's alphabet)
    #[arg(long, value_name = "LIST")]
    against: Option<PathBuf>,
    /// Of that list, take words of at least N tiles
    #[arg(long, value_name = "N", requires = "against")]
    min_length: Option<usize>,
    /// Of that list, take words of at most N tiles
    #[arg(long, value_name = "N", requires = "against")]
    max_length: Option<usize>,
    /// Letters of an image that stores no alphabet: a bundled one, or a .toml file
    #[arg(long, value_name = "NAME|FILE", default_value = "english")]
    alphabet: OsString,
    /// Print the checks as JSON
    #[arg(long)]
    json: bool,
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
            let lexicon = lexicon::read_lists(std::slice::from_ref(list), options, terminal)?;
            lexicon.report.lists.iter().for_each(|list| terminal.note(list.describe()));
            Some(lexicon.words)
        }
    };
    let progress = terminal.progress("verifying");
    let verdict = verify(&image, against.as_ref());
    progress.finish_and_clear();
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
    out.finish()?;
    Ok(verdict.holds().into())
}
