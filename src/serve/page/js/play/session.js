/** @file A game that is being played: what the server says of it, the tiles laid so far, and its memory. */

import { squareName } from '../board.js';
import { laidBy } from '../notation.js';
import { load, save, watch } from '../store.js';

/**
 * @typedef {import('../app.js').App} App
 * @typedef {import('../board.js').Square} Square
 * @typedef {import('../letters.js').Tile} Tile
 * @typedef {{
 *   lexicon: string, layout: string, rules: string, level: string, seed: number, seat: number, moves: string[],
 * }} GameState
 * @typedef {{ seat: number, move: string, words: string[], score: number, total: number }} Turn
 * @typedef {{
 *   game: GameState, board: (string | null)[][], rack: string, other_rack: string | null, scores: [number, number],
 *   on_turn: number, bag: number, may_exchange: boolean, unseen: { tile: string, count: number }[], turns: Turn[],
 *   end: { how: string, seat: number | null, winner: number | null } | null,
 * }} GameAnswer
 * @typedef {{
 *   move: string, score: number, worth: number, parts: { name: string, value: number }[],
 * }} Considered A move and its reasons.
 * @typedef {{ id: number, label: string }} RackTile
 * @typedef {Square & { id: number, tile: Tile }} Laid A tile of the rack that lies on the board, not played yet.
 * @typedef {{
 *   version: 1, id: string, stamp: number, answer: GameAnswer, tiles: RackTile[], laid: Laid[], resigned: boolean,
 *   reasons: Considered[],
 * }} Stored
 */

const NAME = 'play.game';

export class Session {
  /** @param {App} app @param {GameAnswer} answer */
  constructor(app, answer) {
    /** @type {App} */
    this.app = app;
    /** Tells this game from others, in the memory that all tabs of the browser share. */
    this.id = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
    this.stamp = 0;
    this.answer = answer;
    /** @type {RackTile[]} The rack, in the person's order. */
    this.tiles = [];
    /** @type {Laid[]} In the order in which they were laid. */
    this.laid = [];
    this.resigned = false;
    /** @type {Considered[]} The reasons of the machine for its last move, the move first. */
    this.reasons = [];
    this.adopt(answer);
  }

  /** The game that is remembered, if it can go on with what is at hand. @param {App} app @returns {Session | null} */
  static restore(app) {
    const stored = load(NAME, /** @type {Stored | null} */ (null));
    if (stored?.version !== 1) return null;
    const { lexicon, layout } = stored.answer.game;
    const known = app.lexicons.some(({ name, games }) => name === lexicon && games);
    if (!known || !app.boards.some(({ name }) => name === layout)) return null;
    const session = new Session(app, stored.answer);
    session.take(stored);
    return session;
  }

  /** The lexicon of the game that is remembered. */
  static lexicon() {
    return load(NAME, /** @type {Stored | null} */ (null))?.answer.game.lexicon;
  }

  /** Takes over what was stored. @param {Stored} stored */
  take(stored) {
    const { id, stamp, answer, tiles, laid, resigned, reasons } = stored;
    Object.assign(this, { id, stamp, answer, tiles, laid, resigned, reasons });
  }

  /**
   * Follows other tabs of the browser: takes over what they store of this game if it is newer.
   * @param {() => void} taken
   * @param {AbortSignal} signal
   */
  follow(taken, signal) {
    watch(NAME, (/** @type {Stored | null} */ stored) => {
      if (stored?.version !== 1 || stored.id !== this.id || stored.stamp <= this.stamp) return;
      this.take(stored);
      taken();
    }, signal);
  }

  save() {
    this.stamp = Math.max(this.stamp + 1, Date.now());
    const { id, stamp, answer, tiles, laid, resigned, reasons } = this;
    save(NAME, /** @type {Stored} */ ({ version: 1, id, stamp, answer, tiles, laid, resigned, reasons }));
  }

  get seat() {
    return this.answer.game.seat;
  }

  get over() {
    return this.answer.end !== null || this.resigned;
  }

  /** `true` if the person is on turn. */
  get mine() {
    return !this.over && this.answer.on_turn === this.seat;
  }

  /** @returns {any} */
  get lexicon() {
    return this.app.lexicons.find(({ name }) => name === this.answer.game.lexicon);
  }

  /** @returns {import('../letters.js').Letters} */
  get letters() {
    return this.app.letters(this.lexicon.alphabet);
  }

  /** @returns {import('../board.js').Layout & { name: string, title: string, rack: number }} */
  get layout() {
    return this.app.boards.find(({ name }) => name === this.answer.game.layout);
  }

  /**
   * The game goes on. Tiles that are still on the rack keep their places.
   * @param {GameAnswer} answer
   * @returns {string[]} the tiles that are new
   */
  adopt(answer) {
    this.answer = answer;
    const wanted = this.letters.read(answer.rack).map(({ label }) => label);
    // Of two equal tiles, the one that was laid is the one that is gone.
    const free = new Set(this.free().map(({ id }) => id));
    const kept = new Set();
    for (const { id, label } of [...this.tiles].sort((a, b) => Number(free.has(b.id)) - Number(free.has(a.id)))) {
      const at = wanted.indexOf(label);
      if (at < 0) continue;
      wanted.splice(at, 1);
      kept.add(id);
    }
    let id = Math.max(0, ...this.tiles.map(tile => tile.id));
    this.tiles = [...this.tiles.filter(tile => kept.has(tile.id)), ...wanted.map(label => ({ id: id += 1, label }))];
    const owned = new Set(this.tiles.map(tile => tile.id));
    this.laid = this.laid.filter(laid => !this.over && owned.has(laid.id) && !this.played(laid));
    return wanted;
  }

  /** The text of the tile that was played on a square, if there is one. @param {Square} square */
  played({ row, column }) {
    return this.answer.board[row - 1]?.[column - 1] || null;
  }

  /** The tile that is laid on a square. @param {Square} square */
  laidOn(square) {
    return this.laid.find(laid => squareName(laid) === squareName(square));
  }

  /** The tiles of the rack that are not laid. */
  free() {
    return this.tiles.filter(({ id }) => !this.laid.some(laid => laid.id === id));
  }

  /** Lays a tile; a blank stands for `label`. @param {RackTile} tile @param {Square} square @param {string} label */
  lay({ id, label: own }, { row, column }, label) {
    this.laid = this.laid.filter(laid => laid.id !== id && squareName(laid) !== squareName({ row, column }));
    this.laid.push({ row, column, id, tile: { label, blank: own === '?' } });
  }

  /** Lays the tiles of a move, in place of those that are laid. @param {string} move */
  layMove(move) {
    this.laid = [];
    for (const { row, column, tile } of laidBy(move, this.letters)) {
      const own = this.free().find(({ label }) => label === (tile.blank ? '?' : tile.label));
      if (own) this.lay(own, { row, column }, tile.label);
    }
  }

  /** Takes a tile back. @param {number} id */
  unlay(id) {
    this.laid = this.laid.filter(laid => laid.id !== id);
  }

  /** Moves a tile of the rack to a place. @param {number} id @param {number} place */
  move(id, place) {
    const tile = this.tiles.find(tile => tile.id === id);
    if (!tile) return;
    const others = this.tiles.filter(tile => tile.id !== id);
    others.splice(Math.max(0, Math.min(place, others.length)), 0, tile);
    this.tiles = others;
  }

  shuffle() {
    const before = this.tiles.map(({ id }) => id).join();
    for (let round = 0; round < 5; round += 1) {
      for (let at = this.tiles.length - 1; at > 0; at -= 1) {
        const other = Math.floor(Math.random() * (at + 1));
        [this.tiles[at], this.tiles[other]] = [this.tiles[other], this.tiles[at]];
      }
      if (this.tiles.map(({ id }) => id).join() !== before) break;
    }
  }
}
