// The engine's session that the pages of a run come from: opened if there is none to continue, asked for one page after
// another, and closed when it is no longer needed.
import { StowageError } from '@shared/errors';
import type { CallInput, CallOutput } from '@shared/ipc/contract';
import type { PageWait } from '@shared/model/query-page';
import type { PackedPage } from '@shared/rows/packed-page';

/** The calls that reading a result needs; the bridge provides them in the app. */
export interface TablesPort {
  open(input: CallInput<'tables.open'>, signal: AbortSignal): Promise<CallOutput<'tables.open'>>;
  nextPage(input: CallInput<'tables.next-packed-page'>, signal: AbortSignal): Promise<PackedPage>;
  pageWait(input: CallInput<'tables.page-wait'>): Promise<PageWait | null>;
  setConcurrency(input: CallInput<'tables.set-concurrency'>): Promise<unknown>;
  close(input: CallInput<'tables.close'>): Promise<unknown>;
}

export interface PageSource {
  /**
   * The next page. `open` gives the id of a session that begins where the run stands; asked for where none goes on.
   * @throws StowageError `cancelled.by-user` when `signal` aborts, and what the engine answers
   */
  nextPage(open: () => Promise<string>, signal: AbortSignal): Promise<PackedPage>;
  /** What the page that is on its way waits for; null where nothing of it was refused, and where nobody knows. */
  pageWait(): Promise<PageWait | null>;
  /** Of the session that is open, also while a page of it is on its way; one that is opened later begins with its own. */
  setConcurrency(concurrency: number): void;
  /** The session is of no more use: the engine forgets it. */
  close(): void;
}

export function createPageSource(port: Omit<TablesPort, 'open'>): PageSource {
  // Only a session whose last page arrived is used again: a page that was cancelled on its way may already be
  // counted as delivered on the other side, so the query is then reopened from the last token that is known here.
  let usableId: string | undefined;
  let openId: string | undefined;

  const abandon = (id: string | undefined): void => {
    // A session that cannot be closed is gone already, with its engine.
    if (id !== undefined) port.close({ sessionId: id }).catch(() => undefined);
  };

  return {
    async nextPage(open, signal) {
      const id = usableId ?? (await open());
      usableId = undefined;
      openId = id;
      if (signal.aborted) {
        abandon(id);
        throw stopped();
      }
      try {
        const page = await port.nextPage({ sessionId: id }, signal);
        if (!signal.aborted) usableId = id;
        return page;
      } finally {
        if (usableId !== id) abandon(id);
      }
    },
    async pageWait() {
      if (openId === undefined) return null;
      // A session that is gone, with its engine, waits for nothing.
      return port.pageWait({ sessionId: openId }).catch(() => null);
    },
    setConcurrency(concurrency) {
      // A session that is gone already is opened anew with the number just set.
      if (openId !== undefined) port.setConcurrency({ sessionId: openId, concurrency }).catch(() => undefined);
    },
    close() {
      abandon(usableId);
      usableId = undefined;
    },
  };
}

export function stopped(): StowageError {
  return new StowageError('cancelled.by-user', 'The query was stopped.');
}
