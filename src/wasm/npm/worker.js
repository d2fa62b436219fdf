/** @file The worker of a `WorkerEngine`, in browsers and in Node.js: an engine that answers messages in their order. */

import { Engine, Problem } from './engine.js';

/** @type {Engine} */
let engine;
/** @type {Int32Array | null} Not 0 once the question that runs is given up. */
let flag = null;

/** What a message asks for. @type {Record<string, (message: any) => any>} */
const calls = {
  start({ module, shared }) {
    engine = new Engine(module);
    flag = shared && new Int32Array(shared);
  },
  ready: () => null,
  open: ({ name, bytes, gaddag }) => engine.openNow(name, bytes, gaddag),
  leaves: ({ name, bytes }) => engine.leavesNow(name, bytes),
  definitions: ({ name, bytes }) => engine.definitionsNow(name, bytes),
  ask: ({ question, request }) => engine.ask(question, request),
  watch: ({ id, question, request }) =>
    engine.watch(question, request, progress => {
      const goesOn = flag === null || Atomics.load(flag, 0) === 0;
      if (goesOn) send({ id, progress });
      return goesOn;
    }),
};

/** @param {any} message */
function receive(message) {
  const { id, call } = message;
  try {
    send({ id, answer: calls[call](message) });
  } catch (error) {
    if (error instanceof Problem) send({ id, problem: error.document });
    else send({ id, failure: String(/** @type {Error} */ (error)?.message ?? error) });
  }
}

/** @type {(message: any) => void} */
let send;
if (typeof self === 'object' && typeof self.postMessage === 'function') {
  send = message => self.postMessage(message);
  self.onmessage = event => receive(event.data);
} else {
  const { parentPort } = await import(/* webpackIgnore: true */ /* @vite-ignore */ 'node:worker_threads');
  if (!parentPort) throw new Error('worker.js is for a worker');
  send = message => parentPort.postMessage(message);
  parentPort.on('message', receive);
}
