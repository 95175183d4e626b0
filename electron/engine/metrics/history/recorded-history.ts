// The history of the running engine: collects the current second, adds it to the history when it is over, appends it to
// the day's files, and reads back what earlier runs have written.
import type { MonitorSeries } from '@shared/model/monitor';
import { localError } from '../../../disk/local-error';
import type { Clock } from '../../ports';
import { Aggregate } from '../aggregate';
import type { Interval } from '../recorder';
import { type RequestRecord, throttleCauseOf } from '../request-record';
import { History } from './history';
import { createHistoryFiles } from './history-files';

/** In seconds. */
const minStepBack = 60;

export interface RecordedHistory {
  addRequest(record: RequestRecord): void;
  addInterval(interval: Interval): void;
  /** Waits until the history of earlier runs has been read. */
  series(fromMs: number, toMs: number, points: number): Promise<MonitorSeries>;
  /** Resolves when the last second is on disk. */
  dispose(): Promise<void>;
}

export function createRecordedHistory(
  folder: string,
  { clock, log }: { readonly clock: Clock; readonly log: (message: string) => void },
): RecordedHistory {
  const history = new History();
  const files = createHistoryFiles(folder, { now: () => clock.now() });
  let running = { second: Math.floor(clock.now() / 1_000), aggregate: new Aggregate() };
  let writing: Promise<void> = Promise.resolve();
  let canWrite = true;

  const keep = (second: number, aggregate: Aggregate): void => {
    history.add(second * 1_000, aggregate);
    writing = writing.then(async () => {
      if (!canWrite) return;
      try {
        await files.append(second * 1_000, aggregate);
      } catch (thrown) {
        // A full disk must not fail the work that is measured.
        canWrite = false;
        log(`The history of Monitor is not written any more: ${localError(thrown, folder).message}`);
      }
    });
  };
  const endSecond = (next: number): void => {
    const { second, aggregate } = running;
    running = { second: next, aggregate: new Aggregate() };
    if (aggregate.requests > 0 || aggregate.uploadBytes + aggregate.downloadBytes > 0) keep(second, aggregate);
    // Clocks are corrected by moments all the time.
    if (next < second - minStepBack) history.startAgainAt(next * 1_000);
  };
  const recovered = files
    .read((atMs, aggregate) => history.add(atMs, aggregate))
    .catch((thrown: unknown) => log(`The history of Monitor could not be read: ${localError(thrown, folder).message}`));

  return {
    addRequest: (record) => {
      running.aggregate.countOperation(record.operation, 1);
      const cause = throttleCauseOf(record);
      if (cause !== '') running.aggregate.countCause(cause, 1);
    },
    addInterval: (interval) => {
      running.aggregate.addInterval(interval);
      const second = Math.floor(clock.now() / 1_000);
      if (second !== running.second) endSecond(second);
    },
    series: async (fromMs, toMs, points) => {
      await recovered;
      return history.series(fromMs, toMs, points);
    },
    dispose: async () => {
      endSecond(running.second);
      await recovered;
      await writing;
      await files.close();
    },
  };
}
