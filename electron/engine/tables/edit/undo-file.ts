// The state before every applied change, in one pair of files per connection: append-only lines that only their owner
// can read. When the current file is full, it replaces the older one. Restoring is restore.ts.
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { createSerialQueue } from '@shared/serial-queue';
import type { UndoEntry } from '@shared/model/edit-outcome';
import { entity } from '@shared/model/entity';
import { MiB } from '@shared/units';
import { readIfExists } from '../../../disk/read-if-exists';
import { renameSynced } from '../../../disk/sync-folder';
import { appendLines, readOrEmpty, sizeOf } from '../../journal/append-lines';
import { decodeEach, encodeRecord } from '../../journal/record-line';

const change = z.object({
  kind: z.literal('change'),
  id: z.string(),
  applyId: z.string(),
  atMs: z.number(),
  table: z.string(),
  before: z.union([entity, z.null(), z.literal('unknown')]),
  after: entity.nullable(),
});
const outcome = z.object({
  kind: z.literal('outcome'),
  id: z.string(),
  state: z.enum(['applied', 'failed', 'restored']),
  /** The ETag that the change, or its restoration, left behind. */
  etag: z.string().nullable(),
});
const undoRecord = z.discriminatedUnion('kind', [change, outcome]);
export type UndoChange = Omit<z.infer<typeof change>, 'kind'>;
export type UndoOutcome = Omit<z.infer<typeof outcome>, 'kind'>;

/** A change with its current ETag, if it was restored. */
export interface StoredUndoEntry extends UndoEntry {
  readonly restoredEtag: string | null;
}

export interface UndoFiles {
  /** On disk when the promise resolves: written before the request is sent, so that no crash loses it. */
  announce(connectionId: string, changes: readonly UndoChange[]): Promise<void>;
  /**
   * Never rejects: the service has acted already. When nothing more can be written, a change remains uncertain as after
   * a crash, and its undo reads the row first.
   */
  settle(connectionId: string, outcomes: readonly UndoOutcome[]): Promise<void>;
  /** Oldest first, without changes that failed. Damaged lines are skipped. */
  read(connectionId: string): Promise<readonly StoredUndoEntry[]>;
  /** The size of both files of a connection, and their maximum. */
  size(connectionId: string): Promise<{ readonly bytes: number; readonly maxBytes: number }>;
  forget(connectionId: string): Promise<void>;
}

/** Of each of the two files. */
const defaultFileBytes = 16 * MiB;

export function openUndoFiles(stateDir: string, fileBytes = defaultFileBytes): UndoFiles {
  const folder = join(stateDir, 'undo');
  const pathOf = (connectionId: string): string => {
    // No connection has such an id, and no undo record.
    const id = connectionId.replaceAll(/\p{Surrogate}/gu, '\ufffd');
    return join(folder, `${encodeURIComponent(id)}.jsonl`);
  };
  const read = rememberingRead();
  const queue = createSerialQueue();
  const append = (connectionId: string, records: readonly z.infer<typeof undoRecord>[]): Promise<void> =>
    queue.take(async () => {
      if (records.length === 0) return;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await appendTo(pathOf(connectionId), records.map(encodeRecord).join(''), fileBytes);
    });
  return {
    announce: (connectionId, changes) =>
      append(
        connectionId,
        changes.map((each) => ({ kind: 'change', ...each })),
      ),
    settle: (connectionId, outcomes) =>
      append(
        connectionId,
        outcomes.map((each) => ({ kind: 'outcome', ...each })),
      ).catch(() => undefined),
    read: (connectionId) =>
      queue.take(() => {
        const path = pathOf(connectionId);
        return read([older(path), path]);
      }),
    size: (connectionId) =>
      queue.take(async () => {
        const path = pathOf(connectionId);
        const sizes = await Promise.all([older(path), path].map(sizeOf));
        return { bytes: sizes.reduce((sum, each) => sum + each, 0), maxBytes: 2 * fileBytes };
      }),
    forget: (connectionId) =>
      queue.take(async () => {
        const path = pathOf(connectionId);
        await Promise.all([older(path), path].map((each) => rm(each, { force: true })));
      }),
  };
}

const older = (path: string): string => `${path}.1`;

async function appendTo(path: string, text: string, fileBytes: number): Promise<void> {
  const present = await sizeOf(path);
  if (present > 0 && present + Buffer.byteLength(text) > fileBytes) await renameSynced(path, older(path));
  await appendLines(path, text);
}

/**
 * Long lists are requested page by page and restored in parts, so the parsed files are cached until they change,
 * weakly, so that their memory can be reclaimed.
 */
function rememberingRead(): (paths: readonly string[]) => Promise<readonly StoredUndoEntry[]> {
  let known: { readonly mark: string; readonly states: WeakRef<readonly StoredUndoEntry[]> } | undefined;
  return async (paths) => {
    const mark = JSON.stringify([paths, await Promise.all(paths.map(markOf))]);
    const remembered = known?.mark === mark ? known.states.deref() : undefined;
    if (remembered !== undefined) return remembered;
    const lines = await Promise.all(paths.map(readLines));
    const entries = entriesOf(lines.flat());
    known = { mark, states: new WeakRef(entries) };
    return entries;
  };
}

/** Files only grow, or are renamed or removed: any difference changes their size, time or inode. */
async function markOf(path: string): Promise<string> {
  const found = await readIfExists(path, (present) => stat(present), null);
  return found === null ? '' : `${found.size} ${found.mtimeMs} ${found.ino}`;
}

async function readLines(path: string): Promise<z.infer<typeof undoRecord>[]> {
  return decodeEach(await readOrEmpty(path)).values.flatMap((value) => undoRecord.safeParse(value).data ?? []);
}

function entriesOf(records: readonly z.infer<typeof undoRecord>[]): StoredUndoEntry[] {
  const entries = new Map<string, StoredUndoEntry>();
  for (const record of records) {
    if (record.kind === 'change') {
      const { id, applyId, atMs, table, before, after } = record;
      entries.set(id, { id, applyId, atMs, table, before, after, state: 'uncertain', restoredEtag: null });
      continue;
    }
    const known = entries.get(record.id);
    if (known === undefined) continue;
    if (record.state === 'failed') entries.delete(record.id);
    else if (record.state === 'restored') {
      entries.set(record.id, { ...known, state: 'restored', restoredEtag: record.etag });
    } else {
      const after = known.after === null ? null : { ...known.after, etag: record.etag ?? '' };
      entries.set(record.id, { ...known, state: 'applied', after });
    }
  }
  return [...entries.values()];
}
