// Jobs of a few small files over connections that close just as they are used again: none waits for a time-out.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openClosingLine } from '../../../../testing/closing-line';
import { accountsFor } from '../../fixtures/test-bench';
import { useBench } from '../../fixtures/use-bench';

const { bench } = useBench();
const files = 7;
const jobs = 4;

it('small jobs end at once when idle connections are closed under requests', { timeout: 30_000 }, async () => {
  const line = await openClosingLine(bench.azurite.blobOrigin);
  const accounts = accountsFor(bench.azurite.descriptor({ blob: line.origin }));
  // So few at once that connections are used again.
  const room = bench.roomWith({ accounts, workerThreads: 1 });
  const common = { connectionId: 'test', container: bench.container.containerName };
  for (let index = 0; index < files; index += 1) await bench.file(`tree/f${index}`, Buffer.from(`file ${index}`));
  try {
    for (let job = 0; job < jobs; job += 1) {
      const options = bench.options({ overwrite: job % 2 === 0 ? 'never' : 'always', concurrency: 1 + (job % 3) });
      const prefix = `job ${job}/`;
      const up = await room.uploadPaths({ ...common, prefix, paths: [`${join(bench.folder, 'tree')}/`], options });
      expect(await up.ended).toMatchObject({ state: 'done', files, skipped: 0, failedCount: 0 });
      const targetDir = join(bench.folder, `back ${job}`);
      const selection = [{ kind: 'prefix', prefix, as: '' } as const];
      const down = await room.downloadTo({ ...common, selection, targetDir, options });
      expect(await down.ended).toMatchObject({ state: 'done', files, skipped: 0, failedCount: 0 });
      for (let index = 0; index < files; index += 1) {
        expect(await readFile(join(targetDir, `f${index}`), 'utf8')).toBe(`file ${index}`);
      }
    }
    expect(line.lost).toBeGreaterThan(jobs);
  } finally {
    await room.dispose();
    await line.dispose();
  }
});
