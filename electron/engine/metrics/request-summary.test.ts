import { describe, expect, it } from 'vitest';
import { KiB } from '@shared/units';
import { endedRequest } from './fixtures/ended-request';
import { RequestLog } from './request-log';
import { RequestSummary } from './request-summary';

const summarise = (requests: readonly Parameters<typeof endedRequest>[0][]) => {
  const log = new RequestLog(1_000);
  for (const one of requests) log.add(endedRequest(one));
  const summary = new RequestSummary(10_000);
  log.forEachSince(90_000, (request) => summary.add(request));
  return summary.answer(100_000);
};
const write = { service: 'table', operation: 'InsertEntity', resource: 'Ships', atMs: 95_000 } as const;

describe('summary of current requests', () => {
  it('counts only the last seconds, though threads report out of order', () => {
    const summary = summarise([
      { atMs: 80_000 },
      { atMs: 95_000, totalMs: 100, firstByteMs: 60, queueMs: 100 },
      { atMs: 89_990 },
      { atMs: 96_000, totalMs: 100, firstByteMs: 60, queueMs: 100 },
    ]);
    expect(summary).toMatchObject({ requests: 2, meanInFlight: 0.04, queueShare: 0.5, firstByteShare: 0.3 });
  });

  it('finds the partition and the blob with most traffic, by what the service counts', () => {
    const summary = summarise([
      ...Array.from({ length: 5 }, () => ({ ...write, partition: 'North', entities: 1 })),
      { ...write, partition: 'South', entities: 100 },
      { ...write, partition: '', entities: 300 },
      { atMs: 95_000, bytesUp: 64 * 1024 * 1024, address: 'https://harbour.example/photos/large.bin' },
      { atMs: 95_000, address: 'https://harbour.example/photos/a.jpg' },
      { atMs: 95_000, address: 'https://harbour.example/photos/a.jpg' },
    ]);
    expect(summary.partition).toMatchObject({ partition: 'South', entitiesPerSecond: 10, requestsPerSecond: 0.1 });
    expect(summary.blob).toMatchObject({ address: 'https://harbour.example/photos/large.bin' });
    expect(summary.account).toEqual({ connectionId: 'local', requestsPerSecond: 1, entitiesPerSecond: 40.5 });
  });

  it('counts the wait for an answer to a large body as time that moved bytes', () => {
    const one = { atMs: 95_000, totalMs: 100, firstByteMs: 80, queueMs: 0 };
    expect(summarise([{ ...one, bytesUp: 64 * KiB - 1 }]).firstByteShare).toBe(0.8);
    expect(summarise([{ ...one, bytesUp: 64 * KiB }]).firstByteShare).toBe(0);
  });

  it('counts bytes in both directions for a blob, and container requests for no blob', () => {
    const address = 'https://harbour.example/photos/a.jpg';
    const summary = summarise([
      { atMs: 95_000, bytesUp: 1000, bytesDown: 500, address },
      { atMs: 95_000, bytesUp: 9000, address: 'https://harbour.example/photos?comp=list' },
      { ...write, partition: 'North', bytesUp: 9000, address: 'https://harbour.example/photos/Ships()' },
    ]);
    expect(summary.blob).toMatchObject({ address, bytesPerSecond: 150, requestsPerSecond: 0.1 });
  });

  it('lists causes of equal frequency in the order of their names', () => {
    const busy = { ...write, partition: 'North', status: 503, errorCode: 'ServerBusy' };
    const summary = summarise([
      { ...busy, overLimit: 'ingress' },
      { ...busy, overLimit: 'egress' },
    ]);
    expect(summary.throttles.map(({ cause }) => cause)).toEqual(['503 ServerBusy, egress', '503 ServerBusy, ingress']);
  });

  it('counts failures by their outcome, and neither throttled nor cancelled requests', () => {
    const read = { service: 'table', operation: 'QueryEntities', resource: 'Ships', atMs: 95_000 } as const;
    const down = { ...read, status: 0, errorCode: 'network.refused' };
    const { failures } = summarise([
      { ...read, status: 403, errorCode: 'AuthenticationFailed' },
      { ...read, status: 404, errorCode: '404' },
      ...[down, down, read, { ...read, status: 503, errorCode: 'ServerBusy' }],
      { ...read, status: 0, errorCode: 'cancelled.by-user' },
    ]);
    expect(failures).toEqual([
      { kind: 'no-answer', cause: 'network.refused', requests: 2 },
      { kind: 'refused', cause: '403 AuthenticationFailed', requests: 1 },
      { kind: 'refused', cause: '404', requests: 1 },
    ]);
  });

  it('does not count an interrupted response as a denial, and attributes no local failure to the service', () => {
    const read = { service: 'blob', operation: 'GetBlob', resource: 'photos', atMs: 95_000, status: 206 } as const;
    const { failures } = summarise([
      ...['network.truncated', 'network.reset', 'network.truncated'].map((errorCode) => ({ ...read, errorCode })),
      ...['local.disk-full', 'bug.unexpected'].map((errorCode) => ({ ...read, errorCode })),
      { ...read, status: 0, errorCode: 'local.io' },
    ]);
    expect(failures).toEqual([
      { kind: 'cut-off', cause: 'network.truncated', requests: 2 },
      { kind: 'cut-off', cause: 'network.reset', requests: 1 },
    ]);
  });

  it('counts throttles by cause, the most frequent first', () => {
    const busy = { ...write, partition: 'North', status: 503, errorCode: 'ServerBusy' };
    const summary = summarise([busy, { ...busy, overLimit: 'egress' }, busy, { ...busy, status: 404 }]);
    expect(summary.throttles).toEqual([
      { cause: '503 ServerBusy', requests: 2 },
      { cause: '503 ServerBusy, egress', requests: 1 },
    ]);
    expect(summary.partition).toMatchObject({ throttled: 3 });
  });

  it('is empty before the first request', () => {
    const nothing = summarise([]);
    expect(nothing).toMatchObject({ requests: 0, meanInFlight: 0, account: null, partition: null, blob: null });
  });
});
