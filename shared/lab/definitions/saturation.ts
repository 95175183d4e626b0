// More and more batches in flight against one partition and against many: entities per second, where they stop growing,
// and the share that the service throttles.
import { formatFixed } from '../../strings/numbers';
import { axis } from '../chart-parts';
import type { ChartSeries, ChartSpec } from '../charts/chart-spec';
import { writeColumns } from '../columns';
import { type Experiment, choice, commonParameters, number, numbers } from '../experiment';
import {
  type Group,
  groupBy,
  inOrder,
  levelsOf as levelsIn,
  numberIn,
  perSecond,
  succeeded,
  sumOf,
  valuesOf,
  where,
} from '../grouping';
import { capital } from '../figures';
import { latencyTable } from '../latency-table';
import { type ParameterValues, numberOf, numbersOf, textOf } from '../parameters';
import type { ResultTable, RunResult } from '../results';
import type { Sample } from '../run';
import { medianOf } from '../statistics/summary';
import { formatCount } from '../../units';
import { t } from '../../strings/t';

const spreads = [
  {
    partitions: 1,
    choice: 'one',
    get label() {
      return t`one partition`;
    },
  },
  {
    partitions: 0,
    choice: 'many',
    get label() {
      return t`many partitions`;
    },
  },
] as const;

export const saturation: Experiment = {
  id: 'saturation',
  title: t`Scaling and saturation`,
  purpose: t`How many batches in flight increase entities per second, and where the service starts to throttle.`,
  study: t`Getting the most out of Tables, 2010`,
  service: 'table',
  parameters: [
    numbers('concurrencies', t`Batches in flight`, t`Each step of the ramp.`, [1, 2, 4, 8, 16], 1, 128),
    number('batchSize', t`Batch size`, t`Entities in one transaction.`, 20, 1, 100),
    number('entities', t`Entities`, t`Written at every step, to one partition and to many.`, 600, 20, 10_000_000),
    number(
      'seconds',
      t`Duration`,
      t`How long each step is measured, instead of a number of entities; 0 uses that number.`,
      0,
      0,
      86_400,
      's',
    ),
    number('leadSeconds', t`Warm-up`, t`Time before measuring starts in steps with a duration.`, 5, 0, 3600, 's'),
    choice('partitions', t`Partitions`, t`One shared partition, one for each batch, or both.`, [
      ['both', t`One and many`],
      ['one', t`One`],
      ['many', t`Many`],
    ]),
    ...commonParameters({ repetitions: 1, line: 'none' }),
  ],
  presets: [
    { id: 'quick', title: t`Quick look`, values: {} },
    {
      id: 'study',
      title: t`As published`,
      values: {
        concurrencies: [1, 5, 10, 15, 20, 30, 50],
        batchSize: 100,
        entities: 40_000,
        maxMinutes: 600,
        maxRequests: 100_000,
        maxMebibytes: 8192,
      },
    },
    { id: 'lab-2010', title: t`On a network of 2010`, values: { line: 'lab-2010', entities: 1000 } },
  ],
  columns: writeColumns,
  steps: (values) =>
    spreads
      .filter(({ choice: id }) => ['both', id].includes(textOf(values, 'partitions')))
      .flatMap(({ partitions, label }) =>
        numbersOf(values, 'concurrencies').map((concurrency) => ({
          label: `${label} × ${concurrency}`,
          step: {
            kind: 'write',
            entities: numberOf(values, 'entities'),
            batchSize: numberOf(values, 'batchSize'),
            concurrency,
            partitions,
            seconds: numberOf(values, 'seconds'),
            leadSeconds: numberOf(values, 'leadSeconds'),
          } as const,
        })),
      ),
  analyse: (samples, values) => {
    const levels = levelsOf(samples, values);
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

function levelsOf(samples: readonly Sample[], values?: ParameterValues): readonly Level[] {
  return inOrder(groupBy(samples, ['partitions', 'concurrency']), 'partitions', [1, 0]).map((group) => {
    const [partitions, concurrency] = [numberIn(group.key, 'partitions'), numberIn(group.key, 'concurrency')];
    return {
      label: `${spreads.find((spread) => spread.partitions === partitions)?.label ?? ''} × ${concurrency}`,
      partitions,
      concurrency,
      entitiesPerSecond: rateOf(group.samples, values),
      throttledShare: where(group.samples, 'throttled', 1).length / group.samples.length,
      group,
    };
  });
}

/** A step of a given duration has no other time; its first requests began before it. */
function rateOf(samples: readonly Sample[], values?: ParameterValues): number {
  const seconds = Number(values?.seconds ?? 0);
  if (seconds === 0 || levelsIn(samples, 'node').length > 1) return perSecond(samples, 'entities');
  return sumOf(succeeded(samples), 'entities') / seconds / levelsIn(samples, 'repetition').length;
}

/** A level at which more is throttled is not recommended, whatever rate it reaches. */
const toleratedShare = 0.01;

const isHealthy = ({ throttledShare }: Pick<Level, 'throttledShare'>): boolean => throttledShare <= toleratedShare;

/**
 * The lowest parallelism that reaches nine tenths of the best rate, if the service throttles next to nothing there;
 * null when that is unknown.
 */
function kneeOf(levels: readonly Pick<Level, 'concurrency' | 'entitiesPerSecond' | 'throttledShare'>[]): number | null {
  if (levels.length < 3) return null;
  const best = Math.max(...levels.map((level) => level.entitiesPerSecond));
  return levels.find((level) => isHealthy(level) && level.entitiesPerSecond >= 0.9 * best)?.concurrency ?? null;
}

function verdict(label: string, levels: readonly Level[]): readonly string[] {
  if (levels.length < 3) return [];
  const knee = kneeOf(levels);
  const best = Math.max(...levels.map((level) => level.entitiesPerSecond));
  const throttled = levels.filter((level) => level.throttledShare > 0);
  const first = throttled[0];
  const grows = knee === levels.at(-1)?.concurrency;
  return [
    knee === null
      ? t`${capital(label)}: ${formatCount(best)} entities/s at best, but only with more than 1 % of requests throttled.`
      : grows
        ? t`${capital(label)}: ${formatCount(best)} entities/s at best; still increasing at ${knee} in flight.`
        : t`${capital(label)}: ${formatCount(best)} entities/s at best; ${knee} in flight are enough.`,
    ...(first === undefined
      ? []
      : [
          t`${capital(label)}: throttled from ${first.concurrency} in flight, up to ${formatFixed(Math.max(...throttled.map((level) => level.throttledShare)) * 100, 1)} %.`,
        ]),
  ];
}

function levelTable(levels: readonly Level[]): ResultTable {
  return {
    id: 'levels',
    title: t`Rate and throttling`,
    columns: [
      { title: t`Setting`, unit: '' },
      { title: t`Rate`, unit: 'entities/s' },
      { title: t`Throttled`, unit: 'entities/s' },
      { title: t`Throttled`, unit: '%' },
      { title: t`Median`, unit: 'ms' },
      { title: t`Connections`, unit: '' },
    ],
    rows: levels.map(({ label, entitiesPerSecond, throttledShare, group }) => [
      label,
      entitiesPerSecond,
      rejectedPerSecond(group.samples, entitiesPerSecond),
      throttledShare * 100,
      medianOf(valuesOf(succeeded(group.samples), 'durationMs')),
      connectionsOf(group),
    ]),
    note: t`Throttled batches are not retried: the share is of all requests.`,
  };
}

/** In the time in which the others were accepted. */
function rejectedPerSecond(samples: readonly Sample[], acceptedPerSecond: number): number {
  const accepted = sumOf(succeeded(samples), 'entities');
  const rejected = sumOf(where(samples, 'throttled', 1), 'entities');
  return accepted === 0 ? 0 : (rejected / accepted) * acceptedPerSecond;
}

function rateChart(levels: readonly Level[]): ChartSpec {
  const of = (partitions: number): readonly Level[] => levels.filter((level) => level.partitions === partitions);
  return {
    id: 'rate',
    title: t`Entities per second and throttling`,
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
    note: t`Dashed: share of throttled requests (right axis). Vertical: the knee, nine tenths of the best rate with at most 1 % throttled.`,
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

/** Whether the client really opened as many as configured. */
function connectionsChart(levels: readonly Level[]): ChartSpec {
  const requestedConcurrency = [...new Set(levels.map(({ concurrency }) => concurrency))].sort((a, b) => a - b);
  return {
    id: 'connections',
    title: t`Open connections`,
    x: axis(t`Batches in flight`, ''),
    y: axis(t`Connections`, ''),
    series: [
      {
        label: t`one for each batch`,
        shape: 'line',
        colour: 3,
        isDashed: true,
        points: requestedConcurrency.map((concurrency) => ({ x: concurrency, y: concurrency })),
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
    note: t`Below the dashed line, the client is the bottleneck.`,
  };
}

/** The most at one time, nodes added up. */
function connectionsOf({ samples }: Group): number {
  const max = (own: readonly Sample[]): number => Math.max(0, ...valuesOf(own, 'connections'));
  return groupBy(samples, ['node']).reduce((sum, node) => sum + max(node.samples), 0);
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
