//! What games are played with: lexicon, board, game rules, leave values and evaluation table.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use lexigraph::alphabet::Alphabet;
use lexigraph::board::BoardSetup;
use lexigraph::build::GraphKinds;
use lexigraph::bytes::Crc32;
use lexigraph::image::{Image, words_checksum};
use lexigraph::movegen::{AnagramSet, Generator, LeaveTable, Leaves, WordIndex};
use lexigraph::parallel::Threads;
use lexigraph::play::evaluation::Evaluation;
use lexigraph::play::strategy::{PlayContext, StrategyError, StrategyKind, StrategySpec};
use lexigraph::play::winning::WinningTable;
use lexigraph::play::{Challenge, GameRules, Words};

use crate::common::algorithm::available;
use crate::common::leaves;
use crate::common::output::Terminal;
use crate::common::position::read_layout;
use crate::common::tables::read_table;
use crate::common::trained;
use crate::failure::Failure;
use crate::lexicon::LexiconArgs;

/// Options of the commands that play games.
#[derive(clap::Args, Clone, Debug)]
pub struct GameArgs {
    /// Board layout: a bundled name or a .toml file
    #[arg(long, value_name = "L", default_value = "standard-15")]
    pub layout: OsString,
    /// Game rules: standard, transfer, four-passes, thesis; with challenges and clocks: club-double, club-single,
    /// five-points, ten-points; without either: bluff; letters in any order: clabbers
    #[arg(long, value_name = "NAME", default_value = "standard")]
    pub rules: String,
    /// What happens to words that are not in the lexicon: void (not played), none (they stand), or a challenge: single,
    /// double (costs the turn if it fails), five, ten (points) [default: that of the rules]
    #[arg(long, value_name = "RULE")]
    pub challenge: Option<Challenge>,
    #[command(flatten)]
    pub heuristics: HeuristicArgs,
    #[command(flatten)]
    pub lexicon: LexiconArgs,
}

/// What strategies judge moves by.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct HeuristicArgs {
    /// Leave values (.csv, .klv, .klv2, .klv16), such as those that `train leaves` writes
    #[arg(long, value_name = "FILE")]
    leaves: Option<PathBuf>,
    /// Evaluation table of the strategies rack and board
    #[arg(long, value_name = "FILE.toml")]
    evaluation: Option<PathBuf>,
    /// Win chances for simulations, such as those that `train winning` writes
    #[arg(long, value_name = "FILE.tsv")]
    winning: Option<PathBuf>,
}

/// A pool of N threads, or of one thread per core.
pub fn threads(wanted: Option<usize>) -> Result<Threads, Failure> {
    Threads::new(wanted.unwrap_or(0)).map_err(Failure::new)
}

/// The error of a strategy, with the option that helps.
pub fn with_hint(error: &StrategyError) -> String {
    match error {
        StrategyError::Leaves { .. } => format!("{error} — give some with --leaves FILE, as train leaves makes them"),
        StrategyError::Evaluation { .. } => format!("{error} — give one with --evaluation FILE.toml"),
        error => error.to_string(),
    }
}

/// The name of a file and the checksum of its bytes.
pub fn described(option: &str, path: &Path) -> Result<String, Failure> {
    let bytes = std::fs::read(path).map_err(|error| Failure::io(path, &error))?;
    Ok(format!("{option} {} {}", path.display(), Crc32::of(&bytes)))
}

/// `true` if a strategy lists neither all plays of a position nor searches endgames: Clabbers has too many plays.
fn plays_clabbers(strategy: &StrategySpec) -> bool {
    strategy.endgame.is_none() && !matches!(strategy.kind, StrategyKind::Board | StrategyKind::Greedy(..100))
}

/// What a game needs, read from the files that the options name.
pub struct GameContext {
    image: Image,
    /// The words in any order of their letters, for Clabbers.
    anagrams: Option<AnagramSet>,
    /// Made when it is first needed: the filter, unless all words were [indexed](GameContext::index_words).
    index: OnceLock<WordIndex>,
    leaves: Option<LeaveTable>,
    /// `true` if the options name the leave values.
    given: bool,
    evaluation: Option<Evaluation>,
    /// `true` if the evaluation table was fitted to the leave values.
    fitted: bool,
    winning: Option<WinningTable>,
    /// The file of leave values that were learned on this machine, if they are used.
    learned: Option<PathBuf>,
    pub rules: GameRules,
}

impl GameArgs {
    /// Reads what these strategies need, and the board.
    pub fn open(&self, strategies: &[StrategySpec], terminal: &Terminal) -> Result<(GameContext, Arc<BoardSetup>), Failure> {
        let needed = strategies.iter().any(|strategy| strategy.needs_leaves() || strategy.needs_evaluation());
        let mut context = GameContext::read(&self.lexicon, &self.rules, &self.heuristics, needed, terminal)?;
        if let Some(challenge) = self.challenge {
            context.rules.challenge = challenge;
        }
        if context.rules.words == Words::Clabbers && !strategies.iter().all(plays_clabbers) {
            let message = "Clabbers is played by greedy, rack, equity and simulate, without +endgame";
            return Err(Failure::new(format!("rules '{}': {message} — use one of these", self.rules)));
        }
        let setup = BoardSetup::new(context.alphabet().clone(), read_layout(&self.layout)?)?;
        if needed {
            context.take_learned(&setup)?;
        }
        Ok((context, setup))
    }

    /// Describes lexicon, board, rules and tables, so that results with different settings are not mixed. Checksums tell
    /// lexicons and files of the same name apart: shards come from several machines.
    pub fn describe(&self, context: &GameContext, setup: &BoardSetup) -> Result<Vec<String>, Failure> {
        let words = format!("{} words {}", context.image.words(), words_checksum(&context.image)?);
        let named = |option: &str, path: &Option<PathBuf>| match path {
            Some(path) => described(option, path).map(Some),
            None => Ok(None),
        };
        let lexicon = self.lexicon.name();
        let mut setting = vec![lexicon, words, setup.alphabet().name().to_owned()];
        setting.extend([setup.layout().name().to_owned(), self.rules.clone()]);
        let HeuristicArgs { leaves, evaluation, winning } = &self.heuristics;
        setting.extend(self.challenge.map(|challenge| format!("challenge {}", challenge.name())));
        let leaves = if leaves.is_some() { leaves } else { &context.learned };
        let files = [named("leaves", leaves)?, named("evaluation", evaluation)?, named("winning", winning)?];
        setting.extend(files.into_iter().flatten());
        Ok(setting)
    }
}

impl HeuristicArgs {
    /// The leave values from the file, or the bundled values for the alphabet.
    fn leaves(&self, needed: bool, alphabet: &Alphabet) -> Result<Option<LeaveTable>, Failure> {
        let Some(path) = &self.leaves else {
            return Ok(if needed { lexigraph::play::bundled_leaves(alphabet) } else { None });
        };
        leaves::open(path, alphabet).map(Some)
    }

    fn evaluation(&self, alphabet: &Alphabet) -> Result<Option<Evaluation>, Failure> {
        let Some(path) = &self.evaluation else { return Ok(Evaluation::builtin(alphabet).ok()) };
        Evaluation::from_toml(&read_table(path)?, alphabet).map(Some).map_err(|error| Failure::of(path, error))
    }

    fn winning(&self) -> Result<Option<WinningTable>, Failure> {
        let Some(path) = &self.winning else { return Ok(None) };
        WinningTable::from_tsv(&read_table(path)?).map(Some).map_err(|error| Failure::of(path, error))
    }
}

impl GameContext {
    /// Reads the lexicon, the game rules, and what strategies judge moves by.
    pub fn read(
        lexicon: &LexiconArgs,
        rules: &str,
        heuristics: &HeuristicArgs,
        leaves: bool,
        terminal: &Terminal,
    ) -> Result<GameContext, Failure> {
        let rules = GameRules::builtin(rules).map_err(Failure::new)?;
        let image = lexicon.open(GraphKinds::Gaddag, terminal)?;
        let anagrams = match rules.words {
            Words::Standard => None,
            Words::Clabbers => Some(AnagramSet::new(&image, available(&image))?),
        };
        let leaves = heuristics.leaves(leaves, image.alphabet())?;
        let evaluation = heuristics.evaluation(image.alphabet())?;
        let winning = heuristics.winning()?;
        let (index, given, fitted) = (OnceLock::new(), heuristics.leaves.is_some(), evaluation.is_none());
        let mut context =
            GameContext { image, anagrams, index, leaves: None, given, evaluation, fitted, winning, learned: None, rules };
        if let Some(leaves) = leaves {
            context.set_leaves(leaves);
        }
        Ok(context)
    }

    /// Indexes the words for many positions: some hundreds make up for the time.
    pub fn index_words(&mut self) -> Result<(), Failure> {
        if self.anagrams.is_none() {
            self.index = WordIndex::new(&self.image, available(&self.image))?.into();
        }
        Ok(())
    }

    /// Takes the leave values that were learned on this machine for this lexicon and board, if there are some and no
    /// others were asked for: they fit better than those that are bundled for the alphabet.
    pub fn take_learned(&mut self, setup: &BoardSetup) -> Result<(), Failure> {
        if !self.given
            && let Some(leaves) = trained::open(&self.image, setup)?
        {
            self.learned = trained::file(&self.image, setup);
            self.set_leaves(leaves);
        }
        Ok(())
    }

    /// Asks a person whether to learn leave values for this lexicon and board, if there are none.
    pub fn offer_to_learn(&mut self, setup: &Arc<BoardSetup>, terminal: &Terminal) -> Result<(), Failure> {
        if self.leaves.is_some() {
            return Ok(());
        }
        let generator = self.generator()?;
        if let Some(leaves) = trained::offer(&self.image, &generator, setup, &self.rules, terminal)? {
            self.set_leaves(leaves);
        }
        Ok(())
    }

    /// Sets leave values, and an evaluation table that is fitted to them unless there is another.
    fn set_leaves(&mut self, leaves: LeaveTable) {
        if self.fitted {
            self.evaluation = Some(Evaluation::fitted(&leaves, self.image.alphabet()));
        }
        self.leaves = Some(leaves);
    }

    /// The lexicon.
    pub fn image(&self) -> &Image {
        &self.image
    }

    /// The alphabet of the lexicon.
    pub fn alphabet(&self) -> &Alphabet {
        self.image.alphabet()
    }

    /// A move generator, which borrows from this context.
    pub fn generator(&self) -> Result<Generator<'_>, Failure> {
        let index = match self.index.get() {
            Some(index) => index,
            None => {
                let filter = WordIndex::filter(&self.image, available(&self.image))?;
                self.index.get_or_init(|| filter)
            }
        };
        let generator = Generator::new(&self.image, available(&self.image))?.with_index(index)?;
        Ok(match &self.anagrams {
            Some(anagrams) => generator.with_anagrams(anagrams),
            None => generator,
        })
    }

    /// What strategies are built from.
    pub fn play_context<'g>(&'g self, generator: &'g Generator<'g>) -> PlayContext<'g> {
        let leaves = self.leaves.as_ref().map(|leaves| leaves as &dyn Leaves);
        PlayContext { generator, leaves, evaluation: self.evaluation.as_ref(), winning: self.winning.as_ref() }
    }
}
