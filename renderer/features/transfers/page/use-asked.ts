// Polls the engine while something changes. A busy job changes faster than answers arrive: a pending call is completed,
// and repeated once for everything that changed meanwhile.
import { useEffect, useRef, useState } from 'react';
import { StowageError } from '@shared/errors';

export interface Asking<T> {
  /** What is asked about, null for nothing: the open question is dropped for another one. */
  readonly question: string | null;
  /** Whatever changes when the answer may have changed. */
  readonly revision: string;
  readonly ask: (signal: AbortSignal) => Promise<T>;
}

export interface Asked<T> {
  /** The last one, also while the next is on its way, and when it is about another question; null before the first. */
  readonly answer: { readonly question: string; readonly revision: string; readonly value: T } | null;
  /** Why the last question was not answered. */
  readonly error: StowageError | null;
  /** At once, for what a person has just changed. */
  readonly askAgain: () => void;
}

export function useAsked<T>({ question, revision, ask }: Asking<T>): Asked<T> {
  const [answer, setAnswer] = useState<Asked<T>['answer']>(null);
  const [error, setError] = useState<StowageError | null>(null);
  const latest = useRef(ask);
  useEffect(() => {
    latest.current = ask;
  });
  const asker = useRef<((revision: string) => void) | null>(null);

  useEffect(() => {
    if (question === null) return;
    const controller = new AbortController();
    const { signal } = controller;
    /** The newest revision that was not asked about yet. */
    let open: string | null = null;
    let isAsking = false;
    const askAll = async (): Promise<void> => {
      isAsking = true;
      while (open !== null && !signal.aborted) {
        const revision = open;
        open = null;
        try {
          const value = await latest.current(signal);
          if (signal.aborted) return;
          setAnswer({ question, revision, value });
          setError(null);
        } catch (thrown) {
          if (!signal.aborted) setError(StowageError.from(thrown));
        }
      }
      isAsking = false;
    };
    asker.current = (revision) => {
      open = revision;
      if (!isAsking) void askAll();
    };
    return () => {
      controller.abort();
      asker.current = null;
    };
  }, [question]);
  useEffect(() => asker.current?.(revision), [question, revision]);

  return { answer, error, askAgain: () => asker.current?.(revision) };
}
