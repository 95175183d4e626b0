import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type RequestFilter, type RequestOrder, everyRequest, newestFirst } from '@shared/model/monitor';
import { endedRequest } from './fixtures/ended-request';
import { RequestLog, maxHeads } from './request-log';
import type { RequestRecord } from './request-record';

const all = { order: newestFirst, newest: null, offset: 0, limit: 1_000 };
const filled = (records: readonly RequestRecord[], size = 1_000): RequestLog => {
  const log = new RequestLog(size);
  for (const record of records) log.add(record);
  return log;
};

const record = fc
  .record({
    atMs: fc.nat(50),
    connectionId: fc.constantFrom('a', 'b'),
    service: fc.constantFrom('blob' as const, 'table' as const),
    operation: fc.constantFrom('PutBlock', 'QueryEntities'),
    address: fc.oneof(
      fc.constantFrom('', '/', 'https://harbour.example/photos/', 'https://harbour.example/photos'),
      fc.string({ maxLength: 20 }).map((name) => `https://harbour.example/photos/${name}`),
    ),
    resource: fc.constantFrom('', 'photos', 'Ships'),
    partition: fc.constantFrom('', 'Quay'),
    entities: fc.nat(100),
    status: fc.constantFrom(0, 201, 404, 429, 500, 503),
    errorCode: fc.constantFrom('', 'ServerBusy', 'OperationTimedOut', 'cancelled.by-user'),
    overLimit: fc.constantFrom('' as const, 'egress' as const),
    attempt: fc.integer({ min: 1, max: 3 }),
    totalMs: fc.nat(40),
    bytesUp: fc.nat(),
    reusedConnection: fc.boolean(),
  })
  .map(endedRequest);
const filter: fc.Arbitrary<RequestFilter> = fc.record({
  connectionId: fc.constantFrom(null, 'a'),
  service: fc.constantFrom(null, 'table' as const),
  operation: fc.constantFrom(null, 'PutBlock'),
  resource: fc.constantFrom(null, 'Ships'),
  partition: fc.constantFrom(null, 'Quay'),
  outcome: fc.constantFrom('any' as const, 'failed' as const, 'throttled' as const, 'retried' as const),
  slowerThanMs: fc.constantFrom(0, 20),
  fromMs: fc.constantFrom(null, 10),
  toMs: fc.constantFrom(null, 30),
});

function matches(one: RequestRecord, request: RequestFilter): boolean {
  const outcomes = {
    any: true,
    failed: ['ServerBusy', 'OperationTimedOut'].includes(one.errorCode),
    throttled: [429, 503].includes(one.status) || (one.status === 500 && one.errorCode === 'OperationTimedOut'),
    retried: one.attempt > 1,
  };
  return (
    [one.connectionId, null].includes(request.connectionId) &&
    [one.service, null].includes(request.service) &&
    [one.operation, null].includes(request.operation) &&
    [one.resource, null].includes(request.resource) &&
    (request.partition === null || (one.service === 'table' && one.partition === request.partition)) &&
    outcomes[request.outcome] &&
    one.totalMs >= request.slowerThanMs &&
    one.atMs >= (request.fromMs ?? -Infinity) &&
    one.atMs <= (request.toMs ?? Infinity)
  );
}

describe('RequestLog', () => {
  it('returns exactly the matching requests, newest first, however it is paged', () => {
    fc.assert(
      fc.property(
        fc.array(record, { maxLength: 60 }),
        filter,
        fc.integer({ min: 1, max: 20 }),
        (records, request, limit) => {
          const log = filled(records);
          const expected = records
            .map((one, index) => ({ ...one, number: index + 1 }))
            .filter((one) => matches(one, request))
            .reverse();
          const rows = [];
          for (let offset = 0; offset <= expected.length; offset += limit) {
            const page = log.page({ filter: request, order: newestFirst, newest: null, offset, limit });
            expect(page.matched).toBe(expected.length);
            rows.push(...page.rows);
          }
          expect(rows).toEqual(expected);
          const walked: number[] = [];
          log.forEach(request, ({ number }) => walked.push(number));
          expect(walked).toEqual(expected.map(({ number }) => number).reverse());
        },
      ),
    );
  });

  it.each([
    ['operation', 'operation'],
    ['resource', 'resource'],
    ['status', 'status'],
    ['attempt', 'attempt'],
    ['sent', 'bytesUp'],
    ['received', 'bytesDown'],
    ['duration', 'totalMs'],
  ] as const)('sorts by %s however it is paged, the newest first of equal ones', (by, property) => {
    fc.assert(
      fc.property(fc.array(record, { maxLength: 30 }), fc.integer({ min: 1, max: 9 }), (records, limit) => {
        const log = filled(records);
        const newest = log.page({ ...all, filter: everyRequest }).rows;
        const ascending = newest.toSorted((a, b) =>
          a[property] < b[property] ? -1 : a[property] > b[property] ? 1 : 0,
        );
        const pagesIn = (direction: RequestOrder['direction']): readonly number[] =>
          Array.from({ length: Math.ceil(records.length / limit) }, (_, page) =>
            log.page({ filter: everyRequest, order: { by, direction }, newest: null, offset: page * limit, limit }),
          ).flatMap(({ rows }) => rows.map(({ number }) => number));
        expect(pagesIn('ascending')).toEqual(ascending.map(({ number }) => number));
        const values = pagesIn('descending').map((number) => newest.find((one) => one.number === number)?.[property]);
        expect(values).toEqual(ascending.map((one) => one[property]).reverse());
      }),
    );
  });

  it('drops the oldest first, and reports since when it is complete', () => {
    const log = filled(
      Array.from({ length: 25 }, (_, index) => endedRequest({ atMs: index })),
      10,
    );
    const page = log.page({ ...all, filter: everyRequest });
    expect(page.rows.map(({ number }) => number)).toEqual([25, 24, 23, 22, 21, 20, 19, 18, 17, 16]);
    expect(page).toMatchObject({ matched: 10, retained: 10, oldestAtMs: 15 });
  });

  it('stores the query and headers of the latest requests, and none of older ones', () => {
    const log = new RequestLog(maxHeads + 10);
    const total = maxHeads + 3;
    for (let number = 1; number <= total; number += 1) log.add(endedRequest({ head: `n=${number}` }));
    const heads = log.page({ ...all, filter: everyRequest, limit: total }).rows.map(({ head }) => head);
    expect(heads.slice(0, 2)).toEqual([`n=${total}`, `n=${total - 1}`]);
    expect(heads.slice(maxHeads - 1)).toEqual(['n=4', undefined, undefined, undefined]);
  });

  it('pages through a stable list while new requests arrive', () => {
    const log = filled([endedRequest({ resource: 'first' }), endedRequest({ resource: 'second' })]);
    const before = log.page({ filter: everyRequest, order: newestFirst, newest: null, offset: 0, limit: 1 });
    log.add(endedRequest({ resource: 'third' }));
    const next = log.page({ filter: everyRequest, order: newestFirst, newest: before.newest, offset: 1, limit: 1 });
    expect(next.rows.map(({ resource }) => resource)).toEqual(['first']);
    expect(next.matched).toBe(2);
  });

  it('returns each request with its own texts, however many different ones there are', () => {
    const partitions = Array.from({ length: 5_000 }, (_, index) => `partition ${index % 4_500}`);
    const log = filled(
      partitions.map((partition) => endedRequest({ partition })),
      10_000,
    );
    const { rows } = log.page({ ...all, filter: everyRequest, limit: 10_000 });
    expect(rows.map(({ partition }) => partition).reverse()).toEqual(partitions);
  });

  it('is empty before the first request', () => {
    const page = new RequestLog(10).page({ ...all, filter: everyRequest });
    expect(page).toEqual({ rows: [], matched: 0, newest: 0, retained: 0, oldestAtMs: null });
  });

  it('lists the filter values, the most frequent first', () => {
    const log = filled([
      endedRequest({ operation: 'GetBlob', resource: '' }),
      endedRequest({ operation: 'PutBlock', connectionId: 'b' }),
      endedRequest({ operation: 'PutBlock' }),
    ]);
    expect(log.facets()).toEqual({
      connections: [
        { value: 'local', requests: 2 },
        { value: 'b', requests: 1 },
      ],
      operations: [
        { value: 'PutBlock', requests: 2 },
        { value: 'GetBlob', requests: 1 },
      ],
      resources: [{ value: 'photos', requests: 2 }],
    });
  });
});
