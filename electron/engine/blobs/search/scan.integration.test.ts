// Searching and sizing over real listings: the requests, the reported progress, and how it ends.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ContainerClient } from '@azure/storage-blob';
import type { BlobPattern, BlobSearchProgress } from '@shared/model/blob-search';
import type { BlobSizes } from '@shared/model/blob-sizes';
import { systemClock } from '../../system-clock';
import { type DetailsBench, startDetailsBench } from '../details/fixtures/details-bench';
import { CachedCounts } from '../sizes/cached-counts';
import { sizeFolders } from '../sizes/size-folders';
import { searchBlobs } from './search-blobs';

const names = [
  '2026/not-this/x.json',
  'logs/2026-10/a.json',
  'logs/2026-10/deep er/🌊 b.json',
  'logs/2026-11/c.json',
  'logs/app.log',
  'readme.log',
];

let bench: DetailsBench;
let container: ContainerClient;
beforeAll(async () => {
  bench = await startDetailsBench();
  container = await bench.newContainer();
  await Promise.all(names.map((name) => container.getBlockBlobClient(name).upload(name, Buffer.byteLength(name))));
});
afterAll(() => bench.dispose());
beforeEach(() => bench.proxy.clearFaults());

async function search(
  pattern: Omit<BlobPattern, 'letters'>,
  prefix = '',
  letters: BlobPattern['letters'] = 'exact',
): Promise<readonly BlobSearchProgress[]> {
  const reports: BlobSearchProgress[] = [];
  await searchBlobs(
    bench.account,
    { container: container.containerName, prefix, pattern: { ...pattern, letters } },
    { clock: systemClock, signal: new AbortController().signal, push: (one) => reports.push(one) },
  );
  return reports;
}
const found = (reports: readonly BlobSearchProgress[]): readonly string[] =>
  reports.flatMap(({ matches }) => matches.map(({ name }) => name));
const lists = (): readonly (string | null)[] =>
  bench.proxy.requests.filter(({ query }) => query.get('comp') === 'list').map(({ query }) => query.get('prefix'));

describe('searchBlobs', () => {
  it('finds names by wildcard in all folders and counts the examined ones', async () => {
    const reports = await search({ kind: 'wildcard', text: '*.log' });
    expect(found(reports)).toEqual(['logs/app.log', 'readme.log']);
    expect(reports.at(-1)).toMatchObject({ requests: 1, seen: 6, matched: 2, matchedBytes: 22, state: 'complete' });
  });

  it('lists only names that start with the literal part of the pattern', async () => {
    const before = lists().length;
    const reports = await search({ kind: 'wildcard', text: 'logs/2026-*/*.json' });
    expect(lists().slice(before)).toEqual(['logs/2026-']);
    expect(reports.at(-1)).toMatchObject({ listedPrefix: 'logs/2026-', seen: 3, matched: 2 });
    const inside = await search({ kind: 'expression', text: '^2026-1[01]/\\p{L}\\.json$' }, 'logs/');
    expect(lists().at(-1)).toBe('logs/2026-1');
    expect(found(inside)).toEqual(['logs/2026-10/a.json', 'logs/2026-11/c.json']);
  });

  it('applies a pattern below the folder in which the search starts', async () => {
    expect(found(await search({ kind: 'wildcard', text: '2026-10/**' }, 'logs/'))).toEqual([
      'logs/2026-10/a.json',
      'logs/2026-10/deep er/🌊 b.json',
    ]);
    expect(found(await search({ kind: 'wildcard', text: '/APP*' }, 'logs/', 'any'))).toEqual(['logs/app.log']);
  });

  it('rejects an expression that backtracks without end, and an invalid one', async () => {
    await container.getBlockBlobClient(`runs/${'a'.repeat(60)}`).upload('', 0);
    await expect(search({ kind: 'expression', text: '^runs/(a+)+$|b' })).resolves.toBeDefined();
    await expect(search({ kind: 'expression', text: '^runs/(a|a)*b$' })).rejects.toMatchObject({
      code: 'invalid.input',
      context: { problem: 'Matching takes too long for some names.' },
    });
    await expect(search({ kind: 'expression', text: 'a(' })).rejects.toMatchObject({ code: 'invalid.input' });
    await container.deleteBlob(`runs/${'a'.repeat(60)}`);
  });

  it('stops listing when it is cancelled', async () => {
    const controller = new AbortController();
    bench.proxy.inject({
      fault: { kind: 'hang' },
      when: ({ query }) => query.get('comp') === 'list',
      times: 1,
    });
    const running = searchBlobs(
      bench.account,
      { container: container.containerName, prefix: '', pattern: { kind: 'wildcard', text: '*', letters: 'exact' } },
      { clock: systemClock, signal: controller.signal, push: () => undefined },
    );
    controller.abort();
    await expect(running).rejects.toMatchObject({ code: 'cancelled.by-user' });
  });
});

describe('sizeFolders', () => {
  const sizes = async (prefix: string): Promise<BlobSizes> => {
    const reports: BlobSizes[] = [];
    const location = { connectionId: 'c', container: container.containerName, prefix };
    const { signal } = new AbortController();
    await new CachedCounts().run(location, { from: 'start', nowMs: 0, signal }, (count) =>
      sizeFolders(bench.account, location, count, { clock: systemClock, signal, push: (one) => reports.push(one) }),
    );
    return reports.at(-1) as BlobSizes;
  };

  it('sums every folder by one flat listing', async () => {
    const before = bench.proxy.requests.length;
    const whole = await sizes('logs/');
    expect(bench.proxy.requests.slice(before).map(({ query }) => query.get('delimiter'))).toEqual([null]);
    const bytes = (start: string): number =>
      names.filter((name) => name.startsWith(start)).reduce((sum, name) => sum + Buffer.byteLength(name), 0);
    expect(whole).toMatchObject({ state: 'complete', requests: 1, depth: 2 });
    expect(whole.folders.map(({ newest: _, ...sums }) => sums)).toEqual([
      { parent: -1, name: 'logs/', blobs: 4, bytes: bytes('logs/'), ownBlobs: 1, ownBytes: 12 },
      { parent: 0, name: '2026-10/', blobs: 2, bytes: bytes('logs/2026-10/'), ownBlobs: 1, ownBytes: 19 },
      {
        parent: 1,
        name: 'deep er/',
        blobs: 1,
        ownBlobs: 1,
        bytes: bytes('logs/2026-10/d'),
        ownBytes: bytes('logs/2026-10/d'),
      },
      { parent: 0, name: '2026-11/', blobs: 1, bytes: 19, ownBlobs: 1, ownBytes: 19 },
    ]);
    expect(whole.endings[0]).toMatchObject({ name: '.json', blobs: 3 });
    expect(whole.largest[0]?.name).toBe('logs/2026-10/deep er/🌊 b.json');
  });

  it('reports an empty folder as empty', async () => {
    expect(await sizes('nothing/')).toMatchObject({ folders: [{ name: 'nothing/', blobs: 0 }], state: 'complete' });
  });
});
