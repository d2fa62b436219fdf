/** @file The engine of a server, asked over HTTP. */

import { Problem } from './problem.js';

/** The engine of `lexigraph serve`. Dispatches `gone` when the server cannot be reached, and `back` when it can again. */
export class HttpEngine extends EventTarget {
  /** @param {string} [base] The address before the names of the questions. */
  constructor(base = 'api') {
    super();
    this.base = base;
    /** @type {Promise<void> | null} Settles when the server is back. */
    this.absence = null;
    /** The server has them from the start. @type {import('../engine.js').Leaves} */
    this.leaves = { state: 'here', part: 1, bytes: 0 };
    /** The server has the lexicons that it was started with. */
    this.own = null;
  }

  drawn() {}

  /**
   * Asks a question. While the server is away, the question waits.
   * @param {string} question
   * @param {object} [request]
   * @param {{ signal?: AbortSignal }} [options]
   * @returns {Promise<any>} the answer; rejects with a {@link Problem}, or an AbortError.
   */
  async ask(question, request = {}, { signal } = {}) {
    const response = await this.#post(question, request, 'application/json', signal);
    return response.json();
  }

  /**
   * Asks a question that tells its progress. Aborting ends the work.
   * @param {string} question
   * @param {object} request
   * @param {(progress: any) => void} onProgress
   * @param {{ signal?: AbortSignal }} [options]
   * @returns {Promise<any>} as {@link ask}
   */
  async watch(question, request, onProgress, { signal } = {}) {
    for (;;) {
      const response = await this.#post(question, request, 'text/event-stream', signal);
      try {
        for await (const { event, data } of events(response)) {
          if (event === 'progress') onProgress(data);
          else if (event === 'answer') return data;
          else if (event === 'error') throw new Problem(data);
        }
      } catch (error) {
        if (error instanceof Problem || signal?.aborted) throw error;
      }
      // The stream ended without an answer: the server went away.
      signal?.throwIfAborted();
      await this.#away();
    }
  }

  /**
   * @param {string} question
   * @param {object} request
   * @param {string} accept
   * @param {AbortSignal | undefined} signal
   */
  async #post(question, request, accept, signal) {
    for (;;) {
      signal?.throwIfAborted();
      if (this.absence) await this.absence;
      let response;
      try {
        response = await fetch(`${this.base}/${question}`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', Accept: accept },
          body: JSON.stringify(request),
          signal,
        });
      } catch (error) {
        if (signal?.aborted) throw error;
        await this.#away();
        continue;
      }
      if (response.ok) return response;
      if (response.status === 503) {
        await wait(1000 * Number(response.headers.get('Retry-After') ?? 1));
        continue;
      }
      throw new Problem(await response.json().catch(() => ({ title: response.statusText })));
    }
  }

  /** Waits until the server answers again. */
  #away() {
    this.absence ??= (async () => {
      this.dispatchEvent(new Event('gone'));
      for (let pause = 300; ; pause = Math.min(2 * pause, 3000)) {
        await wait(pause);
        const response = await fetch(this.base, { cache: 'no-store' }).catch(() => null);
        if (response) break;
      }
      this.absence = null;
      this.dispatchEvent(new Event('back'));
    })();
    return this.absence;
  }
}

/**
 * The server-sent events of a response.
 * @param {Response} response
 */
async function* events(response) {
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += value;
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const block = text.slice(0, end);
      text = text.slice(end + 2);
      const lines = block.split('\n');
      const field = (/** @type {string} */ name) =>
        lines.filter(line => line.startsWith(`${name}:`)).map(line => line.slice(name.length + 1).trimStart());
      const data = field('data').join('\n');
      if (data) yield { event: field('event')[0] ?? 'message', data: JSON.parse(data) };
    }
  }
}

/** @param {number} milliseconds */
function wait(milliseconds) {
  return new Promise(resolve => setTimeout(resolve, milliseconds));
}
