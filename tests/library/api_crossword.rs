//! The questions of crosswords: fills that are held against the list, and files that are read back.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use lexigraph::api::crossword::{FillRequest, FillResult};
use lexigraph::api::{Api, ApiErrorKind};
use serde_json::{Value, json};

use crate::api::enable;

const GRID: &str = "#---#/-----/-----/-----/#---#";

fn api() -> Api {
    let mut api = Api::new();
    api.add("enable", enable()).unwrap();
    api
}

/// The words of two and more letters in a grid, by reading its rows and columns.
fn words(grid: &Value) -> Vec<String> {
    let rows: Vec<Vec<char>> = grid.as_array().unwrap().iter().map(|row| row.as_str().unwrap().chars().collect()).collect();
    let columns = (0..rows[0].len()).map(|column| rows.iter().map(|row| row[column]).collect::<Vec<char>>());
    let lines = rows.iter().cloned().chain(columns);
    let parts = lines.flat_map(|line| {
        let text: String = line.into_iter().collect();
        text.split('#').filter(|part| part.len() > 1).map(str::to_owned).collect::<Vec<_>>()
    });
    parts.collect()
}

#[test]
fn fills_have_words_only_each_once_and_the_same_for_a_seed() {
    let (api, lexicon) = (api(), enable());
    let body = json!({ "grid": GRID, "seed": 1, "fills": 3, "entries": ["4A=x-rays"] });
    let answer = api.answer("crossword/fill", &body.to_string()).unwrap();
    assert_eq!((&answer["end"], &answer["seed"], &answer["rows"]), (&json!("filled"), &json!(1), &json!(5)));
    let fills = answer["fills"].as_array().unwrap();
    assert_eq!(fills.len(), 3);
    let mut grids = BTreeSet::new();
    for fill in fills {
        let found = words(&fill["grid"]);
        let distinct: BTreeSet<&String> = found.iter().collect();
        assert!(distinct.len() == found.len() && found.len() == 10, "{found:?}");
        assert!(found.iter().all(|word| word == "XRAYS" || lexicon.contains(word)), "{found:?}");
        let mut listed: Vec<&str> =
            fill["entries"].as_array().unwrap().iter().map(|entry| entry["word"].as_str().unwrap()).collect();
        assert!(listed.contains(&"X-RAYS"));
        listed.retain(|word| *word != "X-RAYS");
        assert!(listed.iter().all(|word| distinct.contains(&(*word).to_owned())));
        assert!(grids.insert(fill["grid"].to_string()));
    }
    let again = api.answer("crossword/fill", &body.to_string()).unwrap();
    assert_eq!(again["fills"], answer["fills"]);
}

#[test]
fn what_cannot_be_filled_ends_with_its_reason() {
    let api = api();
    let impossible = json!({ "grid": "----/----/----/----", "entries": ["1A=zzzz"] });
    let answer = api.answer("crossword/fill", &impossible.to_string()).unwrap();
    assert_eq!((&answer["end"], &answer["without"]["length"]), (&json!("impossible"), &json!(4)));
    assert_eq!((&answer["unlisted"][0]["word"], &answer["fills"]), (&json!("ZZZZ"), &json!([])));
    // The time is kept, and a caller ends the search.
    let hard =
        FillRequest { grid: "--------------/".repeat(14), seconds: Some(0.3), seed: Some(1), ..FillRequest::default() };
    let answer = api.crossword_fill(&hard, &mut |_| ControlFlow::Continue(())).unwrap();
    assert!(answer.end == FillResult::Stopped && answer.seconds < 20.0, "{answer:?}");
    let mut told = 0;
    let answer = api
        .crossword_fill(&FillRequest { seconds: None, ..hard }, &mut |progress| {
            assert_eq!(progress.end, FillResult::Searching);
            told += 1;
            if told < 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })
        .unwrap();
    assert_eq!((answer.end, told), (FillResult::Stopped, 2));
    for (question, body, kind, field) in [
        ("crossword/fill", json!({ "grid": "--/---" }), ApiErrorKind::Invalid, "grid"),
        ("crossword/fill", json!({ "grid": "--/--", "entries": ["1A=xyz"] }), ApiErrorKind::Invalid, "entries"),
        ("crossword/fill", json!({ "grid": "--/--", "min_score": 3 }), ApiErrorKind::Unavailable, "min_score"),
        (
            "crossword/fill",
            json!({ "grid": "-".repeat(100) + &format!("/{}", "-".repeat(100)).repeat(99) }),
            ApiErrorKind::TooLarge,
            "grid",
        ),
        ("crossword/fill", json!({ "grid": "--/--", "fills": 101 }), ApiErrorKind::TooLarge, "fills"),
        ("crossword/read", json!({}), ApiErrorKind::Invalid, "text"),
        ("crossword/read", json!({ "bytes": [0, 0, 65, 67] }), ApiErrorKind::Invalid, "bytes"),
    ] {
        let error = api.answer(question, &body.to_string()).unwrap_err();
        assert_eq!((error.kind, error.field.as_deref()), (kind, Some(field)), "{question} {body}: {error}");
    }
}

#[test]
fn files_are_read_as_they_were_written() {
    let api = api();
    let crossword = json!({
        "grid": ["#MAS#", "NONCE", "IOTAS", "BRATS", "#YES#"], "title": "Small", "author": "A. N. Other",
        "clues": [{ "number": 1, "direction": "across", "text": "Mothers" }, { "number": 1, "direction": "down", "text": "Like a heath" }],
    });
    for format in ["puz", "ipuz"] {
        let body = json!({ "crossword": crossword, "format": format }).to_string();
        let file = api.answer("crossword/write", &body).unwrap();
        let file = if format == "puz" { json!({ "bytes": file["bytes"] }) } else { json!({ "text": file["text"] }) };
        let read = api.answer("crossword/read", &file.to_string()).unwrap();
        assert_eq!(read["crossword"], crossword, "{format}");
        assert_eq!((&read["numbers"][1], read["slots"].as_array().unwrap().len()), (&json!(1), 10));
    }
    let text = json!({ "crossword": { "grid": ["A-", "#B"] }, "format": "text" }).to_string();
    assert_eq!(api.answer("crossword/write", &text).unwrap()["text"], "A-\n#B\n");
}
