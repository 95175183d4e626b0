// The stream of all jobs: a snapshot when something changed, at most four times a second, nothing while idle.
import type { TransferJob } from '@shared/model/transfer';
import type { Clock } from '../ports';

const snapshotEveryMs = 250;

export interface JobWatch {
  /** Something about a job changed. */
  changed(): void;
  watch(push: (jobs: TransferJob[]) => void, signal: AbortSignal): Promise<void>;
}

export interface WatchedJobs {
  list(): TransferJob[];
  /** Rates change by themselves while something moves. */
  moving(): boolean;
}

export function createJobWatch(jobs: WatchedJobs, clock: Clock): JobWatch {
  const listeners = new Set<() => void>();
  return {
    changed: () => {
      for (const listen of listeners) listen();
    },
    watch: async (push, signal) => {
      let dirty = true;
      let sent = '';
      let wake: () => void = () => undefined;
      const mark = (): void => {
        dirty = true;
        wake();
      };
      listeners.add(mark);
      signal.addEventListener('abort', mark, { once: true });
      try {
        while (!signal.aborted) {
          if (!dirty && !jobs.moving()) {
            await new Promise<void>((resolve) => {
              wake = resolve;
            });
          }
          dirty = false;
          const list = jobs.list();
          const text = JSON.stringify(list);
          if (text !== sent) push(list);
          sent = text;
          await clock.sleep(snapshotEveryMs, signal).catch(() => undefined);
        }
      } finally {
        listeners.delete(mark);
      }
    },
  };
}
