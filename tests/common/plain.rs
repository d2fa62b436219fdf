//! Racks, patterns and regular expressions of upper-case words by brute force. This module parses the text itself and
//! uses nothing of the library, so a mistake would have to be made twice to go unnoticed.

/// An element of a rack or pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    /// One of these letters.
    Of(Vec<char>),
    /// A digit that stands for any letter.
    Variable(char),
    Any,
    Star,
}

fn parts(text: &str) -> Vec<Part> {
    let mut chars = text.chars();
    let mut parts = vec![];
    while let Some(c) = chars.next() {
        parts.push(match c {
            '?' | '.' => Part::Any,
            '*' | '@' => Part::Star,
            '[' => Part::Of(set(&mut chars)),
            '0'..='9' => Part::Variable(c),
            letter => Part::Of(vec![letter]),
        });
    }
    parts
}

/// Parses the letters of a set, up to its bracket.
fn set(chars: &mut std::str::Chars<'_>) -> Vec<char> {
    let inside: String = chars.take_while(|&c| c != ']').collect();
    match inside.strip_prefix(['^', '!']) {
        Some(not) => ('A'..='Z').filter(|&c| !not.contains(c)).collect(),
        None => inside.chars().collect(),
    }
}

/// A rack, as a list of different elements and their counts.
#[derive(Clone, Debug)]
pub struct Rack {
    parts: Vec<(Part, usize)>,
}

impl Rack {
    pub fn new(text: &str) -> Rack {
        let mut counts: Vec<(Part, usize)> = vec![];
        for part in parts(text) {
            match counts.iter_mut().find(|(known, _)| *known == part) {
                Some((_, count)) => *count += 1,
                None => counts.push((part, 1)),
            }
        }
        Rack { parts: counts }
    }

    /// Every rack that is left after dealing this letter.
    fn deal(&self, letter: char) -> impl Iterator<Item = Rack> + '_ {
        self.parts.iter().enumerate().filter_map(move |(at, (part, count))| {
            let mut rest = self.clone();
            match part {
                Part::Star => return Some(rest),
                Part::Of(letters) if !letters.contains(&letter) => return None,
                _ if *count == 0 => return None,
                _ => rest.parts[at].1 -= 1,
            }
            Some(rest)
        })
    }

    /// Returns `true` if the word uses the whole rack, or if `sub` any part of it.
    pub fn makes(&self, word: &str, sub: bool) -> bool {
        let mut letters = word.chars();
        match letters.next() {
            Some(letter) => self.deal(letter).any(|rest| rest.makes(letters.as_str(), sub)),
            None => sub || self.parts.iter().all(|(part, count)| *part == Part::Star || *count == 0),
        }
    }
}

/// Returns `true` if the word fits the pattern. A rack, if there is one, provides the letters of the open elements.
pub fn fits(pattern: &str, rack: Option<&str>, distinct: bool, word: &str) -> bool {
    fits_parts(&parts(pattern), rack.map(Rack::new), distinct, &mut vec![], word)
}

fn fits_parts(parts: &[Part], rack: Option<Rack>, distinct: bool, bound: &mut Vec<(char, char)>, word: &str) -> bool {
    let mut letters = word.chars();
    let (Some((part, rest)), letter) = (parts.split_first(), letters.next()) else { return word.is_empty() };
    let after = letters.as_str();
    let racks = |letter: char| match &rack {
        None => vec![None],
        Some(rack) => rack.deal(letter).map(Some).collect(),
    };
    match (part, letter) {
        (Part::Star, None) => fits_parts(rest, rack, distinct, bound, word),
        (Part::Star, Some(letter)) => {
            fits_parts(rest, rack.clone(), distinct, bound, word)
                || racks(letter).into_iter().any(|rack| fits_parts(parts, rack, distinct, bound, after))
        }
        (_, None) => false,
        (Part::Of(letters), Some(letter)) if letters.len() == 1 => {
            letters[0] == letter && fits_parts(rest, rack, distinct, bound, after)
        }
        (Part::Of(letters), Some(letter)) if !letters.contains(&letter) => false,
        (Part::Variable(variable), Some(letter)) => {
            match bound.iter().find(|(known, _)| known == variable) {
                Some((_, other)) if *other != letter => return false,
                None if distinct && bound.iter().any(|(_, other)| *other == letter) => return false,
                _ => bound.push((*variable, letter)),
            }
            let fits = racks(letter).into_iter().any(|rack| fits_parts(rest, rack, distinct, bound, after));
            bound.pop();
            fits
        }
        (_, Some(letter)) => racks(letter).into_iter().any(|rack| fits_parts(rest, rack, distinct, bound, after)),
    }
}

/// Returns `true` if a regular expression matches the whole word. Supports letters, `.`, sets, groups, `|`, `*`, `+`
/// and `?`.
pub fn regex(expression: &str, word: &str) -> bool {
    let chars: Vec<char> = expression.chars().collect();
    let mut at = 0;
    let tree = either(&chars, &mut at);
    assert_eq!(at, chars.len(), "{expression}: this matcher does not know all of it");
    tree.rests(word).contains(&"")
}

enum Node {
    Of(Vec<char>),
    Row(Vec<Node>),
    Either(Vec<Node>),
    /// A minimum and a maximum number of repetitions.
    Times(Box<Node>, usize, usize),
}

impl Node {
    /// The rests of a text after this node has matched at its start.
    fn rests<'t>(&self, text: &'t str) -> Vec<&'t str> {
        let mut rests = match self {
            Node::Of(letters) => text.strip_prefix(&letters[..]).into_iter().collect(),
            Node::Row(nodes) => {
                nodes.iter().fold(vec![text], |texts, node| texts.into_iter().flat_map(|text| node.rests(text)).collect())
            }
            Node::Either(nodes) => nodes.iter().flat_map(|node| node.rests(text)).collect(),
            Node::Times(node, least, most) => {
                let (mut texts, mut all) = (vec![text], vec![]);
                // The text limits the number of repetitions.
                for times in 0..=(*most).min(text.len()) {
                    if times >= *least {
                        all.extend(&texts);
                    }
                    texts = texts.into_iter().flat_map(|text| node.rests(text)).collect();
                }
                all
            }
        };
        rests.sort_unstable();
        rests.dedup();
        rests
    }
}

fn either(chars: &[char], at: &mut usize) -> Node {
    let mut nodes = vec![row(chars, at)];
    while chars.get(*at) == Some(&'|') {
        *at += 1;
        nodes.push(row(chars, at));
    }
    Node::Either(nodes)
}

fn row(chars: &[char], at: &mut usize) -> Node {
    let mut nodes = vec![];
    while let Some(&c) = chars.get(*at).filter(|c| !"|)".contains(**c)) {
        *at += 1;
        let node = match c {
            '(' => {
                let node = either(chars, at);
                *at += 1;
                node
            }
            '[' => {
                let rest: String = chars[*at..].iter().collect();
                let mut inside = rest.chars();
                let letters = set(&mut inside);
                *at = chars.len() - inside.count();
                Node::Of(letters)
            }
            '.' => Node::Of(('A'..='Z').collect()),
            letter => Node::Of(vec![letter]),
        };
        let (least, most) = match chars.get(*at) {
            Some('*') => (0, usize::MAX),
            Some('+') => (1, usize::MAX),
            Some('?') => (0, 1),
            _ => (1, 1),
        };
        *at += usize::from((least, most) != (1, 1));
        nodes.push(if (least, most) == (1, 1) { node } else { Node::Times(Box::new(node), least, most) });
    }
    Node::Row(nodes)
}
