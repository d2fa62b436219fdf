/** @file The texts of the page, one JSON file a language. */

import { load, save } from './store.js';

/** The languages, each by its own name. */
export const LANGUAGES = {
  en: 'English', de: 'Deutsch', es: 'Español', fr: 'Français', pl: 'Polski', id: 'Bahasa Indonesia',
};

/** @typedef {string | Record<string, string>} Entry A text, or one for each plural form. */

/** @type {Record<string, Entry>} */
let entries = {};
/** @type {Record<string, Entry>} What a language lacks is in English. */
let english = {};
export let language = 'en';
let plurals = new Intl.PluralRules('en');
let numbers = new Intl.NumberFormat('en');

/** Loads the texts of the language that the person chose, or that the browser asks for. */
export async function loadTexts() {
  const wanted = [load('language', ''), ...navigator.languages.map(name => name.split('-')[0])];
  language = wanted.find(name => name in LANGUAGES) ?? 'en';
  const read = async (/** @type {string} */ name) => (await fetch(`text/${name}.json`)).json();
  [english, entries] = await Promise.all([read('en'), language === 'en' ? {} : read(language)]);
  plurals = new Intl.PluralRules(language);
  numbers = new Intl.NumberFormat(language);
  document.documentElement.lang = language;
}

/** Remembers a language and loads the page again. @param {string} name */
export function chooseLanguage(name) {
  save('language', name);
  location.reload();
}

/**
 * A text by its key. `{name}` in it is replaced by a value; `count` chooses the plural form.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 * @returns {string}
 */
export function t(key, values = {}) {
  const entry = entries[key] ?? english[key];
  if (entry === undefined) return key;
  const text = typeof entry === 'string' ? entry : entry[plurals.select(Number(values.count))] ?? entry.other;
  return text.replace(/\{(\w+)\}/g, (whole, name) => {
    const value = values[name];
    return value === undefined ? whole : typeof value === 'number' ? number(value) : value;
  });
}

/**
 * A number as the language writes it.
 * @param {number} value
 * @param {number} [digits] The digits after the point.
 */
export function number(value, digits) {
  return digits === undefined ? numbers.format(value) : format(digits, 'auto').format(value);
}

/** A number with its sign. @param {number} value @param {number} [digits] */
export function signed(value, digits = 1) {
  return format(digits, 'exceptZero').format(value);
}

/** @type {Map<string, Intl.NumberFormat>} To make one takes longer than to use it a hundred times. */
const formats = new Map();

/** @param {number} digits @param {'auto' | 'exceptZero'} signDisplay */
function format(digits, signDisplay) {
  const key = digits + signDisplay;
  let found = formats.get(key);
  if (!found) {
    const options = { minimumFractionDigits: digits, maximumFractionDigits: digits, signDisplay };
    formats.set(key, found = new Intl.NumberFormat(language, options));
  }
  return found;
}
