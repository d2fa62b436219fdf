/** @file Words as tiles and as text with the letters of blanks marked. */

import { el } from '../dom.js';

/** @typedef {import('../letters.js').Tile} Tile */
/** @typedef {import('../letters.js').Letters} Letters */

/**
 * Tiles in a row, for the eye: what they say stands beside them.
 * @param {Tile[]} tiles
 * @param {Letters} letters
 * @param {string} [size]
 */
export function tileRow(tiles, letters, size = '') {
  const style = size ? { '--tiles': tiles.length } : {};
  return el('span', { class: `tiles ${size}`, 'aria-hidden': 'true', style }, ...tiles.map(tile => {
    const points = letters.points(tile);
    const wide = tile.label.length > 1 ? ' wide' : '';
    const name = `tile${tile.blank ? ' blank' : ''}${wide}`;
    // Small tiles are many, so they are plain.
    return size === 'big' ? el('span', { class: name }, el('b', null, tile.label), el('i', null, String(points)))
      : el('span', { class: name }, tile.label);
  }));
}

/**
 * A word as text; the letters that blanks stand for are in lower case and marked.
 * @param {string} word @param {Letters} letters
 */
export function marked(word, letters) {
  if (word === word.toLocaleUpperCase()) return [word];
  return letters.split(word).map(({ label, blank }) =>
    (blank ? el('i', { class: 'of-blank' }, letters.texts.get(label)?.letter.lower ?? label) : label));
}

/**
 * The letters of a column, which is a text, or a list where labels have several characters.
 * @param {any} value @returns {string[]}
 */
export function labelsOf(value) {
  if (Array.isArray(value)) return value;
  return typeof value === 'string' ? [...value] : [];
}
