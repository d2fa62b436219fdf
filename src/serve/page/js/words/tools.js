/** @file What stands above the answers: their order, their view, their columns, and the ways to take them away. */

import { el, fill } from '../dom.js';
import { t } from '../text.js';
import { COLUMNS } from './list.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./state.js').Question} Question */
/** @typedef {import('./export.js').Taking} Taking */

export class Tools {
  /**
   * @param {{
   *   onchange: (changes: Partial<State>) => void, oncolumns: () => void, ontake: (how: Taking) => void,
   *   columns: Set<string>, definitions: boolean,
   * }} options `columns` are those that the person chose, and are changed here.
   */
  constructor(options) {
    this.options = options;
    this.element = el('div', { class: 'tools row' });
    this.drawn = '';
    this.sort = el('select', { 'aria-label': t('words.sort'), onchange: () => this.#sorted() });
    this.turn = el('button', {
      type: 'button', 'aria-label': t('words.reverse'), title: t('words.reverse'),
      onclick: () => options.onchange({ reverse: this.turn.getAttribute('aria-pressed') === 'true' ? '' : '1' }),
    }, '⇅');
    this.view = el('button', { type: 'button', onclick: () => options.onchange({ view: this.flow ? 'table' : 'flow' }) });
    this.flow = false;
    this.definition = this.#column('definition');
    this.columns = el('details', { class: 'menu' }, el('summary', { class: 'button' }, t('words.columns')),
      el('fieldset', { class: 'drop' }, el('legend', { class: 'unseen' }, t('words.columns')), ...COLUMNS
        .filter(({ name }) => name !== 'distance')
        .map(({ name }) => (name === 'definition' ? this.definition : this.#column(name)))));
    this.offerDefinitions(options.definitions);
    const take = (/** @type {Taking} */ how) =>
      el('button', { type: 'button', onclick: () => options.ontake(how) }, t(`words.take.${how}`));
    this.table = take('table');
    this.taking = el('details', { class: 'menu' }, el('summary', { class: 'button' }, t('words.take')),
      el('div', { class: 'drop' }, take('copy'), take('text'), this.table));
    for (const menu of [this.columns, this.taking]) closes(menu);
  }

  /** Lets the column of definitions be chosen, or not. @param {boolean} on */
  offerDefinitions(on) {
    this.definition.hidden = !on;
  }

  clear() {
    this.drawn = '';
    fill(this.element);
  }

  /** @param {Question} asked @param {State} state @param {boolean} flow */
  show(asked, state, flow) {
    this.flow = flow;
    const drawn = `${asked.sorts} ${asked.several}`;
    if (this.drawn !== drawn) {
      this.drawn = drawn;
      fill(this.sort, ...asked.sorts.map(sort => el('option', { value: sort }, t(`words.sort.${sort}`))));
      const { several } = asked;
      fill(this.element, ...(several ? [] : [this.sort, this.turn, this.view, this.columns]), this.taking);
    }
    this.sort.value = asked.sort || asked.sorts[0];
    this.turn.setAttribute('aria-pressed', String(state.reverse === '1'));
    this.view.textContent = t(flow ? 'words.view.table' : 'words.view.flow');
    this.columns.hidden = flow;
    this.table.hidden = asked.several;
  }

  #sorted() {
    const sort = this.sort.value;
    // The same chance order for each page of answers.
    const seed = sort === 'random' ? String(1 + Math.floor(Math.random() * 1e9)) : '';
    this.options.onchange({ sort, reverse: '', seed });
  }

  /** @param {string} name */
  #column(name) {
    const { columns, oncolumns } = this.options;
    const input = el('input', { type: 'checkbox', checked: columns.has(name), onchange: () => {
      if (input.checked) columns.add(name);
      else columns.delete(name);
      oncolumns();
    } });
    return el('label', { class: 'check' }, input, t(`words.column.${name}`));
  }
}

/** Closes a menu by Escape, and when the focus or the pointer goes elsewhere. @param {HTMLDetailsElement} menu */
function closes(menu) {
  menu.addEventListener('keydown', event => {
    if (event.key !== 'Escape' || !menu.open) return;
    menu.open = false;
    menu.querySelector('summary')?.focus();
  });
  menu.addEventListener('focusout', event => {
    if (event.relatedTarget instanceof Node && !menu.contains(event.relatedTarget)) menu.open = false;
  });
  const press = (/** @type {Event} */ event) => {
    if (event.target instanceof Node && !menu.contains(event.target)) menu.open = false;
  };
  menu.addEventListener('toggle', () => {
    if (menu.open) document.addEventListener('pointerdown', press);
    else document.removeEventListener('pointerdown', press);
  });
}
