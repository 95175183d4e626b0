// What a task in a worker thread has at its disposal.
import { performance } from 'node:perf_hooks';
import type { RestAccount } from '../../azure/account';
import type { Md5s } from '../md5/md5s';
import type { BufferPool } from './buffer-pool';
import type { OpenFiles } from './open-files';
import type { DiskPace } from './small-file';

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
  /** Called before each try of the task's main request; shows the task as retrying. */
  readonly onAttempt: (attempt: number) => void;
}

/** Milliseconds since `startMs`, both monotonic. */
export function since(startMs: number): number {
  return performance.now() - startMs;
}
