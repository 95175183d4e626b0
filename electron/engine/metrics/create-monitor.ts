// Composes what Monitor asks: the log of single requests, the history of a day, and figures out of either.
import { join } from 'node:path';
import type { CallHandlers } from '@shared/ipc/contract';
import type { monitorCalls } from '@shared/ipc/contract/monitor';
import type { RequestFilter } from '@shared/model/monitor';
import type { MonitorStanding } from '@shared/model/monitor-standing';
import { localError } from '../../disk/local-error';
import type { Clock } from '../ports';
import { Aggregate } from './aggregate';
import { History } from './history/history';
import { createHistoryFiles } from './history/history-files';
import { SeriesOfRequests, stepsOf } from './log-series';
import { OperationCounts } from './operation-counts';
import { HeatOfPartitions } from './partition-heat';
import type { MetricsRecorder } from './recorder';
import { throttleCauseOf } from './request-record';
import { RequestLog } from './request-log';
import { StandingOfRequests, standingOfSamples } from './standing';
import type { Sampler } from './sampler';

/** Long enough for a steady verdict, short enough to describe the present. */
const standingMs = 10_000;

type MonitorCallName = keyof typeof monitorCalls;

export interface Monitor {
  readonly calls: Pick<CallHandlers<'engine'>, MonitorCallName>;
  /** Resolves when the history of earlier runs has been read; nothing waits for it. */
  readonly recovered: Promise<void>;
  dispose(): Promise<void>;
}

export interface MonitorDeps {
  readonly recorder: MetricsRecorder;
  readonly sampler: Sampler;
  /** What the transfers wait for now. */
  readonly pressure: () => MonitorStanding['transfers'];
  readonly stateDir: string;
  readonly clock: Clock;
  readonly log: (message: string) => void;
}

export function createMonitor({ recorder, sampler, pressure, stateDir, clock, log }: MonitorDeps): Monitor {
  const startedAtMs = clock.now();
  const requests = new RequestLog();
  const operations = new OperationCounts();
  const history = new History();
  const folder = join(stateDir, 'monitor');
  const files = createHistoryFiles(folder, { now: () => clock.now() });
  let running = { second: Math.floor(clock.now() / 1_000), aggregate: new Aggregate() };
  let writing: Promise<void> = Promise.resolve();
  let canWrite = true;

  /** Until the ring overwrites entries, the log is complete since the engine started. */
  const logReachesTo = (fromMs: number, toMs: number): number => {
    const oldestMs = requests.newest === requests.kept ? startedAtMs : (requests.oldestAtMs ?? toMs);
    return Math.min(toMs, Math.max(fromMs, oldestMs));
  };
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
  };
  const stopListening = recorder.onRequest((record) => {
    requests.add(record);
    operations.add(record);
    running.aggregate.countOperation(record.operation, 1);
    const cause = throttleCauseOf(record);
    if (cause !== '') running.aggregate.countCause(cause, 1);
  });
  const stopIntervals = sampler.onInterval((interval) => {
    running.aggregate.addInterval(interval);
    const second = Math.floor(clock.now() / 1_000);
    if (second !== running.second) endSecond(second);
  });
  const recovered = files
    .read((atMs, aggregate) => history.add(atMs, aggregate))
    .catch((thrown: unknown) => log(`The history of Monitor could not be read: ${localError(thrown, folder).message}`));

  return {
    calls: {
      'monitor.requests': (asked) => requests.page(asked),
      'monitor.facets': () => requests.facets(),
      'monitor.operations': () => operations.answer(),
      'monitor.series': async ({ filter, fromMs, toMs, points }) => {
        await recovered;
        if (asksForNothing(filter)) return history.series(fromMs, toMs, points);
        const series = new SeriesOfRequests(stepsOf(fromMs, toMs, points));
        // Requests that ended later may have moved bytes within the requested time.
        requests.forEach({ ...filter, fromMs, toMs: null }, (request) => series.add(request));
        return series.answer(logReachesTo(fromMs, toMs));
      },
      'monitor.partitions': ({ filter, fromMs, toMs, steps }) => {
        const heat = new HeatOfPartitions(stepsOf(fromMs, toMs, steps));
        requests.forEach({ ...filter, service: 'table', fromMs, toMs }, (request) => heat.add(request));
        return heat.answer(logReachesTo(fromMs, toMs));
      },
      'monitor.standing': () => {
        const atMs = clock.now();
        const standing = new StandingOfRequests(standingMs);
        requests.forEachSince(atMs - standingMs, (request) => standing.add(request));
        return {
          ...standing.answer(atMs),
          ...standingOfSamples(sampler.recent(standingMs)),
          inFlight: recorder.inFlight,
          transfers: pressure(),
        };
      },
    },
    recovered,
    dispose: async () => {
      stopListening();
      stopIntervals();
      endSecond(running.second);
      await recovered;
      await writing;
      await files.close();
    },
  };
}

function asksForNothing(filter: RequestFilter): boolean {
  const { connectionId, service, operation, resource, partition, outcome, slowerThanMs } = filter;
  return (
    connectionId === null &&
    service === null &&
    operation === null &&
    resource === null &&
    partition === null &&
    outcome === 'any' &&
    slowerThanMs === 0
  );
}
