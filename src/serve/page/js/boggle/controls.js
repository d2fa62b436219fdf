/** @file The grid as text, the dice to roll, and the rules of the grid. */

import { el, newId } from '../dom.js';
import { t } from '../text.js';
import { pastedGrid } from './grid.js';

/** @typedef {import('./state.js').State} State */

/** The dice that the table of texts names; others are shown by their name. */
const NAMED = new Set(['new', 'classic', 'big', 'big-2012', 'super', 'tiles']);
const NAMED_POINTS = new Set(['usual', 'six', 'six-more', 'flat', 'fibonacci', 'hunt']);

export class Controls {
  /**
   * @param {{
   *   dice: string[], points: string[],
   *   ontext: (text: string) => void,
   *   onroll: (seed: number | null) => void,
   *   onsize: (rows: number, columns: number) => void,
   *   onrules: (rules: Partial<State>) => void,
   * }} options
   */
  constructor(options) {
    this.options = options;
    const problem = newId('grid-problem');
    this.text = el('input', {
      class: 'box',
      id: newId('grid'),
      spellcheck: false,
      autocomplete: 'off',
      autocapitalize: 'off',
      'aria-describedby': problem,
      oninput: () => options.ontext(this.text.value),
      onpaste: (/** @type {ClipboardEvent} */ event) => this.#paste(event),
    });
    this.problem = el('p', { class: 'problem bad small', id: problem });
    this.dice = el('select', { 'aria-label': t('boggle.dice'), onchange: () => this.#rules() },
      ...options.dice.map(name => el('option', { value: name }, NAMED.has(name) ? t(`boggle.dice.${name}`) : name)));
    this.rows = this.#size('boggle.rows');
    this.columns = this.#size('boggle.columns');
    this.points = el('select', { onchange: () => this.#rules() },
      el('option', { value: '' }, t('boggle.points.dice')),
      ...options.points.map(name =>
        el('option', { value: name }, NAMED_POINTS.has(name) ? t(`boggle.points.${name}`) : name)));
    this.min = el('input', {
      type: 'number',
      min: '1',
      max: '30',
      placeholder: t('boggle.min.dice'),
      inputMode: 'numeric',
      oninput: () => this.#rules(),
    });
    this.seed = el('input', { inputMode: 'numeric', autocomplete: 'off', size: 11, placeholder: t('boggle.random') });
    this.orthogonal = this.#check();
    this.wrap = this.#check();
    this.bareQ = this.#check();
    this.rolling = el('fieldset', { class: 'row end bare' }, el('legend', { class: 'unseen' }, t('boggle.roll.title')),
      field('boggle.dice', this.dice),
      el('button', { type: 'button', class: 'main', onclick: () => options.onroll(this.#seed()) },
        dieIcon(), t('boggle.roll')));
    this.rules = el('fieldset', { class: 'bare rules' }, el('legend', { class: 'unseen' }, t('boggle.rules')),
      field('boggle.points', this.points), field('boggle.min', this.min),
      field('boggle.rows', this.rows), field('boggle.columns', this.columns), field('boggle.seed', this.seed),
      el('div', { class: 'checks' },
        el('label', { class: 'check' }, this.orthogonal, t('boggle.orthogonal')),
        el('label', { class: 'check' }, this.wrap, t('boggle.wrap')),
        el('label', { class: 'check' }, this.bareQ, t('boggle.bareQ'))));
    this.element = el('div', { class: 'stack controls' },
      this.rolling,
      el('div', { class: 'field' }, el('label', { for: this.text.id }, t('boggle.grid')), this.text, this.problem),
      el('details', null, el('summary', null, t('boggle.rules')),
        el('p', { class: 'faint small' }, t('boggle.syntax')), this.rules));
  }

  /** @param {string} name */
  #size(name) {
    return el('input', {
      type: 'number', min: '1', max: '20', inputMode: 'numeric', 'aria-label': t(name),
      onchange: () => {
        const size = (/** @type {HTMLInputElement} */ input) =>
          Math.max(1, Math.min(20, Math.round(Number(input.value)) || 1));
        this.options.onsize(size(this.rows), size(this.columns));
      },
    });
  }

  #check() {
    return el('input', { type: 'checkbox', onchange: () => this.#rules() });
  }

  #seed() {
    const seed = Number(this.seed.value.trim());
    const right = this.seed.value.trim() === '' || (Number.isSafeInteger(seed) && seed >= 0);
    if (right) this.seed.removeAttribute('aria-invalid');
    else this.seed.setAttribute('aria-invalid', 'true');
    return right && this.seed.value.trim() !== '' ? seed : null;
  }

  #rules() {
    this.options.onrules({
      dice: this.dice.value === 'new' ? '' : this.dice.value,
      points: this.points.value,
      min: this.min.value === '' ? 0 : Math.max(1, Math.min(30, Math.round(Number(this.min.value)))),
      orthogonal: this.orthogonal.checked,
      wrap: this.wrap.checked,
      bareQ: this.bareQ.checked,
    });
  }

  /** @param {ClipboardEvent} event */
  #paste(event) {
    const text = event.clipboardData?.getData('text') ?? '';
    // A field has one line, and would join the rows.
    if (!/[\n\r]/.test(text.trim())) return;
    event.preventDefault();
    this.text.value = pastedGrid(text);
    this.options.ontext(this.text.value);
  }

  /** `true` while a grid is typed as text, which stays as it is then. */
  get typing() {
    return document.activeElement === this.text;
  }

  /** Shows the state. @param {State} state @param {{ rows: number, columns: number }} size */
  show(state, size) {
    if (!this.typing) this.text.value = state.grid;
    this.dice.value = state.dice || 'new';
    if (this.dice.value === '') this.dice.selectedIndex = 0;
    this.points.value = state.points;
    if (document.activeElement !== this.min) this.min.value = state.min ? String(state.min) : '';
    if (document.activeElement !== this.rows) this.rows.value = String(size.rows);
    if (document.activeElement !== this.columns) this.columns.value = String(size.columns);
    this.orthogonal.checked = state.orthogonal;
    this.wrap.checked = state.wrap;
    this.bareQ.checked = state.bareQ;
  }

  /** Says near the field what is wrong with it. @param {import('../engine.js').Problem | null} problem */
  complain(problem) {
    /** @type {Record<string, HTMLElement>} */
    const fields = { dice: this.dice, points: this.points, min_length: this.min, size: this.rows, seed: this.seed };
    const wrong = problem ? fields[problem.field?.split('.').pop() ?? ''] ?? this.text : null;
    for (const control of [this.text, ...Object.values(fields)]) {
      if (control === wrong) control.setAttribute('aria-invalid', 'true');
      else control.removeAttribute('aria-invalid');
    }
    this.problem.textContent = problem?.message ?? '';
  }

  /** While a round runs, the grid stays as it is. @param {boolean} locked */
  lock(locked) {
    this.element.hidden = locked;
  }
}

/** A control with its name. @param {string} name @param {HTMLElement} control */
export function field(name, control) {
  return el('label', { class: 'field' }, el('span', null, t(name)), control);
}

function dieIcon() {
  return el('span', { class: 'die-icon', 'aria-hidden': true }, el('i'), el('i'), el('i'), el('i'), el('i'));
}

