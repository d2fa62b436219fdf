//! Inputs that would take all memory or time, and damaged files, as scripts see them.

use crate::program::Folder;

const LABEL: &[u8] = include_bytes!("../hostile/label.lxg");
const KWG: &[u8] = include_bytes!("../golden/twelve.kwg");

#[test]
fn one_query_does_not_take_the_memory_of_the_machine() {
    let run = Folder::with(&[]);
    let word = "a".repeat(3000);
    let best = ["boggle", "--best", "--size", "2x2", "--threads", "100000", "--seconds", "1"];
    for arguments in [
        &["pattern", "--regex", "((((a{1,200}){1,200}){1,200}){1,200})"][..],
        &["near", &word, "--distance", "2999"],
        &["simulate", "--threads", "100000", "--rack", "aeinrst"],
        &best,
    ] {
        let (status, _, said) = run.go(arguments, "");
        assert_eq!(status, 2, "{arguments:?}: {said}");
        assert!(said.starts_with("error: "), "{said}");
    }
}

#[test]
fn an_input_is_read_up_to_a_limit_that_can_be_set() {
    let run = Folder::with(&[("list.txt", &b"aa\n".repeat(1000))]);
    let (status, _, said) = run.go(&["compile", "list.txt", "-o", "x.lxg", "--max-bytes", "1K"], "");
    assert_eq!(status, 2);
    assert!(said.contains("list.txt: more than 1024 bytes") && said.contains("--max-bytes"), "{said}");
    run.ok(&["compile", "list.txt", "-o", "x.lxg", "--max-bytes", "1M"]);
}

#[test]
fn a_damaged_graph_is_named_in_every_command() {
    let run = Folder::with(&[("label.lxg", LABEL)]);
    for arguments in [
        &["dump", "label.lxg"][..],
        &["rank", "12", "-l", "label.lxg"],
        &["pattern", "?*", "-l", "label.lxg"],
        &["near", "campier", "-l", "label.lxg"],
        &["stats", "label.lxg"],
        &["convert", "label.lxg", "-o", "x.kwg"],
    ] {
        let (status, _, said) = run.go(arguments, "");
        assert_eq!(status, 2, "{arguments:?}: {said}");
        assert!(said.starts_with("error: label.lxg: ") && said.matches("label.lxg").count() == 1, "{said}");
    }
}

#[test]
fn verify_says_which_formats_have_no_checksum() {
    let run = Folder::with(&[("x.kwg", KWG)]);
    let said = run.ok(&["verify", "x.kwg"]);
    assert!(!said.contains("ok    dawg: checksum") && said.contains("kwg has no checksum"), "{said}");
    assert!(said.contains("--against LIST"), "{said}");
    assert!(run.json(&["verify", "x.kwg", "--json"])["checksum"].is_null());
}

/// Expansion is refused before any form is made; what hunspell accepts is read with a warning.
#[test]
fn affixes_are_counted_before_forms_are_made() {
    let rules = |flag: char, then: &str| {
        let letters = ('a'..='z').flat_map(|first| ('a'..='z').map(move |second| format!("{first}{second}")));
        let lines: String = letters.map(|added| format!("SFX {flag} 0 {added}{then} .\n")).collect();
        format!("SFX {flag} Y 676\n{lines}")
    };
    let aff = format!("SET UTF-8\n{}{}", rules('A', "/B"), rules('B', ""));
    let dic: String = ('a'..='z').map(|letter| format!("{letter}/A\n")).collect();
    let odd = b"SET UTF-8\nSFX 0 Y 1\nSFX 0 y ies/ y\n";
    let run = Folder::with(&[
        ("big.aff", aff.as_bytes()),
        ("big.dic", format!("26\n{dic}").as_bytes()),
        ("n.aff", odd),
        ("n.dic", b"1\nfly/0\n"),
    ]);
    let arguments = ["compile", "big.dic", "-o", "x.lxg", "--max-forms", "1000000"];
    let (status, _, said) = run.go(&arguments, "");
    assert_eq!(status, 2);
    assert!(said.contains("the affixes are to make more than 1000000 forms"), "{said}");
    let (status, words, said) = run.go(&["dump", "n.dic"], "");
    assert_eq!((status, words.as_str()), (0, "FLIES\nFLY\n"), "{said}");
    assert!(said.contains("warning: n.aff:3: SFX: 'ies/' has no flags behind the slash"), "{said}");
}
