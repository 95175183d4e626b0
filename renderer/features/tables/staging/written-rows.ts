// Updates the rows on screen after their entities were written, here or in another window: which are read again, and
// which are only marked as outdated. How they are shown is shown-writes.ts.
import { mapConcurrent } from '@shared/map-concurrent';
import { type EntityKeys, type StagedEdit, entityKeys } from '@shared/model/edit';
import type { Entity } from '@shared/model/entity';
import { rowId } from '@shared/rows/packed-rows';
import { type ShownWrites, type WrittenStore, createShownWrites } from './shown-writes';
import { resultOf } from '@shared/edit/plan-edit';
import { timestampOf } from '@shared/model/entity-etag';
import { z } from 'zod';

/** Each resolves when the rows show it. */
export interface WrittenRows {
  /**
   * Edits were applied.
   * @param etags by the ids of the edits as they were sent; null if the edits may differ, so that all are read
   */
  readonly onApplied: (edits: readonly StagedEdit[], etags: ReadonlyMap<string, string | null> | null) => Promise<void>;
  /** Reads rows that may differ from those on screen. */
  readonly readAgain: (rows: readonly EntityKeys[]) => Promise<void>;
  /** Rows written during this run were restored. */
  readonly onRestored: () => Promise<void>;
  /** Written from elsewhere. They are read again; if there are many, the rows on screen are only marked as outdated. */
  readonly onRows: (rows: readonly WrittenRow[], by: string) => Promise<void>;
  /**
   * As `onRows`, for writes made without these rows in view: only loaded rows are read again. For others the rows on
   * screen are marked as outdated; none is put on top, because it may not match the query.
   */
  readonly onRowsOfOthers: (rows: readonly WrittenRow[], by: string) => Promise<void>;
  /** Unknown rows were written from elsewhere. */
  readonly onTable: (by: string) => void;
  /** Shows writes in the rows of this tab until the returned function is called. A table has one tab. */
  readonly showIn: ShownWrites['showIn'];
}

/** More rows are not read one by one. */
const maxReadAgain = 200;
const readsAtOnce = 8;

export function createWrittenRows(store: WrittenStore, read: ReadEntity): WrittenRows {
  const shown = createShownWrites(store);
  const { keys: writtenKeys } = shown;

  const readAll = async (rows: ReadonlyMap<string, EntityKeys>): Promise<Map<string, Entity | null>> => {
    const found = new Map<string, Entity | null>();
    await mapConcurrent([...rows], readsAtOnce, async ([id, keys]) => void found.set(id, await read(keys)));
    return found;
  };
  /** An entity that is missing under one pair of keys is looked up under its other pair. */
  const underOtherKeys = (found: ReadonlyMap<string, Entity | null>): ReadonlyMap<string, Entity | null> =>
    new Map([...found].map(([id, entity]) => [id, entity ?? writtenKeys.comeBack(id, found)]));

  const onRows: WrittenRows['onRows'] = async (rows, by) => {
    const onScreen = shown.rows();
    if (onScreen === undefined) {
      shown.noteWrite();
      return;
    }
    if (rows.length > maxReadAgain) {
      shown.overtake(by);
      return;
    }
    const { run } = onScreen.store.getState();
    const keys = rows.flatMap(({ from, to }) => [from, to]).filter((each) => each !== null);
    for (const { from, to } of rows) {
      if (from !== null && to !== null && rowId(from) !== rowId(to)) writtenKeys.noteChange(to, from);
    }
    const found = await readAll(new Map(keys.map((each) => [rowId(each), each])));
    if (!shown.stillShows(run, by)) return;
    const missing = await shown.show(underOtherKeys(found));
    for (const { from, to } of rows) {
      const entity = to === null ? null : found.get(rowId(to));
      // A restored row belongs to the rows on screen, wherever the query would have it.
      if (from === null && entity && missing.has(rowId(entity))) shown.land(entity);
    }
  };

  return {
    async onApplied(edits, etags) {
      const rows = new Map<string, Entity | null>();
      await mapConcurrent(edits, readsAtOnce, async (edit) => {
        const entity =
          etags === null ? await read(keysAfter(edit)) : await writtenEntity(edit, etags.get(edit.id) ?? null, read);
        for (const keys of keysOf(edit)) writtenKeys.note(keys);
        if (edit.kind === 'change-keys') writtenKeys.noteChange(edit.read, edit.to);
        if (edit.kind !== 'insert') rows.set(rowId(edit.read), entity);
        else if (entity !== null && shown.rows() !== undefined) shown.land(entity);
      });
      await shown.show(rows);
    },
    async readAgain(rows) {
      await shown.show(await readAll(new Map(rows.map((keys) => [rowId(keys), keys]))));
    },
    async onRestored() {
      await shown.show(underOtherKeys(await readAll(writtenKeys.all)));
    },
    onRows,
    async onRowsOfOthers(rows, by) {
      const onScreen = shown.rows();
      if (onScreen === undefined || rows.length > maxReadAgain) {
        await onRows(rows, by);
        return;
      }
      const { run } = onScreen.store.getState();
      const ids = ({ from, to }: WrittenRow): string[] =>
        [from, to].flatMap((keys) => (keys === null ? [] : rowId(keys)));
      const loaded = await onScreen.rows.loadedOf(new Set(rows.flatMap(ids)));
      if (!shown.stillShows(run, by)) return;
      for (const entity of store.getState().landed) loaded.add(rowId(entity));
      const ofLoaded = rows.filter((row) => ids(row).some((id) => loaded.has(id)));
      if (ofLoaded.length < rows.length) shown.overtake(by);
      if (ofLoaded.length > 0) await onRows(ofLoaded, by);
    },
    onTable: shown.overtake,
    showIn: shown.showIn,
  };
}

/** A row that was written, by its keys before and after; null if it did not or does not exist. */
export interface WrittenRow {
  readonly from: EntityKeys | null;
  readonly to: EntityKeys | null;
}

/** Reads one entity of the table; null where there is none. */
export type ReadEntity = (keys: EntityKeys) => Promise<Entity | null>;

/** All keys that the edit wrote to. */
function keysOf(edit: StagedEdit): readonly EntityKeys[] {
  if (edit.kind === 'insert') return [edit.entity];
  return edit.kind === 'change-keys' ? [edit.read, edit.to] : [edit.read];
}

export function writtenBy(edit: StagedEdit): WrittenRow {
  return { from: edit.kind === 'insert' ? null : edit.read, to: edit.kind === 'delete' ? null : keysAfter(edit) };
}

/** The keys that the entity has after the edit, or had when it was deleted. */
function keysAfter(edit: StagedEdit): EntityKeys {
  if (edit.kind === 'insert') return edit.entity;
  return edit.kind === 'change-keys' ? edit.to : edit.read;
}

/** The entity after an edit, with its new ETag; read from the table if the edit does not determine it. */
async function writtenEntity(edit: StagedEdit, etag: string | null, read: ReadEntity): Promise<Entity | null> {
  const result = resultOf(edit);
  if (result === null || etag === null) return null;
  const isExact = edit.kind === 'insert' ? edit.mode === 'insert' : edit.condition === 'as-read';
  if (!isExact) return read(result);
  const { partitionKey, rowKey, properties } = result;
  return { partitionKey, rowKey, properties, etag, timestamp: timestampOf(etag) };
}

/** Null if the rows are unknown. */
export type WrittenTogether = readonly WrittenRow[] | null;

interface SharedTable {
  readonly connectionId: string;
  readonly table: string;
}

const keys = entityKeys.nullable();
const messageSchema = z.object({
  connectionId: z.string(),
  table: z.string(),
  rows: z.array(z.object({ from: keys, to: keys })).nullable(),
});

const channelName = 'written-rows';
let channel: BroadcastChannel | undefined;

/** Receives writes of other windows, and sends those of this one, until the returned function is called. */
export function shareWrites(onReceived: (location: SharedTable, rows: WrittenTogether) => void): () => void {
  const own = new BroadcastChannel(channelName);
  channel = own;
  own.onmessage = ({ data }: MessageEvent<unknown>) => {
    const message = messageSchema.safeParse(data);
    if (message.success) onReceived(message.data, message.data.rows);
  };
  return () => {
    own.close();
    if (channel === own) channel = undefined;
  };
}

/** Sends keys only; other windows read the rows they show. Does nothing before `shareWrites`. */
export function notifyOtherWindows({ connectionId, table }: SharedTable, rows: WrittenTogether): void {
  // More rows than a window would read again are sent as unknown.
  const named = rows === null || rows.length > maxReadAgain ? null : rows.map(keysOnly);
  const message: z.infer<typeof messageSchema> = { connectionId, table, rows: named };
  channel?.postMessage(message);
}

function keysOnly({ from, to }: WrittenRow): WrittenRow {
  return { from: pair(from), to: pair(to) };
}

function pair(of: WrittenRow['from']): WrittenRow['from'] {
  return of === null ? null : { partitionKey: of.partitionKey, rowKey: of.rowKey };
}
