// Checks of earlier copies with a real store: each copy beside the blob it was made of.
import { describe, expect, it } from 'vitest';
import type { BlockBlobClient, ContainerClient } from '@azure/storage-blob';
import { KiB } from '@shared/units';
import type { FaultyRequest } from '../../../testing/faults';
import type { CopyRequest } from '../api';
import { useBench } from '../fixtures/use-bench';

const { bench, store } = useBench();
const context = { signal: new AbortController().signal };

const targetOf = async (): Promise<ContainerClient> => {
  const container = bench.otherContainer(`${bench.container.containerName}-copies`);
  await container.create();
  return container;
};
const put = (container: ContainerClient, name: string, fill: number): Promise<unknown> =>
  container.getBlockBlobClient(name).upload(Buffer.alloc(64 * KiB, fill), 64 * KiB);
/** The service computes no MD5 of a blob that is assembled from blocks. */
const putWithoutMd5 = async (blob: BlockBlobClient, fill: number): Promise<void> => {
  const id = Buffer.from('0').toString('base64');
  await blob.stageBlock(id, Buffer.alloc(64 * KiB, fill), 64 * KiB);
  await blob.commitBlockList([id]);
};
const copyAll = async (target: ContainerClient, kind: CopyRequest['kind'] = 'copy'): Promise<string> => {
  const job = await bench.transfers.copyBlobs({
    kind,
    connectionId: 'test',
    container: target.containerName,
    prefix: '',
    from: { connectionId: 'test', container: bench.container.containerName },
    selection: [{ kind: 'prefix', prefix: 'a/', as: 'b/' }],
    options: bench.options(),
  });
  expect(await job.ended).toMatchObject({ state: 'done', failedCount: 0 });
  return job.jobId;
};
const check = async (jobId: string, mode: 'md5' | 'length' = 'md5'): Promise<string> => {
  const begun = await bench.transfers.calls['transfers.verify-job']({ jobId, mode }, context);
  await settled(begun.jobId);
  return begun.jobId;
};
const settled = async (jobId: string): Promise<void> => {
  const state = (): string | undefined => bench.transfers.jobs().find(({ id }) => id === jobId)?.state;
  await expect.poll(state, { timeout: 20_000, interval: 10 }).toMatch(/^(done|failed)$/u);
};
const report = (jobId: string) => bench.transfers.calls['transfers.verify-report']({ jobId }, context);
const found = async (jobId: string): Promise<Record<string, string>> => {
  const query = { jobId, state: 'failed' as const, offset: 0, limit: 100 };
  const { files } = await bench.transfers.calls['transfers.files'](query, context);
  return Object.fromEntries(files.map(({ source, target, code }) => [`${source} ${target}`, code]));
};
const isRangeRead = ({ method, query }: FaultyRequest): boolean => method === 'GET' && !query.has('comp');

describe('a check of an earlier copy', () => {
  it('finds tampering on either side, and reads neither', async () => {
    const target = await targetOf();
    const names = ['same', 'longer', 'gone-source', 'gone-copy', 'deep/tampered', 'gone-both'];
    for (const name of names) await put(bench.container, `a/${name}`, 1);
    const jobId = await copyAll(target);
    await target.getBlockBlobClient('b/longer').upload('x', 1);
    await put(target, 'b/deep/tampered', 7);
    await bench.container.deleteBlob('a/gone-source');
    await target.deleteBlob('b/gone-copy');
    await Promise.all([bench.container.deleteBlob('a/gone-both'), target.deleteBlob('b/gone-both')]);

    const before = store.proxy.requests.length;
    const checked = await check(jobId);
    expect(await found(checked)).toEqual({
      'a/longer b/longer': 'verify.length',
      'a/gone-source b/gone-source': 'verify.missing-source',
      'a/gone-copy b/gone-copy': 'verify.missing-copy',
      'a/deep/tampered b/deep/tampered': 'verify.content',
    });
    const counts = { same: 1, missingHere: 1, missingThere: 1, differs: 2, failed: 0 };
    expect(await report(checked)).toMatchObject({ of: 'blobs', ...counts, up: null, down: null });
    expect(store.proxy.requests.slice(before).some(isRangeRead)).toBe(false);
    const shown = bench.transfers.jobs().find(({ id }) => id === checked);
    expect(shown).toMatchObject({ source: bench.container.containerName, target: `${target.containerName}/` });
    const repair = bench.transfers.calls['transfers.repair']({ jobId: checked, direction: 'up' }, context);
    await expect(repair).rejects.toMatchObject({ code: 'invalid.input' });

    // By length alone the other content stays unseen.
    expect(await found(await check(jobId, 'length'))).not.toHaveProperty('a/deep/tampered b/deep/tampered');
  });

  it('reports blobs without a stored MD5, and reads both sides on request', async () => {
    const target = await targetOf();
    for (const name of ['same', 'other']) await putWithoutMd5(bench.container.getBlockBlobClient(`a/${name}`), 1);
    const jobId = await copyAll(target);
    expect(bench.transfers.jobs()[0]?.note).toContain('compared by length, because no checksum is stored');
    await putWithoutMd5(target.getBlockBlobClient('b/other'), 2);
    const checked = await check(jobId);
    expect(Object.values(await found(checked))).toEqual(['verify.no-md5', 'verify.no-md5']);
    const notCompared = { files: 2, bytes: 2 * 2 * 64 * KiB, requests: 4 };
    expect(await report(checked)).toMatchObject({ same: 0, differs: 0, notCompared });

    const before = store.proxy.requests.length;
    await bench.transfers.calls['transfers.read-in-full']({ jobId: checked }, context);
    await settled(checked);
    expect(await found(checked)).toEqual({ 'a/other b/other': 'verify.content' });
    expect(await report(checked)).toMatchObject({ same: 1, differs: 1, notCompared: { files: 0 } });
    const reads = store.proxy.requests.slice(before).filter(isRangeRead);
    expect(reads).toHaveLength(4);
    expect(reads.map(({ headers }) => headers['if-match']).every((etag) => /0x/u.test(String(etag)))).toBe(true);
  });

  it('reports which of the two blobs has no MD5, and needs none for empty ones', async () => {
    const target = await targetOf();
    for (const name of ['either', 'source', 'copy', 'empty']) await put(bench.container, `a/${name}`, 1);
    const jobId = await copyAll(target);
    const replaced = [
      [bench.container, 'a/either'],
      [target, 'b/either'],
      [bench.container, 'a/source'],
      [target, 'b/copy'],
    ] as const;
    for (const [container, name] of replaced) await putWithoutMd5(container.getBlockBlobClient(name), 1);
    await bench.container.getBlockBlobClient('a/empty').commitBlockList([]);
    await target.getBlockBlobClient('b/empty').commitBlockList([]);
    const checked = await check(jobId);
    const { failed } = bench.transfers.jobs().find(({ id }) => id === checked) ?? expect.unreachable();
    expect(Object.fromEntries(failed.map(({ target: copy, message }) => [copy, message]))).toEqual({
      'b/either': 'No MD5 is stored with either blob; only the length was compared.',
      'b/source': 'No MD5 is stored with the source; only the length was compared.',
      'b/copy': 'No MD5 is stored with the copy; only the length was compared.',
    });
    expect(await report(checked)).toMatchObject({ same: 1 });
  });

  it('is rejected for a move, which left nothing to compare with', async () => {
    const target = await targetOf();
    await put(bench.container, 'a/one', 1);
    const jobId = await copyAll(target, 'move');
    await expect(check(jobId)).rejects.toMatchObject({ code: 'invalid.input' });
  });
});
