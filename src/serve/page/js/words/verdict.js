/** @file Whether words are in the lexicons at hand. */

import { el } from '../dom.js';
import { t } from '../text.js';

/**
 * @typedef {{ name: string, valid: boolean }} Membership
 * @typedef {{ word: string, valid: boolean, among: Membership[] }} Verdict `valid` is said of the chosen lexicon.
 */

/**
 * Whether words are in the lexicons: one verdict for each, in their order.
 * @param {import('../app.js').App} app @param {string[]} words @param {AbortSignal} signal
 * @returns {Promise<Verdict[]>}
 */
export async function verdicts(app, words, signal) {
  const names = app.lexicons.map(lexicon => lexicon.name);
  const answers = await Promise.all(names.map(lexicon => app.engine.ask('words/lookup', { lexicon, words }, { signal })));
  const own = names.indexOf(app.lexicon.name);
  return words.map((query, index) => {
    const among = names.map((name, at) => ({ name, valid: answers[at].words[index].valid }));
    const { valid, word } = answers[own].words[index];
    return { word: valid ? word : query.toLocaleUpperCase(), valid, among };
  });
}

/** Where a word is and is not, in a sentence for each lexicon. @param {Verdict} verdict */
export function verdictText({ word, among }) {
  return among.map(({ name, valid }) => t(valid ? 'words.in' : 'words.notIn', { word, lexicon: name })).join(' ');
}

/** A mark for a verdict, which the text beside it says too. @param {boolean} valid */
export function mark(valid) {
  return el('span', { class: `mark ${valid ? 'good' : 'bad'}`, 'aria-hidden': 'true' }, valid ? '✓' : '✗');
}

/** The verdict on several words, as on those of a play. @param {Verdict[]} typed @param {string} lexicon */
export function judged(typed, lexicon) {
  const wrong = typed.filter(({ valid }) => !valid);
  const words = wrong.map(({ word }) => word).join(', ');
  return [mark(wrong.length === 0), wrong.length === 0
    ? t('words.acceptable', { lexicon }) : t('words.unacceptable', { words, lexicon, count: wrong.length })];
}

/** The words that were looked up. @param {Verdict[]} typed @param {(word: string) => string} href */
export function lookedUp(typed, href) {
  return el('ul', { class: 'lookup' }, ...typed.map(({ word, among }) => el('li', null,
    el('a', { href: href(word), 'data-word': word }, word), ' ',
    ...among.map(({ name, valid }) => el('span', { class: valid ? 'good' : 'bad' }, mark(valid),
      t(valid ? 'words.isIn' : 'words.isNotIn', { lexicon: name }))))));
}
