//! Games as records: written as a GCG, read again, taken back, and gone on with where another program stopped.

use std::sync::Arc;

use crate::board::gcg::{Content, Event, EventKind, Gcg, Replay, Turn};
use crate::board::{Bag, Board, Cell, Move, Placement, Rack, Tiles};
use crate::random::mixed;

use super::{DrawOrder, End, Game, GameError, GameRules, Taken, Withdrawn};

/// The layout and the letters that a game has unless its record names others.
const STANDARD_LAYOUT: &str = "standard-15";
const STANDARD_LETTERS: &str = "english";
/// What the note of a saved game begins with. Other programs read `#note` as a comment on the last event.
const NOTE: &str = "lexigraph:";
/// The item of the note with the seed.
const SEED: &str = "seed";
/// The item of the note with the rules.
const RULES: &str = "rules";
/// The item of the note with the number of turns after which the tiles come from the seed; without it, all of them do.
const DEALT: &str = "dealt";

/// An item of the note that this program wrote: `#note lexigraph: seed 5, rules standard`. Older versions wrote a pragma
/// for each item: `#lexigraph-seed 5`.
fn noted<'g>(gcg: &'g Gcg, item: &str) -> Option<&'g str> {
    let notes = gcg.lines.iter().rev().filter_map(|line| match &line.content {
        Content::Pragma { name, text } if name == "note" => text.trim().strip_prefix(NOTE),
        _ => None,
    });
    let items = notes.flat_map(|note| note.split(',')).filter_map(|item| item.trim().split_once(' '));
    let found = items.filter(|(name, _)| *name == item).map(|(_, text)| text.trim()).next();
    found.or_else(|| gcg.pragma(&format!("lexigraph-{item}")).map(str::trim))
}

/// The record that a game goes on from.
#[derive(Debug)]
pub(super) struct Source {
    gcg: Gcg,
    /// The turns that come from the record.
    turns: usize,
    /// The number of its events up to there.
    events: usize,
}

impl Game {
    /// Goes on with a game that any program wrote, after its first `turns` turns, or after all of them. The tiles to
    /// come are drawn by the seed: those that are neither on the board nor on a rack.
    ///
    /// The racks are those that the lines of the turns to come tell, or `#rack1` and `#rack2`, or what the players kept
    /// in their last turns. What no line tells is drawn. A play that was withdrawn is a turn without score.
    ///
    /// # Errors
    /// [`GameError`] if the record contradicts itself, or the alphabet has too few tiles.
    pub fn continued(gcg: &Gcg, rules: GameRules, seed: u64, turns: Option<usize>) -> Result<Game, GameError> {
        let replay = gcg.replay()?;
        // For an alphabet without enough tiles.
        let fresh = Game::new(gcg.setup.clone(), rules, seed)?;
        let all = replay.turns.len();
        let kept = turns.map_or(all, |turns| turns.min(all));
        let began = replay.turns.first().map_or(replay.on_turn, |turn| turn.player);
        let seat = |player: usize| usize::from(player != began);
        let next = replay.turns.get(kept);
        let position = next.map_or(&replay.end, |turn| &turn.position).clone();
        let on_turn = seat(next.map_or(replay.on_turn, |turn| turn.player));
        let alphabet = gcg.setup.alphabet();
        let mut unseen = Bag::unseen(alphabet, position.board(), &[])?;
        let sizes = rack_sizes(&fresh, &replay.turns[..kept], seat);
        let seats = [on_turn, 1 - on_turn];
        let mut racks = [Rack::EMPTY; 2];
        for at in seats {
            let told = told(&replay, kept, usize::from(at != seat(0)));
            told.cells().for_each(|cell| _ = unseen.remove(cell) && racks[at].add(cell));
        }
        let mut unknown = DrawOrder::new(&unseen, mixed(seed));
        seats.iter().for_each(|&at| unknown.fill(&mut racks[at], sizes[at], at));
        // Shuffled alone, so that the order is the same when all of the racks are told.
        let bag = Bag::unseen(alphabet, position.board(), &racks)?;
        let draw_order = DrawOrder::new(&bag, seed);
        let mut game = Game { position, racks, on_turn, draw_order, ..fresh };
        let is_turn = |event: &&(usize, &Event)| is_turn(&event.1.kind);
        let events: Vec<(usize, &Event)> = gcg.events().enumerate().collect();
        let of_turns: Vec<&(usize, &Event)> = events.iter().filter(is_turn).collect();
        let pairs = replay.turns[..kept].iter().zip(&of_turns);
        game.turns = pairs.map(|(turn, (_, event))| taken(turn, event, seat(turn.player))).collect();
        let upto = of_turns.get(kept).map_or(events.len(), |(index, _)| *index);
        let nick = |player: usize| gcg.player(player).map(|(nick, _)| nick);
        let end =
            end(events[..upto].iter().map(|(_, event)| *event), |event| seat(usize::from(nick(0) != Some(&event.nick))));
        game.source = Some(Arc::new(Source { gcg: gcg.clone(), turns: kept, events: upto }));
        game.end = end;
        if end.is_none() && kept == all {
            game.settle_if_over();
        }
        game.show_racks();
        Ok(game)
    }

    /// `true` if all tiles come from the seed: then setup, rules, seed and moves are the whole game.
    pub fn is_from_seed(&self) -> bool {
        self.source.is_none()
    }

    /// Ends a game that the last turn of a record ended, though the record does not say so.
    fn settle_if_over(&mut self) {
        let last = 1 - self.on_turn;
        if self.racks[last].is_empty() && self.draw_order.tiles.is_empty() && !self.turns.is_empty() {
            self.settle(End::WentOut { seat: last });
        } else if self.position.scoreless_turns() >= self.rules.scoreless_turns {
            self.settle(End::Stalled);
        }
    }

    /// The game `turns` turns ago, replayed from the seed and the moves.
    pub fn rewound(&self, turns: usize) -> Game {
        let kept = self.turns.len().saturating_sub(turns);
        let (rules, seed) = (self.rules.clone(), self.seed);
        let (again, first) = match &self.source {
            None => (Game::new(self.position.setup().clone(), rules, seed), 0),
            Some(source) => {
                let first = source.turns.min(kept);
                (Game::continued(&source.gcg, rules, seed, Some(first)), first)
            }
        };
        let mut game = again.expect("bug: these tiles were dealt before");
        for taken in &self.turns[first..kept] {
            game.play(&taken.played).expect("bug: this move was made before");
            game.set_withdrawn(taken.withdrawn);
        }
        game
    }

    /// Notes what was withdrawn in the turn just made.
    fn set_withdrawn(&mut self, withdrawn: Option<Withdrawn>) {
        if withdrawn.is_some() {
            // The tiles that came back are no choice of the player.
            self.last = None;
        }
        if let Some(taken) = self.turns.last_mut() {
            taken.withdrawn = withdrawn;
        }
    }

    /// The game as a GCG with its seed and rules, so that [`from_gcg`](Self::from_gcg) can go on with it.
    pub fn to_gcg(&self, names: [&str; 2]) -> Gcg {
        let setup = self.position.setup();
        let mut gcg = Gcg::new(setup.clone());
        let nick = |seat: usize| format!("p{}", seat + 1);
        for (seat, name) in names.iter().enumerate() {
            gcg.push_pragma(&format!("player{}", seat + 1), &format!("{} {name}", nick(seat)));
        }
        // Other programs know the usual board and tiles, and not always the names that they have here.
        if setup.layout().name() != STANDARD_LAYOUT {
            gcg.push_pragma("board-layout", setup.layout().name());
        }
        if setup.alphabet().name() != STANDARD_LETTERS {
            gcg.push_pragma("tile-distribution", setup.alphabet().name());
        }
        let mut own = &self.turns[..];
        let mut is_settled = false;
        if let Some(source) = &self.source {
            let nicks = [0, 1].map(|player| source.gcg.player(player).map_or("", |(nick, _)| nick));
            // The first event is that of the player who began.
            let first = source.gcg.events().find(|event| is_turn(&event.kind)).map_or(nicks[0], |event| &event.nick);
            for event in source.gcg.events().take(source.events) {
                is_settled |= matches!(event.kind, EventKind::EndRack(_) | EventKind::EndPenalty(_));
                gcg.push_event(Event { nick: nick(usize::from(event.nick != first)), ..event.clone() });
            }
            own = &self.turns[source.turns..];
        }
        let mut board = Board::new(setup.layout());
        let laid = |board: &Board, taken: &Taken| match &taken.played {
            Move::Place(placement) => placement.laid_on(board),
            _ => board.clone(),
        };
        let before = &self.turns[..self.turns.len() - own.len()];
        before.iter().for_each(|taken| board = laid(&board, taken));
        for taken in own {
            let Taken { seat, rack, score, total, .. } = *taken;
            let (nick, rack) = (nick(seat), tiles(&rack));
            if let Some(Withdrawn { placement, score }) = &taken.withdrawn {
                let kind = EventKind::Play(placement.written(&board));
                gcg.push_event(Event { nick: nick.clone(), rack, kind, points: *score, total: total + score });
                gcg.push_event(Event { nick, rack, kind: EventKind::Withdrawn, points: -score, total });
                continue;
            }
            let kind = match &taken.played {
                Move::Place(placement) => EventKind::Play(placement.written(&board)),
                Move::Exchange(exchanged) => EventKind::Exchange(*exchanged),
                Move::Pass => EventKind::Pass,
            };
            board = laid(&board, taken);
            gcg.push_event(Event { nick, rack, kind, points: score, total });
        }
        if !is_settled {
            self.push_end(&mut gcg, nick);
        }
        let mut note = format!("{NOTE} {SEED} {}, {RULES} {}", self.seed, self.rules.name);
        if let Some(source) = &self.source {
            note += &format!(", {DEALT} {}", source.turns);
        }
        // Other programs want an event before a note.
        gcg.push_note_on_first_turn(&note);
        if self.end.is_none() {
            self.push_racks(&mut gcg);
        }
        gcg
    }

    /// The rules that the note of a saved game names; `None` if it has none.
    ///
    /// # Errors
    /// [`GameError::Rules`] if they are unknown.
    pub fn rules_of(gcg: &Gcg) -> Result<Option<GameRules>, GameError> {
        Ok(noted(gcg, RULES).map(GameRules::builtin).transpose()?)
    }

    /// Appends the racks of a game that goes on.
    fn push_racks(&self, gcg: &mut Gcg) {
        for (seat, rack) in self.racks.iter().enumerate() {
            gcg.push_pragma(&format!("rack{}", seat + 1), &rack.render(self.position.setup().alphabet()));
        }
    }

    /// Appends the events that settle the game.
    fn push_end(&self, gcg: &mut Gcg, nick: impl Fn(usize) -> String) {
        let worth = self.racks.map(|rack| rack.points(self.position.setup().points()));
        let events = match self.end {
            None => return,
            Some(End::WentOut { seat }) => {
                let left = tiles(&self.racks[1 - seat]);
                let (gain, loss) = self.rules.going_out.settle(worth[1 - seat]);
                let gain = (gain != 0).then_some((seat, Tiles::NONE, EventKind::EndRack(left), gain));
                let loss = (loss != 0).then_some((1 - seat, left, EventKind::EndPenalty(left), -loss));
                [gain, loss]
            }
            Some(End::Stalled) => [self.on_turn, 1 - self.on_turn].map(|seat| {
                let left = tiles(&self.racks[seat]);
                Some((seat, left, EventKind::EndPenalty(left), -worth[seat]))
            }),
        };
        let mut totals = self.scores();
        events.iter().flatten().for_each(|(seat, _, _, points)| totals[*seat] -= points);
        for (seat, rack, kind, points) in events.into_iter().flatten() {
            totals[seat] += points;
            gcg.push_event(Event { nick: nick(seat), rack, kind, points, total: totals[seat] });
        }
    }

    /// Goes on with a game that [`to_gcg`](Self::to_gcg) wrote: deals the tiles from the seed again and makes the
    /// moves again.
    ///
    /// # Errors
    /// [`GameError`] names the line that is wrong, or that does not agree with the game of this seed.
    pub fn from_gcg(gcg: &Gcg) -> Result<Game, GameError> {
        let seed = noted(gcg, SEED).ok_or(GameError::NoSeed)?;
        let seed = seed.parse().map_err(|_| GameError::Seed(seed.to_owned()))?;
        let rules = Game::rules_of(gcg)?.ok_or(GameError::NoSeed)?;
        let turns = gcg.replay()?.turns.len();
        let (mut game, known) = match noted(gcg, DEALT) {
            None => (Game::new(gcg.setup.clone(), rules, seed)?, 0),
            Some(text) => {
                let dealt = text.parse().ok().filter(|&dealt| dealt <= turns);
                let dealt = dealt.ok_or_else(|| GameError::Dealt { text: text.to_owned(), turns })?;
                let game = Game::continued(gcg, rules, seed, Some(dealt))?;
                let known = game.source.as_ref().map_or(0, |source| source.events);
                (game, known)
            }
        };
        let alphabet = gcg.setup.alphabet();
        let events = gcg.lines.iter().filter_map(|line| match &line.content {
            Content::Event(event) => Some((line.number, event)),
            _ => None,
        });
        let mut events = events.skip(known).peekable();
        while let Some((line, event)) = events.next() {
            let resolved = match &event.kind {
                EventKind::Play(written) => {
                    let placement = written.resolve(game.position.board(), alphabet);
                    Move::Place(placement.map_err(|error| GameError::Notation { line, error })?)
                }
                EventKind::Exchange(tiles) => Move::Exchange(*tiles),
                EventKind::Pass => Move::Pass,
                EventKind::EndRack(_) | EventKind::EndPenalty(_) => continue,
                _ => return Err(GameError::Replay { line, what: "an event that no game of this program has".to_owned() }),
            };
            let wrong = |what: String| GameError::Replay { line, what };
            if gcg.player(game.on_turn).is_none_or(|(nick, _)| nick != event.nick) {
                return Err(wrong(format!("'{}' is not on turn: #player1 begins", event.nick)));
            }
            if Rack::from_cells(&event.rack) != Some(*game.position.rack()) {
                let dealt = game.position.rack().render(alphabet);
                return Err(wrong(format!("the rack is not the one this seed deals, which is {dealt}")));
            }
            let is_withdrawn = events.next_if(|(_, next)| next.kind == EventKind::Withdrawn).is_some();
            let (played, withdrawn) = as_made(&resolved, event.points, is_withdrawn);
            game.play(&played).map_err(|error| wrong(error.to_string()))?;
            game.set_withdrawn(withdrawn);
        }
        Ok(game)
    }
}

fn tiles(rack: &Rack) -> Tiles {
    let cells: Vec<Cell> = rack.cells().collect();
    Tiles::from_slice(&cells).expect("bug: a rack holds no more than MAX_RACK tiles")
}

/// `true` for an event that is a turn.
fn is_turn(kind: &EventKind) -> bool {
    matches!(kind, EventKind::Play(_) | EventKind::Exchange(_) | EventKind::ExchangeCount(_) | EventKind::Pass)
}

/// A move as it counts: a play that was withdrawn is a pass.
fn as_made(played: &Move, score: i32, is_withdrawn: bool) -> (Move, Option<Withdrawn>) {
    match played {
        Move::Place(placement) if is_withdrawn => (Move::Pass, Some(Withdrawn { placement: *placement, score })),
        played => (*played, None),
    }
}

/// A turn of a record.
fn taken(turn: &Turn, event: &Event, seat: usize) -> Taken {
    let (played, withdrawn) = as_made(&turn.played, turn.points, turn.withdrawn);
    let lost = withdrawn.map_or(0, |withdrawn| withdrawn.score);
    let (rack, score, total) = (*turn.position.rack(), turn.points - lost, event.total - lost);
    Taken { seat, rack, played, score, total, withdrawn }
}

/// How a record ended, if it says so: somebody got points for the other's tiles, or both lost some for their own.
fn end<'e>(events: impl Iterator<Item = &'e Event>, seat: impl Fn(&Event) -> usize) -> Option<End> {
    let mut penalties = [false; 2];
    for event in events {
        match event.kind {
            EventKind::EndRack(_) => return Some(End::WentOut { seat: seat(event) }),
            EventKind::EndPenalty(_) => penalties[seat(event)] = true,
            _ => {}
        }
    }
    match penalties {
        [false, false] => None,
        [true, true] => Some(End::Stalled),
        [first, _] => Some(End::WentOut { seat: usize::from(first) }),
    }
}

/// The number of tiles that each seat holds after these turns: all racks are filled while the bag lasts.
fn rack_sizes(fresh: &Game, turns: &[Turn], seat: impl Fn(usize) -> usize) -> [usize; 2] {
    let mut bag = fresh.bag();
    let mut sizes = fresh.racks.map(|rack| rack.len());
    for turn in turns.iter().filter(|turn| !turn.withdrawn) {
        if let Move::Place(Placement { tiles, .. }) = &turn.played {
            let drawn = tiles.len().min(bag);
            bag -= drawn;
            let size = &mut sizes[seat(turn.player)];
            *size = size.saturating_sub(tiles.len()) + drawn;
        }
    }
    sizes
}

/// The most that a record tells of a player's rack after `kept` turns: the rack of the player's next turn, or at the
/// end; or what the player kept in the last turn.
fn told(replay: &Replay, kept: usize, player: usize) -> Rack {
    let (before, after) = replay.turns.split_at(kept);
    let of = |turn: &&Turn| turn.player == player;
    let next = after.iter().find(of).map(|turn| *turn.position.rack());
    let end = &replay.end;
    let next = next.unwrap_or(if replay.on_turn == player { *end.rack() } else { *end.opponent_rack() });
    let last = before.iter().rfind(of).map_or(Rack::EMPTY, |turn| match &turn.played {
        _ if turn.withdrawn => *turn.position.rack(),
        // It is not known which tiles were exchanged.
        Move::Exchange(tiles) if tiles.is_empty() => Rack::EMPTY,
        played => played.leave(turn.position.rack()),
    });
    if last.len() > next.len() { last } else { next }
}
