/** @file What stands beside the board: scores, history, unseen tiles, reasons, and the result. */

import { tileFace } from '../board.js';
import { el, fill } from '../dom.js';
import { number, signed, t } from '../text.js';
import { named } from './dialogs.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('./session.js').Turn} Turn */
/** @typedef {import('./session.js').Considered} Considered */

/** The name of a level, or the strategy. @param {string} level */
export function levelName(level) {
  return named('play.level', level);
}

/** A move in words. @param {string} move */
export function moveName(move) {
  if (move === '-') return t('play.passed');
  const exchanged = /^-(.+)$/.exec(move)?.[1];
  if (!exchanged) return move;
  return /^\d+$/.test(exchanged) ? t('play.exchanged', { count: Number(exchanged) })
    : t('play.exchanged.tiles', { tiles: exchanged });
}

/** Tiles in a sentence. @param {string[]} labels */
export function tilesText(labels) {
  return labels.map(label => (label === '?' ? t('tile.blank') : label)).join(', ');
}

/** The person's rack in a sentence. @param {Session} session */
export function rackText({ tiles }) {
  return t('play.rack.has', { tiles: tilesText(tiles.map(({ label }) => label)) });
}

/** What the machine has played, and the scores. @param {Session} session @param {Turn} turn */
export function tellMove({ answer, seat }, { move, score }) {
  const totals = t('play.totals', { own: answer.scores[seat], other: answer.scores[1 - seat] });
  const text = move.startsWith('-') ? t('play.machineDoes', { move: moveName(move) })
    : t('play.machinePlays', { move: move.replace(/[()]/g, ''), score });
  return `${text} ${totals}`;
}

/** The scores of both, and who is on turn. @param {HTMLElement} element @param {Session} session */
export function drawScores(element, session) {
  const { answer, seat, over } = session;
  const player = (/** @type {number} */ of) => {
    const you = of === seat;
    const turn = !over && answer.on_turn === of;
    return el('div', { class: `player${turn ? ' turn' : ''}` },
      el('span', { class: 'who' }, you ? t('play.you') : t('play.them'),
        !you && el('span', { class: 'faint small' }, levelName(answer.game.level))),
      el('b', { class: 'number' }, number(answer.scores[of])),
      el('span', { class: 'unseen' }, turn ? t('play.onTurn') : ''));
  };
  fill(element, player(seat),
    el('div', { class: 'bag' }, el('b', { class: 'number' }, number(answer.bag)), el('span', { class: 'faint small' },
      t('play.bag', { count: answer.bag }))),
    player(1 - seat));
}

/**
 * The moves of both players, side by side.
 * @param {HTMLElement} element
 * @param {Session} session
 * @param {(turn: Turn | null) => void} onpoint Told the move under the pointer or with the focus.
 */
export function drawHistory(element, session, onpoint) {
  const { answer, seat } = session;
  const focused = [...element.querySelectorAll('button')].findIndex(button => button === document.activeElement);
  const cell = (/** @type {Turn | undefined} */ turn) => turn ? [
    el('td', null, el('button', {
      type: 'button', class: 'move',
      onmouseenter: () => onpoint(turn), onmouseleave: () => onpoint(null),
      onfocus: () => onpoint(turn), onblur: () => onpoint(null),
    }, moveName(turn.move))),
    el('td', { class: 'numeric' }, signed(turn.score, 0)),
    el('td', { class: 'numeric faint' }, number(turn.total)),
  ] : [el('td', { colSpan: 3 })];
  const rows = [];
  for (let at = 0; at < answer.turns.length; at += 2) {
    rows.push(el('tr', null, el('th', { scope: 'row', class: 'faint small' }, String(at / 2 + 1)),
      ...cell(answer.turns[at]), ...cell(answer.turns[at + 1])));
  }
  const head = (/** @type {number} */ of) =>
    el('th', { scope: 'colgroup', colSpan: 3 }, of === seat ? t('play.you') : t('play.them'));
  const scroll = el('div', { class: 'scroll', tabIndex: 0, role: 'region', 'aria-label': t('play.history') },
    el('table', null, el('thead', null, el('tr', null,
      el('th', { scope: 'col' }, el('span', { class: 'unseen' }, t('play.round'))), head(0), head(1))),
    el('tbody', null, ...rows)));
  fill(element, el('h3', null, t('play.history')),
    rows.length ? el('div', { class: 'table' }, scroll) : el('p', { class: 'faint' }, t('play.history.none')),
    session.resigned && el('p', null, t('play.resigned')));
  scroll.scrollTop = scroll.scrollHeight;
  if (focused >= 0) element.querySelectorAll('button')[focused]?.focus();
}

/** The tiles that the person does not see. @param {HTMLElement} element @param {Session} session */
export function drawUnseen(element, session) {
  const { answer, letters } = session;
  const counts = { vowels: 0, consonants: 0, blanks: 0 };
  for (const { tile, count } of answer.unseen) {
    if (tile === '?') counts.blanks += count;
    else counts[letters.texts.get(tile)?.letter.vowel ? 'vowels' : 'consonants'] += count;
  }
  const total = counts.vowels + counts.consonants + counts.blanks;
  element.hidden = total === 0 || session.answer.end !== null;
  fill(element, el('summary', null, el('h3', null, t('play.unseen', { count: total }))),
    el('ul', { class: 'tiles' }, ...answer.unseen.map(({ tile, count }) => el('li', null,
      tileFace({ label: tile, blank: false }, letters),
      el('span', { class: 'unseen' }, tile === '?' ? t('tile.blank') : tile),
      el('span', { class: 'number' }, `×\u2009${number(count)}`)))),
    el('p', { class: 'faint small' }, Object.entries(counts).filter(([, count]) => count > 0)
      .map(([kind, count]) => t(`play.unseen.${kind}`, { count })).join(', ')));
}

/** What a move is worth, as a sum in words. @param {Considered} considered */
export function sum({ score, worth, parts }) {
  const terms = parts.filter(({ value }) => Math.abs(value) >= 0.05)
    .map(({ name, value }) => t('play.part', { value: signed(value), name: named('play.part', name) }));
  const points = t('play.points', { count: score });
  return terms.length ? t('play.sum', { points, parts: terms.join(', '), worth: number(worth, 1) }) : points;
}

/** Why the machine played so. @param {HTMLElement} element @param {Session} session */
export function drawReasons(element, session) {
  const [played, ...others] = session.reasons;
  element.hidden = !played;
  if (!played) return;
  fill(element, el('summary', null, el('h3', null, t('play.why', { move: moveName(played.move) }))),
    el('p', null, sum(played)),
    others.length > 0 && el('p', { class: 'faint' }, t('play.why.others')),
    others.length > 0 && el('ul', null, ...others.map(other =>
      el('li', null, el('b', null, moveName(other.move)), ` – ${sum(other)}`))));
}

/** The result in sentences; empty while the game goes on. @param {Session} session @returns {string[]} */
export function result(session) {
  const { answer, seat } = session;
  if (session.resigned) return [t('play.end.resigned')];
  if (!answer.end) return [];
  const [own, other] = [answer.scores[seat], answer.scores[1 - seat]];
  const key = own === other ? 'draw' : own > other ? 'won' : 'lost';
  const lines = [t(`play.end.${key}`, { own, other, count: Math.abs(own - other) })];
  const out = answer.end.seat;
  if (answer.end.how === 'stalled') lines.push(t('play.end.stalled'));
  else lines.push(t(out === seat ? 'play.end.youOut' : 'play.end.machineOut'));
  const left = { you: answer.rack, machine: answer.other_rack };
  for (const [who, tiles] of Object.entries(left)) if (tiles) lines.push(t(`play.end.left.${who}`, { tiles }));
  for (const [who, of] of Object.entries({ you: seat, machine: 1 - seat })) {
    const before = answer.turns.filter(turn => turn.seat === of).at(-1)?.total ?? 0;
    const points = answer.scores[of] - before;
    if (points !== 0) lines.push(t(`play.end.bonus.${who}`, { points: signed(points, 0) }));
  }
  return lines;
}
