// All jobs, whatever their kind: one list, and what can be done with each of them.
import { z } from 'zod';
import { errorShape } from '../../error-shape';
import { job } from '../../model/job';
import { type CallDeclaration, type StreamDeclaration, call, nothing, onJob, stream } from './declare';

export const jobCalls = {
  /** Stops a job so that `resume` can continue it, also after a restart. */
  'jobs.pause': call('engine', onJob, nothing),
  /** Resumes a paused or interrupted job where its journal ends, or tries a failed one again. */
  'jobs.resume': call('engine', onJob, nothing),
  /** Ends it for good; what is already written at the target remains. */
  'jobs.cancel': call('engine', onJob, nothing),
  /** Cancels a job that has not ended, and removes its journal and its other files from this machine. */
  'jobs.forget': call('engine', onJob, nothing),
  /** Tries again what failed: files or rows that failed with that code, files with these numbers, or all. */
  'jobs.retry': call(
    'engine',
    onJob.extend({ code: z.string().optional(), files: z.array(z.int()).optional() }),
    nothing,
  ),
  /** Starts a waiting, paused or interrupted job at once, beyond the usual number of concurrent jobs. */
  'jobs.start-now': call('engine', onJob, nothing),
  /** Ends the wait for a busy server or for the network, and retries immediately. */
  'jobs.try-now': call('engine', onJob, nothing),
  /** Puts a waiting job before another one; null puts it last. */
  'jobs.reorder': call('engine', onJob.extend({ before: z.string().nullable() }), nothing),
  /** The complete file that the job wrote on this machine; null if there is none. */
  'jobs.output-path': call('engine', onJob, z.object({ path: z.string().nullable() })),
} as const satisfies Record<string, CallDeclaration>;

export const jobStreams = {
  /** All jobs, newest first, at most four times a second and only when something changed. */
  'jobs.watch': stream('engine', nothing, z.array(job)),
  /**
   * Why jobs of earlier processes cannot be read now: an error a job, or one for all of a kind. They are read again
   * until they can be.
   */
  'jobs.unread': stream('engine', nothing, z.array(errorShape)),
} as const satisfies Record<string, StreamDeclaration>;
