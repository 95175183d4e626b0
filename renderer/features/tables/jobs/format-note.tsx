// What each export format preserves and how, so that users know before they export.
import { ChevronRight } from 'lucide-react';
import { decimalSign } from '@shared/strings/numbers';
import { t } from '@shared/strings/t';
import { TypeBadge } from '@renderer/ui';
import { edmType } from '@shared/model/entity';
import { type ExportFormat, type SpreadsheetDecimals, parquetTypeNames } from '@shared/model/table-export';
import styles from './export-dialog.module.css';

export const formatLabels: Readonly<Record<ExportFormat, () => string>> = {
  csv: () => 'CSV',
  spreadsheet: () => t`Spreadsheet`,
  jsonl: () => 'JSON Lines',
  parquet: () => 'Parquet',
};

/** As the window writes numbers, and thus most likely the user's spreadsheet. */
export function decimalsHere(): SpreadsheetDecimals {
  return decimalSign() === ',' ? 'comma' : 'point';
}

export function FormatNote({ format }: { readonly format: ExportFormat }) {
  switch (format) {
    case 'csv':
      return (
        <p className={styles.note}>
          {t`To import again later. Headers contain the types, as in`} <code>{t`Rating:Edm.Double`}</code>
          {t`; a column with several types has a second one,`} <code>{t`Name@type`}</code>
          {t`. An import restores identical entities.`}
        </p>
      );
    case 'spreadsheet':
      return (
        <>
          <p className={styles.note}>
            {t`CSV for Excel and other spreadsheets. Not for importing again.`}{' '}
            {decimalsHere() === 'comma'
              ? t`Uses a decimal comma and semicolons between fields, as in your number format.`
              : t`Uses a decimal point and commas between fields, as in your number format.`}
          </p>
          <p className={styles.note}>
            {t`Text that would run as a formula, and numbers that would lose digits, get a leading apostrophe.`}
          </p>
        </>
      );
    case 'jsonl':
      return (
        <p className={styles.note}>
          {t`One entity per line, with the type and the exact text of every value. Importing and exporting again gives an identical file.`}
        </p>
      );
    case 'parquet':
      return (
        <>
          <p className={styles.note}>
            {t`For analysis. Columns with a single type keep it; columns with several types, and times outside the years 1678 to 2261, become text.`}
          </p>
          <details className={styles.types}>
            <summary>
              <ChevronRight size={14} aria-hidden />
              {t`Type format`}
            </summary>
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
