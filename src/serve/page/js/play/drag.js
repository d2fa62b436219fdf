/** @file Dragging tiles with a mouse, a pen or a finger, between the rack and the board. */

import { el } from '../dom.js';

/**
 * @typedef {import('../board.js').Square} Square
 * @typedef {import('../board.js').BoardView} BoardView
 * @typedef {{ square: Square } | { place: number } | null} Target A square, or a place on the rack.
 */

/** A pointer that moves less is a click. */
const SLACK = 5;

/**
 * Lets tiles be dragged. Where the board and the rack are is read once for each drag, so that moving is only a transform.
 * @param {{
 *   root: HTMLElement, rack: HTMLElement, board: () => BoardView,
 *   grab: (target: Element) => number | null, drop: (id: number, target: Target) => void, signal: AbortSignal,
 * }} options `grab` is the number of the tile that an element shows, if it can be dragged.
 */
export function dragging({ root, rack, board, grab, drop, signal }) {
  root.addEventListener('pointerdown', event => {
    if (event.button !== 0 || !event.isPrimary) return;
    const source = /** @type {Element} */ (event.target).closest('.slot, .square');
    const id = source && grab(source);
    const face = source?.querySelector('.tile');
    if (!source || id === null || !face) return;
    const { pointerId, clientX, clientY } = event;
    /** @type {HTMLElement | null} */
    let ghost = null;
    /** @type {(x: number, y: number) => Target} */
    let find = () => null;
    /** @type {Element | null} */
    let over = null;
    let half = 0;
    const end = new AbortController();

    const begin = () => {
      const view = board();
      const [boardBox, rackBox] = [view.cells[0][0].parentElement?.parentElement, rack].map(element =>
        /** @type {HTMLElement} */ (element).getBoundingClientRect());
      const { rows, columns } = view.layout;
      const slots = [...rack.children].map(slot => slot.getBoundingClientRect()).map(box => box.left + box.width / 2);
      // A finger hides what is under it: the tile is held a little above.
      half = Math.max(40, Math.min(56, boardBox.width / columns * 1.15)) / 2;
      find = (x, y) => {
        const row = Math.floor((y - boardBox.top) / boardBox.height * rows) + 1;
        const column = Math.floor((x - boardBox.left) / boardBox.width * columns) + 1;
        if (row >= 1 && row <= rows && column >= 1 && column <= columns) return { square: { row, column } };
        if (y > rackBox.top - 12 && y < rackBox.bottom + 24) return { place: slots.filter(middle => middle < x).length };
        return null;
      };
      const size = `${2 * half}px`;
      ghost = el('div', { class: 'dragged', style: { width: size, height: size } }, face.cloneNode(true));
      document.body.append(ghost);
      source.classList.add('held');
    };

    const lift = event.pointerType === 'mouse' ? 0 : 26;
    const move = (/** @type {PointerEvent} */ { pointerId: id, clientX: x, clientY: y }) => {
      if (id !== pointerId) return;
      if (!ghost && Math.hypot(x - clientX, y - clientY) < SLACK) return;
      if (!ghost) begin();
      if (!ghost) return;
      ghost.style.transform = `translate(${x - half}px, ${y - half - lift}px)`;
      const target = find(x, y - lift);
      const cell = target && 'square' in target ? board().cells[target.square.row - 1][target.square.column - 1] : null;
      if (cell === over) return;
      over?.classList.remove('over');
      cell?.classList.add('over');
      over = cell;
    };
    const finish = (/** @type {PointerEvent} */ { type, pointerId: other, clientX: x, clientY: y }) => {
      if (other !== pointerId) return;
      end.abort();
      source.classList.remove('held');
      over?.classList.remove('over');
      if (!ghost) return;
      ghost.remove();
      // The click that follows is not meant.
      addEventListener('click', event => event.stopPropagation(), { capture: true, once: true });
      setTimeout(() => dispatchEvent(new Event('click')));
      if (type === 'pointerup') drop(id, find(x, y - lift) ?? find(x, y));
    };
    const listening = { signal: AbortSignal.any([end.signal, signal]) };
    addEventListener('pointermove', move, listening);
    addEventListener('pointerup', finish, listening);
    addEventListener('pointercancel', finish, listening);
  }, { signal });
}
