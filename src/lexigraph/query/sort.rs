//! The orders in which answers are listed.

use std::cmp::Reverse;

use super::columns::{Answer, WordInfo};
use super::draw::alphagram;
use super::figures::Figure;
use crate::random::Random;

macro_rules! orders {
    ($($order:ident $name:literal $meaning:literal),* $(,)?) => {
        /// The order of a list of words.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(rename_all = "lowercase")]
        pub enum Sort { $(#[doc = concat!($meaning, ".")] $order),* }

        impl Sort {
            /// All orders.
            pub const ALL: &'static [Sort] = &[$(Sort::$order),*];

            /// The name of the order.
            pub const fn name(self) -> &'static str {
                match self { $(Sort::$order => $name),* }
            }

            /// The meaning of the order, in a few words.
            pub const fn meaning(self) -> &'static str {
                match self { $(Sort::$order => $meaning),* }
            }
        }
    };
}

orders! {
    Alpha "alpha" "Order of the alphabet",
    Length "length" "Longest first",
    Points "points" "Most points first",
    Score "score" "Highest score beside the word in its list first",
    Commonness "commonness" "Commonest first, unknown last",
    Playability "playability" "Most playable first",
    Probability "probability" "Most probable to draw first",
    Distance "distance" "Nearest first",
    Random "random" "In random order",
}

impl Sort {
    /// Finds an order by its name.
    pub fn from_name(name: &str) -> Option<Sort> {
        Sort::ALL.iter().copied().find(|order| order.name() == name)
    }

    /// The kind of number that the order is by, which [`WordInfo`] needs.
    pub const fn figure(self) -> Option<Figure> {
        match self {
            Sort::Score => Some(Figure::Score),
            Sort::Commonness => Some(Figure::Commonness),
            Sort::Playability => Some(Figure::Playability),
            _ => None,
        }
    }

    /// Sorts answers. Equal ones stay in their order. `seed` is called for a random order only. For an order that has a
    /// [figure](Sort::figure), `info` needs the figures.
    pub fn arrange(self, answers: &mut [Answer], info: &WordInfo<'_>, seed: impl FnOnce() -> u64) {
        match self {
            Sort::Alpha => answers.sort_by(|a, b| a.word.cmp(&b.word)),
            Sort::Length => answers.sort_by_key(|answer| Reverse(answer.word.len())),
            Sort::Points => answers.sort_by_cached_key(|answer| Reverse(info.points(answer))),
            Sort::Score | Sort::Playability => {
                let figure = self.figure().expect("bug: an order by numbers without numbers");
                answers.sort_by_cached_key(|answer| Reverse(info.figure(figure, &answer.word)));
            }
            Sort::Commonness => answers.sort_by_cached_key(|answer| {
                let level = info.figure(Figure::Commonness, &answer.word);
                (level.is_none(), level)
            }),
            Sort::Probability => {
                answers.sort_by_cached_key(|answer| (Reverse(info.ways(&answer.word)), alphagram(&answer.word)));
            }
            Sort::Distance => answers.sort_by_key(|answer| answer.distance),
            Sort::Random => Random::new(seed()).shuffle(answers),
        }
    }
}
