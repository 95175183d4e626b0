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

export interface CountedPlace {
  readonly connectionId: string;
  readonly container: string;
  readonly prefix: string;
}

const mostKept = 4;

export class KeptCounts {
  readonly #counts = new Map<string, FolderCount>();

  /** The one that was stopped there, if it is wanted and still held; otherwise a new one. */
  begin(place: CountedPlace, from: 'start' | 'where it stopped', nowMs: number): FolderCount {
    const key = keyOf(place);
    const stopped = from === 'start' ? undefined : this.#counts.get(key);
    const count = stopped ?? newCount(place.prefix, nowMs);
    this.#counts.delete(key);
    this.#counts.set(key, count);
    const [oldest] = this.#counts.keys();
    if (this.#counts.size > mostKept && oldest !== undefined) this.#counts.delete(oldest);
    return count;
  }

  /** It is complete. */
  drop(place: CountedPlace): void {
    this.#counts.delete(keyOf(place));
  }
}

function newCount(prefix: string, nowMs: number): FolderCount {
  return { tree: new FolderTree(prefix, sizedFolderLimit), shares: new Shares(nowMs), requests: 0, marker: undefined };
}

function keyOf({ connectionId, container, prefix }: CountedPlace): string {
  return `${connectionId}\n${container}\n${prefix}`;
}
