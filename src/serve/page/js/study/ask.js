/** @file The questions of a sitting, one after the other. */

import { link } from '../address.js';
import { el, fill, newId } from '../dom.js';
import { load, save, forget } from '../store.js';
import { number, t } from '../text.js';
import { tileRow } from '../words/tiles.js';
import { Sitting } from './sitting.js';

/** @typedef {import('./desk.js').Desk} Desk */
/** @typedef {{ kind: string, text: string, clue: string | null, answers: string[], problem: string | null }} Question */

const KEPT = 'study.sitting';

/** The sitting that was left, if it goes on with this lexicon. @param {string} lexicon */
export function leftSitting(lexicon) {
  const kept = load(KEPT, /** @type {any} */ (null));
  if (!kept?.queue?.length || kept.lexicon !== lexicon) return null;
  return { sitting: Sitting.again(kept), self: kept.self === true };
}

export class Asker {
  /** @param {Desk} desk @param {() => void} onend */
  constructor(desk, onend) {
    this.desk = desk;
    this.onend = onend;
    this.self = false;
    this.sitting = new Sitting([]);
    /** @type {Question | null} */
    this.question = null;
    /** The last answer, which can be corrected. @type {{ card: import('./log.js').Card, time: string } | null} */
    this.last = null;
    this.counts = el('p', { class: 'counts number' });
    this.bar = el('progress', { max: 1, 'aria-hidden': 'true' });
    this.prompt = el('div', { class: 'prompt' });
    this.place = el('div', { class: 'stack answer' });
    this.result = el('div', { class: 'stack result', tabIndex: -1, hidden: true });
    this.element = el('section', { class: 'panel stack sitting', 'aria-label': t('study.sitting'), hidden: true },
      el('div', { class: 'row apart' }, this.counts,
        el('button', { type: 'button', 'data-name': 'end', onclick: () => this.#end() }, t('study.end'))),
      this.bar, this.prompt, this.place, this.result);
  }

  /** @param {Sitting} sitting @param {boolean} self */
  async start(sitting, self) {
    this.sitting = sitting;
    this.self = self;
    this.last = null;
    this.all = sitting.queue.length;
    this.element.hidden = false;
    await this.#next();
  }

  #keep() {
    if (!this.sitting.card) forget(KEPT);
    else save(KEPT, { ...this.sitting.kept(), self: this.self, lexicon: this.desk.app.lexicon.name });
  }

  #drawCounts() {
    const left = this.sitting.left();
    const parts = /** @type {const} */ (['due', 'new', 'missed']).filter(why => left[why] > 0)
      .map(why => t(`study.left.${why}`, { count: left[why] }));
    this.counts.textContent = t('study.left', { count: this.sitting.queue.length, parts: parts.join(', ') });
    this.bar.value = this.sitting.right / Math.max(1, this.sitting.right + this.sitting.queue.length);
  }

  /** Asks the next card; those that cannot be asked are left out. */
  async #next() {
    const { app, signal } = this.desk;
    for (;;) {
      this.#keep();
      const { card } = this.sitting;
      if (!card) {
        this.#end();
        return;
      }
      const request = { lexicon: app.lexicon.name, cards: [{ kind: card.kind, text: card.text }] };
      try {
        const { questions: [question] } = await app.engine.ask('study/questions', request, { signal });
        if (question.problem === null) {
          this.#show(question);
          return;
        }
        app.say(t('study.skipped', { problem: question.problem }), 'wrong');
      } catch (error) {
        app.complain(error);
        if (signal.aborted) return;
      }
      this.sitting.skip();
    }
  }

  /** @param {Question} question */
  #show(question) {
    this.question = question;
    this.#drawCounts();
    const letters = this.desk.app.letters();
    const { kind, text, clue, answers } = question;
    const tiles = letters.split(text);
    const values = { text, count: kind === 'definition' ? letters.split(answers[0]).length : answers.length };
    const says = t(`study.prompt.${kind}`, values);
    const title = el('h3', { tabIndex: -1 }, el('span', { class: 'unseen' }, clue ? `${says} ${clue}` : says),
      clue ? el('span', { class: 'clue', 'aria-hidden': 'true' }, clue) : tileRow(tiles, letters, 'big'));
    fill(this.prompt, title, el('p', { class: 'faint', 'aria-hidden': 'true' }, says));
    this.result.hidden = true;
    fill(this.result);
    if (this.self) this.#offerSelf(question);
    else if (kind === 'judge') this.#offerJudge(question);
    else this.#offerBox(question);
    this.desk.app.say(clue ? `${says} ${clue}` : says);
  }

  /** @param {Question} question */
  #offerBox(question) {
    const id = newId('answer');
    const box = el('input', {
      type: 'text', id, class: 'box', autocomplete: 'off', autocapitalize: 'none', spellcheck: false, enterkeyhint: 'done',
      placeholder: t(`study.type.${question.kind}`),
    });
    box.setAttribute('autocorrect', 'off');
    fill(this.place, el('form', {
      class: 'stack',
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        this.#check(question, box.value);
      },
    },
      el('label', { class: 'unseen', htmlFor: id }, t('study.answer')), box,
      el('div', { class: 'row' },
        el('button', { type: 'submit', class: 'main', 'data-name': 'check' }, t('study.check')),
        el('button', { type: 'button', onclick: () => this.#check(question, '') }, t('study.unknown')),
        this.#skipButton())));
    box.focus();
  }

  /** @param {Question} question */
  #offerJudge(question) {
    const button = (/** @type {'y' | 'n'} */ typed) => el('button', {
      type: 'button', class: 'main', 'data-name': typed, onclick: () => this.#check(question, typed),
    }, t(`study.judge.${typed}`));
    const yes = button('y');
    fill(this.place, el('div', {
      class: 'row', role: 'group', 'aria-label': t('study.answer'),
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        const key = event.key.toLowerCase();
        if (event.ctrlKey || event.metaKey || event.altKey || (key !== 'y' && key !== 'n')) return;
        event.preventDefault();
        this.#check(question, key);
      },
    }, yes, button('n'), this.#skipButton()));
    yes.focus();
  }

  /** @param {Question} question */
  #offerSelf(question) {
    const show = el('button', {
      type: 'button', class: 'main', 'data-name': 'show',
      onclick: () => {
        const grades = ['again', 'hard', 'good', 'easy'].map((name, at) => el('button', {
          type: 'button', 'data-name': name, class: name === 'good' ? 'main' : '',
          onclick: () => this.#grade(question, at + 1),
        }, t(`study.grade.${name}`)));
        fill(this.place, this.#answers(question, []), el('div', {
          class: 'row', role: 'group', 'aria-label': t('study.grades'),
          onkeydown: (/** @type {KeyboardEvent} */ event) => {
            const grade = Number(event.key);
            if (![1, 2, 3, 4].includes(grade) || event.ctrlKey || event.metaKey || event.altKey) return;
            event.preventDefault();
            this.#grade(question, grade);
          },
        }, ...grades));
        this.desk.app.say(t('study.answerIs', { answer: question.answers.join(' ') }));
        grades[2].focus();
      },
    }, t('study.show'));
    fill(this.place, el('div', { class: 'row' }, show, this.#skipButton()));
    show.focus();
  }

  #skipButton() {
    return el('button', {
      type: 'button', onclick: () => {
        this.sitting.skip();
        this.#next();
      },
    }, t('study.skip'));
  }

  /** The right answer, with what was not typed marked. @param {Question} question @param {string[]} missed */
  #answers({ kind, answers }, missed) {
    if (kind === 'judge') return el('p', null, t(answers[0] === 'yes' ? 'study.isWord' : 'study.isNone'));
    return el('ul', { class: 'words answers' }, ...answers.map(answer => {
      const word = kind === 'hooks' ? '' : kind === 'anagram-hooks' ? answer.split('-')[1] : answer;
      const text = word ? el('a', { href: link('words', { q: word }) }, answer) : el('b', null, answer);
      return el('li', { class: missed.includes(answer) ? 'missed' : '' }, text);
    }));
  }

  /** @param {Question} question @param {string} typed */
  async #check(question, typed) {
    if (this.question !== question) return;
    const { app, signal } = this.desk;
    const { kind, text } = question;
    try {
      const request = { lexicon: app.lexicon.name, kind, text, typed };
      const verdict = await app.engine.ask('study/check', request, { signal });
      await this.#grade(question, verdict.right ? 3 : 1, verdict);
    } catch (error) {
      app.complain(error);
    }
  }

  /**
   * Takes an answer down, and says what comes of it.
   * @param {Question} question
   * @param {number} grade
   * @param {{ missed: string[], wrong: string[] }} [verdict] Of a typed answer.
   */
  async #grade(question, grade, verdict) {
    if (this.question !== question) return;
    // A second press of the key is no second answer.
    this.question = null;
    const { app, log } = this.desk;
    const card = { kind: question.kind, text: question.text };
    this.last = { card, time: await log.add(card, grade) };
    this.sitting.answered(grade > 1);
    this.desk.changed();
    this.#keep();
    this.#drawCounts();
    if (!log.kept) app.say(t('study.notKept'), 'wrong');
    const state = await this.desk.stateOf(card).catch(error => {
      app.complain(error);
      return null;
    });
    const says = this.#says(grade, state);
    if (!verdict) {
      if (log.kept) app.say(says);
      await this.#next();
      return;
    }
    const next = el('button', { type: 'button', class: 'main', 'data-name': 'next', onclick: () => this.#next() },
      t(this.sitting.card ? 'study.next' : 'study.finish'));
    const right = grade === 1 && el('button', {
      type: 'button', 'data-name': 'right', onclick: () => this.#correct(),
    }, t('study.right'));
    const wrong = verdict.wrong.length > 0 && question.kind !== 'judge'
      && el('p', null, el('span', { class: 'bad' }, t('study.wrongOnes')), ' ', verdict.wrong.join(' '));
    const outcome = el('p', { class: grade > 1 ? 'good outcome' : 'bad outcome' }, says);
    fill(this.place);
    fill(this.result, outcome, wrong, this.#answers(question, grade > 1 ? [] : verdict.missed),
      el('div', { class: 'row' }, next, right));
    this.result.hidden = false;
    const answer = question.kind === 'judge' ? t(question.answers[0] === 'yes' ? 'study.isWord' : 'study.isNone')
      : t('study.answerIs', { answer: question.answers.join(' ') });
    if (log.kept) app.say(grade > 1 ? says : `${says} ${answer}`);
    next.focus();
  }

  /** @param {number} grade @param {import('./schedule.js').State | null} state */
  #says(grade, state) {
    if (grade === 1) return t('study.again');
    const days = state?.days ?? 0;
    return state?.box ? t('study.rightBox', { box: state.box, count: days }) : t('study.rightDays', { count: days });
  }

  /** The last answer counts as right: a further line says so. */
  async #correct() {
    if (!this.last) return;
    const { card, time } = this.last;
    await this.desk.log.add(card, 3, time);
    this.sitting.correct(card);
    this.last = null;
    this.desk.changed();
    this.desk.app.say(t('study.corrected', { text: card.text }));
    await this.#next();
  }

  #end() {
    const { asked, right, queue } = this.sitting;
    forget(KEPT);
    this.question = null;
    this.element.hidden = true;
    if (asked > 0) {
      const percent = number(Math.round(100 * right / asked));
      const rest = queue.length ? ` ${t('study.rest', { count: queue.length })}` : '';
      this.desk.app.say(t('study.done', { count: asked, right, percent }) + rest);
    }
    this.onend();
  }
}
