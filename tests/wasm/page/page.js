/** @file What the tests call in the browser. */

import { Problem, WorkerEngine } from '../package/index.js';

const engine = await WorkerEngine.start();
await engine.open('enable', new URL('../package/enable.lxg', location.href),
  { leaves: new URL('../package/english.klv2.gz', location.href) });
await engine.definitions('enable', new URL('../package/english.lxd', location.href));

/** @param {Promise<any>} answer */
const orProblem = answer => answer.catch(error => {
  if (error instanceof Problem) return error.document;
  throw error;
});

globalThis.ask = (question, request, watched) =>
  orProblem(watched ? engine.watch(question, request, () => {}) : engine.ask(question, request));

globalThis.givenUp = async () => {
  const position = { text: '15/15/15/15/15/6R8/6E8/3CARAVAN5/6C8/6T8/15/15/15/15/15 AEINST?/ 34/28 0' };
  const given = new AbortController();
  let told = 0;
  const endless = engine.watch('position/simulate', { position, iterations: 100_000, certainty: 100, seconds: 60 }, () => {
    told += 1;
    given.abort();
  }, { signal: given.signal });
  const { name } = await endless.catch(error => error);
  const begun = performance.now();
  const { iterations } = await engine.watch('position/simulate', { position, iterations: 10 }, () => {});
  return [name, told, iterations, performance.now() - begun];
};

globalThis.damaged = async () => {
  const image = new Uint8Array(await (await fetch('../package/enable.lxg')).arrayBuffer());
  image[100_000] ^= 1;
  return orProblem(engine.open('damaged', image));
};

globalThis.ready = true;
