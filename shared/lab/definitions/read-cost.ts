// The client's cost of reading: processor time and bytes per entity by metadata level, and the course of the pages.
import { formatFixed } from '../../strings/numbers';
import { plural, t } from '../../strings/t';
import { formatBytes } from '../../units';
import { axis, categories, meanPoint } from '../chart-parts';
import type { ChartSpec } from '../charts/chart-spec';
import { pageColumns } from '../columns';
import { type Experiment, choice, commonParameters, number, numbers } from '../experiment';
import {
  type Group,
  groupBy,
  inOrder,
  measuredMs,
  numberIn,
  perSecond,
  succeeded,
  sumOf,
  valuesOf,
  where,
} from '../grouping';
import { capital, figure, withUnit } from '../figures';
import { numberOf, numbersOf, textOf } from '../parameters';
import type { ResultTable, RunResult } from '../results';
import type { Sample } from '../run';
import { differenceInterval } from '../statistics/bootstrap';
import { meanOf, summaryOf } from '../statistics/summary';

const levels = ['none', 'minimal', 'full', 'guessed'] as const;

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
    choice('profile', t`Profile`, t`One more pass of each setting shows which functions use the processor.`, [
      ['no', t`No`],
      ['yes', t`Yes`],
    ]),
    ...commonParameters({ repetitions: 3, line: 'none' }),
  ],
  presets: [
    { id: 'quick', title: t`Quick look`, values: {} },
    {
      id: 'study',
      title: t`As published`,
      values: { entities: 3500, pageSizes: [1000], repetitions: 10, profile: 'yes', maxRequests: 200_000 },
    },
    {
      id: 'study-slice',
      title: t`As published, a slice of 8,100 rows`,
      values: { entities: 8100, pageSizes: [1000], repetitions: 10, maxRequests: 200_000 },
    },
  ],
  columns: pageColumns,
  steps: (values) =>
    numbersOf(values, 'pageSizes').flatMap((pageEntities) =>
      levels.map((metadata) => ({
        label: settingOf(metadata, pageEntities),
        step: {
          kind: 'read',
          metadata,
          pageEntities,
          entities: numberOf(values, 'entities'),
          isProfiled: textOf(values, 'profile') === 'yes',
        } as const,
      })),
    ),
  analyse: (samples) => {
    const groups = groupBy(
      inOrder(groupBy(succeeded(samples), ['metadata']), 'metadata', levels).flatMap((group) => group.samples),
      ['pageEntities', 'metadata'],
    );
    return {
      findings: findingsOf(groups),
      tables: [
        costTable(groups),
        wholeTable(groups),
        publishedTable(groups),
        ...profileTables(samples),
        traceTable(groups),
      ],
      charts: [
        perEntity('cpu', t`Client CPU per entity`, groups, 'cpuMs', axis(t`CPU per entity`, 'ms')),
        perEntity('bytes', t`Bytes per entity`, groups, 'bytes', axis(t`Bytes per entity`, 'bytes')),
        wholeChart(groups),
        payloadChart(groups),
        traceChart(groups),
      ],
      advice: null,
    };
  },
};

/** `none` is a level of the protocol; it is shown as "no metadata". */
function nameOf(metadata: string): string {
  if (metadata === 'none') return t`no metadata`;
  if (metadata === 'guessed') return t`types guessed`;
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
      { title: t`Mean`, unit: 's' },
      { title: 'SD', unit: 's' },
      { title: t`Min`, unit: 's' },
      { title: t`Max`, unit: 's' },
      { title: t`Bytes`, unit: 'bytes' },
      { title: t`Round trips`, unit: '' },
      { title: t`Bytes per response`, unit: 'bytes' },
    ],
    rows: groups.map((group) => {
      const { count, mean, sd, min, max } = summaryOf(wholeMs(group).map((ms) => ms / 1000));
      return [
        labelOf(group),
        count,
        mean,
        Number.isNaN(sd) ? null : sd,
        min,
        max,
        sumOf(group.samples, 'bytes') / count,
        group.samples.length / count,
        sumOf(group.samples, 'bytes') / group.samples.length,
      ];
    }),
    note: t`From the first request of a pass to the end of its last page.`,
  };
}

function wholeChart(groups: readonly Group[]): ChartSpec {
  return {
    id: 'whole',
    title: t`Whole result, pass by pass`,
    figure: t`the charts of the slice`,
    x: axis(t`Repetition`, ''),
    y: axis(t`Duration`, 's'),
    series: groups.map((group, colour) => ({
      label: labelOf(group),
      shape: 'line',
      colour,
      points: wholeMs(group).map((ms, index) => ({ x: index + 1, y: ms / 1000 })),
    })),
    note: '',
  };
}

/** The figures of the study beside one's own, for the setting that declares its types and the one that guesses. */
function publishedTable(groups: readonly Group[]): ResultTable {
  const of = (metadata: string): Group | undefined =>
    groups.filter(({ key }) => key.metadata === metadata).sort((a, b) => sizeIn(b) - sizeIn(a))[0];
  const [declared, guessed] = [of('minimal'), of('guessed')];
  const value = (group: Group | undefined, read: (own: Group) => number): number | null =>
    group === undefined || group.samples.length === 0 ? null : read(group);
  const passes = ({ samples }: Group): number => groupBy(samples, ['repetition', 'node']).length;
  const seconds = (group: Group): number => meanOf(wholeMs(group)) / 1000;
  const saved = value(guessed, (own) => each(own, 'cpuMs'));
  const base = value(declared, (own) => each(own, 'cpuMs'));
  return {
    id: 'published',
    title: t`Published and measured`,
    columns: [
      { title: t`Figure`, unit: '' },
      { title: t`Published`, unit: '' },
      { title: t`Measured here`, unit: '' },
    ],
    rows: [
      [t`CPU per entity, types guessed`, t`8 to 16 ms`, withUnit(saved, 'ms')],
      [
        t`CPU per entity that declared types save`,
        t`5 ms`,
        withUnit(saved === null || base === null ? null : saved - base, 'ms'),
      ],
      [t`Whole result, types guessed`, '40 s', withUnit(value(guessed, seconds), 's')],
      [t`Whole result, types declared`, '20 s', withUnit(value(declared, seconds), 's')],
      [
        t`Bytes per entity`,
        '1.6 KB',
        withUnit(
          value(declared, (own) => each(own, 'bytes')),
          'bytes',
        ),
      ],
      [
        t`Round trips`,
        '7',
        withUnit(
          value(declared, (own) => own.samples.length / passes(own)),
          '',
        ),
      ],
      [
        t`Entities`,
        '3,500',
        withUnit(
          value(declared, (own) => sumOf(own.samples, 'entities') / passes(own)),
          '',
        ),
      ],
    ],
    note: t`Published: Atom over the client library of 2009. Today’s service answers JSON only, so Atom is not measured. Declared: minimal metadata.`,
  };
}

const sizeIn = ({ key }: Group): number => numberIn(key, 'pageEntities');

/** Shares of the busy time of one pass, which the sampling profiler of V8 counted. */
function profileTables(samples: readonly Sample[]): readonly ResultTable[] {
  const profiles = groupBy(where(samples, 'mode', 'profile'), ['pageEntities', 'metadata']);
  if (profiles.length === 0) return [];
  return [
    {
      id: 'profile',
      title: t`Where the time goes`,
      columns: [
        { title: t`Setting`, unit: '' },
        { title: t`Function`, unit: '' },
        { title: t`Self time`, unit: 'ms' },
        { title: t`Share`, unit: '%' },
      ],
      rows: profiles.flatMap((profile) => {
        const all = sumOf(profile.samples, 'selfMs');
        return [...profile.samples]
          .sort((a, b) => numberIn(b, 'selfMs') - numberIn(a, 'selfMs'))
          .slice(0, maxFunctions)
          .map((one) => {
            const ms = numberIn(one, 'selfMs');
            return [labelOf(profile), String(one.function), ms, (ms / all) * 100];
          });
      }),
      note: t`Processor time in the function itself, during one more pass under V8’s sampling profiler; idle time is left out.`,
    },
  ];
}

const maxFunctions = 10;

function payloadChart(groups: readonly Group[]): ChartSpec {
  return {
    id: 'payload',
    title: t`Bytes per response`,
    figure: t`the charts of the payload`,
    x: categories(t`Setting`, groups.map(labelOf)),
    y: axis(t`Bytes`, 'bytes'),
    series: [
      {
        label: t`bytes of a page`,
        shape: 'columns',
        colour: 0,
        points: groups.map((group, x) => meanPoint(x, valuesOf(group.samples, 'bytes'))),
      },
    ],
    note: t`Mean of all responses with ±1 standard deviation; the last page of a pass is usually shorter.`,
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
