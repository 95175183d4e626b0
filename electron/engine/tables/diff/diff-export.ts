// Differences as files: JSON Lines with both sides of every row, or CSV with one line per differing property.
import { reportLine } from '@shared/charting/csv-line';
import { propertyDifferences } from '@shared/diff/differences';
import type { EdmValue } from '@shared/model/entity';
import type { DiffExportFormat, Difference } from '@shared/model/table-diff';
import { localError } from '../../../disk/local-error';
import { replaceFile } from '../../../disk/replace-file';
import type { DiffReader } from './diff-files';

const pageRows = 200;
const csvHeader = 'Difference,PartitionKey,RowKey,Property,LeftType,LeftValue,RightType,RightValue\r\n';

/** Replaces `path` once the file is complete. @returns the number of differences. @throws StowageError `local.*` */
export async function exportDifferences(
  reader: DiffReader,
  path: string,
  format: DiffExportFormat,
  leaveOut: ReadonlySet<string>,
): Promise<number> {
  try {
    const rows = await reader.count();
    await replaceFile(path, async (file) => {
      if (format === 'csv') await file.appendFile(csvHeader);
      for (let offset = 0; offset < rows; offset += pageRows) {
        const page = await reader.page({ offset, limit: Math.min(pageRows, rows - offset) });
        const text = page.map((found) => (format === 'csv' ? csvLines(found, leaveOut) : `${JSON.stringify(found)}\n`));
        await file.appendFile(text.join(''));
      }
    });
    return rows;
  } catch (thrown) {
    throw localError(thrown, path);
  }
}

function csvLines({ kind, partitionKey, rowKey, left, right }: Difference, leaveOut: ReadonlySet<string>): string {
  const properties = propertyDifferences(left?.properties ?? [], right?.properties ?? [], leaveOut);
  const keys = [kind, partitionKey, rowKey];
  if (properties.length === 0) return reportLine([...keys, '', '', '', '', '']);
  return properties
    .map((found) => reportLine([...keys, found.name, ...cells(found.left), ...cells(found.right)]))
    .join('');
}

function cells(value: EdmValue | null): readonly string[] {
  return value === null ? ['', ''] : [value.type, String(value.value)];
}
