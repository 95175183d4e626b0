// Bytes that change on their way are noticed in either direction, and sent or fetched again.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MiB } from '@shared/units';
import { isGet, isWrite } from '../../fixtures/requests';
import { held, startDownload, startUpload } from '../../fixtures/start-jobs';
import { storeBlob } from '../../fixtures/store-blob';
import { useBench } from '../../fixtures/use-bench';

const { bench } = useBench();

describe('a bit flipped on the way up', () => {
  it.each([
    ['a small file', 1000],
    ['one block of a large file', 1 * MiB],
  ])('is rejected by the service, and %s is sent again', async (_what, bytes) => {
    const path = await bench.file('some.bin', bytes);
    const flip = bench.proxy.inject({ fault: { kind: 'flip-bit-up', atByte: 500 }, when: isWrite });
    expect(await (await startUpload(bench, [path])).ended).toMatchObject({ state: 'done', files: 1, retries: 1 });
    expect(flip.hits()).toBe(1);
    // Of a blob in one request the emulator checks another header too, which the service only stores.
    expect(
      bench
        .requests()
        .filter(isWrite)
        .map(({ headers }) => headers['content-md5']),
    ).not.toContain(undefined);
    expect((await held(bench, 'some.bin')).equals(await readFile(path))).toBe(true);
  });

  it('each time fails the file by name, and nothing of it is stored', async () => {
    bench.proxy.inject({ fault: { kind: 'flip-bit-up', atByte: 500 }, when: isWrite, times: Infinity });
    const summary = await (await startUpload(bench, [await bench.file('some.bin', 1000)])).ended;
    expect(summary).toMatchObject({ state: 'failed', failed: [{ target: 'some.bin', code: 'network.checksum' }] });
    expect(bench.requests().filter(isWrite)).toHaveLength(3);
    expect((await bench.container.listBlobsFlat().next()).done).toBe(true);
  });
});

describe('a bit flipped on the way down', () => {
  it.each([
    ['a small blob', 1000],
    ['one range of a large blob', 2 * MiB],
  ])('is found and mended in %s', async (_what, bytes) => {
    const content = await storeBlob(bench, 'some.bin', bytes);
    const flip = bench.proxy.inject({ fault: { kind: 'flip-bit-down', atByte: 500 }, when: isGet });
    const summary = await (await startDownload(bench)).ended;
    expect(flip.hits()).toBe(1);
    expect(summary.failed).toEqual([]);
    expect(summary).toMatchObject({ state: 'done', files: 1 });
    expect(bench.transfers.jobs()[0]?.note).toContain('was corrupted in transit and downloaded again');
    expect((await readFile(join(bench.folder, 'target', 'some.bin'))).equals(content)).toBe(true);
  });
});
