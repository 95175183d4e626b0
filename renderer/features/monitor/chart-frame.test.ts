// A live chart is not redrawn only when it would look the same.
import { chartClock } from '@renderer/charts/chart-clock';
import { describe, expect, it } from 'vitest';
import { type ChartFrame, isStill } from './chart-frame';

const minuteMs = 60_000;
const series = [{ key: 'retries', label: 'retries', colour: '', shape: 'line' }] as const;
const frame = (endMs: number, retries: number | null, change: Partial<ChartFrame> = {}): ChartFrame => ({
  points: [{ atMs: endMs, retries }],
  windowMs: minuteMs,
  endMs,
  stepMs: 250,
  clock: null,
  flow: 'live',
  ...change,
});

describe('a live chart', () => {
  it('moves with every sample while it shows something', () => {
    expect(isStill(frame(0, 1), frame(250, 1), series)).toBe(false);
    expect(isStill(frame(0, 0), frame(250, 1), series)).toBe(false);
    expect(isStill(frame(0, 1), frame(250, 0), series)).toBe(false);
  });

  it('of nothing moves once a second', () => {
    expect(isStill(frame(0, 0), frame(750, null), series)).toBe(true);
    expect(isStill(frame(0, 0), frame(1_000, 0), series)).toBe(false);
  });

  it('of nothing but what a band reaches up to shows something', () => {
    const band = [{ key: 'p5', high: 'p95', label: '', colour: '', shape: 'band' }] as const;
    const later = { ...frame(250, 0), points: [{ atMs: 250, p5: 0, p95: 12 }] };
    expect(isStill({ ...later, endMs: 0 }, later, band)).toBe(false);
  });

  it('of a long time moves when that is a pixel', () => {
    const long = { windowMs: 5 * minuteMs };
    expect(isStill(frame(0, 1, long), frame(250, 1, long), series)).toBe(true);
    expect(isStill(frame(0, 1, long), frame(500, 1, long), series)).toBe(false);
  });

  it('is drawn where the user holds it, up to the newest point', () => {
    expect(isStill(frame(0, 0), frame(250, 0, { flow: 'held' }), series)).toBe(false);
    expect(isStill(frame(0, 0, { flow: 'held' }), frame(250, 0), series)).toBe(true);
  });

  it('is drawn when its format, window or time of day differs', () => {
    const clock = chartClock(0, minuteMs, 'utc');
    expect(isStill(frame(0, 0), frame(0, 0), series)).toBe(false);
    expect(isStill(frame(0, 0), frame(250, 0, { windowMs: 1_000 }), series)).toBe(false);
    expect(isStill(frame(0, 0, { clock }), frame(250, 0, { clock }), series)).toBe(false);
  });
});
