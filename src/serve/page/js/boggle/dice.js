/** @file A grid of dice as an ARIA grid: letters are typed into it, or words are traced on it. */

import { el, fill, setStyle } from '../dom.js';
import { t } from '../text.js';
import { faceField, typedFace } from './face.js';
import { ANY, HOLE } from './grid.js';
import { Trail } from './trail.js';

/** @typedef {import('./grid.js').Grid} Grid */
/** @typedef {import('../letters.js').Letters} Letters */
/** @typedef {{ x: number, y: number, grew: boolean, ends: boolean, place: (at: PointerEvent) => [number, number] }} Drag */
/** @typedef {'edit' | 'trace' | 'show'} Way What keys and the pointer do. */

/** The part of a cell, from its centre, in which the pointer is on it; less than half, so that diagonals are easy. */
const REACH = 0.4;

export class DiceView {
  /**
   * @param {{
   *   letters: Letters, label: string,
   *   bareQ: () => boolean,
   *   onedit: (cell: number, face: string) => void,
   *   onpaste: (text: string) => void,
   *   ontrace: (path: number[]) => void,
   *   onstep: (path: number[], keys: boolean) => void,
   *   ontype: (key: string) => void,
   *   onwrong: (text: string) => void,
   * }} options `ontrace` gets a finished path, `onstep` one that has changed, `ontype` letters while tracing.
   */
  constructor(options) {
    this.options = options;
    /** @type {Grid} */
    this.grid = { rows: 0, columns: 0, cells: [] };
    /** @type {number[][]} */
    this.near = [];
    /** @type {Way} */
    this.way = 'edit';
    /** @type {number[]} The path that is being traced. */
    this.path = [];
    /** @type {number[][] | null} The number of words that begin in each cell, as a hint. */
    this.counts = null;
    this.focused = 0;
    /** The cell after the one that was typed last. */
    this.ahead = -1;
    /** @type {HTMLElement[]} */
    this.dice = [];
    this.trail = new Trail();
    /** @type {Drag | null} */
    this.drag = null;
    this.table = el('div', {
      class: 'dice',
      role: 'grid',
      'aria-label': options.label,
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
      onpaste: (/** @type {ClipboardEvent} */ event) => this.#paste(event),
      onclick: (/** @type {MouseEvent} */ event) => this.#click(event),
      ondblclick: () => this.way === 'edit' && this.open(this.focused),
      onfocusin: (/** @type {FocusEvent} */ event) => this.#rove(this.#cellOf(event.target)),
      onpointerdown: (/** @type {PointerEvent} */ event) => this.#down(event),
      onpointermove: (/** @type {PointerEvent} */ event) => this.#move(event),
      onpointerup: () => this.#up(true),
      onpointercancel: () => this.#up(false),
    });
    this.element = el('div', { class: 'tray' }, this.table, this.trail.element);
  }

  /** @param {Way} way */
  setWay(way) {
    this.way = way;
    this.element.dataset.way = way;
    this.path = [];
    this.light([]);
    this.#name();
  }

  /** @param {Grid} grid @param {number[][]} near The neighbours of each cell. */
  show(grid, near) {
    const before = this.grid;
    this.grid = grid;
    this.near = near;
    this.table.setAttribute('aria-rowcount', String(grid.rows));
    this.table.setAttribute('aria-colcount', String(grid.columns));
    if (before.rows !== grid.rows || before.columns !== grid.columns) this.#build();
    grid.cells.forEach((face, index) => {
      if (before.cells[index] !== face || !this.dice[index].firstChild) this.#draw(index);
    });
    this.path = [];
    this.light([]);
    this.#name();
  }

  /** Lets the dice fall, for the eye. */
  roll() {
    this.table.classList.remove('rolled');
    // The animation begins anew only if the class was gone for a moment.
    void this.table.offsetWidth;
    this.table.classList.add('rolled');
  }

  #build() {
    const { rows, columns } = this.grid;
    const held = this.table.contains(document.activeElement);
    this.focused = Math.min(this.focused, rows * columns - 1);
    setStyle(this.element, { '--columns': columns, '--rows': rows });
    this.trail.resize(rows, columns);
    this.dice = Array.from({ length: rows * columns }, (_, index) => el('div', {
      class: 'die',
      role: 'gridcell',
      tabIndex: index === this.focused ? 0 : -1,
      'data-cell': index,
      'aria-colindex': index % columns + 1,
      style: { '--turn': (index * 7) % 11 },
    }));
    fill(this.table, ...Array.from({ length: rows }, (_, row) => el('div', { role: 'row', 'aria-rowindex': row + 1 },
      ...this.dice.slice(row * columns, (row + 1) * columns))));
    if (held) this.focus(this.focused);
  }

  /** @param {number} index */
  #draw(index) {
    const die = this.dice[index];
    const face = this.grid.cells[index];
    die.classList.toggle('hole', face === HOLE);
    die.classList.toggle('any', face === ANY);
    die.classList.toggle('wide', [...face].length > 1);
    fill(die, el('b', null, face === HOLE ? '' : face));
  }

  /** Says what each cell is. */
  #name() {
    const { cells, columns } = this.grid;
    this.dice.forEach((die, index) => {
      const face = cells[index];
      const says = [face === HOLE ? t('boggle.hole') : face === ANY ? t('boggle.any') : face];
      says.push(t('boggle.place', { row: Math.floor(index / columns) + 1, column: index % columns + 1 }));
      const count = this.counts?.[Math.floor(index / columns)]?.[index % columns];
      if (count !== undefined && face !== HOLE) says.push(t('boggle.begin', { count }));
      die.setAttribute('aria-label', says.join(', '));
    });
  }

  /** Shows how many words begin in each cell, or hides it. @param {number[][] | null} counts */
  hint(counts) {
    this.counts = counts;
    this.dice.forEach((die, index) => {
      die.querySelector('i')?.remove();
      const count = counts?.[Math.floor(index / this.grid.columns)]?.[index % this.grid.columns];
      if (count) die.append(el('i', { 'aria-hidden': true }, String(count)));
    });
    this.#name();
  }

  /** Shows a path. @param {number[]} path @param {boolean} [moving] */
  light(path, moving = false) {
    this.dice.forEach((die, index) => {
      const step = path.indexOf(index);
      die.classList.toggle('lit', step >= 0);
      die.classList.toggle('first', step === 0);
      if (this.way !== 'trace') die.removeAttribute('aria-selected');
      else die.setAttribute('aria-selected', String(step >= 0));
    });
    this.trail.draw(path, moving);
  }

  /** @param {number} index */
  focus(index) {
    this.#rove(index);
    this.dice[index]?.focus({ preventScroll: this.way === 'trace' });
  }

  /** One cell is reached by Tab. @param {number} index */
  #rove(index) {
    if (index < 0 || index === this.focused) return;
    if (this.dice[this.focused]) this.dice[this.focused].tabIndex = -1;
    this.focused = index;
    this.dice[index].tabIndex = 0;
  }

  /** @param {EventTarget | null} target */
  #cellOf(target) {
    const die = target instanceof Element ? target.closest('.die') : null;
    return die instanceof HTMLElement ? Number(die.dataset.cell) : -1;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.target instanceof HTMLInputElement) return;
    const { rows, columns, cells } = this.grid;
    const [row, column] = [Math.floor(this.focused / columns), this.focused % columns];
    const whole = event.ctrlKey || event.metaKey;
    /** @type {Record<string, [number, number]>} */
    const moves = {
      ArrowUp: [row - 1, column],
      ArrowDown: [row + 1, column],
      ArrowLeft: [row, column - 1],
      ArrowRight: [row, column + 1],
      Home: [whole ? 0 : row, 0],
      End: [whole ? rows - 1 : row, columns - 1],
    };
    const moved = moves[event.key];
    if (moved) {
      event.preventDefault();
      this.ahead = -1;
      const inside = (/** @type {number} */ at, /** @type {number} */ size) => Math.max(0, Math.min(size - 1, at));
      this.focus(inside(moved[0], rows) * columns + inside(moved[1], columns));
    } else if (!whole && !event.altKey && cells.length > 0) {
      if (this.way === 'edit') this.#type(event);
      else if (this.way === 'trace') this.#traceKey(event);
    }
  }

  /** @param {KeyboardEvent} event */
  #type(event) {
    const at = this.focused;
    if (event.key === 'Enter' || event.key === 'F2') {
      this.open(at);
    } else if (event.key === 'Backspace' || event.key === 'Delete') {
      // After typing, the letter before is taken back; elsewhere, one that is there.
      const before = event.key === 'Backspace' && (at === this.ahead || this.grid.cells[at] === HOLE);
      const back = before ? Math.max(0, at - 1) : at;
      this.options.onedit(back, HOLE);
      this.focus(back);
      this.ahead = back;
    } else if ([...event.key].length === 1) {
      const face = this.#typed(event.key);
      if (face === null) {
        this.options.onwrong(event.key);
      } else {
        this.options.onedit(at, face);
        this.ahead = (at + 1) % this.grid.cells.length;
        this.focus(this.ahead);
      }
    } else {
      return;
    }
    event.preventDefault();
  }

  /** The face that a key types. @param {string} key */
  #typed(key) {
    return typedFace(key, this.options.letters, this.options.bareQ());
  }

  /**
   * Opens a cell to type a face of several letters.
   * @param {number} index
   * @param {boolean} [single] `true` if one letter fills the cell and opens the next.
   */
  open(index, single = false) {
    const die = this.dice[index];
    if (!die || this.way !== 'edit' || die.querySelector('input')) return;
    const { columns, cells } = this.grid;
    const input = faceField({
      face: cells[index],
      label: t('boggle.face', { row: Math.floor(index / columns) + 1, column: index % columns + 1 }),
      letters: this.options.letters,
      onclose: face => {
        const held = die.contains(document.activeElement);
        this.#draw(index);
        if (held) die.focus();
        if (face !== null && face !== cells[index]) this.options.onedit(index, face);
      },
      onletter: letter => {
        const face = single ? this.#typed(letter) : null;
        if (face === null) return false;
        this.open((index + 1) % cells.length, true);
        this.#draw(index);
        this.options.onedit(index, face);
        return true;
      },
      onwrong: text => this.options.onwrong(text),
    });
    fill(die, input);
    this.#rove(index);
    input.focus();
    input.select();
  }

  /** @param {ClipboardEvent} event */
  #paste(event) {
    const text = event.clipboardData?.getData('text').trim() ?? '';
    if (this.way !== 'edit' || text === '' || event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    this.options.onpaste(text);
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const cell = this.#cellOf(event.target);
    if (this.way === 'trace' || cell < 0 || event.target instanceof HTMLInputElement) return;
    // A touch screen shows its keyboard only for a field.
    const touched = /** @type {PointerEvent} */ (event).pointerType === 'touch';
    if (touched && this.way === 'edit') this.open(cell, true);
    else this.focus(cell);
  }

  /** @param {KeyboardEvent} event */
  #traceKey(event) {
    const at = this.focused;
    if (event.key === ' ' || (event.key === 'Enter' && this.path.length === 0)) {
      this.#tap(at);
    } else if (event.key === 'Enter') {
      this.#finish();
    } else if (event.key === 'Backspace' && this.path.length > 0) {
      this.path.pop();
    } else if (event.key === 'Escape') {
      this.path = [];
    } else if ([...event.key].length === 1) {
      event.preventDefault();
      this.options.ontype(event.key);
      return;
    } else {
      return;
    }
    event.preventDefault();
    this.light(this.path);
    this.options.onstep(this.path, true);
  }

  /** Adds a cell to the path, cuts the path at it, or begins anew. @param {number} cell */
  #tap(cell) {
    const last = this.path.at(-1);
    const at = this.path.indexOf(cell);
    if (this.grid.cells[cell] === HOLE) return;
    if (at >= 0) this.path.length = at + 1;
    else if (last !== undefined && this.near[last].includes(cell)) this.path.push(cell);
    else this.path = [cell];
  }

  #finish() {
    const path = this.path;
    this.path = [];
    this.light([]);
    if (path.length > 0) this.options.ontrace(path);
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const cell = this.#cellOf(event.target);
    if (this.way !== 'trace' || event.button !== 0 || cell < 0 || !event.isPrimary) return;
    event.preventDefault();
    // The size is asked for once, so that moving needs no layout.
    const box = this.table.getBoundingClientRect();
    const gap = parseFloat(getComputedStyle(this.table).rowGap) || 0;
    const { rows, columns } = this.grid;
    /** @param {PointerEvent} at @returns {[number, number]} */
    const place = at => [
      (at.clientX - box.left + gap / 2) / (box.width + gap) * columns,
      (at.clientY - box.top + gap / 2) / (box.height + gap) * rows,
    ];
    const [x, y] = place(event);
    const ends = this.path.length > 1 && this.path.at(-1) === cell;
    this.focus(cell);
    this.#tap(cell);
    this.light(this.path);
    this.options.onstep(this.path, false);
    this.drag = { x, y, grew: false, ends, place };
    this.table.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const drag = this.drag;
    if (!drag || this.path.length === 0) return;
    const [x, y] = drag.place(event);
    // A fast pointer passes over cells between two events.
    const steps = Math.max(1, Math.ceil(Math.hypot(x - drag.x, y - drag.y) / 0.2));
    let changed = false;
    for (let step = 1; step <= steps; step += 1) {
      changed = this.#over(drag.x + (x - drag.x) * step / steps, drag.y + (y - drag.y) * step / steps) || changed;
    }
    drag.x = x;
    drag.y = y;
    if (changed) {
      drag.grew = true;
      this.light(this.path);
      this.options.onstep(this.path, false);
    }
    this.trail.point(this.path[this.path.length - 1], x, y);
  }

  /** The pointer is at a place: `true` if the path changed. @param {number} x @param {number} y */
  #over(x, y) {
    const { rows, columns, cells } = this.grid;
    const [column, row] = [Math.floor(x), Math.floor(y)];
    if (column < 0 || row < 0 || column >= columns || row >= rows) return false;
    if (Math.hypot(x - column - 0.5, y - row - 0.5) > REACH) return false;
    const cell = row * columns + column;
    const last = this.path[this.path.length - 1];
    if (cell === last || cells[cell] === HOLE) return false;
    if (this.path.length > 1 && this.path[this.path.length - 2] === cell) {
      this.path.pop();
      return true;
    }
    if (this.path.includes(cell) || !this.near[last].includes(cell)) return false;
    this.path.push(cell);
    return true;
  }

  /** @param {boolean} done */
  #up(done) {
    const drag = this.drag;
    this.drag = null;
    if (!drag) return;
    this.trail.point(null, 0, 0);
    if (!done) {
      this.path = [];
      this.light([]);
      this.options.onstep([], false);
    } else if (drag.grew ? this.path.length > 1 : drag.ends) {
      this.#finish();
    }
  }
}
