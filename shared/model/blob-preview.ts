// The data of blob previews: bounded ranges, positions of found bytes, rows of tables in a file.
import { z } from 'zod';
import { KiB, MiB } from '../units';

/** Maximum number of bytes in one answer. */
export const previewRangeBytes = MiB;
/** Maximum number of hits per search; it can be continued after the last. */
export const maxFindHits = 1000;
/** Longest sequence that can be searched for. */
export const maxFindBytes = KiB;
/** The ways to look at a blob; which of them fit depends on its bytes. */
export const previewViews = ['text', 'json', 'table', 'parquet', 'picture', 'sound', 'film', 'hex'] as const;
/** Rows of a table inside a blob that a preview shows. */
export const previewRows = 200;
/** Bytes that may be read for the first rows of a Parquet blob without prompting the user. */
export const parquetUnaskedBytes = 8 * MiB;
/** Maximum for a preview, even after a prompt. */
export const maxParquetBytes = 64 * MiB;

/** Audio and video types that the window plays, recognised by their first bytes. */
export const playableTypes = [
  'audio/wav',
  'audio/ogg',
  'audio/flac',
  'audio/mpeg',
  'audio/mp4',
  'video/mp4',
  'video/webm',
] as const;
export type PlayableType = (typeof playableTypes)[number];

/** Bytes `offset` to `offset + bytes.length` of the requested version. */
export const blobRange = z.object({ offset: z.int(), bytes: z.instanceof(Uint8Array) });

export const findEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('progress'), doneBytes: z.int(), totalBytes: z.int(), hits: z.array(z.int()) }),
  /** `limit`: there may be more after the last hit. */
  z.object({ kind: z.literal('end'), reason: z.enum(['searched', 'limit']) }),
]);
export type FindEvent = z.infer<typeof findEvent>;

export const delimitedRows = z.object({
  /** Cells as text; rows may differ in length. */
  rows: z.array(z.array(z.string())),
  /** Lines that are not rows, for instance because a quote is never closed. */
  skippedLines: z.int(),
  /** `in a quote`: of the lines that are not rows, the last continues beyond the text. */
  ends: z.enum(['with a row', 'in a quote']),
});
export type DelimitedRows = z.infer<typeof delimitedRows>;

const parquetColumn = z.object({
  /** Path inside the schema, joined by dots. */
  name: z.string(),
  /** As the file declares it: logical type over physical type. */
  type: z.string(),
  presence: z.enum(['required', 'optional', 'repeated']),
});
export type ParquetColumn = z.infer<typeof parquetColumn>;

export const parquetPreview = z.object({
  rowCount: z.number(),
  rowGroups: z.int(),
  /** Empty when the file does not state it. */
  createdBy: z.string(),
  columns: z.array(parquetColumn),
  body: z.discriminatedUnion('kind', [
    /** `null` represents a missing value. Names of the top-level columns, then one array per row. */
    z.object({ kind: z.literal('rows'), names: z.array(z.string()), rows: z.array(z.array(z.string().nullable())) }),
    /** The first rows would need more than was allowed. */
    z.object({ kind: z.literal('ask'), neededBytes: z.number() }),
    z.object({ kind: z.literal('unreadable'), reason: z.string() }),
  ]),
  /** Bytes read for this answer. */
  readBytes: z.int(),
});
export type ParquetPreview = z.infer<typeof parquetPreview>;
