// Entities as Parquet: each Edm type as the Parquet type that holds it without loss. Row groups are small, so that
// memory does not grow with the table.
import { ParquetWriter, fileWriter } from 'hyparquet-writer';
import type { EdmType } from '@shared/model/entity';
import { ticksFromMs, parseMoment } from '@shared/query/ticks';
import { doubleFromText } from '@shared/query/edm-value';
import type { PackedRows } from '@shared/rows/packed-rows';
import { type TextVector, textAt } from '@shared/rows/text-vector';
import { type ColumnValues, type ExportedColumn, valuesOf } from './exported-columns';

type SchemaElement = ConstructorParameters<typeof ParquetWriter>[0]['schema'][number];

/**
 * How a column is written. Int32 → INT32, Int64 → INT64, Double → DOUBLE, Boolean → BOOLEAN, DateTime → TIMESTAMP in
 * nanoseconds UTC, Guid → UUID, Binary → BYTE_ARRAY, String → STRING. Columns of several types, and those with times
 * outside the years 1678 to 2261, are written as STRING with the wire text. A column of several types has a second one,
 * `Name@type`, with the type of each row.
 */
export type ParquetKind = EdmType;

const rowsPerGroup = 10_000;
const epochTicks = ticksFromMs(0);

/** Overwrites `path`. Throws what the file system throws. */
export async function writeParquet(
  path: string,
  blocks: AsyncIterable<PackedRows>,
  columns: readonly ExportedColumn[],
  timestamps: 'with' | 'without',
): Promise<void> {
  const kinds = columns.flatMap((column): { name: string; kind: ParquetKind | 'type'; of: string }[] => {
    const { name, types } = column;
    const own = { name, kind: parquetKind(column), of: name };
    return types.size > 1 ? [own, { name: `${name}@type`, kind: 'type', of: name }] : [own];
  });
  const names = ['PartitionKey', 'RowKey', ...(timestamps === 'with' ? ['Timestamp'] : [])];
  const schema: SchemaElement[] = [
    { name: 'entities', num_children: names.length + kinds.length },
    ...names.map((name): SchemaElement =>
      name === 'Timestamp'
        ? schemaElement(name, 'Edm.DateTime')
        : { ...schemaElement(name, 'Edm.String'), repetition_type: 'REQUIRED' },
    ),
    ...kinds.map(({ name, kind }) => schemaElement(name, kind === 'type' ? 'Edm.String' : kind)),
  ];
  const kvMetadata = columns.map(({ name, types }) => ({ key: `edm:${name}`, value: [...types].join(' ') }));
  const writer = new ParquetWriter({ writer: fileWriter(path), schema, kvMetadata, createdBy: 'Stowage' });
  let group = newGroup(schema.length - 1);
  const flush = async (): Promise<void> => {
    const columnData = group.map((data, index) => ({ name: schema[index + 1]?.name ?? '', data }));
    await writer.write({ columnData, rowGroupSize: rowsPerGroup });
    group = newGroup(schema.length - 1);
  };
  for await (const rows of blocks) {
    const found = valuesOf(
      rows,
      kinds.map(({ of }) => of),
    );
    const keys = [rows.partitionKeys, rows.rowKeys].map((texts) => (row: number) => textAt(texts, row));
    const stamp = timestamps === 'with' ? [cellsOf('Edm.DateTime', rows.timestamps)] : [];
    const cells = kinds.map(({ kind }, at) => columnCells(kind, found[at] ?? null));
    [...keys, ...stamp, ...cells].forEach((cell, at) => {
      const data = group[at];
      for (let row = 0; row < rows.count; row += 1) data?.push(cell(row));
    });
    if ((group[0]?.length ?? 0) >= rowsPerGroup) await flush();
  }
  if ((group[0]?.length ?? 0) > 0) await flush();
  await writer.finish();
}

function parquetKind({ types, holdsFarTimes }: ExportedColumn): ParquetKind {
  const [only] = types;
  return only === undefined || types.size > 1 || holdsFarTimes ? 'Edm.String' : only;
}

function newGroup(width: number): unknown[][] {
  return Array.from({ length: width }, () => []);
}

function schemaElement(name: string, kind: ParquetKind): SchemaElement {
  const base = { name, repetition_type: 'OPTIONAL' } as const;
  switch (kind) {
    case 'Edm.String':
      return { ...base, type: 'BYTE_ARRAY', converted_type: 'UTF8' };
    case 'Edm.Int32':
      return { ...base, type: 'INT32' };
    case 'Edm.Int64':
      return { ...base, type: 'INT64' };
    case 'Edm.Double':
      return { ...base, type: 'DOUBLE' };
    case 'Edm.Boolean':
      return { ...base, type: 'BOOLEAN' };
    case 'Edm.DateTime':
      return { ...base, type: 'INT64', logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'NANOS' } };
    case 'Edm.Guid':
      return { ...base, type: 'FIXED_LEN_BYTE_ARRAY', type_length: 16, logical_type: { type: 'UUID' } };
    case 'Edm.Binary':
      return { ...base, type: 'BYTE_ARRAY' };
  }
}

/** Of a row; null for no value. */
type Cell = (row: number) => unknown;

function columnCells(kind: ParquetKind | 'type', values: ColumnValues | null): Cell {
  if (values === null) return () => null;
  const { texts, type, indexAt } = values;
  const types: Cell = typeof type === 'string' ? () => type : type;
  const cell = kind === 'type' ? types : cellsOf(kind, texts);
  return (row) => {
    const index = indexAt(row);
    return index < 0 ? null : cell(index);
  };
}

/** The values of a vector, by their index. */
function cellsOf(kind: ParquetKind, texts: TextVector): Cell {
  if (texts.kind === 'constant') {
    const only = parquetValue(kind, texts.text);
    return () => only;
  }
  if (texts.kind === 'dictionary') {
    const each = texts.texts.map((text) => parquetValue(kind, text));
    return (index) => each[texts.positions[index] ?? 0];
  }
  if (texts.kind === 'integers' && kind === 'Edm.Int32') return (index) => texts.values[index];
  if (texts.kind === 'integers' && kind === 'Edm.Int64') return (index) => BigInt(texts.values[index] ?? 0);
  if (texts.kind === 'doubles' && kind === 'Edm.Double') return (index) => texts.values[index];
  if (texts.kind === 'moments' && kind === 'Edm.DateTime') {
    return (index) => BigInt(texts.ms[index] ?? 0) * 1_000_000n + BigInt(texts.steps[index] ?? 0) * 100n;
  }
  return (index) => parquetValue(kind, textAt(texts, index));
}

function parquetValue(kind: ParquetKind, text: string): unknown {
  switch (kind) {
    case 'Edm.Boolean':
      return text === 'true';
    case 'Edm.Int32':
      return Number(text);
    case 'Edm.Int64':
      return BigInt(text);
    case 'Edm.Double':
      return doubleFromText(text);
    case 'Edm.DateTime':
      return nanoseconds(text);
    case 'Edm.Binary':
      return new Uint8Array(Buffer.from(text, 'base64'));
    case 'Edm.String':
    case 'Edm.Guid':
      return text;
  }
}

function nanoseconds(text: string): bigint | null {
  const ticks = parseMoment(text, 'utc');
  return ticks === null ? null : (ticks - epochTicks) * 100n;
}
