// Pauses and resumes jobs as their timetables say. Polls once a second, so that it also notices a computer that slept,
// a clock that was set, and a new time zone.
import type { Clock } from '../../ports';

export interface TimetableBeat<E> {
  readonly clock: Clock;
  readonly entries: () => Iterable<E>;
  readonly isHeld: (entry: E) => boolean;
  /** It runs, or waits for its turn. */
  readonly isUnderWay: (entry: E) => boolean;
  /** It is paused by a timetable. */
  readonly isWaiting: (entry: E) => boolean;
  readonly stop: (entry: E) => Promise<unknown>;
  /** Resolves when it runs, or waits for its turn. */
  readonly goOn: (entry: E) => Promise<unknown>;
  /** Negative when the first job's turn comes before the second's. */
  readonly byTurn: (first: E, second: E) => number;
  readonly signal: AbortSignal;
}

const beatMs = 1000;

/** Resolves when `signal` aborts. */
export async function followTimetable<E>(beat: TimetableBeat<E>): Promise<void> {
  const turning = new Set<E>();
  const turn = (entry: E, work: (entry: E) => Promise<unknown>): void => {
    turning.add(entry);
    // A job that cannot be resumed is tried again later; the reason shows when a person starts it.
    work(entry)
      .catch(() => undefined)
      .finally(() => turning.delete(entry));
  };
  const mayGoOn = (entry: E): boolean => beat.isWaiting(entry) && !beat.isHeld(entry);
  // One after the other, so that they queue in the order of their turns.
  let lastOn: Promise<unknown> = Promise.resolve();
  const goOn = (entry: E): Promise<unknown> => {
    // A person may have stopped or started it meanwhile.
    const on = lastOn.then(() => (mayGoOn(entry) ? beat.goOn(entry) : undefined));
    lastOn = on.catch(() => undefined);
    return on;
  };
  for (;;) {
    try {
      await beat.clock.sleep(beatMs, beat.signal);
    } catch {
      return;
    }
    const settled = [...beat.entries()].filter((entry) => !turning.has(entry));
    for (const entry of settled) if (beat.isUnderWay(entry) && beat.isHeld(entry)) turn(entry, beat.stop);
    for (const entry of settled.filter(mayGoOn).sort(beat.byTurn)) turn(entry, goOn);
  }
}
