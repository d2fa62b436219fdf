//! What games are played with, as arguments: lexicon, board, rules, and what strategies go by.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;

use lexigraph::alphabet::Alphabet;
use lexigraph::board::BoardSetup;
use lexigraph::build::GraphKinds;
use lexigraph::graph::GraphKind;
use lexigraph::image::Image;
use lexigraph::movegen::{Generator, LeaveTable, Leaves, WordIndex};
use lexigraph::parallel::Threads;
use lexigraph::play::GameRules;
use lexigraph::play::evaluation::Evaluation;
use lexigraph::play::strategy::{PlayContext, StrategySpec};

use super::position::read_layout;
use super::{Failure, LexiconArgs, Terminal, leaves};

/// What a game is played with.
#[derive(clap::Args, Clone, Debug)]
pub struct TableArgs {
    /// Board: a bundled layout or a .toml file
    #[arg(long, value_name = "L", default_value = "standard-15")]
    pub layout: OsString,
    /// When a game ends and how it is settled: standard, transfer, four-passes, thesis
    #[arg(long, value_name = "NAME", default_value = "standard")]
    pub rules: String,
    #[command(flatten)]
    pub sense: SenseArgs,
    #[command(flatten)]
    pub lexicon: LexiconArgs,
}

/// What strategies go by.
#[derive(clap::Args, Clone, Debug)]
pub struct SenseArgs {
    /// Values of the tiles kept, as train leaves makes them
    #[arg(long, value_name = "FILE")]
    leaves: Option<PathBuf>,
    /// Table of the strategies rack and board
    #[arg(long, value_name = "FILE.toml")]
    evaluation: Option<PathBuf>,
}

/// So many threads; all cores unless said.
pub fn threads(wanted: Option<usize>) -> Result<Threads, Failure> {
    Threads::new(wanted.unwrap_or(0)).map_err(Failure::new)
}

/// All that was read.
pub struct Laid {
    image: Image,
    index: WordIndex,
    leaves: Option<LeaveTable>,
    evaluation: Option<Evaluation>,
    pub rules: GameRules,
}

impl TableArgs {
    /// Reads everything that these plans need, and the board.
    pub fn lay(&self, specs: &[StrategySpec], terminal: &Terminal) -> Result<(Laid, Arc<BoardSetup>), Failure> {
        let needed = specs.iter().any(StrategySpec::needs_leaves);
        let laid = Laid::read(&self.lexicon, &self.rules, &self.sense, needed, terminal)?;
        let setup = BoardSetup::new(laid.alphabet().clone(), read_layout(&self.layout)?)?;
        Ok((laid, setup))
    }

    /// What the match is played with, so that results of other settings are told apart.
    pub fn describe(&self, laid: &Laid, setup: &BoardSetup) -> Vec<String> {
        let words = format!("{} words", laid.image.words());
        let named = |option: &str, path: &Option<PathBuf>| path.as_ref().map(|path| format!("{option} {}", path.display()));
        let lexicon = self.lexicon.lexicon.to_string_lossy().into_owned();
        let mut setting = vec![lexicon, words, setup.alphabet().name().to_owned()];
        setting.extend([setup.layout().name().to_owned(), self.rules.clone()]);
        setting.extend(
            [named("leaves", &self.sense.leaves), named("evaluation", &self.sense.evaluation)].into_iter().flatten(),
        );
        setting
    }
}

impl SenseArgs {
    /// The values of the file, or those that are bundled for the alphabet.
    fn leaves(&self, needed: bool, alphabet: &Alphabet) -> Result<Option<LeaveTable>, Failure> {
        let Some(path) = &self.leaves else {
            return Ok(if needed { lexigraph::play::bundled_leaves(alphabet) } else { None });
        };
        leaves::open(path, alphabet).map(Some)
    }

    fn evaluation(&self, alphabet: &Alphabet) -> Result<Option<Evaluation>, Failure> {
        let Some(path) = &self.evaluation else { return Ok(Evaluation::builtin(alphabet).ok()) };
        let text = std::fs::read_to_string(path).map_err(|error| Failure::io(path, &error))?;
        Evaluation::from_toml(&text, alphabet).map(Some).map_err(|error| Failure::of(path, error))
    }
}

impl Laid {
    /// Reads the lexicon and what strategies go by.
    pub fn read(
        lexicon: &LexiconArgs,
        rules: &str,
        sense: &SenseArgs,
        leaves: bool,
        terminal: &Terminal,
    ) -> Result<Laid, Failure> {
        let rules = GameRules::builtin(rules).map_err(Failure::new)?;
        let image = lexicon.open(GraphKinds::Gaddag, terminal)?;
        let index = WordIndex::new(&image, GraphKind::Gaddag)?;
        let leaves = sense.leaves(leaves, image.alphabet())?;
        let evaluation = sense.evaluation(image.alphabet())?;
        Ok(Laid { image, index, leaves, evaluation, rules })
    }

    /// The letters of the lexicon.
    pub fn alphabet(&self) -> &Alphabet {
        self.image.alphabet()
    }

    /// The generator, to be kept beside this.
    pub fn generator(&self) -> Result<Generator<'_>, Failure> {
        Ok(Generator::new(&self.image, GraphKind::Gaddag)?.with_index(&self.index)?)
    }

    /// What strategies play with.
    pub fn context<'g>(&'g self, generator: &'g Generator<'g>) -> PlayContext<'g> {
        let leaves = self.leaves.as_ref().map(|leaves| leaves as &dyn Leaves);
        PlayContext { generator, leaves, evaluation: self.evaluation.as_ref() }
    }
}
