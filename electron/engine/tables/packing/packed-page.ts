// A query response as packed rows, directly from its bytes: the result of `packBlocks(decodePage(body))` without an
// object or a string per value. docs/adr/0034.
import { etagOf } from '@shared/model/entity-etag';
import { edmType } from '@shared/model/entity';
import {
  type PackedColumn,
  type PackedRows,
  columnIndexes,
  packBlocks,
  shapeOfType,
  withBytes,
} from '@shared/rows/packed-rows';
import { type TextShape, type TextVector, packTexts } from '@shared/rows/text-vector';
import { decodePage } from '../entity-codec';
import {
  type ColumnDraft,
  packedConstant,
  packedDoubles,
  packedGuids,
  packedIntegers,
  packedMoments,
  packedPlainTexts,
} from './pack-column';
import { type PageBytes, notPlain, pageBytes } from './page-bytes';
import { PageColumns } from './page-columns';

/** In blocks of `blockRows`. Throws as `decodePage`. */
export function decodePacked(body: Buffer): PackedRows[] {
  return plainPage(body) ?? packBlocks(decodePage(body));
}

/** Undefined for an unusual layout or an invalid response. */
export function plainPage(body: Buffer): PackedRows[] | undefined {
  const page = pageBytes(body);
  try {
    const columns = new PageColumns(page);
    return columns.count === 0 ? [] : [packed(page, columns)];
  } catch (thrown) {
    if (thrown === notPlain) return undefined;
    throw thrown;
  }
}

function packed(page: PageBytes, found: PageColumns): PackedRows {
  const { count, shapes } = found;
  return withBytes({
    count,
    partitionKeys: vectorOf(page, found.partitionKeys, 'any'),
    rowKeys: vectorOf(page, found.rowKeys, 'any'),
    timestamps: vectorOf(page, found.timestamps, 'moment'),
    etags: etagsOf(page, found),
    columns: found.columns.map((draft) => columnOf(page, draft, count)),
    shapes: shapes.shapes,
    shapeOfRow: shapes.shapes.length <= 1 ? null : shapes.ofRow.slice(0, count),
  });
}

function columnOf(page: PageBytes, draft: ColumnDraft, rows: number): PackedColumn {
  const { name, count } = draft;
  const first = edmType.options[draft.types[0] ?? 0] ?? 'Edm.String';
  return {
    name,
    count,
    types: draft.hasOneType ? first : draft.types.slice(0, count),
    texts: vectorOf(page, draft, draft.hasOneType ? shapeOfType(first) : 'any'),
    positions: count === rows ? null : columnIndexes(draft.rows.subarray(0, count), rows),
  };
}

function vectorOf(page: PageBytes, draft: ColumnDraft, shape: TextShape): TextVector {
  if (!draft.isPlain) return packTexts(draft.texts(page), shape);
  return packedConstant(page, draft) ?? packedByShape(page, draft, shape) ?? packedPlainTexts(page, draft);
}

function packedByShape(page: PageBytes, draft: ColumnDraft, shape: TextShape): TextVector | undefined {
  switch (shape) {
    case 'any':
      return undefined;
    case 'integer':
      return packedIntegers(page, draft);
    case 'double':
      return packedDoubles(page, draft);
    case 'moment':
      return packedMoments(page, draft);
    case 'guid':
      return packedGuids(page, draft);
  }
}

function etagsOf(page: PageBytes, { count, etags, timestamps }: PageColumns): PackedRows['etags'] {
  let follow = true;
  for (let row = 0; row < count && follow; row += 1) follow = isEtagOf(page, etags, timestamps, row);
  if (follow) return 'from-timestamp';
  const texts = Array.from({ length: count }, (_, row) => {
    const timestamp = timestamps.textAt(page, row);
    // Without an annotation, the ETag follows from the timestamp.
    return etags.textAt(page, row) || (timestamp === '' ? '' : etagOf(timestamp));
  });
  return packTexts(texts, 'any');
}

const beginning = Buffer.from(`W/\\"datetime'`, 'latin1');
const suffix = Buffer.from(`'\\"`, 'latin1');
const colon = 0x3a;
/** `%3A` */
const encodedColon = [0x25, 0x33, 0x41] as const;

/** Also true when the row has no ETag but a timestamp to derive it from. */
function isEtagOf(page: PageBytes, etags: ColumnDraft, timestamps: ColumnDraft, row: number): boolean {
  const start = etags.starts[row] ?? 0;
  const end = etags.ends[row] ?? 0;
  const time = timestamps.starts[row] ?? 0;
  const timeEnd = timestamps.ends[row] ?? 0;
  if (start === end) return time !== timeEnd;
  if (row > 0 && start === etags.starts[row - 1] && time === timestamps.starts[row - 1]) return true;
  return (
    isDefaultForm(page.bytes, start, end, time, timeEnd) ||
    etags.textAt(page, row) === etagOf(timestamps.textAt(page, row))
  );
}

/** True for the format in which the service writes it; false for anything that needs further checks. */
function isDefaultForm(bytes: Buffer, start: number, end: number, time: number, timeEnd: number): boolean {
  let at = start;
  for (const code of beginning) {
    if (bytes[at] !== code) return false;
    at += 1;
  }
  for (let from = time; from < timeEnd; from += 1) {
    const code = bytes[from] ?? 0;
    if (code === colon) {
      if (bytes[at] !== encodedColon[0] || bytes[at + 1] !== encodedColon[1] || bytes[at + 2] !== encodedColon[2]) {
        return false;
      }
      at += 3;
    } else {
      if (!staysAsItIs(code) || bytes[at] !== code) return false;
      at += 1;
    }
  }
  for (const code of suffix) {
    if (bytes[at] !== code) return false;
    at += 1;
  }
  return at === end;
}

/** Characters that `encodeURIComponent` leaves alone and that occur in times: digits, capital letters, `-` and `.`. */
function staysAsItIs(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a) || code === 0x2d || code === 0x2e;
}
