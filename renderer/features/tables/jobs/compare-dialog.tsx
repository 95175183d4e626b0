// The dialog that picks the table with which the first one is compared.
import { useState } from 'react';
import type { ConnectionSummary } from '@shared/model/connection';
import type { DiffSide } from '@shared/model/table-diff';
import { wholeTable } from '@shared/model/table-query';
import { t } from '@shared/strings/t';
import { Button, Checkbox, Dialog } from '@renderer/ui';
import { type PickedTable, type RowsOfTable, TablePicker, tableProblem } from './copy-draft';
import styles from './copy.module.css';

export interface CompareDialogProps {
  readonly of: RowsOfTable;
  readonly connections: readonly ConnectionSummary[];
  readonly onCompare: (left: DiffSide, right: DiffSide) => void;
  readonly onClose: () => void;
}

export function CompareDialog({ of, connections, onCompare, onClose }: CompareDialogProps) {
  const { connectionId, table, query } = of;
  const [target, setTarget] = useState<PickedTable>({ connectionId, table: '' });
  const [sameQuery, setSameQuery] = useState<'same' | 'whole'>('same');
  const [isChecked, setChecked] = useState(false);
  const isItself = target.connectionId === connectionId && target.table.toLowerCase() === table.toLowerCase();
  const problem =
    tableProblem(target.table) ?? (isItself ? t`This is the first table. Choose another one.` : undefined);
  const compare = (): void => {
    setChecked(true);
    if (problem !== undefined) return;
    const left = query ?? wholeTable(table);
    const right =
      query !== undefined && sameQuery === 'same' ? { ...query, table: target.table } : wholeTable(target.table);
    onCompare({ connectionId, query: left }, { connectionId: target.connectionId, query: right });
  };
  return (
    <Dialog
      title={t`Compare ${table} with another table`}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{t`Cancel`}</Button>
          <Button variant="primary" onPress={compare}>{t`Compare`}</Button>
        </>
      }
    >
      <div className={styles.form}>
        <TablePicker
          connections={connections}
          target={target}
          onChange={setTarget}
          kind="existing"
          use="read"
          problem={isChecked ? problem : undefined}
        />
        {query === undefined ? null : (
          <Checkbox isSelected={sameQuery === 'same'} onChange={(is) => setSameQuery(is ? 'same' : 'whole')}>
            {t`Apply the query of ${table} to both sides`}
          </Checkbox>
        )}
        <p className={styles.quiet}>
          {t`Both are read whole and matched by key. Rows are compared by type and value of every property; Timestamp and ETag are ignored. Nothing is written.`}
        </p>
      </div>
    </Dialog>
  );
}
