import { mkdir, readFile, readdir, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { KiB, MiB } from '@shared/units';
import { givenUp, isGet } from '../../fixtures/requests';
import { everything, useDownloads } from '../../fixtures/use-downloads';

const { bench, target, start, download, blob, tree } = useDownloads();
const blocks = { blockBytes: 256 * KiB } as const;

describe('download', () => {
  it.each([
    ['nothing', 0],
    ['one byte', 1],
    ['an exact multiple of the range', 1 * MiB],
    ['several ranges and a rest', 1 * MiB + 12_345],
  ])('writes %s exactly, with the time of the blob', async (_what, bytes) => {
    const content = await blob('a/b/some.bin', bytes);
    const summary = await download([{ kind: 'blob', name: 'a/b/some.bin' }], blocks);
    expect(summary).toMatchObject({ state: 'done', files: 1, bytes, failedCount: 0 });
    expect(await tree()).toEqual(['some.bin']);
    expect((await readFile(join(target(), 'some.bin'))).equals(content)).toBe(true);
    const { lastModified } = await bench.container.getBlobClient('a/b/some.bin').getProperties();
    expect((await stat(join(target(), 'some.bin'))).mtimeMs).toBe(lastModified?.getTime());
  });

  it('resumes at the byte where a range broke, and never accepts a truncated body as complete', async () => {
    const content = await blob('hard.bin', 2 * MiB);
    bench.proxy.inject({ fault: { kind: 'reset-download', afterBytes: 100_000 }, when: isGet });
    bench.proxy.inject({ fault: { kind: 'short-body', bytes: 1000 }, when: isGet, skip: 1 });
    bench.proxy.inject({ fault: { kind: 'cut-body', bytes: 2000 }, when: isGet, skip: 2 });
    const before = bench.requests().length;
    const summary = await download([everything], blocks);
    expect(summary.failed).toEqual([]);
    expect(summary).toMatchObject({ state: 'done', files: 1 });
    expect(summary.retries).toBeGreaterThanOrEqual(3);
    expect((await readFile(join(target(), 'hard.bin'))).equals(content)).toBe(true);
    const ranges = bench
      .requests()
      .slice(before)
      .filter(isGet)
      .map(({ headers }) => String(headers['x-ms-range']));
    const resumed = ranges.filter((range) => Number(/bytes=(\d+)-/u.exec(range)?.[1]) % (256 * KiB) !== 0);
    expect(resumed.length).toBeGreaterThanOrEqual(2);
  });

  it('waits as long as a busy server requests', async () => {
    const content = await blob('busy.bin', 100);
    const busy = {
      'retry-after': '1',
      'x-ms-error-code': 'ServerBusy',
      'x-ms-request-id': 'r',
      'x-ms-version': '2021-12-02',
    };
    bench.proxy.inject({ fault: { kind: 'answer', status: 503, headers: busy }, when: isGet });
    const summary = await download();
    expect(summary).toMatchObject({ state: 'done', throttled: 1 });
    expect(summary.elapsedMs).toBeGreaterThan(950);
    expect((await readFile(join(target(), 'busy.bin'))).equals(content)).toBe(true);
  });

  it('fails when the stored checksum is another one, and sets the bytes aside', async () => {
    const small = await blob('small.bin', 100, Buffer.alloc(16, 1));
    const large = await blob('large.bin', 1 * MiB, Buffer.alloc(16, 1));
    const summary = await download([everything], blocks);
    expect(summary).toMatchObject({ state: 'failed', files: 0, failedCount: 2 });
    expect(new Set(summary.failed.map(({ code }) => code))).toEqual(new Set(['local.checksum']));
    expect(await tree()).toEqual(['large.bin.unverified', 'small.bin.unverified']);
    expect((await readFile(join(target(), 'large.bin.unverified'))).equals(large)).toBe(true);
    expect((await readFile(join(target(), 'small.bin.unverified'))).equals(small)).toBe(true);
  });

  it('sets the bytes aside under a free name, and replaces no file of the user', async () => {
    const small = await blob('small.bin', 100, Buffer.alloc(16, 1));
    await bench.file('target/small.bin.unverified', Buffer.from('mine'));
    const summary = await download();
    const setAside = join(target(), 'small.bin (1).unverified');
    expect(summary.failed).toMatchObject([{ code: 'local.checksum', context: { setAside } }]);
    expect((await readFile(setAside)).equals(small)).toBe(true);
    expect(await readFile(join(target(), 'small.bin.unverified'), 'utf8')).toBe('mine');
  });

  it('reports files without a stored checksum', async () => {
    await bench.container.getAppendBlobClient('log.txt').create();
    expect(await download()).toMatchObject({ state: 'done', files: 1 });
    expect(bench.transfers.jobs()[0]?.note).toContain('no checksum stored');
  });

  it('never mixes two versions of a blob', async () => {
    await blob('moving.bin', 2 * MiB);
    let second: Buffer = Buffer.alloc(0);
    const act = async (): Promise<void> => void (second = await blob('moving.bin', 2 * MiB));
    bench.proxy.inject({ fault: { kind: 'meanwhile', act }, when: isGet, skip: 2 });
    const job = await start([everything], { ...blocks, concurrency: 1 });
    const summary = await job.ended;
    expect(summary).toMatchObject({ state: 'failed', files: 0 });
    expect(summary.failed[0]).toMatchObject({ code: 'conflict.blob-changed' });
    expect(await tree()).toEqual([]);

    const again = await (await bench.transfers.resume(job.jobId)).ended;
    expect(again).toMatchObject({ state: 'done', files: 1 });
    expect((await readFile(join(target(), 'moving.bin'))).equals(second)).toBe(true);
  });

  it('retains existing files and numbers new ones under that policy', async () => {
    await blob('x.bin', Buffer.from('remote'));
    await blob('y.bin', 2 * MiB);
    await mkdir(target());
    await writeFile(join(target(), 'x.bin'), 'mine');
    await writeFile(join(target(), 'x (1).bin'), 'mine too');
    expect(await download([everything], { ...blocks, overwrite: 'rename' })).toMatchObject({ files: 2, skipped: 0 });
    expect(await tree()).toEqual(['x (1).bin', 'x (2).bin', 'x.bin', 'y.bin']);
    expect(await readFile(join(target(), 'x (2).bin'), 'utf8')).toBe('remote');
    expect(await readFile(join(target(), 'x (1).bin'), 'utf8')).toBe('mine too');
    expect(await download([everything], { ...blocks, overwrite: 'rename' })).toMatchObject({ files: 2 });
    expect((await readFile(join(target(), 'y (1).bin'))).equals(await readFile(join(target(), 'y.bin')))).toBe(true);
  });

  it('obeys the overwrite policy', async () => {
    const content = await blob('x.bin', Buffer.from('remote'));
    await mkdir(target());
    const path = join(target(), 'x.bin');
    await writeFile(path, 'local');
    expect(await download([everything], { overwrite: 'never' })).toMatchObject({ state: 'done', files: 0, skipped: 1 });
    expect(await download([everything], { overwrite: 'if-newer' })).toMatchObject({ files: 0, skipped: 1 });
    expect(await readFile(path, 'utf8')).toBe('local');
    expect(await download([everything], { overwrite: 'if-different' })).toMatchObject({ files: 1 });
    expect((await readFile(path)).equals(content)).toBe(true);
    expect(await download([everything], { overwrite: 'if-different' })).toMatchObject({ files: 0, skipped: 1 });
    await utimes(path, new Date(2001, 0), new Date(2001, 0));
    expect(await download([everything], { overwrite: 'if-newer' })).toMatchObject({ files: 1 });
    expect(await download([everything], { overwrite: 'always' })).toMatchObject({ files: 1 });
  });

  it.each(['never', 'if-newer'] as const)(
    'does not replace a file that appeared meanwhile, and reports it under "%s"',
    async (overwrite) => {
      await blob('late.bin', 1 * MiB);
      const act = (): Promise<void> => writeFile(join(target(), 'late.bin'), 'mine');
      const comes = bench.proxy.inject({ fault: { kind: 'meanwhile', act }, when: isGet });
      const { failed, skipped } = await download([everything], { ...blocks, overwrite });
      expect(comes.hits()).toBe(1);
      const codes = failed.map(({ code, context }) => `${code} ${String(context.what)}`);
      // Under the one a name that is taken is a reason to skip it, whenever that is seen.
      expect([codes, skipped]).toEqual(overwrite === 'never' ? [[], 1] : [['conflict.target-exists latecomer'], 0]);
      expect(await tree()).toEqual(['late.bin']);
      expect(await readFile(join(target(), 'late.bin'), 'utf8')).toBe('mine');
    },
  );

  it.each([
    ['file', (path: string) => writeFile(path, 'mine')],
    ['folder', (path: string) => mkdir(path)],
    ['link', (path: string) => symlink('nowhere', path)],
  ])('uses the next number when a %s appeared meanwhile, under that policy', async (_what, make) => {
    for (const [name, bytes] of [
      ['late.bin', 1 * MiB],
      ['small.bin', 10],
    ] as const) {
      const content = await blob(name, bytes);
      const act = (): Promise<unknown> => make(join(target(), name));
      const comes = bench.proxy.inject({ fault: { kind: 'meanwhile', act }, when: isGet });
      const summary = await download([{ kind: 'blob', name }], { ...blocks, overwrite: 'rename' });
      expect(summary).toMatchObject({ state: 'done', files: 1, skipped: 0, failed: [] });
      expect(comes.hits()).toBe(1);
      expect((await readFile(join(target(), name.replace('.', ' (1).')))).equals(content)).toBe(true);
    }
    expect(await readdir(target())).toHaveLength(4);
  });

  it('cancels in a stalled body before the stall is noticed, and leaves nothing behind', async () => {
    const cancelled = givenUp(bench, 'GetBlob');
    await blob('stuck.bin', 2 * MiB);
    bench.proxy.inject({ fault: { kind: 'stall-download', afterBytes: 1000 }, when: isGet, times: 100 });
    const job = await start([everything], blocks);
    await expect.poll(() => bench.requests().some(isGet), { timeout: 10_000, interval: 5 }).toBe(true);
    await job.cancel();
    expect(await job.ended).toMatchObject({ state: 'cancelled' });
    await cancelled();
    expect(await tree()).toEqual([]);
  });
});
