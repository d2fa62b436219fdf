//! Iterators over words. They hold a few thousand words at a time, however many there are.

use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};

use lexigraph::api::Api;
use lexigraph::image::for_each_word_text;
use lexigraph::query::{Anagram, Complete, Figures, Pattern, Query, Search, parse_word};
use pyo3::prelude::*;

use crate::lexicon::words_of;
use crate::raised;

/// So many words are found at once, when a query is made: nearly all answers are complete with them.
const FIRST: usize = 4096;

/// The words that a thread finds ahead of the iterator, in parts.
const PART: usize = 1024;
const AHEAD: usize = 2;

/// What is asked of a lexicon.
#[derive(Clone)]
pub enum Question {
    All,
    Anagram { letters: String, partial: bool },
    Pattern(String),
    Search(String),
    Complete(String),
}

/// Receives a word; breaks when no more are wanted.
type Each<'e> = &'e mut dyn FnMut(String) -> ControlFlow<()>;

impl Question {
    /// Calls `each` with the words, in collation order.
    fn run(&self, lexicon: &lexigraph::Lexicon, each: Each<'_>) -> PyResult<()> {
        let alphabet = lexicon.alphabet();
        let mut ask = |query: &dyn Query| -> PyResult<()> {
            let graph = lexicon.image().dawg().map_err(raised)?.0;
            let _ = query.for_each(&graph, &mut |word| each(alphabet.render(word)));
            Ok(())
        };
        match self {
            Question::Anagram { letters, partial } => {
                ask(&Anagram::parse(letters, alphabet).map_err(raised)?.partial(*partial))
            }
            Question::Pattern(pattern) => ask(&Pattern::parse(pattern, alphabet).map_err(raised)?),
            Question::Complete(prefix) => ask(&Complete::new(&parse_word(prefix, alphabet).map_err(raised)?)),
            Question::All => {
                let found = for_each_word_text(lexicon.image(), |word| each(word.to_owned()));
                found.map(|_| ()).map_err(raised)
            }
            Question::Search(conditions) => {
                let search = Search::parse(conditions, alphabet).map_err(raised)?;
                if let Some(name) = search.lists().first() {
                    return Err(raised(format!("conditions on the words of another lexicon ('{name}') need the program")));
                }
                let figures = Figures::of_image(lexicon.image(), &search.figures()).map_err(raised)?;
                let graph = lexicon.image().dawg().map_err(raised)?.0;
                let search = search.with_figures(figures);
                let found = search.run(&graph, alphabet, &[], &mut |word| each(alphabet.render(word)));
                found.map(|_| ()).map_err(raised)
            }
        }
    }
}

/// The words of an answer, in collation order.
#[pyclass(module = "lexigraph", frozen)]
pub struct WordIterator {
    words: Mutex<Ahead>,
}

/// Words that were found, and where more come from.
struct Ahead {
    found: std::vec::IntoIter<String>,
    more: Option<Receiver<Vec<String>>>,
}

impl WordIterator {
    /// Finds the first words at once, and has a thread find the rest if there are more.
    pub fn new(api: &Arc<Api>, question: &Question) -> PyResult<WordIterator> {
        let mut first = Vec::new();
        question.run(words_of(api), &mut |word| {
            first.push(word);
            if first.len() <= FIRST { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })?;
        let more = if first.len() > FIRST {
            first.truncate(FIRST);
            Some(rest(api.clone(), question.clone()))
        } else {
            None
        };
        Ok(WordIterator { words: Mutex::new(Ahead { found: first.into_iter(), more }) })
    }
}

/// The words after the first, from a thread that ends when they are no longer received.
fn rest(api: Arc<Api>, question: Question) -> Receiver<Vec<String>> {
    let (sender, receiver) = sync_channel(AHEAD);
    std::thread::spawn(move || {
        let mut parts = Parts { sender, part: Vec::new(), skipped: 0 };
        // The question was answered before, so it does not fail now.
        let _ = question.run(words_of(&api), &mut |word| parts.push(word));
        let _ = parts.send();
    });
    receiver
}

struct Parts {
    sender: SyncSender<Vec<String>>,
    part: Vec<String>,
    skipped: usize,
}

impl Parts {
    fn push(&mut self, word: String) -> ControlFlow<()> {
        if self.skipped < FIRST {
            self.skipped += 1;
            return ControlFlow::Continue(());
        }
        self.part.push(word);
        if self.part.len() < PART { ControlFlow::Continue(()) } else { self.send() }
    }

    fn send(&mut self) -> ControlFlow<()> {
        match self.sender.send(std::mem::take(&mut self.part)) {
            Ok(()) => ControlFlow::Continue(()),
            // The iterator is gone.
            Err(_) => ControlFlow::Break(()),
        }
    }
}

#[pymethods]
impl WordIterator {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> Option<String> {
        let mut ahead = self.words.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if let Some(word) = ahead.found.next() {
                return Some(word);
            }
            let more = ahead.more.take()?;
            let part = py.detach(|| more.recv().map(|part| (part, more)));
            let (part, more) = part.ok()?;
            ahead.found = part.into_iter();
            ahead.more = Some(more);
        }
    }
}
