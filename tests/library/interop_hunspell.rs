//! Affixes against hunspell itself: what is expanded, it accepts.
//!
//! Needs the program (Debian: `hunspell`, and for the dictionaries `hunspell-en-us hunspell-de-de hunspell-es hunspell-fr hunspell-it hunspell-ru
//! hunspell-pl hunspell-hu`). Where it is missing a line says so and nothing is tested, unless `LEXIGRAPH_INTEROP=1` asks for it.

use std::collections::HashSet;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use crate::affix::{all_texts, dictionaries};
use lexigraph::wordlist::{Affixes, MOST_FORMS};
use proptest::prelude::*;

/// Where Debian puts dictionaries.
const FOLDER: &str = "/usr/share/hunspell";

/// Words that are given to the program of one dictionary; all of them in release builds where there are no more.
const MOST: usize = if cfg!(debug_assertions) { 20_000 } else { 1_000_000 };

fn is_there() -> bool {
    let there = Command::new("hunspell").arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok();
    let wanted = std::env::var_os("LEXIGRAPH_INTEROP").is_some_and(|value| value == "1");
    assert!(there || !wanted, "hunspell is not installed");
    if !there {
        println!("skipped: hunspell is not installed");
    }
    there
}

/// Those of the words that the program does not accept. It cuts lines into words its own way: parts are not counted.
fn refused(dictionary: &str, words: &[String]) -> Vec<String> {
    let mut child = Command::new("hunspell")
        .args(["-d", dictionary, "-i", "utf-8", "-l"])
        .env("LC_ALL", "C.UTF-8")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let text = words.join("\n") + "\n";
    let feeder = std::thread::spawn(move || drop(stdin.write_all(text.as_bytes())));
    let output = child.wait_with_output().unwrap();
    feeder.join().unwrap();
    let words: HashSet<&str> = words.iter().map(String::as_str).collect();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    said.lines().filter(|line| words.contains(line)).map(str::to_owned).collect()
}

#[test]
fn real_dictionaries() {
    if !is_there() {
        return;
    }
    // Entries that end with a blank, which for the program is a part of the word.
    let blanks = ["Bugallón", "Gabaldón", "Huancané", "Jagüey", "Paúcar"];
    for name in ["en_US", "de_DE", "es_ES", "fr", "ru_RU", "pl_PL", "it_IT"] {
        let path = Path::new(FOLDER).join(name);
        let Ok(aff) = fs::read(path.with_extension("aff")) else {
            println!("skipped: no dictionary {name}");
            continue;
        };
        let dic = fs::read(path.with_extension("dic")).unwrap();
        let start = Instant::now();
        let affixes = Affixes::parse(name, &aff).unwrap();
        let (mut forms, mut stems) = (0u64, 0u64);
        affixes.forms(name, &dic, MOST_FORMS, |_| forms += 1).unwrap();
        let seconds = start.elapsed().as_secs_f64();
        dic.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()).for_each(|_| stems += 1);
        // Words that the program takes as one: letters only. As many as may be, from all over.
        let mut sample = Vec::new();
        let (mut number, step) = (0, forms / MOST as u64 + 1);
        let mut take = |form: &str| {
            number += 1;
            if number % step == 0 && form.chars().all(char::is_alphabetic) {
                sample.push(form.to_owned());
            }
        };
        affixes.forms(name, &dic, MOST_FORMS, &mut take).unwrap();
        let mut wrong = refused(name, &sample);
        wrong.retain(|word| !blanks.contains(&word.as_str()));
        println!(
            "{name}: {stems} lines, {forms} forms in {seconds:.2} s; of {} asked about {} refused",
            sample.len(),
            wrong.len()
        );
        assert!(wrong.is_empty(), "{name}: {wrong:?}");
    }
}

/// Hundreds of thousands of rules of which two may follow each other: refused in time, with the rule that makes the most.
#[test]
fn hungarian_explodes_and_says_so() {
    let path = Path::new(FOLDER).join("hu_HU");
    let (Ok(aff), Ok(dic)) = (fs::read(path.with_extension("aff")), fs::read(path.with_extension("dic"))) else {
        println!("skipped: no dictionary hu_HU");
        return;
    };
    let error = Affixes::parse("hu_HU.aff", &aff).unwrap().forms("hu_HU.dic", &dic, 2_000_000, |_| {}).unwrap_err();
    let said = error.to_string();
    assert!(
        said.starts_with("hu_HU.dic:") && said.contains("more than 2000000 forms") && said.contains("hu_HU.aff:"),
        "{said}"
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: if cfg!(debug_assertions) { 40 } else { 300 }, ..ProptestConfig::default() })]

    #[test]
    fn random_dictionaries(dictionary in dictionaries()) {
        if !is_there() {
            return Ok(());
        }
        // Of entries of the same word the program takes the first that has a prefix's flag, and refuses what comes of it if that is for compounds.
        let compound = |word: &str| dictionary.stems.iter().any(|(stem, flags)| stem == word && flags.contains(&'c'));
        let free = |word: &str| dictionary.stems.iter().any(|(stem, flags)| stem == word && !flags.contains(&'c'));
        prop_assume!(!dictionary.stems.iter().any(|(stem, _)| compound(stem) && free(stem)));
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x");
        fs::write(path.with_extension("aff"), dictionary.aff()).unwrap();
        fs::write(path.with_extension("dic"), dictionary.dic()).unwrap();
        let affixes = Affixes::parse("x.aff", dictionary.aff().as_bytes()).unwrap();
        let mut forms = HashSet::new();
        let found = |form: &str| _ = forms.insert(form.to_owned());
        affixes.forms("x.dic", dictionary.dic().as_bytes(), MOST_FORMS, found).unwrap();
        let asked: Vec<String> = forms.iter().cloned().collect();
        let name = path.to_str().unwrap();
        let wrong = refused(name, &asked);
        prop_assert!(wrong.is_empty(), "{:?}\n{}\n{}", wrong, dictionary.aff(), dictionary.dic());
        // The other way: what is accepted beyond, such as forms that the program takes though they are marked as incomplete.
        let others: Vec<String> = all_texts(4).into_iter().filter(|text| !text.is_empty() && !forms.contains(text)).collect();
        let accepted = others.len() - refused(name, &others).len();
        if accepted > 0 {
            println!("{} forms; {accepted} others of up to 4 letters are accepted", forms.len());
        }
    }
}
