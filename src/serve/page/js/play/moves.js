/** @file The move that the laid tiles make, and whether it is one. */

import { next, squareName } from '../board.js';
import { Problem } from '../engine.js';
import { laidBy } from '../notation.js';
import { t } from '../text.js';

/**
 * @typedef {import('../board.js').Square} Square
 * @typedef {import('../board.js').Direction} Direction
 * @typedef {import('../letters.js').Letters} Letters
 * @typedef {import('../letters.js').Tile} Tile
 * @typedef {import('./session.js').Session} Session
 * @typedef {{ move: string, answer?: import('./session.js').GameAnswer, wrong?: string }} Tried A move that was judged:
 * the game after it, or what is wrong. The move is empty if the tiles make none.
 */

/** A mistake that the page sees itself: a key of a text, and its values. */
class Mistake {
  /** @param {string} key @param {Record<string, string | number>} [values] */
  constructor(key, values) {
    this.key = key;
    this.values = values;
  }
}

/**
 * Judges the laid tiles.
 * @param {Session} session
 * @param {(request: object) => Promise<any>} ask Asks for the game after a move.
 * @returns {Promise<Tried>}
 */
export async function judge(session, ask) {
  const move = moveOf(session);
  if (move instanceof Mistake) return { move: '', wrong: t(move.key, move.values) };
  try {
    return { move, answer: await ask({ game: session.answer.game, move }) };
  } catch (error) {
    if (!(error instanceof Problem) || error.field !== 'move') throw error;
    return { move, wrong: error.message };
  }
}

/**
 * The move that the laid tiles make, as text: `8D .E.T`.
 * @param {Session} session
 * @returns {string | Mistake}
 */
function moveOf(session) {
  const { laid } = session;
  const [first] = laid;
  const start = { row: session.layout.start[0], column: session.layout.start[1] };
  const taken = (/** @type {Square} */ square) => Boolean(session.played(square) ?? session.laidOn(square));
  const across = laid.every(({ row }) => row === first.row);
  if (!across && laid.some(({ column }) => column !== first.column)) return new Mistake('play.wrong.line');
  /** @type {Direction} */
  let direction = across ? 'across' : 'down';
  // A single tile is written across if it makes a word across.
  if (laid.length === 1 && ![-1, 1].some(step => taken(next(first, 'across', step)))) {
    if ([-1, 1].some(step => taken(next(first, 'down', step)))) direction = 'down';
  }
  /** @type {Square} */
  let begin = first;
  while (taken(next(begin, direction, -1))) begin = next(begin, direction, -1);
  let [text, length, found, touches] = ['', 0, 0, false];
  for (let square = begin; taken(square); square = next(square, direction)) {
    const tile = session.laidOn(square);
    if (tile) {
      found += 1;
      touches ||= [-1, 1].some(step =>
        session.played(next(square, 'across', step)) || session.played(next(square, 'down', step)));
    }
    text += tile ? session.letters.text(tile.tile) : '.';
    length += 1;
  }
  if (found < laid.length) return new Mistake('play.wrong.gap');
  const empty = !session.answer.board.some(row => row.some(Boolean));
  if (empty && !session.laidOn(start)) return new Mistake('play.wrong.start', { square: squareName(start) });
  if (length === 1) return new Mistake('play.wrong.one');
  if (!empty && !touches) return new Mistake('play.wrong.apart');
  return `${squareName(begin, direction)} ${text}`;
}

/**
 * The squares of the last move that laid tiles, without those that lay before.
 * @param {Session} session
 */
export function lastSquares(session) {
  const turn = session.answer.turns.at(-1);
  return turn ? laidBy(turn.move, session.letters) : [];
}
