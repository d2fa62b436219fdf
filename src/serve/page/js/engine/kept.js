/** @file The person's own lexicons, as files that the browser keeps until they are removed. */

const STORE = 'lexicons';

/**
 * Does one thing with the store.
 * @template T
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest<T>} work
 * @returns {Promise<T>}
 */
async function act(mode, work) {
  const opening = indexedDB.open('lexigraph', 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  const database = await result(opening);
  try {
    const transaction = database.transaction(STORE, mode);
    const done = new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error);
    });
    const found = await result(work(transaction.objectStore(STORE)));
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

/** The names, in order. @returns {Promise<string[]>} */
export async function names() {
  return /** @type {string[]} */ (await act('readonly', store => store.getAllKeys()));
}

/** @param {string} name @returns {Promise<Blob | undefined>} */
export function file(name) {
  return act('readonly', store => store.get(name));
}

/** @param {string} name @param {Blob} file */
export async function keep(name, file) {
  await act('readwrite', store => store.put(file, name));
}

/** @param {string} name */
export async function remove(name) {
  await act('readwrite', store => store.delete(name));
}
