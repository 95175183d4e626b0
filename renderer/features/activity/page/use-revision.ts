// When to fetch again the data that a job does not push: once a second while it moves, and after each change of state.
import { useEffect, useState } from 'react';
import type { TransferJob } from '@shared/model/transfer';
import { groupOf } from '../job-groups';

const everyMs = 1000;

/** Changes whenever files or blocks of the job may have changed. */
export function useRevision(job: TransferJob, where: 'on-screen' | 'hidden'): string {
  const [ticks, setTicks] = useState(0);
  const ticking = where === 'on-screen' && groupOf(job) === 'running';
  useEffect(() => {
    if (!ticking) return;
    const timer = setInterval(() => setTicks((count) => count + 1), everyMs);
    return () => clearInterval(timer);
  }, [ticking]);
  return ticking ? `${ticks}` : `${job.state} ${job.filesDone} ${job.filesSkipped} ${job.failedCount}`;
}
