//! The syntax tree of a search.

use super::condition::SearchCondition;
use crate::query::figures::Figure;

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

    /// Returns `true` if some condition is of this kind.
    pub fn has(&self, kind: fn(&SearchCondition) -> bool) -> bool {
        match self {
            Expression::All(parts) | Expression::Any(parts) => parts.iter().any(|part| part.has(kind)),
            Expression::Not(part) => part.has(kind),
            Expression::Is(condition) => kind(condition),
        }
    }

    /// Returns `true` if some condition asks for a probability.
    pub fn asks_probability(&self) -> bool {
        self.has(|condition| matches!(condition, SearchCondition::Probability(..)))
    }

    /// The kinds of numbers that conditions ask for, each once.
    pub fn figures(&self) -> Vec<Figure> {
        let mut figures = Vec::new();
        self.add_figures(&mut figures);
        figures
    }

    fn add_figures(&self, figures: &mut Vec<Figure>) {
        match self {
            Expression::All(parts) | Expression::Any(parts) => parts.iter().for_each(|part| part.add_figures(figures)),
            Expression::Not(part) => part.add_figures(figures),
            Expression::Is(SearchCondition::Figure(figure, _)) if !figures.contains(figure) => figures.push(*figure),
            Expression::Is(_) => {}
        }
    }
}
