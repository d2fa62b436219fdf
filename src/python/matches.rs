//! Matches of strategies.

use lexigraph::board::BoardSetup;
use lexigraph::graph::GraphKind;
use lexigraph::movegen::{Generator, Leaves, WordIndex};
use lexigraph::parallel::Threads;
use lexigraph::play::evaluation::Evaluation;
use lexigraph::play::selfplay::{Match, MatchContext, MatchError, Results, play_match};
use lexigraph::play::strategy::{PlayContext, StrategySpec};
use lexigraph::play::{GameRules, bundled_leaves};
use lexigraph::shard::{Shard, VERSION};
use pyo3::prelude::*;

use crate::lexicon::Lexicon;
use crate::raised;

/// A match, and how it is played.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Wanted {
    first: String,
    second: String,
    games: u64,
    pairs: bool,
    seed: u64,
    layout: String,
    rules: String,
    threads: usize,
}

/// Plays a match and returns its results in JSON. `progress` is called with the games played and the games wanted after
/// each batch of games; the match ends if it returns `False`, and with its exception if it raises one, as Ctrl-C does.
#[pyfunction]
pub fn selfplay(py: Python<'_>, lexicon: &Lexicon, wanted: Wanted, progress: Option<Py<PyAny>>) -> PyResult<String> {
    let words = lexicon.words();
    let alphabet = words.alphabet();
    let specs = [StrategySpec::parse(&wanted.first).map_err(raised)?, StrategySpec::parse(&wanted.second).map_err(raised)?];
    let setup = BoardSetup::builtin(alphabet.name(), &wanted.layout).map_err(raised)?;
    let rules = GameRules::builtin(&wanted.rules).map_err(raised)?;
    let units = if wanted.pairs { wanted.games.div_ceil(2) } else { wanted.games };
    let setting = [alphabet.name(), &wanted.layout, &wanted.rules].map(str::to_owned);
    let [first, second] = specs.map(|spec| spec.to_string());
    let (version, seed, pairs) = (VERSION.to_owned(), wanted.seed, wanted.pairs);
    let played = Match { version, first, second, setting: setting.to_vec(), seed, units, pairs };
    let mut results = Results::new(played, Shard::WHOLE);
    let mut raised_by = None;
    let finished = py.detach(|| -> PyResult<()> {
        let image = words.image();
        let kind = if image.has(GraphKind::Gaddag) { GraphKind::Gaddag } else { GraphKind::Dawg };
        let index = WordIndex::new(image, kind).map_err(raised)?;
        let generator = Generator::new(image, kind).and_then(|generator| generator.with_index(&index)).map_err(raised)?;
        let leaves = bundled_leaves(alphabet);
        let evaluation = Evaluation::builtin(alphabet).ok();
        let leaves = leaves.as_ref().map(|leaves| leaves as &dyn Leaves);
        let context = PlayContext { generator: &generator, leaves, evaluation: evaluation.as_ref(), winning: None };
        let playing = MatchContext { specs, contexts: [context; 2], setup, rules, judge: None };
        let threads = Threads::new(wanted.threads).map_err(raised)?;
        let mut goes_on = |results: &Results| {
            let told = Python::attach(|py| {
                py.check_signals()?;
                let Some(progress) = &progress else { return Ok(true) };
                let goes_on = progress.call1(py, (results.tally.games, wanted.games))?;
                Ok(!goes_on.bind(py).is(pyo3::types::PyBool::new(py, false)))
            });
            told.unwrap_or_else(|error| {
                raised_by = Some(error);
                false
            })
        };
        threads.run(|| play_match::<MatchError>(&playing, &mut results, |_| Ok(()), &mut goes_on)).map_err(raised)
    });
    if let Some(error) = raised_by {
        return Err(error);
    }
    finished?;
    serde_json::to_string(&results).map_err(raised)
}
