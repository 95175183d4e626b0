// A sync: how two places are compared, and what a plan says about each name.
import { z } from 'zod';

/** `size`: of a check only. `etag`: between places whose ETags follow from the bytes. */
export const syncCompare = z.enum(['mtime-size', 'md5', 'etag', 'size']);
export type SyncCompare = z.infer<typeof syncCompare>;

/** How a job makes its target equal to its source. */
export const syncSettings = z.object({
  compare: syncCompare,
  /** What is only at the target: stays, goes, or goes where it is one of these names. */
  deletes: z.union([z.enum(['never', 'all']), z.array(z.string())]),
  /** With more deletions, nothing is deleted at all. */
  maxDelete: z.int().nonnegative(),
  /** `+ PATTERN` and `- PATTERN`; the first that matches a name decides. */
  filters: z.array(z.string()).optional(),
  /** Where what is deleted or replaced goes: CONTAINER/PREFIX of the account of the target, or a folder. */
  backup: z.string().optional(),
});
export type SyncSettings = z.infer<typeof syncSettings>;

/** Default of the command line and the window. */
export const defaultMaxDelete = 1000;
