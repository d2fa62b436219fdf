//! Checks that an image is whole, minimal and correct.

use std::ops::ControlFlow;

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Checksum, ErasedGraph, Glossary, Image, ImageError, Sharing};
use crate::alphabet::Tile;
use crate::graph::{GraphKind, WordGraph, count, for_each_word};
use crate::wordlist::Words;

/// One check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The graph that was checked; `None` for the image as a whole.
    pub graph: Option<GraphKind>,
    /// The claim that was checked.
    pub claim: &'static str,
    /// Why the claim does not hold; `None` if it holds.
    pub failure: Option<String>,
}

/// The results of all checks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// The checks in order. Checks that make no sense after a failure are left out.
    pub proofs: Vec<Proof>,
}

impl Verdict {
    /// `true` if every claim holds.
    pub fn holds(&self) -> bool {
        self.proofs.iter().all(|proof| proof.failure.is_none())
    }

    fn add(&mut self, graph: Option<GraphKind>, claim: &'static str, failure: Option<String>) -> bool {
        let holds = failure.is_none();
        self.proofs.push(Proof { graph, claim, failure });
        holds
    }
}

/// Checks each graph: checksum and ranges, no cycle, siblings in order, no letter outside the alphabet, every node
/// distinct (the graph is minimal), the number of words and letters; for a GADDAG, that it holds each word at each of
/// its letters and nothing else; with `against`, that the words are the same. If the image has definitions, checks that
/// all can be read, that they are in order and as many as the image says, and that each belongs to a word of the first
/// graph.
///
/// Only nodes that are reached from the root are counted; unused slots of a layout are not nodes. Time is linear in the
/// arcs and in the letters of the words, of which there may be 2^30 at most: a damaged file of a few bytes may have
/// words without end. Memory is about a hundred bytes a node.
pub fn verify(image: &Image, against: Option<&Words>) -> Verdict {
    let mut verdict = Verdict::default();
    let kinds: Vec<GraphKind> = image.graphs().map(|graph| graph.kind).collect();
    verdict.add(None, "holds a graph", kinds.is_empty().then(|| "there is none".to_owned()));
    let checksum = image.format().info().checksum;
    let opened = if checksum == Checksum::Bytes { "checksum and ranges" } else { "ranges" };
    for kind in kinds {
        let graph = match image.graph(kind) {
            Ok(graph) => graph,
            Err(error) => {
                verdict.add(Some(kind), opened, Some(without_file(error)));
                continue;
            }
        };
        verdict.add(Some(kind), opened, None);
        Structure { image, kind, verdict: &mut verdict }.check(&graph);
        if !verdict.holds() {
            continue;
        }
        // A GADDAG has a path for each letter.
        let letters = match kind {
            GraphKind::Dawg => count(&graph, kind).map_or(u64::MAX, |counts| counts.letters),
            GraphKind::Gaddag => graph.measure().map_or(u64::MAX, |measures| measures.paths),
        };
        if letters > MOST_LETTERS {
            let failure = format!("they have more than {MOST_LETTERS} letters, too many to look at each");
            verdict.add(Some(kind), "each word", Some(failure));
            continue;
        }
        if checksum == Checksum::Words {
            let failure = image.format().check_words(image).err().map(without_file);
            verdict.add(Some(kind), "hash of the words", failure);
        }
        match kind {
            GraphKind::Dawg => DawgWords { image, against, verdict: &mut verdict }.check(&graph),
            GraphKind::Gaddag => GaddagWords { image, against, verdict: &mut verdict }.check(&graph),
        }
    }
    match image.definitions() {
        Ok(None) => {}
        Ok(Some(glossary)) => definitions(image, &glossary, &mut verdict),
        Err(error) => {
            verdict.add(None, "checksum and parts of definitions", Some(without_file(error)));
        }
    }
    verdict
}

/// The message of an error: all checks are of one file.
fn without_file(error: ImageError) -> String {
    match error {
        ImageError::In { error, .. } => error.to_string(),
        error => error.to_string(),
    }
}

/// The most letters of words that are looked at one by one.
const MOST_LETTERS: u64 = 1 << 30;

fn definitions(image: &Image, glossary: &Glossary<'_>, verdict: &mut Verdict) {
    verdict.add(None, "checksum and parts of definitions", None);
    let Some(graph) = image.graphs().next().map(|place| place.kind) else { return };
    let Ok(any) = image.graph(graph) else { return };
    let (mut number, mut disorder, mut foreign) = (0u64, 0u64, None);
    let mut before: Vec<Tile> = Vec::new();
    let read = glossary.for_each(|word, _| {
        number += 1;
        disorder += u64::from(*word <= before[..]);
        if !any.has_word(graph, word) {
            // Tiles past the alphabet have no text.
            foreign.get_or_insert_with(|| word.iter().map(|tile| tile.number()).collect::<Vec<_>>());
        }
        before.clear();
        before.extend_from_slice(word);
    });
    let failure = read.err().map(|error| error.to_string());
    let failure = failure.or_else(|| (disorder > 0).then(|| format!("{disorder} do not sort after the one before")));
    let failure = failure.or_else(|| foreign.map(|word| format!("one is of no word, tiles {word:?}")));
    let said = glossary.len();
    let failure = failure.or_else(|| (number != said).then(|| format!("the image says {said}, there are {number}")));
    verdict.add(None, "definitions in order, each of a word", failure);
}

/// The arcs of a node, with the numbers of the classes they lead to.
type Class = Vec<(Tile, bool, u32)>;

struct Structure<'v> {
    image: &'v Image,
    kind: GraphKind,
    verdict: &'v mut Verdict,
}

impl Structure<'_> {
    fn check(self, graph: &ErasedGraph<'_>) {
        let kind = Some(self.kind);
        let Some(measures) = graph.measure() else {
            self.verdict.add(kind, "no cycle", Some("a path comes back to a node it has passed".to_owned()));
            return;
        };
        self.verdict.add(kind, "no cycle", None);

        let highest = self.image.alphabet().len() as u8;
        let lowest = if self.kind == GraphKind::Gaddag { 0 } else { 1 };
        // Some formats store in a node whether a word ends before it: then nodes that differ only in that are distinct.
        let sharing = self.image.format().info().sharing;
        let in_nodes = sharing != Sharing::Full;
        let mut classes: FxHashMap<(bool, Class), u32> = FxHashMap::default();
        let mut class_of: FxHashMap<u64, u32> = FxHashMap::default();
        let (mut disorder, mut foreign, mut twins, mut useless) = (0u64, 0u64, 0u64, 0u64);
        // Children first: a node's class is its arcs with the classes of their targets.
        let mut open = vec![(graph.root(), false, graph.arcs(graph.root()), Vec::new())];
        let mut seen: FxHashSet<u64> = FxHashSet::from_iter([graph.root()]);
        while let Some((node, ends, arcs, list)) = open.last_mut() {
            if let Some(arc) = arcs.next() {
                let in_order = list.last().is_none_or(|&(before, _, _)| before < arc.tile);
                disorder += u64::from(!in_order);
                foreign += u64::from(!(lowest..=highest).contains(&arc.tile.number()));
                list.push((arc.tile, arc.accepts, arc.target));
                if seen.insert(arc.target) {
                    open.push((arc.target, in_nodes && arc.accepts, graph.arcs(arc.target), Vec::new()));
                }
                continue;
            }
            let key: Class = list
                .iter()
                .map(|(tile, accepts, target)| (*tile, *accepts, class_of.get(target).copied().unwrap_or(0)))
                .collect();
            // The end state is class 0; an arc to it that does not accept leads to no word.
            useless += key.iter().filter(|&&(_, accepts, target)| !accepts && target == 0).count() as u64;
            let fresh = classes.len() as u32 + 1;
            let class =
                if key.is_empty() { 0 } else { *classes.entry((*ends, key)).and_modify(|_| twins += 1).or_insert(fresh) };
            class_of.insert(*node, class);
            open.pop();
        }
        let some = |count: u64, what: &str| (count > 0).then(|| format!("{count} {what}"));
        self.verdict.add(kind, "siblings in ascending order", some(disorder, "arcs do not sort after the one before"));
        self.verdict.add(kind, "letters of the alphabet only", some(foreign, "arcs carry something else"));
        self.verdict.add(kind, "every arc leads to a word", some(useless, "arcs lead nowhere"));
        if sharing != Sharing::Partly {
            self.verdict.add(kind, "every node distinct (minimal)", some(twins, "nodes equal another one"));
        }
        let expected = if self.kind == GraphKind::Dawg { self.image.words() } else { self.image.letters() };
        let what = if self.kind == GraphKind::Dawg { "words" } else { "paths, one a letter of each word" };
        let failure =
            (measures.paths != expected).then(|| format!("the header says {expected} {what}, there are {}", measures.paths));
        self.verdict.add(kind, "number of words", failure);
    }
}

struct DawgWords<'v> {
    image: &'v Image,
    against: Option<&'v Words>,
    verdict: &'v mut Verdict,
}

impl DawgWords<'_> {
    fn check(self, graph: &ErasedGraph<'_>) {
        let kind = Some(GraphKind::Dawg);
        let (mut letters, mut longest) = (0u64, 0);
        let mut rest = self.against.map(Words::iter);
        let walk = for_each_word(graph, crate::wordlist::MAX_WORD_LENGTH, |word| {
            letters += word.len() as u64;
            longest = longest.max(word.len());
            match rest.as_mut().map(|rest| rest.next()) {
                Some(Some(expected)) if expected != word => {
                    let alphabet = self.image.alphabet();
                    let (image, list) = (alphabet.render(word), alphabet.render(expected));
                    ControlFlow::Break(format!("they part where the image has {image} and the list {list}"))
                }
                Some(None) => {
                    ControlFlow::Break(format!("the image has {} and the list does not", self.image.alphabet().render(word)))
                }
                _ => ControlFlow::Continue(()),
            }
        });
        if let ControlFlow::Break(failure) = walk {
            self.verdict.add(kind, "same words as the list", Some(failure));
            return;
        }
        if let Some(mut rest) = rest {
            let missing = rest
                .next()
                .map(|word| format!("the list has {} and the image does not", self.image.alphabet().render(word)));
            self.verdict.add(kind, "same words as the list", missing);
        }
        let said = (self.image.letters(), self.image.longest());
        let failure = (said != (letters, longest)).then(|| {
            format!("the header says {} letters, the longest word {}; there are {letters}, and {longest}", said.0, said.1)
        });
        self.verdict.add(kind, "letters and longest word", failure);
    }
}

struct GaddagWords<'v> {
    image: &'v Image,
    against: Option<&'v Words>,
    verdict: &'v mut Verdict,
}

impl GaddagWords<'_> {
    /// The number of paths has been checked, so it is enough to find the paths of each word: then there are no others.
    fn check(self, graph: &ErasedGraph<'_>) {
        let kind = Some(GraphKind::Gaddag);
        let mut missing = 0u64;
        let mut example = None;
        let mut words = 0u64;
        let mut path: Vec<Tile> = Vec::new();
        let mut check = |word: &[Tile]| {
            words += 1;
            for split in 1..=word.len() {
                path.clear();
                path.extend(word[..split].iter().rev());
                if split < word.len() {
                    path.push(Tile::SEPARATOR);
                    path.extend(&word[split..]);
                }
                if !graph.contains(&path) {
                    missing += 1;
                    example.get_or_insert_with(|| self.image.alphabet().render(word));
                }
            }
        };
        if let Some(against) = self.against {
            against.iter().for_each(&mut check);
        } else {
            // The GADDAG's own words: what is spelled backwards without a separator. The other paths are walked too,
            // since an arc that leads on by a separator only would look like one that leads nowhere.
            let _ = for_each_word(graph, crate::wordlist::MAX_WORD_LENGTH + 1, |path| -> ControlFlow<()> {
                if !path.contains(&Tile::SEPARATOR) {
                    let word: Vec<Tile> = path.iter().rev().copied().collect();
                    check(&word);
                }
                ControlFlow::Continue(())
            });
        }
        let failure =
            (missing > 0).then(|| format!("{missing} of their paths are missing, one of {}", example.unwrap_or_default()));
        let failure = failure.or_else(|| {
            let said = self.image.words();
            (words != said).then(|| format!("there are {words} words, the header says {said}"))
        });
        let claim = if self.against.is_some() { "same words as the list" } else { "each word at each of its letters" };
        self.verdict.add(kind, claim, failure);
    }
}
