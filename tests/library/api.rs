//! The questions of the `api` module, held against direct calls of the library, and against requests of every kind of
//! wrongness.

use std::ops::ControlFlow;
use std::time::Duration;

use lexigraph::Lexicon;
use lexigraph::api::boggle::{BestRequest, GridRequest, HintRequest, SolveRequest};
use lexigraph::api::game::{GameState, GcgRequest, LoadRequest, MoveRequest, NewGameRequest, ReplyRequest, UndoRequest};
use lexigraph::api::graph::{Drawn, GraphRequest};
use lexigraph::api::position::PositionRequest;
use lexigraph::api::words::{AnagramRequest, LookupRequest, NearRequest, PatternRequest, RankRequest, SearchRequest};
use lexigraph::api::{Api, ApiErrorKind, Bounds, ListOptions, QUESTIONS, Sort, WordAnswers};
use lexigraph::build::GraphKinds;
use lexigraph::image::NodeLayout;
use lexigraph::movegen::LeaveTable;
use lexigraph::wordlist::{AlphabetChoice, ReadOptions, read};
use serde_json::{Value, json};

const TWELVE: &str = include_str!("../golden/twelve.txt");
/// One of the endgames of the oracle.
pub const ENDGAME: &str = "5FRoNTAGE1R/10T2WO/2N4AMBO1PIT/1GOWN2GOOPIEST/2VAUNTER1YO1HE/1ZEES2EAU1D1AN/2N8I2e/CLAYS2DELED2R/4A1HEX2SO2/2J1L1A5R2/2I1U1I5R2/2VAKIL5I2/1ME1I7C2/1ID9E2/1B13 \
    UTOQ/F 470/365 0";
/// One tile in the bag.
pub const PRE_ENDGAME: &str = "7T7/7H5A1/7R5W1/3RATOoNER2A1/7N5R1/7G4WE1/4C2E1A1EH2/OX1POIND1U1BED1/MIMED4T1BYE1/3NEVI2O1E1V1/JILTS1FORGeTS2/O1A6I1SOUK/I1Z6R4I/N1Y6O4L/T3FIQUES4N \
    AADEGL/ 343/444 0";
pub const MOLD: &str = "15/15/15/15/15/15/15/4MOLD7/15/15/15/15/15/15/15 SITXVQJ/ 0/0 0";

pub fn api() -> Api {
    let mut api = Api::new();
    api.add("enable", Lexicon::bundled("enable").unwrap()).unwrap();
    api.add("twelve", Lexicon::from_words(TWELVE.lines()).unwrap()).unwrap();
    let english = lexigraph::alphabet::Alphabet::builtin("english").unwrap();
    let options =
        ReadOptions { alphabet: AlphabetChoice::Named(Box::new(english)), definitions: true, ..ReadOptions::default() };
    let list = read("x", b"aa\ta kind of lava\nab\ta muscle\n", &options).unwrap();
    api.add("defined", Lexicon::compile(&list, GraphKinds::Both, NodeLayout::Fast).unwrap()).unwrap();
    api
}

pub fn enable() -> Lexicon {
    Lexicon::bundled("enable").unwrap()
}

pub fn at(text: &str) -> PositionRequest {
    PositionRequest { text: text.into(), ..PositionRequest::default() }
}

fn words(answers: &WordAnswers) -> Vec<String> {
    answers.words.iter().map(|row| row["word"].as_str().unwrap().to_uppercase()).collect()
}

fn only_words() -> ListOptions {
    ListOptions { columns: vec!["word".into()], ..ListOptions::default() }
}

#[test]
fn an_api_is_shared_between_threads() {
    fn shared<T: Send + Sync>() {}
    shared::<Api>();
    let api = api();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| assert_eq!(api.answer("words/judge", r#"{"words": ["qat"]}"#).unwrap()["acceptable"], true));
        }
    });
}

#[test]
fn words_are_those_of_the_lexicon() {
    let (api, enable) = (api(), enable());
    let list = only_words();
    let anagram = |letters: &str, sub| {
        let request = AnagramRequest { letters: letters.into(), sub, list: only_words(), ..AnagramRequest::default() };
        api.anagram(&request).unwrap()
    };
    assert_eq!(words(&anagram("aeinrst?", false)), enable.anagrams("aeinrst?").unwrap());
    assert_eq!(words(&anagram("qaeinr", true)), enable.subanagrams("qaeinr").unwrap());
    let pattern = PatternRequest { pattern: "c?t*s".into(), list: list.clone(), ..PatternRequest::default() };
    assert_eq!(words(&api.pattern(&pattern).unwrap()), enable.pattern("c?t*s").unwrap());
    let conditions = "length:7 and probability:1-100 and not hook:back";
    let search = SearchRequest { conditions: conditions.into(), list: list.clone(), ..SearchRequest::default() };
    assert_eq!(words(&api.search(&search).unwrap()), enable.search(conditions).unwrap());
    let near = NearRequest { word: "recieve".into(), distance: 2, list: only_words(), ..NearRequest::default() };
    let expected: Vec<String> = enable.near("recieve", 2).unwrap().into_iter().map(|(_, word)| word).collect();
    assert_eq!(words(&api.near(&near).unwrap()), expected);
    let rank = api.rank(&RankRequest { lexicon: None, query: "satire".into() }).unwrap();
    assert_eq!((rank.rank, rank.word.as_deref()), (enable.rank("satire").unwrap(), Some("SATIRE")));
    let back = api.rank(&RankRequest { lexicon: None, query: rank.rank.unwrap().to_string() }).unwrap();
    assert_eq!((back.word.as_deref(), &back.before, &back.after), (Some("SATIRE"), &rank.before, &rank.after));
    let hooks = api.answer("words/hooks", r#"{"word": "hook"}"#).unwrap();
    let expected = enable.hooks("hook").unwrap();
    assert_eq!(hooks["words"][0]["front_hooks"], expected.front.concat());
    assert_eq!(hooks["words"][0]["back_hooks"], expected.back.concat());
    let looked = api
        .lookup(&LookupRequest { lexicon: None, words: vec!["qat".into(), "qzt".into()], ..LookupRequest::default() })
        .unwrap();
    assert_eq!(looked.words.iter().map(|word| word.valid).collect::<Vec<_>>(), [true, false]);
    let other = json!({"conditions": "in:twelve", "list": {"columns": ["word"]}}).to_string();
    assert_eq!(api.answer("words/search", &other).unwrap()["count"], 12);
}

#[test]
fn lists_are_sorted_cut_and_counted() {
    let api = api();
    let list = ListOptions { sort: Some(Sort::Points), limit: Some(3), ..only_words() };
    let request = AnagramRequest { letters: "quizzed".into(), sub: true, list, ..AnagramRequest::default() };
    let found = api.anagram(&request).unwrap();
    assert_eq!((found.words.len(), words(&found)[0].as_str()), (3, "QUIZZED"));
    let all = AnagramRequest { list: only_words(), ..request.clone() };
    let all = api.anagram(&all).unwrap();
    assert_eq!((found.count, found.complete), (all.words.len() as u64, true));
    let page = ListOptions { skip: 5, limit: Some(2), ..only_words() };
    let page = api.anagram(&AnagramRequest { list: page, ..request.clone() }).unwrap();
    assert_eq!((words(&page), page.count), (words(&all)[5..7].to_vec(), all.count));
    // Combinations stop at the limit.
    let list = ListOptions { limit: Some(4), ..ListOptions::default() };
    let request = AnagramRequest { letters: "clint eastwood".into(), words: Some(3), list, ..AnagramRequest::default() };
    let found = api.anagram(&request).unwrap();
    assert_eq!((found.words.len(), found.count, found.complete), (4, 4, false));
    let equation = json!({"pattern": "A;B;AB;|A|=3;|B|=4", "list": {"limit": 2}}).to_string();
    let found = api.answer("words/pattern", &equation).unwrap();
    assert_eq!(found["words"][0]["words"].as_array().unwrap().len(), 3);
}

#[test]
fn grids_have_the_words_that_the_search_finds() {
    use lexigraph::boggle::{Adjacency, BoggleBoard, Grid, GridOptions, search};
    let (api, enable) = (api(), enable());
    let board = GridRequest { grid: "perslatgsineters".into(), ..GridRequest::default() };
    let solved = api.boggle_solve(&SolveRequest { board: board.clone(), ..SolveRequest::default() }).unwrap();
    let grid = Grid::parse("perslatgsineters", enable.alphabet(), &GridOptions::default()).unwrap();
    let grid = BoggleBoard::new(grid, Adjacency::King, false);
    let mut found = search::solve(&enable.image().dawg().unwrap(), &grid, 3, u64::MAX).unwrap().found;
    found.sort_by(|a, b| a.word.cmp(&b.word));
    let texts: Vec<String> = found.iter().map(|found| enable.alphabet().render(&found.word)).collect();
    assert_eq!(solved.words.iter().map(|word| word.word.clone()).collect::<Vec<_>>(), texts);
    assert_eq!((solved.count, solved.rows, solved.columns, solved.cells.len()), (found.len(), 4, 4, 16));
    let spelled = |path: &[[usize; 2]]| -> String {
        path.iter().map(|[row, column]| &*solved.cells[(row - 1) * 4 + column - 1]).collect::<String>().to_uppercase()
    };
    for word in &solved.words {
        assert_eq!(spelled(&word.path), word.word);
        assert!(word.paths.is_empty());
    }
    // With several paths, each spells the word, none is given twice, and fewer than asked for are all there are.
    let several = |paths| {
        let request = SolveRequest { board: board.clone(), paths: Some(paths), ..SolveRequest::default() };
        api.boggle_solve(&request).unwrap().words
    };
    let (two, all) = (several(2), several(1000));
    assert!(all.iter().any(|word| word.paths.len() > 2));
    for ((one, word), two) in solved.words.iter().zip(&all).zip(&two) {
        let mut count = 0;
        let tiles = enable.alphabet().parse(&word.word).unwrap();
        let _ = lexigraph::boggle::paths::for_each(&grid, &tiles, |_| {
            count += 1;
            ControlFlow::<()>::Continue(())
        });
        assert_eq!((word.paths.len(), two.paths.len(), &word.paths[0]), (count, count.min(2), &one.path));
        assert!(word.paths.iter().all(|path| spelled(path) == word.word));
        let mut distinct = word.paths.clone();
        distinct.sort();
        distinct.dedup();
        assert_eq!(distinct.len(), count);
    }
    let hint = api.boggle_hint(&HintRequest { board: board.clone(), hint: None }).unwrap();
    assert_eq!(hint.begin.iter().flatten().sum::<usize>(), solved.count);
    assert_eq!(hint.lengths.iter().map(|length| length.count).sum::<usize>(), solved.count);
    assert!(hint.word.is_none() && hint.score == solved.score);
    let shared = &solved.words[0].word;
    let round = json!({"board": {"grid": "perslatgsineters"}, "players": [
        {"name": "Ann", "words": [shared, "zzz", "quiz"]}, {"name": "Bo", "words": [shared]}]});
    let round = api.answer("boggle/round", &round.to_string()).unwrap();
    assert_eq!(round["players"][0]["words"][0]["with"], json!(["Bo"]));
    assert_eq!(round["players"][0]["words"][1]["verdict"], "not-in-lexicon");
    assert_eq!(round["players"][0]["words"][2]["verdict"], "not-on-grid");
    let roll = |seed: u64| api.answer("boggle/roll", &json!({ "seed": seed }).to_string()).unwrap();
    assert_eq!(roll(5), roll(5));
    assert_ne!(roll(5)["grid"], roll(6)["grid"]);
}

#[test]
fn the_search_for_the_best_grid_can_be_ended() {
    let api = api();
    let board = GridRequest { size: Some("3x3".into()), ..GridRequest::default() };
    let request = BestRequest { board, seconds: Some(50.0), seed: Some(1), pool: Some(20), ..BestRequest::default() };
    let mut told = Vec::new();
    let best = api.boggle_best(&request, &mut |progress| {
        told.push(progress.score);
        if told.len() < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    let best = best.unwrap();
    assert_eq!((told.len(), told[2]), (3, best.score));
    let board = GridRequest { grid: best.grid.clone(), ..GridRequest::default() };
    let solved = api.boggle_solve(&SolveRequest { board, ..SolveRequest::default() }).unwrap();
    assert_eq!((solved.score, Some(solved.count)), (best.score, best.count));
}

#[test]
fn a_game_is_a_value_that_goes_on_anywhere() {
    let api = api();
    let request = NewGameRequest { seed: Some(7), seat: Some(1), level: Some("equity".into()), ..NewGameRequest::default() };
    let new = api.game_new(&request).unwrap();
    assert_eq!((new.on_turn, new.bag, new.other_rack.as_deref()), (0, 86, None));
    let reply = api.game_reply(&ReplyRequest { game: new.game.clone(), limit: None }).unwrap();
    assert_eq!(reply.considered[0].played, reply.played);
    assert!(!reply.considered[0].parts.is_empty() && reply.after.on_turn == 1);
    let hints = api.game_hint(&ReplyRequest { game: reply.after.game.clone(), limit: Some(5) }).unwrap();
    let played = MoveRequest { game: reply.after.game.clone(), play: hints.moves[0].played.clone() };
    let mut game = api.game_play(&played).unwrap();
    let again: GameState = serde_json::from_value(serde_json::to_value(&game.game).unwrap()).unwrap();
    assert_eq!(again, game.game);
    // Taken back, it is as it was.
    let undone = api.game_undo(&UndoRequest { game: again, turns: None }).unwrap();
    assert_eq!(undone, reply.after);
    // Saved and loaded, it is the same.
    let gcg = api.game_save(&GcgRequest { game: game.game.clone() }).unwrap().gcg;
    let loaded = api.game_load(&LoadRequest { gcg, ..LoadRequest::default() }).unwrap();
    assert_eq!(loaded, game);
    // To the end.
    while game.end.is_none() {
        let request = ReplyRequest { game: game.game.clone(), limit: Some(1) };
        game = if game.on_turn == 0 {
            api.game_reply(&request).unwrap().after
        } else {
            let play = api.game_hint(&request).unwrap().moves[0].played.clone();
            api.game_play(&MoveRequest { game: game.game, play }).unwrap()
        };
    }
    assert!(game.other_rack.is_some() && game.scores[0] > 100 && game.scores[1] > 100);
    let over = api.game_reply(&ReplyRequest { game: game.game.clone(), limit: None }).unwrap_err();
    assert_eq!(over.kind, ApiErrorKind::Illegal);
}

#[test]
fn moves_that_cannot_be_made_are_told() {
    let api = api();
    let game = api.game_new(&NewGameRequest { seed: Some(7), seat: Some(0), ..NewGameRequest::default() }).unwrap().game;
    let play = |text: &str| api.game_play(&MoveRequest { game: game.clone(), play: text.into() }).unwrap_err();
    assert_eq!((play("8H ZZZZ").kind, play("8H").kind), (ApiErrorKind::Illegal, ApiErrorKind::Invalid));
    let reply = api.game_reply(&ReplyRequest { game: game.clone(), limit: None }).unwrap_err();
    assert_eq!((reply.kind, reply.field.as_deref()), (ApiErrorKind::Illegal, Some("game")));
    let forged = GameState { moves: vec!["-".into(), "8H ZZZZ".into()], ..game.clone() };
    let error = api.game_save(&GcgRequest { game: forged }).unwrap_err();
    assert!(error.message.starts_with("move 2: "), "{error}");
    for forged in [
        GameState { seat: 2, ..game.clone() },
        GameState { layout: "none".into(), ..game.clone() },
        GameState { level: "none".into(), ..game.clone() },
        GameState { rules: "none".into(), ..game.clone() },
        GameState { lexicon: "none".into(), ..game.clone() },
        GameState { moves: vec!["-".into(); 1001], ..game },
    ] {
        assert!(api.game_save(&GcgRequest { game: forged }).is_err());
    }
}

#[test]
fn twelve_words_shrink_from_48_nodes_to_14() {
    let api = api();
    let request = GraphRequest { words: TWELVE.lines().map(str::to_owned).collect(), ..GraphRequest::default() };
    let built = api.graph_build(&request).unwrap();
    let [trie, dawg, gaddag] = &built.graphs[..] else { panic!("three graphs") };
    assert_eq!((trie.graph, trie.nodes, trie.edges, trie.end), (Drawn::Trie, 48, 47, None));
    assert_eq!((dawg.graph, dawg.nodes, dawg.edges, dawg.arcs.len()), (Drawn::Dawg, 14, 20, 20));
    assert_eq!((trie.accepting_edges, dawg.accepting_edges), (12, 2));
    // Merging the nodes of the trie that become one gives the DAWG.
    let mut merged: Vec<_> =
        trie.arcs.iter().map(|arc| (trie.becomes[arc.from], arc.label.clone(), trie.becomes[arc.to], arc.accepts)).collect();
    merged.sort();
    merged.dedup();
    let mut arcs: Vec<_> = dawg.arcs.iter().map(|arc| (arc.from, arc.label.clone(), arc.to, arc.accepts)).collect();
    arcs.sort();
    assert_eq!(merged, arcs);
    assert!(dawg.arcs.iter().all(|arc| dawg.columns[arc.from] < dawg.columns[arc.to]));
    assert!(gaddag.arcs.iter().any(|arc| arc.label == "◇"));
    for layout in &built.layouts {
        let view = if layout.graph == "dawg" { dawg } else { gaddag };
        assert_eq!((layout.nodes, layout.edges), (view.nodes as u64, view.edges as u64), "{}", layout.nodes_kind);
        assert!(layout.bytes > 0);
    }
    assert_eq!(built.layouts.iter().filter(|layout| layout.nodes_kind == "fast").count(), 2);
}

/// A play, an exchange, a pass, a phony that is withdrawn, one that stands, and an exchange of unknown tiles.
pub const REVIEWED: &str = "\
#player1 a Ann
#player2 b Bo
>a: MOLDSIT 8E MOLD +14 14
>b: AEIOUUU -IUU +0 0
>a: ITAEINR - +0 14
>b: AEOUQVZ 8E ....Q +17 17
>b: AEOUQVZ -- -17 0
>a: ITAEINR 8E ....I +8 22
>b: -3 +0 0
";

/// A request that each question answers.
/// A line of a log of answers.
const LOG: &str = "2026-11-29T18:00:00.000Z\t0000000a\tjudge\tQI\t3\n";

pub fn samples() -> Vec<(&'static str, Value)> {
    let position = json!({ "text": MOLD });
    let end = json!({ "text": ENDGAME });
    let few = json!({ "text": PRE_ENDGAME });
    let game = json!({"lexicon": "enable", "layout": "standard-15", "rules": "standard", "level": "easy", "seed": 7, "seat": 1, "moves": []});
    let after = json!({"lexicon": "enable", "layout": "standard-15", "rules": "standard", "level": "easy", "seed": 7, "seat": 1, "moves": ["-"]});
    let gcg = api().answer("game/save", &json!({ "game": game }).to_string()).unwrap()["gcg"].clone();
    let grid = json!({ "grid": "catd/line/maro/pets" });
    vec![
        ("words/lookup", json!({ "words": ["qat", "qzt"], "define": true, "columns": ["length", "back_hooks"] })),
        ("words/define", json!({ "words": ["aa", "zz"], "lexicon": "defined" })),
        ("words/judge", json!({ "words": ["qat"] })),
        ("words/anagram", json!({ "letters": "retains", "list": { "sort": "points" } })),
        ("words/pattern", json!({ "pattern": "c?t" })),
        ("words/search", json!({ "conditions": "length:2" })),
        ("words/hooks", json!({ "word": "hook", "relation": "deletions" })),
        ("words/near", json!({ "word": "satire" })),
        ("words/complete", json!({ "prefix": "quiz" })),
        ("words/rank", json!({ "query": "satire" })),
        ("words/ladder", json!({ "words": ["cold", "warm"], "edits": false, "max_steps": 9, "list": { "limit": 3 } })),
        ("words/chain", json!({ "words": ["winter", "summer"], "overlap": 3, "max_steps": 9, "list": { "limit": 3 } })),
        ("words/bee", json!({ "letters": "c ahnlto", "min_length": 5, "list": { "sort": "points", "limit": 3 } })),
        (
            "words/filter",
            json!({
                "guesses": ["crane=xygxg"], "green": "??a?e", "yellow": ["r????"], "grey": "st", "length": 5,
                "list": { "columns": ["word"], "limit": 3 },
            }),
        ),
        ("boggle/solve", json!({ "board": grid, "paths": 2 })),
        ("boggle/roll", json!({})),
        ("boggle/hint", json!({ "board": grid, "hint": 1 })),
        ("boggle/round", json!({ "board": grid, "players": [] })),
        ("boggle/best", json!({ "board": { "size": "2x2" }, "pools": 1, "pool": 5, "seconds": 1 })),
        ("position/parse", json!({ "position": position })),
        ("position/validate", json!({ "position": position })),
        ("position/plays", json!({ "position": position, "limit": 3 })),
        ("position/simulate", json!({ "position": position, "iterations": 16, "candidates": 2 })),
        ("position/endgame", json!({ "position": end, "nodes": 100 })),
        ("position/pre-endgame", json!({ "position": few, "nodes": 2000, "limit": 3 })),
        ("position/review", json!({ "position": { "text": REVIEWED }, "iterations": 4, "draws": 4, "nodes": 100 })),
        ("position/leave", json!({ "tiles": "AES?" })),
        ("game/new", json!({})),
        ("game/play", json!({ "game": game, "move": "-" })),
        ("game/reply", json!({ "game": game })),
        ("game/hint", json!({ "game": game })),
        ("game/undo", json!({ "game": after, "turns": 1 })),
        ("game/save", json!({ "game": game })),
        ("game/load", json!({ "gcg": gcg })),
        ("study/cards", json!({ "conditions": "length:2 and includes:Q", "words": ["xi"], "kinds": ["hooks"], "limit": 2 })),
        ("study/questions", json!({ "cards": [{ "kind": "anagram", "text": "AET" }] })),
        ("study/check", json!({ "kind": "hooks", "text": "XI", "typed": "-s" })),
        ("study/schedule", json!({ "log": LOG, "now": "2026-11-30T18:00:00.000Z", "kinds": [], "retention": 0.9 })),
        ("crossword/fill", json!({ "grid": "#--/---/---", "entries": ["1A=at"], "seed": 1, "seconds": 1, "fills": 1 })),
        ("crossword/read", json!({ "text": "#AB/---" })),
        ("crossword/write", json!({ "crossword": { "grid": ["#AB", "---"], "title": "x" }, "format": "ipuz" })),
        ("graph/build", json!({ "words": ["cat", "cats"] })),
        ("shelf/lexicons", json!({})),
        ("shelf/boards", json!({})),
        ("shelf/alphabets", json!({})),
        ("shelf/choices", json!({})),
    ]
}

#[test]
fn every_question_of_the_table_is_answered() {
    let (api, samples) = (api(), samples());
    for question in QUESTIONS {
        let (_, body) =
            samples.iter().find(|(name, _)| *name == question.name).unwrap_or_else(|| panic!("{}", question.name));
        let answer =
            api.answer(question.name, &body.to_string()).unwrap_or_else(|error| panic!("{}: {error}", question.name));
        assert!(answer.is_object() && !answer.as_object().unwrap().is_empty(), "{}", question.name);
    }
    assert_eq!(samples.len(), QUESTIONS.len());
}

#[test]
fn definitions_and_columns_are_given() {
    let api = api();
    let answer = api.answer("words/define", r#"{"words": ["aa", "zz"], "lexicon": "defined"}"#).unwrap();
    assert_eq!(answer["words"][0]["definition"], "a kind of lava");
    assert!(answer["words"][1]["definition"].is_null() && answer["words"][1]["valid"] == false);
    let looked =
        json!({"words": ["aa", "zz"], "lexicon": "defined", "define": true, "columns": ["word", "length", "points"]});
    let answer = api.answer("words/lookup", &looked.to_string()).unwrap();
    let expected =
        json!({"word": "AA", "query": "aa", "valid": true, "definition": "a kind of lava", "length": 2, "points": 2});
    assert_eq!(answer["words"][0], expected);
    assert_eq!(answer["words"][1], json!({"word": "zz", "query": "zz", "valid": false, "definition": null}));
    let plain = api.answer("words/lookup", r#"{"words": ["aa"], "lexicon": "defined"}"#).unwrap();
    assert_eq!(plain["words"][0], json!({"word": "AA", "query": "aa", "valid": true}));
    // A lexicon with English letters is explained by the bundled dictionary, other lexicons are not.
    let bundled = json!({"words": ["cwms", "ab"], "define": true, "columns": ["pos", "commonness"]});
    let bundled = api.answer("words/lookup", &bundled.to_string()).unwrap();
    let definition = bundled["words"][0]["definition"].as_str().unwrap();
    assert!(definition.starts_with("n. plural of CWM: a steep-walled"), "{definition}");
    assert_eq!((&bundled["words"][0]["pos"], &bundled["words"][0]["commonness"]), (&json!("n"), &json!(70)));
    let mut german = Api::new();
    let alphabet = lexigraph::alphabet::Alphabet::builtin("german").unwrap();
    german.add("haus", Lexicon::from_words_of(&alphabet, ["haus"]).unwrap()).unwrap();
    let without = german.answer("words/lookup", r#"{"words": ["haus"], "define": true}"#).unwrap();
    assert!(without["words"][0]["definition"].is_null() && without["words"][0].get("definition").is_some());
    let list = r#"{"conditions": "commonness:-10"}"#;
    assert_eq!(german.answer("words/search", list).unwrap_err().field.as_deref(), Some("conditions"));
    let error = german.answer("words/define", r#"{"words": ["haus"]}"#).unwrap_err();
    assert_eq!((error.kind, error.field.as_deref()), (ApiErrorKind::Unavailable, Some("lexicon")));
    let error = api.answer("words/lookup", r#"{"words": ["qat"], "columns": ["pints"]}"#).unwrap_err();
    assert_eq!((error.kind, error.field.as_deref()), (ApiErrorKind::UnknownName, Some("columns")));
}

#[test]
fn lists_are_sorted_by_score() {
    let options = ReadOptions { scores: true, ..ReadOptions::default() };
    let list = read("x", b"ABC;7\nAB;90\nABD;7.5\n", &options).unwrap();
    let mut api = Api::new();
    api.add("scored", Lexicon::compile(&list, GraphKinds::Both, NodeLayout::Fast).unwrap()).unwrap();
    let sorted = |list: Value| {
        let request = json!({"conditions": "length:1-", "list": list}).to_string();
        api.answer("words/search", &request).map(|found| found["words"].clone())
    };
    let found = sorted(json!({"sort": "score", "columns": ["word"]})).unwrap();
    assert_eq!(found, json!([{"word": "AB"}, {"word": "ABD"}, {"word": "ABC"}]));
    let found = sorted(json!({"sort": "score", "reverse": true, "columns": ["word"], "limit": 1})).unwrap();
    assert_eq!(found, json!([{"word": "ABC"}]));
    let error = self::api().answer("words/search", r#"{"conditions": "length:2", "list": {"sort": "score"}}"#).unwrap_err();
    assert_eq!((error.kind, error.field.as_deref()), (ApiErrorKind::Invalid, Some("list")));
}

/// Whatever a body is, the answer is an answer or an error, and no panic.
#[test]
fn hostile_bodies_are_refused() {
    let bounds =
        Bounds { time: Duration::from_millis(200), iterations: 64, nodes: 200, steps: 100_000, ..Bounds::default() };
    // Few words, so that thousands of requests take little time.
    let mut api = Api::new().with_bounds(bounds);
    api.add("enable", Lexicon::from_words(TWELVE.lines()).unwrap()).unwrap();
    assert_eq!(api.answer("words/none", "{}").unwrap_err().kind, ApiErrorKind::UnknownQuestion);
    let large = format!(r#"{{"words": ["{}"]}}"#, "A".repeat(2 << 20));
    assert_eq!(api.answer("words/lookup", &large).unwrap_err().kind, ApiErrorKind::TooLarge);
    let deep = "[".repeat(100_000);
    let wrong =
        ["", "{}", "[]", "null", "3", "\"x\"", "{", &deep, "{\"lexicon\": 3}", "{\"lexicon\": \"none\"}", "{\"x\": 1}"];
    for question in QUESTIONS {
        for body in wrong {
            let _ = api.answer(question.name, body);
        }
        assert_eq!(api.answer(question.name, "[3]").unwrap_err().kind, ApiErrorKind::Malformed, "{}", question.name);
        let unknown = api.answer(question.name, "{\"x\": 1}").unwrap_err();
        assert_eq!((unknown.kind, unknown.field.as_deref()), (ApiErrorKind::Malformed, Some("x")), "{}", question.name);
    }
    // Each text and each number of the samples is replaced by what does not fit there.
    let texts = [
        "",
        " ",
        "\0",
        "?",
        "*",
        "[",
        "[]",
        "((",
        "ß\u{301}",
        "//",
        "8H",
        "-",
        "~A;B",
        "15/15",
        "#",
        ">a: b",
        "0x0",
        "999x999",
        "1e9",
    ];
    let numbers = [json!(0), json!(1), json!(-1), json!(u64::MAX), json!(1.5), json!(1e300), json!(null), json!("7")];
    for (question, sample) in samples() {
        let changes = texts.iter().map(|text| json!(text)).chain([json!("?".repeat(900)), json!("A".repeat(900))]);
        for value in changes.chain(numbers.iter().cloned()) {
            replace_each(&sample, &value, &mut |body| {
                if let Err(error) = api.answer(question, &body.to_string()) {
                    assert!(!error.message.is_empty());
                    assert!(!error.message.contains("bug"), "{question}: {body}: {error}");
                }
            });
        }
    }
}

/// Calls `each` with the body once for every leaf of it, which is replaced.
fn replace_each(body: &Value, by: &Value, each: &mut dyn FnMut(&Value)) {
    fn leaves(value: &Value, path: &mut Vec<String>, found: &mut Vec<String>) {
        match value {
            Value::Object(map) => map.iter().for_each(|(key, value)| {
                path.push(key.replace('~', "~0").replace('/', "~1"));
                leaves(value, path, found);
                path.pop();
            }),
            Value::Array(items) => items.iter().enumerate().for_each(|(at, value)| {
                path.push(at.to_string());
                leaves(value, path, found);
                path.pop();
            }),
            _ => found.push(path.iter().map(|part| format!("/{part}")).collect()),
        }
    }
    let mut found = Vec::new();
    leaves(body, &mut Vec::new(), &mut found);
    for pointer in found {
        let mut changed = body.clone();
        *changed.pointer_mut(&pointer).unwrap() = by.clone();
        each(&changed);
    }
}

#[test]
fn mistakes_name_their_field_and_column() {
    let api = api();
    let error = api.answer("words/pattern", r#"{"pattern": "ab[c"}"#).unwrap_err();
    assert_eq!((error.kind, error.field.as_deref(), error.column), (ApiErrorKind::Invalid, Some("pattern"), Some(3)));
    let error = api.answer("words/lookup", "{\n  \"words\": 3}").unwrap_err();
    assert_eq!((error.kind, error.line), (ApiErrorKind::Malformed, Some(2)));
    let error = api.answer("words/lookup", "{}").unwrap_err();
    assert_eq!((error.kind, error.field.as_deref()), (ApiErrorKind::Malformed, Some("words")));
    let error = api.answer("words/anagram", r#"{"letters": "a", "lexicon": "enabel"}"#).unwrap_err();
    assert_eq!((error.kind, error.field.as_deref()), (ApiErrorKind::UnknownName, Some("lexicon")));
    assert!(error.message.contains("did you mean 'enable'?"), "{error}");
    let text = serde_json::to_value(&error).unwrap();
    assert_eq!((&text["kind"], text.get("line")), (&json!("unknown-name"), None));
    let problem = api.answer("words/pattern", r#"{"pattern": "ab[c"}"#).unwrap_err().problem();
    assert_eq!((&problem["kind"], &problem["field"], &problem["column"]), (&json!("invalid"), &json!("pattern"), &json!(3)));
    assert_eq!((&problem["status"], problem.get("line")), (&json!(422), None));
}

#[test]
fn lexicons_and_leave_values_are_put_in_the_place_of_others() {
    let mut api = api();
    let acceptable = |api: &Api, word: &str| {
        let request = json!({ "words": [word], "lexicon": "twelve" }).to_string();
        api.answer("words/judge", &request).unwrap()["acceptable"] == true
    };
    assert!(!acceptable(&api, "ZYX"));
    api.set("twelve", Lexicon::from_words(["zyx"]).unwrap()).unwrap();
    assert!(acceptable(&api, "ZYX"));
    assert_eq!(api.set("", enable()).unwrap_err().kind, ApiErrorKind::Invalid);
    // The first lexicon stays the first.
    api.set("enable", enable()).unwrap();
    assert_eq!(api.answer("words/judge", r#"{"words": ["cwm"]}"#).unwrap()["acceptable"], true);
    let value = |api: &Api| api.answer("position/leave", r#"{"tiles": "AES?"}"#).unwrap()["value"].as_f64().unwrap();
    assert!(value(&api) > 1.0);
    let english = lexigraph::alphabet::Alphabet::builtin("english").unwrap();
    api.set_leaves("enable", LeaveTable::from_csv("AES?,0.5\n", &english).unwrap()).unwrap();
    assert!((value(&api) - 0.5).abs() < 1e-9);
    assert_eq!(api.set_leaves("none", LeaveTable::default()).unwrap_err().kind, ApiErrorKind::UnknownName);
}

#[test]
fn digraphs_are_labels() {
    let spanish = lexigraph::alphabet::Alphabet::builtin("spanish").unwrap();
    let mut api = Api::new();
    api.add("es", Lexicon::from_words_of(&spanish, ["chal", "lach", "al", "cal"]).unwrap()).unwrap();
    let found = api.answer("words/anagram", r#"{"letters": "[ch]al"}"#).unwrap();
    assert_eq!(found["words"][0]["word"], "CHAL");
    assert_eq!(found["words"][0]["alphagram"], json!(["A", "CH", "L"]));
    let graph = api.answer("graph/build", r#"{"words": ["chal"], "alphabet": "spanish", "graphs": ["dawg"]}"#).unwrap();
    assert_eq!(graph["graphs"][0]["arcs"][0]["label"], "CH");
}
