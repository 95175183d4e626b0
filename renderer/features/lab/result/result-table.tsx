// A table of results: text left-aligned, figures right-aligned with one unit per column.
import type { ResultTable } from '@shared/lab/results';
import { formatFigure } from '@shared/lab/figures';
import { unitLabel } from '@shared/units';
import { classNames } from '@renderer/ui';
import parts from '../lab-parts.module.css';
import styles from './result-view.module.css';

/** `many partitions × 4` is not parted from its number. */
const inOneLine = (text: string): string => text.replaceAll('× ', '×\u00A0');

export function ResultTableView({ table }: { readonly table: ResultTable }) {
  const isText = (column: number): boolean => table.rows.some((row) => typeof row[column] === 'string');
  return (
    <section className={styles.tableSection} data-table={table.id}>
      <div className={parts.scroll} role="region" aria-label={table.title} tabIndex={0}>
        <table className={parts.table}>
          <caption className={styles.caption}>{table.title}</caption>
          <thead>
            <tr>
              {table.columns.map(({ title, unit }, column) => (
                <th key={column} scope="col" className={classNames(isText(column) && parts.words)}>
                  {title}
                  {unit === '' || unit === 'bytes' || unit === 'bytes/s' ? null : (
                    <span className={styles.unit}>{unitLabel(unit)}</span>
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map((row, index) => (
              <tr key={index}>
                {row.map((cell, column) => (
                  <td key={column} className={classNames(isText(column) && parts.words)}>
                    {inOneLine(formatFigure(cell, table.columns[column]?.unit ?? ''))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {table.note === '' ? null : <p className={parts.muted}>{table.note}</p>}
    </section>
  );
}
