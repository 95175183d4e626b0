// Counts of folders that are in progress or were stopped, so that they can continue. Held in memory, the newest few.
import { sizedFolderLimit } from '@shared/model/blob-sizes';
import { FolderTree } from './folder-tree';
import { Shares } from './shares';

export interface FolderCount {
  readonly tree: FolderTree;
  readonly shares: Shares;
  requests: number;
  /** The position at which its listing continues; undefined at the start. */
  marker: string | undefined;
}

interface CachedCount {
  readonly count: FolderCount;
  /** Of the run that counts or has counted last: nothing is added to the count once it is aborted. */
  readonly runs: AbortSignal;
  isUnderWay: boolean;
}

export interface CountedPrefix {
  readonly connectionId: string;
  readonly container: string;
  readonly prefix: string;
}

const maxRetained = 4;

export class CachedCounts {
  readonly #entries = new Map<string, CachedCount>();

  /**
   * Counts with `work`, which adds nothing once `signal` is aborted: from where a count was stopped there, if that is
   * requested and it is still held, otherwise from the start. A count that is running in another window is not shared:
   * each of the two would add the blobs of the other.
   */
  async run(
    location: CountedPrefix,
    { from, nowMs, signal }: { from: 'start' | 'where it stopped'; nowMs: number; signal: AbortSignal },
    work: (count: FolderCount) => Promise<void>,
  ): Promise<void> {
    const key = keyOf(location);
    const before = from === 'start' ? undefined : this.#entries.get(key);
    const isStopped = before !== undefined && (!before.isUnderWay || before.runs.aborted);
    const count = isStopped ? before.count : newCount(location.prefix, nowMs);
    const entry: CachedCount = { count, runs: signal, isUnderWay: true };
    this.#keep(key, entry);
    try {
      await work(count);
      if (this.#entries.get(key) === entry) this.#entries.delete(key);
    } finally {
      entry.isUnderWay = false;
    }
  }

  #keep(key: string, entry: CachedCount): void {
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > maxRetained && oldest !== undefined) this.#entries.delete(oldest);
  }
}

function newCount(prefix: string, nowMs: number): FolderCount {
  return { tree: new FolderTree(prefix, sizedFolderLimit), shares: new Shares(nowMs), requests: 0, marker: undefined };
}

function keyOf({ connectionId, container, prefix }: CountedPrefix): string {
  return `${connectionId}\n${container}\n${prefix}`;
}
