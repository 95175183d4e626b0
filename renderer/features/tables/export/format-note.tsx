// What each format of an export keeps and how, so that nobody has to find out afterwards.
import { t } from '@shared/strings/t';
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
          {t`For spreadsheets. Headers carry the types, as in`} <code>{t`Rating:Edm.Double`}</code>
          {t`; a column of several types has a second one,`} <code>{t`Name@type`}</code>
          {t`. An import gives the same entities.`}
        </p>
      );
    case 'jsonl':
      return (
        <p className={styles.note}>
          {t`One entity a line, with the type and the exact text of every value. Imported and exported again, the file is the same to the byte.`}
        </p>
      );
    case 'parquet':
      return (
        <>
          <p className={styles.note}>
            {t`For analysis. A column of one type keeps it; columns of several types, and times outside the years 1678 to 2261, become text.`}
          </p>
          <details className={styles.types}>
            <summary>{t`How types are written`}</summary>
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
