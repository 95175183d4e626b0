// The preflight of a download, against a real store and real folders.
import { mkdir, readdir, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DownloadOrder } from '@shared/ipc/contract/transfers';
import type { TransferPreflight } from '@shared/model/transfer-preflight';
import { concernsOf } from '@shared/preflight/concerns';
import { downloadRequestsOf, outcomeOf, rejectedOf, takenFiles } from '@shared/preflight/outcome';
import { MiB } from '@shared/units';
import { useBench } from '../fixtures/use-bench';
import { completePreflight } from '../fixtures/complete-preflight';

const { bench } = useBench();

async function preflight(folder: string, order: Partial<DownloadOrder>): Promise<TransferPreflight> {
  const wanted: DownloadOrder = {
    connectionId: 'test',
    container: bench.container.containerName,
    names: [],
    prefixes: [],
    targetToken: folder,
    options: bench.options({ overwrite: 'never' }),
    ...order,
  };
  return completePreflight(async (sink) => bench.transfers.streams['transfers.survey-download'](wanted, sink));
}
const store = (name: string, content: string | Buffer): Promise<unknown> =>
  bench.container.getBlockBlobClient(name).upload(content, content.length);
const inFolder = (...parts: string[]): string => join(bench.folder, 'here', ...parts);

describe('a survey of a download', () => {
  it('counts the names that a later upload cannot turn back, and shows them before the download', async () => {
    for (const name of ['odd/plain', 'odd/end/', 'odd/a:b']) await store(name, 'x');
    const reported = await preflight(inFolder(), { prefixes: ['odd/'] });
    expect(reported.oneWay).toEqual({ blobs: 1, example: 'odd/end/' });
    expect(concernsOf(reported, 'never')).toEqual(['not-all']);
  });

  it('counts blobs, bytes and requests, and does not touch the empty folder or other jobs', async () => {
    await store('scans/one', '12345');
    await store('scans/deep/large', Buffer.alloc(9 * MiB));
    await store('single.txt', 'x');
    await mkdir(inFolder());
    const { ctimeNs } = await stat(inFolder(), { bigint: true });
    const reported = await preflight(inFolder(), { names: ['single.txt'], prefixes: ['scans/'] });
    expect(reported).toMatchObject({
      state: 'complete',
      way: 'down',
      counted: 'all',
      looked: 'all',
      taken: [],
      examples: [],
      problem: null,
      all: { files: 3, bytes: 9 * MiB + 6, puts: 2, blocks: 9, lists: 1 },
      largest: { name: 'scans/deep/large', bytes: 9 * MiB },
    });
    expect(reported.freeBytes).toBeGreaterThan(0);
    expect((await stat(inFolder(), { bigint: true })).ctimeNs).toBe(ctimeNs);
    expect(concernsOf(reported, 'never')).toEqual([]);
    expect(bench.requests().map(({ method }) => method)).toEqual(['HEAD', 'GET']);
    const expected = downloadRequestsOf(reported, 'never', 'test').map(({ operation, requests }) => [
      operation,
      requests,
    ]);
    expect(expected).toEqual([
      ['GetBlob', 11],
      ['GetBlobProperties', 1],
      ['ListBlobs', 1],
    ]);
  });

  it('makes no folder that is not there', async () => {
    await store('scans/one', '12345');
    const reported = await preflight(inFolder('new'), { names: [], prefixes: ['scans/'] });
    expect(reported).toMatchObject({ state: 'complete', all: { files: 1 }, problem: null });
    expect(await readdir(bench.folder)).not.toContain('here');
  });

  it('finds existing targets, which side is newer, and files that exist only beside them', async () => {
    for (const name of ['scans/old', 'scans/new', 'scans/free']) await store(name, 'stored');
    await mkdir(inFolder('scans'), { recursive: true });
    await writeFile(inFolder('scans/old'), 'older');
    await writeFile(inFolder('scans/new'), 'newer!');
    await writeFile(inFolder('free'), 'another place');
    const past = new Date('2020-01-02T03:04:05Z');
    await utimes(inFolder('scans/old'), past, past);
    await utimes(inFolder('scans/new'), new Date('2100-01-02'), new Date('2100-01-02'));
    const reported = await preflight(inFolder(), { prefixes: ['scans/'] });
    expect(reported.taken.map(({ source, size, sum }) => [source, size, sum.files])).toEqual([
      ['newer', 'other', 1],
      ['older', 'same', 1],
    ]);
    expect(reported.examples.find(({ name }) => name === 'scans/old')).toMatchObject({
      sourceBytes: 6,
      storedBytes: 5,
      storedModified: past.toISOString(),
    });
    expect(concernsOf(reported, 'never')).toEqual(['names-exist']);
    expect(concernsOf(reported, 'if-newer')).toEqual([]);
  });

  it('reports for each policy what the job then does', async () => {
    for (const name of ['a', 'b', 'c']) await store(`scans/${name}`, `blob ${name}`);
    await store('scans/folder', 'a folder has its name');
    for (const policy of ['if-newer', 'never', 'rename'] as const) {
      const folder = inFolder(policy);
      await mkdir(join(folder, 'scans'), { recursive: true });
      await writeFile(join(folder, 'scans/a'), 'of mine');
      await mkdir(join(folder, 'scans/folder'));
      const options = bench.options({ overwrite: policy });
      const reported = await preflight(folder, { prefixes: ['scans/'], options });
      const { sent, skipped } = outcomeOf(reported, policy);
      const selection = [{ kind: 'prefix' as const, prefix: 'scans/', as: 'scans' }];
      const { containerName: container } = bench.container;
      const request = { connectionId: 'test', container, selection, targetDir: folder, options };
      const job = await (await bench.transfers.downloadTo(request)).ended;
      expect([job.files, job.skipped], policy).toEqual([sent.files, skipped.files]);
      expect(job.failedCount, policy).toBe(rejectedOf(reported, policy).files);
      expect(job.failedCount, policy).toBe(policy === 'rename' ? 0 : 1);
    }
  });

  it('names archived blobs, and targets that are no files', async () => {
    await store('scans/frozen', 'cold');
    await bench.container.getBlobClient('scans/frozen').setAccessTier('Archive');
    for (const name of ['scans/folder', 'scans/link', 'scans/good']) await store(name, 'warm');
    await mkdir(inFolder('scans/folder'), { recursive: true });
    await symlink('/', inFolder('scans/link'));
    const reported = await preflight(inFolder(), { names: ['scans/frozen', 'gone'], prefixes: ['scans/'] });
    expect(rejectedOf(reported, 'if-newer').examples.map(({ source, error }) => [source, error.code])).toEqual([
      ['gone', 'not-found.blob'],
      ['scans/folder', 'conflict.target-exists'],
      ['scans/frozen', 'conflict.archived'],
      ['scans/frozen', 'conflict.archived'],
      ['scans/link', 'conflict.target-exists'],
    ]);
    expect([reported.all.files, takenFiles(reported)]).toEqual([1, 0]);
    expect(concernsOf(reported, 'if-newer')).toEqual(['not-all']);
  });

  it('ends where it is cancelled', async () => {
    await store('scans/one', '1');
    bench.proxy.inject({ fault: { kind: 'hang' }, when: ({ query }) => query.get('comp') === 'list', times: Infinity });
    const controller = new AbortController();
    await mkdir(inFolder(), { recursive: true });
    const watching = bench.transfers.streams['transfers.survey-download'](
      {
        connectionId: 'test',
        container: bench.container.containerName,
        names: [],
        prefixes: ['scans/'],
        targetToken: inFolder(),
        options: bench.options(),
      },
      { push: () => undefined, signal: controller.signal },
    );
    await expect.poll(() => bench.requests().length).toBe(1);
    controller.abort();
    await expect(watching).rejects.toThrow();
  });
});
