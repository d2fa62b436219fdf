//! What a word must look like for a rule to be applied.

use super::side::Side;

/// A character of a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Element {
    Any,
    One(char),
    Set { characters: Box<[char]>, negated: bool },
}

impl Element {
    fn takes(&self, c: char) -> bool {
        match self {
            Element::Any => true,
            Element::One(one) => *one == c,
            Element::Set { characters, negated } => characters.contains(&c) != *negated,
        }
    }
}

/// Characters from the end of a word inwards.
#[derive(Debug)]
pub struct Condition(Vec<Element>);

impl Condition {
    /// Reads `[^aeiou]y`; a lone `.` is no condition. Sets have no ranges.
    pub fn parse(text: &str, side: Side) -> Result<Condition, &'static str> {
        let mut elements = Vec::new();
        if text != "." {
            let mut characters = text.chars();
            while let Some(c) = characters.next() {
                elements.push(match c {
                    '.' => Element::Any,
                    '[' => set(&mut characters)?,
                    // One at the end after a set: the program then wants one more letter behind a prefix, and takes no
                    // notice of it before a suffix.
                    ']' if characters.as_str().is_empty() && matches!(elements.last(), Some(Element::Set { .. })) => {
                        if side == Side::Suffix {
                            continue;
                        }
                        Element::Any
                    }
                    ']' => return Err("its condition has a ']' without '['"),
                    c => Element::One(c),
                });
            }
        }
        if side == Side::Suffix {
            elements.reverse();
        }
        Ok(Condition(elements))
    }

    /// `true` if a word fits, from its end on.
    pub fn fits(&self, mut characters: impl Iterator<Item = char>) -> bool {
        self.0.iter().all(|element| characters.next().is_some_and(|c| element.takes(c)))
    }

    /// The characters that the word may end with; `None` where they are not so few.
    pub fn ends(&self) -> Option<&[char]> {
        match self.0.first()? {
            Element::Any => None,
            Element::One(one) => Some(std::slice::from_ref(one)),
            Element::Set { characters, negated } => (!negated).then_some(characters),
        }
    }
}

/// The rest of a set, after its bracket.
fn set(characters: &mut std::str::Chars<'_>) -> Result<Element, &'static str> {
    let negated = characters.as_str().starts_with('^');
    if negated {
        characters.next();
    }
    let mut set = Vec::new();
    for c in characters.by_ref() {
        if c == ']' {
            // None twice, or a rule would be tried twice.
            set.sort_unstable();
            set.dedup();
            return Ok(Element::Set { characters: set.into(), negated });
        }
        set.push(c);
    }
    Err("its condition has a '[' without ']'")
}
