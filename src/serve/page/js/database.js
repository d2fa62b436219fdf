/** @file The database of the browser: files and answers that are kept until the person removes them. */

/** The stores. A new one needs a new version. */
const STORES = ['lexicons', 'answers'];
const VERSION = 2;

/**
 * Does one thing with a store.
 * @template T
 * @param {string} name
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest<T>} work
 * @returns {Promise<T>}
 */
export async function act(name, mode, work) {
  const opening = indexedDB.open('lexigraph', VERSION);
  opening.onupgradeneeded = () => {
    const known = opening.result.objectStoreNames;
    for (const store of STORES) if (!known.contains(store)) opening.result.createObjectStore(store);
  };
  const database = await result(opening);
  try {
    const transaction = database.transaction(name, mode, { durability: 'strict' });
    const done = new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error);
    });
    const found = await result(work(transaction.objectStore(name)));
    // Only then is it on the disk.
    await done;
    return found;
  } finally {
    database.close();
  }
}

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
function result(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
