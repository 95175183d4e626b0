// More and more batches in flight against one partition and against many: entities per second, where they stop growing,
// and the share that the service throttles.
import { formatFixed } from '../../strings/numbers';
import { axis, latencyOverTime, rateOverTime, targetLine } from '../chart-parts';
import type { ChartSeries, ChartSpec } from '../charts/chart-spec';
import { writeColumns } from '../columns';
import { type Experiment, choice, commonParameters, number, numbers } from '../experiment';
import {
  type Group,
  groupBy,
  inOrder,
  levelsOf as levelsIn,
  numberIn,
  succeeded,
  sumOf,
  valuesOf,
  where,
} from '../grouping';
import { capital } from '../figures';
import { latencyTable, repetitionTable } from '../latency-table';
import { chosenLine } from '../line-settings';
import { apartSentence, connectionsOf, nodesIn, ownNetworkSentence, partitionsText, rateOfNodes } from '../nodes-apart';
import { type ParameterValues, numberOf, numbersOf, textOf } from '../parameters';
import { costOfMillion } from '../prices';
import type { ResultTable, RunResult } from '../results';
import type { Sample } from '../run';
import type { WriteStep } from '../steps';
import {
  isPartitionShared,
  partitionParameter,
  payloadParameter,
  payloadShape,
  tableParameters,
} from '../table-parameters';
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
    choice('operation', t`Operation`, t`What every request does; reads are of single entities.`, [
      ['insert', t`Insert`],
      ['get', t`Get`],
      ['mixed', t`Half of each`],
    ]),
    numbers('concurrencies', t`Requests in flight`, t`Each step of the ramp.`, [1, 2, 4, 8, 16], 1, 512),
    number('batchSize', t`Batch size`, t`Entities inserted in one transaction.`, 20, 1, 100),
    payloadParameter,
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
    choice('partitions', t`Partitions`, t`One partition, one for each worker, or both.`, [
      ['both', t`One and many`],
      ['one', t`One`],
      ['many', t`Many`],
    ]),
    partitionParameter,
    ...tableParameters,
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
            operation: operationOf(values),
            payload: payloadShape(values),
            isShared: isPartitionShared(values),
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
      findings: [
        ...spreads.flatMap(({ partitions }) =>
          verdict(
            partitionsText(partitions, samples, values),
            levels.filter((level) => level.partitions === partitions),
          ),
        ),
        ...storeSentence(levels, targetOf(values)),
        ...ownNetworkSentence(samples, values),
        ...apartSentence(levels.map(({ label, group }) => ({ label, samples: group.samples }))),
      ],
      tables: [
        levelTable(levels),
        latencyTable(
          'latency',
          t`Latency of a batch`,
          t`Setting`,
          levels.map(({ group, label }) => ({ label, samples: group.samples })),
          t`× 4: four batches in flight.`,
        ),
        repetitionTable(t`Setting`, named(levels)),
      ],
      charts: [
        rateChart(levels, figureOf(values), targetOf(values)),
        latencyChart(levels),
        connectionsChart(levels),
        rateOverTime(named(levels), 'Table 1'),
        latencyOverTime(named(levels), 'Table 1'),
      ],
      advice: adviceOf(samples, levels),
    };
  },
};

function operationOf(values: ParameterValues): WriteStep['operation'] {
  const operation = textOf(values, 'operation');
  return operation === 'get' || operation === 'mixed' ? operation : 'insert';
}

const named = (levels: readonly Level[]) => levels.map(({ group, label }) => ({ label, samples: group.samples }));

/** The figure of the study with this operation and batch size. */
function figureOf(values: ParameterValues | undefined): string {
  const operation = values?.operation ?? 'insert';
  if (operation === 'get') return 'Fig. 9, 11';
  if (Number(values?.batchSize ?? 20) === 1) return 'Fig. 8';
  return values?.partitions === 'one' ? 'Fig. 15' : 'Fig. 10, 15';
}

/** Of one partition, on the simulated line; null where nothing is simulated. */
const targetOf = (values: ParameterValues | undefined): number | null =>
  values === undefined ? null : chosenLine(values).partitionEntitiesPerSecond;

interface Level {
  readonly label: string;
  readonly partitions: number;
  /** Requests in flight, those of all machines added up. */
  readonly concurrency: number;
  /** Null where several machines were never at work together. */
  readonly entitiesPerSecond: number | null;
  /** 0…1. */
  readonly throttledShare: number;
  readonly group: Group;
}

function levelsOf(samples: readonly Sample[], values?: ParameterValues): readonly Level[] {
  return inOrder(groupBy(samples, ['partitions', 'concurrency']), 'partitions', [1, 0]).map((group) => {
    const partitions = numberIn(group.key, 'partitions');
    const concurrency = numberIn(group.key, 'concurrency') * nodesIn(group.samples);
    return {
      label: `${partitionsText(partitions, group.samples, values)} × ${concurrency}`,
      partitions,
      concurrency,
      entitiesPerSecond: rateOf(group.samples, values),
      throttledShare: where(group.samples, 'throttled', 1).length / group.samples.length,
      group,
    };
  });
}

/**
 * A step of a given duration has no other time; its first requests began before it. Of several machines only the time
 * counts in which all were at work.
 */
function rateOf(samples: readonly Sample[], values?: ParameterValues): number | null {
  const seconds = Number(values?.seconds ?? 0);
  const isTimed = seconds > 0;
  if (nodesIn(samples) > 1 || !isTimed) return rateOfNodes(samples, 'entities', isTimed ? 'ends' : 'starts');
  return sumOf(succeeded(samples), 'entities') / seconds / levelsIn(samples, 'repetition').length;
}

/** A level at which more is throttled is not recommended, whatever rate it reaches. */
const toleratedShare = 0.01;

const isHealthy = ({ throttledShare }: Pick<Level, 'throttledShare'>): boolean => throttledShare <= toleratedShare;

type KnownLevel = Level & { readonly entitiesPerSecond: number };

const isKnown = (level: Level): level is KnownLevel => level.entitiesPerSecond !== null;

const bestOf = (levels: readonly KnownLevel[]): number =>
  Math.max(...levels.map(({ entitiesPerSecond }) => entitiesPerSecond));

/**
 * The lowest parallelism that reaches nine tenths of the best rate, if the service throttles next to nothing there;
 * null when that is unknown.
 */
function kneeOf(all: readonly Level[]): number | null {
  const levels = all.filter(isKnown);
  if (levels.length < 3) return null;
  const best = bestOf(levels);
  return levels.find((level) => isHealthy(level) && level.entitiesPerSecond >= 0.9 * best)?.concurrency ?? null;
}

function verdict(label: string, all: readonly Level[]): readonly string[] {
  const levels = all.filter(isKnown);
  if (levels.length < 3) return [];
  const knee = kneeOf(levels);
  const best = bestOf(levels);
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

/** Below that share of what the simulated network lets through, something else held it back. */
const reachedShare = 0.9;
const pressedShare = 0.1;

/** There was more to write than was accepted, and still less was accepted than the network would have let through. */
function storeSentence(levels: readonly Level[], target: number | null): readonly string[] {
  const own = levels
    .filter(isKnown)
    .filter(({ partitions, group }) => partitions === 1 && nodesIn(group.samples) === 1);
  const best = bestOf(own);
  const isPressed = own.some(({ throttledShare }) => throttledShare >= pressedShare);
  if (target === null || !isPressed || best >= reachedShare * target) return [];
  return [
    t`One partition reached ${formatCount(best)} of the ${formatCount(target)} entities/s of the simulated network: the store behind it or this computer was the limit.`,
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
      { title: t`A million entities`, unit: 'USD' },
    ],
    rows: levels.map(({ label, entitiesPerSecond, throttledShare, group }) => [
      label,
      entitiesPerSecond,
      rejectedPerSecond(group.samples, entitiesPerSecond),
      throttledShare * 100,
      medianOf(valuesOf(succeeded(group.samples), 'durationMs')),
      connectionsOf(group.samples),
      costOfMillion(group.samples),
    ]),
    note: t`Rejected batches are not retried: the share is of all requests. They are billed, too.`,
  };
}

/** In the time in which the others were accepted. */
function rejectedPerSecond(samples: readonly Sample[], acceptedPerSecond: number | null): number | null {
  if (acceptedPerSecond === null) return null;
  const accepted = sumOf(succeeded(samples), 'entities');
  const rejected = sumOf(where(samples, 'throttled', 1), 'entities');
  return accepted === 0 ? 0 : (rejected / accepted) * acceptedPerSecond;
}

function rateChart(levels: readonly Level[], figure: string, target: number | null): ChartSpec {
  const of = (partitions: number): readonly Level[] => levels.filter((level) => level.partitions === partitions);
  return {
    id: 'rate',
    title: t`Entities per second and throttling`,
    figure,
    x: axis(t`Requests in flight`, ''),
    y: axis(t`Rate`, 'entities/s'),
    right: axis(t`Throttled`, '%'),
    series: [
      ...spreads.flatMap(({ partitions, label }, colour): ChartSeries[] => [
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
      ...(target === null
        ? []
        : [
            targetLine(
              t`target of a partition`,
              levels.map(({ concurrency }) => concurrency),
              target,
            ),
          ]),
    ],
    note: t`Dashed: share of throttled requests (right axis). Vertical: the knee, nine tenths of the best rate with at most 1 % throttled.`,
  };
}

/** From the axis up to the rate; none where the rate still grows. */
function kneeMark(label: string, colour: number, levels: readonly Level[]): readonly ChartSeries[] {
  const knee = kneeOf(levels);
  const level = levels.find(({ concurrency }) => concurrency === knee);
  if (level === undefined || level === levels.at(-1)) return [];
  const points = [0, level.entitiesPerSecond ?? 0].map((y) => ({ x: level.concurrency, y }));
  return [{ label, shape: 'line', colour, isDashed: true, points }];
}

/** Whether the client really opened as many as configured. */
function connectionsChart(levels: readonly Level[]): ChartSpec {
  const requestedConcurrency = [...new Set(levels.map(({ concurrency }) => concurrency))].sort((a, b) => a - b);
  return {
    id: 'connections',
    title: t`Open connections`,
    x: axis(t`Requests in flight`, ''),
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
          .map(({ concurrency, group }) => ({ x: concurrency, y: connectionsOf(group.samples) })),
      })),
    ],
    note: t`Below the dashed line, the client is the bottleneck.`,
  };
}

function latencyChart(levels: readonly Level[]): ChartSpec {
  return {
    id: 'latency',
    title: t`Latency of a batch`,
    x: axis(t`Requests in flight`, ''),
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
