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

/** A page with the package, until the end of a test. @param {import('node:test').TestContext} t @param {boolean} isolated */
async function page(t, isolated) {
  const folders = { package: PACKAGE, page: fileURLToPath(new URL('page', import.meta.url)) };
  const pages = await site(folders, isolated);
  t.after(() => pages.stop());
  const page = await chromium.newPage();
  t.after(() => page.close());
  page.on('pageerror', error => { throw error; });
  await page.goto(`${pages.url}page/`);
  await page.waitForFunction(() => globalThis.ready);
  assert.equal(await page.evaluate(() => crossOriginIsolated), isolated);
  return page;
}

for (const isolated of [false, true]) {
  const kind = isolated ? 'with shared memory' : 'without shared memory';

  test(`the browser answers as the program does, ${kind}`, async t => {
    const there = await page(t, isolated);
    await compare((question, request, watched) =>
      there.evaluate(([question, request, watched]) => globalThis.ask(question, request, watched), [question, request, watched]));
  });

  test(`a simulation is given up, and the next question is answered, ${kind}`, async t => {
    const there = await page(t, isolated);
    const [name, told, iterations, milliseconds] = await there.evaluate(() => globalThis.givenUp());
    assert.equal(name, 'AbortError');
    assert.ok(told > 0);
    assert.equal(iterations > 0, true);
    assert.ok(milliseconds < 10_000, `${milliseconds} ms`);
  });
}

test('a damaged image is refused', async t => {
  const there = await page(t, false);
  const document = await there.evaluate(() => globalThis.damaged());
  assert.equal(document.kind, 'invalid');
  assert.match(document.detail, /damaged/);
});
