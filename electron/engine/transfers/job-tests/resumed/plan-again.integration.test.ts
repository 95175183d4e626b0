// A file that failed before it could be planned is retried like any other: looked up, planned, moved.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type FaultyRequest, rightIsMissing } from '../../../../testing/faults';
import { isGet } from '../../fixtures/requests';
import { held, startUpload } from '../../fixtures/start-jobs';
import { useDownloads } from '../../fixtures/use-downloads';

const { bench, blob, start, target, tree } = useDownloads();

const reject = (when: (request: FaultyRequest) => boolean): ReturnType<typeof bench.proxy.inject> =>
  bench.proxy.inject({
    fault: rightIsMissing,
    when,
    times: Infinity,
  });
const isLookupOf =
  (name: string) =>
  ({ method, path }: FaultyRequest): boolean =>
    method === 'HEAD' && path.endsWith(name);
const context = { signal: new AbortController().signal };
const retry = (jobId: string) => bench.transfers.registry.calls['jobs.retry']({ jobId }, context);
const chosen = (...names: readonly string[]) => names.map((name) => ({ kind: 'blob', name }) as const);

describe('a chosen blob that could not be planned', () => {
  it('fails again while it is denied, and is moved once it is allowed', async () => {
    for (const name of ['a.bin', 'b.bin', 'c.bin']) await blob(name, 100);
    const rejected = reject(isLookupOf('b.bin'));
    const job = await start(chosen('a.bin', 'b.bin', 'c.bin'));
    const failed = { state: 'failed', files: 2, failedCount: 1, failed: [{ source: 'b.bin', code: 'auth.denied' }] };
    expect(await job.ended).toMatchObject({ ...failed, canBeTriedAgain: true });
    await retry(job.jobId);
    expect(await job.ended).toMatchObject(failed);
    rejected.remove();
    await retry(job.jobId);
    expect(await job.ended).toMatchObject({ state: 'done', files: 3, failedCount: 0 });
    expect(await tree()).toEqual(['a.bin', 'b.bin', 'c.bin']);
  });

  it('is planned while the others still move, and after the engine was stopped in between', async () => {
    for (const name of ['a.bin', 'b.bin', 'c.bin']) await blob(name, 100);
    const rejected = reject(isLookupOf('b.bin'));
    const hang = bench.proxy.inject({ fault: { kind: 'hang' }, when: isGet, times: Infinity });
    const job = await start(chosen('a.bin', 'b.bin', 'c.bin'));
    await expect.poll(() => bench.transfers.jobs()[0]?.failedCount, { timeout: 20_000, interval: 5 }).toBe(1);
    await expect.poll(() => hang.hits(), { timeout: 20_000, interval: 5 }).toBe(2);
    rejected.remove();
    await retry(job.jobId);
    await expect.poll(() => hang.hits(), { timeout: 20_000, interval: 5 }).toBe(3);
    expect(bench.transfers.jobs()[0]).toMatchObject({ state: 'running', failedCount: 0, filesTotal: 3 });
    await job.interrupt();
    hang.remove();
    expect(await (await bench.transfers.resume(job.jobId)).ended).toMatchObject({ state: 'done', files: 3 });
  });

  it('does not replace an existing blob', async () => {
    await blob('one/x.bin', 100);
    const remaining = await blob('two/x.bin', 200);
    const rejected = reject(isLookupOf('one/x.bin'));
    const job = await start(chosen('one/x.bin', 'two/x.bin'));
    expect(await job.ended).toMatchObject({ state: 'failed', files: 1, failedCount: 1 });
    rejected.remove();
    await retry(job.jobId);
    expect(await job.ended).toMatchObject({
      state: 'failed',
      files: 1,
      failed: [{ source: 'one/x.bin', code: 'conflict.target-exists', context: { what: 'twin' } }],
    });
    expect(await readFile(join(target(), 'x.bin'))).toEqual(remaining);
  });
});

it('a chosen file that was not there goes up once it is', async () => {
  const [first, late] = [await bench.file('first.bin', 100), join(bench.folder, 'late.bin')];
  const job = await startUpload(bench, [first, late]);
  expect(await job.ended).toMatchObject({ state: 'failed', files: 1, failedCount: 1 });
  await writeFile(late, 'late');
  expect(await (await bench.transfers.resume(job.jobId)).ended).toMatchObject({ state: 'done', files: 2 });
  expect((await held(bench, 'late.bin')).toString()).toBe('late');
});
