//! `analyze` as a script sees it: tables, JSON, pages, folders with a broken game.

use lexigraph::Lexicon;
use lexigraph::api::Api;
use roxmltree::{Document, ParsingOptions};
use serde_json::{Value, json};

use crate::program::Folder;

const QUICK: [&str; 5] = ["--no-simulate", "--draws", "0", "--endgame-seconds", "0"];

/// A folder with four games: `games/game-000001a.gcg` and so on.
fn games() -> Folder {
    let folder = Folder::with(&[]);
    folder.ok(&["selfplay", "--first", "equity", "--second", "greedy", "--games", "4", "--pairs", "--gcg", "games"]);
    folder
}

/// A page is well-formed, asks for nothing from elsewhere, and names its parts.
fn check_page(html: &str) -> Document<'_> {
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    let document = Document::parse_with_options(html, options).unwrap_or_else(|error| panic!("{error}"));
    let outside = html.replace("http://www.w3.org/2000/svg", "").to_lowercase();
    for word in ["http:", "https:", "//cdn", " src=", "url(", "@import", "<link"] {
        assert!(!outside.contains(word), "{word}");
    }
    let named = |name: &'static str| document.descendants().filter(move |node| node.tag_name().name() == name);
    assert_eq!((named("h1").count(), named("main").count()), (1, 1));
    assert_eq!(named("html").next().unwrap().attribute("lang"), Some("en"));
    for table in named("table") {
        assert!(table.children().any(|child| child.tag_name().name() == "caption"));
        assert!(
            table.descendants().filter(|node| node.tag_name().name() == "th").all(|node| node.attribute("scope").is_some())
        );
    }
    for picture in named("svg") {
        assert_eq!(picture.attribute("role"), Some("img"));
        assert!(["title", "desc"].iter().all(|name| picture.children().any(|child| child.tag_name().name() == *name)));
    }
    let ids: Vec<&str> = document.descendants().filter_map(|node| node.attribute("id")).collect();
    for link in named("a").filter_map(|node| node.attribute("href")?.strip_prefix('#')) {
        assert!(ids.contains(&link), "{link}");
    }
    document
}

#[test]
fn a_game_is_a_table_a_page_and_json() {
    let folder = games();
    let game = "games/game-000001a.gcg";
    let gcg = String::from_utf8(folder.read(game)).unwrap();
    let events = gcg.lines().filter(|line| line.starts_with('>')).count();
    let (status, stdout, stderr) = folder.go(
        &[
            "analyze",
            game,
            "--simulate",
            "4",
            "--candidates",
            "2",
            "--draws",
            "2",
            "--endgame-seconds",
            "0",
            "--html",
            "game.html",
        ],
        "",
    );
    assert_eq!(status, 0, "{stderr}");
    assert!(stderr.contains("simulation with at most 4 racks a turn") && stderr.contains("luck by 2 draws"), "{stderr}");
    assert!(!stderr.contains('\u{1b}'), "{stderr}");
    for heading in ["turn", "win %", "lost %", "luck", "loss a turn", "missed"] {
        assert!(stdout.contains(heading), "{stdout}");
    }
    let page = String::from_utf8(folder.read("game.html")).unwrap();
    let document = check_page(&page);
    let turns = document.descendants().filter(|node| node.tag_name().name() == "article").count();
    assert!(turns == events - 1 && turns > 10, "{turns} of {events}");
    let boards = document.descendants().filter(|node| node.attribute("class") == Some("board"));
    for (board, number) in boards.zip(1..) {
        let squares = board.descendants().filter(|node| node.tag_name().name() == "td").count();
        assert_eq!(squares, 226, "turn {number}");
    }
    // It is not written over, and the same game and seed make the same page.
    let again = [
        "analyze",
        game,
        "--simulate",
        "4",
        "--candidates",
        "2",
        "--draws",
        "2",
        "--endgame-seconds",
        "0",
        "--html",
        "game.html",
    ];
    let (status, _, stderr) = folder.go(&again, "");
    assert!(status == 2 && stderr.contains("game.html: the file exists"), "{stderr}");
    folder.ok(&[&again[..], &["--force", "--threads", "1"]].concat());
    assert_eq!(page.as_bytes(), folder.read("game.html"));
    // One player's turns.
    let short = folder.ok(&[&["analyze", game, "--player", "GREEDY"], &QUICK[..]].concat());
    assert!(short.lines().any(|line| line.contains("greedy")) && !short.lines().skip(1).any(|line| line.contains("equity")));
    let (status, _, stderr) = folder.go(&[&["analyze", game, "--player", "zoe"], &QUICK[..]].concat(), "");
    assert!(status == 2 && stderr.contains("no player is called 'zoe'") && stderr.contains("equity, greedy"), "{stderr}");
    // The program and the API say the same.
    let program = folder.json(&["analyze", game, "--simulate", "2", "--draws", "2", "--endgame-seconds", "0", "--json"]);
    let mut api = Api::new();
    api.add("enable", Lexicon::bundled("enable").unwrap()).unwrap();
    let request = json!({ "position": { "text": gcg }, "iterations": 2, "draws": 2 });
    let answer = api.answer("position/review", &request.to_string()).unwrap();
    let answer: Value = serde_json::from_str(&answer.to_string()).unwrap();
    for (key, value) in program.as_object().unwrap().iter().filter(|(key, _)| !["file", "seconds"].contains(&key.as_str())) {
        assert_eq!(answer.get(key), Some(value), "{key}");
    }
    // What `equity` plays is the best move by static equity.
    let losses = program["turns"].as_array().unwrap().iter().filter(|turn| turn["player"] == 1).map(|turn| &turn["loss"]);
    assert!(losses.clone().count() > 5 && losses.clone().all(|loss| *loss == 0.0), "{:?}", losses.collect::<Vec<_>>());
    assert!(program["totals"][1]["loss"].as_f64().unwrap() > 20.0);
}

#[test]
fn a_folder_of_games_has_sums_and_reports_what_is_broken() {
    let folder = games();
    let broken = String::from_utf8(folder.read("games/game-000002b.gcg")).unwrap();
    let broken = broken.replacen(" +", " +9", 1);
    std::fs::write(folder.path().join("games/game-000002b.gcg"), broken).unwrap();
    std::fs::write(folder.path().join("games/notes.txt"), "not a game").unwrap();
    let run = [&["analyze", "games", "--json", "--html", "pages"], &QUICK[..]].concat();
    let (status, stdout, stderr) = folder.go(&run, "");
    assert_eq!(status, 2, "{stderr}");
    assert!(stderr.contains("error: games/game-000002b.gcg: line "), "{stderr}");
    let lines: Vec<Value> = stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 4);
    let (sums, games) = lines.split_last().unwrap();
    assert_eq!((&sums["games"], &sums["failed"]), (&json!(3), &json!(1)));
    for player in sums["players"].as_array().unwrap() {
        let of_game = |game: &Value| {
            let at = game["players"].as_array().unwrap().iter().position(|names| names[1] == player["player"]).unwrap();
            game["totals"][at]["loss"].as_f64().unwrap()
        };
        let sum: f64 = games.iter().map(of_game).sum();
        assert!((player["loss"].as_f64().unwrap() - sum).abs() < 1e-6 && player["games"] == 3, "{player}");
    }
    let index = String::from_utf8(folder.read("pages/index.html")).unwrap();
    let document = check_page(&index);
    let links: Vec<&str> = document.descendants().filter_map(|node| node.attribute("href")).collect();
    assert_eq!(links, ["game-000001a.html", "game-000001b.html", "game-000002a.html"]);
    links.iter().for_each(|link| _ = check_page(&String::from_utf8(folder.read(&format!("pages/{link}"))).unwrap()));
    let (status, stdout, _) = folder.go(&[&["analyze", "games"], &QUICK[..]].concat(), "");
    assert_eq!((status, stdout.lines().count()), (2, 3), "{stdout}");
    let (status, _, stderr) = folder.go(&["analyze", "games/notes.txt"], "");
    assert!(status == 2 && stderr.contains("games/notes.txt: not a game"), "{stderr}");
    let (status, _, stderr) = folder.go(&["analyze", "pages"], "");
    assert!(status == 2 && stderr.contains("pages: the directory has no games"), "{stderr}");
}

#[test]
fn a_pre_endgame_is_weighted_by_the_last_turn_of_a_game() {
    let folder = Folder::with(&[]);
    folder.ok(&["selfplay", "--first", "equity", "--second", "equity", "--games", "1", "--seed", "3", "--gcg", "games"]);
    let ask = |turn: &str, more: &[&str]| {
        let all = ["pre-endgame", "games/game-000001.gcg", "--turn", turn, "--seconds", "0.2", "--draws", "6", "--json"];
        folder.go(&[&all[..], more].concat(), "")
    };
    // The last turn with tiles in the bag.
    let turn = (1..40).rev().map(|turn| turn.to_string()).find(|turn| ask(turn, &[]).0 != 2).unwrap();
    let answer = |more: &[&str]| -> Value { serde_json::from_str(&ask(&turn, more).1).unwrap() };
    let inferred = answer(&["--infer"]);
    assert_eq!(inferred["draws"], 6);
    assert!(inferred["moves"][0]["margin"].is_number() && inferred["proven"] == false, "{inferred}");
}
