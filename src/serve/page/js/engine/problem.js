/** @file What can be wrong with a question, whichever engine answers it. */

/** What is wrong with a request, as the engine says it. */
export class Problem extends Error {
  /** @param {{ detail?: string, title?: string, kind?: string, field?: string, line?: number, column?: number }} document */
  constructor(document) {
    super(document.detail ?? document.title ?? '');
    this.kind = document.kind ?? '';
    this.field = document.field;
    this.line = document.line;
    this.column = document.column;
  }
}

/** @param {unknown} error `true` if a question was given up, which is no mistake. */
export function isAbort(error) {
  return error instanceof DOMException && error.name === 'AbortError';
}
