/** @file The racks and the scores of the two players; the one on turn comes first. */

import { tileFace } from '../board.js';
import { el, fill, newId } from '../dom.js';
import { t } from '../text.js';
import { drawn, readRack, unseenTiles } from './position.js';

/** @typedef {import('./desk.js').Desk} Desk */

export class Players {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.cards = [this.#card(0), this.#card(1)];
    this.element = el('div', { class: 'players' }, ...this.cards.map(card => card.element));
  }

  /** Puts the cursor into the rack of the player on turn. */
  focus() {
    this.cards[0].input.focus();
  }

  draw() {
    for (const card of this.cards) card.draw();
  }

  /** @param {0 | 1} player */
  #card(player) {
    const { desk } = this;
    const says = newId('rack');
    const role = el('span', { class: 'unseen' });
    const title = el('span');
    const faces = el('div', { class: 'row-of-tiles', 'aria-hidden': true, onclick: () => input.focus() });
    const wrong = el('p', { class: 'bad small', id: says });
    const input = el('input', {
      id: newId('rack'), class: 'letters', autocomplete: 'off', autocapitalize: 'characters', spellcheck: false,
      placeholder: t(player === 0 ? 'analyse.rackHint' : 'analyse.rackUnknown'), 'aria-describedby': says,
      oninput: () => this.#typed(player, input, wrong),
    });
    const score = el('input', {
      type: 'number', class: 'points-field', step: '1', 'aria-label': t(player === 0 ? 'analyse.ownScore' : 'analyse.otherScore'),
      oninput: () => {
        const value = Math.trunc(Number(score.value));
        if (!Number.isFinite(value) || Math.abs(value) > 99_999) return;
        const scores = /** @type {[number, number]} */ ([...desk.position.scores]);
        scores[player] = value;
        desk.change({ ...desk.position, scores }, { kind: `score${player}` });
      },
    });
    const fillUp = el('button', { type: 'button', class: 'small', onclick: () => this.#fill(player) }, t('analyse.fill'));
    const element = el('div', { class: `player${player === 0 ? ' turn' : ''}` },
      el('div', { class: 'row tight' }, el('label', { class: 'who', for: input.id }, role, title), input, score),
      el('div', { class: 'faces' }, faces, fillUp), wrong);
    const draw = () => {
      const { position, letters, layout, game, turn } = desk;
      const seat = game && turn !== null ? game.turns[turn - 1]?.player : undefined;
      const name = seat ? game?.names[player === 0 ? seat - 1 : 2 - seat] : undefined;
      const side = t(player === 0 ? 'analyse.onTurn' : 'analyse.opponent');
      role.textContent = name ? `${side}: ` : '';
      title.textContent = name || side;
      const rack = position.racks[player];
      fill(faces, ...rack.map(tile => tileFace(tile, letters)));
      fillUp.hidden = rack.length >= layout.rack;
      const text = letters.join(rack);
      // What is being typed is left alone.
      const same = letters.join(readRack(input.value, letters).tiles) === text;
      if (!same) {
        input.value = text;
        this.#complain(input, wrong, '');
      }
      if (Number(score.value) !== position.scores[player] || score.value === '') {
        if (document.activeElement !== score) score.value = String(position.scores[player]);
      }
    };
    return { element, input, draw };
  }

  /** @param {0 | 1} player @param {HTMLInputElement} input @param {HTMLElement} wrong */
  #typed(player, input, wrong) {
    const { desk } = this;
    const { tiles, wrong: text } = readRack(input.value, desk.letters);
    const { rack: most } = desk.layout;
    if (text !== null) this.#complain(input, wrong, t('analyse.noTile', { text }));
    else if (tiles.length > most) this.#complain(input, wrong, t('analyse.rackFull', { count: most }));
    else {
      this.#complain(input, wrong, '');
      this.#put(player, tiles, `rack${player}`);
    }
  }

  /** @param {HTMLInputElement} input @param {HTMLElement} wrong @param {string} text */
  #complain(input, wrong, text) {
    wrong.textContent = text;
    if (text) input.setAttribute('aria-invalid', 'true');
    else input.removeAttribute('aria-invalid');
  }

  /** @param {0 | 1} player */
  #fill(player) {
    const { desk } = this;
    const { position, letters, layout } = desk;
    this.#put(player, drawn(position.racks[player], unseenTiles(position, letters), layout.rack), '');
    this.cards[player].input.focus();
  }

  /** @param {0 | 1} player @param {import('../letters.js').Tile[]} tiles @param {string} kind */
  #put(player, tiles, kind) {
    const { desk } = this;
    const racks = /** @type {[any, any]} */ ([...desk.position.racks]);
    racks[player] = tiles;
    desk.change({ ...desk.position, racks }, { kind });
  }
}
