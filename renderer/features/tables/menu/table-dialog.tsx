// The dialogs of the Table menu, for the current result.
import type { TableRefusals } from '@renderer/pane/table-refusals';
import type { TableQuery } from '@shared/query/filter';
import { BulkEdit } from '../bulk/bulk-edit';
import { RestoreFile } from '../bulk/restore-file';
import type { Columns } from '../columns/use-columns';
import { ExportDialog } from '../export/export-dialog';
import type { ExportOffer } from '../export/export-draft';
import { selectedKeys, selectedRows } from '../export/selected-rows';
import type { ResultGrid } from '../grid/use-result-grid';
import type { EditPlace } from '../review/edit-place';
import type { ResultSession } from '../session/result-session';
import type { SessionState } from '../session/session-state';
import type { TableVerb } from './asked-verb';

export interface TableDialogProps {
  readonly verb: Exclude<TableVerb, 'insert' | 'review'>;
  readonly place: EditPlace;
  readonly refusals: TableRefusals;
  readonly session: ResultSession;
  readonly state: SessionState;
  /** The query of the result or, before anything was read, of the query bar; undefined where there is neither. */
  readonly query: TableQuery | undefined;
  readonly columns: Columns;
  readonly grid: ResultGrid;
  readonly onShowJobs: () => void;
  readonly onClose: () => void;
}

export function TableDialog(props: TableDialogProps) {
  const { verb, refusals, session, state, query, grid, onShowJobs, onClose } = props;
  const { connectionId, connectionName, table, access } = props.place;
  const readAgain = (): void => {
    if (state.query !== undefined) session.run(connectionId, state.query);
  };
  switch (verb) {
    case 'export':
      return (
        <ExportDialog
          connectionId={connectionId}
          offer={exportOffer(props)}
          readSelectedKeys={() => selectedKeys(grid)}
          readSelectedRows={() => selectedRows(grid)}
          onShowJobs={onShowJobs}
          onClose={onClose}
        />
      );
    case 'restore-file':
      return (
        <RestoreFile
          connectionId={connectionId}
          connectionName={connectionName}
          table={table}
          access={access}
          onClose={onClose}
          refusal={refusals.all}
          onChanged={readAgain}
        />
      );
    case 'bulk-edit':
    case 'clear-table':
      return (
        <BulkEdit
          verb={verb}
          connectionId={connectionId}
          connectionName={connectionName}
          table={table}
          access={access}
          refusals={refusals}
          query={query}
          readSelectedKeys={() => selectedKeys(grid)}
          columns={state.columns}
          onClose={onClose}
          onChanged={readAgain}
        />
      );
  }
}

function exportOffer({ place, state, query, columns, grid }: TableDialogProps): ExportOffer {
  return {
    table: place.table,
    query,
    rowsRead: state.query === undefined ? 0 : state.rowCount,
    bytesRead: state.bytes,
    isComplete: state.status === 'complete',
    selectedRows: grid.selection === undefined ? 0 : grid.selectedRows,
    shownColumns: columns.shown.map(({ name }) => name),
    knownColumns: [...new Set([...columns.shown, ...columns.all].map(({ name }) => name))],
    readColumns: state.query?.select ?? [],
  };
}
