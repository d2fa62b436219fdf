/** @file The package in a browser, without a bundler; with shared memory and without. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { browser } from '../page/site.mjs';
import { PACKAGE, compare, site } from './support.mjs';

/** @type {import('playwright-core').Browser} */
let chromium;
before(async () => { chromium = await browser(); });
after(() => chromium.close());

/** A page with the package. @param {boolean} isolated */
async function page(isolated) {
  const folders = { package: PACKAGE, page: fileURLToPath(new URL('page', import.meta.url)) };
  const pages = await site(folders, isolated);
  const page = await chromium.newPage();
  page.on('pageerror', error => { throw error; });
  await page.goto(`${pages.url}page/`);
  await page.waitForFunction(() => globalThis.ready);
  assert.equal(await page.evaluate(() => crossOriginIsolated), isolated);
  return { page, close: async () => { await page.close(); pages.stop(); } };
}

for (const isolated of [false, true]) {
  const kind = isolated ? 'with shared memory' : 'without shared memory';

  test(`the browser answers as the program does, ${kind}`, async () => {
    const { page: there, close } = await page(isolated);
    await compare((question, request, watched) =>
      there.evaluate(([question, request, watched]) => globalThis.ask(question, request, watched), [question, request, watched]));
    await close();
  });

  test(`a simulation is given up, and the next question is answered, ${kind}`, async () => {
    const { page: there, close } = await page(isolated);
    const [name, told, iterations, milliseconds] = await there.evaluate(() => globalThis.givenUp());
    assert.equal(name, 'AbortError');
    assert.ok(told > 0);
    assert.equal(iterations > 0, true);
    assert.ok(milliseconds < 10_000, `${milliseconds} ms`);
    await close();
  });
}

test('a damaged image is refused', async () => {
  const { page: there, close } = await page(false);
  const document = await there.evaluate(() => globalThis.damaged());
  assert.equal(document.kind, 'invalid');
  assert.match(document.detail, /damaged/);
  await close();
});
