// What the steps of an experiment act on: an account behind the simulated network, file transfers, time and randomness.
// One implementation works on real accounts, the other in simulated time.
import type { OwnFile } from '@shared/lab/steps';
import type { Waits } from '@shared/monitor/bottleneck';
import type { Account } from '../../azure/account';
import type { Clock } from '../../ports';
import type { FunctionTime } from './cpu-profile';
import type { Meter } from './meter';

export interface FileMove {
  readonly direction: 'up' | 'down';
  readonly files: number;
  readonly fileBytes: number;
  /** Files of the user's own instead of random ones. */
  readonly own?: readonly OwnFile[];
  /** 0: each file in one request. `tuned`: the transfers choose block size and concurrency. */
  readonly blockBytes: number | 'tuned';
  readonly concurrency: number;
  /** `one by one`: all requests in flight belong to one file; the next begins when it has ended. */
  readonly order: 'one by one' | 'together';
  /** Uploads every file in blocks, also one that fits a single request. */
  readonly isStaged?: boolean;
  /** Files that have not arrived by then are given up; 0 for no limit. */
  readonly limitMs: number;
  readonly signal: AbortSignal;
}

/** By the bench's clock, in ms. */
export interface MovedFile {
  /** As in the addresses of its requests. */
  readonly name: string;
  readonly startMs: number;
  readonly endMs: number;
  /** Absent if all files of the move have one size. */
  readonly bytes?: number;
  readonly requests: number;
  /** Empty when it arrived; `time-limit` when it was given up. */
  readonly error: string;
  /** The time of its requests by what they waited for; files that moved together have equal parts of their job's. */
  readonly waits?: Waits;
}

export interface FileMover {
  /** Creates what `move` needs: local files, and blobs to be downloaded. Not measured. */
  prepare(moves: readonly FileMove[], signal: AbortSignal): Promise<void>;
  /** One entry per file, in the order in which they ended. */
  move(move: FileMove): Promise<readonly MovedFile[]>;
}

export interface Bench {
  /** Never retries a request. */
  readonly account: Account;
  readonly files: FileMover;
  readonly clock: Clock;
  /** Uniform in [0, 1), from the run's seed. */
  readonly random: () => number;
  readonly meter: Meter;
  /**
   * Closes idle connections, so that the connections of the next setting can be counted. No request may be in progress.
   */
  readonly closeConnections: () => void;
  /** Milliseconds of processor time this process has used so far. */
  readonly cpuMs: () => number;
  /** Does the work and returns where its processor time went; absent or null where that cannot be measured. */
  readonly profiled?: (work: () => Promise<void>) => Promise<readonly FunctionTime[] | null>;
}
