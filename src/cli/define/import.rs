//! `lexigraph define import`: makes a dictionary file of what others have.

use std::path::{Path, PathBuf};

use lexigraph::alphabet::Alphabet;
use lexigraph::build::GraphKinds;
use lexigraph::bytes::input_limit;
use lexigraph::dictionary::{Builder, Part, WordNet, dictd, is_english};
use lexigraph::query::{Figure, Scores, levels_of_counts};
use lexigraph::wordlist::{Words, grouped};
use serde_json::json;

use crate::common::definitions::{ENDING, dictionary_folder, from_file};
use crate::common::figures::{figure_file, read_figures, to_tsv};
use crate::common::outcome::Outcome;
use crate::common::output::{Output, Terminal, refuse_to_replace, write_file};
use crate::failure::Failure;
use crate::lexicon::LexiconArgs;

/// Make a dictionary of the definitions in files
#[derive(clap::Args)]
#[command(after_long_help = "\
A FILE is one of:
  a folder with WordNet's database files (index.*, data.*; *.exc with irregular forms if it has them), or the one above
  the .index, .dict or .dict.dz of a dictd database
  a list of words with definitions: lines of WORD, a tab or space, and the text, or JSON; in a .tsv of three columns, \
the second is the part of speech (n, v, adj, adv, other)

With --as counts, FILE has a word and how often it occurs in texts on each line. The words of the lexicon get levels of \
commonness by their rank: as many have level 10, 20 and so on as words of ENABLE1 have in SCOWL. --as commonness keeps \
the levels that FILE has, --as playability what 'train playability' has learned.

Several files make one dictionary; what the first of them says about a word goes first. Headwords that the alphabet of \
the lexicon does not spell are left out. Without -o, the dictionary is kept in your data folder, and explains the words \
of every lexicon with that alphabet.

Examples:
  lexigraph define import wordnet/dict
  lexigraph define import /usr/share/dictd/gcide.index
  lexigraph define import glosas.tsv -l spanish.lxg
  lexigraph define import frecuencias.txt --as counts -l spanish.lxg

Exit status: 0 done; 2 error.")]
pub struct Args {
    /// Files with definitions
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Write the dictionary to this file instead of your data folder
    #[arg(short, long, value_name = "FILE.lxd")]
    output: Option<PathBuf>,
    /// The name in your data folder [default: that of the first file]
    #[arg(long, value_name = "NAME", conflicts_with = "output")]
    name: Option<String>,
    /// Keep only headwords that are words of the lexicon
    #[arg(long)]
    only: bool,
    /// Of WordNet, keep the first sense of each part of speech, and more while all have at most N characters
    #[arg(long, value_name = "N")]
    short: Option<usize>,
    /// The content of the files
    #[arg(long = "as", value_enum, value_name = "WHAT", default_value_t = What::Definitions)]
    what: What,
    /// A file with the licence of the definitions, which becomes part of the dictionary
    #[arg(long, value_name = "FILE")]
    notice: Option<PathBuf>,
    /// Replace an existing dictionary
    #[arg(long)]
    force: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    pub lexicon: LexiconArgs,
}

/// The content of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum What {
    /// Definitions
    Definitions,
    /// Counts of words in texts, from which levels of commonness are made
    Counts,
    /// Their levels of commonness
    Commonness,
    /// Their playability, as train playability writes it
    Playability,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    if args.what != What::Definitions {
        return import_figures(args, terminal);
    }
    let image = args.lexicon.open(GraphKinds::Dawg, terminal)?;
    let (alphabet, dawg) = (image.alphabet(), image.dawg()?);
    let path = target(args, alphabet)?;
    refuse_to_replace(&path, args.force)?;
    let notice = match &args.notice {
        Some(path) => String::from_utf8(crate::lexicon::read_input(path, input_limit())?)
            .map_err(|_| Failure::of(path, "the notice is not UTF-8 text"))?,
        None => String::new(),
    };
    let mut builder = Builder::new(is_english(alphabet), &notice);
    let keep = |headword: &str| match alphabet.parse(headword) {
        Ok(word) => !args.only || dawg.contains(&word),
        Err(_) => false,
    };
    for file in &args.files {
        let before = builder.len();
        add(args, file, alphabet, &mut builder, &keep, terminal)?;
        let more = builder.len() - before;
        terminal.note(format_args!("{}: {} headwords that were new", file.display(), grouped(more as u64)));
    }
    if builder.is_empty() {
        return Err(Failure::of(
            &args.files[0],
            format!("no headword is spelled with the letters of '{}' — name a lexicon with -l", alphabet.name()),
        ));
    }
    let bytes = builder.pack()?;
    if let Some(folder) = path.parent().filter(|_| args.output.is_none()) {
        std::fs::create_dir_all(folder).map_err(|error| Failure::io(folder, &error))?;
    }
    write_file(&path, args.force, |file| file.write_all(&bytes))?;
    let headwords = builder.len();
    if args.json {
        let mut out = Output::new();
        out.json(&json!({ "file": path.display().to_string(), "headwords": headwords, "bytes": bytes.len() }))?;
        out.finish()?;
    } else {
        let (headwords, size) = (grouped(headwords as u64), grouped(bytes.len() as u64));
        terminal.note(format_args!("{headwords} headwords, {size} bytes: {}", path.display()));
    }
    Ok(Outcome::Yes)
}

/// Keeps numbers about words in the user's data folder, or in a file.
fn import_figures(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    let image = args.lexicon.open(GraphKinds::Dawg, terminal)?;
    let (alphabet, dawg) = (image.alphabet(), image.dawg()?);
    let figure = if args.what == What::Playability { Figure::Playability } else { Figure::Commonness };
    let [file] = &args.files[..] else {
        return Err(Failure::new(format!("--as takes one file, not {}", args.files.len())));
    };
    let own = figure_file(figure, alphabet);
    let path = args.output.clone().or(own);
    let path = path.ok_or_else(|| Failure::new("there is no home folder to keep it in — name a file with -o"))?;
    refuse_to_replace(&path, args.force)?;
    let found = read_figures(file, alphabet)?;
    let (mut words, mut numbers) = (Words::new(), Vec::new());
    found.for_each(|word, number| {
        // Ranks are those among the words of the lexicon: a list of forms has many others.
        if dawg.contains(word) {
            words.push(word);
            numbers.push(number);
        }
    });
    if words.is_empty() {
        return Err(Failure::of(file, "it has no word of the lexicon — name another one with -l"));
    }
    if args.what == What::Counts {
        numbers = levels_of_counts(&numbers);
    }
    let (number, text) = (words.len(), to_tsv(&Scores::new(words, numbers), alphabet));
    if let Some(folder) = path.parent().filter(|_| args.output.is_none()) {
        std::fs::create_dir_all(folder).map_err(|error| Failure::io(folder, &error))?;
    }
    write_file(&path, args.force, |out| out.write_all(text.as_bytes()))?;
    terminal.note(format_args!("{} of {} words: {}", figure.name(), grouped(number as u64), path.display()));
    Ok(Outcome::Yes)
}

/// The file to write.
fn target(args: &Args, alphabet: &Alphabet) -> Result<PathBuf, Failure> {
    if let Some(path) = &args.output {
        return Ok(path.clone());
    }
    let stem = args.files[0].file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let name = args.name.as_deref().unwrap_or(stem.split('.').next().unwrap_or_default());
    if name.is_empty() || !name.chars().all(|c| c.is_alphanumeric() || "-_ ".contains(c)) {
        return Err(Failure::new(format!("'{name}' cannot be the name of a dictionary — name it with --name NAME")));
    }
    let folder = dictionary_folder(alphabet);
    let folder = folder.ok_or_else(|| Failure::new("there is no home folder to keep it in — name a file with -o"))?;
    Ok(folder.join(format!("{name}.{ENDING}")))
}

/// Adds the definitions of a file.
fn add(
    args: &Args,
    file: &Path,
    alphabet: &Alphabet,
    builder: &mut Builder,
    keep: &dyn Fn(&str) -> bool,
    terminal: &Terminal,
) -> Result<(), Failure> {
    if file.is_dir() {
        let folder = WordNet::folder(file);
        let folder = folder.ok_or_else(|| Failure::of(file, "the folder has no data.noun, so it is not WordNet's"))?;
        let wordnet = WordNet::read(&folder, input_limit())?;
        if !wordnet.has_exceptions() {
            let missing = "has no *.exc, so irregular forms such as MICE are not explained";
            terminal.warn(format_args!("{}: {missing} — copy them there from another release", folder.display()));
        }
        wordnet.add_to(builder, args.short, keep);
        return Ok(());
    }
    if let Some((index, text)) = dictd::files(file) {
        return Ok(dictd::read(&index, &text, input_limit(), builder, keep)?);
    }
    if file.to_str().is_some_and(|name| [".index", ".dict", ".dict.dz"].iter().any(|end| name.ends_with(end))) {
        return Err(Failure::of(file, "a dictd database needs both files, such as NAME.index and NAME.dict.dz"));
    }
    let list = from_file(file, alphabet, terminal)?;
    for (number, word) in list.words.iter().enumerate() {
        let Some(text) = list.definitions.as_ref().and_then(|definitions| definitions.get(number)) else { continue };
        let word = alphabet.render(word);
        if !keep(&word) {
            continue;
        }
        // Lines of one word are joined by "; "; a part of speech and a tab begin each of a table with three columns.
        let mut senses: Vec<(Option<Part>, String)> = Vec::new();
        for line in text.split("; ") {
            let part = line.split_once('\t').and_then(|(part, text)| Some((Part::from_name(part.trim())?, text)));
            match (part, senses.last_mut()) {
                (Some((part, text)), _) => senses.push((Some(part), text.to_owned())),
                (None, None) => senses.push((None, line.to_owned())),
                (None, Some((_, text))) => {
                    text.push_str("; ");
                    text.push_str(line);
                }
            }
        }
        for (part, text) in senses {
            builder.add(&word, part, &text);
        }
    }
    Ok(())
}
