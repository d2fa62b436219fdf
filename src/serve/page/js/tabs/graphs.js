/** @file The tab *Graphs*: words become a tree, the tree a DAWG or a GADDAG, and a word is followed in it. */

import { note } from '../address.js';
import { el, fill } from '../dom.js';
import { Problem } from '../engine.js';
import { Drawing, frame, heightOf, measures } from '../graphs/drawing.js';
import { saveDrawing } from '../graphs/export.js';
import { Follow } from '../graphs/follow.js';
import { Merging } from '../graphs/merging.js';
import { makeParts } from '../graphs/parts.js';
import { Steps } from '../graphs/steps.js';
import { Viewport, marginOf } from '../graphs/viewport.js';
import { number, t } from '../text.js';

/** @typedef {import('../graphs/drawing.js').Frame} Frame */
/** @typedef {'dawg' | 'gaddag'} Kind */

/** Twelve words whose tree of 48 nodes becomes a DAWG of 14. */
const TWELVE = 'aerier aeriest airier airiest balkier balkiest barnier barniest campier campiest cannier canniest';
const ALPHABET = 'english';
/** The step that is shown at first: of the trie none, of the GADDAG all. */
const FIRST = { dawg: 0, gaddag: Infinity };

/** What a drawing has left and right of the middles of its nodes. */
const EDGE = 16;
/** A drawing at a lesser scale is hard to read. */
const READABLE = 0.6;

const stillness = matchMedia('(prefers-reduced-motion: reduce)');

/** @type {GraphsTab | null} */
let shown = null;

/** @param {import('../app.js').Visit} visit */
export function open(visit) {
  shown = new GraphsTab(visit);
  visit.signal.addEventListener('abort', () => { shown = null; });
}

/** @param {URLSearchParams} values */
export function moved(values) {
  shown?.read(values);
}

class GraphsTab {
  /** @param {import('../app.js').Visit} visit */
  constructor({ root, values, app, signal }) {
    this.app = app;
    this.signal = signal;
    /** @type {Kind} */
    this.kind = 'dawg';
    this.step = 0;
    /** @type {Merging | null} */
    this.merging = null;
    /** @type {any} */
    this.answer = null;
    /** @type {import('../graphs/drawing.js').Measures} */
    this.measures = { row: 0, xs: [], width: 0 };
    /** @type {Map<number, Frame>} */
    this.frames = new Map();
    /** The height of the first step if there is room for it, or 0. */
    this.height = 0;
    this.asking = new AbortController();
    signal.addEventListener('abort', () => this.asking.abort());
    this.drawing = new Drawing();
    this.follow = new Follow({
      drawing: this.drawing, signal, still: () => stillness.matches, say: text => app.say(text), changed: () => this.#note(),
    });
    this.steps = new Steps({
      signal,
      go: (step, how) => this.#go(step, how),
      pause: () => this.#duration() + 250,
      done: () => app.say(this.#stepText()),
    });
    this.parts = makeParts({
      app,
      inside: { drawing: this.drawing.element, steps: this.steps.element, follow: this.follow.element },
      on: {
        words: () => this.#build(),
        add: () => this.#add(),
        kind: kind => this.#choose(kind),
        zoom: factor => (factor ? this.viewport.zoom(factor) : this.#fit(0)),
        save: () => this.#save(),
        list: () => this.#drawList(),
      },
    });
    root.append(...this.parts.all);
    this.viewport = new Viewport(this.parts.stage, this.drawing.scene);
    const { stage } = this.parts;
    const observer = new ResizeObserver(([{ contentRect: { width } }]) => {
      if (width === this.viewport.width) return;
      this.viewport.width = width;
      this.#redraw();
    });
    observer.observe(stage);
    signal.addEventListener('abort', () => observer.disconnect());
    this.read(values);
  }

  /** Shows what an address says. @param {URLSearchParams} values */
  read(values) {
    this.parts.words.value = values.get('words') ?? TWELVE;
    this.kind = values.get('graph') === 'gaddag' ? 'gaddag' : 'dawg';
    const step = values.get('step');
    this.step = step === null ? FIRST[this.kind] : step === 'last' ? Infinity : Math.max(0, parseInt(step, 10) || 0);
    const alphabet = values.get('alphabet') ?? ALPHABET;
    const known = alphabet === 'auto' || this.app.alphabets.has(alphabet);
    this.parts.alphabet.value = known ? alphabet : ALPHABET;
    this.follow.set(values.get('follow') ?? '', Number(values.get('anchor') ?? 1));
    this.#build();
  }

  #note() {
    const words = this.parts.words.value.trim().replace(/\s+/g, ' ');
    const last = this.step >= (this.merging?.steps.length ?? Infinity);
    const step = last ? 'last' : this.step;
    note('graphs', {
      words: words === TWELVE ? null : words,
      graph: this.kind === 'dawg' ? null : this.kind,
      step: this.step === FIRST[this.kind] || (last && this.kind === 'gaddag') ? null : step,
      alphabet: this.parts.alphabet.value === ALPHABET ? null : this.parts.alphabet.value,
      follow: this.follow.word,
      anchor: this.follow.anchor > 0 ? this.follow.anchor + 1 : null,
    });
  }

  /** Adds words, and shows the path of the last. */
  #add() {
    const words = this.parts.adding.value.trim();
    if (!words) return;
    this.parts.words.value = `${this.parts.words.value.trim()} ${words}`.trim();
    this.parts.adding.value = '';
    this.follow.set(words.split(/[\s,;]+/).at(-1) ?? '');
    this.app.say(t('graphs.added', { words }));
    this.#build();
  }

  /** Shows the other graph. @param {Kind} kind */
  #choose(kind) {
    this.kind = kind;
    this.step = FIRST[kind];
    this.#build();
  }

  /** Asks for the graph of the words. */
  async #build() {
    this.steps.stop();
    this.asking.abort();
    this.asking = new AbortController();
    for (const radio of this.parts.kinds.querySelectorAll('input')) radio.checked = radio.value === this.kind;
    const words = this.parts.words.value.split(/[\s,;]+/).filter(Boolean);
    this.#note();
    if (words.length === 0) {
      this.#wrong(t('graphs.noWords'));
      return;
    }
    const request = { words, graphs: [this.kind], alphabet: this.parts.alphabet.value };
    try {
      const answer = await this.app.engine.ask('graph/build', request, { signal: this.asking.signal });
      this.#wrong('');
      this.answer = answer;
      this.merging = new Merging(answer.graphs[0]);
      this.drawing.frame = null;
      this.parts.table.show([...answer.layouts].sort((a, b) => a.graph.localeCompare(b.graph)));
      this.#redraw();
      this.follow.use(this.merging, this.app.alphabets.get(answer.alphabet) ?? null, this.kind === 'gaddag');
    } catch (error) {
      if (error instanceof Problem && error.field === 'words') this.#wrong(error.message);
      else this.app.complain(error);
    }
  }

  /** Says at the words what is wrong with them. @param {string} text Nothing if empty. */
  #wrong(text) {
    this.parts.error.textContent = text;
    this.parts.error.hidden = text === '';
    if (text) this.parts.words.setAttribute('aria-invalid', 'true');
    else this.parts.words.removeAttribute('aria-invalid');
    if (text) this.app.say(text, 'wrong');
    else if (document.querySelector('#status.wrong')) this.app.say('');
  }

  /** Measures anew, and shows the step. */
  #redraw() {
    const { merging } = this;
    if (!merging) return;
    this.step = Math.min(this.step, merging.steps.length);
    const { stage } = this.parts;
    const final = merging.state(merging.steps.length);
    const { width } = this.viewport;
    const [first, last] = [heightOf(merging.state(0), width), heightOf(final, width)];
    const most = Math.max(300, 0.52 * innerHeight);
    // If all steps have room, the place and the scale are those of the first, so that the graph is seen to shrink.
    this.height = READABLE * first <= most ? first : 0;
    const height = Math.min(Math.max((this.height || last) + 20, 220), most);
    // On a small screen everything is a little smaller.
    const scale = Math.min(Math.max(height / ((this.height || last) + 30), READABLE), width < 500 ? 0.8 : 1);
    this.viewport.height = Math.round(height);
    this.drawing.element.classList.toggle('compact', width < 500);
    stage.style.height = `${this.viewport.height}px`;
    this.measures = measures(final, (width - 2 * marginOf(width)) / scale - 2 * EDGE, scale);
    this.frames.clear();
    this.#show(0);
    this.#fit(READABLE);
  }

  /** @param {number} step @returns {Frame} */
  #frame(step) {
    const { frames } = this;
    let found = frames.get(step);
    if (!found) {
      found = frame(/** @type {Merging} */ (this.merging).state(step), this.measures);
      if (frames.size > 400) frames.clear();
      frames.set(step, found);
    }
    return found;
  }

  /** The part of the plane that the drawing takes. */
  #box() {
    const height = heightOf(/** @type {Merging} */ (this.merging).state(this.step), this.viewport.width);
    return { left: -EDGE, top: -height / 2, width: this.measures.width + 2 * EDGE, height };
  }

  /** @param {number} least The least scale; 0 shows all. @param {number} [duration] */
  #fit(least, duration = 0) {
    if (!this.merging) return;
    const box = this.#box();
    const place = least && this.height ? { ...box, top: -this.height / 2, height: this.height } : box;
    this.viewport.fit(place, least, duration);
  }

  /** How long a step takes: less if there are many. */
  #duration() {
    const count = this.merging?.steps.length ?? 1;
    return Math.min(Math.max(14_000 / Math.max(count, 1), 120), 800);
  }

  /** @param {number} step @param {'step' | 'slide' | 'play'} how */
  #go(step, how) {
    if (step === this.step) return;
    this.step = step;
    const duration = stillness.matches ? 0 : how === 'slide' ? 140 : this.#duration();
    this.#show(duration);
    if (!this.height && !this.viewport.touched) this.#fit(READABLE, duration);
    if (how === 'step') this.app.say(this.#stepText());
    this.#note();
  }

  /** Shows the step. @param {number} duration */
  #show(duration) {
    const merging = /** @type {Merging} */ (this.merging);
    this.drawing.show(this.#frame(this.step), duration);
    this.drawing.mark(this.step > 0 && this.step < merging.steps.length ? merging.steps[this.step - 1].members : []);
    const { nodes, edges } = this.#counts(this.step);
    const graph = t(`graphs.name.${this.kind}`);
    this.drawing.element.setAttribute('aria-label', t('graphs.picture', { graph, nodes, edges }));
    const text = this.#stepText();
    this.parts.text.textContent = text;
    this.steps.element.hidden = merging.steps.length === 0;
    const steps = merging.steps.length;
    this.steps.show(this.step, steps, t('graphs.stepOf', { step: this.step, steps, text }));
    this.#drawCounts();
    this.#drawList();
  }

  /** Of the nodes, the end state is none. @param {number} step */
  #counts(step) {
    const { nodes, out, end } = /** @type {Merging} */ (this.merging).state(step);
    return { nodes: nodes.length - Number(end), edges: out.reduce((sum, arcs) => sum + arcs.length, 0), end };
  }

  #drawCounts() {
    const [first, now] = [this.#counts(0), this.#counts(this.step)];
    const one = (/** @type {'nodes' | 'edges'} */ what) => {
      const part = now[what] / Math.max(first[what], 1);
      const name = what === 'edges' ? 'graphs.edges' : now.end ? 'graphs.nodesAndEnd' : 'graphs.nodes';
      return el('div', null, el('b', { class: 'number' }, number(now[what])), ' ', t(name, { count: now[what] }),
        el('span', { class: 'bar', 'aria-hidden': true }, el('span', { style: { '--part': part } })));
    };
    fill(this.parts.counts, one('nodes'), one('edges'));
  }

  /** What happened in the step. */
  #stepText() {
    const merging = /** @type {Merging} */ (this.merging);
    if (!merging.unfolded) return t('graphs.notUnfolded', { count: merging.size });
    const { steps } = merging;
    const graph = t(`graphs.name.${this.kind}`);
    const count = this.answer.words.length;
    if (this.step === 0) return t(steps.length ? 'graphs.step0' : 'graphs.noSteps', { count, graph });
    const { members, leaves } = steps[this.step - 1];
    const { shown: endings, more } = merging.endings(members[0], 4);
    const list = `${endings.map(ending => t('graphs.quoted', { text: ending })).join(', ')}${more ? ', …' : ''}`;
    const text = t(leaves ? 'graphs.mergedLeaves' : 'graphs.merged', { count: members.length, endings: list });
    return this.step === steps.length ? `${text} ${t('graphs.done', { graph })}` : text;
  }

  /** The arcs as text, if they are wanted. */
  #drawList() {
    if (!this.parts.details.open || !this.merging) return;
    const { nodes, out } = this.merging.state(this.step);
    const names = new Map(nodes.map((node, at) => [node, at]));
    const arc = (/** @type {import('../graphs/merging.js').Out} */ { label, to, accepts }) => {
      const key = accepts ? (out[to].length ? 'graphs.arcAccepts' : 'graphs.arcEnds') : 'graphs.arc';
      return t(key, { label, to: names.get(to) ?? 0 });
    };
    fill(this.parts.list, el('dl', { class: 'facts' }, ...nodes.filter(node => out[node].length > 0).flatMap(node => [
      el('dt', null, t('graphs.node', { node: names.get(node) ?? 0 })),
      el('dd', null, out[node].map(arc).join('; ')),
    ])));
  }

  #save() {
    if (!this.merging) return;
    const { nodes, edges } = this.#counts(this.step);
    const title = t('graphs.picture', { graph: t(`graphs.name.${this.kind}`), nodes, edges });
    saveDrawing(this.drawing.element, this.#box(), title, `${this.kind}-${nodes}.svg`);
    this.app.say(t('graphs.saved', { file: `${this.kind}-${nodes}.svg` }));
  }
}
