// Recorded runs beside one another: those of many nodes as one, and those of two days on the same axes.
import { describe, expect, it, onTestFinished } from 'vitest';
import { axisRanges } from './charts/axis-ranges';
import { onSameScale } from './charts/same-scale';
import { compareRuns } from './compare-runs';
import english from '../strings/en.json';
import { pseudoCatalogue } from '../strings/pseudo';
import { setLanguage } from '../strings/t';
import { comparisonCsv } from './run-files';
import { comparisonChart, comparisonCharts, comparisonTable, rateTable } from './comparison-result';
import { drawChart } from './charts/draw-chart';
import { comparisonReport, reportOf } from './report/report';
import { scalingFindings, scalingOf } from './scaling';
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

const files = recordedRuns.Files!;

describe('twenty nodes', () => {
  const nodes = Array.from({ length: 20 }, (_, index) =>
    slowed(files, 1 + index / 10, { startedAtMs: files.startedAtMs + index * 30 }),
  );
  const merged = mergeRuns(nodes, { id: 'twenty', name: 'Twenty' });
  const { charts, tables } = experimentOf('file-or-block').analyse(samplesOf(merged));
  const chart = (id: string) => charts.find((one) => one.id === id)!;

  it('share the time that passed, and each has its rate by name', () => {
    const own = samplesOf(merged).filter(({ direction, mode }) => direction === 'up' && mode === 'single');
    const [from, to] = [
      Math.min(...own.map(({ startMs }) => Number(startMs))),
      Math.max(...own.map(({ startMs, durationMs }) => Number(startMs) + Number(durationMs))),
    ];
    const bytes = own.reduce((sum, { fileBytes }) => sum + Number(fileBytes), 0);
    // Twenty times the bytes, from the first start on any node to the last end on any.
    expect(tables.find(({ id }) => id === 'ways')!.rows[0]![1]).toBeCloseTo((bytes / (to - from)) * 1000, 3);
    expect(chart('nodes').x.categories).toEqual(merged.nodes);
    expect(chart('nodes').series[0]!.points).toHaveLength(20);
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

describe('runs of 1, 2 and 4 nodes', () => {
  // Four files of 10 MB one after the other on each node, which take so many seconds each.
  const nodeRun = (id: string, seconds: number, fromMs = 0): RunRecord => {
    const samples = Array.from({ length: 4 }, (_, index) => ({
      node: id,
      repetition: 1,
      step: 'Upload, files in parallel',
      direction: 'up',
      mode: 'files',
      ok: 1,
      fileBytes: 10_000_000,
      startMs: fromMs + index * seconds * 1000,
      durationMs: seconds * 1000,
      slot: 0,
      bytesPerSecond: 10_000_000 / seconds,
    }));
    return { ...files, id, name: id, nodes: [id], rows: rowsOf(files.columns, samples), sampleCount: samples.length };
  };
  const together = (count: number, seconds: number): RunRecord =>
    mergeRuns(
      Array.from({ length: count }, (_, index) => nodeRun(`n${count}-${index}`, seconds)),
      { id: `of-${count}`, name: `${count} nodes` },
    );
  // 10 MB/s alone, twice 7.5 MB/s = 75 % of linear, four times 3.3 MB/s = 33 % of linear.
  const runs = [nodeRun('alone', 1), together(2, 4 / 3), together(4, 3)];

  it('are held against as many times one node that ran alone', () => {
    const [setting] = scalingOf(runs);
    expect(setting!.levels.map(({ nodes }) => nodes)).toEqual([1, 2, 4]);
    for (const [index, attenuation] of [0, 25, 100 * (2 / 3)].entries()) {
      expect(setting!.levels[index]!.attenuation).toBeCloseTo(attenuation, 6);
    }
    expect(setting!.levels[2]!.linear).toBeCloseTo(40_000_000, 3);
    expect(scalingFindings(scalingOf(runs))).toEqual(['4 nodes stay 67 % below 4 times one node alone.']);
    expect(comparisonReport(runs).sections.map(({ heading }) => heading)).toContain('Scaling over nodes');
  });

  it('leave out nodes that took turns, and say so', () => {
    const turns = mergeRuns([nodeRun('a', 1), nodeRun('b', 1, 60_000)], { id: 'turns', name: 'in turn' });
    const [setting] = scalingOf([...runs, turns]);
    expect(setting!.levels[1]!.attenuation).toBeCloseTo(25, 6);
    expect(scalingOf([runs[0]!, turns])).toEqual([]);
    expect(comparisonReport([runs[0]!, turns]).findings.at(-1)).toBe(
      'The nodes of “in turn” did not run together in every setting; those settings are not compared with one node alone.',
    );
    expect(reportOf(turns).findings).toEqual([expect.stringMatching(/^The nodes did not run together/)]);
  });

  it('show nothing of the kind without a run of one node alone', () => {
    expect(scalingOf(runs.slice(1))).toEqual([]);
    expect(comparisonReport(runs.slice(1)).sections.map(({ heading }) => heading)).not.toContain('Scaling over nodes');
  });
});

describe('whole files and blocks compared', () => {
  /** Eight files of 10 MB in three repetitions: `atOnce` together, each for so many seconds. */
  const way = (id: string, atOnce: number, seconds: number): RunRecord => {
    const samples = [1, 2, 3].flatMap((repetition) =>
      Array.from({ length: 8 }, (_, index) => ({
        node: 'n',
        repetition,
        step: 'Upload, files in parallel',
        direction: 'up',
        mode: 'files',
        ok: 1,
        fileBytes: 10_000_000,
        startMs: repetition * 100_000 + Math.floor(index / atOnce) * seconds * 1000,
        durationMs: seconds * 1000,
      })),
    );
    return { ...files, id, name: id, rows: rowsOf(files.columns, samples), sampleCount: samples.length };
  };
  // One by one 8 s; four at a time, each twice as slow, 4 s: slower files, twice the overall rate.
  const runs = [way('one by one', 1, 1), way('in parallel', 4, 2)];

  it('are judged by their overall rate as well as by the median of a file', () => {
    const { settings, findings } = compareRuns(runs);
    expect(settings[0]!.others[0]).toMatchObject({ verdict: 'slower', rateVerdict: 'faster', ratePercent: 100 });
    expect(settings[0]!.base.rates).toEqual([10_000_000, 10_000_000, 10_000_000]);
    expect(findings[0]).toMatch(
      /by median duration: 1 slower\. By overall rate: 1 faster, 0 slower, 0 without a certain difference\. Where each one takes longer and the rate is higher, more are under way at once\.$/,
    );
    expect(rateTable(compareRuns(runs)).rows[0]).toEqual([
      ...['Upload, files in parallel', 3, 10_000_000, 0],
      ...[20_000_000, 0, 100, 'faster'],
    ]);
  });

  it('have no verdict by a rate that was measured once or twice', () => {
    const twice = runs.map((run) => ({ ...run, rows: run.rows.slice(0, 16) }));
    const { findings, settings } = compareRuns(twice);
    expect(settings[0]!.others[0]!.rateVerdict).toBe('unknown');
    expect(findings[0]).not.toContain('overall rate');
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

  it('show the name of every setting, also where the names do not fit beside one another', () => {
    const { settings } = compareRuns(runs);
    for (const width of [460, 1064]) {
      for (const spec of comparisonCharts(compareRuns(runs))) {
        const texts = drawChart(spec, { width, height: 260 }).marks.flatMap((mark) =>
          mark.kind === 'text' ? [mark.text] : [],
        );
        for (const { label } of settings) expect(texts).toContain(label);
      }
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

it('compared transfer studies share a band of ±1 sd for each direction, and show how much each varies', () => {
  const run = recordedRuns.Study!;
  const at = run.columns.indexOf('bytesPerSecond');
  const half = run.rows.map((row) => row.map((value, index) => (index === at ? Number(value) / 2 : value)));
  const [{ charts, tables } = { charts: [], tables: [] }] = comparisonReport([
    run,
    { ...run, id: 'other', name: 'Other', rows: half },
  ]).sections;
  const { series, figure } = charts.find(({ id }) => id === 'services-bytesPerSecond-up')!;
  expect([series.map(({ label }) => label), figure]).toEqual([['Study, upload', 'Other, upload'], 'the range charts']);
  const [first, second] = series.map(({ points }) => points);
  for (const [index, { y, low, high }] of first!.entries()) {
    expect(second![index]!.y).toBeCloseTo(y! / 2, 6);
    expect(second![index]!.high! - second![index]!.y!).toBeCloseTo((high! - y!) / 2, 6);
    expect(low).toBeLessThanOrEqual(y!);
  }
  // Half the rate varies by the same percentage.
  const variability = tables.find(({ id }) => id === 'variability')!;
  for (const row of variability.rows) expect(row[2]).toBeCloseTo(Number(row[1]), 6);
});
