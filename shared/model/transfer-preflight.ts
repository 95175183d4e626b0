// The effect of a transfer, before it starts: derived from its files or blobs and the existing content of its target.
import { z } from 'zod';
import { errorShape } from '../error-shape';
import { earlyStay } from './blob-selection';
import { sentOperation } from './monitor';

/** A set of files or blobs, and the requests that moving them takes without retries. */
const preflightSum = z.object({
  files: z.int(),
  bytes: z.number(),
  /** Files that go in one request. */
  puts: z.int(),
  /** Blocks of files that are moved in blocks, and those files, each of which ends with its block list. */
  blocks: z.int(),
  lists: z.int(),
});
export type PreflightSum = z.infer<typeof preflightSum>;

export const noFiles: PreflightSum = { files: 0, bytes: 0, puts: 0, blocks: 0, lists: 0 };

/** A file to transfer, and the blob or file that already has its name. */
const takenName = z.object({
  /** Full name of the blob at the target; of a download the path below its folder. */
  name: z.string(),
  sourceBytes: z.number(),
  sourceModifiedMs: z.number(),
  storedBytes: z.number(),
  /** ISO time. */
  storedModified: z.string(),
});
export type TakenName = z.infer<typeof takenName>;

/**
 * `up`, `down`: from and to this machine. `service`: within one account, copied by the service. `between-accounts`:
 * copied by the service if it can read the source. `this-machine`: the service cannot reach the store, so the bytes
 * pass through this machine.
 */
const transferWay = z.enum(['up', 'down', 'service', 'between-accounts', 'this-machine']);
export type TransferWay = z.infer<typeof transferWay>;

/** How many, and the first of them with the reason. */
const rejections = z.object({
  files: z.int(),
  examples: z.array(z.object({ source: z.string(), error: errorShape })),
});

export const transferPreflight = z.object({
  state: z.enum(['under-way', 'complete']),
  way: transferWay,
  /** Every file that could be moved under some policy. */
  all: preflightSum,
  /** `at-least`: counting stopped before the end. */
  counted: z.enum(['all', 'at-least']),
  largest: z.object({ name: z.string(), bytes: z.number() }).nullable(),
  /** Files whose name exists already, by which side is newer and whether sizes are equal. */
  taken: z.array(
    z.object({
      source: z.enum(['newer', 'older']),
      size: z.enum(['same', 'other']),
      /** A page or append blob, which the job does not replace. */
      otherType: z.boolean().optional(),
      sum: preflightSum,
      early: z.array(earlyStay),
    }),
  ),
  /** The first of them. */
  examples: z.array(takenName),
  /** `some`: the lookup ended at its limit or at `problem`. */
  looked: z.enum(['all', 'some']),
  /**
   * Titles of transfers that write to the same names: current ones, because it is unknown which names will exist, and
   * those that ended during the preflight after storing something, because that was not counted.
   */
  writing: z.array(z.string()),
  /** Why existing names could not be looked up; null for no problem. */
  problem: errorShape.nullable(),
  /** Files that cannot be sent. */
  rejected: rejections,
  /**
   * For a download: files whose names are taken by a folder, a link or a special file. They can only be moved with
   * numbers.
   */
  onlyNumbered: rejections.extend({ sum: preflightSum }),
  /** Files of `taken` that a page or append blob has the name of; absent for none. */
  otherType: rejections.optional(),
  /** Skipped: symbolic links inside of folders, and anything that is neither file nor folder. */
  links: z.int(),
  specials: z.int(),
  /** Left out of an upload or a download: folders with nothing in them. */
  emptyFolders: z.int(),
  /** For a download: blobs whose files get %XX in their names, which a later upload cannot turn back. Absent for none. */
  oneWay: z.object({ blobs: z.int(), example: z.string() }).optional(),
  /**
   * For a move: files with free names that would leave their tier before its minimum period is over; existing names
   * have separate entries.
   */
  early: z.array(earlyStay),
  /** For a download: free space on the target disk. Null when unknown. */
  freeBytes: z.number().nullable(),
  /** Number of requests sent by the preflight. */
  sent: z.array(sentOperation),
  /** Those of `sent` that listed the sources; the job will send them again. */
  finding: z.array(sentOperation),
});
export type TransferPreflight = z.infer<typeof transferPreflight>;
