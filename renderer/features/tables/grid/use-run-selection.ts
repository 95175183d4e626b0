// The selection in the grid of a result: kept while rows are added above it, reduced to the active row when the order
// changes, and cleared with the run it was made in.
import { useCallback, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { ResultSession } from '../result/result-session';
import type { Arrangement, ArrangementState } from './arrangement';
import { type Selection, movedDown, selectionAt } from './selection';

export interface RunSelectionInput {
  readonly session: ResultSession;
  readonly arrangement: Arrangement;
  /** The run whose rows are shown. */
  readonly run: number;
  readonly rowCount: number;
  /** Rows above those of the result. */
  readonly leadRows: number;
}

export interface RunSelection {
  readonly selection: Selection | undefined;
  readonly onSelect: (next: Selection) => void;
  /** Selects places as they will be once there are so many rows above those of the result. */
  readonly selectUnder: (leadRows: number, next: Selection) => void;
}

/** A selection with what its places count from. */
interface OwnSelection {
  readonly run: number;
  readonly leadRows: number;
  readonly order: ArrangementState['order'];
  readonly selection: Selection;
}

const atFirstCell = selectionAt({ row: 0, column: 0 });

export function useRunSelection(input: RunSelectionInput): RunSelection {
  const { session, arrangement, run, rowCount, leadRows } = input;
  const order = useStore(arrangement.store, (state) => state.order);
  const [selected, setSelected] = useState<OwnSelection>();
  // A selection belongs to the run it was made in; rows of another query are other rows, of which the first is shown.
  const firstCell = rowCount + leadRows > 0 ? atFirstCell : undefined;
  const before = selected?.run === run ? selected : undefined;
  const own = before === undefined || before.order === order ? before : reordered(before, arrangement);
  if (own !== before) setSelected(own);
  const selection = useMemo(
    () => (own === undefined ? firstCell : movedDown(own.selection, leadRows - own.leadRows)),
    [firstCell, leadRows, own],
  );
  const selectUnder = useCallback(
    (above: number, next: Selection) =>
      setSelected({
        run: session.store.getState().run,
        leadRows: above,
        order: arrangement.store.getState().order,
        selection: next,
      }),
    [arrangement, session],
  );
  const onSelect = useCallback((next: Selection) => selectUnder(leadRows, next), [leadRows, selectUnder]);
  return { selection, onSelect, selectUnder };
}

/** Other rows have come between those selected: only the one that the keyboard is in is still meant. */
function reordered({ order: before, ...own }: OwnSelection, { store, positionOf }: Arrangement): OwnSelection {
  const { active, span } = own.selection;
  const index = active.row - own.leadRows;
  const row = index < 0 ? active.row : own.leadRows + positionOf(before?.[index] ?? index);
  return { ...own, order: store.getState().order, selection: { ...selectionAt({ ...active, row }), span } };
}
