/** @file Where nothing was found: other questions about the same text that find something. */

import { el } from '../dom.js';
import { number, t } from '../text.js';
import { plainTiles } from './guess.js';
import { question, stateLink } from './state.js';

/**
 * Links to the questions that find something, each with the number of its answers.
 * @param {import('../app.js').App} app
 * @param {import('./state.js').State} empty
 * @param {string} q What was asked.
 * @param {string} how How it was asked.
 * @param {AbortSignal} signal
 */
export async function offers(app, empty, q, how, signal) {
  const letters = app.letters();
  const plain = plainTiles(q.replace(/\s/g, ''), letters) !== null;
  const blanks = plainTiles(q.replace(/[?\s]/g, ''), letters) !== null;
  const hows = plain ? ['anagram', 'sub', 'starts', 'near']
    : blanks ? ['anagram', 'sub', 'pattern'] : ['pattern', 'anagram'];
  const counts = await Promise.all(hows.filter(other => other !== how).map(async other => {
    const asked = question({ ...empty, q, how: other }, { how: other, as: other }, letters, app.lexicon.name);
    const list = { limit: 0, columns: ['word'] };
    const count = asked.several ? 0
      : await app.engine.ask(asked.name, { ...asked.request, list }, { signal }).then(answer => answer.count, () => 0);
    return { other, count };
  }));
  signal.throwIfAborted();
  return counts.filter(({ count }) => count > 0).map(({ other, count }) => el('li', null,
    el('a', { href: stateLink(empty, { q, how: other }) }, `${t(`words.how.${other}`)}: ${number(count)}`)));
}
