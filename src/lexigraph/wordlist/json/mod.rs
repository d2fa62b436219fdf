//! Words in JSON: one document, or an object a line.
//!
//! No document is held as a tree. A value is a slice of the text until something has to be known about it, so that the
//! line of each word is known from where it is, and so that an object can be looked over before its words are taken:
//! whether its keys are the words, or name lists of words, is only clear from all of it (see [`object`]).

mod object;

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

/// What was met in the document.
pub(super) enum Item<'t> {
    /// A word, and what an object says about it.
    Word(&'t str, &'t str),
    /// A key or a value that is no word and is not meant to be one.
    Name,
    /// Not a string where a word should be.
    NotText(String),
    /// What could be read in two ways, and how it was read.
    Doubt(&'static str),
}

/// How reading ended early.
pub(super) enum Stop<E> {
    /// The document is broken.
    Broken(serde_json::Error),
    /// What the caller returned.
    Caller(E),
}

/// Containers within containers that are looked into.
const DEEPEST: usize = 100;

/// Keys whose text is the word of a record, the likeliest first.
const WORD_KEYS: [&str; 8] = ["word", "headword", "lemma", "term", "lexeme", "entry", "form", "name"];

/// Keys that name a list of words or of records.
const LIST_KEYS: [&str; 12] = [
    "words",
    "wordlist",
    "word_list",
    "list",
    "lexicon",
    "dictionary",
    "entries",
    "items",
    "data",
    "results",
    "plays",
    "lemmas",
];

/// Calls `each` with the line and what is there, until it fails.
pub(super) fn each<E>(text: &str, each: impl FnMut(u64, Item) -> Result<(), E>) -> Result<(), Stop<E>> {
    let mut walk = Walk { text, each, at: 0, line: 1 };
    let mut documents = serde_json::Deserializer::from_str(text).into_iter::<&RawValue>();
    let Some(first) = documents.next() else { return Ok(()) };
    let first = first.map_err(Stop::Broken)?.get();
    let mut start = documents.byte_offset();
    let Some(mut next) = documents.next() else { return walk.value(first, Place::Top, 0) };
    if !first.starts_with('{') && next.is_err() {
        return next.map(drop).map_err(Stop::Broken);
    }
    // An object a line: what an array holds, without its brackets.
    walk.value(first, Place::Array, 0)?;
    loop {
        match next {
            Ok(document) => {
                walk.value(document.get(), Place::Array, 0)?;
                start = documents.byte_offset();
            }
            Err(error) => {
                // A broken line costs no other.
                let begin = start + text[start..].len() - text[start..].trim_start().len();
                walk.locate(&text[begin..]);
                walk.emit(Item::NotText(format!("broken JSON: {}", message(&error))))?;
                let Some(end) = text[begin..].find('\n') else { return Ok(()) };
                return walk.lines(&text[begin + end + 1..]);
            }
        }
        match documents.next() {
            Some(document) => next = document,
            None => return Ok(()),
        }
    }
}

/// What is wrong, without the place.
fn message(error: &serde_json::Error) -> String {
    let message = error.to_string();
    message.rsplit_once(" at line").map_or(&*message, |(message, _)| message).to_owned()
}

#[derive(Clone, Copy, PartialEq)]
enum Place {
    Top,
    Array,
    Object,
}

struct Walk<'t, F> {
    text: &'t str,
    each: F,
    /// Up to where lines are counted, and the line there.
    at: usize,
    line: u64,
}

impl<'t, E, F: FnMut(u64, Item) -> Result<(), E>> Walk<'t, F> {
    /// Goes to the line of a slice of the text. Most slices come in order.
    fn locate(&mut self, slice: &str) {
        let at = (slice.as_ptr() as usize).wrapping_sub(self.text.as_ptr() as usize);
        let bytes = self.text.as_bytes();
        let lines = |part: &[u8]| memchr::memchr_iter(b'\n', part).count() as u64;
        if let Some(between) = bytes.get(self.at..at) {
            self.line += lines(between);
        } else if let Some(between) = bytes.get(at..self.at) {
            self.line -= lines(between);
        } else {
            return;
        }
        self.at = at;
    }

    fn emit(&mut self, item: Item) -> Result<(), Stop<E>> {
        (self.each)(self.line, item).map_err(Stop::Caller)
    }

    /// Documents of one line each, some of which may be broken.
    fn lines(&mut self, text: &'t str) -> Result<(), Stop<E>> {
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            match serde_json::from_str::<&RawValue>(line) {
                Ok(document) => self.value(document.get(), Place::Array, 0)?,
                Err(error) => {
                    self.locate(line);
                    self.emit(Item::NotText(format!("broken JSON: {}", message(&error))))?;
                }
            }
        }
        Ok(())
    }

    /// All words of a value, whose syntax has been checked.
    fn value(&mut self, value: &'t str, place: Place, depth: usize) -> Result<(), Stop<E>> {
        if depth > DEEPEST {
            return Err(Stop::Broken(serde_json::Error::custom("recursion limit exceeded")));
        }
        match value.as_bytes().first() {
            Some(b'"') => match text_of(value) {
                Some(word) => {
                    self.locate(value);
                    self.emit(Item::Word(&word, ""))
                }
                None => self.not_text(value, "a string with half a character"),
            },
            Some(b'[') => self.array(value, depth),
            Some(b'{') if place == Place::Array => self.record(value, depth),
            Some(b'{') => self.object(value, depth),
            _ => self.not_text(value, value),
        }
    }

    fn not_text(&mut self, at: &str, what: &str) -> Result<(), Stop<E>> {
        self.locate(at);
        self.emit(Item::NotText(what.to_owned()))
    }

    fn array(&mut self, value: &'t str, depth: usize) -> Result<(), Stop<E>> {
        let mut stopped = None;
        let done = elements(value, |element| {
            let result = self.value(element, Place::Array, depth + 1);
            result.map_err(|stop| stopped = Some(stop)).is_ok()
        });
        match stopped {
            Some(stop) => Err(stop),
            None => done.map_err(Stop::Broken),
        }
    }

    /// An object in an array: one of its fields is the word, and all others are about it.
    fn record(&mut self, value: &'t str, depth: usize) -> Result<(), Stop<E>> {
        let fields = members(value).map_err(Stop::Broken)?;
        let named = |name: &str| fields.iter().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| *value);
        let texts = |name: &&str| named(name).filter(|value| value.starts_with('"'));
        // What our look-ups answer about other words.
        if named("word") == Some("null") || named("valid") == Some("false") {
            self.locate(value);
            return self.emit(Item::Name);
        }
        if let Some((name, text)) = WORD_KEYS.iter().find_map(|name| texts(name).map(|text| (*name, text))) {
            let word = text_of(text);
            // Several words together, as an anagram of several words has.
            if word.as_ref().is_some_and(|word| word.trim().contains(' '))
                && let Some(words) = named("words").filter(|words| words.starts_with('['))
            {
                return self.array(words, depth + 1);
            }
            if name != "word" {
                self.emit(Item::Doubt("records have no \"word\", another of their fields was taken for it"))?;
            }
            return self.value(text, Place::Object, depth);
        }
        let lists: Vec<&str> = LIST_KEYS.iter().filter_map(|name| named(name)).filter(|value| is_container(value)).collect();
        if lists.is_empty() {
            return self.not_text(value, "an object without the key \"word\"");
        }
        for list in lists {
            self.value(list, Place::Object, depth + 1)?;
        }
        Ok(())
    }

    /// An object that stands alone, or is the value of a key.
    fn object(&mut self, value: &'t str, depth: usize) -> Result<(), Stop<E>> {
        let members = members(value).map_err(Stop::Broken)?;
        let (reading, doubt) = object::reading(&members);
        if let Some(doubt) = doubt {
            self.locate(value);
            self.emit(Item::Doubt(doubt))?;
        }
        if reading == object::Reading::Record {
            return self.record(value, depth);
        }
        let mut before = value;
        for (key, value) in members {
            if let Cow::Borrowed(key) = key {
                before = key;
            }
            self.locate(before);
            before = value;
            match reading {
                object::Reading::Keys => {
                    let number = value.starts_with(|c: char| c == '-' || c.is_ascii_digit());
                    let more = match value {
                        _ if value.starts_with('"') => text_of(value),
                        _ => number.then_some(value.into()),
                    };
                    self.emit(Item::Word(&key, more.as_deref().unwrap_or("")))?;
                }
                object::Reading::Wrapper if !LIST_KEYS.iter().any(|name| key.eq_ignore_ascii_case(name)) => {
                    self.emit(Item::Name)?;
                }
                object::Reading::About if object::is_about(&key) => self.emit(Item::Name)?,
                _ if is_container(value) => self.value(value, Place::Object, depth + 1)?,
                _ => self.emit(Item::Name)?,
            }
        }
        Ok(())
    }
}

fn is_container(value: &str) -> bool {
    value.starts_with(['[', '{'])
}

/// The content of a string; `None` for one with half a character in it.
fn text_of(value: &str) -> Option<Cow<'_, str>> {
    match value.get(1..value.len() - 1) {
        Some(inner) if !inner.contains('\\') => Some(inner.into()),
        _ => serde_json::from_str::<String>(value).ok().map(Cow::Owned),
    }
}

/// A key, and the slice of its value.
type Member<'t> = (Cow<'t, str>, &'t str);

/// The members of an object, in the order of the text.
fn members(value: &str) -> serde_json::Result<Vec<Member<'_>>> {
    struct Members;

    impl<'de> Visitor<'de> for Members {
        type Value = Vec<Member<'de>>;

        fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
            f.write_str("an object")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut members = Vec::new();
            // A key is a slice of its own, so that it tells its line.
            while let Some((key, value)) = map.next_entry::<&RawValue, &RawValue>()? {
                let key = text_of(key.get()).ok_or_else(|| A::Error::custom("a key with half a character"))?;
                members.push((key, value.get()));
            }
            Ok(members)
        }
    }

    serde_json::Deserializer::from_str(value).deserialize_map(Members)
}

/// Calls `each` with every element of an array until it answers no.
fn elements<'t>(value: &'t str, each: impl FnMut(&'t str) -> bool) -> serde_json::Result<()> {
    struct Elements<F>(F);

    impl<'de, F: FnMut(&'de str) -> bool> Visitor<'de> for Elements<F> {
        type Value = ();

        fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
            f.write_str("an array")
        }

        fn visit_seq<A: SeqAccess<'de>>(mut self, mut items: A) -> Result<(), A::Error> {
            while let Some(item) = items.next_element::<&RawValue>()? {
                if !(self.0)(item.get()) {
                    return Err(A::Error::custom("stopped"));
                }
            }
            Ok(())
        }
    }

    serde_json::Deserializer::from_str(value).deserialize_seq(Elements(each))
}

#[cfg(test)]
mod tests;
