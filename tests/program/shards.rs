//! Long runs that are divided among machines: the parts add up to the whole, byte for byte, and nothing else is added.

use crate::program::Folder;

/// A lexicon and a tile set so small that leave values are learned in a moment, also by code for debugging.
const WORDS: (&str, &[u8]) = (
    "words.txt",
    b"ae\nare\narea\narete\nas\nate\near\neat\nera\nerase\net\nrat\nrate\nreset\nsate\nsea\nseat\nset\nstar\ntar\ntea\ntear\nterse\n",
);
const TILES: (&str, &[u8]) = (
    "few.toml",
    b"title = \"Few\"\nlocale = \"en\"\nstatus = \"own\"\nverified_by = [\"test\"]\ntiles = 38\npoints = 44\nblanks = 2\n\
letters = [{ t = \"A\", n = 8, v = 1, vowel = true }, { t = \"E\", n = 10, v = 1, vowel = true },\n\
{ t = \"R\", n = 6, v = 1 }, { t = \"S\", n = 4, v = 3 }, { t = \"T\", n = 8, v = 1 }]\n",
);

const GAME: [&str; 4] = ["-l", "words.txt", "--alphabet", "few.toml"];

/// Runs, expects success, and stores what was printed.
fn print_to(folder: &Folder, name: &str, arguments: &[&str]) {
    let text = folder.ok(arguments);
    std::fs::write(folder.path().join(name), text).unwrap();
}

/// The arguments that merge the results of `selfplay` or `boggle --best`.
fn merged<'a>(command: &'a str, files: &[&'a str]) -> Vec<&'a str> {
    let best: &[&str] = if command == "boggle" { &["--best"] } else { &[] };
    [&[command, "--json"], best, &["--merge"], files].concat()
}

/// Expects an error that says this.
fn refuses(folder: &Folder, arguments: &[&str], expected: &str) {
    let (status, stdout, stderr) = folder.go(arguments, "");
    assert_eq!(status, 2, "{arguments:?}: {stdout}{stderr}");
    assert!(stderr.contains(expected), "{arguments:?}: '{stderr}' has no '{expected}'");
}

/// The text with another number behind the first occurrence of a key.
fn renumbered(text: &str, key: &str, number: &str) -> String {
    let (before, after) = text.split_once(key).unwrap();
    format!("{before}{key}{number}{}", after.trim_start_matches(|digit: char| digit.is_ascii_digit()))
}

/// Changes a text in sealed JSON, and makes its checksum right again.
fn forge(folder: &Folder, from: &str, to: &str, changes: &[(&str, &str)]) {
    let text = String::from_utf8(folder.read(from)).unwrap();
    let (results, _) = text.trim_end().rsplit_once(",\"checksum\":").unwrap();
    let mut results = format!("{results}}}");
    for (old, new) in changes {
        assert!(results.contains(old), "{results} has no {old}");
        results = results.replacen(old, new, 1);
    }
    let checksum = crc32fast::hash(results.as_bytes());
    let sealed = format!("{},\"checksum\":\"{checksum:08x}\"}}\n", results.strip_suffix('}').unwrap());
    std::fs::write(folder.path().join(to), sealed).unwrap();
}

/// The same for the file of a training.
fn forge_training(folder: &Folder, from: &str, to: &str, change: impl Fn(&str) -> String) {
    let text = String::from_utf8(folder.read(from)).unwrap();
    let lines = text.rsplit_once("end ").unwrap().0;
    let changed = change(lines);
    assert_ne!(lines, changed);
    let checksum = crc32fast::hash(changed.as_bytes());
    std::fs::write(folder.path().join(to), format!("{changed}end {checksum:08x}\n")).unwrap();
}

#[test]
fn shards_of_a_match_are_the_match() {
    let folder = Folder::with(&[WORDS, TILES]);
    let play = ["selfplay", "--first", "greedy", "--second", "greedy:share=90", "--games", "14", "--pairs", "--json"];
    let store = |name: &str, more: &[&str]| print_to(&folder, name, &[&play[..], &GAME, more].concat());
    store("whole.json", &[]);
    for number in ["1", "2", "3"] {
        store(&format!("{number}.json"), &["--shard", &format!("{number}/3")]);
    }
    for order in [["3.json", "1.json", "2.json"], ["1.json", "2.json", "3.json"]] {
        assert!(folder.ok(&merged("selfplay", &order)).as_bytes() == folder.read("whole.json"));
    }
    // What is saved for an interruption is what is printed.
    store("printed.json", &["--shard", "2/3", "--resume", "kept.json"]);
    assert!(folder.read("kept.json") == folder.read("2.json") && folder.read("printed.json") == folder.read("2.json"));
    // A part of the shards adds up to results that can be added again; the error names the others.
    let (status, part, stderr) = folder.go(&merged("selfplay", &["3.json", "1.json"]), "");
    assert!(status == 2 && stderr.contains("shard 2/3 is missing — play with --shard I/N"), "{stderr}");
    std::fs::write(folder.path().join("13.json"), part).unwrap();
    assert!(folder.ok(&merged("selfplay", &["2.json", "13.json"])).as_bytes() == folder.read("whole.json"));

    refuses(&folder, &merged("selfplay", &["1.json", "2.json", "1.json"]), "1.json: shard 1/3 is there twice");
    store("half.json", &["--shard", "1/2"]);
    refuses(
        &folder,
        &merged("selfplay", &["1.json", "half.json"]),
        "half.json: the results are of different matches: the number of shards",
    );
    store("seed.json", &["--shard", "2/3", "--seed", "2"]);
    refuses(
        &folder,
        &merged("selfplay", &["1.json", "seed.json"]),
        "seed.json: the results are of different matches: the seed is 1 here",
    );
    // Files of the same names with other contents.
    let other = ["--first", "equity:leaves=l.csv", "--shard"];
    let other_match = |name: &str, shard: &str| {
        let all = ["selfplay", "--second", "greedy", "--games", "2", "--json"];
        print_to(&folder, name, &[&all[..], &GAME, &other, &[shard]].concat());
    };
    std::fs::write(folder.path().join("l.csv"), "A,1\n").unwrap();
    other_match("a.json", "1/2");
    std::fs::write(folder.path().join("l.csv"), "A,2\n").unwrap();
    other_match("b.json", "2/2");
    refuses(
        &folder,
        &merged("selfplay", &["a.json", "b.json"]),
        "b.json: the results are of different matches: the setting",
    );
    std::fs::write(folder.path().join("words.txt"), [WORDS.1, b"tease\n"].concat()).unwrap();
    store("words.json", &["--shard", "2/3"]);
    refuses(
        &folder,
        &merged("selfplay", &["1.json", "words.json"]),
        "words.json: the results are of different matches: the setting",
    );
    forge(&folder, "2.json", "version.json", &[("\"version\":\"", "\"version\":\"9")]);
    refuses(&folder, &merged("selfplay", &["1.json", "version.json"]), "version.json: the results are of version 9");
    forge(&folder, "2.json", "counts.json", &[("\"games\":4", "\"games\":18446744073709551615")]);
    refuses(
        &folder,
        &merged("selfplay", &["1.json", "counts.json"]),
        "counts.json: the counts of the results contradict each other",
    );
    forge(&folder, "2.json", "turns.json", &[("\"turns\":", "\"turns\":18446744073709550")]);
    refuses(&folder, &merged("selfplay", &["1.json", "turns.json", "3.json"]), "turns.json: ");
    forge(&folder, "2.json", "many.json", &[("\"2/3\"", "\"2/18446744073709551615\"")]);
    refuses(
        &folder,
        &merged("selfplay", &["1.json", "many.json"]),
        "many.json: not the output of selfplay --json: '2/18446744073709551615'",
    );
    forge(&folder, "2.json", "less.json", &[("\"done\":2", "\"done\":1"), ("\"complete\":true", "\"complete\":false")]);
    refuses(&folder, &merged("selfplay", &["less.json", "1.json"]), "less.json: ");
    let text = String::from_utf8(folder.read("2.json")).unwrap();
    std::fs::write(folder.path().join("damaged.json"), text.replacen("\"bingos\":", "\"bingos\":1", 1)).unwrap();
    refuses(&folder, &merged("selfplay", &["1.json", "damaged.json"]), "damaged.json: the checksum does not fit");
    std::fs::write(folder.path().join("cut.json"), &text[..text.len() / 2]).unwrap();
    refuses(&folder, &merged("selfplay", &["1.json", "cut.json"]), "cut.json: not the output of selfplay --json: EOF");
    refuses(&folder, &merged("selfplay", &["1.json", "none.json"]), "none.json: ");
}

#[test]
fn shards_of_a_training_are_the_training() {
    let folder = Folder::with(&[WORDS, TILES]);
    let train = [&["train", "leaves"], &GAME[..]].concat();
    let ok = |more: &[&str]| folder.ok(&[&train[..], more].concat());
    let not = |more: &[&str], expected: &str| refuses(&folder, &[&train[..], more].concat(), expected);
    let settings = ["--games", "30", "--generations", "2", "--draws", "2"];
    ok(&[&settings[..], &["-o", "whole.klv2"]].concat());
    for number in 1..=3 {
        let (shard, name) = (format!("{number}/3"), format!("{number}.part"));
        ok(&[&settings[..], &["--shard", &shard, "-o", &name]].concat());
    }
    ok(&["--merge", "3.part", "1.part", "2.part", "-o", "first.train"]);
    ok(&["--merge", "1.part", "2.part", "3.part", "-o", "again.train"]);
    assert!(folder.read("first.train") == folder.read("again.train"));
    for number in 1..=2 {
        let (shard, name) = (format!("{number}/2"), format!("{number}.second"));
        ok(&["--from", "first.train", "--shard", &shard, "-o", &name]);
    }
    ok(&["--merge", "2.second", "1.second", "-o", "merged.klv2"]);
    assert!(folder.read("merged.klv2") == folder.read("whole.klv2"));
    // One machine can play what is left.
    ok(&["--from", "first.train", "-o", "rest.klv2"]);
    assert!(folder.read("rest.klv2") == folder.read("whole.klv2"));

    let files = folder.files();
    let merge = |other: &'static str| ["--merge", "1.part", other, "-o", "x.train"];
    not(
        &merge("3.part"),
        "generation 1: shard 2/3 is missing — play each with train leaves --games 30 --generations 2 --draws 2 --seed 1 --shard",
    );
    not(&merge("1.part"), "1.part: shard 1/3 is there twice");
    not(&merge("1.second"), "1.second: the results are of different trainings: the generation is 1 here and 2 there");
    not(&["--merge", "2.second", "-o", "x.klv2"], "generation 2: shard 1/2 is missing");
    not(&["--merge", "1.part", "2.part", "3.part", "-o", "x.klv2"], "x.klv2: leave values follow after generation 2");
    not(&["--shard", "1/2", "--games", "3", "-o", "x.csv"], "x.csv: a shard holds no leave values");
    not(&["--from", "1.part", "-o", "x.csv"], "1.part: the file is a shard");
    not(&["--from", "first.train", "--games", "3", "-o", "x.csv"], "cannot be used with");
    assert_eq!(folder.files(), files);

    let replace = |old: &'static str, new: &'static str| move |lines: &str| lines.replacen(old, new, 1);
    forge_training(&folder, "2.part", "version.part", replace("\"version\":\"", "\"version\":\"9"));
    not(&merge("version.part"), "version.part: the results are of version 9");
    forge_training(&folder, "2.part", "seed.part", replace("\"seed\":1", "\"seed\":2"));
    not(&merge("seed.part"), "seed.part: the results are of different trainings: the seed is 1 here and 2 there");
    forge_training(&folder, "1.second", "base.second", |lines| renumbered(lines, "\"base\":", "1"));
    not(&["--merge", "2.second", "base.second", "-o", "x.klv2"], "the checksum of the values before is");
    forge_training(&folder, "2.part", "done.part", replace("\"done\":3", "\"done\":4"));
    not(&merge("done.part"), "done.part:1: the number of games is not that of the shards");
    forge_training(&folder, "2.part", "less.part", replace("\"done\":3", "\"done\":2"));
    not(&merge("less.part"), "less.part: shard 2/3 is incomplete: 2 of 3 games — run its command again");
    forge_training(&folder, "2.part", "squares.part", |lines| renumbered(lines, "\"squares\":", "9223372036854775807"));
    not(&merge("squares.part"), "squares.part: the counts are too large — the file is damaged");
    // The last rack was seen absurdly often, is not whole, or stands in the wrong place.
    let last = |end: &'static str| move |lines: &str| format!("{} {end}\n", lines.trim_end().rsplit_once(' ').unwrap().0);
    forge_training(&folder, "2.part", "worth.part", last("9223372036854775807"));
    not(&merge("worth.part"), ": no rack has these counts");
    forge_training(&folder, "2.part", "word.part", last("many"));
    not(&merge("word.part"), ": the line is not tiles and whole numbers");
    forge_training(&folder, "2.part", "racks.part", replace("\"racks\":", "\"racks\":9"));
    not(&merge("racks.part"), ": the line is not tiles and whole numbers");
    let text = String::from_utf8(folder.read("2.part")).unwrap();
    std::fs::write(folder.path().join("cut.part"), &text[..text.len() - 1]).unwrap();
    not(&merge("cut.part"), "the file ends here");
    std::fs::write(folder.path().join("cut.part"), "").unwrap();
    not(&merge("cut.part"), "cut.part:1: the file ends here");
    std::fs::write(folder.path().join("damaged.part"), text.replacen("\"seed\":1", "\"seed\":3", 1)).unwrap();
    not(&merge("damaged.part"), "the checksum does not fit");
    std::fs::write(folder.path().join("words.txt"), [WORDS.1, b"tease\n"].concat()).unwrap();
    not(&merge("2.part"), "1.part: the results are of different trainings: the setting is words.txt, 24 words");
}

#[test]
fn shards_of_a_search_are_the_search() {
    let folder = Folder::with(&[WORDS, TILES]);
    let search = ["boggle", "--best", "--json", "--size", "2x3", "--pool", "4", "--seed", "3"];
    let search = [&search[..], &GAME].concat();
    let store = |name: &str, more: &[&str]| print_to(&folder, name, &[&search[..], more].concat());
    for start in [&[][..], &["--start", "tea/ars"]] {
        let with = |more: &[&'static str]| [&["--pools", "7"], start, more].concat();
        store("whole.json", &with(&[]));
        store("1.json", &with(&["--shard", "1/3"]));
        store("2.json", &with(&["--shard", "2/3"]));
        store("3.json", &with(&["--shard", "3/3", "--threads", "1"]));
        let merged = folder.ok(&["boggle", "--best", "--json", "--merge", "3.json", "1.json", "2.json"]);
        assert_eq!(merged.into_bytes(), folder.read("whole.json"));
    }
    store("1.json", &["--pools", "7", "--shard", "1/3", "--resume", "kept.json"]);
    assert!(folder.read("1.json") == folder.read("kept.json"));
    // What is finished is not searched again; what was interrupted goes on.
    store("2.json", &["--pools", "7", "--shard", "1/3", "--resume", "kept.json"]);
    assert!(folder.read("1.json") == folder.read("2.json"));
    store("whole.json", &["--pools", "7"]);
    store("2.json", &["--pools", "7", "--shard", "2/3"]);
    store("3.json", &["--pools", "7", "--shard", "3/3"]);
    let text = folder.ok(&["boggle", "--best", "--merge", "2.json", "3.json", "1.json"]);
    assert_eq!(text.split('\t').count(), 3);

    let (status, part, stderr) = folder.go(&merged("boggle", &["1.json", "3.json"]), "");
    assert!(status == 2 && stderr.contains("shard 2/3 is missing"), "{stderr}");
    std::fs::write(folder.path().join("13.json"), part).unwrap();
    assert_eq!(folder.ok(&merged("boggle", &["2.json", "13.json"])).into_bytes(), folder.read("whole.json"));
    refuses(&folder, &merged("boggle", &["1.json", "2.json", "1.json"]), "1.json: shard 1/3 is there twice");
    store("other.json", &["--pools", "8", "--shard", "2/3"]);
    refuses(
        &folder,
        &merged("boggle", &["1.json", "other.json"]),
        "other.json: the results are of different searches: the number of pools",
    );
    refuses(
        &folder,
        &[&search[..], &["--pools", "8", "--shard", "1/3", "--resume", "kept.json"]].concat(),
        "kept.json: the results are of different searches",
    );
    store("other.json", &["--pools", "7", "--shard", "2/3", "--points", "flat"]);
    refuses(
        &folder,
        &merged("boggle", &["1.json", "other.json"]),
        "other.json: the results are of different searches: the setting",
    );
    forge(&folder, "2.json", "version.json", &[("\"version\":\"", "\"version\":\"9")]);
    refuses(&folder, &merged("boggle", &["1.json", "version.json"]), "version.json: the results are of version 9");
    forge(&folder, "2.json", "counts.json", &[("\"boards\":", "\"boards\":18446744073709")]);
    refuses(&folder, &merged("boggle", &["1.json", "counts.json"]), "counts.json: ");
    forge(&folder, "2.json", "pool.json", &[("\"pool\":", "\"pool\":9")]);
    refuses(
        &folder,
        &merged("boggle", &["1.json", "pool.json"]),
        "pool.json: the numbers of pools and boards contradict each other",
    );
    forge(&folder, "2.json", "pool.json", &[("\"pool\":", "\"pool\":0,\"x\":")]);
    refuses(&folder, &merged("boggle", &["1.json", "pool.json"]), "pool.json: ");
    let text = String::from_utf8(folder.read("2.json")).unwrap();
    std::fs::write(folder.path().join("cut.json"), &text[..40]).unwrap();
    refuses(
        &folder,
        &merged("boggle", &["1.json", "cut.json"]),
        "cut.json: not the output of boggle --best --pools N --json: EOF",
    );
    refuses(&folder, &[&search[..], &["--shard", "1/2"]].concat(), "--pools");
    refuses(&folder, &[&search[..], &["--pools", "2", "--shard", "1/2", "--seconds", "1"]].concat(), "cannot be used with");
}
