// What a page of a query costs by itself and by each entity in it: pages of several sizes, and a straight line through
// their times.
import { plural, t } from '../../strings/t';
import { formatCount } from '../../units';
import { axis, bandPoint } from '../chart-parts';
import type { ChartSpec } from '../charts/chart-spec';
import { pageColumns } from '../columns';
import { type Experiment, commonParameters, number, numbers } from '../experiment';
import { figure } from '../figures';
import { type Group, groupBy, numberIn, perSecond, succeeded, sumOf, valuesOf } from '../grouping';
import { numberOf, numbersOf } from '../parameters';
import type { ResultTable, RunResult } from '../results';
import { medianOf, summaryOf } from '../statistics/summary';

export const pageSize: Experiment = {
  id: 'page-size',
  title: t`Page size`,
  purpose: t`How much of the time of a query goes into its requests, and how much into its entities.`,
  study: t`least squares over pages of different sizes`,
  service: 'table',
  parameters: [
    number('entities', t`Entities`, t`Written once, then read with every page size.`, 2000, 10, 200_000),
    numbers('pageSizes', t`Page sizes`, t`Entities requested per page.`, [50, 100, 200, 500, 1000], 1, 1000),
    ...commonParameters({ repetitions: 3, line: 'none' }),
  ],
  presets: [
    { id: 'quick', title: t`Quick look`, values: {} },
    { id: 'office', title: t`From an office`, values: { line: 'office' } },
  ],
  columns: pageColumns,
  steps: (values) =>
    numbersOf(values, 'pageSizes').map((pageEntities) => ({
      label: t`pages of ${pageEntities}`,
      step: { kind: 'read', metadata: 'minimal', pageEntities, entities: numberOf(values, 'entities') },
    })),
  analyse: (samples) => {
    const groups = [
      ...groupBy(
        succeeded(samples).filter((sample) => numberIn(sample, 'entities') > 0),
        ['pageEntities'],
      ),
    ].sort((a, b) => sizeIn(a) - sizeIn(b));
    const cost = pageCostOf(groups.map(({ samples: pages }) => medianPage(pages)));
    return {
      findings: findingsOf(groups, cost),
      tables: [sizesTable(groups, cost)],
      charts: [perEntityChart(groups), pagesChart(groups, cost)],
      advice: null,
    };
  },
};

const sizeIn = ({ key }: Group): number => numberIn(key, 'pageEntities');

export interface PageCost {
  /** Of a page without entities. */
  readonly requestMs: number;
  readonly entityMs: number;
}

interface Page {
  readonly entities: number;
  readonly ms: number;
}

/** Medians, so that one page that had to wait does not tilt the line. */
function medianPage(pages: Group['samples']): Page {
  return { entities: medianOf(valuesOf(pages, 'entities')), ms: medianOf(valuesOf(pages, 'durationMs')) };
}

/** Null where the pages do not determine a line, or chance gave it a negative cost. */
export function pageCostOf(pages: readonly Page[]): PageCost | null {
  const mean = (of: (page: Page) => number): number => pages.reduce((sum, page) => sum + of(page), 0) / pages.length;
  const [entities, ms] = [mean((page) => page.entities), mean((page) => page.ms)];
  const spread = mean((page) => (page.entities - entities) ** 2);
  if (pages.length < 2 || spread === 0) return null;
  const entityMs = mean((page) => (page.entities - entities) * (page.ms - ms)) / spread;
  const requestMs = ms - entityMs * entities;
  return entityMs < 0 || requestMs < 0 ? null : { requestMs, entityMs };
}

const perEntityMs = ({ samples }: Group): number => sumOf(samples, 'durationMs') / sumOf(samples, 'entities');

function findingsOf(groups: readonly Group[], cost: PageCost | null): RunResult['findings'] {
  const [best, ...others] = [...groups].sort((a, b) => perEntityMs(a) - perEntityMs(b));
  const [worst, largest] = [others.at(-1), groups.at(-1)];
  if (best === undefined || worst === undefined || largest === undefined) return [];
  return [
    ...(cost === null
      ? [
          t`The times of the pages do not add up from a time of the request and one of each entity: the service takes disproportionately long for some sizes, or there are too few repetitions.`,
        ]
      : [
          t`A page takes ${figure(cost.requestMs)} ms, plus ${figure(cost.entityMs)} ms for each entity in it.`,
          balanceSentence(cost, sizeIn(largest)),
        ]),
    t`1,000 entities take ${figure(perEntityMs(best) * 1000)} ms in pages of ${formatCount(sizeIn(best))}, the fastest size, and ${figure(perEntityMs(worst) * 1000)} ms in pages of ${formatCount(sizeIn(worst))}, the slowest.`,
  ];
}

/** From which size on the entities of a page take longer than the request. */
function balanceSentence({ requestMs, entityMs }: PageCost, largest: number): string {
  const balance = Math.max(1, Math.ceil(requestMs / entityMs));
  return balance <= largest
    ? plural(
        balance,
      )`Even with one entity per page, the entity takes more time than the request. | From ${formatCount(balance)} entities per page, the entities take more time than the request.`
    : t`Up to the largest page measured, ${formatCount(largest)} entities, the request takes more time than the entities.`;
}

function sizesTable(groups: readonly Group[], cost: PageCost | null): ResultTable {
  return {
    id: 'sizes',
    title: t`Time by page size`,
    columns: [
      { title: t`Page size`, unit: '' },
      { title: t`Pages`, unit: '' },
      { title: t`Median`, unit: 'ms' },
      { title: 'p95', unit: 'ms' },
      { title: t`Time per entity`, unit: 'ms' },
      { title: t`Request’s share`, unit: '%' },
      { title: t`Rate`, unit: 'entities/s' },
    ],
    rows: groups.map((group) => {
      const { median, p95 } = summaryOf(valuesOf(group.samples, 'durationMs'));
      const { entities } = medianPage(group.samples);
      const share = cost === null ? null : cost.requestMs / (cost.requestMs + cost.entityMs * entities);
      return [
        ...[sizeIn(group), group.samples.length, median, p95, perEntityMs(group)],
        share === null || Number.isNaN(share) ? null : share * 100,
        perSecond(group.samples, 'entities'),
      ];
    }),
    note: t`Request’s share: of the time of a page, by the line through the medians.`,
  };
}

function perEntityChart(groups: readonly Group[]): ChartSpec {
  return {
    id: 'per-entity',
    title: t`Time per entity`,
    x: axis(t`Page size`, '', 'log'),
    y: axis(t`Time per entity`, 'ms'),
    series: [
      {
        label: t`measured`,
        shape: 'line',
        colour: 0,
        points: groups.map((group) =>
          bandPoint(
            sizeIn(group),
            group.samples.map((page) => numberIn(page, 'durationMs') / numberIn(page, 'entities')),
          ),
        ),
      },
    ],
    note: t`Median of the pages, with the middle 50 % and 90 %.`,
  };
}

function pagesChart(groups: readonly Group[], cost: PageCost | null): ChartSpec {
  const largest = groups.at(-1);
  return {
    id: 'pages',
    title: t`Latency of a page by its entities`,
    x: axis(t`Entities`, ''),
    y: axis(t`Latency`, 'ms'),
    series: [
      {
        label: t`pages`,
        shape: 'dots',
        colour: 0,
        points: groups.flatMap(({ samples }) =>
          samples.map((page) => ({ x: numberIn(page, 'entities'), y: numberIn(page, 'durationMs') })),
        ),
      },
      ...(cost === null || largest === undefined
        ? []
        : [
            {
              label: t`line through the medians`,
              shape: 'line' as const,
              colour: 1,
              points: [0, sizeIn(largest)].map((x) => ({ x, y: cost.requestMs + cost.entityMs * x })),
            },
          ]),
    ],
    note: t`The line meets the left edge at the time of a page without entities.`,
  };
}
