import { randomBytes } from 'node:crypto';
import { BlobServiceClient, type ContainerClient, StorageSharedKeyCredential } from '@azure/storage-blob';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { KiB, MiB } from '@shared/units';
import { emulatorAccountKey, emulatorAccountName } from '../../../../testing/azurite';
import { type FaultyRequest, type ProxiedRequest, serviceHeaders } from '../../../../testing/faults';
import type { CopyRequest, JobSummary } from '../../api';
import { type ChildProgram, buildChildProgram, killed } from '../../fixtures/child-program';
import { type Bench, md5, openBench, startStore, workerPath } from '../../fixtures/test-bench';

let store: Awaited<ReturnType<typeof startStore>>;
let program: ChildProgram;
let bench: Bench;
let target: ContainerClient;

beforeAll(async () => {
  [store, program] = await Promise.all([startStore(), buildChildProgram()]);
});
afterAll(async () => {
  await program.dispose();
  await store.proxy.dispose();
  await store.azurite.stop();
});
beforeEach(async () => {
  bench = await openBench(store);
  const credential = new StorageSharedKeyCredential(emulatorAccountName, emulatorAccountKey);
  const service = new BlobServiceClient(store.azurite.blobEndpoint, credential);
  target = service.getContainerClient(`${bench.container.containerName}-b`);
  await target.create();
});
afterEach(async () => {
  await program.killAll();
  await bench.dispose();
});

const isTarget = ({ path }: FaultyRequest): boolean => path.includes('-b/');
const isCarried = ({ method, query, headers }: FaultyRequest): boolean =>
  method === 'PUT' && query.get('comp') === 'block' && headers['x-ms-copy-source'] === undefined;
const isCopy = ({ headers, query }: FaultyRequest): boolean =>
  headers['x-ms-copy-source'] !== undefined && !query.has('comp');
const isDelete = ({ method }: FaultyRequest): boolean => method === 'DELETE';
const isLookup = (request: FaultyRequest): boolean => request.method === 'HEAD' && isTarget(request);

async function put(name: string, bytes: Buffer): Promise<void> {
  const blobHTTPHeaders = { blobContentMD5: Buffer.from(md5(bytes), 'base64') };
  await bench.container.getBlockBlobClient(name).uploadData(bytes, { blobHTTPHeaders });
}
async function namesIn(box: ContainerClient): Promise<string[]> {
  const found: string[] = [];
  for await (const { name } of box.listBlobsFlat()) found.push(name);
  return found;
}
const sent = (): readonly ProxiedRequest[] =>
  store.proxy.requests.filter(({ path }) => path.includes(`/${bench.container.containerName}`));
const requestCopy = (kind: CopyRequest['kind'], options = bench.options({ concurrency: 2 })): CopyRequest => ({
  kind,
  connectionId: 'test',
  container: target.containerName,
  prefix: '',
  from: { connectionId: 'test', container: bench.container.containerName },
  selection: [{ kind: 'prefix', prefix: 'a/', as: 'a/' }],
  options,
});
/** Starts it in another process and kills that once so many of these requests were answered. */
async function killedAfter(
  request: CopyRequest,
  wanted: (one: FaultyRequest) => boolean,
  times: number,
): Promise<string> {
  const descriptor = store.azurite.descriptor({ blob: store.proxy.origin });
  const { child, jobId } = program.start({ descriptor, stateDir: bench.stateDir, workerPath, request });
  const answered = (): number => sent().filter((one) => wanted(one) && one.status > 0).length;
  await expect.poll(answered, { timeout: 30_000, interval: 5 }).toBeGreaterThanOrEqual(times);
  const id = await jobId;
  await killed(child);
  store.proxy.clearFaults();
  await bench.transfers.recover();
  expect(bench.transfers.jobs()[0]).toMatchObject({ id, state: 'interrupted', kind: request.kind });
  return id;
}
const resumed = async (id: string): Promise<JobSummary> => (await bench.transfers.resume(id)).ended;

describe('after kill -9', () => {
  it('a large copy carries only the blocks that are missing', async () => {
    const bytes = randomBytes(4 * MiB);
    await put('a/big.bin', bytes);
    bench.proxy.inject({ fault: { kind: 'hang' }, when: isCarried, skip: 9, times: 100 });
    const id = await killedAfter(
      requestCopy('copy', bench.options({ blockBytes: 256 * KiB, concurrency: 2 })),
      isCarried,
      9,
    );
    const before = sent().length;
    expect(await resumed(id)).toMatchObject({ state: 'done', files: 1, bytes: 4 * MiB });
    expect(sent().slice(before).filter(isCarried)).toHaveLength(16 - 9);
    expect((await target.getBlobClient('a/big.bin').downloadToBuffer()).equals(bytes)).toBe(true);
  });

  it('a copy of many blobs makes each of them once', async () => {
    for (let n = 0; n < 30; n += 1) await put(`a/${String(n).padStart(2, '0')}`, randomBytes(100 + n));
    bench.proxy.inject({ fault: { kind: 'hang' }, when: isCopy, skip: 12, times: 100 });
    const id = await killedAfter(requestCopy('copy'), isCopy, 12);
    expect(await resumed(id)).toMatchObject({ state: 'done', files: 30, skipped: 0, failedCount: 0 });
    expect(await namesIn(target)).toHaveLength(30);
    const made = sent().filter((one) => isCopy(one) && one.status === 202);
    expect(new Set(made.map(({ path }) => path)).size).toBe(30);
    expect(made).toHaveLength(30);
  });

  it('a move finishes: nothing lost, nothing doubled', async () => {
    const contents = new Map<string, Buffer>();
    for (let n = 0; n < 30; n += 1) contents.set(`a/${String(n).padStart(2, '0')}`, randomBytes(100 + n));
    for (const [name, bytes] of contents) await put(name, bytes);
    bench.proxy.inject({ fault: { kind: 'hang' }, when: isDelete, skip: 10, times: 100 });
    const id = await killedAfter(requestCopy('move'), isDelete, 10);
    expect((await namesIn(bench.container)).length).toBeGreaterThan(0);
    expect(await resumed(id)).toMatchObject({ state: 'done', files: 30, skipped: 0, failedCount: 0 });
    expect(await namesIn(bench.container)).toEqual([]);
    expect(await namesIn(target)).toEqual([...contents.keys()]);
    for (const [name, bytes] of contents) {
      expect((await target.getBlobClient(name).downloadToBuffer()).equals(bytes)).toBe(true);
    }
    // Each source was deleted once, and only after its copy had been verified.
    const deletions = sent().filter((one) => isDelete(one) && one.status === 202);
    expect(deletions).toHaveLength(30);
    for (const deletion of deletions) {
      const name = deletion.path.split('/').pop() ?? '';
      const looked = sent().find((one) => isLookup(one) && one.status === 200 && one.path.endsWith(`/${name}`));
      expect(looked?.atMs ?? Infinity).toBeLessThanOrEqual(deletion.atMs);
    }
  });

  it.each([
    ['the condition is told as failed, as by emulators', null],
    ['the blob is told as gone, as by the service', 'BlobNotFound'],
  ])('a move whose source was deleted but not recorded is done when %s', async (_how, reported) => {
    await put('a/one', randomBytes(1000));
    // The source goes; the answer never comes, and neither does any later one.
    bench.proxy.inject({ fault: { kind: 'drop-reply' }, when: isDelete });
    bench.proxy.inject({ fault: { kind: 'hang' }, when: isDelete, skip: 1, times: 100 });
    const gone = async (): Promise<boolean> => !(await bench.container.getBlobClient('a/one').exists());
    const descriptor = store.azurite.descriptor({ blob: store.proxy.origin });
    const request = requestCopy('move');
    const { child, jobId } = program.start({ descriptor, stateDir: bench.stateDir, workerPath, request });
    await expect.poll(gone, { timeout: 20_000, interval: 20 }).toBe(true);
    const id = await jobId;
    await killed(child);
    bench.proxy.clearFaults();
    if (reported !== null) {
      const headers = serviceHeaders({ 'x-ms-error-code': reported });
      bench.proxy.inject({ fault: { kind: 'answer', status: 404, headers }, when: isDelete });
    }
    await bench.transfers.recover();
    const before = sent().length;
    expect(await resumed(id)).toMatchObject({ state: 'done', files: 1, failedCount: 0 });
    expect(sent().slice(before).filter(isCopy)).toHaveLength(0);
    expect(await namesIn(target)).toEqual(['a/one']);
  });

  it('a move retains the source when the service came back without the copy, and moves it when it is retried', async () => {
    const bytes = randomBytes(1000);
    await put('a/one', bytes);
    // It is killed as it requests the deletion, and its last writes are lost with it.
    const forgets = async (): Promise<unknown> => target.deleteBlob('a/one');
    bench.proxy.inject({ fault: { kind: 'reset-upload', afterBytes: 0 }, when: isDelete });
    const isRecheck = (one: FaultyRequest): boolean =>
      isLookup(one) && sent().some((earlier) => isDelete(earlier) && earlier.fault !== null);
    bench.proxy.inject({ fault: { kind: 'meanwhile', act: forgets }, when: isRecheck });
    const { jobId, ended } = await bench.transfers.copyBlobs(requestCopy('move'));
    expect(await ended).toMatchObject({ failedCount: 1, failed: [{ code: 'not-found.blob' }] });
    expect([await namesIn(bench.container), await namesIn(target)]).toEqual([['a/one'], []]);
    expect(await resumed(jobId)).toMatchObject({ state: 'done', failedCount: 0 });
    expect(await namesIn(bench.container)).toEqual([]);
    expect((await target.getBlobClient('a/one').downloadToBuffer()).equals(bytes)).toBe(true);
  });
});
