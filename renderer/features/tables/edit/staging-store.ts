// The staged edits of one table tab as a store, and what becomes of the tab's rows once edits were applied: new
// entities with their ETags take the places of the loaded ones, deleted rows stay, struck through.
import { resultOf } from '@shared/edit/plan-edit';
import type { EntityKeys, StagedEdit } from '@shared/model/edit';
import type { ApplyResult } from '@shared/model/edit-outcome';
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
  /**
   * Takes what was applied off the stage and puts the results into the loaded rows; what was not applied stays staged.
   * `edits`: as they were applied, which after a conflict is not as they were staged.
   */
  readonly afterApply: (edits: readonly StagedEdit[], result: ApplyResult) => Promise<void>;
  /** Reads these entities again and puts them into the loaded rows, as after an undo. */
  readonly reread: (keys: readonly EntityKeys[]) => Promise<void>;
}

/** Reads one entity of the table; null where there is none. */
export type ReadEntity = (keys: EntityKeys) => Promise<Entity | null>;

export function createStagingStore(session: QuerySession, read: ReadEntity): StagingStore {
  const store = createStore<StagingState>(() => ({
    staging: staging.nothingStaged,
    landed: [],
    deleted: new Set(),
  }));
  session.store.subscribe((state, before) => {
    // A new run reads what is there now.
    if (state.run !== before.run) store.setState({ landed: [], deleted: new Set() });
  });

  /** Null: the row is gone. Rows by the id they were loaded under. */
  const show = async (rows: ReadonlyMap<string, Entity | null>): Promise<void> => {
    const present = new Map([...rows].flatMap(([id, entity]) => (entity === null ? [] : [[id, entity] as const])));
    const { landed, deleted } = store.getState();
    const gone = new Set(deleted);
    for (const [id, entity] of rows) {
      if (entity === null) gone.add(id);
      else gone.delete(id);
    }
    const inserted = landed.map((entity) => present.get(staging.rowId(entity)) ?? entity);
    store.setState({ landed: inserted, deleted: gone });
    await session.replaceRows(present);
  };

  return {
    store,
    stage: (change) => store.setState((state) => ({ staging: change(state.staging) })),
    async afterApply(edits, result) {
      const applied = new Map(
        result.outcomes.flatMap((outcome) => (outcome.kind === 'applied' ? [[outcome.editId, outcome.etag]] : [])),
      );
      const done = edits.filter(({ id }) => applied.has(id));
      store.setState((state) => {
        const left = state.staging.edits.filter(({ id }) => !applied.has(id));
        return { staging: { ...state.staging, edits: left } };
      });
      const rows = new Map<string, Entity | null>();
      const inserted: Entity[] = [];
      for (const edit of done) {
        const entity = await writtenEntity(edit, applied.get(edit.id) ?? null, read);
        if (edit.kind !== 'insert') rows.set(staging.rowId(edit.read), entity);
        else if (entity !== null) inserted.push(entity);
      }
      store.setState((state) => ({ landed: [...inserted, ...state.landed] }));
      await show(rows);
    },
    async reread(keys) {
      const rows = await Promise.all(keys.map(async (key) => [staging.rowId(key), await read(key)] as const));
      await show(new Map(rows));
    },
  };
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
