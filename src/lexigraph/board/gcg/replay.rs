//! Replaying a game.

use crate::board::{Bag, Cell, Move, Position, Rack, Tiles, Undo};

use super::{Content, Event, EventKind, Fault, Gcg, GcgError};

/// A turn of a game: a play, an exchange or a pass, and the position before it.
#[derive(Clone, Debug)]
pub struct Turn {
    /// The line of the event, from 1.
    pub line: usize,
    /// The player on turn: 0 for `#player1`.
    pub player: usize,
    /// The position before the move, the player on turn first; the rack is what the line gives of it.
    pub position: Position,
    /// The move. An exchange of unknown tiles has no tiles.
    pub played: Move,
    /// The score.
    pub points: i32,
    /// `true` if the play was challenged and withdrawn.
    pub withdrawn: bool,
}

/// A replayed game of two players, or of `SEATS`.
#[derive(Clone, Debug)]
pub struct Replay<const SEATS: usize = 2> {
    /// All turns.
    pub turns: Vec<Turn>,
    /// The position at the end, the player on turn first, with the racks of `#rack1` and `#rack2`. With more than two
    /// players it has the rack of the player on turn only, and the score of the best opponent.
    pub end: Position,
    /// The racks of `#rack1`, `#rack2` and so on, by player.
    pub racks: [Rack; SEATS],
    /// The player on turn at the end: 0 for `#player1`.
    pub on_turn: usize,
    /// The final scores, that of `#player1` first.
    pub scores: [i32; SEATS],
}

impl Gcg {
    /// Replays the game of two players and checks every play, score and total. Words are not looked up.
    ///
    /// # Errors
    /// [`GcgError`] names the first line that is wrong.
    pub fn replay(&self) -> Result<Replay, GcgError> {
        self.replay_of()
    }

    /// Replays a game of `SEATS` players, who follow each other in the order of their pragmas.
    ///
    /// # Errors
    /// [`GcgError`] names the first line that is wrong, or the number of players of the game.
    pub fn replay_of<const SEATS: usize>(&self) -> Result<Replay<SEATS>, GcgError> {
        let mut replayer = Replayer {
            gcg: self,
            turns: Vec::new(),
            position: Position::new(self.setup.clone()),
            racks: [Rack::EMPTY; SEATS],
            scores: [0; SEATS],
            on_turn: 0,
            last_play: None,
        };
        let found = self.players();
        if found != SEATS {
            let is_last =
                |content: &Content| matches!(content, Content::Pragma { name, .. } if *name == format!("player{found}"));
            let line = self.lines.iter().find(|line| is_last(&line.content)).map_or(1, |line| line.number);
            return Err(GcgError { line, fault: Fault::Players { found, wanted: SEATS } });
        }
        for line in &self.lines {
            let result = match &line.content {
                Content::Event(event) => replayer.event(event, line.number),
                Content::Pragma { name, .. } => replayer.player_pragma(name),
                Content::Text(_) => Ok(()),
            };
            result.map_err(|fault| GcgError { line: line.number, fault })?;
        }
        replayer.end_racks()?;
        let Replayer { turns, position, racks, scores, on_turn, .. } = replayer;
        Ok(Replay { turns, end: position, racks, on_turn, scores })
    }
}

/// A game during the replay.
struct Replayer<'g, const SEATS: usize> {
    gcg: &'g Gcg,
    turns: Vec<Turn>,
    position: Position,
    racks: [Rack; SEATS],
    scores: [i32; SEATS],
    on_turn: usize,
    /// Right after a play, how to take it back.
    last_play: Option<Undo>,
}

impl<const SEATS: usize> Replayer<'_, SEATS> {
    fn player_pragma(&self, name: &str) -> Result<(), Fault> {
        let nick = |player| self.gcg.player(player).map(|(nick, _)| nick);
        let player = ["player1", "player2", "player3", "player4"].iter().position(|known| *known == name);
        let missing =
            player.is_some_and(|player| nick(player) == Some("") || (0..player).any(|other| nick(other) == nick(player)));
        if missing { Err(Fault::Player { pragma: name.to_owned() }) } else { Ok(()) }
    }

    /// The player whose turn is before or after that of another.
    fn after(player: usize, turns: usize) -> usize {
        (player + turns) % SEATS
    }

    /// Sets the scores of the position to those of the player on turn and of the best opponent.
    fn show_scores(&mut self) {
        let others = (1..SEATS).map(|turns| self.scores[Self::after(self.on_turn, turns)]);
        self.position.set_scores([self.scores[self.on_turn], others.max().unwrap_or_default()]);
    }

    fn event(&mut self, event: &Event, line: usize) -> Result<(), Fault> {
        let is = |player: &usize| self.gcg.player(*player).is_some_and(|(nick, _)| nick == event.nick);
        let unknown = || Fault::UnknownNick { nick: event.nick.clone(), seats: SEATS };
        let player = (0..SEATS).find(is).ok_or_else(unknown)?;
        match &event.kind {
            EventKind::Play(_) | EventKind::Exchange(_) | EventKind::ExchangeCount(_) | EventKind::Pass => {
                self.turn(event, line, player)?;
            }
            EventKind::Withdrawn => self.withdraw(event, player)?,
            _ => self.add_points(event, player)?,
        }
        self.show_scores();
        same(self.scores[player], event.total, |expected, found| Fault::Total { expected, found })
    }

    fn turn(&mut self, event: &Event, line: usize, player: usize) -> Result<(), Fault> {
        if self.turns.is_empty() && self.scores == [0; SEATS] {
            self.on_turn = player;
        }
        if player != self.on_turn {
            return Err(Fault::OutOfTurn { nick: event.nick.clone() });
        }
        let alphabet = self.gcg.setup.alphabet();
        let (played, needed) = match &event.kind {
            EventKind::Play(written) => {
                let placement = written.resolve(self.position.board(), alphabet)?;
                (Move::Place(placement), placement.tiles)
            }
            EventKind::Exchange(tiles) => {
                let mut sorted = *tiles;
                sorted.sort();
                (Move::Exchange(sorted), sorted)
            }
            EventKind::ExchangeCount(_) => (Move::Exchange(Tiles::NONE), Tiles::NONE),
            _ => (Move::Pass, Tiles::NONE),
        };
        // If the line has no rack, at least the tiles of the move were on it.
        let rack = if event.rack.is_empty() { &needed } else { &event.rack };
        self.position.set_rack(1, Rack::EMPTY)?;
        self.position.set_rack(0, rack_of(rack))?;
        let expected = match &played {
            Move::Place(placement) => {
                self.position.check(placement)?;
                self.position.score(placement)
            }
            _ => 0,
        };
        same(expected, event.points, |expected, found| Fault::Score { expected, found })?;
        let position = self.position.clone();
        let undo = match &played {
            Move::Exchange(tiles) if tiles.is_empty() => self.position.play(&Move::Pass)?,
            played => self.position.play(played)?,
        };
        self.last_play = matches!(played, Move::Place(_)).then_some(undo);
        self.turns.push(Turn { line, player, position, played, points: event.points, withdrawn: false });
        self.scores[player] = self.scores[player].saturating_add(expected);
        self.on_turn = Self::after(player, 1);
        Ok(())
    }

    fn withdraw(&mut self, event: &Event, player: usize) -> Result<(), Fault> {
        let nothing = || Fault::NothingToWithdraw { nick: event.nick.clone() };
        let is_last = Self::after(player, 1) == self.on_turn;
        let undo = self.last_play.take().filter(|_| is_last).ok_or_else(nothing)?;
        // Some programs write 0; the total is checked in any case.
        if event.points != 0 {
            same(-undo.score, event.points, |expected, found| Fault::Score { expected, found })?;
        }
        self.scores[player] = self.scores[player].saturating_sub(undo.score);
        self.position.undo(undo);
        if let Some(turn) = self.turns.last_mut() {
            turn.withdrawn = true;
        }
        // The turn is lost: it counts as a pass.
        let _ = self.position.play(&Move::Pass)?;
        Ok(())
    }

    fn add_points(&mut self, event: &Event, player: usize) -> Result<(), Fault> {
        self.last_play = None;
        let worth = |tiles: &Tiles| rack_of(tiles).points(self.gcg.setup.points());
        let expected = match &event.kind {
            // Twice the points if only the winner is paid; once if the loser pays the other half.
            EventKind::EndRack(tiles) if event.points == worth(tiles) => event.points,
            EventKind::EndRack(tiles) => 2 * worth(tiles),
            EventKind::EndPenalty(tiles) => -worth(tiles),
            EventKind::TimePenalty => event.points.min(0),
            // A failed challenge gives points to the one player or costs the other some, as the rules are.
            _ => event.points,
        };
        same(expected, event.points, |expected, found| Fault::Score { expected, found })?;
        self.scores[player] = self.scores[player].saturating_add(event.points);
        Ok(())
    }

    /// Sets the racks of `#rack1`, `#rack2` and so on, which games that are not over have.
    fn end_racks(&mut self) -> Result<(), GcgError> {
        let mut last = 0;
        for line in &self.gcg.lines {
            if let Content::Pragma { name, text } = &line.content
                && let Some(player) = ["rack1", "rack2", "rack3", "rack4"][..SEATS].iter().position(|known| known == name)
            {
                let at = |fault| GcgError { line: line.number, fault };
                let rack = Rack::parse(text, self.gcg.setup.alphabet());
                self.racks[player] = rack.map_err(|error| at(Fault::Rack { what: "the rack", error }))?;
                last = line.number;
            }
        }
        let racks = self.racks;
        let (own, next) = (racks[self.on_turn], racks[Self::after(self.on_turn, 1)]);
        let set = |position: &mut Position| {
            position.set_rack(0, Rack::EMPTY)?;
            if SEATS > 2 {
                // All racks at once must be possible; the position has place for two.
                let full = Bag::full(position.setup().alphabet());
                if !full.is_empty() {
                    Bag::unseen(position.setup().alphabet(), position.board(), &racks)?;
                }
                position.set_rack(1, Rack::EMPTY)?;
            } else {
                position.set_rack(1, next)?;
            }
            position.set_rack(0, own)?;
            Ok(())
        };
        set(&mut self.position).map_err(|fault| GcgError { line: last, fault })
    }
}

fn rack_of(cells: &[Cell]) -> Rack {
    Rack::from_cells(cells).expect("bug: an event has tiles that no rack can hold")
}

fn same(expected: i32, found: i32, fault: impl FnOnce(i32, i32) -> Fault) -> Result<(), Fault> {
    if expected == found { Ok(()) } else { Err(fault(expected, found)) }
}
