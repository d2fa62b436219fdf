/** @file The simulation: the best moves with their means and win chances, live, with bars that narrow. */

import { el, fill, setStyle } from '../dom.js';
import { number, signed, t } from '../text.js';
import { Latest } from './latest.js';

/** @typedef {import('./desk.js').Desk} Desk */
/**
 * @typedef {{
 *   move: string, score: number, equity: number, mean: number, margin: number, wins: number, wins_margin: number,
 *   iterations: number,
 * }} Simulated
 */

/** @typedef {{ row: HTMLElement, draw: (move: Simulated, low: number, high: number, most: number) => void }} Row */

export class SimulatePanel {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.latest = new Latest(desk.signal);
    this.running = false;
    /** @type {Map<string, Row>} */
    this.rows = new Map();
    /** @type {[number, number] | null} The means at the ends of the bars. */
    this.scale = null;
    const { bounds } = desk.app.choices;
    const count = (/** @type {string} */ key, /** @type {number} */ value, /** @type {number} */ max) => {
      const input = el('input', { type: 'number', min: '1', max: String(max), value: String(Math.min(value, max)) });
      return { input, field: el('label', { class: 'field' }, el('span', null, t(key)), input) };
    };
    const fields = {
      plies: count('analyse.plies', 2, bounds.plies),
      candidates: count('analyse.candidates', 15, bounds.candidates),
      seconds: count('analyse.seconds', 10, bounds.seconds),
    };
    this.fields = fields;
    this.button = el('button', { type: 'submit', class: 'main' }, t('analyse.simulate'));
    this.progress = el('p', { class: 'faint small number' });
    this.body = el('tbody');
    this.table = el('table', { class: 'simulated' },
      el('caption', { class: 'unseen' }, t('analyse.simulation')),
      el('thead', null, el('tr', null,
        el('th', { scope: 'col' }, t('analyse.move')),
        el('th', { scope: 'col', class: 'numeric' }, t('analyse.mean')),
        el('th', { scope: 'col' }, t('analyse.interval')),
        el('th', { scope: 'col', class: 'numeric' }, t('analyse.wins')))),
      this.body);
    this.box = el('div', {
      class: 'scroll', tabIndex: 0, role: 'region', 'aria-label': t('analyse.simulation'), hidden: true,
    }, this.table);
    this.element = el('div', { class: 'stack' },
      el('form', {
        class: 'row end filters',
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          if (this.running) this.#end();
          else this.#start();
        },
      }, fields.plies.field, fields.candidates.field, fields.seconds.field, this.button),
      this.progress,
      this.box);
    this.#idle();
  }

  /** Another position: what was found is of no use. */
  update() {
    this.#end();
    this.rows.clear();
    this.scale = null;
    fill(this.body);
    this.box.hidden = true;
    this.#idle();
  }

  stop() {
    this.#end();
  }

  #idle() {
    this.progress.textContent = this.desk.position.racks[0].length ? t('analyse.simulateHelp') : t('analyse.noRack');
  }

  #end() {
    if (!this.running) return;
    this.latest.stop();
    this.#run(false);
  }

  /** @param {boolean} running */
  #run(running) {
    this.running = running;
    this.button.textContent = t(running ? 'analyse.stop' : 'analyse.simulate');
    this.button.classList.toggle('main', !running);
    this.table.setAttribute('aria-busy', String(running));
  }

  async #start() {
    const { app } = this.desk;
    const signal = this.latest.start();
    const { plies, candidates, seconds } = this.fields;
    for (const { input } of Object.values(this.fields)) input.removeAttribute('aria-invalid');
    this.#run(true);
    this.scale = null;
    this.progress.textContent = t('analyse.begins');
    const request = {
      position: this.desk.request(),
      plies: Number(plies.input.value), candidates: Number(candidates.input.value), seconds: Number(seconds.input.value),
    };
    try {
      const answer = await app.engine.watch('position/simulate', request, progress => {
        if (!signal.aborted) this.#draw(progress);
      }, { signal });
      this.#draw(answer);
      const best = answer.moves[0];
      if (best) app.say(t('analyse.simulated', { move: best.move, mean: signed(best.mean), wins: percent(best.wins) }));
    } catch (error) {
      if (signal.aborted) return;
      const field = /** @type {any} */ (error).field;
      const wrong = this.fields[/** @type {keyof typeof this.fields} */ (field)]?.input;
      this.progress.textContent = error instanceof Error ? error.message : '';
      if (wrong) {
        this.progress.id = 'simulate-says';
        wrong.setAttribute('aria-invalid', 'true');
        wrong.setAttribute('aria-describedby', this.progress.id);
        wrong.focus();
      }
      app.complain(error);
    }
    if (!signal.aborted) this.#run(false);
  }

  /** @param {{ moves: Simulated[], iterations: number, settled: boolean, seconds: number }} answer */
  #draw({ moves, iterations, settled, seconds }) {
    const says = [t('analyse.iterations', { count: iterations }), t('analyse.took', { seconds: number(seconds, 1) })];
    if (settled) says.push(t('analyse.settled'));
    this.progress.textContent = says.join(' · ');
    if (moves.length === 0) return;
    this.box.hidden = false;
    const [low, high] = iterations > 0 ? this.#scaleOf(moves) : [0, 0];
    // Moves that were dropped have been tried less often.
    const most = Math.max(...moves.map(move => move.iterations));
    const focused = document.activeElement;
    moves.forEach((move, index) => {
      let row = this.rows.get(move.move);
      if (!row) this.rows.set(move.move, row = this.#row(move));
      row.draw(move, low, high, most);
      if (this.body.children[index] !== row.row) this.body.insertBefore(row.row, this.body.children[index] ?? null);
    });
    // A row that moves loses the focus.
    if (focused instanceof HTMLElement && this.body.contains(focused)) focused.focus();
  }

  /**
   * The ends of the bars. They stay while the intervals fit well, so that one sees them narrow.
   * @param {Simulated[]} moves
   */
  #scaleOf(moves) {
    const low = Math.min(...moves.map(({ mean, margin }) => mean - margin));
    const high = Math.max(...moves.map(({ mean, margin }) => mean + margin));
    const [from, to] = this.scale ?? [0, 0];
    const fits = from <= low && high <= to && high - low > 0.45 * (to - from);
    const room = 0.04 * (high - low) + 0.1;
    if (!fits) this.scale = [low - room, high + room];
    return /** @type {[number, number]} */ (this.scale);
  }

  /** @param {Simulated} first */
  #row(first) {
    const desk = this.desk;
    const ghost = () => desk.ghost([{ played: first.move, score: first.score }]);
    const button = el('button', {
      type: 'button',
      class: 'quiet',
      title: t('analyse.playIt'),
      onclick: () => desk.move({ played: first.move, score: first.score }),
      onfocus: ghost,
      onblur: () => desk.ghost(null),
    }, desk.moveName(first.move));
    const mean = el('td', { class: 'numeric' });
    const wins = el('td', { class: 'numeric' });
    const bar = el('span', { class: 'interval', role: 'img' });
    const row = el('tr', { onmouseenter: ghost, onmouseleave: () => desk.ghost(null) },
      el('th', { scope: 'row' }, button, ' ', el('span', { class: 'faint small' }, number(first.score))),
      mean, el('td', { class: 'wide' }, bar), wins);
    /** @type {Row['draw']} */
    const draw = (move, low, high, most) => {
      const half = move.margin;
      // Before the first racks, nothing is known of the spread.
      bar.hidden = low === high;
      row.classList.toggle('faint', move.iterations < most);
      const place = (/** @type {number} */ value) => `${100 * Math.min(1, Math.max(0, (value - low) / (high - low)))}%`;
      mean.textContent = signed(move.mean);
      wins.textContent = low === high ? '' : `${number(100 * move.wins, 1)} ± ${percent(move.wins_margin)}`;
      setStyle(bar, { '--low': place(move.mean - half), '--mean': place(move.mean), '--high': place(move.mean + half) });
      const ends = { low: signed(move.mean - half), high: signed(move.mean + half) };
      bar.setAttribute('aria-label', t('analyse.intervalSays', ends));
    };
    return { row, draw };
  }
}

/** @param {number} share */
export function percent(share) {
  return `${number(100 * share, 1)} %`;
}
