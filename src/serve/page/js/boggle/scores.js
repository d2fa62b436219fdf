/** @file The scores of a round: the words of each player, those that do not score struck through. */

import { el, fill } from '../dom.js';
import { t } from '../text.js';

/** @typedef {import('./grid.js').GridWord} GridWord */
/** @typedef {{ word: string, points: number, verdict: string, with?: string[] }} ScoredWord */
/** @typedef {{ name: string, score: number, words: ScoredWord[] }} PlayerScore */

/**
 * The players of a text: `name: word word`. Words without a name belong to the player before, or to one without a name.
 * @param {string} text
 */
export function parsePlayers(text) {
  /** @type {{ name: string, words: string[] }[]} */
  const players = [];
  for (const line of text.split(/[\n\r]+/).map(part => part.trim()).filter(part => part !== '')) {
    const [, name, rest] = /^([^:]*):(.*)$/.exec(line) ?? [null, null, line];
    if (name !== null || players.length === 0) {
      players.push({ name: name?.trim() || t('boggle.player', { number: players.length + 2 }), words: [] });
    }
    players[players.length - 1].words.push(...rest.split(/[\s,;]+/).filter(word => word !== ''));
  }
  return players;
}

export class Scores {
  /** @param {{ onpoint: (word: GridWord | null) => void, onpick: (word: GridWord | null) => void }} options */
  constructor(options) {
    this.options = options;
    /** @type {Set<string>} The words that a player has found. */
    this.found = new Set();
    this.element = el('div', { class: 'scores' });
  }

  /** @param {{ players: PlayerScore[], winners: string[] }} answer @param {GridWord[]} words The words on the grid. */
  show({ players, winners }, words) {
    const known = new Map(words.map(word => [word.word.toLocaleUpperCase(), word]));
    this.found = new Set(players.flatMap(player => player.words)
      .filter(({ verdict }) => verdict === 'scores' || verdict === 'shared').map(({ word }) => word.toLocaleUpperCase()));
    fill(this.element, ...players.map(player => el('section', { class: 'panel player' },
      el('header', null, el('h3', null, player.name),
        players.length > 1 && winners.includes(player.name) && el('span', { class: 'chip good' }, t('boggle.winner')),
        el('span', { class: 'score' }, t('boggle.score', { count: player.score }))),
      player.words.length === 0 ? el('p', { class: 'faint' }, t('boggle.noneWritten'))
        : el('ul', null, ...this.#sorted(player).map(word => this.#word(word, known))))));
  }

  /** Words that score come first, most points first. @param {PlayerScore} player */
  #sorted(player) {
    return [...player.words].sort((a, b) => b.points - a.points
      || Number(b.verdict === 'shared') - Number(a.verdict === 'shared') || b.word.length - a.word.length);
  }

  /** @param {ScoredWord} scored @param {Map<string, GridWord>} known */
  #word(scored, known) {
    const text = scored.word.toLocaleUpperCase();
    const word = known.get(text);
    const { onpoint, onpick } = this.options;
    const scores = scored.verdict === 'scores';
    const shown = scores ? text : el('s', null, text);
    const why = scores ? t('boggle.plus', { count: scored.points })
      : scored.verdict === 'shared' ? t('boggle.verdict.shared', { names: (scored.with ?? []).join(', ') })
        : t(`boggle.verdict.${scored.verdict}`);
    return el('li', { class: scored.verdict }, word ? el('button', {
      type: 'button', class: 'word',
      onmouseenter: () => onpoint(word), onmouseleave: () => onpoint(null),
      onfocus: () => onpoint(word), onblur: () => onpoint(null),
      onclick: () => onpick(word),
    }, shown) : el('span', { class: 'word' }, shown), el('span', { class: 'why' }, why));
  }
}
