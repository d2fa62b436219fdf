//! Multi-word anagrams: prints combinations of words, in the order of the search or sorted.

use std::io::{self, Write};
use std::ops::ControlFlow;

use lexigraph::alphabet::Tile;
use lexigraph::image::Image;
use lexigraph::query::multiword::MultiWordLimits;
use lexigraph::query::{Column, MultiWord, Phrase, Sort, render_blanks};

use crate::common::answers::{AnswerArgs, Answers, end_answer};
use crate::common::output::Output;
use crate::failure::Failure;

/// Rejects options that combinations do not support, before anything is printed.
pub fn check(args: &AnswerArgs) -> Result<(), Failure> {
    if args.columns().iter().any(|column| *column != Column::Word) {
        return Err(Failure::new("with --words, the only column is 'word' — remove --columns"));
    }
    if args.sort().is_some_and(|sort| sort != Sort::Alpha) {
        return Err(Failure::new("with --words, all answers have the same letters — the only order is --sort alpha"));
    }
    Ok(())
}

/// Prints the combinations for one phrase.
pub fn list(
    answers: &mut Answers<'_>,
    args: &AnswerArgs,
    query: &str,
    image: &Image,
    phrase: &Phrase,
    limits: &MultiWordLimits,
) -> Result<(), Failure> {
    if !args.counts() {
        answers.heading()?;
    }
    let limit = args.limit();
    let dawg = image.dawg()?;
    let sorted = args.sort().is_some() || args.is_reversed();
    let (mut count, mut gathered) = (0u64, Vec::new());
    let batch = answers.batch;
    let mut result: Result<(), Failure> = Ok(());
    if limit > 0 {
        let _ = phrase.for_each_filling(image.alphabet(), |letters| {
            let found = match MultiWord::new(&dawg, letters, limits.clone()) {
                Ok(found) => found,
                Err(error) => {
                    result = Err(error.into());
                    return ControlFlow::Break(());
                }
            };
            let go_on = |count: u64| if count < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
            if args.counts() {
                return found.for_each(&mut |_| {
                    count += 1;
                    go_on(count)
                });
            }
            if sorted {
                return found.for_each(&mut |words| {
                    gathered.push(words.iter().map(|&word| found.words().get(word as usize).to_vec()).collect());
                    ControlFlow::Continue(())
                });
            }
            // There may be millions of combinations, so each word is rendered once.
            let texts: Vec<String> = found.words().iter().map(|word| image.alphabet().render(word)).collect();
            let mut writer = Writer { args, query, image, phrase, batch, line: String::new() };
            found.for_each(&mut |words| {
                count += 1;
                let written = if phrase.is_open() {
                    let words: Vec<&[Tile]> = words.iter().map(|&word| found.words().get(word as usize)).collect();
                    writer.spelled(&words, &mut answers.out)
                } else {
                    let words = words.iter().map(|&word| texts[word as usize].as_str());
                    writer.write(words, None, &mut answers.out)
                };
                match written {
                    Ok(()) => go_on(count),
                    Err(error) => {
                        result = Err(error.into());
                        ControlFlow::Break(())
                    }
                }
            })
        });
    }
    result?;
    if args.counts() {
        return answers.print_count(query, count);
    }
    if sorted {
        arrange(&mut gathered, args.is_reversed(), args.sort().is_some());
        let mut writer = Writer { args, query, image, phrase, batch, line: String::new() };
        for words in gathered.iter().take(usize::try_from(limit).unwrap_or(usize::MAX)) {
            count += 1;
            writer.spelled(&words.iter().map(Vec::as_slice).collect::<Vec<_>>(), &mut answers.out)?;
        }
    }
    if count > 0 {
        answers.found();
    }
    answers.total(query, count)
}

fn arrange(combinations: &mut [Vec<Vec<Tile>>], reversed: bool, sorted: bool) {
    if sorted {
        combinations.sort();
    }
    if reversed {
        combinations.reverse();
    }
}

struct Writer<'a> {
    args: &'a AnswerArgs,
    query: &'a str,
    image: &'a Image,
    phrase: &'a Phrase,
    batch: bool,
    line: String,
}

impl Writer<'_> {
    /// Prints a combination, with the letters that blanks stand for in lower case.
    fn spelled(&mut self, words: &[&[Tile]], out: &mut Output) -> io::Result<()> {
        let alphabet = self.image.alphabet();
        let letters = words.concat();
        let blanks = self.phrase.blanks(&letters);
        let mut at = 0;
        let mut texts = Vec::with_capacity(words.len());
        for word in words {
            let mut text = String::new();
            render_blanks(word, blanks.get(at..).unwrap_or(&[]), alphabet, &mut text);
            at += word.len();
            texts.push(text);
        }
        let played = letters.iter().zip(&blanks).filter(|(_, blank)| **blank).map(|(&tile, _)| tile);
        let played = (!blanks.is_empty()).then(|| alphabet.render(&played.collect::<Vec<_>>()));
        self.write(texts.iter().map(String::as_str), played, out)
    }

    fn write<'w>(
        &mut self,
        words: impl Iterator<Item = &'w str> + Clone,
        blanks: Option<String>,
        out: &mut Output,
    ) -> io::Result<()> {
        let line = &mut self.line;
        line.clear();
        let json = self.args.is_json();
        if self.batch && !json {
            line.push_str(self.query);
            line.push('\t');
        }
        for (at, word) in words.clone().enumerate() {
            if at > 0 {
                line.push(' ');
            }
            line.push_str(word);
        }
        if !json {
            out.writer().write_all(line.as_bytes())?;
            return end_answer(out.writer(), self.args.end());
        }
        let mut object = serde_json::Map::new();
        if self.batch {
            object.insert("query".into(), self.query.into());
        }
        object.insert("word".into(), line.as_str().into());
        object.insert("words".into(), words.collect::<Vec<_>>().into());
        if let Some(blanks) = blanks {
            object.insert("blanks".into(), blanks.into());
        }
        out.json(&object)
    }
}
