// Steps of the history as points: none missing, none made up.
import { afterEach, describe, expect, it } from 'vitest';
import { type MonitorSeries, type SeriesPoint, otherNames } from '@shared/model/monitor';
import { setLanguage } from '@shared/strings/t';
import { allOperations, operationRows, seriesPoints, throttleRows } from './series-points';

const point = (atMs: number, requestsPerSecond: number): SeriesPoint => ({
  atMs,
  requestsPerSecond,
  uploadBytesPerSecond: requestsPerSecond * 100,
  downloadBytesPerSecond: 0,
  latencyMs: null,
  throttled: 1,
  retries: 0,
  failed: 0,
});
const series: MonitorSeries = {
  stepMs: 3_000,
  points: [point(6_000, 2), point(12_000, 1)],
  completeFromMs: 3_000,
  operations: [{ operation: 'PutBlock', perStep: [2, 1] }],
  throttles: [{ cause: '503 ServerBusy', perStep: [4, 0] }],
};

describe('points of a series', () => {
  it('has one for each step; a silent one is zero, before the history began there is none', () => {
    const points = seriesPoints(series, 12_000);
    expect(points.map(({ atMs, requests, p50 }) => [atMs, requests, p50])).toEqual([
      [6_000, 2, null],
      [9_000, 0, null],
      [12_000, 1, null],
    ]);
  });

  it('draws the current step at the current time, with the rate that the engine reports', () => {
    const running = seriesPoints(series, 11_000).at(-1);
    expect(running).toMatchObject({ atMs: 11_000, requests: 1, upload: 100, throttled: 1 });
  });

  it('leaves out a step of which too little has passed, or is known', () => {
    expect(seriesPoints(series, 9_500).map(({ atMs }) => atMs)).toEqual([6_000, 9_000]);
    expect(seriesPoints({ ...series, completeFromMs: 5_500 }, 9_000).map(({ atMs }) => atMs)).toEqual([9_000]);
  });
});

describe('rows of operations', () => {
  it('has a series for each and one for all, over the same steps', () => {
    const { series: lines, rows } = operationRows(series, 12_000);
    expect(lines.map(({ label }) => label)).toEqual(['all', 'PutBlock']);
    expect(rows.map((row) => [row.atMs, row['operation:PutBlock'], row[allOperations]])).toEqual([
      [6_000, 2, 2],
      [9_000, 0, 0],
      [12_000, 1, 1],
    ]);
  });
});

describe('names of separate series', () => {
  afterEach(() => setLanguage({ tag: 'en', catalogue: {} }));

  it("are the service's names; only the series of all others is translated", () => {
    setLanguage({ tag: 'de', catalogue: { other: 'weitere' } });
    const reported = {
      ...series,
      operations: [
        { operation: 'PutBlock', perStep: [2, 1] },
        { operation: otherNames, perStep: [1, 0] },
      ],
    };
    expect(operationRows(reported, 12_000).series.map(({ label }) => label)).toEqual(['all', 'PutBlock', 'weitere']);
  });
});

describe('rows of throttles', () => {
  it('counts each cause in its step, and is empty when nothing was throttled', () => {
    const { series: bars, rows } = throttleRows(series, 12_000) ?? { series: [], rows: [] };
    expect(bars.map(({ label, shape }) => [label, shape])).toEqual([['503 ServerBusy', 'bars']]);
    expect(rows.map((row) => row['cause:503 ServerBusy'])).toEqual([4, 0, 0]);
    expect(throttleRows({ ...series, throttles: [] }, 12_000)).toBeNull();
  });
});
