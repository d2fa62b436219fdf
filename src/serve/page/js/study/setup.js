/** @file What is to be learned: the kinds of questions, the words, and how answers are given and scheduled. */

import { el, newId } from '../dom.js';
import { textOf } from '../save.js';
import { load, save } from '../store.js';
import { t } from '../text.js';

export const KINDS = ['anagram', 'hooks', 'anagram-hooks', 'judge', 'definition', 'pattern'];

/** The orders of new cards. */
const SORTS = ['random', 'probability', 'playability', 'commonness', 'points', 'length', 'alpha'];

/**
 * `from`: the words of a search, of a list, or the cards that were asked before.
 * @typedef {{
 *   kinds: string[], from: 'search' | 'list' | 'before', conditions: string, list: string, sort: string, fresh: number,
 *   all: boolean, self: boolean, boxes: boolean, days: string, retention: number,
 * }} Choice
 */

/** @type {Choice} */
const FIRST = {
  kinds: ['anagram'], from: 'search', conditions: 'length:7 and probability:1-500', list: '', sort: 'random', fresh: 20,
  all: false, self: false, boxes: false, days: '', retention: 90,
};

/** The schedule that a choice makes. @param {Choice} choice @returns {import('./schedule.js').Plan} */
export function planOf({ boxes, days, retention }) {
  return boxes ? { boxes: days } : { retention: retention / 100 };
}

/** What the person chose last. @returns {Choice} */
export function lastChoice() {
  return { ...FIRST, ...load('study', {}) };
}

export class Setup {
  /**
   * @param {{ values: URLSearchParams, onstart: (choice: Choice) => void, onplan: () => void }} options
   */
  constructor({ values, onstart, onplan }) {
    const choice = lastChoice();
    const kinds = values.get('kind')?.split(',').filter(kind => KINDS.includes(kind));
    if (kinds?.length) choice.kinds = kinds;
    const conditions = values.get('q');
    if (conditions) [choice.conditions, choice.from] = [conditions, 'search'];
    const plain = { autocomplete: 'off', spellcheck: false, autocapitalize: 'none' };
    const chip = (/** @type {HTMLInputElement} */ input, /** @type {string} */ text) =>
      el('label', { class: 'chip' }, input, el('span', null, text));
    this.kinds = KINDS.map(kind => el('input', { type: 'checkbox', value: kind, checked: choice.kinds.includes(kind) }));
    this.wantsDefinitions = choice.kinds.includes('definition');
    const from = newId('from');
    this.from = ['search', 'list', 'before'].map(value => el('input', {
      type: 'radio', name: from, value, checked: choice.from === value, onchange: () => this.#draw(),
    }));
    const [conditionsId, wrongId] = [newId('conditions'), newId('wrong')];
    this.conditions = el('input', {
      type: 'text', id: conditionsId, value: choice.conditions, ...plain, 'aria-describedby': wrongId,
      placeholder: FIRST.conditions,
    });
    this.list = el('textarea', { rows: 4, value: choice.list, ...plain, 'aria-label': t('study.list') });
    const file = el('input', {
      type: 'file', class: 'unseen', tabIndex: -1, 'aria-hidden': 'true', accept: '.txt,.csv,.tsv,text/plain',
      onchange: async () => {
        if (file.files?.[0]) this.list.value = await textOf(file.files[0]);
        file.value = '';
      },
    });
    this.wrong = el('p', { class: 'bad', id: wrongId, role: 'alert', hidden: true });
    this.sort = el('select', null, ...SORTS.map(sort =>
      el('option', { value: sort, selected: sort === choice.sort }, t(`words.sort.${sort}`))));
    const count = (/** @type {number} */ value, /** @type {number} */ min, /** @type {number} */ max) =>
      el('input', { type: 'number', value: String(value), min, max, step: 1, inputMode: 'numeric' });
    this.fresh = count(choice.fresh, 0, 1000);
    this.all = el('input', { type: 'checkbox', checked: choice.all });
    const how = newId('how');
    this.how = [false, true].map(self =>
      el('input', { type: 'radio', name: how, value: self ? 'self' : 'typed', checked: choice.self === self }));
    const plan = newId('plan');
    const changed = () => {
      this.#draw();
      save('study', this.choice());
      onplan();
    };
    this.plan = [false, true].map(boxes => el('input', {
      type: 'radio', name: plan, value: boxes ? 'boxes' : 'fsrs', checked: choice.boxes === boxes, onchange: changed,
    }));
    this.retention = el('input', {
      type: 'number', value: String(choice.retention), min: 50, max: 99, step: 1, inputMode: 'numeric', onchange: changed,
    });
    this.days = el('input', {
      type: 'text', value: choice.days, ...plain, placeholder: '1,4,7,12,20,30,60,90,150,270,480', onchange: changed,
    });
    const field = (/** @type {string} */ key, /** @type {HTMLElement} */ control) =>
      el('label', { class: 'field' }, el('span', null, t(key)), control);
    this.parts = {
      search: el('div', { class: 'field' }, el('label', { htmlFor: conditionsId }, t('study.conditions')), this.conditions,
        el('p', { class: 'faint small' }, t('study.conditions.help'))),
      list: el('div', { class: 'stack' }, this.list,
        el('div', { class: 'row' },
          el('button', { type: 'button', onclick: () => file.click() }, t('analyse.chooseFile')), file)),
      before: el('p', { class: 'faint' }, t('study.before.help')),
    };
    this.fields = {
      sort: field('study.sort', this.sort), retention: field('study.retention', this.retention),
      days: field('study.days', this.days),
    };
    const group = (/** @type {string} */ key, /** @type {HTMLElement[]} */ ...inside) =>
      el('fieldset', { class: 'group' }, el('legend', null, t(key)), ...inside);
    const two = (/** @type {HTMLInputElement[]} */ inputs) =>
      el('div', { class: 'chips' }, ...inputs.map(input => chip(input, t(`study.${input.value}`))));
    this.start = el('button', { type: 'submit', class: 'main' }, t('study.start'));
    this.element = el('form', {
      class: 'stack setup',
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        save('study', this.choice());
        onstart(this.choice());
      },
    },
      group('study.kinds', el('div', { class: 'chips' },
        ...this.kinds.map(input => chip(input, t(`study.kind.${input.value}`))))),
      group('study.words', two(this.from), this.parts.search, this.parts.list, this.parts.before, this.wrong),
      el('details', null, el('summary', null, t('study.more')),
        el('div', { class: 'options' },
          this.fields.sort, field('study.fresh', this.fresh),
          el('label', { class: 'check' }, this.all, t('study.all'))),
        group('study.how', two(this.how)),
        group('study.plan', two(this.plan), this.fields.retention, this.fields.days)),
      el('div', { class: 'row' }, this.start));
    this.#draw();
  }

  /** Offers cards of definitions, or not. @param {boolean} on */
  offerDefinitions(on) {
    const input = this.kinds[KINDS.indexOf('definition')];
    if (input.parentElement) input.parentElement.hidden = !on;
    // A dictionary may come later than the page.
    input.checked = on && this.wantsDefinitions;
  }

  #draw() {
    const from = this.from.find(input => input.checked)?.value ?? 'search';
    for (const [name, part] of Object.entries(this.parts)) part.hidden = name !== from;
    this.fields.sort.hidden = from === 'before';
    const boxes = this.plan[1].checked;
    this.fields.retention.hidden = boxes;
    this.fields.days.hidden = !boxes;
  }

  /** Says what is wrong with the words. @param {string} text Nothing if empty. */
  complain(text) {
    this.wrong.textContent = text;
    this.wrong.hidden = text === '';
    if (text) this.conditions.setAttribute('aria-invalid', 'true');
    else this.conditions.removeAttribute('aria-invalid');
  }

  /** @returns {Choice} */
  choice() {
    const whole = (/** @type {HTMLInputElement} */ input, /** @type {number} */ otherwise) => {
      const number = Math.round(Number(input.value));
      return input.value === '' || !input.validity.valid || Number.isNaN(number) ? otherwise : number;
    };
    return {
      kinds: this.kinds.filter(input => input.checked).map(input => input.value),
      from: /** @type {Choice['from']} */ (this.from.find(input => input.checked)?.value ?? 'search'),
      conditions: this.conditions.value.trim(),
      list: this.list.value,
      sort: this.sort.value,
      fresh: whole(this.fresh, FIRST.fresh),
      all: this.all.checked,
      self: this.how[1].checked,
      boxes: this.plan[1].checked,
      days: this.days.value.trim(),
      retention: whole(this.retention, FIRST.retention),
    };
  }
}
