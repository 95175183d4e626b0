// Editing one entity in its own tab, with the same staging as its table: its row with staged changes, and the actions.
import type { StagedEdit } from '@shared/model/edit';
import type { Entity } from '@shared/model/entity';
import { useMemo } from 'react';
import type { TableLocation } from '../staging/staged-tables';
import type { StagedConflict } from '../staging/staged-conflicts';
import { type ShownRow, stagedRows } from '../staging/staged-rows';
import { type StagedCounts, countStaged, discard, editOf } from '../staging/staging';
import { type RowEdits, useRowEdits } from './use-row-edits';
import { type StagedEdits, useStaging } from '../staging/use-staging';

export interface EntityEditing {
  readonly staging: StagedEdits;
  /** Undefined until the entity is read. */
  readonly row: ShownRow | undefined;
  readonly edits: RowEdits;
  /** What is staged for this entity: one edit, or none. */
  readonly staged: readonly StagedEdit[];
  readonly counts: StagedCounts;
  readonly conflicts: readonly StagedConflict[];
  readonly discard: () => void;
}

export interface EntityEditingInput extends TableLocation {
  readonly entity: Entity | null;
  /** A clone was staged; it stands on top of the table's own tab. */
  readonly onInserted: () => void;
}

export function useEntityEditing({ connectionId, table, entity, onInserted }: EntityEditingInput): EntityEditing {
  const staging = useStaging({ connectionId, table });
  const edits = useRowEdits({ connectionId, table, staging, onInserted });
  const { state, stage } = staging;
  const row = useMemo(
    // Whether rows of a result were deleted says nothing of an entity that was just read.
    () => (entity === null ? undefined : stagedRows({ ...state, deleted: new Set() }, 'all').of(entity)),
    [state, entity],
  );
  const edit = entity === null ? undefined : editOf(state.staging, entity);
  const staged = useMemo(() => (edit === undefined ? [] : [edit]), [edit]);
  return {
    staging,
    row,
    edits,
    staged,
    counts: countStaged({ edits: staged }),
    conflicts: staging.conflicts.filter((known) => known.edit === edit),
    discard: () => {
      if (edit === undefined) return;
      edits.rejected.forget([edit.id]);
      stage((before) => discard(before, edit.id));
    },
  };
}
