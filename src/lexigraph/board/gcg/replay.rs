//! Replaying a game.

use crate::board::{Cell, Move, Position, Rack, Tiles, Undo};

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

/// A replayed game.
#[derive(Clone, Debug)]
pub struct Replay {
    /// All turns.
    pub turns: Vec<Turn>,
    /// The position at the end, the player on turn first, with the racks of `#rack1` and `#rack2`.
    pub end: Position,
    /// The player on turn at the end: 0 for `#player1`.
    pub on_turn: usize,
    /// The final scores, that of `#player1` first.
    pub scores: [i32; 2],
}

impl Gcg {
    /// Replays the game and checks every play, score and total. Words are not looked up.
    ///
    /// # Errors
    /// [`GcgError`] names the first line that is wrong.
    pub fn replay(&self) -> Result<Replay, GcgError> {
        let mut replayer = Replayer {
            gcg: self,
            turns: Vec::new(),
            position: Position::new(self.setup.clone()),
            on_turn: 0,
            last_play: None,
        };
        for line in &self.lines {
            let result = match &line.content {
                Content::Event(event) => replayer.event(event, line.number),
                Content::Pragma { name, .. } => replayer.player_pragma(name),
                Content::Text(_) => Ok(()),
            };
            result.map_err(|fault| GcgError { line: line.number, fault })?;
        }
        replayer.end_racks()?;
        let Replayer { turns, position, on_turn, .. } = replayer;
        let [mover, other] = position.scores();
        let scores = if on_turn == 0 { [mover, other] } else { [other, mover] };
        Ok(Replay { turns, end: position, on_turn, scores })
    }
}

/// A game during the replay.
struct Replayer<'g> {
    gcg: &'g Gcg,
    turns: Vec<Turn>,
    position: Position,
    on_turn: usize,
    /// Right after a play, how to take it back.
    last_play: Option<Undo>,
}

impl Replayer<'_> {
    fn player_pragma(&self, name: &str) -> Result<(), Fault> {
        let nick = |player| self.gcg.player(player).map(|(nick, _)| nick);
        let missing = match name {
            "player1" => nick(0) == Some(""),
            "player2" => nick(1) == Some("") || nick(0) == nick(1),
            _ => false,
        };
        if missing { Err(Fault::Player { pragma: name.to_owned() }) } else { Ok(()) }
    }

    fn event(&mut self, event: &Event, line: usize) -> Result<(), Fault> {
        let is = |player: &usize| self.gcg.player(*player).is_some_and(|(nick, _)| nick == event.nick);
        let player = [0, 1].into_iter().find(is).ok_or_else(|| Fault::UnknownNick { nick: event.nick.clone() })?;
        match &event.kind {
            EventKind::Play(_) | EventKind::Exchange(_) | EventKind::ExchangeCount(_) | EventKind::Pass => {
                self.turn(event, line, player)?;
            }
            EventKind::Withdrawn => self.withdraw(event, player)?,
            _ => self.add_points(event, player)?,
        }
        let expected = self.position.scores()[self.seat(player)];
        same(expected, event.total, |expected, found| Fault::Total { expected, found })
    }

    /// The index of a player in the position: 0 for the player on turn.
    fn seat(&self, player: usize) -> usize {
        usize::from(player != self.on_turn)
    }

    fn turn(&mut self, event: &Event, line: usize, player: usize) -> Result<(), Fault> {
        if self.turns.is_empty() && self.position.scores() == [0, 0] {
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
        self.on_turn = 1 - player;
        Ok(())
    }

    fn withdraw(&mut self, event: &Event, player: usize) -> Result<(), Fault> {
        let nothing = || Fault::NothingToWithdraw { nick: event.nick.clone() };
        let undo = self.last_play.take().filter(|_| player != self.on_turn).ok_or_else(nothing)?;
        // Some programs write 0; the total is checked in any case.
        if event.points != 0 {
            same(-undo.score, event.points, |expected, found| Fault::Score { expected, found })?;
        }
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
        let seat = self.seat(player);
        self.position.add_score(seat, event.points);
        Ok(())
    }

    /// Sets the racks of `#rack1` and `#rack2`, which games that are not over have.
    fn end_racks(&mut self) -> Result<(), GcgError> {
        let mut seats = [Rack::EMPTY; 2];
        let mut last = 0;
        for line in &self.gcg.lines {
            if let Content::Pragma { name, text } = &line.content
                && let Some(player) = ["rack1", "rack2"].iter().position(|known| known == name)
            {
                let at = |fault| GcgError { line: line.number, fault };
                let rack = Rack::parse(text, self.gcg.setup.alphabet());
                seats[self.seat(player)] = rack.map_err(|error| at(Fault::Rack { what: "the rack", error }))?;
                last = line.number;
            }
        }
        let set = |position: &mut Position| {
            position.set_rack(0, Rack::EMPTY)?;
            position.set_rack(1, seats[1])?;
            position.set_rack(0, seats[0])
        };
        set(&mut self.position).map_err(|problems| GcgError { line: last, fault: problems.into() })
    }
}

fn rack_of(cells: &[Cell]) -> Rack {
    Rack::from_cells(cells).expect("bug: an event has tiles that no rack can hold")
}

fn same(expected: i32, found: i32, fault: impl FnOnce(i32, i32) -> Fault) -> Result<(), Fault> {
    if expected == found { Ok(()) } else { Err(fault(expected, found)) }
}
