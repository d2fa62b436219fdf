/** @file Holds the texts of each language against the English ones: the same keys, with the same places for values. */

import { readFileSync, readdirSync } from 'node:fs';

const folder = new URL('../../src/serve/page/text/', import.meta.url);
const read = name => JSON.parse(readFileSync(new URL(name, folder), 'utf8'));
const english = read('en.json');
const wrong = [];

/** The places for values in an entry, in any of its plural forms. */
const places = entry => {
  const texts = typeof entry === 'string' ? [entry] : Object.values(entry);
  return [...new Set(texts.join(' ').match(/\{\w+\}/g) ?? [])].sort().join(' ');
};

for (const name of readdirSync(folder)) {
  const texts = read(name);
  for (const [key, entry] of Object.entries(english)) {
    if (!(key in texts)) wrong.push(`${name}: '${key}' is missing`);
    else if (places(texts[key]) !== places(entry)) wrong.push(`${name}: '${key}' has other values than '${places(entry)}'`);
  }
  for (const [key, entry] of Object.entries(texts)) {
    if (!(key in english)) wrong.push(`${name}: '${key}' is in no English text`);
    if (typeof entry === 'object' && !('other' in entry)) wrong.push(`${name}: '${key}' has no form 'other'`);
  }
}
if (wrong.length > 0) {
  console.error(wrong.join('\n'));
  process.exit(1);
}
console.log(`${Object.keys(english).length} texts in ${readdirSync(folder).length} languages`);
