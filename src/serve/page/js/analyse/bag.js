/** @file The tiles that are left. Each is a button that types its letter, for fingers and for letters without a key. */

import { tileFace } from '../board.js';
import { el, fill } from '../dom.js';
import { number, t } from '../text.js';
import { total, unseenTiles } from './position.js';

/** @typedef {import('./desk.js').Desk} Desk */

export class Bag {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    /** @type {Map<string, { button: HTMLButtonElement, count: HTMLElement, says: HTMLElement }>} */
    this.buttons = new Map();
    this.title = el('summary');
    this.list = el('div', { class: 'bag', role: 'group', 'aria-label': t('analyse.typeTiles') });
    // On a phone, the list of plays should not be far below.
    this.element = el('details', { open: matchMedia('(min-width: 900px)').matches }, this.title, this.list);
  }

  /** Other letters. */
  make() {
    this.buttons.clear();
    const { letters } = this.desk;
    for (const label of [...letters.labels(), '?']) {
      const count = el('span', { class: 'number small', 'aria-hidden': true });
      const says = el('span', { class: 'unseen' });
      const button = el('button', { type: 'button', onclick: () => this.#type(label) },
        tileFace({ label, blank: false }, letters), count, says);
      this.buttons.set(label, { button, count, says });
    }
    fill(this.list, ...[...this.buttons.values()].map(({ button }) => button));
  }

  draw() {
    const { position, letters } = this.desk;
    const unseen = unseenTiles(position, letters);
    this.title.textContent = t('analyse.left', { count: total(unseen) });
    for (const [label, { button, count, says }] of this.buttons) {
      const left = unseen.get(label) ?? 0;
      count.textContent = number(left);
      button.classList.toggle('none', left <= 0);
      count.classList.toggle('bad', left < 0);
      const name = label === '?' ? t('tile.blank') : label;
      says.textContent = t('analyse.tileLeft', { tile: name, count: left });
      if (label === '?') button.setAttribute('aria-pressed', String(this.desk.editor.blank));
    }
  }

  /** @param {string} label */
  #type(label) {
    const { editor } = this.desk;
    if (label === '?') {
      editor.blank = !editor.blank;
      this.desk.app.say(t(editor.blank ? 'analyse.blanksOn' : 'analyse.blanksOff'));
      this.draw();
    } else {
      editor.type(label, editor.blank);
      if (editor.blank) {
        // One blank at a time, as on a phone's keyboard.
        editor.blank = false;
        this.draw();
      }
    }
  }
}
