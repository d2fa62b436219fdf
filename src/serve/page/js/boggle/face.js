/** @file The faces of dice as they are typed: by one key, or in a field for several letters. */

import { el } from '../dom.js';
import { ANY, HOLE } from './grid.js';

/** @typedef {import('../letters.js').Letters} Letters */

/** The face that a key types, or null. @param {string} key @param {Letters} letters @param {boolean} bareQ */
export function typedFace(key, letters, bareQ) {
  if (key === ANY) return ANY;
  if (key === HOLE || key === ' ' || key === '-') return HOLE;
  const label = letters.typed(key);
  return label === 'Q' && !bareQ && letters.texts.has('U') ? 'Qu' : label;
}

/** The face of one or several letters that a text is, or null. @param {string} text @param {Letters} letters */
function longFace(text, letters) {
  if (text === '') return HOLE;
  if (text === HOLE || text === ANY) return text;
  const upper = text.toLocaleUpperCase();
  const tiles = letters.split(upper);
  if (tiles.map(tile => tile.label).join('') !== upper) return null;
  return tiles.map(({ label }, index) => index === 0 ? label : letters.texts.get(label)?.letter.lower).join('');
}

/**
 * A field for the face of a cell.
 * @param {{
 *   face: string, label: string, letters: Letters,
 *   onclose: (face: string | null) => void,
 *   onletter: (letter: string) => boolean,
 *   onwrong: (text: string) => void,
 * }} options `onclose` gets null if the face stays; `onletter` is `true` if the letter was taken, and the field gone.
 */
export function faceField({ face, label, letters, onclose, onletter, onwrong }) {
  let closed = false;
  const close = (/** @type {boolean} */ taken) => {
    if (closed) return;
    closed = true;
    const text = input.value.trim();
    const read = taken ? longFace(text, letters) : null;
    if (taken && read === null) onwrong(text);
    onclose(read);
  };
  const input = el('input', {
    class: 'face',
    value: face === HOLE ? '' : face,
    maxLength: 12,
    autocomplete: 'off',
    spellcheck: false,
    'aria-label': label,
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== 'Enter' && event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      close(event.key === 'Enter');
    },
    oninput: () => {
      // The field that opens next takes the focus, which must not close this one again.
      closed = true;
      closed = onletter(input.value.slice(-1));
    },
    onblur: () => close(true),
  });
  return input;
}
