// The result of a check of files against blobs, besides the list of differences.
import { z } from 'zod';

/** `length`: compares existence and length only. */
export const verifyMode = z.enum(['md5', 'length']);
export type VerifyMode = z.infer<typeof verifyMode>;

/** How local names correspond to blob names. `decoded`: as a download writes them; `plain`: as an upload sends them. */
export const localNames = z.enum(['decoded', 'plain']);
export type LocalNames = z.infer<typeof localNames>;

/** `up`: over the container's blobs; `down`: over the files on this machine. */
export const repairDirection = z.enum(['up', 'down']);
export type RepairDirection = z.infer<typeof repairDirection>;

const amount = z.object({ files: z.int(), bytes: z.number() });

export const verifyReport = z.object({
  /** `blobs`: copies compared with their sources, which then take the role of local files. */
  of: z.enum(['files', 'blobs']),
  mode: verifyMode,
  /** Found equal within the limits of the mode. */
  same: z.int(),
  missingHere: z.int(),
  missingThere: z.int(),
  differs: z.int(),
  /** Files that could not be compared: denied or unreadable. */
  failed: z.int(),
  /** Equal length, but no MD5 stored to compare. `requests`: how many reading them in full would take. */
  notCompared: amount.extend({ requests: z.int() }),
  /** What a copy in each direction would repair; null for a direction that makes no sense. */
  up: amount.nullable(),
  down: amount.nullable(),
});
export type VerifyReport = z.infer<typeof verifyReport>;
