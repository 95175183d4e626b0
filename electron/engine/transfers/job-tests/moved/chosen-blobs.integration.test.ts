// Many chosen blobs: a few pages of listings instead of a lookup of each, and the same outcome.
import { BlobLeaseClient } from '@azure/storage-blob';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StowageError } from '@shared/errors';
import type { BlobItem } from '@shared/model/blob';
import { type FaultyRequest, rightIsMissing } from '../../../../testing/faults';
import { isFolderMarker } from '../../../blobs/folder-markers';
import { readBlobProperties } from '../../../blobs/properties';
import { accountsFor } from '../../fixtures/test-bench';
import { useDownloads } from '../../fixtures/use-downloads';
import { completePreflight } from '../../fixtures/complete-preflight';
import { type Lookup, lookUpBlobs } from '../../plan/look-up-blobs';

const { bench, blob, rawBlob, download, start, tree } = useDownloads();

const numbered = (count: number, folder = 'a/'): string[] =>
  Array.from({ length: count }, (_, number) => `${folder}${String(number).padStart(3, '0')}.bin`);
const chosen = (names: readonly string[]) => names.map((name) => ({ kind: 'blob', name }) as const);
const isLookup = ({ method }: Pick<FaultyRequest, 'method'>): boolean => method === 'HEAD';
const isList = ({ query }: Pick<FaultyRequest, 'query'>): boolean => query.get('comp') === 'list';
const lookupsAndLists = (): readonly [number, number] => [
  bench.requests().filter(isLookup).length,
  bench.requests().filter(isList).length,
];

describe('what a list shows of a blob', () => {
  const markers = [
    ['marker', { hdi_isfolder: 'true' }, 0],
    ['with bytes', { hdi_isfolder: 'true' }, 3],
    ['other', { Some: 'thing' }, 0],
  ] as const;
  const odd = ['a b+c', 'ä💧', '100%41', '<&>"\'', '.hidden', 'trailing.', 'UPPER', "it's", 'a;b=c,d'];

  it('equals the result of a lookup, whatever is chosen, and in the order of the choice', async () => {
    const { container } = bench;
    for (const name of numbered(30, 'of/')) await blob(name, 10);
    for (const name of odd) await blob(`of/${name}`, 1);
    for (const [name, metadata, bytes] of markers) {
      await container.getBlockBlobClient(`of/${name}`).upload(Buffer.alloc(bytes), bytes, { metadata });
    }
    for (const tier of ['Cool', 'Archive']) {
      await blob(`of/${tier}`, 5);
      await container.getBlobClient(`of/${tier}`).setAccessTier(tier);
    }
    await blob('of/wrong', 5, Buffer.alloc(16));
    await container.getBlockBlobClient('of/none').stageBlock('YQ==', 'x', 1);
    await container.getBlockBlobClient('of/none').commitBlockList(['YQ==']);
    await container.getAppendBlobClient('of/log').create();
    await container.getAppendBlobClient('of/log').appendBlock('line', 4);
    await container.getPageBlobClient('of/disk').create(512);
    await blob('of/leased', 1);
    await new BlobLeaseClient(container.getBlobClient('of/leased')).acquireLease(-1);
    await blob('of/versions', 1);
    await container.getBlobClient('of/versions').createSnapshot();
    await rawBlob('of/../dots', Buffer.from('dots'));
    await blob('of/deep/one', 1);
    await container.getBlockBlobClient('of/staged').stageBlock('YQ==', 'x', 1);

    const account = await accountsFor(bench.azurite.descriptor({ blob: bench.proxy.origin })).open('test');
    const names = [
      ...numbered(30, 'of/'),
      ...[...odd, ...markers.map(([name]) => name)].map((name) => `of/${name}`),
      ...['Cool', 'Archive', 'wrong', 'none', 'log', 'disk', 'leased', 'versions'].map((name) => `of/${name}`),
      ...['of/../dots', 'of/deep/one', 'of/staged', 'of/gone', 'of', 'of/'],
    ];
    const { signal } = new AbortController();
    const { containerName } = container;
    const byLookups = new Map<string, Lookup['found']>();
    for (const name of names) {
      const lookup = readBlobProperties(account, containerName, name, signal);
      const found = lookup.then((one) => ({ blob: one, isMarker: isFolderMarker(one) }));
      byLookups.set(name, await found.catch((error: unknown) => StowageError.from(error)));
    }
    const requested: string[] = [];
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(names, { minLength: 30 }), async (some) => {
        const lookups: Lookup[] = [];
        const ports = { account, container: containerName, rejected: { now: 0 }, signal };
        for await (const group of lookUpBlobs(some, {
          ...ports,
          requested: (operation) => requested.push(operation),
        })) {
          lookups.push(...group.lookups);
        }
        expect(lookups.map(reported)).toEqual(
          some.map((name) => reported({ name, found: byLookups.get(name) as Lookup['found'] })),
        );
      }),
      { numRuns: 15 },
    );
    // Only blobs that are in no listing, cannot be requested or are elsewhere are looked up individually.
    expect(requested.filter((operation) => operation === 'ListBlobs')).toHaveLength(15);
    expect(requested.filter((operation) => operation === 'GetBlobProperties').length).toBeLessThanOrEqual(15 * 6);
  });
});

describe('many chosen blobs', () => {
  it('are planned by a listing, and a missing one is reported as by a lookup', async () => {
    for (const name of numbered(60)) await blob(name, 10);
    await blob('a/deep/other', 10);
    const names = [...numbered(40), 'a/gone'];
    const done = await download(chosen(names), { concurrency: 1 });
    expect(done).toMatchObject({ state: 'failed', files: 40, failed: [{ source: 'a/gone', code: 'not-found.blob' }] });
    expect(lookupsAndLists()).toEqual([1, 1]);
    expect(await tree()).toHaveLength(40);
  });

  it('are looked up individually when listings are denied, which stops nothing', async () => {
    for (const name of numbered(40)) await blob(name, 10);
    bench.proxy.inject({ fault: rightIsMissing, when: isList, times: Infinity });
    expect(await (await start(chosen(numbered(40)))).ended).toMatchObject({ state: 'done', files: 40 });
    expect(lookupsAndLists()).toEqual([40, 1]);
  });

  it('are surveyed by a list, which is counted as what the job will send', async () => {
    for (const name of numbered(40)) await blob(name, 10);
    const order = {
      connectionId: 'test',
      container: bench.container.containerName,
      names: numbered(40),
      prefixes: [],
      targetToken: bench.folder,
      options: bench.options({}),
    };
    const reported = await completePreflight((sink) =>
      bench.transfers.streams['transfers.survey-download'](order, sink),
    );
    expect(reported.all).toMatchObject({ files: 40, bytes: 400 });
    expect(reported.finding).toEqual([{ connectionId: 'test', service: 'blob', operation: 'ListBlobs', requests: 1 }]);
    expect(lookupsAndLists()).toEqual([0, 1]);
  });

  it('are copied after a list of the source, in their order', async () => {
    for (const name of numbered(40)) await blob(name, 10);
    const target = bench.otherContainer(`${bench.container.containerName}-b`);
    await target.create();
    const job = await bench.transfers.copyBlobs({
      kind: 'move',
      connectionId: 'test',
      container: target.containerName,
      prefix: '',
      from: { connectionId: 'test', container: bench.container.containerName },
      selection: numbered(40)
        .reverse()
        .map((name) => ({ kind: 'blob', name, as: `moved-${name}` })),
      options: bench.options({}),
    });
    expect(await job.ended).toMatchObject({ state: 'done', files: 40 });
    expect(bench.requests().filter(isList)).toHaveLength(1);
    const left: string[] = [];
    for await (const { name } of bench.container.listBlobsFlat()) left.push(name);
    expect(left).toEqual([]);
  });
});

function reported({ name, found }: Lookup): unknown {
  if (!('blob' in found)) return [name, found.code, found.context, found.message];
  const { bytes, lastModified, etag, contentType, contentMd5, tier, tierSince, blobType, leased }: BlobItem =
    found.blob;
  const facts = { bytes, lastModified, etag, contentType, contentMd5, tier, tierSince, blobType, leased };
  return [name, found.blob.name, facts, found.isMarker];
}
