//! Word lists as found in the wild: what is made of each is written down in `tests/wild.toml`.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use lexigraph::alphabet::Alphabet;
use lexigraph::bytes::{DEFAULT_LIMIT, read_file};
use lexigraph::wordlist::{AlphabetChoice, OnInvalid, ReadError, ReadOptions, WordList, read};
use serde::Deserialize;

#[derive(Deserialize)]
struct Table {
    list: Vec<Case>,
}

/// One file, the options it is read with, and what must come out.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    file: String,
    alphabet: String,
    #[serde(default)]
    fold_accents: bool,
    shape: Option<String>,
    /// The line of the report.
    describe: String,
    /// How many words are kept with invalid ones skipped, and which.
    count: usize,
    words: String,
    #[serde(default)]
    rejected: BTreeMap<String, u64>,
    /// The error without `--on-invalid skip`; none when all lines are good.
    error: Option<String>,
}

fn options(case: &Case, on_invalid: OnInvalid) -> ReadOptions {
    let alphabet = match case.alphabet.as_str() {
        "auto" => AlphabetChoice::Auto,
        name => Alphabet::builtin(name).unwrap().into(),
    };
    let shape = case.shape.as_ref().map(|name| name.parse().unwrap());
    ReadOptions { alphabet, on_invalid, shape, fold_accents: case.fold_accents, ..ReadOptions::default() }
}

fn load(case: &Case, on_invalid: OnInvalid) -> Result<WordList, ReadError> {
    let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/wild")).join(&case.file);
    let bytes = read_file(&path, DEFAULT_LIMIT).unwrap().bytes;
    let lexicon = read(&case.file, &bytes, &options(case, on_invalid))?;
    let report = &lexicon.report;
    let list = &report.lists[0];
    assert_eq!(
        list.lines,
        list.words_read + list.blank_lines + list.comments + list.headers + list.rejected,
        "{}",
        case.file
    );
    assert_eq!(report.words_read, report.words + report.duplicates + report.too_short + report.too_long, "{}", case.file);
    assert_eq!(list.rejected, list.reasons.values().sum::<u64>(), "{}", case.file);
    assert!(lexicon.words.is_sorted());
    Ok(lexicon)
}

/// The whole expectation as the table has it, from what is read now.
fn found(case: &Case) -> String {
    let lexicon = load(case, OnInvalid::Skip).unwrap_or_else(|error| panic!("{}: {error}", case.file));
    let words: Vec<String> = lexicon.words.iter().map(|word| lexicon.alphabet.render(word)).collect();
    let error = load(case, OnInvalid::Error).err().map(|error| error.to_string());
    expectation(&lexicon.report.lists[0].describe(), words.len(), &words.join("|"), &lexicon.report.lists[0].reasons, &error)
}

fn expectation(
    describe: &str,
    count: usize,
    words: &str,
    rejected: &BTreeMap<String, u64>,
    error: &Option<String>,
) -> String {
    let quoted = |text: &str| serde_json::to_string(text).unwrap();
    let mut text = format!("describe = {}\ncount = {count}\nwords = {}\n", quoted(describe), quoted(words));
    if !rejected.is_empty() {
        let rows: Vec<String> = rejected.iter().map(|(reason, count)| format!("{} = {count}", quoted(reason))).collect();
        writeln!(text, "rejected = {{ {} }}", rows.join(", ")).unwrap();
    }
    if let Some(error) = error {
        writeln!(text, "error = {}", quoted(error)).unwrap();
    }
    text
}

#[test]
fn every_list_is_read_as_written_down() {
    let table: Table = toml::from_str(include_str!("../wild.toml")).unwrap();
    let mut wrong = String::new();
    for case in &table.list {
        let expected = expectation(&case.describe, case.count, &case.words, &case.rejected, &case.error);
        let found = found(case);
        if found != expected {
            write!(wrong, "\n# {} reads as\n{found}", case.file).unwrap();
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    let mut files: Vec<_> = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/wild"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    files.retain(|file| file != "README.md");
    files.retain(|file| !table.list.iter().any(|case| case.file.as_str() == file));
    assert!(files.is_empty(), "files without a row: {files:?}");
}
