/** @file The choice of the question, and the options of each. */

import { el, fill, newId } from '../dom.js';
import { t } from '../text.js';
import { HOWS } from './guess.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {(changes: Partial<State>) => void} Change */

const RELATIONS = [
  '', 'extensions', 'blank-anagrams', 'transpositions', 'substitutions', 'insertions', 'deletions', 'descents',
];

/** The question as buttons, of which one is taken. */
export class Choice {
  /** @param {Change} onchange */
  constructor(onchange) {
    const name = newId('how');
    /** @type {string | null} */
    this.how = null;
    this.inputs = HOWS.map(how => el('input', { type: 'radio', name, value: how, onchange: () => onchange({ how }) }));
    this.element = el('fieldset', { class: 'how' }, el('legend', { class: 'unseen' }, t('words.question')),
      el('div', { class: 'chips' }, ...this.inputs.map(input =>
        el('label', { class: 'chip' }, input, el('span', null, t(`words.how.${input.value}`))))));
  }

  /** @param {string} how */
  show(how) {
    if (this.how === how) return;
    this.how = how;
    for (const input of this.inputs) {
      input.checked = input.value === how;
      const chip = input.parentElement;
      // On a narrow screen the chips are in one line, which scrolls.
      if (input.checked && chip?.parentElement) chip.parentElement.scrollLeft = chip.offsetLeft - 60;
    }
  }
}

/** The options of the question that is taken. */
export class Options {
  /** @param {Change} onchange */
  constructor(onchange) {
    this.onchange = onchange;
    this.fields = el('div', { class: 'options' });
    this.summary = el('summary', null, t('words.options'));
    this.details = el('details', null, this.summary);
    this.element = el('div', null, this.details);
    /** The options that are drawn, so that they stay while the person types in them. */
    this.drawn = '';
    /** @type {Map<string, HTMLInputElement | HTMLSelectElement>} */
    this.controls = new Map();
  }

  /**
   * @param {string} how
   * @param {State} state
   * @param {{ words?: number, distance?: number, regex?: boolean, several: boolean }} taken What holds without a choice.
   * @param {number} distances The most edits.
   */
  show(how, state, taken, distances) {
    const plain = how === 'pattern' && !taken.several;
    const drawn = `${how} ${taken.several} ${taken.regex}`;
    if (this.drawn !== drawn) {
      this.drawn = drawn;
      this.controls.clear();
      const lengths = () => [this.#number('min', 1), this.#number('max', 1)];
      /** @type {Record<string, () => HTMLElement[]>} */
      const each = {
        sub: () => [...lengths(), this.#text('contains')],
        anagram: () => [this.#select('words', upTo(6)), ...(taken.several ? [this.#check('repeat')] : []),
          ...lengths(), this.#text('contains')],
        pattern: () => [...(plain ? [this.#check('regex')] : []),
          ...(plain && !taken.regex ? [this.#text('rack'), this.#check('distinct')] : []), ...lengths()],
        hooks: () => [this.#select('relation', RELATIONS)],
        near: () => [this.#select('distance', upTo(Math.min(distances, 6))), this.#check('transpose')],
        ladder: () => [this.#check('edits')],
        chain: () => [this.#number('overlap', 1), this.#check('grow')],
        bee: () => [this.#number('min', 1)],
        filter: () => [this.#text('yellow'), this.#text('grey')],
      };
      fill(this.fields, ...(each[how]?.() ?? []));
      this.element.hidden = !each[how];
      // Where the options are most of the question, they are always shown.
      const always = ['hooks', 'near', 'filter', 'ladder', 'chain'].includes(how) || taken.several || taken.regex;
      if (always) fill(this.element, this.fields);
      else {
        fill(this.element, this.details);
        this.details.append(this.fields);
      }
    }
    const effective = { ...state,
      words: state.words || String(taken.words ?? 1),
      distance: state.distance || String(taken.distance ?? 1),
      min: state.min || (taken.several && how === 'anagram' ? '3' : ''),
      regex: taken.regex ? '1' : '' };
    // What is set is shown.
    if ([...this.controls.keys()].some(name => state[/** @type {keyof State} */ (name)])) this.details.open = true;
    for (const [name, control] of this.controls) {
      const value = effective[/** @type {keyof State} */ (name)];
      if (control instanceof HTMLInputElement && control.type === 'checkbox') control.checked = value === '1';
      else if (control !== document.activeElement) control.value = value;
    }
  }

  /** @param {string} name @param {HTMLElement} control */
  #field(name, control) {
    return el('label', { class: 'field' }, el('span', null, t(`words.option.${name}`)), control);
  }

  /** @param {string} name @param {string[]} values */
  #select(name, values) {
    const control = el('select', { onchange: () => this.onchange({ [name]: control.value }) },
      ...values.map(value =>
        el('option', { value }, name === 'relation' ? t(`words.relation.${value || 'hooks'}`) : value)));
    this.controls.set(name, control);
    return this.#field(name, control);
  }

  /** @param {string} name @param {number} least */
  #number(name, least) {
    const control = el('input', { type: 'number', min: String(least), max: '255', inputMode: 'numeric', class: 'short',
      oninput: () => {
        control.setAttribute('aria-invalid', String(!control.validity.valid));
        this.onchange({ [name]: control.validity.valid ? control.value : '' });
      } });
    this.controls.set(name, control);
    return this.#field(name, control);
  }

  /** @param {string} name */
  #text(name) {
    const control = el('input', { type: 'text', autocomplete: 'off', autocapitalize: 'none', spellcheck: false,
      oninput: () => this.onchange({ [name]: control.value }) });
    this.controls.set(name, control);
    return this.#field(name, control);
  }

  /** @param {string} name */
  #check(name) {
    const off = name === 'regex' ? '0' : '';
    const onchange = () => this.onchange({ [name]: control.checked ? '1' : off });
    const control = el('input', { type: 'checkbox', onchange });
    this.controls.set(name, control);
    return el('label', { class: 'check' }, control, t(`words.option.${name}`));
  }
}

/** @param {number} most */
function upTo(most) {
  return Array.from({ length: most }, (_, index) => String(index + 1));
}
