//! `puzzle` as a script sees it: made from self-play, in shards, and asked.

use std::fs;

use serde_json::Value;

use crate::program::Folder;

/// Endgames only: they are proven in little time.
fn make<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&["puzzle", "make", "--kind", "endgame", "--games", "2", "--nodes", "2000", "--threads", "1"][..], more].concat()
}

#[test]
fn endgames_are_made_in_shards_and_asked() {
    let folder = Folder::with(&[]);
    folder.ok(&make(&["-o", "all.jsonl"]));
    let text = String::from_utf8(folder.read("all.jsonl")).unwrap();
    let shards = ["1/2", "2/2"].map(|shard| folder.go(&make(&["--shard", shard]), "").1);
    let mut parts: Vec<&str> = shards.iter().flat_map(|text| text.lines()).collect();
    parts.sort_by_key(|line| serde_json::from_str::<Value>(line).unwrap()["seed"].as_u64());
    assert_eq!(text.lines().collect::<Vec<_>>(), parts);
    let puzzles: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(!puzzles.is_empty());
    for puzzle in &puzzles {
        assert!(
            puzzle["margin"].as_f64().unwrap() >= 1.0
                && puzzle["unit"] == "points"
                && puzzle["rating"].as_u64().unwrap() <= 4
        );
    }
    let answers: String = puzzles
        .iter()
        .map(|puzzle| {
            format!("hint\nhint\nhint\n8H ZZZZZZ\n{}\n", puzzle["answer"].as_str().unwrap().replace(['(', ')'], ""))
        })
        .collect();
    let (status, stdout, stderr) = folder.go(&["puzzle", "all.jsonl"], &answers);
    assert_eq!(status, 0, "{stderr}");
    assert_eq!(stdout.matches("right: ").count(), puzzles.len(), "{stdout}");
    assert!(stdout.contains("it lays ") && stdout.contains("it begins at "), "{stdout}");
    // The same on standard input, with the answers behind the puzzles.
    assert_eq!(folder.go(&["puzzle", "-"], &format!("{text}\n{answers}")), (0, stdout, String::new()));
    assert_eq!(folder.go(&["puzzle", "-"], "").0, 1);
    let (status, _, stderr) = folder.go(&["puzzle", "-"], "xi\n");
    assert!(status == 2 && stderr.contains("standard input:1: "), "{stderr}");
    // Another move is measured by the same search.
    let next = puzzles[0]["next"].as_str().unwrap().replace(['(', ')'], "");
    let (_, stdout, _) = folder.go(&["puzzle", "all.jsonl", "-n", "1"], &format!("{next}\nanswer\n"));
    let loses = format!("loses {:.0} points", puzzles[0]["margin"].as_f64().unwrap());
    assert!(stdout.matches(&loses).count() == 2 && stdout.contains("0 of 1 right at once"), "{loses}: {stdout}");
}

#[test]
fn mistakes_are_told() {
    let folder = Folder::with(&[("bad.jsonl", b"\n{\"kind\":\"endgame\"}\n"), ("words.txt", b"xi\n")]);
    let position = r#"{"kind":"endgame","cgp":"15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 XI/A 0/0 0","answer":"8H KA","score":1,"next":"-","margin":1,"interval":0,"unit":"points","exact":true,"rating":0,"found_by":[],"lexicon":"enable","turn":1}"#;
    fs::write(folder.path().join("wrong.jsonl"), position).unwrap();
    for (arguments, expected) in [
        (&["puzzle", "bad.jsonl"][..], "bad.jsonl:2: missing field"),
        (&["puzzle", "words.txt"], "words.txt:1: "),
        (&["puzzle", "wrong.jsonl"], "wrong.jsonl:1: "),
        (&["puzzle", "none.jsonl"], "none.jsonl"),
        (&["puzzle"], "required"),
        (&["puzzle", "make", "--kind", "chess"], "unknown kind"),
        (&["puzzle", "make", "-o", "bad.jsonl"], "the file exists"),
    ] {
        let (status, _, stderr) = folder.go(arguments, "");
        assert!(status == 2 && stderr.contains(expected), "{arguments:?}: {stderr}");
    }
}
