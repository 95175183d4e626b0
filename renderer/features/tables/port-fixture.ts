// A table behind the three calls of a session, for tests: pages as given, tokens that continue anywhere, sessions
// that can be lost. Honours the contract; holds no network and no clock.
import { StowageError } from '@shared/errors';
import type { CallInput } from '@shared/ipc/contract';
import type { Entity } from '@shared/model/entity';
import type { QueryPage } from '@shared/model/query-page';
import type { TablesPort } from './session/query-session';

export function testEntity(index: number, properties: Entity['properties'] = []): Entity {
  return {
    partitionKey: 'Action',
    rowKey: `row-${String(index).padStart(5, '0')}`,
    timestamp: '2026-10-14T08:21:07.1402918Z',
    etag: `W/"datetime'2026-10-14T08%3A21%3A07.1402918Z'"`,
    properties,
  };
}

/** `count` entities numbered from `from`. */
export function testEntities(from: number, count: number): Entity[] {
  return Array.from({ length: count }, (_, offset) => testEntity(from + offset));
}

export interface TestPort extends TablesPort {
  readonly opened: CallInput<'tables.open'>[];
  readonly closed: string[];
  /** Forgets every session, as a restarted engine does. */
  loseSessions(): void;
  /** The next request for a page fails with this, after the page was counted as delivered. */
  failNextPage(error: StowageError): void;
  /** Pages wait until released. */
  hold(): void;
  release(): void;
}

/** Each inner list is one page; the token is the index of the page that comes next. */
export function createTestPort(pages: readonly (readonly Entity[])[]): TestPort {
  const sessions = new Map<string, number>();
  const opened: CallInput<'tables.open'>[] = [];
  const closed: string[] = [];
  let failure: StowageError | undefined;
  let gate: Promise<void> | undefined;
  let open: (() => void) | undefined;
  let count = 0;

  return {
    opened,
    closed,
    loseSessions: () => sessions.clear(),
    failNextPage(error) {
      failure = error;
    },
    hold() {
      gate = new Promise((resolve) => {
        open = resolve;
      });
    },
    release() {
      gate = undefined;
      open?.();
    },
    open(input) {
      opened.push(input);
      count += 1;
      const sessionId = `session-${count}`;
      sessions.set(sessionId, input.fromToken === undefined ? 0 : Number(input.fromToken));
      return Promise.resolve({ sessionId, filter: '', costClass: 'table-scan' as const });
    },
    async nextPage({ sessionId }, signal) {
      const index = sessions.get(sessionId);
      if (index === undefined)
        throw new StowageError('not-found.session', 'No such session.', { retry: { afterMs: 0 } });
      sessions.set(sessionId, index + 1);
      if (gate) await Promise.race([gate, aborted(signal)]);
      if (failure) {
        const thrown = failure;
        failure = undefined;
        throw thrown;
      }
      return pageAt(pages, index);
    },
    close({ sessionId }) {
      closed.push(sessionId);
      sessions.delete(sessionId);
      return Promise.resolve({});
    },
  };
}

function pageAt(pages: readonly (readonly Entity[])[], index: number): QueryPage {
  const rows = [...(pages[index] ?? [])];
  const more = index < pages.length - 1;
  return {
    rows,
    more,
    token: more ? String(index + 1) : null,
    stats: {
      latencyMs: 20 + index,
      firstByteMs: 10,
      rows: rows.length,
      bytes: 100 * rows.length,
      retries: 0,
      decodeMs: 1,
      ended: more ? 'page-size' : 'last',
    },
  };
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const fail = (): void => reject(new StowageError('cancelled.by-user', 'Cancelled.'));
    if (signal.aborted) fail();
    signal.addEventListener('abort', fail, { once: true });
  });
}
