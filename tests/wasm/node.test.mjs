/** @file The package in Node.js. */

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { compare, part } from './support.mjs';

const { Engine, Problem, WorkerEngine } = await import(part('index.js').href);

/** @param {Promise<any>} answer */
const orProblem = answer =>
  answer.catch(error => {
    if (error instanceof Problem) return error.document;
    throw error;
  });

const POSITION = { text: '15/15/15/15/15/6R8/6E8/3CARAVAN5/6C8/6T8/15/15/15/15/15 AEINST?/ 34/28 0' };
/** A question that takes minutes. */
const ENDLESS = { position: POSITION, iterations: 100_000, certainty: 100, seconds: 60 };

/** @type {any} */
let engine;
before(async () => {
  engine = await WorkerEngine.start();
  await engine.open('enable', part('enable.lxg'), { leaves: part('english.klv2.gz') });
  await engine.definitions('enable', part('english.lxd'));
});
after(() => engine.close());

test('the worker answers as the program does', () =>
  compare((question, request, watched) =>
    orProblem(watched ? engine.watch(question, request, () => {}) : engine.ask(question, request))));

test('the engine of the same thread answers as the program does', async () => {
  const engine = await Engine.start();
  await engine.open('enable', part('enable.lxg'), { leaves: part('english.klv2.gz'), gaddag: true });
  await engine.definitions('enable', part('english.lxd'));
  await compare(async (question, request) => {
    try {
      return engine.ask(question, request);
    } catch (error) {
      if (error instanceof Problem) return error.document;
      throw error;
    }
  });
});

test('several lexicons, images and lists, beside each other', async () => {
  const engine = await Engine.start();
  assert.throws(() => engine.ask('words/judge', { words: ['AA'] }), { kind: 'unknown-name', field: 'lexicon' });
  await engine.open('enable', part('enable.lxg'));
  await engine.open('own', new TextEncoder().encode('zyx\nqat\n'));
  assert.throws(() => engine.ask('words/none', {}), { kind: 'unknown-question' });
  const judge = (words, lexicon) => engine.ask('words/judge', { words, lexicon }).acceptable;
  assert.deepEqual([judge(['ZYX'], 'own'), judge(['ZYX']), judge(['CWM'], 'own'), judge(['CWM'])], [true, false, false, true]);
  assert.deepEqual(engine.ask('shelf/lexicons').lexicons.map(({ name, words }) => [name, words]), [['enable', 172_823], ['own', 2]]);
  await engine.open('own', new Blob(['cwm']));
  assert.deepEqual([judge(['ZYX'], 'own'), judge(['CWM'], 'own')], [false, true]);
});

test('leave values change equity, and may come later', async () => {
  const engine = await Engine.start();
  const values = () => engine.ask('position/plays', { position: POSITION, sort: 'equity', limit: 5000 }).plays
    .filter(play => play.leave && play.word).map(play => play.equity - play.score);
  await engine.open('enable', part('enable.lxg'));
  const before = values();
  assert.ok(before.length > 100 && before.every(value => value === 0));
  await engine.leaves('enable', part('english.klv2.gz'));
  assert.ok(values().some(value => value > 10) && values().some(value => value < 0));
  await assert.rejects(engine.leaves('none', part('english.klv2.gz')), { kind: 'unknown-name' });
  await assert.rejects(engine.leaves('enable', new Uint8Array([1, 255, 3])), { name: 'Problem', kind: 'invalid' });
});

test('definitions may come later, and a damaged dictionary is refused', async () => {
  const engine = await Engine.start();
  await engine.open('enable', part('enable.lxg'));
  const define = () => engine.ask('words/define', { words: ['CWMS'] }).words[0].definition;
  assert.throws(define, { kind: 'unavailable', field: 'lexicon' });
  const bytes = new Uint8Array(await readFile(part('english.lxd')));
  bytes[5000] ^= 1;
  await assert.rejects(engine.definitions('enable', bytes), { name: 'Problem', kind: 'invalid' });
  await assert.rejects(engine.definitions('none', part('english.lxd')), { kind: 'unknown-name' });
  await engine.definitions('enable', part('english.lxd'));
  assert.match(define(), /^n\. plural of CWM: a steep-walled/);
});

test('damaged files are refused, and nothing else is lost', async () => {
  const image = new Uint8Array(await readFile(part('enable.lxg')));
  const engine = await Engine.start();
  await engine.open('enable', image);
  let refused = 0;
  for (let at = 0; at < image.length; at += 1 + Math.floor(image.length / 199)) {
    const damaged = image.slice();
    damaged[at] ^= 1 << at % 8;
    try {
      await engine.open('damaged', damaged);
    } catch (error) {
      assert.ok(error instanceof Problem, String(error));
      assert.equal(error.kind, 'invalid');
      refused += 1;
    }
    if (at % 5 === 0) await assert.rejects(engine.open('short', image.subarray(0, at)), Problem);
  }
  assert.ok(refused > 150, `${refused} refused`);
  assert.equal(engine.ask('words/judge', { words: ['CWM'] }).acceptable, true);
  assert.ok(!engine.ask('shelf/lexicons').lexicons.some(({ name }) => name === 'short'));
});

test('progress, and an end by the callback', async () => {
  const engine = await Engine.start();
  await engine.open('enable', part('enable.lxg'));
  const begun = performance.now();
  let told = 0;
  const answer = engine.watch('position/simulate', ENDLESS, progress => {
    assert.ok(progress.moves.length > 0);
    told += 1;
    return told < 3;
  });
  assert.equal(told, 3);
  assert.ok(answer.iterations < ENDLESS.iterations && answer.moves.length > 0);
  assert.ok(performance.now() - begun < 20_000);
  assert.throws(() => engine.watch('position/simulate', ENDLESS, () => { throw new RangeError('mine'); }), RangeError);
  // From within a callback, the engine can be asked, but not changed.
  const seen = [];
  engine.watch('position/simulate', ENDLESS, () => {
    seen.push(engine.ask('words/judge', { words: ['CWM'] }).acceptable);
    assert.throws(() => engine.openNow('own', new Uint8Array([65])), { kind: 'unavailable' });
    return false;
  });
  assert.deepEqual(seen, [true]);
});

test('a question is given up while it runs, while it waits, and before', async () => {
  const [running, waiting] = [new AbortController(), new AbortController()];
  let told = 0;
  const first = engine.watch('position/simulate', ENDLESS, () => { told += 1; }, { signal: running.signal });
  const second = engine.watch('position/simulate', { position: POSITION, iterations: 1 }, () => {}, { signal: waiting.signal });
  const third = engine.watch('position/simulate', { position: POSITION, iterations: 10 }, () => {});
  while (told === 0) await new Promise(done => setTimeout(done, 20));
  // Words are looked up meanwhile.
  assert.equal((await engine.ask('words/judge', { words: ['CWM'] })).acceptable, true);
  waiting.abort();
  await assert.rejects(second, { name: 'AbortError' });
  running.abort(new Error('enough'));
  await assert.rejects(first, { message: 'enough' });
  assert.ok((await third).iterations > 0);
  await assert.rejects(engine.ask('words/judge', { words: ['CWM'] }, { signal: AbortSignal.abort() }), { name: 'AbortError' });
});

test('a question that tells nothing is ended with its worker, which comes back with its lexicons', async () => {
  const own = await WorkerEngine.start();
  await own.open('enable', part('enable.lxg'));
  await own.open('own', new TextEncoder().encode('zyx'));
  const long = new AbortController();
  // It takes several seconds.
  const question = own.ask('words/search', { conditions: 'anagrams:3 or anagrams:4' }, { signal: long.signal });
  const next = own.ask('words/judge', { words: ['ZYX'], lexicon: 'own' });
  setTimeout(() => long.abort(), 100);
  const begun = performance.now();
  await assert.rejects(question, { name: 'AbortError' });
  assert.equal((await next).acceptable, true);
  assert.ok(performance.now() - begun < 3000);
  await assert.rejects(own.watch('position/simulate', ENDLESS, () => { throw new RangeError('mine'); }), RangeError);
  own.close();
  await assert.rejects(own.ask('words/judge', { words: ['AA'] }), { name: 'AbortError' });
});

test('a worker that does not start is an error, and no wait', async () => {
  const broken = new WorkerEngine({ worker: new URL('data:text/javascript,throw new Error("broken")') });
  await assert.rejects(broken.ask('shelf/boards'), /broken/);
  await assert.rejects(broken.ask('shelf/boards'), /broken/);
  const closed = new WorkerEngine();
  const question = closed.ask('shelf/boards');
  closed.close();
  await assert.rejects(question, { name: 'AbortError' });
});

test('questions that are given up one after another do not keep the next from its answer', async () => {
  const own = new WorkerEngine();
  await own.open('enable', part('enable.lxg'), { leaves: part('english.klv2.gz'), gaddag: true });
  const given = Array.from({ length: 20 }, () => new AbortController());
  const questions = given.map(({ signal }) => own.ask('words/search', { conditions: 'anagrams:3 or anagrams:4' }, { signal }));
  const ends = questions.map(question => assert.rejects(question, { name: 'AbortError' }));
  for (const one of given) {
    await new Promise(done => setTimeout(done, 20));
    one.abort();
  }
  await Promise.all(ends);
  assert.equal((await own.ask('words/judge', { words: ['CWM'] })).acceptable, true);
  own.close();
});

test('damaged files of every format are refused or opened, and the engine goes on', async () => {
  const engine = await Engine.start();
  const folder = new URL('../golden/', import.meta.url);
  let refused = 0;
  for (const file of readdirSync(folder).filter(name => name !== 'README.md')) {
    const bytes = new Uint8Array(readFileSync(new URL(file, folder)));
    const damages = [
      at => bytes.with(at, bytes[at] ^ (1 << at % 8)),
      at => bytes.with(at, 255),
      at => bytes.subarray(0, at),
    ];
    for (let at = 0; at < bytes.length; at += Math.ceil(bytes.length / 40)) {
      for (const damage of damages) {
        try {
          engine.openNow(file, damage(at));
          engine.ask('words/search', { conditions: 'length:3', lexicon: file });
        } catch (error) {
          assert.ok(error instanceof Problem, `${file}, ${at}: ${error}`);
          refused += 1;
        }
      }
    }
  }
  assert.ok(refused > 2000, `${refused} refused`);
});
