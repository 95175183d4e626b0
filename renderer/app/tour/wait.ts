// Waits for what a user would wait for: something on screen, a state of a store, a paint. All with a time limit.
import { t } from '@shared/strings/t';
import { cancelled } from '@shared/errors';

/** Thrown when something that the tour waits for does not come. */
export class TourStuck extends Error {
  override readonly name = 'TourStuck';
}

/** Resolves with the first value that is not null or false, looked for at every change of the page. */
export function until<T>(
  what: string,
  probe: () => T | null | undefined | false,
  signal: AbortSignal,
  limitMs = 30_000,
): Promise<T> {
  if (signal.aborted) return Promise.reject(cancelled());
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      observer.disconnect();
      clearTimeout(timer);
      clearInterval(poll);
      signal.removeEventListener('abort', onAbort);
    };
    const onAbort = (): void => {
      stop();
      reject(cancelled());
    };
    const check = (): void => {
      const found = probe();
      if (found === null || found === undefined || found === false) return;
      stop();
      resolve(found);
    };
    const observer = new MutationObserver(check);
    const timer = setTimeout(() => {
      stop();
      reject(new TourStuck(t`${what} did not appear within ${Math.round(limitMs / 1000)} s.`));
    }, limitMs);
    // Stores change without the page changing too; both are looked at.
    const poll = setInterval(check, 100);
    signal.addEventListener('abort', onAbort, { once: true });
    observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
    check();
  });
}

/** Resolves after the page has been painted with everything that was requested so far. */
export function settle(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(cancelled());
      return;
    }
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 200)));
  });
}
