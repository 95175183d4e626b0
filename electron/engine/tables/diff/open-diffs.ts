// The open comparisons: each reads two queries in parallel and stores their differences on disk until it is closed.
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { StowageError } from '@shared/errors';
import { type DiffRequest, type DiffProgress, noDifferences } from '@shared/model/table-diff';
import { checkedFilter } from '@shared/query/key-filter';
import { checkTableName } from '@shared/query/key-rules';
import type { AccountSource } from '../../azure/account';
import { namesIn } from '../../../disk/read-if-exists';
import { ownedElsewhere, takeOwnership } from '../../journal/owner-lock';
import type { Clock } from '../../ports';
import { type DiffReader, createDiffFiles, diffFilePaths, openDiffFiles } from './diff-files';
import { runDiff } from './run-diff';

export interface OpenDiff {
  readonly request: DiffRequest;
  readonly reader: DiffReader;
  readonly stand: DiffProgress;
}

export interface OpenDiffsOptions {
  readonly accounts: AccountSource;
  readonly clock: Clock;
  readonly folder: string;
}

export interface OpenDiffs {
  /** Reports its state from time to time; the last one is complete. @throws StowageError of the queries, `local.*` */
  run(request: DiffRequest, signal: AbortSignal, push: (snapshot: DiffProgress) => void): Promise<DiffProgress>;
  /** @throws StowageError `not-found.session` */
  get(diffId: string): OpenDiff;
  /** @throws StowageError as `get`; `conflict.other` while it runs, and when it did not run to its end */
  complete(diffId: string): OpenDiff;
  /** Where its files are; see `diffFilePaths`. */
  pathOf(diffId: string): string;
  /** Ends it and removes its files. Throws as `get`. */
  close(diffId: string): Promise<void>;
  closeAll(): Promise<void>;
  /** Removes the files of processes that no longer exist. */
  removeOrphans(): Promise<void>;
}

interface Running extends OpenDiff {
  readonly stop: AbortController;
  readonly release: () => Promise<void>;
  stand: DiffProgress;
}

const reportEveryMs = 250;

export function createOpenDiffs({ accounts, clock, folder }: OpenDiffsOptions): OpenDiffs {
  const diffs = new Map<string, Running>();
  const pathOf = (id: string): string => join(folder, id);
  const lockOf = (id: string): string => `${pathOf(id)}.lock`;

  const get = (diffId: string): Running => {
    const diff = diffs.get(diffId);
    if (diff === undefined) {
      throw new StowageError('not-found.session', 'There is no such comparison.', { context: { diff: diffId } });
    }
    return diff;
  };
  const close = async (diffId: string): Promise<void> => {
    const diff = get(diffId);
    diffs.delete(diffId);
    diff.stop.abort();
    await diff.reader.close();
    await removeFiles(diffId);
    await diff.release();
  };
  const removeFiles = async (diffId: string): Promise<void> => {
    for (const path of diffFilePaths(pathOf(diffId))) await rm(path, { force: true });
  };

  return {
    get,
    complete: (diffId) => {
      const diff = get(diffId);
      if (diff.stand.state === 'complete') return diff;
      throw new StowageError('conflict.other', 'The comparison is not complete.', { context: { diff: diffId } });
    },
    pathOf,
    close,
    closeAll: async () => {
      await Promise.all([...diffs.keys()].map((id) => close(id)));
    },
    removeOrphans: async () => {
      const names = await namesIn(folder);
      for (const id of new Set(names.map((name) => name.split('.')[0] ?? ''))) {
        if (diffs.has(id) || (await ownedElsewhere(lockOf(id)))) continue;
        await removeFiles(id);
        await rm(lockOf(id), { force: true });
      }
    },
    run: async (request, signal, push) => {
      checkRequest(request);
      const left = await accounts.open(request.left.connectionId);
      const right = await accounts.open(request.right.connectionId);
      const id = randomUUID().slice(0, 8);
      const writer = await createDiffFiles(pathOf(id), folder);
      const lock = await takeOwnership(lockOf(id));
      const reader = await openDiffFiles(pathOf(id));
      const stop = new AbortController();
      const snapshot: DiffProgress = {
        diffId: id,
        state: 'reading',
        counts: noDifferences,
        leftRows: 0,
        rightRows: 0,
        requests: 0,
        startedAtMs: clock.now(),
      };
      const diff: Running = { request, reader, stop, stand: snapshot, release: async () => lock?.release() };
      diffs.set(id, diff);
      push(snapshot);
      let lastReportMs = clock.monotonic();
      try {
        for await (const piece of runDiff({
          left,
          right,
          request,
          clock,
          signal: AbortSignal.any([signal, stop.signal]),
        })) {
          const { differences, ...progress } = piece;
          await writer.append(differences);
          diff.stand = { ...diff.stand, ...progress };
          if (clock.monotonic() - lastReportMs < reportEveryMs) continue;
          lastReportMs = clock.monotonic();
          push(diff.stand);
        }
        diff.stand = { ...diff.stand, state: 'complete' };
        push(diff.stand);
        return diff.stand;
      } finally {
        await writer.close();
      }
    },
  };
}

function checkRequest({ left, right }: DiffRequest): void {
  for (const { query } of [left, right]) {
    checkTableName(query.table);
    checkedFilter(query);
  }
}
