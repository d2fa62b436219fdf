//! [`Lexicon`]: files of every kind, and answers as text.

use std::path::PathBuf;

use lexigraph::Lexicon;
use lexigraph::alphabet::Alphabet;
use lexigraph::image::{FORMATS, detect_format, format_by_name};
use lexigraph::lexicon::{LexiconError, OpenOptions};
use lexigraph::wordlist::ReadOptions;

fn twelve() -> Vec<String> {
    include_str!("../golden/twelve.txt").lines().map(str::to_uppercase).collect()
}

fn golden(name: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/golden")).join(name)
}

#[test]
fn lists_and_images_are_opened_alike() {
    let list = Lexicon::open(golden("twelve.txt")).unwrap();
    assert_eq!((list.words().unwrap(), list.report().map(|report| report.words)), (twelve(), Some(12)));
    for name in ["twelve.kwg", "twelve.dwg", "twelve-quackle-gaddag.gaddag", "twelve.dawgdic", "twelve.ptrie"] {
        let lexicon = Lexicon::open(golden(name)).unwrap();
        assert_eq!(lexicon.words().unwrap(), twelve(), "{name}");
        assert!(lexicon.report().is_none() && twelve().iter().all(|word| lexicon.contains(word)), "{name}");
    }
}

#[test]
fn what_is_saved_is_opened() {
    let folder = tempfile::tempdir().unwrap();
    let lexicon = Lexicon::from_words(["cats", "Cat", "act", "cat", "taco"]).unwrap();
    assert_eq!(lexicon.len(), 4);
    for format in FORMATS.into_iter().filter(|format| format.info().feature.is_none()) {
        let bytes = lexicon.convert(format).unwrap();
        assert!(detect_format(&bytes, None).is_some() || format.name() == "ptrie", "{}", format.name());
    }
    for name in ["x.lxg", "x.kwg", "x.dawgdic", "no-extension"] {
        let path = folder.path().join(name);
        lexicon.save(&path).unwrap();
        assert_eq!(Lexicon::open(&path).unwrap().words().unwrap(), ["ACT", "CAT", "CATS", "TACO"], "{name}");
    }
    let other = Lexicon::from_words_of(&Alphabet::builtin("polish").unwrap(), ["żółw"]).unwrap();
    assert!(matches!(other.convert(format_by_name("dwg").unwrap()), Err(LexiconError::Convert(_))));
}

#[test]
fn questions_are_answered_as_text() {
    let lexicon = Lexicon::from_words(["act", "acts", "cat", "cats", "coat", "scat", "taco"]).unwrap();
    assert_eq!(lexicon.anagrams("tac").unwrap(), ["ACT", "CAT"]);
    assert_eq!(lexicon.anagrams("tac?").unwrap(), ["ACTS", "CATS", "COAT", "SCAT", "TACO"]);
    assert_eq!(lexicon.subanagrams("tacs").unwrap(), ["ACT", "ACTS", "CAT", "CATS", "SCAT"]);
    assert_eq!(lexicon.pattern("c?t*").unwrap(), ["CAT", "CATS"]);
    assert_eq!(lexicon.complete("ca").unwrap(), ["CAT", "CATS"]);
    assert_eq!(lexicon.near("cot", 1).unwrap(), [(1, "CAT".to_owned()), (1, "COAT".to_owned())]);
    let hooks = lexicon.hooks("cat").unwrap();
    assert_eq!((hooks.front, hooks.back), (vec!["S".to_owned()], vec!["S".to_owned()]));
    for (rank, word) in lexicon.words().unwrap().iter().enumerate() {
        assert_eq!(lexicon.rank(word).unwrap(), Some(rank as u64 + 1));
        assert_eq!(lexicon.word(rank as u64 + 1).unwrap().as_ref(), Some(word));
    }
    assert_eq!((lexicon.rank("at").unwrap(), lexicon.word(8).unwrap()), (None, None));
    assert!(lexicon.contains("Taco") && !lexicon.contains("at") && !lexicon.contains("c-t"));
    assert!(matches!(lexicon.anagrams("c[a"), Err(LexiconError::Query(_))));
    assert!(lexicon.generator().is_ok());
}

#[test]
fn errors_name_the_file_and_no_flags() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("list.txt");
    std::fs::write(&path, "cat\nca-t\n").unwrap();
    let error = Lexicon::open(&path).unwrap_err().to_string();
    assert!(error.contains("list.txt:2: 'ca-t'") && !error.contains("--"), "{error}");
    let error = Lexicon::open(folder.path().join("none.lxg")).unwrap_err();
    assert!(matches!(error, LexiconError::Source(_)), "{error}");
    assert!(matches!(Lexicon::bundled("none"), Err(LexiconError::NotBundled { .. })));
    let damaged = folder.path().join("damaged.lxg");
    let mut bytes = Lexicon::from_words(["cat"]).unwrap().convert(format_by_name("lxg").unwrap()).unwrap();
    let last = bytes.len() - 1;
    bytes.truncate(last);
    std::fs::write(&damaged, &bytes).unwrap();
    let error = Lexicon::open(&damaged).unwrap_err();
    assert!(matches!(error, LexiconError::Image { .. }) && error.to_string().contains("damaged.lxg"), "{error}");
    let options = OpenOptions { read: ReadOptions::default(), ..OpenOptions::default() };
    let error = Lexicon::open_with(golden("twelve.kwg"), &options).unwrap_err();
    assert!(matches!(error, LexiconError::NoAlphabet { .. }), "{error}");
}
