/** @file The pre-endgame: which move wins with most draws, while one to seven tiles are in the bag. */

import { el } from '../dom.js';
import { Table } from '../table.js';
import { number, signed, t } from '../text.js';
import { total, unseenTiles } from './position.js';
import { Search } from './search.js';
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
    /** @type {Search<Answer>} */
    this.search = new Search(desk, {
      question: 'position/pre-endgame',
      take: answer => this.#take(answer),
      done: ({ moves: [best] }) => {
        if (best) desk.app.say(t('analyse.preSolved', { move: desk.moveName(best.move), wins: percent(best.chance) }));
      },
      stop: () => this.stop(),
    });
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
    this.element = el('div', { class: 'stack' }, el('div', { class: 'row' }, this.search.button), this.search.help, this.table.element);
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
    this.search.help.textContent = t('analyse.preHelp');
  }

  stop() {
    this.search.stop();
  }

  /** @param {Answer} answer An answer so far has no moves before the first ones are tried. */
  #take({ moves, draws, proven, nodes, seconds }) {
    if (!moves) return;
    this.table.show(moves);
    this.table.element.hidden = moves.length === 0;
    const says = [t('analyse.draws', { count: draws }), t('analyse.nodes', { count: nodes, seconds: number(seconds, 1) })];
    if (proven) says.push(t('analyse.exact'));
    this.search.help.textContent = says.join(' · ');
  }
}
