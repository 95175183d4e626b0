// The staged edits of one table as a store: changed, undone and redone, in conflict, and removed once applied. What
// then becomes of the rows on screen is written-rows.ts.
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
  /** Ids of edits that were staged before this page was loaded: what they were made from may be another by now. */
  readonly returned: ReadonlySet<string>;
  /** What changes met in the table that they were not made from. */
  readonly met: MetEntities;
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
  readonly elsewhere: Pick<WrittenRows, 'onRows' | 'onRowsOfOthers' | 'onTable'>;
  /** As for WrittenRows; without a tab, only the staging itself is kept. */
  readonly showIn: WrittenRows['showIn'];
}

/** @param onWritten hears what the table holds by now of what was staged here; null where it is not known which rows */
export function createStagingStore(
  read: ReadEntity,
  onWritten: (rows: WrittenTogether) => void = () => undefined,
): StagingStore {
  const store = createStore<StagingState>(() => ({
    staging: staging.nothingStaged,
    ...nothingWritten,
    returned: new Set(),
    met: new Map(),
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
        store.setState(({ staging: { edits: staged }, met }) => ({ met: withOutcomes(met, sent ?? staged, outcomes) }));
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
      async onRestored() {
        onWritten(null);
        await rows.onRestored();
      },
    },
    elsewhere: { onRows: rows.onRows, onRowsOfOthers: rows.onRowsOfOthers, onTable: rows.onTable },
    showIn: rows.showIn,
  };
}

interface StagingSteps {
  /** A step was made from `before`. */
  readonly made: (before: Staging, after: Staging) => void;
  /** What was staged one step before or after `now`; null where the way ends. Ids of inserts are not given twice. */
  readonly step: (direction: 'back' | 'forward', now: Staging) => Staging | null;
  /** Changes what was staged at every step as well. */
  readonly amend: (change: (before: Staging) => Staging) => void;
  readonly forget: () => void;
}

/** Older steps are let go. */
const maxSteps = 200;

/** Undo and redo of what was staged. Sending an edit ends the history: what is in the table is undone there. */
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

/** What a change met in the table, by the id of its edit. */
export type MetEntities = ReadonlyMap<string, Met>;

interface Met {
  /** The version that the edit was made from; null for an insert. */
  readonly etag: string | null;
  /** What is there instead; null where nothing is. */
  readonly theirs: Entity | null;
}

export interface StagedConflict {
  readonly edit: StagedEdit;
  readonly conflict: EditConflict;
}

/** @param sent the edits as they were when these outcomes were found */
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

/** The conflicts of these edits in their present form, with what was staged after the conflict was found. */
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
