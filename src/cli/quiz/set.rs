//! The cards of a quiz: of a search, a list, the mistakes of games, or those that were asked before.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::path::PathBuf;

use lexigraph::alphabet::Tile;
use lexigraph::board::{BoardSetup, Move, Position};
use lexigraph::build::GraphKinds;
use lexigraph::image::Image;
use lexigraph::play::analysis::{AnalysisSettings, AnalyzedTurn, Analyzer, TurnKind};
use lexigraph::query::columns::WordInfo;
use lexigraph::query::{Answer, Scores, Sort};
use lexigraph::study::{Kind, Log, Quiz};
use lexigraph::wordlist::{AlphabetChoice, OnInvalid, ReadOptions};

use crate::analyze::games::{self, ParsedGame};
use crate::common::answers::orders;
use crate::common::definitions::Dictionary;
use crate::common::games::{GameContext, HeuristicArgs};
use crate::common::output::Terminal;
use crate::failure::Failure;
use crate::lexicon::{Keep, LexiconArgs, describe, read_lists};
use crate::search::words_of_search;
use lexigraph::platform::any_seed;

/// The cards that are asked.
#[derive(clap::Args, Clone, Debug)]
pub struct SetArgs {
    /// Conditions of 'search', all together one search
    #[arg(value_name = "CONDITION")]
    conditions: Vec<String>,
    /// Words of a list
    #[arg(long, value_name = "FILE")]
    list: Vec<PathBuf>,
    /// Mistakes of games (GCG), or of all games of a folder
    #[arg(long, value_name = "GAME|DIR")]
    game: Vec<PathBuf>,
    /// Only the mistakes of this player
    #[arg(long, value_name = "NAME", requires = "game")]
    player: Option<String>,
    /// A best play counts as missed if it is worth at least so many points more
    #[arg(long, value_name = "POINTS", default_value_t = 5.0, requires = "game")]
    loss: f64,
    /// Kinds of questions: anagram, hooks, anagram-hooks, judge, definition, pattern [default: anagram; of cards that were
    /// asked before, all]
    #[arg(long, value_name = "KINDS", value_delimiter = ',', value_parser = super::kind)]
    pub kind: Vec<Kind>,
    /// Definitions from this file [default: those of the lexicon]
    #[arg(long, value_name = "FILE")]
    definitions: Option<PathBuf>,
    /// New cards in this order of their words [default: random]
    #[arg(long, value_parser = orders(), value_name = "KEY")]
    pub sort: Option<Sort>,
    #[command(flatten)]
    pub lexicon: LexiconArgs,
}

/// The words that the arguments name, and texts that were played and are no words.
#[derive(Default)]
struct Named {
    words: Vec<Vec<Tile>>,
    phonies: Vec<String>,
}

impl SetArgs {
    /// `true` if the cards are those that were asked before.
    pub fn is_open(&self) -> bool {
        self.conditions.is_empty() && self.list.is_empty() && self.game.is_empty()
    }

    /// Opens the lexicon. Word lists keep their definitions.
    pub fn open(&self, terminal: &Terminal) -> Result<Image, Failure> {
        if self.game.is_empty() {
            return self.lexicon.open_keeping(GraphKinds::Dawg, Keep::Definitions, terminal);
        }
        self.lexicon.open_keeping(GraphKinds::Both, Keep::Definitions, terminal)
    }

    /// The definitions, if the kinds need them.
    pub fn dictionary<'i>(&self, image: &'i Image, terminal: &Terminal) -> Result<Option<Dictionary<'i>>, Failure> {
        if self.kind.contains(&Kind::Definition) || self.definitions.is_some() {
            return Dictionary::open(image, self.definitions.as_deref(), terminal).map(Some);
        }
        // Cards that were asked before may be of this kind, or not.
        Ok(if self.is_open() { Dictionary::open(image, None, terminal).ok() } else { None })
    }

    /// The cards, each once.
    pub fn cards(
        &self,
        image: &Image,
        quiz: &Quiz<'_>,
        log: &Log,
        terminal: &Terminal,
    ) -> Result<Vec<(Kind, String)>, Failure> {
        if self.is_open() {
            let wanted = log.cards().filter(|card| self.kind.is_empty() || self.kind.contains(&card.kind));
            return Ok(wanted.map(|card| (card.kind, card.text.to_owned())).collect());
        }
        let named = self.named(image, terminal)?;
        let kinds = if self.kind.is_empty() { &[Kind::Anagram][..] } else { &self.kind };
        let mut cards: Vec<(Kind, String)> = Vec::new();
        for &kind in kinds {
            cards.extend(quiz.cards(kind, &named.words).into_iter().map(|card| (kind, card)));
        }
        // What is no word can only be judged.
        cards.extend(named.phonies.into_iter().map(|phony| (Kind::Judge, phony)));
        let mut seen = BTreeSet::new();
        cards.retain(|card| seen.insert(card.clone()));
        Ok(cards)
    }

    fn named(&self, image: &Image, terminal: &Terminal) -> Result<Named, Failure> {
        let mut named = Named::default();
        if !self.conditions.is_empty() {
            named.words = words_of_search(&self.conditions.join(" "), image, &self.lexicon, terminal)?;
        }
        if !self.list.is_empty() {
            named.words.extend(self.words_of_lists(image, terminal)?);
        }
        if !self.game.is_empty() {
            self.mistakes(image, &mut named, terminal)?;
        }
        if let Some(sort) = self.sort {
            let dawg = image.dawg()?.0;
            let scores = if sort == Sort::Score { Scores::of(image)? } else { None };
            let info = WordInfo::new(&dawg, image.alphabet()).with_scores(scores);
            let mut answers: Vec<Answer> = named.words.iter().map(|word| Answer::of(word)).collect();
            sort.arrange(&mut answers, &info, any_seed);
            named.words = answers.into_iter().map(|answer| answer.word).collect();
        }
        Ok(named)
    }

    /// The words of the lists that the lexicon has; the others are counted.
    fn words_of_lists(&self, image: &Image, terminal: &Terminal) -> Result<Vec<Vec<Tile>>, Failure> {
        let alphabet = AlphabetChoice::Named(Box::new(image.alphabet().clone()));
        let options = ReadOptions { alphabet, on_invalid: OnInvalid::Skip, ..ReadOptions::default() };
        let list = read_lists(&self.list, options, terminal)?;
        describe(&list.report, terminal);
        let dawg = image.dawg()?.0;
        let (known, unknown): (Vec<_>, Vec<_>) =
            list.words.iter().map(<[Tile]>::to_vec).partition(|word| dawg.contains(word));
        if !unknown.is_empty() {
            let first = image.alphabet().render(&unknown[0]);
            terminal.warn(format_args!("{} words of the list are not in the lexicon, such as {first}", unknown.len()));
        }
        Ok(known)
    }

    /// Adds what was missed in games.
    fn mistakes(&self, image: &Image, named: &mut Named, terminal: &Terminal) -> Result<(), Failure> {
        let (paths, _) = games::paths(&self.game)?;
        let heuristics = HeuristicArgs::default();
        let context = GameContext::read(&self.lexicon, "standard", &heuristics, true, terminal)?;
        let setup = BoardSetup::new(image.alphabet().clone(), lexigraph::board::Layout::builtin("standard-15")?)?;
        let generator = context.generator()?;
        let mut analyzer = Analyzer::new(context.play_context(&generator), &context.rules, AnalysisSettings::default());
        let parsed: Vec<ParsedGame> =
            paths.iter().map(|path| games::read(path)?.parse(&setup)).collect::<Result<_, Failure>>()?;
        if let Some(name) = &self.player {
            games::check_player(name, &parsed)?;
        }
        let (mut words, mut phonies) = (BTreeSet::new(), BTreeSet::new());
        for game in &parsed {
            let analysis = analyzer.analyze(&game.replay, &mut |_| ControlFlow::Continue(()));
            let analysis = analysis.map_err(|error| Failure::of(&game.path, error))?;
            for turn in &analysis.turns {
                if self.player.as_ref().is_none_or(|name| game.is_called(turn.player, name)) {
                    self.missed(turn, image, &mut words);
                    if matches!(turn.kind, TurnKind::Phony | TurnKind::Withdrawn) {
                        phonies.extend(turn.phonies.iter().filter_map(|phony| image.alphabet().parse(phony).ok()));
                    }
                }
            }
        }
        named.words.extend(words);
        named.phonies.extend(phonies.iter().map(|phony| image.alphabet().render_bracketed(phony)));
        Ok(())
    }

    /// The main words of the bingo and of the best play that a player missed.
    fn missed(&self, turn: &AnalyzedTurn, image: &Image, words: &mut BTreeSet<Vec<Tile>>) {
        let bingo = turn.bingos.as_ref().filter(|_| turn.missed_bingo()).and_then(|bingos| bingos.best.as_ref());
        let is_missed = turn.loss().is_some_and(|loss| loss >= self.loss);
        let best = turn.best.as_ref().filter(|best| is_missed && best.play != turn.played);
        for scored in bingo.into_iter().chain(best) {
            words.extend(
                main_word(&turn.position, &scored.play).filter(|word| image.dawg().is_ok_and(|dawg| dawg.0.contains(word))),
            );
        }
    }
}

/// The main word of a play, with the letters that blanks stand for.
fn main_word(position: &Position, play: &Move) -> Option<Vec<Tile>> {
    let Move::Place(placement) = play else { return None };
    placement.main_word(position.board()).iter().map(|cell| cell.letter()).collect()
}
