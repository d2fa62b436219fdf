/** @file The tab of grids of dice: their words, rounds for players, and the search for the best grid. */

import { note } from '../address.js';
import { Best } from '../boggle/best.js';
import { Controls } from '../boggle/controls.js';
import { DiceView } from '../boggle/dice.js';
import { drawn, neighbours, pastedGrid, pathOf, pathsOf, resized, textOf } from '../boggle/grid.js';
import { Round, storedRound } from '../boggle/round.js';
import { gridRequest, readState, written } from '../boggle/state.js';
import { WordsView, letters } from '../boggle/words.js';
import { el, fill } from '../dom.js';
import { Problem, isAbort } from '../engine.js';
import { load, save } from '../store.js';
import { t } from '../text.js';

/** @typedef {import('../boggle/grid.js').Grid} Grid */
/** @typedef {import('../boggle/grid.js').GridWord} GridWord */
/** @typedef {import('../boggle/state.js').State} State */

const MODES = /** @type {const} */ (['words', 'round', 'best']);

/** The most paths of a word that one can step through. */
const PATHS = 99;

export class Boggle {
  /** @param {import('../app.js').Visit} visit */
  constructor({ root, app, values, signal }) {
    this.app = app;
    this.signal = signal;
    this.state = readState(values);
    this.letters = app.letters();
    /** @type {AbortController | null} The question that is under way. */
    this.work = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.later = undefined;
    /** @type {GridWord[]} */
    this.solved = [];
    /** @type {GridWord | null} The word that was chosen. */
    this.picked = null;
    this.board = new DiceView({
      letters: this.letters,
      label: t('boggle.title'),
      bareQ: () => this.state.bareQ,
      onedit: (cell, face) => this.#edit(cell, face),
      onpaste: text => this.change({ grid: pastedGrid(text) }),
      ontrace: path => this.round.playing.traced(path),
      onstep: (path, keys) => this.round.playing.stepped(path, keys),
      ontype: key => this.round.playing.typed(key),
      onwrong: text => app.say(t('boggle.noLetter', { text }), 'wrong'),
    });
    this.controls = new Controls({
      dice: [...this.#dice(), 'tiles'],
      points: app.choices.points ?? [],
      ontext: grid => this.change({ grid }, true),
      onroll: seed => this.roll(seed),
      onsize: (rows, columns) => this.change({ grid: textOf(resized(this.board.grid, rows, columns)) }),
      onrules: rules => this.change(rules),
    });
    this.words = new WordsView({
      label: t('boggle.words'),
      none: t('boggle.none'),
      onpoint: word => this.point(word),
      onpick: word => this.pick(word),
      onnarrow: () => {
        this.state.find = this.words.find;
        this.state.length = this.words.length;
        this.#note();
      },
    });
    this.total = el('p', { class: 'total' });
    this.part = el('p', { class: 'faint small', hidden: true });
    this.list = el('div', { class: 'panel stack narrow list' }, this.total, this.part, this.words.element);
    this.round = new Round(this);
    this.best = new Best(this);
    this.caption = el('div', { class: 'caption' });
    this.modes = el('div', { class: 'modes', role: 'group', 'aria-label': t('boggle.modes') },
      ...MODES.map(mode => el('button', {
        type: 'button', 'data-mode': mode, onclick: () => this.switchTo(mode),
      }, t(`boggle.mode.${mode}`))));
    this.panel = el('div', { class: 'stack panel-area' });
    fill(root, el('h2', { class: 'unseen' }, t('boggle.title')), el('div', { class: 'boggle-tab' }, this.modes,
      el('div', { class: 'tray-area' }, this.board.element, this.caption), this.controls.element, this.panel));
    signal.addEventListener('abort', () => {
      this.best.leave();
      this.round.leave();
      clearTimeout(this.later);
    });
  }

  /** The sets of dice, if the alphabet has their letters. */
  #dice() {
    const latin = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].every(letter => this.letters.texts.has(letter));
    return latin ? ['new', ...(this.app.choices.dice ?? []).filter((/** @type {string} */ name) => name !== 'new')] : [];
  }

  async start() {
    const saved = storedRound(this.state.grid);
    if (saved && (this.state.mode === 'round' || (this.state.grid === '' && !saved.over))) {
      Object.assign(this.state, saved.state, { mode: 'round' });
    }
    if (this.state.grid === '') Object.assign(this.state, load('boggle.grid', null));
    if (this.#dice().length === 0 && this.state.dice === '') this.state.dice = 'tiles';
    this.words.narrow(this.state.find, this.state.length);
    if (this.state.grid === '') await this.roll(null);
    else await this.#solve();
    this.#enter();
  }

  /** The address has changed. @param {URLSearchParams} values */
  moved(values) {
    const state = readState(values);
    if (state.grid === '') state.grid = this.state.grid;
    if (JSON.stringify(state) === JSON.stringify(this.state)) return;
    const mode = state.mode;
    this.state = { ...state, mode: this.state.mode };
    this.controls.text.value = state.grid;
    this.words.narrow(state.find, state.length);
    this.#solve().then(() => mode === this.state.mode ? this.#enter() : this.switchTo(mode));
  }

  /** @param {State['mode']} mode */
  switchTo(mode) {
    if (mode === this.state.mode) return;
    this.#panelOf(this.state.mode)?.leave();
    this.state.mode = mode;
    this.pick(null);
    this.#enter();
    if (mode === 'words') this.#solve();
  }

  /** @param {State['mode']} mode */
  #panelOf(mode) {
    return mode === 'round' ? this.round : mode === 'best' ? this.best : null;
  }

  /** Shows the part of the tab that was chosen. */
  #enter() {
    const panel = this.#panelOf(this.state.mode);
    fill(this.panel, panel?.element ?? this.list);
    for (const button of this.modes.querySelectorAll('button')) {
      button.setAttribute('aria-pressed', String(button.dataset.mode === this.state.mode));
    }
    // On a small screen, long lists come last; what is to be pressed comes first.
    if (panel) this.panel.after(this.controls.element);
    else this.panel.before(this.controls.element);
    if (panel) panel.enter();
    else this.board.setWay('edit');
    this.lock();
    this.#note();
    this.#light(this.picked);
  }

  /** What cannot be changed while a round or a search runs. */
  lock() {
    const inRound = this.state.mode === 'round' && this.round.busy;
    this.controls.lock(inRound || this.best.running);
    const running = this.state.mode === 'round' && this.round.running;
    for (const button of this.modes.querySelectorAll('button')) button.disabled = running;
  }

  #note() {
    if (!this.signal.aborted) note('boggle', written(this.state));
  }

  /** The grid and its rules, as a request has them. */
  request() {
    return gridRequest(this.state, this.app.lexicon.name);
  }

  /** Asks until the tab is left. @param {string} question @param {object} request @param {AbortSignal} [signal] */
  ask(question, request, signal) {
    return this.app.engine.ask(question, request, { signal: signal ? AbortSignal.any([signal, this.signal]) : this.signal });
  }

  /**
   * @param {string} question
   * @param {object} request
   * @param {(progress: any) => void} onProgress
   * @param {AbortSignal} signal
   */
  watch(question, request, onProgress, signal) {
    return this.app.engine.watch(question, request, onProgress, { signal: AbortSignal.any([signal, this.signal]) });
  }

  /** Changes the grid or its rules. @param {Partial<State>} changes @param {boolean} [typing] */
  change(changes, typing = false) {
    Object.assign(this.state, changes);
    this.#solve(typing);
  }

  /** @param {number} cell @param {string} face */
  #edit(cell, face) {
    const cells = [...this.board.grid.cells];
    cells[cell] = face;
    const grid = { ...this.board.grid, cells };
    this.display(grid);
    this.change({ grid: textOf(grid) }, true);
  }

  /** Rolls the dice. @param {number | null} seed @returns {Promise<boolean>} `false` if that failed. */
  async roll(seed) {
    const chosen = seed ?? Math.floor(Math.random() * 2 ** 32);
    try {
      if (this.state.dice === 'tiles') {
        const { rows, columns } = this.board.grid;
        this.state.grid = textOf(drawn(this.letters, rows || 4, columns || 4, chosen));
      } else {
        const request = { lexicon: this.app.lexicon.name, dice: this.state.dice || 'new', seed: chosen };
        this.state.grid = (await this.ask('boggle/roll', request)).grid;
      }
    } catch (error) {
      this.complain(error);
      return false;
    }
    this.controls.seed.placeholder = String(chosen);
    this.state.word = '';
    const solved = await this.#solve();
    this.board.roll();
    return solved !== null;
  }

  /** Takes a grid over, and its words. @param {string} grid */
  take(grid) {
    this.state.grid = grid;
    return this.#solve();
  }

  /**
   * Asks for the words on the grid; only for its cells if the words stay hidden.
   * @param {boolean} [typing]
   * @returns {Promise<any>} the answer, or null.
   */
  async #solve(typing = false) {
    this.work?.abort();
    const work = this.work = new AbortController();
    clearTimeout(this.later);
    const listed = this.state.mode === 'words';
    if (this.state.grid.trim() === '') {
      this.controls.complain(null);
      return null;
    }
    try {
      const request = { board: this.request(), sort: 'length', limit: listed ? null : 0 };
      const answer = await this.ask('boggle/solve', request, work.signal);
      this.controls.complain(null);
      this.#show(answer, typing);
      return answer;
    } catch (error) {
      if (isAbort(error)) return null;
      // While one types, a grid is often not whole.
      if (typing) this.later = setTimeout(() => this.complain(error), 700);
      else this.complain(error);
      this.list.classList.add('old');
      return null;
    }
  }

  /** @param {any} answer @param {boolean} typing */
  #show(answer, typing) {
    if (!this.controls.typing) this.state.grid = answer.grid;
    this.display(answer);
    this.list.classList.remove('old');
    this.#note();
    save('boggle.grid', { grid: answer.grid, dice: this.state.dice });
    if (this.state.mode !== 'words') return;
    this.solved = answer.words;
    const said = t('boggle.said', { count: answer.count, points: t('boggle.score', { count: answer.score }) });
    this.total.textContent = said;
    this.part.hidden = answer.words.length === answer.count;
    this.part.textContent = t('boggle.part', { count: answer.words.length });
    this.words.show(answer.words);
    this.pick(this.solved.find(({ word }) => word === this.state.word) ?? null);
    this.later = setTimeout(() => this.app.say(said), typing ? 500 : 0);
  }

  /** Shows a grid. @param {Grid} grid */
  display({ rows, columns, cells }) {
    const grid = { rows, columns, cells };
    this.board.show(grid, neighbours(grid, this.state));
    this.controls.show(this.state, grid);
  }

  /** Says what is wrong, near the field too. @param {unknown} error */
  complain(error) {
    if (error instanceof Problem) this.controls.complain(error);
    this.app.complain(error);
  }

  /** The path of a word on the grid. @param {GridWord} word */
  path(word) {
    return pathOf(this.board.grid, word);
  }

  /** Shows the word under the pointer or with the focus, or else the chosen one. @param {GridWord | null} word */
  point(word) {
    if (!word || word.word !== this.picked?.word) this.#light(word ?? this.picked, word !== null);
  }

  /** Chooses a word, whose path stays. @param {GridWord | null} word */
  pick(word) {
    this.picked = word;
    this.state.word = word?.word ?? '';
    this.words.pick(this.state.word || null);
    this.round.result.missed.pick(this.state.word || null);
    this.#note();
    this.#light(word);
  }

  /** @param {GridWord | null} word @param {boolean} [moving] */
  #light(word, moving = false) {
    if (this.board.way === 'trace') return;
    this.board.light(word ? this.path(word) : [], moving);
    this.#drawCaption(word);
  }

  /** @param {GridWord | null} word */
  #drawCaption(word) {
    if (!word) {
      fill(this.caption);
      return;
    }
    const steps = el('span', { class: 'steps' });
    fill(this.caption, el('b', null, ...letters(word.word)),
      el('span', { class: 'faint' }, t('boggle.score', { count: word.points })), steps);
    if (word !== this.picked) return;
    this.#drawSteps(word, steps);
    if (this.app.lexicon.definitions) this.#define(word);
  }

  /** Buttons that step through the paths of a word. @param {GridWord} word @param {HTMLElement} steps */
  #drawSteps(word, steps) {
    const { grid, near } = this.board;
    const paths = pathsOf(grid, near, word.word, this.path(word), this.letters, PATHS);
    if (paths.length < 2) return;
    let at = 0;
    const label = el('span', { class: 'small' });
    const go = (/** @type {number} */ turn) => {
      at = (at + turn + paths.length) % paths.length;
      label.textContent = t('boggle.path', { number: at + 1, count: paths.length });
      if (turn === 0) return;
      this.board.light(paths[at], true);
      this.app.say(label.textContent);
    };
    const button = (/** @type {string} */ text, /** @type {string} */ name, /** @type {number} */ turn) =>
      el('button', { type: 'button', 'aria-label': t(name), onclick: () => go(turn) }, text);
    fill(steps, button('‹', 'boggle.path.before', -1), label, button('›', 'boggle.path.next', 1));
    go(0);
  }

  /** @param {GridWord} word */
  async #define(word) {
    try {
      const { words } = await this.ask('words/define', { lexicon: this.app.lexicon.name, words: [word.word] });
      if (word === this.picked && words[0]?.definition) {
        this.caption.append(el('span', { class: 'faint small definition' }, words[0].definition));
      }
    } catch (error) {
      this.app.complain(error);
    }
  }
}

/** @type {Boggle | null} */
let shown = null;

/** @param {import('../app.js').Visit} visit */
export async function open(visit) {
  shown = new Boggle(visit);
  await shown.start();
}

/** @param {URLSearchParams} values */
export function moved(values) {
  shown?.moved(values);
}
