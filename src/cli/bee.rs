//! `lexigraph bee`: the words of a spelling bee.

use lexigraph::build::GraphKinds;
use lexigraph::query::{Answer, Bee, Column, Query};
use serde_json::json;

use crate::common::answers::{AnswerArgs, Answers};
use crate::common::outcome::Outcome;
use crate::common::output::Terminal;
use crate::common::queries::{Asked, Queries};
use crate::failure::Failure;
use crate::lexicon::{Keep, LexiconArgs};

/// Print the words of a spelling bee: made of its letters, each as often as needed, with the one in the centre
#[derive(clap::Args)]
#[command(after_long_help = "\
The first letter is the one in the centre, which every word has. Words have at least four letters. Each is followed \
by its points: 1 for four letters, the number of letters for more, and 7 more for a pangram, which has all letters \
of the bee. The totals are printed on standard error; with --total, they are the answer.

Examples:
  lexigraph bee c ahnlto
  lexigraph bee c ahnlto --sort points -n 10
  lexigraph bee c ahnlto --total --json         words, points, and the pangrams

Exit status: 0 something found; 1 nothing found; 2 error.")]
pub struct Args {
    /// Letters, that of the centre first; '-' reads standard input, a bee on each line
    #[arg(value_name = "LETTERS")]
    letters: Vec<String>,
    /// Print only the number of words, their points, and the pangrams
    #[arg(long, conflicts_with_all = ["columns", "tsv", "null", "count", "sort", "reverse", "limit"])]
    total: bool,
    /// Minimum length of a word
    #[arg(long, value_name = "N", default_value_t = 4)]
    min_length: usize,
    #[command(flatten)]
    list: AnswerArgs,
    #[command(flatten)]
    pub lexicon: LexiconArgs,
}

/// The totals of a bee.
#[derive(Default)]
struct Total {
    words: usize,
    points: i64,
    pangrams: Vec<String>,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    let mut queries = Queries::joined(&args.letters, terminal);
    let keep = if args.total { Keep::Words } else { args.list.keeps() };
    let image = args.lexicon.open_keeping(GraphKinds::Dawg, keep, terminal)?;
    let extra = [Column::Points, Column::Pangram];
    let mut answers = Answers::new(&args.list, &image, queries.is_batch(), &extra, terminal)?;
    let (alphabet, dawg) = (image.alphabet(), image.dawg()?);
    let mut asked = Asked::default();
    while queries.next(&mut asked, &mut answers.out)? {
        let bee = match Bee::parse(&asked.text, alphabet) {
            Ok(bee) => bee.min_length(args.min_length),
            Err(error) => {
                queries.fail(&asked, error)?;
                continue;
            }
        };
        let mut total = Total::default();
        let _ = bee.for_each(&dawg, &mut |word| {
            total.words += 1;
            total.points += bee.points(word);
            if bee.is_pangram(word) {
                total.pangrams.push(alphabet.render(word));
            }
            std::ops::ControlFlow::Continue(())
        });
        if args.total {
            print(&mut answers, args.list.is_json(), &asked.text, &total)?;
            continue;
        }
        answers.list(&asked.text, |each| {
            let mut answer = Answer::default();
            let _ = bee.for_each(&dawg, &mut |word| {
                answer.word.clear();
                answer.word.extend_from_slice(word);
                answer.points = Some(bee.points(word));
                answer.pangram = Some(bee.is_pangram(word));
                each(&answer)
            });
        })?;
        if !args.list.counts() {
            let query = if answers.batch { format!("{}: ", asked.text) } else { String::new() };
            terminal.note(format_args!("{query}{}", total.text()));
        }
    }
    Ok(queries.outcome(answers.finish()?))
}

impl Total {
    fn text(&self) -> String {
        let Total { words, points, pangrams } = self;
        let named = if pangrams.is_empty() { String::new() } else { format!(": {}", pangrams.join(" ")) };
        let counted = |count: usize, one: &str| if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") };
        let points = if *points == 1 { "1 point".to_owned() } else { format!("{points} points") };
        format!("{}, {points}, {}{named}", counted(*words, "word"), counted(pangrams.len(), "pangram"))
    }
}

fn print(answers: &mut Answers<'_>, is_json: bool, query: &str, total: &Total) -> Result<(), Failure> {
    if total.words > 0 {
        answers.found();
    }
    if is_json {
        let mut object = json!({ "words": total.words, "points": total.points, "pangrams": total.pangrams });
        if answers.batch {
            object["query"] = query.into();
        }
        return Ok(answers.out.json(&object)?);
    }
    let text = total.text();
    let written = if answers.batch { answers.out.line(format_args!("{query}\t{text}")) } else { answers.out.line(text) };
    Ok(written?)
}
