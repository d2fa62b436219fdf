/** @file A grid as an SVG file that needs no style sheet. */

/** The side of a square, and the sizes of a letter and of a number, in pixels. */
const [SIDE, LETTER, NUMBER, MARGIN] = [40, 22, 12, 12];

/**
 * @param {{ rows: number, columns: number, squares: import('./grid.js').Square[], numbers: number[], title: string }} grid
 * @param {boolean} letters The letters are shown.
 */
export function pictureOf({ rows, columns, squares, numbers, title }, letters) {
  const escaped = (/** @type {string} */ text) =>
    text.replace(/[&<>"]/g, sign => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? '');
  const [width, height] = [columns, rows].map(count => count * SIDE + 2 * MARGIN);
  const parts = squares.map(({ block, letter }, at) => {
    const [x, y] = [MARGIN + at % columns * SIDE, MARGIN + Math.floor(at / columns) * SIDE];
    const square = `<rect x="${x}" y="${y}" width="${SIDE}" height="${SIDE}" fill="${block ? '#000' : '#fff'}" `
      + 'stroke="#000"/>';
    const number = numbers[at]
      ? `<text x="${x + 2.5}" y="${y + NUMBER}" font-size="${NUMBER}">${numbers[at]}</text>` : '';
    const size = [...letter].length > 1 ? LETTER * 0.75 : LETTER;
    const shown = letters && letter ? `<text x="${x + SIDE / 2}" y="${y + SIDE * 0.8}" font-size="${size}" `
      + `text-anchor="middle">${escaped(letter)}</text>` : '';
    return square + number + shown;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" `
    + `role="img" font-family="sans-serif"><title>${escaped(title)}</title>${parts.join('')}</svg>\n`;
}
