// Entities as CSV with typed headers, so that an import restores the same entities: a column with several types, or
// with empty strings, has a second column that holds each row's type.
import { csvField, csvLine } from '@shared/charting/csv-line';
import { typedHeader } from '@shared/import/typed-header';
import type { PackedRows } from '@shared/rows/packed-rows';
import { type TextVector, textAt } from '@shared/rows/text-vector';
import { type ExportedColumn, valuesOf } from './exported-columns';
import { writeRows } from './write-rows';

/** Overwrites `path`. Throws what the file system throws. */
export async function writeCsv(
  path: string,
  blocks: AsyncIterable<PackedRows>,
  columns: readonly ExportedColumn[],
  timestamps: 'with' | 'without',
): Promise<void> {
  await writeRows(path, blocks, {
    head: csvHeader(columns, timestamps),
    lines: (rows) => csvLines(rows, columns, timestamps),
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

/** The field of a row, quoted if necessary. */
type Field = (row: number) => string;

const noField: Field = () => '';
const blankLine = /^[\s",]*$/;

function* csvLines(
  rows: PackedRows,
  columns: readonly ExportedColumn[],
  timestamps: 'with' | 'without',
): Generator<string, void, undefined> {
  const values = valuesOf(
    rows,
    columns.map(({ name }) => name),
  );
  const cells = columns.flatMap((column, at): readonly Field[] => {
    const found = values[at];
    if (found == null) return needsRowTypes(column) ? [noField, noField] : [noField];
    const { texts, type, indexAt } = found;
    const value = ofRow(csvFields(texts), indexAt);
    if (!needsRowTypes(column)) return [value];
    return [value, ofRow(typeof type === 'string' ? () => type : type, indexAt)];
  });
  const stamp = timestamps === 'with' ? [csvFields(rows.timestamps)] : [];
  const fields = [csvFields(rows.partitionKeys), csvFields(rows.rowKeys), ...stamp, ...cells];
  for (let row = 0; row < rows.count; row += 1) {
    let line = fields[0]?.(row) ?? '';
    for (let at = 1; at < fields.length; at += 1) line += `,${fields[at]?.(row) ?? ''}`;
    yield blankLine.test(line) ? blankRow(fields, row) : `${line}\r\n`;
  }
}

/** An import skips rows whose cells are all blank, unless their keys are quoted. */
function blankRow(fields: readonly Field[], row: number): string {
  const cells = fields.map((field, at) => {
    const text = field(row);
    return at < 2 && !text.startsWith('"') ? `"${text}"` : text;
  });
  return `${cells.join(',')}\r\n`;
}

function ofRow(at: Field, indexAt: (row: number) => number): Field {
  return (row) => {
    const index = indexAt(row);
    return index < 0 ? '' : at(index);
  };
}

/** The texts as fields, by their index. Numbers, times and GUIDs hold nothing that has to be quoted. */
function csvFields(texts: TextVector): Field {
  switch (texts.kind) {
    case 'constant': {
      const only = csvField(texts.text);
      return () => only;
    }
    case 'dictionary': {
      const each = texts.texts.map(csvField);
      return (index) => each[texts.positions[index] ?? 0] ?? '';
    }
    case 'bytes':
    case 'units':
      return (index) => csvField(textAt(texts, index));
    case 'integers':
    case 'doubles':
    case 'moments':
    case 'guids':
      return (index) => textAt(texts, index);
  }
}

function needsRowTypes({ types, holdsEmptyText }: ExportedColumn): boolean {
  return types.size > 1 || holdsEmptyText;
}
