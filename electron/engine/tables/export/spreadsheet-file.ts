// Entities as CSV for spreadsheets: one column per property, under its name, for reading and computing. `csv-file.ts`
// is the form that an import reads back.
import { separatedLine } from '@shared/charting/csv-line';
import type { SpreadsheetDecimals } from '@shared/model/table-export';
import { type PackedRows, unpackRows } from '@shared/rows/packed-rows';
import type { ExportedColumn } from './exported-columns';
import { writeRows } from './write-rows';
import { guarded, isPlainNumber, mayRun } from '@shared/charting/formula-guard';
import type { EdmValue, Entity } from '@shared/model/entity';

/** Without a byte order mark, Excel reads the file in the system's encoding. */
const byteOrderMark = '\ufeff';

/** Overwrites `path`. Throws what the file system throws. */
export async function writeSpreadsheet(
  path: string,
  blocks: AsyncIterable<PackedRows>,
  columns: readonly ExportedColumn[],
  { timestamps, decimals }: { readonly timestamps: 'with' | 'without'; readonly decimals: SpreadsheetDecimals },
): Promise<void> {
  const separator = decimals === 'comma' ? ';' : ',';
  const asText = (text: string): string => spreadsheetText(text, decimals);
  const stamp = timestamps === 'with' ? ['Timestamp'] : [];
  const names = ['PartitionKey', 'RowKey', ...stamp, ...columns.map(({ name }) => name)];
  const line = ({ partitionKey, rowKey, timestamp, properties }: Entity): string => {
    const values = new Map(properties.map(({ name, value }) => [name, value]));
    const texts = [partitionKey, rowKey, ...(timestamps === 'with' ? [timestamp] : [])].map(asText);
    const cells = columns.map(({ name }) => {
      const value = values.get(name);
      return value === undefined ? '' : spreadsheetCell(value, decimals);
    });
    return separatedLine([...texts, ...cells], separator);
  };
  await writeRows(path, blocks, {
    head: byteOrderMark + separatedLine(names.map(asText), separator),
    lines: (rows) => unpackRows(rows).map(line),
  });
}

/** The number of digits that spreadsheets preserve. */
const maxDigits = 15;

/** Text that a spreadsheet may take for a number: digits with points, commas, an exponent. */
const likeNumber = /^\s*[\d.,]*\d[\d.,]*(?:e[+-]?\d+)?\s*$/iu;

/** @param decimals the decimal separator of numbers with a fraction; anything else is unchanged */
export function spreadsheetCell({ type, value }: EdmValue, decimals: SpreadsheetDecimals): string {
  const text = String(value);
  switch (type) {
    case 'Edm.Int32':
    case 'Edm.Int64':
      return /^-?\d+$/u.test(text) && digitsOf(text) <= maxDigits ? text : guarded(text);
    case 'Edm.Double':
      if (!isPlainNumber(text)) return spreadsheetText(text, decimals);
      return decimals === 'comma' ? text.replace('.', ',') : text;
    default:
      return spreadsheetText(text, decimals);
  }
}

/** A text that remains a text: neither executed nor converted to a number that is written differently. */
export function spreadsheetText(text: string, decimals: SpreadsheetDecimals): string {
  return mayRun(text) || losesItsText(text, decimals) ? guarded(text) : text;
}

function losesItsText(text: string, decimals: SpreadsheetDecimals): boolean {
  if (!likeNumber.test(text)) return false;
  // With a decimal comma, `1.5` is a day in May.
  const isDate = decimals === 'comma' && text.includes('.');
  return isDate || digitsOf(text) > maxDigits || String(Number(text)) !== text;
}

function digitsOf(text: string): number {
  return text.replace(/\D/gu, '').length;
}
