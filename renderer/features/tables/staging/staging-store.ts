// The staged edits of one table as a store: changed, taken back step by step, let go of once they were applied. What then
// becomes of the rows on screen is written-rows.ts's business.
import type { StagedEdit } from '@shared/model/edit';
import type { EditOutcome } from '@shared/model/edit-outcome';
import { createStore, type StoreApi } from 'zustand/vanilla';
import * as staging from './staging';
import { createStagingSteps } from './staging-steps';
import { type ReadEntity, writtenBy } from './applied-edit';
import { type WrittenState, nothingWritten } from './shown-writes';
import { type WrittenRows, createWrittenRows } from './written-rows';
import type { WrittenTogether } from './other-windows';
import { type MetEntities, withOutcomes } from './staged-conflicts';

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
