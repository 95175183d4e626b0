// How time and memory of a job grow with its number of files: small files to the null server and back, each number in a
// separate process.
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { GrowthSetting } from './growth';
import type { Scenario } from './scenarios';
import { startServer } from './servers';
import { sourceOf } from './sources';
import { startSubject } from './subjects';
import type { Sizes, Task } from './task';

/** @param counts files of each job @param chosen what is measured; `up` and `down` are supported */
export async function measureJobGrowth(
  counts: readonly number[],
  chosen: readonly Scenario[],
  { manyFileBytes }: Pick<Sizes, 'manyFileBytes'>,
  { folder, layout, programs, tell }: GrowthSetting,
): Promise<void> {
  const directions = (['upload-many', 'download-many'] as const).filter((one) => chosen.some(({ id }) => id === one));
  tell('| files | direction | files/s | processor time a file | peak memory | event loop p99 |');
  tell('|---|---|---|---|---|---|');
  for (const manyFiles of counts) {
    const sizes: Sizes = { fileBytes: 0, entities: 1000, manyFiles, manyFileBytes };
    const own = await mkdtemp(join(folder, 'files-'));
    const server = await startServer('null', sizes, '');
    const { connectionString, tableEndpoint } = server;
    try {
      for (const scenario of directions) {
        const scratch = await mkdtemp(join(own, 'scratch-'));
        const source = scenario === 'upload-many' ? await sourceOf(own, scenario, sizes) : '';
        const task: Task = {
          scenario,
          subject: 'stowage',
          connectionString,
          tableEndpoint,
          source,
          scratch,
          sizes,
          repetitions: 0,
        };
        const subject = await startSubject(task, layout, programs);
        const { elapsedMs, cpuMs, loopDelayP99Ms } = await subject.run(0);
        const peakBytes = await subject.end();
        await rm(scratch, { recursive: true, force: true });
        const figures = [
          manyFiles.toLocaleString('en-GB'),
          scenario === 'upload-many' ? 'up' : 'down',
          Math.round((manyFiles / elapsedMs) * 1000).toLocaleString('en-GB'),
          `${((cpuMs * 1000) / manyFiles).toFixed(0)} µs`,
          `${Math.round(peakBytes / 2 ** 20)} MiB`,
          loopDelayP99Ms === null ? '–' : `${Math.round(loopDelayP99Ms)} ms`,
        ];
        tell(`| ${figures.join(' | ')} |`);
      }
    } finally {
      await server.stop();
      await rm(own, { recursive: true, force: true });
    }
  }
}
