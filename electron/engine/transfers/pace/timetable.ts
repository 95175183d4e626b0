// The speed that transfers may have now: the overall pace, stored in the state folder, and that of each job, by the
// hour of the week. Only answers queries; the job table enforces it.
import { type Pace, type PaceNow, fullPace, minLimitRate } from '@shared/model/transfer-pace';
import { type PaceAt, paceAt, stricter } from '@shared/timetable/pace-at';
import type { PersistedFile } from '../../../disk/persisted-file';
import type { Clock } from '../../ports';
import { type RateCap, createRateCap } from './rate-cap';

interface TimetablePorts {
  readonly clock: Clock;
  /** IANA name of the computer's time zone, read every second, because users travel. */
  readonly timeZone: () => string;
  /** Where the pace of all transfers is stored; null for nowhere. */
  readonly persisted: PersistedFile<Pace> | null;
}

export interface PacedJob {
  readonly pace: Pace;
  /** Wall time in ms until which nothing pauses it, because the user started it in spite of a pause. */
  readonly freeUntilMs: number;
}

export interface JobCap extends RateCap {
  /** The most that the job may move now; null for no limit. */
  readonly bytesPerSecond: () => number | null;
}

export interface TransferTimetable {
  readonly timeZone: string;
  /** The overall pace of all transfers. */
  readonly total: Pace;
  /** Resolves when it is on the disk. */
  setTotal(pace: Pace): Promise<void>;
  /** Reads the stored pace. */
  load(): Promise<void>;
  /** The limit of a job now; null for none. */
  now(job: PacedJob): PaceNow | null;
  /** The stricter of the job's own limit and its share of the overall one. */
  capOf(job: PacedJob): JobCap;
}

/** Reading the time zone from the system takes as long as a small request. */
const zoneKnownMs = 1000;

export function createTransferTimetable({ clock, timeZone, persisted }: TimetablePorts): TransferTimetable {
  let total: Pace = fullPace;
  const known = new WeakMap<Pace, { readonly timeZone: string; readonly sinceMs: number; readonly at: PaceAt }>();

  let zone = { name: '', requestedAtMs: -Infinity };
  const zoneAt = (nowMs: number): string => {
    const ageMs = nowMs - zone.requestedAtMs;
    if (ageMs < 0 || ageMs >= zoneKnownMs) zone = { name: timeZone(), requestedAtMs: nowMs };
    return zone.name;
  };
  const at = (pace: Pace): PaceAt => {
    const nowMs = clock.now();
    // Only hours need the zone, and the first question about it takes the system tens of milliseconds.
    const zoneName = pace.kind === 'timetable' ? zoneAt(nowMs) : '';
    const before = known.get(pace);
    const untilMs = before?.at.untilMs ?? Infinity;
    if (before?.timeZone === zoneName && nowMs >= before.sinceMs && nowMs < untilMs) return before.at;
    const fresh = paceAt(pace, nowMs, zoneName);
    known.set(pace, { timeZone: zoneName, sinceMs: nowMs, at: fresh });
    return fresh;
  };
  const isFree = (job: PacedJob): boolean => clock.now() < job.freeUntilMs;
  const totalCap = createRateCap(() => rateOf(at(total)), clock);

  return {
    get timeZone() {
      return timeZone();
    },
    get total() {
      return total;
    },
    setTotal: async (pace) => {
      total = pace;
      await persisted?.change(() => [pace]);
    },
    load: async () => {
      total = (await persisted?.read())?.[0] ?? total;
    },
    now: (job) => (isFree(job) ? null : stricter(at(job.pace), at(total))),
    capOf: (job) => {
      const ownLimit = (): number | null => (isFree(job) ? null : rateOf(at(job.pace)));
      const own = createRateCap(ownLimit, clock);
      return {
        bytesPerSecond: () => {
          const max = Math.min(ownLimit() ?? Infinity, isFree(job) ? Infinity : (rateOf(at(total)) ?? Infinity));
          return max === Infinity ? null : max;
        },
        take: async (bytes, signal) => {
          const ownMs = await own.take(bytes, signal);
          return isFree(job) ? ownMs : ownMs + (await totalCap.take(bytes, signal));
        },
      };
    },
  };
}

// When a pause begins, requests in flight are slowed almost to a halt until their job is stopped.
function rateOf({ now }: PaceAt): number | null {
  if (now === 'full') return null;
  return now === 'pause' ? minLimitRate : now;
}

// Pauses and resumes jobs according to their timetables. Polls once a second, so that it also notices a computer that
// slept, a clock that was set, and a new time zone.

interface TimetableBeat<E> {
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
    // A job that cannot be resumed is retried later; the reason is shown when the user starts it.
    work(entry)
      .catch(() => undefined)
      .finally(() => turning.delete(entry));
  };
  const mayGoOn = (entry: E): boolean => beat.isWaiting(entry) && !beat.isHeld(entry);
  // One after the other, so that they queue in the order of their turns.
  let lastOn: Promise<unknown> = Promise.resolve();
  const goOn = (entry: E): Promise<unknown> => {
    // The user may have stopped or started it meanwhile.
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
