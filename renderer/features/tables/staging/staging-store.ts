// The staged edits of one table as a store: changed, undone and redone, in conflict, and removed once applied. Their
// effect on the rows on screen is in written-rows.ts.
import type { EntityKeys, StagedEdit } from '@shared/model/edit';
import type { EditConflict, EditOutcome } from '@shared/model/edit-outcome';
import { type StoreApi, createStore } from 'zustand/vanilla';
import * as staging from './staging';
import type { Staging } from './staging';
import { type ReadEntity, type WrittenRows, type WrittenTogether, createWrittenRows, writtenBy } from './written-rows';
import { type WrittenState, nothingWritten } from './shown-writes';
import { describeConflict } from '@shared/edit/conflict';
import type { Entity } from '@shared/model/entity';
import { rowId } from '@shared/rows/packed-rows';

export interface StagingState extends WrittenState {
  readonly staging: staging.Staging;
  /** Ids of edits that were staged before this page was loaded: the entities they are based on may have changed. */
  readonly returned: ReadonlySet<string>;
  /** The entities that conflicting changes found in the table. */
  readonly met: MetEntities;
  /** What was applied since this page was loaded and not undone, one batch per apply, the newest last. */
  readonly applied: readonly AppliedBatch[];
}

export type AppliedBatch = readonly AppliedChange[];

interface AppliedChange {
  readonly undoId: string;
  readonly kind: StagedEdit['kind'];
}

export interface StagingStore {
  readonly store: StoreApi<StagingState>;
  /** Replaces the staged edits, as a step of undo. */
  readonly stage: (change: (before: staging.Staging) => staging.Staging) => void;
  /** Adds knowledge about the entities of staged edits. This is not a step of undo, and applies to every step. */
  readonly amend: (change: (before: staging.Staging) => staging.Staging) => void;
  /** One step of undo or redo, if there is one. Returns the edits that are no longer staged. */
  readonly step: (direction: 'back' | 'forward') => readonly StagedEdit[];
  readonly hasStep: (direction: 'back' | 'forward') => boolean;
  /** Restores edits that were staged before this page was loaded. */
  readonly takeBack: (edits: readonly StagedEdit[]) => void;
  /** Called by the review about its edits. Resolves when the rows show the result. */
  readonly results: {
    /** Edits are being sent: the history of undo ends here. */
    readonly onSending: () => void;
    /**
     * Applied edits are no longer staged, and the rows show the new state of the table. `sent`: the edits as they were
     * sent, from which that state follows; without them it is read.
     */
    readonly onOutcomes: (outcomes: readonly EditOutcome[], sent?: readonly StagedEdit[]) => Promise<void>;
    /** Edits that the user dropped in favour of the stored entity. */
    readonly onDropped: (editIds: readonly string[]) => Promise<void>;
    /** Rows written during this run were restored, by these applied changes. */
    readonly onRestored: (undoIds: readonly string[]) => Promise<void>;
  };
  /** Writes to this table from elsewhere. */
  readonly elsewhere: Pick<WrittenRows, 'onRows' | 'onRowsOfOthers' | 'onTable'>;
  /** As for WrittenRows. */
  readonly showIn: WrittenRows['showIn'];
}

/** @param onWritten is called with the rows that were written from here; null if they are unknown */
export function createStagingStore(
  read: ReadEntity,
  onWritten: (rows: WrittenTogether) => void = () => undefined,
): StagingStore {
  const store = createStore<StagingState>(() => ({
    staging: staging.nothingStaged,
    ...nothingWritten,
    returned: new Set(),
    met: new Map(),
    applied: [],
  }));
  const steps = createStagingSteps();
  const rows = createWrittenRows(store, read);

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
    hasStep: steps.has,
    takeBack(edits) {
      steps.forget();
      store.setState((state) => ({
        staging: staging.withReturned(state.staging, edits),
        returned: new Set([...state.returned, ...edits.map(({ id }) => id)]),
      }));
    },
    results: {
      onSending() {
        steps.forget();
        store.setState(({ applied }) => ({ applied: [...applied.filter(isUndoable), []].slice(-maxBatches) }));
      },
      async onOutcomes(outcomes, sent) {
        const etags = new Map(
          outcomes.flatMap((outcome) => (outcome.kind === 'applied' ? [[outcome.editId, outcome.etag]] : [])),
        );
        store.setState(({ staging: { edits: staged }, met, applied }) => ({
          met: withOutcomes(met, sent ?? staged, outcomes),
          applied: withApplied(applied, sent ?? staged, outcomes),
        }));
        const left = leave(new Set(etags.keys()));
        const edits = sent?.filter(({ id }) => etags.has(id)) ?? left;
        if (edits.length === 0) return;
        onWritten(edits.map(writtenBy));
        await rows.onApplied(edits, sent === undefined ? null : etags);
      },
      async onDropped(editIds) {
        const left = leave(new Set(editIds));
        await rows.readAgain(left.flatMap((edit) => (edit.kind === 'insert' ? [] : [edit.read])));
      },
      async onRestored(undoIds) {
        const restored = new Set(undoIds);
        store.setState(({ applied }) => ({
          applied: applied.map((batch) => batch.filter(({ undoId }) => !restored.has(undoId))).filter(isUndoable),
        }));
        onWritten(null);
        await rows.onRestored();
      },
    },
    elsewhere: { onRows: rows.onRows, onRowsOfOthers: rows.onRowsOfOthers, onTable: rows.onTable },
    showIn: rows.showIn,
  };
}

/** Older batches can be undone in the list of applied changes. */
const maxBatches = 20;

const isUndoable = (batch: AppliedBatch): boolean => batch.length > 0;

/** @param sent the edits that had these outcomes */
function withApplied(
  batches: readonly AppliedBatch[],
  sent: readonly StagedEdit[],
  outcomes: readonly EditOutcome[],
): readonly AppliedBatch[] {
  const kinds = new Map(sent.map(({ id, kind }) => [id, kind]));
  const batch = outcomes.flatMap((outcome): readonly AppliedChange[] => {
    const kind = kinds.get(outcome.editId);
    return outcome.kind === 'applied' && kind !== undefined ? [{ undoId: outcome.undoId, kind }] : [];
  });
  return batch.length === 0 ? batches : [...batches.slice(0, -1), [...(batches.at(-1) ?? []), ...batch]];
}

interface StagingSteps {
  /** Records a step. */
  readonly made: (before: Staging, after: Staging) => void;
  /** The staging one step before or after `now`; null at the end of the history. Ids of inserts are never reused. */
  readonly step: (direction: 'back' | 'forward', now: Staging) => Staging | null;
  readonly has: (direction: 'back' | 'forward') => boolean;
  /** Changes every step of the history. */
  readonly amend: (change: (before: Staging) => Staging) => void;
  readonly forget: () => void;
}

/** Older steps are dropped. */
const maxSteps = 200;

/** Undo and redo of staged edits. Sending an edit ends the history: applied changes are undone in the table. */
function createStagingSteps(): StagingSteps {
  let past: readonly Staging[] = [];
  let future: readonly Staging[] = [];
  return {
    made(before, after) {
      if (before.edits === after.edits) return;
      past = [...past.slice(-(maxSteps - 1)), before];
      future = [];
    },
    step(direction, now) {
      const to = direction === 'back' ? past.at(-1) : future.at(-1);
      if (to === undefined) return null;
      if (direction === 'back') {
        past = past.slice(0, -1);
        future = [...future, now];
      } else {
        future = future.slice(0, -1);
        past = [...past, now];
      }
      return { ...to, inserts: Math.max(to.inserts, now.inserts) };
    },
    has: (direction) => (direction === 'back' ? past : future).length > 0,
    amend(change) {
      past = past.map(change);
      future = future.map(change);
    },
    forget() {
      past = [];
      future = [];
    },
  };
}

/** The entity that a change found in the table, by the id of its edit. */
export type MetEntities = ReadonlyMap<string, Met>;

interface Met {
  /** The version that the edit is based on; null for an insert. */
  readonly etag: string | null;
  /** The stored entity; null if there is none. */
  readonly theirs: Entity | null;
}

export interface StagedConflict {
  readonly edit: StagedEdit;
  readonly conflict: EditConflict;
}

/** @param sent the edits that had these outcomes */
export function withOutcomes(
  met: MetEntities,
  sent: readonly StagedEdit[],
  outcomes: readonly EditOutcome[],
): MetEntities {
  const edits = new Map(sent.map((edit) => [edit.id, edit]));
  const found = outcomes.flatMap((outcome): readonly (readonly [string, Met])[] => {
    const edit = edits.get(outcome.editId);
    if (outcome.kind !== 'conflict' || edit === undefined) return [];
    return [[edit.id, { etag: etagOf(edit), theirs: outcome.conflict.theirs }]];
  });
  return found.length === 0 ? met : new Map([...met, ...found]);
}

/** The conflicts of these edits, including changes staged after the conflict was found. */
export function conflictsOf(edits: readonly StagedEdit[], met: MetEntities): readonly StagedConflict[] {
  if (met.size === 0) return [];
  return edits.flatMap((edit) => {
    const known = met.get(edit.id);
    return known !== undefined && stillMeets(edit, known)
      ? [{ edit, conflict: describeConflict(edit, known.theirs) }]
      : [];
  });
}

function stillMeets(edit: StagedEdit, { etag, theirs }: Met): boolean {
  if (edit.kind === 'insert') return edit.mode === 'insert' && theirs !== null && isAt(edit.entity, theirs);
  if (theirs !== null && !isAt(edit.read, theirs)) return edit.kind === 'change-keys' && isAt(edit.to, theirs);
  return edit.read.etag === etag;
}

const etagOf = (edit: StagedEdit): string | null => (edit.kind === 'insert' ? null : edit.read.etag);
const isAt = (keys: EntityKeys, entity: EntityKeys): boolean => rowId(keys) === rowId(entity);
