// Checks of files against blobs with a real store: of an earlier job, of a folder, and the copies that follow.
import { appendFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { KiB, MiB } from '@shared/units';
import type { FaultyRequest } from '../../../testing/faults';
import { checksOn } from '../fixtures/checks';
import { useBench } from '../fixtures/use-bench';

const { bench } = useBench();

const { upload, ended, settled, checkJob, checkFolder, report, findings } = checksOn(bench);
const context = { signal: new AbortController().signal };
const isRangeRead = ({ method, query }: FaultyRequest): boolean => method === 'GET' && !query.has('comp');

it('a check of a folder does not miss blobs that only mark a folder', async () => {
  const { container } = bench;
  await bench.file('here/raw/a.csv', 10);
  await upload([`${join(bench.folder, 'here')}/`]);
  await container.getBlockBlobClient('box/raw').upload('', 0, { metadata: { hdi_isfolder: 'true' } });
  await container.getBlockBlobClient('box/other/').upload('', 0);
  expect(await findings(await checkFolder(join(bench.folder, 'here')))).toEqual({});
});

describe('a check of an earlier job', () => {
  it('finds tampering on either side without reading a blob, and a copy repairs it', async () => {
    for (const name of ['same', 'longer', 'gone-here', 'gone-there']) await bench.file(`in/${name}`, 64 * KiB);
    const tampered = await bench.file('in/deep/tampered', 64 * KiB);
    const jobId = await upload([`${join(bench.folder, 'in')}/`]);
    const blob = bench.container.getBlockBlobClient('box/deep/tampered');
    await blob.upload(Buffer.alloc(64 * KiB, 7), 64 * KiB);
    await appendFile(join(bench.folder, 'in/longer'), 'x');
    await rm(join(bench.folder, 'in/gone-here'));
    await bench.container.getBlobClient('box/gone-there').delete();

    const before = bench.requests().length;
    const check = await checkJob(jobId);
    expect(bench.transfers.jobs().find(({ id }) => id === check)).toMatchObject({ kind: 'verify', state: 'done' });
    expect(await findings(check)).toEqual({
      'box/deep/tampered': 'verify.content',
      'box/longer': 'verify.length',
      'box/gone-here': 'verify.missing-here',
      'box/gone-there': 'verify.missing-there',
    });
    expect(bench.requests().slice(before).filter(isRangeRead)).toEqual([]);
    const sum = await report(check);
    expect(sum).toMatchObject({ same: 1, missingHere: 1, missingThere: 1, differs: 2, failed: 0, down: null });
    expect(sum.up).toEqual({ files: 3, bytes: 3 * 64 * KiB + 1 });

    const repair = await bench.transfers.calls['transfers.repair']({ jobId: check, direction: 'up' }, context);
    await settled(repair.jobId);
    expect((await blob.downloadToBuffer()).equals(await readFile(tampered))).toBe(true);
    expect(await ended(check)).toMatchObject({ state: 'done' });
    expect(await findings(check)).toEqual({ 'box/gone-here': 'verify.missing-here' });
  });

  it('finds its blobs by a page of a listing, and looks up individually only what the listing omits', async () => {
    const isLookup = ({ method }: FaultyRequest): boolean => method === 'HEAD';
    for (let at = 0; at < 30; at += 1) await bench.file(`in/${at}`, 100);
    await bench.file('in/gone-there', 100);
    await writeFile(join(bench.folder, 'in/longer'), 'x'.repeat(10));
    const jobId = await upload([`${join(bench.folder, 'in')}/`]);
    await bench.container.getBlobClient('box/gone-there').delete();
    await appendFile(join(bench.folder, 'in/longer'), 'x');
    const before = bench.requests().length;
    const check = await checkJob(jobId);
    expect(await findings(check)).toEqual({ 'box/gone-there': 'verify.missing-there', 'box/longer': 'verify.length' });
    expect(await report(check)).toMatchObject({ same: 30, differs: 1, missingThere: 1, failed: 0 });
    const sent = bench.requests().slice(before);
    expect([sent.filter(isLookup).length, sent.length]).toEqual([1, 2]);

    // Only these are looked up again.
    await writeFile(join(bench.folder, 'in/longer'), 'x'.repeat(10));
    const again = bench.requests().length;
    expect(await ended(check)).toMatchObject({ state: 'done' });
    expect(await findings(check)).toEqual({ 'box/gone-there': 'verify.missing-there' });
    expect(bench.requests().slice(again).filter(isLookup)).toHaveLength(2);
  });

  it('knows the files after a restart and after the earlier job resumed with failed ones', async () => {
    await bench.file('in/one', 10);
    const late = await bench.file('in/two', 10);
    const hold = bench.proxy.inject({
      fault: { kind: 'answer', status: 409, headers: { 'x-ms-error-code': 'LeaseIdMissing' } },
      when: ({ method, path }) => method === 'PUT' && path.endsWith('/two'),
      times: 1,
    });
    const { container } = bench;
    const request = {
      connectionId: 'test',
      container: container.containerName,
      prefix: 'box',
      options: bench.options(),
    };
    const job = await bench.transfers.uploadPaths({ ...request, paths: [`${join(bench.folder, 'in')}/`] });
    expect(await job.ended).not.toMatchObject({ state: 'done' });
    hold.remove();
    expect(await ended(job.jobId)).toMatchObject({ state: 'done', files: 2 });
    await writeFile(late, 'otherwise.');

    const later = bench.anotherRoom();
    await later.recover();
    const check = await later.calls['transfers.verify-job']({ jobId: job.jobId, mode: 'md5' }, context);
    await settled(check.jobId, later);
    expect(await findings(check.jobId, later)).toEqual({ 'box/two': 'verify.content' });
    expect(later.jobs().find(({ id }) => id === check.jobId)).toMatchObject({ filesTotal: 2, filesDone: 1 });
  });

  it('compares files without an MD5 by length, and byte by byte on request', async () => {
    const path = await bench.file('in/plain.bin', 9 * MiB);
    await bench.file('in/twin.bin', 1 * MiB);
    const jobId = await upload([`${join(bench.folder, 'in')}/`], { verify: 'length' });
    for (const name of ['plain.bin', 'twin.bin']) {
      await bench.container.getBlobClient(`box/${name}`).setHTTPHeaders({ blobContentType: 'text/plain' });
    }
    const check = await checkJob(jobId);
    expect((await report(check)).notCompared).toEqual({ files: 2, bytes: 10 * MiB, requests: 4 });
    const bytes = await readFile(path);
    for (const at of [0, 6 * MiB]) bytes[at] = (bytes[at] ?? 0) ^ 1;
    await writeFile(path, bytes);

    const before = bench.requests().length;
    await bench.transfers.calls['transfers.read-in-full']({ jobId: check }, context);
    await settled(check);
    const reads = bench.requests().slice(before).filter(isRangeRead);
    expect(reads).toHaveLength(4);
    expect(reads.map(({ headers }) => headers['if-match']).every((etag) => /0x/u.test(String(etag)))).toBe(true);
    expect(await findings(check)).toEqual({ 'box/plain.bin': 'verify.content' });
    const { failed } = bench.transfers.jobs().find(({ id }) => id === check) ?? expect.unreachable();
    expect(failed.map(({ message }) => message)).toEqual(['2 of 3 ranges of 4 MiB differ.']);
    expect(await report(check)).toMatchObject({ same: 1, differs: 1, notCompared: { files: 0 } });
  });

  it('by length alone hashes nothing, so a changed byte is not found', async () => {
    const path = await bench.file('in/one.bin', 1000);
    const jobId = await upload([path]);
    await writeFile(path, Buffer.alloc(1000, 1));
    expect(await report(await checkJob(jobId, 'length'))).toMatchObject({ same: 1, differs: 0 });
    expect(await report(await checkJob(jobId))).toMatchObject({ same: 0, differs: 1 });
  });
});

describe('a check of a folder against a prefix', () => {
  const names = [
    'a',
    'a-b',
    'a/b',
    'a.txt',
    'con',
    'tilde%~',
    'trailing.',
    'q?.txt',
    'x'.repeat(300),
    'empty//segment',
    // The blob with the name of the folder, which has contents.
    '',
  ];

  it('finds every name of a download again, whatever the disk could not store', async () => {
    for (const name of names) await bench.container.getBlockBlobClient(`box/${name}`).upload('stored', 6);
    const targetDir = join(bench.folder, 'out');
    const job = await bench.transfers.downloadTo({
      connectionId: 'test',
      container: bench.container.containerName,
      selection: [{ kind: 'prefix', prefix: 'box/', as: '' }],
      targetDir,
      options: bench.options(),
    });
    expect(await job.ended).toMatchObject({ state: 'done', files: names.length });
    await bench.file('out/.stowage-0123456789-3.part', 5);
    const check = await checkFolder(targetDir);
    expect(await findings(check)).toEqual({});
    expect(await report(check)).toMatchObject({ same: names.length, up: { files: 0 }, down: { files: 0 } });
  });

  it('finds what exists on one side only and downloads it', async () => {
    for (const name of ['both', 'only-there', 'deep/there']) {
      await bench.container.getBlockBlobClient(`box/${name}`).upload('stored', 6);
    }
    await bench.container.getBlockBlobClient('elsewhere').upload('stored', 6);
    await bench.file('in/both', Buffer.from('stored'));
    await bench.file('in/only-here', Buffer.from('local'));
    const check = await checkFolder(join(bench.folder, 'in'));
    expect(await findings(check)).toEqual({
      'box/only-there': 'verify.missing-here',
      'box/deep/there': 'verify.missing-here',
      'box/only-here': 'verify.missing-there',
    });
    const repair = await bench.transfers.calls['transfers.repair']({ jobId: check, direction: 'down' }, context);
    await settled(repair.jobId);
    expect(await readFile(join(bench.folder, 'in/deep/there'), 'utf8')).toBe('stored');
    expect(await ended(check)).toMatchObject({ state: 'done' });
    expect(await findings(check)).toEqual({ 'box/only-here': 'verify.missing-there' });
  });

  it('takes names as they are when they were uploaded so', async () => {
    await bench.file('in/rtl%E2%80%AE.txt', Buffer.from('stored'));
    await bench.container.getBlockBlobClient('box/rtl%E2%80%AE.txt').upload('stored', 6);
    const dir = join(bench.folder, 'in');
    expect(await findings(await checkFolder(dir, 'plain'))).toEqual({});
    expect(Object.keys(await findings(await checkFolder(dir)))).toHaveLength(2);
  });

  it('resumes after it was stopped, and compares no file twice', async () => {
    for (const name of ['a', 'b', 'c', 'd']) await bench.file(`in/${name}`, 5 * MiB);
    await upload([`${join(bench.folder, 'in')}/`]);
    for (const name of ['a', 'b', 'c', 'd']) {
      await bench.container.getBlobClient(`box/${name}`).setHTTPHeaders({ blobContentType: 'text/plain' });
    }
    const check = await checkFolder(join(bench.folder, 'in'));
    const hang = bench.proxy.inject({ fault: { kind: 'hang' }, when: isRangeRead, skip: 4, times: Infinity });
    await bench.transfers.calls['transfers.read-in-full']({ jobId: check }, context);
    await expect.poll(() => hang.hits(), { timeout: 20_000, interval: 10 }).toBeGreaterThan(0);
    await bench.transfers.registry.calls['jobs.pause']({ jobId: check }, context);
    hang.remove();
    const { same } = await report(check);

    const later = bench.anotherRoom();
    await later.recover();
    expect(later.jobs().find(({ id }) => id === check)).toMatchObject({ state: 'paused', filesTotal: 4 });
    const before = bench.requests().length;
    expect(await ended(check, later)).toMatchObject({ state: 'done', files: 4 });
    expect(bench.requests().slice(before).filter(isRangeRead)).toHaveLength((4 - same) * 2);
  });

  it('fails when the folder does not exist, and says so', async () => {
    const check = await checkFolder(join(bench.folder, 'nowhere'));
    expect(bench.transfers.jobs().find(({ id }) => id === check)).toMatchObject({
      state: 'failed',
      failed: [{ code: 'local.not-found' }],
    });
  });
});
