/** @file A position as a value: every change gives a new one. It is written as CGP, which the engine reads. */

import { next } from '../board.js';
import { readPlay } from '../notation.js';

/** @typedef {import('../letters.js').Tile} Tile */
/** @typedef {import('../letters.js').Letters} Letters */
/** @typedef {import('../board.js').Square} Square */
/** @typedef {import('../board.js').Direction} Direction */
/** @typedef {{ row: number, column: number, direction: string, word: string }} Play */
/** @typedef {{ played: string, score: number }} Move A play, `-ABC` for an exchange, `-` or `pass`. */

/**
 * A position; of two racks or scores, the first is that of the player on turn.
 * @typedef {{
 *   layout: string, alphabet: string, tiles: (Tile | null)[][],
 *   racks: [Tile[], Tile[]], scores: [number, number], scoreless: number,
 * }} Position
 */

/** @param {{ name: string, rows: number, columns: number }} layout @param {string} alphabet @returns {Position} */
export function emptyPosition(layout, alphabet) {
  const tiles = Array.from({ length: layout.rows }, () => Array(layout.columns).fill(null));
  return { layout: layout.name, alphabet, tiles, racks: [[], []], scores: [0, 0], scoreless: 0 };
}

/** The position of an answer of the engine. @param {any} view @param {Letters} letters @returns {Position} */
export function fromView(view, letters) {
  const tile = (/** @type {string | null} */ text) => (text ? letters.tile(text) : null);
  return {
    layout: view.layout,
    alphabet: view.alphabet,
    tiles: view.board.map((/** @type {(string | null)[]} */ row) => row.map(tile)),
    racks: [letters.read(view.racks[0]), letters.read(view.racks[1])],
    scores: [view.scores[0], view.scores[1]],
    scoreless: view.scoreless_turns,
  };
}

/**
 * The position as CGP. The board and the letters are named where they are not the usual ones.
 * @param {Position} position @param {Letters} letters @param {{ alphabet?: string, lexicon?: string }} [known]
 */
export function toCgp(position, letters, { alphabet, lexicon } = {}) {
  const rows = position.tiles.map(row => {
    let text = '';
    let free = 0;
    for (const tile of row) {
      if (!tile) {
        free += 1;
        continue;
      }
      text += `${free || ''}${letters.text(tile)}`;
      free = 0;
    }
    return `${text}${free || ''}`;
  });
  const racks = position.racks.map(rack => letters.join(rack)).join('/');
  let text = `${rows.join('/')} ${racks} ${position.scores.join('/')} ${position.scoreless}`;
  if (lexicon) text += ` lex ${lexicon};`;
  if (position.layout !== 'standard-15') text += ` bdn ${position.layout};`;
  if (position.alphabet !== alphabet) text += ` ld ${position.alphabet};`;
  return text;
}

/**
 * The position with other tiles on some squares.
 * @param {Position} position @param {(Square & { tile: Tile | null })[]} changes
 */
export function withTiles(position, changes) {
  const tiles = [...position.tiles];
  for (const { row, column, tile } of changes) {
    tiles[row - 1] = tiles[row - 1].with(column - 1, tile);
  }
  return { ...position, tiles };
}

/**
 * The tiles of a play that do not lie yet.
 * @param {Play} play @param {Position} position @param {Letters} letters @returns {(Square & { tile: Tile })[]}
 */
export function laidTiles(play, position, letters) {
  const direction = /** @type {Direction} */ (play.direction);
  return letters.read(play.word)
    .map((tile, index) => ({ ...next(play, direction, index), tile }))
    .filter(({ row, column }) => position.tiles[row - 1]?.[column - 1] === null);
}

/**
 * The squares of the word on the board that begins at a square.
 * @param {Square} first @param {Direction} direction @param {Position} position
 */
export function squaresFrom(first, direction, position) {
  const squares = [];
  let { row, column } = first;
  while (position.tiles[row - 1]?.[column - 1]) {
    squares.push({ row, column });
    ({ row, column } = next({ row, column }, direction));
  }
  return squares;
}

/** A rack without some tiles; those that it lacks are ignored. @param {Tile[]} rack @param {Tile[]} tiles */
export function without(rack, tiles) {
  const left = [...rack];
  for (const tile of tiles) {
    const index = left.findIndex(({ label }) => label === (tile.blank ? '?' : tile.label));
    if (index >= 0) left.splice(index, 1);
  }
  return left;
}

/**
 * The position after a move, as the other player sees it. Nobody draws: the rack keeps what is known to be left.
 * @param {Position} position @param {Move} move @param {Letters} letters @returns {Position}
 */
export function afterMove(position, { played, score }, letters) {
  const play = readPlay(played);
  const laid = play ? laidTiles(play, position, letters) : [];
  const exchanged = !play && played.startsWith('-') ? letters.read(played.slice(1)) : [];
  const [own, other] = position.racks;
  const moved = withTiles(position, laid);
  return {
    ...moved,
    racks: [other, without(own, play ? laid.map(({ tile }) => tile) : exchanged)],
    scores: [position.scores[1], position.scores[0] + score],
    scoreless: score > 0 ? 0 : position.scoreless + 1,
  };
}

/** How many tiles of each letter are neither on the board nor on a rack; negative if too many are. */
export function unseenTiles(/** @type {Position} */ position, /** @type {Letters} */ letters) {
  /** @type {Map<string, number>} */
  const counts = new Map(letters.alphabet.letters.map(({ label, count }) => [label, count]));
  counts.set('?', letters.alphabet.blanks);
  const take = (/** @type {Tile | null} */ tile) => {
    if (!tile) return;
    const label = tile.blank ? '?' : tile.label;
    counts.set(label, (counts.get(label) ?? 0) - 1);
  };
  for (const row of position.tiles) row.forEach(take);
  for (const rack of position.racks) rack.forEach(take);
  return counts;
}

/** @param {Map<string, number>} counts */
export function total(counts) {
  let sum = 0;
  for (const count of counts.values()) sum += Math.max(0, count);
  return sum;
}

/**
 * A rack with tiles drawn by chance, up to a size.
 * @param {Tile[]} rack @param {Map<string, number>} unseen @param {number} size
 */
export function drawn(rack, unseen, size) {
  const bag = [...unseen].flatMap(([label, count]) => Array(Math.max(0, count)).fill(label));
  const full = [...rack];
  while (full.length < size && bag.length > 0) {
    const [label] = bag.splice(Math.floor(Math.random() * bag.length), 1);
    full.push({ label, blank: false });
  }
  return full;
}

/**
 * The tiles that a person typed for a rack, in any case, and the first text that is no tile.
 * @param {string} text @param {Letters} letters @returns {{ tiles: Tile[], wrong: string | null }}
 */
export function readRack(text, letters) {
  /** @type {Tile[]} */
  const tiles = [];
  for (let at = 0; at < text.length;) {
    if (/[\s,]/.test(text[at])) {
      at += 1;
      continue;
    }
    if (text[at] === '?' || text[at] === '_') {
      tiles.push({ label: '?', blank: false });
      at += 1;
      continue;
    }
    const bracket = text[at] === '[' ? text.indexOf(']', at) : -1;
    const inside = bracket > 0 ? text.slice(at + 1, bracket) : '';
    let length = Math.min(letters.longest, text.length - at);
    let label = inside && letters.typed(inside);
    while (!inside && !label && length > 0) {
      label = letters.typed(text.slice(at, at + length));
      if (!label) length -= 1;
    }
    if (!label) return { tiles, wrong: inside || String.fromCodePoint(text.codePointAt(at) ?? 0) };
    tiles.push({ label, blank: false });
    at = inside ? bracket + 1 : at + length;
  }
  return { tiles, wrong: null };
}
