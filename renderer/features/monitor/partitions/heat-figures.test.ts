import { describe, expect, it } from 'vitest';
import type { PartitionHeat } from '@shared/model/monitor';
import { cellText, heatFigures, heatUnit } from './heat-figures';

const atMs = (second: number): number => Date.UTC(2026, 9, 14, 8, 21, second);
const heat: PartitionHeat = {
  stepMs: 5_000,
  stepsAtMs: [atMs(5), atMs(10), atMs(15)],
  partitions: [
    {
      connectionId: 'c',
      table: 'Ships',
      partition: 'North',
      requests: [0, 20, 5],
      entities: [0, 2_000, 500],
    },
    { connectionId: 'c', table: 'Ships', partition: 'South', requests: [0, 10, 0], entities: [0, 0, 0] },
  ],
  more: 4,
  completeFromMs: atMs(5),
};

describe('the figures of a heat map', () => {
  it('are rates over the step, each against the hottest', () => {
    const { max, rows } = heatFigures(heat, 'requests');
    expect(max).toBe(4);
    expect(rows.map(({ sum }) => sum)).toEqual([25, 10]);
    expect(rows[0]?.cells.map(({ rate, heat: share }) => [rate, share])).toEqual([
      [0, 0],
      [4, 1],
      [1, 0.25],
    ]);
  });

  it('distinguish a step before the start of the log from one without requests', () => {
    const [, south] = heatFigures(heat, 'entities').rows;
    expect(south?.cells.map(({ isUnknown }) => isUnknown)).toEqual([true, false, false]);
    expect(cellText(heat, 1, 0)).toContain('before the start of the log');
    expect(cellText(heat, 1, 2)).toBe('South in Ships, 08:21:10 to 08:21:15 UTC: no requests');
  });

  it('read with both measures, exactly', () => {
    expect(cellText(heat, 0, 1)).toBe(
      'North in Ships, 08:21:05 to 08:21:10 UTC: 4 requests/s (20), 400 entities/s (2,000)',
    );
  });

  it('are per hour when the hottest partition has few requests', () => {
    const seldom = { ...heat, stepMs: 14_400_000 };
    expect(heatUnit(seldom, 'requests').name).toBe('h');
    expect(cellText(seldom, 0, 2)).toMatch(/: 1\.3 requests\/h \(5\), 0\.035 entities\/s \(500\)$/);
  });
});
