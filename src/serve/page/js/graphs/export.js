/** @file A drawing saved as an SVG file that needs no style sheet. */

import { saveFile } from '../save.js';

/**
 * Saves a drawing.
 * @param {SVGSVGElement} drawing
 * @param {{ left: number, top: number, width: number, height: number }} box
 * @param {string} title
 * @param {string} name Of the file.
 */
export function saveDrawing(drawing, box, title, name) {
  const copy = /** @type {SVGSVGElement} */ (drawing.cloneNode(true));
  const margin = 20;
  const [width, height] = [box.width + 2 * margin, box.height + 2 * margin].map(Math.ceil);
  const attributes = {
    xmlns: 'http://www.w3.org/2000/svg',
    width,
    height,
    viewBox: `${box.left - margin} ${box.top - margin} ${width} ${height}`,
    class: drawing.getAttribute('class'), role: 'img', 'aria-label': title,
  };
  for (const [attribute, value] of Object.entries(attributes)) copy.setAttribute(attribute, String(value));
  copy.querySelector('.scene')?.removeAttribute('transform');
  copy.querySelector('.token')?.remove();
  for (const marked of copy.querySelectorAll('.marked')) marked.classList.remove('marked');
  const make = (/** @type {string} */ tag, /** @type {string} */ text) => {
    const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
    element.textContent = text;
    return element;
  };
  copy.prepend(make('title', title), make('style', styleOf(drawing)));
  saveFile(name, new XMLSerializer().serializeToString(copy), 'image/svg+xml');
}

/** The rules for drawings, with the colours as they are now. @param {Element} element */
function styleOf(element) {
  const values = getComputedStyle(element);
  const rules = [];
  for (const sheet of document.styleSheets) {
    for (const rule of sheet.cssRules) {
      if (rule instanceof CSSStyleRule && rule.selectorText.startsWith('.drawing')) rules.push(rule.cssText);
    }
  }
  return [`.drawing { background: ${values.getPropertyValue('--sheet').trim()}; }`, ...rules].join('\n')
    .replace(/var\((--[\w-]+)\)/g, (_, name) => values.getPropertyValue(name).trim());
}
