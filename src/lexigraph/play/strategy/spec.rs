//! Strategies by name: `greedy`, `simulate:plies=4`, `equity+endgame`, or a level of play.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use serde::Deserialize;
use thiserror::Error;

use super::{
    BoardHeuristic, ByEquity, EndgameSettings, Greedy, Objective, PlayContext, RackHeuristic, Simulate, SimulationSettings,
    Strategy, WithEndgame,
};
use crate::play::evaluation::Evaluation;

static LEVELS: &str = include_str!("../../wordlists/levels.toml");

/// What a strategy does while there are tiles in the bag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StrategyKind {
    /// [`Greedy`], with its share in hundredths.
    Greedy(u8),
    /// [`RackHeuristic`].
    Rack,
    /// [`BoardHeuristic`].
    Board,
    /// [`ByEquity`].
    Equity,
    /// [`Simulate`], with its settings.
    Simulate(SimulationSettings),
}

/// A strategy with its settings.
///
/// As text it is `KIND[:KEY=VALUE[,KEY=VALUE]...][+endgame[:nodes=NUMBER|seconds=NUMBER]]`; `endgame` alone is `equity+endgame`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StrategySpec {
    /// What it does while there are tiles in the bag.
    pub kind: StrategyKind,
    /// The limits of the endgame search in one turn; `None` for no endgame search.
    pub endgame: Option<EndgameSettings>,
}

/// Why a strategy cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StrategyError {
    /// No strategy has this name.
    #[error(
        "no strategy is called '{name}' — use greedy, rack, board, equity, simulate or endgame, one of them with +endgame, or a level: {}",
        level_names()
    )]
    Unknown {
        /// The name.
        name: String,
    },
    /// The strategy does not have this setting.
    #[error("'{strategy}' has no setting '{key}' — it has: {}", if known.is_empty() { "none" } else { known })]
    Setting {
        /// The strategy.
        strategy: String,
        /// The setting.
        key: String,
        /// The settings that it has.
        known: &'static str,
    },
    /// The value of a setting is out of range.
    #[error("'{key}={value}' is out of range — a number from {least} to {most}")]
    Value {
        /// The setting.
        key: String,
        /// The value.
        value: String,
        /// The least value.
        least: u64,
        /// The greatest value.
        most: u64,
    },
    /// A time is none, or out of range.
    #[error("'{key}={value}' is out of range — seconds, more than 0 and at most {most}")]
    Time {
        /// The setting.
        key: String,
        /// The value.
        value: String,
        /// The greatest time, in seconds.
        most: u64,
    },
    /// The value of a setting is none of its names.
    #[error("'{key}={value}' is not known — {key} is {known}")]
    Choice {
        /// The setting.
        key: String,
        /// The value.
        value: String,
        /// The names that it may have.
        known: String,
    },
    /// The strategy needs leave values.
    #[error("'{strategy}' needs leave values, and there are none for these letters")]
    Leaves {
        /// The strategy.
        strategy: String,
    },
    /// The strategy needs an evaluation table.
    #[error("'{strategy}' needs an evaluation table, and there is none for these letters")]
    Evaluation {
        /// The strategy.
        strategy: String,
    },
}

/// The table of levels: strategies as text, by the names of the levels.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct LevelTable {
    levels: BTreeMap<String, String>,
    without_values: BTreeMap<String, String>,
    clabbers: BTreeMap<String, String>,
}

fn level_table() -> LevelTable {
    toml::from_str(LEVELS).expect("bug: levels.toml cannot be read")
}

/// The levels of play: the name of each, and its strategy as text.
pub fn levels() -> BTreeMap<String, String> {
    level_table().levels
}

/// The strategy, as text, of a level for letters that have no leave values and no evaluation table; `None` if there is no
/// such level, or if it does without them. It is made in a context [without values](PlayContext::without_values).
pub fn level_without_values(level: &str) -> Option<String> {
    level_table().without_values.remove(level)
}

/// The strategy, as text, of a level for Clabbers; `None` if there is no such level.
pub fn level_of_clabbers(level: &str) -> Option<String> {
    level_table().clabbers.remove(level)
}

fn level_names() -> String {
    levels().into_keys().collect::<Vec<_>>().join(", ")
}

/// The value of a setting, to be read.
enum SettingValue<'s> {
    /// A number, with the least and the greatest.
    Number(&'s mut u64, u64, u64),
    /// A time in seconds, more than none and at most this.
    Time(&'s mut Option<Duration>, u64),
    /// `yes` or `no`.
    Choice(&'s mut bool),
    /// What candidates of a simulation are compared by.
    Objective(&'s mut Objective),
}

impl SettingValue<'_> {
    fn read(&mut self, key: &str, value: &str) -> Result<(), StrategyError> {
        let (key, value) = (key.to_owned(), value.to_owned());
        match self {
            SettingValue::Number(place, least, most) => {
                let number = value.parse().ok().filter(|number| (*least..=*most).contains(number));
                **place = number.ok_or(StrategyError::Value { key, value, least: *least, most: *most })?;
            }
            SettingValue::Time(place, most) => {
                let time = value.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
                let time = time.filter(|time| !time.is_zero() && *time <= Duration::from_secs(*most));
                **place = Some(time.ok_or(StrategyError::Time { key, value, most: *most })?);
            }
            SettingValue::Choice(place) => {
                **place = match &value[..] {
                    "yes" => true,
                    "no" => false,
                    _ => return Err(StrategyError::Choice { key, value, known: "yes or no".to_owned() }),
                };
            }
            SettingValue::Objective(place) => {
                let known = Objective::NAMES.map(|(name, _)| name).join(" or ");
                **place = value.parse().map_err(|_| StrategyError::Choice { key, value, known })?;
            }
        }
        Ok(())
    }
}

/// A setting: its name and its value.
type Setting<'s> = (&'static str, SettingValue<'s>);

fn read_settings(
    strategy: &str,
    text: Option<&str>,
    known: &'static str,
    settings: &mut [Setting<'_>],
) -> Result<(), StrategyError> {
    for pair in text.into_iter().flat_map(|text| text.split(',')) {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        let setting = settings.iter_mut().find(|(name, ..)| *name == key);
        let (_, place) =
            setting.ok_or_else(|| StrategyError::Setting { strategy: strategy.to_owned(), key: key.to_owned(), known })?;
        place.read(key, value)?;
    }
    Ok(())
}

fn split_settings(text: &str) -> (&str, Option<&str>) {
    text.split_once(':').map_or((text, None), |(name, settings)| (name, Some(settings)))
}

impl StrategySpec {
    /// Reads a strategy, or a level.
    ///
    /// # Errors
    /// [`StrategyError`] lists the known strategies or settings.
    pub fn parse(text: &str) -> Result<StrategySpec, StrategyError> {
        if let Some(spec) = levels().get(text) {
            return StrategySpec::parse(spec);
        }
        let (kind, ending) = text.split_once('+').map_or((text, None), |(kind, ending)| (kind, Some(ending)));
        let (name, settings) = split_settings(kind);
        if name == "endgame" && ending.is_none() {
            return Ok(StrategySpec { kind: StrategyKind::Equity, endgame: Some(read_ending(kind)?) });
        }
        let none = |kind: StrategyKind| read_settings(name, settings, "", &mut []).map(|()| kind);
        let kind = match name {
            "greedy" => {
                let mut share = 100;
                read_settings(name, settings, "share", &mut [("share", SettingValue::Number(&mut share, 0, 100))])?;
                StrategyKind::Greedy(share as u8)
            }
            "rack" => none(StrategyKind::Rack)?,
            "board" => none(StrategyKind::Board)?,
            "equity" => none(StrategyKind::Equity)?,
            "simulate" => {
                let mut simulation = SimulationSettings::default();
                let SimulationSettings { candidates, plies, iterations, certainty, by, pre_endgame, infer } =
                    &mut simulation;
                let mut known: [Setting<'_>; 7] = [
                    ("candidates", SettingValue::Number(candidates, 1, 1000)),
                    ("plies", SettingValue::Number(plies, 1, 100)),
                    ("iterations", SettingValue::Number(iterations, 1, 1_000_000_000)),
                    ("certainty", SettingValue::Number(certainty, 50, 100)),
                    ("by", SettingValue::Objective(by)),
                    ("pre_endgame", SettingValue::Choice(pre_endgame)),
                    ("infer", SettingValue::Choice(infer)),
                ];
                let names = "candidates, plies, iterations, certainty, by, pre_endgame, infer";
                read_settings(name, settings, names, &mut known)?;
                StrategyKind::Simulate(simulation)
            }
            _ => return Err(StrategyError::Unknown { name: text.to_owned() }),
        };
        let endgame = match ending {
            Some(ending) if split_settings(ending).0 == "endgame" => Some(read_ending(ending)?),
            Some(_) => return Err(StrategyError::Unknown { name: text.to_owned() }),
            None => None,
        };
        Ok(StrategySpec { kind, endgame })
    }

    /// `true` if the strategy needs leave values.
    pub fn needs_leaves(&self) -> bool {
        matches!(self.kind, StrategyKind::Equity | StrategyKind::Simulate(_))
    }

    /// `true` if the strategy needs an evaluation table.
    pub fn needs_evaluation(&self) -> bool {
        matches!(self.kind, StrategyKind::Rack | StrategyKind::Board)
    }

    /// Makes the strategy, for one thread.
    ///
    /// # Errors
    /// [`StrategyError::Leaves`] or [`StrategyError::Evaluation`] if the context lacks what the strategy needs.
    pub fn strategy<'g>(&self, context: PlayContext<'g>) -> Result<Box<dyn Strategy + 'g>, StrategyError> {
        let evaluation = || -> Result<&'g Evaluation, StrategyError> {
            context.evaluation.ok_or_else(|| StrategyError::Evaluation { strategy: self.to_string() })
        };
        let leaves = || context.leaves.ok_or_else(|| StrategyError::Leaves { strategy: self.to_string() });
        let inner: Box<dyn Strategy + 'g> = match self.kind {
            StrategyKind::Greedy(share) => Box::new(Greedy::new(context, share)),
            StrategyKind::Rack => Box::new(RackHeuristic::new(context, evaluation()?)),
            StrategyKind::Board => Box::new(BoardHeuristic::new(context, evaluation()?)),
            StrategyKind::Equity => Box::new(ByEquity::new(context, leaves()?)),
            StrategyKind::Simulate(settings) => Box::new(Simulate::new(context, leaves()?, settings)),
        };
        Ok(match self.endgame {
            Some(settings) => Box::new(WithEndgame::new(inner, context.generator, settings)),
            None => inner,
        })
    }
}

/// The longest time of an endgame search in one turn, in seconds: a day.
const LONGEST: u64 = 86_400;

fn read_ending(text: &str) -> Result<EndgameSettings, StrategyError> {
    let (name, settings) = split_settings(text);
    let (mut nodes, mut time) = (0, None);
    let mut known: [Setting<'_>; 2] =
        [("nodes", SettingValue::Number(&mut nodes, 1, u64::MAX)), ("seconds", SettingValue::Time(&mut time, LONGEST))];
    read_settings(name, settings, "nodes, seconds", &mut known)?;
    Ok(match (nodes, time) {
        (0, None) => EndgameSettings::default(),
        (0, time) => EndgameSettings { nodes: None, time },
        (nodes, time) => EndgameSettings { nodes: Some(nodes), time },
    })
}

/// Writes the strategy as [`StrategySpec::parse`] reads it, without settings that have their default.
impl fmt::Display for StrategySpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            StrategyKind::Greedy(100) => write!(f, "greedy")?,
            StrategyKind::Greedy(share) => write!(f, "greedy:share={share}")?,
            StrategyKind::Rack => write!(f, "rack")?,
            StrategyKind::Board => write!(f, "board")?,
            StrategyKind::Equity => write!(f, "equity")?,
            StrategyKind::Simulate(settings) => write!(f, "simulate{settings}")?,
        }
        match self.endgame {
            Some(settings) => write!(f, "+endgame{settings}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn specs_read_and_print() {
        for text in [
            "greedy",
            "greedy:share=50",
            "rack",
            "board+endgame",
            "equity",
            "equity+endgame:nodes=5",
            "equity+endgame:seconds=0.25",
            "rack+endgame:nodes=100000,seconds=60",
            "simulate",
            "simulate:candidates=5,plies=4,iterations=10",
            "simulate:certainty=95+endgame",
            "simulate:iterations=64,by=spread",
            "simulate:plies=3,pre_endgame=no+endgame",
            "simulate:infer=yes",
        ] {
            assert_eq!(StrategySpec::parse(text).unwrap().to_string(), text);
        }
        assert_eq!(StrategySpec::parse("endgame").unwrap().to_string(), "equity+endgame");
        assert_eq!(StrategySpec::parse("endgame:nodes=7").unwrap().to_string(), "equity+endgame:nodes=7");
        for (name, spec) in levels() {
            assert_eq!(StrategySpec::parse(&name).unwrap(), StrategySpec::parse(&spec).unwrap());
        }
    }

    /// An alphabet has leave values or it has none, and an evaluation table or none: whichever it is, no two levels are
    /// the same strategy.
    #[test]
    fn levels_differ_in_every_alphabet() {
        for (leaves, evaluation) in [(true, true), (true, false), (false, true), (false, false)] {
            let mut found = std::collections::BTreeSet::new();
            for (level, text) in levels() {
                let spec = StrategySpec::parse(&text).unwrap();
                let lacks = spec.needs_leaves() && !leaves || spec.needs_evaluation() && !evaluation;
                let text = if lacks { level_without_values(&level).unwrap() } else { text };
                let spec = StrategySpec::parse(&text).unwrap();
                // Only leaves that are worth nothing stand in for values; there is no such evaluation table.
                assert!(!lacks || !spec.needs_evaluation(), "{level}: {text}");
                found.insert(spec.to_string());
            }
            assert_eq!(found.len(), levels().len(), "{leaves} {evaluation}: {found:?}");
        }
    }

    #[test]
    fn errors_name_what_is_unknown() {
        let error = |text: &str| StrategySpec::parse(text).unwrap_err().to_string();
        assert!(error("clever").contains("'clever'") && error("clever").contains("easy, hard, medium"));
        assert!(error("equity+midgame").contains("no strategy"));
        assert!(error("equity:plies=2").contains("'equity' has no setting 'plies' — it has: none"));
        assert!(error("simulate:depth=2").contains("candidates, plies"));
        assert!(error("simulate:plies=0").contains("from 1 to 100"));
        for seconds in ["0", "-1", "x", "", "nan", "inf", "86401"] {
            let error = error(&format!("endgame:seconds={seconds}"));
            assert!(error.contains(&format!("'seconds={seconds}' is out of range — seconds, more than 0")), "{error}");
        }
        assert!(error("greedy:share=x").contains("'share=x'"));
        assert!(error("simulate:by=luck").contains("'by=luck' is not known — by is win or spread"));
        assert!(error("simulate:infer=on").contains("infer is yes or no"));
    }
}
