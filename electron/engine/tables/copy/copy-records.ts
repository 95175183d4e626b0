// The journal records of a copy or a renaming: the request, the position up to which rows are settled, the verdict.
import { z } from 'zod';
import { copyRequest, copyVerdict } from '@shared/model/table-copy';
import { failureGroup, tableJob } from '@shared/model/table-job';

const copyHead = z.object({
  record: z.literal('copy'),
  id: z.string(),
  kind: z.enum(['copy', 'rename']),
  request: copyRequest,
  createdAtMs: z.number(),
});
export type CopyHead = z.infer<typeof copyHead>;

/** The hash of zero rows. */
export const noRows = '0'.repeat(64);

const counts = z.object({
  written: z.int(),
  kept: z.int(),
  /** Those of them whose content differs from the source, and the hash of that content. */
  keptDifferent: z.int().default(0),
  keptHash: z.string().default(noRows),
  rejected: z.int(),
  batches: z.int(),
  requests: z.int(),
  retries: z.int(),
  throttled: z.int(),
});
export type CopyCounts = z.infer<typeof counts>;

const checkpoint = z.object({ rows: z.int(), hash: z.string(), next: z.string().nullable() });

export const copyRecord = z.discriminatedUnion('record', [
  copyHead,
  /** The new table is about to be created; from here on, a table of that name is ours. */
  z.object({ record: z.literal('creating') }),
  /** It was certainly not created: a table of that name belongs to someone else. */
  z.object({ record: z.literal('not-created') }),
  z.object({ record: z.literal('created'), accessPolicies: z.int().nullable() }),
  /** Rows up to this key are about to be written. */
  z.object({ record: z.literal('reach'), partitionKey: z.string(), rowKey: z.string() }),
  /** Rows up to here are settled. */
  z.object({ record: z.literal('settled'), stand: checkpoint, counts, failures: z.array(failureGroup).optional() }),
  z.object({ record: z.literal('verdict'), verdict: copyVerdict }),
  /** A renaming copies again and replaces rows that differ, because the source was written to meanwhile. */
  z.object({ record: z.literal('again') }),
  /** The user wants the source of a renaming deleted. */
  z.object({ record: z.literal('confirmed') }),
  z.object({ record: z.literal('ended'), view: tableJob }),
]);
export type CopyRecord = z.infer<typeof copyRecord>;
