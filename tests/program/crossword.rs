//! `fill` as scripts see it: grids, files of crosswords, messages and exit status.

use serde_json::Value;

use crate::program::Folder;

#[test]
fn grids_are_filled_the_same_for_a_seed() {
    let run = Folder::with(&[("grid.txt", b"#----\n-----\n-----\n----#\n")]);
    let filled = run.ok(&["fill", "grid.txt", "--seed", "3"]);
    assert_eq!(filled, run.ok(&["fill", "#----/-----/-----/----#", "--seed", "3"]));
    assert_eq!(filled, run.go(&["fill", "-", "--seed", "3"], "#----\n-----\n-----\n----#\n").1);
    let json: Value = serde_json::from_str(&run.ok(&["fill", "grid.txt", "--seed", "3", "--json"])).unwrap();
    let rows: Vec<&str> = json["grid"].as_array().unwrap().iter().map(|row| row.as_str().unwrap()).collect();
    assert_eq!(rows, filled.lines().collect::<Vec<_>>());
    let entries = json["entries"].as_array().unwrap();
    assert_eq!((entries.len(), entries[0]["direction"].as_str()), (9, Some("across")));
    let listed = run.ok(&["fill", "grid.txt", "--seed", "3", "--words"]);
    let across = format!("1A\t{}", &rows[0][1..]);
    assert!(listed.lines().any(|line| line == across), "{listed}");
    let several = run.ok(&["fill", "grid.txt", "--seed", "3", "-n", "3"]);
    assert_eq!(several.split("\n\n").count(), 3);
    assert!(several.starts_with(&filled));
    // Without a seed, the first of several searches counts, and tells its seed.
    for threads in [&["--threads", "3"][..], &[]] {
        let any = run.json(&[&["fill", "grid.txt", "--json"], threads].concat());
        let again = run.json(&["fill", "grid.txt", "--json", "--seed", &any["seed"].to_string()]);
        assert_eq!((&again["grid"], &again["steps"]), (&any["grid"], &any["steps"]));
    }
}

#[test]
fn what_cannot_be_filled_is_said() {
    let run =
        Folder::with(&[("three.txt", b"ABC\nABD\nXYZ\n"), ("bad.txt", b"--\n---\n"), ("bin.puz", b"\0\0ACROSS&DOWN\0..")]);
    let (status, stdout, said) = run.go(&["fill", "----/----", "--entry", "1A=zzzz"], "");
    assert!(status == 1 && stdout.is_empty() && said.contains("impossible: no word of 2 letters fits"), "{said}");
    let (status, stdout, said) = run.go(&["fill", "---", "-l", "three.txt", "-n", "9"], "");
    assert!(status == 0 && stdout.split("\n\n").count() == 3 && said.contains("3 fills are all there are"), "{said}");
    let hard = "--------------/".repeat(14);
    let (status, _, said) = run.go(&["fill", hard.trim_end_matches('/'), "--seconds", "0.2"], "");
    assert!(status == 1 && said.contains("not filled within the time"), "{said}");
    for (arguments, problem) in [
        (&["fill", "bad.txt"][..], "bad.txt: line 2: the row has 3 cells"),
        (&["fill", "bin.puz"], "bin.puz: the file is cut short"),
        (&["fill", "none.txt"], "none.txt"),
        (&["fill", "---", "--entry", "2A=abc"], "--entry the grid has no 2 across"),
        (&["fill", "---", "--min-score", "5"], "--min-score"),
        (&["fill", "---", "-o", "x.doc"], "--output must end with"),
        (&["fill", "---", "-o", "x.txt", "-n", "2"], "--output has one fill"),
        (&["fill", "---", "--seconds", "0"], "--seconds 0"),
    ] {
        let (status, _, said) = run.go(arguments, "");
        assert!(status == 2 && said.contains(problem), "{arguments:?}: {said}");
    }
}

#[test]
fn files_of_crosswords_are_kept() {
    let run = Folder::with(&[("grid.txt", b"#---\n----\n---#\n"), ("scored.txt", b"ICE CAP;9\nICECAP;3\nOAK;1\n")]);
    let filled = run.ok(&["fill", "grid.txt", "--seed", "1"]);
    for name in ["a.puz", "b.ipuz", "c.txt"] {
        run.ok(&["fill", "grid.txt", "--seed", "1", "-o", name]);
        assert_eq!(run.ok(&["fill", name, "--as-is"]), filled, "{name}");
        assert_eq!(run.go(&["fill", name, "-o", name], "").0, 2, "an existing file is not replaced");
    }
    run.ok(&["fill", "a.puz", "--as-is", "-o", "d.ipuz"]);
    run.ok(&["fill", "d.ipuz", "--as-is", "-o", "e.puz"]);
    assert_eq!(run.read("a.puz"), run.read("e.puz"));
    assert_eq!(run.ok(&["fill", "a.puz", "--empty", "--as-is"]), "#---\n----\n---#\n");
    run.ok(&["fill", "a.puz", "--as-is", "-o", "f.svg", "--hide-letters"]);
    let svg = String::from_utf8(run.read("f.svg")).unwrap();
    assert!(svg.starts_with("<svg") && svg.contains(">1</text>"));
    let several = r##"{"kind": ["http://ipuz.org/crossword#1"], "dimensions": {"width": 3, "height": 1},
        "puzzle": [[1, 0, 0]], "solution": [["STAR", "R", "Y"]], "clues": {"Across": ["A puzzle"]}}"##;
    std::fs::write(run.path().join("star.ipuz"), several).unwrap();
    let (status, _, said) = run.go(&["fill", "star.ipuz"], "");
    assert!(status == 2 && said.contains("cell 1,1 has 'STAR'") && said.contains("--empty"), "{said}");
    let (status, _, said) = run.go(&["fill", "star.ipuz", "--as-is", "-o", "star.puz"], "");
    assert!(status == 0 && said.contains("clues without a number, left out: 1"), "{said}");
    assert!(run.read("star.puz").windows(8).any(|bytes| bytes == b" 0:STAR;"));
    assert_eq!(run.ok(&["fill", "star.puz", "--empty", "--as-is"]), "---\n");
    let phrase = run.ok(&["fill", "------", "-l", "scored.txt", "--spaces", "keep", "--words"]);
    assert_eq!(phrase, "ICECAP\n1A\tICE CAP\t9\n");
}
