//! Small random hunspell dictionaries.

#![allow(dead_code)] // each suite uses a part

use std::collections::BTreeSet;

use proptest::prelude::*;

/// A rule as it is written.
#[derive(Clone, Debug)]
pub struct Rule {
    pub prefix: bool,
    pub flag: char,
    pub cross: bool,
    pub strip: String,
    pub add: String,
    /// From left to right: a character, `.`, or a set.
    pub condition: Vec<String>,
    pub then: BTreeSet<char>,
}

/// Flags: A, B, C suffixes; P, Q prefixes; n needs an affix, c is for compounds, f is forbidden, x a circumfix.
#[derive(Clone, Debug)]
pub struct Dictionary {
    pub rules: Vec<Rule>,
    pub stems: Vec<(String, BTreeSet<char>)>,
    pub full_strip: bool,
    pub two_prefixes: bool,
}

const CLASSES: [(char, bool); 5] = [('A', false), ('B', false), ('C', false), ('P', true), ('Q', true)];

fn text(least: usize, most: usize) -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(vec!['a', 'b', 'c']), least..=most)
        .prop_map(|text| text.into_iter().collect())
}

fn flags() -> impl Strategy<Value = BTreeSet<char>> {
    let classes = prop::collection::btree_set(prop::sample::select(vec!['A', 'B', 'C', 'P', 'Q']), 0..4);
    let marks = prop_oneof![4 => Just(None), 1 => prop::sample::select(vec!['n', 'c', 'f', 'x']).prop_map(Some)];
    (classes, marks).prop_map(|(mut classes, mark)| {
        classes.extend(mark);
        classes
    })
}

fn rule() -> impl Strategy<Value = Rule> {
    let element = prop::sample::select(vec!["a", "b", ".", "[ab]", "[^a]", "[^bc]"]);
    let condition = prop::collection::vec(element.prop_map(str::to_owned), 0..3);
    let then = prop_oneof![2 => Just(BTreeSet::new()), 1 => flags()];
    let strip = prop_oneof![2 => Just(String::new()), 1 => text(1, 1)];
    (0..CLASSES.len(), strip, text(0, 2), condition, then).prop_map(|(class, strip, add, condition, then)| {
        let (flag, prefix) = CLASSES[class];
        Rule { prefix, flag, cross: true, strip, add, condition, then }
    })
}

pub fn dictionaries() -> impl Strategy<Value = Dictionary> {
    let stems = prop::collection::vec((text(1, 3), flags()), 1..6);
    let crosses = prop::collection::vec(prop::bool::weighted(0.8), CLASSES.len());
    (prop::collection::vec(rule(), 0..9), stems, crosses, any::<bool>(), prop::bool::weighted(0.2)).prop_map(
        |(mut rules, stems, crosses, full_strip, two_prefixes)| {
            for rule in &mut rules {
                let class = CLASSES.iter().position(|&(flag, _)| flag == rule.flag).unwrap();
                rule.cross = crosses[class];
            }
            Dictionary { rules, stems, full_strip, two_prefixes }
        },
    )
}

impl Dictionary {
    pub fn aff(&self) -> String {
        let mut text = "SET UTF-8\nNEEDAFFIX n\nONLYINCOMPOUND c\nFORBIDDENWORD f\nCIRCUMFIX x\n".to_owned();
        if self.full_strip {
            text += "FULLSTRIP\n";
        }
        if self.two_prefixes {
            text += "COMPLEXPREFIXES\n";
        }
        for (flag, prefix) in CLASSES {
            let rules: Vec<&Rule> = self.rules.iter().filter(|rule| rule.flag == flag).collect();
            let Some(first) = rules.first() else { continue };
            let kind = if prefix { "PFX" } else { "SFX" };
            text += &format!("{kind} {flag} {} {}\n", if first.cross { "Y" } else { "N" }, rules.len());
            let zero = |text: &str| if text.is_empty() { "0".to_owned() } else { text.to_owned() };
            for rule in rules {
                let then: String = rule.then.iter().collect();
                let then = if then.is_empty() { then } else { format!("/{then}") };
                let condition = rule.condition.concat();
                let condition = if condition.is_empty() { ".".to_owned() } else { condition };
                text += &format!("{kind} {flag} {} {}{then} {condition}\n", zero(&rule.strip), zero(&rule.add));
            }
        }
        text
    }

    pub fn dic(&self) -> String {
        let line = |(stem, flags): &(String, BTreeSet<char>)| {
            let flags: String = flags.iter().collect();
            if flags.is_empty() { format!("{stem}\n") } else { format!("{stem}/{flags}\n") }
        };
        format!("{}\n{}", self.stems.len(), self.stems.iter().map(line).collect::<String>())
    }
}

/// All texts of these letters of up to so many.
pub fn all_texts(most: usize) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut from = 0;
    for _ in 0..most {
        let until = all.len();
        for at in from..until {
            for letter in ["a", "b", "c"] {
                all.push(format!("{}{letter}", all[at]));
            }
        }
        from = until;
    }
    all
}
