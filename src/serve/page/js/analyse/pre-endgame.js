/** @file The pre-endgame: which move wins with most draws, while one to seven tiles are in the bag. */

import { el } from '../dom.js';
import { Table } from '../table.js';
import { number, signed, t } from '../text.js';
import { Latest } from './latest.js';
import { total, unseenTiles } from './position.js';
import { percent } from './simulate.js';

/** @typedef {import('./desk.js').Desk} Desk */
/**
 * A candidate.
 * @typedef {{
 *   move: string, score: number, chance: number, margin: number | null, draws: number, proven_draws: number,
 *   spread: number, exact: boolean, dropped: boolean,
 * }} Candidate
 */
/** @typedef {{ moves: Candidate[], draws: number, proven: boolean, nodes: number, seconds: number }} Answer */

/** The most tiles in the bag of a pre-endgame. */
const MOST = 7;

export class PreEndgamePanel {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.latest = new Latest(desk.signal);
    this.running = false;
    this.button = el('button', { type: 'button', class: 'main', onclick: () => this.#toggle() }, t('analyse.solve'));
    this.help = el('p', { class: 'faint small' });
    const sure = (/** @type {string} */ text, /** @type {boolean} */ known) =>
      el('span', { class: known ? '' : 'faint' }, text);
    /** @type {Table<Candidate>} */
    this.table = new Table({
      caption: t('analyse.preEndgame'),
      columns: [
        {
          name: 'move', title: t('analyse.move'),
          show: ({ move, dropped }) => el('span', { class: dropped ? 'faint' : '' }, desk.moveName(move)),
        },
        {
          name: 'score', title: t('analyse.score'), numeric: true,
          show: ({ score }) => number(score), sort: ({ score }) => score,
        },
        {
          name: 'chance', title: t('analyse.chance'), numeric: true,
          show: ({ chance, margin, draws, proven_draws: proven }) => {
            const half = margin === null ? '' : ` ± ${percent(margin)}`;
            return sure(margin === null ? percent(chance) : number(100 * chance, 1) + half, proven === draws);
          },
          sort: ({ chance }) => chance,
        },
        {
          name: 'spread', title: t('analyse.atEnd'), numeric: true,
          show: ({ spread, exact }) => sure(signed(spread), exact), sort: ({ spread }) => spread,
        },
      ],
      page: 15,
      onpoint: found => desk.ghost(found ? [{ played: found.move, score: found.score }] : null),
      onpick: ({ move, score }) => desk.move({ played: move, score }),
      rowName: ({ move }) => desk.moveName(move),
    });
    this.table.element.hidden = true;
    this.element = el('div', { class: 'stack' }, el('div', { class: 'row' }, this.button), this.help, this.table.element);
  }

  /** `true` if the position is a pre-endgame. */
  possible() {
    const { position, letters, layout } = this.desk;
    const [own, other] = position.racks;
    const bag = total(unseenTiles(position, letters)) - (layout.rack - other.length);
    return own.length > 0 && bag >= 1 && bag <= MOST;
  }

  update() {
    this.stop();
    this.table.element.hidden = true;
    this.help.textContent = t('analyse.preHelp');
  }

  stop() {
    if (this.running) this.latest.stop();
    this.#run(false);
  }

  /** @param {boolean} running */
  #run(running) {
    this.running = running;
    this.button.textContent = t(running ? 'analyse.stop' : 'analyse.solve');
    this.button.classList.toggle('main', !running);
  }

  async #toggle() {
    if (this.running) {
      this.stop();
      this.help.textContent = t('analyse.stopped');
      return;
    }
    const signal = this.latest.start();
    const { app } = this.desk;
    this.#run(true);
    this.help.textContent = t('analyse.solving');
    try {
      const take = (/** @type {Answer} */ { moves, draws, proven, nodes, seconds }) => {
        this.table.show(moves);
        this.table.element.hidden = moves.length === 0;
        const says = [t('analyse.draws', { count: draws }), t('analyse.nodes', { count: nodes, seconds: number(seconds, 1) })];
        if (proven) says.push(t('analyse.exact'));
        this.help.textContent = says.join(' · ');
      };
      const answer = await app.engine.watch('position/pre-endgame', { position: this.desk.request() }, progress => {
        if (!signal.aborted && progress.moves) take(progress);
      }, { signal });
      take(answer);
      const best = answer.moves[0];
      if (best) app.say(t('analyse.preSolved', { move: this.desk.moveName(best.move), wins: percent(best.chance) }));
    } catch (error) {
      if (signal.aborted) return;
      this.help.textContent = error instanceof Error ? error.message : '';
      app.complain(error);
    }
    this.#run(false);
  }
}
