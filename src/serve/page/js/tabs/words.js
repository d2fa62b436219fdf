/** @file The tab of questions about words: one box that answers as one types. */

import { note } from '../address.js';
import { el, fill } from '../dom.js';
import { Problem, isAbort } from '../engine.js';
import { load, save } from '../store.js';
import { t } from '../text.js';
import { Card } from '../words/card.js';
import { take } from '../words/export.js';
import { plainTiles, wordsOf } from '../words/guess.js';
import { Help, examples } from '../words/help.js';
import { Answers, COLUMNS } from '../words/list.js';
import { offers } from '../words/offers.js';
import { Choice, Options } from '../words/options.js';
import { ProblemLine } from '../words/problem.js';
import { question, readState, stateLink, steps, taken } from '../words/state.js';
import { Tools } from '../words/tools.js';
import { judged, lookedUp, mark, verdictText, verdicts } from '../words/verdict.js';

/** @typedef {import('../app.js').Visit} Visit */
/** @typedef {import('../words/state.js').State} State */
/** @typedef {import('../words/state.js').Question} Question */

/** The answers that are asked for at first, in a table and in a flow, and by each "more". */
const FIRST = { table: 100, flow: 400, more: 500 };
const EMPTY = readState(new URLSearchParams());
const FINE = matchMedia('(pointer: fine)');

/** @type {WordsTab | null} */
let shown = null;

/** @param {Visit} visit */
export function open(visit) {
  shown = new WordsTab(visit);
}

/** @param {URLSearchParams} values */
export function moved(values) {
  shown?.moved(readState(values));
}

class WordsTab {
  /** @param {Visit} visit */
  constructor({ root, values, app, signal }) {
    this.app = app;
    this.signal = signal;
    this.state = readState(values);
    this.letters = app.letters();
    this.columns = new Set(/** @type {string[]} */ (load('words.columns', ['hooks', 'points', 'definition'])));
    /** Ends the work on what was asked before. */
    this.work = new AbortController();
    this.cardWork = new AbortController();
    /** @type {Question | null} */
    this.asked = null;
    /** What is drawn: the question with its order and view, and the word of the card. */
    this.key = '';
    this.cardOf = '';
    this.timers = { note: 0, wrong: 0, say: 0 };
    /** The verdict in words. */
    this.said = '';
    this.answered = false;

    const change = (/** @type {Partial<State>} */ changes) => this.change(changes);
    this.problem = new ProblemLine();
    this.box = el('input', {
      type: 'search', class: 'box', autocomplete: 'off', autocapitalize: 'none', spellcheck: false, enterkeyhint: 'search',
      'aria-label': t('words.box'), placeholder: t('words.placeholder'),
      // An empty box forgets the options too.
      oninput: () => this.change(this.box.value.trim() ? { q: this.box.value, word: '' } : { ...EMPTY, q: this.box.value }),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#boxKey(event),
    });
    this.box.setAttribute('autocorrect', 'off');
    this.choice = new Choice(how => change({ ...how, sort: '', reverse: '', word: '' }));
    this.options = new Options(change);
    this.as = el('p', { class: 'as' });
    this.verdict = el('p', { class: 'verdicts' });
    this.count = el('h3', { class: 'count', tabIndex: -1 });
    this.tools = new Tools({
      columns: this.columns, definitions: app.lexicon.definitions, onchange: change, ontake: how => this.#take(how),
      oncolumns: () => {
        save('words.columns', [...this.columns]);
        this.asked = null;
        this.#apply();
      },
    });
    this.answers = new Answers({ onsort: (sort, reverse) => {
      this.change({ sort, reverse: reverse ? '1' : '', seed: '' });
      this.refocus = `[data-sort="${sort}"]`;
    } });
    this.more = el('button', { type: 'button', class: 'more', hidden: true, onclick: () => this.#more() });
    this.offers = el('ul', { class: 'offers', hidden: true });
    this.card = new Card(app, {
      href: word => stateLink(this.state, { word }),
      ask: changes => stateLink(EMPTY, changes),
      onclose: () => {
        const { word } = this.state;
        this.change({ word: '' });
        const link = [...this.answers.element.querySelectorAll('a')].find(anchor => anchor.dataset.word === word);
        (link ?? this.box).focus();
      },
    });
    this.help = new Help(EMPTY);
    this.examples = examples(EMPTY, this.letters);
    this.list = el('section', { class: 'list stack', tabIndex: -1, 'aria-label': t('words.answers') },
      el('div', { class: 'row head' }, this.count, this.tools.element), this.answers.element, this.offers, this.more);
    this.list.setAttribute('aria-busy', 'false');
    fill(root, el('h2', { class: 'unseen' }, t('words.title')),
      el('search', { class: 'ask' },
        this.box, this.problem.element, this.as, this.choice.element, this.options.element, this.verdict),
      this.examples,
      el('div', { class: 'answered' }, this.card.element, this.list, this.help.element));
    signal.addEventListener('abort', () => this.#leave());
    document.addEventListener('keydown', event => {
      const typing = event.target instanceof HTMLElement && /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
      if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      this.box.focus();
      this.box.select();
    }, { signal });
    app.addEventListener('definitions', () => this.#explained(), { signal });
    this.#apply();
    if (FINE.matches) this.#focus();
  }

  /** Words are explained that were not before. */
  #explained() {
    this.tools.offerDefinitions(this.app.lexicon.definitions);
    this.card.forget();
    this.asked = null;
    this.cardOf = '';
    this.#apply();
  }

  /** Goes to the box; on a touch screen, where that opens a keyboard, to the answers. */
  #focus() {
    const place = FINE.matches || this.list.hidden ? this.box : this.list;
    place.focus({ preventScroll: true });
  }

  #leave() {
    this.work.abort();
    this.cardWork.abort();
    for (const timer of Object.values(this.timers)) clearTimeout(timer);
    if (shown === this) shown = null;
  }

  /** The person changed something here. @param {Partial<State>} changes */
  change(changes) {
    this.state = { ...this.state, ...changes };
    // Browsers limit how often the address may change.
    clearTimeout(this.timers.note);
    this.timers.note = setTimeout(() => note('words', this.state), 250);
    this.#apply();
  }

  /** The address changed. @param {State} state */
  moved(state) {
    clearTimeout(this.timers.note);
    const picked = state.word !== this.state.word && state.word !== '';
    this.state = state;
    const linked = document.activeElement?.closest('.tab') && document.activeElement !== this.box;
    this.#apply(picked);
    // The link that was followed may be gone.
    if (linked && !picked) this.#focus();
  }

  /** Draws the state. @param {boolean} [picked] `true` if a card was opened by a link. */
  #apply(picked = false) {
    const { state, app, letters } = this;
    if (this.box.value !== state.q) this.box.value = state.q;
    const empty = state.q.trim() === '';
    this.examples.hidden = !empty || letters.alphabet.name !== 'english';
    this.list.hidden = empty;
    const what = taken(state, letters);
    const asked = question(state, what, letters, app.lexicon.name);
    const regex = asked.request.regex;
    const how = empty ? state.how : what.how;
    this.choice.show(how);
    this.options.show(how, state, { ...what, regex, several: asked.several }, app.choices.bounds.distance);
    this.help.show(empty ? '' : what.how);
    const instead = state.how ? '' : what.other;
    const again = (/** @type {string} */ other, /** @type {string} */ text) =>
      el('a', { href: stateLink(state, { how: other, sort: '', word: '' }) }, text);
    fill(this.as, empty ? t('words.hint') : t(`words.as.${what.as}`), ' ',
      !empty && state.how && again('', t('words.automatic')),
      !empty && instead && again(instead, t(`words.instead.${instead}`)));
    const key = JSON.stringify([asked, state.reverse, state.seed, state.view]);
    const same = this.asked !== null && this.key === key;
    const cardOf = `${what.how} ${state.word} ${state.q}`;
    if (same && this.cardOf === cardOf) return;
    if (!same) {
      this.work.abort();
      this.work = new AbortController();
    }
    this.cardWork.abort();
    this.cardWork = new AbortController();
    Object.assign(this, { asked, key, cardOf });
    if (empty) {
      this.#wrong(null);
      this.answers.clear();
    }
    const listed = same || empty ? null : this.#answer(asked, this.work.signal);
    this.#words(this.cardWork.signal, picked, listed).catch(error => app.complain(error));
  }

  /** The columns of the table that are asked for. @param {Question} asked */
  #chosen(asked) {
    return COLUMNS.filter(({ name }) => (name === 'distance' ? asked.name === 'words/near'
      : this.columns.has(name) && (name !== 'definition' || this.app.lexicon.definitions)));
  }

  /** `true` if words are shown in a flow, without columns. @param {Question} asked */
  #flows(asked) {
    return asked.several || (this.state.view ? this.state.view === 'flow' : asked.request.sub === true);
  }

  /** What is listed. @param {Question} asked */
  #listing(asked) {
    if (asked.several) return this.state.sort === 'alpha' ? { sort: 'alpha' } : {};
    const columns = ['word', ...(this.#flows(asked) ? [] : this.#chosen(asked).flatMap(column => column.needs))];
    const { reverse, seed } = this.state;
    const sort = asked.sorts.includes(asked.sort) ? asked.sort : undefined;
    return { columns, sort, reverse: reverse === '1', ...(sort === 'random' ? { seed: Number(seed) || 1 } : {}) };
  }

  /** Asks, and draws the answers. @param {Question} asked @param {AbortSignal} signal */
  async #answer(asked, signal) {
    clearTimeout(this.timers.wrong);
    this.list.setAttribute('aria-busy', 'true');
    this.answered = false;
    try {
      if (asked.name === 'words/lookup') return;
      const limit = this.#flows(asked) ? FIRST.flow : FIRST.table;
      const list = { ...this.#listing(asked), limit };
      const answer = await this.app.engine.ask(asked.name, { ...asked.request, list }, { signal });
      this.#wrong(null);
      this.answered = true;
      this.#draw(asked, answer);
      this.#say();
      await this.#definitions(asked, answer.words, signal);
    } catch (error) {
      if (isAbort(error)) return;
      // A text that is being typed is often wrong on the way.
      this.timers.wrong = setTimeout(() => this.#wrong(error, asked), error instanceof Problem ? 350 : 0);
    } finally {
      if (!signal.aborted) this.list.setAttribute('aria-busy', 'false');
    }
  }

  /** @param {Question} asked @param {{ words: any[], count: number, complete: boolean, points?: number, pangrams?: number }} answer */
  #draw(asked, answer) {
    const { state, letters } = this;
    const flow = this.#flows(asked);
    const whole = answer.words.length >= answer.count && answer.complete;
    this.answers.show(answer.words, {
      letters, flow, several: asked.several, columns: this.#chosen(asked), sort: asked.sort || 'alpha',
      reverse: state.reverse === '1', sorts: asked.sorts, picked: state.word, href: word => stateLink(this.state, { word }),
    }, whole);
    this.#counted(answer);
    this.tools.show(asked, state, flow);
    if (this.refocus) {
      const again = /** @type {HTMLElement | null} */ (this.answers.element.querySelector(this.refocus));
      again?.focus();
      this.refocus = '';
    }
    fill(this.offers);
    this.offers.hidden = true;
  }

  /**
   * Says how many there are, and the totals of a spelling bee.
   * @param {{ count: number, complete: boolean, points?: number, pangrams?: number }} answer
   */
  #counted({ count, complete, points, pangrams }) {
    this.count.hidden = false;
    const totals = points === undefined ? ''
      : ` · ${t('words.bee.points', { count: points })} · ${t('words.bee.pangrams', { count: pangrams ?? 0 })}`;
    this.count.textContent = t(complete ? 'words.count' : 'words.countAtLeast', { count }) + totals;
    const { listed } = this.answers;
    this.more.hidden = complete ? listed >= count : listed === 0;
    this.more.textContent = complete ? t('table.more', { count: Math.min(FIRST.more, count - listed) }) : t('words.more');
  }

  /** Tells a screen reader, once the person has stopped typing. */
  #say() {
    clearTimeout(this.timers.say);
    this.timers.say = setTimeout(() => {
      if (document.body.classList.contains('gone')) return;
      const parts = [this.said, this.list.hidden || this.count.hidden ? '' : `${this.count.textContent}.`];
      this.app.say(parts.filter(Boolean).join(' '));
    }, 600);
  }

  async #more() {
    const { asked } = this;
    if (!asked) return;
    const { signal } = this.work;
    this.answers.flush();
    const first = this.answers.listed;
    this.more.disabled = true;
    try {
      const list = { ...this.#listing(asked), limit: FIRST.more, skip: first };
      const answer = await this.app.engine.ask(asked.name, { ...asked.request, list }, { signal });
      this.answers.add(answer.words, answer.complete && first + answer.words.length >= answer.count);
      this.#counted(answer);
      if (answer.words.length < FIRST.more) this.more.hidden = true;
      this.#links(first);
      await this.#definitions(asked, answer.words, signal);
    } catch (error) {
      this.app.complain(error);
    } finally {
      this.more.disabled = false;
    }
  }

  /** Goes to the first of the words that were added. @param {number} row */
  #links(row) {
    const before = this.answers.rows.slice(0, row).reduce((sum, { words }) => sum + (words?.length ?? 1), 0);
    this.answers.focus(before);
  }

  /** @param {Question} asked @param {any[]} rows @param {AbortSignal} signal */
  async #definitions(asked, rows, signal) {
    if (!this.app.lexicon.definitions || this.#flows(asked) || !this.columns.has('definition') || rows.length === 0) return;
    const words = rows.map(row => row.word);
    const answer = await this.app.engine.ask('words/define', { lexicon: this.app.lexicon.name, words }, { signal });
    this.answers.flush();
    this.answers.define(answer.words);
  }

  /**
   * Says whether the words are words, and shows the card of one.
   * @param {AbortSignal} signal
   * @param {boolean} picked
   * @param {Promise<void> | null} listed The answers, which come first.
   */
  async #words(signal, picked, listed) {
    const { app, state, letters } = this;
    const text = state.q.trim().replace(/~\d*$/, '');
    let words = wordsOf(text);
    const what = state.q.trim() ? taken(state, letters).how : '';
    // The letters of a bee and patterns are no words.
    if (what === 'bee' || what === 'filter') words = [];
    if (what === 'ladder' || what === 'chain') words = steps(text);
    if (what !== 'lookup' && !words.every(word => plainTiles(word, letters))) words = [];
    try {
      if (/^\d+$/.test(text) && text.length < 12 && what !== 'lookup') {
        const rank = await app.engine.ask('words/rank', { lexicon: app.lexicon.name, query: text }, { signal });
        if (rank.word) {
          words = [rank.word];
          fill(this.verdict, t('words.numbered', { rank: Number(text), word: rank.word, lexicon: app.lexicon.name }));
        }
      }
      const all = state.word ? [...words, state.word] : words;
      const found = all.length > 0 ? await verdicts(app, all, signal) : [];
      const typed = found.slice(0, words.length);
      if (!/^\d+$/.test(text) || words.length === 0) {
        fill(this.verdict, ...(typed.length === 1 && !typed[0].valid ? [mark(false), verdictText(typed[0])] : []));
        if (typed.length > 1) fill(this.verdict, ...judged(typed, app.lexicon.name));
      }
      if (what === 'lookup') this.#lookedUp(typed);
      this.said = this.verdict.textContent?.replace(/^[✓✗]/, '') || typed.map(verdictText).join(' ');
      if (typed.length > 0) this.#say();
      const one = state.word ? found[found.length - 1] : typed.length === 1 && typed[0].valid ? typed[0] : null;
      await listed;
      signal.throwIfAborted();
      this.answers.mark(state.word);
      if (!one) {
        this.card.hide();
      } else {
        const filled = this.card.show(one, { picked: state.word !== '', listed: !state.word && what === 'anagram', signal });
        if (picked) {
          this.card.title?.focus();
          app.say(verdictText(one));
        }
        await filled;
      }
      if (listed && !this.list.hidden) await this.#offer(what, signal);
    } catch (error) {
      if (!isAbort(error)) throw error;
    }
  }

  /** The words that were looked up, in place of answers. @param {import('../words/verdict.js').Verdict[]} typed */
  #lookedUp(typed) {
    this.tools.clear();
    this.more.hidden = true;
    this.#wrong(null);
    this.answers.clear();
    this.count.hidden = false;
    this.count.textContent = t('words.lookedUp', { count: typed.length, valid: typed.filter(({ valid }) => valid).length });
    fill(this.answers.element, lookedUp(typed, word => stateLink(this.state, { word })));
  }

  /** If nothing was found, offers questions that find something. @param {string} what @param {AbortSignal} signal */
  async #offer(what, signal) {
    if (!this.answered || this.answers.rows.length > 0) return;
    const found = await offers(this.app, EMPTY, this.state.q.trim(), what, signal);
    fill(this.offers, ...found);
    this.offers.hidden = found.length === 0;
  }

  /** Takes all answers away. @param {import('../words/export.js').Taking} how */
  #take(how) {
    const { app, asked } = this;
    if (!asked) return;
    /** @type {Record<string, any>} */
    const list = this.#listing(asked);
    list.columns = ['word', ...(how === 'table' ? this.#chosen(asked).flatMap(column => column.needs) : [])];
    take(app, asked, list, how, this.work.signal).catch(error => app.complain(error));
  }

  /** Shows what is wrong with the question, or nothing. @param {unknown} error @param {Question} [asked] */
  #wrong(error, asked) {
    clearTimeout(this.timers.wrong);
    this.problem.clear();
    if (error === null) return;
    this.answers.clear();
    this.count.hidden = true;
    this.more.hidden = true;
    this.tools.clear();
    if (error instanceof Problem) this.problem.show(error, this.box, asked?.field, this.options.controls);
    this.app.complain(error);
  }

  /** @param {KeyboardEvent} event */
  #boxKey(event) {
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      this.answers.focus(0);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      clearTimeout(this.timers.note);
      note('words', this.state);
    }
  }
}
