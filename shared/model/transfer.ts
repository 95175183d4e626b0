// Transfer jobs as the queue shows them. One job is one drop or one command; its files are summed here.
import { z } from 'zod';
import { paceNow } from './transfer-pace';

export const transferState = z.enum([
  'planning',
  'waiting',
  'running',
  'paused',
  'committing',
  'done',
  'failed',
  'cancelled',
  /** The engine stopped in the middle; the journal can resume it. */
  'interrupted',
]);
export type TransferState = z.infer<typeof transferState>;

/** What a job waits for; absent while it moves and when it has ended. */
export const waitReason = z.enum([
  /** Paused by a person. */
  'person',
  /** Its place among the jobs that move at the same time. */
  'turn',
  /** Paused: the key or SAS is refused. A new one lets it go on. */
  'credential',
  /** Paused: the disk is full. */
  'disk',
  /** The way to the service is broken; it goes on by itself. */
  'network',
  /** Paused by the hour of the week; it goes on by itself. */
  'timetable',
  /** The service asked for patience; it goes on by itself. */
  'server',
]);
export type WaitReason = z.infer<typeof waitReason>;

export const failedItem = z.object({
  /** Number of the file in its job; absent for what failed before it became one. */
  file: z.int().optional(),
  source: z.string(),
  target: z.string(),
  code: z.string(),
  message: z.string(),
  context: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
});
export type FailedItem = z.infer<typeof failedItem>;

/** `rename`: what is there stays, and what comes gets a number: `scan (1).pdf`. */
export const overwritePolicy = z.enum(['never', 'always', 'if-newer', 'if-different', 'rename']);
export type OverwritePolicy = z.infer<typeof overwritePolicy>;

export const transferOptions = z.object({
  overwrite: overwritePolicy,
  verify: z.enum(['md5', 'length', 'none']),
  /** Bytes per block; `auto` chooses by file size. */
  blockBytes: z.union([z.literal('auto'), z.int().positive()]),
  /** Requests in flight for the whole job. */
  concurrency: z.union([z.literal('auto'), z.int().positive()]),
  /** Bytes per second for the whole job. */
  limitRate: z.int().positive().optional(),
});
export type TransferOptions = z.infer<typeof transferOptions>;
export const defaultTransferOptions: TransferOptions = {
  overwrite: 'never',
  verify: 'md5',
  blockBytes: 'auto',
  concurrency: 'auto',
};

/** What a download is for where its folder is the app's own, which tells a person nothing. */
export const servedUse = z.enum(['drag-out']);

export const transferJob = z.object({
  id: z.string(),
  /**
   * `copy` and `move`: between containers; `source` and `target` are both in the service. `verify`: compares files with
   * blobs and changes neither; what it finds stands among the failed files, and it is `done` with them.
   */
  kind: z.enum(['upload', 'download', 'copy', 'move', 'verify']),
  state: transferState,
  connectionId: z.string(),
  /** Whose container a copy, a move or a check of one takes from; absent for the others. */
  sourceConnectionId: z.string().optional(),
  /** `IMG_0421.heic` or `scans (18,221 files)`. */
  title: z.string(),
  source: z.string(),
  target: z.string(),
  serves: servedUse.optional(),
  bytesDone: z.number(),
  bytesTotal: z.number(),
  filesDone: z.int(),
  filesTotal: z.int(),
  /** `partial`: not every file is known, and the totals are what was planned so far. */
  plan: z.enum(['whole', 'partial']),
  filesSkipped: z.int(),
  failed: z.array(failedItem),
  failedCount: z.int(),
  /** Smoothed over the last seconds; 0 when not running. */
  bytesPerSecond: z.number(),
  /** Null while unknown. */
  remainingMs: z.number().nullable(),
  /** Sent to the service by all its runs, as are the retries and throttled ones; absent where nobody wrote it down. */
  requests: z.int().optional(),
  retries: z.int(),
  throttled: z.int(),
  inFlight: z.int(),
  blockBytes: z.int(),
  /**
   * Progress of the work in at most 64 equal cells, one digit a cell: 0 untouched, 1 in flight, 2 done, 3 retrying, 4
   * partly done and nothing in flight.
   */
  cells: z.string(),
  /** What the workers wait for most, while running. */
  bottleneck: z.enum(['line', 'disk', 'cpu', 'service', 'cap', 'none']),
  waitsFor: waitReason.optional(),
  /** What a cap or a timetable allows now; absent at full speed, and for what has ended. */
  pace: paceNow.optional(),
  /** 1 for the waiting job that is next; absent for others. */
  queuePosition: z.int().optional(),
  /** The lower, the sooner it was and will be its turn, also after a restart; absent for what has ended. */
  turn: z.number().optional(),
  /** Said plainly: `server busy, 3 s`, `1 file skipped: already there`. */
  note: z.string(),
  createdAtMs: z.number(),
  endedAtMs: z.number().nullable(),
  /** How long its runs took together, without what lay between them; absent where nobody wrote it down. */
  ranMs: z.number().optional(),
});
export type TransferJob = z.infer<typeof transferJob>;

export const jobFile = z.object({
  file: z.int(),
  source: z.string(),
  target: z.string(),
  /** Null where it was written down by a version that left the size out. */
  bytes: z.number().nullable(),
  bytesDone: z.number(),
  state: z.enum(['waiting', 'moving', 'retrying', 'failed', 'done', 'skipped']),
  /** Code and sentence of a failure; of a skipped file why, where that is known. Empty otherwise. */
  code: z.string(),
  message: z.string(),
  /** What of the failure its words depend on beside the code. */
  context: z.record(z.string(), z.string()).optional(),
});
export type JobFile = z.infer<typeof jobFile>;
