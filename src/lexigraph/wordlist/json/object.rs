//! How an object is to be read: are its keys the words, or do they name lists of words?

use std::collections::HashMap;

use super::{LIST_KEYS, Member, elements, is_container, members, text_of};

/// How an object is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reading {
    /// Its keys are the words.
    Keys,
    /// Its keys name groups: the words are in the arrays and objects.
    Groups,
    /// As groups, but only those under keys that name a list; the rest is about the list.
    Wrapper,
    /// As groups, apart from keys that say something about the list as a whole.
    About,
    /// It is one record: a word, and what is known about it.
    Record,
}

const KEYS: &str =
    "the keys of an object were taken for the words; its lists could be the words as well — turn it into an array for that";
const GROUPS: &str = "the lists of an object were taken for the words; its keys could be the words as well — give them values that are no lists for that";

/// Members that are looked at to tell records from groups.
const SAMPLE: usize = 1000;

/// Columns of our lists of answers, which stand beside the word of a record.
const COLUMNS: [&str; 16] = [
    "word",
    "words",
    "query",
    "length",
    "alphagram",
    "front_hooks",
    "back_hooks",
    "inner_front",
    "inner_back",
    "points",
    "probability",
    "anagrams",
    "blanks",
    "distance",
    "rank",
    "valid",
];

/// Keys that name lists of words, as collections of them have.
const GROUP_KEYS: [&str; 9] =
    ["noun", "verb", "adjective", "adverb", "pronoun", "preposition", "conjunction", "interjection", "name"];

/// Keys whose text says something about a whole list.
const ABOUT_KEYS: [&str; 16] = [
    "description",
    "title",
    "source",
    "sources",
    "license",
    "licence",
    "copyright",
    "author",
    "authors",
    "comment",
    "comments",
    "note",
    "notes",
    "url",
    "version",
    "metadata",
];

/// The most lists in an object that says something about them.
const MOST_LISTS: usize = 16;

/// `true` for a key whose value is about the list and no part of it.
pub(super) fn is_about(key: &str) -> bool {
    ABOUT_KEYS.iter().any(|name| key.eq_ignore_ascii_case(name))
}

/// How the members of an object are read; the second part says so where another way is as good.
pub(super) fn reading(members: &[Member<'_>]) -> (Reading, Option<&'static str>) {
    let named = |names: &[&str], key: &str| names.iter().any(|name| key.eq_ignore_ascii_case(name));
    let containers: Vec<&Member<'_>> = members.iter().filter(|(_, value)| is_container(value)).collect();
    let has_word = members.iter().any(|(key, value)| key.eq_ignore_ascii_case("word") && value.starts_with('"'));
    if has_word && members.iter().all(|(key, _)| named(&COLUMNS, key)) {
        return (Reading::Record, None);
    }
    if containers.is_empty() {
        return (Reading::Keys, None);
    }
    // A dictionary may have the word "list", too, but not among so few.
    if containers.len() <= 8 && containers.iter().any(|(key, _)| named(&LIST_KEYS, key)) {
        return (Reading::Wrapper, None);
    }
    // Words are not described by themselves: all that is not a list is about the lists.
    let others = || members.iter().filter(|(_, value)| !is_container(value));
    let lists = containers.iter().filter(|(key, value)| !is_about(key) && value.starts_with('[')).count();
    if (1..=MOST_LISTS).contains(&lists) && others().count() > 0 && others().all(|(key, _)| is_about(key)) {
        return (Reading::About, None);
    }
    let seen = Seen::of(containers.iter().take(SAMPLE).copied());
    if seen.repeats {
        let many = seen.records >= 10 * containers.len().min(SAMPLE);
        // A record of something has values of several kinds.
        let mixed = members.len() <= MOST_LISTS && containers.len() < members.len();
        return (Reading::Keys, (many || mixed).then_some(KEYS));
    }
    let groups = |key: &str| {
        let single = key.strip_suffix(['s', 'S']).unwrap_or(key);
        key.chars().count() == 1 || key.bytes().all(|byte| byte.is_ascii_digit()) || named(&GROUP_KEYS, single)
    };
    if containers.iter().all(|(key, _)| groups(key)) || seen.by_start {
        return (Reading::Groups, None);
    }
    if seen.objects > 0 {
        return (Reading::Keys, Some(KEYS));
    }
    // Arrays: of words under few names, or about many words.
    if seen.phrases == 0 && (containers.len() == 1 || seen.texts >= 5 * containers.len().min(SAMPLE)) {
        return (Reading::Groups, (containers.len() > 1).then_some(GROUPS));
    }
    (Reading::Keys, (seen.phrases == 0).then_some(KEYS))
}

/// What the containers of an object hold.
struct Seen {
    objects: usize,
    /// Strings in arrays, and those with blanks in them.
    texts: usize,
    phrases: usize,
    /// Objects and arrays in arrays.
    records: usize,
    /// `true` if what is inside repeats: fields of records, not words.
    repeats: bool,
    /// `true` if each group is named by how its words begin.
    by_start: bool,
}

impl Seen {
    fn of<'m, 't: 'm>(containers: impl Iterator<Item = &'m Member<'t>>) -> Seen {
        let mut seen = Seen { objects: 0, texts: 0, phrases: 0, records: 0, repeats: false, by_start: true };
        let mut times: HashMap<String, usize> = HashMap::new();
        let mut all = 0;
        for (name, value) in containers {
            let name = name.to_lowercase();
            let mut inside = |text: &str| {
                all += 1;
                seen.by_start &= text.to_lowercase().starts_with(&name);
                *times.entry(text.to_owned()).or_default() += 1;
            };
            if value.starts_with('{') {
                seen.objects += 1;
                members(value).into_iter().flatten().for_each(|(key, _)| inside(&key));
                continue;
            }
            let (texts, phrases, records) = (&mut seen.texts, &mut seen.phrases, &mut seen.records);
            let mut left = SAMPLE;
            // To have seen enough is no error.
            let _ = elements(value, |element| {
                if let Some(text) = text_of(element).filter(|_| element.starts_with('"')) {
                    *texts += 1;
                    *phrases += usize::from(text.trim().contains(' '));
                    inside(&text);
                } else if is_container(element) {
                    *records += 1;
                    inside("");
                }
                left -= 1;
                left > 0
            });
        }
        // The same word may be in two groups; fields are in nearly all records.
        seen.repeats = all >= 2 && times.len() * 4 <= all * 3;
        seen.by_start &= all > 0;
        seen
    }
}
