// Resumes the jobs of a connection whose key or SAS may have changed: those that wait for another one, and those that meet
// the refusal of the earlier one only later, because a run keeps to its end what it began with.
import type { JobHandle } from '../api';
import { sourceOf } from '../plan/specs';
import type { JobSpec } from '../records/job-records';
import type { Entry, ResumeOptions } from './job-entry';

export function resumeWithRenewed(
  connectionId: string,
  entries: Iterable<Entry>,
  resume: (jobId: string, how: ResumeOptions) => Promise<JobHandle>,
): void {
  const goOn = ({ state: { head, state, waitsFor } }: Entry): void => {
    if (state !== 'paused' || waitsFor !== 'credential') return;
    // If a job cannot resume, the reason shows when a person resumes it.
    resume(head.id, { credential: 'new' }).catch(() => undefined);
  };
  for (const entry of entries) {
    if (!uses(entry.state.head.spec, connectionId)) continue;
    if (entry.journal === null) goOn(entry);
    else void entry.ended.catch(() => undefined).then(() => goOn(entry));
  }
}

function uses(spec: JobSpec, connectionId: string): boolean {
  return spec.connectionId === connectionId || sourceOf(spec)?.connectionId === connectionId;
}
