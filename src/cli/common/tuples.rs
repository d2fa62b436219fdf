//! Answers of several words that stand in a fixed order, as those of equations and ladders do.

use std::ops::ControlFlow;

use lexigraph::alphabet::{Alphabet, Tile};
use lexigraph::query::{Column, parse_word};

use crate::common::answers::{AnswerArgs, Answers, end_answer};
use crate::common::output::Output;
use crate::common::queries::{Asked, Queries};
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

/// The words of a question, at least so many of them; `None` after an error in a line of many.
pub fn given(
    queries: &mut Queries<'_>,
    asked: &Asked,
    alphabet: &Alphabet,
    least: usize,
    missing: &str,
) -> Result<Option<Vec<Vec<Tile>>>, Failure> {
    let words = asked.text.split_whitespace().map(|word| parse_word(word, alphabet));
    match words.collect::<Result<Vec<Vec<Tile>>, _>>() {
        Ok(words) if words.len() >= least => return Ok(Some(words)),
        Ok(_) => queries.fail(asked, Failure::new(missing))?,
        Err(error) => queries.fail(asked, error)?,
    }
    Ok(None)
}

/// Prints the first answer or all of them, up to the limit. `count` tells how many there are without listing them.
pub fn first_or_all(
    answers: &mut Answers<'_>,
    args: &AnswerArgs,
    is_all: bool,
    query: &str,
    alphabet: &Alphabet,
    count: impl FnOnce() -> u64,
    produce: impl FnOnce(&mut dyn FnMut(&[&[Tile]]) -> ControlFlow<()>),
) -> Result<(), Failure> {
    let limit = if is_all { args.limit() } else { args.limit().min(1) };
    if args.counts() {
        return answers.print_count(query, count().min(limit));
    }
    list(answers, args, limit, query, alphabet, produce)
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
