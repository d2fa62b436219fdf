//! The sums of a player's turns, of one game or of many.

use super::{GameAnalysis, TurnKind, chance};

/// The sums of a player's turns.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PlayerTotals {
    /// The number of games that were analysed to their end.
    pub games: u64,
    /// The games won; a drawn one counts half.
    pub wins: f64,
    /// The scores of these games.
    pub score: i64,
    /// The number of turns.
    pub turns: u64,
    /// The turns that were compared with the best move.
    pub compared: u64,
    /// The loss by static equity of these turns, in points. A turn with a loss of less than 0 counts as 0.
    pub loss: f64,
    /// The turns whose loss of the chance to win is known.
    pub looked_ahead: u64,
    /// The loss of the chance to win of these turns. One of less than 0 counts as 0.
    pub chance_loss: f64,
    /// The turns that were searched to the end of the game.
    pub searched: u64,
    /// The loss of these turns, in points.
    pub endgame_loss: i64,
    /// The turns whose luck is known.
    pub drawn: u64,
    /// The luck of these turns, in points.
    pub luck: f64,
    /// The sum of the squares of the standard errors of the luck.
    luck_squares: f64,
    /// The turns with a full rack laid.
    pub bingos: u64,
    /// The turns in which a full rack could have been laid and was not.
    pub missed_bingos: u64,
    /// The plays with a word that is not in the lexicon, withdrawn or not.
    pub phonies: u64,
    /// The turns with an exchange.
    pub exchanges: u64,
}

impl PlayerTotals {
    /// The sums of a player of a game.
    pub(super) fn of(analysis: &GameAnalysis, player: usize) -> PlayerTotals {
        let mut totals = PlayerTotals::default();
        if analysis.complete {
            totals.games = 1;
            totals.wins = chance::outcome(analysis.scores[player] - analysis.scores[1 - player]);
            totals.score = i64::from(analysis.scores[player]);
        }
        for turn in analysis.turns.iter().filter(|turn| turn.player == player) {
            totals.turns += 1;
            if let Some(loss) = turn.loss() {
                totals.compared += 1;
                totals.loss += loss.max(0.0);
            }
            if let Some((loss, _)) = turn.chance_loss() {
                totals.looked_ahead += 1;
                totals.chance_loss += loss.max(0.0);
            }
            if let Some(endgame) = &turn.endgame {
                totals.searched += 1;
                totals.endgame_loss += i64::from(endgame.loss());
            }
            if let Some(luck) = &turn.luck {
                totals.drawn += 1;
                totals.luck += luck.points;
                totals.luck_squares += luck.error * luck.error;
            }
            let bingo = turn.bingos.as_ref().is_some_and(|bingos| bingos.played) && turn.kind != TurnKind::Withdrawn;
            totals.bingos += u64::from(bingo);
            totals.missed_bingos += u64::from(turn.missed_bingo());
            totals.phonies += u64::from(!turn.phonies.is_empty());
            totals.exchanges += u64::from(turn.kind == TurnKind::Exchange);
        }
        totals
    }

    /// Adds the sums of other games.
    pub fn add(&mut self, other: &PlayerTotals) {
        self.games += other.games;
        self.wins += other.wins;
        self.score += other.score;
        self.turns += other.turns;
        self.compared += other.compared;
        self.loss += other.loss;
        self.looked_ahead += other.looked_ahead;
        self.chance_loss += other.chance_loss;
        self.searched += other.searched;
        self.endgame_loss += other.endgame_loss;
        self.drawn += other.drawn;
        self.luck += other.luck;
        self.luck_squares += other.luck_squares;
        self.bingos += other.bingos;
        self.missed_bingos += other.missed_bingos;
        self.phonies += other.phonies;
        self.exchanges += other.exchanges;
    }

    /// The mean loss of the turns that were compared, in points; `None` if there are none.
    pub fn mean_loss(&self) -> Option<f64> {
        (self.compared > 0).then(|| self.loss / self.compared as f64)
    }

    /// The mean loss of the chance to win, from 0 to 1; `None` if none is known.
    pub fn mean_chance_loss(&self) -> Option<f64> {
        (self.looked_ahead > 0).then(|| self.chance_loss / self.looked_ahead as f64)
    }

    /// The luck in points; `None` if none is known.
    pub fn known_luck(&self) -> Option<f64> {
        (self.drawn > 0).then_some(self.luck)
    }

    /// Half of the 95 % interval around the luck that comes from random draws, in points.
    pub fn luck_margin(&self) -> f64 {
        1.96 * self.luck_squares.sqrt()
    }
}
