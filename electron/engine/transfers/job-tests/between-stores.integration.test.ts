// Copies between Azure and S3: by the service where it can fetch from an address, otherwise through this machine, with
// type, metadata and MD5, and continued where they were interrupted.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { randomBytes } from 'node:crypto';
import { defaultTransferOptions } from '@shared/model/transfer';
import { hasS3Server } from '../../../testing/s3-server';
import { type FetchingService, startFetchingService } from '../../../testing/fetching-service';
import { createContainer } from '../../blobs/container-admin';
import { readBlobProperties } from '../../blobs/properties';
import {
  type StoreBench,
  type TestStore,
  openStoreBench,
  partBytes,
  startBlobStore,
  startS3Store,
} from '../fixtures/stores';
import { accountsFor, md5 } from '../fixtures/test-bench';

describe.skipIf(!hasS3Server)('a copy between services', () => {
  let [azure, s3]: TestStore[] = [];
  let fetching: FetchingService;
  let bench: StoreBench;
  beforeAll(async () => {
    [azure, s3] = await Promise.all([startBlobStore(), startS3Store()]);
    const plain = await accountsFor(azure.descriptor).open('azure');
    fetching = await startFetchingService(azure.proxy.origin, plain);
  });
  afterAll(async () => {
    await fetching.dispose();
    await azure?.dispose();
    await s3?.dispose();
  });
  afterEach(() => bench.dispose());

  const small = Buffer.from('small');
  const large = randomBytes(partBytes + 1);
  const contents = { 'a/small ä+1.txt': small, 'a/empty': Buffer.alloc(0), 'a/large.bin': large } as const;

  const copied = (from: string, to: string, options = {}) =>
    bench.transfers.copyBlobs({
      kind: 'copy',
      connectionId: to,
      container: bench.container,
      prefix: '',
      from: { connectionId: from, container: bench.container },
      selection: [{ kind: 'prefix', prefix: 'a/', as: 'b/' }],
      options: { ...defaultTransferOptions, ...options },
    });

  describe('from Azure to S3', () => {
    beforeEach(async () => {
      if (azure === undefined || s3 === undefined) return;
      bench = await openStoreBench(s3, { azure: azure.descriptor });
      const there = await accountsFor(azure.descriptor).open('azure');
      await createContainer(there, bench.container);
      for (const [name, bytes] of Object.entries(contents)) await bench.put(name, bytes, there);
    });

    it('passes through this machine, with type, metadata and MD5, and says so', async () => {
      const job = await copied('azure', 'store');
      expect(await job.ended).toMatchObject({ state: 'done', files: 3, failed: [] });
      expect(await bench.names()).toEqual(['b/empty', 'b/large.bin', 'b/small ä+1.txt']);
      for (const [name, bytes] of Object.entries(contents)) {
        const copy = name.replace('a/', 'b/');
        expect((await bench.bytesOf(copy)).equals(bytes), copy).toBe(true);
        const { contentType, contentMd5, metadata } = await readBlobProperties(bench.account, bench.container, copy);
        expect({ contentType, contentMd5 }).toEqual({ contentType: 'text/x-test', contentMd5: md5(bytes) });
        expect(metadata).toEqual([{ name: 'origin', value: 'test' }]);
      }
      expect(bench.transfers.jobs()[0]?.note).toMatch(/through this computer/u);
    });

    it('continues with the parts that are missing', async () => {
      if (s3 === undefined) return;
      const hang = s3.proxy.inject({ fault: { kind: 'hang' }, when: s3.isPart, skip: 2, times: 100 });
      const { isPart } = s3;
      const job = await copied('azure', 'store', { concurrency: 1, blockBytes: partBytes });
      const stored = (): number => bench.requests().filter((one) => isPart(one) && one.status > 0).length;
      await expect.poll(stored, { interval: 10 }).toBe(2);
      await job.interrupt();
      hang.remove();
      const room = bench.anotherRoom();
      await room.recover();
      expect(await (await room.resume(job.jobId)).ended).toMatchObject({ state: 'done', failed: [] });
      // Two parts of the large object, one of the small one; the empty one has none.
      const numbers = bench.requests().filter((one) => isPart(one) && one.status === 200);
      expect(numbers).toHaveLength(3);
      expect((await bench.bytesOf('b/large.bin')).equals(large)).toBe(true);
    });
  });

  describe('from S3 to Azure', () => {
    beforeEach(async () => {
      if (azure === undefined || s3 === undefined) return;
      const blob = `${fetching.origin}/${azure.descriptor.accountName}`;
      const descriptor = { ...azure.descriptor, endpoints: { blob }, connectionId: 'store' };
      bench = await openStoreBench({ ...azure, descriptor }, { s3: s3.descriptor, plain: azure.descriptor });
      const there = await accountsFor(s3.descriptor).open('s3');
      await createContainer(there, bench.container);
      for (const [name, bytes] of Object.entries(contents)) await bench.put(name, bytes, there);
    });

    it('is made by the service, from presigned addresses', async () => {
      const job = await copied('s3', 'store', { blockBytes: partBytes });
      expect(await job.ended).toMatchObject({ state: 'done', files: 3, failed: [] });
      for (const [name, bytes] of Object.entries(contents)) {
        expect((await bench.bytesOf(name.replace('a/', 'b/'))).equals(bytes), name).toBe(true);
      }
      expect(bench.transfers.jobs()[0]?.note).not.toMatch(/through this computer/u);
    });

    it('passes through this machine where the service fetches nothing', async () => {
      const job = await copied('s3', 'plain', { blockBytes: partBytes });
      expect(await job.ended).toMatchObject({ state: 'done', files: 3, failed: [] });
      for (const [name, bytes] of Object.entries(contents)) {
        expect((await bench.bytesOf(name.replace('a/', 'b/'))).equals(bytes), name).toBe(true);
      }
      const { contentType, metadata } = await readBlobProperties(bench.account, bench.container, 'b/large.bin');
      expect({ contentType, metadata }).toEqual({
        contentType: 'text/x-test',
        metadata: [{ name: 'origin', value: 'test' }],
      });
    });
  });

  describe('within S3', () => {
    const source = randomBytes(3 * partBytes + 7);
    beforeEach(async () => {
      if (s3 === undefined) return;
      bench = await openStoreBench(s3);
      await bench.put('a/large.bin', source);
    });
    const parts = () => bench.requests().filter((one) => s3?.isPart(one) === true && one.status > 0);
    const inParts = { blockBytes: partBytes, concurrency: 1 } as const;

    it('is made by the service part by part, without a byte through this machine', async () => {
      const job = await copied('store', 'store', inParts);
      expect(await job.ended).toMatchObject({ state: 'done', files: 1, failed: [] });
      expect((await bench.bytesOf('b/large.bin')).equals(source)).toBe(true);
      expect(bench.transfers.jobs()[0]?.note).not.toMatch(/through this computer/u);
      expect(parts()).toHaveLength(4);
      const { contentType, metadata } = await readBlobProperties(bench.account, bench.container, 'b/large.bin');
      expect({ contentType, metadata }).toEqual({
        contentType: 'text/x-test',
        metadata: [{ name: 'origin', value: 'test' }],
      });
    });

    it('continues with the parts that are missing', async () => {
      const hang = s3?.proxy.inject({ fault: { kind: 'hang' }, when: s3.isPart, skip: 2, times: 100 });
      const job = await copied('store', 'store', inParts);
      await expect.poll(() => parts().length, { interval: 10 }).toBe(2);
      await job.interrupt();
      expect((await job.ended).state).toBe('interrupted');
      hang?.remove();
      const again = bench.anotherRoom();
      await again.recover();
      const resumed = await again.resume(job.jobId);
      expect(await resumed.ended).toMatchObject({ state: 'done', failed: [] });
      expect((await bench.bytesOf('b/large.bin')).equals(source)).toBe(true);
      expect(parts()).toHaveLength(4);
    });

    it('stores nothing where the source is replaced between two parts, also on servers that know no condition', async () => {
      const act = async (): Promise<void> => void (await bench.put('a/large.bin', randomBytes(source.length)));
      s3?.proxy.inject({ fault: { kind: 'meanwhile', act }, when: s3.isPart, skip: 1, times: 1 });
      const job = await copied('store', 'store', inParts);
      expect((await job.ended).failed.map(({ code }) => code)).toEqual(['conflict.blob-changed']);
      expect(await bench.names()).toEqual(['a/large.bin']);
    });
  });
});
