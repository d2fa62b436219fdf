/**
 * @file Measures the page: bytes, first drawing and answers, answers to typing, lists of plays, frames while dragging.
 * Usage: node speed.mjs PROGRAM-OR-FOLDER
 */

import { STATES, browser, open, serve } from './site.mjs';

const [program] = process.argv.slice(2);
const site = await serve(program);
const chromium = await browser();
const state = name => STATES.find(state => state.name === name);
const median = numbers => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

for (const { name, address, ready } of STATES) {
  const [times, there] = [[], []];
  let [files, answers] = [0, 0];
  for (let round = 0; round < 5; round += 1) {
    const context = await chromium.newContext();
    const page = await context.newPage();
    await page.goto(`${site.url}${address}`);
    await page.waitForSelector('body.ready');
    times.push(await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN));
    const loaded = await page.evaluate(() => performance.getEntries()
      // Definitions and leave values are loaded when the page is drawn.
      .filter(({ entryType, name }) => ['navigation', 'resource'].includes(entryType) && !/\.(leaves|lxd)$/.test(name))
      .map(({ name, encodedBodySize }) => ({ name, encodedBodySize })));
    await page.waitForSelector(ready);
    there.push(await page.evaluate(() => performance.now()));
    const sum = api => loaded.filter(({ name }) => name.includes('/api/') === api)
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
    [files, answers] = [sum(false), sum(true)];
    await context.close();
  }
  console.log(`${name}: first drawn after ${median(times).toFixed(0)} ms, answers after ${median(there).toFixed(0)} ms; `
    + `${(files / 1000).toFixed(1)} kB of files with gzip, `
    + `${(answers / 1000).toFixed(1)} kB of answers without`);
}

// From a key to the drawn answer.
{
  const { page, close } = await open(chromium, site.url, state('words'), { width: 1280 });
  const times = await page.evaluate(async () => {
    const box = document.querySelector('.words input.box');
    const found = [];
    for (const text of ['aeinrst', 'aeinrst?', 'etaoins', 'retains?', 'quixotry', 'aeilnrt?', 'dgonrea']) {
      const start = performance.now();
      const drawn = new Promise(resolve => new MutationObserver((_, observer) => {
        observer.disconnect();
        resolve(performance.now());
      }).observe(document.querySelector('.words .answers'), { childList: true, subtree: true }));
      box.value = text;
      box.dispatchEvent(new Event('input', { bubbles: true }));
      found.push(await drawn - start);
      await new Promise(resolve => setTimeout(resolve, 150));
    }
    return found;
  });
  console.log(`typed anagram answered after ${median(times).toFixed(1)} ms, at most ${Math.max(...times).toFixed(1)} ms`);
  await close();
}

// The list of plays of a position.
{
  const { page, close } = await open(chromium, site.url, state('analyse'), { width: 1280 });
  const times = await page.evaluate(async base => {
    const found = [];
    for (const rack of ['AEINST?', 'QUIXOTE', 'RETINAS', 'DGLOOPY', 'AEIOUNR', 'BCDEFGH']) {
      const body = document.querySelector('.plays');
      const drawn = new Promise(resolve => new MutationObserver((_, observer) => {
        observer.disconnect();
        resolve(performance.now());
      }).observe(body, { childList: true, subtree: true }));
      const start = performance.now();
      location.hash = base.replace('AEINST%3F', encodeURIComponent(rack));
      found.push(await drawn - start);
      await new Promise(resolve => setTimeout(resolve, 300));
    }
    return found;
  }, state('analyse').address);
  console.log(`plays listed after ${median(times).toFixed(1)} ms, at most ${Math.max(...times).toFixed(1)} ms`);
  await close();
}

// Frames while a tile is dragged about for a second.
{
  const { page, close } = await open(chromium, site.url, { ...state('play'), act: async () => {} }, { width: 1280 });
  const tile = await page.locator('.rack .slot').first().boundingBox();
  const board = await page.locator('.board').boundingBox();
  await page.evaluate(() => {
    window.frames_ = [];
    const frame = time => {
      window.frames_.push(time);
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  await page.mouse.move(tile.x + tile.width / 2, tile.y + tile.height / 2);
  await page.mouse.down();
  await page.evaluate(() => { window.frames_.length = 0; });
  const start = performance.now();
  for (let step = 0; performance.now() - start < 1000; step += 1) {
    const angle = step / 12;
    await page.mouse.move(board.x + board.width * (.5 + .4 * Math.cos(angle)), board.y + board.height * (.5 + .4 * Math.sin(angle)));
  }
  const frames = await page.evaluate(() => window.frames_);
  await page.mouse.up();
  const gaps = frames.slice(1).map((time, index) => time - frames[index]);
  const rate = 1000 * gaps.length / (frames.at(-1) - frames[0]);
  console.log(`${rate.toFixed(0)} frames a second while dragging, the longest ${Math.max(...gaps).toFixed(0)} ms`);
  await close();
}

await chromium.close();
await site.stop();
