//! The syntax tree of a search.

use super::condition::SearchCondition;

/// Conditions joined by `and`, `or` and `not`.
pub(super) enum Expression {
    All(Vec<Expression>),
    Any(Vec<Expression>),
    Not(Box<Expression>),
    Is(SearchCondition),
}

impl Expression {
    /// The approximate cost of checking one word, which puts cheap conditions first.
    pub fn cost(&self) -> u32 {
        match self {
            Expression::All(parts) | Expression::Any(parts) => parts.iter().map(Expression::cost).max().unwrap_or(0) + 1,
            Expression::Not(part) => part.cost(),
            Expression::Is(condition) => condition.cost(),
        }
    }

    /// Returns `true` if some condition asks for a probability.
    pub fn asks_probability(&self) -> bool {
        match self {
            Expression::All(parts) | Expression::Any(parts) => parts.iter().any(Expression::asks_probability),
            Expression::Not(part) => part.asks_probability(),
            Expression::Is(condition) => matches!(condition, SearchCondition::Probability(..)),
        }
    }
}
