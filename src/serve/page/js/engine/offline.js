/** @file The service worker, which keeps the page without a server for visits without a network. */

/** The milliseconds that a service worker has to answer. */
const PATIENCE = 1000;

/**
 * Lets a newer version of the page, which an earlier visit has loaded, take the place of this one before anything of it
 * is used. It does not if the page is open in another window, which would find files of two versions.
 */
export async function takeOver() {
  const workers = navigator.serviceWorker;
  const waiting = workers?.controller && (await workers.getRegistration())?.waiting;
  if (!waiting) return;
  const { port1, port2 } = new MessageChannel();
  const changed = new Promise(resolve => workers.addEventListener('controllerchange', resolve, { once: true }));
  const agreed = new Promise(resolve => {
    port1.onmessage = ({ data }) => resolve(data);
    setTimeout(() => resolve(false), PATIENCE);
  });
  waiting.postMessage('take over', [port2]);
  if (!await agreed) return;
  await changed;
  location.reload();
  // Nothing is drawn until the page is there again.
  await new Promise(() => {});
}

/**
 * Registers the service worker, and tells by an event of the target when the page is `kept`, and when a `newer` version
 * waits.
 * @param {URL} script
 * @param {EventTarget} target
 */
export async function keepOffline(script, target) {
  // Browsers have none on plain HTTP, but for the own machine, and in some private windows.
  const workers = navigator.serviceWorker;
  if (!workers) return;
  try {
    const registration = await workers.register(script, { updateViaCache: 'none' });
    const follow = (/** @type {ServiceWorker | null} */ worker) => worker?.addEventListener('statechange', () => {
      if (worker.state === 'activated') target.dispatchEvent(new Event('kept'));
      else if (worker.state === 'installed' && registration.active) target.dispatchEvent(new Event('newer'));
    });
    follow(registration.installing);
    registration.addEventListener('updatefound', () => follow(registration.installing));
  } catch (error) {
    // The page works without it.
    console.warn(error);
  }
}
