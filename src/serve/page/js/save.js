/** @file Text that leaves the page: to a file, or to the clipboard. */

import { el } from './dom.js';

/**
 * Saves a text or bytes as a file.
 * @param {string} name
 * @param {string | Uint8Array<ArrayBuffer>} text
 * @param {string} type
 */
export function saveFile(name, text, type) {
  const href = URL.createObjectURL(new Blob([text], { type }));
  el('a', { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}

/** Copies a text. @param {string} text @returns {Promise<boolean>} `false` if the browser does not let us. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Without HTTPS, only the old way works.
    const area = el('textarea', { value: text, class: 'unseen' });
    const focused = /** @type {HTMLElement | null} */ (document.activeElement);
    document.body.append(area);
    area.select();
    const done = document.execCommand('copy');
    area.remove();
    focused?.focus();
    return done;
  }
}

/**
 * The text of a file, in the encoding that it names, UTF-8, or Windows-1252.
 * @param {Blob} file
 */
export async function textOf(file) {
  const bytes = await file.arrayBuffer();
  const named = /#character-encoding\s+(\S+)/i.exec(new TextDecoder('latin1').decode(bytes.slice(0, 1000)))?.[1];
  for (const encoding of [named, 'utf-8']) {
    try {
      if (encoding) return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      // Another encoding than it says; the next is tried.
    }
  }
  return new TextDecoder('windows-1252').decode(bytes);
}
