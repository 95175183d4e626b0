// What the failure of one file means for its whole job. Pure.
import type { ErrorCode, StowageError } from '@shared/errors';
import type { WaitReason } from '@shared/model/transfer';
import { isOfTheLine } from '../../azure/failures/network-failure';
import { deniedScopeOf } from '../../azure/failures/denied-scope';

/**
 * `file`: only this file failed. `job`: the others would fail in the same way. `pause`: so would they, until a person
 * does something. `deniedScope`: one of these two, depending on what else is refused and accepted. `network`: the service
 * may be unreachable.
 */
export type FailureClass = 'file' | 'job' | 'pause' | 'refused' | 'network';

const ofWholeJob: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'not-found.container',
  'conflict.being-deleted',
  'conflict.read-only',
  'network.certificate',
  'network.not-azure',
  'network.emulator-down',
  'network.proxy',
]);
/**
 * `reached`: whether the service has answered this job before. A host that never answered is more likely a wrong
 * address than a broken connection, which a person should see at once.
 */
export function classifyFailure(error: StowageError, reached: 'yes' | 'no'): FailureClass {
  const deniedScope = deniedScopeOf(error);
  if (deniedScope !== null) return ({ credential: 'pause', one: 'file', unclear: 'refused' } as const)[deniedScope];
  if (error.code === 'local.disk-full') return 'pause';
  if (error.code === 'network.name-unknown' || error.code === 'network.offline') return 'network';
  if (isOfTheLine(error.code)) {
    if (reached === 'yes') return 'network';
    return error.code === 'network.refused' ? 'job' : 'file';
  }
  return ofWholeJob.has(error.code) ? 'job' : 'file';
}

/** Limit of rounds in which the service was reachable again at the first probe. */
export const maxRounds = 5;

/** Failures that, while the service can be reached, must come from an interruption: retrying makes sense. */
export function showsTheLineWasAway({ code }: StowageError): boolean {
  return code === 'network.refused' || code === 'network.name-unknown';
}

/** What a job paused by this failure waits for. */
export function waitReasonOf(error: StowageError): WaitReason {
  return error.code === 'local.disk-full' ? 'disk' : 'credential';
}
