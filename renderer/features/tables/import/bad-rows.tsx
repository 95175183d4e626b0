// Rows that cannot be written, with their line, reason and text; and rows with repeated keys.
import type { ImportReport } from '@shared/model/table-import';
import type { RejectedRow } from '@shared/model/table-job';
import { t } from '@shared/strings/t';
import { formatCount } from '@shared/units';
import { keyText } from '../result/value-format';
import styles from './input-table.module.css';

export interface BadRowsProps {
  readonly rows: readonly RejectedRow[];
  /** How many there are; `rows` are the first of them. */
  readonly count: number;
}

export function BadRows({ rows, count }: BadRowsProps) {
  return (
    <div
      className={styles.scroller}
      tabIndex={0}
      data-sticky-edges
      role="group"
      aria-label={t`Rows that cannot be written`}
    >
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col" className={styles.number}>{t`Input line`}</th>
            <th scope="col">{t`Reason`}</th>
            <th scope="col">{t`Row`}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.line}>
              <td className={styles.number}>{formatCount(row.line)}</td>
              <td className={styles.reason}>{row.message}</td>
              <td>
                <code className={styles.rowText} title={row.text}>
                  {row.text}
                </code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {count > rows.length ? (
        <p className={styles.none}>{t`The first ${formatCount(rows.length)} of ${formatCount(count)}.`}</p>
      ) : null}
    </div>
  );
}

export function RepeatedRows({ report }: { readonly report: ImportReport }) {
  return (
    <div className={styles.scroller} tabIndex={0} data-sticky-edges role="group" aria-label={t`Rows that repeat a key`}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col" className={styles.number}>{t`Input line`}</th>
            <th scope="col" className={styles.number}>{t`First on line`}</th>
            <th scope="col">{t`PartitionKey`}</th>
            <th scope="col">{t`RowKey`}</th>
          </tr>
        </thead>
        <tbody>
          {report.duplicates.map((row) => (
            <tr key={row.line}>
              <td className={styles.number}>{formatCount(row.line)}</td>
              <td className={styles.number}>{formatCount(row.firstLine)}</td>
              <td>
                <code>{keyText(row.partitionKey)}</code>
              </td>
              <td>
                <code>{keyText(row.rowKey)}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {report.duplicateKeys > report.duplicates.length ? (
        <p className={styles.none}>
          {t`The first ${formatCount(report.duplicates.length)} of ${formatCount(report.duplicateKeys)}.`}
        </p>
      ) : null}
    </div>
  );
}
