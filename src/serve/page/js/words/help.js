/** @file Examples to begin with, and how each question is written. */

import { el, fill } from '../dom.js';
import { load, save } from '../store.js';
import { t } from '../text.js';
import { HOWS } from './guess.js';
import { stateLink } from './state.js';

/** @typedef {import('./state.js').State} State */

/** What can be written, by question; the text of each is `words.help.QUESTION.N`. */
const SYNTAX = {
  anagram: ['retains', 'retain?', 'q[aei][abi]?', '*jq', 'clint eastwood'],
  sub: ['qaeinr?', 'aeinrst'],
  pattern: ['c?t', '*ing', '[aeiou]*[^s]', '12321', '.../aegn', 'c?w q?t', 'A;B;AB;|A|=3;|B|=4', '.*q([^u].*)?'],
  starts: ['re*', 'quiz'],
  hooks: ['at', 'cwm'],
  near: ['definately~', 'recieve~2'],
  lookup: ['cwm, qat, zax'],
  ladder: ['cold > warm', 'cold > card > warm'],
  chain: ['winter > summer', 'apple'],
  bee: ['c ahnlto'],
  filter: ['crane=xyxgx', '?a??e'],
  search: [
    'length:7-8', 'anagram:retain?', 'subanagram:aeinrst', 'pattern:c?t*', 'prefix:re', 'suffix:ing', 'contains:qu',
    'includes:qz', 'excludes:aeiou', 'only:aeinrst', 'takes-prefix:un', 'hook:front', 'back-hooks:s', 'vowels:5',
    'unique:8', 'points:20-', 'anagrams:5-', 'probability:1-100', 'limit:50', 'compound:4+4', 'reverse:word',
    'is:q-without-u', 'in:enable', 'length:5 and (prefix:re or suffix:er) and not hook:back',
  ],
};

/** What to begin with, each with the text `words.example.N`. @type {Partial<State>[]} */
const EXAMPLES = [
  { q: 'retains' }, { q: 'qaeinr?', how: 'sub' }, { q: 'c?t*s' }, { q: 'cwm' },
  { q: 'length:7 and probability:1-100 and not hook:back' }, { q: 'clint eastwood' },
  { q: 'cold > warm' }, { q: 'c ahnlto', how: 'bee' }, { q: 'crane=xyxgx' },
  { q: 'at', how: 'hooks' }, { q: 'definately~' }, { q: 'A;B;AB;|A|=3;|B|=4' },
];

/** A link that asks. @param {Partial<State>} state @param {(state: Partial<State>) => string} href */
function example(state, href) {
  return el('a', { class: 'code', href: href(state) }, state.q);
}

/** @param {State} empty @param {import('../letters.js').Letters} letters */
export function examples(empty, letters) {
  // These are English words.
  const hidden = letters.alphabet.name !== 'english';
  return el('section', { class: 'examples', 'aria-label': t('words.examples'), hidden },
    el('h3', null, t('words.examples')),
    el('ul', null, ...EXAMPLES.map((state, index) => el('li', null,
      el('a', { href: stateLink(empty, state) },
        el('span', { class: 'code' }, state.q), el('span', { class: 'faint' }, t(`words.example.${index + 1}`)))))));
}

/** How each question is written; the one that is taken is open. */
export class Help {
  /** @param {State} empty */
  constructor(empty) {
    this.empty = empty;
    this.how = '';
    this.summary = el('summary');
    this.body = el('div');
    const wide = matchMedia('(min-width: 980px)').matches;
    this.element = el('details', { class: 'help', open: wide && load('words.help', true) }, this.summary, this.body);
    this.summary.addEventListener('click', () => save('words.help', !this.element.open));
  }

  /** @param {string} how Empty for all questions. */
  show(how) {
    if (this.how === how && this.body.firstChild) return;
    this.how = how;
    this.summary.textContent = how ? t('words.help.one', { question: t(`words.how.${how}`) }) : t('words.help');
    const parts = (how ? [how] : HOWS).flatMap(name => [
      !how && el('h3', null, t(`words.how.${name}`)),
      el('p', { class: 'faint' }, t(`words.as.${name}`)),
      el('dl', { class: 'syntax' }, ...SYNTAX[/** @type {keyof typeof SYNTAX} */ (name)].flatMap((q, index) => [
        el('dt', null, example({ q, how: name }, state => stateLink(this.empty, state))),
        el('dd', null, t(`words.help.${name}.${index + 1}`))])),
    ]);
    fill(this.body, ...parts);
  }
}
