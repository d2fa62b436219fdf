/** @file A server of the page and a browser, for the checks and the pictures of the page. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { chromium } from 'playwright-core';
import { PLACE, host } from './static.mjs';

/**
 * Starts `lexigraph serve` on a free port.
 * @param {string} program or a folder with the page that needs no server, which a host of plain files serves
 * @param {string[]} more
 */
export async function serve(program, ...more) {
  if (statSync(program).isDirectory()) {
    const { url, stop } = await host({ [PLACE]: program });
    return { url: `${url}${PLACE}/`, stop };
  }
  const child = spawn(program, ['serve', '--quiet', '--port', '0', ...more], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [url] = await once(createInterface({ input: child.stdout }), 'line');
  return {
    url,
    async stop() {
      child.kill('SIGINT');
      const [status] = await once(child, 'exit');
      if (status !== 0) throw new Error(`the server ended with status ${status}`);
    },
  };
}

/** Starts the browser. */
export function browser() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update',
      '--disable-sync', '--no-first-run', '--disable-dev-shm-usage'],
  });
}

/** What is shown: each state of each tab that a person meets, by an address and what is done there. */
export const STATES = [
  { name: 'play', address: '#/play?seed=7&seat=0', ready: '.rack .slot', act: plays },
  { name: 'analyse', address: `#/analyse?cgp=${encodeURIComponent('15/15/15/15/15/6R8/6E8/3CARAVAN5/6C8/6T8/15/15/15/15/15 '
    + 'AEINST?/ 34/28 0')}`, ready: '.analyse .plays tbody tr', act: pointsAtRow },
  { name: 'words', address: '#/words?q=retains', ready: '.words .answers tbody tr', act: nothing },
  { name: 'boggle', address: '#/boggle?grid=perslatgsineters', ready: '.word-list button', act: pointsAtWord },
  { name: 'study', address: '#/study?q=anagram%3Aaeinrst', ready: '.study .setup', act: studies },
  { name: 'progress', address: '#/study?view=progress', ready: '.study [role=tab]', act: learned },
  { name: 'crossword', address: `#/crossword?grid=${encodeURIComponent('#---#/-----/-----/-----/#---#')}&seed=1`,
    ready: '.crossword-grid [role=gridcell]', act: fills },
  { name: 'graphs', address: '#/graphs', ready: '.graphs svg', act: nothing },
];

async function nothing() {}

/** Two moves that are advised are played, and the tiles of a third are laid. @param {import('playwright-core').Page} page */
async function plays(page) {
  const button = name => page.locator(`.play [data-name="${name}"]`);
  for (const last of [false, false, true]) {
    await button('hint').click();
    await page.locator('.hints:not([hidden]) ol button').first().click();
    await page.waitForSelector('.line.good');
    if (last) return;
    const turns = await page.locator('.history .move').count();
    await button('play').click();
    await page.waitForFunction(count => document.querySelectorAll('.history .move').length >= count, turns + 2);
  }
}

/** A question is answered wrongly. @param {import('playwright-core').Page} page */
async function studies(page) {
  await page.click('.study .setup button[type=submit]');
  await page.fill('.study .sitting input.box', 'retains nastyer');
  await page.press('.study .sitting input.box', 'Enter');
  await page.waitForSelector('.study .result .outcome');
}

/** The answers of two devices are added. @param {import('playwright-core').Page} page */
async function learned(page) {
  const line = (day, text, mark) => `2026-01-${day}T10:00:00.000Z\t0000000a\tjudge\t${text}\t${mark}\n`;
  const log = ['QI', 'XI', 'ZA'].flatMap((text, at) => [line('02', text, 3), line('05', text, at + 1), line('19', text, 4)]);
  await page.setInputFiles('.study input[type=file][accept*=log]', {
    name: 'answers.log', mimeType: 'text/plain', buffer: Buffer.from(log.join('')),
  });
  await page.waitForSelector('.study .plot svg');
}

/** The grid is filled. @param {import('playwright-core').Page} page */
async function fills(page) {
  await page.click('.crossword [data-name=fill]');
  await page.waitForSelector('.crossword-grid .found');
}

/** The first answer is pointed at. @param {import('playwright-core').Page} page */
async function pointsAtRow(page) {
  await page.focus('.plays tbody tr');
}

/** The longest word is pointed at. @param {import('playwright-core').Page} page */
async function pointsAtWord(page) {
  await page.focus('.word-list button');
}

/** Opens a state in a page of its own. */
export async function open(browser, url, state, { width, height = 900, dark = false, scale = 1, language = 'en' }) {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: dark ? 'dark' : 'light',
    deviceScaleFactor: scale,
    locale: language,
    hasTouch: width < 500,
  });
  // A machine that builds something beside this is slow.
  context.setDefaultTimeout(60000);
  const page = await context.newPage();
  const errors = [];
  page.on('pageerror', error => errors.push(error.message));
  page.on('console', message => message.type() === 'error' && errors.push(message.text()));
  await page.goto(`${url}${state.address}`);
  await page.waitForSelector('body.ready:not(.incomplete)');
  await page.waitForSelector(state.ready);
  await state.act(page);
  return { page, errors, close: () => context.close() };
}
