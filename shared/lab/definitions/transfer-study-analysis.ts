// The tables and charts of a transfer study: how durations and rates of each file size spread, and how they grow with
// size; of several targets, side by side. Pure.
import { formatFixed } from '../../strings/numbers';
import { t } from '../../strings/t';
import { formatRate, formatRoundBytes } from '../../units';
import { axis, bandPoint, categories, meanPoint, scatterChart } from '../chart-parts';
import type { ChartSeries, ChartSpec } from '../charts/chart-spec';
import { courseSentences, courseTable, filesInOrder } from '../course-of-files';
import { ofSize, sizeName, sizesIn } from '../file-sizes';
import { levelsOf, succeeded, valuesOf, where } from '../grouping';
import { histogramChart } from '../histogram-chart';
import type { ResultTable, RunResult } from '../results';
import type { Sample } from '../run';
import { summaryOf } from '../statistics/summary';
import { overTimeCharts, targetFindings, targetTable, targetVariability, variabilityChart } from '../targets-compared';

export const directions = [
  {
    value: 'up',
    get label() {
      return t`upload`;
    },
    colour: 0,
  },
  {
    value: 'down',
    get label() {
      return t`download`;
    },
    colour: 1,
  },
] as const;

/** What one chart draws as a series. */
interface Side {
  readonly label: string;
  readonly colour: number;
  /** Also those that failed. */
  readonly samples: readonly Sample[];
}

/** Charts of the same sides; several targets have a panel for each direction. */
interface Panel {
  /** Empty for the only one. */
  readonly id: string;
  readonly name: string;
  readonly sides: readonly Side[];
}

/** Size and name of each size or class of files. */
interface Size {
  readonly bytes: number;
  readonly name: string;
  /** The size itself, or the name of a class. */
  readonly cell: number | string;
}

export function analyseTransferStudy(samples: readonly Sample[]): RunResult {
  const sizes = sizesIn(samples).map((bytes): Size => {
    const name = sizeName(samples, bytes);
    return { bytes, name, cell: name === formatRoundBytes(bytes) ? bytes : name };
  });
  const targets = levelsOf(samples, 'target')
    .filter((target) => target !== null)
    .map(String);
  const all = sidesOf(samples, targets);
  const panels = panelsOf(samples, targets);
  const inOrder = sizes.flatMap(({ bytes, name }) =>
    all.map(({ label, samples: own }) => filesInOrder(`${name} ${label}`, ofSize(own, bytes))),
  );
  const isOfSeveral = targets.length > 1;
  return {
    findings: [
      ...(isOfSeveral ? targetFindings(samples, targets) : []),
      ...findingsOf(all, sizes),
      ...courseSentences(inOrder),
    ],
    tables: [
      statisticsTable(all, sizes),
      ...(isOfSeveral ? [targetTable(samples, targets), targetVariability(samples, targets)] : []),
      courseTable(inOrder),
    ],
    charts: [
      ...panels.flatMap((panel) => chartsOver(panel, sizes)),
      ...(isOfSeveral ? directions.map(({ value, label }) => variabilityChart(samples, targets, value, label)) : []),
      ...overTimeCharts(samples, targets),
      ...panels.flatMap((panel) => sizes.flatMap((size) => [...scatters(panel, size), density(panel, size)])),
    ],
    advice: null,
  };
}

/** Every target and direction. */
function sidesOf(samples: readonly Sample[], targets: readonly string[]): readonly Side[] {
  if (targets.length < 2) {
    return directions.map(({ value, label, colour }) => ({
      label,
      colour,
      samples: where(samples, 'direction', value),
    }));
  }
  return directions.flatMap(({ value, label }) =>
    targets.map((target, colour) => ({
      label: `${label}, ${target}`,
      colour,
      samples: where(where(samples, 'direction', value), 'target', target),
    })),
  );
}

function panelsOf(samples: readonly Sample[], targets: readonly string[]): readonly Panel[] {
  if (targets.length < 2) return [{ id: '', name: '', sides: sidesOf(samples, targets) }];
  return directions.map(({ value, label }) => ({
    id: `-${value}`,
    name: label,
    sides: targets.map((target, colour) => ({
      label: target,
      colour,
      samples: where(where(samples, 'direction', value), 'target', target),
    })),
  }));
}

const valuesIn = ({ samples }: Side, { bytes }: Size, column: string): readonly number[] =>
  valuesOf(succeeded(ofSize(samples, bytes)), column);

const titled = (title: string, { name }: Panel): string => (name === '' ? title : `${title}, ${name}`);

function findingsOf(sides: readonly Side[], sizes: readonly Size[]): readonly string[] {
  const largest = sizes.at(-1);
  if (largest === undefined) return [];
  return sides.flatMap((side) => {
    const rates = summaryOf(valuesIn(side, largest, 'bytesPerSecond'));
    if (rates.count === 0) return [];
    const [what, rate] = [`${largest.name} ${side.label}`, formatRate(rates.mean)];
    return rates.count > 1 && rates.mean > 0
      ? [t`${what}: ${rate} on average, varying by ${formatFixed((rates.sd / rates.mean) * 100, 0)} %.`]
      : [t`${what}: ${rate} on average.`];
  });
}

function statisticsTable(sides: readonly Side[], sizes: readonly Size[]): ResultTable {
  return {
    id: 'statistics',
    title: t`Duration and rate`,
    columns: [
      { title: t`File`, unit: 'bytes' },
      { title: t`Direction`, unit: '' },
      { title: t`Mean`, unit: 'ms' },
      { title: 'SD', unit: 'ms' },
      { title: t`Median`, unit: 'ms' },
      { title: 'p95', unit: 'ms' },
      { title: t`Mean rate`, unit: 'bytes/s' },
      { title: t`SD of rate`, unit: 'bytes/s' },
      { title: 'OK', unit: '' },
      { title: t`Failed`, unit: '' },
    ],
    rows: sizes.flatMap(({ bytes, cell }) =>
      sides.map(({ label, samples }) => {
        const all = ofSize(samples, bytes);
        const good = succeeded(all);
        const duration = summaryOf(valuesOf(good, 'durationMs'));
        const rate = summaryOf(valuesOf(good, 'bytesPerSecond'));
        return [
          ...[cell, label, duration.mean, duration.sd, duration.median],
          ...[duration.p95, rate.mean, rate.sd, good.length, all.length - good.length],
        ];
      }),
    ),
    note: '',
  };
}

function chartsOver(panel: Panel, sizes: readonly Size[]): readonly ChartSpec[] {
  const [duration, rate] = [axis(t`Duration`, 'ms'), axis(t`Rate`, 'bytes/s')];
  const around = t`Shaded: mean ± 1 standard deviation.`;
  return [
    columnsAndRate(panel, sizes),
    comparison(panel, sizes),
    {
      ...range(panel, sizes, 'durationMs', meanPoint),
      id: `range-duration${panel.id}`,
      title: titled(t`Duration ± 1 standard deviation over size`, panel),
      y: duration,
      note: around,
    },
    {
      ...range(panel, sizes, 'bytesPerSecond', meanPoint),
      id: `range${panel.id}`,
      title: titled(t`Rate ± 1 standard deviation over size`, panel),
      y: rate,
      note: around,
    },
    {
      ...range(panel, sizes, 'durationMs', bandPoint),
      id: `bands${panel.id}`,
      title: titled(t`Duration with 50 % and 90 % bands`, panel),
      y: duration,
      note: t`Line: median. Dark: middle 50 %. Light: middle 90 %.`,
    },
    box(panel, sizes),
  ];
}

function comparison(panel: Panel, sizes: readonly Size[]): ChartSpec {
  return {
    id: `comparison${panel.id}`,
    title: panel.name === '' ? t`Upload and download rate` : titled(t`Rate by file size`, panel),
    x: categories(t`File size`, namesOf(sizes)),
    y: axis(t`Rate`, 'bytes/s'),
    series: panel.sides.map((side) => ({
      label: side.label,
      shape: 'columns',
      colour: side.colour,
      points: sizes.map((size, x) => meanPoint(x, valuesIn(side, size, 'bytesPerSecond'))),
    })),
    note: t`Mean with ±1 standard deviation.`,
  };
}

const namesOf = (sizes: readonly Size[]): readonly string[] => sizes.map(({ name }) => name);

/** As on the study's slides: columns of the duration, the rate as dots on an axis of its own. */
function columnsAndRate(panel: Panel, sizes: readonly Size[]): ChartSpec {
  const { sides } = panel;
  return {
    id: `columns${panel.id}`,
    title: titled(t`Duration and rate by file size`, panel),
    figure: t`the comparison charts`,
    x: categories(t`File size`, namesOf(sizes)),
    y: axis(t`Duration`, 'ms'),
    right: axis(t`Rate`, 'bytes/s'),
    series: sides.flatMap((side): ChartSeries[] => [
      {
        label: side.label,
        shape: 'columns',
        colour: side.colour,
        points: sizes.map((size, x) => meanPoint(x, valuesIn(side, size, 'durationMs'))),
      },
      {
        label: t`${side.label}, rate`,
        shape: 'dots',
        colour: side.colour + Math.max(3, sides.length),
        axis: 'right',
        points: sizes.map((size, x) => ({ x, y: meanPoint(x, valuesIn(side, size, 'bytesPerSecond')).y })),
      },
    ]),
    note: t`Columns: mean duration ±1 standard deviation. Dots: mean rate, on the right.`,
  };
}

function range(
  { sides }: Panel,
  sizes: readonly Size[],
  column: 'bytesPerSecond' | 'durationMs',
  pointOf: (x: number, values: readonly number[]) => ChartSeries['points'][number],
): Pick<ChartSpec, 'x' | 'series'> {
  return {
    x: axis(t`File size`, 'bytes', 'log'),
    series: sides.map((side) => ({
      label: side.label,
      shape: 'band',
      colour: side.colour,
      points: sizes.map((size) => pointOf(size.bytes, valuesIn(side, size, column))),
    })),
  };
}

function box(panel: Panel, sizes: readonly Size[]): ChartSpec {
  return {
    id: `box${panel.id}`,
    title: titled(t`Duration as box plot`, panel),
    x: categories(t`File size`, namesOf(sizes)),
    y: axis(t`Duration`, 'ms'),
    series: panel.sides.map((side) => ({
      label: side.label,
      shape: 'box',
      colour: side.colour,
      points: sizes.map((size, x) => bandPoint(x, valuesIn(side, size, 'durationMs'))),
    })),
    note: t`Box: middle 50 % with the median; whiskers: 5th and 95th percentile.`,
  };
}

function density(panel: Panel, size: Size): ChartSpec {
  const about = {
    id: `spread-${size.bytes}${panel.id}`,
    title: titled(t`${size.name}: how rates spread`, panel),
    axis: axis(t`Rate`, 'bytes/s'),
  };
  const groups = panel.sides.map((side) => ({ label: side.label, values: valuesIn(side, size, 'bytesPerSecond') }));
  return { ...histogramChart(about, groups), figure: t`the probability density` };
}

function scatters(panel: Panel, size: Size): readonly ChartSpec[] {
  const groups = (column: string) =>
    panel.sides.map(({ label, colour, samples }) => ({
      label,
      colour,
      column,
      samples: succeeded(ofSize(samples, size.bytes)),
    }));
  return [
    scatterChart(
      {
        id: `duration-${size.bytes}${panel.id}`,
        title: titled(t`${size.name}: duration`, panel),
        axis: axis(t`Duration`, 'ms'),
      },
      groups('durationMs'),
    ),
    scatterChart(
      {
        id: `rate-${size.bytes}${panel.id}`,
        title: titled(t`${size.name}: rate`, panel),
        axis: axis(t`Rate`, 'bytes/s'),
      },
      groups('bytesPerSecond'),
    ),
  ];
}
