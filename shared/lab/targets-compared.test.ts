// Several targets of one study: figures known by arithmetic, verdicts only where they are certain.
import { describe, expect, it } from 'vitest';
import { transferStudy } from './definitions/transfer-study';
import { bySizeClass, sizeClassOf } from './file-sizes';
import { checkParameters } from './parameters';
import type { Sample } from './run';

const KiB = 1024;

/** Three rates of each target, up and down, in bytes/s. */
function samplesFor(rates: Readonly<Record<string, readonly number[]>>, fileBytes = 1000): readonly Sample[] {
  return Object.entries(rates).flatMap(([target, own]) =>
    ['up', 'down'].flatMap((direction) =>
      own.map((rate, index) => ({
        node: 'n',
        repetition: index + 1,
        step: direction,
        startMs: index * 3_600_000,
        mode: 'single',
        durationMs: (fileBytes / rate) * 1000,
        bytesPerSecond: rate,
        direction,
        fileBytes,
        sizeClass: fileBytes,
        ok: 1,
        target,
        error: '',
      })),
    ),
  );
}

const analysed = transferStudy.analyse(
  samplesFor({ West: [100, 110, 90], Bucket: [200, 220, 180], Home: [80, 100, 120] }),
);

describe('targets of a study', () => {
  it('are compared with the first, with a verdict only where the interval excludes zero', () => {
    const table = analysed.tables.find(({ id }) => id === 'targets');
    expect(table?.title).toBe('Mean rate versus West');
    expect(table?.rows[0]?.map((cell) => (typeof cell === 'number' ? Math.round(cell) : cell))).toEqual([
      ...['1,000 B', 'upload', 100],
      ...[200, 100, 'faster'],
      ...[100, 0, 'no certain difference'],
    ]);
    expect(analysed.findings[0]).toBe('Bucket versus West, upload: faster: 1,000 B.');
  });

  it('have their variability in percent of the mean', () => {
    const table = analysed.tables.find(({ id }) => id === 'target-variability');
    expect(table?.rows[0]?.slice(1, 4)).toEqual([10, 10, 20]);
  });

  it('share one band over sizes, columns with the rate on a second axis, a scatter per size, and a course in hours', () => {
    const chart = (id: string) => analysed.charts.find((one) => one.id === id);
    expect(chart('range-up')?.series.map(({ label, points }) => [label, points[0]])).toEqual([
      ['West', { x: 1000, y: 100, low: 90, high: 110 }],
      ['Bucket', { x: 1000, y: 200, low: 180, high: 220 }],
      ['Home', { x: 1000, y: 100, low: 80, high: 120 }],
    ]);
    expect(
      chart('columns-down')
        ?.series.filter(({ axis }) => axis === 'right')
        .map(({ points }) => points[0]?.y),
    ).toEqual([100, 200, 100]);
    expect(chart('rate-1000-up')?.series.map(({ label }) => label)).toEqual(['West', 'Bucket', 'Home']);
    expect(chart('over-time-up')?.series[1]?.points).toEqual([
      { x: 0, y: 200 },
      { x: 1, y: 220 },
      { x: 2, y: 180 },
    ]);
  });

  it('have a time axis in the unit of the length of the run', () => {
    const unitAfter = (factor: number) => {
      const rows = samplesFor({ West: [100, 110, 90] }).map((row) => ({
        ...row,
        startMs: Number(row.startMs) * factor,
      }));
      return transferStudy.analyse(rows).charts.find(({ id }) => id === 'over-time-up')?.x.unit;
    };
    expect([1, 1 / 10, 1 / 120].map(unitAfter)).toEqual(['h', 'min', 's']);
  });

  it('are not named where there is only one', () => {
    const { tables, charts } = transferStudy.analyse(samplesFor({ West: [100, 110, 90] }));
    expect(tables.map(({ id }) => id)).toEqual(['statistics', 'course']);
    expect(charts.map(({ id }) => id)).toContain('range');
  });
});

describe('own files', () => {
  it('belong to classes, each four times as large as the one before', () => {
    expect([1, 4 * KiB, 4 * KiB + 1, 300 * KiB].map(sizeClassOf)).toEqual([4 * KiB, 4 * KiB, 16 * KiB, 1024 * KiB]);
    const files = [5000, 10, 6000].map((bytes, index) => ({ index, bytes }));
    expect([...bySizeClass(files)].map(([limit, own]) => [limit, own.map(({ index }) => index)])).toEqual([
      [4 * KiB, [1]],
      [16 * KiB, [0, 2]],
    ]);
  });

  it('are steps up and down, with as many files at once as chosen, all of one class', () => {
    const values = checkParameters(transferStudy.parameters, { input: 'folder', filesAtOnce: 2, blockBytes: 0 });
    const files = [5000, 10, 6000, 7000].map((bytes, index) => ({ index, bytes }));
    const steps = transferStudy.steps(values, files).map(({ label, step }) => {
      if (step.kind !== 'transfer') throw new Error('A study only transfers.');
      return [label, step.own?.map(({ index }) => index), step.fileBytes];
    });
    expect(steps).toEqual([
      ['up to 4.0 KiB upload', [1], 10],
      ['up to 4.0 KiB download', [1], 10],
      ['up to 16.0 KiB upload', [0, 2], 5500],
      ['up to 16.0 KiB upload', [3], 7000],
      ['up to 16.0 KiB download', [0, 2], 5500],
      ['up to 16.0 KiB download', [3], 7000],
    ]);
  });
});
