// The schema and some rows of a Parquet blob, read by ranges: first the footer, then only what those rows need.
import {
  type ColumnChunk,
  type FileMetaData,
  type SchemaElement,
  type SchemaTree,
  parquetMetadataAsync,
  parquetReadObjects,
  parquetSchema,
} from 'hyparquet';
import { StowageError } from '@shared/errors';
import { type ParquetColumn, type ParquetPreview, previewRows } from '@shared/model/blob-preview';
import { KiB, MiB } from '@shared/units';
import { t } from '@shared/strings/t';
import { OverLimit, type ParquetSource } from './parquet-source';
import { compressors, unreadableCodec } from '../../parquet/codecs';
import {
  CheckedPages,
  PageTooLarge,
  areRowsHeld,
  hasTooManyColumns,
  isSchemaComplete,
} from '../../parquet/checked-pages';
import { cellText } from '../../parquet/parquet-cells';
import { exactParsers, readGroups } from '../../parquet/parquet-values';
import type { RequestedVersion } from '../response-version';

/** Footers of files with thousands of columns are smaller; a larger one means a damaged or malicious file. */
const maxFooterBytes = 16 * MiB;
/** Gaps between columns up to this size are read along. */
const widestGapBytes = 8 * KiB;

export interface ParquetRequest extends RequestedVersion {
  readonly totalBytes: number;
  /** Zero-based index of the first row to show. */
  readonly fromRow: number;
  /** How many bytes may be read for the rows, besides the footer. */
  readonly limitBytes: number;
}

/**
 * Runs in a separate thread, see `preview-thread.ts`.
 * @throws `invalid.input` when the blob is not a Parquet file, and what the source throws
 */
export async function previewParquet(
  reader: ParquetSource,
  request: ParquetRequest,
): Promise<Omit<ParquetPreview, 'readBytes'>> {
  reader.allow(maxFooterBytes);
  const metadata = await parquetMetadataAsync(reader, { parsers: exactParsers, geoparquet: false }).catch(
    (thrown: unknown) => {
      throw thrown instanceof StowageError ? thrown : noParquet(request);
    },
  );
  if (hasTooManyColumns(metadata)) throw tooManyColumns(request);
  if (!isSchemaComplete(metadata)) throw noParquet(request);
  const facts = {
    rowCount: Number(metadata.num_rows),
    rowGroups: metadata.row_groups.length,
    createdBy: metadata.created_by ?? '',
    columns: columnsOf(metadata),
  };
  const body = await bodyOf(reader, metadata, request);
  return { ...facts, body };
}

async function bodyOf(
  reader: ParquetSource,
  metadata: FileMetaData,
  { fromRow, limitBytes }: ParquetRequest,
): Promise<ParquetPreview['body']> {
  const names = parquetSchema(metadata).children.map(({ element }) => element.name);
  const foreign = unreadableCodec(metadata);
  if (foreign !== null) return { kind: 'unreadable', reason: t`The rows are compressed with ${foreign}.` };
  reader.allow(limitBytes);
  try {
    if (!areRowsHeld(metadata)) throw new PageTooLarge();
    const file = new CheckedPages(reader, metadata);
    const rowStart = Math.min(fromRow, Number(metadata.num_rows));
    const rowEnd = Math.min(rowStart + previewRows, Number(metadata.num_rows));
    const rows = Array.from({ length: rowEnd - rowStart }, (): Record<string, unknown> => ({}));
    for (const { names: columns, ...group } of readGroups(metadata)) {
      const read = await parquetReadObjects({
        file,
        ...group,
        columns: [...columns],
        compressors,
        geoparquet: false,
        rowStart,
        rowEnd,
        useOffsetIndex: true,
      });
      read.forEach((row, index) => Object.assign(rows[index] ?? {}, row));
    }
    return { kind: 'rows', names, rows: rows.map((row) => names.map((name) => cellText(row[name]))) };
  } catch (thrown) {
    if (thrown instanceof OverLimit) {
      return { kind: 'ask', neededBytes: Math.max(thrown.neededBytes, groupBytes(metadata, fromRow)) };
    }
    if (thrown instanceof StowageError) throw thrown;
    if (thrown instanceof PageTooLarge) {
      return { kind: 'unreadable', reason: t`A page of these rows declares more data than a preview can hold.` };
    }
    return {
      kind: 'unreadable',
      reason: t`The pages of these rows are damaged or use an unknown encoding.`,
    };
  }
}

/** Size of the row groups from `fromRow` on, gaps included. An index may make part of it unnecessary. */
function groupBytes({ row_groups: groups }: FileMetaData, fromRow: number): number {
  let rows = 0;
  let bytes = 0;
  for (const group of groups) {
    if (rows >= fromRow + previewRows) break;
    rows += Number(group.num_rows);
    if (rows <= fromRow) continue;
    let before = Infinity;
    for (const { start, length } of group.columns.map(chunkOf).sort((a, b) => a.start - b.start)) {
      const gap = start - before;
      bytes += length + (gap > 0 && gap <= widestGapBytes ? gap : 0);
      before = start + length;
    }
    for (const { offset_index_length: length } of group.columns) bytes += length ?? 0;
  }
  return bytes;
}

function chunkOf({ meta_data: meta }: ColumnChunk): { readonly start: number; readonly length: number } {
  const start = Number(meta?.dictionary_page_offset ?? meta?.data_page_offset ?? 0);
  return { start, length: Number(meta?.total_compressed_size ?? 0) };
}

function columnsOf(metadata: FileMetaData): ParquetColumn[] {
  const leaves = (tree: SchemaTree): readonly SchemaTree[] =>
    tree.children.length === 0 ? [tree] : tree.children.flatMap(leaves);
  return parquetSchema(metadata)
    .children.flatMap(leaves)
    .map(({ element, path }) => ({
      name: path.join('.'),
      type: typeOf(element),
      presence: presences[element.repetition_type ?? 'REQUIRED'],
    }));
}

const presences = { REQUIRED: 'required', OPTIONAL: 'optional', REPEATED: 'repeated' } as const;

function typeOf({ logical_type: logical, converted_type: converted, type, precision, scale }: SchemaElement): string {
  const physical = type ?? 'GROUP';
  const meaning = logical?.type ?? converted;
  if (meaning === undefined) return physical;
  const measure =
    meaning === 'DECIMAL'
      ? `(${precision ?? 0}, ${scale ?? 0})`
      : logical && 'unit' in logical
        ? ` ${logical.unit}`
        : '';
  return t`${meaning}${measure} as ${physical}`;
}

function tooManyColumns({ container, name }: RequestedVersion): StowageError {
  const problem = t`${name} has more columns than a preview shows.`;
  return new StowageError('invalid.input', problem, {
    context: { container, field: 'Parquet', problem, fix: t`View it as hex, or download it.` },
  });
}

function noParquet({ container, name }: RequestedVersion): StowageError {
  const problem = t`${name} does not end with a valid Parquet footer.`;
  return new StowageError('invalid.input', problem, {
    context: { container, field: 'Parquet', problem, fix: t`View it as hex, or download it.` },
  });
}
