// The speed that transfers may have now: the overall pace, kept in the state folder, and that of each job, by the hour
// of the week. Only answers questions; enforcing it is up to the job table.
import type { Pace, PaceNow } from '@shared/model/transfer-pace';
import { fullPace, minLimitRate } from '@shared/model/transfer-pace';
import { type PaceAt, paceAt, stricter } from '@shared/timetable/pace-at';
import type { PersistedFile } from '../../../disk/persisted-file';
import type { Clock } from '../../ports';
import { type RateCap, createRateCap } from './rate-cap';

export interface TimetablePorts {
  readonly clock: Clock;
  /** IANA name of the computer's time zone, asked for every second, because people travel. */
  readonly timeZone: () => string;
  /** Where the pace of all transfers is kept; null where there is none. */
  readonly persisted: PersistedFile<Pace> | null;
}

export interface PacedJob {
  readonly pace: Pace;
  /** Wall time in ms until which nothing pauses it, because a person started it in spite of a pause. */
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
  /** Reads what is kept. */
  load(): Promise<void>;
  /** What limits a job now; null for nothing. */
  now(job: PacedJob): PaceNow | null;
  /** The stricter of the job's own limit and its share of the overall one. */
  capOf(job: PacedJob): JobCap;
}

/** Asking the system for the time zone takes as long as a small request. */
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
