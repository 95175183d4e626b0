// Counts of folders that are under way or were stopped, so that one goes on where it stood. Held in memory, the newest
// few.
import { sizedFolderLimit } from '@shared/model/blob-sizes';
import { FolderTree } from './folder-tree';
import { Shares } from './shares';

export interface FolderCount {
  readonly tree: FolderTree;
  readonly shares: Shares;
  requests: number;
  /** Where its listing goes on; undefined at the start. */
  marker: string | undefined;
}

interface Kept {
  readonly count: FolderCount;
  /** Of the run that counts or has counted last: nothing is added to the count once it is aborted. */
  readonly runs: AbortSignal;
  isUnderWay: boolean;
}

export interface CountedPlace {
  readonly connectionId: string;
  readonly container: string;
  readonly prefix: string;
}

const mostKept = 4;

export class KeptCounts {
  readonly #kept = new Map<string, Kept>();

  /**
   * Counts with `work`, which adds nothing once `signal` is aborted: from where a count was stopped there, if that is
   * wanted and it is still held, otherwise anew. One that another window has under way is not shared: each of the two
   * would add what the other has.
   */
  async run(
    place: CountedPlace,
    { from, nowMs, signal }: { from: 'start' | 'where it stopped'; nowMs: number; signal: AbortSignal },
    work: (count: FolderCount) => Promise<void>,
  ): Promise<void> {
    const key = keyOf(place);
    const before = from === 'start' ? undefined : this.#kept.get(key);
    const isStopped = before !== undefined && (!before.isUnderWay || before.runs.aborted);
    const count = isStopped ? before.count : newCount(place.prefix, nowMs);
    const kept: Kept = { count, runs: signal, isUnderWay: true };
    this.#keep(key, kept);
    try {
      await work(count);
      if (this.#kept.get(key) === kept) this.#kept.delete(key);
    } finally {
      kept.isUnderWay = false;
    }
  }

  #keep(key: string, kept: Kept): void {
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > mostKept && oldest !== undefined) this.#kept.delete(oldest);
  }
}

function newCount(prefix: string, nowMs: number): FolderCount {
  return { tree: new FolderTree(prefix, sizedFolderLimit), shares: new Shares(nowMs), requests: 0, marker: undefined };
}

function keyOf({ connectionId, container, prefix }: CountedPlace): string {
  return `${connectionId}\n${container}\n${prefix}`;
}
