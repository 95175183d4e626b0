// The column headers of a list of blobs, which sort it, or show why they cannot.
import { ArrowDown, ArrowUp } from 'lucide-react';
import { t } from '@shared/strings/t';
import type { SortColumn, SortOrder } from '../listing/listing';
import { sortColumns, sortLabel } from './sort-columns';
import styles from './blob-list.module.css';

/** The same columns show other properties for deleted blobs. */
const deletedLabels: Partial<Record<SortColumn, string>> = { modified: t`Deleted`, type: t`Retained for` };

export interface ListHeadProps {
  readonly kind: 'present' | 'deleted';
  readonly order: SortOrder;
  /** Null when sorting is possible, else the reason why it is not. */
  readonly disabledReason: string | null;
  readonly onSort: (column: SortColumn) => void;
}

export function ListHead({ kind, order, disabledReason, onSort }: ListHeadProps) {
  return (
    <div role="row" aria-rowindex={1} className={styles.head}>
      {sortColumns.map(({ column, label: defaultLabel, style }) => {
        const label = (kind === 'deleted' ? deletedLabels[column] : undefined) ?? defaultLabel;
        const direction = order !== 'service' && order.column === column ? order.direction : 'none';
        return (
          <div key={column} role="columnheader" aria-sort={direction} className={styles[style]}>
            <button
              type="button"
              tabIndex={-1}
              className={styles.sort}
              aria-disabled={disabledReason !== null}
              title={disabledReason ?? sortLabel(label)}
              onClick={() => {
                if (disabledReason === null) onSort(column);
              }}
            >
              {label}
              {direction === 'ascending' ? <ArrowUp size={12} aria-hidden /> : null}
              {direction === 'descending' ? <ArrowDown size={12} aria-hidden /> : null}
            </button>
          </div>
        );
      })}
      <div role="columnheader" className={styles.md5}>{t`MD5`}</div>
    </div>
  );
}
