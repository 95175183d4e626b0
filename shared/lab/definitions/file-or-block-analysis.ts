// Analysis of whole files against blocks: the rate of each way, the distribution of its files, and what nodes lose by
// sharing a line.
import { formatFixed } from '../../strings/numbers';
import { t } from '../../strings/t';
import { formatRate } from '../../units';
import { axis, categories, scatterChart, timelineChart } from '../chart-parts';
import type { ChartSpec } from '../charts/chart-spec';
import { histogramChart } from '../histogram-chart';
import {
  groupBy,
  levelsOf,
  measuredMs,
  numberIn,
  perSecond,
  succeeded,
  sumOf,
  textIn,
  valuesOf,
  where,
} from '../grouping';
import { apartSentence } from '../nodes-apart';
import type { ResultTable, RunResult } from '../results';
import type { Sample } from '../run';
import type { TransferMode } from '../steps';
import { summaryOf } from '../statistics/summary';

/** The ways to move files, in the order in which they are measured and shown. */
export const modes: readonly { readonly mode: TransferMode; readonly label: string }[] = [
  {
    mode: 'single',
    get label() {
      return t`one by one`;
    },
  },
  {
    mode: 'blocks',
    get label() {
      return t`blocks in parallel`;
    },
  },
  {
    mode: 'files',
    get label() {
      return t`files in parallel`;
    },
  },
];
export const directions = [
  {
    value: 'up',
    get label() {
      return t`Upload`;
    },
  },
  {
    value: 'down',
    get label() {
      return t`Download`;
    },
  },
] as const;

interface Way {
  readonly direction: string;
  readonly mode: string;
  readonly label: string;
  readonly samples: readonly Sample[];
  /** Bytes of all files by the time that passed from the first start on any node to the last end on any. */
  readonly rate: number;
}

/**
 * Findings, tables and charts of the ways, from the samples collected until now: each has its `direction` and `mode`.
 */
export function analyseFileOrBlock(samples: readonly Sample[]): RunResult {
  const ways = directions.flatMap(({ value, label }) =>
    modes.flatMap(({ mode, label: way }): Way[] => {
      const own = where(where(samples, 'direction', value), 'mode', mode);
      return own.length === 0
        ? []
        : [{ direction: value, mode, label: `${label}, ${way}`, samples: own, rate: rateOf(own) }];
    }),
  );
  const nodes = levelsOf(samples, 'node').map(String);
  return {
    findings: [
      ...directions.flatMap(({ value, label }) =>
        verdict(
          label,
          ways.filter((way) => way.direction === value),
        ),
      ),
      ...apartSentence(ways),
    ],
    tables: [waysTable(ways), ...(nodes.length > 1 ? [nodesTable(ways, nodes)] : [])],
    charts: [
      throughputChart(ways),
      ...(nodes.length > 1 ? [nodesChart(ways, nodes)] : []),
      ...directions.map(({ value, label }) =>
        histogramChart(
          { id: `spread-${value}`, title: t`${label}: rate of single files`, axis: axis(t`Rate`, 'bytes/s') },
          ways
            .filter((way) => way.direction === value)
            .map((way) => ({
              label: labelOfMode(way.mode),
              values: valuesOf(succeeded(way.samples), 'bytesPerSecond'),
            })),
        ),
      ),
      ...directions.map(({ value, label }) =>
        scatterChart(
          { id: `order-${value}`, title: t`${label}: rate of each file in order`, axis: axis(t`Rate`, 'bytes/s') },
          ways
            .filter((way) => way.direction === value)
            .map((way, colour) => ({
              label: labelOfMode(way.mode),
              samples: [...succeeded(way.samples)].sort((a, b) => numberIn(a, 'startMs') - numberIn(b, 'startMs')),
              column: 'bytesPerSecond',
              colour,
            })),
        ),
      ),
      ...ways.map((way) =>
        timelineChart(
          { id: `timeline-${way.direction}-${way.mode}`, title: t`${way.label}: timeline`, work: 'transfer' },
          firstPass(way.samples),
        ),
      ),
    ],
    advice: null,
  };
}

const labelOfMode = (mode: string): string => modes.find((one) => one.mode === mode)?.label ?? mode;

const rateOf = (samples: readonly Sample[]): number => perSecond(samples, 'fileBytes');

/** Of the first repetition, on all nodes. */
function firstPass(samples: readonly Sample[]): readonly Sample[] {
  return groupBy(samples, ['repetition'])[0]?.samples ?? [];
}

function verdict(label: string, ways: readonly Way[]): readonly string[] {
  const [blocks, files] = ['blocks', 'files'].map((mode) => ways.find((way) => way.mode === mode));
  if (blocks === undefined || files === undefined || blocks.rate === 0 || files.rate === 0) return [];
  const [better, other] = files.rate >= blocks.rate ? [files, blocks] : [blocks, files];
  const percent = (better.rate / other.rate - 1) * 100;
  if (percent < 5) return [t`${label}: whole files and parallel blocks are equally fast, ${formatRate(better.rate)}.`];
  return [
    t`${label}: ${labelOfMode(better.mode)} reach ${formatRate(better.rate)}, ${formatFixed(percent, 0)} % more than ${labelOfMode(other.mode)}.`,
  ];
}

function waysTable(ways: readonly Way[]): ResultTable {
  return {
    id: 'ways',
    title: t`Three ways`,
    columns: [
      { title: t`Way`, unit: '' },
      { title: t`Overall rate`, unit: 'bytes/s' },
      { title: t`Versus one by one`, unit: '%' },
      { title: t`Mean of a file`, unit: 'ms' },
      { title: 'SD', unit: 'ms' },
      { title: t`Slowest`, unit: 'ms' },
      { title: t`Busy`, unit: '%' },
      { title: 'OK', unit: '' },
      { title: t`Failed`, unit: '' },
    ],
    rows: ways.map((way) => {
      const good = succeeded(way.samples);
      const duration = summaryOf(valuesOf(good, 'durationMs'));
      const alone = ways.find((one) => one.direction === way.direction && one.mode === 'single');
      const slots = new Set(way.samples.map((sample) => `${textIn(sample, 'node')} ${numberIn(sample, 'slot')}`)).size;
      return [
        ...[way.label, way.rate, alone === undefined || alone.rate === 0 ? null : (way.rate / alone.rate - 1) * 100],
        ...[duration.mean, duration.sd, duration.max],
        (sumOf(good, 'durationMs') / Math.max(1, slots * measuredMs(way.samples))) *
          100 *
          levelsOf(way.samples, 'node').length,
        ...[good.length, way.samples.length - good.length],
      ];
    }),
    note: t`Busy: the share of slot time in which a file was being transferred.`,
  };
}

/** A row a node, a column a way: slow nodes stand out in every column. */
function nodesTable(ways: readonly Way[], nodes: readonly string[]): ResultTable {
  return {
    id: 'nodes',
    title: t`Rate by node`,
    columns: [{ title: t`Node`, unit: '' }, ...ways.map(({ label }) => ({ title: label, unit: 'bytes/s' }))],
    rows: nodes.map((node) => [node, ...ways.map((way) => rateOf(where(way.samples, 'node', node)))]),
    note: '',
  };
}

function throughputChart(ways: readonly Way[]): ChartSpec {
  return {
    id: 'throughput',
    title: t`Overall rate`,
    x: categories(
      t`Way`,
      modes.map(({ label }) => label),
    ),
    y: axis(t`Rate`, 'bytes/s'),
    series: directions.map(({ value, label }, colour) => ({
      label,
      shape: 'columns',
      colour,
      points: modes.map(({ mode }, x) => ({
        x,
        y: ways.find((way) => way.direction === value && way.mode === mode)?.rate ?? null,
      })),
    })),
    note: '',
  };
}

/** Slow nodes stand out by name. */
function nodesChart(ways: readonly Way[], nodes: readonly string[]): ChartSpec {
  return {
    id: 'nodes',
    title: t`Rate by node`,
    x: categories(t`Node`, nodes),
    y: axis(t`Rate`, 'bytes/s'),
    series: ways.map((way, colour) => ({
      label: way.label,
      shape: 'dots',
      colour,
      points: nodes.map((node, x) => ({ x, y: rateOf(where(way.samples, 'node', node)) })),
    })),
    note: t`Compare the run with one of a single node to see what the nodes lose by sharing.`,
  };
}
