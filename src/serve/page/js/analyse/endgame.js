/** @file The endgame: the best play to the end, once the bag is empty, gone through step by step. */

import { el, fill } from '../dom.js';
import { number, signed, t } from '../text.js';
import { total, unseenTiles } from './position.js';
import { Search } from './search.js';

/** @typedef {import('./desk.js').Desk} Desk */
/** @typedef {{ move: string, score: number }} LineMove */

export class EndgamePanel {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    /** @type {Search<any>} */
    this.search = new Search(desk, {
      question: 'position/endgame',
      take: answer => this.#take(answer),
      done: answer => {
        this.#show(1);
        desk.app.say(t('analyse.solved', { count: answer.value, move: answer.line[0]?.move ?? '' }));
      },
      stop: () => this.stop(),
    });
    /** @type {LineMove[]} */
    this.line = [];
    /** The number of moves that are shown on the board. */
    this.step = 0;
    this.result = el('p', { class: 'result' });
    this.list = el('ol', { class: 'line' });
    const go = (/** @type {string} */ key, /** @type {string} */ sign, /** @type {number} */ by) =>
      el('button', { type: 'button', 'aria-label': t(key), title: t(key), onclick: () => this.#show(this.step + by) }, sign);
    this.steps = el('div', { class: 'row', role: 'group', 'aria-label': t('analyse.steps'), hidden: true },
      go('analyse.stepBack', '‹', -1), go('analyse.stepOn', '›', 1));
    this.element = el('div', { class: 'stack' },
      el('div', { class: 'row' }, this.search.button, this.steps), this.search.help, this.result, this.list);
  }

  update() {
    this.stop();
    this.line = [];
    this.step = 0;
    this.#draw();
    fill(this.result);
    const { position, letters, layout } = this.desk;
    const unseen = total(unseenTiles(position, letters));
    const [own, other] = position.racks;
    const possible = own.length > 0 && (unseen === 0 || (other.length === 0 && unseen <= layout.rack));
    this.search.button.disabled = !possible;
    this.search.help.textContent = possible ? t('analyse.solveHelp') : t('analyse.solveNot', { count: unseen });
  }

  stop() {
    this.search.stop();
    this.desk.setLine([]);
  }

  /** @param {any} answer An answer so far has no line before the first depth. */
  #take(answer) {
    if (!answer.line) return;
    this.line = answer.line;
    fill(this.result, el('b', null, signed(answer.value, 0)), ' ', t('analyse.spread'), ' ',
      el('span', { class: answer.exact ? 'good' : 'faint' }, t(answer.exact ? 'analyse.exact' : 'analyse.notExact')));
    this.search.help.textContent = t('analyse.nodes', { count: answer.nodes, seconds: number(answer.seconds, 1) });
    this.#draw();
  }

  #draw() {
    this.steps.hidden = this.line.length === 0;
    fill(this.list, ...this.line.map((move, index) => el('li', null, el('button', {
      type: 'button', class: 'quiet', 'aria-pressed': String(index + 1 === this.step), onclick: () => this.#show(index + 1),
    }, el('span', null, this.desk.moveName(move.move)), el('span', { class: 'number faint' }, number(move.score))))));
    const [back, on] = /** @type {HTMLButtonElement[]} */ ([...this.steps.children]);
    back.disabled = this.step <= 0;
    on.disabled = this.step >= this.line.length;
  }

  /** Shows the first moves of the line on the board. @param {number} step */
  #show(step) {
    const focused = [...this.list.querySelectorAll('button')].findIndex(button => button === document.activeElement);
    this.step = Math.min(Math.max(step, 0), this.line.length);
    this.#draw();
    if (focused >= 0) this.list.querySelectorAll('button')[focused]?.focus();
    this.desk.setLine(this.line.slice(0, this.step).map(({ move, score }) => ({ played: move, score })));
    const move = this.line[this.step - 1];
    if (!move) return;
    this.desk.app.say(t('analyse.stepSays', { step: this.step, move: this.desk.moveName(move.move), score: move.score }));
  }
}
