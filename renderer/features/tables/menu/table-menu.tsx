// What can be done with the whole table or with the result: one menu, the same verbs by shortcut and from outside the tab.
import { Button, type MenuEntry, MenuButton, Tooltip } from '@renderer/ui';
import type { TableQuery } from '@shared/query/filter';
import { ChevronDown, Eraser, FileDown, FileUp, Grid3x3, History, ListChecks, PencilRuler } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { BulkEdit } from '../bulk/bulk-edit';
import { partOf, tableEntries } from '../copy/table-entries';
import { ExportDialog } from '../export/export-dialog';
import { selectedKeys } from '../export/selected-keys';
import type { Columns } from '../grid/use-columns';
import type { ResultGrid } from '../grid/use-result-grid';
import { RoomyWords } from '../query/roomy-words';
import type { QuerySession, SessionState } from '../session/query-session';
import { type TableVerb, takeAskedVerbs } from './asked-verb';

export interface TableMenuProps {
  readonly connectionId: string;
  readonly connectionName: string;
  readonly table: string;
  readonly access: 'writable' | 'read-only';
  /** Whether the tab is the one on screen. */
  readonly isActive: boolean;
  readonly session: QuerySession;
  readonly state: SessionState;
  /** Of the query bar, for a table of which nothing was read yet; undefined where it cannot run. */
  readonly query: TableQuery | undefined;
  readonly columns: Columns;
  readonly grid: ResultGrid;
  readonly onShowJobs: () => void;
  /** Shows what was applied to the table. */
  readonly onOpenUndo: () => void;
  /** Left out where rows cannot be imported. */
  readonly onImport?: () => void;
}

/** With Ctrl and Shift, or Cmd and Shift. */
const letters: Readonly<Record<string, TableVerb>> = { e: 'export' };

export function TableMenu(props: TableMenuProps) {
  const { connectionId, table, isActive, session, state, columns, grid, onShowJobs, onOpenUndo, onImport } = props;
  const [open, setOpen] = useState<TableVerb | null>(null);

  useEffect(() => takeAskedVerbs(connectionId, table, setOpen), [connectionId, table]);
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const verb = letters[event.key.toLowerCase()];
    if (verb === undefined || !event.shiftKey || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
    event.preventDefault();
    setOpen(verb);
  });
  useEffect(() => {
    if (!isActive) return;
    const listen = (event: KeyboardEvent): void => onKeyDown(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [isActive]);

  const entries: readonly MenuEntry[] = [
    {
      id: 'export',
      label: 'Export…',
      description: 'The result, the selected rows or the whole table',
      icon: <FileDown size={14} aria-hidden />,
      shortcut: 'Ctrl Shift E',
      onAction: () => setOpen('export'),
    },
    ...(onImport === undefined
      ? []
      : [
          {
            id: 'import',
            label: 'Import…',
            description: 'CSV, TSV, JSON, JSON Lines or pasted rows',
            icon: <FileUp size={14} aria-hidden />,
            onAction: onImport,
          },
        ]),
    'separator',
    ...tableEntries({ connectionId, table, query: partOf(state.query), access: props.access }),
    'separator',
    {
      id: 'bulk-edit',
      label: 'Bulk edit…',
      description: 'Change or delete all rows of the query, or the selected ones',
      icon: <PencilRuler size={14} aria-hidden />,
      onAction: () => setOpen('bulk-edit'),
    },
    {
      id: 'clear-table',
      label: 'Clear table…',
      description: 'Delete every row, keep the table',
      icon: <Eraser size={14} aria-hidden />,
      tone: 'danger',
      onAction: () => setOpen('clear-table'),
    },
    'separator',
    {
      id: 'undo',
      label: 'Applied changes',
      description: 'What was written to this table, to be undone',
      icon: <History size={14} aria-hidden />,
      onAction: onOpenUndo,
    },
    { id: 'jobs', label: 'Table jobs', icon: <ListChecks size={14} aria-hidden />, onAction: onShowJobs },
  ];

  return (
    <>
      <MenuButton label="Table" entries={entries} placement="bottom end">
        <Tooltip text="Work on the whole table or the result">
          <Button icon={<Grid3x3 size={14} aria-hidden />}>
            <RoomyWords>Table</RoomyWords>
            <ChevronDown size={12} aria-hidden />
          </Button>
        </Tooltip>
      </MenuButton>
      {open === 'export' ? (
        <ExportDialog
          connectionId={connectionId}
          offer={{
            table,
            query: state.query ?? props.query,
            rowsRead: state.query === undefined ? 0 : state.rowCount,
            bytesRead: state.bytes,
            isComplete: state.status === 'complete',
            selectedRows: grid.selection === undefined ? 0 : grid.selectedRows,
            shownColumns: columns.shown.map(({ name }) => name),
          }}
          readSelectedKeys={() => selectedKeys(grid)}
          onShowJobs={onShowJobs}
          onClose={() => setOpen(null)}
        />
      ) : null}
      {open === 'bulk-edit' || open === 'clear-table' ? (
        <BulkEdit
          verb={open}
          {...{ connectionId, connectionName: props.connectionName, table, access: props.access }}
          query={state.query ?? props.query}
          readSelectedKeys={() => selectedKeys(grid)}
          columns={state.columns}
          onClose={() => setOpen(null)}
          onChanged={() => {
            if (state.query !== undefined) session.run(connectionId, state.query);
          }}
        />
      ) : null}
    </>
  );
}
