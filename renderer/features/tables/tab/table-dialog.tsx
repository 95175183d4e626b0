// The dialogs of the Table menu, for the current result.
import type { TableDisabledReasons } from '@renderer/pane/table-disabled-reasons';
import type { TableQuery } from '@shared/query/filter';
import { BulkEdit } from '../jobs/bulk-edit';
import { RestoreFile } from '../jobs/restore-file';
import type { Columns } from '../result/use-columns';
import { ExportDialog } from '../jobs/export-dialog';
import { type ExportOptions, selectedKeys, selectedRows } from '../jobs/export-draft';
import type { ResultGrid } from '../grid/use-result-grid';
import type { EditTarget } from '../review/edit-target';
import type { ResultSession } from '../result/result-session';
import type { SessionState } from '../result/session-state';
import type { TableVerb } from './requested-action';

export interface TableDialogProps {
  readonly action: Exclude<TableVerb, 'insert' | 'review'>;
  readonly place: EditTarget;
  readonly disabledReasons: TableDisabledReasons;
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
  const { action, disabledReasons, session, state, query, grid, onShowJobs, onClose } = props;
  const { connectionId, connectionName, table, access } = props.place;
  const readAgain = (): void => {
    if (state.query !== undefined) session.run(connectionId, state.query);
  };
  switch (action) {
    case 'export':
      return (
        <ExportDialog
          connectionId={connectionId}
          options={exportOptions(props)}
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
          disabledReason={disabledReasons.all}
          onChanged={readAgain}
        />
      );
    case 'bulk-edit':
    case 'clear-table':
      return (
        <BulkEdit
          action={action}
          connectionId={connectionId}
          connectionName={connectionName}
          table={table}
          access={access}
          disabledReasons={disabledReasons}
          query={query}
          readSelectedKeys={() => selectedKeys(grid)}
          columns={state.columns}
          onClose={onClose}
          onChanged={readAgain}
        />
      );
  }
}

function exportOptions({ place, state, query, columns, grid }: TableDialogProps): ExportOptions {
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
