// The states of a job of any kind, and what a paused or delayed one waits for.
import { z } from 'zod';

export const jobStatus = z.enum([
  /** Lists files, reads its input or counts rows. Table jobs have changed nothing yet. */
  'planning',
  'waiting',
  'running',
  'paused',
  /** Everything is processed; a file or blob is being completed. */
  'committing',
  'done',
  'failed',
  'cancelled',
  /** The engine stopped during it; it can be resumed from its journal. */
  'interrupted',
]);
export type JobStatus = z.infer<typeof jobStatus>;

/** The reason why a job waits; absent while it runs and when it has ended. */
export const waitReason = z.enum([
  /** Paused by the user. */
  'person',
  /** For a free slot among the jobs that run at the same time. */
  'turn',
  /** Paused: the service denied the key, SAS or sign-in. It resumes with a new one. */
  'credential',
  /** Paused: the disk is full. */
  'disk',
  /** The service cannot be reached; the job resumes automatically. */
  'network',
  /** Paused by its timetable; resumes automatically. */
  'timetable',
  /** The service throttles the account; the job resumes automatically. */
  'server',
]);
export type WaitReason = z.infer<typeof waitReason>;

/** What every job has, whatever its kind. */
export const jobCore = z.object({
  id: z.string(),
  state: jobStatus,
  waitsFor: waitReason.optional(),
  connectionId: z.string(),
  /** `IMG_0421.heic`, `scans (18,221 files)` or `orders.csv → Orders`. */
  title: z.string(),
  /** Display text, never a secret. */
  source: z.string(),
  target: z.string(),
  /** Null while unknown. */
  remainingMs: z.number().nullable(),
  retries: z.int(),
  throttled: z.int(),
  /** In plain text: `server busy, 3 s`, `1 file skipped: already there`; empty for nothing. */
  note: z.string(),
  createdAtMs: z.number(),
  endedAtMs: z.number().nullable(),
});
