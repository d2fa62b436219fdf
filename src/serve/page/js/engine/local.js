/** @file The engine within the page: WebAssembly in workers, with lexicons that lie beside the page. */

import * as kept from './kept.js';
import { keepOffline, takeOver } from './offline.js';
import { Problem } from './problem.js';

/**
 * A file, and its size once it is decompressed by the browser.
 * @typedef {{ place: string, bytes: number }} Part
 * @typedef {{ name: string, image: Part, leaves?: Part, definitions?: Part }} Book
 */

/**
 * What lies beside the page. All addresses are relative to the description: `scripts` are those of the npm package
 * `lexigraph`, `keeper` the service worker.
 * @typedef {{ scripts: string, module: Part, keeper: string, lexicons: Book[] }} Description
 */

/**
 * The part of the npm package that is used here.
 * @typedef {Pick<import('../engine.js').Questions, 'ask' | 'watch'>
 *     & { open: (name: string, source: Response | Blob) => Promise<void>,
 *         leaves: (name: string, source: ArrayBuffer) => Promise<void>,
 *         definitions: (name: string, source: ArrayBuffer) => Promise<void> }} WorkerEngine
 * @typedef {{ WorkerEngine: { start: (options: { module_or_path: Response }) => Promise<WorkerEngine> } }} Package
 */

export class LocalEngine extends EventTarget {
  #workers;
  #base;
  #description;

  /** @param {WorkerEngine} workers @param {URL} base @param {Description} description */
  constructor(workers, base, description) {
    super();
    this.#workers = workers;
    this.#base = base;
    this.#description = description;
    const bytes = description.lexicons.reduce((sum, { leaves }) => sum + (leaves?.bytes ?? 0), 0);
    /** @type {import('../engine.js').Leaves} */
    this.leaves = { state: bytes ? 'coming' : 'here', part: 0, bytes };
    /** @type {import('../engine.js').Own} */
    this.own = {
      names: [],
      add: file => this.#add(file),
      remove: async name => {
        await kept.remove(name);
        this.own.names = this.own.names.filter(other => other !== name);
      },
    };
  }

  /**
   * Loads the engine and the lexicons, without leave values.
   * @param {string} place The address of the description.
   * @param {(part: number) => void} onProgress
   */
  static async start(place, onProgress) {
    await takeOver();
    const base = new URL(place, document.baseURI);
    /** @type {Description} */
    const description = await (await found(base)).json();
    const { scripts, module, lexicons } = description;
    const count = counter([module, ...lexicons.map(({ image }) => image)], onProgress);
    const load = async (/** @type {Part} */ { place }) => count(await found(new URL(place, base)));
    const images = lexicons.map(({ image }) => load(image));
    // Awaited below, but not before the module is there.
    for (const image of images) image.catch(() => {});
    const [{ WorkerEngine }, response] = await Promise.all([
      /** @type {Promise<Package>} */ (import(new URL(scripts, base).href)), load(module)]);
    const workers = await WorkerEngine.start({ module_or_path: response });
    for (const [at, { name }] of lexicons.entries()) await workers.open(name, await images[at]);
    const engine = new LocalEngine(workers, base, description);
    await engine.#openKept();
    return engine;
  }

  async #openKept() {
    // A browser that keeps nothing is no reason to fail, and a file that it keeps may be of no use to a newer engine.
    const names = await kept.names().catch(() => []);
    for (const name of names) {
      const file = await kept.file(name).catch(() => undefined);
      this.own.names.push(name);
      if (file) await this.#workers.open(name, file).catch(error => console.warn(name, error));
    }
  }

  /** @param {File} file */
  async #add(file) {
    const taken = this.#description.lexicons.map(({ name }) => name);
    const plain = file.name.replace(/(\.[a-z0-9]{1,5}){1,2}$/i, '') || file.name;
    let name = plain;
    for (let number = 2; taken.includes(name); number += 1) name = `${plain} ${number}`;
    await this.#workers.open(name, file).catch(refuse);
    await kept.keep(name, file);
    return name;
  }

  /** @type {import('../engine.js').Engine['ask']} */
  async ask(question, request = {}, options = {}) {
    return this.#workers.ask(question, request, options).catch(refuse);
  }

  /** @type {import('../engine.js').Engine['watch']} */
  async watch(question, request, onProgress, options = {}) {
    return this.#workers.watch(question, request, onProgress, options).catch(refuse);
  }

  async drawn() {
    await this.#loadDefinitions();
    await this.#loadLeaves();
    keepOffline(new URL(this.#description.keeper, this.#base), this);
  }

  /** What lies beside the page for a lexicon is also for the person's own with its alphabet. @param {string} name */
  async #alike(name) {
    const { lexicons } = await this.ask('shelf/lexicons');
    const alphabetOf = new Map(lexicons.map((/** @type {any} */ { name, alphabet }) => [name, alphabet]));
    return [name, ...this.own.names.filter(other => alphabetOf.get(other) === alphabetOf.get(name))];
  }

  /** Loads the dictionaries, which are smaller than the leave values; once more, when the browser has a network again. */
  async #loadDefinitions() {
    try {
      for (const { name, definitions } of this.#description.lexicons) {
        if (!definitions) continue;
        const bytes = await (await found(new URL(definitions.place, this.#base))).arrayBuffer();
        for (const lexicon of await this.#alike(name)) await this.#workers.definitions(lexicon, bytes);
      }
      this.dispatchEvent(new Event('definitions'));
    } catch (error) {
      console.warn(error);
      addEventListener('online', () => this.#loadDefinitions(), { once: true });
    }
  }

  /** Loads the leave values; once more, when the browser has a network again. */
  async #loadLeaves() {
    const books = this.#description.lexicons.filter(({ leaves }) => leaves);
    const tell = (/** @type {Partial<import('../engine.js').Leaves>} */ change) => {
      Object.assign(this.leaves, change);
      this.dispatchEvent(new Event('leaves'));
    };
    if (books.length === 0) return;
    tell({ state: 'coming', part: 0 });
    const parts = books.map(({ leaves }) => /** @type {Part} */ (leaves));
    const count = counter(parts, part => tell({ part }));
    try {
      for (const [at, { name }] of books.entries()) {
        const bytes = await count(await found(new URL(parts[at].place, this.#base))).arrayBuffer();
        for (const lexicon of await this.#alike(name)) await this.#workers.leaves(lexicon, bytes);
      }
      tell({ state: 'here', part: 1 });
    } catch (error) {
      console.warn(error);
      tell({ state: 'missing' });
      addEventListener('online', () => this.#loadLeaves(), { once: true });
    }
  }
}

/** The page knows one kind of problem, and the package has its own. @param {any} error @returns {never} */
function refuse(error) {
  throw error?.document ? new Problem(error.document) : error;
}

/** What is at an address. @param {URL} address */
async function found(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address.pathname}: ${response.status} ${response.statusText}`);
  return response;
}

/**
 * Gives responses that tell how much of them has come. What the browser has kept comes at once, and is compiled faster
 * if it is left as it is.
 * @param {Part[]} parts
 * @param {(part: number) => void} onProgress
 * @returns {(response: Response) => Response}
 */
function counter(parts, onProgress) {
  const all = parts.reduce((sum, { bytes }) => sum + bytes, 0);
  let come = 0;
  return response => {
    if (!response.body || navigator.serviceWorker?.controller) return response;
    const counted = new TransformStream({
      transform(/** @type {Uint8Array} */ chunk, controller) {
        come += chunk.length;
        onProgress(Math.min(come / all, 1));
        controller.enqueue(chunk);
      },
    });
    return new Response(response.body.pipeThrough(counted), { headers: response.headers });
  };
}
