// What every store has to do, whichever service it is: one suite, run on Azure blobs, on an account with folders and on
// S3, each through the fault proxy.
import { mkdir, readFile, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { defaultTransferOptions } from '@shared/model/transfer';
import { readBlobProperties } from '../../blobs/properties';
import { deleteBlobs } from '../../blobs/delete-blobs';
import { walkPages } from '../../blobs/listing';
import { systemClock } from '../../system-clock';
import { hasS3Server } from '../../../testing/s3-server';
import {
  type StoreBench,
  type TestStore,
  openStoreBench,
  partBytes,
  startBlobStore,
  startLakeStore,
  startS3Store,
} from '../fixtures/stores';

/** The tests beside this one are about Azure blobs, in more detail: their turn comes before a release. */
const isBeforeRelease = process.env.STOWAGE_TESTS !== 'part';
const stores = [
  ...(isBeforeRelease
    ? ([
        ['Azure blobs', true, startBlobStore],
        ['an account with folders', true, startLakeStore],
      ] as const)
    : []),
  ['S3', hasS3Server, startS3Store],
] as const;

async function* pagesOf<T>(page: T): AsyncGenerator<T> {
  yield page;
}

/** In parts on every store, and small enough to be quick. */
const inParts = { blockBytes: partBytes, concurrency: 2 } as const;
const twoParts = partBytes + 12_345;

for (const [title, isThere, start] of stores) {
  describe.skipIf(!isThere)(`every store: ${title}`, () => {
    let store: TestStore;
    let bench: StoreBench;
    beforeAll(async () => {
      store = await start();
    });
    afterAll(() => store.dispose());
    beforeEach(async () => {
      bench = await openStoreBench(store);
    });
    afterEach(() => bench.dispose());

    it('returns what was stored, of any size, under the same names and in their order', async () => {
      const contents = {
        empty: 0,
        'one byte': 1,
        'a+b & c=d; (1)!.txt': 100,
        "50% 'quoted' #x?.bin": 100,
        'ä é 日本 😀.txt': 100,
        'folder/inside.txt': 10,
        'folder-beside.txt': 10,
        'parts.bin': twoParts,
      };
      for (const [name, bytes] of Object.entries(contents)) await bench.file(`in/${name}`, bytes);
      const up = await (await bench.upload([`${join(bench.folder, 'in')}/`], inParts)).ended;
      expect(up).toMatchObject({ state: 'done', files: 8, failedCount: 0 });
      const names = await bench.names();
      expect(names).toEqual(Object.keys(contents).sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
      const down = await (await bench.download(inParts)).ended;
      expect(down).toMatchObject({ state: 'done', files: 8, failedCount: 0 });
      for (const name of names) {
        const [there, here] = await Promise.all(
          ['in', 'target'].map((side) => readFile(join(bench.folder, side, name))),
        );
        expect(there?.equals(here ?? Buffer.alloc(0)), name).toBe(true);
      }
    });

    it('brings empty folders back as folders', async () => {
      await mkdir(join(bench.folder, 'in/a/empty'), { recursive: true });
      const options = { emptyFolders: true };
      expect(await (await bench.upload([`${join(bench.folder, 'in')}/`], options)).ended).toMatchObject({ failed: [] });
      expect(await (await bench.download(options)).ended).toMatchObject({ state: 'done', failed: [] });
      const made = await readdir(join(bench.folder, 'target'), { recursive: true, withFileTypes: true });
      expect(made.map((one) => [one.name, one.isDirectory()])).toEqual([
        ['a', true],
        ['empty', true],
      ]);
    });

    it('lists one level with its folders, and deletes what it is told to', async () => {
      for (const name of ['a/1', 'a/2', 'a/b/3', 'c']) await bench.file(`in/${name}`, 10);
      await (
        await bench.upload([`${join(bench.folder, 'in')}/`])
      ).ended;
      const { account, container } = bench;
      const level = { folders: [] as string[], blobs: [] as string[] };
      for await (const page of walkPages(account, { container, prefix: 'a/', depth: 'folders', pageSize: 10 })) {
        level.folders.push(...page.folders);
        level.blobs.push(...page.blobs.filter(({ isFolder }) => isFolder !== true).map(({ name }) => name));
      }
      expect(level).toEqual({ folders: ['a/b/'], blobs: ['a/1', 'a/2'] });
      const chosen = [
        await readBlobProperties(account, container, 'a/1'),
        await readBlobProperties(account, container, 'c'),
      ];
      const last = { deleted: 0 };
      await deleteBlobs(account, container, pagesOf(chosen), {
        clock: systemClock,
        signal: new AbortController().signal,
        push: ({ deleted }) => {
          last.deleted = deleted;
        },
      });
      expect(last.deleted).toBe(2);
      expect(await bench.names()).toEqual(['a/2', 'a/b/3']);
    });

    it('stores the type, the cache control, metadata and the time of a file with it', async () => {
      const path = await bench.file('page.html', '<p>');
      await utimes(path, 1_600_000_000, 1_600_000_000);
      const blob = { cacheControl: 'max-age=60', metadata: { origin: 'test' } };
      expect(await (await bench.upload([path], { blob, preserveTimes: true })).ended).toMatchObject({
        failed: [],
        files: 1,
      });
      const { contentType, metadata, headers, fileModified, bytes } = await readBlobProperties(
        bench.account,
        bench.container,
        'page.html',
      );
      expect({ contentType, bytes }).toEqual({ contentType: 'text/html; charset=utf-8', bytes: 3 });
      expect(metadata).toContainEqual({ name: 'origin', value: 'test' });
      expect(headers).toContainEqual({ name: 'cache-control', value: 'max-age=60' });
      expect(fileModified).toMatch(/^2020-09-13T12:26:40/u);
    });

    it.each([
      ['never', 1, 0],
      ['always', 0, 1],
      ['if-different', 0, 1],
    ] as const)('%s: replaces what it has, or leaves it', async (overwrite, skipped, files) => {
      const path = await bench.file('a.txt', 'first');
      await (
        await bench.upload([path])
      ).ended;
      await writeFile(path, 'other');
      expect(await (await bench.upload([path], { overwrite })).ended).toMatchObject({ state: 'done', skipped, files });
      expect((await bench.bytesOf('a.txt')).toString()).toBe(overwrite === 'never' ? 'first' : 'other');
    });

    it('does not replace an object that appears while its parts are sent', async () => {
      const path = await bench.file('big.bin', twoParts);
      store.proxy.inject({
        fault: { kind: 'meanwhile', act: () => bench.put('big.bin', Buffer.from('mine')) },
        when: store.isCommit,
      });
      const summary = await (await bench.upload([path], { ...inParts, overwrite: 'never' })).ended;
      expect(summary).toMatchObject({ state: 'done', files: 0, skipped: 1 });
      expect((await bench.bytesOf('big.bin')).toString()).toBe('mine');
    });

    it.each([
      ['a whole file', 'small.bin', ({ method }: { readonly method: string }) => method === 'PUT'],
      ['a part', 'big.bin', 'part'],
      ['a commit', 'big.bin', 'commit'],
    ] as const)('stores the file once when the reply to %s is lost', async (_what, name, which) => {
      const path = await bench.file(name, name === 'big.bin' ? twoParts : 1000);
      const when = which === 'part' ? store.isPart : which === 'commit' ? store.isCommit : which;
      const lost = store.proxy.inject({ fault: { kind: 'drop-reply' }, when });
      const summary = await (await bench.upload([path], { ...inParts, overwrite: 'never' })).ended;
      expect(lost.hits()).toBe(1);
      expect(summary).toMatchObject({ state: 'done', files: 1, skipped: 0, failedCount: 0 });
      expect((await bench.bytesOf(name)).equals(await readFile(path))).toBe(true);
    });

    it('waits for a busy service, and rejects a part that was damaged on its way', async () => {
      const path = await bench.file('big.bin', twoParts);
      const busy = store.proxy.inject({ fault: { kind: 'answer', ...store.busy }, when: store.isPart });
      const flip = store.proxy.inject({ fault: { kind: 'flip-bit-up', atByte: 99 }, when: store.isPart });
      const summary = await (await bench.upload([path], inParts)).ended;
      expect([busy.hits(), flip.hits()]).toEqual([1, 1]);
      expect(summary).toMatchObject({ state: 'done', files: 1, throttled: 1 });
      expect((await bench.bytesOf('big.bin')).equals(await readFile(path))).toBe(true);
    });

    it('continues an interrupted upload with the parts that are missing', async () => {
      const path = await bench.file('big.bin', 3 * partBytes + 1);
      const hang = store.proxy.inject({ fault: { kind: 'hang' }, when: store.isPart, skip: 2, times: 100 });
      const job = await bench.upload([path], { blockBytes: partBytes, concurrency: 1 });
      const stored = (): number => bench.requests().filter((one) => store.isPart(one) && one.status > 0).length;
      await expect.poll(stored, { interval: 10 }).toBe(2);
      await job.interrupt();
      hang.remove();
      const before = bench.requests().length;
      const room = bench.anotherRoom();
      await room.recover();
      expect(await (await room.resume(job.jobId)).ended).toMatchObject({ state: 'done', files: 1 });
      expect(bench.requests().slice(before).filter(store.isPart)).toHaveLength(2);
      expect(room.jobs().map(({ note }) => note)).toEqual(['']);
      expect((await bench.bytesOf('big.bin')).equals(await readFile(path))).toBe(true);
    });

    it('continues a download where its connection broke, and notices another version', async () => {
      const path = await bench.file('big.bin', twoParts);
      await (
        await bench.upload([path], inParts)
      ).ended;
      const isRead = ({ method, path: at }: { readonly method: string; readonly path: string }): boolean =>
        method === 'GET' && at.endsWith('big.bin');
      store.proxy.inject({ fault: { kind: 'reset-download', afterBytes: 1_000_000 }, when: isRead });
      expect(await (await bench.download(inParts)).ended).toMatchObject({ state: 'done', files: 1 });
      expect((await readFile(join(bench.folder, 'target/big.bin'))).equals(await readFile(path))).toBe(true);

      store.proxy.inject({
        fault: { kind: 'meanwhile', act: () => bench.put('big.bin', Buffer.alloc(twoParts)) },
        when: isRead,
      });
      const changed = await (await bench.download({ ...inParts, overwrite: 'always' })).ended;
      expect(changed.failed).toEqual([expect.objectContaining({ code: 'conflict.blob-changed' })]);
    });

    it('copies within itself, and moves, with what an object has besides its bytes', async () => {
      await bench.put('a/one.txt', Buffer.from('one'));
      const { container } = bench;
      for (const kind of ['copy', 'move'] as const) {
        const job = await bench.transfers.copyBlobs({
          kind,
          connectionId: 'store',
          container,
          prefix: '',
          from: { connectionId: 'store', container },
          selection: [{ kind: 'prefix', prefix: 'a/', as: `${kind}/` }],
          options: defaultTransferOptions,
        });
        expect(await job.ended).toMatchObject({ state: 'done', files: 1, failed: [] });
      }
      expect(await bench.names()).toEqual(['copy/one.txt', 'move/one.txt']);
      const { contentType, metadata } = await readBlobProperties(bench.account, container, 'move/one.txt');
      expect({ contentType, metadata }).toEqual({
        contentType: 'text/x-test',
        metadata: [{ name: 'origin', value: 'test' }],
      });
      expect(bench.transfers.jobs().map(({ note }) => note)).not.toContainEqual(
        expect.stringMatching(/this computer/u),
      );
    });

    it('a check finds other bytes of the same length, wherever the store shows the MD5', async () => {
      for (const name of ['same', 'other'])
        await bench.put(`box/${name}`, await readFile(await bench.file(`in/${name}`, 20)));
      await bench.file('in/other', 20);
      const context = { signal: new AbortController().signal };
      const { jobId } = await bench.transfers.calls['transfers.verify-folder'](
        {
          connectionId: 'store',
          container: bench.container,
          prefix: 'box/',
          folderToken: join(bench.folder, 'in'),
          names: 'decoded',
          mode: 'md5',
        },
        context,
      );
      expect(await (await bench.transfers.resume(jobId)).ended).toMatchObject({ state: 'done' });
      const report = await bench.transfers.calls['transfers.verify-report']({ jobId }, context);
      expect(report).toMatchObject({ same: 1, differs: 1, failed: 0 });
    });

    it('gives up what it has stored of an upload that is cancelled', async () => {
      const path = await bench.file('big.bin', twoParts);
      store.proxy.inject({ fault: { kind: 'hang' }, when: store.isCommit, times: 100 });
      const job = await bench.upload([path], inParts);
      await expect.poll(() => bench.requests().some(store.isCommit), { interval: 10 }).toBe(true);
      await job.cancel();
      expect(await job.ended).toMatchObject({ state: 'cancelled' });
      // Blobs forget their blocks by themselves.
      const given = bench.requests().filter(({ method, query }) => method === 'DELETE' && query.has('uploadId'));
      expect(given.map(({ status }) => status)).toEqual(title === 'S3' ? [204] : []);
    });

    it('names what is missing: the container of an upload, or the object', async () => {
      const path = await bench.file('a.txt', 10);
      const away = await (
        await bench.transfers.uploadPaths({
          connectionId: 'store',
          container: 'not-there',
          prefix: '',
          paths: [path],
          options: defaultTransferOptions,
        })
      ).ended;
      expect(away.failed[0]?.code ?? away.stoppedBy?.code).toBe('not-found.container');
      await expect(readBlobProperties(bench.account, bench.container, 'none')).rejects.toMatchObject({
        code: 'not-found.blob',
      });
    });
  });
}
