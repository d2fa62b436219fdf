/** @file What the tab shows of a game: its parts, its buttons, and the signs on the board. */

import { link } from '../address.js';
import { el, fill, setStyle } from '../dom.js';
import { squaresOf } from '../notation.js';
import { number, t } from '../text.js';
import { named } from './dialogs.js';
import { lastSquares } from './moves.js';
import { drawHistory, drawReasons, drawScores, drawUnseen, levelName, moveName, result, sum } from './side.js';

/**
 * @typedef {import('../board.js').BoardView} BoardView
 * @typedef {import('./session.js').Session} Session
 * @typedef {import('./session.js').Considered} Considered
 * @typedef {import('./moves.js').Tried} Tried
 */

/** The buttons: of the one next to the rack that fits, of a turn, and of the game. */
const MAIN = ['play', 'machine', 'stop'];
const TOOLS = ['shuffle', 'recall', 'exchange', 'pass', 'hint', 'undo'];
const MENU = ['new', 'save', 'load', 'resign'];

export class Desk {
  /**
   * @param {{
   *   root: HTMLElement, rack: HTMLElement, actions: Record<string, () => void>, ontry: (move: string) => void,
   * }} options `actions` has one for each button; `ontry` is told a hint that is chosen.
   */
  constructor(options) {
    this.options = options;
    this.parts = {
      scores: el('div', { class: 'scores' }),
      board: el('div', { class: 'board-place' }),
      line: el('p', { class: 'line' }),
      result: el('section', { class: 'panel result', hidden: true, tabIndex: -1 }),
      hints: el('section', { class: 'panel hints', hidden: true }),
      reasons: el('details', { class: 'panel reasons', hidden: true }),
      history: el('section', { class: 'history' }),
      unseen: el('details', { class: 'panel' }),
    };
    /** @type {Record<string, HTMLButtonElement>} */
    this.buttons = {};
    for (const name of [...MAIN, ...TOOLS, ...MENU]) {
      const button = el('button', {
        type: 'button', class: MAIN.includes(name) ? 'main' : '', 'data-name': name,
        onclick: () => {
          if (button.getAttribute('aria-disabled') !== 'true') options.actions[name]();
        },
      }, t(`play.${name}`));
      this.buttons[name] = button;
    }
  }

  /** Builds the tab for a game. @param {Session} session @param {BoardView} board */
  build(session, board) {
    const { parts, buttons, options } = this;
    const some = (/** @type {string[]} */ names) => names.map(name => buttons[name]);
    const { columns, rows } = session.layout;
    fill(parts.board, board.element);
    parts.board.classList.toggle('large', columns > 17);
    setStyle(options.root, { '--board-columns': columns, '--board-rows': rows });
    fill(options.root, el('h2', { class: 'unseen' }, t('play.title')),
      parts.scores,
      el('div', { class: 'stack desk' }, parts.board,
        el('div', { class: 'own' }, options.rack, ...some(MAIN)),
        parts.line,
        el('div', { class: 'row controls' }, ...some(TOOLS))),
      el('div', { class: 'stack info' }, parts.result, parts.hints, parts.reasons, parts.history, parts.unseen,
        el('div', { class: 'row menu' }, ...some(MENU)), this.#about(session)));
  }

  /** What is played, and the keys. @param {Session} session */
  #about(session) {
    const { lexicon, layout, rules, level, seed, seat } = session.answer.game;
    const keys = ['letters', 'arrows', 'enter', 'backspace', 'escape', 'space', 'shift'];
    return el('details', { class: 'about' }, el('summary', null, t('play.about')),
      el('p', { class: 'small faint' },
        [levelName(level), lexicon, session.layout.title, named('play.rules', rules)].join(' · ')),
      el('p', { class: 'small' }, el('a', { href: link('play', { lexicon, board: layout, rules, level, seed, seat }) },
        t('play.link'))),
      el('dl', { class: 'facts small' }, ...keys.flatMap(key =>
        [el('dt', null, t(`play.key.${key}`)), el('dd', null, t(`play.key.${key}.does`))])));
  }

  /** Everything that depends on the game, but not on the laid tiles. @param {Session} session @param {BoardView} board */
  draw(session, board) {
    const { parts } = this;
    drawScores(parts.scores, session);
    board.show(session.answer.board);
    board.mark('last', lastSquares(session));
    drawHistory(parts.history, session, turn => {
      board.mark('shown', turn ? squaresOf(turn.move, session.letters) ?? [] : []);
    });
    drawUnseen(parts.unseen, session);
    drawReasons(parts.reasons, session);
    const lines = result(session);
    parts.result.hidden = lines.length === 0;
    if (lines.length) fill(parts.result, el('h3', null, lines[0]), ...lines.slice(1).map(line => el('p', null, line)));
  }

  /**
   * What can be done now.
   * @param {Session} session
   * @param {Tried | null} tried
   * @param {boolean} thinking
   */
  drawButtons(session, tried, thinking) {
    const { buttons } = this;
    const { mine, over } = session;
    const allow = (/** @type {string} */ name, /** @type {boolean} */ allowed) =>
      buttons[name].setAttribute('aria-disabled', String(!allowed));
    const waiting = !over && !mine;
    const focused = document.activeElement;
    buttons.play.hidden = waiting;
    buttons.stop.hidden = !(waiting && thinking);
    buttons.machine.hidden = !waiting || thinking;
    // The focus is not lost with a button that goes.
    const main = MAIN.map(name => buttons[name]);
    if (main.some(button => button === focused && button.hidden)) main.find(button => !button.hidden)?.focus();
    allow('play', mine && session.laid.length > 0 && !tried?.wrong);
    allow('recall', session.laid.length > 0);
    allow('shuffle', session.tiles.length > 1);
    allow('exchange', mine && session.answer.may_exchange);
    allow('pass', mine);
    allow('hint', mine);
    allow('undo', session.resigned || session.answer.turns.some(turn => turn.seat === session.seat));
    allow('resign', !over);
    const score = tried?.answer?.turns.at(-1)?.score;
    fill(buttons.play, t('play.play'),
      score !== undefined && el('span', { class: 'number small' }, t('play.points', { count: score })));
  }

  /**
   * The sign whether the laid tiles are a play, and its score.
   * @param {Session} session
   * @param {BoardView} board
   * @param {Tried | null} tried
   * @param {boolean} thinking
   * @returns {string} the same in words; empty if nothing is tried
   */
  drawTried(session, board, tried, thinking) {
    for (const cell of board.element.querySelectorAll('[data-score]')) cell.removeAttribute('data-score');
    const turn = tried?.answer?.turns.at(-1);
    board.mark('right', turn ? session.laid : []);
    board.mark('amiss', tried?.wrong && tried.move ? session.laid : []);
    if (turn) {
      const last = session.laid.reduce((a, b) => (b.row + b.column >= a.row + a.column ? b : a));
      board.cells[last.row - 1][last.column - 1].setAttribute('data-score', String(turn.score));
    }
    const { line } = this.parts;
    const text = turn ? t('play.tried', { words: turn.words.join(', '), count: turn.score }) : tried?.wrong ?? '';
    const advice = session.over ? 'play.advice.over' : session.mine ? 'play.advice' : 'play.advice.machine';
    line.className = `line ${thinking ? 'thinking' : turn ? 'good' : tried?.wrong ? 'bad' : 'faint'}`;
    line.textContent = thinking ? t('play.thinking') : turn ? `✓ ${text}` : tried?.wrong ? `✗ ${text}` : t(advice);
    this.drawButtons(session, tried, thinking);
    return text;
  }

  /** Good moves, each of which can be laid. @param {Session} session @param {Considered[] | null} hints */
  drawHints(session, hints) {
    const { parts, options } = this;
    parts.hints.hidden = !hints || !session.mine;
    if (!hints || !session.mine) return;
    fill(parts.hints, el('h3', null, t('play.hints')), el('p', { class: 'faint small' }, t('play.hints.help')),
      el('ol', { class: 'moves' }, ...hints.map(hint => el('li', null, el('button', {
        type: 'button', title: sum(hint), onclick: () => options.ontry(hint.move),
      }, el('b', null, moveName(hint.move)), el('span', { class: 'number' }, String(hint.score)),
      el('span', { class: 'faint number' }, t('play.worth', { worth: number(hint.worth, 1) })))))));
  }
}
