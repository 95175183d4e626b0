// Batch sizes × concurrency, in one partition and in many: latency of a batch and of an entity, entities per second,
// transactions and what they cost.
import { leadSentence } from '../certain-lead';
import { axis, latencyOverTime, rateOverTime, targetLine } from '../chart-parts';
import type { ChartSeries, ChartSpec } from '../charts/chart-spec';
import { writeColumns } from '../columns';
import { type Experiment, choice, commonParameters, number, numbers } from '../experiment';
import { type Group, groupBy, inOrder, levelsOf, numberIn, succeeded, sumOf, valuesOf } from '../grouping';
import { capital } from '../figures';
import { histogramChart } from '../histogram-chart';
import { latencyTable, repetitionTable } from '../latency-table';
import { chosenLine } from '../line-settings';
import { apartSentence, connectionsOf, nodesIn, ownNetworkSentence, partitionsText, rateOfNodes } from '../nodes-apart';
import { type ParameterValues, numberOf, numbersOf, textOf } from '../parameters';
import { costOfMillion } from '../prices';
import type { ResultTable, RunResult } from '../results';
import {
  isPartitionShared,
  partitionParameter,
  payloadParameter,
  payloadShape,
  tableParameters,
} from '../table-parameters';
import { meanOf, medianOf } from '../statistics/summary';
import { formatCount } from '../../units';
import { t } from '../../strings/t';

export const batchSweep: Experiment = {
  id: 'batch-sweep',
  title: t`Batch sweep`,
  purpose: t`How batch size and parallelism change latency, entities per second and cost.`,
  study: t`Getting the most out of Tables, 2010; second-generation storage, 2012`,
  service: 'table',
  parameters: [
    numbers(
      'batchSizes',
      t`Batch sizes`,
      t`Entities in one transaction; 1 is a single insert.`,
      [1, 5, 20, 50, 100],
      1,
      100,
    ),
    numbers('concurrencies', t`Batches in flight`, t`Each batch size is measured with each of these.`, [1, 4], 1, 64),
    number('entities', t`Entities`, t`Written with every setting.`, 400, 1, 20_000_000),
    choice('partitions', t`Partitions`, t`One partition, one for each worker, or both.`, [
      ['both', t`One and many`],
      ['one', t`One`],
      ['many', t`Many`],
    ]),
    payloadParameter,
    partitionParameter,
    ...tableParameters,
    ...commonParameters({ repetitions: 1, line: 'none' }),
  ],
  presets: [
    { id: 'quick', title: t`Quick look`, values: {} },
    {
      id: 'study-2010',
      title: t`As published in 2010`,
      values: {
        batchSizes: [1, 2, 5, 10, 20, 50, 100],
        concurrencies: [1, 6, 15, 30],
        entities: 10_000,
        repetitions: 3,
        maxMinutes: 600,
        maxRequests: 500_000,
        maxMebibytes: 8192,
      },
    },
    {
      id: 'study-2012',
      title: t`As published in 2012`,
      // 20,000 batches of 100 in each process.
      values: {
        batchSizes: [100],
        concurrencies: [12],
        entities: 2_000_000,
        partitions: 'one',
        maxMinutes: 1440,
        maxMebibytes: 16_384,
      },
    },
    {
      id: 'lab-2010',
      title: t`On a network of 2010`,
      values: { line: 'lab-2010', concurrencies: [1], partitions: 'many', entities: 200 },
    },
  ],
  columns: writeColumns,
  steps: (values) => {
    const chosen = textOf(values, 'partitions');
    const partitions = chosen === 'one' ? [1] : chosen === 'many' ? [0] : [1, 0];
    return partitions.flatMap((count) =>
      numbersOf(values, 'batchSizes').flatMap((batchSize) =>
        numbersOf(values, 'concurrencies').map((concurrency) => ({
          label: labelOf(partitionsText(count, [], values), batchSize, concurrency),
          step: {
            kind: 'write',
            operation: 'insert',
            payload: payloadShape(values),
            isShared: isPartitionShared(values),
            entities: numberOf(values, 'entities'),
            batchSize,
            concurrency,
            partitions: count,
          } as const,
        })),
      ),
    );
  },
  analyse: (samples, values) => {
    const perNode = inOrder(groupBy(samples, ['partitions', 'concurrency', 'batchSize']), 'partitions', [1, 0]);
    const groups = perNode.map((group) => ofAllNodes(group, values));
    return {
      findings: [...findingsOf(groups), ...ownNetworkSentence(samples, values), ...apartSentence(named(groups))],
      tables: [
        latencyTable(
          'latency',
          t`Latency of a batch`,
          t`Setting`,
          groups.map((group) => ({ label: settingOf(group), samples: group.samples })),
          t`× 4: four batches in flight.`,
        ),
        entityTable(groups),
        repetitionTable(t`Setting`, named(groups)),
      ],
      charts: [
        sweepChart(
          'per-entity',
          t`Latency per entity`,
          groups,
          axis(t`Latency per entity`, 'ms'),
          perEntityMs,
          'Fig. 6',
        ),
        sweepChart(
          'per-batch',
          t`Latency per batch`,
          groups,
          axis(t`Median latency`, 'ms'),
          (group) => medianOf(valuesOf(succeeded(group.samples), 'durationMs')),
          'Fig. 5',
        ),
        withTarget(
          sweepChart('rate', t`Entities per second`, groups, axis(t`Rate`, 'entities/s'), entitiesPerSecond, 'Fig. 7'),
          targetOf(values),
        ),
        costChart(levelsOf(samples, 'batchSize').map(Number)),
        ...largestBatch(groups),
        rateOverTime(named(groups), 'Table 1'),
        latencyOverTime(named(groups), 'Table 1'),
      ],
      advice: adviceOf(perNode),
    };
  },
};

const named = (groups: readonly Group[]) =>
  groups.map((group) => ({ label: settingOf(group), samples: group.samples }));

/** How the latency of the largest batch spreads. */
function largestBatch(groups: readonly Group[]): readonly ChartSpec[] {
  const largest = Math.max(...groups.map(({ key }) => numberIn(key, 'batchSize')));
  const own = groups.filter(({ key }) => numberIn(key, 'batchSize') === largest);
  if (own.length === 0) return [];
  const about = { id: 'spread', title: t`Batches of ${largest}: how latency spreads`, axis: axis(t`Latency`, 'ms') };
  const spread = own.map((group) => ({
    label: settingOf(group),
    values: valuesOf(succeeded(group.samples), 'durationMs'),
  }));
  return [{ ...histogramChart(about, spread), figure: 'Fig. 4' }];
}

const labelOf = (spread: string, batchSize: number, concurrency: number): string =>
  t`${spread}, batch ${batchSize} × ${concurrency}`;

const settingOf = ({ key }: Group): string =>
  labelOf(String(key.spread), numberIn(key, 'batchSize'), numberIn(key, 'concurrency'));

/** Several machines have the batches in flight of all of them. */
function ofAllNodes({ key, samples }: Group, values: ParameterValues | undefined): Group {
  const concurrency = numberIn(key, 'concurrency') * nodesIn(samples);
  return {
    key: { ...key, concurrency, spread: partitionsText(numberIn(key, 'partitions'), samples, values) },
    samples,
  };
}

/** Mean latency of a request by its entities. */
function perEntityMs({ samples }: Group): number {
  const good = succeeded(samples);
  return sumOf(good, 'durationMs') / sumOf(good, 'entities');
}

/** NaN where several machines were never at work together. */
function entitiesPerSecond({ samples }: Group): number {
  return rateOfNodes(samples, 'entities') ?? Number.NaN;
}

function entityTable(groups: readonly Group[]): ResultTable {
  return {
    id: 'entities',
    title: t`Entities, transactions, cost`,
    columns: [
      { title: t`Setting`, unit: '' },
      { title: t`Per entity`, unit: 'ms' },
      { title: t`Rate`, unit: 'entities/s' },
      { title: t`Transactions`, unit: '' },
      { title: t`Throttled`, unit: '' },
      { title: t`A million entities`, unit: 'USD' },
      { title: t`Connections`, unit: '' },
    ],
    rows: groups.map((group) => [
      ...[settingOf(group), perEntityMs(group), finite(entitiesPerSecond(group)), group.samples.length],
      sumOf(group.samples, 'throttled'),
      costOfMillion(group.samples),
      connectionsOf(group.samples),
    ]),
    note: t`Cost at list price, transactions only, including rejected ones. Connections: the maximum open at the same time.`,
  };
}

/** Of one partition, on the simulated line; the service's own where nothing is simulated. */
const targetOf = (values: ParameterValues | undefined): number =>
  (values === undefined ? null : chosenLine(values).partitionEntitiesPerSecond) ?? targetOfTheService;

/** Entities per second in one partition that the service documents. */
const targetOfTheService = 2000;

function withTarget(chart: ChartSpec, target: number): ChartSpec {
  const sizes = chart.series.flatMap(({ points }) => points.map(({ x }) => x));
  return sizes.length === 0
    ? chart
    : { ...chart, series: [...chart.series, targetLine(t`target of a partition`, sizes, target)] };
}

function sweepChart(
  id: string,
  title: string,
  groups: readonly Group[],
  y: ChartSpec['y'],
  valueOf: (group: Group) => number,
  figure: string,
): ChartSpec {
  const keys = groups.map(({ key }) => key);
  const series = inOrder(groupBy(keys, ['partitions', 'concurrency', 'spread']), 'partitions', [1, 0]);
  const concurrencies = levelsOf(keys, 'concurrency');
  return {
    id,
    title,
    figure,
    x: axis(t`Entities in a batch`, '', 'log'),
    y,
    series: series.map(({ key }): ChartSeries => ({
      label: `${String(key.spread)} × ${String(key.concurrency)}`,
      shape: 'line',
      colour: concurrencies.indexOf(key.concurrency ?? null),
      isDashed: key.partitions !== 1,
      points: groups
        .filter((group) => group.key.partitions === key.partitions && group.key.concurrency === key.concurrency)
        .map((group) => ({ x: numberIn(group.key, 'batchSize'), y: finite(valueOf(group)) })),
    })),
    note: series.some(({ key }) => key.partitions !== 1) ? t`Dashed: every worker has a partition of its own.` : '',
  };
}

/** The same for every parallelism and spread: a batch is one transaction. */
function costChart(batchSizes: readonly number[]): ChartSpec {
  return {
    id: 'cost',
    title: t`Transactions for a million entities`,
    x: axis(t`Entities in a batch`, '', 'log'),
    y: axis(t`Transactions`, '', 'log'),
    series: [
      {
        label: t`transactions`,
        shape: 'line',
        colour: 0,
        points: batchSizes.map((batchSize) => ({ x: batchSize, y: 1_000_000 / batchSize })),
      },
    ],
    note: t`What is billed; both axes are logarithmic.`,
  };
}

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);

function findingsOf(groups: readonly Group[]): RunResult['findings'] {
  const ranked = groups
    .filter((group) => Number.isFinite(entitiesPerSecond(group)))
    .sort((one, other) => entitiesPerSecond(other) - entitiesPerSecond(one));
  const [best] = ranked;
  if (best === undefined) return [];
  const alone = groups.filter(
    ({ key }) => key.concurrency === groups[0]?.key.concurrency && key.partitions === groups[0]?.key.partitions,
  );
  const flat = flattensAt(alone);
  const largest = Math.max(...alone.map(({ key }) => numberIn(key, 'batchSize')));
  return [
    leadSentence(
      ranked.map((group) => ({ label: capital(settingOf(group)), samples: group.samples })),
      'entities',
      t`${formatCount(entitiesPerSecond(best))} entities/s`,
    ),
    ...(flat === null ? [] : [perEntityText(flat, largest)]),
    t`A batch of 100 is cheapest: it is billed as one transaction.`,
  ];
}

export function perEntityText(flat: number, largest: number): string {
  return flat < largest
    ? t`Latency per entity hardly falls beyond ${flat} entities per batch.`
    : t`Latency per entity falls up to the largest batch that was measured, ${largest} entities.`;
}

/** The smallest batch whose entities take at most 1.5 times as long as those of the best batch. */
export function flattensAt(groups: readonly Group[]): number | null {
  const measured = groups.filter((group) => Number.isFinite(perEntityMs(group)));
  const min = Math.min(...measured.map(perEntityMs));
  const first = measured.find((group) => perEntityMs(group) <= 1.5 * min);
  return measured.length < 3 || first === undefined ? null : numberIn(first.key, 'batchSize');
}

function fastest(groups: readonly Group[]): Group | null {
  return groups.reduce<Group | null>(
    (best, one) => (best === null || entitiesPerSecond(one) > entitiesPerSecond(best) ? one : best),
    null,
  );
}

function adviceOf(groups: readonly Group[]): RunResult['advice'] {
  const usable = groups.filter(
    ({ samples }) =>
      succeeded(samples).length === samples.length && Number.isFinite(meanOf(valuesOf(samples, 'durationMs'))),
  );
  const best = fastest(usable);
  if (best === null || numberIn(best.key, 'batchSize') === 1) return null;
  return { batchSize: numberIn(best.key, 'batchSize'), batchConcurrency: numberIn(best.key, 'concurrency') };
}
