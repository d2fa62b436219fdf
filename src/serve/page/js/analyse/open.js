/** @file Ways for a position or a game to come in: a dialog, a paste, a file that is dropped. */

import { el, newId } from '../dom.js';
import { isAbort } from '../engine.js';
import { t } from '../text.js';
import { textOf } from '../save.js';

/** @typedef {import('./desk.js').Desk} Desk */

export class Opener {
  /** @param {Desk} desk @param {HTMLElement} root Where files may be dropped. @param {(format: string) => void} onread */
  constructor(desk, root, onread) {
    this.desk = desk;
    this.onread = onread;
    const says = newId('open');
    const title = newId('open-title');
    this.area = el('textarea', {
      rows: 9, spellcheck: false, autocomplete: 'off', 'aria-describedby': says, 'aria-label': t('analyse.text'),
      placeholder: t('analyse.textHint'),
      onpaste: () => setTimeout(() => this.#read(this.area.value)),
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) this.#read(this.area.value);
      },
    });
    this.wrong = el('p', { class: 'bad', id: says, role: 'alert' });
    const file = el('input', {
      type: 'file', class: 'unseen', tabIndex: -1, 'aria-hidden': 'true', accept: '.gcg,.cgp,.txt,text/plain',
      onchange: async () => {
        if (file.files?.[0]) await this.#readFile(file.files[0]);
        file.value = '';
      },
    });
    this.dialog = el('dialog', { class: 'opener', 'aria-labelledby': title },
      el('form', {
        method: 'dialog', class: 'stack',
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          this.#read(this.area.value);
        },
      },
        el('h3', { id: title }, t('analyse.openTitle')),
        el('p', { class: 'faint' }, t('analyse.openHelp')),
        this.area, this.wrong,
        el('div', { class: 'row' },
          el('button', { type: 'submit', class: 'main' }, t('analyse.show')),
          el('button', { type: 'button', onclick: () => file.click() }, t('analyse.chooseFile')),
          file,
          el('button', { type: 'button', onclick: () => this.dialog.close() }, t('analyse.close')))));
    this.button = el('button', { type: 'button', class: 'main', onclick: () => this.open() }, t('analyse.open'));
    this.#listen(root);
  }

  open(text = '', wrong = '') {
    this.area.value = text;
    this.#complain(wrong);
    if (!this.dialog.open) this.dialog.showModal();
    this.area.focus();
  }

  /** @param {HTMLElement} root */
  #listen(root) {
    const { signal } = this.desk;
    document.addEventListener('paste', event => {
      const target = /** @type {HTMLElement} */ (event.target);
      if (target.closest?.('input, textarea, [contenteditable]')) return;
      const text = event.clipboardData?.getData('text/plain') ?? '';
      const file = event.clipboardData?.files[0];
      if (!text.trim() && !file) return;
      event.preventDefault();
      if (text.trim()) this.#read(text);
      else if (file) this.#readFile(file);
    }, { signal });
    const over = (/** @type {boolean} */ on) => root.classList.toggle('dropping', on);
    document.addEventListener('dragover', event => {
      event.preventDefault();
      over(true);
    }, { signal });
    document.addEventListener('dragleave', event => {
      if (!event.relatedTarget) over(false);
    }, { signal });
    document.addEventListener('drop', event => {
      event.preventDefault();
      over(false);
      const file = event.dataTransfer?.files[0];
      const text = event.dataTransfer?.getData('text/plain');
      if (file) this.#readFile(file);
      else if (text) this.#read(text);
    }, { signal });
  }

  /** @param {Blob} file */
  async #readFile(file) {
    if (file.size > this.desk.app.choices.bounds.body) {
      this.open('', t('analyse.tooLarge'));
      return;
    }
    await this.#read(await textOf(file));
  }

  /** @param {string} text */
  async #read(text) {
    if (!text.trim()) {
      this.open('', t('analyse.nothingGiven'));
      return;
    }
    try {
      const format = await this.desk.read(text);
      if (format === null) return;
      this.dialog.close();
      this.onread(format);
    } catch (error) {
      if (!isAbort(error)) this.open(text, error instanceof Error ? error.message : String(error));
    }
  }

  /** @param {string} text */
  #complain(text) {
    this.wrong.textContent = text;
    if (text) this.area.setAttribute('aria-invalid', 'true');
    else this.area.removeAttribute('aria-invalid');
  }
}
