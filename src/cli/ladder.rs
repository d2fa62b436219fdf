//! `lexigraph ladder`: shortest word ladders.

use lexigraph::build::GraphKinds;
use lexigraph::query::Ladder;

use crate::common::answers::{AnswerArgs, Answers};
use crate::common::outcome::Outcome;
use crate::common::output::Terminal;
use crate::common::queries::{Asked, Queries};
use crate::common::tuples;
use crate::failure::Failure;
use crate::lexicon::LexiconArgs;

/// Print the shortest ladder between words, whose steps change one letter
#[derive(clap::Args)]
#[command(after_long_help = "\
A ladder is a row of words of the lexicon, each of which differs from the one before it in one letter. With more \
than two words, the ladder goes through all of them in their order. Without --all, the first of the shortest ladders \
is printed. On standard input, each line has the words of one ladder.

Examples:
  lexigraph ladder cold warm
  lexigraph ladder --all --count cold warm       the number of shortest ladders
  lexigraph ladder --edits cat horse             a step may also insert or delete a letter
  lexigraph ladder cold word warm                through WORD

Exit status: 0 something found; 1 nothing found; 2 error.")]
pub struct Args {
    /// Words of the ladder: the first, the last, and any between; '-' reads standard input
    #[arg(value_name = "WORD")]
    words: Vec<String>,
    /// Print all shortest ladders
    #[arg(long)]
    all: bool,
    /// Let a step insert or delete a letter, too
    #[arg(long)]
    edits: bool,
    /// Maximum number of steps between two of the words
    #[arg(long, value_name = "N")]
    max_steps: Option<usize>,
    #[command(flatten)]
    list: AnswerArgs,
    #[command(flatten)]
    pub lexicon: LexiconArgs,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    let mut queries = Queries::joined(&args.words, terminal);
    let image = args.lexicon.open(GraphKinds::Dawg, terminal)?;
    let mut answers = Answers::new(&args.list, &image, queries.is_batch(), &[], terminal)?;
    let (alphabet, dawg) = (image.alphabet(), image.dawg()?);
    let ladder = Ladder { edits: args.edits, max_steps: args.max_steps.unwrap_or(usize::MAX) };
    let mut asked = Asked::default();
    while queries.next(&mut asked, &mut answers.out)? {
        let missing = "a ladder needs two words — give the first and the last";
        let Some(words) = tuples::given(&mut queries, &asked, alphabet, 2, missing)? else { continue };
        for word in words.iter().filter(|word| !dawg.contains(word)) {
            terminal.note(format_args!("{} is not in the lexicon, so there is no ladder", alphabet.render(word)));
        }
        let found = ladder.through(&dawg, &words.iter().map(Vec::as_slice).collect::<Vec<_>>());
        let count = || found.as_ref().map_or(0, |ladders| ladders.count());
        tuples::first_or_all(&mut answers, &args.list, args.all, &asked.text, alphabet, count, |each| {
            if let Some(ladders) = &found {
                let _ = ladders.for_each(each);
            }
        })?;
    }
    Ok(queries.outcome(answers.finish()?))
}
