/** @file The words on a grid, grouped by length: a chart of the lengths, a search, and a path for each word. */

import { el, fill } from '../dom.js';
import { t } from '../text.js';

/** @typedef {import('./grid.js').GridWord} GridWord */

/** The words of a length that are shown at first. */
const PAGE = 150;
/** The words that are drawn at once; the others follow when the first can be seen. */
const FIRST = 120;

/** What each button of a word is a copy of. */
const ENTRY = el('li', null, el('button', { type: 'button', class: 'word', tabIndex: -1 }));

export class WordsView {
  /**
   * @param {{
   *   label: string,
   *   onpoint: (word: GridWord | null) => void,
   *   onpick: (word: GridWord | null) => void,
   *   onnarrow?: () => void,
   *   none?: string,
   * }} options `onpoint` is told the word under the pointer or with the focus, `onpick` the chosen one.
   */
  constructor(options) {
    this.options = options;
    /** @type {GridWord[]} */
    this.words = [];
    /** @type {string} The text that is searched. */
    this.find = '';
    this.length = 0;
    /** @type {string | null} The word that is chosen. */
    this.picked = null;
    /** @type {Set<number>} The lengths of which all words are shown. */
    this.opened = new Set();
    /** @type {GridWord[]} The words in the order of the buttons. */
    this.listed = [];
    /** @type {ReturnType<typeof setTimeout> | undefined} Draws the rest of the list. */
    this.rest = undefined;
    this.search = el('input', {
      type: 'search',
      placeholder: t('boggle.find'),
      'aria-label': t('boggle.find'),
      spellcheck: false,
      autocomplete: 'off',
      oninput: () => this.narrow(this.search.value, this.length),
    });
    this.chart = el('div', { class: 'lengths', role: 'group', 'aria-label': t('boggle.lengths') });
    this.found = el('p', { class: 'faint small' });
    this.list = el('div', {
      class: 'word-list',
      role: 'region',
      'aria-label': options.label,
      onpointerover: (/** @type {PointerEvent} */ event) => this.#point(event.target),
      onpointerleave: () => this.options.onpoint(null),
      onfocusin: (/** @type {FocusEvent} */ event) => this.#point(event.target),
      onfocusout: () => this.options.onpoint(null),
      onclick: (/** @type {MouseEvent} */ event) => this.#pick(event.target),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
    });
    this.tools = el('div', { class: 'stack narrow' }, this.chart, this.search, this.found);
    this.element = el('div', { class: 'words-view' }, this.tools, this.list);
  }

  /** Shows words. @param {GridWord[]} words */
  show(words) {
    this.words = words;
    this.opened.clear();
    if (!words.some(word => word.length === this.length)) this.length = 0;
    this.#draw();
  }

  /** Shows the words with a text and of a length only. @param {string} find @param {number} length 0 for all. */
  narrow(find, length) {
    this.find = find;
    this.length = length;
    if (this.search.value !== find) this.search.value = find;
    this.#draw();
    this.options.onnarrow?.();
  }

  /** Marks a word as chosen. @param {string | null} word */
  pick(word) {
    this.picked = word;
    for (const button of this.list.querySelectorAll('button.word')) {
      button.setAttribute('aria-pressed', String(this.#wordOf(button)?.word === word));
    }
  }

  /** The words that the search leaves. */
  #narrowed() {
    const text = this.find.trim().toLocaleUpperCase();
    let words = this.words;
    if (this.length > 0) words = words.filter(word => word.length === this.length);
    if (text === '') return words;
    if (!/[*?]/.test(text)) return words.filter(({ word }) => word.toLocaleUpperCase().includes(text));
    // Signs other than * and ? mean themselves.
    const pattern = [...text].map(sign => sign === '*' ? '.*' : sign === '?' ? '.' : sign.replace(/[^\p{L}\p{M}]/u, '\\$&'));
    const shape = new RegExp(`^${pattern.join('')}$`, 'u');
    return words.filter(({ word }) => shape.test(word.toLocaleUpperCase()));
  }

  #draw(first = FIRST) {
    const lengths = [...new Set(this.words.map(word => word.length))].sort((a, b) => a - b);
    const counts = lengths.map(length => this.words.filter(word => word.length === length).length);
    const most = Math.max(1, ...counts);
    const focused = document.activeElement instanceof HTMLElement && this.chart.contains(document.activeElement)
      ? Number(document.activeElement.dataset.length) : 0;
    this.tools.hidden = this.words.length === 0;
    fill(this.chart, ...lengths.map((length, index) => el('button', {
      type: 'button',
      'data-length': length,
      'aria-pressed': this.length === length,
      onclick: () => this.narrow(this.find, this.length === length ? 0 : length),
    },
    el('span', { class: 'unseen' }, t('boggle.ofLength', { length, count: counts[index] })),
    el('span', { class: 'number', 'aria-hidden': true }, String(counts[index])),
    el('span', { class: 'bar', style: { '--part': counts[index] / most } }),
    el('b', { 'aria-hidden': true }, String(length)))));
    if (focused > 0) /** @type {HTMLElement | null} */ (this.chart.querySelector(`[data-length="${focused}"]`))?.focus();
    this.#drawList(lengths.reverse(), first);
  }

  /** @param {number[]} lengths @param {number} most The words to draw at once. */
  #drawList(lengths, most) {
    const words = this.#narrowed();
    const narrowed = this.find.trim() !== '' || this.length > 0;
    this.found.textContent = narrowed ? t('boggle.left', { count: words.length }) : '';
    this.found.hidden = !narrowed;
    this.listed = [];
    clearTimeout(this.rest);
    const none = this.words.length === 0 && this.options.none;
    fill(this.list, none && el('p', { class: 'faint' }, none));
    this.#drawGroups(lengths, words, most);
    const first = this.list.querySelector('button.word[aria-pressed="true"]') ?? this.list.querySelector('button.word');
    if (first instanceof HTMLElement) first.tabIndex = 0;
  }

  /**
   * Draws groups until the list fills the screen, and the others later.
   * @param {number[]} lengths
   * @param {GridWord[]} words
   * @param {number} most
   */
  #drawGroups(lengths, words, most) {
    let at = 0;
    for (; at < lengths.length && this.listed.length < most; at += 1) {
      const group = this.#group(lengths[at], words.filter(word => word.length === lengths[at]));
      if (group) this.list.append(group);
    }
    if (at < lengths.length) this.rest = setTimeout(() => this.#drawGroups(lengths.slice(at), words, Infinity), 30);
  }

  /** @param {number} length @param {GridWord[]} words */
  #group(length, words) {
    if (words.length === 0) return null;
    const shown = this.opened.has(length) ? words : words.slice(0, PAGE);
    const left = words.length - shown.length;
    return el('section', null,
      el('h3', null, t('boggle.letters', { count: length }),
        el('span', { class: 'faint small' }, t('boggle.each', { count: words[0].points }))),
      el('ul', null, ...shown.map(word => {
        this.listed.push(word);
        const entry = ENTRY.cloneNode(true);
        const button = /** @type {HTMLElement} */ (entry.firstChild);
        button.dataset.at = String(this.listed.length - 1);
        button.setAttribute('aria-pressed', String(word.word === this.picked));
        button.append(...letters(word.word));
        return entry;
      })),
      left > 0 && el('button', { type: 'button', class: 'more', onclick: () => this.#open(length) },
        t('table.more', { count: left })));
  }

  /** Shows all words of a length; the focus goes to the first new one. @param {number} length */
  #open(length) {
    this.opened.add(length);
    this.#draw(Infinity);
    const at = this.listed.findIndex(word => word.length === length) + PAGE;
    this.#focus(at);
  }

  /** @param {EventTarget | null} target @returns {GridWord | null} */
  #wordOf(target) {
    const button = target instanceof Element ? target.closest('button.word') : null;
    return button instanceof HTMLElement ? this.listed[Number(button.dataset.at)] ?? null : null;
  }

  /** @param {EventTarget | null} target */
  #point(target) {
    const word = this.#wordOf(target);
    if (word) this.options.onpoint(word);
  }

  /** @param {EventTarget | null} target */
  #pick(target) {
    const word = this.#wordOf(target);
    if (!word) return;
    const picked = word.word === this.picked ? null : word;
    this.pick(picked?.word ?? null);
    this.options.onpick(picked);
  }

  /** @param {number} at */
  #focus(at) {
    const button = this.list.querySelector(`button[data-at="${at}"]`);
    if (!(button instanceof HTMLElement)) return;
    for (const other of this.list.querySelectorAll('button.word[tabindex="0"]')) other.setAttribute('tabindex', '-1');
    button.tabIndex = 0;
    button.focus();
  }

  /** Arrow keys go from word to word. @param {KeyboardEvent} event */
  #key(event) {
    const button = event.target instanceof Element ? event.target.closest('button.word') : null;
    if (!(button instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = Number(button.dataset.at);
    /** @type {Record<string, number>} */
    const moves = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: this.listed.length - 1 };
    let to = moves[event.key];
    if (event.key === 'ArrowDown') to = this.#line(button, at, 1);
    else if (event.key === 'ArrowUp') to = this.#line(button, at, -1);
    if (to === undefined) return;
    event.preventDefault();
    this.#focus(Math.max(0, Math.min(this.listed.length - 1, to)));
  }

  /**
   * The word in the next line that begins nearest to this one.
   * @param {HTMLElement} button
   * @param {number} at
   * @param {number} turn 1 for the line below, -1 for the one above.
   */
  #line(button, at, turn) {
    const from = button.getBoundingClientRect();
    let [best, distance, line] = [at, Infinity, 0];
    for (let to = at + turn; to >= 0 && to < this.listed.length; to += turn) {
      const box = this.list.querySelector(`button[data-at="${to}"]`)?.getBoundingClientRect();
      if (!box || box.top === from.top) continue;
      if (line === 0) line = box.top;
      if (box.top !== line) break;
      const off = Math.abs(box.left - from.left);
      if (off < distance) [best, distance] = [to, off];
    }
    return best;
  }
}

/** A word; letters in lower case are those of `?`. @param {string} word */
export function letters(word) {
  if (word === word.toLocaleUpperCase()) return [word];
  return word.split(/(\p{Ll}+)/u).filter(part => part !== '')
    .map(part => /^\p{Ll}/u.test(part) ? el('em', null, part.toLocaleUpperCase()) : part);
}
