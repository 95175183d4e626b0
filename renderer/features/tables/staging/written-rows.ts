// What becomes of the rows on screen once their entities were written: which are read again, and which are only said to be
// old. How they show it is shown-writes.ts's business, what is staged that of staging-store.ts.
import { mapConcurrent } from '@shared/map-concurrent';
import type { EntityKeys, StagedEdit } from '@shared/model/edit';
import type { Entity } from '@shared/model/entity';
import { rowId } from '@shared/rows/packed-rows';
import { type ReadEntity, type WrittenRow, keysAfter, keysOf, writtenEntity } from './applied-edit';
import { type ShownWrites, type WrittenStore, createShownWrites } from './shown-writes';

/** Each resolves when the rows show it. */
export interface WrittenRows {
  /**
   * Edits were applied.
   * @param etags by the ids of the edits, which are as they were sent; null where they may not be: then all are read
   */
  readonly onApplied: (edits: readonly StagedEdit[], etags: ReadonlyMap<string, string | null> | null) => Promise<void>;
  /** These may be others in the table than on screen. */
  readonly readAgain: (rows: readonly EntityKeys[]) => Promise<void>;
  /** Rows that were written during this run are not what they were. */
  readonly onRestored: () => Promise<void>;
  /** Written past the staging. They are read again; of many, it is only said that the rows on screen are old. */
  readonly onRows: (rows: readonly WrittenRow[], by: string) => Promise<void>;
  /**
   * As `onRows`, by somebody who does not see these rows: only those that are loaded are read again. For others it is
   * said that the rows on screen are old; none comes on top, where it may be none of the query's.
   */
  readonly onRowsOfOthers: (rows: readonly WrittenRow[], by: string) => Promise<void>;
  /** Written past the staging, and nobody knows which rows. */
  readonly onTable: (by: string) => void;
  /** The rows of this tab show what is written until the returned function is called. A table has one tab. */
  readonly showIn: ShownWrites['showIn'];
}

/** More are not read one by one to be shown. */
export const maxReadAgain = 200;
const readsAtOnce = 8;

export function createWrittenRows(store: WrittenStore, read: ReadEntity): WrittenRows {
  const shown = createShownWrites(store);
  const { keys: writtenKeys } = shown;

  const readAll = async (rows: ReadonlyMap<string, EntityKeys>): Promise<Map<string, Entity | null>> => {
    const found = new Map<string, Entity | null>();
    await mapConcurrent([...rows], readsAtOnce, async ([id, keys]) => void found.set(id, await read(keys)));
    return found;
  };
  /** What is no longer under one pair of keys is looked for under the other pair that it got or had. */
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
      // A row that came back belongs to what is on screen, wherever the query would have it.
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
