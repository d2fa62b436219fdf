/**
 * @file The log of answers, as `lexigraph quiz` writes it: lines of text, which are only ever added. The browser keeps
 * each line under itself, so that two windows and two devices merge by union.
 */

import { act } from '../database.js';

const STORE = 'answers';

/** A line that is an answer; the kind may be one of a later version. */
const LINE = new RegExp([
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/, /[0-9a-f]{8}/, /[a-z][a-z-]*/, /[^\p{Cc}]+/u, /(?:[1-4+]|=\d{1,3}:\d{1,5})$/,
].map(part => part.source).join('\\t'), 'u');

/** No answer is longer. */
const LONGEST = 4096;

/** @typedef {{ kind: string, text: string }} Card */

/** What a card is known by. @param {Card} card */
export const keyOf = ({ kind, text }) => `${kind}\t${text}`;

export class Log {
  constructor() {
    /** @type {Set<string>} */
    this.lines = new Set();
    /** @type {Map<string, string[]>} The lines of each card. */
    this.cards = new Map();
    /** `false` if the browser keeps nothing: then the lines end with the page. */
    this.kept = true;
    this.last = 0;
    this.asksToPersist = false;
    /** The number of this window's sitting. */
    this.sitting = crypto.getRandomValues(new Uint32Array(1))[0].toString(16).padStart(8, '0');
  }

  /** The log that the browser keeps. */
  static async open() {
    const log = new Log();
    await log.reread();
    return log;
  }

  /** Takes over what another window has added. */
  async reread() {
    try {
      for (const line of await act(STORE, 'readonly', store => store.getAllKeys())) this.#take(String(line));
    } catch (error) {
      this.kept = false;
      console.warn(error);
    }
  }

  /** @param {string} line */
  #take(line) {
    if (this.lines.has(line)) return false;
    this.lines.add(line);
    const [, , kind, text] = line.split('\t');
    const key = keyOf({ kind, text });
    const own = this.cards.get(key);
    if (own) own.push(line);
    else this.cards.set(key, [line]);
    return true;
  }

  /** @param {string[]} lines */
  async #keep(lines) {
    if (lines.length === 0) return;
    try {
      await act(STORE, 'readwrite', store => {
        const requests = lines.map(line => store.put('', line));
        return requests[requests.length - 1];
      });
      await this.#persist();
    } catch (error) {
      this.kept = false;
      console.warn(error);
    }
  }

  /** Asks the browser, once, to forget other sites first when it is short of room. */
  async #persist() {
    if (this.asksToPersist) return;
    this.asksToPersist = true;
    if (!await navigator.storage?.persisted?.()) await navigator.storage?.persist?.();
  }

  /**
   * Adds an answer.
   * @param {Card} card
   * @param {number} grade 1 again, 2 hard, 3 good, 4 easy
   * @param {string} [time] That of an answer that is corrected: of its lines, the highest grade counts.
   * @returns {Promise<string>} its time
   */
  async add(card, grade, time) {
    // Each answer has a time of its own: answers of the same time would be one.
    if (!time) this.last = Math.max(Date.now(), this.last + 1);
    const at = time ?? new Date(this.last).toISOString();
    const line = `${at}\t${this.sitting}\t${keyOf(card)}\t${grade}`;
    this.#take(line);
    await this.#keep([line]);
    return at;
  }

  /**
   * Adds the answers of another log.
   * @param {string} text
   * @returns {Promise<{ added: number, there: number, wrong: number }>} `wrong`: lines that are no answers.
   */
  async merge(text) {
    const lines = text.replace(/^\ufeff/, '').split('\n').map(line => line.replace(/\r$/, ''));
    // What has no end was cut off.
    const cut = lines.pop() ?? '';
    const [added, told] = [/** @type {string[]} */ ([]), { there: 0, wrong: cut.trim() ? 1 : 0 }];
    for (const line of lines) {
      if (line === '' || line.startsWith('#') || line.endsWith('\t#torn')) continue;
      if (line.length > LONGEST || !LINE.test(line)) told.wrong += 1;
      else if (this.#take(line)) added.push(line);
      else told.there += 1;
    }
    await this.#keep(added);
    return { added: added.length, ...told };
  }

  /** All lines by time, each with its end. */
  text() {
    return [...this.lines].sort().map(line => `${line}\n`).join('');
  }

  /** The lines of a card, each with its end. @param {Card} card */
  linesOf(card) {
    return (this.cards.get(keyOf(card)) ?? []).map(line => `${line}\n`).join('');
  }
}
