// The way back through what was staged in one table, step by step, and forwards again. It ends where something left the
// stage by being sent: what is in the table is undone there.
import type { Staging } from './staging';

export interface StagingSteps {
  /** A step was made from `before`. */
  readonly made: (before: Staging, after: Staging) => void;
  /** What was staged one step before or after `now`; null where the way ends. Ids of inserts are not given twice. */
  readonly step: (direction: 'back' | 'forward', now: Staging) => Staging | null;
  /** Changes what was staged at every step as well. */
  readonly amend: (change: (before: Staging) => Staging) => void;
  readonly forget: () => void;
}

/** Older steps are let go. */
const maxSteps = 200;

export function createStagingSteps(): StagingSteps {
  let past: readonly Staging[] = [];
  let future: readonly Staging[] = [];
  return {
    made(before, after) {
      if (before.edits === after.edits) return;
      past = [...past.slice(-(maxSteps - 1)), before];
      future = [];
    },
    step(direction, now) {
      const to = direction === 'back' ? past.at(-1) : future.at(-1);
      if (to === undefined) return null;
      if (direction === 'back') {
        past = past.slice(0, -1);
        future = [...future, now];
      } else {
        future = future.slice(0, -1);
        past = [...past, now];
      }
      return { ...to, inserts: Math.max(to.inserts, now.inserts) };
    },
    amend(change) {
      past = past.map(change);
      future = future.map(change);
    },
    forget() {
      past = [];
      future = [];
    },
  };
}
