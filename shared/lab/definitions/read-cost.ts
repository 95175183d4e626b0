// The client's cost of reading: processor time and bytes per entity by metadata level, and the course of the pages.
import { formatFixed } from '../../strings/numbers';
import { plural, t } from '../../strings/t';
import { formatBytes } from '../../units';
import { axis, categories, meanPoint } from '../chart-parts';
import type { ChartSpec } from '../charts/chart-spec';
import { pageColumns } from '../columns';
import { type Experiment, commonParameters, number, numbers } from '../experiment';
import { type Group, groupBy, inOrder, measuredMs, numberIn, perSecond, succeeded, sumOf, valuesOf } from '../grouping';
import { capital, figure } from '../figures';
import { numberOf, numbersOf } from '../parameters';
import type { ResultTable, RunResult } from '../results';
import { differenceInterval } from '../statistics/bootstrap';
import { meanOf, summaryOf } from '../statistics/summary';

const levels = ['none', 'minimal', 'full'] as const;

export const readCost: Experiment = {
  id: 'read-cost',
  title: t`Read cost`,
  purpose: t`How much CPU time and how many bytes reading an entity takes, by metadata level and page size.`,
  study: t`CPU cost of reading entities, 2010`,
  service: 'table',
  parameters: [
    number(
      'entities',
      t`Entities`,
      t`Written once with ten properties each, then read with every setting.`,
      1000,
      10,
      200_000,
    ),
    numbers('pageSizes', t`Page sizes`, t`Entities requested per page.`, [100, 1000], 1, 1000),
    ...commonParameters({ repetitions: 3, line: 'none' }),
  ],
  presets: [
    { id: 'quick', title: t`Quick look`, values: {} },
    {
      id: 'study',
      title: t`As published`,
      values: { entities: 3500, pageSizes: [1000], repetitions: 10, maxRequests: 200_000 },
    },
  ],
  columns: pageColumns,
  steps: (values) =>
    numbersOf(values, 'pageSizes').flatMap((pageEntities) =>
      levels.map((metadata) => ({
        label: settingOf(metadata, pageEntities),
        step: { kind: 'read', metadata, pageEntities, entities: numberOf(values, 'entities') } as const,
      })),
    ),
  analyse: (samples) => {
    const groups = groupBy(
      inOrder(groupBy(succeeded(samples), ['metadata']), 'metadata', levels).flatMap((group) => group.samples),
      ['pageEntities', 'metadata'],
    );
    return {
      findings: findingsOf(groups),
      tables: [costTable(groups), wholeTable(groups), traceTable(groups)],
      charts: [
        perEntity('cpu', t`Client CPU per entity`, groups, 'cpuMs', axis(t`CPU per entity`, 'ms')),
        perEntity('bytes', t`Bytes per entity`, groups, 'bytes', axis(t`Bytes per entity`, 'bytes')),
        wholeChart(groups),
        traceChart(groups),
      ],
      advice: null,
    };
  },
};

/** `none` is a level of the protocol; it is shown as "no metadata". */
function nameOf(metadata: string): string {
  if (metadata === 'none') return t`no metadata`;
  return metadata === 'minimal' ? t`minimal metadata` : t`full metadata`;
}

const settingOf = (metadata: string, pageEntities: number): string => t`${nameOf(metadata)}, pages of ${pageEntities}`;

const labelOf = ({ key }: Group): string => settingOf(String(key.metadata), numberIn(key, 'pageEntities'));

const each = (group: Group, column: string): number => sumOf(group.samples, column) / sumOf(group.samples, 'entities');

function findingsOf(groups: readonly Group[]): RunResult['findings'] {
  if (groups.length === 0) return [];
  const ascending = [...groups].sort((a, b) => each(a, 'bytes') - each(b, 'bytes'));
  const [min, max] = [ascending[0], ascending.at(-1)];
  if (min === undefined || max === undefined) return [];
  const empty = groups.reduce((sum, group) => sum + group.samples.filter((sample) => sample.entities === 0).length, 0);
  return [
    t`${capital(labelOf(max))} transfers ${formatFixed(each(max, 'bytes') / each(min, 'bytes'), 1)} times the bytes of ${labelOf(min)}: ${formatBytes(each(max, 'bytes'))} per entity versus ${formatBytes(each(min, 'bytes'))}.`,
    cheapestSentence(groups),
    ...(empty > 0
      ? [
          plural(
            empty,
          )`${empty} page was empty but had a continuation token. | ${empty} pages were empty but had a continuation token.`,
        ]
      : []),
  ];
}

const resampleSeed = 20_100_620;

/** A setting is named only when it differs from every other by more than chance: the 95 % interval excludes zero. */
function cheapestSentence(groups: readonly Group[]): string {
  const [cheapest, ...others] = [...groups].sort((a, b) => each(a, 'cpuMs') - each(b, 'cpuMs'));
  if (cheapest === undefined) return '';
  const passes = (group: Group): number[] =>
    groupBy(group.samples, ['repetition', 'node']).map((pass) => each(pass, 'cpuMs'));
  const isCertain = others.every((other) => {
    const [mine, theirs] = [passes(cheapest), passes(other)];
    if (Math.min(mine.length, theirs.length) < minPasses) return false;
    return differenceInterval(mine, theirs, meanOf, { seed: resampleSeed }).low > 0;
  });
  return isCertain && others.length > 0
    ? t`${capital(labelOf(cheapest))} needs the least CPU time: ${figure(each(cheapest, 'cpuMs'))} ms per entity.`
    : t`No setting needs significantly less CPU time than all others; more repetitions may show a difference.`;
}

/** With fewer values the variation is unknown. */
const minPasses = 3;

function costTable(groups: readonly Group[]): ResultTable {
  return {
    id: 'cost',
    title: t`Cost of an entity`,
    columns: [
      { title: t`Setting`, unit: '' },
      { title: t`CPU per entity`, unit: 'ms' },
      { title: t`CPU share`, unit: '%' },
      { title: t`Bytes per entity`, unit: 'bytes' },
      { title: t`Entities`, unit: '' },
      { title: t`Pages`, unit: '' },
      { title: t`Empty pages`, unit: '' },
      { title: t`Rate`, unit: 'entities/s' },
    ],
    rows: groups.map((group) => {
      const ms = measuredMs(group.samples);
      return [
        ...[labelOf(group), each(group, 'cpuMs'), (sumOf(group.samples, 'cpuMs') / Math.max(1, ms)) * 100],
        ...[each(group, 'bytes'), sumOf(group.samples, 'entities'), group.samples.length],
        group.samples.filter((sample) => sample.entities === 0).length,
        perSecond(group.samples, 'entities'),
      ];
    }),
    note: t`CPU: of the whole engine process while the page was fetched and decoded.`,
  };
}

/** How long each pass over the whole result took, pages and decoding included; one figure for each repetition. */
function wholeMs(group: Group): readonly number[] {
  return groupBy(group.samples, ['repetition', 'node']).map(({ samples }) => measuredMs(samples));
}

function wholeTable(groups: readonly Group[]): ResultTable {
  return {
    id: 'whole',
    title: t`Whole result`,
    columns: [
      { title: t`Setting`, unit: '' },
      { title: t`Repetitions`, unit: '' },
      { title: t`Mean`, unit: 'ms' },
      { title: 'SD', unit: 'ms' },
      { title: t`Min`, unit: 'ms' },
      { title: t`Max`, unit: 'ms' },
      { title: t`Bytes`, unit: 'bytes' },
    ],
    rows: groups.map((group) => {
      const { count, mean, sd, min, max } = summaryOf(wholeMs(group));
      return [
        labelOf(group),
        count,
        mean,
        Number.isNaN(sd) ? null : sd,
        min,
        max,
        sumOf(group.samples, 'bytes') / count,
      ];
    }),
    note: t`From the first request of a pass to the end of its last page.`,
  };
}

function wholeChart(groups: readonly Group[]): ChartSpec {
  return {
    id: 'whole',
    title: t`Whole result, pass by pass`,
    x: axis(t`Repetition`, ''),
    y: axis(t`Duration`, 'ms'),
    series: groups.map((group, colour) => ({
      label: labelOf(group),
      shape: 'line',
      colour,
      points: wholeMs(group).map((y, index) => ({ x: index + 1, y })),
    })),
    note: '',
  };
}

function traceTable(groups: readonly Group[]): ResultTable {
  return {
    id: 'trace',
    title: t`Pages of the first repetition`,
    columns: [
      { title: t`Setting`, unit: '' },
      { title: t`Page`, unit: '' },
      { title: t`Latency`, unit: 'ms' },
      { title: t`First byte`, unit: 'ms' },
      { title: t`Entities`, unit: '' },
      { title: t`Bytes`, unit: 'bytes' },
      { title: t`Continued`, unit: '' },
    ],
    rows: groups.flatMap((group) =>
      firstPages(group).map((page) => [
        ...[labelOf(group), numberIn(page, 'page'), numberIn(page, 'durationMs'), numberIn(page, 'firstByteMs')],
        ...[numberIn(page, 'entities'), numberIn(page, 'bytes'), String(page.token)],
      ]),
    ),
    note: '',
  };
}

const maxTraced = 20;
const firstPages = (group: Group) =>
  (groupBy(group.samples, ['repetition', 'node'])[0]?.samples ?? []).slice(0, maxTraced);

function perEntity(id: string, title: string, groups: readonly Group[], column: string, y: ChartSpec['y']): ChartSpec {
  const sizes = [...new Set(groups.map(({ key }) => numberIn(key, 'pageEntities')))];
  return {
    id,
    title,
    x: categories(t`Page size`, sizes.map(String)),
    y,
    series: levels.map((metadata, colour) => ({
      label: nameOf(metadata),
      shape: 'columns',
      colour,
      points: groups
        .filter(({ key }) => key.metadata === metadata)
        .map((group) =>
          meanPoint(
            sizes.indexOf(numberIn(group.key, 'pageEntities')),
            groupBy(group.samples, ['repetition', 'node']).map((pass) => each(pass, column)),
          ),
        ),
    })),
    note: t`Mean of the repetitions with ±1 standard deviation.`,
  };
}

function traceChart(groups: readonly Group[]): ChartSpec {
  return {
    id: 'pages',
    title: t`Latency of the pages`,
    x: axis(t`Page`, ''),
    y: axis(t`Latency`, 'ms'),
    series: groups.map((group, colour) => ({
      label: labelOf(group),
      shape: 'dots',
      colour,
      points: firstPages(group).map((page) => ({
        x: numberIn(page, 'page'),
        y: valuesOf([page], 'durationMs')[0] ?? null,
      })),
    })),
    note: t`First repetition.`,
  };
}
