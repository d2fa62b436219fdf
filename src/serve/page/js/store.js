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

/**
 * Tells when another tab of the browser stores something under a name.
 * @param {string} name
 * @param {(value: any) => void} listener
 * @param {AbortSignal} signal Ends it.
 */
export function watch(name, listener, signal) {
  addEventListener('storage', event => {
    if (event.key === PREFIX + name && event.newValue !== null) listener(load(name, null));
  }, { signal });
}
