/**
 * @file Holds each tab against the rules of accessibility, light and dark, wide and narrow; no script may fail, and no
 * page may be wider than its window. Usage: node accessible.mjs PROGRAM-OR-FOLDER
 */

import axe from 'axe-core';
import { STATES, browser, open, serve } from './site.mjs';

const [program] = process.argv.slice(2);
const site = await serve(program);
const chromium = await browser();
let checked = 0;
const wrong = [];

for (const state of STATES) {
  for (const width of [1280, 360]) {
    for (const dark of [false, true]) {
      const name = `${state.name}, ${width} px, ${dark ? 'dark' : 'light'}`;
      const { page, errors, close } = await open(chromium, site.url, state, { width, dark });
      await page.evaluate(axe.source);
      const { violations } = await page.evaluate(() => window.axe.run());
      for (const { id, help, nodes } of violations) {
        wrong.push(`${name}: ${id}: ${help}`, ...nodes.slice(0, 5).map(node => `    ${node.html}\n    ${node.failureSummary}`));
      }
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (wider > 0) wrong.push(`${name}: the page is ${wider} px wider than the window`);
      wrong.push(...errors.map(error => `${name}: ${error}`));
      checked += 1;
      await close();
    }
  }
}

await chromium.close();
await site.stop();
if (wrong.length > 0) {
  console.error(wrong.join('\n'));
  process.exit(1);
}
console.log(`${checked} views are accessible`);
