//! The players of a match: strategies, each with leave values and a lexicon of its own if it names them.

use std::ffi::OsString;
use std::ops::ControlFlow;
use std::path::Path;

use lexigraph::build::GraphKinds;
use lexigraph::graph::GraphKind;
use lexigraph::image::{Image, ImageError, for_each_word_text};
use lexigraph::movegen::{Generator, LeaveTable, Leaves, WordIndex};
use lexigraph::play::evaluation::Evaluation;
use lexigraph::play::strategy::{PlayContext, StrategySpec};

use crate::common::algorithm::available;
use crate::common::figures::common_words;
use crate::common::games::described;
use crate::common::leaves;
use crate::common::output::Terminal;
use crate::failure::Failure;
use crate::lexicon::LexiconArgs;

/// A player as it is written: `equity:leaves=a.klv2,lexicon=small.txt+endgame`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerText {
    pub spec: StrategySpec,
    leaves: Option<String>,
    lexicon: Option<String>,
    commonness: Option<u32>,
}

impl PlayerText {
    /// `true` if the player has a lexicon of its own.
    pub fn has_lexicon(&self) -> bool {
        self.lexicon.is_some() || self.commonness.is_some()
    }

    /// Describes the files, so that results with other files of the same names are not mixed.
    pub fn describe(&self) -> Result<Vec<String>, Failure> {
        let named = [("leaves", &self.leaves), ("lexicon", &self.lexicon)];
        let files = named.into_iter().filter_map(|(key, file)| Some((key, Path::new(file.as_ref()?))));
        // What is no file is the name of a bundled lexicon.
        files.filter(|(_, path)| path.is_file()).map(|(key, path)| described(key, path)).collect()
    }

    /// Reads the settings that name files, and leaves the others to the strategy. A file whose name has a comma, or
    /// `+endgame`, cannot be named.
    pub fn parse(text: &str) -> Result<PlayerText, Failure> {
        let (kind, ending) = text.find("+endgame").map_or((text, ""), |at| text.split_at(at));
        let (name, settings) = kind.split_once(':').map_or((kind, None), |(name, settings)| (name, Some(settings)));
        let (mut files, mut others, mut commonness) = ([None, None], Vec::new(), None);
        for setting in settings.into_iter().flat_map(|settings| settings.split(',')) {
            match setting.split_once('=') {
                Some(("leaves", file)) => files[0] = Some(file.to_owned()),
                Some(("lexicon", file)) => files[1] = Some(file.to_owned()),
                Some(("commonness", level)) => {
                    let wrong = || Failure::new(format!("'{level}' is no level of commonness — name one from 10 to 80"));
                    commonness = Some(level.parse().map_err(|_| wrong())?);
                }
                _ => others.push(setting),
            }
        }
        let settings = if others.is_empty() { String::new() } else { format!(":{}", others.join(",")) };
        let spec = StrategySpec::parse(&format!("{name}{settings}{ending}")).map_err(Failure::new)?;
        let [leaves, lexicon] = files;
        Ok(PlayerText { spec, leaves, lexicon, commonness })
    }
}

/// Writes the player as it is read, with the settings of files last.
impl std::fmt::Display for PlayerText {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let spec = self.spec.to_string();
        let (kind, ending) = spec.find("+endgame").map_or((&spec[..], ""), |at| spec.split_at(at));
        f.write_str(kind)?;
        let mut mark = if kind.contains(':') { ',' } else { ':' };
        for (key, file) in [("leaves", &self.leaves), ("lexicon", &self.lexicon)] {
            if let Some(file) = file {
                write!(f, "{mark}{key}={file}")?;
                mark = ',';
            }
        }
        if let Some(level) = self.commonness {
            write!(f, "{mark}commonness={level}")?;
        }
        f.write_str(ending)
    }
}

/// Makes the index of a lexicon.
pub type MakeIndex = fn(&Image, GraphKind) -> Result<WordIndex, ImageError>;

/// The files of a player.
#[derive(Default)]
pub struct PlayerFiles {
    leaves: Option<LeaveTable>,
    evaluation: Option<Evaluation>,
    lexicon: Option<(Image, WordIndex)>,
}

impl PlayerFiles {
    /// Opens the files that a player names. Its lexicon has no words that `all`, the lexicon of the match, lacks, unless
    /// `phonies` may be played. `index` makes the index of its lexicon: that of all words, or the filter.
    pub fn open(
        player: &PlayerText,
        args: &LexiconArgs,
        all: &Generator<'_>,
        image: &Image,
        phonies: bool,
        index: MakeIndex,
        terminal: &Terminal,
    ) -> Result<PlayerFiles, Failure> {
        let alphabet = image.alphabet();
        let mut files = PlayerFiles::default();
        if let Some(path) = &player.leaves {
            let leaves = leaves::open(Path::new(path), alphabet)?;
            files.evaluation = player.spec.needs_evaluation().then(|| Evaluation::fitted(&leaves, alphabet));
            files.leaves = Some(leaves);
        }
        if let (None, Some(level)) = (&player.lexicon, player.commonness) {
            files.lexicon = Some(common(image, level, index)?);
        }
        if let Some(name) = &player.lexicon {
            let named = LexiconArgs { lexicon: vec![OsString::from(name)], ..args.clone() };
            let own = named.open(GraphKinds::Both, terminal)?;
            check_words(name, &own, all, image, phonies)?;
            files.lexicon = Some(match player.commonness {
                Some(level) => common(&own, level, index)?,
                None => {
                    let index = index(&own, available(&own))?;
                    (own, index)
                }
            });
        }
        Ok(files)
    }

    /// A player that knows the words of a lexicon up to this level of commonness.
    pub fn of_common_words(image: &Image, level: u32, index: MakeIndex) -> Result<PlayerFiles, Failure> {
        Ok(PlayerFiles { lexicon: Some(common(image, level, index)?), ..PlayerFiles::default() })
    }

    /// The generator of the player's lexicon, if it has one of its own.
    pub fn generator(&self) -> Result<Option<Generator<'_>>, Failure> {
        let Some((image, index)) = &self.lexicon else { return Ok(None) };
        Ok(Some(Generator::new(image, available(image))?.with_index(index)?))
    }

    /// What the player's strategy needs: its own files, and those of the match for the rest.
    pub fn context<'g>(&'g self, own: Option<&'g Generator<'g>>, all: PlayContext<'g>) -> PlayContext<'g> {
        PlayContext {
            generator: own.unwrap_or(all.generator),
            leaves: self.leaves.as_ref().map(|leaves| leaves as &dyn Leaves).or(all.leaves),
            evaluation: self.evaluation.as_ref().or(all.evaluation),
            winning: all.winning,
        }
    }
}

/// The common words of a lexicon, with their index.
fn common(image: &Image, level: u32, index: MakeIndex) -> Result<(Image, WordIndex), Failure> {
    let common = common_words(image, level, GraphKinds::Both)?;
    let index = index(&common, available(&common))?;
    Ok((common, index))
}

/// A player may know fewer words than the match allows, but not others unless `phonies` may be played.
fn check_words(name: &str, own: &Image, all: &Generator<'_>, image: &Image, phonies: bool) -> Result<(), Failure> {
    let alphabet = image.alphabet();
    if !alphabet.has_letters_of(own.alphabet()) {
        let message =
            format!("the lexicon has the letters of '{}', the match those of '{}'", own.alphabet().name(), alphabet.name());
        return Err(Failure::of(Path::new(name), message));
    }
    if phonies {
        return Ok(());
    }
    let mut unknown = None;
    let _ = for_each_word_text(own, |word| {
        let known = alphabet.parse(word).is_ok_and(|tiles| all.graph().has_word(all.kind(), &tiles));
        if known {
            return ControlFlow::Continue(());
        }
        unknown = Some(word.to_owned());
        ControlFlow::Break(())
    })
    .map_err(|error| Failure::of(Path::new(name), error.to_string()))?;
    match unknown {
        None => Ok(()),
        Some(word) => Err(Failure::of(
            Path::new(name),
            format!(
                "has the word {word}, which the lexicon of the match has not — a player may know fewer words, not others, \
                 unless there are challenges (--challenge)"
            ),
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_written_as_they_are_read() {
        for (text, written) in [
            ("equity", "equity"),
            ("equity:leaves=a b.klv2", "equity:leaves=a b.klv2"),
            ("simulate:leaves=a.klv2,plies=3+endgame", "simulate:plies=3,leaves=a.klv2+endgame"),
            ("rack:lexicon=../small.txt,leaves=b=1.csv", "rack:leaves=b=1.csv,lexicon=../small.txt"),
            ("endgame:nodes=7", "equity+endgame:nodes=7"),
            ("equity:commonness=35,lexicon=a.txt+endgame", "equity:lexicon=a.txt,commonness=35+endgame"),
        ] {
            let player = PlayerText::parse(text).unwrap();
            assert_eq!(player.to_string(), written);
            assert_eq!(PlayerText::parse(written).unwrap(), player);
        }
        let error = PlayerText::parse("equity:leaves=a.klv2,plies=2").unwrap_err().to_string();
        assert!(error.contains("'equity' has no setting 'plies'"), "{error}");
    }
}
