/** @file What a typed text asks. The page says what it took, and the person can choose another question. */

/** The questions, in the order in which they are offered. */
export const HOWS = ['anagram', 'sub', 'pattern', 'starts', 'hooks', 'near', 'search', 'lookup', 'ladder', 'chain', 'bee', 'filter'];

/**
 * What was taken: the question, the text key that explains it, and what else the text could mean.
 * @typedef {{
 *   how: string, as: string, other?: string, regex?: boolean, words?: number, distance?: number,
 * }} Taken
 * @typedef {import('../letters.js').Letters} Letters
 */

/**
 * The tiles of a text that has letters only, without blanks; null for any other text.
 * @param {string} text
 * @param {Letters} letters
 */
export function plainTiles(text, letters) {
  const tiles = [];
  for (let at = 0; at < text.length;) {
    const end = text[at] === '[' ? text.indexOf(']', at) : -1;
    const known = (/** @type {string} */ part) =>
      [part, part.toLocaleUpperCase(), part.toLocaleLowerCase()].find(form => letters.texts.has(form));
    let found;
    let length = end > 0 ? end + 1 - at : Math.min(letters.longest, text.length - at);
    if (end > 0) found = known(text.slice(at + 1, end));
    else while (length > 0 && !(found = known(text.slice(at, at + length)))) length -= 1;
    if (!found) return null;
    tiles.push({ label: letters.tile(found).label, blank: false });
    at += length;
  }
  return tiles;
}

/** The words of a text, between spaces and commas. @param {string} text */
export function wordsOf(text) {
  return text.split(/[\s,]+/).filter(Boolean);
}

/** `true` if a part of a text is a guess with its result, such as `crane=xygxg`. @param {string} part */
export function isGuess(part) {
  return /^[^=;|]+=[gyx012🟩🟨⬛⬜-]+$/iu.test(part);
}

/** `true` if a pattern is an equation or has several words. @param {string} text */
export function isEquation(text) {
  return /[;=]|\S\s+\S/.test(text.trim());
}

/**
 * What a text asks.
 * @param {string} text
 * @param {Letters} letters
 * @returns {Taken}
 */
export function guess(text, letters) {
  text = text.trim();
  if (/[a-z-]+:/i.test(text) || /^not\s|^\(?compound\s/i.test(text)) return { how: 'search', as: 'search' };
  if (/^[^>→]+([>→][^>→]+)+$/.test(text)) return { how: 'ladder', as: 'ladder', other: 'chain' };
  if (text && wordsOf(text).every(isGuess)) return { how: 'filter', as: 'filter' };
  const near = /^[^~;|]+~(\d?)$/.exec(text);
  if (near) return { how: 'near', as: 'near', distance: Number(near[1] || 1) };
  if (/[;=~]/.test(text)) return { how: 'pattern', as: 'equation' };
  if (/[(){}+$|\\]|^\^|\.\*/.test(text)) return { how: 'pattern', as: 'regex', regex: true };
  if (/,/.test(text)) return { how: 'lookup', as: 'lookup' };
  const plain = (/** @type {string} */ part) => plainTiles(part, letters) !== null;
  const parts = wordsOf(text);
  if (parts.length > 1) {
    if (!parts.every(plain)) return { how: 'pattern', as: 'several' };
    return { how: 'anagram', as: 'phrase', other: 'lookup', words: Math.min(parts.length + 1, 4) };
  }
  if (plain(text)) return { how: 'anagram', as: 'anagram' };
  if (/^\d+$/.test(text)) return { how: 'pattern', as: 'number' };
  if (/^[^*]+\*$/.test(text) && plain(text.slice(0, -1))) return { how: 'starts', as: 'starts', other: 'anagram' };
  if (/^\?+$/.test(text)) return { how: 'pattern', as: 'pattern' };
  // Blanks stand before or behind the letters of a rack; between letters, they are places of a pattern.
  const blanks = /^\?*[^?]+\?*$/.test(text) && plain(text.replaceAll('?', ''));
  if (blanks) return { how: 'anagram', as: 'blanks', other: 'pattern' };
  if (/^[^?.*@[\]\d/-]+$/.test(text)) return { how: 'near', as: 'unknown' };
  return { how: 'pattern', as: 'pattern', other: /[./\d]/.test(text) ? undefined : 'anagram' };
}
