// Leaves out one file of a job that moves nothing: it rests, waits for its turn or is about to begin.
import { removeLeftovers } from '../files/local-target';
import type { JobPorts } from './job-ports';

/** Returns how many temporary files stay because they cannot be removed. */
export async function leaveOut(
  { state: jobState, journal, clock }: Pick<JobPorts, 'state' | 'journal' | 'clock'>,
  f: number,
): Promise<number> {
  const open = jobState.open.get(f);
  if (open === undefined) return 0;
  journal.note({ t: 'ended', f, outcome: 'skipped', reason: 'cancelled' });
  return removeLeftovers(jobState, [open.file], clock);
}
