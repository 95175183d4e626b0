// The applied changes of a connection without their values, page after page until the last: thousands are a list.
import { call } from '@renderer/bridge';
import { StowageError } from '@shared/errors';
import { maxUndoLines } from '@shared/ipc/contract/table-edit';
import type { UndoLine } from '@shared/model/edit-outcome';
import { useCallback, useEffect, useState } from 'react';

export interface UndoList {
  /** Newest first; undefined before the first page. While they are read again, those that were read last. */
  readonly changes: readonly UndoLine[] | undefined;
  /** How many are kept, read or not. */
  readonly total: number;
  readonly isReading: boolean;
  readonly error: StowageError | null;
  readonly reload: () => void;
}

type State = Omit<UndoList, 'reload'>;

export function useUndoList(connectionId: string): UndoList {
  const [state, setState] = useState<State>({ changes: undefined, total: 0, isReading: true, error: null });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    let isFirst = true;
    readAll(connectionId, signal, (changes, total, isLast) => {
      if (signal.aborted) return;
      setState((before) => {
        // A list that was whole stays so until the next one is.
        const isShown = isLast || before.changes === undefined || !isFirst;
        if (isShown) isFirst = false;
        return { changes: isShown ? changes : before.changes, total, isReading: !isLast, error: null };
      });
    }).catch((thrown: unknown) => {
      if (signal.aborted) return;
      setState((before) => ({ ...before, isReading: false, error: StowageError.from(thrown) }));
    });
    return () => controller.abort();
  }, [connectionId, attempt]);
  const reload = useCallback(() => {
    setState((before) => ({ ...before, isReading: true }));
    setAttempt((count) => count + 1);
  }, []);
  return { ...state, reload };
}

async function readAll(
  connectionId: string,
  signal: AbortSignal,
  onPage: (changes: readonly UndoLine[], total: number, isLast: boolean) => void,
): Promise<void> {
  let changes: readonly UndoLine[] = [];
  for (;;) {
    const after = changes.at(-1)?.id;
    const input = { connectionId, limit: maxUndoLines, ...(after === undefined ? {} : { after }) };
    const page = await call('undo.list', input, { signal });
    changes = [...changes, ...page.lines];
    onPage(changes, page.total, !page.more);
    if (!page.more) return;
  }
}
