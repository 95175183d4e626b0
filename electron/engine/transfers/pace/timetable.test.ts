import { expect, it } from 'vitest';
import { fullPace, hoursOfWeek, type Pace } from '@shared/model/transfer-pace';
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

it('holds as the clock on the wall says now, however far that was set, forwards or back', async () => {
  let nowMs = noonMs;
  const clock = { ...createFakeClock(), now: () => nowMs };
  const timetable = createTransferTimetable({ clock, timeZone: () => 'UTC', kept: null });
  await timetable.setTotal(wednesdays);
  const job = { pace: fullPace, freeUntilMs: -Infinity };
  const at = (setTo: number): unknown => {
    nowMs = setTo;
    return timetable.now(job)?.at ?? 'full';
  };
  const setTo = [0, -24, 24, 0.5, -7 * 24, 1, 0.99].map((hours) => noonMs + hours * hourMs);
  expect(setTo.map(at)).toEqual(['pause', 'full', 'full', 'pause', 'pause', 'full', 'pause']);
});

it('asks the system for its time zone only where hours count', async () => {
  let asked = 0;
  const timeZone = (): string => {
    asked += 1;
    return 'UTC';
  };
  const timetable = createTransferTimetable({ clock: createFakeClock(), timeZone, kept: null });
  const job = { pace: { kind: 'limit', bytesPerSecond: 4096 }, freeUntilMs: -Infinity } as const;
  expect(timetable.now(job)).toMatchObject({ at: 4096 });
  expect(asked).toBe(0);
  await timetable.setTotal(wednesdays);
  timetable.now(job);
  expect(asked).toBe(1);
});
