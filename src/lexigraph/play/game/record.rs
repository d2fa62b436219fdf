//! Games as records: written as a GCG, read again, taken back, and gone on with where another program stopped.

use std::sync::Arc;

use crate::board::gcg::{Content, Event, EventKind, Gcg, Replay, Turn};
use crate::board::{Bag, Board, Cell, Move, Placement, Rack, Tiles};
use crate::random::mixed;

use super::clock::Clocks;
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
/// The item of the note with the challenge rule, if it is not that of the rules.
const CHALLENGE: &str = "challenge";
/// The item of the note with the minutes of each player, if they are not those of the rules.
const MINUTES: &str = "minutes";
/// The item of the note with the seconds that the players have used, that of who began first.
const CLOCK: &str = "clock";
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
    /// Goes on with a game of two players that any program wrote, after its first `turns` turns, or after all of them. The
    /// tiles to come are drawn by the seed: those that are neither on the board nor on a rack.
    ///
    /// The racks are those that the lines of the turns to come tell, or `#rack1` and `#rack2`, or what the players kept
    /// in their last turns. What no line tells is drawn. A play that was withdrawn is a turn without score.
    ///
    /// # Errors
    /// [`GameError`] if the record contradicts itself, or the alphabet has too few tiles.
    pub fn continued(gcg: &Gcg, rules: GameRules, seed: u64, turns: Option<usize>) -> Result<Game, GameError> {
        Game::continued_of(gcg, rules, seed, turns)
    }

    /// Goes on with a game of two players that [`to_gcg`](Self::to_gcg) wrote: deals the tiles from the seed again and
    /// makes the moves again.
    ///
    /// # Errors
    /// [`GameError`] names the line that is wrong, or that does not agree with the game of this seed.
    pub fn from_gcg(gcg: &Gcg) -> Result<Game, GameError> {
        Game::from_gcg_of(gcg)
    }

    /// The rules that the note of a saved game names; `None` if it has none.
    ///
    /// # Errors
    /// [`GameError::Rules`] if they are unknown, [`GameError::Note`] if their changes cannot be read.
    pub fn rules_of(gcg: &Gcg) -> Result<Option<GameRules>, GameError> {
        let Some(mut rules) = noted(gcg, RULES).map(GameRules::builtin).transpose()? else { return Ok(None) };
        let wrong = |item, text: &str, what| GameError::Note { item, text: text.to_owned(), what };
        if let Some(text) = noted(gcg, CHALLENGE) {
            rules.challenge = text.parse().map_err(|_| wrong(CHALLENGE, text, "a challenge rule"))?;
        }
        if let Some(text) = noted(gcg, MINUTES) {
            rules.set_minutes(text.parse().map_err(|_| wrong(MINUTES, text, "a number of minutes"))?);
        }
        Ok(Some(rules))
    }
}

impl<const SEATS: usize> Game<SEATS> {
    /// As [`Game::continued`], for a game of `SEATS` players.
    ///
    /// # Errors
    /// As [`Game::continued`]; the number of players is checked.
    pub fn continued_of(gcg: &Gcg, rules: GameRules, seed: u64, turns: Option<usize>) -> Result<Game<SEATS>, GameError> {
        let replay = gcg.replay_of::<SEATS>()?;
        // For an alphabet without enough tiles.
        let fresh = Game::<SEATS>::deal(gcg.setup.clone(), rules, seed)?;
        let all = replay.turns.len();
        let kept = turns.map_or(all, |turns| turns.min(all));
        let began = replay.turns.first().map_or(replay.on_turn, |turn| turn.player);
        let seat = |player: usize| (player + SEATS - began) % SEATS;
        let player = |seat: usize| (seat + began) % SEATS;
        let next = replay.turns.get(kept);
        let position = next.map_or(&replay.end, |turn| &turn.position).clone();
        let on_turn = seat(next.map_or(replay.on_turn, |turn| turn.player));
        let alphabet = gcg.setup.alphabet();
        let mut unseen = Bag::unseen(alphabet, position.board(), &[])?;
        let sizes = rack_sizes(&fresh, &replay.turns[..kept], seat);
        let seats: [usize; SEATS] = std::array::from_fn(|after| (on_turn + after) % SEATS);
        let mut racks = [Rack::EMPTY; SEATS];
        for at in seats {
            let told = told(&replay, kept, player(at));
            told.cells().for_each(|cell| _ = unseen.remove(cell) && racks[at].add(cell));
        }
        let mut unknown = DrawOrder::new(&unseen, mixed(seed));
        seats.iter().for_each(|&at| unknown.fill(&mut racks[at], sizes[at], at));
        // Shuffled alone, so that the order is the same when all of the racks are told.
        let bag = Bag::unseen(alphabet, position.board(), &racks)?;
        let draw_order = DrawOrder::new(&bag, seed);
        let is_turn = |event: &&(usize, &Event)| is_turn(&event.1.kind);
        let events: Vec<(usize, &Event)> = gcg.events().enumerate().collect();
        let of_turns: Vec<&(usize, &Event)> = events.iter().filter(is_turn).collect();
        let upto = of_turns.get(kept).map_or(events.len(), |(index, _)| *index);
        let seat_of = |event: &Event| seat(player_of(gcg, &event.nick, SEATS));
        let before = || events[..upto].iter().map(|(_, event)| *event);
        let mut scores = [0; SEATS];
        before().for_each(|event| scores[seat_of(event)] = event.total);
        let end = end::<SEATS>(before(), seat_of);
        let mut game = Game { position, racks, scores, on_turn, draw_order, ..fresh };
        let pairs = replay.turns[..kept].iter().zip(&of_turns);
        game.turns = pairs.map(|(turn, (_, event))| taken(turn, event, seat(turn.player))).collect();
        game.source = Some(Arc::new(Source { gcg: gcg.clone(), turns: kept, events: upto }));
        game.end = end;
        if end.is_none() && kept == all && !game.turns.is_empty() {
            // The last turn of a record may have ended the game though the record does not say so.
            game.settle_if_over((on_turn + SEATS - 1) % SEATS);
        }
        game.show();
        Ok(game)
    }

    /// `true` if all tiles come from the seed: then setup, rules, seed and moves are the whole game.
    pub fn is_from_seed(&self) -> bool {
        self.source.is_none()
    }

    /// The game `turns` turns ago, replayed from the seed and the moves.
    pub fn rewound(&self, turns: usize) -> Game<SEATS> {
        let kept = self.turns.len().saturating_sub(turns);
        let (rules, seed) = (self.rules.clone(), self.seed);
        let (again, first) = match &self.source {
            None => (Game::<SEATS>::deal(self.position.setup().clone(), rules, seed), 0),
            Some(source) => {
                let first = source.turns.min(kept);
                (Game::continued_of(&source.gcg, rules, seed, Some(first)), first)
            }
        };
        let mut game = again.expect("bug: these tiles were dealt before");
        game.clocks = self.clocks;
        for taken in &self.turns[first..kept] {
            game.play(&taken.played).expect("bug: this move was made before");
            game.set_withdrawn(taken.withdrawn);
            if taken.bonus != 0 {
                game.add_bonus(taken.bonus);
            }
        }
        game
    }

    /// Notes what was withdrawn in the turn just made.
    pub(super) fn set_withdrawn(&mut self, withdrawn: Option<Withdrawn>) {
        if withdrawn.is_some() {
            // The tiles that came back are no choice of the player.
            self.last = None;
        }
        if let Some(taken) = self.turns.last_mut() {
            taken.withdrawn = withdrawn;
        }
    }

    /// The game as a GCG with its seed and rules, so that [`from_gcg`](Self::from_gcg) can go on with it.
    ///
    /// `names` are those of the seats, that of the player who began first.
    pub fn to_gcg(&self, names: [&str; SEATS]) -> Gcg {
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
            // The first event is that of the player who began.
            let first = source.gcg.events().find(|event| is_turn(&event.kind));
            let began = first.map_or(0, |event| player_of(&source.gcg, &event.nick, SEATS));
            for event in source.gcg.events().take(source.events) {
                is_settled |= matches!(event.kind, EventKind::EndRack(_) | EventKind::EndPenalty(_));
                let seat = (player_of(&source.gcg, &event.nick, SEATS) + SEATS - began) % SEATS;
                gcg.push_event(Event { nick: nick(seat), ..event.clone() });
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
            gcg.push_event(Event { nick: nick.clone(), rack, kind, points: score, total });
            if taken.bonus != 0 {
                let (kind, points) = (EventKind::ChallengeBonus, taken.bonus);
                gcg.push_event(Event { nick, rack, kind, points, total: total + points });
            }
        }
        if !is_settled {
            self.push_end(&mut gcg, nick);
        }
        let mut note = format!("{NOTE} {SEED} {}, {RULES} {}", self.seed, self.rules.name);
        let table = GameRules::builtin(&self.rules.name).ok();
        let differs = |item: fn(&GameRules) -> u32| table.as_ref().map(item) != Some(item(&self.rules));
        if differs(|rules| rules.challenge as u32) {
            note += &format!(", {CHALLENGE} {}", self.rules.challenge.name());
        }
        if differs(|rules| rules.minutes) {
            note += &format!(", {MINUTES} {}", self.rules.minutes);
        }
        if let Some(clock) = self.clocks.written().filter(|_| self.rules.minutes > 0) {
            note += &format!(", {CLOCK} {clock}");
        }
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

    /// Appends the racks of a game that goes on.
    fn push_racks(&self, gcg: &mut Gcg) {
        for (seat, rack) in self.racks.iter().enumerate() {
            gcg.push_pragma(&format!("rack{}", seat + 1), &rack.render(self.position.setup().alphabet()));
        }
    }

    /// Appends the events that settle the game.
    fn push_end(&self, gcg: &mut Gcg, nick: impl Fn(usize) -> String) {
        let Some(end) = self.end else { return };
        let changes = self.changes(end);
        let rack = |seat: usize| tiles(&self.racks[seat]);
        let mut events: Vec<(usize, Tiles, EventKind, i32)> = Vec::new();
        match end {
            End::WentOut { seat: out } => {
                for other in (1..SEATS).map(|after| (out + after) % SEATS) {
                    // Each opponent's tiles are an event of their own: readers know no sum.
                    let (left, gain) = (rack(other), self.gain_of(out, other));
                    if gain != 0 {
                        events.push((out, Tiles::NONE, EventKind::EndRack(left), gain));
                    }
                    // Of more than two players, all but one lose points, though they may be none: that tells who went out.
                    if changes[other].1 != 0 || SEATS > 2 {
                        events.push((other, left, EventKind::EndPenalty(left), -changes[other].1));
                    }
                }
            }
            End::Stalled => {
                for seat in (0..SEATS).map(|after| (self.on_turn + after) % SEATS) {
                    events.push((seat, rack(seat), EventKind::EndPenalty(rack(seat)), -changes[seat].1));
                }
            }
        }
        let mut totals = self.scores();
        events.iter().for_each(|(seat, _, _, points)| totals[*seat] -= points);
        let penalties: [i32; SEATS] = std::array::from_fn(|seat| self.time_penalty(seat));
        totals.iter_mut().zip(penalties).for_each(|(total, penalty)| *total += penalty);
        for (seat, rack, kind, points) in events {
            totals[seat] += points;
            gcg.push_event(Event { nick: nick(seat), rack, kind, points, total: totals[seat] });
        }
        for seat in (0..SEATS).filter(|&seat| penalties[seat] != 0) {
            totals[seat] -= penalties[seat];
            let (rack, kind) = (tiles(&self.racks[seat]), EventKind::TimePenalty);
            gcg.push_event(Event { nick: nick(seat), rack, kind, points: -penalties[seat], total: totals[seat] });
        }
    }

    /// What the player at `seat` gains for the tiles of another by going out.
    fn gain_of(&self, seat: usize, other: usize) -> i32 {
        let mut worth = [0; SEATS];
        worth[other] = self.racks[other].points(self.position.setup().points());
        self.rules.going_out.settle_among(seat, worth)[seat].0
    }

    /// As [`Game::from_gcg`], for a game of `SEATS` players.
    ///
    /// # Errors
    /// As [`Game::from_gcg`]; the number of players is checked.
    pub fn from_gcg_of(gcg: &Gcg) -> Result<Game<SEATS>, GameError> {
        let seed = noted(gcg, SEED).ok_or(GameError::NoSeed)?;
        let seed = seed.parse().map_err(|_| GameError::Seed(seed.to_owned()))?;
        let rules = Game::rules_of(gcg)?.ok_or(GameError::NoSeed)?;
        let turns = gcg.replay_of::<SEATS>()?.turns.len();
        let (mut game, known) = match noted(gcg, DEALT) {
            None => (Game::<SEATS>::deal(gcg.setup.clone(), rules, seed)?, 0),
            Some(text) => {
                let dealt = text.parse().ok().filter(|&dealt| dealt <= turns);
                let dealt = dealt.ok_or_else(|| GameError::Dealt { text: text.to_owned(), turns })?;
                let game = Game::<SEATS>::continued_of(gcg, rules, seed, Some(dealt))?;
                let known = game.source.as_ref().map_or(0, |source| source.events);
                (game, known)
            }
        };
        if let Some(text) = noted(gcg, CLOCK) {
            let wrong = || GameError::Note { item: CLOCK, text: text.to_owned(), what: "seconds such as 61/30" };
            game.clocks = Clocks::read(text).ok_or_else(wrong)?;
        }
        let alphabet = gcg.setup.alphabet();
        let events = gcg.lines.iter().filter_map(|line| match &line.content {
            Content::Event(event) => Some((line.number, event)),
            _ => None,
        });
        let mut events = events.skip(known).peekable();
        while let Some((line, event)) = events.next() {
            let wrong = |what: String| GameError::Replay { line, what };
            let resolved = match &event.kind {
                EventKind::Play(written) => {
                    let placement = written.resolve(game.position.board(), alphabet);
                    Move::Place(placement.map_err(|error| GameError::Notation { line, error })?)
                }
                EventKind::Exchange(tiles) => Move::Exchange(*tiles),
                EventKind::Pass => Move::Pass,
                EventKind::EndRack(_) | EventKind::EndPenalty(_) => continue,
                EventKind::TimePenalty => {
                    let seat = player_of(gcg, &event.nick, SEATS);
                    let expected = -game.time_penalty(seat);
                    if event.points != expected {
                        let what = format!("the clock in the note costs {expected}, the line says {}", event.points);
                        return Err(wrong(what));
                    }
                    continue;
                }
                _ => return Err(GameError::Replay { line, what: "an event that no game of this program has".to_owned() }),
            };
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
            let is_bonus = |next: &(usize, &Event)| next.1.kind == EventKind::ChallengeBonus && next.1.nick == event.nick;
            if let Some((line, next)) = events.next_if(is_bonus) {
                let bonus = game.rules.challenge.bonus();
                if bonus == 0 || next.points != bonus {
                    let what = format!("a failed challenge gives {bonus} by the rules, the line says {}", next.points);
                    return Err(GameError::Replay { line, what });
                }
                game.add_bonus(bonus);
            }
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
    Taken { seat, rack, played, score, total, withdrawn, bonus: 0 }
}

/// The player with a nick; the last one if nobody else has it.
fn player_of(gcg: &Gcg, nick: &str, players: usize) -> usize {
    let is = |player: &usize| gcg.player(*player).is_some_and(|(known, _)| known == nick);
    (0..players).find(is).unwrap_or(players - 1)
}

/// How a record ended, if it says so: somebody got points for the others' tiles, or all lost some for their own.
fn end<'e, const SEATS: usize>(events: impl Iterator<Item = &'e Event>, seat: impl Fn(&Event) -> usize) -> Option<End> {
    let mut penalties = [false; SEATS];
    for event in events {
        match event.kind {
            EventKind::EndRack(_) => return Some(End::WentOut { seat: seat(event) }),
            EventKind::EndPenalty(_) => penalties[seat(event)] = true,
            _ => {}
        }
    }
    let mut others = penalties.iter().enumerate().filter(|(_, is_penalty)| !**is_penalty);
    match (others.next(), others.count()) {
        (None, _) => Some(End::Stalled),
        (Some((seat, _)), 0) => Some(End::WentOut { seat }),
        _ => None,
    }
}

/// The number of tiles that each seat holds after these turns: all racks are filled while the bag lasts.
fn rack_sizes<const SEATS: usize>(fresh: &Game<SEATS>, turns: &[Turn], seat: impl Fn(usize) -> usize) -> [usize; SEATS] {
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
fn told<const SEATS: usize>(replay: &Replay<SEATS>, kept: usize, player: usize) -> Rack {
    let (before, after) = replay.turns.split_at(kept);
    let of = |turn: &&Turn| turn.player == player;
    let next = after.iter().find(of).map(|turn| *turn.position.rack());
    let next = next.unwrap_or(replay.racks[player]);
    let last = before.iter().rfind(of).map_or(Rack::EMPTY, |turn| match &turn.played {
        _ if turn.withdrawn => *turn.position.rack(),
        // It is not known which tiles were exchanged.
        Move::Exchange(tiles) if tiles.is_empty() => Rack::EMPTY,
        played => played.leave(turn.position.rack()),
    });
    if last.len() > next.len() { last } else { next }
}
