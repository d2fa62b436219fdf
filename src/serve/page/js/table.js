/** @file Tables of answers: a head that sorts, rows that can be pointed at, reached by keys. */

import { el, fill } from './dom.js';
import { t } from './text.js';

/**
 * @template Row
 * @typedef {{
 *   name: string, title: string, numeric?: boolean,
 *   show: (row: Row) => string | Node | null,
 *   sort?: (row: Row) => number | string,
 * }} ColumnOf
 */

/**
 * A table. Its rows are shown as many as fit at first, and more by a button.
 * @template Row
 */
export class Table {
  /**
   * @param {{
   *   caption: string, columns: ColumnOf<Row>[], page?: number,
   *   onpoint?: (row: Row | null) => void, onpick?: (row: Row) => void, rowName?: (row: Row) => string,
   *   isCurrent?: (row: Row) => boolean,
   * }} options `onpoint` is told the row under the pointer or with the focus; the current row is marked.
   */
  constructor(options) {
    this.options = options;
    /** @type {Row[]} */
    this.rows = [];
    this.page = options.page ?? 100;
    this.listed = this.page;
    /** @type {{ name: string, down: boolean } | null} */
    this.order = null;
    this.head = el('tr');
    this.body = el('tbody');
    this.more = el('button', { type: 'button', class: 'more', onclick: () => this.#more() });
    const table = el('table', null, el('caption', { class: 'unseen' }, options.caption), el('thead', null, this.head), this.body);
    this.element = el('div', { class: 'table' },
      // A part that scrolls is reached by Tab.
      el('div', { class: 'scroll', tabIndex: 0, role: 'region', 'aria-label': options.caption }, table), this.more);
    this.#drawHead();
    this.show([]);
  }

  /** Shows rows, in their order or in the one that was chosen. @param {Row[]} rows */
  show(rows) {
    this.rows = rows;
    this.listed = this.page;
    this.#draw();
  }

  #more() {
    const first = this.listed;
    this.listed += 5 * this.page;
    this.#draw();
    /** @type {HTMLElement | undefined} */ (this.body.children[first])?.focus();
  }

  #drawHead() {
    fill(this.head, ...this.options.columns.map(column => {
      const down = this.order?.name === column.name ? this.order.down : null;
      const title = column.sort
        ? el('button', { type: 'button', onclick: () => this.#sortBy(column) }, column.title)
        : column.title;
      const sorted = down === null ? 'none' : down ? 'descending' : 'ascending';
      return el('th', { scope: 'col', class: column.numeric ? 'numeric' : '', 'aria-sort': column.sort ? sorted : null }, title);
    }));
  }

  /** Chooses the order by the name of a column, as its head does. @param {string} name @param {boolean} down */
  sortBy(name, down) {
    this.order = { name, down };
    this.#drawHead();
    this.#draw();
  }

  /** @param {ColumnOf<Row>} column */
  #sortBy(column) {
    // Numbers begin with the greatest, words with the first.
    const down = this.order?.name === column.name ? !this.order.down : column.numeric === true;
    this.sortBy(column.name, down);
    const index = this.options.columns.indexOf(column);
    this.head.children[index]?.querySelector('button')?.focus();
  }

  /** The rows in their order. */
  sorted() {
    const sort = this.options.columns.find(column => column.name === this.order?.name)?.sort;
    if (!sort || !this.order) return this.rows;
    const turn = this.order.down ? -1 : 1;
    const compare = (/** @type {number | string} */ a, /** @type {number | string} */ b) =>
      typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b));
    return [...this.rows].sort((a, b) => turn * compare(sort(a), sort(b)));
  }

  #draw() {
    const { columns, onpoint, onpick, rowName, isCurrent } = this.options;
    const rows = this.sorted().slice(0, this.listed);
    const focused = [...this.body.children].findIndex(row => row === document.activeElement);
    fill(this.body, ...rows.map(row => el('tr', {
      tabIndex: onpoint || onpick ? 0 : null,
      class: onpick ? 'pickable' : '',
      'aria-label': rowName?.(row),
      'aria-current': isCurrent?.(row) ? 'true' : null,
      onmouseenter: onpoint && (() => onpoint(row)),
      onmouseleave: onpoint && (() => onpoint(null)),
      onfocus: onpoint && (() => onpoint(row)),
      onblur: onpoint && (() => onpoint(null)),
      onclick: onpick && (() => onpick(row)),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event, row),
    }, ...columns.map((column, index) =>
      el(index === 0 ? 'th' : 'td', { scope: index === 0 ? 'row' : null, class: column.numeric ? 'numeric' : '' }, column.show(row))))));
    // New rows take the place of old ones under the focus.
    if (focused >= 0) /** @type {HTMLElement | undefined} */ (this.body.children[Math.min(focused, rows.length - 1)])?.focus();
    const left = this.rows.length - rows.length;
    this.more.hidden = left <= 0;
    this.more.textContent = t('table.more', { count: Math.max(left, 0) });
  }

  /** @param {KeyboardEvent} event @param {Row} row */
  #key(event, row) {
    const here = /** @type {HTMLElement} */ (event.currentTarget);
    if (event.target !== here) return;
    const sibling = event.key === 'ArrowDown' ? here.nextElementSibling : event.key === 'ArrowUp' ? here.previousElementSibling : null;
    if (sibling) {
      event.preventDefault();
      /** @type {HTMLElement} */ (sibling).focus();
    } else if (event.key === 'Enter' && this.options.onpick) {
      event.preventDefault();
      this.options.onpick(row);
    }
  }
}
