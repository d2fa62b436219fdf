/** @file A sitting: cards in the order in which they are asked, as those of `lexigraph quiz`. */

import { keyOf } from './log.js';

/** A card that was missed comes again after so many others, or when there are no others. */
const OTHERS = 6;

/** @typedef {import('./log.js').Card} Card */
/** @typedef {Card & { why: 'due' | 'new' | 'missed' }} Asked */

export class Sitting {
  /** @param {Asked[]} queue */
  constructor(queue) {
    this.queue = queue;
    this.asked = 0;
    this.right = 0;
  }

  /**
   * A sitting with these cards: first those that are due, the longest overdue before; then new ones.
   * @param {Card[]} cards
   * @param {Map<string, import('./schedule.js').State>} states
   * @param {{ fresh: number, all: boolean, ordered: boolean }} options `fresh`: the most new cards, by chance unless they
   *     are `ordered`. `all`: also those that are not due, as if they were.
   */
  static of(cards, states, { fresh, all, ordered }) {
    /** @type {{ due: string, card: Card }[]} */
    const due = [];
    /** @type {Card[]} */
    const unseen = [];
    for (const card of cards) {
      const state = states.get(keyOf(card));
      if (!state?.due) unseen.push(card);
      else if (all || state.is_due) due.push({ due: state.due, card });
    }
    const order = (/** @type {{ due: string, card: Card }} */ one) => `${one.due}\t${keyOf(one.card)}`;
    due.sort((a, b) => (order(a) < order(b) ? -1 : 1));
    if (!ordered) shuffle(unseen);
    return new Sitting([
      ...due.map(({ card }) => ({ ...card, why: /** @type {const} */ ('due') })),
      ...unseen.slice(0, fresh).map(card => ({ ...card, why: /** @type {const} */ ('new') })),
    ]);
  }

  get card() {
    return this.queue[0];
  }

  /** How many cards are left, by why they are asked. */
  left() {
    const left = { due: 0, new: 0, missed: 0 };
    for (const { why } of this.queue) left[why] += 1;
    return left;
  }

  /** Takes the card off, and puts it back among those that follow if it was missed. @param {boolean} right */
  answered(right) {
    const card = this.queue.shift();
    this.asked += 1;
    if (right) this.right += 1;
    else if (card) this.queue.splice(Math.min(OTHERS, this.queue.length), 0, { ...card, why: 'missed' });
  }

  /** Takes the card off without an answer. */
  skip() {
    this.queue.shift();
  }

  /** Takes off a card that was put back as missed: its answer was right after all. @param {Card} card */
  correct(card) {
    const at = this.queue.findIndex(other => other.why === 'missed' && keyOf(other) === keyOf(card));
    if (at >= 0) this.queue.splice(at, 1);
    this.right += 1;
  }

  /** What is kept, so that a reload goes on with it. */
  kept() {
    const { queue, asked, right } = this;
    return { queue, asked, right };
  }

  /** @param {{ queue: Asked[], asked: number, right: number }} kept */
  static again({ queue, asked, right }) {
    return Object.assign(new Sitting(queue), { asked, right });
  }
}

/** @param {unknown[]} items */
function shuffle(items) {
  for (let at = items.length - 1; at > 0; at -= 1) {
    const other = Math.floor(Math.random() * (at + 1));
    [items[at], items[other]] = [items[other], items[at]];
  }
}
