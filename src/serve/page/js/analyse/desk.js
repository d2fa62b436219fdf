/** @file The desk: the position that is looked at, how it came about, and what all parts of the tab do with it. */

import { note } from '../address.js';
import { laidBy, readPlay } from '../notation.js';
import { t } from '../text.js';
import { Editor } from './editor.js';
import { Latest } from './latest.js';
import { afterMove, emptyPosition, fromView, laidTiles, toCgp } from './position.js';

/** @typedef {import('./position.js').Position} Position */
/** @typedef {import('./position.js').Move} Move */
/** @typedef {import('./game.js').Game} Game */
/** @typedef {import('../board.js').Layout & { name: string, title: string, rack: number }} NamedLayout */
/** @typedef {{ position: Position, turn: number | null }} Step */

/** So many steps can be taken back. */
const REMEMBERED = 500;

/** Dispatches `board` when there is another board element, `change` for each position, and `game` for a game. */
export class Desk extends EventTarget {
  /** @param {import('../app.js').Visit} visit */
  constructor({ app, values, signal }) {
    super();
    this.app = app;
    this.values = values;
    this.signal = signal;
    this.reading = new Latest(signal);
    this.lexicon = app.lexicon;
    /** @type {NamedLayout} */
    this.layout = this.#layoutNamed('standard-15');
    this.letters = app.letters();
    /** @type {Position} */
    this.position = emptyPosition(this.layout, this.letters.alphabet.name);
    /** @type {Game | null} */
    this.game = null;
    /** @type {number | null} The turn of the game that is shown; its number of turns and one at its end. */
    this.turn = null;
    /** @type {Step[]} */
    this.past = [];
    /** @type {Step[]} */
    this.future = [];
    this.kind = '';
    /** `false` until a position is shown. */
    this.ready = false;
    /** @type {() => Record<string, any>} What else the address tells. */
    this.more = () => ({});
    this.focusRack = () => {};
    this.editor = this.#makeEditor();
  }

  /** What the engine is asked about. */
  request() {
    return { lexicon: this.lexicon.name, text: this.cgp(), layout: this.position.layout };
  }

  /** @param {boolean} [full] `true` to name the lexicon. */
  cgp(full = false) {
    const known = { alphabet: this.lexicon.alphabet, lexicon: full ? this.lexicon.name : undefined };
    return toCgp(this.position, this.letters, known);
  }

  /** Shows what the address tells. @param {URLSearchParams} values */
  async open(values) {
    this.values = values;
    this.useLexicon(values.get('lexicon'));
    this.past = [];
    this.future = [];
    const [gcg, cgp] = [values.get('gcg'), values.get('cgp')];
    const named = this.#layoutNamed(values.get('layout') ?? 'standard-15');
    const empty = emptyPosition(named, this.lexicon.alphabet);
    this.game = null;
    if (gcg) await this.read(gcg, { turn: Number(values.get('turn')) || undefined, layout: named.name });
    if (cgp) await this.read(cgp, { layout: named.name, keepGame: true });
    else if (!gcg) this.#set(empty, null);
  }

  /**
   * Reads a CGP, a sheet or a GCG, and shows it.
   * @param {string} text
   * @param {{ turn?: number, layout?: string, keepGame?: boolean }} [options]
   * @returns {Promise<string | null>} the format; null if newer work took its place
   */
  async read(text, { turn, layout = this.position.layout, keepGame = false } = {}) {
    const signal = this.reading.start();
    const position = { lexicon: this.lexicon.name, text, layout, ...(turn ? { turn } : {}) };
    const answer = await this.app.engine.ask('position/parse', { position }, { signal });
    if (signal.aborted) return null;
    if (answer.lexicon && this.app.lexicons.some(({ name }) => name === answer.lexicon)) this.useLexicon(answer.lexicon);
    const isGame = answer.format === 'gcg';
    if (isGame || !keepGame) {
      /** @type {[string, string][]} */
      const players = answer.players;
      const names = players.map(([nick, name]) => name || nick);
      const nicks = players.map(([nick]) => nick);
      this.game = isGame ? { text, turns: answer.turns, names, nicks } : null;
      this.dispatchEvent(new Event('game'));
    }
    const view = fromView(answer.position, this.app.letters(answer.position.alphabet));
    this.change(view, { turn: isGame ? answer.turn ?? answer.turns.length + 1 : null });
    // A game that is over is looked at from its beginning; one that goes on, where it stands.
    if (isGame && !turn && (answer.turn !== null || this.position.racks[0].length === 0)) await this.toTurn(1);
    return answer.format;
  }

  /** Shows the position before a turn of the game. @param {number} turn */
  async toTurn(turn) {
    const { game } = this;
    if (!game || turn === this.turn) return;
    const number = Math.min(Math.max(turn, 1), game.turns.length + 1);
    const signal = this.reading.start();
    const position = { ...this.request(), text: game.text, turn: number };
    try {
      const answer = await this.app.engine.ask('position/parse', { position }, { signal });
      const view = fromView(answer.position, this.app.letters(answer.position.alphabet));
      // What was tried apart from the game can be brought back; its turns are at hand anyway.
      if (this.turn === null) this.#remember();
      this.#set(view, number);
    } catch (error) {
      this.app.complain(error);
    }
  }

  /** @param {string | null} name Another lexicon; that of the page if there is no such. */
  useLexicon(name) {
    const { app } = this;
    const found = app.lexicons.find(lexicon => lexicon.name === name);
    this.lexicon = found ?? (app.lexicon.games ? app.lexicon : app.lexicons.find(({ games }) => games) ?? app.lexicon);
  }

  /**
   * Shows another position. Changes of the same kind, one after another, are taken back together.
   * @param {Position} position
   * @param {{ turn?: number | null, kind?: string }} [options]
   */
  change(position, { turn = null, kind = '' } = {}) {
    if (!kind || kind !== this.kind) this.#remember();
    this.kind = kind;
    this.#set(position, turn);
  }

  #remember() {
    this.past.push({ position: this.position, turn: this.turn });
    if (this.past.length > REMEMBERED) this.past.shift();
    this.future = [];
  }

  undo() {
    this.#travel(this.past, this.future, 'analyse.undone');
  }

  redo() {
    this.#travel(this.future, this.past, 'analyse.redone');
  }

  /** @param {Step[]} from @param {Step[]} to @param {string} says */
  #travel(from, to, says) {
    const step = from.pop();
    if (!step) return;
    to.push({ position: this.position, turn: this.turn });
    this.kind = '';
    this.#set(step.position, this.game ? step.turn : null);
    this.app.say(t(says));
  }

  /** Makes a move: the other player is on turn then. @param {Move} move */
  move(move) {
    this.change(afterMove(this.position, move, this.letters));
    this.app.say(t('analyse.moved', { move: this.moveName(move.played), score: move.score }));
  }

  /** Shows moves on the board, one after another, until null is shown. @param {Move[] | null} moves */
  ghost(moves) {
    this.editor.ghost(moves && this.#tilesOf(moves));
  }

  /** Shows moves whenever nothing is pointed at; without any, the move of the game. @param {Move[]} moves */
  setLine(moves) {
    const turn = this.turn === null ? undefined : this.game?.turns[this.turn - 1];
    const played = turn ? [{ played: turn.move, score: turn.score }] : [];
    this.editor.setBase(this.#tilesOf(moves.length ? moves : played));
  }

  /** @param {Move[]} moves */
  #tilesOf(moves) {
    let { position } = this;
    return moves.flatMap(move => {
      const play = readPlay(move.played);
      const tiles = play ? laidTiles(play, position, this.letters) : [];
      position = afterMove(position, move, this.letters);
      return tiles;
    });
  }

  /** A move as it is shown. @param {string} move */
  moveName(move) {
    if (move === '-' || move === 'pass') return t('analyse.pass');
    return move.startsWith('-') ? t('analyse.exchange', { tiles: move.slice(1) }) : move;
  }

  /** @param {Position} position @param {number | null} turn */
  #set(position, turn) {
    const sameTiles = position.tiles === this.position.tiles;
    const other = position.layout !== this.position.layout || position.alphabet !== this.position.alphabet;
    this.position = position;
    this.turn = turn;
    if (other || !this.ready) {
      this.ready = true;
      this.layout = this.#layoutNamed(position.layout);
      this.letters = this.app.letters(position.alphabet);
      this.editor = this.#makeEditor();
      this.dispatchEvent(new Event('board'));
    }
    if (!sameTiles || other) this.editor.show(position.tiles);
    this.setLine([]);
    const before = turn === null ? undefined : this.game?.turns[turn - 2];
    this.editor.board.mark('last', before && !before.withdrawn ? laidBy(before.move, this.letters) : []);
    this.dispatchEvent(new Event('change'));
    this.note();
  }

  /** @param {string} name @returns {NamedLayout} */
  #layoutNamed(name) {
    const { boards } = this.app;
    return boards.find(board => board.name === name) ?? boards.find(board => board.name === 'standard-15') ?? boards[0];
  }

  #makeEditor() {
    const blank = this.editor?.blank ?? false;
    const editor = new Editor({
      layout: this.layout,
      letters: this.letters,
      onedit: changes => this.edit(changes),
      onturn: () => this.dispatchEvent(new Event('turn')),
    });
    editor.blank = blank;
    return editor;
  }

  /** @param {import('./editor.js').Change[]} changes */
  edit(changes) {
    const tiles = [...this.position.tiles];
    for (const { row, column, tile } of changes) tiles[row - 1] = tiles[row - 1].with(column - 1, tile);
    this.change({ ...this.position, tiles });
  }

  /** Writes the state into the address, soon: browsers allow this only so many times a second. */
  note() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (!this.signal.aborted) note('analyse', this.state());
    }, 150);
  }

  state() {
    const { position, game, turn, app, lexicon } = this;
    const begun = position.racks.some(rack => rack.length) || position.tiles.some(row => row.some(tile => tile))
      || position.scores.some(score => score) || position.layout !== 'standard-15';
    return {
      lexicon: lexicon === app.lexicon ? null : lexicon.name,
      gcg: game?.text,
      turn: game ? turn : null,
      layout: game && position.layout !== 'standard-15' ? position.layout : null,
      cgp: turn === null && begun ? this.cgp() : null,
      ...this.more(),
    };
  }
}
