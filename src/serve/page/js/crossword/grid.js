/** @file A grid that is drawn: blocks by their symmetry, letters that are given, and those of a fill. */

import { el, fill } from '../dom.js';
import { t } from '../text.js';

/** @typedef {{ block: boolean, letter: string, given: boolean }} Square `given`: the letter was typed. */
/** @typedef {'none' | 'turn' | 'mirror'} Symmetry */

export class Grid {
  /** @param {import('../letters.js').Letters} letters @param {() => void} onchange */
  constructor(letters, onchange) {
    this.letters = letters;
    this.onchange = onchange;
    /** @type {Symmetry} */
    this.symmetry = 'turn';
    this.down = false;
    this.at = 0;
    this.rows = 0;
    this.columns = 0;
    /** @type {Square[]} */
    this.squares = [];
    this.element = el('div', {
      class: 'crossword-grid', role: 'grid', 'aria-label': t('crossword.grid'),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
    });
  }

  /** An empty grid. @param {number} rows @param {number} columns */
  clear(rows, columns) {
    this.set(Array.from({ length: rows }, () => '-'.repeat(columns)));
  }

  /** Takes the rows of a grid as text. @param {string[]} lines @param {boolean} [given] */
  set(lines, given = true) {
    const parts = lines.map(line => line.match(/\[[^\]]*\]|[^[\]]/gu) ?? []);
    const before = given ? null : this.squares;
    this.rows = parts.length;
    this.columns = parts[0]?.length ?? 0;
    this.squares = parts.flat().map((part, at) => {
      const letter = part === '#' || part === '-' ? '' : part.replace(/[[\]]/g, '');
      return { block: part === '#', letter, given: letter !== '' && (before === null || before[at]?.given === true) };
    });
    this.at = Math.min(this.at, this.squares.length - 1);
    this.draw();
  }

  /** The rows as text. @param {boolean} all With the letters of a fill, not only those that are given. */
  lines(all) {
    const text = (/** @type {Square} */ { block, letter, given }) => (block ? '#' : !letter || !(given || all) ? '-'
      : [...letter].length > 1 ? `[${letter}]` : letter);
    return Array.from({ length: this.rows }, (_, row) =>
      this.squares.slice(row * this.columns, (row + 1) * this.columns).map(text).join(''));
  }

  /** The number of each square where an entry begins; 0 for the others. */
  numbers() {
    let last = 0;
    return this.squares.map((_, at) => {
      const open = (/** @type {number} */ row, /** @type {number} */ column) => row >= 0 && row < this.rows
        && column >= 0 && column < this.columns && !this.squares[row * this.columns + column].block;
      const [row, column] = [Math.floor(at / this.columns), at % this.columns];
      const across = !open(row, column - 1) && open(row, column + 1);
      const down = !open(row - 1, column) && open(row + 1, column);
      return open(row, column) && (across || down) ? (last += 1) : 0;
    });
  }

  /** Forgets the letters of a fill. */
  forget() {
    for (const square of this.squares) if (!square.given) square.letter = '';
    this.draw();
  }

  draw() {
    const focused = this.element.contains(document.activeElement);
    const numbers = this.numbers();
    this.element.style.setProperty('--columns', String(this.columns));
    fill(this.element, ...Array.from({ length: this.rows }, (_, row) => el('div', { role: 'row' },
      ...this.squares.slice(row * this.columns, (row + 1) * this.columns).map((square, column) => {
        const at = row * this.columns + column;
        return el('div', {
          role: 'gridcell', class: this.#class(square), tabIndex: at === this.at ? 0 : -1, 'data-at': at,
          onpointerdown: (/** @type {PointerEvent} */ event) => {
            event.preventDefault();
            if (at === this.at && this.element.contains(document.activeElement)) this.down = !this.down;
            this.#go(at);
          },
          onfocus: () => { this.at = at; },
          ondblclick: () => this.block(at),
        }, el('span', { class: 'unseen' }, this.#says(square, row, column, numbers[at])),
        numbers[at] ? el('i', { 'aria-hidden': 'true' }, String(numbers[at])) : null,
        square.letter ? el('b', { 'aria-hidden': 'true' }, square.letter) : null);
      }))));
    if (focused) this.#cell(this.at)?.focus();
    this.onchange();
  }

  /** @param {Square} square */
  #class({ block, letter, given }) {
    return block ? 'block' : letter && !given ? 'found' : '';
  }

  /** @param {Square} square @param {number} row @param {number} column @param {number} number */
  #says({ block, letter }, row, column, number) {
    const place = t('crossword.square', { row: row + 1, column: column + 1 });
    const what = block ? t('crossword.block') : letter || t('square.empty');
    return `${place}: ${what}${number ? `, ${t('crossword.number', { number: String(number) })}` : ''}`;
  }

  /** @param {number} at @returns {HTMLElement | null} */
  #cell(at) {
    return this.element.querySelector(`[data-at="${at}"]`);
  }

  /** @param {number} at */
  #go(at) {
    this.#cell(this.at)?.setAttribute('tabindex', '-1');
    this.at = at;
    const cell = this.#cell(at);
    cell?.setAttribute('tabindex', '0');
    cell?.focus();
  }

  /** Makes a square a block, or open again, with those that are symmetric to it. @param {number} at */
  block(at) {
    const block = !this.squares[at].block;
    const [row, column] = [Math.floor(at / this.columns), at % this.columns];
    const turned = this.squares.length - 1 - at;
    const mirrored = row * this.columns + this.columns - 1 - column;
    const places = this.symmetry === 'turn' ? [at, turned] : this.symmetry === 'mirror' ? [at, mirrored] : [at];
    for (const place of places) this.squares[place] = { block, letter: '', given: false };
    this.draw();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || this.squares.length === 0) return;
    const [row, column] = [Math.floor(this.at / this.columns), this.at % this.columns];
    const step = (/** @type {number} */ by) => {
      const to = this.down ? row + by : column + by;
      if (to < 0 || to >= (this.down ? this.rows : this.columns)) return;
      this.#go(this.down ? to * this.columns + column : row * this.columns + to);
    };
    /** @type {Record<string, [number, number]>} */
    const moves = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
    const move = moves[event.key];
    const label = event.key.length === 1 ? this.letters.typed(event.key) : null;
    if (move) {
      const [to, over] = [row + move[0], column + move[1]];
      this.down = move[0] !== 0;
      if (to >= 0 && to < this.rows && over >= 0 && over < this.columns) this.#go(to * this.columns + over);
    } else if (event.key === ' ' || event.key === '.' || event.key === '#') {
      this.block(this.at);
    } else if (event.key === 'Backspace' || event.key === 'Delete') {
      if (!this.squares[this.at].block) Object.assign(this.squares[this.at], { letter: '', given: false });
      this.draw();
      if (event.key === 'Backspace') step(-1);
    } else if (label && !this.squares[this.at].block) {
      Object.assign(this.squares[this.at], { letter: label, given: true });
      this.draw();
      step(1);
    } else {
      return;
    }
    event.preventDefault();
  }
}
