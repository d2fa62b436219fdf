//! `lexigraph lookup`: checks whether words are in the lexicon.

use std::io::{self, Write};
use std::path::PathBuf;

use lexigraph::alphabet::{Alphabet, Tile};
use lexigraph::build::GraphKinds;
use lexigraph::image::{ErasedGraph, Image};
use serde_json::json;

use crate::common::definitions::{Dictionary, one_line};
use crate::common::outcome::Outcome;
use crate::common::output::{Output, Terminal};
use crate::common::queries::{Asked, Queries};
use crate::failure::Failure;
use crate::lexicon::{Keep, LexiconArgs};

/// Print the given words that are in the lexicon
#[derive(clap::Args)]
#[command(after_long_help = "\
Without arguments, or where an argument is '-', words are read from standard input, one a line, and each is answered \
before the next is waited for. A word that cannot be spelled in the alphabet of the lexicon is not in the lexicon.

With --invert, lines of standard input may be running text: words end at spaces, and punctuation around them does not \
count. On a terminal, words that are not in the lexicon are told as well, as with --all.

Examples:
  lexigraph lookup qat zax cwm
  lexigraph lookup --judge qat zax && echo the play stands
  lexigraph lookup --invert < text.txt           use it as a spell checker
  lexigraph lookup --all --tsv < list.txt        a verdict for each line
  lexigraph lookup --define aa cwms              see also: lexigraph define
  lexigraph lookup --define aa -l defined.lxg    see compile --definitions

Exit status: 0 a word was printed (with --judge: all words are in the lexicon); 1 none was; 2 error.")]
pub struct Args {
    /// Words to look up; '-' reads standard input
    #[arg(value_name = "WORD")]
    words: Vec<String>,
    /// Judge a play: it is acceptable if all its words are in the lexicon
    #[arg(long, conflicts_with_all = ["invert", "all", "tsv", "limit", "null"])]
    judge: bool,
    /// Print the words that are not in the lexicon
    #[arg(long)]
    invert: bool,
    /// Answer every word, also those that are not in the lexicon
    #[arg(long, conflicts_with_all = ["invert", "count", "null"])]
    all: bool,
    /// Print each word with its definition, separated by a tab
    #[arg(long, conflicts_with_all = ["judge", "invert", "count"])]
    define: bool,
    /// Prefer the definitions in this file of words and definitions (implies --define)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["judge", "invert", "count"])]
    definitions: Option<PathBuf>,
    /// Print at most N words
    #[arg(short = 'n', long, value_name = "N")]
    limit: Option<u64>,
    /// Print only the number of words
    #[arg(short, long, conflicts_with_all = ["judge", "tsv"])]
    count: bool,
    /// End each word with a NUL byte instead of a newline
    #[arg(short = '0', long, conflicts_with_all = ["tsv", "json"])]
    null: bool,
    /// Print tab-separated values with a header
    #[arg(long, conflicts_with = "json")]
    tsv: bool,
    /// Print each word, or the verdict, as a JSON object on a line of its own
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    pub lexicon: LexiconArgs,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    let define = args.define || args.definitions.is_some();
    let image = if define {
        args.lexicon.open_keeping(GraphKinds::Dawg, Keep::Definitions, terminal)?
    } else {
        args.lexicon.open(GraphKinds::Dawg, terminal)?
    };
    let dictionary = define.then(|| Dictionary::open(&image, args.definitions.as_deref(), terminal)).transpose()?;
    let mut queries = Queries::new(&args.words, terminal);
    let mut words = Words { graph: *image.dawg()?, alphabet: image.alphabet(), tiles: vec![] };
    if args.judge {
        return judge(args, &mut queries, &mut words);
    }
    let out = Output::new();
    // A reader at a terminal wants an answer to each word.
    let plain = !args.json && !args.tsv && !args.null && !args.count && !args.invert && args.limit.is_none();
    let all = args.all || plain && !terminal.is_quiet() && out.is_terminal();
    let mut list = List { args, image: &image, dictionary, all, out, headed: false, printed: 0 };
    list.heading()?;
    let mut asked = Asked::default();
    while list.wants_more() && queries.next(&mut asked, &mut list.out)? {
        if args.invert && asked.is_line() && words.find(&asked.text).is_none() {
            for word in asked.text.split_whitespace().filter_map(|word| trimmed(word, image.alphabet())) {
                list.word(word, &mut words)?;
            }
        } else {
            list.word(&asked.text, &mut words)?;
        }
    }
    if args.count {
        let printed = list.printed;
        list.out.line(printed)?;
    }
    list.out.finish()?;
    Ok(queries.outcome((list.printed > 0).into()))
}

/// A word of running text without the punctuation around it, or `None` if no letter is left. What the alphabet spells
/// is not punctuation.
fn trimmed<'w>(word: &'w str, alphabet: &Alphabet) -> Option<&'w str> {
    let mark = |c: char| !c.is_alphanumeric() && alphabet.parse(c.encode_utf8(&mut [0; 4])).is_err();
    let word = word.trim_matches(mark);
    word.chars().any(|c| !c.is_numeric() || alphabet.parse(c.encode_utf8(&mut [0; 4])).is_ok()).then_some(word)
}

/// Finds words in the lexicon.
struct Words<'i> {
    graph: ErasedGraph<'i>,
    alphabet: &'i Alphabet,
    tiles: Vec<Tile>,
}

impl Words<'_> {
    /// The tiles of a word; `None` if it is not in the lexicon.
    fn find(&mut self, word: &str) -> Option<&[Tile]> {
        self.tiles.clear();
        self.alphabet.parse_into(word, &mut self.tiles).ok()?;
        self.graph.contains(&self.tiles).then_some(&self.tiles)
    }

    /// A word as its tiles spell it. Tiles stay bracketed if they were.
    fn shown(alphabet: &Alphabet, word: &str, tiles: &[Tile]) -> String {
        if word.contains('[') { alphabet.render_bracketed(tiles) } else { alphabet.render(tiles) }
    }
}

/// The words as they are printed.
struct List<'i> {
    args: &'i Args,
    image: &'i Image,
    dictionary: Option<Dictionary<'i>>,
    /// `true` to answer words that are not in the lexicon as well.
    all: bool,
    out: Output,
    headed: bool,
    printed: u64,
}

impl List<'_> {
    fn wants_more(&self) -> bool {
        self.args.limit.is_none_or(|limit| self.printed < limit)
    }

    fn heading(&mut self) -> io::Result<()> {
        if self.args.tsv && !self.headed {
            self.out.text("word\tquery\tvalid")?;
            self.out.line(if self.dictionary.is_some() { "\tdefinition" } else { "" })?;
        }
        self.headed = true;
        Ok(())
    }

    fn word(&mut self, word: &str, words: &mut Words<'_>) -> Result<(), Failure> {
        let args = self.args;
        let alphabet = self.image.alphabet();
        let tiles = words.find(word);
        if !self.wants_more() || tiles.is_some() == args.invert && !self.all {
            return Ok(());
        }
        let valid = tiles.is_some();
        self.printed += u64::from(valid != args.invert);
        if args.count {
            return Ok(());
        }
        let shown = match tiles {
            Some(tiles) => Words::shown(alphabet, word, tiles),
            None => word.to_owned(),
        };
        let text = match (&self.dictionary, tiles) {
            (Some(dictionary), Some(tiles)) => dictionary.get(tiles)?,
            _ => None,
        };
        if args.json {
            let mut object = json!({ "word": shown, "query": word, "valid": valid });
            if self.dictionary.is_some() {
                object["definition"] = json!(text);
            }
            self.out.json(&object)?;
            return Ok(());
        }
        let definition = text.map_or_else(String::new, |text| one_line(&text));
        if args.tsv {
            let valid = if valid { "yes" } else { "no" };
            let defined = if self.dictionary.is_some() { "\t" } else { "" };
            self.out.line(format_args!("{shown}\t{word}\t{valid}{defined}{definition}"))?;
        } else if !valid && !args.invert {
            let shown = alphabet.parse(word).map_or(shown, |tiles| Words::shown(alphabet, word, &tiles));
            self.out.line(format_args!("{shown}: not in {}", args.lexicon.name()))?;
        } else {
            self.out.text(&shown)?;
            if !definition.is_empty() {
                write!(self.out.writer(), "\t{definition}")?;
            }
            self.out.text(if args.null { "\0" } else { "\n" })?;
        }
        Ok(())
    }
}

fn judge(args: &Args, queries: &mut Queries<'_>, words: &mut Words<'_>) -> Result<Outcome, Failure> {
    let mut out = Output::new();
    let alphabet = words.alphabet;
    let (mut wrong, mut verdicts, mut any) = (Vec::new(), Vec::new(), false);
    let mut asked = Asked::default();
    while queries.next(&mut asked, &mut out)? {
        any = true;
        let word = &asked.text;
        let found = words.find(word).map(|tiles| Words::shown(alphabet, word, tiles));
        if found.is_none() {
            wrong.push(word.clone());
        }
        if args.json {
            verdicts.push(json!({ "word": found.as_deref().unwrap_or(word), "valid": found.is_some() }));
        }
    }
    if !any {
        return Err(Failure::new("no words to judge — give those that the play makes"));
    }
    if args.json {
        out.json(&json!({ "acceptable": wrong.is_empty(), "words": verdicts }))?;
    } else if wrong.is_empty() {
        out.line("acceptable")?;
    } else {
        out.line(format_args!("not acceptable: {}", wrong.join(" ")))?;
    }
    out.finish()?;
    Ok(queries.outcome(wrong.is_empty().into()))
}
