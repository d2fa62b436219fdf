//! The class `Lexicon`.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lexigraph::alphabet::Alphabet;
use lexigraph::api::Api;
use lexigraph::image::{BUNDLED, format_by_name};
use lexigraph::lexicon::{LexiconError, OpenOptions, open_bytes};
use lexigraph::wordlist::AlphabetChoice;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyBytes;

use crate::raised;
use crate::words::{Question, WordIterator};

/// The name of the lexicon in questions; they leave it out.
const NAME: &str = "lexicon";

/// The lexicon of an [`Api`] that was made here.
pub fn words_of(api: &Api) -> &lexigraph::Lexicon {
    api.lexicon(NAME).expect("bug: the lexicon was added when the object was made")
}

/// Words, their graphs, and what is made from them when it is first needed.
#[pyclass(module = "lexigraph", frozen, subclass)]
pub struct Lexicon {
    api: Arc<Api>,
}

/// Where a lexicon comes from.
#[derive(FromPyObject)]
pub enum Source {
    Bytes(PyBackedBytes),
    Text(String),
    Path(PathBuf),
    Words(Vec<String>),
}

impl Lexicon {
    fn of(lexicon: lexigraph::Lexicon) -> PyResult<Lexicon> {
        let mut api = Api::new();
        api.add(NAME, lexicon).map_err(raised)?;
        Ok(Lexicon { api: Arc::new(api) })
    }

    /// The lexicon, for a match.
    pub fn words(&self) -> &lexigraph::Lexicon {
        words_of(&self.api)
    }

    fn iterator(&self, py: Python<'_>, question: Question) -> PyResult<WordIterator> {
        py.detach(|| WordIterator::new(&self.api, &question))
    }
}

/// The alphabet with this name, or the characters of the words for `auto`.
fn alphabet(name: &str) -> PyResult<AlphabetChoice> {
    match name {
        "auto" => Ok(AlphabetChoice::Auto),
        name => Alphabet::builtin(name).map(Into::into).map_err(raised),
    }
}

fn open(source: Source, name: &str) -> PyResult<lexigraph::Lexicon> {
    let mut options = OpenOptions::default();
    options.read.alphabet = alphabet(name)?;
    let path = match source {
        Source::Bytes(bytes) => {
            let opened =
                open_bytes::<LexiconError>(bytes.to_vec().into(), Path::new("bytes"), || Ok(options)).map_err(raised)?;
            return lexigraph::Lexicon::of_image(opened.image).map_err(raised);
        }
        Source::Text(text) if BUNDLED.contains(&text.as_str()) => {
            return lexigraph::Lexicon::bundled(&text).map_err(raised);
        }
        Source::Words(words) => {
            let alphabet = Alphabet::builtin(name).map_err(raised)?;
            return lexigraph::Lexicon::from_words_of(&alphabet, words).map_err(raised);
        }
        Source::Text(text) => PathBuf::from(text),
        Source::Path(path) => path,
    };
    lexigraph::Lexicon::open_with(path, &options).map_err(raised)
}

#[pymethods]
impl Lexicon {
    #[new]
    #[pyo3(signature = (source, *, alphabet = "english"))]
    fn new(py: Python<'_>, source: Source, alphabet: &str) -> PyResult<Lexicon> {
        Lexicon::of(py.detach(|| open(source, alphabet))?)
    }

    fn __contains__(&self, word: &Bound<'_, PyAny>) -> bool {
        // Anything but a text is no word.
        word.extract::<std::borrow::Cow<'_, str>>().is_ok_and(|word| self.words().contains(&word))
    }

    fn __len__(&self) -> usize {
        usize::try_from(self.words().len()).unwrap_or(usize::MAX)
    }

    fn __iter__(&self, py: Python<'_>) -> PyResult<WordIterator> {
        self.iterator(py, Question::All)
    }

    fn __repr__(&self) -> String {
        format!("<lexigraph.Lexicon of {} words, alphabet '{}'>", self.words().len(), self.alphabet())
    }

    /// The name of the alphabet.
    #[getter]
    fn alphabet(&self) -> &str {
        self.words().alphabet().name()
    }

    /// The words that use all of these letters: ``?`` is a blank, ``*`` any number of letters, ``[abc]`` one of a set.
    fn anagram(&self, py: Python<'_>, letters: String) -> PyResult<WordIterator> {
        self.iterator(py, Question::Anagram { letters, partial: false })
    }

    /// The words that can be made of some or all of these letters, as on a rack.
    fn subanagram(&self, py: Python<'_>, letters: String) -> PyResult<WordIterator> {
        self.iterator(py, Question::Anagram { letters, partial: true })
    }

    /// The words of a pattern: ``?`` is any letter, ``*`` any number of letters, ``[abc]`` one of a set.
    fn pattern(&self, py: Python<'_>, pattern: String) -> PyResult<WordIterator> {
        self.iterator(py, Question::Pattern(pattern))
    }

    /// The words that fulfil conditions, such as ``length:7 and not hook:back``.
    fn search(&self, py: Python<'_>, conditions: String) -> PyResult<WordIterator> {
        self.iterator(py, Question::Search(conditions))
    }

    /// The words that begin with these letters, the letters themselves included if they are a word.
    fn complete(&self, py: Python<'_>, prefix: String) -> PyResult<WordIterator> {
        self.iterator(py, Question::Complete(prefix))
    }

    /// The words within an edit distance, with their distance, nearest first.
    #[pyo3(signature = (word, distance = 1))]
    fn near(&self, py: Python<'_>, word: &str, distance: usize) -> PyResult<Vec<(String, usize)>> {
        let found = py.detach(|| self.words().near(word, distance)).map_err(raised)?;
        Ok(found.into_iter().map(|(distance, word)| (word, distance)).collect())
    }

    fn _hooks(&self, word: &str) -> PyResult<(Vec<String>, Vec<String>, bool, bool)> {
        let hooks = self.words().hooks(word).map_err(raised)?;
        Ok((hooks.front, hooks.back, hooks.inner_front, hooks.inner_back))
    }

    /// The number of a word in collation order, from 1; ``None`` if it is none.
    fn rank(&self, py: Python<'_>, word: &str) -> PyResult<Option<u64>> {
        py.detach(|| self.words().rank(word)).map_err(raised)
    }

    /// The word with this number, from 1; ``None`` past the last.
    fn word(&self, py: Python<'_>, rank: u64) -> PyResult<Option<String>> {
        py.detach(|| self.words().word(rank)).map_err(raised)
    }

    /// Writes an image in the format that the extension of the path names, or else the native one (``.lxg``).
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        py.detach(|| self.words().save(path)).map_err(raised)
    }

    /// The bytes of an image in the format with this name, such as ``kwg`` or ``dawgdic``.
    fn convert<'py>(&self, py: Python<'py>, format: &str) -> PyResult<Bound<'py, PyBytes>> {
        let found = format_by_name(format).ok_or_else(|| raised(format!("no format is called '{format}'")))?;
        let bytes = py.detach(|| self.words().convert(found)).map_err(raised)?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Answers a question in JSON. `progress` is called with what is known so far, also in JSON; the question ends if it
    /// returns `False`, and with its exception if it raises one, as Ctrl-C does.
    fn _ask(&self, py: Python<'_>, question: &str, request: &str, progress: Option<Py<PyAny>>) -> PyResult<String> {
        let mut raised_by = None;
        let answer = py.detach(|| {
            self.api.answer_watched(question, request, &mut |known| {
                let told = Python::attach(|py| {
                    py.check_signals()?;
                    let Some(progress) = &progress else { return Ok(true) };
                    let goes_on = progress.call1(py, (known.to_string(),))?;
                    Ok(!goes_on.bind(py).is(pyo3::types::PyBool::new(py, false)))
                });
                match told {
                    Ok(true) => ControlFlow::Continue(()),
                    Ok(false) => ControlFlow::Break(()),
                    Err(error) => {
                        raised_by = Some(error);
                        ControlFlow::Break(())
                    }
                }
            })
        });
        match raised_by {
            Some(error) => Err(error),
            None => answer.map(|answer| answer.to_string()).map_err(raised),
        }
    }
}
