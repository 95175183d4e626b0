import { expect, it } from 'vitest';
import { fullPace, hoursOfWeek, minLimitRate, type Pace } from '@shared/model/transfer-pace';
import { createFakeClock } from '../../../testing/clock';
import { createTransferTimetable } from './timetable';

const hourMs = 3_600_000;
/** A Wednesday. */
const noonMs = Date.UTC(2026, 10, 25, 12);
/** Rests on Wednesdays from 12 to 13. */
const wednesdays: Pace = {
  kind: 'timetable',
  hours: Array.from({ length: hoursOfWeek }, (_, hour) => (hour === 2 * 24 + 12 ? 'pause' : 'full')),
};

it('timetable: follows the wall clock, however much it was set forwards or back', async () => {
  let nowMs = noonMs;
  const clock = { ...createFakeClock(), now: () => nowMs };
  const timetable = createTransferTimetable({ clock, timeZone: () => 'UTC', persisted: null });
  await timetable.setTotal(wednesdays);
  const job = { pace: fullPace, freeUntilMs: -Infinity };
  const at = (setTo: number): unknown => {
    nowMs = setTo;
    return timetable.now(job)?.at ?? 'full';
  };
  const setTo = [0, -24, 24, 0.5, -7 * 24, 1, 0.99].map((hours) => noonMs + hours * hourMs);
  expect(setTo.map(at)).toEqual(['pause', 'full', 'full', 'pause', 'pause', 'full', 'pause']);
});

it('timetable: reads the time zone of the system only if hours matter', async () => {
  let timesRequested = 0;
  const timeZone = (): string => {
    timesRequested += 1;
    return 'UTC';
  };
  const timetable = createTransferTimetable({ clock: createFakeClock(), timeZone, persisted: null });
  const job = { pace: { kind: 'limit', bytesPerSecond: 4096 }, freeUntilMs: -Infinity } as const;
  expect(timetable.now(job)).toMatchObject({ at: 4096 });
  expect(timesRequested).toBe(0);
  await timetable.setTotal(wednesdays);
  timetable.now(job);
  expect(timesRequested).toBe(1);
});

it('timetable: reads the time zone again after a second, and after the clock was set back', async () => {
  let nowMs = noonMs;
  const timesRequested: number[] = [];
  const clock = { ...createFakeClock(), now: () => nowMs };
  const timeZone = (): string => (timesRequested.push(nowMs - noonMs), 'UTC');
  const timetable = createTransferTimetable({ clock, timeZone, persisted: null });
  await timetable.setTotal(wednesdays);
  for (const at of [0, 0, 999, 1000, 1999, 2000, 1999]) {
    nowMs = noonMs + at;
    timetable.now({ pace: fullPace, freeUntilMs: -Infinity });
  }
  expect(timesRequested).toEqual([0, 1000, 2000, 1999]);
});

const limitOf = (bytesPerSecond: number): Pace => ({ kind: 'limit', bytesPerSecond });
const pausing: Pace = { kind: 'timetable', hours: Array.from({ length: hoursOfWeek }, () => 'pause') };

it.each<[string, Pace, Pace, number | null]>([
  ['no limit', fullPace, fullPace, null],
  ['its own limit', limitOf(5000), fullPace, 5000],
  ['the limit of all', fullPace, limitOf(6000), 6000],
  ['its own limit, where that is lower', limitOf(5000), limitOf(6000), 5000],
  ['the limit of all, where that is lower', limitOf(7000), limitOf(6000), 6000],
  ['next to nothing in its own pause', pausing, limitOf(6000), minLimitRate],
  ['next to nothing in the pause of all', fullPace, pausing, minLimitRate],
])('timetable: limits a job to %s, until it was started without limits', async (_, pace, total, bytesPerSecond) => {
  const clock = createFakeClock();
  const timetable = createTransferTimetable({ clock, timeZone: () => 'UTC', persisted: null });
  await timetable.setTotal(total);
  const rateOf = (freeUntilMs: number): number | null => timetable.capOf({ pace, freeUntilMs }).bytesPerSecond();
  expect([rateOf(-Infinity), rateOf(clock.now())]).toEqual([bytesPerSecond, bytesPerSecond]);
  expect(rateOf(clock.now() + 1)).toBeNull();
  expect(timetable.now({ pace, freeUntilMs: clock.now() + 1 })).toBeNull();
});

it('timetable: makes a job wait for its limit and then for the overall one, and an unlimited job for neither', async () => {
  const clock = createFakeClock();
  const timetable = createTransferTimetable({ clock, timeZone: () => 'UTC', persisted: null });
  await timetable.setTotal(limitOf(4096));
  const waited = async (pace: Pace, freeUntilMs: number, bytes: number): Promise<number> => {
    const wait = timetable.capOf({ pace, freeUntilMs }).take(bytes);
    await clock.advance(20_000);
    return wait;
  };
  // A quarter of a second is free at first.
  expect(await waited(fullPace, -Infinity, 1024 + 4096)).toBe(1000);
  // All have a second of credit when its separate limit admits it, and the rest takes a quarter of one.
  expect(await waited(limitOf(4096), -Infinity, 1024 + 4096)).toBe(1250);
  expect(await waited(limitOf(4096), Infinity, 1e9)).toBe(0);
});
