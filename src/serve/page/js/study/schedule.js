/** @file When cards are due and what was learned, as the engine finds it from the log. */

import { keyOf } from './log.js';

/**
 * How cards are scheduled: by FSRS, which aims at a share of recall, or by boxes with days.
 * @typedef {{ retention: number } | { boxes: string }} Plan
 * @typedef {{
 *   kind: string, text: string, due: string | null, is_due: boolean, days: number | null, box: number | null,
 * }} State
 * @typedef {{
 *   kind: string, cards: number, new: number, due: number, tomorrow: number, week: number, next: string | null,
 * }} Due
 * @typedef {{
 *   day: string, answers: number, right: number, new: number, reviews: number, recalled: number, seen: number,
 *   known: number,
 * }} Day
 * @typedef {{ states: Map<string, State>, due: Due[], days: Day[] }} Survey
 */

const encoder = new TextEncoder();

/**
 * Asks for the states of all cards of a log. A long log is asked for in parts, each of which has all answers of its
 * cards.
 * @param {import('../app.js').App} app
 * @param {import('./log.js').Log} log
 * @param {Plan} plan
 * @param {AbortSignal} signal
 * @returns {Promise<Survey>}
 */
export async function survey(app, log, plan, signal) {
  const now = new Date().toISOString();
  const most = app.choices.bounds.body - 1000;
  /** @type {string[]} */
  const parts = [];
  let [part, size] = ['', 0];
  for (const lines of log.cards.values()) {
    const text = lines.map(line => `${line}\n`).join('');
    // In JSON, tabs and ends of lines have two characters.
    const bytes = encoder.encode(text).length + 6 * lines.length;
    if (size + bytes > most && part) {
      parts.push(part);
      [part, size] = ['', 0];
    }
    part += text;
    size += bytes;
  }
  parts.push(part);
  const answers = [];
  for (const lines of parts) {
    answers.push(await app.engine.ask('study/schedule', { log: lines, now, ...plan }, { signal }));
  }
  const states = new Map(answers.flatMap(({ cards }) => cards.map((/** @type {State} */ card) => [keyOf(card), card])));
  const due = dueTogether(answers.flatMap(({ due }) => due));
  return { states, due, days: daysTogether(answers.map(({ days }) => days)) };
}

/** @param {Due[]} parts @returns {Due[]} */
function dueTogether(parts) {
  /** @type {Map<string, Due>} */
  const kinds = new Map();
  for (const part of parts) {
    const sum = kinds.get(part.kind);
    if (!sum) {
      kinds.set(part.kind, { ...part });
      continue;
    }
    for (const key of /** @type {const} */ (['cards', 'new', 'due', 'tomorrow', 'week'])) sum[key] += part[key];
    sum.next = [sum.next, part.next].filter(next => next !== null).sort()[0] ?? null;
  }
  return [...kinds.values()];
}

/** The days of parts that have no card in common. @param {Day[][]} parts @returns {Day[]} */
export function daysTogether(parts) {
  if (parts.length === 1) return parts[0];
  const dates = [...new Set(parts.flat().map(({ day }) => day))].sort();
  const places = parts.map(() => -1);
  return dates.map(day => {
    const sum = { day, answers: 0, right: 0, new: 0, reviews: 0, recalled: 0, seen: 0, known: 0 };
    parts.forEach((days, at) => {
      if (days[places[at] + 1]?.day === day) {
        places[at] += 1;
        const own = days[places[at]];
        for (const key of /** @type {const} */ (['answers', 'right', 'new', 'reviews', 'recalled'])) sum[key] += own[key];
      }
      // What was seen and known on the last day with answers still is.
      const last = days[places[at]];
      sum.seen += last?.seen ?? 0;
      sum.known += last?.known ?? 0;
    });
    return sum;
  });
}

/**
 * The state of one card after all its answers.
 * @param {import('../app.js').App} app
 * @param {import('./log.js').Log} log
 * @param {import('./log.js').Card} card
 * @param {Plan} plan
 * @param {AbortSignal} signal
 * @returns {Promise<State>}
 */
export async function stateOf(app, log, card, plan, signal) {
  const request = { log: log.linesOf(card), now: new Date().toISOString(), ...plan };
  return (await app.engine.ask('study/schedule', request, { signal })).cards[0];
}
