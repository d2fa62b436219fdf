/** @file The card of a word: whether it is one, what it means, its hooks, and the words around it. */

import { el, fill } from '../dom.js';
import { isAbort } from '../engine.js';
import { number, t } from '../text.js';
import { plainTiles } from './guess.js';
import { labelsOf, tileRow } from './tiles.js';
import { mark } from './verdict.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('./state.js').State} State */

/** @typedef {import('./verdict.js').Verdict} Verdict */

/** The card. */
export class Card {
  /**
   * @param {App} app
   * @param {{ href: (word: string) => string, ask: (changes: Partial<State>) => string, onclose: () => void }} links
   *   Where words and questions lead.
   */
  constructor(app, links) {
    this.app = app;
    this.links = links;
    this.element = el('section', { class: 'panel card', 'aria-label': t('words.card'), hidden: true });
    this.word = '';
    this.drawn = '';
    /** @type {HTMLElement | null} */
    this.title = null;
  }

  /** Shows the word anew when it is shown next. */
  forget() {
    this.drawn = '';
  }

  hide() {
    this.word = '';
    this.element.hidden = true;
  }

  /**
   * Shows a word. What takes longer is put in when it is there.
   * @param {Verdict} verdict
   * @param {{ picked: boolean, listed: boolean, signal: AbortSignal }} options
   *   `picked`: it can be closed. `listed`: its anagrams are the answers.
   */
  async show(verdict, { picked, listed, signal }) {
    const { app } = this;
    const letters = app.letters();
    const { word, valid } = verdict;
    const tiles = plainTiles(word, letters);
    const again = this.word === word && !this.element.hidden;
    this.word = word;
    const drawn = `${picked} ${listed}`;
    if (again && this.drawn === drawn) return;
    this.drawn = drawn;
    this.title = el('h3', { tabIndex: -1 }, el('span', { class: 'unseen' }, word),
      tiles ? tileRow(tiles, letters, 'big') : el('span', { 'aria-hidden': 'true' }, word));
    const definition = el('p', { class: 'definition', hidden: true });
    const hooks = el('div', { class: 'hooks', hidden: true });
    const facts = el('dl', { class: 'facts' });
    const related = el('div', { class: 'related', hidden: true });
    const onclick = this.links.onclose;
    const close = picked && el('button', { type: 'button', class: 'close', 'aria-label': t('words.close'), onclick }, '×');
    fill(this.element, close, this.title,
      el('p', { class: 'verdict' }, ...verdict.among.map(({ name, valid: has }) =>
        el('span', { class: has ? 'good' : 'bad' }, mark(has), t(has ? 'words.isIn' : 'words.isNotIn', { lexicon: name })))),
      definition, hooks, facts,
      // On a narrow screen, the answers below matter more.
      el('details', { open: matchMedia('(min-width: 980px)').matches }, el('summary', null, t('words.about', { word })),
        related, this.#questions(word)));
    this.element.hidden = false;
    if (!tiles) return;

    const lexicon = app.lexicon.name;
    // Another lexicon may explain what the chosen one does not.
    const explains = (/** @type {any} */ { name, definitions }) =>
      definitions && verdict.among.some(one => one.name === name && one.valid);
    const glossary = explains(app.lexicon) ? app.lexicon : app.lexicons.find(explains);
    const ask = (/** @type {string} */ name, /** @type {object} */ request) =>
      app.engine.ask(`words/${name}`, { lexicon, ...request }, { signal }).catch(error => {
        // A card lacks what cannot be answered; the verdict stands.
        if (isAbort(error)) throw error;
        return null;
      });
    const columns = ['front_hooks', 'back_hooks', 'inner_front', 'inner_back', 'length', 'points', 'alphagram'];
    const [row, rank, anagrams, defined, common, playable] = await Promise.all([
      ask('hooks', { word, list: { columns } }),
      ask('rank', { query: word }),
      listed ? null : ask('anagram', { letters: letters.join(tiles), list: { columns: ['word'], limit: 60 } }),
      glossary ? ask('define', { words: [word], lexicon: glossary.name }) : null,
      // Not every lexicon has levels, so they are a question of their own.
      ask('hooks', { word, list: { columns: ['commonness'] } }),
      valid ? ask('hooks', { word, list: { columns: ['playability'] } }) : null,
    ]);
    const meaning = defined?.words[0].definition;
    if (meaning) {
      definition.textContent = meaning;
      definition.hidden = false;
    }
    const about = row?.words[0];
    if (about) this.#hooks(hooks, word, about);
    const fact = (/** @type {string} */ name, /** @type {(Node | string)[]} */ ...shown) =>
      [el('dt', null, t(`words.fact.${name}`)), el('dd', null, ...shown)];
    const probability = valid ? fact('probability', '…') : [];
    const level = common?.words[0]?.commonness;
    const commonness = level ? fact('commonness', t('words.commonness', { level })) : [];
    const value = playable?.words[0]?.playability;
    const playability = typeof value === 'number' ? fact('playability', t('words.playability', { value })) : [];
    const place = rank?.rank ? fact('rank', t('words.rankOf', { rank: rank.rank, words: app.lexicon.words })) : [];
    fill(facts, ...(about ? [
      ...fact('points', number(about.points)), ...fact('length', number(about.length)),
      ...fact('alphagram', labelsOf(about.alphagram).join(letters.wide ? ' ' : '')),
    ] : []), ...commonness, ...playability, ...probability, ...place);
    this.#related(related, word, rank, anagrams, valid);
    if (!valid) {
      const near = await ask('near', { word, transpose: true, list: { columns: ['word'], limit: 12 } });
      if (near?.words.length) this.#list(related, t('words.nearby'), wordsIn(near));
      return;
    }
    // It sorts all words of the length, so the rest does not wait for it.
    const slow = await ask('hooks', { word, list: { columns: ['probability'] } });
    const likely = slow?.words[0]?.probability;
    if (likely) probability[1].textContent = t('words.probable', { place: likely, length: about?.length ?? tiles.length });
    else for (const part of probability) part.remove();
  }

  /**
   * The hooks as tiles that lead to the longer words.
   * @param {HTMLElement} place @param {string} word @param {any} about
   */
  #hooks(place, word, about) {
    const letters = this.app.letters();
    const side = (/** @type {'front' | 'back'} */ name, /** @type {any} */ value, /** @type {boolean} */ inner) => {
      const labels = labelsOf(value);
      const items = labels.map(label => {
        const longer = name === 'front' ? label + word : word + label;
        return el('li', null, el('a', { class: 'hook', href: this.links.href(longer), 'aria-label': longer },
          tileRow([{ label, blank: false }], letters)));
      });
      const tiles = plainTiles(word, letters) ?? [];
      const shorter = letters.join(name === 'front' ? tiles.slice(1) : tiles.slice(0, -1)).replace(/[[\]]/g, '');
      return el('div', null, el('h4', null, t(`words.hooks.${name}`)),
        items.length ? el('ul', { class: 'hooklist' }, ...items) : el('p', { class: 'faint' }, t('words.hooks.none')),
        inner && el('p', { class: 'small' }, t(`words.inner.${name}`), ' ',
          el('a', { href: this.links.href(shorter) }, shorter)));
    };
    fill(place, side('front', about.front_hooks, about.inner_front), side('back', about.back_hooks, about.inner_back));
    place.hidden = false;
  }

  /** @param {HTMLElement} place @param {string} word @param {any} rank @param {any} anagrams @param {boolean} valid */
  #related(place, word, rank, anagrams, valid) {
    fill(place);
    const others = anagrams ? wordsIn(anagrams).filter(other => other !== word) : [];
    if (others.length > 0) this.#list(place, t('words.anagrams', { count: others.length }), others);
    const around = [rank?.before, rank?.after].filter(Boolean);
    if (around.length > 0) this.#list(place, t(valid ? 'words.around' : 'words.between'), around);
    place.hidden = false;
  }

  /** @param {HTMLElement} place @param {string} title @param {string[]} words */
  #list(place, title, words) {
    place.append(el('h4', null, title), el('ul', { class: 'words' },
      ...words.map(word => el('li', null, el('a', { href: this.links.href(word) }, word)))));
  }

  /** Further questions about the word. @param {string} word */
  #questions(word) {
    const about = (/** @type {string} */ how, relation = '') => el('li', null,
      el('a', { href: this.links.ask({ q: word, how, relation, word: '' }) }, t(`words.about.${relation || how}`)));
    return el('nav', { 'aria-label': t('words.about', { word }) }, el('ul', { class: 'about' },
      about('anagram'), about('sub'), about('starts'), about('near'),
      about('hooks', 'extensions'), about('hooks', 'blank-anagrams'), about('hooks', 'deletions')));
  }
}

/** @param {{ words: { word: string }[] }} answer */
function wordsIn(answer) {
  return answer.words.map(({ word }) => word);
}
