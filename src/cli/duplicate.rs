//! `lexigraph duplicate`: a game of duplicate, played by strategies, by a person, or by the tops alone.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use crate::report::TextTable;
use lexigraph::board::{BoardSetup, Move, PlayError, Rack};
use lexigraph::movegen::WordIndex;
use lexigraph::play::duplicate::{Duplicate, DuplicateError, DuplicateTurn, RackRule};
use lexigraph::play::strategy::Strategy;
use serde_json::{Value, json};

use crate::common::color::Color;
use crate::common::games::{GameContext, HeuristicArgs, with_hint};
use crate::common::outcome::Outcome;
use crate::common::output::{Output, Terminal, stop_on_interrupt, was_interrupted};
use crate::common::players::{PlayerFiles, PlayerText};
use crate::common::position::read_layout;
use crate::common::tables::read_table;
use crate::failure::Failure;
use crate::lexicon::LexiconArgs;
use crate::play::input::{Input, Typed};
use crate::play::screen::Screen;

/// The name of the person in the table.
const PERSON: &str = "you";

/// The most players of a game.
const MOST_PLAYERS: usize = 100;

/// Play duplicate: the same rack for everybody, and the best play of each turn is laid
#[derive(clap::Args)]
#[command(after_long_help = "\
In each turn all players have the same rack and the same board. Each player scores the own play. The best play, the top, \
is laid for all. The result of a player is the sum of the own points, and its share of the sum of the tops.

The tiles that the top leaves are filled up from the bag. In the first fifteen draws a rack has at least two vowels and \
two consonants, later one of each; a blank or Y counts as either. Else all its tiles go back and others are drawn. The \
game ends when the tiles left cannot make such a rack, or make no play. The same seed draws the same racks.

With --me you type a move in each turn, as in 'play': 8D WORD across, D8 WORD down, a lower-case letter for a blank, - \
to pass, quit to stop. --racks FILE takes the racks from a file, one a line; the rule of vowels does not apply to them.

Examples:
  lexigraph duplicate --seed 7
  lexigraph duplicate --player equity --player greedy:share=80
  lexigraph duplicate --me --seed 7
  lexigraph duplicate --racks racks.txt --json

Exit status: 0 the game was finished or left; 2 error or interrupted.")]
pub struct Args {
    /// A player, as a strategy (see selfplay --help); may be repeated
    #[arg(long, value_name = "STRATEGY")]
    player: Vec<String>,
    /// You play, too
    #[arg(long)]
    me: bool,
    /// Seed of the random number generator
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Take the racks from this file, one a line
    #[arg(long, value_name = "FILE")]
    racks: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long, conflicts_with = "me")]
    json: bool,
    /// Board layout: a bundled name or a .toml file
    #[arg(long, value_name = "L", default_value = "standard-15")]
    layout: OsString,
    #[command(flatten)]
    heuristics: HeuristicArgs,
    #[command(flatten)]
    pub lexicon: LexiconArgs,
}

/// What a player did in a turn.
struct Answer {
    text: String,
    points: i32,
}

/// A turn with the answers of the players.
struct Row {
    rack: String,
    refused: usize,
    /// The top in notation: its place and its word.
    top: String,
    points: i32,
    tops: usize,
    answers: Vec<Answer>,
}

pub fn run(args: &Args, color: Color, terminal: &Terminal) -> Result<Outcome, Failure> {
    let players: Vec<PlayerText> = args.player.iter().map(|text| PlayerText::parse(text)).collect::<Result<_, _>>()?;
    if players.len() > MOST_PLAYERS {
        return Err(Failure::new(format!("{} players are too many — give at most {MOST_PLAYERS}", players.len())));
    }
    let needed = players.iter().any(|player| player.spec.needs_leaves() || player.spec.needs_evaluation());
    let mut context = GameContext::read(&args.lexicon, "standard", &args.heuristics, needed, terminal)?;
    let setup = BoardSetup::new(context.alphabet().clone(), read_layout(&args.layout)?)?;
    if needed {
        context.take_learned(&setup)?;
    }
    let racks = args.racks.as_deref().map(|path| read_racks(path, &setup)).transpose()?;
    let generator = context.generator()?;
    let all = context.play_context(&generator);
    let open =
        |player| PlayerFiles::open(player, &args.lexicon, &generator, context.image(), false, WordIndex::filter, terminal);
    let files: Vec<PlayerFiles> = players.iter().map(open).collect::<Result<_, _>>()?;
    let generators = files.iter().map(PlayerFiles::generator).collect::<Result<Vec<_>, _>>()?;
    let strategies = players.iter().zip(files.iter().zip(&generators)).map(|(player, (files, generator))| {
        player.spec.strategy(files.context(generator.as_ref(), all)).map_err(|error| Failure::new(with_hint(&error)))
    });
    let strategies = strategies.collect::<Result<Vec<_>, _>>()?;
    let game = Duplicate::new(&generator, setup, RackRule::default(), args.seed).map_err(Failure::new)?;
    let mut names: Vec<String> = players.iter().map(ToString::to_string).collect();
    names.extend(args.me.then(|| PERSON.to_owned()));
    let person =
        args.me.then(|| Ok::<_, Failure>((Input::new()?, Screen { colored: color.on(&io::stdout()) }))).transpose()?;
    if !args.me {
        stop_on_interrupt();
    }
    let mut table = Table { game, strategies, person, rows: Vec::new(), out: Output::new() };
    let over = table.play(racks, args.racks.as_deref(), terminal)?;
    table.print(args, &names)?;
    let turns = table.rows.len();
    table.out.finish()?;
    if over || args.me {
        return Ok(Outcome::Yes);
    }
    Err(Failure::new(format!("the game was interrupted after {turns} turns")))
}

/// Reads the racks of a file, with their lines.
fn read_racks(path: &Path, setup: &BoardSetup) -> Result<Vec<(usize, Rack)>, Failure> {
    let text = read_table(path)?;
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    let racks = lines.map(|(number, line)| match Rack::parse(line, setup.alphabet()) {
        Ok(rack) => Ok((number, rack)),
        Err(error) => Err(Failure::of(path, format!("line {number}: {error}"))),
    });
    let racks: Vec<(usize, Rack)> = racks.collect::<Result<_, _>>()?;
    if racks.is_empty() {
        return Err(Failure::of(path, "has no rack — write one a line, such as AEINRST"));
    }
    Ok(racks)
}

/// The game, those who play it, and what was played.
struct Table<'g> {
    game: Duplicate<'g>,
    strategies: Vec<Box<dyn Strategy + 'g>>,
    person: Option<(Input, Screen)>,
    rows: Vec<Row>,
    out: Output,
}

impl Table<'_> {
    /// Plays to the end; `false` if the person left or somebody interrupted.
    fn play(
        &mut self,
        racks: Option<Vec<(usize, Rack)>>,
        path: Option<&Path>,
        terminal: &Terminal,
    ) -> Result<bool, Failure> {
        let mut given = racks.map(Vec::into_iter);
        loop {
            if was_interrupted() {
                return Ok(false);
            }
            match &mut given {
                None => {
                    if self.game.draw().map_err(Failure::new)?.is_none() {
                        return Ok(true);
                    }
                }
                Some(given) => {
                    let Some((line, rack)) = given.next() else { return Ok(true) };
                    let path = path.unwrap_or_else(|| Path::new("-"));
                    let taken = self.game.take(rack);
                    if taken.map_err(|error| Failure::of(path, format!("line {line}: {error}")))?.is_none() {
                        terminal.warn(format_args!(
                            "{}: line {line}: the rack has no play; the turn is left out",
                            path.display()
                        ));
                        continue;
                    }
                }
            }
            if !self.turn()? {
                return Ok(false);
            }
        }
    }

    /// Plays one turn; `false` if the person left.
    fn turn(&mut self) -> Result<bool, Failure> {
        let mut answers = Vec::new();
        for strategy in &mut self.strategies {
            let (play, _) = strategy.choose(&self.game.view())?;
            answers.push(answer(&self.game, &play).map_err(Failure::new)?);
        }
        if self.person.is_some() {
            let Some(own) = self.ask()? else { return Ok(false) };
            answers.push(own);
        }
        let position = self.game.position();
        let (board, alphabet) = (position.board(), position.setup().alphabet());
        let Some(DuplicateTurn { rack, refused, top, score, tops }) = self.game.pending() else { return Ok(false) };
        let row = Row {
            rack: rack.render(alphabet),
            refused: *refused,
            top: Move::Place(*top).notation(board, alphabet),
            points: *score,
            tops: *tops,
            answers,
        };
        self.game.lay().map_err(Failure::new)?;
        self.rows.push(row);
        self.tell()?;
        Ok(true)
    }

    /// Shows the board and asks the person for a move, until it is one; `None` if the person leaves.
    fn ask(&mut self) -> Result<Option<Answer>, Failure> {
        let Some((input, screen)) = &mut self.person else { return Ok(None) };
        let position = self.game.position();
        let rack = position.rack().render(position.setup().alphabet());
        let turn = format!("turn {}", self.rows.len() + 1);
        let beside = [String::new(), turn, format!("rack: {rack}")];
        screen.board(position, &beside).iter().try_for_each(|line| self.out.line(line))?;
        loop {
            let Typed::Line(line) = input.next(&mut self.out)? else { return Ok(None) };
            let line = match line.trim() {
                "" => continue,
                "quit" | "q" | "exit" => return Ok(None),
                "pass" => "-",
                line => line,
            };
            match typed(&self.game, line) {
                Ok(answer) => return Ok(Some(answer)),
                Err(why) => self.out.line(why)?,
            }
        }
    }

    /// Tells the person the top of the turn and the own share of it.
    fn tell(&mut self) -> Result<(), Failure> {
        if self.person.is_none() {
            return Ok(());
        }
        if let Some(Row { top, points, answers, .. }) = self.rows.last()
            && let Some(own) = answers.last()
        {
            let tops: i32 = self.rows.iter().map(|row| row.points).sum();
            let sum: i32 = self.rows.iter().filter_map(|row| row.answers.last()).map(|answer| answer.points).sum();
            let (share, so_far) = (percent(own.points, *points), percent(sum, tops));
            let text = format!(
                "the top is {top}, {points} points; you have {} ({share}), so far {sum} of {tops} ({so_far})",
                own.points
            );
            self.out.line(text)?;
        }
        Ok(())
    }

    fn print(&mut self, args: &Args, names: &[String]) -> Result<(), Failure> {
        let tops: i32 = self.rows.iter().map(|row| row.points).sum();
        let sums: Vec<i32> = (0..names.len()).map(|at| self.rows.iter().map(|row| row.answers[at].points).sum()).collect();
        let hit = |at: usize| self.rows.iter().filter(|row| row.answers[at].points == row.points).count();
        if args.json {
            let players = names.iter().zip(&sums).enumerate().map(
                |(at, (name, sum))| json!({ "name": name, "points": sum, "percent": share(*sum, tops), "tops": hit(at) }),
            );
            let players: Vec<Value> = players.collect();
            let report = json!({ "seed": args.seed, "turns": self.turns_json(), "points": tops, "players": players });
            return Ok(self.out.json(&report)?);
        }
        let mut table =
            TextTable::new(["turn", "rack", "top", "points", "total"].into_iter().chain(names.iter().map(String::as_str)));
        let (mut total, mut totals) = (0, vec![0; names.len()]);
        for (number, row) in (1..).zip(&self.rows) {
            total += row.points;
            let fixed = [format!("{number}"), row.rack.clone(), row.top.clone(), row.points.to_string(), total.to_string()];
            let own = row.answers.iter().zip(&mut totals).map(|(answer, sum)| {
                *sum += answer.points;
                format!("{} = {sum}", answer.points)
            });
            table.row(fixed.into_iter().chain(own));
        }
        table.lines().try_for_each(|line| self.out.line(line))?;
        for (at, (name, sum)) in names.iter().zip(&sums).enumerate() {
            let percent = percent(*sum, tops);
            let hits = if hit(at) == 1 { "1 top".to_owned() } else { format!("{} tops", hit(at)) };
            self.out.line(format_args!("{name}: {sum} of {tops} points, {percent}, {hits}"))?;
        }
        Ok(())
    }

    fn turns_json(&self) -> Vec<Value> {
        let (mut total, mut totals) = (0, vec![0; self.rows.first().map_or(0, |row| row.answers.len())]);
        let turns = self.rows.iter().map(|row| {
            total += row.points;
            let players = row.answers.iter().zip(&mut totals).map(|(answer, sum)| {
                *sum += answer.points;
                json!({ "move": answer.text, "points": answer.points, "cumulated": *sum })
            });
            let players: Vec<Value> = players.collect();
            json!({
                "rack": row.rack, "refused": row.refused, "move": row.top, "points": row.points, "cumulated": total,
                "tops": row.tops, "players": players,
            })
        });
        turns.collect()
    }
}

/// The answer of a player, after it was judged.
fn answer(game: &Duplicate<'_>, play: &Move) -> Result<Answer, DuplicateError> {
    let position = game.position();
    let points = game.judge(play)?;
    Ok(Answer { text: play.notation(position.board(), position.setup().alphabet()), points })
}

/// The move that a person typed; a word all in lower case may be meant as tiles.
fn typed(game: &Duplicate<'_>, line: &str) -> Result<Answer, String> {
    let position = game.position();
    let parse = |text: &str| {
        let play = Move::parse(text, position.board(), position.setup().alphabet()).map_err(|error| error.to_string())?;
        Ok::<_, String>(match play {
            Move::Place(placement) => Move::Place(placement.normalised(position.board())),
            play => play,
        })
    };
    match answer(game, &parse(line)?) {
        Err(DuplicateError::Play(PlayError::NotOnRack))
            if !line.split_whitespace().skip(1).any(|word| word.chars().any(char::is_uppercase)) =>
        {
            answer(game, &parse(&line.to_uppercase())?).map_err(|error| error.to_string())
        }
        judged => judged.map_err(|error| error.to_string()),
    }
}

/// A share in percent; nothing of nothing is all.
fn share(part: i32, whole: i32) -> f64 {
    if whole == 0 { 100.0 } else { (f64::from(part) * 1000.0 / f64::from(whole)).round() / 10.0 }
}

fn percent(part: i32, whole: i32) -> String {
    format!("{:.1} %", share(part, whole))
}
