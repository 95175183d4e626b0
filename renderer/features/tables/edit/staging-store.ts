// The staged edits of one table as a store, and what becomes of the rows on screen once edits were applied: new
// entities with their ETags take the places of the loaded ones, deleted rows stay, struck through.
import { resultOf } from '@shared/edit/plan-edit';
import type { EntityKeys, StagedEdit } from '@shared/model/edit';
import type { EditOutcome } from '@shared/model/edit-outcome';
import type { Entity } from '@shared/model/entity';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { QuerySession } from '../session/query-session';
import * as staging from './staging';

export interface StagingState {
  readonly staging: staging.Staging;
  /** Entities inserted during this run of the query, newest first; they stand above its rows. */
  readonly landed: readonly Entity[];
  /** Ids (`rowId`) of rows deleted during this run. */
  readonly deleted: ReadonlySet<string>;
}

export interface StagingStore {
  readonly store: StoreApi<StagingState>;
  /** Replaces the staged edits by what the function makes of them. */
  readonly stage: (change: (before: staging.Staging) => staging.Staging) => void;
  /** What the review tells of the edits that it was given. Resolves when the rows show it. */
  readonly results: {
    /**
     * Applied edits are done: they leave the stage, and the rows show what the table holds now. `sent`: the edits as
     * they were sent, from which that is known; without them it is read.
     */
    readonly onOutcomes: (outcomes: readonly EditOutcome[], sent?: readonly StagedEdit[]) => Promise<void>;
    /** Edits that a person gave up for what the table holds. */
    readonly onDropped: (editIds: readonly string[]) => Promise<void>;
    /** Rows that were written during this run are not what they were. */
    readonly onRestored: () => Promise<void>;
  };
  /**
   * From now on the rows of a tab show what is applied, until the returned function is called. One tab at a time, as a
   * table has one; without any, only the staging itself is kept.
   */
  readonly showIn: (rows: RowsOnScreen) => () => void;
}

export type RowsOnScreen = Pick<QuerySession, 'store' | 'replaceRows'>;

/** Reads one entity of the table; null where there is none. */
export type ReadEntity = (keys: EntityKeys) => Promise<Entity | null>;

export function createStagingStore(read: ReadEntity): StagingStore {
  const store = createStore<StagingState>(() => ({
    staging: staging.nothingStaged,
    landed: [],
    deleted: new Set(),
  }));
  let onScreen: RowsOnScreen | undefined;
  /** Keys that were written during this run. */
  const written = new Map<string, EntityKeys>();
  /** The keys that an entity had before it got those of the id. */
  const keysBefore = new Map<string, EntityKeys>();
  const startOver = (): void => {
    written.clear();
    keysBefore.clear();
    store.setState({ landed: [], deleted: new Set() });
  };

  /** Null: the row is gone. Rows by the id they were loaded under. */
  const show = async (rows: ReadonlyMap<string, Entity | null>): Promise<void> => {
    if (onScreen === undefined) return;
    const present = new Map([...rows].flatMap(([id, entity]) => (entity === null ? [] : [[id, entity] as const])));
    const { landed, deleted } = store.getState();
    const gone = new Set(deleted);
    for (const [id, entity] of rows) {
      if (entity === null) gone.add(id);
      else gone.delete(id);
    }
    const inserted = landed.map((entity) => present.get(staging.rowId(entity)) ?? entity);
    store.setState({ landed: inserted, deleted: gone });
    await onScreen.replaceRows(present);
  };

  const readAll = async (rows: ReadonlyMap<string, EntityKeys>): Promise<Map<string, Entity | null>> => {
    const found = new Map<string, Entity | null>();
    await inLanes([...rows], async ([id, keys]) => void found.set(id, await read(keys)));
    return found;
  };

  /** The entity that stands again under the keys it had before, where the changes of its keys were taken back. */
  const comeBack = (id: string, found: ReadonlyMap<string, Entity | null>): Entity | null => {
    for (let keys = keysBefore.get(id); keys !== undefined; keys = keysBefore.get(staging.rowId(keys))) {
      const entity = found.get(staging.rowId(keys));
      if (entity !== null && entity !== undefined) return entity;
    }
    return null;
  };

  const leave = (editIds: ReadonlySet<string>): readonly StagedEdit[] => {
    const { edits } = store.getState().staging;
    store.setState((state) => ({
      staging: { ...state.staging, edits: state.staging.edits.filter(({ id }) => !editIds.has(id)) },
    }));
    return edits.filter(({ id }) => editIds.has(id));
  };

  return {
    store,
    stage: (change) => store.setState((state) => ({ staging: change(state.staging) })),
    results: {
      async onOutcomes(outcomes, sent) {
        const etags = new Map(
          outcomes.flatMap((outcome) => (outcome.kind === 'applied' ? [[outcome.editId, outcome.etag]] : [])),
        );
        const left = leave(new Set(etags.keys()));
        const rows = new Map<string, Entity | null>();
        await inLanes(sent?.filter(({ id }) => etags.has(id)) ?? left, async (edit) => {
          const etag = etags.get(edit.id) ?? null;
          const entity = sent === undefined ? await read(keysAfter(edit)) : await writtenEntity(edit, etag, read);
          for (const keys of keysOf(edit)) written.set(staging.rowId(keys), keys);
          if (edit.kind === 'change-keys') keysBefore.set(staging.rowId(edit.to), edit.read);
          if (edit.kind !== 'insert') rows.set(staging.rowId(edit.read), entity);
          else if (entity !== null && onScreen !== undefined)
            store.setState((state) => ({ landed: [entity, ...state.landed] }));
        });
        await show(rows);
      },
      async onDropped(editIds) {
        const left = leave(new Set(editIds));
        const read = left.flatMap((edit) => (edit.kind === 'insert' ? [] : [edit.read]));
        await show(await readAll(new Map(read.map((keys) => [staging.rowId(keys), keys]))));
      },
      async onRestored() {
        const found = await readAll(written);
        const rows = new Map([...found].map(([id, entity]) => [id, entity ?? comeBack(id, found)]));
        await show(rows);
      },
    },
    showIn(rows) {
      onScreen = rows;
      startOver();
      const stop = rows.store.subscribe((state, before) => {
        // A new run reads what is there now.
        if (state.run !== before.run) startOver();
      });
      return () => {
        stop();
        if (onScreen !== rows) return;
        onScreen = undefined;
        startOver();
      };
    },
  };
}

function keysOf(edit: StagedEdit): readonly EntityKeys[] {
  if (edit.kind === 'insert') return [edit.entity];
  return edit.kind === 'change-keys' ? [edit.read, edit.to] : [edit.read];
}

function keysAfter(edit: StagedEdit): EntityKeys {
  if (edit.kind === 'insert') return edit.entity;
  return edit.kind === 'change-keys' ? edit.to : edit.read;
}

const lanes = 8;

/** A few at a time: each may ask the service. */
async function inLanes<T>(items: readonly T[], act: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const lane = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await act(item);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

/** What the table holds after an edit, with its new ETag; read anew where the edit alone does not tell. */
async function writtenEntity(edit: StagedEdit, etag: string | null, read: ReadEntity): Promise<Entity | null> {
  const result = resultOf(edit);
  if (result === null || etag === null) return null;
  const isExact = edit.kind === 'insert' ? edit.mode === 'insert' : edit.condition === 'as-read';
  if (!isExact) return read(result);
  const { partitionKey, rowKey, properties } = result;
  return { partitionKey, rowKey, properties, etag, timestamp: timestampOf(etag) };
}

/** The service makes its ETags of the Timestamp; empty where one is made of something else. */
export function timestampOf(etag: string): string {
  const text = /^W\/"datetime'([^']+)'"$/.exec(etag)?.[1];
  try {
    return text === undefined ? '' : decodeURIComponent(text);
  } catch {
    return '';
  }
}
