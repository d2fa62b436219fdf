/** @file A graph unfolded to a tree, and the steps in which equal nodes of the tree merge to the graph again. */

/** @typedef {{ from: number, to: number, label: string, accepts: boolean }} Arc */
/** @typedef {{ graph: string, nodes: number, edges: number, end: number | null, arcs: Arc[] }} View As in the API. */
/** @typedef {{ to: number, label: string, accepts: boolean }} Out An arc that leaves a node. */
/** @typedef {{ members: number[], leaves: boolean }} Step Nodes of the tree that become one. */
/** @typedef {{ from: number, index: number }} Place An arc: the node it leaves, and its place among that node's arcs. */
/**
 * What is drawn after some steps. A node stands for all nodes that it was merged from, and is called by the first.
 * @typedef {{ step: number, of: number[], nodes: number[], out: Out[][], end: boolean }} State
 */

/** A tree with more nodes is not drawn: the graph is shown as it is. */
const MOST_NODES = 5000;

export class Merging {
  /** @param {View} view A graph with equal nodes merged. */
  constructor(view) {
    /** @type {Out[][]} */
    const graph = Array.from({ length: 1 + view.arcs.reduce((most, arc) => Math.max(most, arc.to), 0) }, () => []);
    for (const { from, to, label, accepts } of view.arcs) graph[from].push({ to, label, accepts });
    const sizes = measure(graph, arcs => arcs.reduce((sum, size) => sum + size, 1));
    /** The nodes of the tree, leaves included. */
    this.size = sizes[0];
    this.unfolded = this.size <= MOST_NODES;
    /** @type {Out[][]} By node of the tree. */
    this.out = [];
    /** @type {number[][]} By node of the graph: the nodes of the tree that become it. */
    this.members = graph.map(() => []);
    if (this.unfolded) {
      this.#unfold(graph, 0);
    } else {
      this.out = graph;
      this.members = graph.map((_, node) => [node]);
    }
    const heights = measure(graph, arcs => arcs.reduce((most, height) => Math.max(most, height + 1), 0));
    const merged = graph.map((_, node) => node).filter(node => this.members[node].length > 1);
    merged.sort((a, b) => heights[a] - heights[b] || this.members[a][0] - this.members[b][0]);
    /** @type {Step[]} The deepest first, so that equal nodes have equal arcs when they merge. */
    this.steps = merged.map(node => ({ members: this.members[node], leaves: heights[node] === 0 }));
    /** @type {Map<number, State>} */
    this.states = new Map();
  }

  /** @param {Out[][]} graph @param {number} node @returns {number} the node of the tree */
  #unfold(graph, node) {
    const made = this.out.push([]) - 1;
    this.members[node].push(made);
    for (const arc of graph[node]) this.out[made].push({ ...arc, to: this.#unfold(graph, arc.to) });
    return made;
  }

  /** What is drawn after some steps. @param {number} step @returns {State} */
  state(step) {
    const known = this.states.get(step);
    if (known) return known;
    const of = this.out.map((_, node) => node);
    for (const { members } of this.steps.slice(0, step)) for (const node of members) of[node] = members[0];
    const nodes = of.filter((first, node) => first === node);
    const out = this.out.map((arcs, node) => of[node] === node ? arcs.map(arc => ({ ...arc, to: of[arc.to] })) : []);
    // A tree has leaves; once they are one, or if there was only one, it is the end state.
    const end = step > 0 || this.steps.length === 0;
    const state = { step, of, nodes, out, end };
    if (this.states.size > 400) this.states.clear();
    this.states.set(step, state);
    return state;
  }

  /** The endings that lead from a node to accepting arcs, some of them. @param {number} node @param {number} most */
  endings(node, most) {
    /** @type {string[]} */
    const found = [];
    const walk = (/** @type {number} */ at, /** @type {string} */ text) => {
      for (const { to, label, accepts } of this.out[at]) {
        if (found.length > most) return;
        if (accepts) found.push(text + label);
        walk(to, text + label);
      }
    };
    walk(node, '');
    return { shown: found.slice(0, most), more: found.length > most };
  }

  /**
   * Follows labels from the root.
   * @param {string[]} labels
   * @returns {{ places: Place[], accepts: boolean }} the arcs as far as there are any
   */
  follow(labels) {
    /** @type {Place[]} */
    const places = [];
    let from = 0;
    let accepts = false;
    for (const label of labels) {
      const index = this.out[from].findIndex(arc => arc.label === label);
      if (index < 0) return { places, accepts: false };
      places.push({ from, index });
      ({ to: from, accepts } = this.out[from][index]);
    }
    return { places, accepts };
  }
}

/**
 * A number for each node of a graph without cycles, from the numbers of the nodes that its arcs lead to.
 * @param {Out[][]} graph
 * @param {(numbers: number[]) => number} combine
 */
function measure(graph, combine) {
  /** @type {number[]} */
  const known = [];
  /** @type {(node: number) => number} */
  const at = node => (known[node] ??= combine(graph[node].map(arc => at(arc.to))));
  at(0);
  return known;
}
