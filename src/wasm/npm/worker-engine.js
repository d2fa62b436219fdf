/**
 * @file The engine in workers, with the interface of the page's engine over HTTP: `ask`, `watch`, and the events `gone`
 * and `back`.
 *
 * Questions that take long have a worker of their own, so that a word can be looked up while a simulation runs; it is
 * started with the first of them. A worker cannot be interrupted. A question that is given up while it runs is told so
 * by a flag in shared memory, where the page has that; it looks at it whenever it tells its progress. One that does not
 * end within a moment is ended with its worker, and a new worker opens the same lexicons.
 */

import { Problem, bytesOf, init } from './engine.js';

/** The milliseconds that a question has to end when it is given up. */
const GRACE = 150;

/** The numbers of messages that are no questions: they open lexicons, and ask whether that is done. */
const [OPENS, READY] = [0, -1];

/** Questions that take long although they tell no progress. */
const LONG = new Set(['game/reply', 'game/hint']);

/**
 * @typedef {object} Task
 * @property {any} message
 * @property {(value: any) => void} resolve
 * @property {(error: unknown) => void} reject
 * @property {((progress: any) => void) | undefined} onProgress
 * @property {AbortSignal | undefined} signal
 * @property {() => void} onAbort
 * @property {boolean} settled
 */

/** A worker, and what waits for it. */
class Lane {
  /** @type {any} */
  #worker = null;
  /** @type {Task[]} */
  #waiting = [];
  /** @type {Task | null} */
  #running = null;
  /** @type {Int32Array | null} */
  #flag = null;
  /** `true` once the worker has its lexicons. */
  #isReady = false;
  #next = 0;
  /** @type {unknown} Why nothing is answered any more. */
  #ended = null;

  /** @param {URL | string | null} address of `worker.js` @param {Book[]} shelf What a new worker opens. */
  constructor(address, shelf) {
    this.address = address;
    this.shelf = shelf;
  }

  get isStarted() {
    return this.#worker !== null || this.#running !== null || this.#waiting.length > 0;
  }

  /**
   * Adds a task.
   * @param {any} message
   * @param {((progress: any) => void)} [onProgress]
   * @param {AbortSignal} [signal]
   * @returns {Promise<any>}
   */
  do(message, onProgress, signal) {
    return new Promise((resolve, reject) => {
      if (this.#ended !== null || signal?.aborted) {
        reject(this.#ended ?? signal?.reason);
        return;
      }
      const task = { message, resolve, reject, onProgress, signal, onAbort: () => this.#giveUp(task), settled: false };
      signal?.addEventListener('abort', task.onAbort);
      this.#waiting.push(task);
      this.#work();
    });
  }

  /** Ends the worker; what waits is refused. @param {unknown} reason */
  end(reason) {
    this.#ended = reason;
    this.#terminate();
    for (const task of [this.#running, ...this.#waiting]) if (task) this.#settle(task, task.reject, reason);
    this.#running = null;
    this.#waiting = [];
  }

  #terminate() {
    if (this.#worker) this.#worker.terminate();
    this.#worker = null;
    this.#flag = null;
    this.#isReady = false;
  }

  async #work() {
    if (this.#running || this.#waiting.length === 0) return;
    const task = /** @type {Task} */ (this.#waiting.shift());
    this.#running = task;
    try {
      if (!this.#worker) await this.#start();
    } catch (error) {
      this.#terminate();
      this.#settle(task, task.reject, error);
      this.#running = null;
      this.#work();
      return;
    }
    if (this.#running !== task) return;
    if (task.settled) {
      this.#running = null;
      this.#work();
      return;
    }
    if (this.#flag) Atomics.store(this.#flag, 0, 0);
    this.#send(task.message);
  }

  /** @param {any} message */
  #send(message) {
    message.id = ++this.#next;
    // A program in Node.js goes on while it waits for an answer, and ends when it has nothing to ask.
    this.#worker.ref?.();
    this.#worker.postMessage(message);
  }

  /** Starts a worker, and waits until it has opened the lexicons: until then, no question is given up to its cost. */
  async #start() {
    const module = await init();
    const worker = await newWorker(this.address);
    if (this.#ended !== null) {
      worker.terminate();
      throw this.#ended;
    }
    this.#worker = worker;
    const shared = typeof SharedArrayBuffer === 'function' && isIsolated() ? new SharedArrayBuffer(4) : null;
    await new Promise((resolve, reject) => {
      worker.fail = (/** @type {string} */ message) => reject(new Error(message));
      worker.receive = (/** @type {any} */ { id, failure }) => {
        if (failure !== undefined) reject(new Error(failure));
        else if (id === READY) resolve(undefined);
      };
      worker.postMessage({ id: OPENS, call: 'start', module, shared });
      for (const { name, bytes, leaves, definitions, gaddag } of this.shelf) {
        worker.postMessage({ id: OPENS, call: 'open', name, bytes, gaddag });
        if (definitions) worker.postMessage({ id: OPENS, call: 'definitions', name, bytes: definitions });
        if (leaves) worker.postMessage({ id: OPENS, call: 'leaves', name, bytes: leaves });
      }
      worker.postMessage({ id: READY, call: 'ready' });
    });
    worker.receive = (/** @type {any} */ message) => {
      if (this.#worker === worker) this.#receive(message);
    };
    worker.fail = (/** @type {string} */ message) => {
      if (this.#worker === worker) this.#fail(message);
    };
    this.#flag = shared && new Int32Array(shared);
    this.#isReady = true;
  }

  /** @param {any} message */
  #receive({ id, answer, problem, failure, progress }) {
    if (failure !== undefined) {
      this.#fail(failure);
      return;
    }
    const task = this.#running;
    if (id !== this.#next || !task) return;
    if (progress !== undefined) {
      try {
        if (!task.settled) task.onProgress?.(progress);
      } catch (error) {
        this.#giveUp(task, error);
      }
      return;
    }
    this.#running = null;
    this.#worker.unref?.();
    if (problem) this.#settle(task, task.reject, new Problem(problem));
    else this.#settle(task, task.resolve, answer);
    this.#work();
  }

  /** The worker is of no use any more. @param {string} message */
  #fail(message) {
    const task = this.#running;
    this.#terminate();
    this.#running = null;
    if (task) this.#settle(task, task.reject, new Error(message));
    this.#work();
  }

  /** @param {Task} task @param {unknown} [reason] */
  #giveUp(task, reason = task.signal?.reason) {
    this.#settle(task, task.reject, reason);
    const at = this.#waiting.indexOf(task);
    if (at >= 0) {
      this.#waiting.splice(at, 1);
    } else if (this.#running === task && this.#isReady) {
      if (this.#flag) Atomics.store(this.#flag, 0, 1);
      setTimeout(() => {
        if (this.#running !== task) return;
        this.#terminate();
        this.#running = null;
        this.#work();
      }, GRACE);
    }
  }

  /** @template T @param {Task} task @param {(value: T) => void} how @param {T} value */
  #settle(task, how, value) {
    if (task.settled) return;
    task.settled = true;
    task.signal?.removeEventListener('abort', task.onAbort);
    how(value);
  }
}

/** @typedef {{ name: string, bytes: Uint8Array, gaddag: boolean, leaves?: Uint8Array, definitions?: Uint8Array }} Book */

/** The engine in workers. */
export class WorkerEngine extends EventTarget {
  /** @type {Book[]} */
  #shelf = [];
  #quick;
  #long;

  /**
   * @param {{ module_or_path?: any, worker?: URL | string }} [options] The engine as for `init`, and the address of
   *     `worker.js`, if it does not lie beside this file.
   */
  constructor({ module_or_path, worker } = {}) {
    super();
    if (module_or_path !== undefined) init({ module_or_path }).catch(() => {});
    this.#quick = new Lane(worker ?? null, this.#shelf);
    this.#long = new Lane(worker ?? null, this.#shelf);
  }

  /**
   * An engine that is ready.
   * @param {{ module_or_path?: any, worker?: URL | string }} [options]
   */
  static async start(options) {
    const engine = new WorkerEngine(options);
    await init();
    return engine;
  }

  /**
   * Opens an image or a word list under a name, as {@link Engine.open}.
   * @param {string} name
   * @param {import('./lexigraph.js').Source} source
   * @param {import('./lexigraph.js').OpenOptions} [options]
   */
  async open(name, source, { leaves, gaddag = false } = {}) {
    const [bytes, values] = await Promise.all([bytesOf(source), leaves === undefined ? undefined : bytesOf(leaves)]);
    await this.#quick.do({ call: 'open', name, bytes, gaddag });
    const book = { name, bytes, gaddag };
    const at = this.#shelf.findIndex(other => other.name === name);
    if (at >= 0) this.#shelf[at] = book;
    else this.#shelf.push(book);
    this.#tellLong({ call: 'open', name, bytes, gaddag });
    if (values) await this.leaves(name, values);
  }

  /**
   * Gives leave values to a lexicon.
   * @param {string} name
   * @param {import('./lexigraph.js').Source} source
   */
  async leaves(name, source) {
    await this.#give('leaves', name, source);
  }

  /**
   * Gives a dictionary to a lexicon.
   * @param {string} name
   * @param {import('./lexigraph.js').Source} source
   */
  async definitions(name, source) {
    await this.#give('definitions', name, source);
  }

  /**
   * Gives something to a lexicon, in both workers.
   * @param {'leaves' | 'definitions'} call
   * @param {string} name
   * @param {import('./lexigraph.js').Source} source
   */
  async #give(call, name, source) {
    const bytes = await bytesOf(source);
    await this.#quick.do({ call, name, bytes });
    const book = this.#shelf.find(other => other.name === name);
    if (book) book[call] = bytes;
    this.#tellLong({ call, name, bytes });
  }

  /** The worker for long questions does what the other one has done already, when its turn comes. @param {any} message */
  #tellLong(message) {
    if (this.#long.isStarted) this.#long.do(message).catch(() => {});
  }

  /**
   * Asks a question.
   * @param {string} question
   * @param {object} [request]
   * @param {{ signal?: AbortSignal }} [options]
   * @returns {Promise<any>} the answer; rejects with a {@link Problem}, or with the reason of the signal.
   */
  ask(question, request = {}, { signal } = {}) {
    const lane = LONG.has(question) ? this.#long : this.#quick;
    return lane.do({ call: 'ask', question, request }, undefined, signal);
  }

  /**
   * Asks a question that tells its progress. Aborting ends the work.
   * @param {string} question
   * @param {object} request
   * @param {(progress: any) => void} onProgress
   * @param {{ signal?: AbortSignal }} [options]
   * @returns {Promise<any>} as {@link ask}
   */
  watch(question, request, onProgress, { signal } = {}) {
    return this.#long.do({ call: 'watch', question, request }, onProgress, signal);
  }

  /** Ends the workers. Questions that are not answered yet are rejected. */
  close() {
    const reason = new DOMException('the engine is closed', 'AbortError');
    this.#quick.end(reason);
    this.#long.end(reason);
  }
}

/** `true` if memory can be shared with a worker. Node.js always can, a page with two headers. */
function isIsolated() {
  return typeof crossOriginIsolated === 'boolean' ? crossOriginIsolated : true;
}

/**
 * A worker of the browser or of Node.js.
 * @param {URL | string | null} address
 */
async function newWorker(address) {
  if (typeof Worker === 'function') {
    const worker = /** @type {any} */ (
      address ? new Worker(address, { type: 'module' }) : new Worker(new URL('./worker.js', import.meta.url), { type: 'module' }));
    worker.onmessage = (/** @type {MessageEvent} */ event) => worker.receive(event.data);
    worker.onerror = (/** @type {ErrorEvent} */ event) => worker.fail(event.message ?? 'the worker did not start');
    return worker;
  }
  const threads = await import(/* webpackIgnore: true */ /* @vite-ignore */ 'node:worker_threads');
  const worker = /** @type {any} */ (new threads.Worker(address ?? new URL('./worker.js', import.meta.url)));
  worker.on('message', (/** @type {any} */ message) => worker.receive(message));
  worker.on('error', (/** @type {Error} */ error) => worker.fail(error.message));
  return worker;
}
