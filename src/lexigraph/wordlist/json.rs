//! Words in JSON: the strings of all arrays, and the keys of objects that hold neither arrays nor objects.
//!
//! The document is read in one pass and never held as a tree. Strings without escapes are slices of the text, so each
//! word's line is known from where it is.

use std::borrow::Cow;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};

/// What was met in the document.
pub(super) enum Item<'t> {
    /// A word, and what an object says about it.
    Word(&'t str, &'t str),
    /// A key beside arrays or objects: it names something.
    Name,
    /// Not a string where a word should be.
    NotText(String),
}

/// How reading ended early.
pub(super) enum Stop<E> {
    /// The document is broken.
    Broken(serde_json::Error),
    /// What the caller returned.
    Caller(E),
}

/// Calls `each` with the line and what is there, until it fails.
pub(super) fn each<E>(text: &str, each: impl FnMut(u64, Item) -> Result<(), E>) -> Result<(), Stop<E>> {
    let mut walk = Walk { text, each, at: 0, line: 1, stopped: None };
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let result =
        Value { walk: &mut walk, place: Place::Top }.deserialize(&mut deserializer).and_then(|_| deserializer.end());
    match (walk.stopped, result) {
        (Some(error), _) => Err(Stop::Caller(error)),
        (None, Err(error)) => Err(Stop::Broken(error)),
        (None, Ok(())) => Ok(()),
    }
}

struct Walk<'t, E, F> {
    text: &'t str,
    each: F,
    /// Up to where lines are counted, and the line there.
    at: usize,
    line: u64,
    stopped: Option<E>,
}

impl<E, F: FnMut(u64, Item) -> Result<(), E>> Walk<'_, E, F> {
    /// The line of a slice of the text. Slices come in order.
    fn locate(&mut self, slice: &str) {
        let at = (slice.as_ptr() as usize).wrapping_sub(self.text.as_ptr() as usize);
        if let Some(between) = self.text.as_bytes().get(self.at..at) {
            self.line += memchr::memchr_iter(b'\n', between).count() as u64;
            self.at = at;
        }
    }

    fn emit<D: serde::de::Error>(&mut self, line: u64, item: Item) -> Result<(), D> {
        (self.each)(line, item).map_err(|error| {
            self.stopped = Some(error);
            D::custom("stopped")
        })
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Place {
    Top,
    Array,
    Object,
}

/// What a value was.
enum Was {
    Text(String),
    Scalar,
    Container,
}

struct Value<'w, 't, E, F> {
    walk: &'w mut Walk<'t, E, F>,
    place: Place,
}

impl<'de, E, F: FnMut(u64, Item) -> Result<(), E>> DeserializeSeed<'de> for Value<'_, '_, E, F> {
    type Value = Was;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Was, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<E, F: FnMut(u64, Item) -> Result<(), E>> Value<'_, '_, E, F> {
    fn scalar<D: serde::de::Error>(self, text: impl fmt::Display) -> Result<Was, D> {
        if self.place != Place::Object {
            let line = self.walk.line;
            self.walk.emit(line, Item::NotText(text.to_string()))?;
        }
        Ok(Was::Scalar)
    }
}

impl<'de, E, F: FnMut(u64, Item) -> Result<(), E>> Visitor<'de> for Value<'_, '_, E, F> {
    type Value = Was;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_borrowed_str<D: serde::de::Error>(self, text: &'de str) -> Result<Was, D> {
        self.walk.locate(text);
        self.visit_str(text)
    }

    fn visit_str<D: serde::de::Error>(self, text: &str) -> Result<Was, D> {
        if self.place == Place::Object {
            return Ok(Was::Text(text.to_owned()));
        }
        let line = self.walk.line;
        self.walk.emit(line, Item::Word(text, ""))?;
        Ok(Was::Scalar)
    }

    fn visit_bool<D: serde::de::Error>(self, value: bool) -> Result<Was, D> {
        self.scalar(value)
    }

    fn visit_u64<D: serde::de::Error>(self, value: u64) -> Result<Was, D> {
        self.scalar(value)
    }

    fn visit_i64<D: serde::de::Error>(self, value: i64) -> Result<Was, D> {
        self.scalar(value)
    }

    fn visit_f64<D: serde::de::Error>(self, value: f64) -> Result<Was, D> {
        self.scalar(value)
    }

    fn visit_unit<D: serde::de::Error>(self) -> Result<Was, D> {
        self.scalar("null")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Was, A::Error> {
        while items.next_element_seed(Value { walk: &mut *self.walk, place: Place::Array })?.is_some() {}
        Ok(Was::Container)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Was, A::Error> {
        // Whether keys are words is known at the end only. One buffer holds keys and texts; each entry says where.
        let mut buffer = String::new();
        let mut kept: Vec<(u64, usize, usize)> = vec![];
        let mut containers = false;
        while let Some(key) = entries.next_key_seed(Key)? {
            if let Cow::Borrowed(key) = key {
                self.walk.locate(key);
            }
            let line = self.walk.line;
            buffer.push_str(&key);
            let end = buffer.len();
            match entries.next_value_seed(Value { walk: &mut *self.walk, place: Place::Object })? {
                Was::Container => {
                    containers = true;
                    buffer.truncate(end - key.len());
                    continue;
                }
                Was::Text(text) => buffer.push_str(&text),
                Was::Scalar => {}
            }
            kept.push((line, end, buffer.len()));
        }
        let mut start = 0;
        let mut found = false;
        let first_line = kept.first().map_or(self.walk.line, |entry| entry.0);
        for (line, key_end, end) in kept {
            let (key, text) = (&buffer[start..key_end], &buffer[key_end..end]);
            start = end;
            if self.place == Place::Array {
                // A record: one of its fields is the word.
                if key == "word" && !found {
                    found = true;
                    self.walk.emit(line, Item::Word(text, ""))?;
                }
            } else if containers {
                self.walk.emit(line, Item::Name)?;
            } else {
                self.walk.emit(line, Item::Word(key, text))?;
            }
        }
        if self.place == Place::Array && !found && !containers {
            self.walk.emit(first_line, Item::NotText("an object without the key \"word\"".into()))?;
        }
        Ok(Was::Container)
    }
}

/// A key, as a slice of the text where it has no escapes.
struct Key;

impl<'de> DeserializeSeed<'de> for Key {
    type Value = Cow<'de, str>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Cow<'de, str>, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<'de> Visitor<'de> for Key {
    type Value = Cow<'de, str>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_borrowed_str<E: serde::de::Error>(self, text: &'de str) -> Result<Cow<'de, str>, E> {
        Ok(Cow::Borrowed(text))
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Cow<'de, str>, E> {
        Ok(Cow::Owned(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Result<Vec<(u64, String)>, String> {
        let mut all = vec![];
        let result: Result<(), Stop<()>> = each(text, |line, item| {
            match item {
                Item::Word(word, "") => all.push((line, word.to_owned())),
                Item::Word(word, more) => all.push((line, format!("{word}={more}"))),
                Item::Name => all.push((line, "(name)".into())),
                Item::NotText(what) => all.push((line, format!("({what})"))),
            }
            Ok(())
        });
        match result {
            Ok(()) => Ok(all),
            Err(Stop::Broken(error)) => Err(error.to_string()),
            Err(Stop::Caller(())) => unreachable!(),
        }
    }

    fn flat(text: &str) -> String {
        words(text).unwrap().into_iter().map(|(line, word)| format!("{line}:{word}")).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn words_are_found_with_their_lines() {
        assert_eq!(flat("[\"aa\",\n\"a\\u0062\", 3]"), "1:aa 2:ab 2:(3)".replace("2:ab", "1:ab").replace("2:(3)", "1:(3)"));
        assert_eq!(flat("{\n \"aa\": 1,\n \"ab\": \"muscle\",\n \"ad\": null}"), "2:aa 3:ab=muscle 4:ad");
        assert_eq!(flat("{\"version\": 1,\n\"N\": [\n\"aa\"], \"V\": {\"x\": true}}"), "3:aa 3:x 1:(name)");
        assert_eq!(flat("[{\"word\": \"aa\", \"n\": 1},\n {\"n\": 2}]"), "1:aa 2:(an object without the key \"word\")");
    }

    #[test]
    fn broken_documents_are_told() {
        assert!(words("[\"aa\",\n").unwrap_err().contains("line 2"));
        assert!(words("[\"aa\"] x").is_err());
        assert!(words(&"[".repeat(100_000)).is_err());
    }
}
