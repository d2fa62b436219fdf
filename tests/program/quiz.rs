//! `quiz` as a script sees it: sittings from a pipe, the log, kills, merges, imports and exports.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::program::Folder;

const OWN: [&str; 4] = ["--log", "own.log", "--seed", "1"];

fn quiz<'a>(arguments: &[&'a str]) -> Vec<&'a str> {
    [&["quiz"][..], arguments, &OWN].concat()
}

fn log(folder: &Folder, name: &str) -> Vec<String> {
    String::from_utf8(folder.read(name)).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn a_sitting_asks_again_what_was_missed_and_keeps_every_answer() {
    let folder = Folder::with(&[("words.txt", b"retinas\nxi\n")]);
    let arguments = quiz(&["--list", "words.txt", "--kind", "anagram,hooks"]);
    // All is missed once; then all is known.
    let (status, stdout, stderr) = folder.go(&arguments, &"\n".repeat(4));
    assert_eq!(status, 0, "{stderr}");
    assert!(stdout.starts_with("0 due, 4 new"), "{stdout}");
    assert!(stdout.contains("AEINRST: 9 words") && stdout.contains("answer: ANESTRI ANTSIER"), "{stdout}");
    assert!(stdout.ends_with("4 answers, 0 right (0 %), 4 cards left\n"), "{stdout}");
    assert_eq!(log(&folder, "own.log").len(), 4);
    let answers = |stdout: &str| {
        let prompts = stdout.lines().filter_map(|line| line.split_once("] ").map(|(_, prompt)| prompt.to_owned()));
        let answer = |prompt: String| match &*prompt {
            "AEINRST: 9 words" => "anestri antsier nastier ratines retains retinas retsina stainer stearin",
            "IX: 1 word" => "xi",
            "RETINAS: hooks?" => "-",
            "XI: hooks?" => "-s",
            other => panic!("{other}"),
        };
        prompts.map(|prompt| answer(prompt).to_owned() + "\n").collect::<String>()
    };
    // The cards are known by their prompts, in whatever order they come.
    let mut typed = String::new();
    for _ in 0..4 {
        let (_, stdout, _) = Folder::with(&[("words.txt", b"retinas\nxi\n")]).go(&arguments, &typed);
        typed = answers(&stdout);
    }
    let fresh = Folder::with(&[("words.txt", b"retinas\nxi\n")]);
    let (_, stdout, _) = fresh.go(&arguments, &typed);
    assert!(stdout.ends_with("4 answers, 4 right (100 %)\n") && stdout.contains("right; again in 2 days"), "{stdout}");
    assert_eq!(fresh.go(&arguments, "").0, 1, "nothing is due");
    assert_eq!(fresh.go(&quiz(&[]), "").0, 1);
}

#[test]
fn commands_and_self_marks() {
    let folder = Folder::with(&[("words.txt", b"xi\n")]);
    let arguments = quiz(&["--list", "words.txt", "--kind", "judge", "--boxes"]);
    let (status, stdout, _) = folder.go(&arguments, "/right\n/nonsense\n/help\n?\n/right\n/skip\n");
    assert_eq!(status, 0);
    for expected in
        ["there is no answer yet", "unknown command /nonsense", "/skip", "it comes again", "right; box 2, again in 4 days"]
    {
        assert!(stdout.contains(expected), "{expected}: {stdout}");
    }
    assert!(stdout.ends_with("1 answer, 1 right (100 %)\n"), "{stdout}");
    // The correction is a further line.
    assert_eq!(log(&folder, "own.log").len(), 2);
    let marked = Folder::with(&[("words.txt", b"xi\n")]);
    let (_, stdout, _) = marked.go(&quiz(&["--list", "words.txt", "--self-mark"]), "\nx\n4\n");
    assert!(
        stdout.contains("XI\n1 again, 2 hard, 3 good, 4 easy?") && stdout.contains("right; again in 8 days"),
        "{stdout}"
    );
    for wrong in [&["--kind", "chess"][..], &["length:"], &["--boxes=0"], &["--retention", "2"], &["--list", "none.txt"]] {
        let (status, _, stderr) = marked.go(&quiz(wrong), "");
        assert!(status == 2 && stderr.starts_with("error: "), "{wrong:?}: {stderr}");
    }
}

#[test]
fn a_killed_program_loses_the_answer_that_is_typed_and_nothing_else() {
    let folder = Folder::with(&[]);
    let mut sure = 0;
    for round in 0..4 {
        let mut child = Command::new(env!("CARGO_BIN_EXE_lexigraph"))
            .args(quiz(&["length:2", "--kind", "judge", "--new", "500"]))
            .current_dir(folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let mut stdout = std::io::BufReader::new(child.stdout.take().unwrap());
        // Each answer is kept before the next card is asked.
        let mut line = String::new();
        let mut asked = 0;
        while asked <= 5 + round {
            line.clear();
            std::io::BufRead::read_line(&mut stdout, &mut line).unwrap();
            if line.starts_with('[') {
                asked += 1;
                stdin.write_all(b"y\n").unwrap();
            }
        }
        child.kill().unwrap();
        child.wait().unwrap();
        sure += asked - 1;
        let lines = log(&folder, "own.log");
        assert!(lines.len() >= sure, "{} of {sure}", lines.len());
        sure = lines.len();
        let (status, _, stderr) = folder.go(&["quiz", "due", "--log", "own.log"], "");
        assert!(status < 2 && stderr.is_empty(), "{stderr}");
    }
    // The machine stops in the middle of a line.
    let mut bytes = folder.read("own.log");
    bytes.truncate(bytes.len() - 3);
    fs::write(folder.path().join("own.log"), &bytes).unwrap();
    let (_, _, stderr) = folder.go(&["quiz", "due", "--log", "own.log"], "");
    assert!(stderr.contains(&format!("own.log:{sure}: the line is cut off")), "{stderr}");
    let (status, _, stderr) = folder.go(&quiz(&["length:3", "--kind", "judge"]), "y\n");
    assert!(status == 0 && stderr.contains("cut off; it is kept aside"), "{stderr}");
    let lines = log(&folder, "own.log");
    assert!(lines.len() == sure + 1 && lines[sure - 1].ends_with("\t#torn"), "{lines:?}");
    assert_eq!(folder.go(&["quiz", "due", "--log", "own.log"], "").2, "");
}

#[test]
fn two_programs_at_once_lose_no_line() {
    let folder = Folder::with(&[]);
    let run = |kind: &'static str| {
        let arguments = quiz(&["length:2", "--kind", kind, "--new", "90"]);
        folder.go(&arguments, &"y\n".repeat(90)).0
    };
    let statuses = std::thread::scope(|scope| {
        let other = scope.spawn(|| run("hooks"));
        [run("judge"), other.join().unwrap()]
    });
    assert_eq!((statuses, log(&folder, "own.log").len()), ([0, 0], 180));
    assert_eq!(folder.go(&["quiz", "progress", "--log", "own.log"], "").2, "");
}

#[test]
fn logs_merge_to_the_same_in_any_order() {
    let line =
        |hour: u8, card: &str, mark: &str| format!("2026-01-02T{hour:02}:00:00.000Z\t0000000a\tjudge\t{card}\t{mark}\n");
    let (a, b) = (line(1, "XI", "3") + &line(2, "KA", "1"), line(2, "KA", "1") + &line(3, "XU", "3") + "cut off");
    let folder = Folder::with(&[("a.log", a.as_bytes()), ("b.log", b.as_bytes()), ("words.txt", b"xi\n")]);
    folder.ok(&["quiz", "merge", "a.log", "b.log", "-o", "ab.log"]);
    folder.ok(&["quiz", "merge", "b.log", "a.log", "b.log", "-o", "ba.log"]);
    assert_eq!(folder.read("ab.log"), folder.read("ba.log"));
    assert_eq!(log(&folder, "ab.log").len(), 3);
    for (name, added) in [("b.log", "2 answers added, 0"), ("-", "1 answer added, 1"), ("ab.log", "0 answers added, 3")] {
        let (status, _, stderr) = folder.go(&["quiz", "merge", name, "--log", "own.log"], &a);
        assert!(status == 0 && stderr.contains(added), "{stderr}");
    }
    // By time, the merged log says the same.
    let progress = |name| folder.ok(&["quiz", "progress", "--json", "--log", name]);
    assert_eq!(progress("own.log"), progress("ab.log"));
    let day: Value = serde_json::from_str(progress("own.log").trim()).unwrap();
    assert_eq!(
        (&day["day"], &day["answers"], &day["right"], &day["seen"]),
        (&"2026-01-02".into(), &3.into(), &2.into(), &3.into())
    );
    for (arguments, expected) in [
        (&["quiz", "merge", "words.txt"][..], "words.txt: no line is an answer"),
        (&["quiz", "merge", "none.log"], "none.log"),
        (&["quiz", "merge", "a.log", "-o", "ab.log"], "the file exists"),
    ] {
        let (status, _, stderr) = folder.go(arguments, "");
        assert!(status == 2 && stderr.contains(expected), "{stderr}");
    }
    let svg = folder.ok(&["quiz", "progress", "--log", "ab.log", "--plot", "p.svg"]);
    assert!(svg.contains("2026-01-02") && folder.read("p.svg").starts_with(b"<svg"));
}

/// A database in the form of other programs is read with its boxes and the times when cards are due.
#[cfg(feature = "sqlite")]
#[test]
fn a_cardbox_database_is_imported() {
    let folder = Folder::with(&[]);
    let database = rusqlite::Connection::open(folder.path().join("anagrams.db")).unwrap();
    database
        .execute_batch(
            "CREATE TABLE questions (question varchar(16), correct integer, incorrect integer, streak integer,
             last_correct integer, difficulty integer, cardbox integer, next_scheduled integer);",
        )
        .unwrap();
    // The last time that it was right, the box, when it is due: 2020-09-25 at noon, four hours later, none, and no word.
    let rows = [
        ("AEINRST", 3, 1_600_000_000, Some(3), Some(1_601_035_200)),
        ("AEGILNR", 0, 0, Some(0), Some(1_601_049_600)),
        ("ACEILNT", 1, 1_500_000_000, None, None),
        ("QQZZ", 1, 1_600_000_000, Some(1), Some(1_601_035_200)),
    ];
    for (question, streak, last, number, next) in rows {
        let row = rusqlite::params![question, streak, last, number, next];
        database.execute("INSERT INTO questions VALUES (?1, 1, 1, ?2, ?3, 50, ?4, ?5)", row).unwrap();
    }
    drop(database);
    let import = ["quiz", "import", "anagrams.db", "--log", "own.log"];
    let (status, _, stderr) = folder.go(&import, "");
    assert!(status == 0 && stderr.contains("2 cards added, 0 already there") && stderr.contains("'QQZZ'"), "{stderr}");
    assert!(folder.go(&import, "").2.contains("0 cards added, 2 already there"));
    let mut lines = log(&folder, "own.log");
    lines.sort();
    // Twelve days before the first is due, and one before the second.
    let known = [
        "2020-09-13T12:00:00.000Z\t00000000\tanagram\tAEINRST\t=3:12",
        "2020-09-24T16:00:00.000Z\t00000000\tanagram\tAEGILNR\t=0:1",
    ];
    assert_eq!(lines, known);
    for schedule in [&["--boxes"][..], &[]] {
        let due = folder.json(&[&["quiz", "due", "--json", "--log", "own.log"], schedule].concat());
        assert_eq!((&due["cards"], &due["due"], &due["next"]), (&2.into(), &2.into(), &"2020-09-25T12:00:00.000Z".into()));
    }
    let (status, _, stderr) = folder.go(&["quiz", "import", "-", "--log", "own.log"], "SQLite format 3\0");
    assert!(status == 2 && stderr.contains("name the file"), "{stderr}");
}

#[test]
fn days_are_those_of_the_time_zone() {
    // Evenings in New York, in winter and in summer time, and the first minutes of a day.
    let times = ["2026-01-02T04:59:59.999Z", "2026-07-02T03:59:59.999Z", "2026-07-03T04:00:00.000Z"];
    let own = times.map(|time| format!("{time}\t0000000a\tjudge\tXI\t3\n")).concat();
    let folder = Folder::with(&[("own.log", own.as_bytes())]);
    let days = |zone: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_lexigraph"))
            .args(["quiz", "progress", "--json", "--log", "own.log"])
            .current_dir(folder.path())
            .env("TZ", zone)
            .output()
            .unwrap();
        let lines = String::from_utf8(output.stdout).unwrap();
        let day = |line: &str| serde_json::from_str::<Value>(line).unwrap()["day"].as_str().unwrap().to_owned();
        (lines.lines().map(day).collect::<Vec<_>>(), String::from_utf8(output.stderr).unwrap())
    };
    let new_york = ["2026-01-01", "2026-07-01", "2026-07-03"].map(str::to_owned).to_vec();
    assert_eq!(days("EST5EDT,M3.2.0,M11.1.0"), (new_york, String::new()));
    let utc = times.map(|time| time[..10].to_owned()).to_vec();
    assert_eq!(days("UTC0"), (utc.clone(), String::new()));
    let (unknown, warning) = days("Nowhere/At_All");
    assert!(unknown == utc && warning.contains("'Nowhere/At_All' is not known"), "{warning}");
}

#[test]
fn what_is_due_follows_from_the_log() {
    let line = |day: &str, card: &str, mark: &str| format!("{day}T12:00:00.000Z\t0000000a\thooks\t{card}\t{mark}\n");
    let own = line("2020-01-01", "XI", "3") + &line("2020-01-01", "KA", "=4:9") + &line("2020-01-01", "XU", "+");
    let folder = Folder::with(&[("own.log", own.as_bytes())]);
    let due = folder.json(&["quiz", "due", "--json", "--log", "own.log"]);
    assert_eq!((&due["cards"], &due["due"], &due["new"]), (&3.into(), &2.into(), &1.into()));
    assert_eq!(due["next"], "2020-01-03T12:00:00.000Z");
    // The longest overdue first.
    let (_, stdout, _) = folder.go(&quiz(&[]), "");
    assert!(stdout.contains("2 due, 1 new") && stdout.contains("[3] XI: hooks?"), "{stdout}");
    let (_, stdout, _) = folder.go(&quiz(&["--boxes=5,1,300", "-n", "1"]), "-s\n");
    assert!(stdout.contains("box 3, again in 300 days"), "{stdout}");
}

#[test]
fn cards_go_to_anki_and_come_back() {
    let folder = Folder::with(&[("words.txt", b"xi\nretinas\n"), ("defined.txt", b"CWM a cirque\n")]);
    folder.ok(&["quiz", "export", "--list", "words.txt", "--log", "own.log", "-o", "cards.txt"]);
    let text = String::from_utf8(folder.read("cards.txt")).unwrap();
    assert!(text.starts_with("#separator:tab\n#html:false\n") && text.contains("IX\tXI\tlexigraph anagram\n"), "{text}");
    let import = |kind: &str| folder.go(&["quiz", "import", "cards.txt", "--kind", kind, "--log", "own.log"], "");
    assert!(import("anagram").2.contains("2 cards added, 0 already there"));
    assert!(import("anagram").2.contains("0 cards added, 2 already there"));
    let (status, stdout, _) = folder.go(&quiz(&[]), "");
    assert!(status == 0 && stdout.starts_with("0 due, 2 new"), "{stdout}");
    let arguments =
        ["quiz", "prefix:cwm", "length:3", "--kind", "definition", "--definitions", "defined.txt", "--log", "d.log"];
    let (_, stdout, stderr) = folder.go(&arguments, "cwm\n");
    assert!(stdout.contains("] 3 letters: a cirque\nright"), "{stdout}{stderr}");
    let (status, _, stderr) = folder.go(&["quiz", "import", "words.txt", "--log", "own.log"], "");
    assert!(status == 2 && stderr.contains("neither a text file of Anki"), "{stderr}");
    fs::write(folder.path().join("box.db"), b"SQLite format 3\0rest").unwrap();
    let (status, _, stderr) = folder.go(&["quiz", "import", "box.db", "--log", "own.log"], "");
    let expected = if cfg!(feature = "sqlite") { "give a cardbox database" } else { "--features sqlite" };
    assert!(status == 2 && stderr.contains(expected), "{stderr}");
}

#[test]
fn the_mistakes_of_a_game_are_asked() {
    let head = "#player1 ann Ann\n#player2 bo Bo\n";
    let missed = format!("{head}>ann: AEINRST 8G AI +4 4\n>bo: EEVVKZO -VV +0 0\n");
    let phony = format!("{head}>ann: AEINRQZ 8G QZ +40 40\n");
    let folder = Folder::with(&[("game.gcg", missed.as_bytes()), ("phony.gcg", phony.as_bytes())]);
    let (status, stdout, stderr) = folder.go(&quiz(&["--game", "game.gcg", "--player", "ann"]), "");
    assert_eq!(status, 0, "{stderr}");
    assert!(stdout.contains("AEINRST: 9 words"), "{stdout}");
    let (_, stdout, _) = folder.go(&quiz(&["--game", "phony.gcg", "--loss", "1000"]), "n\n");
    assert!(stdout.contains("QZ: a word?\nright"), "{stdout}");
    let (status, _, stderr) = folder.go(&quiz(&["--game", "game.gcg", "--player", "cy"]), "");
    assert!(status == 2 && stderr.contains("no player is called 'cy'"), "{stderr}");
}
