// A custom key pattern and rate against one partition (or those that the pattern creates): whether the target rate is
// sustained, and whether the keys only ever increase.
import { formatFixed } from '../../strings/numbers';
import { axis, timelineChart } from '../chart-parts';
import { chosenLine } from '../line-settings';
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
import { orderOfArrival } from '../key-order';
import { latencyTable } from '../latency-table';
import { numberOf, textOf } from '../parameters';
import type { ResultTable } from '../results';
import { tableParameters } from '../table-parameters';
import type { Sample } from '../run';
import { medianOf } from '../statistics/summary';
import { formatCount } from '../../units';
import { t } from '../../strings/t';

/** Of the requested rate; the shortfall may be the client's slowness. */
const heldShare = 0.95;
const toleratedThrottles = 0.001;

export const hotPartition: Experiment = {
  id: 'hot-partition',
  title: t`Hot partition stress`,
  purpose: t`Whether the partitions of your key pattern sustain the rate you need.`,
  study: t`Getting the most out of Tables, 2010`,
  service: 'table',
  parameters: [
    {
      kind: 'text',
      name: 'partitionPattern',
      title: 'PartitionKey',
      help: t`Text with {n}, {spread:16}, {hash:16}, {random:4}, {date}, {reversed-date}, {ticks} or {reversed-ticks}.`,
      maxLength: 200,
      defaultValue: 'orders',
    },
    {
      kind: 'text',
      name: 'rowPattern',
      title: 'RowKey',
      help: t`As above; add {n} or {random} so that no two keys are equal.`,
      maxLength: 200,
      defaultValue: '{ticks}-{n:6}',
    },
    number('entitiesPerSecond', t`Rate`, t`What your system must sustain.`, 200, 1, 50_000, 'entities/s'),
    number('seconds', t`Duration`, t`How long the rate is sustained.`, 5, 1, 86_400, 's'),
    number('batchSize', t`Batch size`, t`Entities in one transaction, all in one partition.`, 20, 1, 100),
    ...tableParameters,
    ...commonParameters({ repetitions: 1, line: 'none' }),
  ],
  presets: [
    { id: 'quick', title: t`Quick look`, values: {} },
    { id: 'lab-2010', title: t`Beyond the target of 2010`, values: { line: 'lab-2010', entitiesPerSecond: 1000 } },
    {
      id: 'today',
      title: t`Beyond the target of today`,
      values: { line: 'same-region', entitiesPerSecond: 3000, batchSize: 100 },
    },
    {
      id: 'spread',
      title: t`Spread over 16 partitions`,
      values: { line: 'lab-2010', entitiesPerSecond: 1000, partitionPattern: 'orders-{spread:16}' },
    },
  ],
  columns: [
    ...writeColumns,
    { name: 'slot', title: t`Slot`, unit: '' },
    { name: 'key', title: t`First key`, unit: '' },
    { name: 'asked', title: t`Requested`, unit: 'entities/s' },
  ],
  steps: (values) => [
    {
      label: t`${textOf(values, 'partitionPattern')} at ${numberOf(values, 'entitiesPerSecond')}/s`,
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
  analyse: (samples, values) => {
    const verdict = verdictOf(samples);
    const line = values === undefined ? null : chosenLine(values);
    return {
      findings: verdict === null ? [] : sentences(verdict, line?.partitionEntitiesPerSecond ?? targetOfTheService),
      tables: [
        ...(verdict === null ? [] : [verdictTable(verdict)]),
        latencyTable(
          'latency',
          t`Latency of a batch`,
          t`Keys`,
          samples.length === 0 ? [] : [{ label: settingOf(samples[0] ?? {}), samples }],
        ),
      ],
      charts: [
        secondsChart(samples),
        latencyChart(samples),
        ...(samples.length <= 2000
          ? [timelineChart({ id: 'timeline', title: t`Batches over time`, work: 'batch' }, samples)]
          : []),
      ],
      advice: null,
    };
  },
};

/** The label of the step, in the language that is spoken: rows have it in English. */
function settingOf(sample: Sample): string {
  const [step, requested] = [textIn(sample, 'step'), numberIn(sample, 'asked')];
  const end = ` at ${requested}/s`;
  return step.endsWith(end) ? t`${step.slice(0, -end.length)} at ${requested}/s` : step;
}

interface Verdict {
  readonly requested: number;
  readonly reached: number;
  readonly throttledShare: number;
  readonly order: 'append' | 'prepend' | 'mixed';
  readonly partitions: number;
  readonly isHeld: boolean;
}

function verdictOf(samples: readonly Sample[]): Verdict | null {
  const requested = numberIn(samples[0] ?? {}, 'asked');
  const ms = measuredMs(samples);
  if (!Number.isFinite(requested) || ms === 0) return null;
  // The last batch is due an interval before the end: the requested batches take as long as they take at that rate.
  const dueMs = (sumOf(samples, 'entities') / requested) * 1000;
  const reached = perSecond(samples, 'entities') * (ms / Math.max(ms, dueMs));
  const throttledShare = where(samples, 'throttled', 1).length / samples.length;
  return {
    requested,
    reached,
    throttledShare,
    // Rows are in the order in which batches ended; keys arrive in that in which they were sent.
    order: orderOfArrival(
      [...samples]
        .sort((a, b) => numberIn(a, 'startMs') - numberIn(b, 'startMs'))
        .map((sample) => textIn(sample, 'key')),
    ),
    partitions: Math.max(...valuesOf(samples, 'partitions')),
    isHeld: reached >= requested * heldShare && throttledShare <= toleratedThrottles,
  };
}

/** Entities per second in one partition that the service documents. */
const targetOfTheService = 2000;

/** @param target of one partition, in entities per second */
function sentences(
  { requested, reached, throttledShare, order, partitions, isHeld }: Verdict,
  target: number,
): readonly string[] {
  const rate = formatCount(reached);
  return [
    isHeld
      ? t`Passed: ${formatCount(requested)} entities/s were sustained.`
      : t`Failed: ${rate} of ${formatCount(requested)} entities/s were written; ${formatFixed(throttledShare * 100, 1)} % of the batches were throttled.`,
    ...(!isHeld && throttledShare <= toleratedThrottles
      ? [t`Almost nothing was throttled: this computer or its network was the limit, not the service.`]
      : []),
    ...(order === 'mixed'
      ? []
      : [
          order === 'append'
            ? t`The keys only increase: one partition server takes all writes, regardless of the number of partitions. Start the PartitionKey with a varying value.`
            : t`The keys only decrease: one partition server takes all writes, regardless of the number of partitions. Start the PartitionKey with a varying value.`,
        ]),
    partitions === 1
      ? t`All writes went to one partition. The target for one is ${formatCount(target)} entities/s here.`
      : order === 'mixed'
        ? t`Writes went to ${partitions} partitions.`
        : t`Writes went to ${partitions} partitions, which share the limit of one: ${formatCount(target)} entities/s.`,
  ];
}

function verdictTable({ requested, reached, throttledShare, order, partitions, isHeld }: Verdict): ResultTable {
  return {
    id: 'verdict',
    title: t`Verdict`,
    columns: [
      { title: t`Verdict`, unit: '' },
      { title: t`Requested`, unit: 'entities/s' },
      { title: t`Reached`, unit: 'entities/s' },
      { title: t`Throttled`, unit: '%' },
      { title: t`Partitions`, unit: '' },
      { title: t`Key order`, unit: '' },
    ],
    rows: [
      [
        ...[isHeld ? t`passed` : t`failed`, requested, reached, throttledShare * 100, partitions],
        order === 'append' ? t`append-only` : order === 'prepend' ? t`prepend-only` : t`mixed`,
      ],
    ],
    note: t`Passed: at least 95 % of the rate, and at most 1 in 1,000 batches throttled.`,
  };
}

function secondsChart(samples: readonly Sample[]): ChartSpec {
  const first = samples.reduce((min, sample) => Math.min(min, numberIn(sample, 'startMs')), Infinity);
  const bySecond = groupBy(
    samples.map((sample) => ({ ...sample, second: Math.floor((endMs(sample) - first) / 1000) })),
    ['second'],
  );
  const requested = numberIn(samples[0] ?? {}, 'asked');
  const at = (second: number): number => second + 1;
  return {
    id: 'rate',
    title: t`Entities in each second`,
    x: axis(t`Second`, ''),
    y: axis(t`Entities`, 'entities/s'),
    right: axis(t`Throttled`, '%'),
    series: [
      {
        label: t`written`,
        shape: 'columns',
        colour: 0,
        points: bySecond.map(({ key, samples: own }) => ({
          x: at(numberIn(key, 'second')),
          y: sumOf(succeeded(own), 'entities'),
        })),
      },
      {
        label: t`requested`,
        shape: 'line',
        colour: 2,
        isDashed: true,
        points: bySecond.map(({ key }) => ({ x: at(numberIn(key, 'second')), y: requested })),
      },
      {
        label: t`throttled`,
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
    title: t`Latency of each batch`,
    x: axis(t`Time`, 'ms'),
    y: axis(t`Latency`, 'ms'),
    series: [
      { label: t`batch`, shape: 'dots', colour: 0, points },
      { label: t`median`, shape: 'line', colour: 2, isDashed: true, points: ends },
    ],
    note: '',
  };
}
