// A timetable across clock changes, compared with the calendar of the runtime; and as text.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shareBelowOne } from '../fixtures/spread-numbers';
import { type HourPace, type Timetable, timetable } from '../model/transfer-pace';
import { evenTimetable, hourOfWeek, paceAt, stricter } from './pace-at';
import { paceText, timetableText } from './pace-text';

const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'America/St_Johns'];
const hour: fc.Arbitrary<HourPace> = fc.constantFrom<HourPace>('full', 'pause', 2_500_000, 5_000_000);
const hours: fc.Arbitrary<Timetable> = fc.array(hour, { minLength: 168, maxLength: 168 });
const sparse: fc.Arbitrary<Timetable> = fc
  .uniqueArray(fc.nat({ max: 167 }), { minLength: 1, maxLength: 3 })
  .map((some) => evenTimetable('full').map((basePace, index) => (some.includes(index) ? 'pause' : basePace)));
/** Around the changes of clocks of 2026 as often as anywhere else. */
const instant = fc.oneof(
  fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 0, 1) }),
  ...[
    Date.UTC(2026, 2, 8),
    Date.UTC(2026, 2, 29),
    Date.UTC(2026, 3, 5),
    Date.UTC(2026, 9, 4),
    Date.UTC(2026, 9, 25),
  ].map((change) => fc.integer({ min: change - 86_400_000, max: change + 2 * 86_400_000 })),
);
const with2 = (changes: Readonly<Record<number, HourPace>>): Timetable =>
  evenTimetable('full').map((basePace, index) => changes[index] ?? basePace);
const sunday = 6 * 24;

describe('what a timetable allows', () => {
  it('is the entry for the hour that a wall clock shows', () => {
    fc.assert(
      fc.property(hours, instant, fc.constantFrom(...zones), (table, atMs, timeZone) => {
        const shown = new Date(atMs).toLocaleString('sv-SE', { timeZone });
        const [date = '', time = ''] = shown.split(' ');
        const day = (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;
        expect(hourOfWeek(atMs, timeZone)).toBe(day * 24 + Number(time.slice(0, 2)));
        expect(paceAt({ kind: 'timetable', hours: table }, atMs, timeZone).now).toBe(table[hourOfWeek(atMs, timeZone)]);
      }),
    );
  });

  it('holds until the next change and is another one then', () => {
    fc.assert(
      fc.property(
        fc.oneof(hours, sparse),
        instant,
        fc.constantFrom(...zones),
        shareBelowOne,
        (table, atMs, timeZone, part) => {
          const pace = { kind: 'timetable', hours: table } as const;
          const { now, untilMs } = paceAt(pace, atMs, timeZone);
          if (untilMs === null) {
            expect(new Set(table).size).toBe(1);
            return;
          }
          expect(untilMs).toBeGreaterThan(atMs);
          expect(paceAt(pace, untilMs, timeZone).now).not.toBe(now);
          expect(paceAt(pace, untilMs - 1, timeZone).now).toBe(now);
          const between = atMs + Math.floor((untilMs - atMs) * part);
          expect(paceAt(pace, between, timeZone)).toEqual({ now, untilMs });
        },
      ),
    );
  });

  it('leaves an hour out that clocks skip, and keeps one for two hours that comes twice', () => {
    const table = with2({ [sunday + 2]: 'pause' });
    const pace = { kind: 'timetable', hours: table } as const;
    const berlin = 'Europe/Berlin';
    const spring = Date.UTC(2026, 2, 29);
    expect(paceAt(pace, spring + 30 * 60_000, berlin)).toEqual({ now: 'full', untilMs: Date.UTC(2026, 3, 5) });
    const autumn = Date.UTC(2026, 9, 25);
    expect(paceAt(pace, autumn, berlin)).toEqual({ now: 'pause', untilMs: autumn + 2 * 3_600_000 });
  });

  it('without hours holds for ever', () => {
    expect(paceAt({ kind: 'full' }, sunday, 'UTC')).toEqual({ now: 'full', untilMs: null });
    expect(paceAt({ kind: 'limit', bytesPerSecond: 7 }, sunday, 'UTC')).toEqual({ now: 7, untilMs: null });
  });

  it('of a job and of all together is the stricter one', () => {
    const at = (now: HourPace, untilMs: number | null = null): { now: HourPace; untilMs: number | null } => ({
      now,
      untilMs,
    });
    expect(stricter(at('full'), at('full'))).toBeNull();
    expect(stricter(at(2000), at('full'))).toEqual({ at: 2000, untilMs: null, of: 'job' });
    expect(stricter(at(2000, 5), at(1500, 7))).toEqual({ at: 1500, untilMs: 7, of: 'all' });
    expect(stricter(at(1000, 5), at(1500, 7))).toEqual({ at: 1000, untilMs: 5, of: 'job' });
    expect(stricter(at('pause', 5), at(1500, 7))).toEqual({ at: 'pause', untilMs: 5, of: 'job' });
    expect(stricter(at(1500, 7), at('pause', 5))).toEqual({ at: 'pause', untilMs: 5, of: 'all' });
    expect(stricter(at('pause', 9), at('pause', 7))).toEqual({ at: 'pause', untilMs: 9, of: 'job' });
    expect(stricter(at('pause'), at('pause', 7))).toEqual({ at: 'pause', untilMs: null, of: 'job' });
    expect(stricter(at('pause', 5), at('pause', 7))).toEqual({ at: 'pause', untilMs: 7, of: 'all' });
  });

  it('is rejected with another number of hours', () => {
    expect(timetable.safeParse(evenTimetable('full')).success).toBe(true);
    expect(timetable.safeParse(evenTimetable('full').slice(1)).success).toBe(false);
    expect(timetable.safeParse(evenTimetable(1)).success).toBe(false);
  });
});

describe('the text of a pace', () => {
  const workdays = (value: HourPace): Timetable =>
    evenTimetable('full').map((basePace, index) =>
      index < 120 && index % 24 >= 8 && index % 24 < 18 ? value : basePace,
    );

  it('names days and hours that differ, and what holds otherwise', () => {
    expect(timetableText(workdays(2_500_000))).toBe('Mon–Fri 08–18: 20 Mbit/s (2.4 MiB/s), otherwise full speed');
    expect(timetableText(with2({ [sunday]: 'pause' }))).toBe('Sun 00–01: paused, otherwise full speed');
    const weekend = evenTimetable('full').map((basePace, index) => (index >= 120 ? 'pause' : basePace));
    expect(timetableText(weekend)).toBe('Sat, Sun: paused, otherwise full speed');
    const nights = evenTimetable('pause').map((basePace, index) => (index % 24 < 6 ? 'full' : basePace));
    expect(timetableText(nights)).toBe('Every day 00–06: full speed, otherwise paused');
    expect(timetableText(evenTimetable('full'))).toBe('Always full speed');
    expect(paceText({ kind: 'limit', bytesPerSecond: 62_500 })).toBe('Up to 0.5 Mbit/s (61.0 KiB/s)');
  });

  it('names every hour: tables with different texts differ, and equal texts mean the same table', () => {
    fc.assert(
      fc.property(sparse, sparse, (one, other) => {
        expect(timetableText(one) === timetableText(other)).toBe(JSON.stringify(one) === JSON.stringify(other));
      }),
    );
  });
});
