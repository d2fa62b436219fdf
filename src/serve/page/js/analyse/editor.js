/** @file The board as an editor: letters are typed on it, and plays are shown on it as ghosts. */

import { BoardView, next } from '../board.js';
import { t } from '../text.js';

/** @typedef {import('../letters.js').Tile} Tile */
/** @typedef {import('../letters.js').Letters} Letters */
/** @typedef {import('../board.js').Square} Square */
/** @typedef {Square & { tile: Tile }} Laid */
/** @typedef {Square & { tile: Tile | null }} Change */

export class Editor {
  /**
   * @param {{
   *   layout: import('../board.js').Layout, letters: Letters,
   *   onedit: (changes: Change[]) => void, onturn: () => void,
   * }} options
   */
  constructor(options) {
    this.options = options;
    /** Letters are typed as blanks; Shift does the opposite. */
    this.blank = false;
    /** @type {Square | null} */
    this.picked = null;
    /** @type {Laid[]} What is shown when nothing is pointed at. */
    this.base = [];
    this.board = new BoardView({
      layout: options.layout,
      letters: options.letters,
      label: t('analyse.board'),
      onpick: square => this.#pick(square),
      onkey: (event, square) => this.#key(event, square),
      onfocus: () => {
        if (!this.board.direction) this.#turnTo('across');
      },
    });
    this.board.element.addEventListener('focusout', event => {
      if (this.board.element.contains(/** @type {Node | null} */ (event.relatedTarget))) return;
      // The arrow is kept for the buttons that type a letter.
      this.picked = null;
    });
  }

  /** @param {(Tile | null)[][]} tiles */
  show(tiles) {
    this.board.show(tiles);
  }

  /** Shows the tiles of a play until another one, or null, is shown. @param {Laid[] | null} tiles */
  ghost(tiles) {
    this.board.try(tiles ?? this.base);
  }

  /** Shows tiles whenever nothing else is pointed at. @param {Laid[]} tiles */
  setBase(tiles) {
    this.base = tiles;
    this.board.try(tiles);
  }

  /** Types a letter on the square that has the cursor. @param {string} label @param {boolean} blank */
  type(label, blank) {
    const square = this.board.focused;
    if (!this.board.has(square)) return;
    this.options.onedit([{ ...square, tile: { label, blank } }]);
    this.#step(1);
  }

  turn() {
    this.#turnTo(this.board.direction === 'across' ? 'down' : 'across');
  }

  /** @param {import('../board.js').Direction} direction */
  #turnTo(direction) {
    this.board.turn(direction);
    this.options.onturn();
  }

  /** @param {Square} square */
  #pick(square) {
    if (this.picked && this.picked.row === square.row && this.picked.column === square.column) this.turn();
    this.picked = square;
  }

  /** @param {number} steps @returns {Square | null} */
  #step(steps) {
    const square = next(this.board.focused, this.board.direction ?? 'across', steps);
    if (!this.board.has(square)) return null;
    this.picked = square;
    // The buttons of letters keep the focus.
    const focused = this.board.element.contains(document.activeElement);
    if (focused) this.board.focus(square);
    else this.board.rove(square);
    return square;
  }

  /** @param {Square} square */
  #clear(square) {
    if (this.board.tiles[square.row - 1]?.[square.column - 1]) this.options.onedit([{ ...square, tile: null }]);
  }

  /** @param {KeyboardEvent} event @param {Square} square */
  #key(event, square) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key.startsWith('Arrow')) this.picked = null;
    const label = [...event.key].length === 1 ? this.options.letters.typed(event.key) : null;
    if (label) this.type(label, event.shiftKey !== this.blank);
    else if (event.key === ' ') this.turn();
    else if (event.key === 'Delete') this.#clear(square);
    else if (event.key === 'Backspace') {
      if (this.board.tiles[square.row - 1][square.column - 1]) this.#clear(square);
      else {
        const before = this.#step(-1);
        if (before) this.#clear(before);
      }
    } else return;
    event.preventDefault();
  }
}
