/** @file A game that was pasted: its turns, and what each move lost against the best one. */

import { el, fill } from '../dom.js';
import { Table } from '../table.js';
import { number, t } from '../text.js';
import { Latest } from './latest.js';
import { percent } from './simulate.js';

/** @typedef {import('./desk.js').Desk} Desk */
/** @typedef {{ turn: number, player: number, rack: string, move: string, score: number, withdrawn: boolean }} Turn */
/** @typedef {{ text: string, turns: Turn[], names: string[], nicks: string[] }} Game */
/**
 * A turn beside the best move.
 * @typedef {{
 *   turn: number, kind: string, chance: number, best: { move: string, score: number, equity: number } | null, loss: number | null,
 * }} Judged
 */

/** The row of buttons that goes through the game. */
export class Stepper {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    const button = (/** @type {string} */ key, /** @type {string} */ sign, /** @type {() => number} */ where) =>
      el('button', { type: 'button', 'aria-label': t(key), title: t(key), onclick: () => desk.toTurn(where()) }, sign);
    const last = () => (desk.game?.turns.length ?? 0) + 1;
    const here = () => desk.turn ?? last();
    this.buttons = [
      button('analyse.first', '«', () => 1),
      button('analyse.previous', '‹', () => here() - 1),
      button('analyse.next', '›', () => here() + 1),
      button('analyse.last', '»', last),
    ];
    this.says = el('p', { class: 'says' });
    const [first, previous, following, final] = this.buttons;
    this.element = el('div', { class: 'stepper row', role: 'group', 'aria-label': t('analyse.game'), hidden: true },
      first, previous, this.says, following, final);
  }

  draw() {
    const { game, turn } = this.desk;
    this.element.hidden = game === null;
    if (!game) return;
    const end = game.turns.length + 1;
    const [first, previous, following, last] = this.buttons;
    // A button that has the focus stays enabled, and does nothing at the end.
    for (const [button, off] of /** @type {[HTMLButtonElement, boolean][]} */ (
      [[first, turn === 1], [previous, turn === 1], [following, turn === end], [last, turn === end]])) {
      button.setAttribute('aria-disabled', String(off));
    }
    this.says.textContent = this.text();
  }

  text() {
    const { game, turn } = this.desk;
    if (!game) return '';
    if (turn === null) return t('analyse.variation');
    const played = game.turns[turn - 1];
    if (!played) return t('analyse.gameEnd');
    const name = game.names[played.player - 1] ?? '';
    const values = { turn, count: game.turns.length, name, move: this.desk.moveName(played.move), score: played.score };
    return t(played.withdrawn ? 'analyse.turnWithdrawn' : 'analyse.turnSays', values);
  }
}

export class GamePanel {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.latest = new Latest(desk.signal);
    /** @type {Game | null} The game that is judged. */
    this.judgedGame = null;
    /** @type {Map<number, Judged>} */
    this.judged = new Map();
    this.total = el('p', { class: 'number small' });
    /** @type {Table<Turn>} */
    this.table = new Table({
      caption: t('analyse.turns'),
      columns: [
        { name: 'turn', title: t('analyse.turn'), numeric: true, show: turn => number(turn.turn), sort: turn => turn.turn },
        {
          name: 'player', title: t('analyse.player'),
          show: turn => el('span', { class: 'nick' }, desk.game?.nicks[turn.player - 1]),
        },
        { name: 'move', title: t('analyse.move'), show: turn => this.#move(turn) },
        {
          name: 'score', title: t('analyse.score'), numeric: true,
          show: turn => number(turn.score), sort: turn => turn.score,
        },
        {
          name: 'loss', title: t('analyse.loss'), numeric: true, show: turn => this.#loss(turn),
          sort: turn => this.judged.get(turn.turn)?.loss ?? -1,
        },
        {
          name: 'chance', title: t('analyse.chance'), numeric: true,
          show: turn => {
            const judged = this.judged.get(turn.turn);
            return judged ? percent(judged.chance) : '…';
          },
          sort: turn => this.judged.get(turn.turn)?.chance ?? -1,
        },
        { name: 'best', title: t('analyse.bestMove'), show: turn => this.#best(turn) },
      ],
      onpick: turn => desk.toTurn(turn.turn),
      isCurrent: turn => turn.turn === desk.turn,
    });
    this.element = el('div', { class: 'stack' }, this.total, this.table.element);
  }

  update() {
    const game = this.desk.game;
    if (game !== this.judgedGame) {
      this.judgedGame = game;
      this.judged.clear();
      this.latest.stop();
      if (game) this.#judge(game);
    }
    this.#draw();
  }

  stop() {
    // What each move lost is found while other things are looked at.
  }

  #draw() {
    const game = this.desk.game;
    this.table.show(game?.turns ?? []);
    if (!game) return;
    const sums = game.names.map((name, index) => {
      const turns = game.turns.filter(turn => turn.player === index + 1);
      const lost = turns.reduce((sum, turn) => sum + Math.max(0, this.judged.get(turn.turn)?.loss ?? 0), 0);
      return t('analyse.lostInAll', { name, loss: number(lost, 1) });
    });
    const todo = game.turns.length - this.judged.size;
    const row = /** @type {HTMLElement | null} */ (this.table.body.querySelector('[aria-current]'));
    const box = row?.closest('.scroll');
    if (row && box && box.clientHeight > 0) {
      const top = row.offsetTop - box.clientHeight / 2;
      if (Math.abs(box.scrollTop - top) > box.clientHeight / 2 - 60) box.scrollTop = top;
    }
    fill(this.total, sums.join(' · '), todo > 0 && ` · ${t('analyse.judging', { count: todo })}`);
  }

  /** @param {Turn} turn */
  #move(turn) {
    const name = this.desk.moveName(turn.move);
    if (turn.withdrawn) return el('s', { title: t('analyse.withdrawn') }, name);
    if (this.judged.get(turn.turn)?.kind !== 'phony') return name;
    // An asterisk marks a phony in records of games.
    const says = t('analyse.phony');
    return el('span', { class: 'bad', title: says }, `${name}*`, el('span', { class: 'unseen' }, says));
  }

  /** @param {Turn} turn */
  #best(turn) {
    const judged = this.judged.get(turn.turn);
    if (!judged?.best || (judged.loss ?? 1) < 0.05) return '';
    const { move, score } = judged.best;
    return el('span', null, this.desk.moveName(move), ' ', el('span', { class: 'faint small' }, number(score)));
  }

  /** @param {Turn} turn */
  #loss(turn) {
    const judged = this.judged.get(turn.turn);
    if (!judged || judged.loss === null) return judged ? '–' : '…';
    return el('span', { class: judged.loss < 0.05 ? 'good' : judged.loss > 10 ? 'bad' : '' }, number(judged.loss, 1));
  }

  /** @param {Game} game */
  async #judge(game) {
    const signal = this.latest.start();
    const { app, lexicon, position: { layout } } = this.desk;
    const take = (/** @type {{ turns: Judged[] }} */ { turns }) => {
      if (signal.aborted) return;
      for (const judged of turns) this.judged.set(judged.turn, judged);
      this.#draw();
    };
    try {
      const request = { position: { text: game.text, lexicon: lexicon.name, layout } };
      take(await app.engine.watch('position/review', request, take, { signal }));
    } catch (error) {
      if (!signal.aborted) app.complain(error);
    }
  }
}
