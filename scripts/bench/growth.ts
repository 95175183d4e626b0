// How time and memory of an import grow with its file: the dry run alone, then check and import onto the null server,
// each size in a separate process.
import { importedLines } from './import-rows';
import { type BenchSetting, measureOnce } from './measure-once';
import { startServer } from './servers';
import type { Sizes } from './task';

/** @param mebibytes approximate sizes of the CSV files @param noteLength letters of an additional column; 0 for none */
export async function measureGrowth(
  mebibytes: readonly number[],
  noteLength: number,
  setting: BenchSetting,
): Promise<void> {
  const { notify: log } = setting;
  log('| file | rows | work | rows/s | processor time per row | peak memory |');
  log('|---|---|---|---|---|---|');
  for (const size of mebibytes) {
    const entities = Math.max(1000, Math.round((size * 2 ** 20) / bytesOfARow(noteLength)));
    const sizes: Sizes = { fileBytes: 0, entities, manyFiles: 0, manyFileBytes: 0, noteLength };
    const server = await startServer('null', { ...sizes, entities: 1000 }, '');
    const { connectionString, tableEndpoint } = server;
    try {
      for (const scenario of ['check-csv', 'import-csv'] as const) {
        const task = { scenario, connectionString, tableEndpoint, source: '', sizes };
        const { elapsedMs, cpuMs, peakBytes } = await measureOnce(task, setting);
        const figures = [
          `${size} MiB`,
          entities.toLocaleString('en-GB'),
          scenario === 'check-csv' ? 'dry run' : 'check and import',
          Math.round((entities / elapsedMs) * 1000).toLocaleString('en-GB'),
          `${((cpuMs * 1000) / entities).toFixed(1)} µs`,
          `${Math.round(peakBytes / 2 ** 20)} MiB`,
        ];
        log(`| ${figures.join(' | ')} |`);
      }
    } finally {
      await server.stop();
    }
  }
}

function bytesOfARow(noteLength: number): number {
  const rows = 100_000;
  let bytes = 0;
  for (const piece of importedLines(rows, 'stowage-0', noteLength)) bytes += piece.length;
  return bytes / rows;
}
