// The staged edits of a table, for the parts of a tab.
import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { type TableLocation, stagingOf } from './staged-tables';
import { type StagedCounts, countStaged } from './staging';
import type { StagingState, StagingStore } from './staging-store';
import { type StagedConflict, conflictsOf } from './staged-conflicts';
import type { RowsOnScreen } from './shown-writes';

export interface StagedEdits extends Pick<StagingStore, 'stage' | 'amend' | 'step' | 'results'> {
  readonly state: StagingState;
  readonly counts: StagedCounts;
  /** Found and not settled. */
  readonly conflicts: readonly StagedConflict[];
}

/** `rows`: those that show what is applied; left out where a tab has none. */
export function useStaging({ connectionId, table }: TableLocation, rows?: RowsOnScreen): StagedEdits {
  const staging = stagingOf({ connectionId, table });
  useEffect(() => (rows === undefined ? undefined : staging.showIn(rows)), [staging, rows]);
  const state = useStore(staging.store);
  const { stage, amend, step, results } = staging;
  const { staging: staged, met } = state;
  const conflicts = useMemo(() => conflictsOf(staged.edits, met), [staged, met]);
  return useMemo(
    () => ({ state, counts: countStaged(state.staging), conflicts, stage, amend, step, results }),
    [state, conflicts, stage, amend, step, results],
  );
}
