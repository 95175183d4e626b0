// Shows written entities among the rows on screen: changed ones replace the loaded ones, inserted ones are on top,
// deleted rows stay, struck through. Follows one run at a time; its marks return when an earlier run returns.
import type { Entity } from '@shared/model/entity';
import { rowId } from '@shared/rows/packed-rows';
import { t } from '@shared/strings/t';
import type { StoreApi } from 'zustand/vanilla';
import type { QueryRun } from '../result/query-run';
import { withRows } from '../result/run-state';
import type { EntityKeys } from '@shared/model/edit';

export interface WrittenState {
  /** Entities inserted during this run of the query, newest first; they are shown above its rows. */
  readonly landed: readonly Entity[];
  /** Ids (`rowId`) of rows deleted during this run. */
  readonly deleted: ReadonlySet<string>;
  /** The work, such as an import, that wrote to the table after these rows were read; null for none. */
  readonly overtakenBy: string | null;
  /** Grows whenever this window wrote to the table: an entity that was read before may be outdated. */
  readonly writes: number;
}

export const nothingWritten: WrittenState = { landed: [], deleted: new Set(), overtakenBy: null, writes: 0 };

export type WrittenStore = Pick<StoreApi<WrittenState>, 'getState' | 'setState'>;
export type RowsOnScreen = Pick<QueryRun, 'store' | 'rows' | 'replaceRows'>;

export interface ShownWrites {
  /** The keys that were written during this run. */
  readonly keys: WrittenKeys;
  /** Undefined while no tab shows rows of the table. */
  readonly rows: () => RowsOnScreen | undefined;
  /** Counts a write that no rows on screen show. */
  readonly noteWrite: () => void;
  /**
   * Replaces the rows that were loaded under these ids; null: the row is gone.
   * @returns the ids that no row has
   */
  readonly show: (rows: ReadonlyMap<string, Entity | null>) => Promise<ReadonlySet<string>>;
  /** Shows an inserted entity above the rows. */
  readonly land: (entity: Entity) => void;
  /** Marks the rows on screen as outdated: `by` wrote something they do not show. */
  readonly overtake: (by: string) => void;
  /**
   * Whether the rows on screen are still those of `run`, so that the write of `by` can be shown. If not, counts the write:
   * rows of a later run were read after it, but rows of an earlier run that returned do not show it.
   */
  readonly stillShows: (run: number, by: string) => boolean;
  /** Shows writes among these rows until the returned function is called. */
  readonly showIn: (rows: RowsOnScreen) => () => void;
}

export function createShownWrites(store: WrittenStore): ShownWrites {
  let onScreen: RowsOnScreen | undefined;
  const keys = new WrittenKeys();
  /** Who wrote last while the rows of the previous run were set aside; those rows do not show it. */
  let wroteMeanwhile: string | undefined;

  const startOver = (): void => {
    keys.clear();
    store.setState({ landed: [], deleted: new Set(), overtakenBy: null });
  };
  const noteWrite = (): void => store.setState(({ writes }) => ({ writes: writes + 1 }));
  const overtake = (by: string): void => {
    noteWrite();
    wroteMeanwhile = by;
    // Without rows there is nothing to be outdated.
    if (onScreen?.store.getState().query !== undefined) store.setState({ overtakenBy: by });
  };

  /** A row that a page contains is shown at its position, and no longer above the others. */
  const leaveTop = (rows: QueryRun['rows'], from: number, to: number): void => {
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

  return {
    keys,
    rows: () => onScreen,
    noteWrite,
    async show(rows) {
      noteWrite();
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
    },
    land: (entity) => store.setState(({ landed }) => ({ landed: [entity, ...landed] })),
    overtake,
    stillShows(run, by) {
      const now = onScreen?.store.getState().run;
      if (now !== run) {
        if (now !== undefined && now < run) overtake(by);
        else noteWrite();
      }
      wroteMeanwhile = by;
      return now === run;
    },
    showIn(rows) {
      onScreen = rows;
      startOver();
      const stopRuns = withRows(rows, {
        take() {
          wroteMeanwhile = undefined;
          return { keys: keys.copy(), state: store.getState() };
        },
        // A new run reads the present state.
        startOver,
        // These rows do not include writes made during the other run.
        bringBack(taken) {
          const { landed, deleted, overtakenBy, writes } = store.getState();
          const by = writes === taken.state.writes ? null : (wroteMeanwhile ?? t`This window`);
          keys.add(taken.keys);
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

/** The keys written during a run of the query, and the keys that an entity had before they were changed. */
class WrittenKeys {
  readonly #written = new Map<string, EntityKeys>();
  /** The earlier keys, by the id of the later ones. */
  readonly #before = new Map<string, EntityKeys>();

  /** All that were written, by their ids. */
  get all(): ReadonlyMap<string, EntityKeys> {
    return this.#written;
  }

  note(keys: EntityKeys): void {
    this.#written.set(rowId(keys), keys);
  }

  noteChange(before: EntityKeys, now: EntityKeys): void {
    this.#before.set(rowId(now), before);
  }

  /**
   * The entity under its earlier keys, if the changes of its keys were undone.
   * @param id of keys without an entity
   * @param found the entities in the table, by the ids of the keys that were read
   */
  comeBack(id: string, found: ReadonlyMap<string, Entity | null>): Entity | null {
    const seen = new Set([id]);
    for (let keys = this.#before.get(id); keys !== undefined; keys = this.#before.get(rowId(keys))) {
      const before = rowId(keys);
      const entity = found.get(before);
      if (entity !== null && entity !== undefined) return entity;
      // Keys can change back and forth.
      if (seen.has(before)) return null;
      seen.add(before);
    }
    return null;
  }

  clear(): void {
    this.#written.clear();
    this.#before.clear();
  }

  /** A copy, which later notes do not change. */
  copy(): WrittenKeys {
    const copy = new WrittenKeys();
    copy.add(this);
    return copy;
  }

  /** The others win where both hold the same keys. */
  add(others: WrittenKeys): void {
    for (const [id, keys] of others.#written) this.#written.set(id, keys);
    for (const [id, keys] of others.#before) this.#before.set(id, keys);
  }
}
