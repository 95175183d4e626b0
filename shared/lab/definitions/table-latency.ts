// How long single inserts, gets, updates and deletes of 1-KiB entities take, as distributions.
import { formatFixed } from '../../strings/numbers';
import { capital, operationName } from '../figures';
import { axis } from '../chart-parts';
import type { ChartSpec } from '../charts/chart-spec';
import { writeColumns } from '../columns';
import { histogramChart } from '../histogram-chart';
import { type Experiment, commonParameters, number } from '../experiment';
import { endMs, numberIn, succeeded, valuesOf, where } from '../grouping';
import { numberOf } from '../parameters';
import { latencyTable } from '../latency-table';
import type { Sample } from '../run';
import { percentile, sorted, summaryOf } from '../statistics/summary';
import { t } from '../../strings/t';

const operations = ['insert', 'get', 'update', 'delete'] as const;

export const tableLatency: Experiment = {
  id: 'table-latency',
  title: t`Table latency`,
  purpose: t`How long single inserts, gets, updates and deletes of 1-KiB entities take.`,
  study: t`Getting the most out of Tables, 2010`,
  service: 'table',
  parameters: [
    number('entities', t`Entities`, t`Each is inserted, read, updated and deleted once.`, 200, 10, 20_000),
    number(
      'concurrency',
      t`Requests in flight`,
      t`More concurrent requests share the network and the service.`,
      4,
      1,
      64,
    ),
    number('partitions', t`Partitions`, t`The entities are distributed over this many partitions.`, 1, 1, 1000),
    ...commonParameters({ repetitions: 1, line: 'none' }),
  ],
  presets: [
    { id: 'quick', title: t`Quick look`, values: {} },
    {
      id: 'study',
      title: t`As published`,
      values: { entities: 10_000, concurrency: 1, maxMinutes: 120, maxRequests: 200_000 },
    },
    { id: 'office', title: t`From an office`, values: { line: 'office' } },
  ],
  columns: writeColumns,
  steps: (values) => [
    {
      label: t`single operations`,
      step: {
        kind: 'operation',
        operations,
        entities: numberOf(values, 'entities'),
        concurrency: numberOf(values, 'concurrency'),
        partitions: numberOf(values, 'partitions'),
      },
    },
  ],
  analyse: (samples) => {
    const groups = operations
      .map((operation) => ({
        operation,
        label: operationName(operation),
        samples: where(samples, 'operation', operation),
      }))
      .filter((group) => group.samples.length > 0);
    return {
      findings: groups.map(sentence),
      tables: [latencyTable('latency', t`Latency by operation`, t`Operation`, groups)],
      charts: [
        cumulative(groups),
        ...groups.map((group) =>
          histogramChart(
            {
              id: `spread-${group.operation}`,
              title: t`${capital(group.label)}: latency distribution`,
              axis: axis(t`Latency`, 'ms'),
            },
            [{ label: group.label, values: valuesOf(succeeded(group.samples), 'durationMs') }],
          ),
        ),
        overTime(groups),
      ],
      advice: null,
    };
  },
};

interface OperationRows {
  readonly operation: string;
  readonly label: string;
  readonly samples: readonly Sample[];
}

/** The bounds the study found most of them under. */
const publishedMs: Readonly<Record<string, number>> = { get: 40, insert: 50 };

function sentence({ operation, label, samples }: OperationRows): string {
  const values = sorted(valuesOf(succeeded(samples), 'durationMs'));
  const { median, p99 } = summaryOf(values);
  const bound = publishedMs[operation];
  const under =
    bound === undefined
      ? ''
      : t` ${Math.round((values.filter((ms) => ms < bound).length / Math.max(1, values.length)) * 100)} % are below the ${bound} ms of the study.`;
  return `${t`${capital(label)}: half within ${formatFixed(median, 1)} ms, 99 % within ${formatFixed(p99, 1)} ms.`}${under}`;
}

function cumulative(groups: readonly OperationRows[]): ChartSpec {
  const shares = Array.from({ length: 101 }, (_, index) => index / 100);
  return {
    id: 'cumulative',
    title: t`Share of requests within a time`,
    x: axis(t`Latency`, 'ms', 'log'),
    y: axis(t`Share`, '%'),
    series: groups.map(({ label, samples }, colour) => {
      const values = sorted(valuesOf(succeeded(samples), 'durationMs'));
      return {
        label,
        shape: 'line',
        colour,
        points: values.length === 0 ? [] : shares.map((share) => ({ x: percentile(values, share), y: share * 100 })),
      };
    }),
    note: '',
  };
}

function overTime(groups: readonly OperationRows[]): ChartSpec {
  return {
    id: 'over-time',
    title: t`Latency over the run`,
    x: axis(t`Time`, 'ms'),
    y: axis(t`Latency`, 'ms'),
    series: groups.map(({ label, samples }, colour) => ({
      label,
      shape: 'dots',
      colour,
      points: succeeded(samples).map((sample) => ({ x: endMs(sample), y: numberIn(sample, 'durationMs') })),
    })),
    note: t`Every request is a dot.`,
  };
}
