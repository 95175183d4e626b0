import { cp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MiB } from '@shared/units';
import { type FaultyRequest, serviceHeaders, rightIsMissing } from '../../../../testing/faults';
import type { JobHandle } from '../../api';
import { isBlock, isWrite } from '../../fixtures/requests';
import { held, smallBlocks, startUpload } from '../../fixtures/start-jobs';
import { useDownloads } from '../../fixtures/use-downloads';

const { bench, blob, start, tree } = useDownloads();

const isOf =
  (pattern: RegExp) =>
  ({ path }: FaultyRequest): boolean =>
    pattern.test(path);
/** As an account does whose roles have conditions: the right is missing here and there. */
const reject = (when: (request: FaultyRequest) => boolean): ReturnType<typeof bench.proxy.inject> =>
  bench.proxy.inject({
    fault: rightIsMissing,
    when,
    times: Infinity,
  });
const files = async (names: readonly string[]): Promise<string> => {
  for (const name of names) await bench.file(`tree/${name}`, 100);
  return join(bench.folder, 'tree');
};
const numbered = (count: number, prefix = ''): string[] =>
  Array.from({ length: count }, (_, number) => `${prefix}${String(number).padStart(4, '0')}.bin`);
const upload = async (names: readonly string[], concurrency = 4): Promise<JobHandle> =>
  startUpload(bench, [await files(names)], { concurrency });

describe('one blob that is refused while others are let in', () => {
  it.each([0, 5, 9])('fails alone where it is number %i of the upload', async (number) => {
    const names = numbered(10);
    reject((request) => isWrite(request) && request.path.endsWith(`/${names[number]}`));
    expect(await (await upload(names, 1)).ended).toMatchObject({
      state: 'failed',
      files: 9,
      failedCount: 1,
      failed: [{ code: 'auth.denied', target: `tree/${names[number]}`, context: { others: 'accepted' } }],
    });
  });

  it('fails alone beside a long file whose blocks are let in', async () => {
    const long = await bench.file('long.bin', 2 * MiB);
    const small = await bench.file('small.bin', 100);
    reject((request) => isWrite(request) && request.path.endsWith('/small.bin'));
    const job = await startUpload(bench, [small, long], smallBlocks);
    expect(await job.ended).toMatchObject({ state: 'failed', files: 1, failedCount: 1 });
  });

  it('fails alone in a download of a folder, and of chosen blobs', async () => {
    for (const name of numbered(6)) await blob(name, 100);
    reject(isOf(/0003\.bin$/u));
    expect(await (await start()).ended).toMatchObject({ state: 'failed', files: 5, failedCount: 1 });
    expect(await tree()).toHaveLength(5);
    const chosen = numbered(6).map((name) => ({ kind: 'blob', name }) as const);
    const again = await start(chosen, {}, join(bench.folder, 'chosen'));
    expect(await again.ended).toMatchObject({
      state: 'failed',
      files: 5,
      failedCount: 1,
      failed: [{ source: '0003.bin', code: 'auth.denied', context: { others: 'accepted' } }],
    });
    expect(await readdir(join(bench.folder, 'chosen'))).toHaveLength(5);
  });

  it('fails alone in a copy and a move, and the others are still fetched by the service', async () => {
    for (const name of numbered(12)) await blob(name, 100);
    const target = bench.otherContainer(`${bench.container.containerName}-b`);
    await target.create();
    const isFetched = ({ headers, query }: FaultyRequest): boolean =>
      headers['x-ms-copy-source'] !== undefined && !query.has('comp');
    reject(({ path, method }) => method === 'PUT' && /-b\/.*0000\.bin$/u.test(path));
    reject(({ path, method }) => method === 'DELETE' && path.endsWith('/0005.bin'));
    const job = await bench.transfers.copyBlobs({
      kind: 'move',
      connectionId: 'test',
      container: target.containerName,
      prefix: '',
      from: { connectionId: 'test', container: bench.container.containerName },
      selection: numbered(12).map((name) => ({ kind: 'blob', name, as: name })),
      options: bench.options({ concurrency: 1 }),
    });
    expect(await job.ended).toMatchObject({ state: 'failed', files: 10, failedCount: 2 });
    expect(bench.proxy.requests.filter(isFetched)).toHaveLength(12);
    const remaining: string[] = [];
    for await (const { name } of bench.container.listBlobsFlat()) remaining.push(name);
    expect(remaining).toEqual(['0000.bin', '0005.bin']);
  });

  it('fails alone when it is chosen for a copy and cannot be looked up', async () => {
    for (const name of numbered(4)) await blob(name, 100);
    const target = bench.otherContainer(`${bench.container.containerName}-c`);
    await target.create();
    reject(({ path, method }) => method === 'HEAD' && path.endsWith('/0001.bin'));
    const job = await bench.transfers.copyBlobs({
      kind: 'copy',
      connectionId: 'test',
      container: target.containerName,
      prefix: '',
      from: { connectionId: 'test', container: bench.container.containerName },
      selection: numbered(4).map((name) => ({ kind: 'blob', name, as: name })),
      options: bench.options({}),
    });
    expect(await job.ended).toMatchObject({
      state: 'failed',
      files: 3,
      failedCount: 1,
      failed: [{ source: '0001.bin', context: { others: 'accepted' } }],
    });
  });

  it('that would be written over by a signature that may only create fails alone, and at once', async () => {
    const path = await bench.file('there.bin', 100);
    bench.proxy.inject({
      fault: {
        kind: 'answer',
        status: 403,
        headers: serviceHeaders({ 'x-ms-error-code': 'UnauthorizedBlobOverwrite' }),
      },
      when: isWrite,
      times: Infinity,
    });
    expect(await (await startUpload(bench, [path])).ended).toMatchObject({ state: 'failed', failedCount: 1 });
  });
});

describe('a folder that is refused in a large job', () => {
  it('fails file by file, and accessible files behind it move', async () => {
    const names = [...numbered(40, 'a/'), ...numbered(30, 'b-secret/'), ...numbered(5, 'c/')];
    reject((request) => isWrite(request) && request.path.includes('secret'));
    expect(await (await upload(names)).ended).toMatchObject({ state: 'failed', files: 45, failedCount: 30 });
  });
});

describe('a job in which everything is refused', () => {
  it('pauses after a few files and fails none; it resumes with all of them', async () => {
    const rejected = reject(isWrite);
    const job = await upload(numbered(200));
    expect(await job.ended).toMatchObject({
      state: 'paused',
      files: 0,
      failedCount: 0,
      stoppedBy: { code: 'auth.denied' },
    });
    expect(bench.requests().filter(isWrite).length).toBeLessThan(40);
    rejected.remove();
    expect(await (await bench.transfers.resume(job.jobId)).ended).toMatchObject({ state: 'done', files: 200 });
  });

  it('also pauses when access is denied from the middle on', async () => {
    reject(isWrite);
    bench.proxy.clearFaults();
    bench.proxy.inject({
      fault: {
        kind: 'answer',
        status: 403,
        headers: serviceHeaders({ 'x-ms-error-code': 'AuthorizationFailure' }),
      },
      when: isWrite,
      skip: 20,
      times: Infinity,
    });
    const job = await upload(numbered(200));
    expect(await job.ended).toMatchObject({ state: 'paused', failedCount: 0 });
    bench.proxy.clearFaults();
    expect(await (await bench.transfers.resume(job.jobId)).ended).toMatchObject({ state: 'done', files: 200 });
  });

  it('pauses with what a long file has, which had been let in until then', async () => {
    const path = await bench.file('long.bin', 2 * MiB);
    await bench.file('tree/small.bin', 100);
    bench.proxy.inject({
      fault: rightIsMissing,
      when: isBlock,
      skip: 5,
      times: Infinity,
    });
    const job = await startUpload(bench, [join(bench.folder, 'tree'), path], { ...smallBlocks, concurrency: 1 });
    expect(await job.ended).toMatchObject({ state: 'paused', failedCount: 0, files: 1 });
    bench.proxy.clearFaults();
    const before = bench.requests().length;
    expect(await (await bench.transfers.resume(job.jobId)).ended).toMatchObject({ state: 'done' });
    expect(bench.requests().slice(before).filter(isBlock)).toHaveLength(8 - 5);
    expect(await held(bench, 'long.bin')).toHaveLength(2 * MiB);
  });

  it('also pauses when many files exist already or are empty, so that no request was made for them', async () => {
    for (const name of numbered(20, 'there-')) await blob(name, 100);
    expect(await (await start()).ended).toMatchObject({ state: 'done', files: 20 });
    for (const name of numbered(20)) await blob(name.replace('.bin', '-a.bin'), 100);
    for (const name of numbered(20)) await blob(name.replace('.bin', '-b.bin'), 0);
    for (const name of numbered(20, 'there-')) await blob(name.replace('.bin', '-new.bin'), 100);
    reject(isOf(/\.bin$/u));
    const job = await start(undefined, { overwrite: 'never', concurrency: 1 });
    expect(await job.ended).toMatchObject({ state: 'paused', failedCount: 0 });
  });

  it('also pauses when other files are identical at the target, so that nothing was written', async () => {
    const names = numbered(8);
    expect(await (await upload(names)).ended).toMatchObject({ state: 'done' });
    for (const name of names.filter((_, at) => at % 2 === 0)) await bench.file(`tree/${name}`, 200);
    reject(isWrite);
    const job = await startUpload(bench, [join(bench.folder, 'tree')], { overwrite: 'if-different', concurrency: 1 });
    expect(await job.ended).toMatchObject({ state: 'paused', failedCount: 0 });
  });

  it('pauses with a long file whose blocks are let in and which must not be committed', async () => {
    const path = await bench.file('long.bin', 2 * MiB);
    reject(({ query }) => query.get('comp') === 'blocklist');
    expect(await (await startUpload(bench, [path])).ended).toMatchObject({ state: 'paused', failedCount: 0 });
  });

  it('finishes when the user insists on continuing', async () => {
    await bench.container.getBlockBlobClient('other.bin').upload('', 0);
    // By the whole name: that of the container may hold any digit, too.
    reject((request) => isWrite(request) && /\d{4}\.bin$/u.test(request.path));
    const job = await upload([...numbered(20), 'z.bin'], 1);
    expect(await job.ended).toMatchObject({ state: 'paused', failedCount: 0 });
    expect(await (await bench.transfers.resume(job.jobId)).ended).toMatchObject({
      state: 'failed',
      files: 1,
      failedCount: 20,
    });
  });

  it('comes to its end also where it was killed on the way there', async () => {
    const rejected = reject(isWrite);
    const job = await upload(numbered(5), 1);
    expect(await job.ended).toMatchObject({ state: 'paused', failedCount: 0 });
    rejected.remove();
    const hang = bench.proxy.inject({ fault: { kind: 'hang' }, when: isWrite, times: Infinity });
    await bench.transfers.resume(job.jobId);
    await expect.poll(() => hang.hits()).toBe(1);
    const context = { signal: new AbortController().signal };
    const query = { jobId: job.jobId, state: 'done', offset: 0, limit: 1 } as const;
    await bench.transfers.calls['transfers.files'](query, context);
    // What a process leaves that is killed now.
    const stateDir = join(bench.folder, 'left');
    const journal = join('jobs', `${job.jobId}.jsonl`);
    await cp(join(bench.stateDir, journal), join(stateDir, journal));
    hang.remove();
    reject(isWrite);
    const next = bench.roomWith({ stateDir });
    await next.recover();
    expect(await (await next.resume(job.jobId)).ended).toMatchObject({ state: 'failed', failedCount: 5 });
  });

  it('requests no new key or SAS from a user who insists', async () => {
    reject(isWrite);
    const job = await upload(numbered(5));
    expect(await job.ended).toMatchObject({ state: 'paused', failedCount: 0 });
    const before = bench.requests().filter(isWrite).length;
    bench.transfers.registry.credentialChanged('test');
    await expect.poll(() => bench.requests().filter(isWrite).length, { timeout: 20_000 }).toBe(before + 5);
    await expect.poll(() => bench.transfers.jobs()[0]).toMatchObject({ state: 'paused', failedCount: 0 });
  });

  it('drops a file that the user skips, and ends with the last one', async () => {
    reject(isWrite);
    const job = await upload(numbered(2));
    expect(await job.ended).toMatchObject({ state: 'paused', failedCount: 0 });
    await job.cancel();
    expect(bench.transfers.jobs()[0]).toMatchObject({ state: 'cancelled' });
  });
});
