// Stops the jobs that a timetable pauses and lets them go on when it allows: looks once a second, so that a computer that
// slept, a clock that was set and another time zone are seen as well.
import type { Clock } from '../../ports';

export interface TimetableBeat<E> {
  readonly clock: Clock;
  readonly entries: () => Iterable<E>;
  readonly isHeld: (entry: E) => boolean;
  /** It moves, or waits for its turn to. */
  readonly isUnderWay: (entry: E) => boolean;
  /** It is paused by a timetable. */
  readonly isWaiting: (entry: E) => boolean;
  readonly stop: (entry: E) => Promise<unknown>;
  readonly goOn: (entry: E) => Promise<unknown>;
  readonly signal: AbortSignal;
}

const beatMs = 1000;

/** Resolves when `signal` aborts. */
export async function followTimetable<E>(beat: TimetableBeat<E>): Promise<void> {
  const turning = new Set<E>();
  const turn = (entry: E, work: (entry: E) => Promise<unknown>): void => {
    turning.add(entry);
    // A job that cannot go on is looked at again; what is wrong with it shows when a person starts it.
    work(entry)
      .catch(() => undefined)
      .finally(() => turning.delete(entry));
  };
  for (;;) {
    try {
      await beat.clock.sleep(beatMs, beat.signal);
    } catch {
      return;
    }
    for (const entry of [...beat.entries()]) {
      if (turning.has(entry)) continue;
      if (beat.isUnderWay(entry) && beat.isHeld(entry)) turn(entry, beat.stop);
      else if (beat.isWaiting(entry) && !beat.isHeld(entry)) turn(entry, beat.goOn);
    }
  }
}
