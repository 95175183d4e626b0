import { randomBytes } from 'node:crypto';
import { BlobServiceClient, type ContainerClient, StorageSharedKeyCredential } from '@azure/storage-blob';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { KiB, MiB } from '@shared/units';
import type { FaultyRequest, ProxiedRequest } from '../../../../testing/faults';
import {
  type RunningAzurite,
  emulatorAccountKey,
  emulatorAccountName,
  startAzurite,
} from '../../../../testing/azurite';
import { createContainer } from '../../../blobs/container-admin';
import type { CopyRequest } from '../../api';
import { isBlock } from '../../fixtures/requests';
import { type Bench, accountsFor, md5, openBench, startStore } from '../../fixtures/test-bench';

let store: Awaited<ReturnType<typeof startStore>>;
let other: RunningAzurite;
let bench: Bench;
let target: ContainerClient;

beforeAll(async () => {
  store = await startStore();
  other = await startAzurite({ account: { name: 'second', key: Buffer.alloc(64, 7).toString('base64') } });
});
afterAll(async () => {
  await store.proxy.dispose();
  await store.azurite.stop();
  await other.stop();
});
beforeEach(async () => {
  bench = await openBench(store);
  target = new BlobServiceClient(
    store.azurite.blobEndpoint,
    new StorageSharedKeyCredential(emulatorAccountName, emulatorAccountKey),
  ).getContainerClient(`${bench.container.containerName}-b`);
  await target.create();
});
afterEach(async () => bench.dispose());

const isCopy = ({ headers, query }: FaultyRequest): boolean =>
  headers['x-ms-copy-source'] !== undefined && !query.has('comp');
const isCarried = (request: FaultyRequest): boolean =>
  isBlock(request) && request.headers['x-ms-copy-source'] === undefined;
const isDelete = ({ method }: FaultyRequest): boolean => method === 'DELETE';

async function put(name: string, content: number | Buffer, box = bench.container): Promise<Buffer> {
  const bytes = typeof content === 'number' ? randomBytes(content) : content;
  await box.getBlockBlobClient(name).uploadData(bytes, {
    blobHTTPHeaders: {
      blobContentType: 'text/x-copied',
      blobContentLanguage: 'de',
      blobContentMD5: Buffer.from(md5(bytes), 'base64'),
    },
    metadata: { origin: 'test' },
    tags: { colour: 'red + blue' },
  });
  return bytes;
}
async function names(box: ContainerClient): Promise<string[]> {
  const found: string[] = [];
  for await (const { name } of box.listBlobsFlat()) found.push(name);
  return found;
}
async function held(box: ContainerClient, name: string): Promise<Buffer> {
  return box.getBlobClient(name).downloadToBuffer();
}
function request(some: Partial<CopyRequest> = {}): CopyRequest {
  return {
    kind: 'copy',
    connectionId: 'test',
    container: target.containerName,
    prefix: '',
    from: { connectionId: 'test', container: bench.container.containerName },
    selection: [{ kind: 'prefix', prefix: 'a/', as: 'a/' }],
    options: bench.options(),
    ...some,
  };
}
const run = async (some: Partial<CopyRequest> = {}): ReturnType<typeof ended> => ended(bench.transfers, request(some));
async function ended(
  room: Bench['transfers'],
  copyRequest: CopyRequest,
): Promise<Awaited<Awaited<ReturnType<typeof room.copyBlobs>>['ended']>> {
  return (await room.copyBlobs(copyRequest)).ended;
}
const sent = (): readonly ProxiedRequest[] =>
  store.proxy.requests.filter(({ path }) => path.includes(`/${bench.container.containerName}`));
const note = (): string => bench.transfers.jobs()[0]?.note ?? '';

describe('a copy within an account', () => {
  it('is made by the service, with headers, metadata and tags', async () => {
    const one = await put('a/one.txt', 2 * MiB);
    const two = await put('a/sub/two.bin', 0);
    expect(await run({ prefix: 'x' })).toMatchObject({ state: 'done', files: 2, bytes: 2 * MiB, failedCount: 0 });
    expect(await names(target)).toEqual(['x/a/one.txt', 'x/a/sub/two.bin']);
    expect((await held(target, 'x/a/one.txt')).equals(one)).toBe(true);
    expect(await held(target, 'x/a/sub/two.bin')).toHaveLength(two.length);
    const blob = target.getBlobClient('x/a/one.txt');
    const properties = await blob.getProperties();
    expect(properties).toMatchObject({
      contentType: 'text/x-copied',
      contentLanguage: 'de',
      metadata: { origin: 'test' },
    });
    expect(Buffer.from(properties.contentMD5 ?? []).toString('base64')).toBe(md5(one));
    expect((await blob.getTags()).tags).toEqual({ colour: 'red + blue' });
    expect(await names(bench.container)).toEqual(['a/one.txt', 'a/sub/two.bin']);
    // None of the bytes came through here.
    expect(sent().reduce((sum, { bytesDown }) => sum + bytesDown, 0)).toBeLessThan(64 * KiB);
    expect(note()).toBe('');
  });

  it('falls back to this machine when the service does not fetch blocks, and says so', async () => {
    const bytes = await put('a/big.bin', 3 * MiB + 17);
    expect(await run({ options: bench.options({ blockBytes: 512 * KiB }) })).toMatchObject({ state: 'done', files: 1 });
    expect((await held(target, 'a/big.bin')).equals(bytes)).toBe(true);
    const blob = target.getBlobClient('a/big.bin');
    expect(await blob.getProperties()).toMatchObject({ contentType: 'text/x-copied', metadata: { origin: 'test' } });
    expect((await blob.getTags()).tags).toEqual({ colour: 'red + blue' });
    expect(sent().filter((one) => isCarried(one))).toHaveLength(7);
    expect(note()).toBe('1 file: copied through this computer, because the service cannot read the source');
  });

  it('preserves the tier, in one piece and in blocks', async () => {
    for (const [name, bytes] of [['a/small', 1 * KiB] as const, ['a/large', 600 * KiB] as const]) {
      await put(name, bytes);
      await bench.container.getBlobClient(name).setAccessTier('Cool');
    }
    await put('a/hot', 600 * KiB);
    expect(await run({ options: bench.options({ blockBytes: 256 * KiB }) })).toMatchObject({ state: 'done', files: 3 });
    const tierOf = async (name: string) => (await target.getBlobClient(name).getProperties()).accessTier;
    expect(await Promise.all(['a/small', 'a/large', 'a/hot'].map(tierOf))).toEqual(['Cool', 'Cool', 'Hot']);
  });

  it('follows the overwrite policy', async () => {
    await put('a/one', 10);
    const existing = await put('a/one', 20, target);
    expect(await run()).toMatchObject({ state: 'done', files: 0, skipped: 1 });
    expect((await held(target, 'a/one')).equals(existing)).toBe(true);
    expect(await run({ options: bench.options({ overwrite: 'rename' }) })).toMatchObject({ state: 'done', files: 1 });
    expect(await names(target)).toEqual(['a/one', 'a/one (1)']);
    expect(await run({ options: bench.options({ overwrite: 'always' }) })).toMatchObject({ state: 'done', files: 1 });
    expect(await held(target, 'a/one')).toHaveLength(10);
  });

  it('never goes into itself', async () => {
    await put('a/one', 10);
    const here = { container: bench.container.containerName };
    expect(await run({ ...here, prefix: 'a' })).toMatchObject({ state: 'failed', files: 0, failedCount: 1 });
    expect(await run(here)).toMatchObject({ state: 'failed', files: 0, failedCount: 1 });
    const moved = await run({ ...here, kind: 'move', selection: [{ kind: 'blob', name: 'a/one', as: 'a/one' }] });
    expect(moved).toMatchObject({ state: 'failed', failedCount: 1 });
    expect(await names(bench.container)).toEqual(['a/one']);
  });

  it('rejects a source that is overwritten meanwhile', async () => {
    await put('a/one', 3 * MiB);
    const overwrite = { kind: 'meanwhile', act: () => put('a/one', 3 * MiB) } as const;
    bench.proxy.inject({ fault: overwrite, when: isCarried, skip: 1 });
    expect(await run({ options: bench.options({ blockBytes: 512 * KiB, concurrency: 1 }) })).toMatchObject({
      state: 'failed',
      failed: [{ code: 'conflict.blob-changed' }],
    });
    expect(await names(target)).toEqual([]);
  });

  it('does not take a source that was overwritten for a target that exists', async () => {
    await put('a/one', 1000);
    const overwrite = { kind: 'meanwhile', act: () => put('a/one', 1000) } as const;
    const changed = bench.proxy.inject({ fault: overwrite, when: isCopy });
    const failed = [{ code: 'conflict.blob-changed', context: { blob: 'a/one', during: 'copy' } }];
    expect(await run()).toMatchObject({ state: 'failed', failed, skipped: 0 });
    expect(changed.hits()).toBe(1);
  });

  it('is done although the reply is lost', async () => {
    const bytes = await put('a/one', 1000);
    bench.proxy.inject({ fault: { kind: 'drop-reply' }, when: isCopy });
    expect(await run()).toMatchObject({ state: 'done', files: 1, failedCount: 0 });
    expect((await held(target, 'a/one')).equals(bytes)).toBe(true);
  });

  it('has damage found on the way through this machine', async () => {
    const bytes = await put('a/big.bin', 1 * MiB);
    const isRange = ({ method, headers }: FaultyRequest): boolean =>
      method === 'GET' && headers['x-ms-range'] !== undefined;
    const flip = bench.proxy.inject({ fault: { kind: 'flip-bit-down', atByte: 1000 }, when: isRange });
    expect(await run({ options: bench.options({ blockBytes: 512 * KiB }) })).toMatchObject({
      state: 'done',
      retries: 1,
    });
    expect(flip.hits()).toBe(1);
    expect((await held(target, 'a/big.bin')).equals(bytes)).toBe(true);
  });
});

describe('a copy to another account', () => {
  it('goes through this machine where the target cannot reach the source', async () => {
    const bytes = await put('a/one.txt', 300 * KiB);
    await put('a/two.txt', 0);
    const [here, there] = [
      accountsFor(store.azurite.descriptor({ blob: store.proxy.origin })),
      accountsFor(other.descriptor()),
    ];
    const room = bench.roomWith({
      accounts: {
        open: (id) => (id === 'there' ? there : here).open(id),
        openForWriting: (id) => (id === 'there' ? there : here).openForWriting(id),
      },
    });
    const account = await there.open('there');
    await createContainer(account, target.containerName);
    const summary = await ended(room, request({ connectionId: 'there' }));
    expect(summary).toMatchObject({ state: 'done', files: 2, failedCount: 0 });
    expect(room.jobs()[0]?.note).toContain('1 file: copied through this computer');
    const answer = await account.send({
      service: 'blob',
      operation: 'GetBlob',
      method: 'GET',
      path: `/${target.containerName}/a/one.txt`,
      resource: target.containerName,
      replay: 'safe',
    });
    expect(answer.body.equals(bytes)).toBe(true);
    expect(answer.headers).toMatchObject({ 'content-type': 'text/x-copied', 'x-ms-meta-origin': 'test' });
  });
});

describe('a move', () => {
  it('deletes each source after its copy was verified', async () => {
    const bytes = await put('a/one', 1000);
    await put('a/b/two', 1000);
    // What other tools leave to mark a folder; the second one holds something.
    await put('a/', 0);
    await put('a/b/', 3);
    await put('keep', 10);
    const here = { container: bench.container.containerName };
    const summary = await run({ ...here, kind: 'move', selection: [{ kind: 'prefix', prefix: 'a/', as: 'z/' }] });
    expect(summary).toMatchObject({ state: 'done', files: 4, failedCount: 0 });
    expect(await names(bench.container)).toEqual(['keep', 'z/', 'z/b/', 'z/b/two', 'z/one']);
    expect((await held(bench.container, 'z/one')).equals(bytes)).toBe(true);
    const of = (name: string): readonly FaultyRequest[] => sent().filter(({ path }) => path.endsWith(name));
    const deleted = of('/a/one').findIndex(isDelete);
    expect(of('/a/one')[deleted]?.headers['if-match']).toBeDefined();
  });

  it('retains the source when its copy is wrong', async () => {
    await put('a/one', 1000);
    const looked = bench.proxy.inject({
      fault: {
        kind: 'answer',
        status: 200,
        headers: { 'x-ms-request-id': 'x', 'x-ms-version': '2020-12-06', etag: '"0x1"', 'x-ms-blob-type': 'BlockBlob' },
      },
      when: ({ method, path }) => method === 'HEAD' && path.includes('-b/'),
    });
    const failed = [{ code: 'network.checksum', context: expect.not.objectContaining({ moved: 'copied' }) as object }];
    expect(await run({ kind: 'move' })).toMatchObject({ state: 'failed', failed });
    expect(looked.hits()).toBe(1);
    expect(await names(bench.container)).toEqual(['a/one']);
    expect(sent().some(isDelete)).toBe(false);
  });

  it('retains a source that was changed after it was copied', async () => {
    await put('a/one', 1000);
    let changed: Buffer | undefined;
    const act = async (): Promise<void> => void (changed = await put('a/one', 1000));
    bench.proxy.inject({ fault: { kind: 'meanwhile', act }, when: isDelete });
    expect(await run({ kind: 'move' })).toMatchObject({
      state: 'failed',
      failed: [{ code: 'conflict.blob-changed', context: { moved: 'copied' } }],
    });
    expect(await held(bench.container, 'a/one')).toEqual(changed);
  });

  it('retains skipped sources, and a blob whose snapshots would be lost', async () => {
    await put('a/one', 1000);
    await put('a/two', 1000);
    await put('a/one', 10, target);
    await bench.container.getBlobClient('a/two').createSnapshot();
    expect(await run({ kind: 'move' })).toMatchObject({ state: 'failed', files: 0, skipped: 1, failedCount: 1 });
    expect(await names(bench.container)).toEqual(['a/one', 'a/two']);
  });

  it('is tried again from where it stopped', async () => {
    await put('a/one', 1000);
    bench.proxy.inject({
      fault: { kind: 'answer', status: 409, headers: { 'x-ms-request-id': 'x', 'x-ms-error-code': 'LeaseIdMissing' } },
      when: isDelete,
    });
    const job = await bench.transfers.copyBlobs(request({ kind: 'move' }));
    expect(await job.ended).toMatchObject({ state: 'failed', failed: [{ code: 'conflict.leased' }] });
    const copies = sent().filter(isCopy).length;
    const again = await bench.transfers.resume(job.jobId);
    expect(await again.ended).toMatchObject({ state: 'done', files: 1, skipped: 0 });
    expect(await names(bench.container)).toEqual([]);
    expect(await names(target)).toEqual(['a/one']);
    expect(sent().filter(isCopy)).toHaveLength(copies);
  });
});
