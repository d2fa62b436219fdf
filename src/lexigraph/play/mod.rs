//! Playing: games, strategies that choose moves, self-play, exact endgames, pre-endgames, the analysis of games, and the
//! training of leave values.

pub mod analysis;
mod bundled;
pub mod duplicate;
pub mod elo;
pub mod endgame;
pub mod evaluation;
mod game;
pub mod inference;
pub mod one_sided;
pub mod playability;
pub mod pre_endgame;
pub mod puzzle;
pub mod results;
pub mod rounds;
mod rules;
pub mod selfplay;
mod static_equity;
pub mod strategy;
pub mod train;
mod view;
pub mod winning;

pub use bundled::bundled_leaves;
pub use game::{Challenge, End, Game, GameError, Ruling, Taken, UnknownChallenge, Withdrawn};
pub use rules::{GameRules, GoingOut, UnknownRules, Words};
pub use static_equity::{Part, ScoredMove, StaticEquity};
pub use view::{LastTurn, NoTiles, Opponent, View, hide_opponent};
