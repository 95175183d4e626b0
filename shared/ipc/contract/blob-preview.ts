// Previewing a blob without downloading it: ranges, search, and the rows of tables stored in it. Every request names
// the ETag it belongs to, so that two versions are never mixed.
import { z } from 'zod';
import {
  blobRange,
  delimitedRows,
  findEvent,
  maxFindBytes,
  maxParquetBytes,
  parquetPreview,
  previewRangeBytes,
} from '../../model/blob-preview';
import { type CallDeclaration, type StreamDeclaration, call, onContainer, stream } from './declare';

/** One version of a blob; fails with `conflict.etag-changed` if it is no longer the current one. */
const onBlobVersion = onContainer.extend({ name: z.string(), etag: z.string().min(1) });

export const blobPreviewCalls = {
  /** Exactly these bytes, which must be within the blob. */
  'preview.read': call(
    'engine',
    onBlobVersion.extend({ offset: z.int().min(0), length: z.int().min(1).max(previewRangeBytes) }),
    blobRange,
  ),
  /** Rows of CSV or TSV; `text` was read before. Sends nothing. */
  'preview.delimited': call(
    'engine',
    z.object({ text: z.string().max(previewRangeBytes), delimiter: z.string().length(1) }),
    delimitedRows,
  ),
  /** Schema of a Parquet blob of `totalBytes`, and rows from `fromRow` on, for which at most `limitBytes` are read. */
  'preview.parquet': call(
    'engine',
    onBlobVersion.extend({
      totalBytes: z.int().min(1),
      fromRow: z.int().min(0),
      limitBytes: z.int().min(0).max(maxParquetBytes),
    }),
    parquetPreview,
  ),
} as const satisfies Record<string, CallDeclaration>;

export const blobPreviewStreams = {
  /** Reads from `fromOffset` to the end and reports where `needle` starts; progress at most four times per second. */
  'preview.find': stream(
    'engine',
    onBlobVersion.extend({
      totalBytes: z.int().min(1),
      fromOffset: z.int().min(0),
      needle: z.instanceof(Uint8Array).refine((bytes) => bytes.length > 0 && bytes.length <= maxFindBytes),
      /** `ignore` ignores the case of the letters A to Z only. */
      letterCase: z.enum(['exact', 'ignore']),
      /** Matches in UTF-16 start at whole units only. */
      units: z.enum(['bytes', 'utf-16le', 'utf-16be']),
    }),
    findEvent,
  ),
} as const satisfies Record<string, StreamDeclaration>;
