/** @file Grids of dice: their text, the neighbours of their cells, and the paths of words on them. */

/** @typedef {import('../letters.js').Letters} Letters */
/** @typedef {{ rows: number, columns: number, cells: string[] }} Grid The text of each cell, row by row: `A`, `Qu`. */
/** @typedef {{ orthogonal: boolean, wrap: boolean }} Touch Which cells are neighbours. */
/** @typedef {{ word: string, length: number, points: number, path: [number, number][] }} GridWord As in the API. */

/** The text of a cell that no path enters, and of one that is any letter. */
export const HOLE = '.';
export const ANY = '?';

/** The text that the API reads as this grid. @param {Grid} grid */
export function textOf({ rows, columns, cells }) {
  const long = (/** @type {string} */ cell) => [...cell].length > 1 || /^q$/i.test(cell);
  const spaced = columns > 1 && cells.some(long);
  return Array.from({ length: rows }, (_, row) => {
    const line = cells.slice(row * columns, (row + 1) * columns);
    if (columns === 1) return long(line[0]) ? `[${line[0]}]` : line[0];
    return line.join(spaced ? ' ' : '');
  }).join('/');
}

/** Rows of a pasted text, separated as the field has them. @param {string} text */
export function pastedGrid(text) {
  return text.trim().split(/\s*[\n\r]+\s*/).join('/').replace(/[\t ]+/g, ' ');
}

/**
 * The grid with another size: cells beyond it are lost, new ones are holes.
 * @param {Grid} grid
 * @param {number} rows
 * @param {number} columns
 */
export function resized(grid, rows, columns) {
  const cells = Array.from({ length: rows * columns }, (_, index) => {
    const [row, column] = [Math.floor(index / columns), index % columns];
    return row < grid.rows && column < grid.columns ? grid.cells[row * grid.columns + column] : HOLE;
  });
  return { rows, columns, cells };
}

/** The neighbours of each cell. @param {Grid} grid @param {Touch} touch @returns {number[][]} */
export function neighbours({ rows, columns, cells }, { orthogonal, wrap }) {
  return cells.map((cell, index) => {
    /** @type {Set<number>} */
    const near = new Set();
    for (let down = -1; down <= 1; down += 1) {
      for (let right = -1; right <= 1; right += 1) {
        if (orthogonal && down !== 0 && right !== 0) continue;
        let row = Math.floor(index / columns) + down;
        let column = index % columns + right;
        if (wrap) [row, column] = [(row + rows) % rows, (column + columns) % columns];
        if (row < 0 || row >= rows || column < 0 || column >= columns) continue;
        const other = row * columns + column;
        if (other !== index && cells[other] !== HOLE && cell !== HOLE) near.add(other);
      }
    }
    return [...near];
  });
}

/** The path of a word of the API as indices of cells. @param {Grid} grid @param {GridWord} word */
export function pathOf({ columns }, word) {
  return word.path.map(([row, column]) => (row - 1) * columns + column - 1);
}

/** The word that a path spells. @param {Grid} grid @param {number[]} path @param {Letters} letters */
export function spelled({ cells }, path, letters) {
  return path.map(index => cells[index] === ANY ? ANY : labels(cells[index], letters).join('')).join('');
}

/** The labels of the letters in a text. @param {string} text @param {Letters} letters */
function labels(text, letters) {
  return letters.split(text).map(tile => tile.label);
}

/**
 * The paths of a word, the given one first.
 * @param {Grid} grid
 * @param {number[][]} near
 * @param {string} word
 * @param {number[]} first
 * @param {Letters} letters
 * @param {number} most
 */
export function pathsOf({ cells }, near, word, first, letters, most) {
  const spelling = labels(word, letters);
  const faces = cells.map(cell => cell === HOLE || cell === ANY ? [] : labels(cell, letters));
  /** @type {number[][]} */
  const paths = [first];
  const known = first.join();
  /** @type {number[]} */
  const path = [];
  let steps = 100_000;
  const walk = (/** @type {number} */ cell, /** @type {number} */ at) => {
    steps -= 1;
    if (steps < 0 || paths.length >= most || cells[cell] === HOLE || path.includes(cell)) return;
    const face = faces[cell];
    if (!face.every((label, index) => spelling[at + index] === label)) return;
    const next = at + (cells[cell] === ANY ? 1 : face.length);
    path.push(cell);
    if (next === spelling.length) {
      if (path.join() !== known) paths.push([...path]);
    } else {
      for (const other of near[cell]) walk(other, next);
    }
    path.pop();
  };
  for (let cell = 0; cell < cells.length; cell += 1) walk(cell, 0);
  return paths;
}

/**
 * Draws letters from the tiles of an alphabet, as dice that have no faces of their own.
 * @param {Letters} letters
 * @param {number} rows
 * @param {number} columns
 * @param {number} seed
 * @returns {Grid}
 */
export function drawn(letters, rows, columns, seed) {
  const bag = letters.alphabet.letters.flatMap(letter => Array(letter.count).fill(letter.label));
  if (bag.length === 0) bag.push(...letters.labels());
  let state = seed >>> 0;
  // A random number below a bound: the generator mulberry32.
  const below = (/** @type {number} */ bound) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor(((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32 * bound);
  };
  const cells = Array.from({ length: rows * columns }, () => bag[below(bag.length)]);
  return { rows, columns, cells: cells.map(label => label[0] + label.slice(1).toLowerCase()) };
}
