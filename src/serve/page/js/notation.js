/** @file Moves as the API writes them: `8D (MOLD)S`, `-ABC` for an exchange, `-` for a pass. */

import { next } from './board.js';

/**
 * @typedef {import('./board.js').Square} Square
 * @typedef {import('./board.js').Direction} Direction
 * @typedef {import('./letters.js').Letters} Letters
 * @typedef {import('./letters.js').Tile} Tile
 * @typedef {{ row: number, column: number, direction: Direction, word: string }} Placed
 */

/** The play of a move; null for an exchange or a pass. @param {string} move @returns {Placed | null} */
export function readPlay(move) {
  const found = /^(?:(\d+)([A-Z]+)|([A-Z]+)(\d+)) (.+)$/u.exec(move);
  if (!found) return null;
  const column = [...(found[2] ?? found[3])].reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 64, 0);
  if (column > 99) return null;
  const row = Number(found[1] ?? found[4]);
  return { row, column, direction: found[1] ? 'across' : 'down', word: found[5].replace(/[()]/g, '') };
}

/**
 * The squares and tiles of a move; null for an exchange or a pass.
 * @param {string} move
 * @param {Letters} letters
 * @returns {(Square & { tile: Tile })[] | null}
 */
export function squaresOf(move, letters) {
  const play = readPlay(move);
  return play && letters.read(play.word).map((tile, index) => ({ ...next(play, play.direction, index), tile }));
}

/**
 * The squares on which a move as the API writes it lays tiles: those not in parentheses.
 * @param {string} move
 * @param {Letters} letters
 */
export function laidBy(move, letters) {
  const squares = squaresOf(move, letters) ?? [];
  const text = move.slice(move.indexOf(' ') + 1);
  let inside = false;
  /** @type {boolean[]} */
  const laid = [];
  for (const piece of text.match(/\[[^\]]*\]|[^[\]]/gu) ?? []) {
    if (piece === '(' || piece === ')') inside = piece === '(';
    else laid.push(!inside);
  }
  return squares.filter((_, index) => laid[index]);
}
