/** @file The program as a witness, and what the tests in Node.js and in a browser share. */

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { serve } from '../page/site.mjs';
import { host } from '../page/static.mjs';
import { mistake, others, settled, suite } from './questions.mjs';

/** The folder of the package, and the program. */
export const PACKAGE = process.env.LEXIGRAPH_PACKAGE ?? '';
export const PROGRAM = process.env.LEXIGRAPH_PROGRAM ?? '';

/** A file of the package. @param {string} name */
export const part = name => pathToFileURL(join(PACKAGE, name));

/** The program, asked over HTTP. The answer is the answer or the problem document. */
export async function witness() {
  const server = await serve(PROGRAM, '--lexicon', 'enable');
  return {
    /** @param {string} question @param {object} request */
    async ask(question, request) {
      const ask = () => fetch(new URL(`api/${question}`, server.url), {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(request),
      });
      // The server closes a connection that was idle for a while, perhaps just when it is used again.
      const response = await ask().catch(ask);
      return response.json();
    },
    stop: () => server.stop(),
  };
}

/**
 * Asks all questions and compares the answers with those of the witness.
 * @param {(question: string, request: object, watched: boolean) => Promise<any>} ask Gives the answer, or the document of
 *     a problem.
 */
export async function compare(ask) {
  const native = await witness();
  try {
    const all = [...suite(), ...others()];
    assert.ok(all.length > 120, `${all.length} questions`);
    for (const asked of all) {
      const { name, question, request, watched = false } = asked;
      const [here, there] = await Promise.all([ask(question, request, watched), native.ask(question, request)]);
      assert.equal(mistake(asked, here), '', name);
      assert.deepEqual(settled(here), settled(there), name);
    }
  } finally {
    await native.stop();
  }
}

/**
 * Serves folders to a browser.
 * @param {Record<string, string>} folders by their places
 * @param {boolean} isolated `true` for pages that may share memory with workers.
 */
export const site = (folders, isolated) => host(folders, { isolated });
