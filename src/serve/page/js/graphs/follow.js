/** @file A word that is followed arc by arc; in a GADDAG from a letter that is chosen. */

import { el, fill, newId } from '../dom.js';
import { t } from '../text.js';

/** @typedef {import('../letters.js').Letters} Letters */
/** @typedef {import('./merging.js').Merging} Merging */
/** @typedef {import('./drawing.js').Drawing} Drawing */

const SEPARATOR = '◇';

export class Follow {
  /**
   * @param {{
   *   drawing: Drawing, say: (text: string) => void, changed: () => void, still: () => boolean, signal: AbortSignal,
   * }} options `changed` is told that the word or the letter is another; `still` is true if nothing should move.
   */
  constructor(options) {
    this.options = options;
    /** @type {Merging | null} */
    this.merging = null;
    /** @type {Letters | null} The letters of the alphabet; without one, letters are characters. */
    this.letters = null;
    this.gaddag = false;
    this.anchor = 0;
    /** @type {string[]} */
    this.labels = [];
    /** @type {string[]} */
    this.shown = [];
    this.running = new AbortController();
    options.signal.addEventListener('abort', () => this.running.abort());
    const id = newId('follow');
    this.box = el('input', {
      id, type: 'text', autocomplete: 'off', spellcheck: false, autocapitalize: 'characters', maxLength: 80,
      'aria-describedby': `${id}-result`,
      oninput: () => {
        this.#read();
        this.#show(false);
        options.changed();
      },
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.key === 'Enter') this.#again();
      },
    });
    this.button = el('button', { type: 'button', onclick: () => this.#again() }, t('graphs.followAgain'));
    this.anchors = el('div', { class: 'anchors', role: 'radiogroup', 'aria-label': t('graphs.anchor') });
    this.result = el('p', { id: `${id}-result`, class: 'result' });
    this.element = el('div', { class: 'follow' },
      el('div', { class: 'field' },
        el('label', { htmlFor: id }, t('graphs.follow')), el('div', { class: 'row' }, this.box, this.button)),
      this.anchors, this.result);
  }

  /** The word as it was typed. */
  get word() {
    return this.box.value.trim();
  }

  /**
   * Follows in another graph.
   * @param {Merging} merging
   * @param {Letters | null} letters
   * @param {boolean} gaddag
   */
  use(merging, letters, gaddag) {
    this.merging = merging;
    this.letters = letters;
    this.gaddag = gaddag;
    this.shown = [];
    this.#read();
    this.#show(false);
  }

  /** @param {string} word @param {number} [anchor] From 1. */
  set(word, anchor = 1) {
    this.box.value = word;
    this.anchor = anchor - 1;
    this.#read();
    this.#show(false);
  }

  /** Splits the word into letters. */
  #read() {
    const upper = this.word.toLocaleUpperCase();
    const tiles = this.letters?.split(upper).map(tile => tile.label) ?? [...this.word];
    // A letter that the alphabet lacks is kept, as no arc has it.
    const whole = tiles.join('') === upper.replace(/[[\]]/g, '');
    this.labels = this.letters && !whole ? [...upper] : tiles;
    this.anchor = Math.min(Math.max(this.anchor || 0, 0), Math.max(this.labels.length - 1, 0));
    this.anchors.hidden = !this.gaddag || this.labels.length < 2;
    const name = newId('anchor');
    fill(this.anchors, el('span', { class: 'faint small', 'aria-hidden': true }, t('graphs.anchor')),
      ...this.labels.map((label, at) => el('label', { class: 'anchor' }, el('input', {
        type: 'radio', name, checked: at === this.anchor, class: 'unseen',
        'aria-label': t('graphs.anchorAt', { letter: label, place: at + 1 }),
        onchange: () => {
          this.anchor = at;
          this.#show(true);
          this.options.changed();
        },
      }), el('span', null, label))));
  }

  /** The labels of the arcs to follow. */
  #path() {
    if (!this.gaddag || this.labels.length === 0) return this.labels;
    const [before, after] = [this.labels.slice(0, this.anchor + 1).reverse(), this.labels.slice(this.anchor + 1)];
    return after.length ? [...before, SEPARATOR, ...after] : before;
  }

  #again() {
    this.shown = [];
    this.#show(true);
  }

  /** @param {boolean} aloud */
  #show(aloud) {
    this.running.abort();
    if (!this.merging) return;
    const path = this.#path();
    const { places, accepts } = this.merging.follow(path);
    // What the last path shares is lit already.
    let first = 0;
    while (first < places.length && first < this.shown.length && path[first] === this.shown[first]) first += 1;
    this.shown = path.slice(0, places.length);
    this.button.disabled = path.length === 0;
    const text = this.#text(path, places.length, accepts);
    this.result.textContent = text;
    this.result.className = path.length === 0 ? 'result faint' : accepts ? 'result good' : 'result bad';
    if (aloud) this.options.say(text);
    if (this.options.still()) {
      this.options.drawing.light(places);
      return;
    }
    this.running = new AbortController();
    void this.options.drawing.run(places, first, aloud ? 320 : 160, this.running.signal);
  }

  /** @param {string[]} path @param {number} length Of the arcs that there are. @param {boolean} accepts */
  #text(path, length, accepts) {
    if (path.length === 0) return t(this.gaddag ? 'graphs.followGaddag' : 'graphs.followHint');
    const [word, way] = [this.labels.join(''), path.join(' ')];
    if (accepts) return t('graphs.accepted', { word, way, count: path.length });
    if (length === path.length) return t('graphs.notAccepted', { word, way });
    if (length === 0) return t('graphs.stopsAtOnce', { label: path[0] });
    return t('graphs.stops', { way: path.slice(0, length).join(' '), label: path[length] });
  }
}
