/**
 * @file A graph without cycles laid out from left to right, so that few arcs cross, and none touches a label or a node
 * that is not its own: nodes, labels and places where arcs pass have rows of their own in each column, and arcs rise and
 * fall between columns only.
 */

/** @typedef {import('./merging.js').State} State */
/** @typedef {{ column: number, y: number }} Spot */
/**
 * Where things lie, in columns and in rows about 0. Nodes are in even columns, labels in odd ones. A route has one spot
 * in each column from its first node to its last; the second one is that of its label.
 * @typedef {{ columns: number, nodes: Map<number, Spot>, routes: Map<string, Spot[]> }} Plan
 */

/** The half of the height that a node, a label, and an arc that passes take in a column, in rows. */
const NODE = 0.5;
const LABEL = 0.34;
const PASSING = 0.27;

/** The name of an arc. @param {number} from @param {number} index */
export function arcName(from, index) {
  return `${from}/${index}`;
}

/** @type {WeakMap<State, Plan>} */
const plans = new WeakMap();

/**
 * Lays a graph out. A node's column is twice the length of the longest path to it. Arcs between the same nodes, and
 * arcs that pass columns on their way to the same node, run together if both accept or both do not.
 * @param {State} state
 * @returns {Plan}
 */
export function plan(state) {
  const known = plans.get(state) ?? make(state);
  plans.set(state, known);
  return known;
}

/** @param {State} state @returns {Plan} */
function make(state) {
  const column = longestPaths(state);
  const last = state.nodes.reduce((most, node) => Math.max(most, column[node]), 0);
  /** @type {Item[][]} */
  const columns = Array.from({ length: last + 1 }, () => []);
  /** @type {Map<string, Item>} */
  const items = new Map();
  const item = (/** @type {string} */ name, /** @type {number} */ at, /** @type {number} */ half) => {
    let found = items.get(name);
    if (!found) {
      found = { column: at, half, seed: 0, seeds: 0, order: 0, y: 0, left: [], right: [] };
      items.set(name, found);
      columns[at].push(found);
    }
    return found;
  };
  for (const node of state.nodes) item(`${node}`, column[node], NODE);
  state.of.forEach((first, node) => seed(item(`${first}`, column[first], NODE), node));
  /** @type {Map<string, Item[]>} */
  const routes = new Map();
  for (const from of state.nodes) {
    state.out[from].forEach((arc, index) => {
      const label = item(`${from} ${arc.to} ${arc.accepts} label`, column[from] + 1, LABEL);
      seed(label, arc.to);
      const route = [item(`${from}`, column[from], NODE), label];
      for (let at = column[from] + 2; at < column[arc.to]; at += 1) {
        const passed = item(`${arc.to} ${arc.accepts} ${at}`, at, PASSING);
        seed(passed, from + 0.5);
        route.push(passed);
      }
      route.push(item(`${arc.to}`, column[arc.to], NODE));
      for (let at = 1; at < route.length; at += 1) {
        if (route[at - 1].right.includes(route[at])) continue;
        route[at - 1].right.push(route[at]);
        route[at].left.push(route[at - 1]);
      }
      routes.set(arcName(from, index), route);
    });
  }
  order(columns);
  spread(columns);
  const spot = (/** @type {Item} */ of) => ({ column: of.column, y: of.y });
  return {
    columns: columns.length,
    nodes: new Map(state.nodes.map(node => [node, spot(/** @type {Item} */ (items.get(`${node}`)))])),
    routes: new Map([...routes].map(([name, route]) => [name, route.map(spot)])),
  };
}

/**
 * A node, a label, or a place where arcs pass a column.
 * @typedef {{
 *   column: number, half: number, seed: number, seeds: number, order: number, y: number, left: Item[], right: Item[],
 * }} Item
 */

/** The first order: that of the tree, so that the order changes little from step to step. */
function seed(/** @type {Item} */ item, /** @type {number} */ value) {
  item.seed += value;
  item.seeds += 1;
}

/** @param {State} state @returns {number[]} by node */
function longestPaths(state) {
  const incoming = state.out.map(() => 0);
  for (const node of state.nodes) for (const arc of state.out[node]) incoming[arc.to] += 1;
  const column = state.out.map(() => 0);
  const free = [0];
  for (let node = free.pop(); node !== undefined; node = free.pop()) {
    for (const { to } of state.out[node]) {
      column[to] = Math.max(column[to], column[node] + 2);
      incoming[to] -= 1;
      if (incoming[to] === 0) free.push(to);
    }
  }
  return column;
}

/** Sorts each column by the mean place of the neighbours, again and again, and keeps the order with fewest crossings. */
function order(/** @type {Item[][]} */ columns) {
  const sort = (/** @type {Item[]} */ column, /** @type {(item: Item) => number} */ key) => {
    const keys = new Map(column.map(item => [item, key(item)]));
    column.sort((a, b) => Number(keys.get(a)) - Number(keys.get(b)));
    column.forEach((item, place) => { item.order = place; });
  };
  for (const column of columns) sort(column, item => item.seed / Math.max(item.seeds, 1));
  let fewest = crossings(columns);
  let best = columns.map(column => [...column]);
  let since = 0;
  for (let round = 0; round < 8 && fewest > 0 && since < 3; round += 1) {
    const leftward = round % 2 === 1;
    for (const column of leftward ? [...columns].reverse() : columns) {
      sort(column, item => mean((leftward ? item.right : item.left).map(({ order }) => order), item.order));
    }
    const found = crossings(columns);
    since += 1;
    if (found < fewest) {
      fewest = found;
      since = 0;
      best = columns.map(column => [...column]);
    }
  }
  columns.forEach((column, at) => {
    column.splice(0, column.length, ...best[at]);
    column.forEach((item, place) => { item.order = place; });
  });
}

/** The pairs of arcs that cross between neighbouring columns. @param {Item[][]} columns */
function crossings(columns) {
  let count = 0;
  for (const column of columns) {
    // How many arcs so far end at or above each place: a Fenwick tree.
    const size = Math.max(0, ...column.flatMap(item => item.right.map(right => right.order + 1)));
    const tree = Array(size + 1).fill(0);
    let seen = 0;
    for (const item of column) {
      const ends = item.right.map(right => right.order + 1).sort((a, b) => a - b);
      for (const end of ends) {
        let above = 0;
        for (let at = end; at > 0; at -= at & -at) above += tree[at];
        count += seen - above;
      }
      for (const end of ends) for (let at = end; at <= size; at += at & -at) tree[at] += 1;
      seen += ends.length;
    }
  }
  return count;
}

/** Gives the items of each column rows near those of their neighbours, in their order and apart. */
function spread(/** @type {Item[][]} */ columns) {
  for (const column of columns) settle(column, column.map(() => 0));
  for (let round = 0; round < 9; round += 1) {
    for (const column of round % 2 === 0 ? [...columns].reverse() : columns) {
      settle(column, column.map(item => {
        const side = round % 2 === 0 ? item.right : item.left;
        const neighbours = round === 8 || side.length === 0 ? [...item.left, ...item.right] : side;
        return mean(neighbours.map(({ y }) => y), item.y);
      }));
    }
  }
  const all = columns.flat();
  const top = all.reduce((least, { y }) => Math.min(least, y), Infinity);
  const bottom = all.reduce((most, { y }) => Math.max(most, y), -Infinity);
  for (const item of all) item.y -= (top + bottom) / 2;
}

/**
 * Places items as near to wanted rows as their order and distances allow, by least squares: blocks of items that would
 * be too near are pushed together.
 * @param {Item[]} column
 * @param {number[]} wanted
 */
function settle(column, wanted) {
  /** @type {{ sum: number, items: number }[]} */
  const blocks = [];
  const offsets = [0];
  column.forEach((item, place) => {
    if (place > 0) offsets.push(offsets[place - 1] + column[place - 1].half + item.half);
    let block = { sum: wanted[place] - offsets[place], items: 1 };
    for (let above = blocks.at(-1); above && above.sum / above.items > block.sum / block.items; above = blocks.at(-1)) {
      block = { sum: block.sum + above.sum, items: block.items + above.items };
      blocks.pop();
    }
    blocks.push(block);
  });
  let place = 0;
  for (const { sum, items } of blocks) {
    for (const end = place + items; place < end; place += 1) column[place].y = sum / items + offsets[place];
  }
}

/** @param {number[]} values @param {number} otherwise */
function mean(values, otherwise) {
  return values.length ? values.reduce((sum, value) => sum + value, 0) / values.length : otherwise;
}
