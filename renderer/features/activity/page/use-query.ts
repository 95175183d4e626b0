// Polls the engine while something changes. A busy job changes faster than answers arrive: a pending call is completed,
// and repeated once for everything that changed meanwhile.
import { useEffect, useRef, useState } from 'react';
import { StowageError } from '@shared/errors';

export interface Asking<T> {
  /** What is requested, null for nothing: a pending request is dropped for another one. */
  readonly query: string | null;
  /** Whatever changes when the answer may have changed. */
  readonly revision: string;
  readonly request: (signal: AbortSignal) => Promise<T>;
}

export interface QueryState<T> {
  /** The last one, also while the next is on its way, and when it is about another question; null before the first. */
  readonly answer: { readonly query: string; readonly revision: string; readonly value: T } | null;
  /** Why the last question was not answered. */
  readonly error: StowageError | null;
  /** At once, after a change by the user. */
  readonly refetch: () => void;
}

export function useQuery<T>({ query, revision, request }: Asking<T>): QueryState<T> {
  const [answer, setAnswer] = useState<QueryState<T>['answer']>(null);
  const [error, setError] = useState<StowageError | null>(null);
  const latest = useRef(request);
  useEffect(() => {
    latest.current = request;
  });
  const asker = useRef<((revision: string) => void) | null>(null);

  useEffect(() => {
    if (query === null) return;
    const controller = new AbortController();
    const { signal } = controller;
    /** The newest revision that was not requested yet. */
    let open: string | null = null;
    let isAsking = false;
    const fetchAll = async (): Promise<void> => {
      isAsking = true;
      while (open !== null && !signal.aborted) {
        const revision = open;
        open = null;
        try {
          const value = await latest.current(signal);
          if (signal.aborted) return;
          setAnswer({ query, revision, value });
          setError(null);
        } catch (thrown) {
          if (!signal.aborted) setError(StowageError.from(thrown));
        }
      }
      isAsking = false;
    };
    asker.current = (revision) => {
      open = revision;
      if (!isAsking) void fetchAll();
    };
    return () => {
      controller.abort();
      asker.current = null;
    };
  }, [query]);
  useEffect(() => asker.current?.(revision), [query, revision]);

  return { answer, error, refetch: () => asker.current?.(revision) };
}
