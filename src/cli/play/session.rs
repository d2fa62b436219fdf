//! A game between a person and the machine, which may play several seats: runs the commands that the person types.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use lexigraph::board::{Cell, Move, NotationError, Placement, PlayError, Rack, Tiles, word_text};
use lexigraph::bytes::atomic;
use lexigraph::play::strategy::{ByEquity, Greedy, PlayContext, Strategy};
use lexigraph::play::{End, Game, GameError, Ruling, ScoredMove};
use lexigraph::random::Random;
use thiserror::Error;

use super::commands::{Command, HELP, level_lines};
use super::lists;
use super::screen::Screen;
use crate::common::output::Output;
use crate::failure::Failure;

/// The name of the person in a saved game.
pub const PERSON: &str = "you";

/// The number of turns shown beside the board.
const SHOWN: usize = 6;

/// Why a move that was typed is not made.
#[derive(Debug, Error)]
enum Refusal {
    #[error(transparent)]
    Notation(#[from] NotationError),
    #[error(transparent)]
    Game(#[from] GameError),
}

/// A game in progress.
pub struct Session<'g, const SEATS: usize> {
    game: Game<SEATS>,
    /// The seat of the person: 0 began.
    seat: usize,
    machine: Box<dyn Strategy + 'g>,
    level: String,
    context: PlayContext<'g>,
    save: Option<PathBuf>,
    screen: Screen,
    /// The candidates of the machine for its last move.
    reasons: Vec<String>,
    /// The tiles of the person in the order in which they are shown, if they were shuffled.
    order: Vec<Cell>,
    random: Random,
    /// `true` if the person was just told that the game is not saved.
    warned: bool,
}

impl<'g, const SEATS: usize> Session<'g, SEATS> {
    pub fn new(
        game: Game<SEATS>,
        seat: usize,
        (machine, level): (Box<dyn Strategy + 'g>, String),
        context: PlayContext<'g>,
        save: Option<PathBuf>,
        screen: Screen,
    ) -> Session<'g, SEATS> {
        let random = Random::new(game.seed());
        let (reasons, order) = (Vec::new(), Vec::new());
        Session { game, seat, machine, level, context, save, screen, reasons, order, random, warned: false }
    }

    /// `true` when the game has ended.
    pub fn is_over(&self) -> bool {
        self.game.end().is_some()
    }

    /// Prints the settings, and makes the machine's first move if it begins.
    pub fn start(&mut self, out: &mut Output) -> Result<(), Failure> {
        out.line(format_args!("level {}, seed {}; type help for the commands", self.level, self.game.seed()))?;
        self.screen.legend(self.game.position().setup()).iter().try_for_each(|line| out.line(line))?;
        self.go_on(out)
    }

    /// Runs the command on a line; `false` if it was to leave the game. With `ask`, a game that is not saved is left at
    /// the second command only.
    pub fn line(&mut self, line: &str, ask: bool, out: &mut Output) -> Result<bool, Failure> {
        let command = Command::parse(line);
        let warned = std::mem::replace(&mut self.warned, false);
        match command {
            Command::Nothing => {}
            Command::Move(text) => self.person_moves(&text, out)?,
            Command::Hint(limit) => self.hint(limit, out)?,
            Command::Challenge => self.person_challenges(out)?,
            Command::Why if self.reasons.is_empty() => out.line("the machine has not moved yet")?,
            Command::Why => self.reasons.iter().try_for_each(|line| out.line(line))?,
            Command::Undo => self.undo(out)?,
            Command::Show => self.show(out)?,
            Command::Unseen => self.unseen().iter().try_for_each(|line| out.line(line))?,
            Command::Tiles => lists::tiles(self.game.position().setup()).iter().try_for_each(|line| out.line(line))?,
            Command::Legend => {
                self.screen.legend(self.game.position().setup()).iter().try_for_each(|line| out.line(line))?
            }
            Command::Shuffle => self.shuffle(out)?,
            Command::Check(words) => self.check(&words, out)?,
            Command::History => self.history(usize::MAX).iter().try_for_each(|line| out.line(line))?,
            Command::Save(path) => self.save_as(path, out)?,
            Command::Help => {
                for (name, other, what) in HELP {
                    out.line(format!("{name:<10} {other:<8} {what}").trim_end())?;
                }
                out.line(format_args!("levels: {}", level_lines().join("; ")))?;
            }
            Command::Quit if ask && !warned && self.is_unsaved() => {
                out.line("the game is not saved: type save FILE to keep it, or quit once more to leave it")?;
                self.warned = true;
            }
            Command::Quit => {
                self.leave(out)?;
                return Ok(false);
            }
            Command::Unknown(text) => {
                out.line(format_args!("unknown command '{text}' — a move is 8D WORD; type help for the commands"))?;
            }
        }
        Ok(true)
    }

    fn person_moves(&mut self, text: &str, out: &mut Output) -> Result<(), Failure> {
        match self.try_move(text) {
            Ok(()) => {
                self.machine_challenges(out)?;
                self.keep()?;
                self.go_on(out)
            }
            Err(why) => Ok(out.line(format_args!("{why}"))?),
        }
    }

    fn try_move(&mut self, text: &str) -> Result<(), String> {
        let made = self.parse(text).and_then(|play| self.make(&play));
        // Someone who types a word in lower case does not mean blanks, unless the rack has that many.
        let word = text.split_whitespace().last().unwrap_or_default();
        match made {
            Err(Refusal::Game(GameError::Play(PlayError::NotOnRack))) if !word.chars().any(char::is_uppercase) => {
                let play = self.parse(&text.to_uppercase()).map(|play| self.with_blanks(play));
                play.and_then(|play| self.make(&play)).map_err(|error| error.to_string())
            }
            made => made.map_err(|error| error.to_string()),
        }
    }

    /// Lets the machine challenge the play just made, if it has words that are not in the lexicon.
    fn machine_challenges(&mut self, out: &mut Output) -> Result<(), Failure> {
        if !self.game.may_challenge() || !self.last_play_has_phonies() {
            return Ok(());
        }
        match self.game.challenge(self.context.generator).map_err(Failure::new)? {
            Ruling::Withdrawn { words } => {
                let words = words.join(", ");
                Ok(out.line(format_args!("the machine challenges: not in the lexicon: {words}; your turn is lost"))?)
            }
            Ruling::Stands { .. } => Ok(()),
        }
    }

    fn last_play_has_phonies(&self) -> bool {
        let Some(Move::Place(placement)) = self.game.turns().last().map(|taken| taken.played) else { return false };
        !self.game.rewound(1).phonies(&placement, self.context.generator).is_empty()
    }

    fn person_challenges(&mut self, out: &mut Output) -> Result<(), Failure> {
        match self.game.challenge(self.context.generator) {
            Err(why) => return Ok(out.line(format_args!("{why}"))?),
            Ok(Ruling::Withdrawn { words }) => {
                out.line(format_args!("not in the lexicon: {}; the play is taken back", words.join(", ")))?;
            }
            Ok(Ruling::Stands { bonus: 0, lost_turn: false }) => out.line("the play stands")?,
            Ok(Ruling::Stands { bonus: 0, .. }) => out.line("the play stands; your turn is lost")?,
            Ok(Ruling::Stands { bonus, .. }) => {
                out.line(format_args!("the play stands; the machine gets {bonus} points"))?
            }
        }
        self.keep()?;
        self.go_on(out)
    }

    /// Counts time that the person has used.
    pub fn spend(&mut self, time: Duration) {
        self.game.spend(self.seat, time);
    }

    /// Who sits there, seen from the person. Several machines have numbers, in the order of their turns.
    fn who(&self, seat: usize) -> String {
        match (seat + SEATS - self.seat) % SEATS {
            0 => PERSON.to_owned(),
            _ if SEATS == 2 => "machine".to_owned(),
            number => format!("machine {number}"),
        }
    }

    /// The seats, that of the person first, in the order of their turns.
    fn seats(&self) -> impl Iterator<Item = usize> + use<SEATS> {
        let own = self.seat;
        (0..SEATS).map(move |after| (own + after) % SEATS)
    }

    /// The time that the players have left, if it is limited.
    fn clock(&self) -> Option<String> {
        let minutes = self.game.rules().minutes;
        let left = |seat: usize| {
            let left = 60 * i64::from(minutes) - self.game.time_used(seat).as_secs().min(1 << 40) as i64;
            format!("{}{}:{:02}", if left < 0 { "-" } else { "" }, left.abs() / 60, left.abs() % 60)
        };
        let times = self.seats().map(|seat| format!("{} {}", self.who(seat), left(seat)));
        (minutes > 0).then(|| format!("time left: {}", times.collect::<Vec<_>>().join(", ")))
    }

    fn parse(&self, text: &str) -> Result<Move, Refusal> {
        let position = self.game.position();
        let play = Move::parse(text, position.board(), position.setup().alphabet())?;
        Ok(match play {
            // Plays are compared in their normal form.
            Move::Place(placement) => Move::Place(placement.normalised(position.board())),
            play => play,
        })
    }

    fn make(&mut self, play: &Move) -> Result<(), Refusal> {
        Ok(self.game.play_checked(play, self.context.generator)?)
    }

    /// The move with blanks for the tiles that the rack lacks, as far as it has blanks.
    fn with_blanks(&self, play: Move) -> Move {
        let Move::Place(placement) = play else { return play };
        let mut rack = *self.game.position().rack();
        let tiles = placement.tiles.iter().map(|&cell| {
            let blank = cell.letter().filter(|_| !rack.remove(cell) && rack.remove(Cell::BLANK));
            blank.map_or(cell, Cell::blank)
        });
        let tiles: Vec<Cell> = tiles.collect();
        let tiles = Tiles::from_slice(&tiles).expect("bug: as many tiles as before");
        Move::Place(Placement { tiles, ..placement })
    }

    fn check(&self, words: &str, out: &mut Output) -> Result<(), Failure> {
        if words.is_empty() {
            return Ok(out.line("give a word, for example: check QI")?);
        }
        let alphabet = self.game.position().setup().alphabet();
        for word in words.split_whitespace() {
            let tiles = alphabet.parse(word).ok();
            let cells = tiles.as_ref().map(|tiles| tiles.iter().map(|&tile| Cell::tile(tile)).collect::<Vec<_>>());
            let known = cells.is_some_and(|cells| self.context.generator.has_word(&cells));
            let shown = tiles.map_or_else(|| word.to_owned(), |tiles| alphabet.render(&tiles));
            out.line(format_args!("{shown} is {}in the lexicon", if known { "" } else { "not " }))?;
        }
        Ok(())
    }

    fn shuffle(&mut self, out: &mut Output) -> Result<(), Failure> {
        self.order = self.game.rack(self.seat).cells().collect();
        self.random.shuffle(&mut self.order);
        Ok(out.line(format_args!("your rack: {}", self.rack()))?)
    }

    /// The tiles of the person: in collation order, or as they were shuffled.
    fn rack(&self) -> String {
        let (rack, alphabet) = (self.game.rack(self.seat), self.game.position().setup().alphabet());
        if Rack::from_cells(&self.order).as_ref() != Some(rack) {
            return rack.render(alphabet);
        }
        word_text(alphabet, &self.order)
    }

    /// Makes the machines move until the person is on turn; then shows the board and, at the end of the game, the result.
    fn go_on(&mut self, out: &mut Output) -> Result<(), Failure> {
        while !self.is_over() && self.game.on_turn() != self.seat {
            let began = Instant::now();
            let (seat, considered) = (self.game.on_turn(), self.machine.consider(&self.game.view(), 3)?);
            self.game.spend(seat, began.elapsed());
            let Some(first) = considered.first() else { break };
            let text = self.describe(first);
            self.reasons = considered.iter().flat_map(|considered| self.reason(considered)).collect();
            self.game.play(&first.play).map_err(Failure::new)?;
            self.keep()?;
            out.line(format_args!("{}: {text}", self.who(seat)))?;
        }
        self.show(out)?;
        if let Some(end) = self.game.end() {
            let how = match end {
                End::WentOut { seat } if seat == self.seat => "you went out".to_owned(),
                End::WentOut { seat } => format!("the {} went out", self.who(seat)),
                End::Stalled if SEATS == 2 => "both players stopped scoring".to_owned(),
                End::Stalled => "all players stopped scoring".to_owned(),
            };
            for seat in self.seats() {
                let loses = if seat == self.seat { "you lose".to_owned() } else { format!("the {} loses", self.who(seat)) };
                match self.game.time_penalty(seat) {
                    0 => {}
                    points => out.line(format_args!("{loses} {points} points for overtime"))?,
                }
            }
            let scores = self.game.scores();
            let own = scores[self.seat];
            let mut others: Vec<usize> = self.seats().skip(1).collect();
            others.sort_by_key(|&seat| std::cmp::Reverse(scores[seat]));
            let best = others[0];
            let result = match own.cmp(&scores[best]) {
                std::cmp::Ordering::Greater => "you win".to_owned(),
                std::cmp::Ordering::Equal => "a draw".to_owned(),
                std::cmp::Ordering::Less => format!("the {} wins", self.who(best)),
            };
            let totals: Vec<String> = others.iter().map(|&seat| scores[seat].to_string()).collect();
            out.line(format_args!("{how}: {result}, {own} to {}", totals.join(", ")))?;
        }
        Ok(())
    }

    /// The text of a move with its score.
    fn describe(&self, considered: &ScoredMove) -> String {
        let position = self.game.position();
        let text = considered.play.notation(position.board(), position.setup().alphabet());
        match &considered.play {
            Move::Place(_) => format!("{text} {:+}", considered.score),
            // The opponent may not see which tiles are exchanged.
            Move::Exchange(tiles) => format!("exchanges {}", tiles.len()),
            Move::Pass => "passes".to_owned(),
        }
    }

    /// The text of a move with its value and what it is made of.
    fn reason(&self, considered: &ScoredMove) -> Vec<String> {
        let (worth, score) = (considered.worth.points(), considered.score);
        let mut parts = vec![format!("{:<24} worth {worth:+.1}: score {score}", self.describe(considered))];
        parts.extend(considered.parts.iter().map(|part| format!("{} {:+.1}", part.name, part.value.points())));
        lists::wrapped(&parts, ", ", 25)
    }

    fn hint(&mut self, limit: usize, out: &mut Output) -> Result<(), Failure> {
        let view = self.game.view();
        let considered = match self.context.leaves {
            Some(leaves) => ByEquity::new(self.context, leaves).consider(&view, limit)?,
            None => Greedy::new(self.context, 100).consider(&view, limit)?,
        };
        let position = self.game.position();
        for considered in &considered {
            // The person may see which tiles to exchange.
            match &considered.play {
                Move::Exchange(_) => {
                    let text = considered.play.notation(position.board(), position.setup().alphabet());
                    out.line(format_args!("{text:<24} worth {:+.1}", considered.worth.points()))?;
                }
                _ => self.reason(considered).iter().try_for_each(|line| out.line(line))?,
            }
        }
        Ok(())
    }

    fn undo(&mut self, out: &mut Output) -> Result<(), Failure> {
        let own = self.game.turns().iter().rposition(|taken| taken.seat == self.seat);
        let Some(own) = own else { return Ok(out.line("there is no turn to take back")?) };
        self.game = self.game.rewound(self.game.turns().len() - own);
        self.reasons.clear();
        self.keep()?;
        self.show(out)
    }

    fn unseen(&self) -> Vec<String> {
        let unseen = self.game.view().unseen();
        let alphabet = self.game.position().setup().alphabet();
        let cells: Vec<_> = unseen.cells().collect();
        let groups: Vec<String> = cells
            .chunk_by(|a, b| a == b)
            .map(|group| {
                let label = group[0].letter().map_or("?", |tile| &alphabet.letter(tile).label);
                if group.len() > 1 { format!("{label}{}", group.len()) } else { label.to_owned() }
            })
            .collect();
        let mut parts = vec![format!("{} tiles unseen, {} of them in the bag:", cells.len(), self.game.bag())];
        parts.extend(groups);
        lists::wrapped(&parts, " ", 4)
    }

    /// The last turns, one a line.
    fn history(&self, limit: usize) -> Vec<String> {
        let setup = self.game.position().setup();
        let mut board = lexigraph::board::Board::new(setup.layout());
        let lines = self.game.turns().iter().map(|taken| {
            let (who, width) = (self.who(taken.seat), if SEATS == 2 { 8 } else { 10 });
            let text = match &taken.played {
                Move::Place(placement) => {
                    let text = taken.played.notation(&board, setup.alphabet());
                    board = placement.laid_on(&board);
                    text
                }
                // Other programs may write down neither the tiles nor their number.
                Move::Exchange(tiles) if tiles.is_empty() => "exchanges".to_owned(),
                Move::Exchange(tiles) => format!("exchanges {}", tiles.len()),
                Move::Pass => match &taken.withdrawn {
                    Some(withdrawn) => {
                        let text = Move::Place(withdrawn.placement).notation(&board, setup.alphabet());
                        format!("withdraws {text}")
                    }
                    None => "passes".to_owned(),
                },
            };
            let bonus = if taken.bonus == 0 { String::new() } else { format!(" {:+}", taken.bonus) };
            format!("{who:<width$} {text} {:+}{bonus} = {}", taken.score, taken.total + taken.bonus)
        });
        let lines: Vec<String> = lines.collect();
        lines[lines.len().saturating_sub(limit)..].to_vec()
    }

    fn show(&self, out: &mut Output) -> Result<(), Failure> {
        let scores = self.game.scores();
        let rack = self.rack();
        let mut beside = vec![
            String::new(),
            self.seats().map(|seat| format!("{} {}", self.who(seat), scores[seat])).collect::<Vec<_>>().join("   "),
            format!("{} tiles in the bag", self.game.bag()),
            self.clock().unwrap_or_default(),
        ];
        beside.extend(self.history(SHOWN));
        beside.resize(beside.len().max(SHOWN + 5), String::new());
        beside.push(format!("your rack: {rack}"));
        self.screen.board(self.game.position(), &beside).iter().try_for_each(|line| out.line(line))?;
        Ok(())
    }

    fn gcg(&self) -> Vec<u8> {
        let names = std::array::from_fn(|seat| if seat == self.seat { PERSON } else { &self.level });
        self.game.to_gcg(names).to_bytes()
    }

    /// `true` if leaving now would lose turns.
    fn is_unsaved(&self) -> bool {
        self.save.is_none() && !self.is_over() && !self.game.turns().is_empty()
    }

    /// Saves the game if there is a file for it.
    pub fn keep(&self) -> Result<(), Failure> {
        match &self.save {
            Some(path) => self.write(path),
            None => Ok(()),
        }
    }

    fn write(&self, path: &Path) -> Result<(), Failure> {
        atomic::write(path, true, |file| file.write_all(&self.gcg())).map_err(|error| Failure::io(path, &error))
    }

    fn save_as(&mut self, path: Option<String>, out: &mut Output) -> Result<(), Failure> {
        let Some(path) = path.map(PathBuf::from).or_else(|| self.save.clone()) else {
            return Ok(out.line("give the name of a file, for example: save game.gcg")?);
        };
        if self.save.as_ref() != Some(&path) && path.exists() {
            return Ok(out.line(format_args!("{}: the file exists — give another name", path.display()))?);
        }
        // The game goes on even if the disk is full.
        match self.write(&path) {
            Ok(()) => {
                out.line(format_args!("saved; continue with: lexigraph play --resume {}", path.display()))?;
                self.save = Some(path);
            }
            Err(failure) => out.line(format_args!("{failure}"))?,
        }
        Ok(())
    }

    /// Prints how to continue the game.
    fn leave(&self, out: &mut Output) -> Result<(), Failure> {
        if self.is_over() {
            return Ok(());
        }
        match &self.save {
            Some(path) => out.line(format_args!("saved; continue with: lexigraph play --resume {}", path.display()))?,
            None => {
                let how = if self.game.is_from_seed() { "" } else { "the same --resume and " };
                let seed = self.game.seed();
                out.line(format_args!("left unfinished; deal the same tiles again with {how}--seed {seed}"))?;
            }
        }
        Ok(())
    }
}
