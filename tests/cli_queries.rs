//! The queries as scripts see them: output, messages, exit status.

#[path = "common/program.rs"]
mod program;

use std::path::Path;

fn go(arguments: &[&str], input: &str) -> (i32, String, String) {
    program::lexigraph(Path::new(env!("CARGO_MANIFEST_DIR")), arguments, input)
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
