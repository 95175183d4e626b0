// Stores the staged edits of each window in files, so that they survive a crash, and answers the calls of the windows.
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { createSerialQueue } from '@shared/serial-queue';
import { type StagedEdit, stagedEdit } from '@shared/model/edit';
import { windowName } from '@shared/model/app';
import { MiB } from '@shared/units';
import { namesIn } from '../../../disk/read-if-exists';
import { setAside, writeWhole } from '../../../disk/whole-file';
import { appendLines, readOrEmpty, sizeOf } from '../../journal/append-lines';
import { decodeEach, encodeRecord } from '../../journal/record-line';
import type { CallHandlers } from '@shared/ipc/contract';
import type { stagedCalls } from '@shared/ipc/contract/table-edit';
import { localError } from '../../../disk/local-error';

export interface Staged {
  readonly calls: Pick<CallHandlers<'engine'>, keyof typeof stagedCalls>;
  /** Removes everything that was staged on a removed connection. */
  readonly forgetConnection: StagedFiles['forgetConnection'];
  /** Resolves when all requested writes are on disk. */
  dispose(): Promise<void>;
}

export function createStaged(options: StagedFilesOptions): Staged {
  const files = openStagedFiles(options);
  const folder = join(options.stateDir, 'staged');
  const local = <T>(work: Promise<T>): Promise<T> =>
    work.catch((thrown: unknown) => {
      throw localError(thrown, folder);
    });
  return {
    calls: {
      'staged.read': async ({ window }) =>
        [...(await local(files.read(window)))].map((each) => ({ ...each, edits: [...each.edits] })),
      'staged.keep': async ({ window, connectionId, table, gone, edits }) => {
        await local(files.keep(window, gone, { connectionId, table, edits }));
        return {};
      },
    },
    forgetConnection: (connectionId) => local(files.forgetConnection(connectionId)),
    dispose: () => files.ended(),
  };
}

const onTable = { connectionId: z.string(), table: z.string() };
const stagedRecord = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('staged'), ...onTable, edit: stagedEdit }),
  z.object({ kind: z.literal('gone'), ...onTable, id: z.string() }),
]);
type StagedRecord = z.infer<typeof stagedRecord>;

export interface StoredStaging {
  readonly connectionId: string;
  readonly table: string;
  /** In the order of staging. */
  readonly edits: readonly StagedEdit[];
}

export interface StagedFiles {
  read(window: string): Promise<readonly StoredStaging[]>;
  /** On disk when the promise resolves. Throws what the file system throws. */
  keep(window: string, gone: readonly string[], staged: StoredStaging): Promise<void>;
  /** Removes the staged edits of every window. */
  forgetConnection(connectionId: string): Promise<void>;
  /** Resolves when all requested operations are done. */
  ended(): Promise<void>;
}

export interface StagedFilesOptions {
  readonly stateDir: string;
  /** Wall time in ms, for the name of a copy that is set aside. */
  readonly now: () => number;
  readonly log: (line: string) => void;
  /** A file smaller than this is not rewritten while it is in use. */
  readonly roomyBytes?: number;
}

const suffix = '.jsonl';

export function openStagedFiles({ stateDir, now, log, roomyBytes = 16 * MiB }: StagedFilesOptions): StagedFiles {
  const folder = join(stateDir, 'staged');
  const pathOf = (window: string): string => join(folder, `${windowName.parse(window)}${suffix}`);
  const queue = createSerialQueue();
  /** For each file: its length when all its lines were last current, and the current edits. */
  const known = new Map<string, { readonly tightBytes: number; readonly inForce: Set<string> }>();

  const readTight = async (path: string): Promise<readonly StoredStaging[]> => {
    const { values, damaged } = decodeEach(await readOrEmpty(path));
    const records = values.flatMap((value) => stagedRecord.safeParse(value).data ?? []);
    const unknown = damaged + values.length - records.length;
    const stored = inForce(records);
    if (unknown > 0) {
      const copy = await setAside(path, now());
      log(`Of what was staged ${unknown} lines could not be read; a copy of the file is at ${copy}.`);
    }
    const lines = stored.reduce((sum, { edits }) => sum + edits.length, 0);
    if (unknown > 0 || lines < records.length) await writeTight(path, stored);
    const keys = stored.flatMap((each) => each.edits.map(({ id }) => keyOf(each, id)));
    known.set(path, { tightBytes: await sizeOf(path), inForce: new Set(keys) });
    return stored;
  };

  return {
    read: (window) => queue.take(() => readTight(pathOf(window))),
    keep: (window, gone, { connectionId, table, edits }) =>
      queue.take(async () => {
        const path = pathOf(window);
        const records: readonly StagedRecord[] = [
          ...gone.map((id) => ({ kind: 'gone' as const, connectionId, table, id })),
          ...edits.map((edit) => ({ kind: 'staged' as const, connectionId, table, edit })),
        ];
        if (records.length === 0) return;
        if (!known.has(path)) await readTight(path);
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await appendLines(path, records.map(encodeRecord).join(''));
        const { tightBytes, inForce: keys } = known.get(path) ?? { tightBytes: 0, inForce: new Set<string>() };
        for (const id of gone) keys.delete(keyOf({ connectionId, table }, id));
        for (const { id } of edits) keys.add(keyOf({ connectionId, table }, id));
        const bytes = await sizeOf(path);
        // Applied or discarded edits should stay on disk no longer than necessary.
        if (keys.size === 0 || (bytes > roomyBytes && bytes > 3 * tightBytes)) await readTight(path);
      }),
    forgetConnection: (connectionId) =>
      queue.take(async () => {
        for (const path of await filesIn(folder)) {
          const stored = await readTight(path);
          const others = stored.filter((each) => each.connectionId !== connectionId);
          if (others.length === stored.length) continue;
          await writeTight(path, others);
          known.delete(path);
        }
      }),
    ended: () => queue.ended(),
  };
}

function keyOf({ connectionId, table }: Pick<StoredStaging, 'connectionId' | 'table'>, id: string): string {
  return JSON.stringify([connectionId, table, id]);
}

/** By table; a changed edit retains its position. */
function inForce(records: readonly StagedRecord[]): readonly StoredStaging[] {
  const tables = new Map<string, { connectionId: string; table: string; edits: Map<string, StagedEdit> }>();
  for (const record of records) {
    const { connectionId, table } = record;
    const key = JSON.stringify([connectionId, table]);
    const of = tables.get(key) ?? { connectionId, table, edits: new Map<string, StagedEdit>() };
    tables.set(key, of);
    if (record.kind === 'staged') of.edits.set(record.edit.id, record.edit);
    else of.edits.delete(record.id);
  }
  return [...tables.values()]
    .filter(({ edits }) => edits.size > 0)
    .map(({ connectionId, table, edits }) => ({ connectionId, table, edits: [...edits.values()] }));
}

/** If nothing is staged, there is no file. */
async function writeTight(path: string, stored: readonly StoredStaging[]): Promise<void> {
  if (stored.length === 0) {
    await rm(path, { force: true });
    return;
  }
  const records = stored.flatMap(({ connectionId, table, edits }) =>
    edits.map((edit): StagedRecord => ({ kind: 'staged', connectionId, table, edit })),
  );
  await writeWhole(path, records.map(encodeRecord).join(''));
}

async function filesIn(folder: string): Promise<readonly string[]> {
  return (await namesIn(folder)).filter((name) => name.endsWith(suffix)).map((name) => join(folder, name));
}
