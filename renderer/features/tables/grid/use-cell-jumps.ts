// Jumps to a cell of the grid: selects it, brings it into view and, where a person has to see it, focuses the grid.
import { type RefObject, useCallback } from 'react';
import type { GridColumn } from '../result/grid-column';
import type { StagedRows } from '../staging/staged-rows';
import type { EntityGridHandle } from './entity-grid';
import { type Cell, selectionAt } from './selection';
import type { PlacedRows } from './use-row-indexes';
import type { RunSelection } from './use-run-selection';

export interface CellJumps {
  readonly go: (cell: Cell) => void;
  /** Selects the row that an insert has just put on top. */
  readonly goToInserted: () => void;
  /**
   * Selects the cell of a loaded row, given by the id of what is staged for it; in its first column where none is
   * called so. Answers whether there is such a row.
   */
  readonly goToRow: (editId: string, columnName: string) => Promise<'there' | 'nowhere'>;
}

export interface CellJumpsInput extends Pick<RunSelection, 'onSelect' | 'selectUnder'>, Pick<PlacedRows, 'findIndex'> {
  readonly handle: RefObject<EntityGridHandle | null>;
  readonly staged: StagedRows;
  /** As they are shown. */
  readonly columns: readonly GridColumn[];
}

export function useCellJumps(input: CellJumpsInput): CellJumps {
  const { handle, staged, columns, onSelect, selectUnder, findIndex } = input;
  const go = useCallback(
    (cell: Cell) => {
      onSelect(selectionAt(cell));
      handle.current?.reveal(cell);
    },
    [handle, onSelect],
  );
  const orFirst = (column: number): number => Math.max(0, column);
  return {
    go,
    goToInserted: () => {
      const cell = { row: 0, column: orFirst(columns.findIndex(({ source }) => source === 'row-key')) };
      selectUnder(staged.lead.length + 1, selectionAt(cell));
      handle.current?.reveal(cell);
    },
    goToRow: async (editId, columnName) => {
      const lead = staged.lead.findIndex(({ edit }) => edit?.id === editId);
      const row = lead < 0 ? await findIndex(editId) : lead;
      if (row === undefined) return 'nowhere';
      go({ row, column: orFirst(columns.findIndex(({ name }) => name === columnName)) });
      handle.current?.focus();
      return 'there';
    },
  };
}
