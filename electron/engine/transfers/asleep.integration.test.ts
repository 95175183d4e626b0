// A process that is stopped for a while in the middle of its work, as when the lid of a laptop is closed.
import { readFile } from 'node:fs/promises';
import { expect, it, onTestFinished } from 'vitest';
import { KiB, MiB } from '@shared/units';
import { openLine } from '../../testing/breakable-line';
import { buildChildProgram, killed } from './fixtures/child-program';
import { answered, isBlock, isCommit } from './fixtures/requests';
import { workerPath } from './fixtures/test-bench';
import { useBench } from './fixtures/use-bench';

const { store, bench } = useBench();
const blocks = { blockBytes: 256 * KiB, concurrency: 2 } as const;

// Windows has no such signal.
it.skipIf(process.platform === 'win32')('goes on by itself when it wakes, with connections that are gone', async () => {
  const path = await bench.file('lid.bin', 4 * MiB);
  const program = await buildChildProgram();
  const line = await openLine(store.proxy.origin);
  onTestFinished(async () => {
    await Promise.all([line.dispose(), program.dispose()]);
  });
  const hang = bench.proxy.inject({ fault: { kind: 'hang' }, when: isBlock, skip: 9, times: 100 });
  const { child } = program.start({
    descriptor: store.azurite.descriptor({ blob: line.origin }),
    stateDir: bench.stateDir,
    workerPath,
    request: {
      ...{ kind: 'upload', connectionId: 'test', container: bench.container.containerName, prefix: '', paths: [path] },
      options: bench.options(blocks),
    },
  });
  try {
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
  } finally {
    // Before its folder goes, in which it writes.
    await killed(child);
  }
});
