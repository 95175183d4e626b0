// How time and memory of a job grow with its number of files: small files to the null server and back, each number in a
// separate process.
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type BenchSetting, measureOnce } from './measure-once';
import type { Scenario } from './scenarios';
import { startServer } from './servers';
import { sourceOf } from './sources';
import type { Sizes } from './task';

/** @param counts files of each job @param chosen the measured operation; `up` and `down` are supported */
export async function measureJobGrowth(
  counts: readonly number[],
  chosen: readonly Scenario[],
  { manyFileBytes }: Pick<Sizes, 'manyFileBytes'>,
  { folder, layout, programs, notify: log }: BenchSetting,
): Promise<void> {
  const directions = (['upload-many', 'download-many'] as const).filter((one) => chosen.some(({ id }) => id === one));
  log('| files | direction | files/s | processor time per file | peak memory | event loop p99 |');
  log('|---|---|---|---|---|---|');
  for (const manyFiles of counts) {
    const sizes: Sizes = { fileBytes: 0, entities: 1000, manyFiles, manyFileBytes };
    const own = await mkdtemp(join(folder, 'files-'));
    const server = await startServer('null', sizes, '');
    const { connectionString, tableEndpoint } = server;
    try {
      for (const scenario of directions) {
        const source = scenario === 'upload-many' ? await sourceOf(own, scenario, sizes) : '';
        const task = { scenario, connectionString, tableEndpoint, source, sizes };
        const setting = { folder: own, layout, programs };
        const { elapsedMs, cpuMs, loopDelayP99Ms, peakBytes } = await measureOnce(task, setting);
        const figures = [
          manyFiles.toLocaleString('en-GB'),
          scenario === 'upload-many' ? 'up' : 'down',
          Math.round((manyFiles / elapsedMs) * 1000).toLocaleString('en-GB'),
          `${((cpuMs * 1000) / manyFiles).toFixed(0)} µs`,
          `${Math.round(peakBytes / 2 ** 20)} MiB`,
          loopDelayP99Ms === null ? '–' : `${Math.round(loopDelayP99Ms)} ms`,
        ];
        log(`| ${figures.join(' | ')} |`);
      }
    } finally {
      await server.stop();
      await rm(own, { recursive: true, force: true });
    }
  }
}
