//! `lexigraph hooks`: what can be done to a word.

use lexigraph::alphabet::Tile;
use lexigraph::build::GraphKinds;
use lexigraph::image::ErasedGraph;
use lexigraph::query::hooks::{self, Extensions};
use lexigraph::query::{Answer, Column, Hooks, QueryError, parse_word};

use super::answers::{Answers, ListArgs, queries};
use super::{Failure, LexiconArgs, Outcome, Terminal};

/// Print the letters that make a word longer or shorter at its ends, or the words near it
#[derive(clap::Args)]
#[command(after_long_help = "\
Without a choice: each word with its front hooks, its back hooks, and whether its first and its last letter can be taken off. A choice lists the \
words themselves. The words asked for need not be in the lexicon.

Examples:
  lexigraph hooks hook pes
  lexigraph hooks --extensions rhus
  lexigraph hooks --blank-anagrams czarevna

Exit status: 0 something found; 1 nothing; 2 error.")]
pub struct Args {
    /// Words; '-' is standard input
    #[arg(value_name = "WORD")]
    words: Vec<String>,
    #[command(flatten)]
    choice: Choice,
    #[command(flatten)]
    list: ListArgs,
    #[command(flatten)]
    lexicon: LexiconArgs,
}

#[derive(clap::Args, Clone, Copy)]
#[group(multiple = false)]
struct Choice {
    /// Longer words that begin with it, end with it, or have it inside
    #[arg(long)]
    extensions: bool,
    /// Words with a blank in the place of one letter, arranged anew
    #[arg(long)]
    blank_anagrams: bool,
    /// Words with two neighbouring letters swapped
    #[arg(long)]
    transpositions: bool,
    /// Words with one letter changed
    #[arg(long)]
    substitutions: bool,
    /// Words with one letter put in
    #[arg(long)]
    insertions: bool,
    /// Words with one letter left out
    #[arg(long)]
    deletions: bool,
    /// Words got by leaving out letter after letter, a word at each step
    #[arg(long)]
    descents: bool,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    let (queries, batch) = queries(&args.words)?;
    let image = args.lexicon.open(GraphKinds::Dawg, terminal)?;
    let ends = [Column::FrontHooks, Column::BackHooks, Column::InnerFront, Column::InnerBack];
    let choice = args.choice;
    let Choice { extensions, blank_anagrams, transpositions, substitutions, insertions, deletions, descents } = choice;
    let plain =
        ![extensions, blank_anagrams, transpositions, substitutions, insertions, deletions, descents].contains(&true);
    // The row of a word is not an answer of its own: in a batch it carries the word, which is the query.
    let mut answers = Answers::new(&args.list, &image, batch && !plain, if plain { &ends } else { &[] })?;
    let mut any = false;
    for query in &queries {
        let word = parse_word(query, image.alphabet())?;
        let found = find(&*image.dawg()?, &word, choice, plain)?;
        match found {
            Found::Hooks(hooks) => {
                any |= hooks != Hooks::default();
                answers.list(query, |each| {
                    let _ = each(&Answer::of(&word));
                })?;
            }
            Found::Words(words) => {
                any |= !words.is_empty();
                answers.list(query, |each| {
                    let _ = words.iter().try_for_each(|word| each(&Answer::of(word)));
                })?;
            }
        }
    }
    answers.finish()?;
    Ok(any.into())
}

enum Found {
    Hooks(Hooks),
    Words(Vec<Vec<Tile>>),
}

/// What was asked for about a word.
fn find(graph: &ErasedGraph<'_>, word: &[Tile], choice: Choice, plain: bool) -> Result<Found, QueryError> {
    if plain {
        return Ok(Found::Hooks(Hooks::of(graph, word)));
    }
    Ok(Found::Words(if choice.extensions {
        let Extensions { front, back, both } = Extensions::of(graph, word);
        let mut all = [front, back, both].concat();
        all.sort();
        all.dedup();
        all
    } else if choice.blank_anagrams {
        hooks::blank_anagrams(graph, word)?
    } else if choice.transpositions {
        hooks::transpositions(graph, word)
    } else if choice.substitutions {
        hooks::substitutions(graph, word)
    } else if choice.insertions {
        hooks::insertions(graph, word)
    } else if choice.deletions {
        hooks::deletions(graph, word)
    } else {
        hooks::descents(graph, word)
    }))
}
