// Transfer jobs: uploads, downloads and copies.
import { z } from 'zod';
import { fileToken } from '../../model/bounds';
import { jobFile, servedUse, transferOptions } from '../../model/transfer';
import { fileBlocks, sentByJob, transferTimeline, transferTrace } from '../../model/transfer-trace';
import { type CallDeclaration, type StreamDeclaration, call, nothing, onContainer, onJob, stream } from './declare';
import { pace } from '../../model/transfer-pace';
import { transferPreflight } from '../../model/transfer-preflight';
import { localNames, repairDirection, verifyMode, verifyReport } from '../../model/verify-report';

/** As many as the command line allows; each may hold a connection. */
const maxConcurrency = 256;
const requestedOptions = transferOptions.extend({
  concurrency: z.union([z.literal('auto'), z.int().min(1).max(maxConcurrency)]),
});

export const uploadOrder = onContainer.extend({
  prefix: z.string(),
  sources: z.array(fileToken).min(1),
  options: requestedOptions,
});

export const copyOrder = onContainer.extend({
  kind: z.enum(['copy', 'move']),
  from: onContainer,
  blobs: z.array(z.object({ name: z.string(), as: z.string() })),
  prefixes: z.array(z.object({ prefix: z.string(), as: z.string() })),
  prefix: z.string(),
  options: requestedOptions,
});
export type CopyOrder = z.infer<typeof copyOrder>;

/** `names`: blobs; `prefixes`: virtual folders ending in `/`. They are downloaded into the folder behind the token. */
export const downloadOrder = onContainer.extend({
  names: z.array(z.string()),
  prefixes: z.array(z.string()),
  targetToken: fileToken,
  /** Downloaded to the desktop; missing when the user chose the folder. */
  serves: servedUse.optional(),
  options: requestedOptions,
});
export type DownloadOrder = z.infer<typeof downloadOrder>;

/** `if-it-matters`: existing names are not looked up if the policy decides about them and nothing else is reported. */
const names = z.enum(['looked-for', 'if-it-matters']);

export const transferCalls = {
  'transfers.upload': call('engine', uploadOrder, onJob),
  'transfers.download': call('engine', downloadOrder, onJob),
  /**
   * Copies or moves blobs and virtual folders to the container named, each to the name `as` below `prefix`; `as` of a
   * folder ends in `/`. A move deletes a source after its copy is verified.
   */
  'transfers.copy': call('engine', copyOrder, onJob),
  /**
   * Searches another folder for the missing sources of an upload, and retries those found there unchanged. `changed`: a
   * file of that name exists with another size or time. `unclear`: it may be more than one file there.
   */
  'transfers.find-sources': call(
    'engine',
    onJob.extend({ folderToken: fileToken }),
    z.object({ found: z.int(), changed: z.int(), unclear: z.int(), missing: z.int() }),
  ),
  /** Cancels one file that is not done yet; the job continues with the others. */
  'transfers.cancel-file': call('engine', onJob.extend({ file: z.int() }), nothing),
  /** Pauses one open file: it retains its progress, and the job continues with the others. */
  'transfers.pause-file': call('engine', onJob.extend({ file: z.int() }), nothing),
  /** Resumes a paused file before those that wait; a job that was paused for want of others resumes with it. */
  'transfers.resume-file': call('engine', onJob.extend({ file: z.int() }), nothing),
  /** Puts a waiting file before the others of its run. */
  'transfers.start-file-now': call('engine', onJob.extend({ file: z.int() }), nothing),
  /**
   * Files in one state: open and failed ones in the order of the plan, settled ones in the order of their records.
   * `total` of the settled ones counts those known by name. `causes` counts all failed files by code, the most frequent
   * first.
   */
  'transfers.files': call(
    'engine',
    onJob.extend({
      state: z.enum(['open', 'failed', 'done', 'skipped']),
      code: z.string().optional(),
      offset: z.int().nonnegative(),
      limit: z.int().positive().max(1000),
      /** Of done and skipped files: every n-th one; default 1. */
      every: z.int().positive().optional(),
    }),
    z.object({
      total: z.int(),
      files: z.array(jobFile),
      causes: z.array(
        z.object({ code: z.string(), files: z.int(), context: z.record(z.string(), z.string()).optional() }),
      ),
    }),
  ),
  /**
   * The requests of the job's run in this process between two times: at most one span per slot and column, longer ones
   * complete. Null when the job has not moved since the app was started.
   */
  'transfers.timeline': call(
    'engine',
    onJob.extend({ fromMs: z.number().nonnegative(), toMs: z.number().positive(), columns: z.int().min(1).max(2000) }),
    transferTimeline.nullable(),
  ),
  /** Total sent by all its runs. */
  'transfers.sent': call('engine', onJob, sentByJob),
  /** The blocks of one file; null when the job does not hold it any more because it is done. */
  'transfers.blocks': call('engine', onJob.extend({ file: z.int() }), fileBlocks.nullable()),

  // Speed limits, for all transfers together and for each job.
  /** `timeZone`: the time zone of a timetable's hours. */
  'transfers.read-pace': call('engine', nothing, z.object({ pace, timeZone: z.string() })),
  /** Takes effect within a second, also for running transfers. */
  'transfers.write-pace': call('engine', z.object({ pace }), nothing),
  'transfers.read-job-pace': call('engine', onJob, z.object({ pace, timeZone: z.string() })),
  'transfers.write-job-pace': call('engine', onJob.extend({ pace }), nothing),

  // Comparing files with blobs: jobs of the transfer queue that change neither side.
  /** Everything that an earlier upload, download or copy has moved, in its current state on both sides. */
  'transfers.verify-job': call('engine', onJob.extend({ mode: verifyMode }), onJob),
  /** A folder against everything below a prefix; `prefix` is empty or ends in `/`. */
  'transfers.verify-folder': call(
    'engine',
    onContainer.extend({ prefix: z.string(), folderToken: fileToken, names: localNames, mode: verifyMode }),
    onJob,
  ),
  /** Counts of a running check. */
  'transfers.verify-report': call('engine', onJob, verifyReport),
  /** Reads the blobs without MD5 and compares their bytes. */
  'transfers.read-in-full': call('engine', onJob, nothing),
  /** Copies missing or different files, as a separate job. */
  'transfers.repair': call('engine', onJob.extend({ direction: repairDirection }), onJob),
} as const satisfies Record<string, CallDeclaration>;

export const transferStreams = {
  /**
   * One job over time, at most once a second while it moves; null while it has not moved since the app was started.
   */
  'transfers.follow': stream('engine', onJob, transferTrace.nullable()),

  // The effect of a transfer, before it starts.
  /** Counts the files and looks up their names at the target: intermediate results at most four times per second. */
  'transfers.survey-upload': stream(
    'engine',
    onContainer.extend({
      prefix: z.string(),
      sources: z.array(fileToken).min(1),
      options: requestedOptions,
      names,
    }),
    transferPreflight,
  ),
  /** The same for the input of `transfers.download`: its blobs, and the files at their target paths. */
  'transfers.survey-download': stream('engine', downloadOrder, transferPreflight),
  /** The same for the input of `transfers.copy`. */
  'transfers.survey-copy': stream('engine', copyOrder.extend({ names }), transferPreflight),
} as const satisfies Record<string, StreamDeclaration>;
