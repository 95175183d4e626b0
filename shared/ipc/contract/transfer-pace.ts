// Speed limits for transfers, for all together and for each job.
import { z } from 'zod';
import { pace } from '../../model/transfer-pace';
import { type CallDeclaration, call, nothing, onJob } from './declare';

export const transferPaceCalls = {
  /** `timeZone`: the one whose hours a timetable means. */
  'transfers.read-pace': call('engine', nothing, z.object({ pace, timeZone: z.string() })),
  /** In force within a second, for what moves already too. */
  'transfers.write-pace': call('engine', z.object({ pace }), nothing),
  'transfers.read-job-pace': call('engine', onJob, z.object({ pace, timeZone: z.string() })),
  'transfers.write-job-pace': call('engine', onJob.extend({ pace }), nothing),
} as const satisfies Record<string, CallDeclaration>;
