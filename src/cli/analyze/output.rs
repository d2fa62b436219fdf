//! The analysis as tables and JSON, and where its pages go.

use std::collections::{BTreeMap, HashSet};
use std::path::PathBuf;

use lexigraph::api::review::{ReviewAnswer, ReviewTotals};
use lexigraph::play::analysis::{AnalyzedTurn, GameAnalysis, PlayerTotals, TurnKind};
use serde_json::json;

use super::games::ParsedGame;
use super::{Args, page};
use crate::common::output::{Output, refuse_to_replace, write_file};
use crate::failure::Failure;
use crate::report::TextTable;

/// Prints games one by one, and sums by player at the end.
pub struct Report<'a> {
    args: &'a Args,
    /// `true` if games are printed in short.
    several: bool,
    games: u64,
    totals: BTreeMap<String, PlayerTotals>,
    pages: Option<Pages>,
}

/// Where pages go.
enum Pages {
    /// One page.
    File(PathBuf),
    /// A page for each game.
    Folder { path: PathBuf, taken: HashSet<String>, index: Vec<page::Entry> },
}

impl<'a> Report<'a> {
    /// A report of games. Makes the directory of the pages.
    pub fn new(args: &'a Args, several: bool, games: &[ParsedGame]) -> Result<Report<'a>, Failure> {
        let pages = match &args.html {
            None => None,
            Some(path) if several || path.is_dir() => {
                std::fs::create_dir_all(path).map_err(|error| Failure::io(path, &error))?;
                refuse_to_replace(&path.join("index.html"), args.force)?;
                let index = Vec::with_capacity(games.len());
                Some(Pages::Folder { path: path.clone(), taken: HashSet::from(["index".to_owned()]), index })
            }
            Some(path) => {
                refuse_to_replace(path, args.force)?;
                Some(Pages::File(path.clone()))
            }
        };
        Ok(Report { args, several, games: 0, totals: BTreeMap::new(), pages })
    }

    /// The players who are shown.
    fn shown(&self, game: &ParsedGame) -> [bool; 2] {
        [0, 1].map(|player| self.args.player.as_ref().is_none_or(|name| game.is_called(player, name)))
    }

    /// Reports a game.
    pub fn game(
        &mut self,
        game: &ParsedGame,
        analysis: &GameAnalysis,
        seconds: f64,
        out: &mut Output,
    ) -> Result<(), Failure> {
        let (names, shown) = (game.names(), self.shown(game));
        self.games += 1;
        for player in (0..2).filter(|&player| shown[player]) {
            self.totals.entry(names[player].clone()).or_default().add(&analysis.totals(player));
        }
        self.write_page(game, &names, analysis)?;
        if self.args.json {
            let mut answer = ReviewAnswer::new(&game.gcg, analysis, seconds);
            answer.turns.retain(|turn| shown[turn.player - 1]);
            let mut answer = serde_json::to_value(answer).map_err(|error| Failure::new(error.to_string()))?;
            answer["file"] = json!(game.path.display().to_string());
            return Ok(out.json(&answer)?);
        }
        if self.several {
            return Ok(());
        }
        out.line(format_args!("{}\n", result(&names, analysis)))?;
        turns_table(&names, analysis, shown).lines().try_for_each(|line| out.line(line))?;
        let missed: Vec<String> = analysis
            .turns
            .iter()
            .filter(|turn| shown[turn.player] && turn.missed_bingo())
            .map(|turn| format!("turn {}, {}: {}", turn.turn, names[turn.player], missed_text(turn)))
            .collect();
        if !missed.is_empty() {
            out.line("\nmissed bingos")?;
            missed.iter().try_for_each(|line| out.line(line))?;
        }
        Ok(out.line("")?)
    }

    fn write_page(&mut self, game: &ParsedGame, names: &[String; 2], analysis: &GameAnalysis) -> Result<(), Failure> {
        let args = self.args;
        let Some(pages) = &mut self.pages else { return Ok(()) };
        let path = match pages {
            Pages::File(path) => path.clone(),
            Pages::Folder { path, taken, index } => {
                let stem = game.path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                let mut name = stem.clone();
                // Names that differ in case only are the same on some systems.
                let mut number = 2;
                while !taken.insert(name.to_lowercase()) {
                    name = format!("{stem}-{number}");
                    number += 1;
                }
                let file = format!("{name}.html");
                index.push(page::Entry::new(&file, names, analysis));
                path.join(file)
            }
        };
        let text = page::game(names, analysis, &args.says());
        write_file(&path, args.force, |file| file.write_all(text.as_bytes()))
    }

    /// Reports the sums, and writes the index of the pages.
    pub fn finish(self, failed: usize, out: &mut Output) -> Result<(), Failure> {
        let totals: Vec<(String, PlayerTotals)> = self.totals.into_iter().collect();
        if let Some(Pages::Folder { path, index, .. }) = &self.pages {
            let text = page::index(index, &totals, &self.args.says());
            write_file(&path.join("index.html"), self.args.force, |file| file.write_all(text.as_bytes()))?;
        }
        if !self.args.json {
            totals_table(&totals).lines().try_for_each(|line| out.line(line))?;
        } else if self.several {
            let players: Vec<_> = totals
                .iter()
                .map(|(name, totals)| {
                    let mut sums = json!(ReviewTotals::new(totals));
                    sums["player"] = json!(name);
                    sums
                })
                .collect();
            out.json(&json!({ "games": self.games, "failed": failed, "players": players }))?;
        }
        Ok(())
    }
}

/// The players with their scores.
pub fn result(names: &[String; 2], analysis: &GameAnalysis) -> String {
    format!("{} {}, {} {}", names[0], analysis.scores[0], names[1], analysis.scores[1])
}

/// A number with one decimal, or a dash.
pub fn tenths(value: Option<f64>) -> String {
    // Not "-0.0".
    value.map_or("-".to_owned(), |value| format!("{:.1}", (value * 10.0).round() / 10.0 + 0.0))
}

/// A share in percent, or a dash.
pub fn percent(value: Option<f64>) -> String {
    tenths(value.map(|value| value * 100.0))
}

/// A move of a turn as text, with what is to be known of it.
pub fn move_text(turn: &AnalyzedTurn) -> String {
    let position = &turn.position;
    let text = turn.played.notation(position.board(), position.setup().alphabet());
    match turn.kind {
        // An asterisk marks a phony in records of games.
        TurnKind::Phony => text + "*",
        TurnKind::Withdrawn => text + " withdrawn",
        TurnKind::Exchange if turn.played.tiles().is_empty() => "exchange".to_owned(),
        TurnKind::Pass => "pass".to_owned(),
        _ => text,
    }
}

/// The rack of a turn; with a question mark if it is not known in full.
pub fn rack_text(turn: &AnalyzedTurn) -> String {
    let rack = turn.position.rack().render(turn.position.setup().alphabet());
    if turn.is_known { rack } else { format!("{rack} ?").trim_start().to_owned() }
}

/// The best move of a turn: by the search to the end, by simulation, or by static equity; with its score.
pub fn best_text(turn: &AnalyzedTurn) -> Option<String> {
    let simulated = turn.simulated.as_ref().map(|simulated| &simulated.best.scored_move);
    let of_static = simulated.or(turn.best.as_ref()).map(|best| (best.play, best.score));
    let ended = turn.endgame.as_ref().and_then(|endgame| endgame.line.first().copied());
    let (play, score) = ended.or(of_static)?;
    Some(format!("{} {score}", play.notation(turn.position.board(), turn.position.setup().alphabet())))
}

/// The bingos that a player missed.
pub fn missed_text(turn: &AnalyzedTurn) -> String {
    let Some((bingos, best)) = turn.bingos.as_ref().and_then(|bingos| Some((bingos, bingos.best.as_ref()?))) else {
        return String::new();
    };
    let text = best.play.notation(turn.position.board(), turn.position.setup().alphabet());
    let others = if bingos.count > 1 { format!(", the best of {}", bingos.count) } else { String::new() };
    format!("{text} {}{others}", best.score)
}

/// The columns of a turn that are the same in tables and pages.
pub const COLUMNS: [&str; 9] = ["rack", "move", "score", "best", "loss", "win %", "lost %", "endgame", "luck"];

/// A turn in the columns of [`COLUMNS`]. The loss is that by static equity; a loss in the endgame that is not proven has a
/// question mark.
pub fn cells(turn: &AnalyzedTurn) -> [String; 9] {
    let endgame = turn.endgame.as_ref();
    let endgame = endgame.map(|endgame| format!("{}{}", endgame.loss(), if endgame.exact { "" } else { "?" }));
    [
        rack_text(turn),
        move_text(turn),
        turn.score.to_string(),
        best_text(turn).unwrap_or("-".to_owned()),
        tenths(turn.loss()),
        percent(Some(turn.chance.value)),
        percent(turn.chance_loss().map(|(loss, _)| loss)),
        endgame.unwrap_or("-".to_owned()),
        tenths(turn.luck.map(|luck| luck.points)),
    ]
}

fn turns_table(names: &[String; 2], analysis: &GameAnalysis, shown: [bool; 2]) -> TextTable {
    let mut table = TextTable::new(["turn"].into_iter().chain(COLUMNS));
    let wide = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).min(12);
    for turn in analysis.turns.iter().filter(|turn| shown[turn.player]) {
        let name: String = names[turn.player].chars().take(wide).collect();
        table.row([format!("{:>3} {name}", turn.turn)].into_iter().chain(cells(turn)));
    }
    table
}

/// The headings of the sums.
pub const SUMS: [&str; 12] =
    ["player", "games", "won", "turns", "loss a turn", "loss", "win % lost", "endgame", "luck", "±", "bingos", "missed"];

/// The sums of a player in the columns of [`SUMS`].
pub fn sums(name: &str, totals: &PlayerTotals) -> [String; 12] {
    let luck = totals.known_luck();
    [
        name.to_owned(),
        totals.games.to_string(),
        format!("{}", totals.wins),
        totals.turns.to_string(),
        tenths(totals.mean_loss()),
        tenths((totals.compared > 0).then_some(totals.loss)),
        percent((totals.looked_ahead > 0).then_some(totals.chance_loss)),
        if totals.searched > 0 { totals.endgame_loss.to_string() } else { "-".to_owned() },
        tenths(luck),
        tenths(luck.map(|_| totals.luck_margin())),
        totals.bingos.to_string(),
        totals.missed_bingos.to_string(),
    ]
}

fn totals_table(totals: &[(String, PlayerTotals)]) -> TextTable {
    let mut table = TextTable::new(SUMS);
    totals.iter().for_each(|(name, totals)| table.row(sums(name, totals)));
    table
}
