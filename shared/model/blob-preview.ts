// What previews of blobs are made of: bounded ranges, the places where bytes were found, rows of tables in a file.
import { z } from 'zod';
import { KiB, MiB } from '../units';

/** No call for the bytes of a blob answers with more. */
export const previewRangeBytes = MiB;
/** Places of one search; the search can go on after the last of them. */
export const mostFindHits = 1000;
/** Longest sequence that can be searched for. */
export const mostFindBytes = KiB;
/** Rows of a table inside a blob that a preview shows. */
export const previewRows = 200;
/** Characters of one cell of such a table. */
export const previewCellCharacters = 500;
/** What the first rows of a Parquet blob may take to read before a person is asked. */
export const parquetUnaskedBytes = 8 * MiB;
/** More is not read for a preview, asked or not. */
export const parquetMostBytes = 64 * MiB;

/** Sound and films that the window plays, by what their bytes are. */
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

/** Bytes `offset` to `offset + bytes.length` of the version that was asked for. */
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
  /** Lines that are no row, as in a quote that is never closed. */
  skippedLines: z.int(),
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
  /** Empty where the file does not say. */
  createdBy: z.string(),
  columns: z.array(parquetColumn),
  body: z.discriminatedUnion('kind', [
    /** `null` stands for an absent value. Names of the top-level columns, then one row each. */
    z.object({ kind: z.literal('rows'), names: z.array(z.string()), rows: z.array(z.array(z.string().nullable())) }),
    /** The first rows need more than was allowed. */
    z.object({ kind: z.literal('ask'), neededBytes: z.number() }),
    z.object({ kind: z.literal('unreadable'), reason: z.string() }),
  ]),
  /** What was read of the blob for this. */
  readBytes: z.int(),
});
export type ParquetPreview = z.infer<typeof parquetPreview>;
