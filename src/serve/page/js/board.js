/** @file A board as an ARIA grid: one square has the focus, arrow keys move it. */

import { el, fill } from './dom.js';
import { t } from './text.js';

/** @typedef {import('./letters.js').Tile} Tile */
/** @typedef {import('./letters.js').Letters} Letters */
/** @typedef {{ row: number, column: number }} Square Both from 1, as in the API. */
/** @typedef {'across' | 'down'} Direction */
/** @typedef {{ rows: number, columns: number, start: [number, number], squares: string[] }} Layout */

/** The name of a square: `H8` for a play down, `8H` for one across. @param {Square} square @param {Direction} [direction] */
export function squareName({ row, column }, direction = 'across') {
  const letter = columnName(column);
  return direction === 'across' ? `${row}${letter}` : `${letter}${row}`;
}

/** The letters of a column: `A` to `Z`, then `AA`. @param {number} column From 1. */
export function columnName(column) {
  const letter = (/** @type {number} */ number) => String.fromCharCode(64 + number);
  return column <= 26 ? letter(column) : letter(Math.floor((column - 1) / 26)) + letter((column - 1) % 26 + 1);
}

/** The square after this one. @param {Square} square @param {Direction} direction @param {number} [steps] @returns {Square} */
export function next({ row, column }, direction, steps = 1) {
  return direction === 'across' ? { row, column: column + steps } : { row: row + steps, column };
}

/**
 * A board. Listeners get squares; what keys other than arrows mean is for the tab to say.
 */
export class BoardView {
  /**
   * @param {{
   *   layout: Layout, letters: Letters, label: string,
   *   onpick?: (square: Square, event: MouseEvent) => void,
   *   onkey?: (event: KeyboardEvent, square: Square) => void,
   *   onfocus?: (square: Square) => void,
   * }} options
   */
  constructor(options) {
    this.options = options;
    this.layout = options.layout;
    this.letters = options.letters;
    /** @type {(Tile | null)[][]} The tiles that lie. */
    this.tiles = Array.from({ length: this.layout.rows }, () => Array(this.layout.columns).fill(null));
    /** @type {Map<string, Tile>} The tiles that are tried, by the name of the square. */
    this.tried = new Map();
    /** @type {Square[]} */
    this.triedSquares = [];
    /** @type {Square} */
    this.focused = { row: this.layout.start[0], column: this.layout.start[1] };
    /** @type {Direction | null} The direction of typing; an arrow on the focused square shows it. */
    this.direction = null;
    /** @type {HTMLElement[][]} */
    this.cells = [];
    /** What each square shows, so that only squares that change are drawn. @type {WeakMap<Element, string>} */
    this.drawn = new WeakMap();
    this.element = this.#make();
    this.draw();
  }

  #make() {
    const { rows, columns } = this.layout;
    const grid = el('div', {
      class: 'board',
      role: 'grid',
      'aria-label': this.options.label,
      'aria-rowcount': rows,
      'aria-colcount': columns,
      style: { '--columns': columns, '--rows': rows },
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
    });
    for (let row = 1; row <= rows; row += 1) {
      const cells = [];
      for (let column = 1; column <= columns; column += 1) {
        const square = { row, column };
        cells.push(el('div', {
          role: 'gridcell',
          class: 'square',
          tabIndex: -1,
          'data-square': squareName(square),
          'aria-colindex': column,
          onclick: (/** @type {MouseEvent} */ event) => {
            this.focus(square);
            this.options.onpick?.(square, event);
          },
          onfocus: () => {
            this.rove(square);
            this.options.onfocus?.(square);
          },
        }));
      }
      this.cells.push(cells);
      grid.append(el('div', { role: 'row', 'aria-rowindex': row }, ...cells));
    }
    // Letters and numbers at the edges are for the eye; each square says its own name.
    const edge = (/** @type {string} */ name, /** @type {string[]} */ texts) =>
      el('div', { class: `edge ${name}`, 'aria-hidden': true }, ...texts.map(text => el('span', null, text)));
    const names = Array.from({ length: columns }, (_, index) => columnName(index + 1));
    const numbers = Array.from({ length: rows }, (_, index) => String(index + 1));
    return el('div', { class: 'board-frame', style: { '--columns': columns, '--rows': rows } },
      edge('above', names), edge('left', numbers), grid);
  }

  /** Shows tiles that lie: rows of texts as in the API, or of tiles. @param {(string | null | Tile)[][]} rows */
  show(rows) {
    this.tiles = rows.map(row => row.map(text =>
      text === null || text === '' ? null : typeof text === 'string' ? this.letters.tile(text) : text));
    this.draw();
  }

  /** Shows tiles that are tried. @param {(Square & { tile: Tile })[]} tiles */
  try(tiles) {
    const changed = [...this.triedSquares, ...tiles].filter(square => this.has(square));
    this.triedSquares = tiles;
    this.tried = new Map(tiles.map(tile => [squareName(tile), tile.tile]));
    // Plays that follow the pointer change a few squares many times a second.
    for (const square of changed) this.#drawSquare(square);
  }

  /** Marks squares, for example the last play. @param {string} name A class. @param {Square[]} squares */
  mark(name, squares) {
    for (const row of this.cells) for (const cell of row) cell.classList.remove(name);
    for (const { row, column } of squares) this.cells[row - 1]?.[column - 1]?.classList.add(name);
  }

  /** The tile on a square, tried or not. @param {Square} square @returns {Tile | null} */
  at(square) {
    return this.tried.get(squareName(square)) ?? this.tiles[square.row - 1]?.[square.column - 1] ?? null;
  }

  /** `true` if there is such a square, and it is no hole. @param {Square} square */
  has({ row, column }) {
    const sign = this.layout.squares[row - 1]?.[column - 1];
    return sign !== undefined && sign !== '#';
  }

  draw() {
    for (let row = 1; row <= this.layout.rows; row += 1) {
      for (let column = 1; column <= this.layout.columns; column += 1) this.#drawSquare({ row, column });
    }
    this.rove(this.focused);
  }

  /** @param {Square} square */
  #drawSquare(square) {
    const cell = this.cells[square.row - 1][square.column - 1];
    const sign = this.layout.squares[square.row - 1][square.column - 1];
    const tile = this.at(square);
    const tried = this.tried.has(squareName(square));
    const shown = tile ? `${tile.label} ${tile.blank} ${tried}` : '';
    if (this.drawn.get(cell.firstElementChild ?? cell) === shown) return;
    const [startRow, startColumn] = this.layout.start;
    const start = square.row === startRow && square.column === startColumn;
    cell.setAttribute('data-premium', sign === '.' ? '' : sign);
    cell.classList.toggle('start', start);
    cell.classList.toggle('tried', tried);
    const premium = sign === '.' || sign === '#' ? '' : t(`premium.${sign}.name`);
    const says = [squareName(square), tile ? tileName(tile, this.letters) : sign === '#' ? t('square.hole') : t('square.empty')];
    if (!tile && premium) says.push(premium);
    if (!tile && start) says.push(t('square.start'));
    if (tried) says.push(t('square.tried'));
    cell.setAttribute('aria-label', says.join(', '));
    if (tile) fill(cell, tileFace(tile, this.letters));
    else fill(cell, premium && el('span', { class: 'premium', 'data-sign': t(`premium.${sign}`) }));
    this.drawn.set(cell.firstElementChild ?? cell, shown);
  }

  /** Moves the focus. @param {Square} square */
  focus(square) {
    const cell = this.cells[square.row - 1]?.[square.column - 1];
    if (!cell) return;
    cell.focus();
    // A page in the background gets no event.
    this.rove(square);
  }

  /** Turns the direction of typing, or hides it. @param {Direction | null} direction */
  turn(direction) {
    this.direction = direction;
    this.rove(this.focused);
  }

  /** Makes a square the one that is reached by Tab. @param {Square} square */
  rove(square) {
    const cell = (/** @type {Square} */ { row, column }) => this.cells[row - 1][column - 1];
    const [before, after] = [cell(this.focused), cell(square)];
    this.focused = square;
    // Attributes that stay the same are left alone: the browser would lay out the page anew for each.
    if (before !== after) before.tabIndex = -1;
    if (before !== after || !this.direction) before.removeAttribute('data-direction');
    if (after.tabIndex !== 0) after.tabIndex = 0;
    if (this.direction && after.dataset.direction !== this.direction) after.dataset.direction = this.direction;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    this.options.onkey?.(event, this.focused);
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const { row, column } = this.focused;
    const { rows, columns } = this.layout;
    /** @type {Record<string, Square>} */
    const moves = {
      ArrowUp: { row: Math.max(1, row - 1), column },
      ArrowDown: { row: Math.min(rows, row + 1), column },
      ArrowLeft: { row, column: Math.max(1, column - 1) },
      ArrowRight: { row, column: Math.min(columns, column + 1) },
      Home: { row, column: 1 },
      End: { row, column: columns },
    };
    const moved = moves[event.key];
    if (!moved) return;
    event.preventDefault();
    this.focus(moved);
  }
}

/** What a screen reader says of a tile. @param {Tile} tile @param {Letters} letters */
export function tileName(tile, letters) {
  if (tile.label === '?') return t('tile.blank');
  if (tile.blank) return t('tile.blankAs', { letter: tile.label });
  return t('tile.points', { letter: tile.label, count: letters.points(tile) });
}

/** The face of a tile. @param {Tile} tile @param {Letters} letters */
export function tileFace(tile, letters) {
  const points = letters.points(tile);
  const shown = tile.label === '?' ? '' : tile.label;
  return el('span', { class: `tile${tile.blank ? ' blank' : ''}${shown.length > 1 ? ' wide' : ''}`, 'aria-hidden': true },
    el('b', null, shown), points > 0 && el('i', { 'data-points': points }));
}
