// The preflight of a copy or a move, against a real store.
import { describe, expect, it } from 'vitest';
import { sentence } from '@shared/error-text';
import type { CopyOrder } from '@shared/ipc/contract/transfers';
import { preflightOf } from '@shared/model/fixtures/transfer-preflight';
import type { TransferPreflight } from '@shared/model/transfer-preflight';
import { copyRequestsOf, earlyOf, takenFiles } from '@shared/preflight/outcome';
import { systemClock } from '../../system-clock';
import { accountsFor } from '../fixtures/test-bench';
import { useBench } from '../fixtures/use-bench';
import { completePreflight } from '../fixtures/complete-preflight';
import { preflightCopy } from './preflight-kinds';

const { bench } = useBench();

async function preflight(order: Partial<CopyOrder>): Promise<TransferPreflight> {
  const { containerName: container } = bench.container;
  const wanted: CopyOrder & { names: 'looked-for' } = {
    kind: 'copy',
    connectionId: 'test',
    container,
    prefix: '',
    blobs: [],
    prefixes: [],
    from: { connectionId: 'test', container },
    options: bench.options({ overwrite: 'never' }),
    ...order,
    names: 'looked-for',
  };
  return completePreflight(async (sink) => bench.transfers.streams['transfers.survey-copy'](wanted, sink));
}
const store = (name: string, text: string): Promise<unknown> =>
  bench.container.getBlockBlobClient(name).upload(text, Buffer.byteLength(text));
const sent = ({ sent: all }: TransferPreflight, operation: string): number =>
  all.reduce((sum, one) => sum + (one.operation === operation ? one.requests : 0), 0);

describe('a survey of a copy', () => {
  it('counts blobs and bytes of blobs and folders, and sends only read requests', async () => {
    await store('a/one', '12345');
    await store('a/deep/two', '123');
    await store('single', '1');
    const reported = await preflight({
      blobs: [{ name: 'single', as: 'out/single' }],
      prefixes: [{ prefix: 'a/', as: 'out/a/' }],
    });
    expect(reported).toMatchObject({
      state: 'complete',
      way: 'service',
      counted: 'all',
      looked: 'all',
      taken: [],
      early: [],
      all: { files: 3, bytes: 9, puts: 3, blocks: 0, lists: 0 },
      largest: { name: 'out/a/one', bytes: 5 },
    });
    expect(bench.requests().every(({ method }) => method === 'GET' || method === 'HEAD')).toBe(true);
    expect(reported.finding).toEqual([
      { connectionId: 'test', service: 'blob', operation: 'GetBlobProperties', requests: 1 },
      { connectionId: 'test', service: 'blob', operation: 'ListBlobs', requests: 1 },
    ]);
    // The lookup of the single name, and the listing of the folder at the target.
    expect([sent(reported, 'GetBlobProperties'), sent(reported, 'ListBlobs')]).toEqual([2, 2]);
    const expected = copyRequestsOf(reported, 'never', { kind: 'copy', from: 'test', to: 'test' });
    expect(expected).toContainEqual({ connectionId: 'test', service: 'blob', operation: 'CopyBlob', requests: 3 });
  });

  it('finds names that exist below the folder and beside it, with both sides of each', async () => {
    await store('a/one', '12345');
    await store('a/two', '123');
    await store('single', '1');
    for (const name of ['out/a/two', 'out/single', 'out/a.txt']) await store(name, 'stored');
    const reported = await preflight({
      blobs: [{ name: 'single', as: 'out/single' }],
      prefixes: [{ prefix: 'a/', as: 'out/a/' }],
    });
    expect(takenFiles(reported)).toBe(2);
    expect(reported.examples.map(({ name }) => name).sort()).toEqual(['out/a/two', 'out/single']);
    expect(reported.examples.find(({ name }) => name === 'out/a/two')).toMatchObject({
      sourceBytes: 3,
      storedBytes: 6,
    });
  });

  it('lists for many single blobs, even if each is in a separate folder', async () => {
    const names = Array.from({ length: 20 }, (_, at) => `m/${at % 3}/${at}`);
    await Promise.all(names.map((name) => store(name, 'x')));
    await store('out/1/7', 'stored');
    const blobs = names.map((name) => ({ name, as: name.replace('m/', 'out/') }));
    const reported = await preflight({ blobs });
    expect(reported.all.files).toBe(20);
    expect(reported.examples.map(({ name }) => name)).toEqual(['out/1/7']);
    expect([sent(reported, 'GetBlobProperties'), sent(reported, 'ListBlobs')]).toEqual([20, 1]);
  });

  it('names what cannot be copied: missing blobs, archived ones, and a folder into itself', async () => {
    await store('a/one', '1');
    for (const name of ['frozen', 'b/frozen']) {
      await store(name, 'cold');
      await bench.container.getBlobClient(name).setAccessTier('Archive');
    }
    const reported = await preflight({
      blobs: ['frozen', 'gone'].map((name) => ({ name, as: `out/${name}` })),
      prefixes: ['a/', 'b/'].map((prefix) => ({ prefix, as: `${prefix === 'a/' ? 'a' : 'out'}/inner/` })),
    });
    expect(reported.rejected.examples.map(({ source, error }) => [source, error.code])).toEqual([
      ['a/', 'invalid.input'],
      ['b/frozen', 'conflict.archived'],
      ['frozen', 'conflict.archived'],
      ['gone', 'not-found.blob'],
    ]);
    const [inside] = reported.rejected.examples;
    expect(inside && sentence(inside.error)).toBe(
      'A folder cannot be copied into itself. “a/inner/” is inside the source, so copying would never end. Nothing was copied. Choose another folder.',
    );
    expect(reported.all.files).toBe(0);
  });

  it('preflight: names the page blob that a copy would not replace', async () => {
    await store('new', 'bytes');
    await bench.container.getPageBlobClient('disk.vhd').create(512);
    const found = await preflight({ blobs: [{ name: 'new', as: 'disk.vhd' }] });
    expect(found.otherType).toMatchObject({ files: 1, examples: [{ error: { code: 'conflict.blob-type' } }] });
  });

  it('of a move names leased blobs that would remain; of a copy counts them', async () => {
    await store('a/free', '1');
    await store('a/leased', '12');
    await store('leased too', '123');
    for (const name of ['a/leased', 'leased too']) {
      await bench.container.getBlobClient(name).getBlobLeaseClient().acquireLease(-1);
    }
    const order = {
      blobs: [{ name: 'leased too', as: 'out/leased too' }],
      prefixes: [{ prefix: 'a/', as: 'out/a/' }],
    };
    const moved = await preflight({ ...order, kind: 'move' });
    expect(moved.rejected.examples.map(({ source, error }) => [source, error.code])).toEqual([
      ['a/leased', 'conflict.leased'],
      ['leased too', 'conflict.leased'],
    ]);
    expect(moved.all).toMatchObject({ files: 1, bytes: 1 });
    const copied = await preflight(order);
    expect([copied.rejected.files, copied.all.files]).toEqual([0, 3]);
  });

  it('of a move reports blobs that leave their tier early if that is billed; of a copy none', async () => {
    await store('a/cool', '1234');
    await bench.container.getBlobClient('a/cool').setAccessTier('Cool');
    const preflighted = async (kind: 'copy' | 'move', source: 'of the service' | 'on this machine') => {
      const reported: TransferPreflight[] = [];
      const target = await accountsFor(bench.azurite.descriptor({ blob: bench.proxy.origin })).open('test');
      const elsewhere = { ...target.descriptor, endpoints: { blob: 'https://harbour.blob.core.windows.net' } };
      const { containerName: container } = bench.container;
      await preflightCopy(
        {
          kind,
          connectionId: 'test',
          container,
          prefix: '',
          from: { connectionId: 'test', container },
          selection: [{ kind: 'prefix', prefix: 'a/', as: 'b/' }],
          options: bench.options(),
        },
        {
          source: source === 'on this machine' ? target : { ...target, descriptor: elsewhere },
          target,
          clock: systemClock,
          names: 'looked-for',
          writing: () => [],
          signal: new AbortController().signal,
          push: (preflight) => reported.push(preflight),
        },
      );
      return reported.at(-1) ?? preflightOf();
    };
    const leaving = [{ tier: 'Cool', blobs: 1, bytes: 4, maxDays: 30 }];
    expect((await preflighted('move', 'of the service')).early).toEqual(leaving);
    expect((await preflighted('move', 'on this machine')).early).toEqual([]);
    expect((await preflighted('copy', 'of the service')).early).toEqual([]);

    // Its name is taken: it remains, unless it replaces the object of that name.
    await store('b/cool', 'old');
    const reported = await preflighted('move', 'of the service');
    expect([reported.early, reported.taken.map(({ early }) => early)]).toEqual([[], [leaving]]);
    expect([earlyOf(reported, 'never'), earlyOf(reported, 'always')]).toEqual([[], leaving]);
  });
});
