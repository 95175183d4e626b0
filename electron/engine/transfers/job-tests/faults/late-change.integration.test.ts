// A source that changes after its last byte was read: nothing of it is committed.
import { appendFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { KiB } from '@shared/units';
import { isBlock, isCommit } from '../../fixtures/requests';
import { useBench } from '../../fixtures/use-bench';

const { bench } = useBench();

it('a change after the last byte was read is seen before the commit', async () => {
  const path = await bench.file('late.bin', 512 * KiB);
  const watching = bench.proxy.inject({
    fault: { kind: 'hang' },
    when: (request) => {
      // A block is read whole before its request leaves: when the second one is here, both have been read.
      if (isBlock(request) && bench.requests().filter(isBlock).length === 2) appendFileSync(path, 'more');
      return false;
    },
  });
  const job = await bench.transfers.uploadPaths({
    connectionId: 'test',
    container: bench.container.containerName,
    prefix: '',
    paths: [path],
    options: bench.options({ blockBytes: 256 * KiB, concurrency: 2, verify: 'none' }),
  });
  expect(await job.ended).toMatchObject({ state: 'failed', failed: [{ code: 'conflict.source-changed' }] });
  expect(bench.requests().filter(isBlock)).toHaveLength(2);
  expect(bench.requests().filter(isCommit)).toHaveLength(0);

  watching.remove();
  expect(await (await bench.transfers.resume(job.jobId)).ended).toMatchObject({ state: 'done', failedCount: 0 });
  const held = await bench.container.getBlobClient('late.bin').downloadToBuffer();
  expect(held.equals(await readFile(path))).toBe(true);
});
