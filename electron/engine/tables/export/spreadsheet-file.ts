// Entities as CSV for spreadsheets: one column per property, under its name, for reading and computing. `csv-file.ts`
// is the form that an import reads back.
import { separatedLine } from '@shared/charting/csv-line';
import type { SpreadsheetDecimals } from '@shared/model/table-export';
import type { ExportedColumn, ExportedEntity } from './exported-columns';
import { spreadsheetCell, spreadsheetText } from './spreadsheet-cell';
import { writeRows } from './write-rows';

/** Without a byte order mark, Excel reads the file in the system's encoding. */
const byteOrderMark = '\ufeff';

/** Overwrites `path`. Throws what the file system throws. */
export async function writeSpreadsheet(
  path: string,
  entities: AsyncIterable<ExportedEntity>,
  columns: readonly ExportedColumn[],
  { timestamps, decimals }: { readonly timestamps: 'with' | 'without'; readonly decimals: SpreadsheetDecimals },
): Promise<void> {
  const separator = decimals === 'comma' ? ';' : ',';
  const asText = (text: string): string => spreadsheetText(text, decimals);
  const stamp = timestamps === 'with' ? ['Timestamp'] : [];
  const names = ['PartitionKey', 'RowKey', ...stamp, ...columns.map(({ name }) => name)];
  await writeRows(path, entities, {
    head: byteOrderMark + separatedLine(names.map(asText), separator),
    row: ({ partitionKey, rowKey, timestamp, properties }) => {
      const values = new Map(properties.map(({ name, value }) => [name, value]));
      const texts = [partitionKey, rowKey, ...(timestamps === 'with' ? [timestamp] : [])].map(asText);
      const cells = columns.map(({ name }) => {
        const value = values.get(name);
        return value === undefined ? '' : spreadsheetCell(value, decimals);
      });
      return separatedLine([...texts, ...cells], separator);
    },
  });
}
