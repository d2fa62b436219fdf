/** @file The state of the tab: what is asked, as the address has it, and the question of the engine that it makes. */

import { link } from '../address.js';
import { guess, isEquation, isGuess, plainTiles, wordsOf } from './guess.js';

/** @typedef {import('./guess.js').Taken} Taken */
/** @typedef {import('../letters.js').Letters} Letters */

/** The values of the address, with those of an empty one. */
const DEFAULTS = {
  /** What is typed. */
  q: '',
  /** The chosen question; if empty, what is typed chooses it. */
  how: '',
  sort: '',
  reverse: '',
  seed: '',
  min: '',
  max: '',
  contains: '',
  words: '',
  repeat: '',
  rack: '',
  distinct: '',
  /** `1`, or `0` for a pattern that looks like a regular expression. */
  regex: '',
  relation: '',
  distance: '',
  transpose: '',
  edits: '',
  overlap: '',
  grow: '',
  yellow: '',
  grey: '',
  /** `table` or `flow`. */
  view: '',
  /** The word whose card is open. */
  word: '',
};

/** @typedef {typeof DEFAULTS} State */

/** @param {URLSearchParams} values @returns {State} */
export function readState(values) {
  const entries = Object.entries(DEFAULTS).map(([name, value]) => [name, values.get(name) ?? value]);
  return Object.fromEntries(entries);
}

/** The address of a state. @param {State} state @param {Partial<State>} [changes] */
export function stateLink(state, changes = {}) {
  return link('words', { ...state, ...changes });
}

/**
 * What is taken: the person's choice, or what the text chooses.
 * @param {State} state @param {Letters} letters @returns {Taken}
 */
export function taken(state, letters) {
  const guessed = guess(state.q, letters);
  if (!state.how || state.how === guessed.how) return guessed;
  const several = wordsOf(state.q).length > 1;
  const as = state.how === 'anagram' && several ? 'phrase'
    : state.how === 'pattern' && isEquation(state.q) ? 'equation' : state.how;
  return { how: state.how, as, words: as === 'phrase' ? Math.min(wordsOf(state.q).length + 1, 4) : undefined };
}

/**
 * A question of the engine. `several`: its answers are of several words, without columns. `field`: the field of the
 * request that the box fills.
 * @typedef {{
 *   name: string, request: Record<string, any>, several: boolean, field: string, sort: string, sorts: string[],
 * }} Question
 */

/** The most steps of a chain that one word begins: its words are all shown. */
const CONTINUED = 100;

/** The words of a ladder or a chain. @param {string} text */
export const steps = text => text.split(/[\s,>→]+/).filter(Boolean);

/** @param {string} text */
const whole = text => (/^\d+$/.test(text) ? Number(text) : undefined);

/**
 * @param {State} state
 * @param {Taken} what
 * @param {Letters} letters
 * @param {string} lexicon
 * @returns {Question}
 */
export function question(state, what, letters, lexicon) {
  const text = state.q.trim();
  const lengths = { min_length: whole(state.min), max_length: whole(state.max) };
  const sorts = ['alpha', 'length', 'points', 'probability', 'random'];
  const make = (/** @type {string} */ name, /** @type {Record<string, any>} */ request, several = false, sort = '') => ({
    name: `words/${name}`,
    request: { lexicon, ...request },
    several,
    field: Object.keys(request)[0],
    sort: state.sort || sort,
    sorts: several ? ['alpha'] : name === 'near' ? ['distance', ...sorts] : sorts,
  });
  switch (what.how) {
    case 'sub':
    case 'anagram': {
      const sub = what.how === 'sub';
      const words = sub ? undefined : whole(state.words) ?? what.words;
      const several = words !== undefined && words > 1;
      const contains = wordsOf(state.contains);
      const min = lengths.min_length ?? (several ? 3 : undefined);
      const combination = several ? { words, repeat: state.repeat === '1' } : {};
      const plain = wordsOf(text).join(several ? ' ' : '');
      return make('anagram', { letters: plain, sub, ...lengths, min_length: min, contains, ...combination }, several,
        sub ? 'length' : '');
    }
    case 'pattern': {
      const regex = state.regex ? state.regex === '1' : what.regex === true;
      const several = !regex && isEquation(text);
      const filled = several || regex ? {} : { rack: state.rack || undefined, distinct: state.distinct === '1' };
      return make('pattern', { pattern: text, regex, ...lengths, ...filled }, several);
    }
    case 'starts':
      return make('complete', { prefix: text.replace(/[*-]+$/, '') });
    case 'hooks': {
      if (state.relation) return make('hooks', { word: text, relation: state.relation });
      const tiles = plainTiles(text, letters);
      // The words with a hook are more use than a row with the hooks, which the card has.
      if (!tiles) return make('hooks', { word: text });
      const word = letters.join(tiles);
      return make('search', { conditions: `pattern:?${word} or pattern:${word}?` });
    }
    case 'near': {
      const distance = whole(state.distance) ?? what.distance ?? 1;
      return make('near', { word: text.replace(/~\d*$/, ''), distance, transpose: state.transpose === '1' });
    }
    case 'ladder':
      return make('ladder', { words: steps(text), edits: state.edits === '1' }, true);
    case 'chain': {
      const words = steps(text);
      const grow = state.grow === '1';
      const overlap = grow ? undefined : whole(state.overlap);
      return make('chain', { words, overlap, grow, max_steps: words.length === 1 ? CONTINUED : undefined }, true);
    }
    case 'bee':
      return make('bee', { letters: text, min_length: lengths.min_length }, false, 'points');
    case 'filter': {
      const parts = wordsOf(text);
      const green = parts.filter(part => !isGuess(part)).join('') || undefined;
      const clues = { guesses: parts.filter(isGuess), yellow: wordsOf(state.yellow), grey: wordsOf(state.grey).join('') };
      return make('filter', green ? { green, ...clues } : clues);
    }
    case 'search':
      return make('search', { conditions: text });
    default:
      return { ...make('lookup', { words: wordsOf(text) }), sorts: [] };
  }
}
