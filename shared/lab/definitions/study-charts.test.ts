// The charts and tables that carry the arguments of the studies, on rows whose right answer is known by arithmetic.
import { describe, expect, it } from 'vitest';
import { KiB, MiB } from '../../units';
import type { RunResult } from '../results';
import type { Sample } from '../run';
import { experimentOf } from '.';

const chart = ({ charts }: RunResult, id: string) => charts.find((one) => one.id === id)!;
const pointsOf = (result: RunResult, id: string, label: string) =>
  chart(result, id)
    .series.find((one) => one.label === label)!
    .points.map(({ x, y }) => [x, y]);
const rowsOf = ({ tables }: RunResult, id: string) => tables.find((one) => one.id === id)!.rows;

describe('saturation', () => {
  // 100 entities every half second for four seconds; in the second repetition two are refused and one times out.
  const request = (repetition: number, index: number, over: Sample = {}): Sample => ({
    node: 'n',
    repetition,
    step: 's',
    partitions: 1,
    concurrency: 1,
    batchSize: 100,
    entities: 100,
    operation: 'write',
    startMs: repetition * 10_000 + index * 500,
    durationMs: 500,
    throttled: 0,
    ok: 1,
    error: '',
    connections: 1,
    ...over,
  });
  const busy = { ok: 0, throttled: 1, error: 'throttled.server-busy' };
  const samples = [
    ...Array.from({ length: 8 }, (_, index) => request(1, index)),
    request(2, 0),
    request(2, 1, busy),
    request(2, 2, busy),
    request(2, 3, { ok: 0, error: 'OperationTimedOut' }),
  ];
  const values = { partitions: 'one', batchSize: 100, line: 'lab-2010', seconds: 0 };
  const result = experimentOf('saturation').analyse(samples, values);

  it('has a row for each repetition, with time-outs apart from what was refused', () => {
    // Setting, repetition … succeeded, failed, throttled, time-outs.
    expect(rowsOf(result, 'repetitions').map((row) => [row[1], ...row.slice(-4)])).toEqual([
      [1, 8, 0, 0, 0],
      [2, 1, 3, 2, 1],
    ]);
  });

  it('draws the target of the line, and the rate of each second with the median of the whole', () => {
    expect(pointsOf(result, 'rate', 'target of a partition')).toEqual([
      [1, 500],
      [1, 500],
    ]);
    expect(chart(result, 'rate').figure).toBe('Fig. 15');
    // A request ends on the full second, which belongs to the next one: 1, 2, 2, 2 and the cut-off rest.
    expect(pointsOf(result, 'rate-over-time', 'one partition × 1').map(([, y]) => y)).toEqual([100, 200, 200, 200]);
    expect(pointsOf(result, 'rate-over-time', 'median of the whole')).toEqual([
      [1, 200],
      [4, 200],
    ]);
  });

  it('bills what was refused: 12 requests for 900 entities', () => {
    expect(rowsOf(result, 'levels')[0]!.at(-1)).toBeCloseTo((12 / 900) * 100 * 0.00036, 10);
  });
});

describe('upload block sweep', () => {
  // One stream takes 8 s for 8 MiB and 1 s for 1 MiB; blocks 2 s and 2 s, or 4 s and 0.5 s.
  const upload = (fileBytes: number, blockBytes: number, seconds: number): Sample => ({
    node: 'n',
    repetition: 1,
    step: `${fileBytes} ${blockBytes}`,
    direction: 'up',
    ok: 1,
    retries: 0,
    startMs: 0,
    fileBytes,
    blockBytes,
    concurrency: blockBytes === 0 ? 1 : 4,
    durationMs: seconds * 1000,
    bytesPerSecond: fileBytes / seconds,
  });
  const result = experimentOf('upload-block-sweep').analyse([
    ...[upload(8 * MiB, 0, 8), upload(8 * MiB, 256 * KiB, 2), upload(8 * MiB, MiB, 4)],
    ...[upload(MiB, 0, 1), upload(MiB, 256 * KiB, 2), upload(MiB, MiB, 0.5)],
  ]);

  it('draws the gain over the block size, a line a file size', () => {
    expect(pointsOf(result, 'gain-by-block', '8 MiB')).toEqual([
      [256 * KiB, 4],
      [MiB, 2],
    ]);
    expect(pointsOf(result, 'gain-by-block', '1 MiB')).toEqual([
      [256 * KiB, 0.5],
      [MiB, 2],
    ]);
  });

  it('names the best block for all sizes, and how much less time each setting takes', () => {
    expect(rowsOf(result, 'fixed')).toEqual([
      [256 * KiB, 4, 2.25, 0.5],
      [MiB, 4, 2, 2],
    ]);
    expect(result.findings.at(-1)).toBe(
      'One block for all sizes: 256 KiB × 4 gained most in this run, 2.3× on average.',
    );
    expect(rowsOf(result, 'gain').map((row) => row.at(-2))).toEqual([0, -100, 50, 0, 75, 50]);
  });
});

it('transfer study: columns of the duration with ±1 sd, and the rate on an axis of its own', () => {
  const samples = [1, 2, 3].map((seconds) => ({
    node: 'n',
    repetition: 1,
    step: 's',
    direction: 'up',
    fileBytes: MiB,
    ok: 1,
    startMs: 0,
    durationMs: seconds * 1000,
    bytesPerSecond: MiB / seconds,
  }));
  const { series, right } = chart(experimentOf('transfer-study').analyse(samples), 'columns');
  expect(right?.unit).toBe('bytes/s');
  expect(series[0]!.points).toEqual([{ x: 0, y: 2000, low: 1000, high: 3000 }]);
  expect(series[1]).toMatchObject({ axis: 'right', points: [{ x: 0, y: (MiB * (1 + 1 / 2 + 1 / 3)) / 3 }] });
});

it('read cost: the whole result of each pass, from its first request to its last page', () => {
  const page = (repetition: number, index: number, durationMs: number): Sample => ({
    node: 'n',
    repetition,
    step: 's',
    metadata: 'none',
    pageEntities: 1000,
    page: index + 1,
    ok: 1,
    token: 'end',
    startMs: repetition * 60_000 + index * 1000,
    durationMs,
    entities: 1000,
    bytes: 500,
    cpuMs: 1,
    firstByteMs: 1,
  });
  const result = experimentOf('read-cost').analyse([
    page(1, 0, 900),
    page(1, 1, 1000),
    page(2, 0, 900),
    page(2, 1, 3000),
  ]);
  // 2 s and 4 s; 1,000 bytes a pass.
  expect(rowsOf(result, 'whole')[0]!.slice(1)).toEqual([2, 3, Math.SQRT2, 2, 4, 1000, 2, 500]);
  expect(pointsOf(result, 'whole', 'no metadata, pages of 1000')).toEqual([
    [1, 2],
    [2, 4],
  ]);
});

describe('whole files or blocks', () => {
  // Ten files of 1 MiB one after the other. A small machine takes 2 s a file, a medium one 1 s; medium-3 and the second
  // repetition of small-1 are three times as slow.
  const file = (node: string, repetition: number, index: number, seconds: number): Sample => ({
    node,
    repetition,
    step: 's',
    direction: 'up',
    mode: 'single',
    fileBytes: MiB,
    slot: 0,
    ok: 1,
    startMs: repetition * 100_000 + index * seconds * 1000,
    durationMs: seconds * 1000,
    bytesPerSecond: MiB / seconds,
    lineMs: 750,
    serviceMs: 0,
    diskMs: 200,
    cpuMs: 50,
  });
  const files = (node: string, repetition: number, seconds: number): Sample[] =>
    Array.from({ length: 10 }, (_, index) => file(node, repetition, index, seconds));
  const analyse = (samples: Sample[]): RunResult => experimentOf('file-or-block').analyse(samples);

  it('shows each step of size and names the slow machine', () => {
    const nodes = { 'small-1': 2, 'small-2': 2, 'medium-1': 1, 'medium-2': 1, 'medium-3': 3 };
    const result = analyse(Object.entries(nodes).flatMap(([node, seconds]) => files(node, 1, seconds)));
    const [small, medium] = [MiB / 2, (2 * MiB + MiB / 3) / 3];
    expect(pointsOf(result, 'sizes', 'Upload, one by one').map(([, y]) => y)).toEqual([small, medium]);
    expect(rowsOf(result, 'steps').map((row) => row[1])).toEqual(['small → medium', 'mean']);
    expect(rowsOf(result, 'steps')[0]![2]).toBeCloseTo((medium / small - 1) * 100, 9);
    expect(result.findings).toContain('Slow machines: medium-3 (Upload, one by one: 33 % of the median).');
    expect(chart(result, 'nodes').x.categories).toContain('medium-3 (slow)');
  });

  it('marks the repetition that the others do not explain, and shows the rate without it', () => {
    const result = analyse([...files('n', 1, 1), ...files('n', 2, 1), ...files('n', 3, 4)]);
    expect(rowsOf(result, 'repetitions').map((row) => [row[2], row[4], row[5]])).toEqual([
      [MiB, '', null],
      [MiB, '', null],
      [MiB / 4, 'abnormal', MiB],
    ]);
    const even = analyse([...files('n', 1, 1), ...files('n', 2, 1.1), ...files('n', 3, 1.2)]);
    expect(rowsOf(even, 'repetitions').map((row) => row[4])).toEqual(['', '', '']);
  });

  it('shows the time by what it was spent on, in percent', () => {
    expect(rowsOf(analyse(files('n', 1, 1)), 'phases')).toEqual([['Upload, one by one', 75, 0, 20, 5]]);
  });

  it('names the step in the rates of single files', () => {
    const early = Array.from({ length: 10 }, (_, index) => file('n', 1, index, 1));
    const late = Array.from({ length: 10 }, (_, index) => file('n', 1, index + 10, 4));
    const result = analyse([...early, ...late]);
    expect(result.findings).toContain('Upload, one by one: a step after file 10, from 1.0 MiB/s to 256.0 KiB/s.');
    expect(rowsOf(result, 'course')[0]!.slice(-2)).toEqual(['step after file 10', -75]);
  });
});

it('degraded network: shows how much of a failed file had arrived', () => {
  const file = (ok: number, arrivedBytes: number): Sample => ({
    node: 'n',
    repetition: 1,
    step: '2 MiB, fixed',
    direction: 'up',
    mode: 'blocks',
    startMs: 0,
    fileBytes: 100 * MiB,
    blockBytes: 2 * MiB,
    concurrency: 4,
    durationMs: 1000,
    timeouts: 3,
    retries: 0,
    ok,
    bytesPerSecond: ok === 1 ? 100 * MiB : null,
    arrivedBytes,
  });
  const result = experimentOf('degraded-line').analyse([file(1, 100 * MiB), file(0, 25 * MiB)]);
  expect(rowsOf(result, 'blocks')[0]!.at(-1)).toBe(25);
  expect(result.findings[1]).toBe(
    '2 MiB, fixed: 1 of 2 files failed, 6 requests timed out. 25 % of their bytes arrived.',
  );
});

it('degraded network: the course of adaptive blocks is one setting, whatever sizes were seen', () => {
  const row = (mode: string, blockBytes: number, startMs: number): Sample => ({
    node: 'n',
    repetition: 1,
    step: 'adaptive',
    mode,
    blockBytes,
    startMs,
    durationMs: 1000,
    ok: mode === 'slice' ? null : 1,
    fileBytes: MiB,
    bytesPerSecond: MiB,
    timeouts: 0,
  });
  const samples = [row('blocks', -1, 0), row('slice', MiB, 0), row('slice', 256 * KiB, 1000)];
  const { series } = chart(experimentOf('degraded-line').analyse(samples), 'blocks');
  expect(series.map(({ label, points }) => [label, points.map(({ y }) => y)])).toEqual([
    ['adaptive', [MiB, 256 * KiB]],
  ]);
});

it('read cost: shows the published figures beside those measured, and the functions of the profile', () => {
  const page = (metadata: string, cpuMs: number, durationMs: number): Sample => ({
    node: 'n',
    repetition: 1,
    step: metadata,
    metadata,
    pageEntities: 1000,
    page: 1,
    ok: 1,
    token: 'end',
    startMs: 0,
    durationMs,
    entities: 1000,
    bytes: 500_000,
    cpuMs,
    firstByteMs: 1,
  });
  const used = (name: string, selfMs: number): Sample => ({
    node: 'n',
    repetition: 1,
    step: 'g',
    metadata: 'guessed',
    pageEntities: 1000,
    mode: 'profile',
    ok: null,
    function: name,
    selfMs,
  });
  const samples = [page('minimal', 20, 2000), page('guessed', 60, 4000), used('resolve', 91), used('read', 9)];
  const result = experimentOf('read-cost').analyse(samples);
  expect(rowsOf(result, 'published').map((row) => row[2])).toEqual([
    ...['0.060 ms', '0.040 ms', '4.00 s', '2.00 s', '500 B', '1', '1,000'],
  ]);
  expect(rowsOf(result, 'profile').map((row) => [row[1], row[3]])).toEqual([
    ['resolve', 91],
    ['read', 9],
  ]);
});
