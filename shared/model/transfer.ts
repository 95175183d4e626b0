// Transfer jobs as the list shows them. A job is one drop or one command; it shows the totals of its files.
import { z } from 'zod';
import { blockSizes } from './block-sizes';
import { jobCore } from './job-state';
import { paceNow } from './transfer-pace';

export const failedItem = z.object({
  /** Number of the file in its job; absent for a failure of the plan. */
  file: z.int().optional(),
  source: z.string(),
  target: z.string(),
  code: z.string(),
  message: z.string(),
  context: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
});
export type FailedItem = z.infer<typeof failedItem>;

/** `rename`: existing files stay, and new ones are numbered: `scan (1).pdf`. */
export const overwritePolicy = z.enum(['never', 'always', 'if-newer', 'if-different', 'rename']);
export type OverwritePolicy = z.infer<typeof overwritePolicy>;

/** Symbolic links below a chosen folder that an upload follows: `inside`: those that lead to something that was chosen. */
const linksFollowed = z.enum(['inside', 'anywhere']);
export type LinksFollowed = z.infer<typeof linksFollowed>;

/**
 * The properties that an upload stores with each blob besides its bytes. An absent content type follows from the file's
 * name.
 */
const blobSettings = z.object({
  contentType: z.string().optional(),
  contentEncoding: z.string().optional(),
  contentLanguage: z.string().optional(),
  contentDisposition: z.string().optional(),
  cacheControl: z.string().optional(),
  metadata: z.record(z.string(), z.string()).optional(),
  tags: z.record(z.string(), z.string()).optional(),
});
export type BlobSettings = z.infer<typeof blobSettings>;

export const transferOptions = z.object({
  overwrite: overwritePolicy,
  verify: z.enum(['md5', 'length', 'none']),
  /** Bytes per block; `auto` chooses by file size. */
  blockBytes: z.union([z.literal('auto'), z.int().positive()]),
  /** Requests in flight for the whole job. */
  concurrency: z.union([z.literal('auto'), z.int().positive()]),
  /** Where a row sets them, they replace `blockBytes` and `concurrency`. Default: those of the connection. */
  sizes: blockSizes.optional(),
  /** An upload stages even a file that fits one request, as one block. Default: it goes up in one request. */
  alwaysStage: z.boolean().optional(),
  /** Bytes per second for the whole job. */
  limitRate: z.int().positive().optional(),
  /** Modification times: an upload stores them as metadata, a download restores them from it. Default: no. */
  preserveTimes: z.boolean().optional(),
  /** An upload stores a marker for each empty folder, a download makes a folder for each marker. Default: no. */
  emptyFolders: z.boolean().optional(),
  /** Default: an upload follows none. */
  followLinks: linksFollowed.optional(),
  blob: blobSettings.optional(),
  /** Whether headers, metadata, tags and tier of a blob that an upload replaces stay where `blob` sets no others. */
  preserveProperties: z.boolean().optional(),
  /** A copy has the ETag of its source as metadata, by which a later sync compares the two. Default: no. */
  recordSourceEtag: z.boolean().optional(),
  /** Whether block blobs may replace page and append blobs. Default: those files fail. */
  changeBlobType: z.boolean().optional(),
});
export type TransferOptions = z.infer<typeof transferOptions>;
export const defaultTransferOptions: TransferOptions = {
  overwrite: 'never',
  verify: 'md5',
  blockBytes: 'auto',
  concurrency: 'auto',
};

/** The purpose of a download into one of the app's folders, whose name means nothing to the user. */
export const servedUse = z.enum(['drag-out']);

export const transferKind = z.enum(['upload', 'download', 'copy', 'move', 'verify']);

export const transferJob = jobCore.extend({
  /**
   * `copy` and `move`: between containers; `source` and `target` are both at the service. `verify`: compares files with
   * blobs and changes neither; differences are listed as failed files, and the job still ends as `done`.
   */
  kind: transferKind,
  /** The connection that a copy, a move or a check of a copy reads from; absent for others. */
  sourceConnectionId: z.string().optional(),
  serves: servedUse.optional(),
  /** It makes its target equal to its source. */
  sync: z.literal('yes').optional(),
  /** Of an upload or a download. */
  options: transferOptions.optional(),
  bytesDone: z.number(),
  bytesTotal: z.number(),
  filesDone: z.int(),
  filesTotal: z.int(),
  /** `partial`: planning is not finished, and totals cover only the files planned until now. */
  plan: z.enum(['whole', 'partial']),
  filesSkipped: z.int(),
  failed: z.array(failedItem),
  failedCount: z.int(),
  /** Smoothed over the last seconds; 0 when not running. */
  bytesPerSecond: z.number(),
  /** Requests sent by all its runs, as are the retries and throttled ones; absent when not recorded. */
  requests: z.int().optional(),
  inFlight: z.int(),
  blockBytes: z.int(),
  /**
   * Progress of the work in at most 64 equal cells, one digit a cell: 0 untouched, 1 in flight, 2 done, 3 retrying, 4
   * partly done and nothing in flight, 5 failed.
   */
  cells: z.string(),
  /** The resource that the workers wait for most, while the job runs. */
  bottleneck: z.enum(['line', 'disk', 'cpu', 'service', 'cap', 'none']),
  /** The current rate limit by cap or timetable; absent at full speed and after the end. */
  pace: paceNow.optional(),
  /** 1 for the next waiting job; absent for others. */
  queuePosition: z.int().optional(),
  /** Order of execution, lowest first, also after a restart; absent after the end. */
  turn: z.number().optional(),
  /** Running time of all its runs without pauses; absent when not recorded. */
  ranMs: z.number().optional(),
});
export type TransferJob = z.infer<typeof transferJob>;

/** How long one run spent on a file, from its first request to its end. */
export const fileTiming = z.object({
  /** Wall time. */
  startedAtMs: z.number(),
  endedAtMs: z.number(),
  /** Requests of the file, and how often they were sent in all. */
  requests: z.int(),
  tries: z.int(),
});
export type FileTiming = z.infer<typeof fileTiming>;

/** Timing as shown in reports and lists of files; null for unknown values. Times in ISO 8601. */
export interface TimingFields {
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly durationMs: number | null;
  /** Of a file that was moved. */
  readonly bytesPerSecond: number | null;
  readonly requests: number | null;
  readonly tries: number | null;
}

export const timingColumns = [
  'startedAt',
  'endedAt',
  'durationMs',
  'bytesPerSecond',
  'requests',
  'tries',
] as const satisfies readonly (keyof TimingFields)[];

/** `movedBytes`: null where the file was not moved, or its size is not known. */
export function timingFields(movedBytes: number | null, timing: FileTiming | undefined): TimingFields {
  if (timing === undefined) {
    return { startedAt: null, endedAt: null, durationMs: null, bytesPerSecond: null, requests: null, tries: null };
  }
  const { startedAtMs, endedAtMs, requests, tries } = timing;
  const durationMs = endedAtMs - startedAtMs;
  return {
    startedAt: new Date(startedAtMs).toISOString(),
    endedAt: new Date(endedAtMs).toISOString(),
    durationMs,
    bytesPerSecond: movedBytes === null || durationMs <= 0 ? null : Math.round((movedBytes * 1000) / durationMs),
    requests,
    tries,
  };
}

export const jobFile = z.object({
  file: z.int(),
  source: z.string(),
  target: z.string(),
  /** Null if unknown: the file failed earlier, or a version recorded it that did not store the size. */
  bytes: z.number().nullable(),
  bytesDone: z.number(),
  state: z.enum(['waiting', 'moving', 'retrying', 'paused', 'failed', 'done', 'skipped']),
  /** Code of a failure and its message for logs; for a skipped file the reason, if known. Otherwise empty. */
  code: z.string(),
  message: z.string(),
  /** The facts from which a failure's message is built. */
  context: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
  /** Of a file that has ended; absent when it needed no request, or was recorded by an earlier version. */
  timing: fileTiming.optional(),
});
export type JobFile = z.infer<typeof jobFile>;
