// A session's calls over the bridge, with its waiting times.
import { call } from '@renderer/bridge';
import type { Wait } from './page-pump';
import type { TablesPort } from './page-source';

export const bridgePort: TablesPort = {
  open: (input, signal) => call('tables.open', input, { signal }),
  nextPage: (input, signal) => call('tables.next-packed-page', input, { signal }),
  pageWait: (input) => call('tables.page-wait', input),
  setConcurrency: (input) => call('tables.set-concurrency', input),
  close: (input) => call('tables.close', input),
};

export const waitInWindow: Wait = (ms, signal) =>
  new Promise((resolve, reject) => {
    const abort = (): void => {
      window.clearTimeout(timer);
      reject(new DOMException('The wait was cancelled.', 'AbortError'));
    };
    const timer = window.setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal.addEventListener('abort', abort, { once: true });
  });
