/** @file The person's hand: laying tiles by typing, by picking a tile and a square, and by dragging. */

import { next, squareName } from '../board.js';
import { t } from '../text.js';
import { askBlank } from './dialogs.js';
import { dragging } from './drag.js';
import { RackView } from './rack.js';

/**
 * @typedef {import('../app.js').App} App
 * @typedef {import('../board.js').BoardView} BoardView
 * @typedef {import('../board.js').Square} Square
 * @typedef {import('../board.js').Direction} Direction
 * @typedef {import('./session.js').Session} Session
 * @typedef {import('./session.js').RackTile} RackTile
 */

export class Hand {
  /**
   * @param {{
   *   root: HTMLElement, app: App, session: () => Session, board: () => BoardView, changed: () => void,
   *   signal: AbortSignal,
   * }} options `changed` is called when the tiles on the board or on the rack are others.
   */
  constructor(options) {
    this.options = options;
    this.rack = new RackView({
      onpick: tile => this.#pickTile(tile),
      onmove: (tile, place) => {
        this.session.move(tile.id, place);
        options.changed();
      },
    });
    /** The square that was clicked last; a second click turns the direction. */
    this.clicked = '';
    /** The tile that was typed last, which the next key may make a letter of several characters. */
    this.typedId = -1;
    dragging({
      root: options.root,
      rack: this.rack.element,
      board: options.board,
      grab: element => {
        if (this.session.over) return null;
        const name = element.getAttribute('data-square');
        const laid = this.session.laid.find(laid => squareName(laid) === name);
        return laid?.id ?? (Number(element.getAttribute('data-id')) || null);
      },
      drop: (id, target) => this.#drop(id, target),
      signal: options.signal,
    });
  }

  get session() {
    return this.options.session();
  }

  /** @type {Direction} */
  get direction() {
    return this.options.board().direction ?? 'across';
  }

  /** @param {Direction} direction */
  turn(direction) {
    this.options.board().turn(direction);
    this.options.app.say(t(`play.${direction}`));
  }

  /** A tile of the rack is selected, or no longer. @param {RackTile} tile */
  #pickTile(tile) {
    this.rack.selected = this.rack.selected === tile.id ? null : tile.id;
    this.rack.draw(this.session);
    this.rack.focus(tile.id);
  }

  /** A square is clicked. @param {Square} square */
  pick(square) {
    const again = this.clicked === squareName(square);
    this.clicked = squareName(square);
    const laid = this.session.laidOn(square);
    if (this.rack.selected !== null) this.#layTile(this.rack.selected, square);
    else if (laid) this.#take(laid.id);
    else if (again) this.turn(this.direction === 'across' ? 'down' : 'across');
  }

  /** The selected tile is laid on a square; false if none is selected. @param {Square} square */
  laySelected(square) {
    if (this.rack.selected === null) return false;
    this.#layTile(this.rack.selected, square);
    return true;
  }

  /** `true` if a tile can lie there. @param {Square} square */
  #open(square) {
    return this.options.board().has(square) && !this.session.played(square) && !this.session.over;
  }

  /** @param {number} id @param {Square} square */
  async #layTile(id, square) {
    const { session } = this;
    const tile = session.tiles.find(tile => tile.id === id);
    if (!tile || !this.#open(square)) return;
    this.rack.selected = null;
    let label = tile.label;
    if (label === '?') {
      // A blank that is moved stays what it is.
      const chosen = session.laid.find(laid => laid.id === id)?.tile.label ?? await askBlank(this.options.root, session);
      if (!chosen || this.session !== session || !this.#open(square)) {
        this.options.changed();
        return;
      }
      label = chosen;
    }
    session.lay(tile, square, label);
    this.options.changed();
  }

  /** @param {number} id @param {import('./drag.js').Target} target */
  #drop(id, target) {
    if (target && 'square' in target) {
      this.#layTile(id, target.square);
    } else if (target) {
      const from = this.session.tiles.findIndex(tile => tile.id === id);
      this.session.unlay(id);
      this.session.move(id, target.place > from ? target.place - 1 : target.place);
      this.options.changed();
    } else if (this.session.laid.some(laid => laid.id === id)) {
      this.#take(id);
    }
  }

  /** @param {number} id */
  #take(id) {
    this.session.unlay(id);
    this.options.changed();
  }

  /** Takes back the tile on the focused square. */
  takeFocused() {
    const laid = this.session.laidOn(this.options.board().focused);
    if (laid) this.#take(laid.id);
  }

  /** Takes the last tile back, and returns to its square. */
  back() {
    const last = this.session.laid.at(-1);
    if (!last) return;
    this.#take(last.id);
    this.options.board().focus(last);
  }

  /** Takes all tiles back. */
  recall() {
    const [first] = this.session.laid;
    if (!first) return;
    this.session.laid = [];
    this.options.changed();
    const board = this.options.board();
    if (board.element.contains(document.activeElement)) board.focus(first);
    this.options.app.say(t('play.recalled'));
  }

  shuffle() {
    this.session.shuffle();
    this.options.changed();
  }

  /** An arrow key: along the other axis it turns the direction first. @param {KeyboardEvent} event */
  arrow(event) {
    const axis = ['ArrowLeft', 'ArrowRight'].includes(event.key) ? 'across'
      : ['ArrowUp', 'ArrowDown'].includes(event.key) ? 'down' : null;
    if (!axis || axis === this.direction || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.turn(axis);
  }

  /**
   * The tile of the rack that a key lays, and the letter that it is.
   * @param {string} key @param {boolean} blank `true` to use a blank even if the letter is there.
   * @returns {{ tile: RackTile, label: string } | null}
   */
  #tileFor(key, blank) {
    const { session } = this;
    const { letters } = session;
    const free = session.free();
    const label = letters.typed(key);
    const upper = key.toLocaleUpperCase();
    const wanted = blank ? [] : [label, ...letters.labels().filter(other => other !== label && other.startsWith(upper))];
    for (const one of wanted) {
      const tile = one && free.find(tile => tile.label === one);
      if (tile) return { tile, label: one };
    }
    const tile = label && free.find(tile => tile.label === '?');
    return tile ? { tile, label } : null;
  }

  /**
   * A letter is typed on the focused square. With Shift it is a blank.
   * @param {KeyboardEvent} event
   * @returns {boolean} `true` if the key types a letter of the alphabet
   */
  type(event) {
    const { session } = this;
    const board = this.options.board();
    const { letters } = session;
    const upper = event.key.toLocaleUpperCase();
    const label = letters.typed(event.key);
    if (event.key.length > 2 || (!label && !letters.labels().some(other => other.startsWith(upper)))) return false;
    if (session.over) return true;
    const last = session.laid.at(-1);
    if (last?.id === this.typedId && !last.tile.blank) {
      // C and H become CH, unless there is an H to lay.
      const joined = session.free().find(tile => tile.label === last.tile.label + upper);
      if (joined && !session.free().some(tile => tile.label === label)) {
        session.unlay(last.id);
        this.#layTyped(joined, last, joined.label);
        return true;
      }
    }
    let square = board.focused;
    const laid = session.laidOn(square);
    if (laid) session.unlay(laid.id);
    else while (session.played(square)) square = next(square, this.direction);
    if (!this.#open(square)) {
      this.options.app.say(t('play.noRoom'), 'wrong');
      return true;
    }
    const found = this.#tileFor(event.key, event.shiftKey) ?? (event.shiftKey ? this.#tileFor(event.key, false) : null);
    if (found) {
      this.#layTyped(found.tile, square, found.label);
    } else {
      if (laid) session.laid.push(laid);
      this.options.app.say(t('play.noTile', { letter: label ?? upper }), 'wrong');
    }
    return true;
  }

  /** Lays a tile and goes on to the next free square. @param {RackTile} tile @param {Square} square @param {string} label */
  #layTyped(tile, square, label) {
    const { session } = this;
    const board = this.options.board();
    session.lay(tile, square, label);
    this.typedId = tile.id;
    this.options.changed();
    let after = next(square, this.direction);
    while (session.played(after) || session.laidOn(after)) after = next(after, this.direction);
    board.focus(board.has(after) ? after : square);
  }
}
