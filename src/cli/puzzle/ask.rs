//! Asks the puzzles of a file on the terminal, or with answers from a pipe.

use std::io;
use std::path::{Path, PathBuf};

use lexigraph::board::{Move, Position};
use lexigraph::play::puzzle::{Loss, PuzzleKind, PuzzleMaker, PuzzleSettings};
use lexigraph::play::strategy::{StrategyKind, StrategySpec};
use lexigraph::random::Random;

use super::record::{PuzzleRecord, read_move};
use crate::common::color::Color;
use crate::common::games::{GameArgs, with_hint};
use crate::common::outcome::Outcome;
use crate::common::output::{Output, Terminal, is_standard_output};
use crate::failure::Failure;
use crate::lexicon::read_input;
use crate::play::input::{Input, Typed};
use crate::play::screen::Screen;

#[derive(clap::Args)]
pub struct AskArgs {
    /// File of puzzles; '-' for standard input, where your answers may follow
    #[arg(value_name = "FILE", required = true)]
    file: Option<PathBuf>,
    /// Only puzzles of these kinds
    #[arg(long, value_name = "KINDS", value_delimiter = ',', value_parser = super::kind)]
    kind: Vec<PuzzleKind>,
    /// Only puzzles that at least N of the four levels miss
    #[arg(long, value_name = "N", default_value_t = 0)]
    rating: usize,
    /// Ask at most N puzzles
    #[arg(short = 'n', long, value_name = "N")]
    limit: Option<usize>,
    /// Ask in a random order with this seed [default: in the order of the file]
    #[arg(long, value_name = "N")]
    shuffle: Option<u64>,
    #[command(flatten)]
    pub game: GameArgs,
}

const HELP: &str = "\
8D WORD   play a word across; D8 WORD down; a lower-case letter is a blank
-ABC, -   exchange these tiles; pass
hint      tell more, up to three times
answer    show the best play
skip      go on to the next puzzle
quit      end";

/// The sums of the first answers.
#[derive(Default)]
struct Tally {
    asked: usize,
    right: usize,
    /// Sums of what the others lost, and their number, in points and in games won.
    lost: [(f64, usize); 2],
}

pub fn run(args: &AskArgs, color: Color, terminal: &Terminal) -> Result<Outcome, Failure> {
    let path = args.file.as_ref().expect("bug: a required argument is missing");
    // The name of standard output is that of standard input, too.
    let is_standard_input = is_standard_output(path);
    let name = if is_standard_input { Path::new("standard input") } else { path };
    let bytes = read_input(path, lexigraph::bytes::input_limit())?;
    let (puzzles, answers) = if is_standard_input { behind_puzzles(&bytes) } else { (&bytes[..], Vec::new()) };
    let mut records = read_records(name, puzzles)?;
    let wanted =
        |record: &PuzzleRecord| (args.kind.is_empty() || args.kind.contains(&record.kind)) && record.rating >= args.rating;
    records.retain(|(_, record)| wanted(record));
    if let Some(seed) = args.shuffle {
        Random::new(seed).shuffle(&mut records);
    }
    records.truncate(args.limit.unwrap_or(usize::MAX));
    if records.is_empty() {
        terminal.note("no puzzles of this kind and rating");
        return Ok(Outcome::No);
    }
    let equity = StrategySpec { kind: StrategyKind::Equity, endgame: None };
    let (context, setup) = args.game.open(&[equity], terminal)?;
    let generator = context.generator()?;
    let maker = PuzzleMaker::new(context.play_context(&generator), &context.rules, PuzzleSettings::default(), &[]);
    let mut maker = maker.map_err(|error| Failure::new(with_hint(&error)))?;
    let lexicon = args.game.lexicon.name();
    if let Some((_, other)) = records.iter().find(|(_, record)| record.lexicon != lexicon) {
        terminal.warn(format_args!(
            "puzzles were made with the lexicon '{}', and answers are held against '{lexicon}'",
            other.lexicon
        ));
    }
    let mut input = if is_standard_input { Input::behind(answers) } else { Input::new()? };
    let (mut out, mut tally) = (Output::new(), Tally::default());
    let screen = Screen { colored: color.on(&io::stdout()) };
    let count = records.len();
    for (number, (line, record)) in (1..).zip(&records) {
        let fault = |error: String| Failure::new(format!("{}:{line}: {error}", name.display()));
        let (position, answer) = record.position(&setup).map_err(fault)?;
        show(&position, record, (number, count), screen, &mut out)?;
        let mut asked = Asked { record, position: &position, answer, hints: 0, tries: 0 };
        if !asked.ask(&mut maker, &mut tally, &mut input, &mut out, &|play| phonies(play, &position, &generator))? {
            break;
        }
    }
    out.line(tally.told())?;
    out.finish()?;
    Ok(Outcome::Yes)
}

/// Puzzles, and the lines behind them: from the first on that is no object. Empty lines between the two are left out.
fn behind_puzzles(bytes: &[u8]) -> (&[u8], Vec<String>) {
    let mut end = 0;
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        if !line.trim_ascii_start().starts_with(b"{") {
            break;
        }
        end += line.len();
    }
    if end == 0 {
        return (bytes, Vec::new());
    }
    let (puzzles, rest) = bytes.split_at(end);
    let answers = String::from_utf8_lossy(rest.trim_ascii_start());
    (puzzles, answers.lines().map(str::to_owned).collect())
}

/// The records of a file with the numbers of their lines.
fn read_records(path: &Path, bytes: &[u8]) -> Result<Vec<(usize, PuzzleRecord)>, Failure> {
    let lines = bytes.split(|&byte| byte == b'\n').zip(1..).filter(|(line, _)| !line.trim_ascii().is_empty());
    let parse = |(line, number): (&[u8], usize)| {
        let record = serde_json::from_slice(line).map_err(|error| {
            Failure::new(format!("{}:{number}: {error} — give a file that puzzle make has written", path.display()))
        });
        record.map(|record| (number, record))
    };
    lines.map(parse).collect()
}

/// The words of a move that the lexicon lacks.
fn phonies(play: &Move, position: &Position, generator: &lexigraph::movegen::Generator<'_>) -> Vec<String> {
    match play {
        Move::Place(placement) => generator.phonies(position, placement),
        _ => Vec::new(),
    }
}

/// Shows the position and the question.
fn show(
    position: &Position,
    record: &PuzzleRecord,
    (number, count): (usize, usize),
    screen: Screen,
    out: &mut Output,
) -> Result<(), Failure> {
    let alphabet = position.setup().alphabet();
    let question = match record.kind {
        PuzzleKind::Play => "find the best play",
        PuzzleKind::Bingo => "find the best bingo",
        PuzzleKind::PreEndgame => "find the play that wins most often",
        PuzzleKind::Endgame => "find the best play to the end",
    };
    let [own, other] = position.scores();
    let mut beside = vec![
        format!("puzzle {number} of {count}: {}, rating {} of 4", record.kind.name(), record.rating),
        question.to_owned(),
        String::new(),
        format!("you {own}, opponent {other}"),
        format!("rack {}", position.rack().render(alphabet)),
    ];
    if !position.opponent_rack().is_empty() {
        beside.push(format!("opponent's rack {}", position.opponent_rack().render(alphabet)));
    }
    screen.board(position, &beside).iter().try_for_each(|line| out.line(line))?;
    Ok(())
}

/// A puzzle that is asked.
struct Asked<'a> {
    record: &'a PuzzleRecord,
    position: &'a Position,
    answer: Move,
    hints: usize,
    tries: usize,
}

impl Asked<'_> {
    /// Asks until the answer is found or given up; `false` at the end.
    fn ask(
        &mut self,
        maker: &mut PuzzleMaker<'_>,
        tally: &mut Tally,
        input: &mut Input,
        out: &mut Output,
        phonies: &dyn Fn(&Move) -> Vec<String>,
    ) -> Result<bool, Failure> {
        loop {
            let Typed::Line(line) = input.next(out)? else { return Ok(false) };
            match &*line.trim().to_lowercase() {
                "" => {}
                "help" | "?" => out.line(HELP)?,
                "quit" | "exit" => return Ok(false),
                "skip" => return Ok(true),
                "hint" => {
                    self.hints += 1;
                    out.line(self.hint())?;
                }
                "answer" => {
                    tally.asked += usize::from(self.tries == 0);
                    out.line(self.solution())?;
                    return Ok(true);
                }
                _ => {
                    let play = match read_move(&line, self.position) {
                        Ok(play) => play,
                        Err(error) => {
                            out.line(format_args!("{error}; type help for the commands"))?;
                            continue;
                        }
                    };
                    let unknown = phonies(&play);
                    if !unknown.is_empty() {
                        out.line(format_args!("not in the lexicon: {}", unknown.join(", ")))?;
                        continue;
                    }
                    self.tries += 1;
                    tally.asked += usize::from(self.tries == 1);
                    if play == self.answer {
                        tally.right += usize::from(self.tries == 1 && self.hints == 0);
                        out.line(format_args!("right: {}", self.solution()))?;
                        return Ok(true);
                    }
                    self.measure(play, maker, tally, out)?;
                }
            }
        }
    }

    /// Tells what another move loses.
    fn measure(&self, play: Move, maker: &mut PuzzleMaker<'_>, tally: &mut Tally, out: &mut Output) -> Result<(), Failure> {
        let score = |play: &Move| match play {
            Move::Place(placement) => self.position.score(placement),
            _ => 0,
        };
        let (answer, own) = ((self.answer, score(&self.answer)), (play, score(&play)));
        let seed = self.record.seed.unwrap_or(1);
        let loss = maker.loss(self.position, self.record.kind, answer, own, seed);
        let loss = loss.map_err(|error| Failure::new(error.to_string()))?;
        let text = play.notation(self.position.board(), self.position.setup().alphabet());
        let Some(loss) = loss else {
            out.line(format_args!("{text} is not the best play"))?;
            return Ok(());
        };
        if self.tries == 1 {
            let (sum, count) = &mut tally.lost[usize::from(!self.record.kind.is_in_points())];
            *sum += loss.value;
            *count += 1;
        }
        out.line(format_args!("{text} loses {}", amount(self.record.kind, &loss)))?;
        Ok(())
    }

    fn hint(&self) -> String {
        let alphabet = self.position.setup().alphabet();
        let Move::Place(placement) = &self.answer else { return "it lays no tiles".to_owned() };
        let tiles = placement.tiles.len();
        match self.hints {
            1 => format!("it lays {tiles} {} and scores {}", if tiles == 1 { "tile" } else { "tiles" }, self.record.score),
            2 => format!("it begins at {}", self.record.answer.split_whitespace().next().unwrap_or("")),
            _ => {
                let mut tiles: Vec<_> = placement.tiles.iter().filter_map(|cell| cell.letter()).collect();
                tiles.sort_unstable();
                format!("it lays {}", alphabet.render(&tiles))
            }
        }
    }

    /// The best play and what the next one loses.
    fn solution(&self) -> String {
        let PuzzleRecord { kind, answer, score, next, margin, interval, exact, .. } = self.record;
        let loss = amount(*kind, &Loss { value: *margin, margin: *interval, exact: *exact });
        format!("{answer} for {score}; the next best, {next}, loses {loss}")
    }
}

/// A loss in words.
fn amount(kind: PuzzleKind, loss: &Loss) -> String {
    let about = if loss.exact { "" } else { "about " };
    if kind.is_in_points() {
        return format!("{about}{:.0} points", loss.value);
    }
    let interval = if loss.margin > 0.0 { format!(" (± {:.1})", loss.margin * 100.0) } else { String::new() };
    format!("{about}{:.1} % of the games{interval}", loss.value * 100.0)
}

impl Tally {
    fn told(&self) -> String {
        let mut text = format!("{} of {} right at once", self.right, self.asked);
        let units = [("points", 1.0), ("% of the games", 100.0)];
        for ((unit, factor), (sum, count)) in units.into_iter().zip(self.lost) {
            if count > 0 {
                let mean = sum / count as f64 * factor;
                text.push_str(&format!("; other first answers lost {mean:.1} {unit} on average"));
            }
        }
        text
    }
}
