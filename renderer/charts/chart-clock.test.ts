// Marks of a time axis are at round times, whatever the length of the window.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chartClock } from './chart-clock';

function marks(from: string, to: string): readonly string[] {
  const clock = chartClock(Date.parse(from), Date.parse(to), 'utc');
  return clock.ticksMs.map(clock.tickText);
}

describe('marks', () => {
  it.each([
    ['2026-10-14T02:00Z', '2026-10-14T02:59Z', ['02:00', '02:10', '02:20', '02:30', '02:40', '02:50']],
    ['2026-10-14T00:00Z', '2026-10-15T06:00Z', ['10-14', '06:00', '12:00', '18:00', '10-15', '06:00']],
    ['2026-10-13T05:00Z', '2026-10-18T23:00Z', ['10-14', '10-15', '10-16', '10-17', '10-18']],
    // Mondays.
    ['2026-10-01T00:00Z', '2026-11-05T00:00Z', ['10-05', '10-12', '10-19', '10-26', '11-02']],
    ['2026-01-01T07:12Z', '2026-10-28T00:00Z', ['2026-03', '2026-05', '2026-07', '2026-09']],
    ['2025-11-20T00:00Z', '2026-03-10T00:00Z', ['2025-12', '2026-01', '2026-02', '2026-03']],
    ['2019-06-01T00:00Z', '2024-02-01T00:00Z', ['2020', '2021', '2022', '2023', '2024']],
    ['1601-01-01T00:00Z', '2026-01-01T00:00Z', ['1700', '1800', '1900', '2000']],
  ])('from %s to %s', (from, to, text) => {
    expect(marks(from, to)).toEqual(text);
  });

  it('are few, in order and within', () => {
    const moment = fc.integer({ min: Date.UTC(1601), max: Date.UTC(9998) });
    fc.assert(
      fc.property(moment, fc.integer({ min: 1000, max: 2e12 }), fc.constantFrom('utc', 'local'), (from, span, zone) => {
        const { ticksMs } = chartClock(from, from + span, zone);
        expect(ticksMs.length).toBeLessThanOrEqual(8);
        expect(ticksMs.every((tick) => tick >= from && tick <= from + span)).toBe(true);
        expect([...ticksMs].sort((a, b) => a - b)).toEqual(ticksMs);
      }),
    );
  });
});
