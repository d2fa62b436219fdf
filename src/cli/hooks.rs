//! `lexigraph hooks`: hooks, extensions and neighbours of a word.

use lexigraph::alphabet::Tile;
use lexigraph::build::GraphKinds;
use lexigraph::image::ErasedGraph;
use lexigraph::query::hooks::{self, Extensions};
use lexigraph::query::{Answer, Column, Hooks, QueryError, parse_word};

use crate::common::answers::{AnswerArgs, Answers};
use crate::common::outcome::Outcome;
use crate::common::output::Terminal;
use crate::common::queries::{Asked, Queries};
use crate::failure::Failure;
use crate::lexicon::LexiconArgs;

/// Print the hooks of a word, or related words such as its extensions
#[derive(clap::Args)]
#[command(after_long_help = "\
Without an option, prints each word with its front hooks, its back hooks, and whether a word remains without its first \
or without its last letter. With an option, prints the related words. WORD need not be in the lexicon; \
if it is not, a message says so.

Examples:
  lexigraph hooks hook pes
  lexigraph hooks --extensions rhus
  lexigraph hooks --blank-anagrams czarevna

Exit status: 0 something found; 1 nothing found; 2 error.")]
pub struct Args {
    /// Words; '-' reads standard input
    #[arg(value_name = "WORD")]
    words: Vec<String>,
    #[command(flatten)]
    choice: Choice,
    #[command(flatten)]
    list: AnswerArgs,
    #[command(flatten)]
    pub lexicon: LexiconArgs,
}

#[derive(clap::Args, Clone, Copy)]
#[group(multiple = false)]
struct Choice {
    /// Print longer words that contain the word
    #[arg(long)]
    extensions: bool,
    /// Print anagrams of the word with a blank in place of one letter
    #[arg(long)]
    blank_anagrams: bool,
    /// Print words made by swapping two adjacent letters
    #[arg(long)]
    transpositions: bool,
    /// Print words made by replacing one letter
    #[arg(long)]
    substitutions: bool,
    /// Print words made by inserting one letter
    #[arg(long)]
    insertions: bool,
    /// Print words made by deleting one letter
    #[arg(long)]
    deletions: bool,
    /// Print words reached by deleting one letter after another, with a word at each step
    #[arg(long)]
    descents: bool,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    let mut queries = Queries::new(&args.words, terminal);
    let image = args.lexicon.open_keeping(GraphKinds::Dawg, args.list.keeps(), terminal)?;
    let ends = [Column::FrontHooks, Column::BackHooks, Column::InnerFront, Column::InnerBack];
    let choice = args.choice;
    let Choice { extensions, blank_anagrams, transpositions, substitutions, insertions, deletions, descents } = choice;
    let plain =
        ![extensions, blank_anagrams, transpositions, substitutions, insertions, deletions, descents].contains(&true);
    // A row of hooks begins with the word, which is the query, so it need not be preceded by the query.
    let mut answers =
        Answers::new(&args.list, &image, queries.is_batch() && !plain, if plain { &ends } else { &[] }, terminal)?;
    let mut any = false;
    let dawg = image.dawg()?;
    let mut asked = Asked::default();
    while queries.next(&mut asked, &mut answers.out)? {
        let query = &asked.text;
        let found = parse_word(query, image.alphabet()).and_then(|word| Ok((find(&dawg, &word, choice, plain)?, word)));
        let (found, word) = match found {
            Ok(found) => found,
            Err(error) => {
                queries.fail(&asked, error)?;
                continue;
            }
        };
        if !dawg.contains(&word) {
            let word = image.alphabet().render(&word);
            terminal.note(format_args!("{word}: not a word of {}", args.lexicon.name()));
        }
        match found {
            HookAnswer::Hooks(hooks) => {
                any |= hooks != Hooks::default();
                answers.list(query, |each| {
                    let _ = each(&Answer::of(&word));
                })?;
            }
            HookAnswer::Words(words) => {
                any |= !words.is_empty();
                answers.list(query, |each| {
                    let _ = words.iter().try_for_each(|word| each(&Answer::of(word)));
                })?;
            }
        }
    }
    answers.finish()?;
    Ok(queries.outcome(any.into()))
}

/// The answer about one word.
enum HookAnswer {
    Hooks(Hooks),
    Words(Vec<Vec<Tile>>),
}

/// Answers the query about one word.
fn find(graph: &ErasedGraph<'_>, word: &[Tile], choice: Choice, plain: bool) -> Result<HookAnswer, QueryError> {
    if plain {
        return Ok(HookAnswer::Hooks(Hooks::of(graph, word)));
    }
    Ok(HookAnswer::Words(if choice.extensions {
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
