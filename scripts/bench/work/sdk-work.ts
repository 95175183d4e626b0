// The plain Azure SDKs, used as their documentation shows, with the concurrency that a careful user would choose.
import type { Task } from '../task';
import { exportWork, importWork, scanWork } from './sdk-tables';
import {
  downloadFileWork,
  downloadManyWork,
  uploadFileWork,
  uploadInOneRequestWork,
  uploadManyWork,
  uploadMixedWork,
} from './sdk-transfers';
import type { Work } from './work';

export function sdkWork(task: Task): Work {
  if (task.subject === 'single') return uploadInOneRequestWork(task);
  switch (task.scenario) {
    case 'upload-file':
    case 'upload-file-unverified':
      return uploadFileWork(task);
    case 'upload-many':
      return uploadManyWork(task);
    case 'upload-mixed':
      return uploadMixedWork(task);
    case 'download-file':
      return downloadFileWork(task);
    case 'download-many':
      return downloadManyWork(task);
    case 'check-csv':
      throw new Error('The SDK reads no files.');
    case 'import-csv':
    case 'import-checked':
      return importWork(task);
    case 'export-jsonl':
    case 'export-csv':
    case 'export-parquet':
      return exportWork(task);
    case 'scan-few':
      return scanWork(task, 'few');
    case 'scan-typed':
    case 'scan-parallel':
      return scanWork(task, 'typed');
  }
}
