// Throttling concerns the whole account although one request is told about it: passes it on to the other threads, and
// tells a job how long the slowest of them waits.
import { performance } from 'node:perf_hooks';
import type { JobAccounts, PoolMember } from './pool-member';
import type { JobReport } from '../worker/messages';

/** Reports of the same wait may differ by this much, because clocks differ. */
const slowdownStepMs = 100;

/** Returns how long the job's accounts wait, in ms. */
export function shareSlowdown(
  { jobId, slowdownMs, slowdownOrigin, slowdownOf }: JobReport,
  member: PoolMember,
  members: readonly PoolMember[],
  accounts: JobAccounts | undefined,
): number {
  const nowMs = performance.now();
  const descriptor = slowdownOf === 'source' ? accounts?.source : accounts?.descriptor;
  const untilMs = nowMs + slowdownMs;
  const grew = untilMs > (member.slowUntilMs.get(jobId) ?? 0) + slowdownStepMs;
  if (slowdownMs === 0) member.slowUntilMs.delete(jobId);
  else if (grew || slowdownOrigin === 'told') member.slowUntilMs.set(jobId, untilMs);
  if (slowdownMs > 0 && slowdownOrigin === 'own' && grew && descriptor !== undefined) {
    for (const other of members) {
      if (other !== member) other.post({ t: 'slow-down', descriptor, ms: slowdownMs });
    }
  }
  return Math.max(0, ...members.map((one) => (one.slowUntilMs.get(jobId) ?? 0) - nowMs));
}
