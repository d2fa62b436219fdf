/** @file What it is worth to keep some tiles, and what each of them adds. */

import { el, fill, newId, setStyle } from '../dom.js';
import { tileFace } from '../board.js';
import { signed, t } from '../text.js';
import { Latest } from './latest.js';
import { readRack } from './position.js';

/** @typedef {import('./desk.js').Desk} Desk */

/** Points at the end of a bar; what is worth more fills it. */
const FULL = 15;

export class LeavesPanel {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.latest = new Latest(desk.signal);
    const says = newId('leave');
    this.input = el('input', {
      class: 'box letters', autocomplete: 'off', autocapitalize: 'characters', spellcheck: false,
      value: desk.values.get('leave') ?? '', 'aria-describedby': says,
      oninput: () => {
        this.#ask();
        desk.note();
      },
    });
    this.wrong = el('p', { class: 'bad small', id: says });
    this.value = el('p', { class: 'result' });
    this.list = el('ul', { class: 'bars' });
    this.element = el('div', { class: 'stack' },
      el('label', { class: 'field' }, el('span', null, t('analyse.leaveTiles')), this.input),
      this.wrong,
      el('div', { class: 'row' }, el('button', { type: 'button', onclick: () => this.#takeRack() }, t('analyse.leaveRack'))),
      this.value, this.list);
  }

  state() {
    return { leave: this.input.value };
  }

  update() {
    if (this.input.value === '') this.#takeRack();
    else this.#ask();
  }

  stop() {
    this.latest.stop();
    return true;
  }

  #takeRack() {
    this.input.value = this.desk.letters.join(this.desk.position.racks[0]);
    this.#ask();
    this.desk.note();
  }

  async #ask() {
    const signal = this.latest.start();
    const { app, letters, lexicon } = this.desk;
    const { tiles, wrong } = readRack(this.input.value, letters);
    this.#complain(wrong === null ? '' : t('analyse.noTile', { text: wrong }));
    if (wrong !== null) return;
    try {
      const request = { lexicon: lexicon.name, tiles: letters.join(tiles) };
      this.#draw(await app.engine.ask('position/leave', request, { signal }));
    } catch (error) {
      if (signal.aborted) return;
      this.#complain(error instanceof Error ? error.message : String(error));
    }
  }

  /** @param {string} text */
  #complain(text) {
    this.wrong.textContent = text;
    if (text) this.input.setAttribute('aria-invalid', 'true');
    else this.input.removeAttribute('aria-invalid');
  }

  /** @param {{ value: number, each: { tile: string, count: number, adds: number, without: number }[] }} answer */
  #draw({ value, each }) {
    const { letters } = this.desk;
    // All tiles of a rack are not kept; what counts is what stays without one of them.
    const whole = each.reduce((sum, { count }) => sum + count, 0) >= this.desk.layout.rack;
    if (whole) fill(this.value, t('analyse.leaveWhole'));
    else fill(this.value, el('b', { class: value < 0 ? 'bad' : 'good' }, signed(value)), ' ', t('analyse.leaveWorth'));
    fill(this.list, ...each.map(({ tile, count, adds, without }) => {
      const worth = whole ? without : adds;
      const size = Math.min(1, Math.abs(worth) / (whole ? 2 * FULL : FULL));
      const bar = el('span', { class: `bar ${worth < 0 ? 'down' : 'up'}`, 'aria-hidden': true }, el('span'));
      setStyle(bar, { '--size': size });
      const face = tileFace({ label: tile, blank: false }, letters);
      return el('li', null,
        el('span', { class: 'one' }, face), el('span', { class: 'unseen' }, tile === '?' ? t('tile.blank') : tile),
        el('span', { class: 'faint small' }, count > 1 ? `×${count}` : ''), bar,
        el('span', { class: 'number' }, signed(worth)));
    }));
  }
}
