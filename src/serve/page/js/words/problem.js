/** @file The line that says what is wrong with a question, and where. */

import { el, fill, newId } from '../dom.js';

/** The fields of a request that have other names in the options. @type {Record<string, string>} */
const NAMES = { min_length: 'min', max_length: 'max' };

export class ProblemLine {
  constructor() {
    this.element = el('p', { class: 'problem bad', id: newId('problem'), hidden: true });
    /** @type {Element | null} What is marked as wrong. */
    this.control = null;
  }

  clear() {
    this.element.hidden = true;
    this.control?.removeAttribute('aria-invalid');
    this.control?.removeAttribute('aria-describedby');
    this.control = null;
  }

  /**
   * @param {import('../engine.js').Problem} error
   * @param {HTMLInputElement} box
   * @param {string | undefined} field The field of the request that the box fills.
   * @param {Map<string, Element>} options The controls of the options, by their names.
   */
  show(error, box, field, options) {
    this.clear();
    const named = error.field ?? '';
    const control = (named !== field && options.get(NAMES[named] ?? named)) || box;
    control.setAttribute('aria-invalid', 'true');
    control.setAttribute('aria-describedby', this.element.id);
    this.control = control;
    const text = control === box && named === field && error.column ? [...box.value] : null;
    const at = (error.column ?? 1) - 1;
    fill(this.element, error.message, text && el('span', { class: 'place', 'aria-hidden': 'true' },
      text.slice(0, at).join(''), el('mark', null, text[at] ?? '\u00a0'), text.slice(at + 1).join('')));
    this.element.hidden = false;
  }
}
