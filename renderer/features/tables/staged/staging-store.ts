// The staged edits of one table as a store, and what becomes of the rows on screen once edits were applied: new
// entities with their ETags take the places of the loaded ones, deleted rows stay, struck through.
import { resultOf } from '@shared/edit/plan-edit';
import { inLanes } from '@shared/in-lanes';
import type { EntityKeys, StagedEdit } from '@shared/model/edit';
import type { EditOutcome } from '@shared/model/edit-outcome';
import type { Entity } from '@shared/model/entity';
import { timestampOf } from '@shared/model/entity-etag';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { QuerySession } from '../session/query-session';
import * as staging from './staging';
import { createStagingSteps } from './staging-steps';

export interface StagingState {
  readonly staging: staging.Staging;
  /** Entities inserted during this run of the query, newest first; they stand above its rows. */
  readonly landed: readonly Entity[];
  /** Ids (`rowId`) of rows deleted during this run. */
  readonly deleted: ReadonlySet<string>;
  /** What wrote to the table since its rows were read, where they cannot show what; null for nothing. */
  readonly overtakenBy: string | null;
  /** Ids of edits that were staged before this page was loaded: what they were made from may be another by now. */
  readonly returned: ReadonlySet<string>;
  /** Grows whenever this window wrote to the table: an entity that was read before may be another now. */
  readonly writes: number;
}

/** A row that was written past the staging, by the keys it had and those it has; null where there was or is none. */
export interface WrittenRow {
  readonly from: EntityKeys | null;
  readonly to: EntityKeys | null;
}

export interface StagingStore {
  readonly store: StoreApi<StagingState>;
  /** Replaces the staged edits by what the function makes of them. */
  readonly stage: (change: (before: staging.Staging) => staging.Staging) => void;
  /** What was learned of the entities whose edits are staged. It is no step, and holds at every step. */
  readonly amend: (change: (before: staging.Staging) => staging.Staging) => void;
  /** One step back through what was staged, or forwards again, if one is left. Returns what left the stage by it. */
  readonly step: (direction: 'back' | 'forward') => readonly StagedEdit[];
  /** Edits that were staged before this page was loaded, and kept. */
  readonly takeBack: (edits: readonly StagedEdit[]) => void;
  /** What the review tells of the edits that it was given. Resolves when the rows show it. */
  readonly results: {
    /** Edits are on their way to the table: the way back through what was staged ends here. */
    readonly onSending: () => void;
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
  /** What wrote to this table past its staging. */
  readonly elsewhere: {
    /** The rows on screen are read again; of many, it is only said that they are old. */
    readonly onRows: (rows: readonly WrittenRow[], by: string) => Promise<void>;
    /** Nobody knows which rows. */
    readonly onTable: (by: string) => void;
  };
  /**
   * From now on the rows of a tab show what is applied, until the returned function is called. One tab at a time, as a
   * table has one; without any, only the staging itself is kept.
   */
  readonly showIn: (rows: RowsOnScreen) => () => void;
}

export type RowsOnScreen = Pick<QuerySession, 'store' | 'rows' | 'replaceRows'>;

/** More are not read one by one to be shown. */
const mostReadAgain = 200;
const readsAtOnce = 8;

/** Reads one entity of the table; null where there is none. */
export type ReadEntity = (keys: EntityKeys) => Promise<Entity | null>;

export function createStagingStore(read: ReadEntity): StagingStore {
  const store = createStore<StagingState>(() => ({
    staging: staging.nothingStaged,
    landed: [],
    deleted: new Set(),
    overtakenBy: null,
    returned: new Set(),
    writes: 0,
  }));
  const steps = createStagingSteps();
  let onScreen: RowsOnScreen | undefined;
  /** Keys that were written during this run. */
  const written = new Map<string, EntityKeys>();
  /** The keys that an entity had before it got those of the id. */
  const keysBefore = new Map<string, EntityKeys>();
  const startOver = (): void => {
    written.clear();
    keysBefore.clear();
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
    const inserted = landed.map((entity) => present.get(staging.rowId(entity)) ?? entity);
    store.setState({ landed: inserted, deleted: gone });
    const known = new Set(inserted.map(staging.rowId));
    return new Set([...(await onScreen.replaceRows(present))].filter((id) => !known.has(id)));
  };

  const land = (entity: Entity): void => store.setState(({ landed }) => ({ landed: [entity, ...landed] }));

  /** What a page brought stands in its own place from now on. */
  const leaveTop = (rows: QuerySession['rows'], from: number, to: number): void => {
    const { landed } = store.getState();
    if (landed.length === 0) return;
    const arrived = new Set<string>();
    for (let index = from; index < to; index += 1) {
      const row = rows.at(index);
      if (row !== undefined) arrived.add(staging.rowId(row));
    }
    const left = landed.filter((entity) => !arrived.has(staging.rowId(entity)));
    if (left.length < landed.length) store.setState({ landed: left });
  };

  const overtake = (by: string): void => {
    wrote();
    // Rows that nobody read cannot be old.
    if (onScreen?.store.getState().query !== undefined) store.setState({ overtakenBy: by });
  };

  const readAll = async (rows: ReadonlyMap<string, EntityKeys>): Promise<Map<string, Entity | null>> => {
    const found = new Map<string, Entity | null>();
    await inLanes([...rows], readsAtOnce, async ([id, keys]) => void found.set(id, await read(keys)));
    return found;
  };

  /** The entity that stands again under the keys it had before, where the changes of its keys were taken back. */
  const comeBack = (id: string, found: ReadonlyMap<string, Entity | null>): Entity | null => {
    const seen = new Set([id]);
    for (let keys = keysBefore.get(id); keys !== undefined; keys = keysBefore.get(staging.rowId(keys))) {
      const before = staging.rowId(keys);
      const entity = found.get(before);
      if (entity !== null && entity !== undefined) return entity;
      // Keys can be given away and taken back.
      if (seen.has(before)) return null;
      seen.add(before);
    }
    return null;
  };

  const leave = (editIds: ReadonlySet<string>): readonly StagedEdit[] => {
    const { edits } = store.getState().staging;
    if (editIds.size > 0) steps.forget();
    store.setState((state) => ({
      staging: { ...state.staging, edits: state.staging.edits.filter(({ id }) => !editIds.has(id)) },
    }));
    return edits.filter(({ id }) => editIds.has(id));
  };

  return {
    store,
    stage(change) {
      const before = store.getState().staging;
      const after = change(before);
      steps.made(before, after);
      store.setState({ staging: after });
    },
    amend(change) {
      steps.amend(change);
      store.setState((state) => ({ staging: change(state.staging) }));
    },
    step(direction) {
      const before = store.getState().staging;
      const to = steps.step(direction, before);
      if (to === null) return [];
      store.setState({ staging: to });
      const left = new Set(to.edits.map(({ id }) => id));
      return before.edits.filter(({ id }) => !left.has(id));
    },
    takeBack(edits) {
      steps.forget();
      store.setState((state) => ({
        staging: staging.withReturned(state.staging, edits),
        returned: new Set([...state.returned, ...edits.map(({ id }) => id)]),
      }));
    },
    results: {
      onSending: steps.forget,
      async onOutcomes(outcomes, sent) {
        const etags = new Map(
          outcomes.flatMap((outcome) => (outcome.kind === 'applied' ? [[outcome.editId, outcome.etag]] : [])),
        );
        const left = leave(new Set(etags.keys()));
        const rows = new Map<string, Entity | null>();
        await inLanes(sent?.filter(({ id }) => etags.has(id)) ?? left, readsAtOnce, async (edit) => {
          const etag = etags.get(edit.id) ?? null;
          const entity = sent === undefined ? await read(keysAfter(edit)) : await writtenEntity(edit, etag, read);
          for (const keys of keysOf(edit)) written.set(staging.rowId(keys), keys);
          if (edit.kind === 'change-keys') keysBefore.set(staging.rowId(edit.to), edit.read);
          if (edit.kind !== 'insert') rows.set(staging.rowId(edit.read), entity);
          else if (entity !== null && onScreen !== undefined) land(entity);
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
    elsewhere: {
      async onRows(rows, by) {
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
          if (from !== null && to !== null && staging.rowId(from) !== staging.rowId(to)) {
            keysBefore.set(staging.rowId(from), to);
          }
        }
        const found = await readAll(new Map(keys.map((each) => [staging.rowId(each), each])));
        if (onScreen?.store.getState().run !== run) return;
        const missing = await show(new Map([...found].map(([id, entity]) => [id, entity ?? comeBack(id, found)])));
        for (const { from, to } of rows) {
          const entity = to === null ? null : found.get(staging.rowId(to));
          // A row that came back belongs to what is on screen, wherever the query would have it.
          if (from === null && entity && missing.has(staging.rowId(entity))) land(entity);
        }
      },
      onTable: overtake,
    },
    showIn(rows) {
      onScreen = rows;
      startOver();
      const stop = rows.store.subscribe((state, before) => {
        // A new run reads what is there now.
        if (state.run !== before.run) startOver();
        else if (state.rowCount > before.rowCount) leaveTop(rows.rows, before.rowCount, state.rowCount);
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

/** What the table holds after an edit, with its new ETag; read anew where the edit alone does not tell. */
async function writtenEntity(edit: StagedEdit, etag: string | null, read: ReadEntity): Promise<Entity | null> {
  const result = resultOf(edit);
  if (result === null || etag === null) return null;
  const isExact = edit.kind === 'insert' ? edit.mode === 'insert' : edit.condition === 'as-read';
  if (!isExact) return read(result);
  const { partitionKey, rowKey, properties } = result;
  return { partitionKey, rowKey, properties, etag, timestamp: timestampOf(etag) };
}
