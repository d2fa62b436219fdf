//! The queries as scripts see them: output, messages, exit status.

use std::path::Path;

fn go(arguments: &[&str], input: &str) -> (i32, String, String) {
    crate::program::lexigraph(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")), arguments, input)
}

/// What a command prints that finds something.
fn found(arguments: &[&str]) -> String {
    let (status, stdout, stderr) = go(arguments, "");
    assert_eq!(status, 0, "{arguments:?}: {stderr}");
    stdout
}

#[test]
fn answers_are_words_alone() {
    assert_eq!(found(&["anagram", "cats"]), "ACTS\nCAST\nCATS\nSCAT\n");
    assert_eq!(found(&["anagram", "pi??z"]), "PIZza\nPrIZe\nsPItZ\nunZIP\nZIPpy\n");
    assert_eq!(found(&["pattern", "qu???t?", "--rack", "ai??"]), "QUAlITy\nQUInATe\n");
    assert_eq!(found(&["pattern", "?w*m?s"]), "SWAMIS\nSWAMPS\nTWASOMES\nTWELVEMOS\nTWOSOMES\n");
    assert_eq!(found(&["pattern", "*xyl*phone*"]), "XYLOPHONE\nXYLOPHONES\n");
    assert_eq!(found(&["pattern", "--regex", "q[^u].*s"]).lines().count(), 8);
    assert_eq!(found(&["near", "satire"]), "SATIRE\t0\nSALTIRE\t1\nSATIRES\t1\n");
    assert_eq!(found(&["rank", "satire"]), "133668\n");
    assert_eq!(found(&["rank", "100000"]), "NONSENSICAL\n");
    assert_eq!(found(&["rank", "--neighbours", "satirx"]), "SATIRIZING\tSATIS\n");
    assert_eq!(found(&["complete", "re", "--count"]), "6681\n");
    assert_eq!(found(&["hooks", "hook", "pes"]), "HOOK\tCS\tASY\tno\tno\nPES\tAO\tOT\tyes\tyes\n");
    assert_eq!(found(&["hooks", "--extensions", "rhus"]), "RHUSES\nSCIRRHUS\nSCIRRHUSES\n");
    assert_eq!(found(&["search", "length:7", "and", "probability:1-10", "-c"]), "10\n");
    assert_eq!(found(&["anagram", "--words", "9", "--min-length", "3", "--repeat", "chow chow", "-c"]), "2\n");
    assert_eq!(found(&["anagram", "--words", "9", "--min-length", "3", "chow chow"]), "CHOWCHOW\n");
}

#[test]
fn several_words_take_blanks_sets_and_an_order() {
    let two = ["anagram", "--words", "2", "--min-length", "4"];
    let go_with = |rest: &[&str]| found(&[&two[..], rest].concat());
    let sorted = go_with(&["retain s?", "--sort", "alpha"]);
    assert!(
        sorted.lines().count() > 1 && sorted.lines().all(|line| line.chars().filter(char::is_ascii_lowercase).count() == 1)
    );
    let words = |line: &str| line.to_uppercase().split(' ').map(str::to_owned).collect::<Vec<_>>();
    assert!(sorted.lines().map(words).is_sorted());
    let reversed = go_with(&["retain s?", "--sort", "alpha", "--reverse"]);
    assert_eq!(reversed.lines().rev().collect::<Vec<_>>(), sorted.lines().collect::<Vec<_>>());
    let mut unsorted: Vec<Vec<String>> = go_with(&["retains?"]).lines().map(words).collect();
    unsorted.sort();
    assert_eq!(unsorted, sorted.lines().map(words).collect::<Vec<_>>());
    assert_eq!(go_with(&["retains?", "-c"]), format!("{}\n", unsorted.len()));
    assert_eq!(go_with(&["retains?", "--tsv", "-n", "1"]).lines().next(), Some("word"));
    let json: serde_json::Value = serde_json::from_str(&go_with(&["retains?", "--json", "-n", "1"])).unwrap();
    assert_eq!(json["blanks"].as_str().map(str::len), Some(1));
    assert!(go_with(&["retain[sx]e", "-c"]).trim().parse::<u32>().unwrap() > 1);
    for wrong in [&["abc*"][..], &["abc", "--sort", "points"], &["abc", "--columns", "length"], &["ab[c"], &["ab1"]] {
        assert_eq!(go(&[&two[..], wrong].concat(), "").0, 2, "{wrong:?}");
    }
}

#[test]
fn answers_can_be_sorted_cut_and_laid_out() {
    assert_eq!(found(&["anagram", "--sub", "zax", "--sort", "points", "-n", "2"]), "ZAX\nAX\n");
    assert_eq!(found(&["complete", "satire", "-0"]), "SATIRE\0SATIRES\0");
    assert_eq!(
        found(&["complete", "satire", "--tsv", "--columns", "word,length,points,alphagram"]),
        "word\tlength\tpoints\talphagram\nSATIRE\t6\t6\tAEIRST\nSATIRES\t7\t7\tAEIRSST\n"
    );
    let json = found(&["anagram", "aeinrst?", "--json", "-n", "1"]);
    let value: serde_json::Value = serde_json::from_str(&json).unwrap();
    for key in
        "word length alphagram front_hooks back_hooks inner_front inner_back points probability anagrams blanks".split(' ')
    {
        assert!(value.get(key).is_some(), "{key}: {json}");
    }
    assert_eq!((value["word"].as_str(), value["blanks"].as_str()), (Some("ANgRIEST"), Some("G")));
    let near = found(&["near", "zax", "--json", "-n", "1"]);
    assert_eq!(serde_json::from_str::<serde_json::Value>(&near).unwrap()["distance"], 0);
}

#[test]
fn a_batch_names_its_queries() {
    let (status, stdout, _) = go(&["anagram"], "opst\n\nxyz\n");
    assert_eq!((status, stdout.lines().next()), (0, Some("opst\tOPTS")));
    assert_eq!(go(&["rank", "-"], "aa\nxyz\n2\n").1, "aa\t1\n2\tAAH\n");
    assert_eq!(go(&["complete", "satire", "zzz", "--count"], "").1, "satire\t2\nzzz\t0\n");
    let (_, stdout, _) = go(&["complete", "-", "--json", "--columns", "word"], "satire\n");
    assert_eq!(stdout.lines().next(), Some("{\"query\":\"satire\",\"word\":\"SATIRE\"}"));
}

#[test]
fn nothing_found_is_one_and_a_mistake_is_two() {
    assert_eq!(go(&["anagram", "xyz"], "").0, 1);
    assert_eq!(go(&["pattern", "qqq*"], "").0, 1);
    assert_eq!(go(&["rank", "xyz"], "").0, 1);
    assert_eq!(go(&["search", "length:99"], "").0, 1);
    let (status, stdout, stderr) = go(&["pattern", "c[ab"], "");
    assert_eq!((status, stdout.as_str()), (2, ""));
    assert!(stderr.contains("\n  c[ab\n   ^"), "{stderr}");
    let (status, _, stderr) = go(&["anagram", "naïve"], "");
    assert_eq!(status, 2);
    assert!(stderr.contains("'ï' is not a letter") && stderr.ends_with("  naïve\n    ^\n"), "{stderr}");
    let (status, _, stderr) = go(&["search", "length:7 and lenght:8"], "");
    assert_eq!(status, 2);
    assert!(stderr.ends_with(&format!("\n  length:7 and lenght:8\n  {}^\n", " ".repeat(13))), "{stderr}");
    assert_eq!(go(&["pattern", "--regex", "(a"], "").0, 2);
    assert_eq!(go(&["complete", "re", "--columns", "nothing"], "").0, 2);
}

#[test]
fn another_list_can_be_asked() {
    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("mine.txt");
    std::fs::write(&list, "satire\nzen\n").unwrap();
    let search = format!("in:{}", list.display());
    assert_eq!(found(&["search", &search]), "SATIRE\n");
    let (status, stdout, _) = go(&["search", "-l", list.to_str().unwrap(), "not", "in:enable"], "");
    assert_eq!((status, stdout.as_str()), (0, "ZEN\n"));
}

/// A folder with a list that defines its words, and a table of other definitions.
fn defined() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write(
        "defined.txt",
        "AA rough lava [n AAS]\nAAH to exclaim in amazement\nZAX a tool for cutting slate\nQI vital energy\nZA a pizza\n",
    );
    write("plain.txt", "aa\nqi\nza\n");
    write("texts.tsv", "qi\tthe vital force\nxu\ta coin\nza\tpizza, in \"short\"\n");
    folder
}

#[test]
fn definitions_are_kept_on_request() {
    let folder = defined();
    let go = |arguments: &[&str], input: &str| crate::program::lexigraph(folder.path(), arguments, input);
    let (status, _, stderr) = go(&["compile", "defined.txt", "-o", "with.lxg", "--definitions"], "");
    assert_eq!(status, 0, "{stderr}");
    assert!(stderr.contains("5 words, 5 definitions, dawg"), "{stderr}");
    assert_eq!(go(&["compile", "defined.txt", "-o", "without.lxg"], "").0, 0);
    let lookup = |image, rest: &[&str]| go(&[&["lookup", "-l", image, "--define"], rest].concat(), "");
    assert_eq!(lookup("with.lxg", &["qi", "xyz", "Aa"]).1, "QI\tvital energy\nAA\trough lava [n AAS]\n");
    assert_eq!(lookup("with.lxg", &["xyz"]).0, 1);
    assert_eq!(lookup("with.lxg", &["qi", "-0"]).1, "QI\tvital energy\0");
    assert_eq!(
        lookup("with.lxg", &["qi", "--json"]).1,
        "{\"word\":\"QI\",\"query\":\"qi\",\"valid\":true,\"definition\":\"vital energy\"}\n"
    );
    // The bundled dictionary explains what the lexicon does not; for letters of another language there is none.
    assert_eq!(lookup("without.lxg", &["qi", "za"]).1, "QI\nZA\n");
    assert_eq!(lookup("without.lxg", &["zax"]).1, "ZAX\tn. a tool for cutting roof slates\n");
    assert_eq!(go(&["compile", "plain.txt", "-o", "german.lxg", "--alphabet", "german"], "").0, 0);
    let (status, _, stderr) = lookup("german.lxg", &["qi"]);
    assert!(status == 2 && stderr.contains("has no definitions — import a dictionary"), "{stderr}");
    // A list keeps its definitions where they are asked for.
    assert_eq!(lookup("defined.txt", &["za"]).1, "ZA\ta pizza\n");
    // A file of definitions goes first, and does without those of the image.
    assert_eq!(
        lookup("with.lxg", &["--definitions", "texts.tsv", "qi", "za", "aa", "xu"]).1,
        "QI\tthe vital force\nZA\tpizza, in \"short\"\nAA\trough lava [n AAS]\n"
    );
    assert_eq!(
        go(&["lookup", "-l", "without.lxg", "--definitions", "texts.tsv", "za", "aa"], "").1,
        "ZA\tpizza, in \"short\"\nAA\tn. a dry form of lava resembling clinkers\n"
    );
    let (status, _, stderr) = go(&["compile", "plain.txt", "-o", "attached.lxg", "--definitions=texts.tsv"], "");
    assert!(status == 0 && stderr.contains("texts.tsv: 1 definitions of other words left out"), "{stderr}");
    let expected = "AA\tn. a dry form of lava resembling clinkers\nQI\tthe vital force\n";
    assert_eq!(lookup("attached.lxg", &["aa", "qi"]).1, expected);
    let (status, stdout, _) = go(&["verify", "attached.lxg"], "");
    assert!(status == 0 && stdout.contains("ok    image: definitions in order, each of a word"), "{stdout}");
    let stats: serde_json::Value = serde_json::from_str(&go(&["stats", "attached.lxg", "--json"], "").1).unwrap();
    assert_eq!(stats["definitions"], 2, "{stats}");
    let (status, _, stderr) = go(&["lookup", "--definitions", "plain.txt", "qi"], "");
    assert!(status == 2 && stderr.contains("plain.txt: no definitions"), "{stderr}");
}

#[test]
fn a_judge_needs_words() {
    for arguments in [&["lookup", "--judge"][..], &["lookup", "--judge", "-"], &["lookup", "--judge", "--json"]] {
        let (status, stdout, stderr) = go(arguments, "\n");
        assert!(status == 2 && stdout.is_empty() && stderr.contains("no words to judge"), "{stderr}");
    }
    assert_eq!(go(&["lookup", "--judge"], "aa\n").0, 0);
}

#[test]
fn ladders_bees_and_clues_are_printed() {
    assert_eq!(found(&["ladder", "cold", "warm"]), "COLD CORD CARD WARD WARM\n");
    let all = found(&["ladder", "cold", "warm", "--all"]);
    assert_eq!(found(&["ladder", "cold", "warm", "--all", "-c"]), format!("{}\n", all.lines().count()));
    assert!(all.lines().is_sorted() && all.lines().all(|line| line.split(' ').count() == 5));
    assert_eq!(found(&["ladder", "cat", "dog", "--edits", "--json"]).lines().count(), 1);
    assert_eq!(found(&["ladder", "cold", "card", "warm", "-0"]), "COLD CORD CARD WARD WARM\0");
    for none in
        [&["ladder", "cold", "warm", "--max-steps", "3"][..], &["ladder", "zyzzyva", "satires"], &["ladder", "ab", "zzq"]]
    {
        assert_eq!(go(none, "").0, 1, "{none:?}");
    }
    assert_eq!(go(&["ladder", "cold"], "").0, 2);
    let (status, stdout, stderr) = go(&["ladder", "-"], "cat dog\ncat\ncold warm\n");
    assert_eq!((status, stdout.lines().count()), (2, 2));
    assert!(
        stdout.starts_with("cat dog\tCAT ") && stderr.contains("standard input:2: a ladder needs two words"),
        "{stderr}"
    );

    assert_eq!(found(&["chain", "cold", "tom"]), "COLD DACOIT TOM\n");
    let all = found(&["chain", "cold", "tom", "--all"]);
    assert_eq!(found(&["chain", "cold", "tom", "--all", "-c"]), format!("{}\n", all.lines().count()));
    assert!(all.lines().is_sorted() && all.lines().all(|line| line.starts_with("COLD D") && line.ends_with("T TOM")));
    assert_eq!(go(&["chain", "cold", "tom", "--overlap", "3"], "").0, 1);
    let (status, stdout, stderr) = go(&["chain", "apple", "--overlap", "3", "--json"], "");
    let words = stdout.matches("\",\"").count().to_string();
    assert!(status == 0 && stderr.replace(',', "").starts_with(&format!("{words} words")), "{words} {stderr}");
    assert_eq!(found(&["chain", "--grow", "in", "sting"]), "IN SIN SING STING\n");
    assert!(go(&["chain", "x", "at"], "").2.contains("X is not in the lexicon"));
    assert!(go(&["chain", "at", "tea", "--overlap", "2"], "").2.contains("AT is not longer than the overlap"));
    assert_eq!(go(&["chain", "at", "--overlap", "0"], "").0, 2);

    let bee = found(&["bee", "c", "ahnlto", "--sort", "points", "-n", "2"]);
    assert_eq!(bee, found(&["bee", "cahnlto", "--sort", "points", "-n", "2", "--columns", "word,points,pangram"]));
    assert_eq!(found(&["bee", "z", "aeo", "--total"]), go(&["bee", "z", "aeo"], "").2);
    let (_, _, stderr) = go(&["bee", "c", "ahnlto"], "");
    let lines = found(&["bee", "c", "ahnlto", "--columns", "points"]);
    let points: u32 = lines.lines().map(|line| line.parse::<u32>().unwrap()).sum();
    assert!(stderr.contains(&format!("{} words, {points} points, ", lines.lines().count())), "{stderr}");
    assert_eq!((go(&["bee", "q", "zx"], "").0, go(&["bee", "4"], "").0), (1, 2));

    let words = found(&["filter", "--green", "?a??e", "--yellow", "r", "--grey", "stn"]);
    assert!(words.lines().any(|word| word == "LARGE") && words.lines().all(|word| word.contains('R')));
    assert_eq!(found(&["filter", "crane=xyyxg", "-c"]), found(&["filter", "crane=01102", "-c"]));
    let (status, stdout, stderr) = go(&["filter", "--grey", "s", "-c"], "");
    assert!(status == 0 && stdout.trim().parse::<u32>().unwrap() > 1000, "{stderr}");
    let (status, stdout, _) = go(&["filter", "-c"], "crane=xygxg\ncrane=ggggg cranes=gggggg\ncrane=ggggg\n");
    assert!(status == 2 && stdout.ends_with("crane=ggggg\t1\n"), "{stdout}");
    assert_eq!(go(&["filter", "crane=ggggg", "crane=xxxxx"], "").0, 1);
}
