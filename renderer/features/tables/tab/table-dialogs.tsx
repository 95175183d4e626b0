// The requested dialog about a whole table: copy, rename, compare.
import type { ConnectionSummary } from '@shared/model/connection';
import type { DiffSide } from '@shared/model/table-diff';
import { useStore } from 'zustand';
import { lazyView } from '@renderer/ui';
import { openTableDialog, tableDialog } from './table-dialog-store';

const CompareDialog = lazyView(() => import('../jobs/compare-dialog').then(({ CompareDialog }) => CompareDialog));
const CopyDialog = lazyView(() => import('../jobs/copy-dialog').then(({ CopyDialog }) => CopyDialog));
const RenameDialog = lazyView(() => import('../jobs/rename-dialog').then(({ RenameDialog }) => RenameDialog));

export interface TableDialogsProps {
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
