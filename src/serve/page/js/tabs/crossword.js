/** @file The tab *Crossword*: a grid is drawn, filled with words of the lexicon, and taken away as a file. */

import { link, note } from '../address.js';
import { el, fill, newId } from '../dom.js';
import { Problem, isAbort } from '../engine.js';
import { Grid } from '../crossword/grid.js';
import { pictureOf } from '../crossword/picture.js';
import { saveFile } from '../save.js';
import { load, save } from '../store.js';
import { number, t } from '../text.js';

/** A grid of 15 × 15 with 38 blocks. */
const FIRST = '-----#----#----/-----#----#----/-----#----#----/###----#------#/---------#----#/'
  + '----#---#------/----##-----#---/----#-----#----/---#-----##----/------#---#----/'
  + '#----#---------/#------#----###/----#----#-----/----#----#-----/----#----#-----';

/** @type {CrosswordTab | null} */
let shown = null;

/** @param {import('../app.js').Visit} visit */
export function open(visit) {
  shown = new CrosswordTab(visit);
  visit.signal.addEventListener('abort', () => { shown = null; });
}

/** @param {URLSearchParams} values */
export function moved(values) {
  shown?.read(values);
}

class CrosswordTab {
  /** @param {import('../app.js').Visit} visit */
  constructor({ root, values, app, signal }) {
    this.app = app;
    this.signal = signal;
    /** Ends the search. @type {AbortController | null} */
    this.searching = null;
    signal.addEventListener('abort', () => this.searching?.abort());
    /** The clues and titles of a file that was opened. */
    this.texts = { clues: [], title: '', author: '', copyright: '', notes: '' };
    this.grid = new Grid(app.letters(), () => this.#note());
    const count = (/** @type {number} */ value, /** @type {number} */ most) =>
      el('input', { type: 'number', value: String(value), min: 2, max: most, step: 1, inputMode: 'numeric' });
    this.rows = count(15, 50);
    this.columns = count(15, 50);
    this.symmetry = el('select', {
      onchange: () => { this.grid.symmetry = /** @type {any} */ (this.symmetry.value); },
    }, ...['turn', 'mirror', 'none'].map(name => el('option', { value: name }, t(`crossword.symmetry.${name}`))));
    const wrongId = newId('wrong');
    this.wrong = el('p', { class: 'bad', id: wrongId, role: 'alert', hidden: true });
    this.entries = el('textarea', {
      rows: 3, autocomplete: 'off', spellcheck: false, placeholder: '17A=GREEN APPLES', 'aria-describedby': wrongId,
    });
    this.seed = el('input', { type: 'text', inputMode: 'numeric', autocomplete: 'off' });
    const most = app.choices.bounds.seconds;
    this.seconds = count(Math.min(30, most), most);
    this.seconds.min = '1';
    this.go = el('button', { type: 'submit', class: 'main', 'data-name': 'fill' }, t('crossword.fill'));
    this.says = el('p', { class: 'faint says' });
    this.words = el('div', { class: 'entries' });
    const field = (/** @type {string} */ key, /** @type {HTMLElement} */ control) =>
      el('label', { class: 'field' }, el('span', null, t(key)), control);
    const button = (/** @type {string} */ key, /** @type {string} */ name, /** @type {() => void} */ onclick) =>
      el('button', { type: 'button', 'data-name': name, onclick }, t(key));
    const file = el('input', {
      type: 'file', class: 'unseen', tabIndex: -1, 'aria-hidden': 'true', accept: '.puz,.ipuz,.txt,text/plain',
      onchange: async () => {
        if (file.files?.[0]) await this.#open(file.files[0]);
        file.value = '';
      },
    });
    this.letters = el('input', { type: 'checkbox', checked: true });
    fill(root, el('h2', null, t('crossword.title')),
      el('div', { class: 'columns' },
        el('section', { class: 'stack', 'aria-label': t('crossword.grid') }, this.grid.element,
          el('p', { class: 'faint small' }, t('crossword.help')),
          el('div', { class: 'row' },
            button('crossword.block.button', 'block', () => this.grid.block(this.grid.at)),
            button('crossword.forget', 'forget', () => this.#forget()))),
        el('div', { class: 'stack' },
          el('form', {
            class: 'panel stack',
            onsubmit: (/** @type {Event} */ event) => {
              event.preventDefault();
              if (this.searching) this.searching.abort();
              else this.#fill();
            },
          },
            field('crossword.entries', this.entries), this.wrong,
            el('div', { class: 'row end' },
              field('crossword.seed', this.seed), field('crossword.seconds', this.seconds), this.go),
            this.says),
          el('div', { class: 'panel stack' },
            el('div', { class: 'row end' }, field('crossword.rows', this.rows), field('crossword.columns', this.columns),
              field('crossword.symmetry', this.symmetry), button('crossword.new', 'new', () => this.#new())),
            el('div', { class: 'row' }, button('crossword.open', 'open', () => file.click()), file,
              ...['puz', 'ipuz', 'svg'].map(format =>
                el('button', { type: 'button', 'data-name': format, onclick: () => this.#save(format) },
                  t('crossword.save', { format: `.${format}` })))),
            el('label', { class: 'check' }, this.letters, t('crossword.letters'))),
          this.words)));
    this.read(values);
  }

  /** Shows what an address says. @param {URLSearchParams} values */
  read(values) {
    const rows = (values.get('grid') ?? load('crossword', FIRST)).split('/');
    const plain = rows.every(row => row.length > 0);
    this.entries.value = (values.get('entries') ?? '').replaceAll(';', '\n');
    this.seed.value = values.get('seed') ?? '';
    this.grid.set(plain && new Set(rows.map(row => [...row.matchAll(/\[[^\]]*\]|[^[\]]/gu)].length)).size === 1 ? rows
      : FIRST.split('/'));
    [this.rows.value, this.columns.value] = [String(this.grid.rows), String(this.grid.columns)];
  }

  #note() {
    if (!this.grid.rows) return;
    const grid = this.grid.lines(false).join('/');
    save('crossword', grid);
    note('crossword', {
      grid: grid === FIRST ? null : grid,
      entries: this.#given().join(';'),
      seed: this.seed?.value.trim(),
    });
  }

  #given() {
    return (this.entries?.value ?? '').split('\n').map(line => line.trim()).filter(Boolean);
  }

  #new() {
    const side = (/** @type {HTMLInputElement} */ input) =>
      Math.min(50, Math.max(2, Math.round(Number(input.value)) || 15));
    this.grid.clear(side(this.rows), side(this.columns));
    this.texts = { clues: [], title: '', author: '', copyright: '', notes: '' };
    fill(this.words);
    this.app.say(t('crossword.cleared', { rows: this.grid.rows, columns: this.grid.columns }));
  }

  #forget() {
    this.grid.forget();
    fill(this.words);
  }

  /** @param {string} text Nothing if empty. */
  #complain(text) {
    this.wrong.textContent = text;
    this.wrong.hidden = text === '';
  }

  async #fill() {
    this.#complain('');
    this.#note();
    const seed = /^\d{1,15}$/.test(this.seed.value.trim()) ? Number(this.seed.value) : undefined;
    const request = {
      lexicon: this.app.lexicon.name, grid: this.grid.lines(false).join('\n'), entries: this.#given(), seed,
      seconds: Number(this.seconds.value) || undefined,
    };
    this.searching = new AbortController();
    this.go.textContent = t('crossword.stop');
    this.says.textContent = t('crossword.searching');
    try {
      const onProgress = (/** @type {any} */ { filled, slots, seconds }) => {
        this.says.textContent = t('crossword.progress', { filled, slots, seconds: number(seconds, 0) });
      };
      const answer = await this.app.engine.watch('crossword/fill', request, onProgress, { signal: this.searching.signal });
      this.#show(answer);
    } catch (error) {
      if (isAbort(error)) this.#say(t('crossword.stopped'));
      else if (error instanceof Problem) this.#complain(error.message);
      else this.app.complain(error);
      if (!isAbort(error)) this.says.textContent = '';
    } finally {
      this.searching = null;
      this.go.textContent = t('crossword.fill');
    }
  }

  /** @param {string} text */
  #say(text) {
    this.says.textContent = text;
    this.app.say(text);
  }

  /** @param {any} answer */
  #show({ fills: [found], end, without, unlisted, filled, slots, seconds, seed }) {
    const words = unlisted.map((/** @type {any} */ { word }) => word).join(', ');
    const given = words ? ` ${t('crossword.unlisted', { words })}` : '';
    if (!found) {
      const direction = without ? t(`crossword.${without.direction}`) : '';
      this.#say((without ? t('crossword.without', { number: String(without.number), direction, count: without.length })
        : t(end === 'impossible' ? 'crossword.impossible' : 'crossword.notFilled', { filled, slots })) + given);
      return;
    }
    this.grid.set(found.grid, false);
    this.#say(t('crossword.filled', { seconds: number(seconds, 2), seed: String(seed) }) + given);
    const list = (/** @type {string} */ direction) => el('section', { class: 'stack' },
      el('h3', null, t(`crossword.${direction}`)),
      el('ol', null, ...found.entries.filter((/** @type {any} */ entry) => entry.direction === direction)
        .map((/** @type {any} */ { number: at, word }) => el('li', { value: at },
          el('a', { href: link('words', { q: word.replace(/[^\p{L}]/gu, '').toLowerCase() }) }, word)))));
    fill(this.words, list('across'), list('down'));
  }

  /** @param {File} file */
  async #open(file) {
    try {
      const bytes = [...new Uint8Array(await file.arrayBuffer())];
      const request = { lexicon: this.app.lexicon.name, bytes };
      const { crossword, rows, columns } = await this.app.engine.ask('crossword/read', request, { signal: this.signal });
      const { grid, ...texts } = crossword;
      this.texts = texts;
      this.grid.set(grid);
      [this.rows.value, this.columns.value] = [String(rows), String(columns)];
      fill(this.words);
      this.app.say(t('crossword.opened', { name: file.name, rows, columns }));
    } catch (error) {
      this.app.complain(error);
    }
  }

  /** @param {string} format */
  async #save(format) {
    const name = `crossword.${format}`;
    try {
      if (format === 'svg') {
        const { rows, columns, squares } = this.grid;
        const title = this.texts.title || t('crossword.title');
        const picture = pictureOf({ rows, columns, squares, numbers: this.grid.numbers(), title }, this.letters.checked);
        saveFile(name, picture, 'image/svg+xml');
      } else {
        const crossword = { ...this.texts, grid: this.grid.lines(this.letters.checked) };
        const request = { lexicon: this.app.lexicon.name, crossword, format };
        const { text, bytes } = await this.app.engine.ask('crossword/write', request, { signal: this.signal });
        saveFile(name, text ?? Uint8Array.from(bytes), 'application/octet-stream');
      }
      this.app.say(t('crossword.saved', { file: name }));
    } catch (error) {
      this.app.complain(error);
    }
  }
}
