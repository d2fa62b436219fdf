//! What lists are read from and what outputs are written to: pipes, devices, links, standard input and output.

use crate::program::Folder;

fn lists() -> Folder {
    Folder::with(&[("two.txt", b"cat\ndog\n")])
}

#[test]
fn dash_and_device_are_standard_output() {
    let run = lists();
    for output in ["-", "/dev/stdout"] {
        if output != "-" && !cfg!(target_os = "linux") {
            continue;
        }
        for name in ["json", "txt", "tsv"] {
            let text = run.ok(&["convert", "two.txt", "-o", output, "--format", name, "-q"]);
            assert!(text.contains("CAT") && text.contains("DOG"), "{output} {name}: {text}");
        }
        assert_eq!(run.ok(&["dump", "two.txt", "-o", output, "-q"]), "CAT\nDOG\n");
    }
    let (status, stdout, stderr) = run.go(&["compile", "two.txt", "-o", "-", "--json"], "");
    assert_eq!((status, stdout.as_str()), (2, ""));
    assert!(stderr.contains("write the image to a file"), "{stderr}");
    assert_eq!(run.files(), 1);
}

#[test]
fn lists_and_leaves_come_from_standard_input() {
    let run = lists();
    for (arguments, expected) in [
        (&["dump", "-", "-q"][..], "CAT\nDOG\n"),
        (&["lookup", "-q", "-l", "-", "dog"], "DOG\n"),
        (&["diff", "-q", "two.txt", "-"], ""),
    ] {
        assert_eq!(run.go(arguments, "cat\ndog\n"), (0, expected.to_owned(), String::new()), "{arguments:?}");
    }
    let (status, stdout, stderr) = run.go(&["convert", "-", "-o", "-", "--format", "csv", "-q"], "S,7\n?,25.5\n");
    assert_eq!(status, 0, "{stderr}");
    assert!(stdout.contains("25.5"), "{stdout}");
}

#[cfg(target_os = "linux")]
#[test]
fn what_comes_through_a_pipe_is_read_once() {
    let run = lists();
    run.ok(&["convert", "two.txt", "-o", "two.kwg", "-q"]);
    for (script, expected) in [
        ("$LG lookup -q -l <(cat two.txt) cat", "CAT\n"),
        ("$LG lookup -q -l <(gzip -c two.txt) cat", "CAT\n"),
        ("$LG lookup -q -l <(cat two.kwg) dog", "DOG\n"),
        ("cat two.kwg | $LG dump -q -", "CAT\nDOG\n"),
        ("cat two.txt | $LG dump -q /dev/stdin", "CAT\nDOG\n"),
        ("$LG diff -q <(cat two.txt) <(cat two.kwg)", ""),
        ("$LG compile -q <(cat two.txt) -o a.lxg --external && $LG dump -q a.lxg", "CAT\nDOG\n"),
        ("mkfifo pipe; (cat two.txt > pipe &); timeout 20 $LG dump -q pipe", "CAT\nDOG\n"),
        ("$LG verify -q - --against <(cat two.txt) < two.kwg | grep -c WRONG", "0\n"),
        // What is written to goes on as it was: links stay links, and a redirected file is not another one.
        ("{ echo one; $LG dump -q two.txt -o /dev/stdout; echo two; } > out; cat out", "one\nCAT\nDOG\ntwo\n"),
        ("ln -s /proc/self/fd/1 link; $LG dump -q two.txt -o link > out; test -L link && cat out", "CAT\nDOG\n"),
        ("ln -s real name; $LG dump -q two.txt -o name; test -L name && cat real", "CAT\nDOG\n"),
        ("mkfifo out2; (timeout 20 $LG dump -q two.txt -o out2 &); cat out2; test -p out2 && echo kept", "CAT\nDOG\nkept\n"),
        ("$LG convert -q two.txt -o - --format kwg | $LG dump -q -", "CAT\nDOG\n"),
    ] {
        assert_eq!(shell(&run, script), expected, "{script}");
    }
}

/// What a script of the shell prints, in which `$LG` is the program.
#[cfg(target_os = "linux")]
fn shell(run: &Folder, script: &str) -> String {
    let done = std::process::Command::new("bash")
        .args(["-c", script])
        .env("LG", env!("CARGO_BIN_EXE_lexigraph"))
        .env_remove("LEXIGRAPH_LEXICON")
        .current_dir(run.path())
        .output()
        .unwrap();
    String::from_utf8(done.stdout).unwrap() + &String::from_utf8(done.stderr).unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn tables_come_from_any_path() {
    let letters = "title = \"Two\"\ntiles = 20\nblanks = 0\n\
        letters = [{ t = \"a\", n = 10, v = 1 }, { t = \"b\", n = 10, v = 2 }]\n";
    let run = Folder::with(&[
        ("ab", letters.as_bytes()),
        ("english", letters.as_bytes()),
        ("list.txt", b"ab\nba\n"),
        ("other.txt", b"aa\n"),
        ("wide.toml", include_bytes!("../../wordlists/boards/wide-27x19.toml")),
        ("dice.toml", include_bytes!("../../wordlists/dice/classic.toml")),
        ("points.toml", include_bytes!("../../wordlists/points/usual.toml")),
        ("evaluation.toml", include_bytes!("../../wordlists/evaluation/english.toml")),
        ("game.cgp", b"15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 CATDOGS/ 0/0 0"),
        ("ends.toml", b"rack = \"AB\"\n\n[sets]\n"),
    ]);
    for (script, expected) in [
        ("$LG dump -q list.txt --alphabet ab", "ab\nba\n"),
        ("$LG dump -q list.txt --alphabet ./english", "ab\nba\n"),
        ("$LG dump -q list.txt --alphabet <(cat ab)", "ab\nba\n"),
        ("cat ab | $LG dump -q list.txt --alphabet /dev/stdin", "ab\nba\n"),
        ("mkfifo pipe; (cat ab > pipe &); timeout 20 $LG dump -q list.txt --alphabet pipe", "ab\nba\n"),
        // The name of a bundled table goes first.
        ("$LG dump -q list.txt --alphabet english", "AB\nBA\n"),
        // It is read once, however often it is asked for.
        ("$LG lookup -q -l list.txt -l other.txt --alphabet <(cat ab) aa ba", "aa\nba\n"),
        ("$LG alphabets <(cat ab) --json | wc -l", "2\n"),
        (
            "$LG solve -q game.cgp --layout <(cat wide.toml)",
            "error: game.cgp: CGP: row 1 of the board has 15 squares, the layout has 27\n",
        ),
        (
            "$LG boggle -q --roll --dice <(cat dice.toml) --seed 1 | cmp - <($LG boggle -q --roll --dice classic --seed 1)",
            "",
        ),
        ("$LG boggle -q catd/line/maro/pets --points <(cat points.toml) -n 1", "ACINAR\n"),
        (
            "$LG selfplay -q --first board --second rack --games 1 --evaluation <(cat evaluation.toml) | head -1",
            "board against rack: 1 games, seed 1\n",
        ),
        ("$LG endgame -q --table <(cat ends.toml)", "-4\n"),
        (
            "$LG dump -q list.txt --alphabet nowhere/at-all",
            "error: nowhere/at-all: No such file or directory (os error 2) — check the name\n",
        ),
    ] {
        assert_eq!(shell(&run, script), expected, "{script}");
    }
    assert!(shell(&run, "$LG dump list.txt --alphabet nowhere").contains("no alphabet is called 'nowhere'"));
}

/// What is made of a list, and what is said about it.
fn read(name: &str, content: &str, arguments: &[&str]) -> (String, String) {
    let run = Folder::with(&[(name, content.as_bytes())]);
    let (status, stdout, stderr) = run.go(&[&["dump", name], arguments].concat(), "");
    assert_eq!(status, 0, "{name}: {stderr}");
    (stdout.split_ascii_whitespace().collect::<Vec<_>>().join(" "), stderr)
}

#[test]
fn what_was_read_is_what_is_meant() {
    for (name, content, expected) in [
        (
            "d.json",
            "{\"CAT\":{\"M\":{\"1\":[\"Noun\"]},\"S\":[\"Felis\"]},\"DOG\":{\"M\":{},\"S\":[\"canine\"]}}",
            "CAT DOG",
        ),
        ("d.jsonl", "{\"word\":\"CAT\",\"length\":3}\n{\"word\":\"DOG\",\"length\":3}\n", "CAT DOG"),
        ("nul.txt", "cat\0dog\0emu\0gnu\0", "CAT DOG EMU GNU"),
        ("comma.txt", "cat,dog,emu\n", "CAT DOG EMU"),
        ("semicolon.txt", "cat;dog;\nemu;gnu;\n", "CAT DOG EMU GNU"),
        ("tab.txt", "cat\tdog\temu\ncow\n", "CAT COW DOG EMU"),
        ("quoted.csv", "word,meaning,count\ncat,\"a pet,\nor a\nwild one\",3\ndog,\"a pet\",4\n", "CAT DOG"),
        ("own.tsv", "query\tword\tlength\nact\tCAT\t3\ngod\tDOG\t3\n", "CAT DOG"),
    ] {
        let (words, said) = read(name, content, &[]);
        assert_eq!(words, expected, "{name}: {said}");
        assert!(!said.contains("warning"), "{name}: {said}");
    }
    for (name, content, expected, warning) in [
        ("pairs.csv", "cat,Katze\ndog,Hund\n", "CAT DOG HUND KATZE", "a table looks the same"),
        ("two.json", "{\"cat\":1,\"dog\":{\"x\":2}}", "CAT DOG", "the keys of an object were taken for the words"),
    ] {
        let (words, said) = read(name, content, &[]);
        assert_eq!(words, expected, "{name}");
        assert!(said.contains("warning: ") && said.contains(warning), "{name}: {said}");
    }
    assert_eq!(read("pairs.csv", "cat,Katze\ndog,Hund\n", &["--shape", "comma:1"]).0, "CAT DOG");
    assert_eq!(read("x.txt", "cm²\ndog\n", &["--alphabet", "auto"]).0, "cm² dog");
    assert_eq!(read("x.dic", "3\ncm²/S\ndog\nC++\n", &["--alphabet", "auto"]).0, "C++ cm² dog");
}

#[test]
fn one_bad_word_costs_no_other() {
    for (name, content) in [
        ("x.txt", "cat\nd0g\nemu\n"),
        ("x.json", "[\"cat\",\n7,\n\"emu\"]"),
        ("x.jsonl", "{\"word\":\"cat\"}\n{\"word\n{\"word\":\"emu\"}\n"),
        ("x.csv", "word,n\ncat,1\nd0g,2\nemu,3\n"),
    ] {
        let run = Folder::with(&[(name, content.as_bytes())]);
        let (status, stdout, stderr) = run.go(&["dump", name], "");
        assert_eq!((status, stdout.as_str()), (2, ""), "{name}");
        assert!(stderr.contains(&format!("error: {name}:")), "{stderr}");
        assert_eq!(run.ok(&["dump", name, "--on-invalid", "skip"]), "CAT\nEMU\n", "{name}");
    }
}

#[test]
fn flags_for_lists_work_wherever_a_list_is_read() {
    let run = Folder::with(&[
        ("accents.txt", "café\n".as_bytes()),
        ("phrases.txt", b"ad hoc\ncat\n"),
        ("other.txt", b"zax\n"),
        ("two.txt", b"cat\ndog\n"),
    ]);
    assert_eq!(run.ok(&["lookup", "-l", "accents.txt", "--fold-accents", "cafe"]), "CAFE\n");
    assert_eq!(run.ok(&["dump", "phrases.txt", "--spaces", "keep"]), "AD HOC\nCAT\n");
    assert_eq!(run.ok(&["lookup", "-l", "phrases.txt", "--spaces", "keep", "ad hoc"]), "AD HOC\n");
    let (status, _, stderr) = run.go(&["dump", "phrases.txt"], "");
    assert!(status == 2 && stderr.contains("--spaces keep"), "{stderr}");
    assert_eq!(run.ok(&["lookup", "-l", "two.txt", "-l", "other.txt", "zax", "dog", "emu"]), "ZAX\nDOG\n");
    assert_eq!(run.ok(&["lookup", "-l", "scowl60", "aardvark"]), "AARDVARK\n");
}

#[test]
fn tables_fit_a_terminal() {
    let run = lists();
    for arguments in [&["formats"][..], &["stats", "enable"], &["stats", "enable", "two.txt"]] {
        let text = run.ok(arguments);
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{arguments:?}:\n{text}");
    }
    let report = run.json(&["stats", "two.txt", "--json"]);
    assert_eq!(report["words_by_length"], serde_json::json!([{ "length": 3, "words": 2 }]));
    assert_eq!(report["letters_by_frequency"][0], serde_json::json!({ "letter": "A", "count": 1 }));
}
