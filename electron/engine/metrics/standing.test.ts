import { describe, expect, it } from 'vitest';
import { endedRequest } from './fixtures/ended-request';
import { RequestLog } from './request-log';
import { StandingOfRequests } from './standing';

const standingOf = (requests: readonly Parameters<typeof endedRequest>[0][]) => {
  const log = new RequestLog(1_000);
  for (const one of requests) log.add(endedRequest(one));
  const standing = new StandingOfRequests(10_000);
  log.forEachSince(90_000, (request) => standing.add(request));
  return standing.answer(100_000);
};
const write = { service: 'table', operation: 'InsertEntity', resource: 'Ships', atMs: 95_000 } as const;

describe('what is done now', () => {
  it('counts only the last seconds, though threads report out of order', () => {
    const standing = standingOf([
      { atMs: 80_000 },
      { atMs: 95_000, totalMs: 100, firstByteMs: 60, queueMs: 100 },
      { atMs: 89_990 },
      { atMs: 96_000, totalMs: 100, firstByteMs: 60, queueMs: 100 },
    ]);
    expect(standing).toMatchObject({ requests: 2, meanInFlight: 0.04, queueShare: 0.5, firstByteShare: 0.3 });
  });

  it('finds the partition and the blob with most traffic, by what the service counts', () => {
    const standing = standingOf([
      ...Array.from({ length: 5 }, () => ({ ...write, partition: 'North', entities: 1 })),
      { ...write, partition: 'South', entities: 100 },
      { ...write, partition: '', entities: 300 },
      { atMs: 95_000, bytesUp: 64 * 1024 * 1024, address: 'https://harbour.example/photos/large.bin' },
      { atMs: 95_000, address: 'https://harbour.example/photos/a.jpg' },
      { atMs: 95_000, address: 'https://harbour.example/photos/a.jpg' },
    ]);
    expect(standing.partition).toMatchObject({ partition: 'South', entitiesPerSecond: 10, requestsPerSecond: 0.1 });
    expect(standing.blob).toMatchObject({ address: 'https://harbour.example/photos/large.bin' });
    expect(standing.account).toEqual({ connectionId: 'local', requestsPerSecond: 1, entitiesPerSecond: 40.5 });
  });

  it('counts throttles by cause, the most frequent first', () => {
    const busy = { ...write, partition: 'North', status: 503, errorCode: 'ServerBusy' };
    const standing = standingOf([busy, { ...busy, overLimit: 'egress' }, busy, { ...busy, status: 404 }]);
    expect(standing.throttles).toEqual([
      { cause: '503 ServerBusy', requests: 2 },
      { cause: '503 ServerBusy, egress', requests: 1 },
    ]);
    expect(standing.partition).toMatchObject({ throttled: 3 });
  });

  it('is nothing before the first request', () => {
    const nothing = standingOf([]);
    expect(nothing).toMatchObject({ requests: 0, meanInFlight: 0, account: null, partition: null, blob: null });
  });
});
