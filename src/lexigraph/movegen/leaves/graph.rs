//! The graph that numbers leaves: paths of sorted tiles, stored as lists of siblings.

use super::LeavesError;
use crate::alphabet::{Alphabet, Tile};
use crate::board::{MAX_RACK, Rack};
use crate::build::Minimizer;
use crate::graph::Arc;
use crate::image::placed;

/// The sorted tiles of a leave, each as its number plus one (1 is the blank), padded with zeros. Keys compare as
/// paths sort.
pub type Key = [u8; MAX_RACK];

/// A leave and its value.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    pub key: Key,
    pub value: super::Equity,
}

/// The key of the tiles of a rack.
pub fn key_of(rack: &Rack) -> Key {
    let mut key = [0; MAX_RACK];
    let mut length = 0;
    let tiles = rack.tiles().bits() | u64::from(rack.blanks() > 0);
    for number in super::numbers(tiles) {
        add_to(&mut key, &mut length, number as u8, rack.counts()[number].into());
    }
    key
}

/// Appends `count` tiles with a number, as far as there is room.
pub fn add_to(key: &mut Key, length: &mut usize, number: u8, count: usize) {
    let end = (*length + count).min(MAX_RACK);
    key[*length..end].fill(number + 1);
    *length = end;
}

/// An arc among its siblings.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// One bit for the tile of this arc and of each arc after it in the list; the lowest bit is this arc's.
    tiles: u64,
    /// The first arc of the list it leads to, 0 for none; the upper bit is set if a leave ends here.
    target: u32,
    /// The number of leaves that begin with this arc or with one after it in the list.
    leaves: u32,
}

const ACCEPTS: u32 = 1 << 31;

impl Node {
    fn accepts(self) -> bool {
        self.target & ACCEPTS != 0
    }

    fn target(self) -> usize {
        (self.target & !ACCEPTS) as usize
    }

    fn last(self) -> bool {
        self.tiles & self.tiles.wrapping_sub(1) == 0
    }
}

/// A distinct tile of a rack, and its digit in the index of a part.
#[derive(Clone, Copy, Debug, Default)]
pub struct Digit {
    pub bit: u64,
    pub count: u32,
    pub weight: u32,
}

/// A graph that numbers sets of sorted tiles. The tiles of every list of siblings ascend, and so do those of every
/// path. The graph has no cycle, and no path is longer than a rack.
#[derive(Clone, Debug)]
pub struct Graph {
    /// The first node is the pointer to the root's list.
    nodes: Vec<Node>,
}

impl Graph {
    /// The graph without leaves.
    pub fn empty() -> Graph {
        Graph { nodes: vec![Node { tiles: 1, target: 0, leaves: 0 }] }
    }

    /// The minimal graph of sorted keys.
    pub fn of<'k>(keys: impl Iterator<Item = &'k Key>) -> Result<Graph, LeavesError> {
        let mut minimizer = Minimizer::new();
        let mut path = [Tile::SEPARATOR; MAX_RACK];
        for key in keys {
            let length = key.iter().position(|&tile| tile == 0).unwrap_or(MAX_RACK);
            path.iter_mut().zip(key).for_each(|(tile, &number)| *tile = Tile::from_label(number));
            // The keys are sorted, so a key that does not come after the one before is equal to it.
            if minimizer.add(&path[..length], true, |_, _| {}).is_none() {
                return Err(LeavesError::Repeated { tiles: super::rack_of(key) });
            }
        }
        let root = minimizer.finish(|_, _| {});
        let arcs = placed(minimizer.graph(root)).into_iter().map(|(arc, last)| {
            let tile = Tile::from_label(arc.tile.number().saturating_sub(1));
            (Arc { tile, ..arc }, last)
        });
        Graph::new(arcs)
    }

    /// The graph of these arcs, the pointer to the root first. The flag of each is `true` for the last arc of a list.
    ///
    /// Some programs pad lists to a fixed length. Arcs that no path reaches mean nothing: they are not checked.
    pub fn new(arcs: impl ExactSizeIterator<Item = (Arc<u64>, bool)>) -> Result<Graph, LeavesError> {
        let fault = |node: usize, what| LeavesError::Node { node: node as u64, what };
        let count = arcs.len();
        if count >= ACCEPTS as usize {
            return Err(LeavesError::TooMany);
        }
        let mut nodes: Vec<Node> = Vec::with_capacity(count);
        let mut ends = Vec::with_capacity(count);
        for (at, (arc, last)) in arcs.enumerate() {
            if at == 0 && (arc.tile != Tile::SEPARATOR || arc.accepts || !last) {
                return Err(fault(0, "it is not a pointer to the graph"));
            }
            // What cannot be stored is stored as no tile and as a target past the end, and refused where it is reached.
            let tiles = if arc.tile.number() > Tile::MAX_GAME { 0 } else { 1 << arc.tile.number() };
            let target = u32::try_from(arc.target).map_or(ACCEPTS - 1, |target| target.min(ACCEPTS - 1));
            nodes.push(Node { tiles, target: target | u32::from(arc.accepts) << 31, leaves: 0 });
            ends.push(last);
        }
        if nodes.is_empty() {
            return Err(fault(0, "the last list has no end"));
        }
        let reached = reached(&nodes, &ends)?;
        // Each arc collects the tiles of the arcs after it; an arc that is not reached has none.
        for at in (0..count).rev() {
            match (reached[at], ends[at]) {
                (false, _) => nodes[at] = Node { tiles: 0, target: 0, leaves: 0 },
                (true, false) => nodes[at].tiles |= nodes[at + 1].tiles,
                (true, true) => {}
            }
        }
        let mut graph = Graph { nodes };
        let mut heights = vec![0; count];
        graph.count(0, 0, &mut heights)?;
        Ok(graph)
    }

    /// Counts the leaves of a list and below. `heights` holds the height of the list from each node on, 0 if not yet
    /// known.
    fn count(&mut self, list: usize, depth: usize, heights: &mut [u8]) -> Result<(), LeavesError> {
        if depth > MAX_RACK {
            let what = "leaves are longer than 28 tiles, or have no end";
            return Err(LeavesError::Node { node: list as u64, what });
        }
        let end = (list..).find(|&at| self.nodes[at].last()).expect("bug: a list without an end");
        for at in (list..=end).rev() {
            if heights[at] != 0 {
                continue;
            }
            let node = self.nodes[at];
            let (mut height, mut leaves) = (1, u64::from(node.accepts()));
            if at < end {
                height = heights[at + 1];
                leaves += u64::from(self.nodes[at + 1].leaves);
            }
            let target = node.target();
            if target != 0 {
                if heights[target] == 0 {
                    self.count(target, depth + 1, heights)?;
                }
                height = height.max(heights[target].saturating_add(1));
                leaves += u64::from(self.nodes[target].leaves);
            }
            if depth + usize::from(height) > MAX_RACK + 1 {
                let what = "leaves are longer than 28 tiles, or have no end";
                return Err(LeavesError::Node { node: at as u64, what });
            }
            heights[at] = height;
            self.nodes[at].leaves = u32::try_from(leaves).map_err(|_| LeavesError::TooMany)?;
        }
        Ok(())
    }

    /// The number of leaves.
    pub fn leaves(&self) -> u32 {
        self.nodes[0].leaves
    }

    /// The number of tiles of the longest leave.
    pub fn longest(&self) -> usize {
        let mut longest = 0;
        self.for_each(&mut |key, _| longest = longest.max(key.iter().take_while(|&&tile| tile != 0).count()));
        longest
    }

    /// Checks that the alphabet has all letters of the graph.
    pub fn check_letters(&self, alphabet: &Alphabet) -> Result<(), LeavesError> {
        let all = self.nodes.iter().fold(0, |all, node| all | node.tiles);
        let letter = 63 - (all | 1).leading_zeros() as u8;
        if usize::from(letter) > alphabet.len() {
            return Err(LeavesError::Letter { letter, alphabet: alphabet.name().to_owned(), letters: alphabet.len() });
        }
        Ok(())
    }

    /// The arc of a tile in a list, and the number of leaves before it in the list.
    #[inline]
    fn child(&self, list: usize, bit: u64) -> Option<(Node, u32)> {
        let first = self.nodes[list];
        if first.tiles & bit == 0 {
            return None;
        }
        let node = self.nodes[list + (first.tiles & (bit - 1)).count_ones() as usize];
        Some((node, first.leaves - node.leaves))
    }

    /// The number of a leave with these sorted tiles.
    pub fn rank(&self, tiles: impl Iterator<Item = usize>) -> Option<u32> {
        let (mut node, mut rank) = (self.nodes[0], 0);
        for tile in tiles {
            let list = node.target();
            rank += u32::from(node.accepts());
            if list == 0 {
                return None;
            }
            let (child, before) = self.child(list, 1 << tile)?;
            (node, rank) = (child, rank + before);
        }
        node.accepts().then_some(rank)
    }

    /// Calls `found` for each part of a rack that is a leave, with the index of the part and the number of the leave.
    #[inline]
    pub fn for_each_part(&self, digits: &[Digit], mut found: impl FnMut(u32, u32)) {
        let root = self.nodes[0].target();
        if root != 0 {
            self.parts(root, 0, digits, 0, 0, &mut found);
        }
    }

    /// Finds the parts below a list: more of the first digit, of which `taken` are taken, or of the digits after it.
    fn parts(&self, list: usize, rank: u32, digits: &[Digit], taken: u32, part: u32, found: &mut impl FnMut(u32, u32)) {
        let mut taken = taken;
        for (at, digit) in digits.iter().enumerate() {
            if taken < digit.count
                && let Some((node, before)) = self.child(list, digit.bit)
            {
                let (rank, part) = (rank + before, part + digit.weight);
                if node.accepts() {
                    found(part, rank);
                }
                if node.target() != 0 {
                    self.parts(node.target(), rank + u32::from(node.accepts()), &digits[at..], taken + 1, part, found);
                }
            }
            taken = 0;
        }
    }

    /// Calls `each` with the key and the number of every leave, in order.
    pub fn for_each(&self, each: &mut impl FnMut(&Key, u32)) {
        let (mut key, mut rank) = ([0; MAX_RACK], 0);
        self.below(self.nodes[0].target(), 0, &mut key, &mut rank, each);
    }

    fn below(&self, list: usize, depth: usize, key: &mut Key, rank: &mut u32, each: &mut impl FnMut(&Key, u32)) {
        if list == 0 {
            return;
        }
        for node in &self.nodes[list..] {
            key[depth] = node.tiles.trailing_zeros() as u8 + 1;
            if node.accepts() {
                each(key, *rank);
                *rank += 1;
            }
            self.below(node.target(), depth + 1, key, rank, each);
            if node.last() {
                break;
            }
        }
        key[depth] = 0;
    }

    /// The arcs with their flags, as [`new`](Graph::new) takes them.
    pub fn arcs(&self) -> impl ExactSizeIterator<Item = (Arc<u64>, bool)> + '_ {
        self.nodes.iter().map(|node| {
            let tile = Tile::from_label(node.tiles.trailing_zeros() as u8);
            (Arc { tile, accepts: node.accepts(), target: node.target() as u64 }, node.last())
        })
    }
}

/// The arcs that a path reaches, each checked: its tile, its target, and its place in its list.
fn reached(nodes: &[Node], ends: &[bool]) -> Result<Vec<bool>, LeavesError> {
    let mut reached = vec![false; nodes.len()];
    let mut lists = vec![0];
    while let Some(list) = lists.pop() {
        let mut at = list;
        // From an arc that is known, the rest of the list is known.
        while !reached[at] {
            reached[at] = true;
            let node = nodes[at];
            let fault = |what| LeavesError::Node { node: at as u64, what };
            if node.target() >= nodes.len() {
                return Err(fault("it leads out of the graph"));
            }
            if node.tiles == 0 {
                return Err(fault("its letter has a number past 63"));
            }
            if node.target() != 0 {
                let below = nodes[node.target()].tiles;
                if at > 0 && below != 0 && below < node.tiles {
                    return Err(fault("the letters that follow do not sort after its own"));
                }
                lists.push(node.target());
            }
            if ends[at] {
                break;
            }
            let Some(next) = nodes.get(at + 1) else { return Err(fault("the last list has no end")) };
            if next.tiles != 0 && next.tiles <= node.tiles {
                let what = "its letter does not sort after that of the node before";
                return Err(LeavesError::Node { node: at as u64 + 1, what });
            }
            at += 1;
        }
    }
    Ok(reached)
}
