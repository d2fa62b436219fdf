/** @file The list of all plays, with filters. A play is shown on the board while it is pointed at, and picked. */

import { el } from '../dom.js';
import { Problem } from '../engine.js';
import { laidBy } from '../notation.js';
import { Table } from '../table.js';
import { number, signed, t } from '../text.js';
import { Latest } from './latest.js';
import { saveFile } from '../save.js';

/** @typedef {import('./desk.js').Desk} Desk */
/**
 * A play; by equity, also an exchange or a pass.
 * @typedef {{
 *   word: string, notation: string, score: number, equity: number, leave: string, tiles: string, words: string[], laid?: number,
 * }} Play
 */

/** So many plays are asked for first, to be shown at once; then all. */
const FIRST = 60;

export class PlaysPanel {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.latest = new Latest(desk.signal);
    /** @type {Play[]} */
    this.plays = [];
    this.total = 0;
    /** `false` while plays are on their way. */
    this.listed = true;
    const values = desk.values;
    const filter = () => {
      this.#draw();
      desk.note();
    };
    this.text = el('input', { type: 'search', value: values.get('has') ?? '', oninput: filter, autocomplete: 'off' });
    this.tiles = el('input', { type: 'number', min: '1', value: values.get('tiles') ?? '', oninput: filter });
    this.score = el('input', { type: 'number', value: values.get('score') ?? '', oninput: filter });
    this.bingos = el('input', { type: 'checkbox', checked: values.has('bingos'), onchange: filter });
    this.save = el('button', { type: 'button', class: 'small', onclick: () => this.#download() }, t('analyse.download'));
    this.count = el('p', { class: 'faint small' });
    const score = (/** @type {Play} */ play) => play.score;
    /** @type {Table<Play>} */
    this.table = new Table({
      caption: t('analyse.plays'),
      page: 40,
      columns: [
        { name: 'play', title: t('analyse.play'), show: play => play.notation, sort: play => play.word },
        { name: 'score', title: t('analyse.score'), numeric: true, show: play => number(play.score), sort: score },
        {
          name: 'equity', title: t('analyse.equity'), numeric: true,
          show: play => number(play.equity, 1), sort: play => play.equity,
        },
        {
          name: 'leave', title: t('analyse.leave'), show: play => this.#leave(play), sort: play => play.equity - play.score,
        },
        {
          name: 'tiles', title: t('analyse.tiles'), numeric: true,
          show: play => number(this.#laid(play)), sort: play => this.#laid(play),
        },
        {
          name: 'words', title: t('analyse.words'),
          show: play => play.words.slice(1).join(' '), sort: play => play.words.length,
        },
      ],
      rowName: play => t('analyse.playSays', {
        play: play.notation, score: play.score, equity: number(play.equity, 1),
        leave: play.leave || t('analyse.nothing'),
      }),
      onpoint: play => desk.ghost(play ? [{ played: play.notation, score: play.score }] : null),
      onpick: play => this.#pick(play),
    });
    this.table.sortBy('equity', true);
    const field = (/** @type {string} */ key, /** @type {HTMLInputElement} */ input) =>
      el('label', { class: 'field' }, el('span', null, t(key)), input);
    this.element = el('div', { class: 'stack plays' },
      el('div', { class: 'row end filters' },
        field('analyse.has', this.text), field('analyse.atLeastTiles', this.tiles),
        field('analyse.atLeastScore', this.score),
        el('label', { class: 'check' }, this.bingos, t('analyse.bingos'))),
      el('div', { class: 'row apart' }, this.count,
        this.save),
      this.table.element);
  }

  /** What the address says of the filters. */
  state() {
    return { has: this.text.value, tiles: this.tiles.value, score: this.score.value, bingos: this.bingos.checked };
  }

  /** Lists the plays of the position that is on the desk now. */
  async update() {
    const signal = this.latest.start();
    const { app, position } = this.desk;
    this.listed = true;
    if (position.racks[0].length === 0) {
      this.#set([], 0);
      this.count.textContent = t('analyse.noRack');
      return;
    }
    const request = { position: this.desk.request(), sort: this.table.order?.name === 'score' ? 'score' : 'equity' };
    this.listed = false;
    try {
      const first = await app.engine.ask('position/plays', { ...request, limit: FIRST }, { signal });
      this.#set(first.plays, first.total);
      this.#say();
      if (first.count === FIRST) {
        const all = await app.engine.ask('position/plays', request, { signal });
        this.#set(all.plays, all.total);
      }
      this.listed = true;
    } catch (error) {
      if (signal.aborted) return;
      this.listed = true;
      this.#set([], 0);
      // The problems of the position are listed below the board.
      const illegal = error instanceof Problem && error.kind === 'illegal';
      this.count.textContent = illegal ? t('analyse.illegal') : error instanceof Error ? error.message : String(error);
    }
  }

  stop() {
    this.latest.stop();
    return !this.listed;
  }

  #say() {
    const best = this.plays[0];
    const text = best
      ? t('analyse.best', { count: this.total, play: best.notation, score: best.score, equity: number(best.equity, 1) })
      : t('analyse.noPlays');
    this.desk.app.say(text);
  }

  /** @param {Play[]} plays @param {number} total */
  #set(plays, total) {
    this.plays = plays;
    this.total = total;
    this.#draw();
  }

  #draw() {
    const shown = this.#filtered();
    this.table.show(shown);
    this.table.element.hidden = this.save.hidden = shown.length === 0;
    const plays = shown.filter(({ word }) => word !== '').length;
    this.count.textContent = shown.length === this.plays.length
      ? t('analyse.count', { count: this.total })
      : t('analyse.countOf', { shown: plays, count: this.total });
  }

  #filtered() {
    const { letters, layout } = this.desk;
    const text = this.text.value.trim().toLocaleUpperCase();
    const tiles = Math.max(Number(this.tiles.value), this.bingos.checked ? layout.rack : 0);
    const score = this.score.value === '' ? -Infinity : Number(this.score.value);
    // Blanks are letters like the others here.
    const word = (/** @type {Play} */ play) => letters.split(play.word).map(({ label }) => label).join('');
    return this.plays.filter(play =>
      play.score >= score && this.#laid(play) >= tiles && (text === '' || word(play).includes(text)));
  }

  /** The number of tiles that a play lays. @param {Play} play */
  #laid(play) {
    play.laid ??= laidBy(play.notation, this.desk.letters).length;
    return play.laid;
  }

  /** @param {Play} play */
  #leave(play) {
    const worth = play.equity - play.score;
    return play.leave ? el('span', null, play.leave, ' ', el('span', { class: 'faint small' }, signed(worth))) : '–';
  }

  /** @param {Play} play */
  #pick(play) {
    this.desk.move({ played: play.notation, score: play.score });
    // The list is of the other player now; an empty one cannot hold the focus.
    if (this.desk.position.racks[0].length === 0) this.desk.focusRack();
  }

  #download() {
    const head = ['play', 'score', 'equity', 'leave', 'tiles', 'words'];
    const rows = this.table.sorted().map(play =>
      [play.notation, play.score, play.equity, play.leave, play.tiles, play.words.join(' ')]);
    saveFile('plays.tsv', [head, ...rows].map(row => row.join('\t')).join('\n').concat('\n'), 'text/tab-separated-values');
    this.desk.app.say(t('analyse.downloaded', { count: rows.length }));
  }
}
