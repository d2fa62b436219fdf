/** @file A round while it runs: the clock, words that are typed or traced, and hints. */

import { el, fill, setStyle } from '../dom.js';
import { t } from '../text.js';
import { ANY, spelled } from './grid.js';

/** @typedef {import('./grid.js').GridWord} GridWord */
/** @typedef {import('./round.js').Saved} Saved */
/** @typedef {import('../tabs/boggle.js').Boggle} Boggle */

export class Playing {
  /** @param {Boggle} host @param {{ onchange: () => void, onend: (why: string) => void }} options */
  constructor(host, options) {
    this.host = host;
    this.options = options;
    /** @type {Saved | null} */
    this.round = null;
    /** @type {{ word: GridWord, shown: number } | null} The word of the hint, and its letters that are shown. */
    this.hinted = null;
    /** The last warning of the clock. */
    this.warned = 0;
    this.time = el('p', { class: 'time', role: 'timer', 'aria-label': t('boggle.time') });
    this.bar = el('div', { class: 'time-bar', 'aria-hidden': true }, el('span'));
    this.input = el('input', {
      class: 'box',
      autocomplete: 'off',
      autocapitalize: 'characters',
      spellcheck: false,
      enterKeyHint: 'done',
      'aria-label': t('boggle.yourWord'),
      placeholder: t('boggle.yourWord'),
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.key === 'Escape') this.input.value = '';
      },
    });
    this.count = el('h3');
    this.mine = el('ul', { class: 'mine' });
    this.where = el('button', { type: 'button', 'aria-pressed': false, onclick: () => this.#hintWhere() },
      t('boggle.hint.where'));
    this.hint = el('p', { class: 'hint' });
    const hintButton = (/** @type {string} */ name, /** @type {boolean} */ other) =>
      el('button', { type: 'button', onclick: () => this.#hintWord(other) }, t(name));
    this.element = el('div', { class: 'panel stack playing' },
      el('div', { class: 'clock' }, this.time, this.bar,
        el('button', { type: 'button', onclick: () => options.onend(t('boggle.ended')) }, t('boggle.end'))),
      el('form', {
        class: 'entry',
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          this.take();
        },
      }, this.input, el('button', { class: 'main' }, t('boggle.add'))),
      el('p', { class: 'faint small' }, t('boggle.trace')),
      this.count, this.mine,
      el('div', { class: 'row' },
        this.where, hintButton('boggle.hint.letter', false), hintButton('boggle.hint.other', true)),
      this.hint);
  }

  /** Shows a round, from its start or after a reload. @param {Saved} round */
  show(round) {
    this.round = round;
    this.hinted = null;
    this.warned = 0;
    fill(this.hint);
    this.where.setAttribute('aria-pressed', 'false');
    this.#drawMine();
    this.tick();
  }

  focus() {
    // On a phone, the keyboard would hide the grid.
    if (matchMedia('(pointer: fine)').matches) this.input.focus();
    else this.host.board.focus(0);
  }

  /** Adds what is in the field. */
  take() {
    for (const word of this.input.value.split(/[\s,;]+/)) this.#add(word);
    this.input.value = '';
  }

  /** Shows the time that is left; the round ends with it. */
  tick() {
    const { round } = this;
    if (!round || round.over || !this.element.isConnected) return;
    this.bar.hidden = round.end === 0;
    if (round.end === 0) {
      if (this.time.textContent !== '∞') this.time.textContent = '∞';
      return;
    }
    const left = Math.max(0, (round.end - Date.now()) / 1000);
    const text = clock(Math.ceil(left));
    if (this.time.textContent !== text) this.time.textContent = text;
    setStyle(this.bar, { '--left': left / round.seconds });
    this.element.classList.toggle('late', left <= 10);
    // Each warning is said once.
    const warning = [10, 30, 60].find(seconds => left <= seconds && round.seconds > seconds) ?? 0;
    if (warning > 0 && warning !== this.warned && left > 0) this.host.app.say(t('boggle.warning', { count: warning }));
    this.warned = warning;
    if (left === 0) this.options.onend(t('boggle.timeUp'));
  }

  /** Adds a word; whether it is one is said at the end. @param {string} text */
  #add(text) {
    const { round } = this;
    const word = text.trim().toLocaleUpperCase();
    if (!round || round.over || word === '') return;
    const { app } = this.host;
    if (round.words.includes(word)) {
      app.say(t('boggle.twice', { word }));
      return;
    }
    round.words.push(word);
    this.options.onchange();
    this.#drawMine();
    app.say(t('boggle.added', { word, count: round.words.length }));
  }

  #drawMine() {
    const words = this.round?.words ?? [];
    this.count.textContent = t('boggle.mine', { count: words.length });
    fill(this.mine, ...[...words].reverse().map(word => el('li', null, el('span', null, word), el('button', {
      type: 'button', class: 'remove', 'aria-label': t('boggle.remove', { word }), onclick: () => this.#remove(word),
    }, '×'))));
  }

  /** @param {string} word */
  #remove(word) {
    if (!this.round) return;
    this.round.words = this.round.words.filter(other => other !== word);
    this.options.onchange();
    this.#drawMine();
    this.input.focus();
    this.host.app.say(t('boggle.removed', { word }));
  }

  /** A path that was traced. @param {number[]} path */
  traced(path) {
    const { board, letters } = this.host;
    const word = spelled(board.grid, path, letters);
    this.input.value = '';
    // Which letter a cell of any letter stands for is for the person to type.
    if (!word.includes(ANY)) {
      this.#add(word);
    } else {
      this.input.value = word;
      this.input.focus();
    }
  }

  /** A path that is being traced. @param {number[]} path @param {boolean} keys `true` if by keys. */
  stepped(path, keys) {
    const word = spelled(this.host.board.grid, path, this.host.letters);
    this.input.value = word;
    if (keys && word) this.host.app.say(word);
  }

  /** A letter that was typed on the grid. @param {string} key */
  typed(key) {
    this.input.focus();
    this.input.value += key;
  }

  /** @param {number | null} number */
  #askHint(number) {
    return this.host.ask('boggle/hint', { board: this.host.request(), hint: number });
  }

  async #hintWhere() {
    const { board, app } = this.host;
    const shown = board.counts === null;
    try {
      const answer = shown ? await this.#askHint(null) : null;
      if (!this.round || this.round.over) return;
      board.hint(answer?.begin ?? null);
      this.where.setAttribute('aria-pressed', String(shown));
      const lengths = /** @type {{ length: number, count: number }[]} */ (answer?.lengths ?? []);
      fill(this.hint, answer && el('span', null, t('boggle.hint.count', { count: answer.count })),
        ...lengths.map(({ length, count }) => el('span', { class: 'chip' }, t('boggle.ofLength', { length, count }))));
      if (answer) app.say(t('boggle.hint.count', { count: answer.count }));
    } catch (error) {
      app.complain(error);
    }
  }

  /** Shows one letter more of a word that is not yet found. @param {boolean} other `true` for another word. */
  async #hintWord(other) {
    const { app, board } = this.host;
    try {
      const found = new Set(this.round?.words);
      if (other || !this.hinted || found.has(this.hinted.word.word.toLocaleUpperCase())) {
        const word = await this.#unfound(found);
        if (!this.round || this.round.over) return;
        this.hinted = word && { word, shown: 0 };
      }
      if (!this.hinted) {
        fill(this.hint, t('boggle.hint.none'));
        app.say(t('boggle.hint.none'));
        return;
      }
      const { word } = this.hinted;
      this.hinted.shown = Math.min(word.length, this.hinted.shown + 1);
      const path = this.host.path(word);
      // A cell may have several letters.
      let [cells, spelling] = [0, ''];
      while (spelling.length < this.hinted.shown && cells < path.length) {
        cells += 1;
        spelling = spelled(board.grid, path.slice(0, cells), this.host.letters);
      }
      this.hinted.shown = Math.max(this.hinted.shown, spelling.length);
      board.light(path.slice(0, cells));
      const rest = '·'.repeat(Math.max(0, word.length - spelling.length));
      fill(this.hint, el('b', { class: 'spelt' }, word.word.toLocaleUpperCase().slice(0, spelling.length) + rest),
        el('span', { class: 'faint' }, t('boggle.letters', { count: word.length })));
      app.say(t('boggle.hint.said', { letters: [...spelling].join(' '), count: word.length }));
    } catch (error) {
      app.complain(error);
    }
  }

  /** A word that is not found yet, or null. @param {Set<string>} found @returns {Promise<GridWord | null>} */
  async #unfound(found) {
    const { count } = await this.#askHint(null);
    const first = Math.floor(Math.random() * count);
    for (let step = 0; step < Math.min(count, found.size + 1); step += 1) {
      const { word } = await this.#askHint((first + step) % count + 1);
      if (word && !found.has(word.word.toLocaleUpperCase())) return word;
    }
    return null;
  }
}

/** Minutes and seconds. @param {number} seconds */
export function clock(seconds) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
