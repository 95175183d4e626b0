// Analysis of whole files against blocks: the rate of each way, the distribution of its files, and what nodes lose by
// sharing a line.
import { leadOf, repeatText } from '../certain-lead';
import { formatFixed } from '../../strings/numbers';
import { t } from '../../strings/t';
import { formatRate } from '../../units';
import { axis, categories, timelineChart } from '../chart-parts';
import type { ChartPoint, ChartSpec } from '../charts/chart-spec';
import { courseSentences, courseTable, filesInOrder, orderChart } from '../course-of-files';
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
import { machinesChart, sizesChart, sizesOf, slowSentence, stepsSentence, stepsTable } from '../machines';
import { apartSentence } from '../nodes-apart';
import {
  type Repetitions,
  repetitionSentences,
  repetitionsChart,
  repetitionsOf,
  repetitionsTable,
} from '../repetitions';
import type { ResultTable, RunResult } from '../results';
import type { Sample } from '../run';
import type { TransferMode } from '../steps';
import { meanOf, summaryOf } from '../statistics/summary';

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
  readonly repetitions: Repetitions;
}

/**
 * Findings, tables and charts of the ways, from the samples collected until now: each has its `direction` and `mode`.
 */
export function analyseFileOrBlock(samples: readonly Sample[]): RunResult {
  const ways = directions.flatMap(({ value, label }) =>
    modes.flatMap(({ mode, label: way }): Way[] => {
      const own = where(where(samples, 'direction', value), 'mode', mode);
      const name = `${label}, ${way}`;
      return own.length === 0
        ? []
        : [
            {
              direction: value,
              mode,
              label: name,
              samples: own,
              rate: rateOf(own),
              repetitions: repetitionsOf(name, own),
            },
          ];
    }),
  );
  const nodes = levelsOf(samples, 'node').map(String);
  const sizes = sizesOf(nodes);
  const repeated = ways.map(({ repetitions }) => repetitions).filter(({ each }) => each.length > 1);
  // Rates of machines that took turns count the time in which each waited: nothing is concluded from them.
  const apart = apartSentence(ways);
  const inOrder = ways.map(({ label, samples: own }) => filesInOrder(label, own));
  const hasPhases = ways.some((way) => phaseShare(way, 'lineMs') !== null);
  const [isMany, isSized] = [nodes.length > 1, sizes.length > 1];
  return {
    findings: [
      ...(apart.length > 0
        ? []
        : [
            ...directions.flatMap(({ value, label }) =>
              verdict(
                label,
                ways.filter((way) => way.direction === value),
              ),
            ),
            ...repetitionSentences(repeated),
            ...(isSized ? stepsSentence(ways, sizes) : []),
          ]),
      ...slowSentence(ways, nodes),
      ...courseSentences(inOrder),
      ...apart,
    ],
    tables: [
      waysTable(ways),
      ...(repeated.length > 0 ? [repetitionsTable(repeated)] : []),
      ...(isSized ? [stepsTable(ways, sizes)] : []),
      ...(isMany ? [nodesTable(ways, nodes)] : []),
      ...(hasPhases ? [phasesTable(ways)] : []),
      ...(isMany ? [] : [courseTable(inOrder)]),
    ],
    charts: [
      throughputChart(ways),
      ...(repeated.length > 0 ? [repetitionsChart(repeated, t`the chart without the third run, part 1`)] : []),
      ...(isSized ? [sizesChart(ways, sizes)] : []),
      ...(isMany ? [machinesChart(ways, nodes)] : []),
      ...(hasPhases ? [phasesChart(ways)] : []),
      ...directions.map(({ value, label }) => ({
        ...histogramChart(
          { id: `spread-${value}`, title: t`${label}: rate of single files`, axis: axis(t`Rate`, 'bytes/s') },
          ways
            .filter((way) => way.direction === value)
            .map((way) => ({
              label: labelOfMode(way.mode),
              values: valuesOf(succeeded(way.samples), 'bytesPerSecond'),
            })),
        ),
        figure: t`the histograms of part 3`,
      })),
      ...directions.map(({ value, label }) =>
        orderChart(
          { id: `order-${value}`, title: t`${label}: rate of each file in order` },
          ways.filter((way) => way.direction === value).map((way) => filesInOrder(labelOfMode(way.mode), way.samples)),
        ),
      ),
      ...ways.map((way) => ({
        ...timelineChart(
          { id: `timeline-${way.direction}-${way.mode}`, title: t`${way.label}: timeline`, work: 'transfer' },
          firstPass(way.samples),
        ),
        figure: t`the timelines of part 3`,
      })),
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
  const [rated, next] = [better, other].map(({ mode, samples }) => ({ label: mode, samples }));
  const lead = rated === undefined || next === undefined ? 'unrepeated' : leadOf(rated, next, 'fileBytes');
  if (lead === 'uncertain')
    return [
      t`${label}: no certain difference between ${labelOfMode(better.mode)} (${formatRate(better.rate)}) and ${labelOfMode(other.mode)} (${formatRate(other.rate)}).`,
    ];
  const text = t`${label}: ${labelOfMode(better.mode)} reach ${formatRate(better.rate)}, ${formatFixed(percent, 0)} % more than ${labelOfMode(other.mode)}.`;
  return [lead === 'certain' ? text : `${text} ${repeatText()}`];
}

function waysTable(ways: readonly Way[]): ResultTable {
  return {
    id: 'ways',
    title: t`Three ways`,
    columns: [
      { title: t`Way`, unit: '' },
      { title: t`Overall rate`, unit: 'bytes/s' },
      { title: t`SD of rate`, unit: 'bytes/s' },
      { title: t`Versus one by one`, unit: '%' },
      { title: t`A file versus one by one`, unit: '%' },
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
        ...[way.label, way.rate, Number.isFinite(way.repetitions.sd) ? way.repetitions.sd : null],
        alone === undefined || alone.rate === 0 ? null : (way.rate / alone.rate - 1) * 100,
        alone === undefined ? null : versus(fileRate(way.samples), fileRate(alone.samples)),
        ...[duration.mean, duration.sd, duration.max],
        (sumOf(good, 'durationMs') / Math.max(1, slots * measuredMs(way.samples))) *
          100 *
          levelsOf(way.samples, 'node').length,
        ...[good.length, way.samples.length - good.length],
      ];
    }),
    note: t`SD of rate: over the repetitions. Busy: the share of slot time in which a file was being transferred.`,
  };
}

const fileRate = (samples: readonly Sample[]): number => meanOf(valuesOf(succeeded(samples), 'bytesPerSecond'));

/** In percent; null where nothing was measured. */
function versus(value: number, base: number): number | null {
  const percent = (value / base - 1) * 100;
  return Number.isFinite(percent) ? percent : null;
}

/** Where the time of the requests goes; runs of earlier versions did not measure it. */
const phases: readonly { readonly column: string; readonly label: () => string }[] = [
  { column: 'lineMs', label: () => t`network` },
  { column: 'serviceMs', label: () => t`service` },
  { column: 'diskMs', label: () => t`disk` },
  { column: 'cpuMs', label: () => t`processor` },
];

/** 0…100; null where it was not measured. */
function phaseShare(way: Way, column: string): number | null {
  const all = phases.reduce((sum, phase) => sum + sumOf(succeeded(way.samples), phase.column), 0);
  return all === 0 ? null : (sumOf(succeeded(way.samples), column) / all) * 100;
}

function phasesTable(ways: readonly Way[]): ResultTable {
  return {
    id: 'phases',
    title: t`Where the time goes`,
    columns: [{ title: t`Way`, unit: '' }, ...phases.map(({ label }) => ({ title: label(), unit: '%' }))],
    rows: ways.map((way) => [way.label, ...phases.map(({ column }) => phaseShare(way, column))]),
    note: t`Shares of the time that all requests together waited for the network, the service, the disk and the processor. Ranges are written directly to their position, so nothing is assembled afterwards.`,
  };
}

function phasesChart(ways: readonly Way[]): ChartSpec {
  return {
    id: 'phases',
    title: t`Where the time goes`,
    figure: t`the halves of a parallel download, part 1`,
    x: categories(
      t`Way`,
      ways.map(({ label }) => label),
    ),
    y: axis(t`Share`, '%'),
    series: phases.map(({ column, label }, colour) => ({
      label: label(),
      shape: 'columns',
      colour,
      points: ways.map((way, x) => ({ x, y: phaseShare(way, column) })),
    })),
    note: '',
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
    figure: t`the first chart of part 2`,
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
        ...spreadPoint(ways.find((way) => way.direction === value && way.mode === mode)),
      })),
    })),
    note: t`Vertical line: ±1 standard deviation over the repetitions.`,
  };
}

function spreadPoint(way: Way | undefined): Omit<ChartPoint, 'x'> {
  if (way === undefined) return { y: null };
  const { sd } = way.repetitions;
  return Number.isFinite(sd) ? { y: way.rate, low: Math.max(0, way.rate - sd), high: way.rate + sd } : { y: way.rate };
}
