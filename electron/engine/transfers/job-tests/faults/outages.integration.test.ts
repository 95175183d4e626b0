// A transfer waits for the end of a network outage, and then continues automatically where it stopped.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MiB } from '@shared/units';
import { openLine } from '../../../../testing/breakable-line';
import { type FaultyRequest, rightIsMissing } from '../../../../testing/faults';
import { createTable, listTables } from '../../../tables/table-admin';
import { isBlock, isGet } from '../../fixtures/requests';
import { held, smallBlocks, startDownload, startUpload } from '../../fixtures/start-jobs';
import { storeBlob } from '../../fixtures/store-blob';
import { accountsFor } from '../../fixtures/test-bench';
import { useBench } from '../../fixtures/use-bench';

const { bench, store } = useBench();

const blocks = smallBlocks;
const signal = new AbortController().signal;

describe('a line that breaks', () => {
  it.each(['upload', 'download'] as const)('is waited out, and the %s resumes automatically', async (kind) => {
    const content = kind === 'download' ? await storeBlob(bench, 'some.bin', 2 * MiB) : Buffer.alloc(0);
    const line = await openLine(store.proxy.origin);
    try {
      const room = bench.roomWith({ accounts: accountsFor(store.azurite.descriptor({ blob: line.origin })) });
      const wanted = kind === 'upload' ? isBlock : isGet;
      const hang = bench.proxy.inject({ fault: { kind: 'hang' }, when: wanted, skip: 3, times: 100 });
      const job =
        kind === 'upload'
          ? await startUpload(bench, [await bench.file('some.bin', 2 * MiB)], blocks, room)
          : await startDownload(bench, blocks, room);
      await expect.poll(() => room.jobs()[0]?.cells, { timeout: 20_000 }).toMatch(/2.*2.*2/u);
      await line.cut();
      await expect.poll(() => room.jobs()[0]?.waitsFor, { timeout: 30_000 }).toBe('network');
      hang.remove();
      expect(room.jobs()[0]).toMatchObject({ state: 'running', failedCount: 0 });
      expect(room.jobs()[0]?.note).toMatch(/^waiting for the network/u);
      const before = bench.requests().length;
      await line.mend();
      expect(await job.ended).toMatchObject({ state: 'done', files: 1, failedCount: 0 });
      expect(bench.requests().slice(before).filter(wanted)).toHaveLength(8 - 3);
      const now =
        kind === 'upload' ? await held(bench, 'some.bin') : await readFile(join(bench.folder, 'target', 'some.bin'));
      const source = kind === 'upload' ? await readFile(join(bench.folder, 'some.bin')) : content;
      expect(now.equals(source)).toBe(true);
    } finally {
      await line.dispose();
    }
  });

  it('is waited out without a file that the user skips meanwhile', async () => {
    const line = await openLine(store.proxy.origin);
    try {
      const room = bench.roomWith({ accounts: accountsFor(store.azurite.descriptor({ blob: line.origin })) });
      const ofUnwanted = ({ path }: FaultyRequest): boolean => path.endsWith('unwanted');
      const hangs = [
        bench.proxy.inject({ fault: { kind: 'hang' }, when: isBlock, skip: 3, times: 100 }),
        bench.proxy.inject({ fault: { kind: 'hang' }, when: ofUnwanted, times: 100 }),
      ];
      const paths = [await bench.file('kept', 2 * MiB), await bench.file('unwanted', 100)];
      const job = await startUpload(bench, paths, blocks, room);
      await expect.poll(() => hangs.map((hang) => hang.hits()), { timeout: 20_000 }).toEqual([1, 1]);
      await line.cut();
      // Both wait, and no request of theirs is left to be aborted.
      await expect
        .poll(() => room.jobs()[0], { timeout: 30_000, interval: 5 })
        .toMatchObject({ waitsFor: 'network', inFlight: 0 });
      for (const hang of hangs) hang.remove();
      await room.calls['transfers.cancel-file']({ jobId: job.jobId, file: 1 }, { signal });
      await expect.poll(() => room.jobs()[0]?.filesSkipped).toBe(1);
      expect(room.jobs()[0]).toMatchObject({ state: 'running', waitsFor: 'network' });
      await line.mend();
      expect(await job.ended).toMatchObject({ state: 'done', files: 1, skipped: 1, failedCount: 0 });
    } finally {
      await line.dispose();
    }
  });

  it('is also waited out when it breaks as an interrupted job resumes', async () => {
    const line = await openLine(store.proxy.origin);
    try {
      const ports = { accounts: accountsFor(store.azurite.descriptor({ blob: line.origin })) };
      const room = bench.roomWith(ports);
      const hang = bench.proxy.inject({ fault: { kind: 'hang' }, when: isBlock, skip: 3, times: 100 });
      const path = await bench.file('some.bin', 2 * MiB);
      const job = await startUpload(bench, [path], blocks, room);
      await expect.poll(() => room.jobs()[0]?.cells, { timeout: 20_000 }).toMatch(/2.*2.*2/u);
      await job.interrupt();
      hang.remove();
      await line.cut();
      const next = bench.roomWith(ports);
      await next.recover();
      const resumed = await next.resume(job.jobId);
      await expect.poll(() => next.jobs()[0]?.waitsFor, { timeout: 30_000 }).toBe('network');
      await line.mend();
      expect(await resumed.ended).toMatchObject({ state: 'done', files: 1, failedCount: 0 });
      expect((await held(bench, 'some.bin')).equals(await readFile(path))).toBe(true);
    } finally {
      await line.dispose();
    }
  });

  it('is also waited out when it breaks while chosen blobs are looked up', async () => {
    const names = Array.from({ length: 40 }, (_, number) => `chosen ${number}`);
    for (const name of names) await storeBlob(bench, name, 100);
    const isList = ({ query }: FaultyRequest): boolean => query.get('comp') === 'list';
    bench.proxy.inject({ fault: rightIsMissing, when: isList, times: Infinity });
    const line = await openLine(store.proxy.origin);
    try {
      const room = bench.roomWith({ accounts: accountsFor(store.azurite.descriptor({ blob: line.origin })) });
      const isLookup = ({ method }: FaultyRequest): boolean => method === 'HEAD';
      const hang = bench.proxy.inject({ fault: { kind: 'hang' }, when: isLookup, skip: 32, times: 100 });
      const job = await room.downloadTo({
        connectionId: 'test',
        container: bench.container.containerName,
        selection: names.map((name) => ({ kind: 'blob', name })),
        targetDir: join(bench.folder, 'target'),
        options: bench.options({}),
      });
      await expect.poll(() => hang.hits(), { timeout: 20_000 }).toBeGreaterThan(0);
      await line.cut();
      await expect.poll(() => room.jobs()[0]?.waitsFor, { timeout: 30_000 }).toBe('network');
      hang.remove();
      await line.mend();
      expect(await job.ended).toMatchObject({ state: 'done', files: 40, failedCount: 0 });
    } finally {
      await line.dispose();
    }
  });

  it('fails fast when the host never answered, and names it', async () => {
    const line = await openLine(store.proxy.origin);
    await line.cut();
    const room = bench.roomWith({ accounts: accountsFor(store.azurite.descriptor({ blob: line.origin })) });
    const summary = await (await startUpload(bench, [await bench.file('a.bin', 100)], blocks, room)).ended;
    const rejected = {
      code: 'network.refused',
      context: { host: expect.stringContaining(new URL(line.origin).hostname) as string },
    };
    // Once for all files of the job.
    expect(summary).toMatchObject({ state: 'failed', files: 0, failed: [rejected], stoppedBy: rejected });
  });
});

describe('one of both services that is away for long', () => {
  it('is the one for blobs: tables are created and listed, and the upload resumes automatically when it is back', async () => {
    const line = await openLine(store.proxy.origin);
    try {
      const accounts = accountsFor(store.azurite.descriptor({ blob: line.origin }));
      const room = bench.roomWith({ accounts });
      const hang = bench.proxy.inject({ fault: { kind: 'hang' }, when: isBlock, skip: 3, times: 100 });
      const job = await startUpload(bench, [await bench.file('some.bin', 2 * MiB)], blocks, room);
      await expect.poll(() => room.jobs()[0]?.cells, { timeout: 20_000 }).toMatch(/2.*2.*2/u);
      await line.cut();
      await expect.poll(() => room.jobs()[0]?.waitsFor, { timeout: 30_000 }).toBe('network');
      hang.remove();
      const account = await accounts.open('test');
      for (const name of ['first', 'second']) await createTable(account, name);
      expect(await listTables(account)).toEqual([{ name: 'first' }, { name: 'second' }]);
      expect(room.jobs()[0]).toMatchObject({ state: 'running', waitsFor: 'network' });
      await line.mend();
      expect(await job.ended).toMatchObject({ state: 'done', files: 1, failedCount: 0 });
    } finally {
      await line.dispose();
    }
  });

  it('is the one for tables: blobs move both ways without a retry, and the table is read again when it is back', async () => {
    const line = await openLine(store.azurite.tableOrigin);
    try {
      const accounts = accountsFor(store.azurite.descriptor({ blob: store.proxy.origin, table: line.origin }));
      const room = bench.roomWith({ accounts });
      const account = await accounts.open('test');
      await createTable(account, 'third');
      await line.cut();
      const failure = listTables(account).catch((thrown: unknown) => thrown);
      const path = await bench.file('some.bin', 2 * MiB);
      const all = { state: 'done', files: 1, retries: 0 };
      expect(await (await startUpload(bench, [path], blocks, room)).ended).toMatchObject(all);
      expect(await (await startDownload(bench, blocks, room)).ended).toMatchObject(all);
      expect(await failure).toMatchObject({ kind: 'network', context: { host: new URL(line.origin).host } });
      expect(account.slowdownMs(), 'its failures hold up no request of the account').toBe(0);
      await line.mend();
      expect(await listTables(account)).toContainEqual({ name: 'third' });
    } finally {
      await line.dispose();
    }
  });
});
