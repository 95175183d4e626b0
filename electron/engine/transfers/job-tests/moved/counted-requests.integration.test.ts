// Every request that a job sends counts for it, including those that only determine what to move.
import { expect, it } from 'vitest';
import { serviceHeaders } from '../../../../testing/faults';
import { everything, useDownloads } from '../../fixtures/use-downloads';

const { bench, blob, download } = useDownloads();
const isListing = ({ query }: { readonly query: URLSearchParams }): boolean => query.get('comp') === 'list';

const rejection = (status: number, code: string) =>
  ({ kind: 'answer', status, headers: serviceHeaders({ 'x-ms-error-code': code }) }) as const;

it('requests: counts the denied listing that ends the job', async () => {
  await blob('a.bin', 10);
  bench.proxy.inject({ fault: rejection(409, 'ContainerBeingDeleted'), when: isListing, times: 100 });
  const before = bench.requests().length;
  const summary = await download([everything]);
  expect(summary).toMatchObject({ state: 'failed', files: 0 });
  expect(bench.requests().slice(before).filter(isListing)).not.toHaveLength(0);
  expect(summary.requests).toBe(bench.requests().length - before);
  expect(bench.transfers.jobs()[0]).toMatchObject({ requests: summary.requests });
});

it('requests: counts the throttled listing, with its second attempt, beside the moved blobs', async () => {
  await blob('a.bin', 10);
  bench.proxy.inject({ fault: rejection(503, 'ServerBusy'), when: isListing, times: 1 });
  const before = bench.requests().length;
  const summary = await download([everything]);
  expect(summary).toMatchObject({ state: 'done', files: 1, retries: 1, throttled: 1 });
  expect(summary.requests).toBe(bench.requests().length - before);
  const { operations } = await bench.transfers.calls['transfers.sent'](
    { jobId: bench.transfers.jobs()[0]?.id ?? '' },
    { signal: new AbortController().signal },
  );
  expect(operations).toContainEqual({ connectionId: 'test', service: 'blob', operation: 'ListBlobs', requests: 2 });
});
