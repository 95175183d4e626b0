// Wraps a table's view: files dropped on it and rows pasted into it become an import that waits for its plan to be
// confirmed.
import { t } from '@shared/strings/t';
import { useDropTarget } from '@renderer/bridge';
import { DropGround, describeError, showFailure, showToast } from '@renderer/ui';
import { StowageError } from '@shared/errors';
import type { SasScope } from '@shared/model/connection';
import { FileUp, Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { requestImport } from './requested-import';
import styles from './import-target.module.css';
import { importDisabledReason } from './import-disabled-reason';
import { inputOfDrop, usePastedRows } from './taken-input';

export interface ImportTargetProps {
  readonly connectionId: string;
  readonly connectionName: string;
  readonly table: string;
  readonly readOnly: boolean;
  /** What the connection is signed with, where that is a SAS. */
  readonly sas?: SasScope | undefined;
  /** Whether the view is the one on screen: rows are pasted there. */
  readonly isActive: boolean;
  /** Brings the import of this table to the front. */
  readonly onImport: () => void;
  readonly children: ReactNode;
}

export function ImportTarget(props: ImportTargetProps) {
  const { connectionId, connectionName, table, readOnly, sas, isActive, onImport, children } = props;
  const disabledReason = importDisabledReason({ connectionName, readOnly, sas });
  const drop = useDropTarget(disabledReason === null ? 'files' : 'nothing', (transfer) => {
    importDrop(connectionId, table, transfer, onImport);
  });
  usePastedRows(isActive ? 'in-front' : 'behind', (text) => {
    if (disabledReason !== null) {
      showToast({ tone: 'bad', title: t`Cannot import`, text: disabledReason });
      return;
    }
    requestImport(connectionId, table, { kind: 'text', text });
    onImport();
  });
  return (
    <div className={styles.target} {...drop.handlers}>
      {children}
      {drop.isOver ? (
        <DropGround
          tone={disabledReason === null ? 'welcome' : 'refused'}
          icon={disabledReason === null ? <FileUp size={24} strokeWidth={1.5} /> : <Lock size={24} strokeWidth={1.5} />}
          title={disabledReason === null ? t`Import into ${table}` : t`Cannot import into ${table}`}
          text={disabledReason ?? t`CSV, TSV, JSON or JSON Lines. You see the plan before anything is written.`}
        />
      ) : null}
    </div>
  );
}

/** Takes the files of a drop on a table, wherever it is shown, and opens its import. A failure is said. */
export function importDrop(connectionId: string, table: string, transfer: DataTransfer, onImport: () => void): void {
  inputOfDrop(transfer).then(
    (source) => {
      if (source === null) return;
      requestImport(connectionId, table, source);
      onImport();
    },
    (thrown: unknown) => {
      const error = StowageError.from(thrown);
      if (error.code !== 'invalid.input') {
        showFailure(error);
        return;
      }
      const { explanation, action } = describeError(error);
      const text = [explanation, action].filter(Boolean).join(' ');
      showToast({ tone: 'bad', title: t`It cannot be imported`, text });
    },
  );
}
