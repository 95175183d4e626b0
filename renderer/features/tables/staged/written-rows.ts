// What becomes of the rows on screen once their entities were written: new ones with their ETags take the places of the
// loaded ones, inserted ones stand on top, deleted rows stay, struck through. What is staged is staging-store.ts's business.
import { inLanes } from '@shared/in-lanes';
import type { EntityKeys, StagedEdit } from '@shared/model/edit';
import type { Entity } from '@shared/model/entity';
import { rowId } from '@shared/rows/packed-rows';
import { t } from '@shared/strings/t';
import type { StoreApi } from 'zustand/vanilla';
import type { ResultSession } from '../session/result-session';
import { withRows } from '../session/with-rows';
import { type ReadEntity, type WrittenRow, keysAfter, keysOf, writtenEntity } from './applied-edit';
import { WrittenKeys } from './written-keys';

export interface WrittenState {
  /** Entities inserted during this run of the query, newest first; they stand above its rows. */
  readonly landed: readonly Entity[];
  /** Ids (`rowId`) of rows deleted during this run. */
  readonly deleted: ReadonlySet<string>;
  /** What wrote to the table since its rows were read, where they cannot show what; null for nothing. */
  readonly overtakenBy: string | null;
  /** Grows whenever this window wrote to the table: an entity that was read before may be another now. */
  readonly writes: number;
}

export const nothingWritten: WrittenState = { landed: [], deleted: new Set(), overtakenBy: null, writes: 0 };

export type RowsOnScreen = Pick<ResultSession, 'store' | 'rows' | 'replaceRows'>;

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
  /**
   * From now on the rows of a tab show what is written, until the returned function is called. One tab at a time, as a
   * table has one.
   */
  readonly showIn: (rows: RowsOnScreen) => () => void;
}

/** More are not read one by one to be shown. */
export const mostReadAgain = 200;
const readsAtOnce = 8;

export function createWrittenRows(
  store: Pick<StoreApi<WrittenState>, 'getState' | 'setState'>,
  read: ReadEntity,
): WrittenRows {
  let onScreen: RowsOnScreen | undefined;
  /** Of this run. */
  const writtenKeys = new WrittenKeys();
  /** What wrote last while the rows of the run before were set aside; they do not show it. */
  let wroteMeanwhile: string | undefined;
  const startOver = (): void => {
    writtenKeys.clear();
    store.setState({ landed: [], deleted: new Set(), overtakenBy: null });
  };
  const wrote = (): void => store.setState(({ writes }) => ({ writes: writes + 1 }));

  /** Null: the row is gone. Rows by the id they were loaded under. Resolves with the ids that no row has. */
  const show = async (rows: ReadonlyMap<string, Entity | null>): Promise<ReadonlySet<string>> => {
    wrote();
    if (onScreen === undefined) return new Set(rows.keys());
    const present = new Map([...rows].flatMap(([id, entity]) => (entity === null ? [] : [[id, entity] as const])));
    const { landed, deleted } = store.getState();
    const gone = new Set(deleted);
    for (const [id, entity] of rows) {
      if (entity === null) gone.add(id);
      else gone.delete(id);
    }
    const inserted = landed.map((entity) => present.get(rowId(entity)) ?? entity);
    store.setState({ landed: inserted, deleted: gone });
    const known = new Set(inserted.map(rowId));
    return new Set([...(await onScreen.replaceRows(present))].filter((id) => !known.has(id)));
  };

  const land = (entity: Entity): void => store.setState(({ landed }) => ({ landed: [entity, ...landed] }));

  /** What a page brought stands in its own place from now on. */
  const leaveTop = (rows: ResultSession['rows'], from: number, to: number): void => {
    const { landed } = store.getState();
    if (landed.length === 0) return;
    const arrived = new Set<string>();
    for (let index = from; index < to; index += 1) {
      const row = rows.at(index);
      if (row !== undefined) arrived.add(rowId(row));
    }
    const left = landed.filter((entity) => !arrived.has(rowId(entity)));
    if (left.length < landed.length) store.setState({ landed: left });
  };

  const overtake = (by: string): void => {
    wrote();
    wroteMeanwhile = by;
    // Rows that nobody read cannot be old.
    if (onScreen?.store.getState().query !== undefined) store.setState({ overtakenBy: by });
  };

  const readAll = async (rows: ReadonlyMap<string, EntityKeys>): Promise<Map<string, Entity | null>> => {
    const found = new Map<string, Entity | null>();
    await inLanes([...rows], readsAtOnce, async ([id, keys]) => void found.set(id, await read(keys)));
    return found;
  };

  /**
   * Whether the rows on screen are still those of the run. Where they were read later, they show what was written; those
   * that came back from before do not, and those that are set aside now will not.
   */
  const stillShows = (run: number, by: string): boolean => {
    const now = onScreen?.store.getState().run;
    if (now === run) return true;
    if (now !== undefined && now < run) overtake(by);
    else wrote();
    wroteMeanwhile = by;
    return false;
  };

  const onRows: WrittenRows['onRows'] = async (rows, by) => {
    if (onScreen === undefined) {
      wrote();
      return;
    }
    if (rows.length > mostReadAgain) {
      overtake(by);
      return;
    }
    const { run } = onScreen.store.getState();
    const keys = rows.flatMap(({ from, to }) => [from, to]).filter((each) => each !== null);
    for (const { from, to } of rows) {
      if (from !== null && to !== null && rowId(from) !== rowId(to)) {
        // What is no longer under the one is looked for under the other.
        writtenKeys.noteChange(to, from);
      }
    }
    const found = await readAll(new Map(keys.map((each) => [rowId(each), each])));
    if (!stillShows(run, by)) return;
    wroteMeanwhile = by;
    const missing = await show(
      new Map([...found].map(([id, entity]) => [id, entity ?? writtenKeys.comeBack(id, found)])),
    );
    for (const { from, to } of rows) {
      const entity = to === null ? null : found.get(rowId(to));
      // A row that came back belongs to what is on screen, wherever the query would have it.
      if (from === null && entity && missing.has(rowId(entity))) land(entity);
    }
  };

  return {
    async onApplied(edits, etags) {
      const rows = new Map<string, Entity | null>();
      await inLanes(edits, readsAtOnce, async (edit) => {
        const entity =
          etags === null ? await read(keysAfter(edit)) : await writtenEntity(edit, etags.get(edit.id) ?? null, read);
        for (const keys of keysOf(edit)) writtenKeys.note(keys);
        if (edit.kind === 'change-keys') writtenKeys.noteChange(edit.read, edit.to);
        if (edit.kind !== 'insert') rows.set(rowId(edit.read), entity);
        else if (entity !== null && onScreen !== undefined) land(entity);
      });
      await show(rows);
    },
    async readAgain(rows) {
      await show(await readAll(new Map(rows.map((keys) => [rowId(keys), keys]))));
    },
    async onRestored() {
      const found = await readAll(writtenKeys.all);
      const rows = new Map([...found].map(([id, entity]) => [id, entity ?? writtenKeys.comeBack(id, found)]));
      await show(rows);
    },
    onRows,
    async onRowsOfOthers(rows, by) {
      if (onScreen === undefined || rows.length > mostReadAgain) {
        await onRows(rows, by);
        return;
      }
      const { run } = onScreen.store.getState();
      const ids = ({ from, to }: WrittenRow): string[] =>
        [from, to].flatMap((keys) => (keys === null ? [] : rowId(keys)));
      const loaded = await onScreen.rows.loadedOf(new Set(rows.flatMap(ids)));
      if (!stillShows(run, by)) return;
      for (const entity of store.getState().landed) loaded.add(rowId(entity));
      const shown = rows.filter((row) => ids(row).some((id) => loaded.has(id)));
      if (shown.length < rows.length) overtake(by);
      if (shown.length > 0) await onRows(shown, by);
    },
    onTable: overtake,
    showIn(rows) {
      onScreen = rows;
      startOver();
      // A new run reads what is there now.
      const stopRuns = withRows(rows, {
        take() {
          wroteMeanwhile = undefined;
          return { keys: writtenKeys.copy(), state: store.getState() };
        },
        startOver,
        // What was written while the other run was tried is not in these rows either.
        bringBack(taken) {
          const { landed, deleted, overtakenBy, writes } = store.getState();
          const by = writes === taken.state.writes ? null : (wroteMeanwhile ?? t`This window`);
          writtenKeys.add(taken.keys);
          store.setState({
            landed: [...landed, ...taken.state.landed],
            deleted: new Set([...taken.state.deleted, ...deleted]),
            overtakenBy: overtakenBy ?? by ?? taken.state.overtakenBy,
          });
        },
      });
      const stopRows = rows.store.subscribe((state, before) => {
        if (state.run === before.run && state.rowCount > before.rowCount) {
          leaveTop(rows.rows, before.rowCount, state.rowCount);
        }
      });
      return () => {
        stopRuns();
        stopRows();
        if (onScreen !== rows) return;
        onScreen = undefined;
        startOver();
      };
    },
  };
}
