// What a table offers when it is opened: its default query, and a run that was not finished.
import { call } from '@renderer/bridge';
import type { CallOutput } from '@shared/ipc/contract';
import { useEffect, useEffectEvent } from 'react';
import type { ResultSession } from '../result/result-session';

type DefaultQuerySuggestion = CallOutput<'library.opening'>;

export interface DefaultQueryTarget {
  readonly connectionId: string;
  readonly table: string;
  readonly session: ResultSession;
}

/** Told once, where nothing has been run by then. */
export function useDefaultQuery(
  { connectionId, table, session }: DefaultQueryTarget,
  onSuggestion: (suggestion: DefaultQuerySuggestion) => void,
): void {
  const take = useEffectEvent((suggestion: DefaultQuerySuggestion) => {
    if (session.store.getState().status === 'idle') onSuggestion(suggestion);
  });
  useEffect(() => {
    if (session.store.getState().status !== 'idle') return;
    const controller = new AbortController();
    call('library.opening', { connectionId, table }, { signal: controller.signal }).then(
      (suggestion) => take(suggestion),
      () => {
        // Saved queries are only a convenience here: where they cannot be read, the table opens without them.
        if (!controller.signal.aborted) take({ opening: null, unfinished: null });
      },
    );
    return () => controller.abort();
  }, [connectionId, table, session]);
}
