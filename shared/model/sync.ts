// A sync: how two places are compared, and what a plan says about each name.
import { z } from 'zod';

/** `size`: of a check only. `etag`: see decision 185. */
export const syncCompare = z.enum(['mtime-size', 'md5', 'etag', 'size']);
export type SyncCompare = z.infer<typeof syncCompare>;

/** How a job makes its target equal to its source. */
export const syncSettings = z.object({
  compare: syncCompare,
  /** What is only at the target: stays, goes, or goes where it is one of these names. */
  deletes: z.union([z.enum(['never', 'all']), z.array(z.string())]),
  /** With more deletions, nothing is deleted at all. */
  maxDelete: z.int().nonnegative(),
  /** A source that holds nothing empties its target only with this, or where each name was approved. See decision 223. */
  emptySource: z.literal('allowed').optional(),
  /** `+ PATTERN` and `- PATTERN`; the first that matches a name decides. */
  filters: z.array(z.string()).optional(),
  /** Where what is deleted or replaced goes: CONTAINER/PREFIX of the account of the target, or a folder. */
  backup: z.string().optional(),
});
export type SyncSettings = z.infer<typeof syncSettings>;

/** Default of the command line and the window. */
export const defaultMaxDelete = 1000;

// What the window is shown of a sync.

/** `path`: of a folder on this machine; it is shown and never taken. */
const shownEnd = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('local'), path: z.string() }),
  z.object({ kind: z.literal('remote'), connectionId: z.string(), container: z.string(), prefix: z.string() }),
]);
export type ShownEnd = z.infer<typeof shownEnd>;

/** Runs by itself while the app is open, this often; null only when a user starts it. */
export const syncInterval = z.union([z.literal(15), z.literal(60), z.literal(1440)]).nullable();
export type SyncInterval = z.infer<typeof syncInterval>;

export const pairChoices = z.object({
  compare: syncCompare.extract(['mtime-size', 'md5', 'etag']),
  /** Of a run by itself; a user chooses again each time. */
  deletes: z.enum(['never', 'all']),
  maxDelete: z.int().nonnegative(),
  exclude: z.array(z.string().max(4096)).max(1000),
  /** Whether empty folders are synced. Earlier versions saved none. */
  emptyFolders: z.boolean().default(false),
  /** Whether links in a local source are followed, inside it. Earlier versions saved none. */
  followLinks: z.boolean().default(false),
});
export type PairChoices = z.infer<typeof pairChoices>;

export const syncPair = z.object({
  id: z.string(),
  /** Empty until it is saved. */
  name: z.string(),
  source: shownEnd,
  target: shownEnd,
  ...pairChoices.shape,
  everyMinutes: syncInterval,
  /** Wall time of the last start; null before the first. */
  lastRunMs: z.number().nullable(),
  lastJobId: z.string().nullable(),
});
export type SyncPair = z.infer<typeof syncPair>;

const syncSum = z.object({ files: z.int(), bytes: z.number() });

const planItem = z.object({
  name: z.string(),
  /** `stays`: only at the target, and not to be deleted. */
  what: z.enum(['new', 'changed', 'only there', 'problem', 'left out']),
  bytes: z.number().nullable(),
  /** Of a problem, and of what is left out. */
  message: z.string(),
});
export type PlanItem = z.infer<typeof planItem>;

/** `items`: the first of those that differ; everything that is only at the target, as far as it may be deleted. */
export const syncPlan = z.object({
  state: z.enum(['listing', 'complete']),
  lists: z.int(),
  requests: z.int(),
  sums: z.object({ new: syncSum, changed: syncSum, same: syncSum, onlyThere: syncSum }),
  problems: z.int(),
  leftOut: z.int(),
  /** The source holds nothing that takes part. */
  isSourceEmpty: z.boolean(),
  items: z.array(planItem),
  /** How many differ and are not among the items. */
  further: z.int(),
});
export type SyncPlan = z.infer<typeof syncPlan>;
