//! Questions about what a position is: reading, validation, the worth of leaves.

use serde::{Deserialize, Serialize};

use super::error::of;
use super::{Api, ApiError, ApiErrorKind, Opened, at_most};
use crate::alphabet::Alphabet;
use crate::board::gcg::{Gcg, Replay};
use crate::board::{
    Bag, Board, BoardSetup, Cell, Cgp, Layout, Position, Problem, Rack, Severity, Statements, UncheckedPosition,
    read_position, sheet, word_text,
};
use crate::movegen::Leaves;
use crate::play::LastTurn;

/// A position, or a game and one of its turns.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct PositionRequest {
    /// The lexicon; if absent, the first. Its alphabet is that of the position, unless the position names another.
    pub lexicon: Option<String>,
    /// A CGP, a sheet, or a game in GCG.
    pub text: String,
    /// The board, unless the position names it; if absent, `standard-15`.
    pub layout: Option<String>,
    /// For a game: the position before this turn, from 1. If absent, the end, or the last turn with a rack.
    pub turn: Option<usize>,
}

/// A text to read; `position/parse`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ParseRequest {
    /// The position.
    pub position: PositionRequest,
}

/// A position to check; `position/validate`.
pub type ValidateRequest = ParseRequest;

/// A tile, and how many there are of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TileCount {
    /// The label; `?` for a blank.
    pub tile: String,
    /// The number of tiles.
    pub count: usize,
}

/// A position as data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PositionView {
    /// The position as CGP.
    pub cgp: String,
    /// The position as a sheet.
    pub sheet: String,
    /// The name of the board.
    pub layout: String,
    /// The name of the alphabet.
    pub alphabet: String,
    /// The squares, row by row: the label of a tile, in lower case for a blank; empty for an empty square; null for a
    /// hole.
    pub board: Vec<Vec<Option<String>>>,
    /// The racks, that of the player on turn first.
    pub racks: [String; 2],
    /// The scores, that of the player on turn first.
    pub scores: [i32; 2],
    /// The number of scoreless turns in a row.
    pub scoreless_turns: u16,
    /// The tiles that are neither on the board nor on the racks; none if there are too many tiles of a letter.
    pub unseen: Vec<TileCount>,
}

/// A turn of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TurnView {
    /// The number of the turn, from 1.
    pub turn: usize,
    /// The player: 1 or 2.
    pub player: usize,
    /// The known tiles of the rack.
    pub rack: String,
    /// The move: `8D (MOLD)S`, `-ABC` for an exchange, `-` for a pass.
    #[serde(rename = "move")]
    pub played: String,
    /// The score.
    pub score: i32,
    /// `true` if the play was challenged and withdrawn.
    pub withdrawn: bool,
}

/// A problem of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProblemView {
    /// `error` for an illegal position, `warning` for a word that is not in the lexicon.
    pub severity: &'static str,
    /// The problem in words.
    pub message: String,
    /// The row, from 1, if it is on the board.
    pub row: Option<usize>,
    /// The column, from 1.
    pub column: Option<usize>,
}

/// A text that was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ParseAnswer {
    /// `cgp`, `sheet` or `gcg`.
    pub format: &'static str,
    /// The position.
    pub position: PositionView,
    /// The name of the lexicon, if the text names one.
    pub lexicon: Option<String>,
    /// `true` if the position can be played on.
    pub legal: bool,
    /// The problems that make it illegal.
    pub problems: Vec<ProblemView>,
    /// For a game, the number of the turn of this position; null at the end.
    pub turn: Option<usize>,
    /// For a game, its turns.
    pub turns: Vec<TurnView>,
    /// For a game, the nick and the name of each player.
    pub players: Vec<[String; 2]>,
}

/// A word on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BoardWordView {
    /// The word.
    pub word: String,
    /// The row of its first square, from 1.
    pub row: usize,
    /// The column of its first square, from 1.
    pub column: usize,
    /// `across` or `down`.
    pub direction: String,
    /// `true` if it is in the lexicon.
    pub valid: bool,
}

/// The result of the check of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ValidateAnswer {
    /// `true` if the position can be played on.
    pub legal: bool,
    /// `true` if all words on the board are in the lexicon.
    pub acceptable: bool,
    /// Each problem.
    pub problems: Vec<ProblemView>,
    /// Each word on the board.
    pub words: Vec<BoardWordView>,
}

/// Tiles to keep; `position/leave`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LeaveRequest {
    /// The lexicon whose leave values are meant; if absent, the first.
    #[serde(default)]
    pub lexicon: Option<String>,
    /// The tiles, `?` for a blank.
    pub tiles: String,
}

/// The value of a tile in a leave.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LeaveTile {
    /// The label; `?` for a blank.
    pub tile: String,
    /// The number of these tiles.
    pub count: usize,
    /// The value of the leave without one of them, in points.
    pub without: f64,
    /// The value that this tile adds, in points.
    pub adds: f64,
}

/// The value of a leave.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LeaveAnswer {
    /// The tiles in collation order.
    pub tiles: String,
    /// Their value in points.
    pub value: f64,
    /// Each tile.
    pub each: Vec<LeaveTile>,
}

/// A text, read.
struct ReadText {
    format: &'static str,
    position: UncheckedPosition,
    statements: Statements,
    game: Option<(Gcg, Replay)>,
    turn: Option<usize>,
}

impl Api {
    /// Reads a CGP, a sheet or a GCG. The position may be illegal.
    ///
    /// # Errors
    /// [`ApiError`] for a mistake in the text, with the line in a game; for an unknown board or alphabet.
    pub fn position_parse(&self, request: &ParseRequest) -> Result<ParseAnswer, ApiError> {
        let opened = self.opened(request.position.lexicon.as_deref())?;
        let ReadText { format, position, statements, game, turn } = self.read(opened, &request.position)?;
        let problems: Vec<ProblemView> = position.problems().iter().map(problem_view).collect();
        let (mut turns, mut players) = (Vec::new(), Vec::new());
        if let Some((gcg, replay)) = &game {
            let alphabet = gcg.setup.alphabet();
            turns.extend((1..).zip(&replay.turns).map(|(number, turn)| TurnView {
                turn: number,
                player: turn.player + 1,
                rack: turn.position.rack().render(alphabet),
                played: turn.played.notation(turn.position.board(), alphabet),
                score: turn.points,
                withdrawn: turn.withdrawn,
            }));
            let known = (0..2).filter_map(|player| gcg.player(player));
            players.extend(known.map(|(nick, name)| [nick.to_owned(), name.to_owned()]));
        }
        let (legal, lexicon) = (problems.is_empty(), statements.lexicon);
        Ok(ParseAnswer { format, position: position_view(&position), lexicon, legal, problems, turn, turns, players })
    }

    /// Checks that a position is legal, and that its words are in the lexicon.
    ///
    /// # Errors
    /// As [`position_parse`](Api::position_parse), and for a lexicon of other letters.
    pub fn position_validate(&self, request: &ValidateRequest) -> Result<ValidateAnswer, ApiError> {
        let opened = self.opened(request.position.lexicon.as_deref())?;
        let position = self.read(opened, &request.position)?.position;
        let alphabet = position.setup.alphabet();
        if !opened.alphabet().has_letters_of(alphabet) {
            let message = format!("the letters of the position are '{}', the lexicon has others", alphabet.name());
            return Err(ApiError::new(ApiErrorKind::Invalid, message).at("position"));
        }
        let generator = opened.lexicon.generator()?;
        let mut problems = position.problems();
        let legal = problems.is_empty();
        problems.extend(position.phonies(|cells| generator.has_word(cells)));
        let words: Vec<BoardWordView> = position
            .board
            .words()
            .map(|word| BoardWordView {
                word: word_text(alphabet, word.cells),
                row: usize::from(word.start.row) + 1,
                column: usize::from(word.start.column) + 1,
                direction: word.direction.to_string(),
                valid: generator.has_word(word.cells),
            })
            .collect();
        let acceptable = words.iter().all(|word| word.valid);
        Ok(ValidateAnswer { legal, acceptable, problems: problems.iter().map(problem_view).collect(), words })
    }

    /// The value of a leave, and of each tile in it.
    ///
    /// # Errors
    /// [`ApiError`] for text that is no rack, and [`ApiErrorKind::Unavailable`] if there are no leave values.
    pub fn position_leave(&self, request: &LeaveRequest) -> Result<LeaveAnswer, ApiError> {
        let opened = self.opened(request.lexicon.as_deref())?;
        self.bounded(&request.tiles, "tiles")?;
        let alphabet = opened.alphabet();
        if alphabet.is_wide() {
            return Err(ApiError::new(ApiErrorKind::Unavailable, "the lexicon has too many letters for games").at("lexicon"));
        }
        let none = || ApiError::new(ApiErrorKind::Unavailable, "there are no leave values for these letters").at("lexicon");
        let leaves = opened.leaves().ok_or_else(none)?;
        let rack = Rack::parse(&request.tiles, alphabet).map_err(of("tiles"))?;
        let value = leaves.value(&rack);
        let cells: Vec<Cell> = rack.cells().collect();
        let each = cells.chunk_by(|a, b| a == b).map(|group| {
            let mut kept = rack;
            kept.remove(group[0]);
            let without = leaves.value(&kept);
            let (tile, adds) = (rack_label(alphabet, group[0]), (value - without).points());
            LeaveTile { tile, count: group.len(), without: without.points(), adds }
        });
        Ok(LeaveAnswer { tiles: rack.render(alphabet), value: value.points(), each: each.collect() })
    }

    /// Reads a legal position for which plays can be generated.
    pub(super) fn legal(&self, opened: &Opened, request: &PositionRequest) -> Result<Position, ApiError> {
        Ok(self.legal_and_last(opened, request)?.0)
    }

    /// As [`legal`](Self::legal), with the opponent's last turn if the text is a game that has one.
    pub(super) fn legal_and_last(
        &self,
        opened: &Opened,
        request: &PositionRequest,
    ) -> Result<(Position, Option<LastTurn>), ApiError> {
        let ReadText { position, game, turn, .. } = self.read(opened, request)?;
        let last =
            game.and_then(|(_, replay)| LastTurn::before_turn(&replay, turn.map_or(replay.turns.len(), |turn| turn - 1)));
        let position = Position::try_from(position).map_err(of("position"))?;
        at_most("blanks on a rack", position.rack().blanks(), self.bounds().blanks, "position")?;
        at_most("blanks on a rack", position.opponent_rack().blanks(), self.bounds().blanks, "position")?;
        Ok((position, last))
    }

    /// Reads a position, which may be illegal.
    fn read(&self, opened: &Opened, request: &PositionRequest) -> Result<ReadText, ApiError> {
        let setup = setup(opened, request.layout.as_deref())?;
        let statements = Statements::of(request.text.as_bytes());
        if !Gcg::detect(request.text.as_bytes()) {
            if request.turn.is_some() {
                let message = "a single position has no turns — leave the turn out, or give a game (GCG)";
                return Err(ApiError::new(ApiErrorKind::Invalid, message).at("turn"));
            }
            let read = read_position(&request.text, &setup).map_err(of("position"))?;
            let text = request.text.trim();
            let format = if text.contains('/') && !text.contains(['\n', '\r']) { "cgp" } else { "sheet" };
            return Ok(ReadText { format, position: read.position, statements, game: None, turn: None });
        }
        let gcg = read_gcg(&request.text, &setup).map_err(|error| error.at("position"))?;
        let replay = gcg.replay().map_err(of("position"))?;
        let turns = replay.turns.len();
        let positions: Vec<&Position> = replay.turns.iter().map(|turn| &turn.position).chain([&replay.end]).collect();
        let at = match request.turn {
            Some(turn) => turn.wrapping_sub(1),
            None => positions.iter().rposition(|position| !position.rack().is_empty()).unwrap_or(turns),
        };
        let position = positions.get(at).map(|position| (*position).clone()).ok_or_else(|| {
            ApiError::new(ApiErrorKind::Invalid, format!("the game has {turns} turns — name one of them")).at("turn")
        })?;
        let turn = (at < turns).then_some(at + 1);
        Ok(ReadText { format: "gcg", position: position.into_unchecked(), statements, game: Some((gcg, replay)), turn })
    }
}

/// The board that is named, with the letters of a lexicon.
pub(super) fn setup(opened: &Opened, layout: Option<&str>) -> Result<std::sync::Arc<BoardSetup>, ApiError> {
    let layout = Layout::builtin(layout.unwrap_or("standard-15")).map_err(of("layout"))?;
    BoardSetup::new(opened.alphabet().clone(), layout).map_err(of("lexicon"))
}

/// Reads a game from text that has been decoded already, whatever encoding it names.
pub(super) fn read_gcg(text: &str, setup: &std::sync::Arc<BoardSetup>) -> Result<Gcg, ApiError> {
    // A byte order mark says UTF-8, and is stronger than a pragma.
    let marked = format!("\u{feff}{}", text.trim_start_matches('\u{feff}'));
    Ok(Gcg::parse(marked.as_bytes(), setup)?)
}

fn problem_view(problem: &Problem) -> ProblemView {
    let severity = match problem.severity() {
        Severity::Warning => "warning",
        Severity::Error => "error",
    };
    let square = problem.square();
    let (row, column) = (square.map(|square| usize::from(square.row) + 1), square.map(|at| usize::from(at.column) + 1));
    ProblemView { severity, message: problem.to_string(), row, column }
}

pub(super) fn position_view(position: &UncheckedPosition) -> PositionView {
    let (setup, alphabet) = (&position.setup, position.setup.alphabet());
    PositionView {
        cgp: Cgp::new(position.clone()).render(),
        sheet: sheet::render(position),
        layout: setup.layout().name().to_owned(),
        alphabet: alphabet.name().to_owned(),
        board: squares(&position.board, alphabet),
        racks: position.racks.each_ref().map(|rack| rack.render(alphabet)),
        scores: position.scores,
        scoreless_turns: position.scoreless_turns,
        unseen: position.unseen().map_or_else(|_| Vec::new(), |bag| tile_counts(&bag, alphabet)),
    }
}

/// The text of each square, row by row.
fn squares(board: &Board, alphabet: &Alphabet) -> Vec<Vec<Option<String>>> {
    let square = |cell: Cell| match cell.placed() {
        Some(placed) => {
            let letter = alphabet.letters().get(usize::from(placed.tile.number()).wrapping_sub(1));
            let text = |letter: &crate::alphabet::Letter| {
                if placed.blank { letter.lower.clone() } else { letter.label.clone() }
            };
            Some(letter.map(text).unwrap_or_default())
        }
        None if cell.is_hole() => None,
        None => Some(String::new()),
    };
    let columns = board.columns();
    let all: Vec<Option<String>> = board.squares().map(|at| square(board.get(at))).collect();
    all.chunks(columns.max(1)).map(<[Option<String>]>::to_vec).collect()
}

/// The tiles of a bag, each with its number.
pub(super) fn tile_counts(bag: &Bag, alphabet: &Alphabet) -> Vec<TileCount> {
    let cells: Vec<Cell> = bag.cells().collect();
    let groups = cells.chunk_by(|a, b| a == b);
    groups.map(|group| TileCount { tile: rack_label(alphabet, group[0]), count: group.len() }).collect()
}

/// The label of a tile; `?` for a blank.
fn rack_label(alphabet: &Alphabet, cell: Cell) -> String {
    let letter = cell.on_rack().letter().and_then(|tile| alphabet.letters().get(usize::from(tile.number()).wrapping_sub(1)));
    letter.map_or_else(|| "?".to_owned(), |letter| letter.label.clone())
}
