// Which sample of a timetable is next: laws over any interval and time, and the bounds of a timetable.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextSample, timetableFrom } from './timetable';

const hourMs = 3_600_000;
const startMs = Date.UTC(2026, 0, 5, 14);

describe('timetable', () => {
  it('has one sample an hour, 168 in a week', () => {
    expect(timetableFrom({ everyMinutes: 60, forMinutes: 7 * 24 * 60 }, startMs)).toEqual({
      firstMs: startMs,
      everyMs: hourMs,
      samples: 168,
    });
  });

  it('rejects less than two samples and more than can be shown', () => {
    expect(() => timetableFrom({ everyMinutes: 60, forMinutes: 60 }, 0)).toThrow('1 samples');
    expect(() => timetableFrom({ everyMinutes: 1, forMinutes: 3001 }, 0)).toThrow('3,001 samples');
  });

  it('takes a sample that is up to a minute late, and skips one that is later', () => {
    const timetable = { firstMs: startMs, everyMs: hourMs, samples: 3 };
    expect(nextSample(timetable, startMs, 0)).toEqual({ number: 1, atMs: startMs });
    expect(nextSample(timetable, startMs + hourMs + 60_000, 1)).toEqual({ number: 2, atMs: startMs + hourMs });
    expect(nextSample(timetable, startMs + hourMs + 60_001, 1)).toEqual({ number: 3, atMs: startMs + 2 * hourMs });
    expect(nextSample(timetable, startMs + 2 * hourMs + 60_001, 1)).toBeNull();
    expect(nextSample(timetable, startMs, 3)).toBeNull();
  });

  it('offers no sample twice, none before its time has come near, and none that is too late', () => {
    fc.assert(
      fc.property(
        fc.record({
          everyMs: fc.integer({ min: 60_000, max: 24 * hourMs }),
          samples: fc.integer({ min: 2, max: 3000 }),
          last: fc.nat(3000),
          passedMs: fc.nat(90 * 24 * hourMs),
        }),
        ({ everyMs, samples, last, passedMs }) => {
          const nowMs = startMs + passedMs;
          const next = nextSample({ firstMs: startMs, everyMs, samples }, nowMs, last);
          if (next === null) {
            const lastMs = startMs + (samples - 1) * everyMs;
            expect(last >= samples || nowMs > lastMs).toBe(true);
            return;
          }
          expect(next.number).toBeGreaterThan(last);
          expect(next.number).toBeLessThanOrEqual(samples);
          expect(next.atMs).toBe(startMs + (next.number - 1) * everyMs);
          expect(nowMs - next.atMs).toBeLessThanOrEqual(60_000);
          // The one before is taken, or too late.
          if (next.number - 1 > last) expect(next.atMs - everyMs).toBeLessThan(nowMs);
        },
      ),
    );
  });
});
