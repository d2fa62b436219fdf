//! The command line as scripts see it: output, messages, exit status, files left behind.

use std::fs;
use std::process::{Command, Stdio};

use crate::program::Folder;

/// A folder with some lists in it.
fn lists() -> Folder {
    let long = format!("aa\n{}\n", "a".repeat(300));
    Folder::with(&[
        ("twelve.txt", include_bytes!("../golden/twelve.txt")),
        ("broken.txt", b"aa\nab\na-b\nad\nn\xc3\xa4\n"),
        ("empty.txt", b""),
        ("comments.txt", b"# nothing\n\n"),
        ("long.txt", long.as_bytes()),
    ])
}

#[test]
fn a_list_in_an_image_out_and_the_words_back() {
    let run = lists();
    let (status, stdout, stderr) = run.go(&["compile", "twelve.txt", "-o", "twelve.lxg"], "");
    assert_eq!((status, stdout.as_str()), (0, ""));
    assert!(stderr.contains("twelve.txt: UTF-8, LF, one word a line; 12 words"), "{stderr}");
    let (status, stdout, _) = run.go(&["dump", "twelve.lxg"], "");
    assert_eq!((status, stdout), (0, include_str!("../golden/twelve.txt").to_uppercase()));
    let (status, stdout, _) = run.go(&["verify", "twelve.lxg", "--against", "twelve.txt"], "");
    assert_eq!(status, 0);
    assert!(stdout.lines().count() > 10 && stdout.lines().all(|line| line.starts_with("ok ")), "{stdout}");
    let (status, _, _) = run.go(&["dump", "twelve.lxg", "-o", "again.txt", "-q"], "");
    assert_eq!(status, 0);
    let (_, _, _) = run.go(&["compile", "again.txt", "-o", "again.lxg"], "");
    let read = |name: &str| fs::read(run.path().join(name)).unwrap();
    assert!(read("again.lxg") == read("twelve.lxg"), "same words, same bytes");
}

#[test]
fn stats_have_their_keys() {
    let run = lists();
    let report = run.json(&["stats", "twelve.txt", "--json"]);
    let keys: Vec<&str> = report.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(
        keys,
        [
            "words",
            "letters",
            "longest",
            "alphabet",
            "format",
            "file_bytes",
            "bytes_per_word",
            "graphs",
            "words_by_length",
            "letters_by_frequency"
        ]
    );
    let dawg = &report["graphs"][0];
    let keys: Vec<&str> = dawg.as_object().unwrap().keys().map(String::as_str).collect();
    let expected = [
        "graph",
        "nodes_kind",
        "nodes",
        "edges",
        "trie_nodes",
        "trie_edges",
        "accepting_edges",
        "bytes",
        "resident_bytes",
        "max_out_degree",
        "depth",
    ];
    assert_eq!(keys, expected);
    assert_eq!(
        (dawg["nodes"].as_u64(), dawg["edges"].as_u64(), dawg["trie_nodes"].as_u64()),
        (Some(14), Some(20), Some(48))
    );
    assert_eq!(report["graphs"][1]["nodes"], 89);
    let (status, stdout, _) = run.go(&["stats", "twelve.txt", "--compare", "--json"], "");
    // One line a node layout: fast, list, small, packed, hash.
    assert_eq!((status, stdout.lines().count()), (0, 5));
    let (status, stdout, _) = run.go(&["stats", "enable", "twelve.txt"], "");
    assert_eq!(status, 0);
    assert!(stdout.contains("172,823") && stdout.contains("4,259,408") && stdout.contains("twelve.txt"), "{stdout}");
}

#[test]
fn compile_reports_what_it_read() {
    let run = lists();
    let report = run.json(&[
        "compile",
        "broken.txt",
        "twelve.txt",
        "-o",
        "x.lxg",
        "--json",
        "--on-invalid",
        "skip",
        "--max-length",
        "6",
    ]);
    assert_eq!(
        (report["words"].as_u64(), report["words_read"].as_u64(), report["too_long"].as_u64()),
        (Some(5), Some(15), Some(10))
    );
    assert_eq!(report["rejected"]["count"], 2);
    assert_eq!(report["rejected"]["examples"][0]["line"], 3);
    assert!(report["seconds"].is_f64() && report["duplicates"] == 0);
    // "nä" folds to "na" on request.
    let report = run.json(&["compile", "broken.txt", "-o", "y.lxg", "--json", "--on-invalid", "skip", "--fold-accents"]);
    assert_eq!((report["words"].as_u64(), report["rejected"]["count"].as_u64()), (Some(4), Some(1)));
}

#[test]
fn bad_lists_are_errors_and_leave_nothing_behind() {
    let run = lists();
    let before = run.files();
    for (list, says) in [
        ("broken.txt", "broken.txt:3: 'a-b': '-' (column 2) is not a letter"),
        ("empty.txt", "empty.txt: no words"),
        ("comments.txt", "comments.txt: no words"),
        ("long.txt", "long.txt:2"),
        ("missing.txt", "missing.txt: "),
        (".", ".: "),
    ] {
        let (status, stdout, stderr) = run.go(&["compile", list, "-o", "out.lxg"], "");
        assert_eq!((status, stdout.as_str()), (2, ""), "{list}");
        assert!(stderr.contains(&format!("error: {says}")), "{list}: {stderr}");
        assert_eq!(run.files(), before, "{list} left a file");
    }
    let (status, _, stderr) = run.go(&["compile", "twelve.txt", "-o", "no/such/folder.lxg"], "");
    assert_eq!(status, 2);
    assert!(stderr.contains("no/such/folder.lxg"), "{stderr}");
    let (status, _, stderr) = run.go(&["compile", "twelve.txt", "-o", "out.lxg", "--alphabet", "klingon"], "");
    assert_eq!(status, 2);
    assert!(stderr.contains("no alphabet is called 'klingon'"), "{stderr}");
}

#[test]
fn files_are_not_replaced_unless_told() {
    let run = lists();
    fs::write(run.path().join("out.lxg"), b"mine").unwrap();
    let (status, _, stderr) = run.go(&["compile", "twelve.txt", "-o", "out.lxg"], "");
    assert_eq!(status, 2);
    assert!(stderr.contains("--force"), "{stderr}");
    assert_eq!(fs::read(run.path().join("out.lxg")).unwrap(), b"mine");
    let (status, _, _) = run.go(&["compile", "twelve.txt", "-o", "out.lxg", "--force"], "");
    assert_eq!(status, 0);
}

#[test]
fn lookup_prints_what_is_there() {
    let run = lists();
    assert_eq!(run.go(&["lookup", "cwm", "qi", "Zyzzyva"], ""), (0, "CWM\nZYZZYVA\n".into(), String::new()));
    assert_eq!(run.go(&["lookup", "qi"], ""), (1, String::new(), String::new()));
    assert_eq!(run.go(&["lookup", "--invert"], "cwm\n qi \n\nx-1\n"), (0, "qi\nx-1\n".into(), String::new()));
    assert_eq!(run.go(&["lookup", "--judge", "cwm", "aa"], "").0, 0);
    let (status, stdout, _) = run.go(&["lookup", "--judge", "QI", "ZA", "ZEN", "CWM", "OK", "PIZZAZZ"], "");
    assert_eq!((status, stdout.as_str()), (1, "not acceptable: QI ZA ZEN OK PIZZAZZ\n"));
    assert_eq!(run.go(&["lookup", "-c", "-"], "cwm\nqi\naa\n").1, "2\n");
    assert_eq!(run.go(&["lookup", "-0", "aa", "ab"], "").1, "AA\0AB\0");
    assert_eq!(run.go(&["lookup", "--json", "aa"], "").1, "{\"word\":\"AA\",\"query\":\"aa\",\"valid\":true}\n");
    let (status, stdout, _) = run.go(&["lookup", "-l", "twelve.txt", "airier", "aa"], "");
    assert_eq!((status, stdout.as_str()), (0, "AIRIER\n"));
    let (status, _, stderr) = run.go(&["lookup", "-l", "nosuch", "aa"], "");
    assert_eq!(status, 2);
    assert!(stderr.contains("bundled: enable"), "{stderr}");
}

#[test]
fn damaged_images_are_named() {
    let run = lists();
    run.go(&["compile", "twelve.txt", "-o", "x.lxg"], "");
    let path = run.path().join("x.lxg");
    let good = fs::read(&path).unwrap();
    let mut bad = good.clone();
    let last = bad.len() - 100;
    bad[last] ^= 1;
    fs::write(&path, &bad).unwrap();
    let (status, stdout, _) = run.go(&["verify", "x.lxg"], "");
    assert_eq!(status, 1);
    assert!(stdout.contains("WRONG gaddag: checksum"), "{stdout}");
    fs::write(&path, &good[..good.len() - 1]).unwrap();
    let (status, _, stderr) = run.go(&["lookup", "-l", "x.lxg", "aa"], "");
    assert_eq!(status, 2);
    assert!(stderr.starts_with("error: x.lxg: image is"), "{stderr}");
    let (status, _, stderr) = run.go(&["verify", "twelve.txt"], "");
    assert_eq!(status, 2);
    assert!(stderr.contains("not a lexigraph image"), "{stderr}");
}

#[test]
fn any_alphabet_will_do() {
    let run = lists();
    let folder = run.path();
    fs::write(folder.join("es.txt"), "chico\nllama\nperro\nañejo\n").unwrap();
    let report = run.json(&["compile", "es.txt", "-o", "es.lxg", "--alphabet", "spanish", "--json"]);
    assert_eq!(
        (report["words"].as_u64(), report["longest"].as_u64(), report["alphabet"].as_str()),
        (Some(4), Some(5), Some("spanish"))
    );
    // 256 characters and more: bytes, a DAWG only.
    let many: String = (0..600).filter_map(|n| char::from_u32(0x4e00 + n)).map(|c| format!("{c}x\n")).collect();
    fs::write(folder.join("many.txt"), &many).unwrap();
    let report = run.json(&["compile", "many.txt", "-o", "many.lxg", "--alphabet", "auto", "--json"]);
    assert_eq!((report["words"].as_u64(), report["graphs"].as_array().unwrap().len()), (Some(600), 1));
    assert_eq!(run.go(&["lookup", "-l", "many.lxg", "一x", "x"], "").1, "一x\n");
    assert_eq!(run.go(&["verify", "many.lxg", "--against", "many.txt"], "").0, 0);
    let (status, _, stderr) = run.go(&["compile", "many.txt", "-o", "m2.lxg", "--alphabet", "auto", "--graph", "both"], "");
    assert_eq!(status, 2);
    assert!(stderr.contains("--graph dawg"), "{stderr}");
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_lexigraph"))
        .args(["dump", "enable"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), b"".as_slice()));
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_an_error() {
    let output = Command::new(env!("CARGO_BIN_EXE_lexigraph"))
        .args(["dump", "enable"])
        .stdout(fs::OpenOptions::new().write(true).open("/dev/full").unwrap())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("error: standard output"));
}

#[test]
fn wrong_arguments_are_status_two_and_help_is_zero() {
    let run = lists();
    assert_eq!(run.go(&[], "").0, 2);
    assert_eq!(run.go(&["lookup", "--nosuch"], "").0, 2);
    for arguments in [&["--help"][..], &["-h"], &["--version"], &["compile", "--help"], &["formats"], &["alphabets"]] {
        let (status, stdout, _) = run.go(arguments, "");
        assert_eq!(status, 0, "{arguments:?}");
        assert!(!stdout.is_empty());
    }
    assert!(run.go(&["alphabets", "spanish"], "").1.contains("RR"));
    for arguments in [&["compile", "-h"][..], &["lookup", "-h"], &["stats", "-h"], &["-h"], &["anagram", "-h"]] {
        assert!(run.go(arguments, "").1.lines().count() <= 45, "{arguments:?}");
    }
}
