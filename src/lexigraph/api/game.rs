//! Questions about a game. A game is a value that the caller keeps: [`GameState`] has what a game is made of, its setup,
//! its seed and its moves, and each question replays them. Nothing is kept here, so a game can go on anywhere, and
//! taking back is leaving out.

use serde::{Deserialize, Serialize};

use super::analysis::rules;
use super::clock::Stopwatch;
use super::error::of;
use super::position::{TileCount, position_view, read_gcg, setup, tile_counts};
use super::{Api, ApiError, ApiErrorKind, Opened, at_most};
use crate::board::{Bag, Board, Move, Rack, breakdown, word_text};
use crate::movegen::Generator;
use crate::platform::any_seed;
use crate::play::strategy::level_without_values;
use crate::play::strategy::{ByEquity, Greedy, PlayContext, Strategy, StrategyError, StrategyKind, StrategySpec};
use crate::play::{End, Game, ScoredMove};

/// The name of the person in a saved game, by which the program finds the person too.
const PERSON: &str = "you";

/// A game: the same value is the same game everywhere.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct GameState {
    /// The name of the lexicon.
    pub lexicon: String,
    /// The name of the board.
    pub layout: String,
    /// The name of the rules.
    pub rules: String,
    /// The level of the machine, one that `shelf/choices` lists, or a strategy such as `equity+endgame`.
    pub level: String,
    /// The seed of the tiles.
    pub seed: u64,
    /// The seat of the person: 0 begins, 1 does not.
    pub seat: usize,
    /// The moves, as text: `8D (MOLD)S`, `-ABC` for an exchange, `-` for a pass.
    pub moves: Vec<String>,
}

/// A new game; `game/new`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct NewGameRequest {
    /// The lexicon; if absent, the first.
    pub lexicon: Option<String>,
    /// The board; if absent, `standard-15`.
    pub layout: Option<String>,
    /// The rules; if absent, `standard`.
    pub rules: Option<String>,
    /// The level of the machine; if absent, `medium`.
    pub level: Option<String>,
    /// The seed; if absent, each game is another.
    pub seed: Option<u64>,
    /// The seat of the person; if absent, it depends on the seed.
    pub seat: Option<usize>,
}

/// A move of the player on turn; `game/play`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct MoveRequest {
    /// The game.
    pub game: GameState,
    /// The move: `8D WORD`, with blanks in lower case and letters on the board as they are, in parentheses or as dots;
    /// `-ABC` for an exchange, `-` for a pass.
    #[serde(rename = "move")]
    pub play: String,
}

/// The machine's move; `game/reply`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ReplyRequest {
    /// The game, with the machine on turn.
    pub game: GameState,
    /// The number of moves to give reasons for; 3 if absent.
    #[serde(default)]
    pub limit: Option<usize>,
}

/// Good moves for the player on turn; `game/hint`.
pub type HintsRequest = ReplyRequest;

/// Turns to take back; `game/undo`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct UndoRequest {
    /// The game.
    pub game: GameState,
    /// The number of turns; if absent, those back to the last move of the person.
    #[serde(default)]
    pub turns: Option<usize>,
}

/// A game to write; `game/save`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct GcgRequest {
    /// The game.
    pub game: GameState,
}

/// A game to read; `game/load`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LoadRequest {
    /// The lexicon; if absent, the first.
    #[serde(default)]
    pub lexicon: Option<String>,
    /// The GCG, which has the seed and the rules.
    pub gcg: String,
    /// The level of the machine; if absent, that in the GCG.
    #[serde(default)]
    pub level: Option<String>,
    /// The seat of the person; if absent, that in the GCG.
    #[serde(default)]
    pub seat: Option<usize>,
}

/// A turn of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameTurn {
    /// The seat of the player.
    pub seat: usize,
    /// The move as text. While the game goes on, an exchange of the machine shows only the number of tiles: `-3`.
    #[serde(rename = "move")]
    pub played: String,
    /// The words that it makes, the main word first.
    pub words: Vec<String>,
    /// The score.
    pub score: i32,
    /// The player's total after the turn.
    pub total: i32,
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameEnd {
    /// `went-out`, or `stalled` after too many scoreless turns.
    pub how: &'static str,
    /// The seat of the player who went out.
    pub seat: Option<usize>,
    /// The seat of the winner; null for a draw.
    pub winner: Option<usize>,
}

/// A game, as the person sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameAnswer {
    /// The game.
    pub game: GameState,
    /// The squares, row by row: the label of a tile, in lower case for a blank; empty for an empty square; null for a
    /// hole.
    pub board: Vec<Vec<Option<String>>>,
    /// The person's rack.
    pub rack: String,
    /// The machine's rack, once the game is over or the bag is empty.
    pub other_rack: Option<String>,
    /// The scores by seat.
    pub scores: [i32; 2],
    /// The seat of the player on turn.
    pub on_turn: usize,
    /// The number of tiles in the bag.
    pub bag: usize,
    /// `true` if tiles may be exchanged.
    pub may_exchange: bool,
    /// The tiles that the person does not see: those in the bag and on the machine's rack.
    pub unseen: Vec<TileCount>,
    /// The turns so far.
    pub turns: Vec<GameTurn>,
    /// The end of the game; null while it goes on.
    pub end: Option<GameEnd>,
}

/// A part of the worth of a move.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WorthPart {
    /// The name of the reason.
    pub name: &'static str,
    /// The points that it adds.
    pub value: f64,
}

/// A move that was considered.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ConsideredMove {
    /// The move as text.
    #[serde(rename = "move")]
    pub played: String,
    /// The score.
    pub score: i32,
    /// The worth, in points.
    pub worth: f64,
    /// The parts of the worth beside the score.
    pub parts: Vec<WorthPart>,
}

/// A move of the machine.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReplyAnswer {
    /// The move, as in the turns.
    #[serde(rename = "move")]
    pub played: String,
    /// The moves that were considered, the one that was made first. An exchange shows only the number of tiles.
    pub considered: Vec<ConsideredMove>,
    /// The strategy that played.
    pub strategy: String,
    /// The game after it.
    pub after: GameAnswer,
}

/// Good moves.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HintsAnswer {
    /// The moves, best first.
    pub moves: Vec<ConsideredMove>,
}

/// A game in GCG.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GcgAnswer {
    /// The text, to be stored in UTF-8. `lexigraph play --resume` goes on with it too.
    pub gcg: String,
}

impl Api {
    /// A new game.
    ///
    /// # Errors
    /// [`ApiError`] for an unknown lexicon, board, rules or level; for an alphabet with too few tiles.
    pub fn game_new(&self, request: &NewGameRequest) -> Result<GameAnswer, ApiError> {
        let opened = self.opened(request.lexicon.as_deref())?;
        let level = request.level.clone().unwrap_or_else(|| "medium".to_owned());
        StrategySpec::parse(&level).map_err(of("level"))?;
        let layout = setup(opened, request.layout.as_deref())?.layout().name().to_owned();
        let mut state = GameState {
            lexicon: opened.name.clone(),
            layout,
            rules: rules(request.rules.as_deref())?.name,
            level,
            seed: request.seed.unwrap_or_else(any_seed),
            seat: request.seat.unwrap_or(0),
            moves: Vec::new(),
        };
        let (_, game) = self.game(&state)?;
        if request.seat.is_none() {
            state.seat = usize::from(game.view().seed & 1 != 0);
        }
        Ok(answer(state, &game))
    }

    /// A game after a move of the player on turn. Its words are looked up.
    ///
    /// # Errors
    /// [`ApiErrorKind::Illegal`] for a move that cannot be made, [`ApiErrorKind::Invalid`] for one that cannot be read,
    /// and the errors of a game that is none.
    pub fn game_play(&self, request: &MoveRequest) -> Result<GameAnswer, ApiError> {
        let (opened, mut game) = self.game(&request.game)?;
        self.bounded(&request.play, "move")?;
        let play = parse(&request.play, &game).map_err(|error| error.at("move"))?;
        let generator = opened.lexicon.generator()?;
        game.play_checked(&play, &generator).map_err(of("move"))?;
        Ok(answer(request.game.clone(), &game))
    }

    /// A game after the machine's move, with the moves that it considered.
    ///
    /// # Errors
    /// [`ApiErrorKind::Illegal`] if the game is over or the person is on turn, and the errors of a game that is none.
    pub fn game_reply(&self, request: &ReplyRequest) -> Result<ReplyAnswer, ApiError> {
        let (opened, mut game) = self.game(&request.game)?;
        goes_on(&game)?;
        if game.on_turn() == request.game.seat {
            return Err(ApiError::new(ApiErrorKind::Illegal, "the person is on turn, not the machine").at("game"));
        }
        let generator = opened.generator_for_many()?;
        let (mut machine, strategy) = self.machine(opened, &generator, &request.game.level)?;
        let limit = request.limit.unwrap_or(3).clamp(1, self.bounds().answers.max(1));
        let considered = machine.consider(&game.view(), limit).map_err(of("game"))?;
        let first = considered.first().map_or(Move::Pass, |first| first.play);
        let moves: Vec<ConsideredMove> = considered.iter().map(|considered| view(considered, &game, true)).collect();
        let played = text(&first, game.position().board(), &game, true);
        game.play(&first).map_err(of("game"))?;
        Ok(ReplyAnswer { played, considered: moves, strategy, after: answer(request.game.clone(), &game) })
    }

    /// Good moves for the player on turn, by score and leave; by score alone if there are no leave values.
    ///
    /// # Errors
    /// [`ApiErrorKind::Illegal`] if the game is over, and the errors of a game that is none.
    pub fn game_hint(&self, request: &HintsRequest) -> Result<HintsAnswer, ApiError> {
        let (opened, game) = self.game(&request.game)?;
        goes_on(&game)?;
        let generator = opened.generator()?;
        let context = opened.context(&generator);
        let limit = request.limit.unwrap_or(3).min(self.bounds().answers);
        let considered = match context.leaves {
            Some(leaves) => ByEquity::new(context, leaves).consider(&game.view(), limit),
            None => Greedy::new(context, 100).consider(&game.view(), limit),
        };
        let moves = considered.map_err(of("game"))?;
        Ok(HintsAnswer { moves: moves.iter().map(|considered| view(considered, &game, false)).collect() })
    }

    /// A game with turns taken back.
    ///
    /// # Errors
    /// [`ApiErrorKind::Illegal`] if there is no turn to take back, and the errors of a game that is none.
    pub fn game_undo(&self, request: &UndoRequest) -> Result<GameAnswer, ApiError> {
        let (_, game) = self.game(&request.game)?;
        let taken = game.turns().len();
        let own = || game.turns().iter().rposition(|turn| turn.seat == request.game.seat).map(|at| taken - at);
        let turns = request.turns.or_else(own).filter(|turns| (1..=taken).contains(turns));
        let none = || ApiError::new(ApiErrorKind::Illegal, "there is no such turn to take back").at("turns");
        Ok(answer(request.game.clone(), &game.rewound(turns.ok_or_else(none)?)))
    }

    /// A game as GCG, with its seed and rules.
    ///
    /// # Errors
    /// Those of a game that is none.
    pub fn game_save(&self, request: &GcgRequest) -> Result<GcgAnswer, ApiError> {
        let (_, game) = self.game(&request.game)?;
        let mut names = [PERSON, request.game.level.as_str()];
        if request.game.seat == 1 {
            names.reverse();
        }
        Ok(GcgAnswer { gcg: String::from_utf8_lossy(&game.to_gcg(names).to_bytes()).into_owned() })
    }

    /// The game of a GCG that [`game_save`](Api::game_save) or the program wrote.
    ///
    /// # Errors
    /// [`ApiError`] with the line of a mistake; for a game without seed, as other programs write it; for a lexicon of
    /// other letters.
    pub fn game_load(&self, request: &LoadRequest) -> Result<GameAnswer, ApiError> {
        let opened = self.opened(request.lexicon.as_deref())?;
        let gcg = read_gcg(&request.gcg, &setup(opened, None)?).map_err(|error| error.at("gcg"))?;
        at_most("events", gcg.events().count(), self.bounds().moves, "gcg")?;
        let game = Game::from_gcg(&gcg).map_err(of("gcg"))?;
        if !game.is_from_seed() {
            let message =
                "the game began elsewhere, so its seed does not deal all of its tiles — the program goes on with it";
            return Err(ApiError::new(ApiErrorKind::Invalid, message).at("gcg"));
        }
        let alphabet = gcg.setup.alphabet();
        if alphabet != opened.alphabet() {
            let message = format!("the game is played with '{}', the lexicon has other tiles", alphabet.name());
            return Err(ApiError::new(ApiErrorKind::Invalid, message).at("lexicon"));
        }
        let name = |seat: usize| gcg.player(seat).map_or("", |(_, name)| name);
        let seat = request.seat.unwrap_or(usize::from(name(1) == PERSON));
        let known = |name: &str| StrategySpec::parse(name).is_ok().then(|| name.to_owned());
        let level = match &request.level {
            Some(level) => level.clone(),
            None => known(name(1_usize.saturating_sub(seat))).unwrap_or_else(|| "medium".to_owned()),
        };
        StrategySpec::parse(&level).map_err(of("level"))?;
        let state = GameState {
            lexicon: opened.name.clone(),
            layout: gcg.setup.layout().name().to_owned(),
            rules: game.rules().name.clone(),
            level,
            seed: game.seed(),
            seat: check_seat(seat)?,
            moves: Vec::new(),
        };
        Ok(answer(state, &game))
    }

    /// Replays a game.
    fn game(&self, state: &GameState) -> Result<(&Opened, Game), ApiError> {
        let opened = self.opened(Some(&state.lexicon))?;
        check_seat(state.seat)?;
        at_most("moves", state.moves.len(), self.bounds().moves, "moves")?;
        StrategySpec::parse(&state.level).map_err(of("level"))?;
        let setup = setup(opened, Some(&state.layout))?;
        let mut game = Game::new(setup, rules(Some(&state.rules))?, state.seed).map_err(of("lexicon"))?;
        for (number, text) in (1..).zip(&state.moves) {
            let made = parse(text, &game).and_then(|play| Ok(game.play(&play)?));
            made.map_err(|error| ApiError { message: format!("move {number}: {error}"), ..error }.at("moves"))?;
        }
        Ok((opened, game))
    }

    /// The machine at a level, within the bounds, and the name of its strategy. A level falls back to what the alphabet
    /// allows.
    fn machine<'g>(
        &self,
        opened: &'g Opened,
        generator: &'g Generator<'g>,
        level: &str,
    ) -> Result<(Box<dyn Strategy + 'g>, String), ApiError> {
        let bounds = self.bounds();
        let make = |text: &str, context: PlayContext<'g>| -> Result<(Box<dyn Strategy + 'g>, String), StrategyError> {
            let mut spec = StrategySpec::parse(text)?;
            if let StrategyKind::Simulate(settings) = &mut spec.kind {
                settings.candidates = settings.candidates.min(bounds.candidates);
                settings.plies = settings.plies.min(bounds.plies);
                settings.iterations = settings.iterations.min(bounds.reply_iterations);
            }
            if let Some(settings) = &mut spec.endgame {
                settings.nodes = Some(settings.nodes.unwrap_or(u64::MAX).min(bounds.reply_nodes));
                settings.time = settings.time.filter(|_| Stopwatch::start().runs());
            }
            Ok((spec.strategy(context)?, spec.to_string()))
        };
        let context = opened.context(generator);
        let machine = make(level, context);
        let fallback = if machine.is_err() { level_without_values(level) } else { None };
        fallback.map_or(machine, |text| make(&text, context.without_values())).map_err(of("level"))
    }
}

fn check_seat(seat: usize) -> Result<usize, ApiError> {
    if seat < 2 { Ok(seat) } else { Err(ApiError::new(ApiErrorKind::Invalid, "a seat is 0 or 1").at("seat")) }
}

fn goes_on(game: &Game) -> Result<(), ApiError> {
    let over = || ApiError::new(ApiErrorKind::Illegal, "the game is over").at("game");
    if game.end().is_none() { Ok(()) } else { Err(over()) }
}

/// Reads a move in its normal form.
fn parse(text: &str, game: &Game) -> Result<Move, ApiError> {
    let (board, alphabet) = (game.position().board(), game.position().setup().alphabet());
    Ok(match Move::parse(text, board, alphabet)? {
        Move::Place(placement) => Move::Place(placement.normalised(board)),
        play => play,
    })
}

/// A move as text; of an exchange, only the number of tiles if they are hidden.
fn text(play: &Move, board: &Board, game: &Game, hidden: bool) -> String {
    match play {
        Move::Exchange(tiles) if hidden => format!("-{}", tiles.len()),
        play => play.notation(board, game.position().setup().alphabet()),
    }
}

fn view(considered: &ScoredMove, game: &Game, hidden: bool) -> ConsideredMove {
    let parts = considered.parts.iter().map(|part| WorthPart { name: part.name, value: part.value.points() });
    ConsideredMove {
        played: text(&considered.play, game.position().board(), game, hidden),
        score: considered.score,
        worth: considered.worth.points(),
        parts: parts.collect(),
    }
}

/// A game as the person sees it; its moves become those of the state.
fn answer(state: GameState, game: &Game) -> GameAnswer {
    let (setup, seat) = (game.position().setup(), state.seat);
    let (alphabet, over) = (setup.alphabet(), game.end().is_some());
    let mut board = Board::new(setup.layout());
    let (mut moves, mut turns) = (Vec::new(), Vec::new());
    for taken in game.turns() {
        let mut words = Vec::new();
        moves.push(text(&taken.played, &board, game, false));
        let played = text(&taken.played, &board, game, taken.seat != seat && !over);
        if let Move::Place(placement) = &taken.played {
            let parts = breakdown(&board, setup, placement);
            words.extend(parts.words().map(|word| word_text(alphabet, &word.cells)));
            board = placement.laid_on(&board);
        }
        turns.push(GameTurn { seat: taken.seat, played, words, score: taken.score, total: taken.total });
    }
    let rack: &Rack = game.rack(seat);
    let shown = over || game.bag() == 0;
    let unseen = Bag::unseen(alphabet, game.position().board(), &[*rack]);
    let scores = game.scores();
    let end = game.end().map(|end| GameEnd {
        how: match end {
            End::WentOut { .. } => "went-out",
            End::Stalled => "stalled",
        },
        seat: match end {
            End::WentOut { seat } => Some(seat),
            End::Stalled => None,
        },
        winner: (scores[0] != scores[1]).then(|| usize::from(scores[1] > scores[0])),
    });
    GameAnswer {
        game: GameState { moves, ..state },
        board: position_view(game.position().as_unchecked()).board,
        rack: rack.render(alphabet),
        other_rack: shown.then(|| game.rack(1 - seat).render(alphabet)),
        scores,
        on_turn: game.on_turn(),
        bag: game.bag(),
        may_exchange: game.view().may_exchange(),
        unseen: unseen.map_or_else(|_| Vec::new(), |bag| tile_counts(&bag, alphabet)),
        turns,
        end,
    }
}
