// The rows of a table tab with what is staged for them, and the columns that they then have.
import { packBlocks } from '@shared/rows/packed-rows';
import { useMemo } from 'react';
import { learnColumns } from '../result/grid-column';
import type { SessionState } from '../result/run-state';
import { type StagedRows, stagedRows, withEdit } from './staged-rows';
import type { StagedEdits } from './use-staging';

export interface StagedView {
  readonly rows: StagedRows;
  /** The columns of the loaded rows and of what is staged. */
  readonly summary: Pick<SessionState, 'columns' | 'keyCharacters'>;
}

export function useStagedRows(
  { state: stagingState }: StagedEdits,
  { columns, keyCharacters, query }: SessionState,
): StagedView {
  const readColumns = query !== undefined && query.select.length > 0 ? 'some' : 'all';
  const { staging, landed, deleted, met } = stagingState;
  const rows = useMemo(
    () => stagedRows({ staging, landed, deleted, met }, readColumns),
    [staging, landed, deleted, met, readColumns],
  );
  const summary = useMemo(() => {
    const entities = staging.edits.map((edit) => withEdit(edit).entity);
    return { columns: learnColumns(columns, packBlocks([...entities, ...landed])), keyCharacters };
  }, [staging, landed, columns, keyCharacters]);
  return { rows, summary };
}
