// Descriptors that a worker keeps open between the tasks of one file, because opening the file for every block would
// cost more than reading it.
import { type FileHandle, open } from 'node:fs/promises';
import { localError } from '../../../disk/local-error';
import { openMarked } from '../../../disk/partial-file';

export interface OpenFiles {
  /** Opens at the first call; for writing in place where it is known which file must have the path. */
  get(jobId: string, file: number, path: string, mark: string | null): Promise<FileHandle>;
  release(jobId: string, file: number): Promise<void>;
  releaseJob(jobId: string): Promise<void>;
}

export function createOpenFiles(): OpenFiles {
  const jobs = new Map<string, Map<number, Promise<FileHandle>>>();
  const close = async (openFile: Promise<FileHandle> | undefined): Promise<void> => {
    try {
      await (await openFile)?.close();
    } catch {
      // Opening failed, which its task has reported.
    }
  };
  return {
    get: (jobId, file, path, mark) => {
      const files = jobs.get(jobId) ?? new Map<number, Promise<FileHandle>>();
      jobs.set(jobId, files);
      const known = files.get(file);
      if (known !== undefined) return known;
      const openFile = (mark === null ? open(path, 'r') : openMarked(path, mark)).catch((error: unknown) => {
        files.delete(file);
        throw localError(error, path);
      });
      files.set(file, openFile);
      return openFile;
    },
    release: async (jobId, file) => {
      const files = jobs.get(jobId);
      const openFile = files?.get(file);
      files?.delete(file);
      await close(openFile);
    },
    releaseJob: async (jobId) => {
      const files = [...(jobs.get(jobId)?.values() ?? [])];
      jobs.delete(jobId);
      await Promise.all(files.map(close));
    },
  };
}
