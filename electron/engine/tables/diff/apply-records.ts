// The journal of a job that applies differences: the job, which differences are settled, how it ended.
import { z } from 'zod';
import { failureGroup, tableJob } from '@shared/model/table-job';

const applyHead = z.object({
  record: z.literal('apply-diff'),
  id: z.string(),
  connectionId: z.string(),
  /** The table that is changed. */
  table: z.string(),
  /** What it is made equal to, for display. */
  source: z.string(),
  leaveOut: z.array(z.string()),
  deletes: z.enum(['delete', 'keep']),
  /** Differences in the stored files. */
  differences: z.int(),
  /** Those of them that are to be applied. */
  rows: z.int(),
  createdAtMs: z.number(),
});
export type ApplyHead = z.infer<typeof applyHead>;

export const applyRecord = z.discriminatedUnion('record', [
  applyHead,
  z.object({
    record: z.literal('settled'),
    /** All differences before this one are settled. */
    next: z.int(),
    applied: z.int(),
    alreadySo: z.int(),
    rejected: z.int(),
    failures: z.array(failureGroup).optional(),
  }),
  z.object({ record: z.literal('ended'), view: tableJob }),
]);
export type ApplyRecord = z.infer<typeof applyRecord>;
