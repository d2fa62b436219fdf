//! `lexigraph alphabets`: the bundled alphabets.

use std::ffi::OsString;

use crate::report::TextTable;
use lexigraph::alphabet::{Alphabet, builtin_names};
use serde_json::json;

use crate::common::outcome::Outcome;
use crate::common::output::{Output, Terminal};
use crate::failure::Failure;
use crate::lexicon::named_alphabet;

/// List the bundled alphabets, or the letters of one of them
#[derive(clap::Args)]
#[command(after_long_help = "Examples:\n  lexigraph alphabets\n  lexigraph alphabets spanish")]
pub struct Args {
    /// Alphabet whose letters to list: a bundled name or a table in a file
    #[arg(value_name = "NAME|FILE")]
    name: Option<OsString>,
    /// Print JSON, one object a line
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, _terminal: &Terminal) -> Result<Outcome, Failure> {
    let mut out = Output::new();
    match &args.name {
        Some(name) => letters(&named_alphabet(name)?, args.json, &mut out)?,
        None => all(args.json, &mut out)?,
    }
    out.finish()?;
    Ok(Outcome::Yes)
}

/// The number of tiles in the bag.
fn tiles(alphabet: &Alphabet) -> u32 {
    u32::from(alphabet.blanks()) + alphabet.letters().iter().map(|letter| u32::from(letter.count)).sum::<u32>()
}

fn all(as_json: bool, out: &mut Output) -> Result<(), Failure> {
    let mut table = TextTable::new(["alphabet", "letters", "tiles", "blanks", "title"]);
    for name in builtin_names() {
        let alphabet = Alphabet::builtin(name)?;
        let (letters, tiles, blanks) = (alphabet.len(), tiles(&alphabet), alphabet.blanks());
        let title = alphabet.title();
        if as_json {
            let line = json!({ "alphabet": name, "letters": letters, "tiles": tiles, "blanks": blanks, "title": title });
            out.json(&line)?;
        }
        table.row([name.to_owned(), letters.to_string(), tiles.to_string(), blanks.to_string(), title.to_owned()]);
    }
    if !as_json {
        table.lines().try_for_each(|line| out.line(line))?;
    }
    Ok(())
}

fn letters(alphabet: &Alphabet, as_json: bool, out: &mut Output) -> Result<(), Failure> {
    let mut table = TextTable::new(["letter", "blank", "count", "points", "vowel"]);
    for letter in alphabet.letters() {
        if as_json {
            out.json(&json!({
                "letter": letter.label,
                "blank": letter.lower,
                "count": letter.count,
                "points": letter.points,
                "vowel": letter.vowel,
            }))?;
        }
        let vowel = if letter.vowel { "yes" } else { "" };
        table.row([&letter.label, &letter.lower, &letter.count.to_string(), &letter.points.to_string(), vowel]);
    }
    if !as_json {
        table.lines().try_for_each(|line| out.line(line))?;
    }
    Ok(())
}
