//! `play`, `selfplay`, `simulate` and `train` as a script sees them.

use crate::program::Folder;
use serde_json::Value;

const LEAVES: (&str, &[u8]) = ("leaves.csv", b"?,25\nS,8\nE,2\nQ,-7\nV,-5\nUU,-12\nER,4\n");

/// The first moves that the program hints at, typed in.
fn hinted(folder: &Folder, arguments: &[&str], moves: usize) -> (String, String) {
    let mut typed = String::new();
    for _ in 0..moves {
        let (status, stdout, stderr) = folder.go(arguments, &format!("{typed}hint 1\n"));
        assert_eq!(status, 0, "{stderr}");
        let hint = stdout.lines().rfind(|line| line.contains(" worth "));
        let Some(hint) = hint else { break };
        let (text, _) = hint.split_once(" worth ").unwrap();
        let text = text.trim().rsplit_once(" +").map_or(text.trim(), |(text, _)| text);
        // Parentheses show what lies there; it may be typed so, or plainly.
        typed.push_str(&format!("{}\n", text.replace(['(', ')'], "")));
    }
    let (status, stdout, _) = folder.go(arguments, &typed);
    assert_eq!(status, 0);
    (typed, stdout)
}

#[test]
fn a_game_is_played_to_its_end_saved_and_gone_on_with() {
    let folder = Folder::with(&[LEAVES]);
    let arguments = ["play", "--level", "rack", "--seed", "5", "--first", "me", "--leaves", "leaves.csv"];
    let (typed, stdout) = hinted(&folder, &arguments, 40);
    let end = stdout.lines().last().unwrap();
    assert!(end.contains("win") && end.contains(" to "), "{end}");
    assert!(stdout.lines().all(|line| line.chars().count() <= 79), "{stdout}");
    // Half of the game, saved; the rest from there: the same end.
    let lines: Vec<&str> = typed.lines().collect();
    let (first, rest) = lines.split_at(lines.len() / 2);
    let save = [&arguments[..], &["--save", "game.gcg"]].concat();
    let (status, saved, _) = folder.go(&save, &(first.join("\n") + "\n"));
    assert_eq!(status, 0);
    assert!(saved.lines().last().unwrap().contains("--resume game.gcg"), "{saved}");
    let again = ["play", "--level", "rack", "--leaves", "leaves.csv", "--resume", "game.gcg"];
    let (status, stdout, stderr) = folder.go(&again, &(rest.join("\n") + "\n"));
    assert_eq!((status, stdout.lines().last().unwrap()), (0, end), "{stderr}");
    // What is saved is a game that is over, and is not written over without being told.
    let (status, stdout, _) = folder.go(&again, "");
    assert_eq!((status, stdout.lines().last().unwrap()), (0, end));
    let (status, _, stderr) = folder.go(&save, "");
    assert_eq!(status, 2, "{stderr}");
    assert!(stderr.contains("game.gcg: the file exists"));
}

#[test]
fn commands_answer_and_mistakes_change_nothing() {
    let folder = Folder::with(&[LEAVES]);
    let arguments = ["play", "--seed", "5", "--first", "me", "--leaves", "leaves.csv"];
    let typed = "hint 2\nwhy\nunseen\n8H ZZZZZ\n8A NOTHERE\n9Z X\nfrobnicate\nundo\nhelp\nhistory\nsave\n8d guard\nwhy\nundo\nhistory\nquit\nhint\n";
    let (status, stdout, _) = folder.go(&arguments, typed);
    assert_eq!(status, 0);
    for expected in [
        "93 tiles unseen, 86 of them in the bag",
        "the machine has not moved yet",
        "the rack does not hold the tiles",
        "the first play must cover",
        "unknown command 'frobnicate'",
        "there is no turn to take back",
        "play a word across or down",
        "give the name of a file",
        "you 18   machine ",
        "machine: ",
        "worth +",
        "deal the same tiles again with --seed 5",
    ] {
        assert!(stdout.contains(expected), "{expected}:\n{stdout}");
    }
    assert!(stdout.trim_end().ends_with("--seed 5"), "nothing is read after quit: {stdout}");
    let (status, stdout, _) = folder.go(&[&["--color", "always"][..], &arguments[..]].concat(), "");
    assert_eq!(status, 0);
    assert!(stdout.contains("\x1b[30;48;5;203m"), "triple words are red");
    for (arguments, expected) in [
        (&["play", "--level", "grandmaster"][..], "no strategy is called 'grandmaster'"),
        (&["play", "--rules", "chess"], "no rules are called 'chess'"),
        (&["play", "--resume", "none.gcg"], "none.gcg"),
        (&["play", "--alphabet", "english", "--level", "equity", "--leaves", "none.csv"], "none.csv"),
    ] {
        let (status, _, stderr) = folder.go(arguments, "");
        assert_eq!(status, 2);
        assert!(stderr.starts_with("error: ") && stderr.contains(expected), "{stderr}");
    }
}

#[test]
fn levels_are_played_in_any_letters() {
    let folder = Folder::with(&[("wörter.txt", "haus\nmaus\naus\nsäue\nuni\nsein\neins\n".as_bytes())]);
    let finnish = ["-l", "wörter.txt", "--alphabet", "finnish", "--seed", "1"];
    let (status, stdout, stderr) = folder.go(&[&["play", "--level", "hard"][..], &finnish].concat(), "hint\n");
    assert_eq!(status, 0, "{stderr}");
    assert!(stderr.contains("the machine plays simulate+endgame by the score") && stdout.contains("your rack"), "{stderr}");
    // Nobody can be asked whether to learn values, so `medium` does without as well, in another way.
    let (_, _, stderr) = folder.go(&[&["play"][..], &finnish].concat(), "");
    assert!(stderr.contains("the machine plays greedy+endgame by the score"), "{stderr}");
    let (status, _, stderr) = folder.go(&[&["play", "--level", "rack"][..], &finnish].concat(), "");
    assert_eq!(status, 2);
    assert!(stderr.contains("there is none for these letters"), "{stderr}");
}

/// Values are bundled for the letters of some languages: the machine plays by them, and says nothing.
#[test]
fn levels_are_strong_where_values_are_bundled() {
    let folder = Folder::with(&[("wörter.txt", "haus\nmaus\naus\nsäue\nuni\nsein\neins\n".as_bytes())]);
    let german = ["-l", "wörter.txt", "--alphabet", "german", "--seed", "1"];
    for level in ["medium", "hard", "rack"] {
        let (status, stdout, stderr) = folder.go(&[&["play", "--level", level][..], &german].concat(), "hint\n");
        assert!(status == 0 && stdout.contains("your rack"), "{stderr}");
        assert!(!stderr.contains("by the score"), "{stderr}");
    }
}

#[test]
fn a_corrupt_game_is_named_with_its_line() {
    let folder = Folder::with(&[]);
    folder.ok(&["selfplay", "--first", "greedy", "--second", "rack", "--games", "1", "--seed", "4", "--gcg", "games"]);
    let text = String::from_utf8(folder.read("games/game-000001.gcg"))
        .unwrap()
        .replace("#player1 p1 greedy", "#player1 p1 you")
        .replace("#player1 p1 rack", "#player1 p1 you");
    let broken = [
        (text.replacen("+", "+1", 1), "line"),
        (text.replacen(">p1: ", ">p1: Q", 1), "line"),
        (text.replacen(">p1", ">p7", 1), "p7"),
        (text[..text.len() / 2].to_owned() + "\n>p1: ?", "line"),
        (text.replace("rules standard", "rules standard, dealt 900"), "after turn '900'"),
        ("hello".to_owned(), "hello"),
    ];
    for (text, expected) in broken {
        std::fs::write(folder.path().join("broken.gcg"), text).unwrap();
        let (status, _, stderr) = folder.go(&["play", "--level", "greedy", "--resume", "broken.gcg"], "");
        assert_eq!(status, 2, "{expected}");
        assert!(stderr.contains("broken.gcg") && stderr.contains(expected), "{expected}: {stderr}");
    }
}

#[test]
fn matches_print_join_and_resume() {
    let folder = Folder::with(&[LEAVES]);
    let play = |more: &[&str]| {
        let all = [
            "selfplay",
            "--first",
            "equity",
            "--second",
            "greedy",
            "--games",
            "60",
            "--pairs",
            "--leaves",
            "leaves.csv",
            "--json",
        ];
        folder.json(&[&all[..], more].concat())
    };
    let whole = play(&[]);
    assert_eq!((whole["results"]["games"].as_u64(), whole["done"].as_u64()), (Some(60), Some(30)));
    assert_eq!(whole, play(&["--threads", "1"]));
    for shard in ["1/2", "2/2"] {
        let part = play(&["--shard", shard]);
        std::fs::write(folder.path().join(format!("{}.json", &shard[..1])), part.to_string()).unwrap();
    }
    let joined = folder.json(&["selfplay", "--merge", "2.json", "1.json", "--json"]);
    assert_eq!(joined["results"], whole["results"]);
    // A finished match is not played again, and another one is not mixed in.
    let resumed = play(&["--resume", "kept.json"]);
    assert_eq!((&resumed, &play(&["--resume", "kept.json"])), (&whole, &whole));
    let (status, _, stderr) = folder.go(&["selfplay", "--first", "rack", "--second", "greedy", "--resume", "kept.json"], "");
    assert_eq!(status, 2);
    assert!(
        stderr.contains("kept.json: the results are of different matches: the first strategy is equity here"),
        "{stderr}"
    );
    let text = folder.ok(&["selfplay", "--merge", "1.json", "2.json", "--plot", "margins.svg"]);
    for expected in ["equity against greedy: 60 games in 30 pairs", "mean score", "pairs won by the first", "95 % interval"]
    {
        assert!(text.contains(expected), "{text}");
    }
    assert!(String::from_utf8(folder.read("margins.svg")).unwrap().contains("</svg>"));
    for (arguments, expected) in [
        (&["selfplay", "--first", "clever", "--second", "greedy"][..], "no strategy is called 'clever'"),
        (&["selfplay", "--first", "greedy", "--second", "greedy", "--shard", "3/2"], "is no shard"),
        (&["selfplay", "--merge", "1.json", "1.json"], "shard 1/2 is there twice"),
        (&["selfplay", "--merge", "leaves.csv"], "leaves.csv: not the output of selfplay"),
        (&["selfplay", "--first", "rack", "--second", "greedy", "--plot", "margins.svg"], "margins.svg: the file exists"),
    ] {
        let (status, _, stderr) = folder.go(arguments, "");
        assert_eq!(status, 2, "{arguments:?}");
        assert!(stderr.contains(expected), "{stderr}");
    }
}

#[test]
fn an_interrupted_match_keeps_what_was_played() {
    let folder = Folder::with(&[]);
    let arguments =
        ["selfplay", "--first", "rack", "--second", "greedy", "--games", "100000000", "--json", "--resume", "kept.json"];
    let child = std::process::Command::new(env!("CARGO_BIN_EXE_lexigraph"))
        .args(arguments)
        .current_dir(folder.path())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    // It has begun once it has kept something.
    let kept = folder.path().join("kept.json");
    let start = std::time::Instant::now();
    while !kept.exists() && start.elapsed().as_secs() < 60 {
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let printed: Value = serde_json::from_slice(&output.stdout).unwrap();
    let stored: Value = serde_json::from_slice(&folder.read("kept.json")).unwrap();
    assert_eq!(printed, stored);
    assert!(printed["done"].as_u64().unwrap() > 0 && printed["complete"] == false);
    assert!(String::from_utf8(output.stderr).unwrap().contains("the match is incomplete"));
}

#[test]
fn positions_are_looked_ahead_from() {
    let folder = Folder::with(&[LEAVES]);
    let cgp = "15/15/15/15/15/15/15/4MOLD7/15/15/15/15/15/15/15 AEINRST/ 10/20 0";
    let simulate = |more: &[&str]| {
        let all = ["simulate", cgp, "--leaves", "leaves.csv", "--iterations", "32", "--candidates", "4", "--json"];
        folder.json(&[&all[..], more].concat())
    };
    let mut report = simulate(&["--certainty", "100"]);
    let moves = report["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 4);
    assert!(moves.iter().all(|tried| tried["iterations"] == 32));
    // Three plays and the best exchange.
    let scores = |tried: &&Value| tried["score"].as_i64().unwrap() > 0;
    let exchanges = |tried: &&Value| tried["move"].as_str().unwrap().starts_with('-');
    assert_eq!((moves.iter().filter(scores).count(), moves.iter().filter(exchanges).count()), (3, 1));
    let mut again = simulate(&["--certainty", "100", "--threads", "1"]);
    for report in [&mut report, &mut again] {
        report.as_object_mut().unwrap().remove("seconds");
    }
    assert_eq!(report, again);
    let (status, stdout, stderr) = folder.go(&["simulate", cgp, "--leaves", "leaves.csv", "--seconds", "0.1"], "");
    assert_eq!(status, 0, "{stderr}");
    assert!(stdout.starts_with("move") && stdout.lines().count() == 16, "{stdout}");
    let (status, _, stderr) = folder.go(&["simulate", &cgp.replace("AEINRST", "QQQQ"), "--leaves", "leaves.csv"], "");
    assert_eq!(status, 2);
    assert!(stderr.contains("rack 1: there are 1 tiles 'Q'"), "{stderr}");
}

#[test]
fn win_chances_are_learned_and_used() {
    let folder = Folder::with(&[LEAVES]);
    let train = ["train", "winning", "--games", "8", "--leaves", "leaves.csv", "-o"];
    folder.ok(&[&train[..], &["a.tsv"]].concat());
    folder.ok(&[&train[..], &["b.tsv", "--threads", "1"]].concat());
    let text = String::from_utf8(folder.read("a.tsv")).unwrap();
    assert!(text.as_bytes() == folder.read("b.tsv"));
    assert!(text.starts_with("# Win chances, made by: lexigraph train winning --games 8 --seed 1"), "{text}");
    let (status, _, stderr) = folder.go(&[&train[..], &["a.tsv"]].concat(), "");
    assert!(status == 2 && stderr.contains("a.tsv: the file exists"), "{stderr}");
    let cgp = "15/15/15/15/15/15/15/4MOLD7/15/15/15/15/15/15/15 AEINRST/ 10/20 0";
    let simulate = |more: &[&str]| {
        let all = ["simulate", cgp, "--leaves", "leaves.csv", "--iterations", "16", "--candidates", "3", "--json"];
        folder.json(&[&all[..], more].concat())
    };
    let (usual, ours) = (simulate(&[]), simulate(&["--winning", "a.tsv"]));
    assert!(usual["moves"][0]["mean"] == ours["moves"][0]["mean"] && usual["moves"][0]["wins"] != ours["moves"][0]["wins"]);
    assert!(ours["moves"][0]["wins_margin"].as_f64().unwrap() > 0.0);
    assert_eq!(simulate(&["--by", "win"])["moves"], usual["moves"]);
    let means: Vec<f64> = simulate(&["--by", "spread", "--certainty", "100"])["moves"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["mean"].as_f64().unwrap())
        .collect();
    assert!(means.is_sorted_by(|a, b| a >= b), "{means:?}");
    std::fs::write(folder.path().join("c.tsv"), text.replace("\n2\t", "\n3\t")).unwrap();
    let (status, _, stderr) = folder.go(&["simulate", cgp, "--leaves", "leaves.csv", "--winning", "c.tsv"], "");
    assert!(status == 2 && stderr.contains("c.tsv: line 6: the row is for '3' unseen tiles"), "{stderr}");
}

#[test]
fn leaves_are_learned_into_any_form_of_file() {
    let folder = Folder::with(&[]);
    // Debug code takes seconds for each generation.
    let generations = if cfg!(debug_assertions) { "1" } else { "2" };
    let train = ["train", "leaves", "--games", "6", "--generations", generations, "--draws", "1", "-o"];
    let (status, _, stderr) = folder.go(&[&train[..], &["a.csv"]].concat(), "");
    assert_eq!(status, 0, "{stderr}");
    assert!(stderr.contains("914624 leaves"), "{stderr}");
    folder.ok(&[&train[..], &["b.klv2", "--threads", "1"]].concat());
    folder.ok(&["convert", "b.klv2", "-o", "b.csv"]);
    assert!(folder.read("a.csv") == folder.read("b.csv"));
    let (status, _, stderr) = folder.go(&["train", "leaves", "--games", "6", "-o", "a.csv"], "");
    assert_eq!(status, 2);
    assert!(stderr.contains("a.csv: the file exists"), "{stderr}");
    let (status, _, stderr) = folder.go(&["train", "leaves", "--games", "6", "-o", "c.csv", "--resume", "a.csv"], "");
    assert_eq!(status, 2);
    assert!(stderr.contains("a.csv:1: the line is not the heading of a training"), "{stderr}");
}

#[test]
fn a_game_is_saved_before_its_first_move() {
    let folder = Folder::with(&[]);
    let arguments = ["play", "--seed", "1", "--first", "me", "--save", "g.gcg"];
    let (status, stdout, _) = folder.go(&arguments, "quit\n");
    assert_eq!(status, 0);
    assert!(stdout.contains("saved; continue with: lexigraph play --resume g.gcg"), "{stdout}");
    let (status, stdout, stderr) = folder.go(&["play", "--resume", "g.gcg"], "quit\n");
    assert!(status == 0 && stdout.contains("your rack: EENOSYZ"), "{stdout}{stderr}");
    assert_eq!(folder.go(&arguments, "quit\n").0, 2);
}

#[test]
fn games_of_other_programs_are_read() {
    let game = "#player1 p1 you\n#player2 p2 medium\n#lexigraph-seed 1\n#lexigraph-rules standard\n\
        >p1: EENOSYZ 8H SNEEZY +56 56\n>p2: IINRRTY L5 RIT.Y +17   17  RIT, SNEEZY\n#rack1 EFGGIOV\n#rack2 EIILNRX\n";
    let folder = Folder::with(&[("game.gcg", game.as_bytes())]);
    let (status, stdout, stderr) = folder.go(&["play", "--resume", "game.gcg"], "quit\n");
    assert!(status == 0 && stdout.contains("your rack: EFGGIOV"), "{stderr}");
    // Back to before a turn; the file stays.
    let (status, stdout, stderr) = folder.go(&["play", "--resume", "game.gcg", "--turn", "1"], "8H SNEEZY\nquit\n");
    assert!(status == 0 && stdout.contains("your rack: EENOSYZ") && stdout.contains("you 56"), "{stdout}{stderr}");
    assert_eq!(folder.read("game.gcg"), game.as_bytes());
    let (status, _, stderr) = folder.go(&["play", "--resume", "game.gcg", "--turn", "4"], "");
    assert!(status == 2 && stderr.contains("game.gcg: the game has 2 turns"), "{stderr}");
}

#[test]
fn games_of_other_programs_are_gone_on_with() {
    let game = "#player1 ann Ann\n#player2 bob Bob\n>bob: EENOSYZ 8H SNEEZY +56 56\n\
        >ann: IINRRTY L5 RIT.Y +17 17\n>bob: EFGGIOV M3 FIG +17 73\n>bob: EFGGIOV -- -17 56\n\
        >ann: EIILNRX -XL +0 17\n>bob: EFGGIOV (challenge) +5 61\n";
    let folder = Folder::with(&[LEAVES, ("game.gcg", game.as_bytes())]);
    let resume = |more: &[&str], typed: &str| {
        let (status, stdout, stderr) =
            folder.go(&[&["play", "--leaves", "leaves.csv", "--level", "greedy", "--resume"], more].concat(), typed);
        assert_eq!(status, 0, "{more:?}: {stderr}");
        (stdout, stderr)
    };
    // Bob is on turn. Ann has kept five tiles, two are drawn.
    let (stdout, stderr) = resume(&["game.gcg"], "history\nunseen\n");
    assert!(stderr.contains("game.gcg: the file has no seed: the tiles to come are drawn anew"), "{stderr}");
    for expected in [
        "your rack: EFGGIOV",
        "you 61   machine 17",
        "you      8H SNEEZY +56 = 56",
        "you      withdraws M3 FIG +0 = 56",
        "machine  exchanges 2 +0 = 17",
        "83 tiles unseen, 76 of them in the bag",
        "with the same --resume and --seed ",
    ] {
        assert!(stdout.contains(expected), "{expected}:\n{stdout}");
    }
    // Saved, it goes on as it would have.
    let moves =
        hinted(&folder, &["play", "--leaves", "leaves.csv", "--level", "greedy", "--resume", "game.gcg", "--seed", "3"], 6);
    let lines: Vec<&str> = moves.0.lines().collect();
    let (first, rest) = lines.split_at(3);
    resume(&["game.gcg", "--seed", "3", "--save", "kept.gcg"], &(first.join("\n") + "\n"));
    let kept = String::from_utf8(folder.read("kept.gcg")).unwrap();
    let first = "greedy\n>p1: EENOSYZ 8H SNEEZY +56 56\n#note lexigraph: seed 3, rules standard, dealt 4\n>p2: ";
    assert!(kept.contains(first), "{kept}");
    assert!(kept.contains(">p1: EFGGIOV -- -17 56\n") && kept.contains(">p1: EFGGIOV (challenge) +5 61\n"), "{kept}");
    let (stdout, stderr) = resume(&["kept.gcg"], &(rest.join("\n") + "\n"));
    assert_eq!(stderr, "");
    let board = |text: &str| text.lines().rfind(|line| line.starts_with("  8 ")).unwrap().to_owned();
    assert_eq!(board(&stdout), board(&moves.1));
    // Turns of the record are taken back as well; --first says for whom you play.
    let (stdout, _) = resume(&["game.gcg", "--first", "machine", "--turn", "2", "--seed", "1"], "undo\nhistory\n");
    assert!(stdout.contains("your rack: IINRRTY") && stdout.contains("there is no turn to take back"), "{stdout}");
    let (stdout, _) = resume(&["kept.gcg"], &"undo\n".repeat(9));
    assert!(stdout.contains("your rack: EENOSYZ") && stdout.contains("there is no turn to take back"), "{stdout}");
    assert_eq!(folder.read("game.gcg"), game.as_bytes());
    // A game that is over is over.
    let over = "#player1 p1 A\n#player2 p2 B\n>p1: ?ABCDEF - +0 0\n>p2: EENOSYZ 8H SNEEZY +56 56\n\
        >p1: (AB) +8 8\n";
    std::fs::write(folder.path().join("over.gcg"), over).unwrap();
    let (stdout, _) = resume(&["over.gcg", "--first", "me"], "");
    assert!(stdout.ends_with("you went out: the machine wins, 8 to 56\n"), "{stdout}");
    let (status, _, stderr) = folder.go(&["play", "--resume", "game.gcg", "--turn", "9"], "");
    assert!(status == 2 && stderr.contains("game.gcg: the game has 4 turns"), "{stderr}");
    let polish = "#tile-distribution polish\n#player1 p1 A\n#player2 p2 B\n";
    std::fs::write(folder.path().join("polish.gcg"), polish).unwrap();
    let (status, _, stderr) = folder.go(&["play", "--resume", "polish.gcg"], "");
    assert!(status == 2 && stderr.contains("polish.gcg: the game is played with 'polish'"), "{stderr}");
}

#[test]
fn a_game_on_a_board_of_ones_own_is_gone_on_with() {
    let eight = include_bytes!("../../wordlists/boards/eight-tile-15.toml");
    let folder = Folder::with(&[("mine.toml", eight)]);
    let board = ["--layout", "mine.toml"];
    let (status, stdout, _) =
        folder.go(&[&["play", "--seed", "1", "--first", "me", "--save", "g.gcg"][..], &board].concat(), "");
    assert_eq!(status, 0);
    let rack = stdout.lines().find_map(|line| line.split_once("your rack: ")).unwrap().1;
    let (status, stdout, stderr) = folder.go(&[&["play", "--resume", "g.gcg"][..], &board].concat(), "");
    assert!(status == 0 && stdout.contains(&format!("your rack: {rack}")) && rack.len() == 8, "{stdout}{stderr}");
    let (status, _, stderr) = folder.go(&["play", "--resume", "g.gcg"], "");
    assert!(status == 2 && stderr.contains("no board layout is called 'mine'"), "{stderr}");
}

#[test]
fn a_withdrawn_phony_of_a_saved_game_is_a_turn_without_score() {
    let game = "#player1 p1 you\n#player2 p2 medium\n#lexigraph-seed 1\n#lexigraph-rules standard\n\
        >p1: EENOSYZ 8D ZONEY +54 54\n>p1: EENOSYZ -- +0 0\n";
    let folder = Folder::with(&[("game.gcg", game.as_bytes())]);
    let (status, stdout, stderr) = folder.go(&["play", "--resume", "game.gcg", "--save", "kept.gcg"], "history\nquit\n");
    assert!(status == 0 && stdout.contains("you      withdraws 8D ZONEY +0 = 0"), "{stdout}{stderr}");
    let kept = String::from_utf8(folder.read("kept.gcg")).unwrap();
    assert!(kept.contains(">p1: EENOSYZ 8D ZONEY +54 54\n>p1: EENOSYZ -- -54 0\n"), "{kept}");
    let (status, stdout, _) = folder.go(&["play", "--resume", "kept.gcg"], "history\nundo\nquit\n");
    assert!(status == 0 && stdout.contains("withdraws 8D ZONEY"), "{stdout}");
}

#[test]
fn the_player_is_helped() {
    let folder = Folder::with(&[LEAVES]);
    let arguments = ["play", "--seed", "1", "--first", "me", "--leaves", "leaves.csv", "--level", "greedy"];
    let typed = "check aa qj zzz 9\nlegend\ntiles\nshuffle\nhint 40\nunseen\n8Z SNEEZY\n8H SNEE1Y\ncheck\nwhy\n8h sneezy\nwhy\nquit\n";
    let (status, stdout, _) = folder.go(&arguments, typed);
    assert_eq!(status, 0);
    for expected in [
        "AA is in the lexicon\n",
        "QJ is not in the lexicon\n",
        "9 is not in the lexicon\n",
        "! double letter, @ triple letter, # double word, $ triple word",
        "     8: J 1   X 1\n",
        "give a word, for example: check QI",
        "you      8H SNEEZY +56 = 56",
    ] {
        assert!(stdout.contains(expected), "{expected}:\n{stdout}");
    }
    assert!(!stdout.contains("line 0"), "{stdout}");
    assert!(stdout.lines().all(|line| line.chars().count() <= 79), "{stdout}");
    let rack = stdout.lines().find_map(|line| line.strip_prefix("your rack: ")).unwrap();
    let mut letters: Vec<char> = rack.chars().collect();
    letters.sort_unstable();
    assert_eq!(letters, ['E', 'E', 'N', 'O', 'S', 'Y', 'Z']);
}

#[test]
fn a_killed_match_goes_on_with_its_games() {
    let folder = Folder::with(&[]);
    let arguments =
        ["selfplay", "--first", "greedy", "--second", "rack", "--games", "3", "--threads", "1", "--gcg", "games"];
    folder.ok(&arguments);
    // Killed: games are there, one of them in part, and nothing is saved.
    let whole = folder.read("games/game-000002.gcg");
    std::fs::write(folder.path().join("games/game-000002.gcg"), &whole[..whole.len() / 2]).unwrap();
    assert_eq!(folder.go(&arguments, "").0, 2);
    let resumed = [&arguments[..], &["--resume", "kept.json"]].concat();
    folder.ok(&resumed);
    assert_eq!(folder.read("games/game-000002.gcg"), whole);
    // The games of another match stay.
    let other = [&arguments[..], &["--seed", "2", "--resume", "other.json"]].concat();
    let (status, _, stderr) = folder.go(&other, "");
    assert!(status == 2 && stderr.contains("game-000001.gcg: the file is not from this match"), "{stderr}");
    assert_eq!(folder.read("games/game-000002.gcg"), whole);
    // A game of this match that went another way, as with strategies that think for some time, is replaced.
    let text = String::from_utf8(whole.clone()).unwrap();
    let (head, moves) = text.split_at(text.find("\n>").unwrap());
    std::fs::write(folder.path().join("games/game-000002.gcg"), format!("{head}\n>p2: - +0 0{moves}")).unwrap();
    let (status, _, stderr) = folder.go(&[&arguments[..], &["--resume", "again.json"]].concat(), "");
    assert!(status == 0 && stderr.contains("game-000002.gcg: a game that was interrupted went another way"), "{stderr}");
    assert_eq!(folder.read("games/game-000002.gcg"), whole);
}

#[test]
fn rack_values_are_printed_and_fitted() {
    let folder = Folder::with(&[("l.csv", b"A,1.5\nAA,-2\nB,-1\nAB,4.5\nQ,-6.8\nU,-3\nQU,7\n")]);
    let printed = folder.ok(&["train", "heuristics", "--leaves", "l.csv", "-n", "1"]);
    let rows: Vec<Vec<&str>> = printed.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows[0], ["tile", "one", "two", "difference"]);
    assert_eq!(rows[1], ["A", "+1.5", "-2.0", "-5.0"]);
    assert_eq!(rows[27][0], "?");
    assert_eq!(rows[29..], [vec!["pair", "together", "apart", "difference"], vec!["QU", "+7.0", "-9.8", "+16.8"],]);
    let json: serde_json::Value =
        serde_json::from_str(&folder.ok(&["train", "heuristics", "--leaves", "l.csv", "--json"])).unwrap();
    assert_eq!((json["tiles"].as_array().unwrap().len(), json["pairs"].as_array().unwrap().len()), (27, 27 * 26 / 2));
    // What is fitted is read as an evaluation table.
    folder.ok(&["train", "heuristics", "--leaves", "l.csv", "-o", "e.toml"]);
    folder.ok(&["selfplay", "--first", "rack", "--second", "greedy", "--games", "1", "--evaluation", "e.toml"]);
    assert_eq!(folder.go(&["train", "heuristics", "--leaves", "l.csv", "-o", "e.toml"], "").0, 2);
    std::fs::write(folder.path().join("w.txt"), "haus\nmaus\n").unwrap();
    let (status, _, stderr) = folder.go(&["train", "heuristics", "-l", "w.txt", "--alphabet", "finnish"], "");
    assert!(status == 2 && stderr.contains("there are no leave values for 'w.txt'"), "{stderr}");
}

#[test]
fn learned_values_are_found_in_the_data_folder() {
    let folder = Folder::with(&[("w.txt", "haus\nmaus\naus\nsäue\nuni\nsein\neins\n".as_bytes())]);
    let finnish = ["-l", "w.txt", "--alphabet", "finnish"];
    folder.ok(&[&["train", "leaves", "--games", "1", "--generations", "1", "-o", "v.klv2"][..], &finnish].concat());
    let leaves = folder.path().join("data/lexigraph/leaves");
    std::fs::create_dir_all(&leaves).unwrap();
    // 7 words of 26 letters, the longest of 4.
    std::fs::copy(folder.path().join("v.klv2"), leaves.join("finnish-7-26-4-standard-15.klv2")).unwrap();
    let home = folder.path().join("data");
    let with_data = |arguments: &[&str]| {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_lexigraph"))
            .args(arguments)
            .current_dir(folder.path())
            .env("XDG_DATA_HOME", &home)
            .stdin(std::process::Stdio::null())
            .output()
            .unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    for level in ["medium", "hard", "rack", "equity"] {
        let (status, stderr) = with_data(&[&["play", "--seed", "1", "--level", level][..], &finnish].concat());
        assert!(status == Some(0) && !stderr.contains("warning"), "{level}: {stderr}");
    }
    // Values of another board, or of other words, are not these.
    let other = [&["play", "--seed", "1", "--level", "hard", "--layout", "grand-21"][..], &finnish].concat();
    assert!(with_data(&other).1.contains("by the score alone"));
    // A damaged file is named.
    std::fs::write(leaves.join("finnish-7-26-4-standard-15.klv2"), "damaged").unwrap();
    let (status, stderr) = with_data(&[&["play", "--level", "hard"][..], &finnish].concat());
    assert!(status == Some(2) && stderr.contains("finnish-7-26-4-standard-15.klv2"), "{stderr}");
}

#[test]
fn players_have_files_of_their_own() {
    let folder = Folder::with(&[
        LEAVES,
        ("small.txt", b"aa\nab\nad\nax\nbe\ndo\nen\ner\nes\net\nex\nit\nin\non\nor\nox\nre\nta\nti\nto\n"),
        ("other.txt", b"aa\nlexigraph\n"),
    ]);
    let play = |first: &str, more: &[&str]| {
        let arguments = ["selfplay", "--first", first, "--second", "greedy", "--seed", "3", "--json"];
        serde_json::from_str::<serde_json::Value>(&folder.ok(&[&arguments[..], more].concat())).unwrap()
    };
    let ten = ["--games", "10"];
    // A player who knows twenty words loses.
    let small = play("greedy:lexicon=small.txt", &ten);
    assert_eq!((&small["first"], &small["results"]["first"]["wins"]), (&"greedy:lexicon=small.txt".into(), &0.into()));
    assert_eq!(
        play("equity:leaves=leaves.csv", &ten)["results"],
        play("equity", &["--games", "10", "--leaves", "leaves.csv"])["results"]
    );
    for (player, expected) in [
        ("greedy:lexicon=other.txt", "other.txt: has the word LEXIGRAPH, which the lexicon of the match has not"),
        ("equity:leaves=none.klv2", "none.klv2"),
        ("equity:lexicon=none.txt", "none.txt"),
    ] {
        let (status, _, stderr) = folder.go(&["selfplay", "--first", player, "--second", "greedy"], "");
        assert!(status == 2 && stderr.contains(expected), "{stderr}");
    }
}

#[test]
fn a_sequential_test_ends_a_match() {
    let folder = Folder::with(&[("small.txt", b"aa\nab\nad\nax\nbe\ndo\nen\ner\nes\net\nex\n")]);
    let arguments =
        ["selfplay", "--first", "greedy:lexicon=small.txt", "--second", "greedy", "--games", "5000", "--sprt", "0,100"];
    let printed = folder.ok(&arguments);
    assert!(printed.contains("sequential test          the first is better by 0 Elo or less (ratio -"), "{printed}");
    let games = printed.lines().next().unwrap().split_whitespace().find_map(|word| word.parse::<u64>().ok()).unwrap();
    assert_eq!(games, 64);
    let report: serde_json::Value = serde_json::from_str(&folder.ok(&[&arguments[..], &["--json"]].concat())).unwrap();
    assert_eq!((&report["sprt"]["verdict"], &report["sprt"]["elo"]), (&"lower".into(), &serde_json::Value::Null));
    for text in ["10,0", "1", "a,b", "0,inf"] {
        let (status, _, stderr) = folder.go(&["selfplay", "--first", "rack", "--second", "rack", "--sprt", text], "");
        assert!(status == 2 && stderr.contains("two Elo differences"), "{stderr}");
    }
}

#[test]
fn plays_are_challenged_and_clocks_run() {
    let folder = Folder::with(&[LEAVES]);
    let arguments = ["play", "--seed", "5", "--first", "me", "--level", "rack", "--leaves", "leaves.csv"];
    let typed = "8G DRAUG\nchallenge\nhistory\nquit\n";
    let (status, stdout, stderr) = folder.go(&arguments, typed);
    assert_eq!(status, 0, "{stderr}");
    assert!(stdout.contains("not in the lexicon: DRAUG\n") && stdout.contains("the rules have no challenges\n"), "{stdout}");
    let challenged = [&arguments[..], &["--challenge", "five", "--minutes", "25", "--save", "game.gcg"]].concat();
    let (status, stdout, stderr) = folder.go(&challenged, typed);
    assert_eq!(status, 0, "{stderr}");
    for expected in [
        "the machine challenges: not in the lexicon: DRAUG; your turn is lost\n",
        "the play stands; the machine gets 5 points\n",
        "time left: you 2",
    ] {
        assert!(stdout.contains(expected), "{expected}: {stdout}");
    }
    let saved = String::from_utf8(folder.read("game.gcg")).unwrap();
    assert!(saved.contains(" -- -") && saved.contains(" (challenge) +5 "), "{saved}");
    assert!(saved.contains("rules standard, challenge five, minutes 25"), "{saved}");
    let resume = ["play", "--level", "rack", "--leaves", "leaves.csv", "--resume", "game.gcg"];
    let (status, stdout, stderr) = folder.go(&resume, "challenge\n");
    assert_eq!(status, 0, "{stderr}");
    assert!(stdout.contains("the play was challenged before, and stands\n"), "{stdout}");
    for (wrong, what) in [
        (&["play", "--challenge", "triple"][..], "void, none, single, double, five, ten"),
        (&["play", "--minutes", "many"], "--minutes"),
        (&["play", "--rules", "chess"], "club-double"),
        (&["play", "--rules", "clabbers", "--level", "endgame"], "Clabbers is played by greedy, rack, equity and simulate"),
    ] {
        let (status, _, stderr) = folder.go(wrong, "");
        assert!(status == 2 && stderr.contains(what), "{wrong:?}: {stderr}");
    }
}
