// The actions on a whole table or result and their dialogs: one menu, with the same actions by shortcut and on request
// from outside the tab.
import { t } from '@shared/strings/t';
import { commandOfKeys, useShortcut } from '@renderer/keys/keys';
import { lookingReason } from '@renderer/pane/table-disabled-reasons';
import { useWindowKeys } from '@renderer/pane/view-actions';
import { Button, MenuButton, type MenuEntry, Tooltip, showToast } from '@renderer/ui';
import {
  ArchiveRestore,
  ChevronDown,
  Eraser,
  FileDown,
  FileUp,
  History,
  ListChecks,
  PencilRuler,
  Plus,
  SendHorizontal,
} from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { partOf, tableMenuActions } from './table-dialogs';
import { BulkEdit } from '../jobs/bulk-edit';
import { ExportDialog } from '../jobs/export-dialog';
import { RestoreFile } from '../jobs/restore-file';
import { selectedKeys, selectedRows } from '../jobs/export-draft';
import { useChanges, useResult, useShown, useTab } from './open-table';
import { type TableVerb, takeRequestedActions } from '../result/pending-request';
import styles from './result-pane.module.css';

const actions: ReadonlySet<string> = new Set<TableVerb>(['export', 'insert', 'review']);
const isVerb = (command: string): command is TableVerb => actions.has(command);

export function TableMenu() {
  const { location, disabledReasons, isActive, onImport } = useTab();
  const { connectionId, table } = location;
  const { staging } = useResult();
  const { insert, review } = useChanges();
  const { insert: insertDisabledReason } = disabledReasons;
  const isAnyStaged = staging.state.staging.edits.length > 0;
  const [open, setOpen] = useState<DialogAction | null>(null);

  const begin = (action: TableVerb): void => {
    if (action === 'insert' && insertDisabledReason !== null)
      showToast({ tone: 'information', title: insertDisabledReason });
    else if (action === 'insert') insert();
    else if (action !== 'review') setOpen(action);
    else if (isAnyStaged) review.open();
  };
  const beginRequested = useEffectEvent(begin);
  useEffect(() => takeRequestedActions(connectionId, table, (action) => beginRequested(action)), [connectionId, table]);
  useWindowKeys(isActive ? 'in-front' : 'behind', (event) => {
    const command = event.defaultPrevented ? undefined : commandOfKeys(event);
    if (command === undefined || !isVerb(command)) return;
    event.preventDefault();
    begin(command);
  });
  const entries = useTableActions(setOpen);

  return (
    <>
      <Button
        className={styles.labelled ?? ''}
        disabledReason={insertDisabledReason}
        onPress={onImport}
      >{t`Import`}</Button>
      <Button className={styles.labelled ?? ''} onPress={() => setOpen('export')}>{t`Export`}</Button>
      <MenuButton label={t`Table`} entries={entries} placement="bottom end">
        <Tooltip text={t`Actions for the table or the result`}>
          <Button>
            {t`Table`}
            <ChevronDown size={12} aria-hidden />
          </Button>
        </Tooltip>
      </MenuButton>
      {open === null ? null : <TableDialog action={open} onClose={() => setOpen(null)} />}
    </>
  );
}

function useTableActions(open: (action: DialogAction) => void): readonly MenuEntry[] {
  const { location, disabledReasons, onShowJobs, onOpenUndo, onImport } = useTab();
  const { state, staging } = useResult();
  const { insert, review } = useChanges();
  const isAnyStaged = staging.state.staging.edits.length > 0;
  const { connectionId, table } = location;
  const off = disabledReasons.insert === null ? {} : { isDisabled: true, description: disabledReasons.insert };
  // Actions that begin with a read are offered even if their last step is not permitted.
  const disabledInView = (disabledReason: string | null): string | undefined =>
    disabledReason === null ? undefined : lookingReason(disabledReason);
  const keys = { insert: useShortcut('insert'), review: useShortcut('review'), export: useShortcut('export') };

  return [
    {
      id: 'insert',
      label: t`Insert entity`,
      description: t`Staged until you apply it`,
      icon: <Plus size={14} aria-hidden />,
      shortcut: keys.insert,
      ...off,
      onAction: insert,
    },
    {
      id: 'review',
      label: t`Review and apply`,
      description: isAnyStaged ? t`The requests for the staged changes` : t`No staged changes`,
      icon: <SendHorizontal size={14} aria-hidden />,
      shortcut: keys.review,
      isDisabled: !isAnyStaged,
      onAction: review.open,
    },
    'separator',
    {
      id: 'export',
      label: t`Export…`,
      description: t`The result, the selected rows or the whole table`,
      icon: <FileDown size={14} aria-hidden />,
      shortcut: keys.export,
      onAction: () => open('export'),
    },
    {
      id: 'import',
      label: t`Import…`,
      description: t`CSV, TSV, JSON, JSON Lines or pasted rows`,
      icon: <FileUp size={14} aria-hidden />,
      ...off,
      onAction: onImport,
    },
    'separator',
    ...tableMenuActions({
      connectionId,
      table,
      query: partOf(state.query),
      renameDisabledReason: disabledReasons.rename,
    }),
    'separator',
    {
      id: 'bulk-edit',
      label: t`Bulk edit…`,
      description:
        disabledInView(disabledReasons.remove === null ? null : disabledReasons.edit) ??
        t`Change or delete all rows of the query, or the selected rows`,
      icon: <PencilRuler size={14} aria-hidden />,
      onAction: () => open('bulk-edit'),
    },
    'separator',
    {
      id: 'undo',
      label: t`Applied changes`,
      description: t`View and undo changes to this table`,
      icon: <History size={14} aria-hidden />,
      onAction: onOpenUndo,
    },
    {
      id: 'restore-file',
      label: t`Restore from an undo file…`,
      description: disabledInView(disabledReasons.all) ?? t`Saved by a bulk change, also on another computer`,
      icon: <ArchiveRestore size={14} aria-hidden />,
      onAction: () => open('restore-file'),
    },
    {
      id: 'jobs',
      label: t`Show activity`,
      description: t`Imports, exports, copies and bulk changes`,
      icon: <ListChecks size={14} aria-hidden />,
      onAction: onShowJobs,
    },
    'separator',
    {
      id: 'clear-table',
      label: t`Clear table…`,
      description: disabledInView(disabledReasons.remove) ?? t`Deletes all rows, keeps the table`,
      icon: <Eraser size={14} aria-hidden />,
      ...(disabledReasons.remove === null ? { tone: 'danger' } : {}),
      onAction: () => open('clear-table'),
    },
  ];
}

type DialogAction = Exclude<TableVerb, 'insert' | 'review'>;

interface TableDialogProps {
  readonly action: DialogAction;
  readonly onClose: () => void;
}

/** The dialogs of the menu, for the current result. */
function TableDialog({ action, onClose }: TableDialogProps) {
  const { location, disabledReasons, onShowJobs } = useTab();
  const { connectionId, connectionName, table, access } = location;
  const { session, state, runs, columns } = useResult();
  const { grid } = useShown();
  // Before anything was read it is the query in the bar.
  const query = state.query ?? (runs.preview.state === 'ready' ? runs.preview.query : undefined);
  const readAgain = (): void => {
    if (state.query !== undefined) session.run(connectionId, state.query);
  };
  switch (action) {
    case 'export':
      return (
        <ExportDialog
          connectionId={connectionId}
          options={{
            table,
            query,
            rowsRead: state.query === undefined ? 0 : state.rowCount,
            bytesRead: state.bytes,
            isComplete: state.status === 'complete',
            selectedRows: grid.selection === undefined ? 0 : grid.selectedRows,
            shownColumns: columns.shown.map(({ name }) => name),
            knownColumns: [...new Set([...columns.shown, ...columns.all].map(({ name }) => name))],
            readColumns: state.query?.select ?? [],
          }}
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
