/** @file What the tab shows, as the address has it and as the API asks for it. */

/**
 * @typedef {{
 *   grid: string, mode: 'words' | 'round' | 'best',
 *   dice: string, points: string, min: number, orthogonal: boolean, wrap: boolean, bareQ: boolean,
 *   word: string, find: string, length: number,
 * }} State `dice` is empty for the usual dice, `points` for those of the dice, `min` is 0 for that of the dice.
 */

/** @param {URLSearchParams} values @returns {State} */
export function readState(values) {
  const mode = values.get('mode');
  const number = (/** @type {string} */ name) => Math.max(0, Math.min(99, Math.round(Number(values.get(name))) || 0));
  const text = (/** @type {string} */ name) => values.get(name) ?? '';
  return {
    grid: text('grid'),
    mode: mode === 'round' || mode === 'best' ? mode : 'words',
    dice: text('dice'),
    points: text('points'),
    min: number('min'),
    orthogonal: values.has('orthogonal'),
    wrap: values.has('wrap'),
    bareQ: values.has('bare-q'),
    word: text('word'),
    find: text('find'),
    length: number('length'),
  };
}

/** The values of the address. @param {State} state @returns {Record<string, string | number | boolean | null>} */
export function written(state) {
  return {
    grid: state.grid,
    mode: state.mode === 'words' ? null : state.mode,
    dice: state.dice,
    points: state.points,
    min: state.min || null,
    orthogonal: state.orthogonal,
    wrap: state.wrap,
    'bare-q': state.bareQ,
    word: state.word,
    find: state.find,
    length: state.length || null,
  };
}

/** The grid and its rules, for the API. @param {State} state @param {string} lexicon */
export function gridRequest(state, lexicon) {
  return {
    lexicon,
    grid: state.grid,
    // The tiles of an alphabet are no dice that the API knows.
    dice: state.dice === '' || state.dice === 'tiles' ? null : state.dice,
    points: state.points || null,
    min_length: state.min || null,
    orthogonal: state.orthogonal,
    wrap: state.wrap,
    bare_q: state.bareQ,
  };
}
