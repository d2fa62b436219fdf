//! Scores beside words, as scripts see them.

use crate::program::Folder;

fn folder() -> Folder {
    Folder::with(&[
        ("scored.txt", b"dog;60\ncat;50\nemu;20\ngnu;7.5\ntac;60\n"),
        ("more.txt", b"cat;70\nyak;10\n"),
        ("plain.txt", b"cat\ndog\n"),
    ])
}

#[test]
fn a_scored_list_is_filtered_and_sorted_by_score() {
    let folder = folder();
    let (status, _, stderr) = folder.go(&["compile", "scored.txt", "-o", "scored.lxg"], "");
    assert!(status == 0 && stderr.contains("5 words, 5 scores\n"), "{stderr}");
    assert!(stderr.contains("scored.lxg: 5 words, 5 scores, dawg"), "{stderr}");
    for lexicon in ["scored.lxg", "scored.txt"] {
        let ask = |command: &str, rest: &[&str]| folder.ok(&[&[command, "-l", lexicon], rest].concat());
        let search = |rest: &[&str]| ask("search", rest);
        assert_eq!(search(&["score:50-"]), "CAT\nDOG\nTAC\n");
        assert_eq!(search(&["score:-20", "not", "score:20"]), "GNU\n");
        assert_eq!(
            search(&["length:3", "--sort", "score", "--columns", "word,score"]),
            "DOG\t60\nTAC\t60\nCAT\t50\nEMU\t20\nGNU\t7.5\n"
        );
        assert_eq!(search(&["length:3", "--sort", "score", "--reverse", "-n", "1"]), "GNU\n");
        assert_eq!(search(&["score:60", "--tsv", "--columns", "score,word"]), "score\tword\n60\tDOG\n60\tTAC\n");
        assert_eq!(
            search(&["score:-20", "--json", "--columns", "word,score"]),
            "{\"word\":\"EMU\",\"score\":20}\n{\"word\":\"GNU\",\"score\":7.5}\n"
        );
        assert!(search(&["score:60", "--json"]).lines().all(|line| line.contains("\"score\":60")));
        assert_eq!(ask("anagram", &["act", "--columns", "word,score", "--sort", "score"]), "TAC\t60\nCAT\t50\n");
        assert_eq!(ask("pattern", &["?at", "--columns", "score"]), "50\n");
        let (status, stdout, _) = folder.go(&["search", "-l", lexicon, "-c"], "score:50-\nscore:1-10\n");
        assert_eq!((status, stdout.as_str()), (0, "score:50-\t3\nscore:1-10\t1\n"));
    }
    let report = folder.json(&["compile", "scored.txt", "-o", "scored.lxg", "--force", "--json"]);
    assert_eq!(report["scores"], 5, "{report}");
    assert_eq!(folder.go(&["verify", "scored.lxg"], "").0, 0);
}

#[test]
fn how_numbers_behind_words_were_read_is_said() {
    let folder = Folder::with(&[
        ("blanks.txt", b"the 999\nof 888\nand 777\n"),
        ("tabs.txt", b"the\t999\nof\t888\nand\t777\n"),
        ("before.txt", b"999 the\n888 of\n777 and\n"),
    ]);
    let said = "warning: blanks.txt: the numbers after the words are taken as scores, not as parts of the words — name the \
        right --shape\n";
    for command in
        [&["compile", "-o", "out.lxg", "--force"][..], &["dump"], &["compile", "-o", "out.lxg", "--force", "--external"]]
    {
        let (status, _, stderr) = folder.go(&[command, &["blanks.txt"]].concat(), "");
        assert!(status == 0 && stderr.contains(said), "{command:?}: {stderr}");
    }
    assert_eq!(folder.ok(&["search", "-l", "blanks.txt", "score:800-", "--columns", "word,score"]), "OF\t888\nTHE\t999\n");
    // Named, it is not doubted; nor is a table.
    for arguments in [&["dump", "blanks.txt", "--shape", "first-column"][..], &["dump", "tabs.txt"], &["dump", "before.txt"]]
    {
        let (status, stdout, stderr) = folder.go(arguments, "");
        assert_eq!((status, stdout.as_str()), (0, "AND\nOF\nTHE\n"), "{stderr}");
        assert!(!stderr.contains("warning"), "{arguments:?}: {stderr}");
    }
    let plain = ["dump", "blanks.txt", "--shape", "plain", "--spaces", "keep", "--alphabet", "auto"];
    assert_eq!(folder.ok(&plain), "and 777\nof 888\nthe 999\n");
}

#[test]
fn scores_go_along_with_lists_and_images() {
    let folder = folder();
    folder.ok(&["compile", "scored.txt", "more.txt", "-o", "both.lxg"]);
    for lexica in [&["-l", "both.lxg"][..], &["-l", "scored.txt", "-l", "more.txt"], &["-l", "more.txt", "-l", "plain.txt"]]
    {
        let answer = folder.ok(&[&["search", "prefix:c", "--columns", "word,score"], lexica].concat());
        assert_eq!(answer, "CAT\t70\n", "{lexica:?}");
    }
    folder.ok(&["convert", "scored.txt", "-o", "scored.lxg"]);
    for input in ["scored.txt", "scored.lxg"] {
        folder.ok(&["convert", input, "-o", "out.tsv", "--columns", "word,score", "--force"]);
        assert_eq!(folder.read("out.tsv"), b"word\tscore\nCAT\t50\nDOG\t60\nEMU\t20\nGNU\t7.5\nTAC\t60\n");
    }
    // Other formats have no room for scores, which nobody asked for.
    folder.ok(&["compile", "scored.txt", "-o", "scored.kwg"]);
    folder.ok(&["compile", "scored.txt", "-o", "external.lxg", "--external"]);
}

#[test]
fn a_lexicon_without_scores_says_how_to_make_one() {
    let folder = folder();
    folder.ok(&["compile", "plain.txt", "-o", "plain.lxg"]);
    for lexicon in ["plain.txt", "plain.lxg", "enable"] {
        for arguments in [
            &["search", "score:50-"][..],
            &["search", "length:3", "not", "score:50"],
            &["search", "length:3", "--sort", "score"],
            &["anagram", "cat", "--columns", "word,score"],
            &["search", "score:50-", "-c"],
        ] {
            let (status, stdout, stderr) = folder.go(&[arguments, &["-l", lexicon]].concat(), "");
            assert!(status == 2 && stdout.is_empty(), "{arguments:?}: {stdout}");
            assert!(stderr.contains("has no scores — use a list with a number beside each word"), "{stderr}");
        }
    }
    let (status, _, stderr) = folder.go(&["convert", "plain.txt", "-o", "x.tsv", "--columns", "word,score"], "");
    assert!(status == 2 && stderr.contains("has no scores"), "{stderr}");
    assert!(!folder.ok(&["search", "-l", "plain.txt", "length:3", "--json"]).contains("score"));
    // The other lines of a batch are answered.
    let (status, stdout, stderr) = folder.go(&["search", "-l", "plain.txt"], "score:5\nprefix:d\n");
    assert_eq!((status, stdout.as_str()), (2, "prefix:d\tDOG\n"), "{stderr}");
    let (status, _, stderr) = folder.go(&["search", "-l", "scored.txt", "score:-5--1"], "");
    assert!(status == 2 && stderr.contains("expected a number or a range of scores, not below 0"), "{stderr}");
}
