/** @file The line of a path on a grid of dice. */

import { fill, svg } from '../dom.js';

/**
 * Draws a path: a line, and the number of each step. Where the edges touch, the line leaves and enters the grid.
 */
export class Trail {
  constructor() {
    this.line = svg('path', { class: 'line' });
    this.lead = svg('line', { class: 'lead' });
    this.steps = svg('g');
    this.element = svg('svg', { class: 'trail', 'aria-hidden': 'true' }, this.line, this.lead, this.steps);
    this.columns = 1;
  }

  /** @param {number} rows @param {number} columns */
  resize(rows, columns) {
    this.columns = columns;
    this.element.setAttribute('viewBox', `0 0 ${columns} ${rows}`);
  }

  /** @param {number} cell @returns {[number, number]} */
  centre(cell) {
    return [cell % this.columns + 0.5, Math.floor(cell / this.columns) + 0.5];
  }

  /** @param {number[]} path @param {boolean} [moving] `true` if the line grows from its start. */
  draw(path, moving = false) {
    let line = '';
    path.forEach((cell, index) => {
      const [x, y] = this.centre(cell);
      if (index === 0) {
        // A line without length still has round ends.
        line = `M${x} ${y}h0`;
        return;
      }
      const [fromX, fromY] = this.centre(path[index - 1]);
      const [right, down] = [step(x - fromX), step(y - fromY)];
      if (Math.abs(x - fromX) <= 1 && Math.abs(y - fromY) <= 1) line += `L${x} ${y}`;
      else line += `L${fromX + right} ${fromY + down}M${x - right} ${y - down}L${x} ${y}`;
    });
    this.line.setAttribute('d', line);
    this.line.classList.remove('moving');
    if (moving && path.length > 1) {
      this.line.style.setProperty('--length', String(this.line.getTotalLength()));
      this.line.classList.add('moving');
    }
    this.point(null, 0, 0);
    fill(this.steps, ...path.map((cell, index) => {
      const [x, y] = this.centre(cell);
      return svg('g', { class: index === 0 ? 'step first' : 'step', transform: `translate(${x - 0.29} ${y - 0.29})` },
        svg('circle', { r: index === 0 ? 0.14 : 0.11 }), svg('text', { y: 0.055 }, String(index + 1)));
    }));
  }

  /** A line from the end of the path to the pointer. @param {number | null} cell @param {number} x @param {number} y */
  point(cell, x, y) {
    if (cell === null) {
      this.lead.setAttribute('visibility', 'hidden');
      return;
    }
    const [fromX, fromY] = this.centre(cell);
    this.lead.setAttribute('visibility', 'visible');
    this.lead.setAttribute('x1', String(fromX));
    this.lead.setAttribute('y1', String(fromY));
    this.lead.setAttribute('x2', String(x));
    this.lead.setAttribute('y2', String(y));
  }
}

/** The step that a difference is, if the edges touch. @param {number} difference */
function step(difference) {
  return Math.abs(difference) <= 1 ? difference : -Math.sign(difference);
}
