/** @file The address of what is shown: `#/analyse?cgp=…`. Each tab writes its state there, so that it can be linked. */

/** @typedef {{ tab: string, values: URLSearchParams }} Address */

/** @returns {Address} */
export function address() {
  const [path, query = ''] = location.hash.replace(/^#\/?/, '').split(/\?(.*)/s);
  return { tab: path, values: new URLSearchParams(query) };
}

/**
 * The address of a tab, for links. Empty values are left out.
 * @param {string} tab
 * @param {Record<string, string | number | boolean | null | undefined>} [values]
 */
export function link(tab, values = {}) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== null && value !== undefined && value !== '' && value !== false) query.set(name, String(value));
  }
  const text = query.toString();
  return `#/${tab}${text ? `?${text}` : ''}`;
}

/**
 * Writes the state of the tab that is shown into the address, without a step in the history.
 * @param {string} tab
 * @param {Record<string, string | number | boolean | null | undefined>} values
 */
export function note(tab, values) {
  const hash = link(tab, values);
  if (address().tab === tab && location.hash !== hash) history.replaceState(null, '', hash);
}
