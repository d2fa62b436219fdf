//! The bundled dictionary and the bundled numbers, held against their sources and against plain English rules.

use lexigraph::alphabet::Alphabet;
use lexigraph::dictionary::{Dictionary, Part, Sense, one_line};
use lexigraph::image::{bundled, words_of};
use lexigraph::query::{Figure, bundled_figures};

const OWN: &str = include_str!("../../wordlists/definitions.tsv");
const WORDNET_NOTICE: &str = include_str!("../../wordlists/WORDNET-LICENSE.txt");

fn enable() -> Vec<String> {
    let image = bundled("enable").unwrap().unwrap();
    words_of(&image).unwrap().iter().map(|word| image.alphabet().render(word).to_lowercase()).collect()
}

fn senses(word: &str) -> Vec<Sense> {
    Dictionary::bundled().unwrap().define(word).unwrap()
}

#[test]
fn our_own_glosses_are_in_it() {
    let words = enable();
    let mut before = "";
    for line in OWN.lines() {
        let [word, part, gloss] = line.split('\t').collect::<Vec<_>>().try_into().expect("three columns");
        assert!(before <= word, "{word} is out of order");
        before = word;
        assert!(words.binary_search(&word.to_owned()).is_ok(), "{word} is no word of ENABLE1");
        let own = Sense { part: Part::from_name(part), form: None, text: gloss.to_owned() };
        assert!(own.part.is_some() && senses(word).contains(&own), "{word}: {:?}", senses(word));
    }
}

#[test]
fn the_licence_of_wordnet_goes_along() {
    let notice = Dictionary::bundled().unwrap().notice().unwrap();
    assert!(notice.contains("Princeton University") && notice.contains("\"AS IS\""));
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(plain(&notice), plain(WORDNET_NOTICE));
}

/// Every word of two letters has a definition, and nearly every one of three.
#[test]
fn short_words_are_defined() {
    let without = |length: usize| enable().into_iter().filter(move |word| word.len() == length && senses(word).is_empty());
    assert_eq!(without(2).collect::<Vec<_>>(), Vec::<String>::new());
    assert_eq!(without(3).collect::<Vec<_>>(), Vec::<String>::new());
}

/// As docs/words.md says.
#[test]
fn the_words_defined_are_counted() {
    let defined = enable().iter().filter(|word| !senses(word).is_empty()).count();
    assert_eq!(defined, DEFINED);
}

/// The number of words of ENABLE1 that have a definition.
const DEFINED: usize = 104_926;

/// The regular forms of a root, made forwards: the dictionary goes from the form to the root.
fn regular(root: &str, part: Part) -> Vec<String> {
    let letters = root.as_bytes();
    let vowel = |at: usize| b"aeiou".contains(&letters[at]);
    let last = letters.len() - 1;
    let with_s = if root.ends_with('y') && !vowel(last - 1) {
        format!("{}ies", &root[..last])
    } else if ["s", "x", "z", "ch", "sh"].iter().any(|end| root.ends_with(end)) {
        format!("{root}es")
    } else {
        format!("{root}s")
    };
    match part {
        Part::Noun => vec![with_s],
        Part::Verb if root.ends_with('e') => vec![with_s, format!("{root}d")],
        Part::Verb if root.ends_with('y') && !vowel(last - 1) => {
            vec![with_s, format!("{}ied", &root[..last]), format!("{root}ing")]
        }
        Part::Verb => vec![with_s, format!("{root}ed"), format!("{root}ing")],
        _ => vec![],
    }
}

#[test]
fn regular_forms_are_explained_by_their_roots() {
    let words = enable();
    let step = if cfg!(debug_assertions) { 37 } else { 1 };
    let mut seen = 0;
    for root in words.iter().filter(|word| word.len() > 2).step_by(step) {
        let own = senses(root);
        for part in [Part::Noun, Part::Verb] {
            if !own.iter().any(|sense| sense.part == Some(part) && sense.form.is_none()) || ["see"].contains(&root.as_str())
            {
                continue;
            }
            for form in regular(root, part).into_iter().filter(|form| words.binary_search(form).is_ok()) {
                let told = senses(&form);
                let names_root =
                    |sense: &Sense| sense.part == Some(part) && sense.form.as_ref().is_some_and(|(_, of)| of == root);
                assert!(told.iter().any(names_root), "{form}: {}", one_line(&told));
                seen += 1;
            }
        }
    }
    assert!(seen > 400, "{seen}");
}

#[test]
fn levels_are_those_of_scowl() {
    let english = Alphabet::builtin("english").unwrap();
    let levels = bundled_figures(Figure::Commonness, &english).unwrap();
    let mut counts = std::collections::BTreeMap::new();
    levels.for_each(|_, level| *counts.entry(level.number() as u32).or_insert(0) += 1);
    let expected = [
        (10, 4_031),
        (20, 7_150),
        (35, 29_427),
        (40, 4_815),
        (50, 18_021),
        (55, 4_863),
        (60, 9_513),
        (70, 28_121),
        (80, 66_310),
    ];
    assert_eq!(counts.into_iter().collect::<Vec<_>>(), expected);
    // SCOWL up to size 60 is bundled as a list: its American words have these levels.
    let image = bundled("scowl60").unwrap().unwrap();
    for word in words_of(&image).unwrap().iter().step_by(50) {
        if let Some(level) = levels.get(word) {
            assert!(level.number() <= 60.0, "{}", english.render(word));
        }
    }
}

#[test]
fn playability_is_that_of_the_words_of_enable() {
    let english = Alphabet::builtin("english").unwrap();
    let numbers = bundled_figures(Figure::Playability, &english).unwrap();
    assert_eq!(numbers.len(), 65_325);
    let of = |word: &str| numbers.get(&english.parse(word).unwrap()).map(|number| number.number());
    assert_eq!((of("re"), of("jo"), of("qat"), of("zyzzyva")), (Some(1148.65), Some(911.6), Some(758.26), None));
}
