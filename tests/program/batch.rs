//! Queries in batches, and words as they are typed: brackets, accents, running text.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::program::Folder;

fn go(arguments: &[&str], input: &str) -> (i32, String, String) {
    crate::program::lexigraph(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")), arguments, input)
}

/// A folder with small images, each compiled from a list.
fn images(lists: &[(&str, &str, &[&str])]) -> Folder {
    let files: Vec<(String, &[u8])> =
        lists.iter().map(|(name, words, _)| (format!("{name}.txt"), words.as_bytes())).collect();
    let files: Vec<(&str, &[u8])> = files.iter().map(|(name, words)| (&name[..], *words)).collect();
    let run = Folder::with(&files);
    for (name, _, options) in lists {
        let (list, image) = (format!("{name}.txt"), format!("{name}.lxg"));
        let (status, _, stderr) = run.go(&[&["compile", &list, "-o", &image][..], options].concat(), "");
        assert_eq!(status, 0, "{stderr}");
    }
    run
}

#[test]
fn a_bad_line_is_named_and_the_rest_is_answered() {
    for (arguments, input, last) in [
        (&["anagram"][..], "retains\nr3\ntiles\n", "tiles\tTILES"),
        (&["anagram", "--words", "2"], "ca ts\nr3\nabc\n", "abc\tCAB"),
        (&["pattern"], "c?w\nc[a\nq?t\n", "q?t\tQAT"),
        (&["pattern", "--regex"], "c.w\n(a\nq.t\n", "q.t\tQAT"),
        (&["hooks"], "pes\nr3\nhook\n", "HOOK\tCS\tASY\tno\tno"),
        (&["hooks", "--deletions"], "pes\nr3\ncwms\n", "cwms\tCWM"),
        (&["rank"], "aa\nr3\n2\n", "2\tAAH"),
        (&["complete"], "satire\nr3\nzyz\n", "zyz\tZYZZYVAS"),
        (&["search"], "pattern:c?w\nlenght:3\npattern:q?t\n", "pattern:q?t\tQAT"),
        (&["search"], "pattern:c?w\nin:missing.lxg\npattern:q?t\n", "pattern:q?t\tQAT"),
    ] {
        let (status, stdout, stderr) = go(arguments, input);
        assert_eq!((status, stdout.lines().last()), (2, Some(last)), "{arguments:?}: {stderr}");
        assert!(stderr.contains("error: standard input:2: "), "{arguments:?}: {stderr}");
    }
    let (status, stdout, stderr) = go(&["anagram", "r3", "abc"], "");
    assert_eq!((status, &stdout[..]), (2, "abc\tCAB\n"), "{stderr}");
    let long = format!("aa\n{}\nab\n", "a".repeat(2 << 20));
    let (status, stdout, stderr) = go(&["lookup"], &long);
    assert_eq!((status, &stdout[..]), (2, "AA\nAB\n"), "{stderr}");
    assert!(stderr.contains("standard input:2: the line has more than"), "{stderr}");
}

#[test]
fn each_line_is_answered_before_the_next_is_awaited() {
    for command in ["lookup", "rank", "complete", "anagram", "near", "hooks", "pattern", "search"] {
        let line = if command == "search" { "pattern:cwm" } else { "cwm" };
        let mut child = Command::new(env!("CARGO_BIN_EXE_lexigraph"))
            .args([command, "-q"])
            .env_remove("LEXIGRAPH_LEXICON")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        for _ in 0..2 {
            stdin.write_all(format!("{line}\n").as_bytes()).unwrap();
            // Without the answer, this waits for ever.
            let mut answer = String::new();
            while !answer.to_uppercase().contains("CWM") {
                assert!(stdout.read_line(&mut answer).unwrap() > 0, "{command}: {answer}");
            }
        }
        drop(stdin);
        child.wait().unwrap();
    }
}

#[test]
fn near_takes_letters_that_the_alphabet_lacks() {
    let (status, stdout, _) = go(&["near", "-d", "1", "-n", "1"], "café\nteh\n");
    assert_eq!((status, &stdout[..]), (0, "café\tCAFE\t1\nteh\tEH\t1\n"));
    assert_eq!(go(&["near", "cafe\u{301}"], "").1.lines().next(), Some("CAFE\t1"));
    assert_eq!(go(&["near", "-d", "3", "-c", "漢字漢字x"], "").0, 1);
}

#[test]
fn lookup_reads_running_text_and_gives_verdicts() {
    let text = "The cat, zat \"hello\" 2024.\nnaïve end.\n";
    assert_eq!(go(&["lookup", "--invert"], text).1, "zat\nnaïve\n");
    assert_eq!(go(&["lookup", "--invert", "-n", "1"], text).1, "zat\n");
    assert_eq!(go(&["lookup", "--invert", "a-b"], "").1, "a-b\n");
    assert_eq!(go(&["lookup", "--all", "--tsv", "qi", "aa"], "").1, "word\tquery\tvalid\nqi\tqi\tno\nAA\taa\tyes\n");
    assert_eq!(go(&["lookup", "--all", "qi", "aa"], "").1, "QI: not in enable\nAA\n");
    assert_eq!(go(&["lookup", "-n", "1", "aa", "ab"], "").1, "AA\n");
    assert_eq!(go(&["rank", "--tsv", "-n", "1", "aa", "ab"], "").1, "query\tword\trank\naa\tAA\t1\n");
    let (status, stdout, stderr) = go(&["hooks", "xyzzy"], "");
    assert_eq!((status, &stdout[..]), (1, "XYZZY\t\t\tno\tno\n"));
    assert!(stderr.contains("XYZZY: not a word of enable"), "{stderr}");
}

#[test]
fn folded_images_fold_their_queries() {
    let french: &[&str] = &["--alphabet", "french", "--fold-accents"];
    let external = &[french, &["--external"]].concat();
    let run = images(&[
        ("folded", "été\nœuf\n", french),
        ("external", "été\nœuf\n", external),
        ("auto", "été\nœuf\n", &["--alphabet", "auto", "--fold-accents"]),
        ("plain", "ete\noeuf\n", &["--alphabet", "french"]),
    ]);
    for image in ["folded.lxg", "external.lxg", "auto.lxg"] {
        for arguments in [
            &["lookup", "été"][..],
            &["anagram", "tée"],
            &["anagram", "--words", "1", "tée"],
            &["pattern", "é?é"],
            &["pattern", "[é]te"],
            &["pattern", "--regex", "ét."],
            &["complete", "e\u{301}t"],
            &["search", "prefix:é"],
            &["near", "-d", "0", "été", "--columns", "word"],
        ] {
            let (status, stdout, stderr) = run.go(&[arguments, &["-q", "-l", image]].concat(), "");
            assert_eq!((status, stdout.to_uppercase()), (0, "ETE\n".into()), "{image} {arguments:?}: {stderr}");
        }
        let (status, _, stderr) = run.go(&["verify", image, "--against", "folded.txt"], "");
        assert_eq!(status, 0, "{stderr}");
        assert_eq!(run.go(&["lookup", "œuf", "-q", "-l", image], "").0, 0);
    }
    assert_eq!(run.go(&["lookup", "été", "-l", "plain.lxg"], "").0, 1);
    assert_eq!(run.go(&["anagram", "été", "-l", "plain.lxg"], "").0, 2);
    // A conversion keeps what it needs to know.
    assert_eq!(run.go(&["convert", "folded.lxg", "-o", "again.lxg"], "").0, 0);
    assert_eq!(run.go(&["lookup", "été", "-l", "again.lxg"], "").1, "ETE\n");
}

#[test]
fn tiles_of_several_characters_are_told_apart() {
    let run = images(&[("spanish", "acha\na[c][h]e\naño\nañoch\nchaño\n", &["--alphabet", "spanish"])]);
    let go = |arguments: &[&str]| run.go(&[arguments, &["-q", "-l", "spanish.lxg"]].concat(), "");
    assert_eq!(go(&["lookup", "A[CH]A", "acha", "a[c]ha"]).1, "A[CH]A\nACHA\n");
    assert_eq!(go(&["lookup", "a[c][h]e", "ache"]).1, "ACHE\n");
    assert_eq!(go(&["rank", "a[ch]a"]).1, go(&["rank", "acha"]).1);
    assert_eq!(go(&["complete", "[ch]"]).1, "CHAÑO\n");
    assert_eq!(go(&["anagram", "aa[ch]"]).1, "ACHA\n");
    assert_eq!(go(&["hooks", "año"]).1, "AÑO\t[CH]\t[CH]\tno\tno\n");
    let json: serde_json::Value = serde_json::from_str(&go(&["hooks", "año", "--json"]).1).unwrap();
    assert_eq!((&json["back_hooks"], &json["alphagram"]), (&serde_json::json!(["CH"]), &serde_json::json!(["A", "Ñ", "O"])));
    let (_, stdout, _) = go(&["complete", "acha", "--tsv", "--columns", "word,alphagram"]);
    assert_eq!(stdout, "word\talphagram\nACHA\tAA[CH]\n");
}

#[test]
fn the_examples_of_the_help_do_what_they_say() {
    assert_eq!(go(&["lookup", "qat", "zax", "cwm"], "").1, "QAT\nZAX\nCWM\n");
    assert_eq!(go(&["lookup", "--judge", "qat", "zax"], "").0, 0);
    for arguments in [
        &["anagram", "--sub", "qaeinr?", "-n", "10"][..],
        &["search", "length:7", "and", "prefix:re"],
        &["pattern", ".../aegn"],
        &["pattern", "c?w q?t"],
        &["pattern", "A;B;AB;|A|=3;|B|=4", "-n", "10"],
        &["search", "length:7", "--sort", "random", "-n", "1"],
    ] {
        assert_eq!(go(arguments, "").0, 0, "{arguments:?}");
    }
    let (_, help, _) = go(&["--help"], "");
    let headings = ["Words:", "Boards and games:", "Files and formats:", "Examples:", "Options:"];
    let places: Vec<usize> = headings.iter().map(|heading| help.find(heading).unwrap()).collect();
    assert!(places.is_sorted(), "{help}");
    let (_, help, _) = go(&["anagram", "--help"], "");
    let headings = ["Options:", "--sub", "Output:", "--columns", "Lexicon:", "Options of every command:", "--quiet"];
    let places: Vec<usize> = headings.iter().map(|heading| help.find(heading).unwrap()).collect();
    assert!(places.is_sorted(), "{help}");
}

#[test]
fn slips_are_asked_about() {
    for (arguments, meant) in [
        (&["lokup", "aa"][..], "lookup"),
        (&["lookup", "--jugde"], "--judge"),
        (&["search", "lenght:7"], "did you mean 'length'?"),
        (&["search", "is:palindrmes"], "is:"),
        (&["complete", "re", "--columns", "lenght"], "did you mean 'length'?"),
        (&["lookup", "aa", "-l", "tests/golden/twelve.txt", "--alphabet", "englsh"], "did you mean 'english'?"),
    ] {
        let (status, _, stderr) = go(arguments, "");
        assert!(status == 2 && stderr.contains(meant), "{arguments:?}: {stderr}");
    }
}

#[test]
fn shells_and_man_are_served() {
    for (shell, has) in [("bash", "complete -F"), ("zsh", "#compdef lexigraph"), ("fish", "complete -c lexigraph")] {
        let (status, stdout, _) = go(&["completions", shell], "");
        assert_eq!(status, 0);
        assert!(stdout.contains(has) && stdout.contains("blank-anagrams"), "{shell}");
    }
    assert_eq!(go(&["completions", "nosuch"], "").0, 2);
    let run = Folder::with(&[]);
    assert_eq!(run.go(&["man", "pages/man1"], "").0, 0);
    let page = String::from_utf8(run.read("pages/man1/lexigraph-lookup.1")).unwrap();
    assert!(page.starts_with(".ie") && page.contains(".TH lexigraph-lookup 1") && page.contains("\\-\\-judge"), "{page}");
    assert!(String::from_utf8(run.read("pages/man1/lexigraph.1")).unwrap().contains("lexigraph\\-anagram"));
    let (status, _, stderr) = run.go(&["man", "pages/man1"], "");
    assert!(status == 2 && stderr.contains("--force"), "{stderr}");
    assert_eq!(run.go(&["man", "pages/man1", "--force"], "").0, 0);
}

#[test]
fn queries_of_several_words_and_parts() {
    assert_eq!(go(&["anagram", "don't wait", "--words", "2", "--contains", "donut", "-c"], "").1, "0\n");
    assert_eq!(go(&["anagram", "an gel's"], "").1, go(&["anagram", "angels"], "").1);
    let both = go(&["anagram", "--sub", "retains", "--contains", "in", "--contains", "re"], "").1;
    let one = go(&["anagram", "--sub", "retains", "--contains", "in"], "").1;
    assert_eq!(both.lines().collect::<Vec<_>>(), one.lines().filter(|word| word.contains("RE")).collect::<Vec<_>>());
    assert!(both.lines().count() > 1 && both.lines().count() < one.lines().count(), "{both}");
    let words = go(&["anagram", "--words", "3", "the cat sat", "--contains", "the", "--contains", "cat"], "").1;
    assert!(words.lines().any(|line| line == "CAT SAT THE"), "{words}");
    assert!(words.lines().all(|line| ["CAT", "THE"].iter().all(|word| line.split(' ').any(|other| other == *word))));
    assert_eq!(go(&["pattern", "c?w q?t"], "").1, "CAW QAT\nCOW QAT\n");
    assert_eq!(go(&["pattern", "c?w q?t"], "").1, go(&["pattern", "C?W Q?T"], "").1);
    assert_eq!(go(&["pattern", "c?w q?t", "-c"], "").1, "2\n");
    assert_eq!(
        go(&["pattern", "c?w q?t", "--json", "-n", "1"], "").1,
        "{\"word\":\"CAW QAT\",\"words\":[\"CAW\",\"QAT\"]}\n"
    );
    assert_eq!(
        go(&["pattern"], "zA;Ay\nA;b[\nc?w q?t\n").1,
        "zA;Ay\tZILL ILLY\nzA;Ay\tZONER ONERY\nc?w q?t\tCAW QAT\nc?w q?t\tCOW QAT\n"
    );
    for wrong in [&["A*;A"][..], &["A;b["], &[".../a*"], &[".../abc", "--rack", "x"], &["A;B", "--sort", "alpha"], &[";;"]] {
        let (status, _, stderr) = go(&[&["pattern"][..], wrong].concat(), "");
        assert_eq!(status, 2, "{wrong:?}: {stderr}");
    }
    let (_, _, stderr) = go(&["pattern", "AB;cB[;A"], "");
    assert!(stderr.ends_with("\n  AB;cB[;A\n       ^\n"), "{stderr}");
    let random = |seed: &str| go(&["search", "length:7", "--sort", "random", "--seed", seed, "-n", "3"], "").1;
    assert!(random("1") == random("1") && random("1") != random("2"));
    assert_eq!(random("1").lines().filter(|word| word.len() == 7).count(), 3);
    let run = Folder::with(&[("new.txt", b"satire\nzen\nqi\n")]);
    assert_eq!(run.ok(&["search", "not", "in:enable", "-l", "new.txt"]), "QI\nZEN\n");
    assert_eq!(run.ok(&["search", "in:new.txt and not in:enable", "-l", "new.txt"]), "QI\nZEN\n");
    assert_eq!(run.ok(&["search", "in:enable and in:new.txt"]), "SATIRE\n");
}
