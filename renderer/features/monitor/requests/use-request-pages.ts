// The log in pages, as the list needs them, in its order. In live mode the newest are fetched every second; when
// paused, every page is of the same moment.
import { useEffect, useRef, useState } from 'react';
import { StowageError } from '@shared/errors';
import type { LoggedRequest, RequestFilter, RequestOrder, RequestPage } from '@shared/model/monitor';
import { call } from '@renderer/bridge';

const pageRows = 200;
const followEveryMs = 1_000;

export interface RequestPages {
  readonly matched: number;
  readonly retained: number;
  readonly oldestAtMs: number | null;
  readonly error: StowageError | null;
  readonly isLoading: boolean;
  /** Null while its page is on its way. */
  readonly requestAt: (index: number) => LoggedRequest | null;
}

interface Held {
  readonly filter: RequestFilter;
  readonly order: RequestOrder;
  readonly newest: number;
  readonly head: Omit<RequestPage, 'rows' | 'newest'>;
  readonly pages: ReadonlyMap<number, readonly LoggedRequest[]>;
}

export interface ViewOfLog {
  readonly filter: RequestFilter;
  readonly order: RequestOrder;
  readonly follows: 'follows' | 'holds';
  /** Indices of the visible rows. */
  readonly first: number;
  readonly last: number;
}

export function useRequestPages({ filter, order, follows, first, last }: ViewOfLog): RequestPages {
  const [held, setHeld] = useState<Held | null>(null);
  const [error, setError] = useState<StowageError | null>(null);
  const [beat, setBeat] = useState(0);
  const pending = useRef(new Set<number>());
  // Those of the order before stay until the first page of another order is there.
  const current = held?.filter === filter ? held : null;

  useEffect(() => {
    if (follows === 'holds') return;
    const timer = setInterval(() => setBeat((count) => count + 1), followEveryMs);
    return () => clearInterval(timer);
  }, [follows]);

  // From the top: a new filter, or the next refresh of the newest.
  useEffect(() => {
    const aborted = new AbortController();
    pending.current = new Set();
    call('monitor.requests', { filter, order, newest: null, offset: 0, limit: pageRows }, { signal: aborted.signal })
      .then(({ rows, newest, ...head }) => {
        setHeld({ filter, order, newest, head, pages: new Map([[0, rows]]) });
        setError(null);
      })
      .catch((thrown: unknown) => {
        if (!aborted.signal.aborted) setError(StowageError.from(thrown));
      });
    return () => aborted.abort();
  }, [filter, order, beat]);

  const firstPage = Math.floor(first / pageRows);
  const lastPage = Math.floor(last / pageRows);
  useEffect(() => {
    if (current === null || current.order !== order) return;
    for (let page = firstPage; page <= lastPage; page += 1) {
      if (current.pages.has(page) || pending.current.has(page) || page * pageRows >= current.head.matched) continue;
      pending.current.add(page);
      const { newest } = current;
      call('monitor.requests', { filter, order, newest, offset: page * pageRows, limit: pageRows })
        .then(({ rows }) =>
          setHeld((now) =>
            now?.filter === filter && now.order === order && now.newest === newest
              ? { ...now, pages: new Map(now.pages).set(page, rows) }
              : now,
          ),
        )
        .catch((thrown: unknown) => setError(StowageError.from(thrown)));
    }
  }, [current, filter, order, firstPage, lastPage]);

  return {
    matched: current?.head.matched ?? 0,
    retained: current?.head.retained ?? 0,
    oldestAtMs: current?.head.oldestAtMs ?? null,
    error,
    isLoading: current === null && error === null,
    requestAt: (index) => current?.pages.get(Math.floor(index / pageRows))?.[index % pageRows] ?? null,
  };
}
