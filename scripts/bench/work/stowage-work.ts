// The engine, through the interface that the window and the command line use.
import type { Task } from '../task';
import { type BenchEngine, openBenchEngine, watchAsMonitor } from './bench-engine';
import { checkWork, exportWork, importWork, scanWork } from './stowage-tables';
import { downloadFileWork, downloadManyWork, uploadFileWork, uploadFolderWork } from './stowage-transfers';
import type { Work } from './work';

/** The default of the window. */
const rangesAtOnce = 8;

export async function stowageWork(task: Task): Promise<Work> {
  const opened = await openBenchEngine(task);
  const stopWatching = task.telemetry === 'on' ? watchAsMonitor(opened.engine) : () => undefined;
  return {
    ...(await workOf(opened)),
    dispose: () => {
      stopWatching();
      return opened.engine.dispose();
    },
  };
}

async function workOf(opened: BenchEngine): Promise<Work> {
  const { scenario, sizes } = opened.task;
  switch (scenario) {
    case 'upload-file':
      return uploadFileWork(opened, 'md5');
    case 'upload-file-unverified':
      return uploadFileWork(opened, 'length');
    case 'upload-many':
      return uploadFolderWork(opened, sizes.manyFiles);
    case 'upload-mixed':
      return uploadFolderWork(opened, sizes.manyFiles + 1);
    case 'download-file':
      return downloadFileWork(opened);
    case 'download-many':
      return downloadManyWork(opened);
    case 'check-csv':
      return checkWork(opened);
    case 'import-csv':
      return importWork(opened, 'with-the-import');
    case 'import-checked':
      return importWork(opened, 'beforehand');
    case 'export-jsonl':
      return exportWork(opened, 'jsonl');
    case 'export-csv':
      return exportWork(opened, 'csv');
    case 'export-parquet':
      return exportWork(opened, 'parquet');
    case 'scan-few':
      return scanWork(opened, { table: 'few' });
    case 'scan-typed':
      return scanWork(opened, { table: 'typed' });
    case 'scan-parallel':
      return scanWork(opened, { table: 'typed', parallel: rangesAtOnce });
  }
}
