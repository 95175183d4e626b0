// The query history of each connection, in one file per connection: adds, removes and watches runs.
import { createHash, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type HistoryEntry, historyEntry } from '@shared/model/saved-query';
import { type PersistedFile, openPersistedFile } from '../../disk/persisted-file';
import type { Clock } from '../ports';
import { watchChanges } from '../watch-changes';
import { type RecordedRun, runsOfTable, withRun, withoutRuns } from './run-history';

export interface RunHistoriesOptions {
  readonly folder: string;
  readonly maxBytes: number;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: (line: string) => void;
}

export interface RunHistories {
  /** Newest first. */
  ofTable(connectionId: string, table: string): Promise<readonly HistoryEntry[]>;
  record(connectionId: string, run: RecordedRun): Promise<void>;
  /** One run of the table, or all of them. */
  forget(connectionId: string, which: { readonly table: string; readonly id?: string | undefined }): Promise<void>;
  forgetConnection(connectionId: string): Promise<void>;
  /** The runs of the table now and after every change, until the signal aborts. */
  watch(
    target: { readonly connectionId: string; readonly table: string },
    push: (runs: HistoryEntry[]) => void,
    signal: AbortSignal,
  ): Promise<void>;
  /** Resolves when everything is on disk. */
  settled(): Promise<void>;
}

export function createRunHistories({ folder, maxBytes, clock, log }: RunHistoriesOptions): RunHistories {
  const listenersOf = new Map<string, Set<() => void>>();
  const files = new Map<string, PersistedFile<HistoryEntry>>();

  const pathOf = (connectionId: string): string =>
    join(folder, `runs-${createHash('sha256').update(connectionId).digest('hex').slice(0, 24)}.json`);
  const fileOf = (connectionId: string): PersistedFile<HistoryEntry> => {
    const file =
      files.get(connectionId) ??
      openPersistedFile<HistoryEntry>({
        path: pathOf(connectionId),
        entry: historyEntry,
        maxBytes,
        log,
        now: () => clock.now(),
      });
    files.set(connectionId, file);
    return file;
  };
  const change = async (
    connectionId: string,
    edit: (all: readonly HistoryEntry[]) => readonly HistoryEntry[],
  ): Promise<void> => {
    await fileOf(connectionId).change(edit);
    for (const listen of listenersOf.get(connectionId) ?? []) listen();
  };
  const ofTable: RunHistories['ofTable'] = async (connectionId, table) =>
    runsOfTable(await fileOf(connectionId).read(), table);

  return {
    ofTable,
    record: (connectionId, run) =>
      change(connectionId, (all) => withRun(all, run, { atMs: clock.now(), newId: randomUUID })),
    forget: (connectionId, which) => change(connectionId, (all) => withoutRuns(all, which)),
    forgetConnection: async (connectionId) => {
      await fileOf(connectionId).change(() => []);
      await rm(pathOf(connectionId), { force: true });
      files.delete(connectionId);
    },
    watch: ({ connectionId, table }, push, signal) => {
      const listeners = listenersOf.get(connectionId) ?? new Set();
      listenersOf.set(connectionId, listeners);
      return watchChanges(signal, listeners, async () => push([...(await ofTable(connectionId, table))]));
    },
    settled: async () => {
      await Promise.all([...files.values()].map((file) => file.settled()));
    },
  };
}
