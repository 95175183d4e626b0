// What an upload does to the blob that it replaces: its type, its properties, and blocks that were staged under its name.
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { TransferOptions } from '@shared/model/transfer';
import { KiB, MiB } from '@shared/units';
import type { FaultyRequest } from '../../../../testing/faults';
import { isBlock } from '../../fixtures/requests';
import { held, startUpload } from '../../fixtures/start-jobs';
import { useBench } from '../../fixtures/use-bench';

const { bench } = useBench();
const sizes = [
  ['in one request', 1000],
  ['in blocks', 1 * MiB],
] as const;
const inBlocks = { blockBytes: 256 * KiB } as const;

function upload(path: string, options: Partial<TransferOptions> = {}) {
  return startUpload(bench, [path], { ...inBlocks, ...options }).then((job) => job.ended);
}
const note = (): string => bench.transfers.jobs()[0]?.note ?? '';

describe('blobs of another type', () => {
  const types = ['PageBlob', 'AppendBlob'] as const;
  const cases = types.flatMap((type) => sizes.map(([how, bytes]) => [type, how, bytes] as const));

  async function store(type: (typeof types)[number]): Promise<void> {
    if (type === 'PageBlob') await bench.container.getPageBlobClient('disk.vhd').create(512);
    else await bench.container.getAppendBlobClient('disk.vhd').create();
  }
  const typeNow = async (): Promise<string | undefined> =>
    (await bench.container.getBlobClient('disk.vhd').getProperties()).blobType;

  it.each(cases)('upload: does not replace a %s by a file that goes up %s', async (type, _how, bytes) => {
    await store(type);
    const path = await bench.file('disk.vhd', bytes);
    expect(await upload(path, { overwrite: 'always' })).toMatchObject({
      state: 'failed',
      failed: [{ code: 'conflict.blob-type', context: { blob: 'disk.vhd', blobType: type } }],
    });
    expect(await typeNow()).toBe(type);
  });

  it.each(cases)('upload: replaces a %s by a file that goes up %s when that is allowed', async (type, _how, bytes) => {
    await store(type);
    const path = await bench.file('disk.vhd', bytes);
    const summary = await upload(path, { overwrite: 'always', changeBlobType: true });
    expect(summary).toMatchObject({ state: 'done', files: 1 });
    expect(await typeNow()).toBe('BlockBlob');
    expect((await held(bench, 'disk.vhd')).equals(await readFile(path))).toBe(true);
    expect((await bench.container.getBlobClient('disk.vhd').getProperties()).metadata).toEqual({});
  });

  it('upload: reports in a dry run that it will not replace one', async () => {
    await store('PageBlob');
    const request = {
      connectionId: 'test',
      container: bench.container.containerName,
      prefix: '',
      paths: [await bench.file('disk.vhd', 10)],
      options: bench.options({ overwrite: 'always' }),
    };
    const items = [];
    for await (const item of bench.transfers.planUpload(request)) items.push(item);
    expect(items).toMatchObject([{ action: 'fail', error: { code: 'conflict.blob-type' } }]);
  });

  it('copy: does not replace one by a block blob', async () => {
    await store('PageBlob');
    await bench.container.getBlockBlobClient('new.bin').upload('new', 3);
    const location = { connectionId: 'test', container: bench.container.containerName };
    const job = await bench.transfers.copyBlobs({
      kind: 'move',
      ...location,
      from: location,
      prefix: '',
      selection: [{ kind: 'blob', name: 'new.bin', as: 'disk.vhd' }],
      options: bench.options({ overwrite: 'always' }),
    });
    expect(await job.ended).toMatchObject({ state: 'failed', failed: [{ code: 'conflict.blob-type' }] });
    expect(await typeNow()).toBe('PageBlob');
    expect((await held(bench, 'new.bin')).toString()).toBe('new');
  });
});

describe('properties', () => {
  const headers = {
    blobContentType: 'text/x-own',
    blobCacheControl: 'max-age=60',
    blobContentEncoding: 'gzip',
    blobContentLanguage: 'de',
    blobContentDisposition: 'attachment',
  };
  async function storeOwn(): Promise<void> {
    await bench.container
      .getBlockBlobClient('page.html')
      .upload('old', 3, { blobHTTPHeaders: headers, metadata: { owner: 'me' }, tags: { 'a b': 'c+d', e: '' } });
  }
  const now = async () => {
    const blob = bench.container.getBlobClient('page.html');
    const { contentType, cacheControl, contentEncoding, contentLanguage, contentDisposition, metadata } =
      await blob.getProperties();
    const { tags } = await blob.getTags();
    return { contentType, cacheControl, contentEncoding, contentLanguage, contentDisposition, metadata, tags };
  };

  it.each(sizes)('upload: names those that are lost when a blob is replaced %s', async (_how, bytes) => {
    await storeOwn();
    await upload(await bench.file('page.html', bytes), { overwrite: 'always' });
    expect(await now()).toMatchObject({ contentType: 'text/html; charset=utf-8', metadata: {}, tags: {} });
    for (const name of ['Content-Type', 'Cache-Control', 'Content-Encoding', 'metadata', 'tags']) {
      expect(note()).toContain(`1 file replaced: ${name} lost`);
    }
  });

  it('upload: names none when there was nothing to lose', async () => {
    const path = await bench.file('page.html', 10);
    await upload(path);
    await upload(path, { overwrite: 'always' });
    expect(note()).toBe('');
  });

  it.each(sizes)('upload: preserves them on request when a blob is replaced %s', async (_how, bytes) => {
    await storeOwn();
    await upload(await bench.file('page.html', bytes), { overwrite: 'always', preserveProperties: true });
    expect(await now()).toEqual({
      contentType: 'text/x-own',
      cacheControl: 'max-age=60',
      contentEncoding: 'gzip',
      contentLanguage: 'de',
      contentDisposition: 'attachment',
      metadata: { owner: 'me' },
      tags: { 'a b': 'c+d', e: '' },
    });
    expect(note()).toBe('');
  });

  it.each(sizes)('upload: stores those of the options, before preserved ones, %s', async (_how, bytes) => {
    await storeOwn();
    const blob = {
      contentType: 'text/plain',
      cacheControl: 'no-store',
      metadata: { Owner: 'you', n: '1' },
      tags: { e: 'f' },
    };
    await upload(await bench.file('page.html', bytes), { overwrite: 'always', preserveProperties: true, blob });
    const { metadata, ...others } = await now();
    expect(others).toMatchObject({
      contentType: 'text/plain',
      cacheControl: 'no-store',
      contentLanguage: 'de',
      tags: { 'a b': 'c+d', e: 'f' },
    });
    expect(Object.entries(metadata ?? {}).map(([name, value]) => [name.toLowerCase(), value])).toEqual([
      ['owner', 'you'],
      ['n', '1'],
    ]);
  });

  it('upload: stores those of the options when it is resumed by another process', async () => {
    const path = await bench.file('page.html', 1 * MiB);
    bench.proxy.inject({ fault: { kind: 'hang' }, when: isBlock, skip: 2, times: Infinity });
    const blob = { cacheControl: 'no-store', tags: { stage: 'test' } };
    const job = await startUpload(bench, [path], { ...inBlocks, concurrency: 1, blob });
    await expect.poll(() => bench.requests().filter(isBlock).length).toBe(3);
    await job.interrupt();
    bench.proxy.clearFaults();
    const room = bench.anotherRoom();
    await room.recover();
    expect(await (await room.resume(job.jobId)).ended).toMatchObject({ state: 'done', files: 1 });
    expect(await now()).toMatchObject({ cacheControl: 'no-store', tags: { stage: 'test' } });
  });
});

describe('uncommitted blocks of another program with short ids', () => {
  const isDelete = (request: FaultyRequest): boolean => request.method === 'DELETE';

  async function stage(idBytes: number): Promise<void> {
    const id = Buffer.from('9'.repeat(idBytes)).toString('base64');
    await bench.container.getBlockBlobClient('shared.bin').stageBlock(id, Buffer.alloc(10), 10);
  }

  it.each([1, 3, 4, 8])('upload: discards those of %i bytes where there is no blob', async (idBytes) => {
    await stage(idBytes);
    const path = await bench.file('shared.bin', 1 * MiB);
    expect(await upload(path)).toMatchObject({ state: 'done', files: 1, failed: [] });
    expect((await held(bench, 'shared.bin')).equals(await readFile(path))).toBe(true);
    expect(note()).toContain('discarding blocks of another client');
  });

  it('upload: gets past them without the right to delete, and leaves no mark', async () => {
    await stage(4);
    bench.proxy.inject({ fault: { kind: 'answer', status: 403 }, when: isDelete, times: Infinity });
    const path = await bench.file('shared.bin', 1 * MiB);
    expect(await upload(path)).toMatchObject({ state: 'done', files: 1, failed: [] });
    expect((await held(bench, 'shared.bin')).equals(await readFile(path))).toBe(true);
    expect((await bench.container.getBlobClient('shared.bin').getProperties()).metadata).toEqual({});
  });

  it('upload: names them and leaves the blob alone where there is one', async () => {
    await bench.container.getBlockBlobClient('shared.bin').upload('old', 3);
    await stage(4);
    const path = await bench.file('shared.bin', 1 * MiB);
    expect(await upload(path, { overwrite: 'always' })).toMatchObject({
      state: 'failed',
      failed: [{ code: 'conflict.other-blocks' }],
    });
    expect((await held(bench, 'shared.bin')).toString()).toBe('old');
    expect(note()).not.toContain('discarded');
  });

  it('copy: discards them where there is no blob', async () => {
    await stage(4);
    const source = bench.container.getBlockBlobClient('source.bin');
    const bytes = await readFile(await bench.file('source.bin', 1 * MiB));
    await source.upload(bytes, bytes.length);
    const location = { connectionId: 'test', container: bench.container.containerName };
    const job = await bench.transfers.copyBlobs({
      kind: 'copy',
      ...location,
      from: location,
      prefix: '',
      selection: [{ kind: 'blob', name: 'source.bin', as: 'shared.bin' }],
      options: bench.options(inBlocks),
    });
    expect(await job.ended).toMatchObject({ state: 'done', files: 1, failed: [] });
    expect((await held(bench, 'shared.bin')).equals(bytes)).toBe(true);
  });
});
