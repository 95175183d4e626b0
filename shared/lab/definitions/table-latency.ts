// How long single inserts, gets, updates and deletes of 1-KiB entities take, as distributions.
import { axis } from '../chart-parts';
import type { ChartSpec } from '../charts/chart-spec';
import { writeColumns } from '../columns';
import { histogramChart } from '../histogram-chart';
import { type Experiment, commonParameters, number } from '../experiment';
import { capital } from '../figures';
import { endMs, numberIn, succeeded, valuesOf, where } from '../grouping';
import { numberOf } from '../parameters';
import { latencyTable } from '../latency-table';
import type { Sample } from '../run';
import { percentile, sorted, summaryOf } from '../statistics/summary';

const operations = ['insert', 'get', 'update', 'delete'] as const;

export const tableLatency: Experiment = {
  id: 'table-latency',
  title: 'Table latency',
  purpose: 'How long single inserts, gets, updates and deletes of 1-KiB entities take.',
  study: 'Getting the most out of Tables, 2010',
  service: 'table',
  parameters: [
    number('entities', 'Entities', 'Each is inserted, read, updated and deleted once.', 200, 10, 20_000),
    number('concurrency', 'Requests in flight', 'More at once share the line and the service.', 4, 1, 64),
    number('partitions', 'Partitions', 'The entities are spread over so many.', 1, 1, 1000),
    ...commonParameters({ repetitions: 1, line: 'none' }),
  ],
  presets: [
    { id: 'quick', title: 'Quick look', values: {} },
    {
      id: 'study',
      title: 'As published',
      values: { entities: 10_000, concurrency: 1, maxMinutes: 120, maxRequests: 200_000 },
    },
    { id: 'office', title: 'From an office', values: { line: 'office' } },
  ],
  columns: writeColumns,
  steps: (values) => [
    {
      label: 'single operations',
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
      .map((operation) => ({ label: operation, samples: where(samples, 'operation', operation) }))
      .filter((group) => group.samples.length > 0);
    return {
      findings: groups.map(({ label, samples: own }) => sentence(label, own)),
      tables: [latencyTable('latency', 'Latency by operation', 'Operation', groups)],
      charts: [
        cumulative(groups),
        ...groups.map((group) =>
          histogramChart(
            {
              id: `spread-${group.label}`,
              title: `${capital(group.label)}: how latency spreads`,
              axis: axis('Latency', 'ms'),
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
  readonly label: string;
  readonly samples: readonly Sample[];
}

/** The bounds the study found most of them under. */
const publishedMs: Readonly<Record<string, number>> = { get: 40, insert: 50 };

function sentence(operation: string, samples: readonly Sample[]): string {
  const values = sorted(valuesOf(succeeded(samples), 'durationMs'));
  const { median, p99 } = summaryOf(values);
  const bound = publishedMs[operation];
  const under =
    bound === undefined
      ? ''
      : ` ${Math.round((values.filter((ms) => ms < bound).length / Math.max(1, values.length)) * 100)} % are below the ${bound} ms of the study.`;
  return `${capital(operation)}: half within ${median.toFixed(1)} ms, 99 % within ${p99.toFixed(1)} ms.${under}`;
}

function cumulative(groups: readonly OperationRows[]): ChartSpec {
  const shares = Array.from({ length: 101 }, (_, index) => index / 100);
  return {
    id: 'cumulative',
    title: 'Share of requests within a time',
    x: axis('Latency', 'ms', 'log'),
    y: axis('Share', '%'),
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
    title: 'Latency over the run',
    x: axis('Time', 'ms'),
    y: axis('Latency', 'ms'),
    series: groups.map(({ label, samples }, colour) => ({
      label,
      shape: 'dots',
      colour,
      points: succeeded(samples).map((sample) => ({ x: endMs(sample), y: numberIn(sample, 'durationMs') })),
    })),
    note: 'Every request is a dot.',
  };
}
