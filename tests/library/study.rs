//! Learning: logs that merge in any order, questions held against plain scans of the list, the log of a million
//! answers.

use std::collections::BTreeSet;

use lexigraph::image::{Image, bundled};
use lexigraph::study::{
    Answer, Boxes, DayOfStudy, Fsrs, Grade, Kind, Log, Mark, Moment, Quiz, Record, Schedule, merge, progress, progress_by,
};
use proptest::prelude::*;

use crate::common::enable;

fn image() -> Image {
    bundled("enable").unwrap().unwrap()
}

fn record() -> impl Strategy<Value = Record> {
    let mark = prop_oneof![
        8 => (1u8..=4).prop_map(|number| Mark::Graded(Grade::from_number(number).unwrap())),
        1 => Just(Mark::Added),
        1 => (0u8..12, 0u16..500).prop_map(|(number, days)| Mark::Known { number, days }),
    ];
    // Few times, sittings and cards, so that some are the same.
    (0i64..40, 0u32..3, 0usize..6, "[A-C]{1,2}", mark).prop_map(|(hours, sitting, kind, text, mark)| {
        let answer = Answer { time: Moment(1_700_000_000_000 + hours * 3_600_000 * 13), sitting, mark };
        Record { answer, kind: Kind::ALL[kind], text }
    })
}

fn text(records: &[Record]) -> Vec<u8> {
    records.iter().map(|record| format!("{record}\n")).collect::<String>().into_bytes()
}

/// All that a log says, in an order of its own.
fn content(log: &Log) -> BTreeSet<(Kind, String, Vec<Answer>)> {
    let cards = log.cards().enumerate();
    cards.map(|(number, card)| (card.kind, card.text.to_owned(), log.answers(number).to_vec())).collect()
}

/// The same from the records: the highest mark of each time, sitting and card.
fn expected(records: &[Record]) -> BTreeSet<(Kind, String, Vec<Answer>)> {
    let cards: BTreeSet<(Kind, String)> = records.iter().map(|record| (record.kind, record.text.clone())).collect();
    let of_card = |(kind, text): (Kind, String)| {
        let own: BTreeSet<Answer> =
            records.iter().filter(|record| record.kind == kind && record.text == text).map(|record| record.answer).collect();
        let is_last = |answer: &&Answer| {
            let same = |other: &Answer| (other.time, other.sitting) == (answer.time, answer.sitting);
            !own.iter().any(|other| same(other) && other.mark > answer.mark)
        };
        let answers = own.iter().filter(is_last).copied().collect();
        (kind, text, answers)
    };
    cards.into_iter().map(of_card).collect()
}

proptest! {
    #[test]
    fn logs_say_the_same_in_any_order_and_however_often(
        records in proptest::collection::vec(record(), 0..40),
        order in any::<prop::sample::Index>(),
        cut in any::<prop::sample::Index>(),
    ) {
        let log = text(&records);
        let wanted = expected(&records);
        prop_assert_eq!(content(&Log::parse(&log)), wanted.clone());
        let mut turned = records.clone();
        if !turned.is_empty() {
            let middle = order.index(turned.len());
            turned.rotate_left(middle);
        }
        turned.reverse();
        prop_assert_eq!(content(&Log::parse(&text(&turned))), wanted.clone());
        // Two devices that share some answers; the second stopped in the middle of a line.
        let half = cut.index(records.len() + 1);
        let (first, second) = (text(&records[..half]), text(&records[half / 2..]));
        let torn = [&second[..], &log[..log.len().min(30)]].concat();
        let merged = merge([&first[..], &torn[..]]);
        prop_assert_eq!(&merged, &merge([&torn[..], &first[..], &torn[..]]));
        prop_assert_eq!(&merged, &merge([&merged[..], &first[..]]));
        prop_assert_eq!(content(&Log::parse(&merged)), wanted);
    }

    #[test]
    fn no_bytes_are_too_wild(bytes in proptest::collection::vec(any::<u8>(), 0..300), at in any::<prop::sample::Index>()) {
        let line = text(&[Record {
            answer: Answer { time: Moment(1), sitting: 7, mark: Mark::Added }, kind: Kind::Judge, text: "QI".into(),
        }]);
        let mut mixed = line.repeat(3);
        let at = at.index(mixed.len());
        mixed.splice(at..at, bytes);
        let log = Log::parse(&mixed);
        prop_assert!(log.len() <= 3 && log.faults().0.len() <= log.faults().1);
        let merged = merge([&mixed[..]]);
        prop_assert_eq!(&merge([&merged[..]]), &merged);
    }

    #[test]
    fn states_are_finite_and_due_after_the_last_answer(records in proptest::collection::vec(record(), 1..40)) {
        let log = Log::parse(&text(&records));
        let schedules = [Schedule::Fsrs(Fsrs::default()), Schedule::Boxes(Boxes::default())];
        for schedule in &schedules {
            for card in 0..log.cards().len() {
                let answers = log.answers(card);
                match schedule.state(answers) {
                    None => prop_assert!(answers.iter().all(|answer| answer.mark == Mark::Added)),
                    Some(state) => {
                        prop_assert!(state.due >= state.last && state.days <= 36_500);
                        prop_assert_eq!(state.due, state.last.plus_days(state.days.into()));
                    }
                }
            }
            let states: Vec<_> = (0..log.cards().len()).map(|card| schedule.state(log.answers(card))).collect();
            prop_assert_eq!(log.states(schedule), states);
            let graded = |log: &Log| (0..log.cards().len())
                .flat_map(|card| log.answers(card).to_vec())
                .filter(|answer| matches!(answer.mark, Mark::Graded(_))).count();
            let days = progress(&log, &[], schedule);
            prop_assert_eq!(days.iter().map(|day| day.answers).sum::<u64>(), graded(&log) as u64);
            prop_assert!(days.iter().all(|day| day.right <= day.answers && day.recalled <= day.reviews));
            let later = progress_by(&log, &[], schedule, &|moment| moment.day() + 1);
            prop_assert_eq!(later, days.into_iter().map(|day| DayOfStudy { day: day.day + 1, ..day }).collect::<Vec<_>>());
        }
    }
}

#[test]
fn faults_are_told_with_their_lines_and_the_rest_counts() {
    let good = "2026-11-29T18:00:00.000Z\t0000000a\tjudge\tQI\t3\n";
    let wrong =
        ["hello", "2026-11-29T18:00:00.000Z\t0000000A\tjudge\tQI\t3", "2026-11-29T18:00:00.000Z\t0000000a\tchess\tQI\t3"];
    let log = format!("# a comment\n{good}{}\n{good}cut\t#torn\n\n{}\n{}\ncut", wrong[0], wrong[1], wrong[2]);
    let log = Log::parse(log.as_bytes());
    let (faults, count) = log.faults();
    let lines: Vec<usize> = faults.iter().map(|fault| fault.line).collect();
    assert_eq!((lines, count, log.aside(), log.len()), (vec![3, 7, 8, 9], 4, 1, 1));
    assert!(log.is_torn());
    let texts: Vec<String> = faults.iter().map(|fault| fault.error.to_string()).collect();
    assert!(texts[0].contains("no time") && texts[1].contains("sitting") && texts[2].contains("'chess'"), "{texts:?}");
    assert!(texts[3].contains("cut off"));
    // What a later version knows is not lost in a merge.
    assert_eq!(merge([format!("{}\n", wrong[2]).as_bytes()]), format!("{}\n", wrong[2]).as_bytes());
}

#[test]
fn questions_have_the_answers_of_a_scan() {
    let image = image();
    let alphabet = image.alphabet();
    let words: Vec<String> = enable().iter().map(|word| alphabet.render(word)).collect();
    let known: BTreeSet<&str> = words.iter().map(String::as_str).collect();
    let define = |word: &[_]| (alphabet.render(word) == "CWM").then(|| "a cirque; a cwm is\ta hollow".to_owned());
    let quiz = Quiz::new(&image, Some(&define)).unwrap();
    let tiles = |word: &str| alphabet.parse(word).unwrap();
    let sorted = |word: &str| {
        let mut letters: Vec<char> = word.chars().collect();
        letters.sort_unstable();
        letters.into_iter().collect::<String>()
    };
    for word in words.iter().filter(|word| word.len() <= 8).step_by(9001) {
        let anagrams: Vec<&str> =
            known.iter().copied().filter(|other| other.len() == word.len() && sorted(other) == sorted(word)).collect();
        let question = quiz.question(Kind::Anagram, &sorted(word)).unwrap();
        assert_eq!(question.answers, anagrams);
        assert!(quiz.check(&question, &anagrams.join(", ").to_lowercase()).is_right);
        let verdict = quiz.check(&question, "zzz");
        assert_eq!((verdict.wrong, verdict.missed), (vec!["zzz".to_owned()], question.answers.clone()));
        let hooks = |word: &str| {
            let letters = || ('A'..='Z').filter(|letter| known.contains(&*format!("{letter}{word}")));
            let behind = || ('A'..='Z').filter(|letter| known.contains(&*format!("{word}{letter}")));
            (letters().collect::<String>().to_lowercase(), behind().collect::<String>().to_lowercase())
        };
        let (front, back) = hooks(word);
        let question = quiz.question(Kind::Hooks, word).unwrap();
        assert_eq!(question.answers, [format!("{front}-{back}")]);
        let reversed = |text: &str| text.chars().rev().collect::<String>();
        assert!(quiz.check(&question, &format!("{}-{}", reversed(&front), reversed(&back))).is_right);
        assert!(!quiz.check(&question, &format!("{front}q-{back}")).is_right);
        let question = quiz.question(Kind::AnagramHooks, &sorted(word)).unwrap();
        let whole: Vec<String> = anagrams
            .iter()
            .map(|word| {
                let (front, back) = hooks(word);
                format!("{front}-{word}-{back}")
            })
            .collect();
        assert_eq!(question.answers, whole);
        assert!(
            quiz.check(&question, &whole.join(" ")).is_right && !quiz.check(&question, &whole[0].replace('-', "")).is_right
                || whole[0].starts_with('-') && whole[0].ends_with('-')
        );
        let pattern = quiz.cards(Kind::Pattern, &[tiles(word)]).remove(0);
        let fits = |other: &str| {
            other.len() == pattern.len() && other.chars().zip(pattern.chars()).all(|(a, b)| b == '?' || a == b)
        };
        let filled: Vec<&str> = known.iter().copied().filter(|other| fits(other)).collect();
        assert!(pattern.contains('?') && filled.contains(&&**word));
        assert_eq!(quiz.question(Kind::Pattern, &pattern).unwrap().answers, filled);
        let judged = quiz.cards(Kind::Judge, &[tiles(word)]);
        assert_eq!((judged.len(), &judged[0]), (2, word));
        assert!(!known.contains(&*judged[1]) && judged[1].len() == word.len());
        for (card, answer) in judged.iter().zip(["y", "N"]) {
            let question = quiz.question(Kind::Judge, card).unwrap();
            assert!(quiz.check(&question, answer).is_right && !quiz.check(&question, "").is_right);
        }
    }
    assert_eq!(quiz.cards(Kind::Definition, &[tiles("CWM"), tiles("QI")]), ["CWM"]);
    let question = quiz.question(Kind::Definition, "CWM").unwrap();
    assert_eq!(question.prompt, "3 letters: a cirque; a — is a hollow");
    assert!(quiz.check(&question, "cwm").is_right && !quiz.check(&question, "qi").is_right);
    assert!(quiz.question(Kind::Definition, "QAT").is_err() && quiz.question(Kind::Anagram, "QQ").is_err());
    assert!(quiz.question(Kind::Hooks, "A1").is_err());
}

/// A log of so many answers to a tenth as many cards.
fn long_log(answers: usize) -> Vec<u8> {
    let mut log = String::with_capacity(answers * 54);
    for number in 0..answers {
        let card = number * 7919 % (answers / 10).max(1);
        let letters: String = (0..7).map(|at| char::from(b'A' + (card / 26usize.pow(at % 4) % 26) as u8)).collect();
        let time = Moment(1_700_000_000_000 + number as i64 * 60_000);
        let grade = if number % 9 == 0 { 1 } else { 3 };
        log.push_str(&format!("{time}\t0000000a\tanagram\t{letters}{}\t{grade}\n", card % 10));
    }
    log.into_bytes()
}

/// Prints the time: `cargo test --release -p lexigraph --test library study::million -- --nocapture`.
#[test]
#[cfg_attr(debug_assertions, ignore = "long; run in release")]
fn million() {
    let log = long_log(1_000_000);
    let start = std::time::Instant::now();
    let parsed = Log::parse(&log);
    let opened = start.elapsed();
    assert_eq!(parsed.len(), 1_000_000);
    let schedule = Schedule::Fsrs(Fsrs::default());
    let start = std::time::Instant::now();
    let due = (0..parsed.cards().len()).filter(|&card| schedule.state(parsed.answers(card)).is_some()).count();
    println!("{} MB opened in {opened:?}, {due} states in {:?}", log.len() / 1_000_000, start.elapsed());
}
