//! The program's `--json` and the answers of the library's `api` have the same keys and values.

use std::path::Path;

use lexigraph::Lexicon;
use lexigraph::api::Api;
use serde_json::{Value, json};

use crate::program::lexigraph;

const MOLD: &str = "15/15/15/15/15/15/15/4MOLD7/15/15/15/15/15/15/15 SITXVQJ/ 0/0 0";

fn lines(arguments: &[&str]) -> Vec<Value> {
    let (_, stdout, stderr) = lexigraph(Path::new("."), arguments, "");
    assert!(!stderr.contains("error"), "{stderr}");
    stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn api() -> Api {
    let mut api = Api::new();
    api.add("enable", Lexicon::bundled("enable").unwrap()).unwrap();
    api
}

fn ask(question: &str, body: Value) -> Value {
    // Read back, as the program's output is: numbers round to their last digit.
    let answer = api().answer(question, &body.to_string()).unwrap();
    serde_json::from_str(&answer.to_string()).unwrap()
}

/// The keys of `program` are in `answer`, with the same values; times and what only the program tells are left out.
fn agree(program: &Value, answer: &Value, without: &[&str]) {
    let program = program.as_object().unwrap();
    assert!(!program.is_empty());
    for (key, value) in program.iter().filter(|(key, _)| !without.contains(&key.as_str())) {
        assert_eq!(answer.get(key), Some(value), "{key}");
    }
}

#[test]
fn lists_of_words_are_the_same() {
    let list = |question: &str, body: Value| ask(question, body)["words"].as_array().unwrap().clone();
    assert_eq!(lines(&["anagram", "--json", "retains?"]), list("words/anagram", json!({ "letters": "retains?" })));
    let points = json!({ "letters": "qaeinr?", "sub": true, "list": { "sort": "points", "limit": 10 } });
    let program = lines(&["anagram", "--json", "--sub", "--sort", "points", "-n", "10", "qaeinr?"]);
    assert_eq!(program, list("words/anagram", points));
    assert_eq!(lines(&["pattern", "--json", "c?t*s"]), list("words/pattern", json!({ "pattern": "c?t*s" })));
    let rack = json!({ "pattern": "qu???t?", "rack": "ai??" });
    assert_eq!(lines(&["pattern", "--json", "--rack", "ai??", "qu???t?"]), list("words/pattern", rack));
    let conditions = "length:7 and probability:1-50";
    assert_eq!(lines(&["search", "--json", conditions]), list("words/search", json!({ "conditions": conditions })));
    assert_eq!(lines(&["hooks", "--json", "pes"]), list("words/hooks", json!({ "word": "pes" })));
    let insertions = json!({ "word": "pes", "relation": "insertions" });
    assert_eq!(lines(&["hooks", "--json", "--insertions", "pes"]), list("words/hooks", insertions));
    assert_eq!(lines(&["near", "--json", "satire"]), list("words/near", json!({ "word": "satire" })));
    let cold = json!({ "words": ["cold", "warm"] });
    assert_eq!(lines(&["ladder", "--json", "--all", "cold", "warm"]), list("words/ladder", cold));
    let chain = json!({ "words": ["winter", "summer"], "overlap": 3 });
    assert_eq!(lines(&["chain", "--json", "--all", "--overlap", "3", "winter", "summer"]), list("words/chain", chain));
    let grown = json!({ "words": ["at"], "grow": true });
    assert_eq!(lines(&["chain", "--json", "--all", "--grow", "at"]), list("words/chain", grown));
    let long = json!({ "words": ["apple"], "overlap": 2, "max_steps": 50 });
    assert_eq!(lines(&["chain", "--json", "--overlap", "2", "--max-steps", "50", "apple"]), list("words/chain", long));
    let bee = ask("words/bee", json!({ "letters": "c ahnlto" }));
    assert_eq!(&lines(&["bee", "--json", "-q", "c", "ahnlto"]), bee["words"].as_array().unwrap());
    let total = &lines(&["bee", "--json", "--total", "c", "ahnlto"])[0];
    assert_eq!((&total["points"], &total["words"]), (&bee["points"], &bee["count"]));
    let clues = json!({ "green": "?a??e", "yellow": ["r"], "grey": "stn", "guesses": ["cable=xgxxg"] });
    let program = ["filter", "--json", "--green", "?a??e", "--yellow", "r", "--grey", "stn", "cable=xgxxg"];
    assert_eq!(lines(&program), list("words/filter", clues));
    let equation = "A;B;AB;|A|=3;|B|=4";
    let limit = json!({ "pattern": equation, "list": { "limit": 5 } });
    assert_eq!(lines(&["pattern", "--json", "-n", "5", equation]), list("words/pattern", limit));
}

#[test]
fn verdicts_and_ranks_are_the_same() {
    let looked = ask("words/lookup", json!({ "words": ["qat", "qzt", "cwm"] }));
    assert_eq!(&lines(&["lookup", "--json", "--all", "qat", "qzt", "cwm"]), looked["words"].as_array().unwrap());
    let judged = ask("words/judge", json!({ "words": ["qat", "qzt"] }));
    assert_eq!(lines(&["lookup", "--json", "--judge", "qat", "qzt"]), [judged]);
    for query in ["satire", "100000", "satirx"] {
        let answer = ask("words/rank", json!({ "query": query }));
        assert_eq!(lines(&["rank", "--json", "--neighbours", query]), [answer]);
    }
}

#[test]
fn grids_are_the_same() {
    let grid = "perslatgsineters";
    let solved = ask("boggle/solve", json!({ "board": { "grid": grid }, "sort": "points" }));
    agree(&lines(&["boggle", "--json", "--sort", "points", grid])[0], &solved, &["seconds", "counters"]);
    let rolled = ask("boggle/roll", json!({ "dice": "big", "seed": 5 }));
    assert_eq!(lines(&["boggle", "--roll", "--json", "--dice", "big", "--seed", "5"]), [rolled]);
    let hint = ask("boggle/hint", json!({ "board": { "grid": grid }, "hint": 3 }));
    let program = &lines(&["boggle", "--json", "--hint", "3", grid])[0];
    agree(program, &hint, &["word", "points", "path"]);
    agree(program, &hint["word"], &["hint", "count"]);
}

#[test]
fn plays_simulations_and_endgames_are_the_same() {
    let position = json!({ "text": MOLD });
    let plays = ask("position/plays", json!({ "position": position, "sort": "equity", "limit": 20 }));
    agree(&lines(&["solve", "--json", "--sort", "equity", "--top", "20", MOLD])[0], &plays, &["seconds"]);
    let body = json!({ "position": position, "iterations": 32, "candidates": 3 });
    let simulated = ask("position/simulate", body);
    let program = &lines(&["simulate", "--json", "--iterations", "32", "--candidates", "3", MOLD])[0];
    agree(program, &simulated, &["seconds"]);
    let oracle = include_str!("../play/endgame_enable1.tsv");
    let end = oracle.lines().filter(|line| !line.starts_with('#')).find(|line| line.contains("UTOQ/F")).unwrap();
    let end = end.split('\t').next().unwrap();
    let solved = ask("position/endgame", json!({ "position": { "text": end } }));
    agree(&lines(&["endgame", "--json", end])[0], &solved, &["seconds"]);
}

#[test]
fn positions_that_are_no_pre_endgames_are_refused_the_same() {
    let board = "15/15/15/15/15/15/15/4MOLD7/15/15/15/15/15/15/15";
    for (rack, what) in [("SITXVQJ", "the bag has 82 tiles"), ("", "the player on turn has no tiles")] {
        let text = format!("{board} {rack}/ 0/0 0");
        let (status, _, stderr) = lexigraph(Path::new("."), &["pre-endgame", &text], "");
        assert!(status == 2 && stderr.contains(what), "{stderr}");
        let refused = api().answer("position/pre-endgame", &json!({ "position": { "text": text } }).to_string());
        assert!(refused.unwrap_err().to_string().contains(what));
    }
}

#[test]
fn what_is_due_and_progress_are_the_same() {
    let line = |day: u32, kind: &str, text: &str, mark: &str| {
        format!("2026-01-{day:02}T10:00:00.000Z\t0000000a\t{kind}\t{text}\t{mark}\n")
    };
    let log = [
        line(1, "judge", "QI", "3"),
        line(2, "judge", "QI", "1"),
        line(2, "hooks", "XI", "+"),
        line(3, "anagram", "AEINRST", "4"),
        line(9, "judge", "QI", "3"),
    ]
    .concat();
    let folder = crate::program::Folder::with(&[("own.log", log.as_bytes())]);
    for (arguments, more) in [(&[][..], json!({})), (&["--boxes=1,9"], json!({ "boxes": "1,9" }))] {
        let mut body = json!({ "log": log, "now": lexigraph::study::Moment::now().to_string() });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let schedule = ask("study/schedule", body);
        for (what, key) in [("due", "due"), ("progress", "days")] {
            let arguments = [&["quiz", what, "--json", "--log", "own.log"], arguments].concat();
            let lines: Vec<Value> =
                folder.go(&arguments, "").1.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
            assert_eq!(&lines, schedule[key].as_array().unwrap(), "{what}");
        }
    }
}

#[test]
fn fills_are_the_same() {
    let grid = "#---#/-----/-----/-----/#---#";
    let program = &lines(&["fill", grid, "--seed", "1", "--json"])[0];
    let answer = ask("crossword/fill", json!({ "grid": grid, "seed": 1 }));
    agree(program, &answer["fills"][0], &["seconds", "rows", "columns", "seed", "steps", "restarts"]);
    for key in ["rows", "columns", "seed", "steps", "restarts"] {
        assert_eq!(program[key], answer[key], "{key}");
    }
}
