//! Answers every question of `tests/suite` on ENABLE1 in every node layout, and with a plain scan of the list where
//! possible.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ops::ControlFlow;

use lexigraph::alphabet::{Alphabet, Tile};
use lexigraph::build::{GraphKinds, Graphs};
use lexigraph::graph::Gaddag;
use lexigraph::image::{ErasedGraph, Image, NodeLayout, encode};
use lexigraph::query::hooks::{self, Extensions};
use lexigraph::query::multiword::MultiWordLimits;
use lexigraph::query::{Anagram, Complete, Draw, Equation, Hooks, MultiWord, Near, Pattern, Query, Ranks, Regex, Search};
use lexigraph::wordlist::Words;
use serde::Deserialize;
use sha2::{Digest, Sha256};

/// The condition of a plain scan.
type Fits<'a> = Box<dyn Fn(&[Tile]) -> bool + 'a>;

#[derive(Deserialize)]
struct Suite {
    case: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    id: u32,
    what: String,
    ask: String,
    text: String,
    min: Option<usize>,
    rack: Option<String>,
    distance: Option<usize>,
    words_most: Option<usize>,
    #[serde(default)]
    distinct: bool,
    count_distinct: Option<usize>,
    count: Option<usize>,
    #[serde(default)]
    sample: Vec<String>,
    sha256: Option<String>,
    answers: Option<Vec<String>>,
}

fn cases() -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for file in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/suite")).unwrap() {
        let path = file.unwrap().path();
        let suite: Suite = toml::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
        cases.extend(suite.case);
    }
    cases.sort_by_key(|case| case.id);
    cases
}

fn enable() -> (Alphabet, Words) {
    (Alphabet::builtin("english").unwrap(), crate::common::enable())
}

/// Compares the answers with what the case expects.
fn check(case: &Case, by: &str, answers: &[String]) {
    let name = format!("case {} ({}), {by}", case.id, case.what);
    if let Some(expected) = &case.answers {
        assert_eq!(answers, expected, "{name}");
        return;
    }
    assert_eq!(answers.len(), case.count.unwrap(), "{name}");
    let there: HashSet<&String> = answers.iter().collect();
    for word in &case.sample {
        assert!(there.contains(word), "{name}: {word} is missing");
    }
    let mut sorted = answers.to_vec();
    sorted.sort_unstable();
    let hash = Sha256::digest(sorted.iter().map(|answer| format!("{answer}\n")).collect::<String>());
    let hash: String = hash.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(hash, *case.sha256.as_ref().unwrap(), "{name}");
}

struct Run<'a> {
    case: &'a Case,
    alphabet: &'a Alphabet,
    /// The GADDAG of the same words, for patterns.
    gaddag: &'a Gaddag<ErasedGraph<'a>>,
}

impl Run<'_> {
    fn words(&self, graph: &ErasedGraph<'_>, query: &impl Query) -> Vec<String> {
        query.words(graph).iter().map(|word| self.alphabet.render(word)).collect()
    }

    fn pattern(&self, graph: &ErasedGraph<'_>, distinct: bool) -> Vec<String> {
        let pattern = Pattern::with(&self.case.text, self.alphabet, self.case.rack.as_deref(), distinct).unwrap();
        let answers = self.words(graph, &pattern);
        if pattern.wants_gaddag() {
            let mut anchored: Vec<Vec<Tile>> = vec![];
            let _ = pattern.for_each_anchored(self.gaddag, &mut |word| {
                anchored.push(word.to_vec());
                ControlFlow::Continue(())
            });
            assert_eq!(anchored.iter().map(|word| self.alphabet.render(word)).collect::<Vec<_>>(), answers);
        }
        answers
    }
}

impl Run<'_> {
    fn run(self, graph: &ErasedGraph<'_>) -> Vec<String> {
        let (case, alphabet) = (self.case, self.alphabet);
        let text = &case.text[..];
        let tiles = |word: &str| alphabet.parse(word).unwrap();
        let show = |words: Vec<Vec<Tile>>| words.iter().map(|word| alphabet.render(word)).collect::<Vec<_>>();
        match &case.ask[..] {
            "judge" => {
                let words: Vec<&str> = text.split(' ').collect();
                let valid = words.iter().filter(|word| graph.contains(&tiles(word)));
                let valid: Vec<String> = valid.map(|word| format!("valid {word}")).collect();
                let all = if valid.len() == words.len() { "play yes" } else { "play no" };
                valid.into_iter().chain([all.to_owned()]).collect()
            }
            "rank" => {
                let parts: Vec<&str> = text.split(' ').collect();
                let ranks = Ranks::new(graph);
                let (before, after) = ranks.neighbours(&tiles(parts[2]));
                assert_eq!(ranks.rank(&tiles(parts[2])), None);
                vec![
                    format!("rank {}", ranks.rank(&tiles(parts[0])).unwrap()),
                    format!("word {}", alphabet.render(&ranks.word(parts[1].parse().unwrap()).unwrap())),
                    format!("before {}", alphabet.render(&before.unwrap())),
                    format!("after {}", alphabet.render(&after.unwrap())),
                ]
            }
            "complete" => {
                let words = self.words(graph, &Complete::new(&tiles(text)));
                vec![
                    format!("count {}", words.len()),
                    format!("first {}", words[0]),
                    format!("last {}", words[words.len() - 1]),
                ]
            }
            "anagram" => self.words(graph, &Anagram::parse(text, alphabet).unwrap()),
            "sub" => {
                let sub = Anagram::parse(text, alphabet).unwrap().partial(true).lengths(case.min.unwrap_or(0), 255);
                self.words(graph, &sub)
            }
            "anagram-by-blank" => {
                let anagram = Anagram::parse(text, alphabet).unwrap();
                let mut counts = BTreeMap::new();
                for word in anagram.words(graph) {
                    let blanks = anagram.blanks(&word);
                    let letter: Vec<Tile> =
                        word.iter().zip(blanks).filter(|(_, blank)| *blank).map(|(tile, _)| *tile).collect();
                    *counts.entry(alphabet.render(&letter)).or_insert(0) += 1;
                }
                counts.into_iter().map(|(letter, count)| format!("{letter} {count}")).collect()
            }
            "pattern" => {
                if let Some(distinct) = case.count_distinct {
                    assert_eq!(self.pattern(graph, true).len(), distinct);
                }
                self.pattern(graph, false)
            }
            "mixed" => self.words(graph, &Pattern::parse(text, alphabet).unwrap()),
            "equation" => {
                let mut found = vec![];
                let _ = Equation::parse(text, alphabet).unwrap().for_each(graph, &mut |words| {
                    found.push(words.iter().map(|word| alphabet.render(word)).collect::<Vec<_>>().join(" "));
                    ControlFlow::<()>::Continue(())
                });
                assert_eq!(found.iter().collect::<BTreeSet<_>>().len(), found.len(), "each once");
                found
            }
            "regex" => self.words(graph, &Regex::parse(text, alphabet).unwrap()),
            "search" => {
                let search = Search::parse(text, alphabet).unwrap_or_else(|error| panic!("{error}"));
                let mut words = vec![];
                let _ = search.run(graph, alphabet, &[], &mut |word| {
                    words.push(alphabet.render(word));
                    ControlFlow::<()>::Continue(())
                });
                words
            }
            "hooks" => text
                .split(' ')
                .map(|word| {
                    let hooks = Hooks::of(graph, &tiles(word));
                    let (front, back) = (alphabet.render(&hooks.front), alphabet.render(&hooks.back));
                    format!("{word} front={front} back={back} first={} last={}", hooks.inner_front, hooks.inner_back)
                })
                .collect(),
            "extensions" => {
                let Extensions { front, back, both } = Extensions::of(graph, &tiles(text));
                let named =
                    |name: &str, words| show(words).into_iter().map(|word| format!("{name} {word}")).collect::<Vec<_>>();
                [named("front", front), named("back", back), named("both", both)].concat()
            }
            "descents" => show(hooks::descents(graph, &tiles(text))),
            "substitutions" => show(hooks::substitutions(graph, &tiles(text))),
            "blank-anagrams" => show(hooks::blank_anagrams(graph, &tiles(text)).unwrap()),
            "transpositions" => show(hooks::transpositions(graph, &tiles(text))),
            "near" => {
                let near = Near::new(&tiles(text), case.distance.unwrap(), false);
                show(near.sorted(graph).into_iter().map(|(_, word)| word).collect())
            }
            "multiword" => {
                let limits = MultiWordLimits {
                    words: case.words_most.unwrap_or(usize::MAX),
                    min_length: case.min.unwrap(),
                    repeat: !case.distinct,
                    ..MultiWordLimits::default()
                };
                let multi = MultiWord::new(graph, &tiles(text), limits).unwrap();
                let mut found = vec![];
                let _ = multi.for_each(&mut |words| {
                    let words: Vec<String> =
                        words.iter().map(|&word| alphabet.render(multi.words().get(word as usize))).collect();
                    found.push(words.join(" "));
                    ControlFlow::<()>::Continue(())
                });
                assert_eq!(found.iter().collect::<BTreeSet<_>>().len(), found.len(), "each once");
                found
            }
            "ways" => {
                let draw = Draw::new(alphabet).unwrap();
                let ways =
                    |word: &str| (0..3).map(|blanks| format!(" {}", draw.ways(&tiles(word), blanks))).collect::<String>();
                text.split(' ').map(|word| format!("{word}{}", ways(word))).collect()
            }
            other => panic!("the suite asks '{other}'"),
        }
    }
}

#[test]
fn every_case_on_every_layout() {
    let (alphabet, words) = enable();
    let graphs = Graphs::build(&words, alphabet.len(), GraphKinds::Both).unwrap();
    let cases = cases();
    assert_eq!(cases.len(), 76);
    // Other tests ask the `fast` layout.
    let layouts = if cfg!(debug_assertions) { &[NodeLayout::Packed][..] } else { &NodeLayout::ALL[..] };
    for &nodes in layouts {
        let image = Image::open(encode(&alphabet, &words, &graphs, nodes).unwrap()).unwrap();
        let (dawg, gaddag) = (image.dawg().unwrap(), image.gaddag().unwrap());
        for case in &cases {
            let answers = Run { case, alphabet: &alphabet, gaddag: &gaddag }.run(&dawg);
            check(case, &format!("layout {nodes:?}"), &answers);
        }
    }
}

/// Answers the questions that concern single words by checking every word of the list, without the library's queries.
#[test]
fn every_case_that_a_plain_scan_can_answer() {
    let (alphabet, words) = enable();
    let mut scanned = 0;
    // Debug code takes minutes for all of them.
    for case in cases().iter().step_by(if cfg!(debug_assertions) { 5 } else { 1 }) {
        let (text, alphabet) = (&case.text, &alphabet);
        let fits: Fits<'_> = match &case.ask[..] {
            "anagram" | "sub" => {
                let (rack, sub, min) = (crate::plain::Rack::new(text), case.ask == "sub", case.min.unwrap_or(0));
                Box::new(move |word| word.len() >= min && rack.makes(&alphabet.render(word), sub))
            }
            "pattern" => {
                let rack = case.rack.as_deref();
                let fits = move |word: &[Tile], distinct| crate::plain::fits(text, rack, distinct, &alphabet.render(word));
                if let Some(count) = case.count_distinct {
                    assert_eq!(words.iter().filter(|word| fits(word, true)).count(), count, "case {}", case.id);
                }
                Box::new(move |word| fits(word, false))
            }
            "regex" => Box::new(move |word| crate::plain::regex(text, &alphabet.render(word))),
            "near" => {
                let (word, distance) = (alphabet.parse(&case.text).unwrap(), case.distance.unwrap());
                Box::new(move |other| levenshtein(&word, other) <= distance)
            }
            _ => continue,
        };
        let answers: Vec<String> = words.iter().filter(|word| fits(word)).map(|word| alphabet.render(word)).collect();
        check(case, "plain scan", &answers);
        scanned += 1;
    }
    assert!(scanned >= if cfg!(debug_assertions) { 4 } else { 25 }, "{scanned}");
}

fn levenshtein(a: &[Tile], b: &[Tile]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (at, left) in a.iter().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], at + 1);
        for (column, right) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(left != right);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[b.len()]
}
