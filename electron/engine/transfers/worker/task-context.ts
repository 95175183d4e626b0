// What a task in a worker thread has at its disposal: accounts, reused buffers, files that stay open between blocks.
import { type FileHandle, open } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { localError } from '../../../disk/local-error';
import { openMarked } from '../../../disk/partial-file';
import type { RestAccount } from '../../azure/account';
import type { Md5s } from '../md5/md5';
import type { DiskPace } from './small-files';

export interface TaskContext {
  readonly jobId: string;
  readonly account: RestAccount;
  /** The account that a copy reads from; may be the same. */
  readonly source: RestAccount;
  readonly files: OpenFiles;
  readonly buffers: BufferPool;
  readonly diskPace: DiskPace;
  readonly md5s: Md5s;
  readonly signal: AbortSignal;
  readonly random: () => number;
  /** Reports a retry that was decided here instead of inside the account. */
  readonly retried: (cause: string) => void;
  /** Called before each attempt of the task's main request; shows the task as retrying. */
  readonly onAttempt: (attempt: number) => void;
}

/** Milliseconds since `startMs`, both monotonic. */
export function since(startMs: number): number {
  return performance.now() - startMs;
}

// Reuses buffers, because allocating new ones from the system costs more than filling them. Unused ones are released after
// a while, so that an engine that has moved large blocks does not hold their memory.

interface BufferPool {
  /** At least `bytes` long. */
  acquire(bytes: number): Buffer;
  release(buffer: Buffer): void;
  /** Releases as much as was not needed since the last call. To be called every `trimEveryMs`. */
  trim(): void;
  /** Bytes of unused buffers. */
  freeBytes(): number;
}

const minBytes = 64 * 1024;
/** When to trim: longer than a block waits for its turn, short beside the pause between two jobs. */
export const trimEveryMs = 5_000;

/**
 * Retains at most `keepBytes` of unused buffers. Sizes are rounded up, so that last blocks fit the buffers of others.
 */
export function createBufferPool(keepBytes: number): BufferPool {
  /** The longest unused first. */
  const free: Buffer[] = [];
  let freeBytes = 0;
  /** The fewest there were since the last trim: so many could have been missing. */
  let spareBytes = 0;

  const removeAt = (index: number): Buffer | undefined => {
    const [buffer] = free.splice(index, 1);
    freeBytes -= buffer?.length ?? 0;
    return buffer;
  };

  return {
    freeBytes: () => freeBytes,
    acquire: (bytes) => {
      const at = free.findIndex((buffer) => buffer.length >= bytes && buffer.length <= Math.max(minBytes, bytes * 4));
      const buffer = at === -1 ? undefined : removeAt(at);
      spareBytes = Math.min(spareBytes, freeBytes);
      return buffer ?? Buffer.allocUnsafeSlow(Math.max(bytes, minBytes));
    },
    release: (buffer) => {
      if (freeBytes + buffer.length > keepBytes) return;
      free.push(buffer);
      freeBytes += buffer.length;
    },
    trim: () => {
      let left = spareBytes;
      for (let index = 0; index < free.length;) {
        const length = free[index]?.length ?? 0;
        if (length > left) index += 1;
        else {
          left -= length;
          removeAt(index);
        }
      }
      spareBytes = freeBytes;
    },
  };
}

// Descriptors that a worker holds open between the tasks of one file, because opening the file for every block would
// cost more than reading it.

export interface OpenFiles {
  /** Opens at the first call; for writing in place if it is known which file must have the path. */
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
