// No file is finished with bytes of two versions: sources and partial files that changed without a change of size and
// time, and partial files that another program replaced.
import { randomBytes } from 'node:crypto';
import {
  appendFile,
  copyFile,
  open,
  readFile,
  readdir,
  rename,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { ContainerSASPermissions } from '@azure/storage-blob';
import { describe, expect, it } from 'vitest';
import { MiB } from '@shared/units';
import type { FaultyRequest } from '../../../../testing/faults';
import type { JobHandle } from '../../api';
import { answered, isBlock, isGet } from '../../fixtures/requests';
import { held, smallBlocks, startDownload, startUpload } from '../../fixtures/start-jobs';
import { storeBlob } from '../../fixtures/store-blob';
import { md5 } from '../../fixtures/test-bench';
import { useBench } from '../../fixtures/use-bench';

const { bench } = useBench();

/** Writes other bytes in place, and restores the size and the time of the file. */
async function rewriteInPlace(path: string): Promise<Buffer> {
  const { size, atime, mtime } = await stat(path);
  const other = randomBytes(size);
  const file = await open(path, 'r+');
  await file.write(other, 0, size, 0);
  await file.close();
  await utimes(path, atime, mtime);
  return other;
}

const interruptedAfter = async (job: JobHandle, wanted: typeof isGet, times: number): Promise<void> => {
  await answered(bench, wanted, times);
  await job.interrupt();
  bench.proxy.clearFaults();
};

describe('an upload whose source is rewritten in place while it is interrupted', () => {
  it.each(['md5', 'length', 'none'] as const)('stores the new bytes alone (verify %s)', async (verify) => {
    const path = await bench.file('some.bin', 2 * MiB);
    // Whole milliseconds, which can be set again exactly.
    await utimes(path, 1_700_000_000, 1_700_000_000);
    bench.proxy.inject({ fault: { kind: 'hang' }, when: isBlock, skip: 4, times: Infinity });
    const job = await startUpload(bench, [path], { ...smallBlocks, verify });
    await interruptedAfter(job, isBlock, 4);
    const other = await rewriteInPlace(path);
    expect(await (await bench.transfers.resume(job.jobId)).ended).toMatchObject({ state: 'done', files: 1 });
    expect((await held(bench, 'some.bin')).equals(other)).toBe(true);
    if (verify !== 'md5') return;
    const { contentMD5 } = await bench.container.getBlobClient('some.bin').getProperties();
    expect(Buffer.from(contentMD5 ?? []).toString('base64')).toBe(md5(other));
  });
});

interface Interrupted {
  readonly jobId: string;
  readonly content: Buffer;
}

/** Of a blob of eight blocks, four of which were answered. */
async function interruptedDownload(stored: 'with MD5' | 'without MD5'): Promise<Interrupted> {
  const content = randomBytes(2 * MiB);
  if (stored === 'with MD5') await storeBlob(bench, 'some.bin', content);
  else {
    const client = bench.container.getBlockBlobClient('some.bin');
    await client.stageBlock('AAAA', content, content.length);
    await client.commitBlockList(['AAAA']);
  }
  bench.proxy.inject({ fault: { kind: 'hang' }, when: isGet, skip: 4, times: Infinity });
  const job = await startDownload(bench);
  await interruptedAfter(job, isGet, 4);
  return { jobId: job.jobId, content };
}

describe('a download whose partial file changes while it is interrupted', () => {
  const interrupted = async (stored: 'with MD5' | 'without MD5'): Promise<Interrupted & { readonly part: string }> => {
    const begun = await interruptedDownload(stored);
    const [name = ''] = await readdir(join(bench.folder, 'target'));
    expect(name).toMatch(/^\.stowage-[0-9a-f]{24}\.part$/u);
    return { ...begun, part: join(bench.folder, 'target', name) };
  };
  const finishes = async ({ jobId, content }: Interrupted): Promise<void> => {
    expect(await (await bench.transfers.resume(jobId)).ended).toMatchObject({ state: 'done', files: 1 });
    expect((await readFile(join(bench.folder, 'target', 'some.bin'))).equals(content)).toBe(true);
  };

  it.each(['with MD5', 'without MD5'] as const)('fetches zeroed parts again (%s)', async (stored) => {
    const begun = await interrupted(stored);
    const file = await open(begun.part, 'r+');
    // Within the first block, so that the records of the others are still usable.
    await file.write(Buffer.alloc(100_000), 0, 100_000, 0);
    await file.close();
    const before = bench.requests().length;
    await finishes(begun);
    const again = bench.requests().slice(before).filter(isGet).length;
    expect(again).toBeLessThan(8);
  });

  it.each<readonly [string, (path: string) => Promise<void>]>([
    ['it is gone', () => Promise.resolve()],
    ['it is replaced by other bytes of the same size', (path) => writeFile(path, randomBytes(2 * MiB))],
    ['it has become longer', (path) => copyFile(`${path}.away`, path).then(() => appendFile(path, 'more'))],
  ])('fetches all of it again when %s', async (_, put) => {
    const begun = await interrupted('without MD5');
    await rename(begun.part, `${begun.part}.away`);
    await put(begun.part);
    const before = bench.requests().length;
    await finishes(begun);
    expect(bench.requests().slice(before).filter(isGet)).toHaveLength(8);
  });

  it('does not touch the target of a link that replaced it', async () => {
    const begun = await interrupted('without MD5');
    const other = await bench.file('private.bin', 2 * MiB);
    const before = await readFile(other);
    await rename(begun.part, `${begun.part}.away`);
    await symlink(other, begun.part);
    await finishes(begun);
    expect((await readFile(other)).equals(before)).toBe(true);
  });

  it('resumes from the existing part when nothing has changed', async () => {
    const begun = await interrupted('without MD5');
    const before = bench.requests().length;
    await finishes(begun);
    // Two of the four may have been cut off before they were recorded.
    expect(bench.requests().slice(before).filter(isGet).length).toBeLessThanOrEqual(6);
  });
});

describe('a download whose blob changes between its runs', () => {
  it.each([
    ['by other bytes of the same size', 2 * MiB],
    ['by fewer bytes', MiB],
    ['by more bytes', 3 * MiB],
  ])('names the blob, and fetches all of the new one when it is tried again: replaced %s', async (_, bytes) => {
    const { jobId } = await interruptedDownload('with MD5');
    const other = randomBytes(bytes);
    await storeBlob(bench, 'some.bin', other);
    const failed = [{ code: 'conflict.blob-changed', source: 'some.bin' }];
    expect(await (await bench.transfers.resume(jobId)).ended).toMatchObject({ state: 'failed', files: 0, failed });
    expect(await readdir(join(bench.folder, 'target'))).not.toContain('some.bin');
    expect(await (await bench.transfers.resume(jobId)).ended).toMatchObject({ state: 'done', files: 1 });
    expect((await readFile(join(bench.folder, 'target', 'some.bin'))).equals(other)).toBe(true);
  });

  it('leaves no file when the blob was deleted', async () => {
    const { jobId } = await interruptedDownload('with MD5');
    await bench.container.deleteBlob('some.bin');
    const failed = [{ code: 'not-found.blob' }];
    expect(await (await bench.transfers.resume(jobId)).ended).toMatchObject({ state: 'failed', files: 0, failed });
    expect(await readdir(join(bench.folder, 'target'))).not.toContain('some.bin');
  });
});

it('a download whose partial file has another length at its end is not finished', async () => {
  await storeBlob(bench, 'some.bin', randomBytes(2 * MiB));
  const target = join(bench.folder, 'target');
  const act = async (): Promise<void> => {
    const [name = ''] = await readdir(target);
    await appendFile(join(target, name), 'more');
  };
  bench.proxy.inject({ fault: { kind: 'meanwhile', act }, when: isGet, skip: 4 });
  const job = await startDownload(bench, { ...smallBlocks, verify: 'length' });
  expect(await job.ended).toMatchObject({ state: 'failed', files: 0, failedCount: 1 });
  expect(await readdir(target)).not.toContain('some.bin');
});

describe('behind a proxy that passes on neither If-Match nor ETag', () => {
  const sasOfProxy = async (): Promise<string> => {
    const permissions = ContainerSASPermissions.parse('rl');
    const url = await bench.container.generateSasUrl({ permissions, expiresOn: new Date(Date.now() + 3_600_000) });
    return new URL(url).search.slice(1);
  };
  const withoutVersions = async (act?: () => Promise<unknown>): Promise<void> => {
    const sas = await sasOfProxy();
    const isRead = ({ method, path }: FaultyRequest): boolean =>
      ['GET', 'HEAD'].includes(method) && path.endsWith('some.bin');
    if (act !== undefined) bench.proxy.inject({ fault: { kind: 'no-etag', sas, act }, when: isRead, skip: 2 });
    bench.proxy.inject({ fault: { kind: 'no-etag', sas }, when: isRead, times: Infinity });
  };

  it('a download does not mix two versions', async () => {
    const client = bench.container.getBlockBlobClient('some.bin');
    await client.upload(randomBytes(2 * MiB), 2 * MiB);
    const second = randomBytes(2 * MiB);
    await withoutVersions(() => client.upload(second, 2 * MiB));
    const { state } = await (await startDownload(bench, { ...smallBlocks, verify: 'length' })).ended;
    const saved = await readFile(join(bench.folder, 'target', 'some.bin')).catch(() => null);
    // Nothing is read in the second of Last-Modified: if both versions are of the same one, all of the second is read.
    const isOneVersion = [
      { state: 'failed', saved: null },
      { state: 'done', saved: 'second' },
    ];
    const kind = saved === null ? null : saved.equals(second) ? 'second' : 'another';
    expect(isOneVersion).toContainEqual({ state, saved: kind });
  });

  it('a download of a blob with an MD5 finishes', async () => {
    const bytes = await storeBlob(bench, 'some.bin', 2 * MiB);
    await withoutVersions();
    const job = await startDownload(bench, { ...smallBlocks, verify: 'md5' });
    expect(await job.ended).toMatchObject({ state: 'done', files: 1, failed: [] });
    expect((await readFile(join(bench.folder, 'target/some.bin'))).equals(bytes)).toBe(true);
  });
});

describe('an upload over blocks that another writer has staged', () => {
  it.each([
    [0, 'short'],
    [100, 'short'],
    [100, 'x'.repeat(48)],
    [2 * MiB, 'x'.repeat(48)],
  ])('stores a file of %i bytes that is not there yet (their ids: %s)', async (bytes, id) => {
    await bench.container.getBlockBlobClient('some.bin').stageBlock(Buffer.from(id).toString('base64'), 'x', 1);
    const path = await bench.file('some.bin', bytes);
    expect(await (await startUpload(bench, [path], {})).ended).toMatchObject({ state: 'done', files: 1, skipped: 0 });
    expect((await held(bench, 'some.bin')).equals(await readFile(path))).toBe(true);
  });
});
