//! `lexigraph quiz`: learns words by questions, and asks again when they would be forgotten.
//!
//! `set` finds the cards to ask, `session` asks them, `history` shows what is due and what was learned, `exchange` merges,
//! imports and exports; `cardbox` reads the databases of other programs (feature `sqlite`).

#[cfg_attr(not(feature = "sqlite"), path = "cardbox_absent.rs")]
mod cardbox;
mod exchange;
mod history;
mod session;
mod set;

use std::path::PathBuf;

use lexigraph::study::{Boxes, Fsrs, Kind, Log, Schedule};

use crate::common::data::data_folder;
use crate::common::outcome::Outcome;
use crate::common::output::{ReadArgs, Terminal};
use crate::failure::Failure;
use crate::lexicon::open_input;

/// Learn words by questions: anagrams, hooks, words or not, definitions, patterns
#[derive(clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_long_help = "\
The conditions are those of 'search'; their words make the cards. --list takes the words of a file, and --game the mistakes of \
a game: words that are not in the lexicon, bingos and best plays that were missed. Without any of these, the cards that have \
been asked before are asked.

Cards that are due come first, then new ones, at most --new. What was missed comes again in the same sitting. Type the answer \
and Enter; an empty line says that you do not know. Words are separated by spaces, in any order. Hooks are typed as letters in \
front, a hyphen, letters behind: b-s; with anagrams, -RETINA-s. Words that begin with a slash are commands: /skip, /right (the \
last answer counts as right), /help and /quit.

Every answer is a line of a text file in your data folder (--log names another). Lines are only ever added, so 'quiz merge' \
joins the logs of two devices and nothing is lost. When a card is due is found from its answers: by FSRS, which asks again when \
the chance that you still know it has fallen to --retention, or with --boxes by boxes with fixed days.

Examples:
  lexigraph quiz length:7 probability:1-500
  lexigraph quiz length:2-3 --kind judge --new 50
  lexigraph quiz --list words.txt --kind hooks,definition --boxes
  lexigraph quiz --game game.gcg --player ann
  lexigraph quiz due
  lexigraph quiz progress --plot progress.svg
  lexigraph quiz merge phone/answers.log

Exit status: 0 cards were asked; 1 none are due; 2 error."
)]
pub struct Args {
    #[command(subcommand)]
    what: Option<What>,
    #[command(flatten)]
    session: session::SessionArgs,
}

#[derive(clap::Subcommand)]
enum What {
    Due(history::DueArgs),
    Progress(history::ProgressArgs),
    Merge(exchange::MergeArgs),
    Import(exchange::ImportArgs),
    Export(exchange::ExportArgs),
}

/// The log.
#[derive(clap::Args, Clone, Debug)]
pub struct LogArgs {
    /// The log of answers [default: study/answers.log in your data folder]
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
}

/// When cards are due.
#[derive(clap::Args, Clone, Debug)]
pub struct ScheduleArgs {
    /// Ask again when the chance that a card is still known has fallen to this
    #[arg(long, value_name = "SHARE", default_value_t = 0.9, conflicts_with = "boxes")]
    retention: f64,
    /// Ask by boxes with these days [default: 1,4,7,12,20,30,60,90,150,270,480]
    #[arg(long, value_name = "DAYS", num_args = 0..=1, require_equals = true, default_missing_value = "")]
    boxes: Option<String>,
}

impl Args {
    /// How to read word lists.
    pub fn reading(&self) -> Option<&ReadArgs> {
        Some(match &self.what {
            None => &self.session.set.lexicon.reading,
            Some(What::Due(args)) => &args.set.lexicon.reading,
            Some(What::Import(args)) => &args.lexicon.reading,
            Some(What::Export(args)) => &args.set.lexicon.reading,
            Some(What::Progress(_) | What::Merge(_)) => return None,
        })
    }
}

impl LogArgs {
    /// The file of the log.
    fn path(&self) -> Result<PathBuf, Failure> {
        let usual = || data_folder().map(|folder| folder.join("study").join("answers.log"));
        let path = self.log.clone().or_else(usual);
        path.ok_or_else(|| Failure::new("you have no home folder to keep answers in — name a file: --log FILE"))
    }

    /// Reads the log, and warns of what is wrong with it. There are no answers if there is no file.
    fn read(&self, terminal: &Terminal) -> Result<Log, Failure> {
        let path = self.path()?;
        if !path.exists() {
            return Ok(Log::default());
        }
        let bytes = open_input(&path)?;
        let log = Log::parse(&bytes);
        exchange::warn_of_faults(&path, &log, terminal);
        Ok(log)
    }
}

impl ScheduleArgs {
    fn schedule(&self) -> Result<Schedule, Failure> {
        match self.boxes.as_deref() {
            None => Ok(Schedule::Fsrs(Fsrs::new(self.retention).map_err(Failure::new)?)),
            Some("") => Ok(Schedule::Boxes(Boxes::default())),
            Some(days) => Ok(Schedule::Boxes(Boxes::parse(days).map_err(Failure::new)?)),
        }
    }
}

/// A number of things, such as `2 cards`.
fn counted(number: usize, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

/// Parses the name of a kind.
fn kind(name: &str) -> Result<Kind, String> {
    let names = || Kind::ALL.iter().map(|kind| kind.name()).collect::<Vec<_>>().join(", ");
    Kind::from_name(name.trim()).ok_or_else(|| format!("unknown kind — choose from: {}", names()))
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    match &args.what {
        None => session::run(&args.session, terminal),
        Some(What::Due(args)) => history::due(args, terminal),
        Some(What::Progress(args)) => history::progress(args, terminal),
        Some(What::Merge(args)) => exchange::merge(args, terminal),
        Some(What::Import(args)) => exchange::import(args, terminal),
        Some(What::Export(args)) => exchange::export(args, terminal),
    }
}
