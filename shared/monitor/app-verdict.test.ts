// Recorded situations and the verdicts on them.
import { describe, expect, it } from 'vitest';
import type { MonitorState } from '../model/monitor-state';
import { MiB } from '../units';
import { appVerdict } from './app-verdict';
import { noWaits } from './bottleneck';

const state: MonitorState = {
  atMs: 1,
  overMs: 10_000,
  requests: 400,
  inFlight: 4,
  meanInFlight: 3.6,
  queueShare: 0,
  firstByteShare: 0.7,
  bytesPerSecond: 2 * MiB,
  throttles: [],
  failures: [],
  account: null,
  partition: null,
  blob: null,
  loopDelayMs: 1,
  transfers: { jobs: 0, waits: noWaits, threadUse: 0, inFlight: 0, fixedConcurrency: null },
};
const quay = { connectionId: 'c', table: 'Ships', partition: 'Quay', requestsPerSecond: 20 };
const moving = { jobs: 1, waits: noWaits, threadUse: 0.3, inFlight: 8, fixedConcurrency: null };
const evidenceOf = (now: MonitorState): readonly string[] =>
  appVerdict(now).evidence.map(({ name, value }) => `${name}: ${value}`);

describe('the verdict for the whole app', () => {
  it('is calm while nothing moves, whatever the machine does besides', () => {
    const idle = { ...state, requests: 0, inFlight: 0, bytesPerSecond: 0, loopDelayMs: 400 };
    expect(appVerdict(idle)).toEqual({ kind: 'idle', title: 'Idle', evidence: [], advice: '' });
  });

  it('finds nothing in light work, and the line where answers take the time', () => {
    expect(appVerdict({ ...state, meanInFlight: 0.1 })).toMatchObject({ kind: 'free', advice: '' });
    expect(appVerdict(state).title).toBe('Most time is spent waiting for the service');
    expect(appVerdict({ ...state, firstByteShare: 0.2 }).title).toBe('Limited by: network');
  });

  it('blames a hot partition for the throttling it causes', () => {
    const hot = {
      ...state,
      throttles: [{ cause: '503 ServerBusy', requests: 40 }],
      partition: { ...quay, entitiesPerSecond: 1_940, throttled: 39 },
    };
    expect(appVerdict(hot)).toMatchObject({ kind: 'partition', title: 'Partition Quay limits the speed' });
    expect(appVerdict(hot).advice).toMatch(/more PartitionKeys/u);
    expect(evidenceOf(hot)).toEqual([
      'throttled: 40 of 400 requests',
      'cause: 503 ServerBusy',
      'partition: 1,940 of 2,000 entities/s',
    ]);
  });

  it('blames the account where the service names its limit, and the service where throttles are spread', () => {
    const partition = { ...quay, entitiesPerSecond: 300, throttled: 2 };
    const egress = { ...state, partition, throttles: [{ cause: '503 ServerBusy, egress', requests: 30 }] };
    expect(appVerdict(egress)).toMatchObject({ kind: 'service', title: 'An account limit restricts the speed' });
    const spread = { ...egress, throttles: [{ cause: '500 OperationTimedOut', requests: 30 }] };
    expect(appVerdict(spread)).toMatchObject({ kind: 'service', title: 'Limited by: service' });
  });

  it('reports failures, by the most common outcome, before it judges speed', () => {
    const unanswered = { kind: 'no-answer', cause: 'network.refused', requests: 5 } as const;
    const rejected = { kind: 'refused', cause: '403 AuthenticationFailed', requests: 4 } as const;
    const down = { ...state, requests: 12, meanInFlight: 0.1, failures: [unanswered, rejected] };
    expect(appVerdict(down)).toMatchObject({ kind: 'failing', title: 'The service does not respond' });
    expect(evidenceOf(down)).toEqual(['failed: 9 of 12 requests', 'cause: Connection refused']);
    const denied = {
      ...down,
      failures: [
        { ...unanswered, requests: 1 },
        { ...rejected, requests: 8 },
      ],
    };
    expect(appVerdict(denied).title).toBe('The service rejects most requests');
    const half = { ...down, requests: 10, failures: [{ ...rejected, requests: 5 }] };
    expect(appVerdict(half).title).toBe('The service rejects half of the requests');
    expect(evidenceOf(denied)).toContain('cause: 403 AuthenticationFailed');
    expect(appVerdict({ ...down, requests: 40 }).kind).toBe('free');
    expect(appVerdict({ ...down, requests: 2, failures: [{ ...unanswered, requests: 2 }] }).kind).toBe('free');
  });

  it('reports responses that break off in the middle as such, and not as denied', () => {
    const cut = { kind: 'cut-off', cause: 'network.truncated', requests: 5 } as const;
    const broken = { ...state, requests: 6, meanInFlight: 0.1, failures: [cut] };
    expect(appVerdict(broken)).toMatchObject({ kind: 'failing', title: 'Most responses are interrupted' });
    expect(evidenceOf(broken)[1]).toBe('cause: Incomplete response');
  });

  it.each<[string, Partial<MonitorState>, Partial<MonitorState>, string]>([
    [
      'three throttles',
      { requests: 300, throttles: [{ cause: '503', requests: 3 }] },
      { requests: 301, throttles: [{ cause: '503', requests: 3 }] },
      'service',
    ],
    [
      'a partition at eight tenths of its target',
      { partition: { ...quay, entitiesPerSecond: 1_600, throttled: 0 } },
      { partition: { ...quay, entitiesPerSecond: 1_599, throttled: 0 } },
      'partition',
    ],
    ['a loop that is late by 50 ms', { loopDelayMs: 50 }, { loopDelayMs: 49 }, 'cpu'],
    ['half of the time in the queue', { queueShare: 0.5 }, { queueShare: 0.49 }, 'connections'],
    [
      'one request in the queue',
      { queueShare: 0.8, meanInFlight: 1 },
      { queueShare: 0.8, meanInFlight: 0.9 },
      'connections',
    ],
  ])('counts %s, and nothing less', (_, at, below, kind) => {
    expect(appVerdict({ ...state, ...at }).kind).toBe(kind);
    expect(appVerdict({ ...state, ...below }).kind).toBe('line');
  });

  it('takes half a request at a time for load, and half of the time for most of it', () => {
    const half = { ...state, meanInFlight: 0.5, firstByteShare: 0.5 };
    expect(appVerdict(half).title).toBe('Most time is spent waiting for the service');
    expect(appVerdict({ ...half, meanInFlight: 0.49 }).kind).toBe('free');
    expect(appVerdict({ ...half, firstByteShare: 0.49 }).title).toBe('Limited by: network');
  });

  it('ignores two throttled requests, and a few among thousands', () => {
    const few = { ...state, throttles: [{ cause: '503 ServerBusy', requests: 2 }] };
    expect(appVerdict(few).kind).toBe('line');
    expect(appVerdict({ ...few, requests: 9_000, throttles: [{ cause: '503', requests: 20 }] }).kind).toBe('line');
  });

  it('warns of a partition near its target before it is throttled', () => {
    const near = { ...state, partition: { ...quay, entitiesPerSecond: 1_700, throttled: 0 } };
    expect(appVerdict(near)).toMatchObject({ kind: 'partition', title: 'Partition Quay is close to its target' });
    expect(appVerdict({ ...near, partition: { ...near.partition, entitiesPerSecond: 1_500 } }).kind).toBe('line');
  });

  it('names the processor when the event loop is late, before the parts that this slows down', () => {
    const late = { ...state, loopDelayMs: 120, transfers: { ...moving, waits: { ...noWaits, lineMs: 900 } } };
    expect(appVerdict(late)).toMatchObject({ kind: 'cpu', title: 'Limited by: CPU' });
    expect(evidenceOf(late)).toEqual(['delay of the engine’s event loop: 120 ms']);
  });

  it.each([
    ['disk', { diskMs: 800, lineMs: 200 }, 'waits for disk: 80 %'],
    ['line', { diskMs: 100, lineMs: 900 }, 'waits for network: 90 %'],
    ['service', { serviceMs: 600, lineMs: 400 }, 'waits for throttled by the service: 60 %'],
    ['cap', { capMs: 700, lineMs: 300 }, 'waits for rate limit: 70 %'],
  ] as const)('gives the same verdict on transfers as the page of a job: %s', (kind, waits, evidence) => {
    const now = { ...state, transfers: { ...moving, waits: { ...noWaits, ...waits } } };
    expect(appVerdict(now).kind).toBe(kind);
    expect(evidenceOf(now)).toContain(evidence);
    expect(evidenceOf(now)).toContain('rate: 2.0 MiB/s');
  });

  it('names the processor when the threads are busy', () => {
    const busy = { ...state, transfers: { ...moving, threadUse: 0.97, waits: { ...noWaits, lineMs: 500 } } };
    expect(appVerdict(busy).kind).toBe('cpu');
    expect(evidenceOf(busy)[0]).toBe('busiest thread: 97 %');
  });

  it('names a fixed limit of concurrent requests when it is used up', () => {
    const waits = { ...noWaits, lineMs: 500 };
    const fixed = { ...state, transfers: { ...moving, waits, inFlight: 4, fixedConcurrency: 4 } };
    expect(appVerdict(fixed)).toMatchObject({ kind: 'concurrency' });
    expect(appVerdict({ ...fixed, transfers: { ...fixed.transfers, inFlight: 2 } }).kind).toBe('line');
  });

  it('reports when requests wait for a connection', () => {
    expect(appVerdict({ ...state, queueShare: 0.8, meanInFlight: 200 })).toMatchObject({ kind: 'connections' });
  });
});
