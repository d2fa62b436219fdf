//! Words for a question, one at a time.

use std::ops::ControlFlow;

use lexigraph::Lexicon;
use lexigraph::api::ApiError;
use lexigraph::graph::GraphKind;
use lexigraph::lexicon::LexiconError;
use lexigraph::query::{Anagram, Complete, Pattern, Query, QueryError, parse_word};

use crate::fault::Fault;

/// A question whose answers are words. The numbers are those of the header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// All words.
    All,
    /// Words that use all of the letters.
    Anagrams,
    /// Words that use some of the letters.
    Subanagrams,
    /// Words of a pattern.
    Pattern,
    /// Words that meet conditions.
    Search,
    /// Words that begin with some letters.
    Complete,
}

/// Calls `each` with every answer until it breaks.
///
/// # Errors
/// [`Fault`] for a mistake in the text.
pub fn find(
    lexicon: &Lexicon,
    question: Question,
    text: &str,
    each: &mut dyn FnMut(&str) -> ControlFlow<()>,
) -> Result<(), Fault> {
    let alphabet = lexicon.alphabet();
    match question {
        Question::All => lexicon.for_each_word(each).map(|_| ())?,
        Question::Anagrams => walk(lexicon, &Anagram::parse(text, alphabet).map_err(fault)?, each)?,
        Question::Subanagrams => walk(lexicon, &Anagram::parse(text, alphabet).map_err(fault)?.partial(true), each)?,
        Question::Pattern => walk(lexicon, &Pattern::parse(text, alphabet).map_err(fault)?, each)?,
        Question::Complete => walk(lexicon, &Complete::new(&parse_word(text, alphabet).map_err(fault)?), each)?,
        // A search evaluates its conditions together, so its answers are gathered first.
        Question::Search => {
            let _ = lexicon.search(text)?.iter().try_for_each(|word| each(word));
        }
    }
    Ok(())
}

fn walk(lexicon: &Lexicon, query: &dyn Query, each: &mut dyn FnMut(&str) -> ControlFlow<()>) -> Result<(), Fault> {
    let graph = lexicon.image().graph(GraphKind::Dawg).map_err(LexiconError::from)?;
    let _ = query.for_each(&graph, &mut |word| each(&lexicon.alphabet().render(word)));
    Ok(())
}

fn fault(error: QueryError) -> Fault {
    Fault(ApiError::from(error))
}
