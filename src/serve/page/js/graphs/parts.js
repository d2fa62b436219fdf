/** @file The elements of the tab *Graphs*. */

import { el, newId } from '../dom.js';
import { Table } from '../table.js';
import { number, t } from '../text.js';

const COUNTED = ['nodes', 'edges', 'accepting_edges', 'trie_nodes', 'bytes'];

/**
 * Makes the elements.
 * @param {{
 *   app: import('../app.js').App,
 *   inside: { drawing: SVGElement, steps: HTMLElement, follow: HTMLElement },
 *   on: {
 *     words: () => void, add: () => void, kind: (kind: 'dawg' | 'gaddag') => void, zoom: (factor: number) => void,
 *     save: () => void, list: () => void,
 *   },
 * }} options A zoom by 0 shows all.
 */
export function makeParts({ app, inside, on }) {
  const [wordsId, addId, kindName] = [newId('words'), newId('add'), newId('kind')];
  const plain = { autocomplete: 'off', spellcheck: false, autocapitalize: 'none' };
  const error = el('p', { id: `${wordsId}-error`, class: 'bad small', hidden: true });
  const words = el('textarea', { id: wordsId, rows: 2, ...plain, 'aria-describedby': error.id, oninput: on.words });
  const adding = el('input', { id: addId, type: 'text', ...plain });
  const alphabet = el('select', { onchange: on.words },
    ...[...app.alphabets.values()].map(({ alphabet: { name, title } }) => el('option', { value: name }, title)),
    el('option', { value: 'auto' }, t('graphs.auto')));
  const kind = (/** @type {'dawg' | 'gaddag'} */ value) => el('label', null,
    el('input', { type: 'radio', class: 'unseen', name: kindName, value, onchange: () => on.kind(value) }),
    el('span', null, t(`graphs.${value}`)));
  const kinds = el('div', { class: 'kinds', role: 'radiogroup', 'aria-label': t('graphs.kind') },
    kind('dawg'), kind('gaddag'));
  const counts = el('div', { class: 'counts' });
  const hint = el('p', { id: newId('hint'), class: 'faint small' }, t('graphs.hint'));
  const stage = el('div', {
    class: 'stage', tabIndex: 0, role: 'group', 'aria-label': t('graphs.stage'), 'aria-describedby': hint.id,
  }, inside.drawing);
  const zoom = (/** @type {string} */ key, /** @type {string} */ text, /** @type {number} */ factor) =>
    el('button', { type: 'button', 'aria-label': t(key), title: t(key), onclick: () => on.zoom(factor) }, text);
  const text = el('p', { class: 'step-text' });
  const legend = (/** @type {string} */ name) =>
    el('li', null, el('span', { class: `sample ${name}`, 'aria-hidden': true }), t(`graphs.arc.${name}`));
  const table = new Table({
    caption: t('graphs.layouts'),
    columns: [
      { name: 'graph', title: t('graphs.graph'), show: row => t(`graphs.name.${row.graph}`) },
      { name: 'layout', title: t('graphs.layout'), show: row => row.nodes_kind },
      ...COUNTED.map(key => ({
        name: key, title: t(`graphs.column.${key}`), numeric: true,
        show: (/** @type {any} */ row) => number(row[key]), sort: (/** @type {any} */ row) => Number(row[key]),
      })),
    ],
  });
  const list = el('div', { class: 'arc-list', tabIndex: 0, role: 'region', 'aria-label': t('graphs.list') });
  const details = el('details', { ontoggle: on.list }, el('summary', null, t('graphs.list')), list);
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    on.add();
  };
  const all = [
    el('h2', null, t('graphs.title')),
    el('div', { class: 'given' },
      el('div', { class: 'field' }, el('label', { htmlFor: wordsId }, t('graphs.words')), words, error),
      el('form', { class: 'field', onsubmit: submit },
        el('label', { htmlFor: addId }, t('graphs.addWord')),
        el('div', { class: 'row' }, adding, el('button', null, t('graphs.add')))),
      el('label', { class: 'field' }, el('span', null, t('graphs.alphabet')), alphabet)),
    el('section', { class: 'panel card', 'aria-label': t('graphs.graph') },
      el('div', { class: 'head' }, kinds, counts),
      el('div', { class: 'stage-frame' }, stage, el('div', { class: 'zooms', role: 'group', 'aria-label': t('graphs.zoom') },
        zoom('graphs.zoomIn', '+', 1.25), zoom('graphs.zoomOut', '−', 0.8), zoom('graphs.fit', '⤢', 0))),
      text, inside.steps, inside.follow,
      el('div', { class: 'row foot' },
        el('ul', { class: 'legend faint small' }, legend('plain'), legend('accepting'), legend('lit')),
        el('button', { type: 'button', onclick: on.save }, t('graphs.save'))),
      hint),
    el('section', { class: 'stack' }, el('h3', null, t('graphs.layouts')), table.element, details),
  ];
  return { all, words, error, adding, alphabet, kinds, counts, stage, text, table, list, details };
}
