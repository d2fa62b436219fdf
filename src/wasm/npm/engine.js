/**
 * @file The engine in the same thread. A question is answered before `ask` returns, so a page uses a `WorkerEngine`.
 */

/** What is wrong with a request: a problem document, as the server of `lexigraph serve` sends it. */
export class Problem extends Error {
  /** @param {import('./lexigraph.js').ProblemDocument} document */
  constructor(document) {
    super(document.detail ?? document.title ?? '');
    this.name = 'Problem';
    this.kind = document.kind ?? '';
    this.field = document.field;
    this.line = document.line;
    this.column = document.column;
    /** The whole document. */
    this.document = document;
  }
}

/** @type {Promise<WebAssembly.Module> | null} */
let compiled = null;

/**
 * Loads and compiles the engine, once. The other functions do it if it has not been done.
 * @param {{ module_or_path?: WebAssembly.Module | BufferSource | Response | URL | string }} [options] The module, its
 *     bytes or its address; `lexigraph.wasm` beside this file if it is left out.
 * @returns {Promise<WebAssembly.Module>}
 */
export function init({ module_or_path } = {}) {
  if (module_or_path !== undefined || compiled === null) {
    const loading = load(module_or_path ?? new URL('./lexigraph.wasm', import.meta.url));
    compiled = loading;
    // A failure may be a network that was away.
    loading.catch(() => {
      if (compiled === loading) compiled = null;
    });
  }
  return compiled;
}

/** @param {WebAssembly.Module | BufferSource | Response | URL | string} source */
async function load(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (!(source instanceof Response) && !(typeof source === 'string') && !(source instanceof URL)) {
    return WebAssembly.compile(source);
  }
  const response = source instanceof Response ? source : await fetched(source);
  if (response instanceof Uint8Array) return WebAssembly.compile(response);
  // A server that does not know the type of the file is no reason to fail.
  if (response.headers.get('Content-Type')?.startsWith('application/wasm')) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

/**
 * What is at an address. Node.js does not fetch files.
 * @param {URL | string} address
 * @returns {Promise<Response | Uint8Array<ArrayBuffer>>}
 */
async function fetched(address) {
  const inNode = typeof process === 'object' && process.versions?.node !== undefined;
  if (inNode && (address instanceof URL ? address.protocol === 'file:' : !/^[a-z]{2,}:/i.test(address))) {
    const { readFile } = await import(/* webpackIgnore: true */ /* @vite-ignore */ 'node:fs/promises');
    return readFile(address);
  }
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status} ${response.statusText}`);
  return response;
}

/**
 * The bytes of a lexicon or of leave values.
 * @param {import('./lexigraph.js').Source} source Bytes, or where they are.
 * @returns {Promise<Uint8Array>}
 */
export async function bytesOf(source) {
  if (typeof source === 'string' || source instanceof URL) {
    const found = await fetched(source);
    return found instanceof Uint8Array ? found : new Uint8Array(await found.arrayBuffer());
  }
  if (source instanceof Response) {
    if (!source.ok) throw new Error(`${source.url}: ${source.status} ${source.statusText}`);
    return new Uint8Array(await source.arrayBuffer());
  }
  if (source instanceof Blob) return new Uint8Array(await source.arrayBuffer());
  if (source instanceof ArrayBuffer) return new Uint8Array(source);
  return new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The engine in this thread. */
export class Engine {
  /** @type {any} The exports of the module. */
  #exports;
  /** @type {((progress: any) => boolean | void) | null} */
  #watch = null;
  /** @type {unknown} What a callback has thrown. */
  #thrown = undefined;
  /** @type {string | null} The message of a panic. */
  #fault = null;

  /** @param {WebAssembly.Module} module as {@link init} gives it. */
  constructor(module) {
    const instance = new WebAssembly.Instance(module, {
      lexigraph: {
        now: () => performance.now(),
        seed: () => crypto.getRandomValues(new Uint32Array(1))[0],
        progress: (/** @type {number} */ place, /** @type {number} */ length) => this.#progress(place, length),
        fault: (/** @type {number} */ place, /** @type {number} */ length) => {
          this.#fault = this.#text(place, length);
        },
      },
    });
    this.#exports = instance.exports;
    this.#exports.start();
  }

  /**
   * An engine without lexicons.
   * @param {{ module_or_path?: any }} [options] as {@link init}
   * @returns {Promise<Engine>}
   */
  static async start(options) {
    return new Engine(await init(options));
  }

  /**
   * Opens an image or a word list under a name, in the place of the lexicon that has it. The first lexicon answers
   * requests that name none.
   * @param {string} name
   * @param {import('./lexigraph.js').Source} source
   * @param {import('./lexigraph.js').OpenOptions} [options]
   */
  async open(name, source, { leaves, gaddag = false } = {}) {
    const [bytes, values] = await Promise.all([bytesOf(source), leaves === undefined ? null : bytesOf(leaves)]);
    this.openNow(name, bytes, gaddag);
    if (values) this.leavesNow(name, values);
  }

  /**
   * Gives leave values to a lexicon.
   * @param {string} name
   * @param {import('./lexigraph.js').Source} source
   */
  async leaves(name, source) {
    this.leavesNow(name, await bytesOf(source));
  }

  /**
   * Gives a dictionary to a lexicon.
   * @param {string} name
   * @param {import('./lexigraph.js').Source} source
   */
  async definitions(name, source) {
    this.definitionsNow(name, await bytesOf(source));
  }

  /** As {@link open}. @param {string} name @param {Uint8Array} bytes @param {boolean} [gaddag] */
  openNow(name, bytes, gaddag = false) {
    this.#call('open', encoder.encode(name), bytes, Number(gaddag));
  }

  /** As {@link leaves}. @param {string} name @param {Uint8Array} bytes */
  leavesNow(name, bytes) {
    this.#call('leaves', encoder.encode(name), bytes);
  }

  /** As {@link definitions}. @param {string} name @param {Uint8Array} bytes */
  definitionsNow(name, bytes) {
    this.#call('definitions', encoder.encode(name), bytes);
  }

  /**
   * Answers a question. Throws a {@link Problem}.
   * @param {string} question
   * @param {object} [request]
   * @returns {any}
   */
  ask(question, request = {}) {
    return this.#call('ask', encoder.encode(question), encoder.encode(JSON.stringify(request)), 0);
  }

  /**
   * Answers a question that tells its progress, until `onProgress` returns `false`: then what has been found so far is
   * the answer.
   * @param {string} question
   * @param {object} request
   * @param {(progress: any) => boolean | void} onProgress
   * @returns {any}
   */
  watch(question, request, onProgress) {
    const before = this.#watch;
    this.#watch = onProgress;
    this.#thrown = undefined;
    try {
      const answer = this.#call('ask', encoder.encode(question), encoder.encode(JSON.stringify(request)), 1);
      if (this.#thrown !== undefined) throw this.#thrown;
      return answer;
    } finally {
      this.#watch = before;
    }
  }

  /** @param {number} place @param {number} length */
  #text(place, length) {
    return decoder.decode(new Uint8Array(this.#exports.memory.buffer, place, length));
  }

  /** @param {number} place @param {number} length */
  #progress(place, length) {
    try {
      return this.#watch?.(JSON.parse(this.#text(place, length))) === false ? 0 : 1;
    } catch (error) {
      this.#thrown = error;
      return 0;
    }
  }

  /**
   * Calls the module.
   * @param {string} name
   * @param {Uint8Array} first
   * @param {Uint8Array} second
   * @param {number[]} rest
   */
  #call(name, first, second, ...rest) {
    if (this.#fault !== null) throw new Error(`the engine has failed: ${this.#fault}`);
    const exports = this.#exports;
    try {
      const places = [first, second].flatMap(bytes => {
        const place = exports.reserve(bytes.length);
        new Uint8Array(exports.memory.buffer, place, bytes.length).set(bytes);
        return [place, bytes.length];
      });
      const failed = exports[name](...places, ...rest);
      const json = JSON.parse(this.#text(exports.result_place() >>> 0, exports.result_length()));
      if (failed) throw new Problem(json);
      return json;
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError) {
        this.#fault ??= error.message;
        throw new Error(`the engine has failed: ${this.#fault}`, { cause: error });
      }
      throw error;
    }
  }
}
