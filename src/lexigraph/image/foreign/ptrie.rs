#![doc = include_str!("../../formats/ptrie.md")]

use rustc_hash::FxHashMap;

use super::arcs::relayout;
use super::texts;
use crate::alphabet::{Alphabet, Tile};
use crate::build::MinimalGraph;
use crate::graph::{Arc, GraphKind, WordGraph};
use crate::image::byte_graph::TileEncoding;
use crate::image::{Contents, Format, FormatInfo, ImageError, Parts, StoredGraph};

/// A packed trie.
pub static PTRIE: PackedTrie = PackedTrie {
    info: FormatInfo {
        name: FORMAT,
        extensions: &["ptrie"],
        title: "packed trie, text for JavaScript (npm dawg-lookup)",
        limits: "letters a to z, no checksum",
        strings: true,
        ..FormatInfo::FOREIGN
    },
};

/// The format of [`PTRIE`].
#[derive(Debug)]
pub struct PackedTrie {
    info: FormatInfo,
}

impl Format for PackedTrie {
    fn info(&self) -> &FormatInfo {
        &self.info
    }

    fn probe(&self, file: &[u8]) -> bool {
        Parsed::new(file).is_ok()
    }

    /// A trie of one node looks like a word list. Word lists have no semicolons, or line ends with them.
    fn is_certain(&self, file: &[u8]) -> bool {
        file.contains(&b';') && self.probe(file)
    }

    fn decode(&self, file: &[u8], alphabet: &Alphabet) -> Result<Contents, ImageError> {
        decode(file, alphabet)
    }

    fn encode(&self, parts: &Parts<'_>) -> Result<Vec<u8>, ImageError> {
        write(parts)
    }
}

const FORMAT: &str = "ptrie";

/// The most symbols: those of one character.
const MOST_SYMBOLS: usize = 36;

fn field(offset: usize, what: &'static str) -> ImageError {
    ImageError::Field { offset: offset as u64, what }
}

/// A number as the package writes it: digits of base 36, and `00` follows `Z`.
fn write_number(mut number: u64) -> String {
    let mut digits = Vec::new();
    loop {
        digits.push(b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[(number % 36) as usize]);
        number /= 36;
        if number == 0 {
            break;
        }
        number -= 1;
    }
    digits.iter().rev().map(|&digit| char::from(digit)).collect()
}

/// The characters it takes.
fn length(number: u64) -> u64 {
    std::iter::successors(Some(number), |&number| (number / 36).checked_sub(1)).count() as u64
}

/// What it says; `None` for something else, or too much.
fn read_number(digits: &[u8]) -> Option<u64> {
    let value = |digit: u8| char::from(digit).to_digit(36).filter(|_| is_digit(digit)).map(u64::from);
    let (&first, rest) = digits.split_first()?;
    rest.iter().try_fold(value(first)?, |number, &digit| number.checked_add(1)?.checked_mul(36)?.checked_add(value(digit)?))
}

fn is_digit(byte: u8) -> bool {
    byte.is_ascii_digit() || byte.is_ascii_uppercase()
}

/// A packed trie, cut into its nodes. All references were looked at.
struct Parsed<'a> {
    text: &'a [u8],
    symbols: Vec<u64>,
    /// Where each node begins in the text.
    starts: Vec<usize>,
}

/// A node, or a place within a string of one, as a number: nodes are even and above 0, places odd.
fn node_at(start: usize) -> u64 {
    2 * start as u64 + 2
}

fn place_at(letter: usize) -> u64 {
    2 * letter as u64 + 1
}

impl<'a> Parsed<'a> {
    fn new(file: &'a [u8]) -> Result<Parsed<'a>, ImageError> {
        // The package's own program puts a line end behind it, for which its reader has no use.
        let text = file.strip_suffix(b"\n").unwrap_or(file);
        let mut parsed = Parsed { text, symbols: vec![], starts: vec![] };
        let mut start = 0;
        for part in text.split(|&byte| byte == b';') {
            match part.iter().position(|&byte| byte == b':') {
                Some(colon) if parsed.starts.is_empty() => {
                    let (Some(name), Some(node)) = (read_number(&part[..colon]), read_number(&part[colon + 1..])) else {
                        return Err(field(start, "a symbol is no number"));
                    };
                    if name != parsed.symbols.len() as u64 {
                        return Err(field(start, "a symbol is not the next one"));
                    }
                    parsed.symbols.push(node);
                }
                _ => parsed.starts.push(start),
            }
            start += part.len() + 1;
        }
        for &start in &parsed.starts {
            parsed.check(start)?;
        }
        if text.first() == Some(&b'!') || parsed.starts.first().is_some_and(|&start| text.get(start) == Some(&b'!')) {
            return Err(field(0, "the empty word is no word"));
        }
        Ok(parsed)
    }

    fn at(&self, at: usize) -> Option<u8> {
        self.text.get(at).copied().filter(|&byte| byte != b';')
    }

    /// A node is strings of letters, each with a reference behind it, or a comma, or the end.
    fn check(&self, start: usize) -> Result<(), ImageError> {
        let mut at = start + usize::from(self.at(start) == Some(b'!'));
        while let Some(byte) = self.at(at) {
            if !byte.is_ascii_lowercase() {
                return Err(field(at, "there should be a letter a to z"));
            }
            while self.at(at).is_some_and(|byte| byte.is_ascii_lowercase()) {
                at += 1;
            }
            match self.at(at) {
                Some(b',') => at += 1,
                Some(byte) if is_digit(byte) => {
                    self.reference(at)?;
                    while self.at(at).is_some_and(is_digit) {
                        at += 1;
                    }
                }
                Some(_) => return Err(field(at, "there should be a number, or a comma")),
                None => {}
            }
        }
        Ok(())
    }

    /// Where the node begins that the number at a place refers to.
    fn reference(&self, at: usize) -> Result<usize, ImageError> {
        let digits = self.text[at..].iter().take_while(|&&byte| is_digit(byte)).count();
        let number = read_number(&self.text[at..at + digits]);
        let from = self.starts.partition_point(|&start| start <= at) as u64 - 1;
        let symbols = self.symbols.len() as u64;
        let node =
            number.and_then(|number| match usize::try_from(number).ok().and_then(|number| self.symbols.get(number)) {
                Some(&node) => Some(node),
                None => from.checked_add(number - symbols)?.checked_add(1),
            });
        let start = node.and_then(|node| self.starts.get(usize::try_from(node).ok()?));
        start.copied().ok_or(field(at, "a number refers to no node"))
    }

    /// The arc of the letter at a place.
    fn arc(&self, at: usize) -> Result<Arc<u64>, ImageError> {
        let tile = Tile::from_label(self.text[at]);
        Ok(match self.at(at + 1) {
            Some(byte) if byte.is_ascii_lowercase() => Arc { tile, accepts: false, target: place_at(at + 1) },
            Some(byte) if is_digit(byte) => {
                let start = self.reference(at + 1)?;
                Arc { tile, accepts: self.at(start) == Some(b'!'), target: node_at(start) }
            }
            _ => Arc { tile, accepts: true, target: 0 },
        })
    }

    /// The arcs of a node or place; tiles are characters.
    fn arcs(&self, node: u64, list: &mut Vec<Arc<u64>>) -> Result<(), ImageError> {
        if node % 2 == 1 {
            list.push(self.arc(node as usize / 2)?);
            return Ok(());
        }
        let mut at = node as usize / 2 - 1;
        let mut before = b'!';
        while let Some(byte) = self.at(at) {
            // The first letter of a string.
            if byte.is_ascii_lowercase() && !before.is_ascii_lowercase() {
                list.push(self.arc(at)?);
            }
            before = byte;
            at += 1;
        }
        Ok(())
    }
}

fn decode(file: &[u8], alphabet: &Alphabet) -> Result<Contents, ImageError> {
    let parsed = Parsed::new(file)?;
    let root = node_at(parsed.starts.first().copied().unwrap_or(0));
    let kind = GraphKind::Dawg;
    let spelling = TileEncoding::lower(alphabet);
    let tile_of = |byte: Tile| spelling.tiles().find(|&tile| spelling.of(tile) == [byte.number()]);
    let tiles: Vec<Option<Tile>> = (b'a'..=b'z').map(|byte| tile_of(Tile::from_label(byte))).collect();
    let tile = |byte: Tile| tiles.get(usize::from(byte.number().wrapping_sub(b'a'))).copied().flatten();
    let used = |byte: u8| byte.is_ascii_lowercase() && tile(Tile::from_label(byte)).is_none();
    let own = spelling.is_prefix_free() && !parsed.text.iter().any(|&byte| used(byte));
    // As long as its tiles are bytes, the graph is wide.
    let letters = if own { alphabet } else { &Alphabet::bytes() };
    let graphs = relayout(&[(kind, root)], letters, file.len(), |node, list| {
        parsed.arcs(node, list)?;
        if own {
            list.iter_mut().for_each(|arc| arc.tile = tile(arc.tile).unwrap_or(arc.tile));
        }
        Ok(())
    })?;
    let graph = graphs[0].graph(file)?;
    if own { texts::minimized(&graph, alphabet) } else { texts::read_again(&graph, alphabet, file.len(), FORMAT) }
}

/// A node to be: a state, and whether a word ends where it begins.
type Node = (u32, bool);

/// The strings of a node, each with what comes behind it.
type Strings = Vec<(String, Option<Node>)>;

/// The nodes that are written, parents first, with their strings: a node with one letter that one string leads to is a
/// part of that.
fn strings(graph: MinimalGraph<'_>) -> Vec<(Node, Strings)> {
    let root = (graph.root(), false);
    let inner = |arc: &Arc<u32>| arc.target != 0;
    let mut incoming: FxHashMap<Node, u32> = FxHashMap::from_iter([(root, 2)]);
    let mut waiting = vec![root];
    while let Some((state, _)) = waiting.pop() {
        for arc in graph.arcs_of(state).filter(inner) {
            let number = incoming.entry((arc.target, arc.accepts)).or_insert(0);
            *number += 1;
            if *number == 1 {
                waiting.push((arc.target, arc.accepts));
            }
        }
    }
    let string = |arc: Arc<u32>| {
        let (mut text, mut arc) = (String::new(), arc);
        loop {
            text.push(char::from(arc.tile.number()));
            if arc.target == 0 {
                return (text, None);
            }
            let mut next = graph.arcs_of(arc.target);
            match next.next().filter(|_| !arc.accepts && next.len() == 0) {
                // A last letter is no longer than a number for it, mostly shorter.
                Some(only) if incoming[&(arc.target, false)] == 1 || only.target == 0 => arc = only,
                _ => return (text, Some((arc.target, arc.accepts))),
            }
        }
    };
    // Depth first, each node when all it leads to is done; turned round, parents come first.
    let mut nodes: Vec<(Node, Strings)> = Vec::new();
    let mut seen: FxHashMap<Node, ()> = FxHashMap::from_iter([(root, ())]);
    let of = |node: Node| graph.arcs_of(node.0).map(string).collect::<Strings>();
    let mut open = vec![(root, of(root), 0)];
    while let Some((node, list, at)) = open.last_mut() {
        if let Some((_, next)) = list.get(*at) {
            *at += 1;
            if let Some(next) = next.filter(|next| seen.insert(*next, ()).is_none()) {
                open.push((next, of(next), 0));
            }
            continue;
        }
        nodes.push((*node, std::mem::take(list)));
        open.pop();
    }
    nodes.reverse();
    nodes
}

/// References by where they are and what they are to, and the symbols that make them shortest.
fn symbols(references: &[(u64, u64)]) -> Vec<u64> {
    let mut by_target: FxHashMap<u64, Vec<u64>> = FxHashMap::default();
    references.iter().for_each(|&(from, to)| by_target.entry(to).or_default().push(to - from - 1));
    let definition = |target: u64| 3 + length(target);
    // With so many symbols, what a target's references take, and what a symbol for it saves.
    let plain =
        |distances: &[u64], symbols: usize| distances.iter().map(|distance| length(distance + symbols as u64)).sum::<u64>();
    let mut best = (u64::MAX, vec![]);
    for number in 0..=MOST_SYMBOLS.min(by_target.len()) {
        let mut gains: Vec<(i64, u64)> = by_target
            .iter()
            .map(|(&target, distances)| {
                let saved = plain(distances, number) as i64 - distances.len() as i64;
                (saved - definition(target) as i64, target)
            })
            .collect();
        gains.sort_unstable_by_key(|&(gain, target)| (std::cmp::Reverse(gain), target));
        let all: u64 = by_target.values().map(|distances| plain(distances, number)).sum();
        let total = (all as i64 - gains[..number].iter().map(|(gain, _)| gain).sum::<i64>()) as u64;
        if total < best.0 {
            best = (total, gains[..number].iter().map(|&(_, target)| target).collect());
        }
    }
    best.1
}

fn write(parts: &Parts<'_>) -> Result<Vec<u8>, ImageError> {
    let keys = texts::keys(parts, &TileEncoding::lower(parts.alphabet), FORMAT)?;
    let foreign = keys.iter().find(|key| key.iter().any(|byte| !byte.number().is_ascii_lowercase()));
    if let Some(key) = foreign {
        let text = String::from_utf8_lossy(&key.iter().map(|byte| byte.number()).collect::<Vec<_>>()).into_owned();
        let what = format!("its letters are a to z, and those of '{text}' are not");
        return Err(ImageError::FormatLacks { format: FORMAT, what, advice: "write a .lxg" });
    }
    let graphs = texts::graph_of_keys(&keys, FORMAT)?;
    let Some(dawg) = graphs.get(GraphKind::Dawg) else { return Err(ImageError::NoGraph { graph: "dawg" }) };
    let nodes = strings(dawg);
    let numbers: FxHashMap<Node, u64> = nodes.iter().enumerate().map(|(number, (node, _))| (*node, number as u64)).collect();
    let targets =
        |strings: &Strings| strings.iter().filter_map(|(_, next)| next.map(|next| numbers[&next])).collect::<Vec<_>>();
    let references: Vec<(u64, u64)> = nodes
        .iter()
        .enumerate()
        .flat_map(|(from, (_, strings))| targets(strings).into_iter().map(move |to| (from as u64, to)))
        .collect();
    let symbols = symbols(&references);
    let mut text = String::new();
    for (symbol, &target) in symbols.iter().enumerate() {
        text.push_str(&format!("{}:{};", write_number(symbol as u64), write_number(target)));
    }
    let symbol_of: FxHashMap<u64, u64> =
        symbols.iter().enumerate().map(|(symbol, &target)| (target, symbol as u64)).collect();
    for (number, ((_, ends), strings)) in nodes.iter().enumerate() {
        if number > 0 {
            text.push(';');
        }
        if *ends {
            text.push('!');
        }
        for (position, (string, next)) in strings.iter().enumerate() {
            text.push_str(string);
            match next.map(|next| numbers[&next]) {
                Some(target) => {
                    let distance = || target - number as u64 - 1 + symbols.len() as u64;
                    text.push_str(&write_number(symbol_of.get(&target).copied().unwrap_or_else(distance)));
                }
                None if position + 1 < strings.len() => text.push(','),
                None => {}
            }
        }
    }
    Ok(text.into_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_the_package() {
        // As its description counts: 0 … 9, A … Z, 00, 01, … ZZ, 000.
        for (number, text) in
            [(0, "0"), (9, "9"), (10, "A"), (35, "Z"), (36, "00"), (37, "01"), (36 + 36, "10"), (1331, "ZZ"), (1332, "000")]
        {
            assert_eq!((write_number(number), length(number)), (text.to_owned(), text.len() as u64));
            assert_eq!(read_number(text.as_bytes()), Some(number));
        }
        assert!((0..100_000).all(|number| read_number(write_number(number).as_bytes()) == Some(number)));
        assert_eq!(read_number(&[b'Z'; 40]), None);
    }
}
