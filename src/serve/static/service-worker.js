/**
 * @file Keeps the page in the browser, for visits without a network. `write.mjs` puts a line before this file: the
 * version, and the files of the page with their hashes.
 *
 * A version is kept whole or not at all: each file has to have its hash. A newer one takes over when the page is opened
 * again, never while it is used.
 */

/** @typedef {{ version: string, files: Record<string, string> }} Contents */

const worker = /** @type {ServiceWorkerGlobalScope & Contents} */ (/** @type {unknown} */ (self));
const { version, files } = worker;
const scope = worker.registration.scope;

/** Other pages of the same host have caches as well. */
const PREFIX = `lexigraph ${new URL(scope).pathname} `;
const NAME = PREFIX + version;

/** The versions that are kept. */
async function versions() {
  return (await caches.keys()).filter(name => name.startsWith(PREFIX));
}

/** A file of this version. What the browser has already is asked for once more only if it is not that. */
async function load(/** @type {string} */ name) {
  const address = new URL(name, scope);
  const integrity = files[name];
  return fetch(address, { integrity }).catch(() => fetch(address, { integrity, cache: 'reload' }));
}

/** Keeps all files. Those that another version has, with the same hash, are not loaded. */
async function keep() {
  const cache = await caches.open(NAME);
  const others = (await versions()).filter(name => name !== NAME);
  const known = new Map();
  for (const other of others) {
    const old = await caches.open(other);
    const index = await old.match(HASHES);
    if (index) for (const [name, hash] of Object.entries(await index.json())) known.set(hash, [old, name]);
  }
  await Promise.all(Object.keys(files).map(async name => {
    const [old, before] = known.get(files[name]) ?? [];
    const response = await old?.match(new URL(before, scope)) ?? await load(name);
    if (!response.ok) throw new Error(`${name}: ${response.status} ${response.statusText}`);
    await cache.put(new URL(name, scope), response);
  }));
  await cache.put(HASHES, Response.json(files));
}

/** The address under which the hashes of a version are kept; no file has it. */
const HASHES = new URL('.hashes', scope);

worker.addEventListener('install', event => event.waitUntil(keep()));

worker.addEventListener('activate', event => event.waitUntil((async () => {
  const old = (await versions()).filter(name => name !== NAME);
  await Promise.all(old.map(name => caches.delete(name)));
  // The page of the first visit came from the network just now, and is of this version.
  if (old.length === 0) await worker.clients.claim();
})()));

worker.addEventListener('message', event => event.waitUntil((async () => {
  if (event.data !== 'take over') return;
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const alone = windows.filter(({ url }) => url.startsWith(scope)).length <= 1;
  event.ports[0].postMessage(alone);
  if (alone) await worker.skipWaiting();
})()));

worker.addEventListener('fetch', event => {
  const { method, url } = event.request;
  if (method !== 'GET' || !url.startsWith(scope)) return;
  const name = url.slice(scope.length).replace(/[?#].*/s, '');
  // The page is kept under the address of its folder: hosts may forward that of `index.html` to it.
  const kept = name === 'index.html' ? './' : name || './';
  if (!Object.hasOwn(files, kept)) return;
  event.respondWith((async () => {
    const cache = await caches.open(NAME);
    return await cache.match(new URL(kept, scope)) ?? fetch(event.request);
  })());
});
