/** @file The drawing of a graph as SVG, and its change from one step to another. */

import { fill, svg } from '../dom.js';
import { arcName, plan } from './layout.js';

/** @typedef {import('./merging.js').State} State */
/** @typedef {import('./merging.js').Place} Place */
/** @typedef {{ x: number, y: number }} Point */
/** @typedef {{ points: Point[], label: Point }} Route */
/**
 * A state with everything at its place.
 * @typedef {{ state: State, nodes: Map<number, Point>, routes: Map<string, Route> }} Frame
 */
/** @typedef {{ row: number, xs: number[], width: number }} Measures In pixels; the middles of the columns. */

const RADIUS = 11;
/** With more arcs, a change is shown at once. */
const MOST_MOVING = 1200;
/** The least space between two nodes beside that of the labels between them. */
const BETWEEN = 48;

/** The width of a label: its letters, and some space. @param {string} label */
const widthOf = label => 14 * label.length + 5;

/** The height of a row. @param {number} room */
const rowOf = room => (room < 500 ? 28 : 34);

/** The height of the drawing of a state. @param {State} state @param {number} room */
export function heightOf(state, room) {
  const { nodes, routes } = plan(state);
  const lowest = [...nodes.values(), ...[...routes.values()].flat()].reduce((most, { y }) => Math.max(most, y), 0);
  return 2 * rowOf(room) * (lowest + 1);
}

/**
 * Measures for the columns of a state: as wide as there is room, but labels have theirs.
 * @param {State} state
 * @param {number} room In pixels of the drawing.
 * @param {number} scale
 * @returns {Measures}
 */
export function measures(state, room, scale) {
  const widths = labelWidths(state);
  const labels = widths.reduce((sum, width) => sum + width, 0);
  const free = (room - labels) / Math.max(widths.length, 1);
  const each = Math.min(Math.max(free, BETWEEN), 118 / scale);
  const xs = [0];
  for (const width of widths) {
    const x = /** @type {number} */ (xs.at(-1));
    xs.push(x + (width + each) / 2, x + width + each);
  }
  return { row: rowOf(room * scale + 60), xs, width: /** @type {number} */ (xs.at(-1)) };
}

/** The widths of the columns of labels: those of the widest label in each. @param {State} state @returns {number[]} */
function labelWidths(state) {
  const { columns, nodes } = plan(state);
  const widths = Array((columns - 1) / 2).fill(0);
  for (const node of state.nodes) {
    const at = /** @type {{ column: number }} */ (nodes.get(node)).column / 2;
    for (const labels of together(state, node).values()) widths[at] = Math.max(widths[at], sumOf(labels));
  }
  return widths;
}

/** The width of labels beside each other. @param {{ label: string }[]} labels */
const sumOf = labels => labels.reduce((sum, { label }) => sum + widthOf(label), 0);

/**
 * The arcs of a node in groups: those to the same node that all accept, or all do not.
 * @param {State} state
 * @param {number} node
 */
function together(state, node) {
  /** @type {Map<string, { label: string, index: number }[]>} */
  const groups = new Map();
  state.out[node].forEach(({ to, accepts, label }, index) => {
    const name = `${to} ${accepts}`;
    groups.set(name, [...groups.get(name) ?? [], { label, index }]);
  });
  return groups;
}

/** @param {State} state @param {Measures} measures @returns {Frame} */
export function frame(state, { row, xs }) {
  const planned = plan(state);
  const widths = labelWidths(state);
  const point = (/** @type {{ column: number, y: number }} */ spot) => ({ x: xs[spot.column] ?? 0, y: row * spot.y });
  // Within a column, arcs are level.
  const level = (/** @type {{ column: number, y: number }} */ spot) => {
    const { x, y } = point(spot);
    const half = spot.column % 2 === 0 ? RADIUS : widths[(spot.column - 1) / 2] / 2;
    return [{ x: x - half, y }, { x: x + half, y }];
  };
  /** @type {Map<string, Route>} */
  const routes = new Map();
  for (const node of state.nodes) {
    for (const labels of together(state, node).values()) {
      const spots = planned.routes.get(arcName(node, labels[0].index)) ?? [];
      const points = [point(spots[0]), ...spots.slice(1, -1).flatMap(level), point(spots[spots.length - 1])];
      const middle = point(spots[1]);
      let left = middle.x - sumOf(labels) / 2;
      for (const { label: text, index } of labels) {
        routes.set(arcName(node, index), { points, label: { x: left + widthOf(text) / 2, y: middle.y } });
        left += widthOf(text);
      }
    }
  }
  const nodes = new Map([...planned.nodes].map(([node, spot]) => [node, point(spot)]));
  return { state, nodes, routes };
}

/** A path through points, level at each. @param {Point[]} points */
function pathOf(points) {
  let path = '';
  points.forEach((b, at) => {
    const x = at === 0 ? b.x + RADIUS : at === points.length - 1 ? b.x - RADIUS - 1 : b.x;
    if (at === 0) {
      path = `M${round(x)} ${round(b.y)}`;
      return;
    }
    const a = points[at - 1];
    const from = at === 1 ? a.x + RADIUS : a.x;
    const half = (x - from) / 2;
    path += `C${round(from + half)} ${round(a.y)} ${round(x - half)} ${round(b.y)} ${round(x)} ${round(b.y)}`;
  });
  return path;
}

const round = (/** @type {number} */ value) => Math.round(10 * value) / 10;
const between = (/** @type {Point} */ a, /** @type {Point} */ b, /** @type {number} */ t) =>
  ({ x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t });

/** The points of a route, as many as asked. @param {Point[]} points @param {number} count @returns {Point[]} */
function resample(points, count) {
  if (points.length === count) return points;
  return Array.from({ length: count }, (_, at) => {
    const place = at * (points.length - 1) / (count - 1);
    const first = Math.min(Math.floor(place), points.length - 2);
    return between(points[first], points[first + 1], place - first);
  });
}

export class Drawing {
  constructor() {
    this.arcs = svg('g', { class: 'arcs' });
    this.labels = svg('g', { class: 'labels' });
    this.dots = svg('g', { class: 'nodes' });
    this.token = svg('circle', { class: 'token', r: 6, visibility: 'hidden' });
    this.scene = svg('g', { class: 'scene' }, this.arcs, this.labels, this.dots, this.token);
    const arrow = (/** @type {string} */ name, /** @type {number} */ size) => svg('marker', {
      id: `arrow-${name}`, class: `arrow ${name}`, viewBox: '0 0 8 8', refX: 7, refY: 4,
      markerWidth: size, markerHeight: size, markerUnits: 'userSpaceOnUse', orient: 'auto',
    }, svg('path', { d: 'M0 0L8 4L0 8z' }));
    this.element = svg('svg', { class: 'drawing', role: 'img' },
      svg('defs', {}, arrow('plain', 8), arrow('accepting', 13), arrow('lit', 12)), this.scene);
    /** @type {Frame | null} */
    this.frame = null;
    /** @type {Map<string, { paths: SVGPathElement[], label: SVGTextElement, group: SVGGElement }>} */
    this.drawn = new Map();
    /** @type {Map<number, SVGGElement>} */
    this.nodes = new Map();
    this.moving = 0;
    /** @type {number[]} */
    this.marked = [];
    /** @type {Place[]} The arcs that are lit. */
    this.lit = [];
  }

  /**
   * Shows a frame, moving there from the last one.
   * @param {Frame} frame
   * @param {number} [duration] In milliseconds.
   */
  show(frame, duration = 0) {
    this.stop();
    const before = this.frame;
    this.frame = frame;
    // The frame with more nodes is drawn while they move.
    const fine = before && before.state.step < frame.state.step ? before : frame;
    if (!before || duration === 0 || fine.routes.size > MOST_MOVING) {
      this.#draw(frame);
      return;
    }
    this.#draw(fine);
    const nodes = [...this.nodes].map(([node, element]) => {
      const at = (/** @type {Frame} */ in_) => /** @type {Point} */ (in_.nodes.get(in_.state.of[node]));
      return { element, a: at(before), b: at(frame) };
    });
    const arcs = [...this.drawn].map(([name, element]) => {
      const [from, index] = name.split('/').map(Number);
      const at = (/** @type {Frame} */ in_) => /** @type {Route} */ (in_.routes.get(arcName(in_.state.of[from], index)));
      const [a, b] = [at(before), at(frame)];
      const count = Math.max(a.points.length, b.points.length);
      return { ...element, a, b, from: resample(a.points, count), to: resample(b.points, count) };
    });
    let start = 0;
    const move = (/** @type {number} */ now) => {
      start ||= now;
      const part = Math.min((now - start) / duration, 1);
      const t = part < 0.5 ? 4 * part ** 3 : 1 - (2 - 2 * part) ** 3 / 2;
      for (const { element, a, b } of nodes) put(element, between(a, b, t));
      for (const { paths, label, a, b, from, to } of arcs) {
        const path = pathOf(from.map((point, at) => between(point, to[at], t)));
        for (const element of paths) element.setAttribute('d', path);
        put(label, between(a.label, b.label, t));
      }
      if (part < 1) this.moving = requestAnimationFrame(move);
      else this.#draw(frame);
    };
    move(performance.now());
  }

  stop() {
    cancelAnimationFrame(this.moving);
    if (this.moving && this.frame) this.#draw(this.frame);
    this.moving = 0;
  }

  /** @param {Frame} frame */
  #draw(frame) {
    this.moving = 0;
    this.drawn.clear();
    this.nodes.clear();
    const { state, nodes, routes } = frame;
    for (const node of state.nodes) {
      state.out[node].forEach(({ label: text, accepts }, index) => {
        const name = arcName(node, index);
        const { points, label: at } = /** @type {Route} */ (routes.get(name));
        const d = pathOf(points);
        const paths = [svg('path', { class: 'arc', d })];
        // An arc that accepts is a double line.
        if (accepts) paths.push(svg('path', { class: 'core', d }));
        const kind = accepts ? 'accepting' : 'plain';
        const label = svg('text', { class: kind }, text);
        put(label, at);
        const group = svg('g', { class: kind }, ...paths);
        this.drawn.set(name, { paths, label, group });
      });
    }
    state.nodes.forEach((node, number) => {
      const leaf = state.out[node].length === 0;
      const element = svg('g', { class: node === 0 ? 'node root' : leaf ? 'node leaf' : 'node' },
        svg('circle', { r: RADIUS }), leaf && svg('circle', { class: 'inner', r: RADIUS - 3 }),
        !leaf && svg('text', {}, String(number)));
      put(element, /** @type {Point} */ (nodes.get(node)));
      this.nodes.set(node, element);
    });
    fill(this.arcs, ...[...this.drawn.values()].map(({ group }) => group));
    fill(this.labels, ...[...this.drawn.values()].map(({ label }) => label));
    fill(this.dots, ...this.nodes.values());
    this.light(this.lit);
    this.mark(this.marked);
  }

  /** Marks nodes of the tree, wherever they are by now. @param {number[]} nodes */
  mark(nodes) {
    this.marked = nodes;
    const of = this.frame?.state.of ?? [];
    const marked = new Set(nodes.map(node => of[node]));
    for (const [node, element] of this.nodes) element.classList.toggle('marked', marked.has(of[node]));
  }

  /** Lights arcs. @param {Place[]} places Of the tree. */
  light(places) {
    this.lit = places;
    for (const lit of this.element.querySelectorAll('.scene .lit')) lit.classList.remove('lit');
    for (const place of places) this.#lightOne(place);
  }

  /** @param {Place} place */
  #lightOne(place) {
    const arc = this.#arc(place);
    if (!arc) return;
    arc.drawn.group.classList.add('lit');
    arc.drawn.label.classList.add('lit');
    // Above the others.
    this.arcs.append(arc.drawn.group);
    this.labels.append(arc.drawn.label);
    for (const node of [arc.from, arc.to]) this.nodes.get(node)?.classList.add('lit');
  }

  /** @param {Place} place */
  #arc({ from: node, index }) {
    const state = this.frame?.state;
    if (!state) return null;
    const from = state.of[node] ?? node;
    const drawn = this.drawn.get(arcName(from, index));
    return drawn ? { drawn, from, to: state.out[from]?.[index]?.to ?? 0 } : null;
  }

  /**
   * Lights arcs one after another, a token running along each.
   * @param {Place[]} places
   * @param {number} first The arcs before it are lit already.
   * @param {number} duration Of each arc, in milliseconds.
   * @param {AbortSignal} signal
   */
  async run(places, first, duration, signal) {
    this.light(places.slice(0, first));
    signal.addEventListener('abort', () => this.token.setAttribute('visibility', 'hidden'), { once: true });
    for (let at = first; at < places.length && !signal.aborted; at += 1) {
      const path = this.#arc(places[at])?.drawn.paths[0];
      if (path) await this.#travel(path, duration, signal);
      if (signal.aborted) return;
      this.lit = places.slice(0, at + 1);
      this.#lightOne(places[at]);
    }
    this.token.setAttribute('visibility', 'hidden');
  }

  /** @param {SVGPathElement} path @param {number} duration @param {AbortSignal} signal @returns {Promise<void>} */
  #travel(path, duration, signal) {
    const length = path.getTotalLength();
    return new Promise(resolve => {
      let start = 0;
      const step = (/** @type {number} */ now) => {
        start ||= now;
        const part = Math.min((now - start) / duration, 1);
        put(this.token, path.getPointAtLength(length * part));
        this.token.setAttribute('visibility', 'visible');
        if (part < 1 && !signal.aborted) requestAnimationFrame(step);
        else resolve();
      };
      requestAnimationFrame(step);
    });
  }
}

/** @param {SVGElement} element @param {Point} point */
function put(element, { x, y }) {
  element.setAttribute('transform', `translate(${round(x)} ${round(y)})`);
}
