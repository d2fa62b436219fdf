/** @file What the views of the tab share: the log, the states of its cards, and the cards of a choice. */

import { Log } from './log.js';
import { planOf, lastChoice } from './setup.js';
import { stateOf, survey } from './schedule.js';

/** @typedef {import('./log.js').Card} Card */
/** @typedef {import('./setup.js').Choice} Choice */

/** Dispatches `change` when there are other answers. */
export class Desk extends EventTarget {
  /** @param {import('../app.js').App} app @param {Log} log @param {AbortSignal} signal */
  constructor(app, log, signal) {
    super();
    this.app = app;
    this.log = log;
    this.signal = signal;
    /** @type {Promise<import('./schedule.js').Survey> | null} */
    this.surveyed = null;
  }

  /** What the log says by the schedule that the person chose. */
  survey() {
    this.surveyed ??= survey(this.app, this.log, planOf(lastChoice()), this.signal);
    this.surveyed.catch(() => { this.surveyed = null; });
    return this.surveyed;
  }

  /** The log has other lines, or the schedule is another. */
  changed() {
    this.surveyed = null;
    this.dispatchEvent(new Event('change'));
  }

  /** @param {Card} card */
  stateOf(card) {
    return stateOf(this.app, this.log, card, planOf(lastChoice()), this.signal);
  }

  /**
   * The cards of a choice, and the number of given words that are none.
   * @param {Choice} choice
   * @returns {Promise<{ cards: Card[], unknown: string[], unknownCount: number }>}
   */
  async cards(choice) {
    const { states } = await this.survey();
    if (choice.from === 'before') {
      const cards = [...states.values()].filter(({ kind }) => choice.kinds.length === 0 || choice.kinds.includes(kind));
      return { cards: cards.map(({ kind, text }) => ({ kind, text })), unknown: [], unknownCount: 0 };
    }
    const { bounds } = this.app.choices;
    const words = choice.list.split(/[\s,;]+/).filter(Boolean).slice(0, bounds.words);
    const request = {
      lexicon: this.app.lexicon.name,
      kinds: choice.kinds,
      ...(choice.from === 'search' ? { conditions: choice.conditions } : { words }),
      // The sitting takes new cards by chance itself.
      sort: choice.sort === 'random' ? undefined : choice.sort,
    };
    /** @type {Card[]} */
    const cards = [];
    for (;;) {
      const page = { ...request, skip: cards.length, limit: bounds.answers };
      const answer = await this.app.engine.ask('study/cards', page, { signal: this.signal });
      cards.push(...answer.cards);
      if (cards.length >= answer.count || answer.cards.length === 0) {
        return { cards, unknown: answer.unknown, unknownCount: answer.unknown_count };
      }
    }
  }
}
