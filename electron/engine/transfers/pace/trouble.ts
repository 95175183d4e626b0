// What the failure of one file means for its job. Pure.
import type { ErrorCode, StowageError } from '@shared/errors';
import type { WaitReason } from '@shared/model/transfer';
import { isOfTheLine } from '../../azure/line-trouble';
import { refusedBy } from '../../azure/refused-by';

/**
 * `file`: this one alone failed. `job`: the others would fail the same way. `pause`: they would too, until a person does
 * something. `refused`: one of these, which other refusals and what is let in beside them tell. `network`: the way to the
 * service may be broken.
 */
export type Trouble = 'file' | 'job' | 'pause' | 'refused' | 'network';

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
 * `reached`: whether the service has answered in this run or in an earlier one of the job. A host that refuses from the start is more likely a wrong
 * address than a broken line, and a person should see it at once.
 */
export function troubleOf(error: StowageError, reached: 'yes' | 'no'): Trouble {
  const refused = refusedBy(error);
  if (refused !== null) return ({ credential: 'pause', one: 'file', unclear: 'refused' } as const)[refused];
  if (error.code === 'local.disk-full') return 'pause';
  if (error.code === 'network.name-unknown' || error.code === 'network.offline') return 'network';
  if (isOfTheLine(error.code)) {
    if (reached === 'yes') return 'network';
    return error.code === 'network.refused' ? 'job' : 'file';
  }
  return ofWholeJob.has(error.code) ? 'job' : 'file';
}

/** Failures that a working line explains only by the line having been away: trying again is not in vain. */
export function showsTheLineWasAway({ code }: StowageError): boolean {
  return code === 'network.refused' || code === 'network.name-unknown';
}

/** What a job that is paused by this failure waits for. */
export function waitReasonOf(error: StowageError): WaitReason {
  return error.code === 'local.disk-full' ? 'disk' : 'credential';
}
