//! Hunspell's affixes against a checker that works the other way: from every possible text back to a stem.

use std::collections::BTreeSet;

use crate::affix::{Dictionary, Rule, all_texts, dictionaries};
use lexigraph::wordlist::{Affixes, MOST_FORMS};
use proptest::prelude::*;

fn expanded(dictionary: &Dictionary) -> BTreeSet<String> {
    let affixes = Affixes::parse("x.aff", dictionary.aff().as_bytes()).unwrap();
    let mut forms = BTreeSet::new();
    let found = |form: &str| _ = forms.insert(form.to_owned());
    affixes.forms("x.dic", dictionary.dic().as_bytes(), MOST_FORMS, found).unwrap();
    forms
}

/// What a word was before a rule was applied.
fn undone(rule: &Rule, word: &str, full_strip: bool) -> Option<String> {
    let rest = if rule.prefix { word.strip_prefix(&rule.add) } else { word.strip_suffix(&rule.add) }?;
    if rest.is_empty() && !full_strip {
        return None;
    }
    let before = if rule.prefix { format!("{}{rest}", rule.strip) } else { format!("{rest}{}", rule.strip) };
    let letters: Vec<char> = before.chars().collect();
    let skip = if rule.prefix { Some(0) } else { letters.len().checked_sub(rule.condition.len()) }?;
    let fits = rule.condition.iter().enumerate().all(|(at, element)| {
        let Some(&letter) = letters.get(skip + at) else { return false };
        match element.strip_prefix('[') {
            _ if element == "." => true,
            None => element.starts_with(letter),
            Some(set) => match set.strip_prefix('^') {
                Some(set) => !set.contains(letter),
                None => set.contains(letter),
            },
        }
    });
    fits.then_some(before)
}

/// The rules of a form from the stem outwards: those of one end, then that of the other.
#[derive(Clone, Copy)]
struct Way<'d> {
    first: Option<&'d Rule>,
    second: Option<&'d Rule>,
    other: Option<&'d Rule>,
}

/// Whether the flags allow these rules together.
fn allowed(flags: &BTreeSet<char>, way: Way<'_>) -> bool {
    let has = |rule: &Rule, mark: char| rule.then.contains(&mark);
    let all = [way.first, way.second, way.other].into_iter().flatten();
    if flags.contains(&'c') || all.clone().any(|rule| has(rule, 'c')) {
        return false;
    }
    if way.second.is_some_and(|second| has(second, 'n') || has(second, 'x')) {
        return false;
    }
    match (way.first, way.second, way.other) {
        (None, _, None) => !flags.contains(&'n'),
        (None, _, Some(other)) => flags.contains(&other.flag) && !has(other, 'n') && !has(other, 'x'),
        (Some(first), None, None) => flags.contains(&first.flag) && !has(first, 'n') && !has(first, 'x'),
        (Some(first), Some(second), None) => {
            flags.contains(&first.flag) && first.then.contains(&second.flag) && !has(first, 'x')
        }
        (Some(first), second, Some(other)) => {
            let first_in = flags.contains(&first.flag) || other.then.contains(&first.flag);
            let second_in = second.is_none_or(|second| first.then.contains(&second.flag) && second.cross);
            // By the second suffix the prefix comes in whatever the first is like.
            if second.is_some_and(|second| second.then.contains(&other.flag)) {
                return flags.contains(&first.flag) && second_in && other.cross && !has(first, 'x') && !has(other, 'x');
            }
            let other_in = flags.contains(&other.flag) || first.then.contains(&other.flag);
            let needs = second.is_none() && has(first, 'n') && has(other, 'n');
            // Each let in by the other would be a way from no flags at all: the program takes that, and nobody means it.
            let stems = flags.contains(&first.flag) || flags.contains(&other.flag);
            stems
                && first_in
                && second_in
                && other_in
                && first.cross
                && other.cross
                && has(first, 'x') == has(other, 'x')
                && !needs
        }
    }
}

/// Whether a text is a form of an entry with these flags, and of which stems.
fn ways<'d>(dictionary: &'d Dictionary, word: &str) -> Vec<(String, Way<'d>)> {
    let Dictionary { rules, full_strip, two_prefixes, .. } = dictionary;
    let undo = |found: &[(String, Way<'d>)], other: bool, put: &dyn Fn(Way<'d>, &'d Rule) -> Way<'d>| {
        let mut more = Vec::new();
        for (word, way) in found {
            for rule in rules.iter().filter(|rule| (rule.prefix != *two_prefixes) == other) {
                if let Some(before) = undone(rule, word, *full_strip) {
                    more.push((before, put(*way, rule)));
                }
            }
        }
        more
    };
    let none = Way { first: None, second: None, other: None };
    let mut found = vec![(word.to_owned(), none)];
    found.extend(undo(&found.clone(), true, &|way, rule| Way { other: Some(rule), ..way }));
    let one = undo(&found, false, &|way, rule| Way { first: Some(rule), ..way });
    let two = undo(&one, false, &|way, rule| Way { second: way.first, first: Some(rule), ..way });
    found.into_iter().chain(one).chain(two).collect()
}

fn checked(dictionary: &Dictionary, word: &str) -> bool {
    let ways = ways(dictionary, word);
    let of = |forbidden: bool| {
        dictionary
            .stems
            .iter()
            .filter(move |(_, flags)| flags.contains(&'f') == forbidden)
            .any(|(stem, flags)| ways.iter().any(|(before, way)| before == stem && allowed(flags, *way)))
    };
    let entry =
        |test: &dyn Fn(&BTreeSet<char>) -> bool| dictionary.stems.iter().any(|(stem, flags)| stem == word && test(flags));
    if word.is_empty() || entry(&|flags| flags.contains(&'f')) {
        return false;
    }
    entry(&|flags| !flags.contains(&'n') && !flags.contains(&'c')) || (of(false) && !of(true))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: if cfg!(debug_assertions) { 100 } else { 1000 }, ..ProptestConfig::default() })]

    #[test]
    fn forms_are_the_texts_that_a_checker_takes(dictionary in dictionaries()) {
        let forms = expanded(&dictionary);
        for text in all_texts(5) {
            prop_assert_eq!(forms.contains(&text), checked(&dictionary, &text), "{}\n{}\n{}", text, dictionary.aff(), dictionary.dic());
        }
        for form in forms.iter().filter(|form| form.len() > 5) {
            prop_assert!(checked(&dictionary, form), "{}\n{}\n{}", form, dictionary.aff(), dictionary.dic());
        }
    }

    #[test]
    fn any_bytes_are_an_error_or_affixes(aff in prop::collection::vec(any::<u8>(), 0..200), dic in prop::collection::vec(any::<u8>(), 0..80)) {
        if let Ok(affixes) = Affixes::parse("x.aff", &aff) {
            let _ = affixes.forms("x.dic", &dic, 1000, |_| {});
        }
    }

    /// Files with a byte changed here and there.
    #[test]
    fn damaged_files_are_an_error_or_affixes(dictionary in dictionaries(), at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let mut aff = dictionary.aff().into_bytes();
        let at = at.index(aff.len());
        aff[at] = byte;
        if let Ok(affixes) = Affixes::parse("x.aff", &aff) {
            let _ = affixes.forms("x.dic", dictionary.dic().as_bytes(), 10_000, |_| {});
        }
    }
}
