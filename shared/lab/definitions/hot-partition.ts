// A key pattern and a rate of one's own against one partition (or those the pattern makes): whether the target is held,
// and whether the keys only ever grow.
import { axis, timelineChart } from '../chart-parts';
import type { ChartSpec } from '../charts/chart-spec';
import { writeColumns } from '../columns';
import { type Experiment, commonParameters, number } from '../experiment';
import {
  endMs,
  groupBy,
  measuredMs,
  numberIn,
  perSecond,
  succeeded,
  sumOf,
  textIn,
  valuesOf,
  where,
} from '../grouping';
import { orderOfArrival } from '../key-pattern';
import { latencyTable } from '../latency-table';
import { numberOf, textOf } from '../parameters';
import type { ResultTable } from '../results';
import type { Sample } from '../run';
import { medianOf } from '../statistics/summary';

/** Of the rate asked for; what is missing may be the client's own slowness. */
const heldShare = 0.95;
const toleratedThrottles = 0.001;

export const hotPartition: Experiment = {
  id: 'hot-partition',
  title: 'Hot partition stress',
  purpose: 'Whether partitions made by your key pattern take the rate you need.',
  study: 'Getting the most out of Tables, 2010',
  service: 'table',
  parameters: [
    {
      kind: 'text',
      name: 'partitionPattern',
      title: 'PartitionKey',
      help: 'Text with {n}, {spread:16}, {random}, {date}, {ticks} or {reversed-ticks}.',
      maxLength: 200,
      defaultValue: 'orders',
    },
    {
      kind: 'text',
      name: 'rowPattern',
      title: 'RowKey',
      help: 'The same; add {n} or {random} so that no two rows are alike.',
      maxLength: 200,
      defaultValue: '{ticks}-{n:6}',
    },
    number('entitiesPerSecond', 'Rate', 'What your system must sustain.', 200, 1, 50_000, 'entities/s'),
    number('seconds', 'Duration', 'How long the rate is kept up.', 5, 1, 3600, 's'),
    number('batchSize', 'Batch size', 'Entities in one transaction; those of one partition only.', 20, 1, 100),
    ...commonParameters({ repetitions: 1, line: 'none' }),
  ],
  presets: [
    { id: 'quick', title: 'Quick look', values: {} },
    { id: 'lab-2010', title: 'Beyond the target of 2010', values: { line: 'lab-2010', entitiesPerSecond: 1000 } },
    {
      id: 'today',
      title: 'Beyond the target of today',
      values: { line: 'same-region', entitiesPerSecond: 3000, batchSize: 100 },
    },
    {
      id: 'spread',
      title: 'Spread over 16 partitions',
      values: { line: 'lab-2010', entitiesPerSecond: 1000, partitionPattern: 'orders-{spread:16}' },
    },
  ],
  columns: [
    ...writeColumns,
    { name: 'slot', title: 'Slot', unit: '' },
    { name: 'key', title: 'First key', unit: '' },
    { name: 'asked', title: 'Asked', unit: 'entities/s' },
  ],
  steps: (values) => [
    {
      label: `${textOf(values, 'partitionPattern')} at ${numberOf(values, 'entitiesPerSecond')}/s`,
      step: {
        kind: 'stress',
        partitionPattern: textOf(values, 'partitionPattern'),
        rowPattern: textOf(values, 'rowPattern'),
        entitiesPerSecond: numberOf(values, 'entitiesPerSecond'),
        seconds: numberOf(values, 'seconds'),
        batchSize: numberOf(values, 'batchSize'),
      },
    },
  ],
  analyse: (samples) => {
    const verdict = verdictOf(samples);
    return {
      findings: verdict === null ? [] : sentences(verdict),
      tables: [
        ...(verdict === null ? [] : [verdictTable(verdict)]),
        latencyTable(
          'latency',
          'Latency of a batch',
          'Keys',
          samples.length === 0 ? [] : [{ label: String(samples[0]?.step ?? ''), samples }],
        ),
      ],
      charts: [
        secondsChart(samples),
        latencyChart(samples),
        ...(samples.length <= 2000 ? [timelineChart('timeline', 'Batches over time', samples)] : []),
      ],
      advice: null,
    };
  },
};

interface Verdict {
  readonly asked: number;
  readonly reached: number;
  readonly throttledShare: number;
  readonly order: 'append' | 'prepend' | 'mixed';
  readonly partitions: number;
  readonly isHeld: boolean;
}

function verdictOf(samples: readonly Sample[]): Verdict | null {
  const asked = numberIn(samples[0] ?? {}, 'asked');
  const ms = measuredMs(samples);
  if (!Number.isFinite(asked) || ms === 0) return null;
  const reached = perSecond(samples, 'entities') * Math.min(1, ms / 1000);
  const throttledShare = where(samples, 'throttled', 1).length / samples.length;
  return {
    asked,
    reached,
    throttledShare,
    // Rows are in the order in which batches ended; keys arrive in that in which they were sent.
    order: orderOfArrival(
      [...samples]
        .sort((a, b) => numberIn(a, 'startMs') - numberIn(b, 'startMs'))
        .map((sample) => textIn(sample, 'key')),
    ),
    partitions: Math.max(...valuesOf(samples, 'partitions')),
    isHeld: reached >= asked * heldShare && throttledShare <= toleratedThrottles,
  };
}

function sentences({ asked, reached, throttledShare, order, partitions, isHeld }: Verdict): readonly string[] {
  const rate = Math.round(reached).toLocaleString('en-US');
  return [
    isHeld
      ? `Passed: ${asked.toLocaleString('en-US')} entities/s were held.`
      : `Failed: ${rate} of ${asked.toLocaleString('en-US')} entities/s arrived, ${(throttledShare * 100).toFixed(1)} % of the batches were refused as busy.`,
    ...(order === 'mixed'
      ? []
      : [
          `The keys only ${order === 'append' ? 'grow' : 'shrink'}: one range server takes every write, however many partitions there are. Start the PartitionKey with something that varies.`,
        ]),
    partitions === 1
      ? 'All writes went to one partition. The service’s target for one is 2,000 entities/s.'
      : `Writes went to ${partitions} partitions.`,
  ];
}

function verdictTable({ asked, reached, throttledShare, order, partitions, isHeld }: Verdict): ResultTable {
  return {
    id: 'verdict',
    title: 'Verdict',
    columns: [
      { title: 'Verdict', unit: '' },
      { title: 'Asked', unit: 'entities/s' },
      { title: 'Reached', unit: 'entities/s' },
      { title: 'Throttled', unit: '%' },
      { title: 'Partitions', unit: '' },
      { title: 'Order of keys', unit: '' },
    ],
    rows: [
      [
        ...[isHeld ? 'passed' : 'failed', asked, reached, throttledShare * 100, partitions],
        order === 'append' ? 'append-only' : order === 'prepend' ? 'prepend-only' : 'mixed',
      ],
    ],
    note: 'Passed: at least 95 % of the rate, and no more than 1 batch in 1,000 refused.',
  };
}

function secondsChart(samples: readonly Sample[]): ChartSpec {
  const first = samples.reduce((least, sample) => Math.min(least, numberIn(sample, 'startMs')), Infinity);
  const bySecond = groupBy(
    samples.map((sample) => ({ ...sample, second: Math.floor((endMs(sample) - first) / 1000) })),
    ['second'],
  );
  const asked = numberIn(samples[0] ?? {}, 'asked');
  const at = (second: number): number => second + 1;
  return {
    id: 'rate',
    title: 'Entities in each second',
    x: axis('Second', ''),
    y: axis('Entities', 'entities/s'),
    right: axis('Throttled', '%'),
    series: [
      {
        label: 'written',
        shape: 'columns',
        colour: 0,
        points: bySecond.map(({ key, samples: own }) => ({
          x: at(numberIn(key, 'second')),
          y: sumOf(succeeded(own), 'entities'),
        })),
      },
      {
        label: 'asked',
        shape: 'line',
        colour: 2,
        isDashed: true,
        points: bySecond.map(({ key }) => ({ x: at(numberIn(key, 'second')), y: asked })),
      },
      {
        label: 'throttled',
        shape: 'line',
        colour: 5,
        axis: 'right',
        points: bySecond.map(({ key, samples: own }) => ({
          x: at(numberIn(key, 'second')),
          y: (where(own, 'throttled', 1).length / own.length) * 100,
        })),
      },
    ],
    note: '',
  };
}

function latencyChart(samples: readonly Sample[]): ChartSpec {
  const good = succeeded(samples);
  const median = medianOf(valuesOf(good, 'durationMs'));
  const points = good.map((sample) => ({ x: endMs(sample), y: numberIn(sample, 'durationMs') }));
  const ends = [points[0], points.at(-1)].flatMap((point) => (point === undefined ? [] : [{ x: point.x, y: median }]));
  return {
    id: 'latency',
    title: 'Latency of each batch',
    x: axis('Time', 'ms'),
    y: axis('Latency', 'ms'),
    series: [
      { label: 'batch', shape: 'dots', colour: 0, points },
      { label: 'median', shape: 'line', colour: 2, isDashed: true, points: ends },
    ],
    note: '',
  };
}
