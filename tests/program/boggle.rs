//! `lexigraph boggle` as scripts see it: output, messages, exit status.

use std::path::Path;

use serde_json::Value;

fn go(arguments: &[&str], input: &str) -> (i32, String, String) {
    crate::program::lexigraph(
        Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")),
        &[&["boggle"], arguments].concat(),
        input,
    )
}

/// What a command prints that finds something.
fn found(arguments: &[&str]) -> String {
    let (status, stdout, stderr) = go(arguments, "");
    assert_eq!(status, 0, "{arguments:?}: {stderr}");
    stdout
}

/// The message of a command that fails.
fn failed(arguments: &[&str], input: &str) -> String {
    let (status, stdout, stderr) = go(arguments, input);
    assert_eq!((status, stdout.as_str()), (2, ""), "{arguments:?}: {stderr}");
    assert!(stderr.starts_with("error: "), "{stderr}");
    stderr
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

#[test]
fn words_come_alone_or_with_what_is_asked_for() {
    assert_eq!(found(&["cat/d../..."]), "CAD\nCAT\nTAD\n");
    assert_eq!(found(&["cat/d../...", "--score"]), "CAD\t1\nCAT\t1\nTAD\t1\n3 points, 3 words\n");
    assert_eq!(found(&["cat/d../...", "--paths"]), "CAD\t1,1 1,2 2,1\nCAT\t1,1 1,2 1,3\nTAD\t1,3 1,2 2,1\n");
    assert_eq!(
        found(&["cat/d../...", "--tsv"]),
        "word\tlength\tpoints\tpath\nCAD\t3\t1\t1,1 1,2 2,1\nCAT\t3\t1\t1,1 1,2 1,3\nTAD\t3\t1\t1,3 1,2 2,1\n"
    );
    assert_eq!(found(&["cat/d../...", "-0"]), "CAD\0CAT\0TAD\0");
    assert_eq!(found(&["cat/d../...", "-c"]), "3\n");
    assert_eq!(found(&["cat/d../...", "-c", "--score", "--points", "hunt"]), "3\t300\n");
    assert_eq!(found(&["cat/d../...", "--draw", "-n", "1"]), "CAD\n(C)→[A]  T\n   ↙\n[D]  .   .\n\n .   .   .\n\n");
    assert_eq!(found(&["perslatgsineters", "-c", "--score"]), "1044\t3623\n");
    assert_eq!(found(&["perslatgsineters", "-n", "2", "--sort"]), "REPLASTERING\nPLASTERINGS\n");
    assert_eq!(found(&["--sort", "perslatgsineters", "-n", "1"]), "REPLASTERING\n");
    let all = found(&["perslatgsineters"]);
    let last = all.lines().last().unwrap();
    assert_eq!(found(&["perslatgsineters", "-n", "1", "--sort=alpha", "--reverse"]).trim(), last);
    assert!(found(&["ll/aa", "--min-length", "2"]).starts_with("AA\nAAL\nAL\nALA\nALL\n"));
    let value = json(&found(&["tt/oo", "--json", "--all-paths"]));
    let words = value["words"].as_array().unwrap();
    assert!(!words.is_empty() && words.iter().all(|word| word["paths"][0] == word["path"]));
    let paths: usize = words.iter().map(|word| word["paths"].as_array().unwrap().len()).sum();
    assert_eq!(found(&["tt/oo", "--all-paths"]).lines().count(), paths);
}

#[test]
fn json_has_the_keys_of_the_contract() {
    let value = json(&found(&["Qu i t / e r s / a n d", "--json"]));
    assert_eq!((value["rows"].as_u64(), value["columns"].as_u64()), (Some(3), Some(3)));
    let words = value["words"].as_array().unwrap();
    assert_eq!(value["count"], words.len());
    assert_eq!(value["score"], words.iter().map(|word| word["points"].as_u64().unwrap()).sum::<u64>());
    let quit = words.iter().find(|word| word["word"] == "QUIT").unwrap();
    assert_eq!((&quit["points"], quit["path"].to_string().as_str()), (&1.into(), "[[1,1],[1,2],[1,3]]"));
    let blank = json(&found(&["?at/c../...", "--json"]));
    let words: Vec<&str> = blank["words"].as_array().unwrap().iter().map(|word| word["word"].as_str().unwrap()).collect();
    assert!(words.contains(&"CAT") && words.contains(&"bAT") && !words.contains(&"BAT"), "{words:?}");
    let limited = json(&found(&["perslatgsineters", "--json", "-n", "3"]));
    assert_eq!((limited["words"].as_array().unwrap().len(), limited["count"].as_u64()), (3, Some(1044)));
}

#[test]
fn grids_come_from_standard_input() {
    let rows = |input: &str, arguments: &[&str]| {
        let (status, stdout, stderr) = go(arguments, input);
        assert_eq!(status, 0, "{stderr}");
        stdout
    };
    assert_eq!(rows("catd\nline\nmaro\npets\n", &["-c"]), "766\n");
    assert_eq!(
        rows("perslatgsineters\ncatdlinemaropets\n", &["-", "-c"]),
        "perslatgsineters\t1044\ncatdlinemaropets\t766\n"
    );
    assert_eq!(rows("c a t\nd . .\n. . .\n\ncat/d../...\n", &["-c", "-"]), "c a t/d . ./. . .\t3\ncat/d../...\t3\n");
    assert_eq!(rows("catd\nline\n", &["-", "--lines", "-c"]).lines().count(), 2);
    let ten = "abcdefghij\n".repeat(10);
    assert_eq!(rows(&ten, &["-", "--json"]).lines().count(), 1);
    // Many at once go another way.
    let many: String = (0..400).map(|seed| made(seed) + "\n").collect();
    let fast = rows(&many, &["-c", "--score", "-"]);
    assert_eq!(fast.lines().count(), 400);
    for line in fast.lines().step_by(80) {
        let (grid, rest) = line.split_once('\t').unwrap();
        assert_eq!(found_or_not(&[grid, "-c", "--score"]).trim(), rest, "{grid}");
    }
    assert_eq!(
        rows("cat/d../...\nzzz/zzz/zzz\n", &["--json", "-"])
            .lines()
            .map(|line| json(line)["query"].to_string())
            .collect::<Vec<_>>(),
        ["\"cat/d../...\"", "\"zzz/zzz/zzz\""]
    );
    assert!(failed(&["-"], "").contains("no grid"));
    let (_, _, stderr) = go(&["-"], "catd\nline\nmaro\npets\n\nab/c\n");
    assert!(stderr.contains("error: standard input:6: row 2 has 1 cells, the first row has 2"), "{stderr}");
}

/// Boards by a rule of our own, since a process a roll would take long.
fn made(seed: usize) -> String {
    let letter = |cell: usize| "etaoinshrdluqcpm".as_bytes()[(seed * 7 + cell * cell * 5 + seed * cell) % 16] as char;
    (0..4).map(|row| (0..4).map(|column| letter(4 * row + column)).collect::<String>()).collect::<Vec<_>>().join("/")
}

fn found_or_not(arguments: &[&str]) -> String {
    go(arguments, "").1
}

#[test]
fn nothing_found_is_status_1() {
    let (status, stdout, _) = go(&["zzz/zzz/zzz"], "");
    assert_eq!((status, stdout.as_str()), (1, ""));
    let (status, stdout, _) = go(&["zzz/zzz/zzz", "-c"], "");
    assert_eq!((status, stdout.as_str()), (1, "0\n"));
}

#[test]
fn hints_go_on_by_number() {
    let hint = |number: &str| found(&["catdlinemaropets", "--hint", number]);
    assert!(hint("1").starts_with("CAT\t1\t1,1 1,2 1,3\n"));
    assert_ne!(hint("1"), hint("2"));
    assert_eq!(found(&["--hint", "catdlinemaropets"]), hint("1"));
    let all: std::collections::BTreeSet<String> =
        (1..=20).map(|number| hint(&number.to_string()).split('\t').next().unwrap().to_owned()).collect();
    assert_eq!(all.len(), 20);
    let value = json(&found(&["catdlinemaropets", "--hint", "3", "--json"]));
    assert_eq!((&value["hint"], &value["count"]), (&3.into(), &766.into()));
    let (status, stdout, _) = go(&["catdlinemaropets", "--hint", "767"], "");
    assert_eq!((status, stdout.as_str()), (1, ""));
    assert!(failed(&["catdlinemaropets", "--hint", "0"], "").contains("from 1"));
    assert!(failed(&["catdlinemaropets", "--hint", "3x"], "").contains("expected a number"));
    assert!(failed(&["cat", "dog", "--hint"], "").contains("exactly one grid"));
}

#[test]
fn rounds_are_scored() {
    let folder = std::env::temp_dir().join(format!("lexigraph-round-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("round.txt");
    std::fs::write(&file, "Ann: line, cat dog\nBob: LINE nor zz9 cwm\n").unwrap();
    let file = file.to_str().unwrap();
    let text = found(&["catdlinemaropets", "--players", file]);
    assert_eq!(
        text,
        "Ann\t1\n\tline\t0\talso found by Bob\n\tcat\t1\n\tdog\t0\tnot on the grid\n\
         Bob\t1\n\tLINE\t0\talso found by Ann\n\tnor\t1\n\tzz9\t0\tcontains characters that are not letters\n\tcwm\t0\tnot on the grid\n"
    );
    let value = json(&found(&["catdlinemaropets", "--players", file, "--json", "--bonus", "2"]));
    assert_eq!((&value["players"][0]["score"], &value["winners"][1]), (&3.into(), &"Bob".into()));
    assert_eq!(value["players"][0]["words"][0]["verdict"], "shared");
    let tsv = found(&["catdlinemaropets", "--players", file, "--tsv"]);
    assert!(tsv.starts_with("player\tword\tpoints\tverdict\nAnn\tline\t0\talso found by Bob\n"), "{tsv}");
    std::fs::write(file, "cat dog\n").unwrap();
    assert!(failed(&["catdlinemaropets", "--players", file], "").contains("round.txt:1: expected the name of a new player"));
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(failed(&["catdlinemaropets", "--players", "no-such-file"], "").contains("no-such-file: "));
}

#[test]
fn rolls_are_repeatable_and_read_back() {
    let roll = found(&["--roll", "--dice", "super", "--seed", "7"]);
    assert_eq!(roll, found(&["--roll", "--dice", "super", "--seed", "7"]));
    assert_ne!(roll, found(&["--roll", "--dice", "super", "--seed", "8"]));
    let value = json(&found(&["--roll", "--dice", "super", "--seed", "7", "--json"]));
    let (status, stdout, _) = go(&["-", "--json", "--dice", "super"], &roll);
    assert_eq!(status, 0);
    assert_eq!(json(&stdout)["grid"], value["grid"]);
    assert!(json(&stdout)["words"].as_array().unwrap().iter().all(|word| word["length"].as_u64().unwrap() >= 4));
    assert_eq!(found(&["--roll", "-n", "5", "--seed", "1"]).lines().count(), 5);
    for dice in ["classic", "new", "big", "big-2012", "super"] {
        assert!(!found(&["--roll", "--dice", dice]).is_empty());
    }
    assert!(failed(&["--roll", "--dice", "wooden"], "").contains("unknown dice 'wooden' — use one of: big, "));
    assert!(failed(&["cat/dog/pig", "--points", "none"], "").contains("unknown points 'none'"));
    assert!(failed(&["--roll", "--dice", "no/such.toml"], "").contains("no/such.toml: "));
}

#[test]
fn brute_force_is_refused_where_it_would_not_end() {
    assert_eq!(
        found(&["cat/d../...", "--algorithm", "brute-force", "--paths"]),
        found(&["cat/d../...", "--algorithm", "search", "--paths"])
    );
    let error = failed(&["ligdrmanesietildsracsepes", "--algorithm", "brute-force"], "");
    assert!(error.contains("billion paths") && error.contains("--force") && error.contains("minutes"), "{error}");
    let short = found(&["ligdrmanesietildsracsepes", "--algorithm", "brute-force", "--longest", "4"]);
    let all = found(&["ligdrmanesietildsracsepes"]);
    assert!(short.lines().eq(all.lines().filter(|word| word.len() <= 4)));
    let rook = ["oaanetriihkriflv", "--adjacency", "rook", "--json"];
    let brute = json(&found(&[&rook[..], &["--algorithm", "brute-force"]].concat()));
    assert_eq!((&brute["counters"]["tried"], &brute["words"]), (&28448.into(), &json(&found(&rook))["words"]));
}

#[test]
fn variants() {
    let count = |arguments: &[&str]| found_or_not(&[arguments, &["-c"]].concat()).trim().parse::<u64>().unwrap();
    assert!(count(&["catdlinemaropets", "--adjacency", "rook"]) < count(&["catdlinemaropets"]));
    assert!(count(&["catdlinemaropets", "--wrap"]) > count(&["catdlinemaropets"]));
    assert_eq!((found(&["qat"]), found(&["qat", "--bare-q"])), ("QUA\n".to_owned(), "QAT\n".to_owned()));
    // Debug code takes a quarter of a minute for the larger.
    let (wild, least) = if cfg!(debug_assertions) { ("??/??/??", 20_000) } else { ("????/????/????/????", 150_000) };
    assert!(count(&[wild]) > least);
}

#[test]
fn bad_grids_are_told_apart() {
    assert!(failed(&["catd/l1ne"], "").contains("row 2, column 2: '1' is not a letter of the alphabet 'english'"));
    assert!(failed(&["catd/lin"], "").contains("row 2 has 3 cells, the first row has 4"));
    assert!(failed(&[""], "").contains("the grid is empty"));
    assert!(failed(&["abc", "--size", "100000x100000"], "").contains("at most 16384 cells"));
    assert!(failed(&["abc", "--size", "2"], "").contains("'2' is not a size"));
    assert!(failed(&["abcd", "--size", "2x3"], "").contains("4 cells do not make 2x3"));
    assert!(failed(&["abcdefg"], "").contains("do not make a rectangle"));
    let large = "ab".repeat(5_000);
    assert_eq!(go(&["--size", "100x100", &large, "-c"], "").0, 0);
}

#[test]
fn good_boards_are_found() {
    let best = |pools: &str| {
        json(&found(&["--best", "--size", "3x3", "--seconds", "60", "--pools", pools, "--seed", "1", "--json"]))
    };
    if cfg!(debug_assertions) {
        assert!(best("1")["score"].as_u64().unwrap() > 400);
    } else {
        let value = best("4");
        assert_eq!((&value["score"], &value["count"]), (&545.into(), &267.into()));
    }
    // The same whatever the number of threads.
    let one = ["--best", "--size", "2x3", "--seconds", "60", "--pools", "2", "--seed", "5", "--pool", "20"];
    assert_eq!(found(&[&one[..], &["--threads", "1"]].concat()), found(&[&one[..], &["--threads", "3"]].concat()));
    let near = found(&["--best", "--start", "dat/les/per", "--pools", "1", "--pool", "5"]);
    assert!(near.split('\t').nth(1).unwrap().parse::<u64>().unwrap() > 200, "{near}");
    assert!(failed(&["--best", "--size", "9x9"], "").contains("such as 7x7"));
    assert!(failed(&["--best", "--seconds", "0"], "").contains("--seconds"));
    assert!(failed(&["--best", "--start", "ca?/dog/pig"], "").contains("give a letter for each cell"));
    assert!(failed(&["--best", "--start", "c1t"], "").contains("'1' is not a letter"));
}

#[cfg(unix)]
#[test]
fn an_interrupted_search_prints_the_best_board() {
    use std::io::Read;
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_lexigraph"))
        .args(["boggle", "--best", "--size", "3x3", "--seconds", "600", "--seed", "1"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_secs(3));
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let mut stdout = String::new();
    child.stdout.take().unwrap().read_to_string(&mut stdout).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
    let fields: Vec<&str> = stdout.trim_end().split('\t').collect();
    assert!(fields.len() == 3 && fields[1].parse::<u64>().unwrap() > 0, "{stdout}");
}
