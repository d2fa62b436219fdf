/** @file The answers: a table with columns, or words in a flow; both grouped by length where that is the order. */

import { el, fill } from '../dom.js';
import { number, t } from '../text.js';
import { plainTiles } from './guess.js';
import { labelsOf, marked, tileRow } from './tiles.js';

/**
 * A column that can be chosen. `needs`: the columns of the engine. `sort`: the order that it can be sorted by.
 * @typedef {{ name: string, needs: string[], numeric?: boolean, sort?: string, down?: boolean, wrap?: boolean }} Column
 */

/** @type {Column[]} */
export const COLUMNS = [
  { name: 'hooks', needs: ['front_hooks', 'back_hooks', 'inner_front', 'inner_back'] },
  { name: 'length', needs: ['length'], numeric: true, sort: 'length', down: true },
  { name: 'points', needs: ['points'], numeric: true, sort: 'points', down: true },
  { name: 'probability', needs: ['probability'], numeric: true, sort: 'probability' },
  { name: 'alphagram', needs: ['alphagram'] },
  { name: 'anagrams', needs: ['anagrams'], numeric: true },
  { name: 'blanks', needs: ['blanks'] },
  { name: 'ways', needs: ['ways'], numeric: true },
  { name: 'distance', needs: ['distance'], numeric: true, sort: 'distance' },
  { name: 'definition', needs: [], wrap: true },
];

/** The rows that are drawn first. */
const AT_ONCE = 30;

/** @typedef {Record<string, any>} Row */
/** @typedef {import('../letters.js').Letters} Letters */

/**
 * What is drawn: how the answers were asked for, and what the words link to.
 * @typedef {{
 *   letters: Letters, columns: Column[], flow: boolean, several: boolean, sort: string, reverse: boolean,
 *   sorts: string[], href: (word: string) => string, picked: string,
 * }} Style
 */

/** The answers of one question. More of them can be added. */
export class Answers {
  /** @param {{ onsort: (sort: string, reverse: boolean) => void }} options */
  constructor(options) {
    this.options = options;
    this.element = el('div', { class: 'answers', onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event) });
    /** @type {Row[]} */
    this.rows = [];
    /** @type {{ rows: Row[], whole: boolean } | null} Rows that are still to be drawn. */
    this.rest = null;
    this.timer = 0;
    /** @type {Style | null} */
    this.style = null;
    /** @type {{ length: number, rows: number, element: HTMLElement, title: HTMLElement } | null} The last group. */
    this.group = null;
    /** @type {HTMLElement | null} What the groups are put into. */
    this.holder = null;
    /** @type {Map<string, HTMLElement>} The cells that wait for the definition of their word. */
    this.undefined = new Map();
  }

  clear() {
    this.#drop();
    fill(this.element);
  }

  #drop() {
    clearTimeout(this.timer);
    this.rest = null;
    this.rows = [];
    this.group = null;
  }

  /** Draws the rows that are still to be drawn. */
  flush() {
    clearTimeout(this.timer);
    const { rest } = this;
    this.rest = null;
    if (rest) this.add(rest.rows, rest.whole);
  }

  /** The number of answers, drawn or not. */
  get listed() {
    return this.rows.length + (this.rest?.rows.length ?? 0);
  }

  /** @param {Row[]} rows @param {Style} style @param {boolean} whole `true` if there are no more. */
  show(rows, style, whole) {
    this.style = style;
    this.#drop();
    this.undefined.clear();
    if (rows.length === 0) {
      fill(this.element);
      return;
    }
    // Filled before it is put into the page, which is laid out once.
    const holder = style.flow || style.several ? el('div', { class: 'flow' }) : this.#table();
    this.holder = holder;
    this.add(rows.slice(0, AT_ONCE), whole && rows.length <= AT_ONCE);
    this.rest = rows.length > AT_ONCE ? { rows: rows.slice(AT_ONCE), whole } : null;
    // The rest is below what is seen, and is drawn after it.
    if (this.rest) this.timer = setTimeout(() => this.flush(), 50);
    const shown = holder instanceof HTMLTableElement
      ? el('div', { class: 'scroll', tabIndex: 0, role: 'region', 'aria-label': t('words.table') }, holder) : holder;
    fill(this.element, shown);
  }

  /** @param {Row[]} rows @param {boolean} whole */
  add(rows, whole) {
    const style = /** @type {Style} */ (this.style);
    const byLength = style.sort === 'length' && !style.several;
    for (const row of rows) {
      const length = byLength ? plainTiles(row.word, style.letters)?.length ?? row.word.length : 0;
      if (this.group?.length !== length) this.#open(length);
      const group = /** @type {NonNullable<typeof this.group>} */ (this.group);
      group.rows += 1;
      group.element.append(style.flow || style.several ? this.#item(row) : this.#line(row));
    }
    this.rows.push(...rows);
    if (whole) this.#close();
  }

  /** Begins a group. @param {number} length 0 if the answers are not grouped. */
  #open(length) {
    this.#close();
    const style = /** @type {Style} */ (this.style);
    const list = style.flow || style.several;
    const element = list ? el('ul', { class: style.several ? 'words several' : 'words' }) : el('tbody');
    const title = list ? el('h4') : el('th', { scope: 'rowgroup', colSpan: this.#span() });
    title.textContent = length ? t('words.group', { count: length }) : '';
    if (length && !list) element.append(el('tr', { class: 'group' }, title));
    const holder = /** @type {HTMLElement} */ (this.holder);
    if (length && list) holder.append(title);
    holder.append(element);
    this.group = { length, rows: 0, element, title };
  }

  /** Ends a group, whose words are now all there. */
  #close() {
    if (!this.group?.length) return;
    const { length, rows, title } = this.group;
    fill(title, t('words.group', { count: length }), el('span', { class: 'faint' }, ` · ${number(rows)}`));
  }

  #span() {
    const { columns } = /** @type {Style} */ (this.style);
    return 1 + columns.length + (columns.some(column => column.name === 'hooks') ? 1 : 0);
  }

  /** Marks the word whose card is open. @param {string} word */
  mark(word) {
    for (const anchor of this.element.querySelectorAll('a')) {
      if (anchor.dataset.word === word) anchor.setAttribute('aria-current', 'true');
      else anchor.removeAttribute('aria-current');
    }
  }

  /** Puts definitions in. @param {{ query: string, definition?: string | null }[]} words */
  define(words) {
    for (const { query, definition } of words) {
      const cell = this.undefined.get(query);
      if (cell) cell.textContent = definition ?? '';
    }
  }

  /** @param {string} word @param {(Node | string)[]} shown */
  #link(word, ...shown) {
    const { href, picked } = /** @type {Style} */ (this.style);
    const plain = word.toLocaleUpperCase();
    return el('a', { href: href(plain), 'data-word': plain, 'aria-current': plain === picked ? 'true' : null }, ...shown);
  }

  /** An answer in a flow. @param {Row} row */
  #item(row) {
    const { letters } = /** @type {Style} */ (this.style);
    const words = /** @type {string[]} */ (row.words ?? [row.word]);
    const links = words.map(word => this.#link(word, ...marked(word, letters)));
    return el('li', null, ...links.flatMap((link, index) => (index > 0 ? [' ', link] : [link])));
  }

  #table() {
    const { columns, sort, reverse, sorts } = /** @type {Style} */ (this.style);
    const heads = [];
    const head = (/** @type {string} */ title, /** @type {Column} */ column, className = '') => {
      const by = column.sort && sorts.includes(column.sort) ? column.sort : null;
      const sorted = by === null || by !== sort ? null : Boolean(column.down) !== reverse ? 'descending' : 'ascending';
      const press = () => this.options.onsort(by ?? '', by === sort && !reverse);
      return el('th', { scope: 'col', class: className || (column.numeric ? 'numeric' : null), 'aria-sort': sorted },
        by ? el('button', { type: 'button', onclick: press, 'data-sort': by }, title) : title);
    };
    const word = head(t('words.column.word'), { name: 'word', needs: [], sort: 'alpha' });
    for (const column of columns) {
      const title = t(`words.column.${column.name}`);
      if (column.name === 'hooks') {
        heads.push(head(t('words.front'), column, 'front'), word, head(t('words.back'), column, 'back'));
      } else {
        heads.push(head(title, column));
      }
    }
    if (!heads.includes(word)) heads.unshift(word);
    const caption = el('caption', { class: 'unseen' }, t('words.table'));
    return el('table', null, caption, el('thead', null, el('tr', null, ...heads)));
  }

  /** An answer in a table. @param {Row} row */
  #line(row) {
    const { columns, letters } = /** @type {Style} */ (this.style);
    const tiles = letters.split(row.word);
    const blank = tiles.some(tile => tile.blank);
    const link = this.#link(row.word, tileRow(tiles, letters), el('span', { class: 'unseen' }, row.word));
    if (blank) link.title = t('words.blankTitle');
    const word = el('th', { scope: 'row', class: 'word' }, link);
    const cells = [];
    for (const column of columns) {
      if (column.name === 'hooks') {
        const cell = (/** @type {string} */ name, /** @type {any} */ hooks, /** @type {boolean} */ inner) => {
          const labels = labelsOf(hooks).map(label => label.toLocaleLowerCase());
          return el('td', { class: name }, labels.join(letters.wide ? ' ' : ''),
            inner && el('span', { class: 'inner', title: t(`words.inner.${name}`) },
              el('span', { 'aria-hidden': 'true' }, '·'), el('span', { class: 'unseen' }, t(`words.inner.${name}`))));
        };
        cells.push(cell('front', row.front_hooks, row.inner_front), word, cell('back', row.back_hooks, row.inner_back));
        continue;
      }
      const cell = el('td', { class: column.numeric ? 'numeric' : column.wrap ? 'wrap' : null });
      const value = row[column.name];
      if (column.name === 'definition') this.undefined.set(row.word, cell);
      cell.textContent = typeof value === 'number' ? number(value) : labelsOf(value).join(letters.wide ? ' ' : '');
      cells.push(cell);
    }
    if (!cells.includes(word)) cells.unshift(word);
    return el('tr', null, ...cells);
  }

  /** Arrows go from word to word. @param {KeyboardEvent} event */
  #key(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || !(event.target instanceof HTMLAnchorElement)) return;
    const links = [...this.element.querySelectorAll('a')];
    const next = links[links.indexOf(event.target) + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  /** Goes to a word. @param {number} index */
  focus(index) {
    this.element.querySelectorAll('a')[index]?.focus();
  }
}
