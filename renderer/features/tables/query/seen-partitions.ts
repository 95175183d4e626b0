// The PartitionKeys of the rows that a tab has loaded, also in earlier runs, to be suggested where one is typed.
import { createContext } from 'react';

export interface SeenPartitions {
  /** Takes those of the rows loaded now; to be called before another run replaces them. */
  readonly collect: () => void;
  /** In the order of keys, as many as one scrolls through. */
  readonly startingWith: (text: string) => readonly string[];
}

export interface LoadedRows {
  readonly count: () => number;
  /** Undefined for a row that is no longer in memory. */
  readonly partitionAt: (index: number) => string | undefined;
}

const maxSeen = 1_000;
const maxSuggested = 50;

export function createSeenPartitions({ count, partitionAt }: LoadedRows): SeenPartitions {
  const seen = new Set<string>();
  /** Rows come in the order of their keys: between two of one partition there is no other. */
  const collectBetween = (first: number, last: number): void => {
    if (first > last || seen.size >= maxSeen) return;
    const [from, to] = [partitionAt(first), partitionAt(last)];
    if (from !== undefined) seen.add(from);
    if (to !== undefined) seen.add(to);
    if (from === to) return;
    const middle = Math.floor((first + last) / 2);
    collectBetween(first + 1, middle);
    collectBetween(middle + 1, last - 1);
  };
  const collect = (): void => collectBetween(0, count() - 1);
  return {
    collect,
    startingWith(text) {
      collect();
      const matching = [...seen].filter((key) => key !== text && key.startsWith(text));
      return matching.sort((a, b) => (a < b ? -1 : 1)).slice(0, maxSuggested);
    },
  };
}

/** What the fields of PartitionKey suggest. */
export const SuggestedPartitions = createContext<SeenPartitions['startingWith'] | undefined>(undefined);
