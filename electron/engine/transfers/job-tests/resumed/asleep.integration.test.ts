// A process that is stopped for a while in the middle of its work, as when the lid of a laptop is closed.
import { readFile } from 'node:fs/promises';
import { expect, it, onTestFinished } from 'vitest';
import { MiB } from '@shared/units';
import { openLine } from '../../../../testing/breakable-line';
import { answered, isBlock, isCommit } from '../../fixtures/requests';
import { useBench } from '../../fixtures/use-bench';
import { blocks, useChildJobs } from '../../fixtures/use-child-jobs';

const own = useBench();
const { store, bench } = own;
const { run, upload } = useChildJobs(own);

// Windows has no such signal.
it.skipIf(process.platform === 'win32')('sleep: is followed by an automatic resume with new connections', async () => {
  const path = await bench.file('lid.bin', 4 * MiB);
  const line = await openLine(store.proxy.origin);
  onTestFinished(() => line.dispose());
  const hang = bench.proxy.inject({ fault: { kind: 'hang' }, when: isBlock, skip: 9, times: 100 });
  const { child } = run(upload(path), line.origin);
  await answered(bench, isBlock, 9);
  await expect.poll(() => hang.hits()).toBe(blocks.concurrency);
  child.kill('SIGSTOP');
  await line.cut();
  hang.remove();
  await line.mend();
  child.kill('SIGCONT');
  await answered(bench, isCommit, 1);
  const held = await bench.container.getBlobClient('lid.bin').downloadToBuffer();
  expect(held.equals(await readFile(path))).toBe(true);
  // None of those that were stored came a second time.
  expect(bench.requests().filter((one) => isBlock(one) && one.status === 201)).toHaveLength(16);
});
