//! The questions for learning, held against plain scans of the list and against the library.

use std::collections::BTreeSet;

use lexigraph::Lexicon;
use lexigraph::api::{Api, ApiErrorKind};
use lexigraph::random::Random;
use lexigraph::study::{Answer, DAY, Grade, Kind, Log, Mark, Moment, Record, Schedule};
use serde_json::{Value, json};

use crate::api::enable;
use crate::common;

fn api() -> Api {
    let mut api = Api::new();
    api.add("enable", enable()).unwrap();
    api
}

fn ask(question: &str, body: &Value) -> Value {
    api().answer(question, &body.to_string()).unwrap_or_else(|error| panic!("{question}: {error}"))
}

fn sorted(word: &str) -> String {
    let mut letters: Vec<char> = word.chars().collect();
    letters.sort_unstable();
    letters.into_iter().collect()
}

#[test]
fn cards_and_their_answers_are_those_of_a_scan() {
    let lexicon = enable();
    let words: Vec<String> = common::enable().iter().map(|word| lexicon.alphabet().render(word)).collect();
    let wanted: BTreeSet<String> =
        words.iter().filter(|word| word.len() == 4 && word.contains('Q')).map(|word| sorted(word)).collect();
    let all = ask("study/cards", &json!({ "conditions": "length:4 and includes:Q" }));
    let texts = |answer: &Value| -> Vec<String> {
        answer["cards"].as_array().unwrap().iter().map(|card| card["text"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(texts(&all).into_iter().collect::<BTreeSet<_>>(), wanted);
    assert_eq!(all["count"], wanted.len());
    let page = ask("study/cards", &json!({ "conditions": "length:4 and includes:Q", "skip": 3, "limit": 4 }));
    assert_eq!((texts(&page), &page["count"]), (texts(&all)[3..7].to_vec(), &all["count"]));
    // Given words come in their order, and those that are none are told.
    let given = json!({ "words": ["xi", "zzz", "aa", "a1"], "kinds": ["hooks", "judge", "hooks"] });
    let given = ask("study/cards", &given);
    assert_eq!(texts(&given)[..2], ["XI", "AA"]);
    assert_eq!((&given["unknown"], &given["unknown_count"], &given["count"]), (&json!(["zzz", "a1"]), &json!(2), &json!(6)));

    let questions = ask("study/questions", &json!({ "cards": all["cards"] }));
    for question in questions["questions"].as_array().unwrap() {
        let letters = question["text"].as_str().unwrap();
        let anagrams: Vec<&String> = words.iter().filter(|word| word.len() == 4 && sorted(word) == letters).collect();
        assert_eq!(question["answers"], json!(anagrams));
        let typed: Vec<String> = anagrams.iter().rev().map(|word| word.to_lowercase()).collect();
        let check = |typed: &str| ask("study/check", &json!({ "kind": "anagram", "text": letters, "typed": typed }));
        assert_eq!(check(&typed.join(", "))["right"], true);
        let wrong = check("zzzz");
        assert_eq!(
            (&wrong["right"], &wrong["missed"], &wrong["wrong"]),
            (&json!(false), &json!(anagrams), &json!(["zzzz"]))
        );
    }
    let others = json!({ "cards": [
        { "kind": "definition", "text": "CWM" }, { "kind": "anagram", "text": "QQ" }, { "kind": "hooks", "text": "XI" },
    ] });
    let others = ask("study/questions", &others);
    let clue = others["questions"][0]["clue"].as_str().unwrap();
    assert!(clue.contains("semicircular basin") && !clue.to_lowercase().contains("cwm"), "{clue}");
    assert!(others["questions"][1]["problem"].as_str().unwrap().contains("no such word"));
    assert_eq!((&others["questions"][2]["answers"], &others["questions"][2]["problem"]), (&json!(["-s"]), &json!(null)));
}

/// A log of random answers over half a year, and the present a day after.
fn random_log(seed: u64) -> (Vec<Record>, Moment) {
    let mut random = Random::new(seed);
    let start = Moment::parse(b"2026-01-01T06:00:00.000Z").unwrap();
    let record = |_| {
        let time = Moment(start.0 + random.below(180 * 24) as i64 * (DAY / 24));
        let kind = Kind::ALL[random.below(3)];
        let mark = match random.below(12) {
            0 => Mark::Added,
            1 => Mark::Known { number: 2, days: 30 },
            number => Mark::Graded(Grade::from_number(1 + (number % 4) as u8).unwrap()),
        };
        let text = ["QI", "XI", "ZA", "KA", "XU"][random.below(5)].to_owned();
        Record { answer: Answer { time, sitting: 7, mark }, kind, text }
    };
    ((0..60).map(record).collect(), start.plus_days(181))
}

#[test]
fn schedules_follow_from_the_log_alone() {
    for seed in 1..6 {
        let (records, now) = random_log(seed);
        let text: String = records.iter().map(|record| format!("{record}\n")).collect();
        let log = Log::parse(text.as_bytes());
        for (more, schedule) in [
            (json!({}), Schedule::Fsrs(lexigraph::study::Fsrs::default())),
            (json!({ "boxes": "1,5,30" }), Schedule::Boxes(lexigraph::study::Boxes::parse("1,5,30").unwrap())),
        ] {
            let mut body = json!({ "log": format!("{text}not a line\n"), "now": now.to_string() });
            body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            let answer = ask("study/schedule", &body);
            assert_eq!(
                (&answer["answers"], &answer["faulty"], &answer["faults"][0]["line"]),
                (&json!(log.len()), &json!(1), &json!(61))
            );
            // By hand from each card alone: half a day before its time, a card is due.
            let mut due = [0; 3];
            let states = answer["cards"].as_array().unwrap();
            assert_eq!(states.len(), log.cards().len());
            for (number, card) in log.cards().enumerate() {
                let state = schedule.state(log.answers(number));
                assert_eq!(
                    (&states[number]["kind"], &states[number]["text"]),
                    (&json!(card.kind.name()), &json!(card.text))
                );
                assert_eq!(states[number]["due"], json!(state.map(|state| state.due.to_string())));
                let hours = state.map(|state| (state.due.0 - now.0) as f64 / 3_600_000.0);
                assert_eq!(states[number]["is_due"], hours.is_some_and(|hours| hours <= 12.0));
                for (days, count) in [0.0, 1.0, 7.0].into_iter().zip(&mut due) {
                    *count += u64::from(hours.is_some_and(|hours| hours <= 12.0 + days * 24.0));
                }
            }
            let sum =
                |key: &str| answer["due"].as_array().unwrap().iter().map(|kind| kind[key].as_u64().unwrap()).sum::<u64>();
            assert_eq!([sum("due"), sum("tomorrow"), sum("week")], due);
            // What is known at the end of a day follows from the answers up to it.
            for day in answer["days"].as_array().unwrap() {
                let end = Moment::parse(format!("{}T23:59:59.999Z", day["day"].as_str().unwrap()).as_bytes()).unwrap();
                let (mut known, mut seen) = (0, 0);
                for number in 0..log.cards().len() {
                    let before: Vec<Answer> =
                        log.answers(number).iter().copied().filter(|answer| answer.time <= end).collect();
                    known += u64::from(schedule.state(&before).is_some_and(|state| state.days >= 21));
                    seen += u64::from(before.iter().any(|answer| matches!(answer.mark, Mark::Graded(_))));
                }
                assert_eq!((&day["known"], &day["seen"]), (&json!(known), &json!(seen)), "{day}");
            }
            for number in 0..log.cards().len() {
                let answers = log.answers(number);
                for (at, state) in schedule.states(answers).into_iter().enumerate() {
                    assert_eq!(state, schedule.state(&answers[..=at]));
                }
            }
        }
    }
}

#[test]
fn mistakes_in_requests_for_learning_name_their_field() {
    let mut german = Api::new();
    let alphabet = lexigraph::alphabet::Alphabet::builtin("german").unwrap();
    german.add("haus", Lexicon::from_words_of(&alphabet, ["haus"]).unwrap()).unwrap();
    let (english, now) = (api(), "2026-11-29T18:00:00.000Z");
    for (api, question, body, kind, field) in [
        (&english, "study/schedule", json!({ "log": "", "now": "today" }), ApiErrorKind::Invalid, "now"),
        (&english, "study/schedule", json!({ "log": "", "now": now, "boxes": "1,x" }), ApiErrorKind::Invalid, "boxes"),
        (&english, "study/schedule", json!({ "log": "", "now": now, "retention": 1.5 }), ApiErrorKind::Invalid, "retention"),
        (&english, "study/cards", json!({ "conditions": "length:" }), ApiErrorKind::Invalid, "conditions"),
        (&english, "study/cards", json!({ "words": vec!["AA"; 10_001] }), ApiErrorKind::TooLarge, "words"),
        (&german, "study/cards", json!({ "words": ["haus"], "sort": "playability" }), ApiErrorKind::Invalid, "sort"),
        (
            &german,
            "study/cards",
            json!({ "words": ["haus"], "kinds": ["definition"] }),
            ApiErrorKind::Unavailable,
            "lexicon",
        ),
        (&english, "study/check", json!({ "kind": "hooks", "text": "QQ", "typed": "" }), ApiErrorKind::Unavailable, "text"),
        (
            &english,
            "study/questions",
            json!({ "cards": [{ "kind": "pattern", "text": "*" }] }),
            ApiErrorKind::TooLarge,
            "cards",
        ),
    ] {
        let error = api.answer(question, &body.to_string()).unwrap_err();
        assert_eq!((error.kind, error.field.as_deref()), (kind, Some(field)), "{question}: {error}");
    }
}
