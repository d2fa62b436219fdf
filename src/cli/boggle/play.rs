//! Hints, the scores of a round, and rolled grids.

use std::io::{self, IsTerminal};
use std::path::Path;

use lexigraph::boggle::round::{self, Player, PlayerResult, RoundRules, WordVerdict};
use lexigraph::boggle::{BoggleBoard, DiceSet, Random, picture};
use serde_json::{Map, Value, json};

use super::game::Game;
use super::words::{json_path, places, solve, text};
use crate::common::outcome::Outcome;
use crate::common::output::{Output, Terminal};
use crate::failure::Failure;
use lexigraph::platform::any_seed;

/// Prints the Nth word that the search finds.
pub fn hint(game: &Game<'_>, board: &BoggleBoard, number: usize) -> Result<Outcome, Failure> {
    let solution = solve(game, board)?;
    let count = solution.found.len();
    let mut out = Output::new();
    let Some(found) = solution.found.get(number - 1) else {
        if game.args.list.json {
            out.json(&json!({ "hint": number, "word": null, "count": count }))?;
        }
        out.finish()?;
        return Ok(Outcome::No);
    };
    let (word, points) = (text(game, board, found), game.points.of(found.word.len()));
    if game.args.list.json {
        let path = json_path(board, &found.path);
        out.json(&json!({ "hint": number, "word": word, "points": points, "path": path, "count": count }))?;
    } else {
        out.line(format_args!("{word}\t{points}\t{}", places(board, &found.path)))?;
        if game.args.rare.draw || io::stdout().is_terminal() {
            out.text(&picture::draw(board, &found.path, game.alphabet))?;
        }
    }
    out.finish()?;
    Ok(Outcome::Yes)
}

/// Scores the words of the players in a file.
pub fn round(game: &Game<'_>, board: &BoggleBoard) -> Result<Outcome, Failure> {
    let args = game.args;
    let path = args.players.as_deref().unwrap_or(Path::new("-"));
    let text = if path.as_os_str() == "-" {
        crate::lexicon::read_stdin()?
    } else {
        let bytes = std::fs::read(path).map_err(|error| Failure::io(path, &error))?;
        String::from_utf8(bytes).map_err(|_| Failure::of(path, "not UTF-8 — save the file as UTF-8"))?
    };
    let players = round::parse_players(&text).map_err(|line| {
        let what = "expected the name of a new player and a colon, as in 'Ann: cat dog'";
        Failure::new(format!("{}:{line}: {what} — further words may follow on lines of their own", path.display()))
    })?;
    if players.is_empty() {
        return Err(Failure::of(path, "no players — write lines such as 'Ann: cat dog'"));
    }
    let (bonus, shared_score) = (args.rare.bonus, args.rare.shared);
    let rules =
        RoundRules { alphabet: game.alphabet, min_length: game.min_length, points: &game.points, bonus, shared_score };
    let sheets = round::score(&*game.image.dawg()?, board, &rules, &players);
    let mut out = Output::new();
    if args.list.json {
        let best = sheets.iter().map(|sheet| sheet.score).max().unwrap_or(0);
        let winners: Vec<&str> =
            sheets.iter().filter(|sheet| sheet.score == best && best > 0).map(|sheet| sheet.name.as_str()).collect();
        let players: Vec<Value> = sheets.iter().map(|sheet| as_json(sheet, &players)).collect();
        out.json(&json!({ "players": players, "winners": winners }))?;
    } else {
        if args.list.tsv {
            out.line("player\tword\tpoints\tverdict")?;
        }
        for sheet in &sheets {
            if !args.list.tsv {
                out.line(format_args!("{}\t{}", sheet.name, sheet.score))?;
            }
            for (word, verdict) in &sheet.words {
                let (points, reason) = explain(verdict, game.min_length, &players);
                let before = if args.list.tsv { sheet.name.as_str() } else { "" };
                out.line(format_args!("{before}\t{word}\t{points}\t{reason}").to_string().trim_end())?;
            }
        }
    }
    out.finish()?;
    Ok(Outcome::Yes)
}

/// The points of a word, and why it scores none.
fn explain(verdict: &WordVerdict, min_length: usize, players: &[Player]) -> (u64, String) {
    let reason = match verdict {
        WordVerdict::Scores(points) => return (*points, String::new()),
        WordVerdict::Shared(others) => {
            let names: Vec<&str> = others.iter().map(|&other| players[other].name.as_str()).collect();
            format!("also found by {}", names.join(", "))
        }
        WordVerdict::Repeated => "written twice".to_owned(),
        WordVerdict::TooShort => format!("shorter than {min_length} letters"),
        WordVerdict::NoWord => "contains characters that are not letters".to_owned(),
        WordVerdict::NotInLexicon => "not in the lexicon".to_owned(),
        WordVerdict::NotOnGrid => "not on the grid".to_owned(),
    };
    (0, reason)
}

/// The sheet of a player as JSON.
fn as_json(sheet: &PlayerResult, players: &[Player]) -> Value {
    let word = |(word, verdict): &(String, WordVerdict)| {
        let (name, points) = match verdict {
            WordVerdict::Scores(points) => ("scores", *points),
            WordVerdict::Shared(_) => ("shared", 0),
            WordVerdict::Repeated => ("repeated", 0),
            WordVerdict::TooShort => ("too-short", 0),
            WordVerdict::NoWord => ("no-word", 0),
            WordVerdict::NotInLexicon => ("not-in-lexicon", 0),
            WordVerdict::NotOnGrid => ("not-on-grid", 0),
        };
        let mut object = Map::new();
        object.insert("word".into(), word.as_str().into());
        object.insert("points".into(), points.into());
        object.insert("verdict".into(), name.into());
        if let WordVerdict::Shared(others) = verdict {
            object.insert("with".into(), others.iter().map(|&other| players[other].name.as_str()).collect());
        }
        Value::from(object)
    };
    json!({ "name": sheet.name, "score": sheet.score, "words": sheet.words.iter().map(word).collect::<Value>() })
}
/// Prints rolled grids: a single grid row by row, several grids one a line.
pub fn roll(game: &Game<'_>, terminal: &Terminal) -> Result<Outcome, Failure> {
    let (args, alphabet) = (game.args, game.alphabet);
    if args.size.is_some() {
        return Err(Failure::new("--size: the dice determine the size of a rolled grid — choose them with --dice"));
    }
    let standard = || DiceSet::builtin("new", alphabet);
    let dice = game.dice.clone().map_or_else(standard, Ok)?;
    let seed = args.seed.unwrap_or_else(any_seed);
    let mut random = Random::new(seed);
    let mut out = Output::new();
    let wanted = args.list.limit.unwrap_or(1);
    for _ in 0..wanted {
        let grid = dice.roll(&mut random);
        let text = grid.render(alphabet);
        if args.list.json {
            let (rows, columns) = (grid.rows(), grid.columns());
            let cells: Vec<String> = (0..grid.cells().len()).map(|cell| grid.label(cell, alphabet)).collect();
            let dice = dice.title();
            out.json(
                &json!({ "grid": text, "rows": rows, "columns": columns, "cells": cells, "dice": dice, "seed": seed }),
            )?;
        } else if wanted == 1 {
            out.line(text.replace('/', "\n"))?;
        } else {
            out.line(text)?;
        }
    }
    out.finish()?;
    if args.seed.is_none() {
        terminal.note(format_args!("seed {seed}"));
    }
    Ok(Outcome::Yes)
}
