// How a user arranged the counters of a table: the tables beside it, the thresholds, and whether it is followed. Saved
// with its tab, except for following, which reads again and again and is therefore never begun unasked.
import { useState } from 'react';
import { z } from 'zod';
import type { Following } from './use-window-reading';

export const savedBoard = z.object({
  beside: z.array(z.string()),
  /** By counter, in its own unit. */
  thresholds: z.record(z.string(), z.number()),
});
export type SavedBoard = z.infer<typeof savedBoard>;

export interface CounterBoard extends SavedBoard {
  readonly follow: Following;
  readonly setFollow: (follow: Following) => void;
  readonly setBeside: (tables: readonly string[]) => void;
  /** Null for none. */
  readonly setThreshold: (counter: string, value: number | null) => void;
}

const empty: SavedBoard = { beside: [], thresholds: {} };

export function useCounterBoard(atStart: SavedBoard | undefined): CounterBoard {
  const [board, setBoard] = useState(atStart ?? empty);
  const [follow, setFollow] = useState<Following>('still');
  return {
    ...board,
    follow,
    setFollow,
    setBeside: (tables) => setBoard((before) => ({ ...before, beside: [...tables] })),
    setThreshold: (counter, value) =>
      setBoard((before) => {
        const others = Object.entries(before.thresholds).filter(([name]) => name !== counter);
        const thresholds = Object.fromEntries(value === null ? others : [...others, [counter, value]]);
        return { ...before, thresholds };
      }),
  };
}

/** Undefined for one without anything on it. */
export function boardToSave({ beside, thresholds }: SavedBoard): SavedBoard | undefined {
  return beside.length === 0 && Object.keys(thresholds).length === 0 ? undefined : { beside, thresholds };
}
