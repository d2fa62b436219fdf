/** @file A round: from its start, through the time that it runs, to the scores. A reload does not end it. */

import { el, fill } from '../dom.js';
import { forget, load, save } from '../store.js';
import { t } from '../text.js';
import { field } from './controls.js';
import { Playing, clock } from './playing.js';
import { Result } from './result.js';

/** @typedef {import('../tabs/boggle.js').Boggle} Boggle */
/**
 * A round, as the browser remembers it.
 * @typedef {{
 *   state: import('./state.js').State, seconds: number, end: number, words: string[], over: boolean,
 *   name: string, others: string, bonus: number, shared: boolean,
 * }} Saved `end` is the time at which the clock runs out; 0 without a clock.
 */

const STORED = 'boggle.round';

/** The round that was not closed, if it is on this grid. @param {string} grid */
export function storedRound(grid) {
  const saved = load(STORED, /** @type {Saved | null} */ (null));
  return saved?.state && (grid === '' || grid === saved.state.grid) ? saved : null;
}

export class Round {
  /** @param {Boggle} host */
  constructor(host) {
    this.host = host;
    /** @type {Saved | null} */
    this.round = null;
    this.playing = new Playing(host, { onchange: () => this.#save(), onend: why => this.#finish(why) });
    this.result = new Result(host, { onchange: () => this.#save(), onclose: () => this.#close() });
    this.minutes = el('input', {
      type: 'number', min: '0', max: '600', step: '0.5', value: String(load('boggle.minutes', 3)), inputMode: 'decimal',
    });
    this.start = el('div', { class: 'panel stack' },
      el('h3', null, t('boggle.round.title')), el('p', null, t('boggle.round.how')),
      el('div', { class: 'row end' }, field('boggle.minutes', this.minutes),
        el('button', { type: 'button', class: 'main', onclick: () => this.#begin(true) }, t('boggle.round.roll')),
        el('button', { type: 'button', onclick: () => this.#begin(false) }, t('boggle.round.this'))),
      el('p', { class: 'faint small' }, t('boggle.minutes.none')));
    this.element = el('div', { class: 'stack round' });
    const timer = setInterval(() => this.playing.tick(), 200);
    host.signal.addEventListener('abort', () => clearInterval(timer));
  }

  /** `true` while the grid belongs to a round. */
  get busy() {
    return this.round !== null;
  }

  get running() {
    return this.round !== null && !this.round.over;
  }

  /** Shows the round, and goes on with one that was not closed. */
  enter() {
    const { grid } = this.host.state;
    this.round = grid === '' ? null : storedRound(grid);
    this.#show();
  }

  leave() {
    this.result.leave();
    this.host.board.hint(null);
  }

  /** Shows what belongs to the state of the round. @param {string} [why] Why it is over. */
  #show(why) {
    const { host, round } = this;
    const part = round === null ? this.start : round.over ? this.result.element : this.playing.element;
    fill(this.element, part);
    host.board.setWay(round === null ? 'edit' : round.over ? 'show' : 'trace');
    host.lock();
    if (round?.over) this.result.show(round, why);
    else if (round) this.playing.show(round);
  }

  #save() {
    if (this.round) save(STORED, this.round);
  }

  /** @param {boolean} roll `true` for a new grid. */
  async #begin(roll) {
    const { host } = this;
    const minutes = Math.max(0, Math.min(600, Number(this.minutes.value) || 0));
    save('boggle.minutes', minutes);
    if (roll && !await host.roll(null)) return;
    host.pick(null);
    const seconds = Math.round(60 * minutes);
    const { name, bonus, shared } = load('boggle.players', { name: '', bonus: 0, shared: false });
    this.round = {
      state: { ...host.state, word: '' },
      seconds,
      end: seconds > 0 ? Date.now() + 1000 * seconds : 0,
      words: [],
      over: false,
      name: name || t('boggle.you'),
      others: '',
      bonus,
      shared,
    };
    this.#save();
    this.#show();
    host.app.say(seconds > 0 ? t('boggle.started', { time: clock(seconds) }) : t('boggle.started.none'));
    this.playing.focus();
  }

  /** @param {string} why */
  #finish(why) {
    const { round, host } = this;
    if (!round || round.over) return;
    // A word that is still in the field counts.
    this.playing.take();
    round.over = true;
    this.#save();
    host.board.hint(null);
    this.#show(why);
    this.element.querySelector('button')?.focus();
  }

  #close() {
    forget(STORED);
    this.result.leave();
    this.round = null;
    this.host.pick(null);
    this.#show();
    this.start.querySelector('button')?.focus();
  }
}
