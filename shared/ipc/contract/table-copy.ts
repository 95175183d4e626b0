// Copying entities between tables, renaming a table, comparing two tables and applying the differences. The resulting
// jobs are controlled like all jobs on tables.
import { z } from 'zod';
import { fileToken } from '../../model/bounds';
import { copyPreview, copyRequest, copySource } from '../../model/table-copy';
import {
  diffExportFormat,
  diffPlan,
  diffRequest,
  diffProgress,
  differenceKind,
  differencePage,
} from '../../model/table-diff';
import { type CallDeclaration, type StreamDeclaration, call, nothing, onJob, onTable, stream } from './declare';

const onDiff = z.object({ diffId: z.string() });

export const tableCopyCalls = {
  /** Copies, then reads both tables again and compares count and hash. */
  'copies.start': call('engine', z.object({ request: copyRequest }), onJob),
  /** Copies into a new table and verifies; then waits for `renames.confirm`. */
  'renames.start': call('engine', onTable.extend({ to: z.string() }), onJob),
  /** Verifies again, because the source may have been written to, and deletes it. Rejected before the first verdict. */
  'renames.confirm': call('engine', onJob, nothing),
  /** A page of differences in key order; of all kinds if none is given. */
  'diffs.page': call(
    'engine',
    onDiff.extend({
      kind: differenceKind.optional(),
      offset: z.int().nonnegative(),
      limit: z.int().min(1).max(500),
    }),
    differencePage,
  ),
  /** JSON Lines contain both sides of every row; CSV has one line per differing property. */
  'diffs.export': call(
    'engine',
    onDiff.extend({ format: diffExportFormat, targetToken: fileToken }),
    z.object({ rows: z.int() }),
  ),
  /** Sends nothing. */
  'diffs.plan': call('engine', onDiff, diffPlan),
  /** Makes the right table like the left one. Rows that changed since they were compared are reported, not touched. */
  'diffs.apply': call('engine', onDiff.extend({ deletes: z.enum(['delete', 'keep']) }), onJob),
  /** Removes its files; jobs that apply it continue. */
  'diffs.close': call('engine', onDiff, nothing),
} as const satisfies Record<string, CallDeclaration>;

export const tableCopyStreams = {
  /** Counts rows and batches of a source; the last event is complete. */
  'copies.preview': stream('engine', z.object({ source: copySource }), copyPreview),
  /** Reads both sides in key order; the last event is complete. Its differences stay until `diffs.close`. */
  'diffs.run': stream('engine', z.object({ request: diffRequest }), diffProgress),
} as const satisfies Record<string, StreamDeclaration>;
