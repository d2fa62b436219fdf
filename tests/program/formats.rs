//! Conversion, merging, comparing and drawing as scripts see them.

use std::fs;
use std::process::{Command, Stdio};

use crate::program::Folder;
use serde_json::Value;

/// A folder with some lists in it.
fn lists() -> Folder {
    Folder::with(&[
        ("twelve.txt", include_bytes!("../golden/twelve.txt")),
        ("old.txt", b"aa\nab\nad\n"),
        ("new.txt", b"aa\nad\nae\nzoa\n"),
    ])
}

#[test]
fn formats_are_one_list() {
    let run = lists();
    let lines: Vec<Value> = run.ok(&["formats", "--json"]).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(lines.iter().all(|line| line["limits"].as_str().is_some_and(|limits| !limits.is_empty())));
    let text = run.ok(&["formats"]);
    for line in &lines {
        assert!(text.contains(line["format"].as_str().unwrap()));
    }
}

#[test]
fn there_and_back_through_every_graph_format() {
    let run = lists();
    let words = include_str!("../golden/twelve.txt").to_uppercase();
    run.ok(&["compile", "twelve.txt", "-o", "twelve.lxg"]);
    for line in run.ok(&["formats", "--json"]).lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        let (format, reads) = (line["format"].as_str().unwrap(), line["reads"].as_bool().unwrap());
        let reads = reads && line["writes"] == true;
        if !reads || ["kad", "dwg-reversed"].contains(&format) || line["graphs"][0].is_null() {
            continue;
        }
        let file = format!("x.{}", line["extensions"][0].as_str().unwrap());
        run.ok(&["convert", "twelve.lxg", "-o", &file, "--format", format, "--force"]);
        assert_eq!(run.ok(&["dump", &file]), words, "{format}");
        assert_eq!(run.ok(&["diff", &file, "twelve.txt"]), "", "{format}");
        let told = format.trim_end_matches("-shared");
        assert!(run.ok(&["stats", &file, "--json"]).contains(&format!("\"format\":\"{told}\"")), "{format}");
        run.ok(&["verify", &file, "--against", "twelve.txt"]);
        run.ok(&["convert", &file, "-o", "back.lxg", "--force", "--graph", "both"]);
        assert!(run.read("back.lxg") == run.read("twelve.lxg"), "{format}: the same words give the same image");
        run.ok(&["compile", "twelve.txt", "-o", "direct", "--format", format, "--force"]);
        assert!(run.read("direct") == run.read(&file), "{format}");
    }
}

#[test]
fn queries_and_solve_run_on_foreign_graphs() {
    let run = lists();
    let sheet = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/sheet.txt");
    // Debug code takes seconds to build the longer words.
    let longest = if cfg!(debug_assertions) { "7" } else { "28" };
    run.ok(&["dump", "enable", "-o", "enable.txt"]);
    run.ok(&["compile", "enable.txt", "-o", "enable.lxg", "--max-length", longest]);
    let native = run.ok(&["solve", sheet, "--top", "5", "-l", "enable.lxg"]);
    for file in ["enable.kwg", "enable.kbwg", "enable.gaddag"] {
        run.ok(&["convert", "enable.lxg", "-o", file]);
        assert_eq!(run.ok(&["solve", sheet, "--top", "5", "-l", file]), native, "{file}");
    }
    let mut files = vec!["enable.kwg", "enable.dawg", "enable.dwg", "enable.dawgdic", "enable.ptrie", "enable.cwg"];
    files.extend(cfg!(feature = "fst").then_some("enable.fst"));
    files.extend(cfg!(feature = "marisa").then_some("enable.marisa"));
    let boggle = ["boggle", "sers patg line sers"];
    let on_a_grid = run.ok(&[&boggle[..], &["-l", "enable.lxg"]].concat());
    let queries = [&["anagram", "retains"][..], &["pattern", "q?i*"], &["hooks", "care"], &["near", "lexicon"]];
    let native_answers = queries.map(|query| run.ok(&[query, &["-l", "enable.lxg"][..]].concat()));
    for file in files {
        run.ok(&["convert", "enable.lxg", "-o", file, "--force"]);
        assert_eq!(run.ok(&[&boggle[..], &["-l", file]].concat()), on_a_grid, "{file}");
        let by_dawg = run.ok(&["solve", sheet, "--top", "5", "-l", file, "--algorithm", "dawg"]);
        assert_eq!(by_dawg, native, "{file}");
        for (query, expected) in queries.iter().zip(&native_answers) {
            let foreign = run.ok(&[query, &["-l", file][..]].concat());
            assert_eq!(foreign, *expected, "{file} {query:?}");
        }
    }
}

#[test]
fn merge_keeps_what_it_says() {
    let run = lists();
    for (operation, words) in
        [("union", "AA\nAB\nAD\nAE\nZOA\n"), ("intersect", "AA\nAD\n"), ("subtract", "AB\n"), ("symmetric", "AB\nAE\nZOA\n")]
    {
        for file in ["m.lxg", "m.kwg"] {
            run.ok(&["merge", operation, "old.txt", "new.txt", "-o", file, "--force"]);
            assert_eq!(run.ok(&["dump", file]), words, "{operation}");
            assert!(!run.ok(&["verify", file]).contains("WRONG"));
        }
    }
    let (status, _, stderr) = run.go(&["merge", "union", "old.txt", "new.txt", "-o", "m.lxg"], "");
    assert!(status == 2 && stderr.contains("--force"), "{stderr}");
}

#[test]
fn diff_says_what_went_and_what_came() {
    let run = lists();
    let (status, stdout, stderr) = run.go(&["diff", "old.txt", "new.txt"], "");
    assert_eq!((status, stdout.as_str()), (1, "-AB\n+AE\n+ZOA\n"));
    assert!(stderr.contains("1 words removed, 2 added"), "{stderr}");
    assert_eq!(run.go(&["diff", "old.txt", "old.txt"], "").0, 0);
    let (status, stdout, _) = run.go(&["diff", "old.txt", "new.txt", "--count"], "");
    assert_eq!((status, stdout.as_str()), (1, "-1\n+2\n"));
    let (_, stdout, _) = run.go(&["diff", "old.txt", "new.txt", "--json"], "");
    assert_eq!(stdout.lines().next(), Some(r#"{"word":"AB","in":"first"}"#));
    let (status, _, stderr) = run.go(&["diff", "old.txt", "missing.kwg"], "");
    assert!(status == 2 && stderr.contains("error: missing.kwg: "), "{stderr}");
    run.ok(&["compile", "old.txt", "-o", "auto.lxg", "--alphabet", "auto"]);
    let (status, _, stderr) = run.go(&["diff", "auto.lxg", "new.txt"], "");
    assert!(status == 2 && stderr.contains("compile both with one --alphabet"), "{stderr}");
}

#[test]
fn a_closed_pipe_ends_a_diff_quietly() {
    let run = lists();
    let mut child = Command::new(env!("CARGO_BIN_EXE_lexigraph"))
        .args(["diff", "enable", "old.txt"])
        .current_dir(run.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(!String::from_utf8_lossy(&output.stderr).contains("error"));
}

#[test]
fn word_lists_in_every_dress() {
    let run = lists();
    let plain = include_str!("../golden/twelve.txt").to_uppercase();
    run.ok(&["convert", "twelve.txt", "-o", "twelve.kwg", "--graph", "dawg"]);
    for file in ["a.txt", "a.txt.xz", "a.lst.gz", "a.zst", "a.json", "a.json.xz"] {
        run.ok(&["convert", "twelve.kwg", "-o", file]);
        assert_eq!(run.ok(&["dump", file]), plain, "{file}");
        run.ok(&["diff", file, "twelve.kwg"]);
    }
    assert_eq!(String::from_utf8(run.read("a.txt")).unwrap(), plain);
    run.ok(&["dump", "twelve.kwg", "-o", "dump.xz"]);
    assert!(run.read("dump.xz").starts_with(b"\xfd7zXZ") && run.ok(&["dump", "dump.xz"]) == plain);
    let words: Vec<String> = serde_json::from_slice(&run.read("a.json")).unwrap();
    assert_eq!(words, plain.lines().collect::<Vec<_>>());
    run.ok(&["convert", "twelve.txt", "-o", "a.tsv"]);
    let tsv = String::from_utf8(run.read("a.tsv")).unwrap();
    assert!(tsv.starts_with("word\tlength\tpoints\nAERIER\t6\t6\n") && tsv.lines().count() == 13, "{tsv}");
    run.ok(&["convert", "twelve.txt", "-o", "a.jsonl", "--columns", "word,alphagram"]);
    let lines = String::from_utf8(run.read("a.jsonl")).unwrap();
    assert!(lines.starts_with("{\"word\":\"AERIER\",\"alphagram\":\"AEEIRR\"}\n"), "{lines}");
    let (status, _, stderr) = run.go(&["convert", "twelve.txt", "-o", "b.txt", "--columns", "word"], "");
    assert!(status == 2 && stderr.contains(".tsv"), "{stderr}");
    let (status, _, stderr) = run.go(&["compile", "twelve.txt", "-o", "c.txt"], "");
    assert!(status == 2 && stderr.contains("lexigraph convert"), "{stderr}");
}

#[test]
fn pictures_of_small_lists_only() {
    let run = lists();
    for (graph, nodes) in [("trie", 48), ("dawg", 15), ("gaddag", 90)] {
        let (status, dot, stderr) = run.go(&["draw", "twelve.txt", "--graph", graph], "");
        assert!(status == 0 && stderr.contains(&format!("{nodes} nodes")), "{graph}: {stderr}");
        assert!(dot.starts_with(&format!("digraph \"{graph} of twelve.txt\" {{")) && dot.ends_with("}\n"));
        let file = format!("{graph}.svg");
        run.ok(&["draw", "twelve.txt", "--graph", graph, "-o", &file]);
        let svg = String::from_utf8(run.read(&file)).unwrap();
        assert_eq!(svg.matches(" node\"").count(), nodes, "{graph}");
    }
    let (status, _, stderr) = run.go(&["draw", "enable", "-o", "enable.svg"], "");
    assert!(
        status == 2 && stderr.contains("enable: more than 500 nodes to draw") && stderr.contains("--max-nodes"),
        "{stderr}"
    );
    let (status, _, stderr) = run.go(&["draw", "twelve.txt", "-o", "x.png"], "");
    assert!(status == 2 && stderr.contains(".svg or .dot"), "{stderr}");
}

#[test]
fn what_does_not_fit_is_refused_and_nothing_is_written() {
    let run = lists();
    let (status, _, stderr) = run.go(&["compile", "twelve.txt", "-o", "x.kwg", "--graph", "gaddag"], "");
    assert!(status == 2 && stderr.contains("use --graph both or --graph dawg"), "{stderr}");
    let (status, _, stderr) = run.go(&["convert", "twelve.txt", "-o", "x.kad", "--graph", "both"], "");
    assert!(status == 2 && stderr.contains("use --graph dawg"), "{stderr}");
    fs::write(run.path().join("torn.kwg"), b"\x05\x00\x40\x00\x01").unwrap();
    let (status, _, stderr) = run.go(&["stats", "torn.kwg"], "");
    assert!(status == 2 && stderr.contains("torn.kwg"), "{stderr}");
    let (status, _, stderr) = run.go(&["compile", "twelve.txt", "-o", "x.kwg", "--definitions"], "");
    assert!(status == 2 && stderr.contains("no room for definitions"), "{stderr}");
    assert!(!run.path().join("x.kwg").exists() && !run.path().join("x.kad").exists());
}

#[test]
fn leave_values_turn_into_each_other_and_solve_takes_them_all() {
    let run = Folder::with(&[("five.csv", include_bytes!("../golden/five.csv")), ("fine.csv", b"AES?,31.501\n")]);
    let sheet = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/sheet.txt");
    let position = format!("{}15 BDESX?/ 0/0 0", "15/".repeat(14));
    let plays = |file: &str| run.ok(&["solve", &position, "--top", "9", "--sort", "equity", "--leaves", file]);
    let expected = plays("five.csv");
    assert!(expected != run.ok(&["solve", &position, "--top", "9", "--sort", "equity"]));
    for format in ["klv2", "klv", "klv16"] {
        let file = format!("five.{format}");
        run.ok(&["convert", "five.csv", "-o", &file]);
        assert!(
            run.read(&file)
                == fs::read(format!("{}/tests/golden/{file}", concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))).unwrap()
        );
        run.ok(&["convert", &file, "-o", "back.csv", "--force"]);
        assert!(run.read("back.csv") == run.read("five.csv"));
        assert_eq!(plays(&file), expected);
    }
    let fails = |arguments: &[&str]| {
        let files = run.files();
        let (status, _, stderr) = run.go(arguments, "");
        assert_eq!((status, run.files()), (2, files), "{arguments:?}: {stderr}");
        stderr
    };
    assert!(fails(&["convert", "fine.csv", "-o", "fine.klv"]).contains("allow rounding with --round"));
    run.ok(&["convert", "fine.csv", "-o", "fine.klv", "--round"]);
    assert!(fails(&["convert", "five.csv", "-o", "five.klv2"]).contains("--force"));
    assert!(fails(&["convert", "five.klv2", "-o", "x.lxg"]).contains("leave values can only be converted"));
    assert!(fails(&["convert", "five.csv", "-o", "x.klv2", "--alphabet", "auto"]).contains("--alphabet"));
    assert!(fails(&["convert", "none.csv", "-o", "x.klv2"]).starts_with("error: none.csv: "));
    assert!(fails(&["convert", sheet, "-o", "x.klv2"]).contains("line 1: "));
    assert!(fails(&["solve", sheet, "--leaves", sheet]).contains("line 1: "));
}
