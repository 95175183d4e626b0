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
          {t`For another import. Headers carry the types, as in`} <code>{t`Rating:Edm.Double`}</code>
          {t`; a column of several types has a second one,`} <code>{t`Name@type`}</code>
          {t`. An import gives the same entities.`}
        </p>
      );
    case 'spreadsheet':
      return (
        <>
          <p className={styles.note}>
            {t`CSV that Excel and other spreadsheets open as it is meant. Not for another import.`}{' '}
            {decimalsHere() === 'comma'
              ? t`Decimals have a comma and fields are parted by semicolons, as your number format has it.`
              : t`Decimals have a point and fields are parted by commas, as your number format has it.`}
          </p>
          <p className={styles.note}>
            {t`An apostrophe stands before a text that would be run as a formula, and before what would lose digits as a number.`}
          </p>
        </>
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
            <summary>
              <ChevronRight size={14} aria-hidden />
              {t`How types are written`}
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
