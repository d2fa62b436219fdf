/** @file The search for the grid with the most points, watched while it runs. */

import { el, fill, setStyle, svg } from '../dom.js';
import { isAbort } from '../engine.js';
import { number, t } from '../text.js';
import { field } from './controls.js';

/** @typedef {import('../tabs/boggle.js').Boggle} Boggle */

export class Best {
  /** @param {Boggle} host */
  constructor(host) {
    this.host = host;
    /** @type {AbortController | null} */
    this.work = null;
    /** @type {any} The best answer so far. */
    this.answer = null;
    /** @type {[number, number][]} Each better grid: the seconds, and its points. */
    this.steps = [];
    const { bounds } = host.app.choices;
    this.most = Math.floor(bounds?.seconds ?? 60);
    this.seconds = el('input', { type: 'number', min: '1', max: String(this.most), value: '10', inputMode: 'numeric' });
    this.pool = el('input', {
      type: 'number', min: '1', max: String(bounds?.pool ?? 1000), placeholder: '200', inputMode: 'numeric',
    });
    this.seed = el('input', { inputMode: 'numeric', autocomplete: 'off', size: 11, placeholder: t('boggle.random') });
    this.from = el('input', { type: 'checkbox' });
    this.button = el('button', { type: 'button', class: 'main', onclick: () => this.#toggle() });
    this.score = el('p', { class: 'best-score' });
    this.chart = svg('svg', { class: 'climb', viewBox: '0 0 300 70', preserveAspectRatio: 'none', 'aria-hidden': 'true' });
    this.facts = el('dl', { class: 'facts' });
    this.bar = el('div', { class: 'time-bar', 'aria-hidden': true }, el('span'));
    this.words = el('button', { type: 'button', onclick: () => this.host.switchTo('words') }, t('boggle.best.words'));
    this.result = el('div', { class: 'stack narrow' }, this.score, this.chart, this.facts, this.words);
    this.element = el('div', { class: 'panel stack best' },
      el('h3', null, t('boggle.best.title')),
      el('p', null, t('boggle.best.how')),
      el('div', { class: 'row end' }, field('boggle.seconds', this.seconds), field('boggle.pool', this.pool),
        field('boggle.seed', this.seed), this.button),
      el('label', { class: 'check' }, this.from, t('boggle.best.from')),
      this.bar, this.result);
    this.#draw();
  }

  get running() {
    return this.work !== null;
  }

  enter() {
    this.answer = null;
    this.steps = [];
    this.host.board.setWay('edit');
    this.#draw();
  }

  leave() {
    this.work?.abort();
  }

  #toggle() {
    if (this.work) this.work.abort();
    else this.#search();
  }

  async #search() {
    const { host } = this;
    const work = this.work = new AbortController();
    const { rows, columns } = host.board.grid;
    const seconds = Math.max(1, Math.min(this.most, Math.round(Number(this.seconds.value)) || 10));
    const board = host.request();
    if (!this.from.checked) Object.assign(board, { grid: '', size: `${rows || 4}x${columns || 4}` });
    const seed = this.seed.value.trim() === '' ? Math.floor(Math.random() * 2 ** 32) : Number(this.seed.value);
    const pool = Math.round(Number(this.pool.value)) || null;
    this.answer = null;
    this.steps = [];
    host.pick(null);
    host.board.setWay('show');
    host.lock();
    this.#draw(seconds);
    host.app.say(t('boggle.best.started'));
    try {
      const request = { board, seconds, seed, pool };
      this.#take(await host.watch('boggle/best', request, progress => this.#take(progress, seconds), work.signal));
    } catch (error) {
      // To stop the search is no mistake: what was found stays.
      if (!isAbort(error)) host.complain(error);
    }
    this.work = null;
    if (host.signal.aborted) return;
    host.lock();
    if (host.state.mode !== 'best') return;
    host.board.setWay('edit');
    if (this.answer?.grid) {
      const { score } = this.answer;
      const { count } = await host.take(this.answer.grid) ?? {};
      if (this.answer && count !== undefined) this.answer.count = count;
      const points = t('boggle.score', { count: score });
      host.app.say(t('boggle.best.said', { points, seconds: number(this.answer?.found_after ?? 0, 1) }));
    }
    this.#draw();
  }

  /** @param {any} answer @param {number} [seconds] */
  #take(answer, seconds) {
    // After the server was away, the search begins anew.
    if (!answer.grid || answer.score < (this.answer?.score ?? 0)) return;
    if (answer.grid !== this.answer?.grid) {
      this.steps.push([answer.found_after, answer.score]);
      this.host.display(answer);
    }
    this.answer = answer;
    this.#draw(seconds);
  }

  /** @param {number} [seconds] The time of the search that runs. */
  #draw(seconds) {
    const { answer } = this;
    this.button.textContent = t(this.work ? 'boggle.best.stop' : 'boggle.best.start');
    this.bar.hidden = !this.work;
    setStyle(this.bar, { '--left': seconds ? Math.min(1, (answer?.seconds ?? 0) / seconds) : 0 });
    this.result.hidden = !answer;
    this.words.hidden = this.running;
    if (!answer) return;
    this.score.textContent = t('boggle.score', { count: answer.score });
    /** @type {[string, string][]} */
    const facts = [
      ['boggle.best.words.count', answer.count === null ? '' : number(answer.count)],
      ['boggle.best.boards', number(answer.boards)],
      ['boggle.best.pools', number(answer.pools)],
      ['boggle.best.after', t('boggle.inSeconds', { seconds: number(answer.found_after, 1) })],
      ['boggle.seed', String(answer.seed)],
    ];
    fill(this.facts, ...facts.filter(([, value]) => value !== '')
      .flatMap(([name, value]) => [el('dt', null, t(name)), el('dd', null, value)]));
    this.#drawClimb();
  }

  /** The points over time, as a line of steps. */
  #drawClimb() {
    const end = Math.max(0.1, this.answer.seconds);
    const low = this.steps[0]?.[1] ?? 0;
    const high = Math.max(low + 1, this.answer.score);
    const y = (/** @type {number} */ score) => (64 - 58 * (score - low) / (high - low)).toFixed(1);
    let line = '';
    this.steps.forEach(([second, score], index) => {
      const x = (300 * Math.min(1, second / end)).toFixed(1);
      line += index === 0 ? `M${x} ${y(score)}` : `H${x}V${y(score)}`;
    });
    const start = (300 * (this.steps[0]?.[0] ?? 0) / end).toFixed(1);
    fill(this.chart, svg('path', { class: 'area', d: `${line}H300V70H${start}Z` }),
      svg('path', { class: 'line', d: `${line}H300` }));
  }
}
