// The dialogs about a whole table (copy, rename, compare, design of keys, indexes), the menu entries that open them, and which of
// them is open.
import type { ConnectionSummary } from '@shared/model/connection';
import type { DiffSide } from '@shared/model/table-diff';
import { useStore } from 'zustand';
import { type MenuEntry, lazyView } from '@renderer/ui';
import { t } from '@shared/strings/t';
import { CopyPlus, Diff, KeyRound, Layers, TextCursorInput } from 'lucide-react';
import type { TableQuery } from '@shared/model/table-query';
import { wholeFilter } from '@shared/query/key-filter';
import { createStore } from 'zustand/vanilla';
import type { RowsOfTable } from '../jobs/copy-draft';

const CompareDialog = lazyView(() => import('../jobs/compare-dialog').then(({ CompareDialog }) => CompareDialog));
const CopyDialog = lazyView(() => import('../jobs/copy-dialog').then(({ CopyDialog }) => CopyDialog));
const KeyDesignDialog = lazyView(() =>
  import('../jobs/key-design-dialog').then(({ KeyDesignDialog }) => KeyDesignDialog),
);
const IndexesDialog = lazyView(() => import('../jobs/indexes-dialog').then(({ IndexesDialog }) => IndexesDialog));
const RenameDialog = lazyView(() => import('../jobs/rename-dialog').then(({ RenameDialog }) => RenameDialog));

interface TableDialogsProps {
  readonly connections: readonly ConnectionSummary[];
  readonly onShowJobs: () => void;
  readonly onCompare: (left: DiffSide, right: DiffSide) => void;
}

export function TableDialogs({ connections, onShowJobs, onCompare }: TableDialogsProps) {
  const open = useStore(tableDialog, (state) => state.open);
  const connection = connections.find(({ id }) => id === open?.connectionId);
  if (open === null || connection === undefined) return null;
  const close = (): void => openTableDialog(null);
  const showJobs = (): void => {
    close();
    onShowJobs();
  };
  switch (open.request) {
    case 'copy':
      return <CopyDialog of={open} connections={connections} onShowJobs={showJobs} onClose={close} />;
    case 'rename':
      return <RenameDialog table={open.table} connection={connection} onShowJobs={showJobs} onClose={close} />;
    case 'keys':
      return <KeyDesignDialog of={open} onClose={close} />;
    case 'indexes':
      return <IndexesDialog of={open} onClose={close} />;
    case 'compare':
      return (
        <CompareDialog
          of={open}
          connections={connections}
          onClose={close}
          onCompare={(left, right) => {
            close();
            onCompare(left, right);
          }}
        />
      );
  }
}

interface TableMenuInput extends Omit<TableDialogRequest, 'request'> {
  /** Why the table cannot be renamed; null where it can. */
  readonly renameDisabledReason: string | null;
}

export function tableMenuActions({ renameDisabledReason, ...of }: TableMenuInput): readonly MenuEntry[] {
  return [
    {
      id: 'copy',
      label: t`Copy to…`,
      icon: <CopyPlus size={14} aria-hidden />,
      onAction: () => openTableDialog({ request: 'copy', ...of }),
    },
    {
      id: 'compare',
      label: t`Compare with…`,
      icon: <Diff size={14} aria-hidden />,
      onAction: () => openTableDialog({ request: 'compare', ...of }),
    },
    {
      id: 'keys',
      label: t`Design keys…`,
      icon: <KeyRound size={14} aria-hidden />,
      onAction: () => openTableDialog({ request: 'keys', ...of }),
    },
    {
      id: 'indexes',
      label: t`Indexes…`,
      icon: <Layers size={14} aria-hidden />,
      onAction: () => openTableDialog({ request: 'indexes', ...of }),
    },
    {
      id: 'rename',
      label: t`Rename table…`,
      icon: <TextCursorInput size={14} aria-hidden />,
      ...(renameDisabledReason === null ? {} : { isDisabled: true, description: renameDisabledReason }),
      onAction: () => openTableDialog({ request: 'rename', ...of }),
    },
  ];
}

/**
 * The query where it picks some of the rows; undefined where it means the whole table. Rows are always meant whole, also
 * where only some columns are shown.
 */
export function partOf(query: TableQuery | undefined): TableQuery | undefined {
  if (query === undefined) return undefined;
  const isWhole = query.limit === undefined && wholeFilter(query).text === '';
  return isWhole ? undefined : { ...query, select: [] };
}

/** A renaming is always of the whole table. */
export interface TableDialogRequest extends RowsOfTable {
  readonly request: 'copy' | 'rename' | 'compare' | 'keys' | 'indexes';
}

const tableDialog = createStore<{ readonly open: TableDialogRequest | null }>()(() => ({ open: null }));

export function openTableDialog(request: TableDialogRequest | null): void {
  tableDialog.setState({ open: request });
}
