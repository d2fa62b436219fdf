//! `define`, imports of dictionaries and numbers, and the columns, conditions and orders that use them.

use std::process::{Command, Stdio};

use crate::program::Folder;

/// The program in a folder that is also its data folder.
fn go(folder: &Folder, arguments: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_lexigraph"))
        .args(arguments)
        .current_dir(folder.path())
        .env("XDG_DATA_HOME", folder.path().join("data"))
        .env_remove("LEXIGRAPH_LEXICON")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

fn ok(folder: &Folder, arguments: &[&str]) -> String {
    let (status, stdout, stderr) = go(folder, arguments);
    assert_eq!(status, 0, "{arguments:?}: {stderr}");
    stdout
}

#[test]
fn words_are_explained() {
    let folder = Folder::with(&[]);
    let text = ok(&folder, &["define", "cwms", "QI", "zax"]);
    let basin = "plural of CWM: a steep-walled semicircular basin in a mountain; may contain a lake";
    assert_eq!(
        text,
        format!("CWMS\n  n. {basin}\nQI (not in enable): no definition\nZAX\n  n. a tool for cutting roof slates\n")
    );
    let json: serde_json::Value = serde_json::from_str(&ok(&folder, &["define", "--json", "cwms"])).unwrap();
    assert_eq!(json["definition"], format!("n. {basin}"));
    assert_eq!(json["senses"][0]["form"], serde_json::json!({ "of": "CWM", "is": "plural" }));
    let (status, text, _) = go(&folder, &["define", "xyzzy", "q1"]);
    assert_eq!((status, text.as_str()), (1, "XYZZY (not in enable): no definition\nq1 (not in enable): no definition\n"));
    // The word IMPORT is no command here.
    assert!(ok(&folder, &["define", "--", "import"]).starts_with("IMPORT\n"));
    let rows = ok(&folder, &["search", "length:2", "prefix:x", "--columns", "word,pos,definition"]);
    assert_eq!(
        rows,
        "XI\tn,adj\tn. the 14th letter of the Greek alphabet; adj. being one more than ten\nXU\tn\tn. a coin of Vietnam, a hundredth of a dong\n"
    );
}

/// A WordNet of a few lines.
fn wordnet() -> Folder {
    let folder = Folder::with(&[
        ("sets.index", b"qi\tA\tS\nqis\tS\tb\n00-database-short\tA\tB\n" as &[u8]),
        ("sets.dict", b"QI\n  vital force;\nqis plural: several  forces"),
        ("own.tsv", b"qi\tn\tvital energy\nqi\tv\tto breathe\nzax\ta tool\nq1\tn\tno word\n"),
    ]);
    let dict = folder.path().join("wn/dict");
    std::fs::create_dir_all(&dict).unwrap();
    let write = |name: &str, text: &str| std::fs::write(dict.join(name), text).unwrap();
    write(
        "index.noun",
        "  1 licence\nabc n 2 0 2 0 00000001 00000002  \nmarch n 1 0 1 0 00000003\nword n 1 0 1 0 00000004\n",
    );
    write(
        "data.noun",
        "  1 licence\n00000001 03 n 01 abc 0 000 | the alphabet; \"the abc\"\n\
         00000002 03 n 01 abc 0 000 | a primer; of reading\n00000003 03 n 01 March 0 000 | a month\n\
         00000004 03 n 01 word 0 000 | a unit\n",
    );
    write("index.verb", "go v 1 0 1 0 00000005\n");
    write("data.verb", "00000005 03 v 01 go 0 01 + 08 00 | to move\n");
    write("verb.exc", "went go\ngone go\n");
    for name in ["adj", "adv"] {
        write(&format!("index.{name}"), "");
        write(&format!("data.{name}"), "");
    }
    folder
}

#[test]
fn dictionaries_are_imported() {
    let folder = wordnet();
    let (status, _, stderr) = go(&folder, &["define", "import", "wn"]);
    assert!(status == 0 && stderr.contains("5 headwords"), "{stderr}");
    let kept = folder.path().join("data/lexigraph/definitions/english/wn.lxd");
    assert!(kept.is_file());
    // What the user has imported goes first; the bundled dictionary explains the rest.
    let text = ok(&folder, &["define", "abcs", "words", "went", "going", "zax"]);
    let expected = "ABCS (not in enable)\n  n. plural of ABC: the alphabet\nWORDS\n  n. plural of WORD: a unit\nWENT\n  \
                    v. past form of GO: to move\nGOING\n  v. present participle of GO: to move\nZAX\n  n. a tool for cutting roof slates\n";
    assert_eq!(text, expected);
    // A month is a name, so what the bundled dictionary says counts.
    assert!(!ok(&folder, &["define", "march"]).contains("month"));
    let (status, _, stderr) = go(&folder, &["define", "import", "wn"]);
    assert!(status == 2 && stderr.contains("--force"), "{stderr}");
    ok(&folder, &["define", "import", "wn", "--force", "--short", "12"]);
    assert_eq!(ok(&folder, &["define", "abc"]), "ABC (not in enable)\n  n. the alphabet\n");
    std::fs::write(&kept, "damaged").unwrap();
    let (status, text, stderr) = go(&folder, &["define", "zax"]);
    assert!(status == 0 && text.starts_with("ZAX") && stderr.contains("wn.lxd: not a dictionary file"), "{stderr}");

    ok(&folder, &["define", "import", "own.tsv", "--force"]);
    std::fs::remove_file(&kept).unwrap();
    assert_eq!(ok(&folder, &["lookup", "--define", "zax"]), "ZAX\ta tool\n");
    assert_eq!(go(&folder, &["define", "qi"]).1, "QI (not in enable)\n  n. vital energy\n  v. to breathe\n");
    std::fs::remove_dir_all(folder.path().join("data")).unwrap();
    ok(&folder, &["define", "import", "sets.dict", "-o", "sets.lxd"]);
    let (status, _, stderr) = go(&folder, &["define", "import", "sets.index"]);
    assert_eq!(status, 0, "{stderr}");
    assert_eq!(
        go(&folder, &["define", "qi", "qis"]).1,
        "QI (not in enable)\n  vital force;\nQIS (not in enable)\n  plural: several forces\n"
    );
}

#[test]
fn bad_imports_are_named() {
    let folder = wordnet();
    let refused = |arguments: &[&str], what: &str| {
        let (status, stdout, stderr) = go(&folder, &[&["define", "import"], arguments].concat());
        assert!(status == 2 && stdout.is_empty() && stderr.contains(what), "{arguments:?}: {stderr}");
    };
    std::fs::create_dir(folder.path().join("empty")).unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("alone.index", "a\tA\tB\n");
    write("bad.index", "qi\tA\tzzzzzz\n");
    write("bad.dict", "short");
    write("text.txt", "aa\nbb\n");
    refused(&["empty"], "empty: the folder has no data.noun");
    refused(&["alone.index"], "a dictd database needs both files");
    refused(&["bad.index"], "bad.index:1: the article lies outside the text");
    refused(&["missing.tsv"], "missing.tsv");
    refused(&["text.txt"], "no definitions found");
    refused(&["own.tsv", "--name", "a/b"], "cannot be the name of a dictionary");
    write("wn/dict/data.noun", "00000001 03 n 01\n");
    refused(&["wn"], "data.noun:1: expected: synset_offset");
    refused(&["own.tsv", "sets.dict", "--as", "counts"], "--as takes one file, not 2");
    refused(&["text.txt", "--as", "counts"], "no numbers found");
    write("none.txt", "zzz 5\n");
    refused(&["none.txt", "--as", "counts"], "it has no word of the lexicon");
    assert!(!folder.path().join("data").exists());
}

#[test]
fn commonness_is_a_column_a_condition_and_an_order() {
    let folder = Folder::with(&[
        ("german.txt", "haus\nmaus\naus\nuni\n".as_bytes()),
        ("counts.txt", b"aus 900\nhaus 50\nuni 50\nwort 7\n"),
    ]);
    let sorted = ["search", "length:7", "suffix:iest", "--sort", "commonness", "--columns", "word,commonness", "-n", "3"];
    assert_eq!(ok(&folder, &sorted), "EASIEST\t10\nAIRIEST\t35\nBONIEST\t35\n");
    assert_eq!(ok(&folder, &["search", "commonness:-10", "length:8-", "-c"]), "1449\n");
    assert_eq!(ok(&folder, &["search", "length:2", "not", "commonness:-80", "prefix:a"]), "AA\nAB\nAE\nAL\nAR\nAW\n");
    let german = ["-l", "german.txt", "--alphabet", "german"];
    let (status, _, stderr) = go(&folder, &[&["search", "commonness:-10"], &german[..]].concat());
    assert!(status == 2 && stderr.contains("define import FILE --as counts"), "{stderr}");
    ok(&folder, &[&["define", "import", "counts.txt", "--as", "counts"], &german[..]].concat());
    let rows = ok(
        &folder,
        &[&["search", "length:1-", "--sort", "commonness", "--columns", "word,commonness"], &german[..]].concat(),
    );
    assert_eq!(rows, "AUS\t10\nHAUS\t10\nUNI\t10\nMAUS\t\n");
}

#[test]
fn boggle_and_play_know_common_words() {
    let folder = Folder::with(&[]);
    let count = |more: &[&str]| -> u32 {
        ok(&folder, &[&["boggle", "perslatgsineters", "-c"], more].concat()).trim().parse().unwrap()
    };
    let common = count(&["--commonness", "35"]);
    assert!(0 < common && common < count(&["--commonness", "70"]) && count(&["--commonness", "70"]) < count(&[]));
    let words = ok(&folder, &["boggle", "perslatgsineters", "--commonness", "35"]);
    let (_, levels, _) = folder.go(&["complete", "-", "-n", "1", "--columns", "word,commonness"], &words);
    assert_eq!(levels.lines().count(), words.lines().count());
    for line in levels.lines() {
        let level: u32 = line.split('\t').nth(2).unwrap().parse().unwrap();
        assert!(level <= 35, "{line}");
    }
    let (status, _, stderr) = go(&folder, &["boggle", "catd/line/maro/pets", "--commonness", "5"]);
    assert!(status == 2 && stderr.contains("levels begin with 10"), "{stderr}");
    let played =
        ok(&folder, &["selfplay", "--first", "greedy", "--second", "greedy:commonness=35", "--games", "10", "--json"]);
    let played: serde_json::Value = serde_json::from_str(&played).unwrap();
    assert!(played["results"]["first"]["score"].as_i64() > played["results"]["second"]["score"].as_i64(), "{played}");
    let (status, _, stderr) = go(&folder, &["play", "--seed", "1", "--first", "machine", "--commonness", "10"]);
    assert_eq!(status, 0, "{stderr}");
}

#[test]
fn playability_is_learned_in_shards() {
    let folder = Folder::with(&[]);
    let train = |more: &[&str]| go(&folder, &[&["train", "playability"], more].concat());
    assert_eq!(train(&["--games", "4", "-o", "whole.tsv"]).0, 0);
    assert_eq!(train(&["--games", "4", "--shard", "1/2", "-o", "1.json"]).0, 0);
    let (status, _, stderr) = train(&["--merge", "1.json", "-o", "merged.tsv"]);
    assert!(status == 2 && stderr.contains("shard 2/2 is missing"), "{stderr}");
    assert_eq!(train(&["--games", "4", "--shard", "2/2", "-o", "2.json", "--threads", "1"]).0, 0);
    assert_eq!(train(&["--merge", "2.json", "1.json", "-o", "merged.tsv"]).0, 0);
    assert_eq!(folder.read("merged.tsv"), folder.read("whole.tsv"));
    assert!(train(&["--games", "4", "-o", "whole.tsv"]).2.contains("--force"));
    let (status, _, stderr) = train(&["--merge", "1.json", "1.json", "-o", "x.tsv"]);
    assert!(status == 2 && stderr.contains("shard 1/2 is there twice"), "{stderr}");
    let (status, _, stderr) = train(&["--merge", "whole.tsv", "-o", "x.tsv"]);
    assert!(status == 2 && stderr.contains("not the output of train playability --shard I/N"), "{stderr}");
    ok(&folder, &["define", "import", "whole.tsv", "--as", "playability"]);
    let rows =
        ok(&folder, &["search", "playability:1-", "--sort", "playability", "--columns", "word,playability", "-n", "3"]);
    let numbers: Vec<f64> = rows.lines().map(|row| row.split('\t').nth(1).unwrap().parse().unwrap()).collect();
    assert!(numbers.len() == 3 && numbers.is_sorted_by(|a, b| a >= b), "{rows}");
}
