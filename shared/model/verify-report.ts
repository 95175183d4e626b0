// What a check of files against blobs came to, beyond the list of what it found.
import { z } from 'zod';

/** `length`: existence and length only. */
export const verifyMode = z.enum(['md5', 'length']);
export type VerifyMode = z.infer<typeof verifyMode>;

/** `decoded`: local names are those that a download writes; `plain`: those that an upload sends. */
export const localNames = z.enum(['decoded', 'plain']);
export type LocalNames = z.infer<typeof localNames>;

/** `up`: over what the container holds; `down`: over what is on this machine. */
export const repairDirection = z.enum(['up', 'down']);
export type RepairDirection = z.infer<typeof repairDirection>;

const amount = z.object({ files: z.int(), bytes: z.number() });

export const verifyReport = z.object({
  /** `blobs`: copies beside their sources, which then are what is here. */
  of: z.enum(['files', 'blobs']),
  mode: verifyMode,
  /** Found equal as far as the mode asks. */
  same: z.int(),
  missingHere: z.int(),
  missingThere: z.int(),
  differs: z.int(),
  /** Could not be looked at: refused, unreadable. */
  failed: z.int(),
  /** Equal length, and no MD5 stored to compare. `requests`: what reading them in full takes. */
  notCompared: amount.extend({ requests: z.int() }),
  /** What a copy in each direction would make equal; null for a direction that makes no sense. */
  up: amount.nullable(),
  down: amount.nullable(),
});
export type VerifyReport = z.infer<typeof verifyReport>;
