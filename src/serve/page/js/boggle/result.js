/** @file A round that is over: the scores of its players, and the words that nobody has found. */

import { el, fill, newId } from '../dom.js';
import { Problem, isAbort } from '../engine.js';
import { save } from '../store.js';
import { t } from '../text.js';
import { field } from './controls.js';
import { Scores, parsePlayers } from './scores.js';
import { WordsView } from './words.js';

/** @typedef {import('./grid.js').GridWord} GridWord */
/** @typedef {import('./round.js').Saved} Saved */
/** @typedef {import('../tabs/boggle.js').Boggle} Boggle */

export class Result {
  /** @param {Boggle} host @param {{ onchange: () => void, onclose: () => void }} options */
  constructor(host, options) {
    this.host = host;
    this.options = options;
    /** @type {Saved | null} */
    this.round = null;
    /** @type {AbortController | null} */
    this.work = null;
    const problem = newId('players');
    const point = (/** @type {GridWord | null} */ word) => host.point(word);
    const pick = (/** @type {GridWord | null} */ word) => host.pick(word);
    const changed = () => this.#change();
    this.scores = new Scores({ onpoint: point, onpick: pick });
    this.missed = new WordsView({ label: t('boggle.missed'), onpoint: point, onpick: pick });
    this.missedTitle = el('h3');
    this.name = el('input', { maxLength: 40, oninput: changed });
    this.others = el('textarea', {
      rows: 3, placeholder: t('boggle.others.example'), 'aria-describedby': problem, oninput: changed,
    });
    this.problem = el('p', { class: 'bad small', id: problem });
    this.bonus = el('input', { type: 'number', min: '0', max: '1000', inputMode: 'numeric', oninput: changed });
    this.shared = el('input', { type: 'checkbox', onchange: changed });
    this.element = el('div', { class: 'stack' },
      el('div', { class: 'row' },
        el('button', { type: 'button', class: 'main', onclick: () => options.onclose() }, t('boggle.round.new'))),
      this.scores.element,
      el('details', { class: 'panel' }, el('summary', null, t('boggle.others')),
        el('div', { class: 'stack narrow' },
          field('boggle.name', this.name), field('boggle.others.words', this.others), this.problem,
          el('div', { class: 'row end' }, field('boggle.bonus', this.bonus),
            el('label', { class: 'check' }, this.shared, t('boggle.shared'))))),
      el('div', { class: 'panel stack narrow' }, this.missedTitle, this.missed.element));
  }

  /** Shows a round. @param {Saved} round @param {string} [why] Why it is over, to be said. */
  show(round, why) {
    this.round = round;
    this.name.value = round.name;
    this.others.value = round.others;
    this.bonus.value = String(round.bonus);
    this.shared.checked = round.shared;
    fill(this.scores.element);
    this.missed.show([]);
    this.missedTitle.textContent = '';
    this.#score(why);
  }

  leave() {
    this.work?.abort();
  }

  /** Keeps what was changed, and scores again. */
  #change() {
    const { round } = this;
    if (!round) return;
    round.name = this.name.value;
    round.others = this.others.value;
    round.bonus = Math.max(0, Math.round(Number(this.bonus.value)) || 0);
    round.shared = this.shared.checked;
    const name = round.name === t('boggle.you') ? '' : round.name;
    save('boggle.players', { name, bonus: round.bonus, shared: round.shared });
    this.options.onchange();
    this.#score();
  }

  /** Asks for the scores, and for the words that nobody has found. @param {string} [why] */
  async #score(why) {
    const { round, host } = this;
    if (!round) return;
    this.work?.abort();
    const work = this.work = new AbortController();
    const board = host.request();
    const players = [{ name: round.name, words: round.words }, ...parsePlayers(round.others)];
    try {
      const [answer, solved] = await Promise.all([
        host.ask('boggle/round', { board, players, bonus: round.bonus, shared: round.shared }, work.signal),
        host.ask('boggle/solve', { board }, work.signal),
      ]);
      this.problem.textContent = '';
      this.others.removeAttribute('aria-invalid');
      this.scores.show(answer, solved.words);
      const found = this.scores.found;
      const missed = /** @type {GridWord[]} */ (solved.words).filter(({ word }) => !found.has(word.toLocaleUpperCase()));
      const points = t('boggle.score', { count: missed.reduce((sum, word) => sum + word.points, 0) });
      this.missedTitle.textContent = t('boggle.missedCount', { count: missed.length, points });
      this.missed.show(missed);
      const own = answer.players[0]?.score ?? 0;
      if (why) host.app.say(t('boggle.result', { why, points: t('boggle.score', { count: own }), count: missed.length }));
    } catch (error) {
      if (isAbort(error)) return;
      if (error instanceof Problem && error.field === 'players') {
        this.problem.textContent = error.message;
        this.others.setAttribute('aria-invalid', 'true');
      }
      host.app.complain(error);
    }
  }
}
