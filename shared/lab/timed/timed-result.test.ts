// A timed run of five days whose rates are known by arithmetic: samples, gaps, hours, and whether the hour matters.
import { describe, expect, it } from 'vitest';
import { experimentOf } from '../definitions';
import { noTotals } from '../fixtures/no-totals';
import { clearLine } from '../line-settings';
import { checkParameters } from '../parameters';
import { reportOf } from '../report/report';
import { type RunRecord, rowsOf, runRecord } from '../run';
import { runFacts } from '../run-text';
import { resultOf } from '../run-result';
import { atPoint, withSample } from './timed-record';

const hourMs = 3_600_000;
const startMs = Date.UTC(2026, 0, 5, 14);
const study = experimentOf('transfer-study');
const columns = study.columns.map(({ name }) => name);
const timetable = { firstMs: startMs, everyMs: hourMs, samples: 120 };
const facts = { id: 'timed-run', name: 'A week', timetable, failures: [] };

/** Two files of 1,000 bytes up to each target, at `rate` and at twice of it. */
function sampleAt(number: number, rate: number, lateMs = 0): RunRecord {
  const rows = ['West', 'Home'].flatMap((target, index) =>
    [rate, 2 * rate].map((bytesPerSecond) => ({
      node: 'n1',
      repetition: 1,
      step: 'up',
      startMs: 50,
      durationMs: 1000,
      direction: 'up',
      fileBytes: 1000,
      sizeClass: 1000,
      bytesPerSecond: bytesPerSecond * (index + 1),
      ok: 1,
      target,
    })),
  );
  return runRecord.parse({
    schemaVersion: 1,
    id: `sample-${number}`,
    name: 'x',
    experimentId: study.id,
    nodes: ['n1'],
    startedAtMs: startMs + (number - 1) * hourMs + lateMs,
    end: 'done',
    endReason: '',
    parameters: checkParameters(study.parameters, {}),
    seed: 1,
    line: clearLine,
    environments: [
      {
        appVersion: '1',
        node: '20',
        platform: 'linux',
        arch: 'x64',
        cpu: 'c',
        cpuCount: 1,
        memoryBytes: 1,
        target: 'emulator',
        connection: 'West',
        credential: 'key',
      },
    ],
    totals: { ...noTotals, requests: 4, elapsedMs: 2000 },
    sampleCount: rows.length,
    columns,
    rows: rowsOf(columns, rows),
  });
}

function timedRun(numbers: readonly number[], rateOf: (hour: number, number: number) => number): RunRecord {
  let run: RunRecord | null = null;
  for (const number of numbers) {
    run = withSample(run, sampleAt(number, rateOf((14 + number - 1) % 24, number), 500), number, facts);
  }
  return atPoint(run ?? sampleAt(1, 1), facts, { reached: 120, end: 'done' });
}

const all = Array.from({ length: 120 }, (_, index) => index + 1);
const gaps = new Set([3, 4, 5, 40]);

describe('a timed run', () => {
  const busyAtNine = (hour: number, number: number): number => (hour === 21 ? 50 : 100) + (number % 3);
  const run = timedRun(
    all.filter((number) => !gaps.has(number)),
    busyAtNine,
  );
  const { findings, charts, tables } = resultOf(run);

  it('has its samples as repetitions, at their times since the start, and the sum of what they sent', () => {
    const [repetition, start] = [columns.indexOf('repetition'), columns.indexOf('startMs')];
    expect(new Set(run.rows.map((row) => row[repetition])).size).toBe(116);
    expect(run.rows.at(-1)?.[start]).toBe(119 * hourMs + 500 + 50);
    expect(run.totals).toMatchObject({ requests: 116 * 4, elapsedMs: 119 * hourMs + 500 + 2000 });
    expect(run).toMatchObject({ end: 'done', endReason: '', timetable: { samples: 120, reached: 120, measured: 116 } });
  });

  it('names its gaps, and draws them as gaps', () => {
    expect(findings[0]).toBe(
      'Samples measured: 116 of 120; missing: 4 (2026-01-05 16:00 to 2026-01-05 18:00; 2026-01-07 05:00 UTC).',
    );
    const series = charts.find(({ id }) => id === 'series-up')?.series;
    expect(series?.map(({ label }) => label)).toEqual(['West', 'Home']);
    const points = series?.[0]?.points ?? [];
    expect(points).toHaveLength(120);
    expect(points.filter(({ y }) => y === null).map(({ x }) => x + 1)).toEqual([...gaps]);
    // 100 + 1 and twice of it.
    expect(points[0]).toMatchObject({ x: 0, y: 151.5 });
    expect(charts.some(({ id }) => id.startsWith('over-time-'))).toBe(false);
  });

  it('shows the rate of each hour with its samples and its gaps', () => {
    const table = tables.find(({ id }) => id === 'time-of-day');
    expect(table?.rows).toHaveLength(48);
    const at = (from: string, label: string) => table?.rows.find((row) => row[0] === from && row[1] === label);
    // 16:00 is missing on the first of five days.
    expect(at('16:00', 'upload, West')?.slice(-2)).toEqual([4, 1]);
    expect(at('21:00', 'upload, West')?.slice(-2)).toEqual([5, 0]);
    const rates = [8, 32, 56, 80, 104].map((number) => (50 + (number % 3)) * 1.5);
    expect(at('21:00', 'upload, West')?.[2]).toBeCloseTo(rates.reduce((sum, rate) => sum + rate) / 5, 9);
    const chart = charts.find(({ id }) => id === 'time-of-day-up');
    expect(chart?.series[0]?.points.find(({ x }) => x === 21)?.y).toBeCloseTo(
      rates.reduce((sum, rate) => sum + rate) / 5,
      9,
    );
  });

  it('names the slowest hour where hours differ, and none where they do not', () => {
    expect(findings).toContainEqual(
      expect.stringMatching(/^1,000 B upload, West: fastest from .*, slowest from 21:00 UTC \(7\d B\/s\)\.$/),
    );
    const even = timedRun(all, (_, number) => 100 + ((number * 7919) % 13));
    expect(resultOf(even).findings.slice(0, 3)).toEqual([
      'Samples measured: 120 of 120.',
      '1,000 B upload, West: no certain difference between times of day.',
      '1,000 B upload, Home: no certain difference between times of day.',
    ]);
  });

  it('says what failed, how far it is, and where it was stopped', () => {
    const failures = [{ sample: 2, code: 'network.timeout', message: 'x', context: {} }];
    const open = withSample(null, sampleAt(1, 100), 1, facts);
    const failed = atPoint(open, { ...facts, failures }, { reached: 2, end: 'interrupted' });
    expect(resultOf(failed).findings.slice(0, 2)).toEqual([
      'Samples measured: 1 of 120; missing: 1 (2026-01-05 15:00 UTC).',
      expect.stringMatching(/^1 of them was tried and failed: .+\.$/),
    ]);
    expect(
      resultOf(open).charts.map(({ id }) => id),
      'no chart of one point',
    ).not.toContain('time-of-day-up');
    expect(runFacts(open)[0]).toContain('It continues: 1 of 120 samples so far.');
    expect(runFacts(atPoint(open, facts, { reached: 1, end: 'cancelled' }))[0]).toContain(
      'Stopped after 1 of 120 samples.',
    );
    expect(runRecord.parse(JSON.parse(JSON.stringify(failed)))).toEqual(failed);
    expect(reportOf(run).findings[0]).toBe(findings[0]);
  });
});
