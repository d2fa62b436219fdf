/**
 * @file The engine that answers the questions of the page. Nothing but this file knows whether a server answers them or
 * the engine within the page.
 */

import { HttpEngine } from './engine/http.js';

export { Problem, isAbort } from './engine/problem.js';

/**
 * The leave values: `coming` while they are loaded, of which `part` (0 to 1) of so many `bytes` is there; `missing` if
 * they could not be loaded. Without them, equity is the score.
 * @typedef {{ state: 'here' | 'coming' | 'missing', part: number, bytes: number }} Leaves
 */

/**
 * The person's own lexicons, which the browser keeps. `add` opens a word list or an image, and gives its name; what
 * cannot be opened is not kept.
 * @typedef {{ names: string[], add: (file: File) => Promise<string>, remove: (name: string) => Promise<void> }} Own
 */

/**
 * Answers questions. Events: `gone` when it cannot be reached, and `back` when it can again; `leaves` when the state of
 * the leave values changes; `definitions` when words are explained that were not before; `kept` when the page works
 * without a network from now on; `newer` when another version of the page waits for the next visit.
 * @typedef {object} Questions
 * @property {(question: string, request?: object, options?: { signal?: AbortSignal }) => Promise<any>} ask
 *     Rejects with a {@link Problem}, or an AbortError.
 * @property {(question: string, request: object, onProgress: (progress: any) => void,
 *     options?: { signal?: AbortSignal }) => Promise<any>} watch
 *     As `ask`, of a question that tells its progress. Aborting ends the work.
 * @property {Leaves} leaves
 * @property {Own | null} own null if the engine opens no files of the person.
 * @property {() => void} drawn The page is drawn: what it does without at first may be loaded.
 * @typedef {EventTarget & Questions} Engine
 */

/**
 * Starts the engine. A page without a server names its own engine in `<meta name="engine">`: the address of a
 * description, which `engine/local.js` reads.
 * @param {(part: number) => void} onProgress Told how much of the engine is loaded, from 0 to 1.
 * @returns {Promise<Engine>}
 */
export async function startEngine(onProgress) {
  const place = document.querySelector('meta[name="engine"]')?.getAttribute('content');
  if (!place) return new HttpEngine();
  const { LocalEngine } = await import('./engine/local.js');
  return LocalEngine.start(place, onProgress);
}
