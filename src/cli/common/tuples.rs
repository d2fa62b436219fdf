//! Answers of several words that stand in a fixed order, as those of equations and ladders do.

use std::ops::ControlFlow;

use lexigraph::alphabet::{Alphabet, Tile};
use lexigraph::query::Column;

use crate::common::answers::{AnswerArgs, Answers, end_answer};
use crate::common::output::Output;
use crate::failure::Failure;

/// Rejects options that answers of several words do not support.
fn check(args: &AnswerArgs) -> Result<(), Failure> {
    if args.sort().is_some() || args.is_reversed() || args.columns().iter().any(|column| *column != Column::Word) {
        return Err(Failure::new(
            "an answer of several words has no columns and no order but its own — remove --columns, --sort and --reverse",
        ));
    }
    Ok(())
}

/// Prints at most `limit` answers: the words of each, with a space between them. `produce` passes each answer to its
/// argument, until that breaks.
pub fn list(
    answers: &mut Answers<'_>,
    args: &AnswerArgs,
    limit: u64,
    query: &str,
    alphabet: &Alphabet,
    produce: impl FnOnce(&mut dyn FnMut(&[&[Tile]]) -> ControlFlow<()>),
) -> Result<(), Failure> {
    check(args)?;
    let batch = answers.batch;
    let mut count = 0u64;
    let mut result: Result<(), Failure> = Ok(());
    if !args.counts() {
        answers.heading()?;
    }
    if limit > 0 {
        produce(&mut |words| {
            count += 1;
            if !args.counts() {
                let texts: Vec<String> = words.iter().map(|word| alphabet.render(word)).collect();
                result = print(args, query, batch, &texts, &mut answers.out);
            }
            if result.is_ok() && count < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
    }
    result?;
    if args.counts() {
        return answers.print_count(query, count);
    }
    if count > 0 {
        answers.found();
    }
    answers.total(query, count)
}

fn print(args: &AnswerArgs, query: &str, batch: bool, words: &[String], out: &mut Output) -> Result<(), Failure> {
    if args.is_json() {
        let mut object = serde_json::Map::new();
        if batch {
            object.insert("query".into(), query.into());
        }
        object.insert("word".into(), words.join(" ").into());
        object.insert("words".into(), words.into());
        return Ok(out.json(&object)?);
    }
    if batch {
        out.text(query)?;
        out.text("\t")?;
    }
    out.text(&words.join(" "))?;
    Ok(end_answer(out.writer(), args.end())?)
}
