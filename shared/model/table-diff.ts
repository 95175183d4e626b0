// The comparison of two tables or queries: the request, the result, and the plan to apply it. The comparison itself is
// in shared/diff.
import { z } from 'zod';
import { tableQuery } from './table-query';
import { property } from './entity';

/** All properties are read, whatever the query selects, because rows are compared as a whole. */
export const diffSide = z.object({ connectionId: z.string(), query: tableQuery });
export type DiffSide = z.infer<typeof diffSide>;

export const diffRequest = z.object({
  left: diffSide,
  right: diffSide,
  /** Properties that are not compared. Timestamp and ETag never are. */
  leaveOut: z.array(z.string()),
});
export type DiffRequest = z.infer<typeof diffRequest>;

/** As seen from left to right: `added` is only in the right table, `removed` only in the left one. */
const differenceKinds = ['added', 'removed', 'changed'] as const;
export const differenceKind = z.enum(differenceKinds);
export type DifferenceKind = z.infer<typeof differenceKind>;

/** A row as it was when compared, complete, with its ETag. */
const comparedRow = z.object({ etag: z.string(), properties: z.array(property) });
export type ComparedRow = z.infer<typeof comparedRow>;

export const difference = z.object({
  kind: differenceKind,
  partitionKey: z.string(),
  rowKey: z.string(),
  left: comparedRow.nullable(),
  right: comparedRow.nullable(),
});
export type Difference = z.infer<typeof difference>;

const diffCounts = z.object({ equal: z.int(), added: z.int(), removed: z.int(), changed: z.int() });
export type DiffCounts = z.infer<typeof diffCounts>;
export const noDifferences: DiffCounts = { equal: 0, added: 0, removed: 0, changed: 0 };

/** The state of a comparison. Its differences can be read while it runs. */
export const diffProgress = z.object({
  diffId: z.string(),
  state: z.enum(['reading', 'complete']),
  counts: diffCounts,
  leftRows: z.int(),
  rightRows: z.int(),
  requests: z.int(),
  /** Wall time, ms since 1970. */
  startedAtMs: z.number(),
});
export type DiffProgress = z.infer<typeof diffProgress>;

export const differencePage = z.object({
  differences: z.array(difference),
  /** Of that kind, until now. */
  total: z.int(),
});
export type DifferencePage = z.infer<typeof differencePage>;

export const diffExportFormat = z.enum(['jsonl', 'csv']);
export type DiffExportFormat = z.infer<typeof diffExportFormat>;

/** The writes that make the right table equal to the left one. */
export const diffPlan = z.object({
  inserts: z.int(),
  replaces: z.int(),
  /** Rows that are only in the right table; deleted only on request. */
  deletes: z.int(),
  batches: z.int(),
});
export type DiffPlan = z.infer<typeof diffPlan>;
