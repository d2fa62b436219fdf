/** @file The views beside the questions: what is due, what was learned, and the log as a file. */

import { el, fill, svg } from '../dom.js';
import { saveFile } from '../save.js';
import { Table } from '../table.js';
import { language, number, t } from '../text.js';

/** @typedef {import('./desk.js').Desk} Desk */
/** @typedef {import('./schedule.js').Due} Due */
/** @typedef {import('./schedule.js').Day} Day */

/** A day, as the language writes it. @param {string} day @param {boolean} [short] */
function date(day, short = false) {
  const options = short ? /** @type {const} */ ({ month: 'short', day: 'numeric' })
    : /** @type {const} */ ({ dateStyle: 'medium' });
  const format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' });
  return format.format(new Date(`${day.slice(0, 10)}T00:00:00Z`));
}

/** The share of a part in percent. @param {number} part @param {number} whole */
const percent = (part, whole) => (whole === 0 ? '–' : `${number(Math.round(100 * part / whole))} %`);

export class DuePanel {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.says = el('p', { class: 'faint' });
    const column = (/** @type {'cards' | 'new' | 'due' | 'tomorrow' | 'week'} */ name) =>
      ({ name, title: t(`study.due.${name}`), numeric: true, show: (/** @type {Due} */ row) => number(row[name]) });
    /** @type {Table<Due>} */
    this.table = new Table({
      caption: t('study.view.due'),
      columns: [
        { name: 'kind', title: t('study.due.kind'), show: row => t(`study.kind.${row.kind}`) },
        column('due'), column('tomorrow'), column('week'), column('cards'),
        { name: 'next', title: t('study.due.next'), show: row => (row.next ? date(row.next) : '–') },
      ],
    });
    this.element = el('div', { class: 'stack' }, this.says, this.table.element);
  }

  stop() {}

  async update() {
    try {
      const { due } = await this.desk.survey();
      const sum = due.reduce((all, one) => all + one.due, 0);
      this.says.textContent = t(due.length ? 'study.dueNow' : 'study.noCards', { count: sum });
      this.table.element.hidden = due.length === 0;
      this.table.show(due);
    } catch (error) {
      this.desk.app.complain(error);
    }
  }
}

export class ProgressPanel {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.plot = el('div', { class: 'plot' });
    this.none = el('p', { class: 'faint' }, t('study.noAnswers'));
    const column = (/** @type {'answers' | 'new' | 'seen' | 'known'} */ name) =>
      ({ name, title: t(`study.day.${name}`), numeric: true, show: (/** @type {Day} */ row) => number(row[name]) });
    /** @type {Table<Day>} */
    this.table = new Table({
      caption: t('study.view.progress'),
      columns: [
        { name: 'day', title: t('study.day.day'), show: row => date(row.day) },
        column('answers'),
        { name: 'right', title: t('study.day.right'), numeric: true, show: row => percent(row.right, row.answers) },
        column('new'),
        {
          name: 'recalled', title: t('study.day.recalled'), numeric: true,
          show: row => percent(row.recalled, row.reviews),
        },
        column('seen'), column('known'),
      ],
    });
    this.help = el('p', { class: 'faint small' }, t('study.day.help'));
    this.element = el('div', { class: 'stack' }, this.none, this.plot, this.table.element, this.help);
  }

  stop() {}

  async update() {
    try {
      const { days } = await this.desk.survey();
      const none = days.length === 0;
      this.none.hidden = !none;
      for (const element of [this.plot, this.table.element, this.help]) element.hidden = none;
      if (none) return;
      fill(this.plot, ...plot(days));
      this.table.show([...days].reverse());
    } catch (error) {
      this.desk.app.complain(error);
    }
  }
}

/** The size of a plot and of its margins, in its own units. */
const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [640, 260, 56, 16, 14, 34];

/** Round numbers from 0 on, at most five, of which the last is not less than the most. @param {number} most */
export function ticks(most) {
  const rough = Math.max(most, 1) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 5, 10].map(part => part * power).find(part => part >= rough) ?? 1);
  const count = Math.ceil(Math.max(most, 1) / step);
  return Array.from({ length: count + 1 }, (_, at) => at * step);
}

/** The curves of cards seen and known, and their legend. @param {Day[]} days @returns {Element[]} */
function plot(days) {
  const when = (/** @type {Day} */ { day }) => Date.parse(day) / 86_400_000;
  const [first, last] = [when(days[0]), when(days[days.length - 1])];
  const marks = ticks(Math.max(...days.map(({ seen, known }) => Math.max(seen, known))));
  const along = (/** @type {number} */ at) => (last === first ? 0.5 : (at - first) / (last - first));
  const x = (/** @type {number} */ at) => LEFT + (WIDTH - LEFT - RIGHT) * along(at);
  const y = (/** @type {number} */ value) => HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * value / marks[marks.length - 1];
  const curve = (/** @type {'seen' | 'known'} */ name) => svg('g', { class: name },
    svg('polyline', { points: days.map(day => `${x(when(day)).toFixed(1)},${y(day[name]).toFixed(1)}`).join(' ') }),
    ...(days.length > 40 ? [] : days.map(day => svg('circle', { cx: x(when(day)), cy: y(day[name]), r: 3.5 }))));
  const end = days[days.length - 1];
  const label = t('study.plot', { day: date(end.day), seen: end.seen, known: end.known });
  const ends = first === last ? [days[0]] : [days[0], end];
  const picture = svg('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': label },
    ...marks.flatMap(value => [
      svg('line', { class: 'grid', x1: LEFT, x2: WIDTH - RIGHT, y1: y(value), y2: y(value) }),
      svg('text', { x: LEFT - 8, y: y(value) + 5, 'text-anchor': 'end' }, number(value)),
    ]),
    ...ends.map((day, at) => svg('text', {
      x: x(when(day)), y: HEIGHT - 10, 'text-anchor': ends.length === 1 ? 'middle' : at === 0 ? 'start' : 'end',
    }, date(day.day, true))),
    curve('seen'), curve('known'));
  const legend = (/** @type {string} */ name) =>
    el('li', null, el('span', { class: `sample ${name}`, 'aria-hidden': 'true' }), t(`study.day.${name}`));
  return [picture, el('ul', { class: 'legend small' }, legend('seen'), legend('known'))];
}

export class LogPanel {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.says = el('p');
    const file = el('input', {
      type: 'file', class: 'unseen', tabIndex: -1, 'aria-hidden': 'true', accept: '.log,.txt,text/plain',
      onchange: async () => {
        if (file.files?.[0]) await this.#merge(file.files[0]);
        file.value = '';
      },
    });
    this.save = el('button', { type: 'button', 'data-name': 'save', onclick: () => this.#save() }, t('study.log.save'));
    this.element = el('div', { class: 'stack' }, this.says, el('p', { class: 'faint' }, t('study.log.help')),
      el('div', { class: 'row' }, this.save,
        el('button', { type: 'button', 'data-name': 'merge', onclick: () => file.click() }, t('study.log.merge')), file));
  }

  stop() {}

  update() {
    const count = this.desk.log.lines.size;
    const text = t('study.log.count', { count });
    this.says.textContent = this.desk.log.kept ? text : `${text} ${t('study.notKept')}`;
    this.save.disabled = count === 0;
  }

  #save() {
    saveFile('answers.log', this.desk.log.text(), 'text/plain');
    this.desk.app.say(t('study.log.saved', { count: this.desk.log.lines.size, file: 'answers.log' }));
  }

  /** @param {Blob} file */
  async #merge(file) {
    const { added, there, wrong } = await this.desk.log.merge(await file.text());
    this.desk.changed();
    const { app } = this.desk;
    if (added + there === 0) {
      app.say(t('study.log.none'), 'wrong');
      return;
    }
    const faults = wrong ? ` ${t('study.log.wrong', { count: wrong })}` : '';
    app.say(t('study.log.merged', { count: added, there }) + faults);
  }
}
