/** @file Takes the pictures of the documentation. Usage: node pictures.mjs PROGRAM FOLDER */

import { mkdir } from 'node:fs/promises';
import { STATES, browser, open, serve } from './site.mjs';

const [program, folder] = process.argv.slice(2);
await mkdir(folder, { recursive: true });
const site = await serve(program);
const chromium = await browser();
const VIEWS = [
  { view: 'light', width: 1280, height: 860, dark: false },
  { view: 'dark', width: 1280, height: 860, dark: true },
  { view: 'phone', width: 390, height: 844, dark: false, scale: 1.5 },
];
for (const state of STATES) {
  for (const { view, ...size } of VIEWS) {
    const { page, close } = await open(chromium, site.url, state, size);
    await page.waitForTimeout(400);
    await page.screenshot({ path: `${folder}/${state.name}-${view}.png` });
    await close();
  }
}
await chromium.close();
await site.stop();
