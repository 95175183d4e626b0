// The consequence of one file's failure for its whole job, from the table of causes and from which credential was
// denied. Pure.
import type { StowageError } from '@shared/errors';
import type { WaitReason } from '@shared/model/job-state';
import { failureRow } from './causes';
import { deniedScopeOf } from './denied-scope';
import { isOutOfTime } from '../retry-policy';

/**
 * `file`: only this file failed. `job`: the others would fail in the same way. `pause`: so would they, until the user
 * acts. `refused`: one of these two, depending on which other requests are denied and accepted. `network`: the service
 * may be unreachable.
 */
export type FailureClass = 'file' | 'job' | 'pause' | 'refused' | 'network';

const ofDenied = { credential: 'pause', one: 'file', unclear: 'refused' } as const;

/** `reached`: whether the service has answered this job before. */
export function classifyFailure(error: StowageError, reached: 'yes' | 'no'): FailureClass {
  const deniedScope = deniedScopeOf(error);
  if (deniedScope !== null) return ofDenied[deniedScope];
  if (error.code === 'throttled.server-busy' && isOutOfTime(error)) return 'job';
  const { affects, affectsUnreached } = failureRow(error.code);
  return reached === 'yes' ? affects : affectsUnreached;
}

/** Limit of rounds in which the service was reachable again at the first probe. */
export const maxRounds = 5;

/** Failures that, while the service can be reached, must come from an interruption: retrying makes sense. */
export function showsTheLineWasAway({ code }: StowageError): boolean {
  return failureRow(code).showsOutage;
}

/** What a job paused by this failure waits for. */
export function waitReasonOf(error: StowageError): WaitReason {
  return error.code === 'local.disk-full' ? 'disk' : 'credential';
}
