/** @file Answers to take away: to the clipboard, or as a file. All pages are asked for. */

import { copy, saveFile } from '../save.js';
import { t } from '../text.js';

/** No more are taken, as a list in the memory of a browser. */
const MOST = 300_000;

/** @typedef {'copy' | 'text' | 'table'} Taking */

/**
 * Takes all answers to a question away, and says so.
 * @param {import('../app.js').App} app
 * @param {import('./state.js').Question} asked
 * @param {Record<string, any>} list What is listed, with the columns.
 * @param {Taking} how
 * @param {AbortSignal} signal
 */
export async function take(app, asked, list, how, signal) {
  const onpage = (/** @type {number} */ count) => app.say(t('words.taking', { count }));
  const page = app.choices.bounds.answers;
  const rows = await allRows(app.engine, asked.name, asked.request, { list, page, signal, onpage });
  if (how === 'copy') {
    app.say(t(await copy(asText(rows)) ? 'words.copied' : 'copy.refused', { count: rows.length }));
    return;
  }
  if (how === 'text') saveFile('words.txt', asText(rows), 'text/plain');
  else saveFile('words.tsv', asTable(rows, list.columns), 'text/tab-separated-values');
  app.say(t('words.saved', { count: rows.length }));
}

/**
 * All rows of a question.
 * @param {import('../engine.js').Engine} engine
 * @param {string} name
 * @param {object} request
 * @param {{ list: Record<string, any>, page: number, signal: AbortSignal, onpage: (rows: number) => void }} options
 */
async function allRows(engine, name, request, { list, page, signal, onpage }) {
  /** @type {Record<string, any>[]} */
  const rows = [];
  for (;;) {
    const answer = await engine.ask(name, { ...request, list: { ...list, limit: page, skip: rows.length } }, { signal });
    for (const row of answer.words) rows.push(row);
    onpage(rows.length);
    if (answer.words.length < page || rows.length >= MOST) return rows;
  }
}

/** One word a line. @param {Record<string, any>[]} rows */
function asText(rows) {
  return rows.map(row => `${row.word}\n`).join('');
}

/** Values with tabs between them, with a head. @param {Record<string, any>[]} rows @param {string[]} columns */
function asTable(rows, columns) {
  const text = (/** @type {any} */ value) =>
    (Array.isArray(value) ? value.join(' ') : String(value ?? '')).replace(/[\t\n]/g, ' ');
  const line = (/** @type {string[]} */ cells) => `${cells.join('\t')}\n`;
  return [columns, ...rows.map(row => columns.map(column => text(row[column])))].map(line).join('');
}
