// More and more batches in flight against one partition and against many: entities per second, where they stop growing,
// and the share that the service refuses.
import { formatFixed } from '../../formats/numbers';
import { axis } from '../chart-parts';
import type { ChartSeries, ChartSpec } from '../charts/chart-spec';
import { writeColumns } from '../columns';
import { type Experiment, commonParameters, number, numbers } from '../experiment';
import { type Group, groupBy, inOrder, numberIn, perSecond, succeeded, valuesOf, where } from '../grouping';
import { capital } from '../figures';
import { latencyTable } from '../latency-table';
import { numberOf, numbersOf } from '../parameters';
import type { ResultTable, RunResult } from '../results';
import type { Sample } from '../run';
import { medianOf } from '../statistics/summary';
import { formatCount } from '../../units';
import { t } from '../../strings/t';

const spreads = [
  {
    partitions: 1,
    get label() {
      return t`one partition`;
    },
  },
  {
    partitions: 0,
    get label() {
      return t`many partitions`;
    },
  },
] as const;

export const saturation: Experiment = {
  id: 'saturation',
  title: t`Scaling and saturation`,
  purpose: t`How many batches in flight bring more entities per second, and where the service begins to refuse.`,
  study: t`Getting the most out of Tables, 2010`,
  service: 'table',
  parameters: [
    numbers('concurrencies', t`Batches in flight`, t`Every step of the climb.`, [1, 2, 4, 8, 16], 1, 128),
    number('batchSize', t`Batch size`, t`Entities in one transaction.`, 20, 1, 100),
    number('entities', t`Entities`, t`Written at every step, to one partition and to many.`, 600, 20, 500_000),
    ...commonParameters({ repetitions: 1, line: 'none' }),
  ],
  presets: [
    { id: 'quick', title: t`Quick look`, values: {} },
    {
      id: 'study',
      title: t`As published`,
      values: { concurrencies: [1, 5, 10, 15, 20, 30, 50], batchSize: 100, entities: 40_000, maxMinutes: 600 },
    },
    { id: 'lab-2010', title: t`On a line of 2010`, values: { line: 'lab-2010', entities: 1000 } },
  ],
  columns: writeColumns,
  steps: (values) =>
    spreads.flatMap(({ partitions, label }) =>
      numbersOf(values, 'concurrencies').map((concurrency) => ({
        label: `${label} × ${concurrency}`,
        step: {
          kind: 'write',
          entities: numberOf(values, 'entities'),
          batchSize: numberOf(values, 'batchSize'),
          concurrency,
          partitions,
        } as const,
      })),
    ),
  analyse: (samples) => {
    const levels = levelsOf(samples);
    return {
      findings: spreads.flatMap(({ partitions, label }) =>
        verdict(
          label,
          levels.filter((level) => level.partitions === partitions),
        ),
      ),
      tables: [
        levelTable(levels),
        latencyTable(
          'latency',
          t`Latency of a batch`,
          t`Setting`,
          levels.map(({ group, label }) => ({ label, samples: group.samples })),
          t`× 4: four batches in flight.`,
        ),
      ],
      charts: [rateChart(levels), latencyChart(levels), connectionsChart(levels)],
      advice: adviceOf(samples, levels),
    };
  },
};

interface Level {
  readonly label: string;
  readonly partitions: number;
  readonly concurrency: number;
  readonly entitiesPerSecond: number;
  /** 0…1. */
  readonly throttledShare: number;
  readonly group: Group;
}

function levelsOf(samples: readonly Sample[]): readonly Level[] {
  return inOrder(groupBy(samples, ['partitions', 'concurrency']), 'partitions', [1, 0]).map((group) => {
    const [partitions, concurrency] = [numberIn(group.key, 'partitions'), numberIn(group.key, 'concurrency')];
    return {
      label: `${spreads.find((spread) => spread.partitions === partitions)?.label ?? ''} × ${concurrency}`,
      partitions,
      concurrency,
      entitiesPerSecond: perSecond(group.samples, 'entities'),
      throttledShare: where(group.samples, 'throttled', 1).length / group.samples.length,
      group,
    };
  });
}

/** The least parallelism that brings nine tenths of the best rate. */
function kneeOf(levels: readonly Pick<Level, 'concurrency' | 'entitiesPerSecond'>[]): number | null {
  if (levels.length < 3) return null;
  const best = Math.max(...levels.map((level) => level.entitiesPerSecond));
  return levels.find((level) => level.entitiesPerSecond >= 0.9 * best)?.concurrency ?? null;
}

function verdict(label: string, levels: readonly Level[]): readonly string[] {
  const knee = kneeOf(levels);
  if (knee === null) return [];
  const best = Math.max(...levels.map((level) => level.entitiesPerSecond));
  const throttled = levels.filter((level) => level.throttledShare > 0);
  const first = throttled[0];
  const grows = knee === levels.at(-1)?.concurrency;
  return [
    grows
      ? t`${capital(label)}: ${formatCount(best)} entities/s at best; still growing at ${knee} in flight.`
      : t`${capital(label)}: ${formatCount(best)} entities/s at best; ${knee} in flight are enough.`,
    ...(first === undefined
      ? []
      : [
          t`${capital(label)}: refused as busy from ${first.concurrency} in flight on, ${formatFixed(Math.max(...throttled.map((level) => level.throttledShare)) * 100, 1)} % at worst.`,
        ]),
  ];
}

function levelTable(levels: readonly Level[]): ResultTable {
  return {
    id: 'levels',
    title: t`Rate and refusals`,
    columns: [
      { title: t`Setting`, unit: '' },
      { title: t`Rate`, unit: 'entities/s' },
      { title: t`Throttled`, unit: '%' },
      { title: t`Median`, unit: 'ms' },
      { title: t`Connections`, unit: '' },
    ],
    rows: levels.map(({ label, entitiesPerSecond, throttledShare, group }) => [
      label,
      entitiesPerSecond,
      throttledShare * 100,
      medianOf(valuesOf(succeeded(group.samples), 'durationMs')),
      connectionsOf(group),
    ]),
    note: t`Refused batches are not sent again: the share is that of all requests.`,
  };
}

function rateChart(levels: readonly Level[]): ChartSpec {
  const of = (partitions: number): readonly Level[] => levels.filter((level) => level.partitions === partitions);
  return {
    id: 'rate',
    title: t`Entities per second and refusals`,
    x: axis(t`Batches in flight`, ''),
    y: axis(t`Rate`, 'entities/s'),
    right: axis(t`Throttled`, '%'),
    series: spreads.flatMap(({ partitions, label }, colour): ChartSeries[] => [
      {
        label,
        shape: 'line',
        colour,
        points: of(partitions).map((level) => ({ x: level.concurrency, y: level.entitiesPerSecond })),
      },
      {
        label: t`${label}, throttled`,
        shape: 'line',
        colour: partitions === 1 ? 5 : 4,
        axis: 'right',
        isDashed: true,
        points: of(partitions).map((level) => ({ x: level.concurrency, y: level.throttledShare * 100 })),
      },
      ...kneeMark(t`${label}, knee`, colour, of(partitions)),
    ]),
    note: t`Dashed: share of requests refused as busy, on the right. Upright: the knee, nine tenths of the best rate.`,
  };
}

/** From the axis up to the rate; none where the rate still grows. */
function kneeMark(label: string, colour: number, levels: readonly Level[]): readonly ChartSeries[] {
  const knee = kneeOf(levels);
  const level = levels.find(({ concurrency }) => concurrency === knee);
  if (level === undefined || level === levels.at(-1)) return [];
  const points = [0, level.entitiesPerSecond].map((y) => ({ x: level.concurrency, y }));
  return [{ label, shape: 'line', colour, isDashed: true, points }];
}

/** Whether the client really opened as many as it was told to. */
function connectionsChart(levels: readonly Level[]): ChartSpec {
  const asked = [...new Set(levels.map(({ concurrency }) => concurrency))].sort((a, b) => a - b);
  return {
    id: 'connections',
    title: t`Connections really open`,
    x: axis(t`Batches in flight`, ''),
    y: axis(t`Connections`, ''),
    series: [
      {
        label: t`one for each batch`,
        shape: 'line',
        colour: 3,
        isDashed: true,
        points: asked.map((concurrency) => ({ x: concurrency, y: concurrency })),
      },
      ...spreads.map(({ partitions, label }, colour): ChartSeries => ({
        label,
        shape: 'dots',
        colour,
        points: levels
          .filter((level) => level.partitions === partitions)
          .map(({ concurrency, group }) => ({ x: concurrency, y: connectionsOf(group) })),
      })),
    ],
    note: t`Below the dashed line the client itself is what holds back.`,
  };
}

/** The most at one time, nodes added up. */
function connectionsOf({ samples }: Group): number {
  const most = (own: readonly Sample[]): number => Math.max(0, ...valuesOf(own, 'connections'));
  return groupBy(samples, ['node']).reduce((sum, node) => sum + most(node.samples), 0);
}

function latencyChart(levels: readonly Level[]): ChartSpec {
  return {
    id: 'latency',
    title: t`Latency of a batch`,
    x: axis(t`Batches in flight`, ''),
    y: axis(t`Median latency`, 'ms'),
    series: spreads.map(({ partitions, label }, colour) => ({
      label,
      shape: 'line',
      colour,
      points: levels
        .filter((level) => level.partitions === partitions)
        .map(({ concurrency, group }) => {
          const median = medianOf(valuesOf(succeeded(group.samples), 'durationMs'));
          return { x: concurrency, y: Number.isFinite(median) ? median : null };
        }),
    })),
    note: '',
  };
}

function adviceOf(samples: readonly Sample[], levels: readonly Level[]): RunResult['advice'] {
  const knee = kneeOf(levels.filter((level) => level.partitions === 0));
  const batchSize = numberIn(samples[0] ?? {}, 'batchSize');
  return knee === null || batchSize === 1 ? null : { batchSize, batchConcurrency: knee };
}
