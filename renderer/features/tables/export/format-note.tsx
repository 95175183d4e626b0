// What each format of an export keeps and how, so that nobody has to find out afterwards.
import { TypeBadge } from '@renderer/ui';
import { edmType } from '@shared/model/entity';
import { type ExportFormat, parquetTypeNames } from '@shared/model/table-export';
import styles from './export-dialog.module.css';

export const formatLabels: Readonly<Record<ExportFormat, string>> = {
  csv: 'CSV',
  jsonl: 'JSON Lines',
  parquet: 'Parquet',
};

export function FormatNote({ format }: { readonly format: ExportFormat }) {
  switch (format) {
    case 'csv':
      return (
        <p className={styles.note}>
          For spreadsheets. Headers carry the types, as in <code>Rating:Edm.Double</code>; a column of several types has
          a second one, <code>Name@type</code>. An import gives the same entities.
        </p>
      );
    case 'jsonl':
      return (
        <p className={styles.note}>
          One entity a line, with the type and the exact text of every value. Imported and exported again, the file is
          the same to the byte.
        </p>
      );
    case 'parquet':
      return (
        <>
          <p className={styles.note}>
            For analysis. A column of one type keeps it; columns of several types, and times outside the years 1678 to
            2261, become text.
          </p>
          <details className={styles.types}>
            <summary>How types are written</summary>
            <dl className={styles.map}>
              {edmType.options.map((type) => (
                <div key={type}>
                  <dt>
                    <TypeBadge type={type} />
                  </dt>
                  <dd>{parquetTypeNames[type]}</dd>
                </div>
              ))}
            </dl>
          </details>
        </>
      );
  }
}
