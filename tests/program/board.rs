//! `solve` and `perft` as a script sees them: sheets, CGP, lists, JSON, and everything that can be wrong with a
//! position.

use std::path::Path;

use crate::program::lexigraph;
use serde_json::Value;

fn run(arguments: &[&str], input: &str) -> (i32, String, String) {
    lexigraph(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")), arguments, input)
}

const EMPTY_ROW: &str = "_ _ _ _ _ _ _ _ _ _ _ _ _ _ _";

/// A sheet with these rows from the eighth on.
fn sheet(rows: &[&str], rack: &str) -> String {
    let mut lines = [EMPTY_ROW; 15];
    rows.iter().zip(&mut lines[7..]).for_each(|(row, line)| *line = row);
    format!("{}\n\n{rack}\n", lines.join("\n"))
}

#[test]
fn the_example_is_answered_as_the_contract_says() {
    let (status, stdout, stderr) = run(&["solve", "examples/sheet.txt"], "");
    assert_eq!((status, stderr.as_str()), (0, ""));
    let expected = include_str!("../board/sheet.out");
    let (answer, time) = stdout.trim_end().rsplit_once("\n").unwrap();
    assert_eq!(answer.trim_end(), expected.trim_end());
    assert!(time.starts_with("time: 0.0") && time.ends_with(" s"), "{time}");
}

#[test]
fn the_same_position_as_sheet_cgp_and_from_standard_input() {
    let mold = sheet(&["_ _ _ _ M O L D _ _ _ _ _ _ _"], "S I T X V Q J");
    let packed = mold.replace(' ', "").replace('_', ".");
    let cgp = "15/15/15/15/15/15/15/4MOLD7/15/15/15/15/15/15/15 SITXVQJ/ 0/0 0 lex ENABLE;";
    let answers = [
        run(&["solve", "--all", "-"], &mold),
        run(&["solve", "--all", "-"], &packed),
        run(&["solve", "--all", "-"], cgp),
        run(&["solve", "--all", cgp], ""),
        run(&["solve", "--all", "--algorithm", "dawg", cgp], ""),
    ];
    assert_eq!(answers[0].0, 0);
    assert!(answers.iter().all(|answer| answer.1 == answers[0].1), "{answers:#?}");
    let count = run(&["solve", "--count", "-"], &mold).1;
    assert_eq!(count.trim().parse::<usize>().unwrap(), answers[0].1.lines().count());
    let three = run(&["solve", "--top", "3", cgp], "").1;
    assert_eq!(three.lines().collect::<Vec<_>>(), answers[0].1.lines().take(3).collect::<Vec<_>>());
}

#[test]
fn lists_by_equity_have_exchanges_and_a_pass() {
    let empty = |rack: &str| format!("15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 {rack}/ 0/0 0");
    let (status, best, _) = run(&["solve", &empty("UUVVWII"), "--sort", "equity", "-n", "1"], "");
    assert_eq!((status, best.as_str()), (0, "exchange IIUUVVW          0     0.000\n"));
    let (status, shown, _) = run(&["solve", &empty("UUVVWII"), "--sort", "equity"], "");
    assert!(status == 0 && shown.contains("\n\nexchange IIUUVVW\n\ntime: "), "{shown}");
    let (_, json, _) = run(&["solve", &empty("UUVVWII"), "--sort", "equity", "--all", "--json"], "");
    let report: Value = serde_json::from_str(&json).unwrap();
    let moves = report["plays"].as_array().unwrap();
    let (first, last) = (&moves[0], moves.last().unwrap());
    assert_eq!(
        (&first["notation"], &first["tiles"], &first["equity"]),
        (&"-IIUUVVW".into(), &"IIUUVVW".into(), &0.0.into())
    );
    assert_eq!((&first["row"], &first["words"], &first["leave"]), (&Value::Null, &Value::Array(vec![]), &"".into()));
    assert_eq!((&last["notation"], &last["tiles"], &last["leave"]), (&"-".into(), &"".into(), &"IIUUVVW".into()));
    // Each part of the rack can be exchanged: 3 × 3 × 3 × 2 of them, without the empty one.
    assert_eq!(moves.iter().filter(|found| found["row"].is_null() && found["tiles"] != "").count(), 53);
    // By score, and by rules without exchanges, there are plays only.
    let by = |more: &[&str]| run(&[&["solve", &empty("UUVVWII"), "--all", "--tsv"], more].concat(), "").1;
    assert!(!by(&[]).contains("exchange"));
    let thesis = by(&["--sort", "equity", "--rules", "thesis"]);
    assert!(!thesis.contains("exchange") && thesis.contains("\npass\t\t0\t"), "{thesis}");
    assert!(by(&["--sort", "equity"]).contains("\nexchange\t\t0\t0.000\t\tIIUUVVW\t\n"));
    // A first play is charged for vowels beside premiums, as the players charge it.
    let list = run(&["solve", &empty("AB"), "--all", "--tsv", "--sort", "equity"], "").1;
    let equity = |place: &str| {
        let line = list.lines().find(|line| line.starts_with(&format!("{place}\tAB\t"))).unwrap();
        line.split('\t').nth(3).unwrap().parse::<f64>().unwrap()
    };
    // Only in 8G is the vowel beside double letters.
    assert_eq!((equity("8H") * 1000.0 - equity("8G") * 1000.0).round(), 700.0);
}

#[test]
fn an_empty_bag_is_worth_going_out() {
    // The opponent holds F, four points, whether it is written down or follows from the tiles unseen.
    for cgp in [ENDGAME.to_owned(), ENDGAME.replace("UTOQ/F", "UTOQ/")] {
        let (_, json, _) = run(&["solve", &cgp, "--all", "--json", "--sort", "equity"], "");
        let report: Value = serde_json::from_str(&json).unwrap();
        let moves = report["plays"].as_array().unwrap();
        for found in moves {
            let (score, leave) = (found["score"].as_i64().unwrap(), found["leave"].as_str().unwrap());
            let points: i64 = leave.chars().map(|tile| if tile == 'Q' { 10 } else { 1 }).sum();
            let worth = if leave.is_empty() { 2 * 4 } else { -(10 + 2 * points) };
            assert_eq!(found["equity"].as_f64().unwrap(), (score + worth) as f64, "{found}");
        }
        assert!(moves.len() > 1 && moves.iter().all(|found| !found["row"].is_null() || found["tiles"] == ""));
    }
}

#[test]
fn json_says_everything_about_a_play() {
    let cgp = "15/15/15/15/15/15/15/4MOLD7/15/15/15/15/15/15/15 SIT/ 0/0 0";
    let (status, stdout, _) = run(&["solve", "--all", "--json", cgp], "");
    assert_eq!(status, 0);
    let report: Value = serde_json::from_str(&stdout).unwrap();
    let plays = report["plays"].as_array().unwrap();
    assert_eq!(report["count"].as_u64(), Some(plays.len() as u64));
    assert!(report["seconds"].as_f64().is_some());
    // SIT down the ninth column makes MOLDS: premiums under S none, I none, T none but the word begins on a letter
    // premium.
    let sit = plays.iter().find(|play| play["notation"] == "I8 SIT").unwrap();
    assert_eq!((sit["row"].as_u64(), sit["column"].as_u64()), (Some(8), Some(9)));
    assert_eq!(sit["direction"], "down");
    assert_eq!(sit["words"], serde_json::json!(["SIT", "MOLDS"]));
    assert_eq!((sit["tiles"].as_str(), sit["leave"].as_str()), (Some("SIT"), Some("")));
    let keys: Vec<&String> = plays[0].as_object().unwrap().keys().collect();
    assert_eq!(keys, ["word", "row", "column", "direction", "notation", "score", "equity", "leave", "tiles", "words"]);
}

#[test]
fn blanks_are_lower_case() {
    let cgp = "15/15/15/15/15/15/15/4MOLd7/15/15/15/15/15/15/15 Q?/ 0/0 0";
    let (_, stdout, _) = run(&["solve", "--tsv", "--all", cgp], "");
    let mut lines = stdout.lines();
    assert_eq!(lines.next(), Some("place\tword\tscore\tequity\tleave\ttiles\twords"));
    assert!(lines.clone().any(|line| line.contains("\tMOLds\t")), "{stdout}");
    assert!(lines.any(|line| line.contains("\taM\t")), "{stdout}");
}

#[test]
fn leaves_change_the_order() {
    let cgp = "15/15/15/15/15/15/15/4MOLD7/15/15/15/15/15/15/15 SITXVQJ/ 0/0 0";
    let leaves = Path::new(env!("CARGO_TARGET_TMPDIR")).join("leaves.csv");
    std::fs::write(&leaves, "# kept, points\nJQSV,100\n").unwrap();
    let leaves = leaves.to_str().unwrap();
    let best = run(&["solve", "--top", "1", "--sort", "equity", "--leaves", leaves, cgp], "").1;
    assert!(best.contains("(M)IXT") && best.contains("126.000"), "{best}");
    std::fs::write(leaves, "JQSV;100\nJQSV,1e9\n").unwrap();
    let (status, _, stderr) = run(&["solve", "--leaves", leaves, cgp], "");
    assert!(status == 2 && stderr.contains("leaves.csv") && stderr.contains("line 2"), "{stderr}");
}

#[test]
fn no_play_is_one() {
    let (status, stdout, _) = run(&["solve", "-"], &sheet(&[], "V V"));
    assert!(status == 1 && stdout.contains("no play"), "{stdout}");
    assert_eq!(run(&["solve", "--all", "--json", "-"], &sheet(&[], "V V")).0, 1);
}

#[test]
fn mistakes_are_named_where_they_are() {
    let mold = "_ _ _ _ M O L D _ _ _ _ _ _ _";
    let long = "_ _ _ _ M O L D _ _ _ _ _ _ _ _";
    let digit = "_ _ _ _ M O L 4 _ _ _ _ _ _ _";
    let apart = "M _ _ _ _ _ _ _ _ _ _ _ _ _ A";
    let zs = "_ Z Z Z Z Z Z Z Z Z Z Z _ _ _";
    let wrong = [
        (sheet(&[long], "S I T"), vec!["row 8", "16"]),
        (sheet(&[digit], "S I T"), vec!["row 8", "column H", "'4'"]),
        (sheet(&[mold], "S I T X V Q J A E"), vec!["rack", "9", "7"]),
        (sheet(&[zs], "S"), vec!["Z"]),
        (sheet(&[apart], "S I T"), vec!["row 8"]),
        (sheet(&[mold], "S I 4"), vec!["4"]),
        (String::new(), vec!["standard input"]),
        ("\u{0}\u{1}\n".repeat(40), vec!["standard input"]),
        ("15/15/15 AB/ 0/0 0".to_owned(), vec!["standard input"]),
    ];
    for (text, words) in wrong {
        let (status, stdout, stderr) = run(&["solve", "-"], &text);
        assert_eq!((status, stdout.as_str()), (2, ""), "{text}\n{stderr}");
        assert!(stderr.starts_with("error: "), "{stderr}");
        words.iter().for_each(|word| assert!(stderr.contains(word), "no '{word}' in: {stderr}"));
    }
    let (status, _, stderr) = run(&["solve", "nowhere.txt"], "");
    assert!(status == 2 && stderr.contains("nowhere.txt"), "{stderr}");
    let (status, _, stderr) = run(&["solve", "--layout", "no-such", "-"], "");
    assert!(status == 2 && stderr.contains("no-such"), "{stderr}");
}

#[test]
fn what_can_be_played_on_is_a_warning() {
    let (status, stdout, stderr) = run(&["solve", "-"], &sheet(&["_ _ _ _ M O L D Q _ _ _ _ _ _"], "S I T"));
    assert_eq!(status, 0);
    assert!(stderr.starts_with("warning: ") && stderr.contains("MOLDQ") && stderr.contains("row 8"), "{stderr}");
    assert!(stdout.contains("time: "));
    let (_, _, quiet) = run(&["-q", "solve", "-"], &sheet(&["_ _ _ _ M O L D Q _ _ _ _ _ _"], "S I T"));
    assert_eq!(quiet, "");
}

#[test]
fn perft_counts_lines() {
    let cgp = "15/15/15/15/15/15/15/4MOLD7/15/15/15/15/15/15/15 SITX/AEN 0/0 0";
    let (status, stdout, _) = run(&["perft", "--depth", "2", cgp], "");
    assert_eq!(status, 0);
    let again = run(&["perft", "--depth", "2", "--algorithm", "dawg", cgp], "").1;
    assert_eq!(stdout, again);
    let lines: Vec<Vec<&str>> = stdout.lines().map(|line| line.split('\t').collect()).collect();
    assert_eq!((lines.len(), lines[0].len(), lines[0][0], lines[1][0]), (2, 4, "1", "2"));
    let count = run(&["solve", "--count", cgp], "").1;
    assert_eq!(lines[0][1], count.trim());
    assert_eq!(run(&["perft", "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 VV/ 0/0 0"], "").0, 1);
}

const ENDGAME: &str = "5FRoNTAGE1R/10T2WO/2N4AMBO1PIT/1GOWN2GOOPIEST/2VAUNTER1YO1HE/1ZEES2EAU1D1AN/2N8I2e/CLAYS2DELED2R/4A1HEX2SO2/\
    2J1L1A5R2/2I1U1I5R2/2VAKIL5I2/1ME1I7C2/1ID9E2/1B13 UTOQ/F 470/365 0";

#[test]
fn endgames_are_played_out() {
    let (status, stdout, stderr) = run(&["endgame", ENDGAME], "");
    assert_eq!((status, stdout.as_str()), (0, "+36\n12J QUO(I)T            28\n"));
    assert!(stderr.starts_with("proven, "), "{stderr}");
    // One rack will do when the rest can only be the other.
    let (_, alone, _) = run(&["endgame", &ENDGAME.replace("UTOQ/F", "UTOQ/")], "");
    assert_eq!(alone, stdout);
    let (_, json, _) = run(&["endgame", "--json", ENDGAME], "");
    let report: Value = serde_json::from_str(&json).unwrap();
    assert_eq!((report["value"].as_i64(), report["exact"].as_bool()), (Some(36), Some(true)));
    assert_eq!(report["line"][0]["move"], "12J QUO(I)T");
    let (status, _, stderr) = run(&["endgame", "examples/sheet.txt"], "");
    assert!(status == 2 && stderr.contains("the bag is empty"), "{stderr}");
    assert_eq!(run(&["endgame"], "").0, 2);
}

/// Seven tiles against seven, with a blank.
const LONG_ENDGAME: &str = "6HURTLE2Z/11NEVE/7BLIP3T/8OFAY1FA/10LOTAS/1I4G1OVEN1Q1/1M4R5HI1/1B3GIE3WARD/1O4G3JOT1R/1L2RESIDUA3y/\
    1DUKE5WAX1S/ME9U1ET/IN9R1YO/N10I1EN/T10C2E ACDINS?/AAEIOOP 393/307 0";

#[test]
fn endgames_have_limits() {
    // The value is the same with tables that are far too small, and with several threads.
    for options in [["--memory", "0", "--threads", "1"], ["--memory", "4k", "--threads", "3"]] {
        let (status, stdout, _) = run(&[&["endgame", ENDGAME], &options[..]].concat(), "");
        assert_eq!((status, stdout.as_str()), (0, "+36\n12J QUO(I)T            28\n"));
    }
    // At the end of the time, the best line so far is printed.
    let (status, stdout, stderr) = run(&["endgame", LONG_ENDGAME, "--seconds", "0.01"], "");
    assert!(status == 1 && stdout.starts_with('+') && stdout.lines().count() > 1, "{status} {stdout}");
    assert!(stderr.starts_with("not proven, "), "{stderr}");
    for options in [["--memory", "much"], ["--threads", "0"], ["--threads", "1025"], ["--seconds", "-1"], ["--seconds", "x"]]
    {
        let (status, stdout, stderr) = run(&[&["endgame", ENDGAME], &options[..]].concat(), "");
        assert!(status == 2 && stdout.is_empty() && stderr.contains("error"), "{options:?} {stderr}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_endgame_prints_the_best_line() {
    use std::process::{Command, Stdio};
    let child = Command::new(env!("CARGO_BIN_EXE_lexigraph"))
        .args(["endgame", LONG_ENDGAME, "--json", "--threads", "2"])
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(1500));
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["exact"], false);
    assert!(report["line"][0]["move"].is_string() && report["depth"].as_u64() > Some(0), "{report}");
}

#[test]
fn the_one_sided_endgame_is_the_papers() {
    let table = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sets.csv");
    std::fs::write(&table, "rack,ABEGTOU\nBEG,12\nAT,2\nGET,5\nEAT,3\nBUG,9\n").unwrap();
    let (status, stdout, _) = run(&["endgame", "--table", table.to_str().unwrap()], "");
    assert_eq!((status, stdout.as_str()), (0, "12\nBEG          12\nAT            2\n"));
    let (_, stdout, _) = run(&["endgame", "--one-sided", ENDGAME], "");
    assert_eq!(stdout.lines().next(), Some("31"));
    std::fs::write(&table, "rack,ABEGTOU\nBEG 12\n").unwrap();
    let (status, _, stderr) = run(&["endgame", "--table", table.to_str().unwrap()], "");
    assert!(status == 2 && stderr.contains("line 2"), "{stderr}");
}

#[test]
fn a_game_is_a_position() {
    let game = "tests/board/game.gcg";
    let (status, stdout, stderr) = run(&["solve", game, "-n", "1"], "");
    assert_eq!((status, stderr.as_str()), (0, ""));
    assert!(stdout.trim_start().starts_with("K2 FIVE "), "{stdout}");
    let text = include_str!("../board/game.gcg");
    assert_eq!(run(&["solve", "-", "-n", "1"], text).1, stdout);
    // The first turn, with its rack: the first play of the game is the best.
    let (_, first, _) = run(&["solve", game, "-n", "1", "--turn", "1"], "");
    assert!(first.trim_start().starts_with("8") && first.contains("SNEEZY"), "{first}");
    assert_eq!(run(&["solve", game, "-n", "1", "--turn", "3"], "").1, stdout);
    let (status, _, stderr) = run(&["solve", game, "--turn", "4"], "");
    assert!(status == 2 && stderr.contains("game.gcg: the game has 2 turns with a rack"), "{stderr}");
    // Without a rack at the end, the last turn.
    let over = text.replace("#rack1 EFGGIOV", "");
    let (_, last, stderr) = run(&["solve", "-", "-n", "1"], &over);
    assert_eq!(last, run(&["solve", game, "-n", "1", "--turn", "2"], "").1);
    assert!(stderr.contains("its turn 2"), "{stderr}");
    assert_eq!(run(&["perft", game], "").0, 0);
    assert_eq!(run(&["simulate", game, "--iterations", "8", "--candidates", "2", "--json"], "").0, 0);
    let infer = ["simulate", game, "--infer", "--iterations", "4", "--candidates", "2", "--turn", "2"];
    let (status, told, stderr) = run(&infer, "");
    assert!(
        status == 0 && told.contains("times prior") && stderr.contains("the leaves are inferred from"),
        "{told}{stderr}"
    );
    let told: serde_json::Value = serde_json::from_str(&run(&[&infer[..], &["--json"]].concat(), "").1).unwrap();
    let leaves = told["leaves"].as_array().unwrap();
    assert!(
        !leaves.is_empty() && leaves.iter().all(|one| one["leave"].as_str().unwrap().chars().count() == 1),
        "{leaves:?}"
    );
    let (status, _, stderr) = run(&["simulate", game, "--infer", "--iterations", "1", "--turn", "1"], "");
    assert!(status == 0 && stderr.contains("does not tell what was kept"), "{stderr}");
    let (status, _, stderr) = run(&["simulate", ENDGAME, "--infer"], "");
    assert!(status == 2 && stderr.contains("give a game (GCG)"), "{stderr}");
    let (status, _, stderr) = run(&["endgame", game], "");
    assert!(status == 2 && stderr.contains("the bag is empty"), "{stderr}");
    let (status, _, stderr) = run(&["solve", "-"], &text.replace("+56 56", "+55 55"));
    assert!(status == 2 && stderr.contains("standard input: line 4: the event scores 56"), "{stderr}");
    let (status, _, stderr) = run(&["solve", ENDGAME, "--turn", "2"], "");
    assert!(status == 2 && stderr.contains("single position"), "{stderr}");
}

#[test]
fn a_cgp_names_its_letters_and_its_lexicon() {
    let empty = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15";
    let plays = run(&["solve", &format!("{empty} CASA/ 0/0 0"), "--all"], "").1;
    let pasted = run(&["solve", &format!("cgp {empty} CASA/ 0/0 0 lex ENABLE; ld english;"), "--all"], "");
    assert_eq!((pasted.1, pasted.2.as_str()), (plays, ""));
    let (status, _, stderr) = run(&["solve", &format!("{empty} CASA/ 0/0 0 lex NWL23;")], "");
    assert!(status == 0 && stderr.contains("names the lexicon 'NWL23', the plays are those of 'enable'"), "{stderr}");
    // A list is read in the letters of the position.
    let list = Path::new(env!("CARGO_TARGET_TMPDIR")).join("spanish-words.txt");
    std::fs::write(&list, "casa\nchica\nñu\n").unwrap();
    let cgp = format!("{empty} [CH]ICA/ 0/0 0 ld spanish;");
    let (status, stdout, stderr) = run(&["solve", &cgp, "-l", list.to_str().unwrap(), "-n", "1"], "");
    assert!(status == 0 && stdout.contains("[CH]ICA"), "{stdout}{stderr}");
    let (status, _, stderr) = run(&["solve", &cgp], "");
    assert!(status == 2 && stderr.contains("the position uses 'spanish'"), "{stderr}");
}

#[test]
fn a_lexicon_with_a_dawg_only_serves_every_command_that_generates_moves() {
    let folder = crate::program::Folder::with(&[("words.txt", b"cat\nat\nta\nact\ncats\nas\nsat\n")]);
    folder.ok(&["compile", "words.txt", "-o", "w.dawg", "--format", "quackle-dawg"]);
    folder.ok(&["compile", "words.txt", "-o", "both.lxg"]);
    let cgp = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 CAT/SA 0/0 0";
    for arguments in [&["solve", cgp, "--all"][..], &["perft", cgp, "--depth", "2"]] {
        let answer = |lexicon: &str| folder.ok(&[arguments, &["-l", lexicon]].concat());
        assert_eq!(answer("w.dawg"), answer("both.lxg"));
    }
    for arguments in [
        &["simulate", cgp, "--iterations", "4", "--candidates", "2"][..],
        &["selfplay", "--first", "greedy", "--second", "rack", "--games", "2"],
        &["train", "leaves", "--games", "1", "--generations", "1", "--draws", "1", "-o", "l.csv"],
        &["play", "--seed", "1", "--first", "machine"],
    ] {
        let (status, _, stderr) = folder.go(&[arguments, &["-l", "w.dawg"]].concat(), "");
        assert_eq!(status, 0, "{arguments:?}: {stderr}");
    }
    let endgame = folder.go(&["endgame", ENDGAME, "-l", "w.dawg", "-q"], "");
    assert_eq!(endgame.0, 0, "{}", endgame.2);
    // What was asked for is not replaced.
    let (status, _, stderr) = folder.go(&["solve", cgp, "-l", "w.dawg", "--algorithm", "gaddag"], "");
    assert!(status == 2 && stderr.contains("gaddag"), "{stderr}");
}

#[test]
fn equity_is_the_equity_whatever_the_sort() {
    let cgp = "15/15/15/15/15/15/15/4MOLD7/15/15/15/15/15/15/15 SITXVQJ/ 0/0 0";
    let plays = |more: &[&str]| {
        let (_, stdout, _) = run(&[&["solve", cgp, "--all", "--json"], more].concat(), "");
        let report: Value = serde_json::from_str(&stdout).unwrap();
        let mut plays = report["plays"].as_array().unwrap().clone();
        plays.retain(|found| !found["row"].is_null());
        plays.sort_by_key(Value::to_string);
        plays
    };
    let by_score = plays(&[]);
    assert_eq!(by_score, plays(&["--sort", "equity"]));
    assert!(by_score.iter().any(|play| play["equity"].as_f64() != play["score"].as_f64()));
    let tsv = run(&["solve", cgp, "--all", "--tsv"], "").1;
    let sorted = run(&["solve", cgp, "--all", "--tsv", "--sort", "equity"], "").1;
    let play = |line: &&str| !line.starts_with("exchange\t") && !line.starts_with("pass\t");
    let lines = |text: &str| text.lines().filter(play).map(str::to_owned).collect::<std::collections::BTreeSet<_>>();
    assert_eq!(lines(&tsv), lines(&sorted));
    // As text, an equity that is not known is not shown.
    let text = run(&["solve", cgp, "--top", "1"], "").1;
    assert_eq!(text.split_whitespace().nth(3), Some("-"), "{text}");
}

#[test]
fn first_plays_may_go_down() {
    let cgp = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 AEINRST/ 0/0 0";
    let best = |arguments: &[&str]| run(&[&["solve", cgp, "-n", "1", "--layout"], arguments].concat(), "").1;
    let down = best(&["tests/board/asymmetric.toml"]);
    assert!(down.trim_start().starts_with('H') && down.contains(" 113 "), "{down}");
    assert_eq!(best(&["tests/board/asymmetric.toml", "--algorithm", "dawg"]), down);
}
