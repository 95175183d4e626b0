// Composes what Monitor queries: the log of single requests, a day of history, and figures computed from either.
import { join } from 'node:path';
import type { CallHandlers } from '@shared/ipc/contract';
import type { monitorCalls } from '@shared/ipc/contract/monitor';
import type { RequestFilter } from '@shared/model/monitor';
import type { MonitorState } from '@shared/model/monitor-state';
import type { Clock } from '../ports';
import { createRecordedHistory } from './history/recorded-history';
import { SeriesOfRequests, stepsOf } from './log-series';
import { OperationCounts } from './operation-counts';
import { HeatOfPartitions } from './partition-heat';
import type { MetricsRecorder } from './recorder';
import { RequestLog } from './request-log';
import { RequestSummary, summariseSamples } from './request-summary';
import type { Sampler } from './sampler';

/** Long enough for a steady verdict, short enough to describe the present. */
const summaryMs = 10_000;

type MonitorCallName = keyof typeof monitorCalls;

export interface Monitor {
  readonly calls: Pick<CallHandlers<'engine'>, MonitorCallName>;
  dispose(): Promise<void>;
}

export interface MonitorDeps {
  readonly recorder: MetricsRecorder;
  readonly sampler: Sampler;
  /** What the transfers currently wait for. */
  readonly pressure: () => MonitorState['transfers'];
  readonly stateDir: string;
  readonly clock: Clock;
  readonly log: (message: string) => void;
}

export function createMonitor({ recorder, sampler, pressure, stateDir, clock, log }: MonitorDeps): Monitor {
  const startedAtMs = clock.now();
  const requests = new RequestLog();
  const operations = new OperationCounts();
  const history = createRecordedHistory(join(stateDir, 'monitor'), { clock, log });

  /** Until the ring overwrites entries, the log is complete since the engine started. */
  const logReachesTo = (fromMs: number, toMs: number): number => {
    const oldestMs = requests.newest === requests.retained ? startedAtMs : (requests.oldestAtMs ?? toMs);
    return Math.min(toMs, Math.max(fromMs, oldestMs));
  };
  const stopListening = recorder.onRequest((record) => {
    requests.add(record);
    operations.add(record);
    history.addRequest(record);
  });
  const stopIntervals = sampler.onInterval((interval) => history.addInterval(interval));

  return {
    calls: {
      'monitor.requests': (request) => requests.page(request),
      'monitor.facets': () => requests.facets(),
      'monitor.operations': () => operations.answer(),
      'monitor.series': ({ filter, fromMs, toMs, points }) => {
        if (matchesNothing(filter)) return history.series(fromMs, toMs, points);
        const steps = stepsOf(fromMs, toMs, points);
        const series = new SeriesOfRequests(steps);
        // From the start of the first step, so that it is whole. Requests that ended later may have moved bytes within
        // the requested time.
        requests.forEach({ ...filter, fromMs: steps.fromMs, toMs: null }, (request) => series.add(request));
        return series.answer({
          completeFromMs: logReachesTo(fromMs, toMs),
          covered: { fromMs: logReachesTo(steps.fromMs, toMs), toMs: Math.min(steps.toMs, clock.now()) },
        });
      },
      'monitor.partitions': ({ filter, fromMs, toMs, steps }) => {
        const heat = new HeatOfPartitions(stepsOf(fromMs, toMs, steps));
        requests.forEach({ ...filter, service: 'table', fromMs, toMs }, (request) => heat.add(request));
        return heat.answer(logReachesTo(fromMs, toMs));
      },
      'monitor.standing': () => {
        const atMs = clock.now();
        const summary = new RequestSummary(summaryMs);
        requests.forEachSince(atMs - summaryMs, (request) => summary.add(request));
        return {
          ...summary.answer(atMs),
          ...summariseSamples(sampler.recent(summaryMs)),
          inFlight: recorder.inFlight,
          transfers: pressure(),
        };
      },
    },
    dispose: () => {
      stopListening();
      stopIntervals();
      return history.dispose();
    },
  };
}

function matchesNothing(filter: RequestFilter): boolean {
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
