/** @file The questions that the engine and the program have to answer alike. */

import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';

const tests = new URL('../', import.meta.url);

/** A case of `tests/suite`. The files have one key a line, and values that are JSON as well. */
function* cases() {
  const folder = new URL('suite/', tests);
  for (const file of readdirSync(folder).sort()) {
    const [, ...blocks] = readFileSync(new URL(file, folder), 'utf8').split('[[case]]');
    for (const block of blocks) {
      const pairs = block.trim().split('\n').map(line => line.split(/ = (.*)/s));
      yield Object.fromEntries(pairs.map(([key, value]) => [key, JSON.parse(value)]));
    }
  }
}

const words = { columns: ['word'], limit: 10_000 };
const related = relation => text => ['words/hooks', { word: text, relation, list: words }];
const matching = (text, { rack }) => ['words/pattern', { pattern: text, rack, list: words }];

/** The request of each kind of case. */
const ASKED = {
  anagram: text => ['words/anagram', { letters: text, list: words }],
  sub: (text, { min }) => ['words/anagram', { letters: text, sub: true, min_length: min, list: words }],
  multiword: (text, { min, words_most, distinct }) =>
    ['words/anagram', { letters: text, words: words_most ?? 6, min_length: min, repeat: !distinct, list: { limit: 10_000 } }],
  pattern: matching,
  mixed: matching,
  equation: text => ['words/pattern', { pattern: text, list: { limit: 10_000 } }],
  regex: text => ['words/pattern', { pattern: text, regex: true, list: words }],
  search: text => ['words/search', { conditions: text, list: words }],
  near: (text, { distance }) => ['words/near', { word: text, distance, list: words }],
  descents: related('descents'),
  substitutions: related('substitutions'),
  'blank-anagrams': related('blank-anagrams'),
  transpositions: related('transpositions'),
  extensions: related('extensions'),
  judge: text => ['words/judge', { words: text.split(' ') }],
  complete: text => ['words/complete', { prefix: text, list: words }],
  hooks: text => ['words/hooks', { word: text.split(' ')[0] }],
  rank: text => ['words/rank', { query: text.split(' ')[0] }],
};

/** The cases of the suite as questions, each with what it knows of the answers. */
export function suite() {
  const asked = [];
  for (const { id, what, ask, text, count, sha256, ...rest } of cases()) {
    // The API has no such question.
    if (ask === 'ways' || ask === 'anagram-by-blank') continue;
    if (!(ask in ASKED)) throw new Error(`case ${id}: the suite asks '${ask}'`);
    const [question, request] = ASKED[ask](text, rest);
    const counts = !['judge', 'rank', 'complete', 'hooks', 'extensions'].includes(ask);
    asked.push({ name: `case ${id}: ${what}`, question, request, count: counts ? count : undefined, sha256 });
  }
  return asked;
}

/** What is wrong with the answers to a case, or nothing. @param {any} asked @param {any} answer */
export function mistake({ count, sha256 }, answer) {
  // Combinations of words are counted up to the bound on answers.
  if (count === undefined || answer.complete === false) return '';
  if (answer.count !== count) return `${answer.count} answers instead of ${count}`;
  if (!sha256 || answer.words.length < count) return '';
  const texts = answer.words.map(row => [row.word ?? row.words].flat().join(' ').toUpperCase()).sort();
  const hash = createHash('sha256').update(texts.map(text => `${text}\n`).join('')).digest('hex').slice(0, 16);
  return hash === sha256 ? '' : `the hash of the answers is ${hash} instead of ${sha256}`;
}

/** Positions of games, with both racks. */
function positions(count) {
  const lines = readFileSync(new URL('board/positions.txt', tests), 'utf8').trim().split('\n');
  const step = Math.floor(lines.length / count);
  return lines.filter((_, index) => index % step === 0).slice(0, count);
}

const END = '7REAFFIX1/1cORONAE2I4/1APED2PENLIGHT/1N8L3E/1E2CYMLINS3N/1D5U6T/7V6I/1Z1COOKS6N/1ABA10G/1G1TAW9/3AWA9'
  + '/3RED5YORE/2TREE2TUBED2/2UH1ROLAMITE2/JOIStS9 VIIQ/OU 440/311 0';
const FEW = '11SIZE/13E1/12OE1/11FUSE/4V5T1T1D/4AM3QAtS1U/4CIGAR1BOW1C/5N1GENOME1T/4AI1AX1R1A1o/4EF3HE1R1R/3GOY3OR4'
  + '/3AN5SLIPT/2DE10I/1KINO2ADJOIN1V/WAP1HURL3DENY LELBOI/ 358/314 0';

/** Questions of the other kinds: plays, searches, games, grids, and mistakes. Those with `watched` tell their progress. */
export function others() {
  const position = { text: positions(40)[7].replace(/(\S+ [^/]*\/)\S*/, '$1') };
  const game = { seed: 7, seat: 0, level: 'easy' };
  return [
    ...positions(40).map((text, index) => ({
      name: `plays of position ${index}`,
      question: 'position/plays',
      request: { position: { text }, sort: index % 2 ? 'equity' : 'score', limit: 1000 },
    })),
    ...['perslatgsineters', 'abcd/efgh/ijkl/mnop', '?aeiou/rstln?/tttttt', 'qeeu'].map(grid => ({
      name: `grid ${grid}`, question: 'boggle/solve', request: { board: { grid }, sort: 'points' },
    })),
    { name: 'roll', question: 'boggle/roll', request: { seed: 5 } },
    { name: 'hint', question: 'boggle/hint', request: { board: { grid: 'perslatgsineters' }, hint: 3 } },
    { name: 'leave', question: 'position/leave', request: { tiles: 'AES?' } },
    { name: 'columns', question: 'words/search', request: { conditions: 'length:5 and includes:QZ' } },
    { name: 'graphs', question: 'graph/build', request: { words: ['TAPS', 'TOPS', 'TAP'] } },
    { name: 'boards', question: 'shelf/boards', request: {} },
    { name: 'alphabets', question: 'shelf/alphabets', request: {} },
    { name: 'choices', question: 'shelf/choices', request: {} },
    { name: 'new game', question: 'game/new', request: game },
    { name: 'a position, read', question: 'position/parse', request: { position } },
    { name: 'simulation', watched: true, question: 'position/simulate', request: { position, iterations: 100, candidates: 5 } },
    { name: 'endgame', watched: true, question: 'position/endgame', request: { position: { text: END }, nodes: 50_000 } },
    { name: 'pre-endgame', watched: true, question: 'position/pre-endgame',
      request: { position: { text: FEW }, nodes: 5000, draws: 20, limit: 3 } },
    { name: 'review', watched: true, question: 'position/review',
      request: { position: { text: readFileSync(new URL('board/game.gcg', tests), 'utf8') }, iterations: 8, nodes: 500 } },
    { name: 'best grid', watched: true, question: 'boggle/best',
      request: { board: { size: '3x3' }, pools: 1, pool: 10, seed: 3, seconds: 30 } },
    { name: 'definitions', question: 'words/define', request: { words: ['CWMS', 'QI', 'ZZZ', 'CATTED'] } },
    { name: 'cards', question: 'study/cards',
      request: { conditions: 'length:4 and includes:Q', kinds: ['anagram', 'judge', 'definition', 'pattern'] } },
    { name: 'questions of cards', question: 'study/questions', request: { cards: [
      { kind: 'anagram-hooks', text: 'AET' }, { kind: 'definition', text: 'CWM' }, { kind: 'hooks', text: 'QQ' }] } },
    { name: 'a typed answer', question: 'study/check', request: { kind: 'hooks', text: 'XI', typed: 'a-s' } },
    ...[{}, { boxes: '1,9' }].map(plan => ({
      name: `schedule ${JSON.stringify(plan)}`, question: 'study/schedule', request: { now: '2026-11-29T18:00:00.000Z', ...plan,
        log: ['01', '05', '19'].map((day, at) => `2026-03-${day}T10:00:00.000Z\t0000000a\tjudge\tQI\t${1 + at}\n`).join('') },
    })),
    { name: 'fill', watched: true, question: 'crossword/fill',
      request: { grid: '#---#/-----/-----/-----/#---#', seed: 1, fills: 2, entries: ['4A=x-rays'] } },
    { name: 'a file of a crossword', question: 'crossword/write', request: { crossword: { grid: ['AB', '-#'] }, format: 'puz' } },
    { name: 'unknown field', question: 'words/anagram', request: { lettrs: 'abc' } },
    { name: 'unknown lexicon', question: 'words/judge', request: { words: ['AA'], lexicon: 'enabel' } },
    { name: 'bad pattern', question: 'words/pattern', request: { pattern: 'ab[c' } },
    { name: 'bad position', question: 'position/plays', request: { position: { text: '15/15/xx' } } },
    { name: 'too many words', question: 'words/lookup', request: { words: Array(10_001).fill('AA') } },
  ];
}

/** An answer without what differs each time. @param {any} answer */
export function settled(answer) {
  return JSON.parse(JSON.stringify(answer, (key, value) => (['seconds', 'found_after'].includes(key) ? undefined : value)));
}
