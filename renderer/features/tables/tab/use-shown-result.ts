// How the result of a table is looked at: the view in front and the grid of the rows, brought back as the tab was left.
import { showToast } from '@renderer/ui';
import { t } from '@shared/strings/t';
import { type ResultGrid, useResultGrid } from '../grid/use-result-grid';
import { type TabKeeping, useKeepTab } from './saved-tab';
import type { TableLocation } from '../staging/staged-tables';
import type { TableResult } from './use-table-result';
import { type ViewChoice, useViewChoice } from './use-view-choice';

export interface ShownResult extends TabKeeping {
  readonly view: ViewChoice;
  readonly grid: ResultGrid;
  /** Gives the keyboard to the rows. */
  readonly focusRows: () => void;
}

/** `onOpen`: a row is wanted in full. */
export function useShownResult(
  { connectionId, table }: TableLocation,
  { session, state, runs, staged, columns, seen, atStart }: TableResult,
  onOpen: () => void,
): ShownResult {
  const { draft, setDraft } = runs;
  const view = useViewChoice(atStart?.view ?? 'rows', { kind: seen.kind, columns: state.columns });
  const grid = useResultGrid({
    session,
    state,
    columns,
    delimiters: seen.delimiters,
    onAddCondition: ({ label, apply }) => {
      setDraft(apply(draft));
      showToast({ tone: 'good', title: label, text: t`Added to the query. Run it to see them.` });
    },
    onOpen,
    staged: staged.rows,
  });
  const { onScrolled } = useKeepTab({ connectionId, table, atStart, draft, view: view.chosen, session, state, grid });
  return { view, grid, onScrolled, focusRows: () => grid.handle.current?.focus() };
}
