/**
 * @file Measures the engine in Node.js and in a browser beside the same library as a native program, in one run.
 * Usage: node bench.mjs PACKAGE; `tools/wasm bench` calls it.
 */

import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { browser } from '../page/site.mjs';
import { measured } from './page/measure.js';
import { site } from './support.mjs';

/** The number of turns that the three take. */
const ROUNDS = 3;
const [folder] = process.argv.slice(2);
const repository = new URL('../../', import.meta.url);
const positions = readFileSync(new URL('tests/board/positions.txt', repository), 'utf8').trim().split('\n');
const words = positions.map(line => line.split(' ')[1].split('/')[0].replace('?', 'E')).filter(rack => /^[A-Z]{7}$/.test(rack));

/** The questions that are measured. */
const QUESTIONS = [
  { name: 'look up 10,000 words', question: 'words/lookup',
    request: { words: Array.from({ length: 10_000 }, (_, index) => words[index % words.length].slice(index % 5)), columns: [] } },
  { name: 'anagram, seven letters and two blanks', question: 'words/anagram',
    request: { letters: 'aeinrst??', list: { columns: ['word'], limit: 0 } } },
  { name: 'all words of a rack of 7 and a blank', question: 'words/anagram',
    request: { letters: 'dgonrea?', sub: true, list: { columns: ['word'] } } },
  { name: 'pattern *c?t*s', question: 'words/pattern', request: { pattern: '*c?t*s', list: { columns: ['word'], limit: 0 } } },
  { name: 'within two edits of satire', question: 'words/near',
    request: { word: 'satire', distance: 2, list: { columns: ['word'] } } },
  ...[['seven tiles', 5], ['two tiles', 16], ['six tiles and a blank', 28]].map(([rack, at]) => ({
    name: `all plays by equity, ${rack}`, question: 'position/plays',
    request: { position: { text: positions[at] }, sort: 'equity', limit: 10 },
  })),
  { name: 'Boggle 4×4', question: 'boggle/solve', request: { board: { grid: 'perslatgsineters' }, limit: 0 } },
  { name: 'simulation, 200 racks', question: 'position/simulate',
    request: { position: { text: positions[16] }, iterations: 200, candidates: 5, certainty: 100 } },
];

/** Natively. @returns {Map<string, number>} */
function native() {
  const run = spawnSync('cargo', ['bench', '--quiet', '--locked', '-p', 'lexigraph', '--bench', 'api'],
    { cwd: fileURLToPath(repository), input: JSON.stringify(QUESTIONS), encoding: 'utf8', stdio: ['pipe', 'pipe', 'inherit'] });
  if (run.status !== 0) throw new Error('the native benchmark failed');
  return new Map(JSON.parse(run.stdout).map(({ name, microseconds }) => [name, microseconds]));
}

/** The sizes of what a page loads. */
for (const file of ['lexigraph.wasm', 'enable.lxg', 'english.klv2.gz', 'engine.js', 'worker-engine.js', 'worker.js']) {
  const path = join(folder, file);
  console.log(`${file}: ${statSync(path).size} bytes, ${gzipSync(readFileSync(path), { level: 9 }).length} as gzip`);
}

const chromium = await browser();
const pages = await site({ package: folder, page: fileURLToPath(new URL('page', import.meta.url)) }, true);
const page = await chromium.newPage();
await page.goto(`${pages.url}page/measure.html`);
await page.waitForFunction(() => globalThis.ready);

/** Where questions are asked; natively, there is a GADDAG as well. */
const PLACES = {
  native: () => native(),
  'Node.js': async () => new Map(await measured(pathToFileURL(folder).href, QUESTIONS, true)),
  Chromium: async () => new Map(await page.evaluate(questions => globalThis.measure(questions, true), QUESTIONS)),
  'Node.js, DAWG only': async () => new Map(await measured(pathToFileURL(folder).href, QUESTIONS, false)),
};

/** The times of all rounds, by place and by name. @type {Record<string, Record<string, number[]>>} */
const times = Object.fromEntries(Object.keys(PLACES).map(place => [place, {}]));
for (let round = 0; round < ROUNDS; round += 1) {
  for (const [place, measure] of Object.entries(PLACES)) {
    for (const [name, time] of await measure()) (times[place][name] ??= []).push(time);
  }
}
await chromium.close();
pages.stop();

const median = numbers => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
const shown = time => (time >= 10_000 ? `${(time / 1000).toFixed(1)} ms` : `${time.toFixed(time < 100 ? 1 : 0)} µs`);
const [, ...others] = Object.keys(PLACES);
console.log(`\n| | native |${others.map(place => ` ${place} | speed |`).join('')}`);
console.log(`| --- | ---: |${others.map(() => ' ---: | ---: |').join('')}`);
for (const { name } of QUESTIONS) {
  const own = median(times.native[name]);
  const columns = others.map(place => median(times[place][name])).map(time => ` ${shown(time)} | ${(own / time).toFixed(2)} |`);
  console.log(`| ${name} | ${shown(own)} |${columns.join('')}`);
}
for (const name of ['module compiled', 'lexicon opened', 'leave values read']) {
  // A module is compiled once, and kept.
  const of = place => (name === 'module compiled' ? Math.max : (...all) => median(all))(...times[place][name]);
  console.log(`${name}: ${others.map(place => `${place} ${shown(of(place))}`).join('; ')}`);
}
