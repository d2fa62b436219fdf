//! The orders in which answers are listed.

use std::cmp::Reverse;

use super::columns::{Answer, WordInfo};
use super::draw::alphagram;
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
    Probability "probability" "Most probable to draw first",
    Distance "distance" "Nearest first",
    Random "random" "In random order",
}

impl Sort {
    /// Finds an order by its name.
    pub fn from_name(name: &str) -> Option<Sort> {
        Sort::ALL.iter().copied().find(|order| order.name() == name)
    }

    /// Sorts answers. Equal ones stay in their order. `seed` is called for a random order only. For the order by score,
    /// `info` needs the scores.
    pub fn arrange(self, answers: &mut [Answer], info: &WordInfo<'_>, seed: impl FnOnce() -> u64) {
        match self {
            Sort::Alpha => answers.sort_by(|a, b| a.word.cmp(&b.word)),
            Sort::Length => answers.sort_by_key(|answer| Reverse(answer.word.len())),
            Sort::Points => answers.sort_by_cached_key(|answer| Reverse(info.points(answer))),
            Sort::Score => answers.sort_by_cached_key(|answer| Reverse(info.score(&answer.word))),
            Sort::Probability => {
                answers.sort_by_cached_key(|answer| (Reverse(info.ways(&answer.word)), alphagram(&answer.word)));
            }
            Sort::Distance => answers.sort_by_key(|answer| answer.distance),
            Sort::Random => Random::new(seed()).shuffle(answers),
        }
    }
}
