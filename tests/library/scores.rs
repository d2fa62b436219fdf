//! Scores: what lists have them, and searches by them against a scan of the list.

use lexigraph::Lexicon;
use lexigraph::alphabet::Alphabet;
use lexigraph::build::GraphKinds;
use lexigraph::image::{Image, NodeLayout, bundled, compile_list, words_as_text};
use lexigraph::lexicon::LexiconError;
use lexigraph::query::columns::{Value, WordInfo};
use lexigraph::query::{Answer, Column, QueryError, Scores, Search};
use lexigraph::wordlist::{ReadOptions, Score, WordList, read};

fn list(text: &str) -> WordList {
    let alphabet = Alphabet::builtin("english").unwrap().into();
    read("list", text.as_bytes(), &ReadOptions { alphabet, scores: true, ..ReadOptions::default() }).unwrap()
}

fn image(text: &str) -> Image {
    compile_list(&list(text), GraphKinds::Dawg, NodeLayout::Fast).unwrap()
}

/// The scores of words, in collation order; empty for none.
fn scores(text: &str) -> String {
    let image = image(text);
    let Some(scores) = Scores::of(&image).unwrap() else { return "none".into() };
    let words = list(text).words;
    let shown = words.iter().map(|word| scores.get(word).map_or_else(String::new, |score| score.to_string()));
    shown.collect::<Vec<_>>().join(" ")
}

#[test]
fn a_number_beside_each_word_is_its_score() {
    for separator in [";", ",", "\t", " ", "; "] {
        let text = format!("dog{separator}60\ncat{separator}50\nemu{separator}-7\ngnu{separator}0.25\n");
        assert_eq!(scores(&text), "50 60 -7 0.25", "{separator:?}");
    }
    assert_eq!(scores("word,score\ncat,50\ndog,60\n"), "50 60");
    assert_eq!(scores("{\"cat\": 50, \"dog\": 60.5}"), "50 60.5");
    // The highest score of a word counts, and words may do without.
    assert_eq!(scores("cat;5\ncat;50\ncat;7\ndog;1\n"), "50 1");
    let most: String = (b'a'..=b't').map(|letter| format!("{}x;1\n", char::from(letter))).collect();
    assert_eq!(scores(&format!("{most}zz;\n")).split(' ').count(), 21);
}

#[test]
fn other_lists_have_no_scores() {
    for text in [
        "cat\ndog\n",
        "CAT a pet [n]\nDOG 7\n",
        "cat;50;pet\ndog;60;pet\n",
        "CAT 7\nDOG a pet [n]\nEMU a bird [n]\n",
        "50;cat\n60;dog\n",
    ] {
        assert!(list(text).definitions.is_none(), "{text}");
        assert_eq!(scores(text), "none", "{text}");
    }
    let lexicon = Lexicon::bundled("enable").unwrap();
    assert!(matches!(lexicon.search("score:5"), Err(LexiconError::Query(QueryError::NoScores))));
}

#[test]
fn definitions_that_are_kept_stay_whole() {
    let options = ReadOptions {
        alphabet: Alphabet::builtin("english").unwrap().into(),
        definitions: true,
        scores: true,
        ..ReadOptions::default()
    };
    let list = read("list", b"CAT a pet [n]\nDOG another pet [n]\n", &options).unwrap();
    assert_eq!(list.definitions.unwrap().get(0), Some("a pet [n]"));
    assert_eq!(list.report.lists[0].scores, None);
}

/// Every tenth word of ENABLE1 gets a score by its number; the search finds what a scan of the list finds.
#[test]
fn searches_by_score_are_scans_of_the_list() {
    let words = words_as_text(&bundled("enable").unwrap().unwrap()).unwrap();
    let words: Vec<(String, f64)> = String::from_utf8(words)
        .unwrap()
        .lines()
        .step_by(10)
        .enumerate()
        .map(|(number, word)| (word.to_uppercase(), (number * 7919 % 1009) as f64 / 4.0 - 20.0))
        .collect();
    let text: String = words.iter().map(|(word, score)| format!("{word};{score}\n")).collect();
    let image = image(&text);
    let scores = Scores::of(&image).unwrap();
    assert_eq!(scores.as_ref().map(Scores::len), Some(words.len()));
    type Test = fn(f64) -> bool;
    let cases: [(&str, Test); 7] = [
        ("score:50", |score| score == 50.0),
        ("score:50-60", |score| (50.0..=60.0).contains(&score)),
        ("score:150.5-", |score| score >= 150.5),
        ("score:-60", |score| score <= 60.0),
        ("score:0-0.25", |score| (0.0..=0.25).contains(&score)),
        ("not score:0-", |score| score < 0.0),
        ("score:100-50", |_| false),
    ];
    for (text, fits) in cases {
        let search = Search::parse(text, image.alphabet()).unwrap().with_scores(scores.clone());
        let mut found = Vec::new();
        let _ = search.run(&image.dawg().unwrap(), image.alphabet(), &[], &mut |word| {
            found.push(image.alphabet().render(word));
            std::ops::ControlFlow::Continue(())
        });
        let mut expected: Vec<&str> =
            words.iter().filter(|(_, score)| fits(*score)).map(|(word, _)| word.as_str()).collect();
        expected.sort_unstable();
        assert_eq!(found, expected, "{text}");
    }
    let dawg = image.dawg().unwrap();
    let info = WordInfo::new(&dawg.0, image.alphabet()).with_scores(scores);
    for (word, score) in words.iter().step_by(97) {
        let answer = Answer::of(&image.alphabet().parse(word).unwrap());
        let expected = Value::Score(Score::parse(&score.to_string()).unwrap());
        assert_eq!(info.values(&[Column::Score], &answer), [expected], "{word}");
    }
    assert_eq!(info.values(&[Column::Score], &Answer::of(&image.alphabet().parse("zzzz").unwrap())), [Value::None]);
}

#[test]
fn a_wrong_range_is_shown_where_it_is() {
    let english = Alphabet::builtin("english").unwrap();
    for wrong in ["score:", "score:-", "score:x", "score:-5--1", "score:1.2.3", "score:1e3", "score:50-x"] {
        let error = Search::parse(&format!("length:3 {wrong}"), &english).map(|_| ()).unwrap_err();
        assert!(error.column == 16 && error.message.starts_with("expected a number or a range of scores"), "{error}");
    }
}

/// Scores belong to the lexicon: a list opened with the defaults has them, and so has the image that is saved.
#[test]
fn a_lexicon_knows_its_scores() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("scored.txt");
    std::fs::write(&path, "cat;50\ndog;60\nemu;20\n").unwrap();
    let lexicon = Lexicon::open(&path).unwrap();
    assert_eq!(lexicon.search("score:50-").unwrap(), ["CAT", "DOG"]);
    let saved = folder.path().join("scored.lxg");
    lexicon.save(&saved).unwrap();
    assert_eq!(Lexicon::open(&saved).unwrap().search("score:-50 and contains:m").unwrap(), ["EMU"]);
}
