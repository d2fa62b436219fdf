/** @file What the browser remembers for the person: settings, and games that go on after a reload. */

const PREFIX = 'lexigraph.';

/**
 * @template T
 * @param {string} name
 * @param {T} otherwise If nothing is stored, or nothing can be.
 * @returns {T}
 */
export function load(name, otherwise) {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/** @param {string} name @param {unknown} value */
export function save(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // A browser that stores nothing, or no more: the page works on without memory.
  }
}

/** @param {string} name */
export function forget(name) {
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // As above.
  }
}
