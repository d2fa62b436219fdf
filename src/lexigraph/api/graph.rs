//! The question what graphs of a few words look like, to draw them.

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::error::of;
use super::{Api, ApiError, ApiErrorKind, at_most};
use crate::alphabet::{Alphabet, Tile};
use crate::build::GraphKinds;
use crate::graph::{GraphKind, WordGraph};
use crate::image::{ErasedGraph, GraphStats, NodeLayout, compile_in_memory, stats};
use crate::query::parse_word;
use crate::wordlist::{MAX_WORD_LENGTH, Words};

/// A graph of words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Drawn {
    /// The words as a tree, before equal nodes are merged.
    Trie,
    /// The words, with equal nodes merged.
    Dawg,
    /// Reversed prefixes, separator, suffixes, with equal nodes merged.
    Gaddag,
}

/// The graphs of some words; `graph/build`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct GraphRequest {
    /// The words, up to the bound on words of a graph.
    pub words: Vec<String>,
    /// The graphs; all three if absent.
    #[serde(default)]
    pub graphs: Option<Vec<Drawn>>,
    /// The name of the alphabet, or `auto` for the letters of the words; `english` if absent.
    #[serde(default)]
    pub alphabet: Option<String>,
}

/// An arc.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GraphArc {
    /// The number of the node that it leaves.
    pub from: usize,
    /// The number of the node that it leads to.
    pub to: usize,
    /// The label of its tile; `◇` for the separator.
    pub label: String,
    /// `true` if a word ends with it.
    pub accepts: bool,
}

/// A graph as nodes and arcs. Nodes are numbered in the order of a walk from the root, which is 0.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GraphView {
    /// The graph.
    pub graph: Drawn,
    /// The number of nodes: of a trie with its leaves; of the others without the end state, which has no arcs.
    pub nodes: usize,
    /// The number of arcs.
    pub edges: usize,
    /// The number of arcs that accept.
    pub accepting_edges: usize,
    /// The number of the end state, if there is one.
    pub end: Option<usize>,
    /// By node, the end state included: the length of the longest path from the root.
    pub columns: Vec<usize>,
    /// By node of a trie: the number of the node of the DAWG that it becomes. None for the other graphs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub becomes: Vec<usize>,
    /// The arcs, by the node that they leave, in collation order.
    pub arcs: Vec<GraphArc>,
}

/// The graphs of some words.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GraphAnswer {
    /// The words as the alphabet spells them, sorted, each once.
    pub words: Vec<String>,
    /// The name of the alphabet.
    pub alphabet: String,
    /// The graphs that were asked for.
    pub graphs: Vec<GraphView>,
    /// The numbers of the DAWG and the GADDAG in each node layout that can hold them, under the keys of `stats`.
    pub layouts: Vec<GraphStats>,
}

impl Api {
    /// The trie, the DAWG and the GADDAG of some words, as nodes and arcs, and the size of each node layout.
    ///
    /// # Errors
    /// [`ApiError`] for words of other letters, empty ones, and more words or nodes than the bounds.
    pub fn graph_build(&self, request: &GraphRequest) -> Result<GraphAnswer, ApiError> {
        let bounds = self.bounds();
        at_most("words", request.words.len(), bounds.graph_words, "words")?;
        at_most("bytes of text", request.words.iter().map(String::len).sum(), 100 * bounds.graph_words, "words")?;
        let alphabet = match request.alphabet.as_deref() {
            Some("auto") => Alphabet::automatic(request.words.iter().flat_map(|word| word.trim().chars())),
            name => Alphabet::builtin(name.unwrap_or("english")),
        };
        let alphabet = alphabet.map_err(of("alphabet"))?;
        let mut words = Words::new();
        for word in &request.words {
            let tiles = parse_word(word.trim(), &alphabet).map_err(of("words"))?;
            if tiles.is_empty() {
                return Err(ApiError::new(ApiErrorKind::Invalid, "a word has no letters").at("words"));
            }
            at_most("letters of a word", tiles.len(), MAX_WORD_LENGTH, "words")?;
            words.push(&tiles);
        }
        words.sort();
        let all = [Drawn::Trie, Drawn::Dawg, Drawn::Gaddag];
        let asked = request.graphs.as_deref().unwrap_or(&all);
        if alphabet.is_wide() && request.graphs.is_some() && asked.contains(&Drawn::Gaddag) {
            let message = "a GADDAG needs an alphabet of at most 63 letters";
            return Err(ApiError::new(ApiErrorKind::Invalid, message).at("graphs"));
        }
        let kinds = if alphabet.is_wide() { GraphKinds::Dawg } else { GraphKinds::Both };
        let image = compile_in_memory(&alphabet, &words, kinds, NodeLayout::Fast)?;
        let dawg = image.graph(GraphKind::Dawg)?;
        let (most, mut graphs) = (bounds.graph_nodes, Vec::new());
        for &graph in all.iter().filter(|graph| asked.contains(graph)) {
            graphs.push(match graph {
                Drawn::Trie => view(&dawg, &alphabet, graph, most)?,
                Drawn::Dawg => view(&dawg, &alphabet, graph, most)?,
                Drawn::Gaddag if alphabet.is_wide() => continue,
                Drawn::Gaddag => view(&image.graph(GraphKind::Gaddag)?, &alphabet, graph, most)?,
            });
        }
        let mut layouts = Vec::new();
        for nodes in NodeLayout::ALL {
            // A layout that cannot hold the graph is left out.
            if let Ok(image) = compile_in_memory(&alphabet, &words, kinds, nodes) {
                layouts.extend(stats(&image)?.graphs);
            }
        }
        let words = words.iter().map(|word| alphabet.render(word)).collect();
        Ok(GraphAnswer { words, alphabet: alphabet.name().to_owned(), graphs, layouts })
    }
}

/// Walks a graph, depth first: a trie along every path, the others once to every node.
fn view(graph: &ErasedGraph<'_>, alphabet: &Alphabet, drawn: Drawn, most: usize) -> Result<GraphView, ApiError> {
    let merged = drawn != Drawn::Trie;
    // The number of each node of the graph that is walked, and for each drawn node the node it is drawn from.
    let mut numbers: FxHashMap<u64, usize> = FxHashMap::default();
    numbers.insert(graph.root(), 0);
    let (mut handles, mut arcs, mut waiting) = (vec![graph.root()], Vec::new(), vec![(graph.root(), 0)]);
    while let Some((node, from)) = waiting.pop() {
        // Pushed in reverse order, so that the first arc is walked first.
        let mut fresh = Vec::new();
        for arc in graph.arcs(node) {
            let known = numbers.get(&arc.target).copied().filter(|_| merged);
            let to = known.unwrap_or(handles.len());
            if known.is_none() {
                handles.push(arc.target);
                at_most("nodes of the graph", handles.len(), most, "words")?;
                numbers.insert(arc.target, to);
                fresh.push((arc.target, to));
            }
            let label = if arc.tile == Tile::SEPARATOR { "◇".to_owned() } else { alphabet.letter(arc.tile).label.clone() };
            arcs.push(GraphArc { from, to, label, accepts: arc.accepts });
        }
        waiting.extend(fresh.into_iter().rev());
    }
    let becomes = if merged { Vec::new() } else { dawg_numbers(graph, &handles) };
    let ends = handles.iter().position(|&node| graph.arcs(node).next().is_none());
    let end = ends.filter(|_| merged);
    let accepting_edges = arcs.iter().filter(|arc| arc.accepts).count();
    let nodes = handles.len() - usize::from(end.is_some());
    let columns = columns(handles.len(), &arcs);
    arcs.sort_by_key(|arc| arc.from);
    Ok(GraphView { graph: drawn, nodes, edges: arcs.len(), accepting_edges, end, columns, becomes, arcs })
}

/// The numbers that the nodes have when the DAWG is walked.
fn dawg_numbers(graph: &ErasedGraph<'_>, handles: &[u64]) -> Vec<usize> {
    let mut numbers: FxHashMap<u64, usize> = FxHashMap::default();
    numbers.insert(graph.root(), 0);
    let mut waiting = vec![graph.root()];
    while let Some(node) = waiting.pop() {
        let mut fresh = Vec::new();
        for arc in graph.arcs(node) {
            let next = numbers.len();
            if let std::collections::hash_map::Entry::Vacant(entry) = numbers.entry(arc.target) {
                entry.insert(next);
                fresh.push(arc.target);
            }
        }
        waiting.extend(fresh.into_iter().rev());
    }
    handles.iter().map(|node| numbers.get(node).copied().unwrap_or(0)).collect()
}

/// The length of the longest path to each node.
fn columns(nodes: usize, arcs: &[GraphArc]) -> Vec<usize> {
    let (mut incoming, mut outgoing) = (vec![0usize; nodes], vec![Vec::new(); nodes]);
    for arc in arcs {
        incoming[arc.to] += 1;
        outgoing[arc.from].push(arc.to);
    }
    let (mut columns, mut free) = (vec![0; nodes], vec![0]);
    while let Some(node) = free.pop() {
        for &to in &outgoing[node] {
            columns[to] = columns[to].max(columns[node] + 1);
            incoming[to] -= 1;
            if incoming[to] == 0 {
                free.push(to);
            }
        }
    }
    columns
}
