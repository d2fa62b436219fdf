//! Hunspell dictionaries as scripts see them.

use crate::program::Folder;

const AFF: &[u8] = b"SFX S Y 2\nSFX S y ies [^aeiou]y\nSFX S 0 s [^y]\nPFX U Y 1\nPFX U 0 un .\n";

fn folder() -> Folder {
    Folder::with(&[("x.aff", AFF), ("x.dic", b"3\nfly/S po:verb\nlike/SU\nad-hoc\n"), ("alone.dic", b"2\nfly/S\nlike\n")])
}

#[test]
fn stems_are_expanded_where_the_affixes_lie_beside_them() {
    let run = folder();
    let (status, _, said) = run.go(&["compile", "x.dic", "-o", "x.lxg", "--on-invalid", "skip"], "");
    assert_eq!(status, 0, "{said}");
    assert!(said.contains("hunspell dictionary with the affixes of x.aff; 3 stems, 6 words, 1 rejected"), "{said}");
    assert_eq!(run.ok(&["dump", "x.lxg"]), "FLIES\nFLY\nLIKE\nLIKES\nUNLIKE\nUNLIKES\n");
    run.ok(&["verify", "x.lxg", "--against", "x.dic"]);
    run.ok(&["compile", "alone.dic", "-o", "alone.lxg"]);
    assert_eq!(run.ok(&["dump", "alone.lxg"]), "FLY\nLIKE\n");
    run.ok(&["compile", "x.dic", "-o", "stems.lxg", "--on-invalid", "skip", "--no-affixes"]);
    assert_eq!(run.ok(&["dump", "stems.lxg"]), "FLY\nLIKE\n");
    run.ok(&["compile", "x.dic", "-o", "plain.lxg", "--on-invalid", "skip", "--shape", "hunspell"]);
    assert!(run.read("plain.lxg") == run.read("x.lxg"));
}

#[test]
fn every_command_that_reads_a_list_expands_it() {
    let run = Folder::with(&[("x.aff", AFF), ("x.dic", b"2\nfly/S\nlike/SU\n")]);
    assert_eq!(run.ok(&["lookup", "-l", "x.dic", "unlikes", "flies"]).lines().count(), 2);
    assert_eq!(run.ok(&["dump", "x.dic"]).lines().count(), 6);
    assert_eq!(run.ok(&["dump", "x.dic", "--no-affixes"]), "FLY\nLIKE\n");
    run.ok(&["convert", "x.dic", "-o", "x.txt"]);
    assert_eq!(run.read("x.txt"), b"FLIES\nFLY\nLIKE\nLIKES\nUNLIKE\nUNLIKES\n");
    // With an automatic alphabet, which reads the list twice.
    run.ok(&["compile", "x.dic", "-o", "auto.lxg", "--alphabet", "auto"]);
    assert_eq!(run.ok(&["dump", "auto.lxg"]).lines().count(), 6);
    let report = run.json(&["compile", "x.dic", "-o", "json.lxg", "--json"]);
    let said = "x.dic: windows-1252 (by x.aff), LF, hunspell dictionary with the affixes of x.aff; 2 stems, 6 words";
    assert_eq!(report["lists"][0], said);
}

#[test]
fn faults_are_named_and_nothing_is_written() {
    let run = Folder::with(&[
        ("bad.aff", b"SFX S Y 2\nSFX S 0 s .\n"),
        ("bad.dic", b"1\na/S\n"),
        ("x.aff", AFF),
        ("x.dic", b"2\nfly/S\nlike/SU\n"),
        ("flags.aff", b"FLAG num\n"),
        ("flags.dic", b"2\nfly/1\nlike/x\n"),
    ]);
    let fails = |arguments: &[&str]| {
        let files = run.files();
        let (status, _, stderr) = run.go(arguments, "");
        assert_eq!((status, run.files()), (2, files), "{arguments:?}: {stderr}");
        stderr
    };
    assert_eq!(
        fails(&["compile", "bad.dic", "-o", "bad.lxg"]),
        "error: bad.aff:1: 'S': 2 rules are announced, 1 come — repair it, or leave affixes out with --no-affixes\n"
    );
    run.ok(&["compile", "bad.dic", "-o", "bad.lxg", "--no-affixes"]);
    let said = fails(&["compile", "x.dic", "-o", "x.lxg", "--max-forms", "5"]);
    assert!(said.contains("x.dic:3: 'like': the affixes are to make more than 5 forms; 2 by x.aff:5: PFX 0 un —"), "{said}");
    run.ok(&["compile", "x.dic", "-o", "x.lxg", "--max-forms", "6"]);
    let said = fails(&["compile", "flags.dic", "-o", "flags.lxg"]);
    assert!(said.starts_with("error: flags.dic:3: 'like/x': its flags are not as the .aff says"), "{said}");
    run.ok(&["compile", "flags.dic", "-o", "flags.lxg", "--on-invalid", "skip"]);
    assert_eq!(run.ok(&["dump", "flags.lxg"]), "FLY\n");
}

#[test]
fn odd_flags_of_a_dictionary_are_told() {
    let affixes = b"FLAG num\nSFX 7 Y 1\nSFX 7 0 s .\n";
    let run = Folder::with(&[("odd.aff", &affixes[..]), ("odd.dic", b"3\ncat/7\ndog/7x\nemu/7y\n")]);
    let (status, _, said) = run.go(&["compile", "odd.dic", "-o", "odd.lxg"], "");
    assert!(status == 0 && said.contains("odd.dic: line 3: flags are numbers with commas between; of '7x'"), "{said}");
    assert!(said.contains("(2 lines are like it)"), "{said}");
    assert_eq!(run.ok(&["dump", "odd.lxg"]), "CAT\nCATS\nDOG\nDOGS\nEMU\nEMUS\n");
}

#[test]
fn both_files_may_be_compressed() {
    let gz = |bytes: &[u8]| {
        let mut packed = Vec::new();
        let compression = lexigraph::bytes::Compression::Gzip;
        lexigraph::bytes::compress(&mut packed, Some(compression), |out| out.write_all(bytes)).unwrap();
        packed
    };
    let run = Folder::with(&[("x.aff.gz", &gz(AFF)), ("x.dic.gz", &gz(b"1\nlike/SU\n"))]);
    assert_eq!(run.ok(&["dump", "x.dic.gz"]), "LIKE\nLIKES\nUNLIKE\nUNLIKES\n");
}
