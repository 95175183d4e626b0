// Entities as CSV with typed headers, made so that an import gives the same entities: a column of several types, or with
// empty texts, tells each row's type in a second column.
import { open } from 'node:fs/promises';
import { typedHeader } from '@shared/import/typed-header';
import type { ExportedColumn, ExportedEntity } from './exported-columns';

/** Rows are written in pieces of about this size. */
const pieceUnits = 1 << 18;

/** Overwrites `path`. Throws what the file system throws. */
export async function writeCsv(
  path: string,
  entities: AsyncIterable<ExportedEntity>,
  columns: readonly ExportedColumn[],
  timestamps: 'with' | 'without',
): Promise<void> {
  const file = await open(path, 'w');
  try {
    let piece = csvHeader(columns, timestamps);
    for await (const entity of entities) {
      piece += csvRow(entity, columns, timestamps);
      if (piece.length < pieceUnits) continue;
      await file.appendFile(piece);
      piece = '';
    }
    await file.appendFile(piece);
    await file.sync();
  } finally {
    await file.close();
  }
}

function csvHeader(columns: readonly ExportedColumn[], timestamps: 'with' | 'without'): string {
  const cells = columns.flatMap((column) => {
    const [only] = column.types;
    if (tellsRowTypes(column)) return [column.name, `${column.name}@type`];
    return [only === undefined ? column.name : typedHeader(column.name, only)];
  });
  return line(['PartitionKey', 'RowKey', ...(timestamps === 'with' ? ['Timestamp'] : []), ...cells]);
}

function csvRow(entity: ExportedEntity, columns: readonly ExportedColumn[], timestamps: 'with' | 'without'): string {
  const values = new Map(entity.properties.map(({ name, value }) => [name, value]));
  const cells = columns.flatMap((column) => {
    const value = values.get(column.name);
    const text = value === undefined ? '' : String(value.value);
    return tellsRowTypes(column) ? [text, value?.type ?? ''] : [text];
  });
  const stamp = timestamps === 'with' ? [entity.timestamp] : [];
  return line([entity.partitionKey, entity.rowKey, ...stamp, ...cells]);
}

function tellsRowTypes({ types, holdsEmptyText }: ExportedColumn): boolean {
  return types.size > 1 || holdsEmptyText;
}

function line(cells: readonly string[]): string {
  return `${cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\r\n`;
}
