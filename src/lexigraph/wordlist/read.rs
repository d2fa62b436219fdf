//! From the bytes of word lists to a [`WordList`].
//!
//! Encoding ([`encoding`](super::encoding)), line ends ([`lines`](super::lines)) and shape ([`shape`](super::shape),
//! from a sample of a thousand lines) are detected from the content; the report names them, and options override them.
//! Then every line is read once: words that the alphabet can spell take a fast path, others are cleaned or rejected
//! with a reason. An automatic alphabet takes one pass more.
//!
//! Cost: linear for a list in collation order, else that of [`Words::sort`]. Memory beside the bytes of the list: a
//! copy of the text when it is not UTF-8, the words (a byte a letter and four a word), and while sorting a list that
//! is not in order as much again and sixteen bytes for each of the words that are sorted at once.
//!
//! Measured on a list of 172,823 English words (1.7 MB; two busy cores of a plain x86-64, best of thirty): 6.6 ms from
//! bytes to sorted words with a given alphabet, 10.6 ms with an automatic one, of which the test whether the list is
//! sorted takes a fifth; 33 ms when it is shuffled. The whole process peaks at 9.5 MB (13 MB when shuffled), the bytes
//! of the list and the program itself among them.

use super::Words;
use super::affix::Affixes;
use super::collect::{Characters, Collector};
use super::definitions::{self, Definitions};
use super::error::ReadError;
use super::list::{List, comments};
use super::options::{AlphabetChoice, ReadOptions};
use super::report::ReadReport;
use crate::alphabet::{Alphabet, Folds};

/// Words of an alphabet, in its collation order, each once.
#[derive(Clone, Debug)]
pub struct WordList {
    /// The letters.
    pub alphabet: Alphabet,
    /// The words.
    pub words: Words,
    /// What the lists say about each word, when [`ReadOptions::definitions`] or [`ReadOptions::scores`] asked for it.
    pub definitions: Option<Definitions>,
    /// What was found in the lists, and what became of every line.
    pub report: ReadReport,
}

/// Reads one word list; `name` is for messages. The bytes are decompressed already.
///
/// # Errors
/// [`ReadError`]: content that is no word list, an invalid line unless they are skipped, no words left.
pub fn read(name: &str, bytes: &[u8], options: &ReadOptions) -> Result<WordList, ReadError> {
    let mut reader = Reader::new(options);
    reader.add(name, bytes)?;
    reader.finish()
}

/// Puts several word lists together into one lexicon.
#[derive(Debug)]
pub struct Reader<'a> {
    options: &'a ReadOptions,
    lists: Vec<List<'a>>,
}

impl<'a> Reader<'a> {
    /// A reader without lists yet.
    pub fn new(options: &'a ReadOptions) -> Reader<'a> {
        Reader { options, lists: vec![] }
    }

    /// Adds a list; `name` is for messages. The bytes are decompressed already.
    ///
    /// # Errors
    /// [`ReadError::NotAList`], and [`ReadError::Encoding`] for an unknown label.
    pub fn add(&mut self, name: &str, bytes: &'a [u8]) -> Result<(), ReadError> {
        self.lists.push(List::whole(name, bytes, self.options, None)?);
        Ok(())
    }

    /// Adds a hunspell dictionary, whose stems are expanded by these affixes.
    ///
    /// # Errors
    /// As [`add`](Reader::add).
    pub fn add_dictionary(&mut self, name: &str, bytes: &'a [u8], affixes: &'a Affixes) -> Result<(), ReadError> {
        self.lists.push(List::whole(name, bytes, self.options, Some(affixes))?);
        Ok(())
    }

    /// Reads all lists.
    ///
    /// # Errors
    /// [`ReadError`]: an invalid line unless they are skipped, no words left.
    pub fn finish(self) -> Result<WordList, ReadError> {
        let alphabet = match &self.options.alphabet {
            AlphabetChoice::Named(alphabet) => (**alphabet).clone(),
            AlphabetChoice::Auto => self.automatic()?,
        };
        let Reader { options, lists } = self;
        let mut folds = None;
        if options.fold_accents {
            let named = matches!(options.alphabet, AlphabetChoice::Named(_));
            folds = Some(Folds::new(named.then_some(&alphabet)));
        }
        let several = lists.len() > 1;
        let first = lists.first().map_or_else(String::new, |list| list.report.name.clone());
        let (mut all, mut all_definitions) = (Words::new(), options.definitions.then(Definitions::default));
        let mut reports = Vec::with_capacity(lists.len());
        for mut list in lists {
            let mut collector = Collector::new(&alphabet, options, folds.as_ref(), &list);
            if list.expansion.is_none() {
                let (lines, bytes) = collector.take_easy(&list);
                list.skip(lines, bytes);
            }
            list.each(comments(options, &alphabet), &mut collector)?;
            collector.settle_scores();
            let Collector { mut words, mut definitions, mut report, .. } = collector;
            // The text is done with: sorting may need its room.
            drop(list);
            report.duplicates = sort(&mut words, &mut definitions) as u64;
            reports.push(report);
            if several {
                let before = all.len();
                words.iter().for_each(|word| all.push(word));
                if let Some(some) = &definitions {
                    let all = all_definitions.get_or_insert_with(|| Definitions::empty(before));
                    (0..some.len()).for_each(|index| all.push(some.get(index).unwrap_or("")));
                } else if let Some(all) = &mut all_definitions {
                    words.iter().for_each(|_| all.push(""));
                }
            } else {
                (all, all_definitions) = (words, definitions);
            }
        }
        if several {
            sort(&mut all, &mut all_definitions);
        }
        let report = ReadReport::new(reports, all.len() as u64);
        if all.is_empty() {
            return Err(ReadError::empty(first, &report, options));
        }
        let alphabet = alphabet.with_folded_accents(options.fold_accents);
        Ok(WordList { alphabet, words: all, definitions: all_definitions, report })
    }

    /// The alphabet of all characters that occur, but for marks that only end words.
    fn automatic(&self) -> Result<Alphabet, ReadError> {
        let mut characters = Characters::new(self.options.fold_accents);
        for list in &self.lists {
            characters.begin(list.shape);
            list.each(true, &mut characters)?;
        }
        let characters = characters.finish();
        if characters.is_empty() {
            let name = self.lists.first().map_or_else(String::new, |list| list.report.name.clone());
            return Err(ReadError::no_lines(name));
        }
        Ok(Alphabet::automatic(characters)?)
    }
}

fn sort(words: &mut Words, definitions: &mut Option<Definitions>) -> usize {
    match definitions {
        Some(definitions) => definitions::sort(words, definitions),
        None => words.sort(),
    }
}

#[cfg(test)]
mod tests;
