/** @file What is wrong with a position: problems that forbid to play on, and words that are not in the lexicon. */

import { el, fill } from '../dom.js';
import { t } from '../text.js';
import { Latest } from './latest.js';
import { squaresFrom } from './position.js';

/** @typedef {import('./desk.js').Desk} Desk */
/** @typedef {{ severity: string, message: string, row: number | null, column: number | null }} PositionProblem */
/** @typedef {{ word: string, row: number, column: number, direction: 'across' | 'down', valid: boolean }} BoardWord */

export class Check {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.latest = new Latest(desk.signal);
    this.title = el('h3', { class: 'unseen' }, t('analyse.problems'));
    this.list = el('ul', { class: 'problems' });
    this.element = el('section', { hidden: true }, this.title, this.list);
  }

  async update() {
    const signal = this.latest.start();
    const { app, position } = this.desk;
    try {
      const answer = await app.engine.ask('position/validate', { position: this.desk.request() }, { signal });
      const { board } = this.desk.editor;
      const at = (/** @type {PositionProblem} */ { row, column }) => (row && column ? [{ row, column }] : []);
      const errors = answer.problems.filter((/** @type {PositionProblem} */ { severity }) => severity === 'error');
      const phonies = answer.words.filter((/** @type {BoardWord} */ { valid }) => !valid);
      board.mark('problem', errors.flatMap(at));
      board.mark('phony', phonies.flatMap((/** @type {BoardWord} */ word) => squaresFrom(word, word.direction, position)));
      this.#draw(answer.problems);
    } catch (error) {
      if (signal.aborted) return;
      const message = error instanceof Error ? error.message : String(error);
      this.#draw([{ severity: 'error', message, row: null, column: null }]);
    }
  }

  /** @param {PositionProblem[]} problems */
  #draw(problems) {
    this.element.hidden = problems.length === 0;
    fill(this.list, ...problems.map(({ severity, message, row, column }) => {
      const show = () => {
        if (row && column) this.desk.editor.board.focus({ row, column });
      };
      return el('li', { class: severity }, row && column
        ? el('button', { type: 'button', class: 'quiet', title: t('analyse.showSquare'), onclick: show }, message)
        : message);
    }));
  }
}
