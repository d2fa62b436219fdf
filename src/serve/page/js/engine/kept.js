/** @file The person's own lexicons, as files that the browser keeps until they are removed. */

import { act } from '../database.js';

const STORE = 'lexicons';

/** The names, in order. @returns {Promise<string[]>} */
export async function names() {
  return /** @type {string[]} */ (await act(STORE, 'readonly', store => store.getAllKeys()));
}

/** @param {string} name @returns {Promise<Blob | undefined>} */
export function file(name) {
  return act(STORE, 'readonly', store => store.get(name));
}

/** @param {string} name @param {Blob} file */
export async function keep(name, file) {
  await act(STORE, 'readwrite', store => store.put(file, name));
}

/** @param {string} name */
export async function remove(name) {
  await act(STORE, 'readwrite', store => store.delete(name));
}
