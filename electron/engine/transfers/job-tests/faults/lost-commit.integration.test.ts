// A write without a response, of a blob without a checksum: the previous blob has the same length, and is never
// mistaken for the one that was sent.
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { isCommit } from '../../fixtures/requests';
import { held, smallBlocks, startUpload } from '../../fixtures/start-jobs';
import { useBench } from '../../fixtures/use-bench';

const { bench } = useBench();
const bytes = 600 * 1024;
const options = { ...smallBlocks, overwrite: 'always', verify: 'none' } as const;

it('is not done before the write has come to the service', async () => {
  const before = randomBytes(bytes);
  await bench.container.getBlockBlobClient('scan.bin').upload(before, bytes);
  const lost = bench.proxy.inject({
    fault: { kind: 'reset-upload', afterBytes: 0 },
    when: isCommit,
    times: Infinity,
  });
  const path = await bench.file('scan.bin', bytes);
  const job = await startUpload(bench, [path], options);
  expect(await job.ended).toMatchObject({ state: 'failed', files: 0, failedCount: 1 });
  expect((await held(bench, 'scan.bin')).equals(before)).toBe(true);
  lost.remove();
  expect(await (await bench.transfers.resume(job.jobId)).ended).toMatchObject({ state: 'done', files: 1 });
  expect((await held(bench, 'scan.bin')).equals(await readFile(path))).toBe(true);
});

it('is done once where only its answer was lost', async () => {
  await bench.container.getBlockBlobClient('scan.bin').upload(randomBytes(bytes), bytes);
  bench.proxy.inject({ fault: { kind: 'drop-reply' }, when: isCommit, times: 8 });
  const path = await bench.file('scan.bin', bytes);
  expect(await (await startUpload(bench, [path], options)).ended).toMatchObject({ state: 'done', files: 1 });
  expect((await held(bench, 'scan.bin')).equals(await readFile(path))).toBe(true);
});
