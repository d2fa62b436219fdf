/** @file The package as npm installs it: in a program for Node.js, and in the example for browsers. */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { browser } from '../page/site.mjs';
import { site } from './support.mjs';

const folder = mkdtempSync(join(tmpdir(), 'lexigraph-installed-'));
before(() => {
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--silent', process.env.LEXIGRAPH_PACKED ?? ''], { cwd: folder });
});
after(() => rmSync(folder, { recursive: true }));

test('a program in Node.js ends when it has its answers', () => {
  writeFileSync(join(folder, 'program.js'), `
    import { WorkerEngine } from 'lexigraph';
    const engine = await WorkerEngine.start();
    await engine.open('enable', new URL(import.meta.resolve('lexigraph/enable.lxg')));
    console.log((await engine.ask('words/anagram', { letters: 'retains' })).count);
    console.log((await engine.watch('position/simulate', { position: { text: '${'15/'.repeat(14)}15 AEINRST/ 0/0 0' },
      iterations: 20, candidates: 2 }, () => {})).iterations);
  `);
  const printed = execFileSync(process.execPath, ['program.js'], { cwd: folder, encoding: 'utf8', timeout: 60_000 });
  const [anagrams, iterations] = printed.trim().split('\n').map(Number);
  assert.equal(anagrams, 9);
  assert.ok(iterations > 0);
});

test('the example judges words and lists plays', async t => {
  copyFileSync(fileURLToPath(new URL('../../examples/browser/index.html', import.meta.url)), join(folder, 'index.html'));
  const pages = await site({ example: folder }, false);
  t.after(() => pages.stop());
  const chromium = await browser();
  t.after(() => chromium.close());
  const page = await chromium.newPage();
  await page.goto(`${pages.url}example/`);
  const judged = text => page.waitForFunction(text => document.getElementById('judged').value === text, text);
  await judged('Not in the lexicon: QZT');
  await page.fill('#words', 'cwm qat');
  await judged('All are words.');
  await page.fill('#words', 'c1m');
  await page.waitForFunction(() => /1/.test(document.getElementById('judged').value));
  await page.click('#list:not([disabled])');
  await page.waitForSelector('#plays li:nth-child(10)');
  assert.equal((await page.textContent('#plays li'))?.trim(), 'K5 ANESTrI 87 87');
  await page.fill('#rack', 'AE1');
  await page.click('#list');
  await page.waitForFunction(() => document.querySelectorAll('#plays li').length === 1);
});
