// Classes of operations by name, and money only where a price was entered.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noPrices } from '../model/prices';
import { billedClassOf } from './billed-class';
import { copyRequests, requestsTo } from './billing';
import { costOfRequests, fewestRequests, moneyText } from './request-cost';

const prices = {
  currency: 'EUR',
  perTenThousand: { ...noPrices.perTenThousand, tableOperation: 0.5, blobWrite: 2, blobOther: 4 },
};

describe('the class of a request', () => {
  it.each([
    ['PutBlock', 'blobWrite'],
    ['CopyBlob', 'blobWrite'],
    ['SetBlobTier', 'blobWrite'],
    ['ListBlobs', 'blobList'],
    ['CreateContainer', 'blobList'],
    ['FindBlobsByTags', 'blobList'],
    ['GetBlob', 'blobRead'],
    ['GetBlobProperties', 'blobOther'],
    ['GetBlockList', 'blobOther'],
    ['SetBlobMetadata', 'blobOther'],
    ['SnapshotBlob', 'blobOther'],
    ['DeleteBlob', 'free'],
    ['DeleteContainer', 'free'],
  ] as const)('%s of blobs is %s', (operation, billedClass) => {
    expect(billedClassOf('blob', operation)).toBe(billedClass);
  });

  it.each(['QueryEntities', 'EntityGroupTransaction', 'DeleteEntity', 'GetServiceProperties'])(
    '%s of tables is one operation',
    (operation) => expect(billedClassOf('table', operation)).toBe('tableOperation'),
  );
});

describe('the cost of requests', () => {
  it('is their number by class, and money for 10,000 of each', () => {
    const sent = requestsTo('one', 'blob', [
      { operation: 'GetBlobProperties', requests: 5_000 },
      { operation: 'PutBlock', requests: 19_999 },
      { operation: 'PutBlockList', requests: 1 },
      { operation: 'DeleteBlob', requests: 7 },
    ]);
    expect(costOfRequests(sent, prices)).toEqual({
      lines: [
        { billedClass: 'blobWrite', requests: 20_000, price: 2, amount: 4 },
        { billedClass: 'blobOther', requests: 5_000, price: 4, amount: 2 },
        { billedClass: 'free', requests: 7, price: 0, amount: 0 },
      ],
      amount: 6,
      covers: 'all',
    });
  });

  it('never passes a part for the whole', () => {
    const sent = requestsTo('one', 'blob', [
      { operation: 'PutBlob', requests: 10_000 },
      { operation: 'GetBlob', requests: 10_000 },
    ]);
    expect(costOfRequests(sent, prices)).toMatchObject({ amount: 2, covers: 'some' });
    expect(costOfRequests(sent, noPrices)).toMatchObject({ amount: null, covers: 'none' });
    const withFree = [...sent, ...requestsTo('one', 'blob', [{ operation: 'DeleteBlob', requests: 3 }])];
    expect(costOfRequests(withFree, noPrices)).toMatchObject({ amount: null, covers: 'none' });
  });

  it('is nothing for free requests, without any price', () => {
    const sent = requestsTo('one', 'blob', [{ operation: 'DeleteBlob', requests: 3 }]);
    expect(costOfRequests(sent, noPrices)).toMatchObject({ amount: 0, covers: 'all' });
  });

  it('loses no request', () => {
    const operation = fc.oneof(fc.constantFrom('PutBlock', 'ListBlobs', 'DeleteBlob'), fc.string());
    const counted = fc.record({ operation, requests: fc.nat(1_000_000) });
    fc.assert(
      fc.property(fc.constantFrom('blob' as const, 'table' as const), fc.array(counted), (service, counts) => {
        const { lines } = costOfRequests(requestsTo('one', service, counts), prices);
        const all = counts.reduce((sum, { requests }) => sum + requests, 0);
        expect(lines.reduce((sum, { requests }) => sum + requests, 0)).toBe(all);
      }),
    );
  });
});

it.each([
  [0, 1000, 0],
  [1, 1000, 1],
  [1000, 1000, 1],
  [1001, 1000, 2],
  [-3, 1000, 0],
])('%i rows in pages of %i take at least %i requests', (rows, pageSize, requests) => {
  expect(fewestRequests(rows, pageSize)).toBe(requests);
});

it.each([
  [0, 'EUR', '0.00 EUR'],
  [1234.5, '$', '1,234.50 $'],
  [1, '', '1.00'],
  [12.346, '', '12.35'],
  [0.0456, '', '0.046'],
  [0.0000036, 'EUR', '0.0000036 EUR'],
  [0.00000004, 'EUR', '< 0.000001 EUR'],
])('%d %s is written %s', (amount, currency, text) => {
  expect(moneyText(amount, currency)).toBe(text);
});

const sum = { files: 10, puts: 9, blocks: 25, lists: 1 };
const writes = { CopyBlob: 9, PutBlockFromURL: 25, PutBlockList: 1, GetBlobProperties: 10 };

it.each([
  ['copy', 'another account', 'far', { GetBlobProperties: 10, GetBlob: 34 }],
  ['move', 'another account', 'far', { GetBlobProperties: 10, GetBlob: 34, DeleteBlob: 10 }],
] as const)('a %s to %s writes there and reads here', (kind, _where, to, reads) => {
  const sent = copyRequests(sum, { kind, from: 'near', to });
  const at = (connectionId: string): Record<string, number> =>
    Object.fromEntries(
      sent.filter((one) => one.connectionId === connectionId).map(({ operation, requests }) => [operation, requests]),
    );
  expect(at('far')).toEqual(writes);
  expect(at('near')).toEqual(reads);
});

it.each([
  ['copy', 0],
  ['move', 10],
] as const)('a %s within an account reads nothing itself', (kind, deletions) => {
  const sent = copyRequests(sum, { kind, from: 'near', to: 'near' });
  const count = (operation: string): number =>
    sent.reduce((all, one) => all + (one.operation === operation ? one.requests : 0), 0);
  expect([count('CopyBlob'), count('GetBlobProperties'), count('GetBlob')]).toEqual([9, 20, 0]);
  expect(count('DeleteBlob')).toBe(deletions);
});
