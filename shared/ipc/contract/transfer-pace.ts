// Speed limits for transfers, for all together and for each job.
import { z } from 'zod';
import { pace } from '../../model/transfer-pace';
import { type CallDeclaration, call, nothing, onJob } from './declare';

export const transferPaceCalls = {
  /** `timeZone`: the time zone of a timetable's hours. */
  'transfers.read-pace': call('engine', nothing, z.object({ pace, timeZone: z.string() })),
  /** Takes effect within a second, also for running transfers. */
  'transfers.write-pace': call('engine', z.object({ pace }), nothing),
  'transfers.read-job-pace': call('engine', onJob, z.object({ pace, timeZone: z.string() })),
  'transfers.write-job-pace': call('engine', onJob.extend({ pace }), nothing),
} as const satisfies Record<string, CallDeclaration>;
