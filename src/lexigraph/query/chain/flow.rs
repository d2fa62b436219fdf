//! A flow of least cost, by phases: Dijkstra's algorithm with potentials finds the cheapest ways, and a search in depth
//! sends all it can along them.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// An arc of the network. The one after an even one, and before an odd one, leads back.
struct FlowArc {
    to: u32,
    /// The capacity that is left.
    free: u32,
    cost: i32,
}

/// A network with one source and one sink.
pub struct Network {
    arcs: Vec<FlowArc>,
    /// The arcs of each node.
    from: Vec<Vec<u32>>,
}

const FAR: i32 = i32::MAX;

impl Network {
    /// A network without arcs.
    pub fn new(nodes: usize) -> Network {
        Network { arcs: Vec::new(), from: vec![Vec::new(); nodes] }
    }

    /// Adds an arc that carries up to `most` at `cost` each, which is not negative, and returns its number.
    pub fn add(&mut self, from: usize, to: usize, most: u32, cost: i32) -> usize {
        let number = self.arcs.len();
        self.from[from].push(number as u32);
        self.from[to].push(number as u32 + 1);
        self.arcs.push(FlowArc { to: to as u32, free: most, cost });
        self.arcs.push(FlowArc { to: from as u32, free: 0, cost: -cost });
        number
    }

    /// The flow through an arc.
    pub fn carried(&self, arc: usize) -> u32 {
        self.arcs[arc + 1].free
    }

    /// Sends as much as possible from the source to the sink at the least cost. There are as many phases as there are
    /// different costs of a way; each takes a look at every arc, more where ways meet.
    pub fn send(&mut self, source: usize, sink: usize) {
        let nodes = self.from.len();
        let mut potential = vec![0; nodes];
        while let Some(distance) = self.distances(source, sink, &potential) {
            for (potential, &distance) in potential.iter_mut().zip(&distance) {
                *potential += distance;
            }
            while let Some(levels) = self.levels(source, sink, &potential) {
                self.fill(source, sink, &potential, &levels);
            }
        }
    }

    /// The cost that an arc has beside the potentials of its ends. It is not negative where the arc is free.
    fn reduced(&self, from: usize, arc: &FlowArc, potential: &[i32]) -> i32 {
        arc.cost + potential[from] - potential[arc.to as usize]
    }

    /// The least costs from the source, no more than that of the sink; `None` if there is no way to the sink.
    fn distances(&self, source: usize, sink: usize, potential: &[i32]) -> Option<Vec<i32>> {
        let mut distance = vec![FAR; self.from.len()];
        distance[source] = 0;
        let mut open = BinaryHeap::from([Reverse((0, source))]);
        while let Some(Reverse((cost, node))) = open.pop() {
            if cost > distance[node] {
                continue;
            }
            for arc in self.from[node].iter().map(|&arc| &self.arcs[arc as usize]).filter(|arc| arc.free > 0) {
                let next = cost + self.reduced(node, arc, potential);
                if next < distance[arc.to as usize] {
                    distance[arc.to as usize] = next;
                    open.push(Reverse((next, arc.to as usize)));
                }
            }
        }
        let most = distance[sink];
        (most != FAR).then(|| distance.into_iter().map(|cost| cost.min(most)).collect())
    }

    /// The number of arcs to each node on ways without reduced cost; `None` if there is no such way to the sink.
    fn levels(&self, source: usize, sink: usize, potential: &[i32]) -> Option<Vec<u32>> {
        let mut levels = vec![u32::MAX; self.from.len()];
        levels[source] = 0;
        let mut reached = vec![source];
        for level in 1.. {
            let mut next = Vec::new();
            for &node in &reached {
                for arc in self.from[node].iter().map(|&arc| &self.arcs[arc as usize]) {
                    let to = arc.to as usize;
                    if arc.free > 0 && levels[to] == u32::MAX && self.reduced(node, arc, potential) == 0 {
                        levels[to] = level;
                        next.push(to);
                    }
                }
            }
            if next.is_empty() || levels[sink] != u32::MAX {
                break;
            }
            reached = next;
        }
        (levels[sink] != u32::MAX).then_some(levels)
    }

    /// Sends what it can along the arcs without reduced cost that lead one level on.
    fn fill(&mut self, source: usize, sink: usize, potential: &[i32], levels: &[u32]) {
        let mut tried = vec![0; self.from.len()];
        let mut way: Vec<usize> = Vec::new();
        let mut node = source;
        loop {
            if node == sink {
                let most = way.iter().map(|&arc| self.arcs[arc].free).min().unwrap_or(0);
                for &arc in &way {
                    self.arcs[arc].free -= most;
                    self.arcs[arc ^ 1].free += most;
                }
                // Back to the first arc that is full.
                let full = way.iter().position(|&arc| self.arcs[arc].free == 0).unwrap_or(0);
                node = self.arcs[way[full] ^ 1].to as usize;
                way.truncate(full);
                continue;
            }
            let next = self.from[node][tried[node]..].iter().position(|&number| {
                let arc = &self.arcs[number as usize];
                let further = levels[arc.to as usize] == levels[node] + 1;
                arc.free > 0 && further && self.reduced(node, arc, potential) == 0
            });
            match next {
                Some(skipped) => {
                    tried[node] += skipped;
                    let arc = self.from[node][tried[node]] as usize;
                    way.push(arc);
                    node = self.arcs[arc].to as usize;
                }
                None => {
                    let Some(arc) = way.pop() else { return };
                    node = self.arcs[arc ^ 1].to as usize;
                    tried[node] += 1;
                }
            }
        }
    }
}
