// The request for and the state of a copy of entities into a table; and the renaming of a table, which is a copy that
// deletes its source at the end.
import { z } from 'zod';
import { tableQuery } from './table-query';

/**
 * What happens to a row whose keys exist in the target. `insert`: it stays as it is and is reported. `skip`: it stays.
 * `merge`: properties of the source are set, others stay. `replace`: it becomes the row of the source.
 */
const copyRules = ['insert', 'skip', 'merge', 'replace'] as const;
const copyRule = z.enum(copyRules);
export type CopyRule = z.infer<typeof copyRule>;

export const copySource = z.object({
  connectionId: z.string(),
  /** Its `select` limits the properties that are copied. */
  query: tableQuery,
});
export type CopySource = z.infer<typeof copySource>;

export const copyRequest = z.object({
  source: copySource,
  target: z.object({
    connectionId: z.string(),
    table: z.string(),
    /** `new`: the copy creates the table and fails if it exists. */
    state: z.enum(['new', 'existing']),
  }),
  rule: copyRule,
  /** Most rows written a second; null for as fast as the service takes them. */
  rowsPerSecond: z.int().positive().nullable(),
});
export type CopyRequest = z.infer<typeof copyRequest>;

/** Counted by reading the keys of the source once; sends no write. */
export const copyPreview = z.object({
  state: z.enum(['counting', 'complete']),
  rows: z.int(),
  partitions: z.int(),
  /** Entity group transactions that the rows make, and read requests. */
  batches: z.int(),
  reads: z.int(),
});
export type CopyPreview = z.infer<typeof copyPreview>;

/** What reading both tables again after the copy found. Hashes are sums over canonical rows, without Timestamp and ETag. */
export const copyVerdict = z.object({
  /**
   * `same`: every row arrived as it was read. `saved`: the differences are exactly the rows that existed before and
   * were left unchanged, by the hash of their content. `source-changed`: the source has changed since it was copied.
   * `differs`: rows are missing or different without such a reason.
   */
  outcome: z.enum(['same', 'kept', 'source-changed', 'differs']),
  rowsRead: z.int(),
  rowsNow: z.int(),
  /** Rows of the target whose keys are in the source. */
  rowsFound: z.int(),
  missing: z.int(),
  different: z.int(),
  /** Rows of the target that the source does not have. */
  others: z.int(),
  /**
   * Of them, copies of rows that the source has since lost; counted only if a hash proves that no other client wrote
   * them.
   */
  stale: z.int().default(0),
  hashRead: z.string(),
  hashNow: z.string(),
  hashFound: z.string(),
  /** The first keys that are missing or different: `PartitionKey / RowKey`. */
  examples: z.array(z.string()),
});
export type CopyVerdict = z.infer<typeof copyVerdict>;
