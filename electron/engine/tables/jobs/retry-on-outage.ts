// Repeats the work of a job while the network is down: it continues where it stopped.
import { StowageError } from '@shared/errors';
import { isOfTheLine } from '../../azure/failures/network-failure';
import type { Clock } from '../../ports';
import type { JobProgress } from './job-progress';

export interface OutagePorts {
  readonly progress: Pick<JobProgress, 'hasReachedService' | 'cutOff'>;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly signal: AbortSignal;
}

const recheckAfterMs = 2_000;

/** Throws what the network is not to blame for, and what is met after `signal` has aborted. */
export async function retryOnOutage<R>(work: () => Promise<R>, { progress, clock, signal }: OutagePorts): Promise<R> {
  for (;;) {
    try {
      return await work();
    } catch (thrown) {
      const error = StowageError.from(thrown);
      // A service that never answered is more likely a wrong address than a broken connection.
      if (signal.aborted || !isOfTheLine(error.code) || !progress.hasReachedService) throw error;
      progress.cutOff(error);
      await clock.sleep(recheckAfterMs, signal);
    }
  }
}
