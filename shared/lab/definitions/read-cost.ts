// What reading costs the client: processor time and bytes per entity by metadata level, and the trace of the pages.
import { formatBytes } from '../../units';
import { axis, categories, meanPoint } from '../chart-parts';
import type { ChartSpec } from '../charts/chart-spec';
import { pageColumns } from '../columns';
import { type Experiment, commonParameters, number, numbers } from '../experiment';
import { type Group, groupBy, inOrder, measuredMs, numberIn, perSecond, succeeded, sumOf, valuesOf } from '../grouping';
import { capital, figure } from '../figures';
import { numberOf, numbersOf } from '../parameters';
import type { ResultTable, RunResult } from '../results';

const levels = ['none', 'minimal', 'full'] as const;

export const readCost: Experiment = {
  id: 'read-cost',
  title: 'Read cost',
  purpose:
    'How much processor time and how many bytes an entity costs when it is read, by metadata level and page size.',
  study: 'CPU cost of reading entities, 2010',
  service: 'table',
  parameters: [
    number(
      'entities',
      'Entities',
      'Written once with ten properties each, then read with every setting.',
      1000,
      10,
      200_000,
    ),
    numbers('pageSizes', 'Page sizes', 'Entities asked for in one page.', [100, 1000], 1, 1000),
    ...commonParameters({ repetitions: 3, line: 'none' }),
  ],
  presets: [
    { id: 'quick', title: 'Quick look', values: {} },
    {
      id: 'study',
      title: 'As published',
      values: { entities: 3500, pageSizes: [1000], repetitions: 10, maxRequests: 200_000 },
    },
  ],
  columns: pageColumns,
  steps: (values) =>
    numbersOf(values, 'pageSizes').flatMap((pageEntities) =>
      levels.map((metadata) => ({
        label: `${nameOf(metadata)}, pages of ${pageEntities}`,
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
      tables: [costTable(groups), traceTable(groups)],
      charts: [
        perEntity('cpu', 'Client CPU per entity', groups, 'cpuMs', axis('CPU per entity', 'ms')),
        perEntity('bytes', 'Bytes per entity', groups, 'bytes', axis('Bytes per entity', 'bytes')),
        traceChart(groups),
      ],
      advice: null,
    };
  },
};

/** `none` stands for a level of the protocol; in words there is no metadata then. */
const nameOf = (metadata: string): string => (metadata === 'none' ? 'no metadata' : `${metadata} metadata`);

const labelOf = ({ key }: Group): string => `${nameOf(String(key.metadata))}, pages of ${String(key.pageEntities)}`;

const each = (group: Group, column: string): number => sumOf(group.samples, column) / sumOf(group.samples, 'entities');

function findingsOf(groups: readonly Group[]): RunResult['findings'] {
  if (groups.length === 0) return [];
  const ascending = [...groups].sort((a, b) => each(a, 'bytes') - each(b, 'bytes'));
  const [least, most] = [ascending[0], ascending.at(-1)];
  if (least === undefined || most === undefined) return [];
  const cheapest = groups.reduce((best, one) => (each(one, 'cpuMs') < each(best, 'cpuMs') ? one : best));
  const empty = groups.reduce((sum, group) => sum + group.samples.filter((sample) => sample.entities === 0).length, 0);
  return [
    `${capital(labelOf(most))} moves ${(each(most, 'bytes') / each(least, 'bytes')).toFixed(1)} times the bytes of ${labelOf(least)}: ${formatBytes(each(most, 'bytes'))} an entity against ${formatBytes(each(least, 'bytes'))}.`,
    `${capital(labelOf(cheapest))} needs least processor time: ${figure(each(cheapest, 'cpuMs'))} ms an entity.`,
    ...(empty > 0 ? [`${empty} pages were empty and led on.`] : []),
  ];
}

function costTable(groups: readonly Group[]): ResultTable {
  return {
    id: 'cost',
    title: 'Cost of an entity',
    columns: [
      { title: 'Setting', unit: '' },
      { title: 'CPU per entity', unit: 'ms' },
      { title: 'CPU share', unit: '%' },
      { title: 'Bytes per entity', unit: 'bytes' },
      { title: 'Entities', unit: '' },
      { title: 'Pages', unit: '' },
      { title: 'Empty pages', unit: '' },
      { title: 'Rate', unit: 'entities/s' },
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
    note: 'CPU: of the whole engine process while the page was fetched and decoded.',
  };
}

function traceTable(groups: readonly Group[]): ResultTable {
  return {
    id: 'trace',
    title: 'Pages of the first repetition',
    columns: [
      { title: 'Setting', unit: '' },
      { title: 'Page', unit: '' },
      { title: 'Latency', unit: 'ms' },
      { title: 'First byte', unit: 'ms' },
      { title: 'Entities', unit: '' },
      { title: 'Bytes', unit: 'bytes' },
      { title: 'Goes on', unit: '' },
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

const mostTraced = 20;
const firstPages = (group: Group) =>
  (groupBy(group.samples, ['repetition', 'node'])[0]?.samples ?? []).slice(0, mostTraced);

function perEntity(id: string, title: string, groups: readonly Group[], column: string, y: ChartSpec['y']): ChartSpec {
  const sizes = [...new Set(groups.map(({ key }) => numberIn(key, 'pageEntities')))];
  return {
    id,
    title,
    x: categories('Page size', sizes.map(String)),
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
    note: 'Mean of the repetitions with ±1 standard deviation.',
  };
}

function traceChart(groups: readonly Group[]): ChartSpec {
  return {
    id: 'pages',
    title: 'Latency of the pages',
    x: axis('Page', ''),
    y: axis('Latency', 'ms'),
    series: groups.map((group, colour) => ({
      label: labelOf(group),
      shape: 'dots',
      colour,
      points: firstPages(group).map((page) => ({
        x: numberIn(page, 'page'),
        y: valuesOf([page], 'durationMs')[0] ?? null,
      })),
    })),
    note: 'First repetition.',
  };
}
