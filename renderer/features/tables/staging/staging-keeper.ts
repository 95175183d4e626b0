// Stores the staged edits of this window on disk, so that they survive a restart or a crash: reads them at the start,
// and from then on writes every change. The engine decides on the format.
import { type StagedEdit, maxStoredAtOnce } from '@shared/model/edit';
import type { CallInput, CallOutput } from '@shared/ipc/contract';
import { StowageError } from '@shared/errors';
import { type TableLocation, stagingOf, watchStagings } from './staged-tables';

export interface StagingKeeperPort {
  readonly window: string;
  readonly read: (input: CallInput<'staged.read'>) => Promise<CallOutput<'staged.read'>>;
  readonly keep: (input: CallInput<'staged.keep'>) => Promise<unknown>;
  /** Tables with restored edits. */
  readonly onReturned: (returned: readonly ReturnedEdits[]) => void;
  /** Called once per failure, until a write succeeds again. */
  readonly onFailure: (error: StowageError) => void;
}

export interface ReturnedEdits extends TableLocation {
  readonly count: number;
}

export interface StagingKeeper {
  /** Resolves when everything staged by then is on disk, or could not be written. */
  settled(): Promise<'kept' | 'unkept'>;
  /** Retries what could not be read or written. */
  tryAgain(): void;
  /** Stops writing. */
  dispose(): void;
}

/** The edits of one table that are on disk. */
type StoredEdits = ReadonlyMap<string, StagedEdit>;

export function startStagingKeeper(port: StagingKeeperPort): StagingKeeper {
  const stored = new Map<string, StoredEdits>();
  const waiting = new Map<string, TableLocation>();
  let outcome: 'kept' | 'unkept' = 'unkept';
  let isRead = false;
  let hasReported = false;
  let isWorking = false;
  let last: Promise<void> = Promise.resolve();

  const read = async (): Promise<void> => {
    const returned = (await port.read({ window: port.window })).filter(({ edits }) => edits.length > 0);
    isRead = true;
    for (const { connectionId, table, edits } of returned) {
      const target = { connectionId, table };
      stored.set(keyOf(target), new Map(edits.map((edit) => [edit.id, edit])));
      stagingOf(target).takeBack(edits);
    }
    port.onReturned(returned.map(({ connectionId, table, edits }) => ({ connectionId, table, count: edits.length })));
  };

  const write = async (target: TableLocation): Promise<void> => {
    const key = keyOf(target);
    const before = stored.get(key) ?? new Map<string, StagedEdit>();
    const { edits } = stagingOf(target).store.getState().staging;
    const ids = new Set(edits.map(({ id }) => id));
    const gone = [...before.keys()].filter((id) => !ids.has(id));
    const changed = edits.filter((edit) => before.get(edit.id) !== edit);
    const done = new Map(before);
    for (let from = 0; from === 0 || from < changed.length; from += maxStoredAtOnce) {
      const part = changed.slice(from, from + maxStoredAtOnce);
      if (from === 0 && gone.length === 0 && part.length === 0) return;
      await port.keep({ window: port.window, ...target, gone: from === 0 ? gone : [], edits: part });
      if (from === 0) for (const id of gone) done.delete(id);
      for (const edit of part) done.set(edit.id, edit);
      stored.set(key, new Map(done));
    }
  };

  const work = async (): Promise<void> => {
    try {
      if (!isRead) await read();
      for (let [next] = waiting; next !== undefined; [next] = waiting) {
        const [key, target] = next;
        waiting.delete(key);
        try {
          await write(target);
        } catch (thrown) {
          waiting.set(key, target);
          throw thrown;
        }
      }
      outcome = 'kept';
      hasReported = false;
    } catch (thrown) {
      outcome = 'unkept';
      if (!hasReported) port.onFailure(StowageError.from(thrown));
      hasReported = true;
    } finally {
      isWorking = false;
    }
  };
  const begin = (): Promise<void> => {
    if (isWorking) return last;
    isWorking = true;
    last = work();
    return last;
  };

  const dispose = watchStagings((target) => {
    waiting.set(keyOf(target), target);
    void begin();
  });
  void begin();
  return {
    settled: async () => {
      await begin();
      return outcome;
    },
    tryAgain: () => void begin(),
    dispose,
  };
}

function keyOf({ connectionId, table }: TableLocation): string {
  return JSON.stringify([connectionId, table]);
}
