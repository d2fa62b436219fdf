/** @file The rack: a row of buttons, one of which can be selected, reached by one Tab. */

import { tileFace, tileName } from '../board.js';
import { el, fill } from '../dom.js';
import { t } from '../text.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('./session.js').RackTile} RackTile */

export class RackView {
  /**
   * @param {{ onpick: (tile: RackTile) => void, onmove: (tile: RackTile, place: number) => void }} options `onmove` is
   * told a new place of a tile.
   */
  constructor(options) {
    this.options = options;
    /** @type {number | null} */
    this.selected = null;
    this.roving = 0;
    this.element = el('div', {
      class: 'rack', role: 'group', 'aria-label': t('play.rack'),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
    });
  }

  /** @param {Session} session */
  draw(session) {
    const focused = this.element.contains(document.activeElement);
    const { tiles, letters, layout } = session;
    this.tiles = tiles;
    const free = new Set(session.free().map(({ id }) => id));
    if (this.selected !== null && !free.has(this.selected)) this.selected = null;
    const slots = tiles.map(tile => {
      const face = { label: tile.label, blank: false };
      if (!free.has(tile.id)) return el('span', { class: 'slot gone' });
      return el('button', {
        type: 'button', class: 'slot', tabIndex: -1, 'data-id': tile.id,
        'aria-label': tileName(face, letters), 'aria-pressed': tile.id === this.selected,
        onclick: () => this.options.onpick(tile),
      }, tileFace(face, letters));
    });
    const empty = Array.from({ length: Math.max(0, layout.rack - tiles.length) }, () => el('span', { class: 'slot gone' }));
    fill(this.element, ...slots, ...empty);
    this.#rove(focused);
  }

  #buttons() {
    return [...this.element.querySelectorAll('button')];
  }

  /** One tile is reached by Tab. @param {boolean} [focus] */
  #rove(focus = false) {
    const buttons = this.#buttons();
    this.roving = Math.max(0, Math.min(this.roving, buttons.length - 1));
    buttons.forEach((button, index) => { button.tabIndex = index === this.roving ? 0 : -1; });
    if (focus) buttons[this.roving]?.focus();
  }

  /** Puts the focus on a tile. @param {number} id */
  focus(id) {
    this.roving = Math.max(0, this.#buttons().findIndex(button => Number(button.dataset.id) === id));
    this.#rove(true);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const steps = /** @type {Record<string, number>} */ ({ ArrowLeft: -1, ArrowRight: 1 });
    const step = steps[event.key];
    const button = /** @type {HTMLElement} */ (event.target).closest('button');
    if (!step || !button) return;
    event.preventDefault();
    if (event.shiftKey || event.altKey) {
      const place = (this.tiles ?? []).findIndex(({ id }) => id === Number(button.dataset.id));
      const tile = this.tiles?.[place];
      if (!tile) return;
      this.options.onmove(tile, place + step);
      this.focus(tile.id);
    } else {
      this.roving = this.#buttons().indexOf(button) + step;
      this.#rove(true);
    }
  }
}
