// Recorded runs beside one another: those of many nodes as one, and those of two days on the same axes.
import { describe, expect, it, onTestFinished } from 'vitest';
import { axisRanges } from './charts/axis-ranges';
import { onSameScale } from './charts/same-scale';
import { compareRuns } from './compare-runs';
import english from '../strings/en.json';
import { pseudoCatalogue } from '../strings/pseudo';
import { setLanguage } from '../strings/t';
import { comparisonCsv } from './run-files';
import { comparisonChart, comparisonTable } from './comparison-result';
import { experimentOf } from './definitions';
import { recordedRuns } from './fixtures/recorded-runs';
import { mergeRuns } from '../../electron/engine/lab/runs/merge-runs';
import { type RunRecord, rowsOf, samplesOf } from './run';

/** The same run as if everything had taken `factor` times as long. */
function slowed(run: RunRecord, factor: number, over: Partial<RunRecord>): RunRecord {
  const samples = samplesOf(run).map((sample) => ({
    ...sample,
    startMs: Number(sample.startMs) * factor,
    durationMs: Number(sample.durationMs) * factor,
    bytesPerSecond: Number(sample.bytesPerSecond) / factor,
  }));
  return { ...run, rows: rowsOf(run.columns, samples), ...over };
}

describe('twenty nodes', () => {
  const files = recordedRuns.Files!;
  const nodes = Array.from({ length: 20 }, (_, index) =>
    slowed(files, 1 + index / 10, { startedAtMs: files.startedAtMs + index * 30 }),
  );
  const merged = mergeRuns(nodes, { id: 'twenty', name: 'Twenty' });
  const { charts, tables } = experimentOf('file-or-block').analyse(samplesOf(merged));
  const chart = (id: string) => charts.find((one) => one.id === id)!;

  it('share the time that passed, against what they would bring if all were as fast as the fastest', () => {
    const effectiveMode = 'single';
    const [effective, linear] = chart('linear-up').series;
    expect([effective!.points.length, linear!.points.length]).toEqual([20, 20]);
    expect(effective!.points[0]!.y).toBe(linear!.points[0]!.y);
    // Twenty times the bytes, from the first start on any node to the last end on any.
    const own = samplesOf(merged).filter(({ direction, mode }) => direction === 'up' && mode === effectiveMode);
    const [from, to] = [
      Math.min(...own.map(({ startMs }) => Number(startMs))),
      Math.max(...own.map(({ startMs, durationMs }) => Number(startMs) + Number(durationMs))),
    ];
    const bytes = own.reduce((sum, { fileBytes }) => sum + Number(fileBytes), 0);
    expect(effective!.points[19]!.y).toBeCloseTo((bytes / (to - from)) * 1000, 3);
    expect(effective!.points[19]!.y).toBeLessThan(linear!.points[19]!.y! / 2);
    const overall = tables.find(({ id }) => id === 'ways')!.rows[0]![1];
    expect(effective!.points[19]!.y).toBeCloseTo(Number(overall), 6);
  });

  it('have a row each in the table, and every transfer a separate bar on the timeline', () => {
    expect(tables.find(({ id }) => id === 'nodes')!.rows).toHaveLength(20);
    const [bars] = chart('timeline-up-files').series;
    expect(bars!.points).toHaveLength(20 * 6);
    for (const one of bars!.points) {
      const beside = bars!.points.filter((other) => other !== one && other.y === one.y);
      expect(beside.filter(({ x, toX }) => x < one.toX! - 0.01 && toX! > one.x + 0.01)).toEqual([]);
    }
  });
});

describe('two days', () => {
  const sweep = recordedRuns.Sweep!;
  const runs = [
    sweep,
    slowed(sweep, 2, { id: 'later', name: 'Later' }),
    slowed(sweep, 1, { id: 'last', name: 'Last' }),
  ];

  it('are compared in the order of the settings, with bars that do not leave the axis', () => {
    const comparison = compareRuns(runs);
    // When it was recorded, blocks as large as the file were left out.
    const planned = experimentOf(sweep.experimentId)
      .steps(sweep.parameters)
      .filter(({ label }) => label !== '256.0 KiB in 256.0 KiB × 4');
    expect(comparison.settings.map(({ label }) => label)).toEqual(planned.map(({ label }) => label));
    expect(comparison.settings.map(({ others }) => others[1]!.verdict)).toEqual(planned.map(() => 'alike'));
    expect(comparisonTable(comparison).columns).toHaveLength(2 + 2 * 4);
    for (const { points } of comparisonChart(comparison).series) {
      for (const { low = 0 } of points) expect(low).toBeGreaterThanOrEqual(0);
    }
  });

  it('have the same axes', () => {
    const charts = onSameScale(runs.map((run) => experimentOf(run.experimentId).analyse(samplesOf(run)).charts));
    const [first, second] = charts.map((own) => own.find(({ id }) => id === 'duration')!);
    expect(axisRanges(first!)).toEqual(axisRanges(second!));
    const max = Math.max(...samplesOf(runs[1]!).map(({ durationMs }) => Number(durationMs)));
    expect(axisRanges(first!).y.to).toBeCloseTo(max, 6);
  });
});

describe('a comparison as CSV', () => {
  it('has a setting a line, under titles with their units', () => {
    const sweep = recordedRuns.Sweep ?? Object.values(recordedRuns)[0]!;
    const runs = [sweep, slowed(sweep, 2, { id: 'later', name: 'Later, slower' })];
    const comparison = compareRuns(runs);
    const [head, ...lines] = comparisonCsv(runs).trimEnd().split('\n');
    expect(head).toBe(`Setting,${sweep.name} (ms),"Later, slower (ms)",Difference (%),95 % interval,Verdict`);
    expect(lines).toHaveLength(comparison.settings.length);
    expect(lines[0]).toContain(String(comparison.settings[0]!.base.medianMs));
    onTestFinished(() => setLanguage({ tag: 'en', catalogue: {} }));
    setLanguage({ tag: 'en', catalogue: pseudoCatalogue(Object.keys(english)) });
    expect(comparisonCsv(runs).trimEnd().split('\n'), 'in any language').toEqual([head, ...lines]);
  });
});
