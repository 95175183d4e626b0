// Entities as CSV with typed headers, so that an import restores the same entities: a column with several types, or
// with empty strings, has a second column that holds each row's type.
import { csvLine } from '@shared/charting/csv-line';
import { typedHeader } from '@shared/import/typed-header';
import type { ExportedColumn, ExportedEntity } from './exported-columns';
import { writeRows } from './write-rows';

/** Overwrites `path`. Throws what the file system throws. */
export async function writeCsv(
  path: string,
  entities: AsyncIterable<ExportedEntity>,
  columns: readonly ExportedColumn[],
  timestamps: 'with' | 'without',
): Promise<void> {
  await writeRows(path, entities, {
    head: csvHeader(columns, timestamps),
    row: (entity) => csvRow(entity, columns, timestamps),
  });
}

function csvHeader(columns: readonly ExportedColumn[], timestamps: 'with' | 'without'): string {
  const cells = columns.flatMap((column) => {
    const [only] = column.types;
    if (needsRowTypes(column)) return [column.name, `${column.name}@type`];
    return [only === undefined ? column.name : typedHeader(column.name, only)];
  });
  return csvLine(['PartitionKey', 'RowKey', ...(timestamps === 'with' ? ['Timestamp'] : []), ...cells]);
}

function csvRow(entity: ExportedEntity, columns: readonly ExportedColumn[], timestamps: 'with' | 'without'): string {
  const values = new Map(entity.properties.map(({ name, value }) => [name, value]));
  const cells = columns.flatMap((column) => {
    const value = values.get(column.name);
    const text = value === undefined ? '' : String(value.value);
    return needsRowTypes(column) ? [text, value?.type ?? ''] : [text];
  });
  const stamp = timestamps === 'with' ? [entity.timestamp] : [];
  const fields = [entity.partitionKey, entity.rowKey, ...stamp, ...cells];
  const line = csvLine(fields);
  // An import skips rows whose cells are all blank, unless their keys are quoted.
  return fields.every((text) => text.trim() === '') ? `"",""${line.slice(1)}` : line;
}

function needsRowTypes({ types, holdsEmptyText }: ExportedColumn): boolean {
  return types.size > 1 || holdsEmptyText;
}
