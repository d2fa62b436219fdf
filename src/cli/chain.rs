//! `lexigraph chain`: word chains, and words that grow by a letter at each step.

use std::ops::ControlFlow;

use lexigraph::alphabet::Tile;
use lexigraph::build::GraphKinds;
use lexigraph::image::ErasedGraph;
use lexigraph::query::{Chain, Chains, Growth, Ladders, LongestChain};

use crate::common::answers::{AnswerArgs, Answers};
use crate::common::outcome::Outcome;
use crate::common::output::Terminal;
use crate::common::queries::{Asked, Queries};
use crate::common::tuples;
use crate::failure::Failure;
use crate::lexicon::LexiconArgs;
use crate::report::grouped;

/// Print the shortest chain between words, each of which begins with the last letter of the one before
#[derive(clap::Args)]
#[command(after_long_help = "\
In a chain, each word begins with the last letter of the word before it; with --overlap 2, with its last two letters, \
and so on. All words are longer than that. With more than two words, the chain goes through all of them in their \
order. Without --all, the first of the shortest chains is printed. A single word is continued by as many words as \
possible, none of them twice; a line on standard error says whether that is proven to be the longest chain. With --grow, \
each word has one letter more than the one before it instead, and the other letters in their order.

On standard input, each line has the words of one chain.

Examples:
  lexigraph chain --overlap 3 winter summer
  lexigraph chain --overlap 3 --all --count winter summer
  lexigraph chain --overlap 2 apple              the longest chain that begins with APPLE
  lexigraph chain --grow in startling            IN to STARTLING, a letter at a time
  lexigraph chain --grow --all at                the longest ways in which AT grows

Exit status: 0 something found; 1 nothing found; 2 error.")]
pub struct Args {
    /// Words of the chain: the first, the last, and any between; '-' reads standard input
    #[arg(value_name = "WORD")]
    words: Vec<String>,
    /// Number of letters that neighbours have in common
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        value_parser = clap::value_parser!(u64).range(1..255),
        conflicts_with = "grow"
    )]
    overlap: u64,
    /// Add one letter at each step instead
    #[arg(long)]
    grow: bool,
    /// Print all shortest chains; with --grow, also all longest ones
    #[arg(long)]
    all: bool,
    /// Maximum number of steps between two of the words, or from a single word
    #[arg(long, value_name = "N")]
    max_steps: Option<usize>,
    #[command(flatten)]
    list: AnswerArgs,
    #[command(flatten)]
    pub lexicon: LexiconArgs,
}

/// The answer to a question.
enum Found {
    Chains(Chains),
    Growths(Ladders),
    Longest(LongestChain),
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    let mut queries = Queries::joined(&args.words, terminal);
    let image = args.lexicon.open(GraphKinds::Dawg, terminal)?;
    let mut answers = Answers::new(&args.list, &image, queries.is_batch(), &[], terminal)?;
    let (alphabet, dawg) = (image.alphabet(), image.dawg()?);
    let mut asked = Asked::default();
    while queries.next(&mut asked, &mut answers.out)? {
        let missing = "a chain needs a word — give the first, or the first and the last";
        let Some(words) = tuples::given(&mut queries, &asked, alphabet, 1, missing)? else { continue };
        for word in &words {
            let text = alphabet.render(word);
            if !dawg.contains(word) {
                terminal.note(format_args!("{text} is not in the lexicon, so there is no chain"));
            } else if !args.grow && word.len() <= args.overlap as usize {
                terminal.note(format_args!("{text} is not longer than the overlap, so there is no chain"));
            }
        }
        let found = args.find(&dawg, &words.iter().map(Vec::as_slice).collect::<Vec<_>>());
        if let Some(Found::Longest(chain)) = &found {
            terminal.note(proof(chain, args.max_steps));
        }
        let count = || found.as_ref().map_or(0, Found::count);
        tuples::first_or_all(&mut answers, &args.list, args.all, &asked.text, alphabet, count, |each| {
            if let Some(found) = &found {
                let _ = found.for_each(each);
            }
        })?;
    }
    Ok(queries.outcome(answers.finish()?))
}

impl Args {
    fn find(&self, dawg: &ErasedGraph<'_>, words: &[&[Tile]]) -> Option<Found> {
        let max_steps = self.max_steps.unwrap_or(usize::MAX);
        let (chain, growth) = (Chain { overlap: self.overlap as usize, max_steps }, Growth { max_steps });
        match words {
            [word] if self.grow => growth.longest(dawg, word).map(Found::Growths),
            [word] => chain.longest(dawg, word).map(Found::Longest),
            _ if self.grow => growth.through(dawg, words).map(Found::Growths),
            _ => chain.through(dawg, words).map(Found::Chains),
        }
    }
}

impl Found {
    fn count(&self) -> u64 {
        match self {
            Found::Chains(chains) => chains.count(),
            Found::Growths(growths) => growths.count(),
            Found::Longest(_) => 1,
        }
    }

    fn for_each(&self, each: &mut dyn FnMut(&[&[Tile]]) -> ControlFlow<()>) -> ControlFlow<()> {
        match self {
            Found::Chains(chains) => chains.for_each(each),
            Found::Growths(growths) => growths.for_each(each),
            Found::Longest(chain) => each(&chain.words.iter().map(Vec::as_slice).collect::<Vec<_>>()),
        }
    }
}

/// The length of a longest chain, and whether it is proven.
fn proof(chain: &LongestChain, max_steps: Option<usize>) -> String {
    let words = chain.words.len();
    let counted = if words == 1 { "1 word".to_owned() } else { format!("{} words", grouped(words as u64)) };
    match (chain.is_proven(), max_steps) {
        (true, Some(steps)) if words > steps => format!("{counted}, the most that --max-steps allows"),
        (true, _) => format!("{counted}: no chain is longer"),
        (false, _) => format!("{counted}; no chain has more than {}", grouped(chain.bound as u64)),
    }
}
