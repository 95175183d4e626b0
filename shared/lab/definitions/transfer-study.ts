// N random files of each size, up and down in random order: the distribution of durations and rates, and how they grow
// with size.
import { formatFixed } from '../../strings/numbers';
import { t } from '../../strings/t';
import { KiB, MiB, formatBytes, formatRate, formatRoundBytes } from '../../units';
import { axis, bandPoint, categories, meanPoint, scatterChart } from '../chart-parts';
import type { ChartSeries, ChartSpec } from '../charts/chart-spec';
import { transferColumns } from '../columns';
import { courseSentences, courseTable, filesInOrder } from '../course-of-files';
import { histogramChart } from '../histogram-chart';
import { type Experiment, commonParameters, number, numbers } from '../experiment';
import { levelsOf, succeeded, valuesOf, where } from '../grouping';
import { numberOf, numbersOf } from '../parameters';
import type { ResultTable } from '../results';
import type { Sample } from '../run';
import { summaryOf } from '../statistics/summary';

const directions = [
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

const publishedSizes = [2, 32, 64, 128, 512]
  .map((size) => size * KiB)
  .concat([1, 5, 10, 25, 50, 100, 250, 500, 750, 1024].map((size) => size * MiB));

export const transferStudy: Experiment = {
  id: 'transfer-study',
  title: t`Transfer study`,
  purpose: t`How long files of each size take up and down, how much that varies, and which rate they reach.`,
  study: t`Transfer studies of cloud storage, 2010`,
  service: 'blob',
  parameters: [
    numbers(
      'fileSizes',
      t`File sizes`,
      t`Random bytes of each size are uploaded and downloaded.`,
      [64 * KiB, 1 * MiB, 4 * MiB],
      1024,
      1024 * MiB,
      'bytes',
    ),
    number('files', t`Files of each size`, t`Each is uploaded and downloaded once per repetition.`, 6, 1, 100),
    number(
      'blockBytes',
      t`Block size`,
      t`Larger files are transferred in blocks of this size; 0 moves every file in one stream.`,
      1 * MiB,
      0,
      100 * MiB,
      'bytes',
    ),
    number(
      'concurrency',
      t`Blocks in flight`,
      t`How many blocks of a file are transferred at the same time.`,
      4,
      1,
      64,
    ),
    number('filesAtOnce', t`Files at once`, t`How many files of one size are transferred at the same time.`, 1, 1, 16),
    ...commonParameters({ repetitions: 1, line: 'none' }),
  ],
  presets: [
    { id: 'quick', title: t`Quick look`, values: {} },
    {
      id: 'study-small',
      title: t`As published, up to 100 MiB`,
      values: { fileSizes: publishedSizes.slice(0, 11), files: 50, maxMinutes: 600, maxMebibytes: 65_536 },
    },
    {
      id: 'study',
      title: t`As published`,
      values: {
        fileSizes: publishedSizes,
        files: 50,
        maxMinutes: 1440,
        maxMebibytes: 524_288,
        maxRequests: 1_000_000,
      },
    },
    {
      id: 'study-plain',
      title: t`As published, one stream`,
      values: {
        fileSizes: publishedSizes,
        files: 50,
        blockBytes: 0,
        maxMinutes: 1440,
        maxMebibytes: 524_288,
        maxRequests: 1_000_000,
      },
    },
    {
      id: 'study-six',
      title: t`As published, six files at once`,
      values: {
        fileSizes: publishedSizes.slice(0, 11),
        files: 48,
        filesAtOnce: 6,
        maxMinutes: 600,
        maxMebibytes: 65_536,
      },
    },
    { id: 'home', title: t`Over home DSL`, values: { line: 'home-dsl', fileSizes: [64 * KiB, 512 * KiB], files: 5 } },
  ],
  columns: transferColumns,
  steps: (values) => {
    const [files, atOnce] = [numberOf(values, 'files'), numberOf(values, 'filesAtOnce')];
    const [blockBytes, concurrency] = [numberOf(values, 'blockBytes'), numberOf(values, 'concurrency')];
    return numbersOf(values, 'fileSizes').flatMap((fileBytes) =>
      directions.flatMap(({ value: direction, label }) =>
        Array.from({ length: Math.ceil(files / atOnce) }, (_, index) => {
          const isOneStream = blockBytes === 0 || fileBytes <= blockBytes;
          const inFlight = isOneStream ? 1 : concurrency;
          return {
            label: `${formatBytes(fileBytes)} ${label}`,
            step: {
              kind: 'transfer',
              limitMs: 0,
              direction,
              mode: atOnce > 1 ? 'files' : isOneStream ? 'single' : 'blocks',
              files: Math.min(atOnce, files - index * atOnce),
              fileBytes,
              blockBytes: isOneStream ? 0 : blockBytes,
              concurrency: inFlight * atOnce,
            } as const,
          };
        }),
      ),
    );
  },
  analyse: (samples) => {
    const sizes = levelsOf(samples, 'fileBytes').map(Number);
    const inOrder = sizes.flatMap((size) =>
      directions.map(({ value, label }) =>
        filesInOrder(`${formatRoundBytes(size)} ${label}`, of(samples, value, size)),
      ),
    );
    return {
      findings: [...findingsOf(samples, sizes), ...courseSentences(inOrder)],
      tables: [statisticsTable(samples, sizes), courseTable(inOrder)],
      charts: [
        columnsAndRate(samples, sizes),
        comparison(samples, sizes),
        range(
          'range-duration',
          t`Duration ± 1 standard deviation over size`,
          samples,
          sizes,
          'durationMs',
          meanPoint,
          t`Shaded: mean ± 1 standard deviation.`,
        ),
        range(
          'range',
          t`Rate ± 1 standard deviation over size`,
          samples,
          sizes,
          'bytesPerSecond',
          meanPoint,
          t`Shaded: mean ± 1 standard deviation.`,
        ),
        range(
          'bands',
          t`Duration with 50 % and 90 % bands`,
          samples,
          sizes,
          'durationMs',
          bandPoint,
          t`Line: median. Dark: middle 50 %. Light: middle 90 %.`,
        ),
        box(samples, sizes),
        ...sizes.flatMap((size) => [...scatters(samples, size), density(samples, size)]),
      ],
      advice: null,
    };
  },
};

function of(samples: readonly Sample[], direction: string, fileBytes: number): readonly Sample[] {
  return succeeded(where(where(samples, 'direction', direction), 'fileBytes', fileBytes));
}

function findingsOf(samples: readonly Sample[], sizes: readonly number[]): readonly string[] {
  const largest = sizes.at(-1);
  if (largest === undefined) return [];
  return directions.flatMap(({ value, label }) => {
    const rates = summaryOf(valuesOf(of(samples, value, largest), 'bytesPerSecond'));
    if (rates.count === 0) return [];
    const [what, rate] = [`${formatRoundBytes(largest)} ${label}`, formatRate(rates.mean)];
    return rates.count > 1 && rates.mean > 0
      ? [t`${what}: ${rate} on average, varying by ${formatFixed((rates.sd / rates.mean) * 100, 0)} %.`]
      : [t`${what}: ${rate} on average.`];
  });
}

function statisticsTable(samples: readonly Sample[], sizes: readonly number[]): ResultTable {
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
    rows: sizes.flatMap((size) =>
      directions.map(({ value, label }) => {
        const all = where(where(samples, 'direction', value), 'fileBytes', size);
        const good = succeeded(all);
        const duration = summaryOf(valuesOf(good, 'durationMs'));
        const rate = summaryOf(valuesOf(good, 'bytesPerSecond'));
        return [
          ...[size, label, duration.mean, duration.sd, duration.median],
          ...[duration.p95, rate.mean, rate.sd, good.length, all.length - good.length],
        ];
      }),
    ),
    note: '',
  };
}

function comparison(samples: readonly Sample[], sizes: readonly number[]): ChartSpec {
  return {
    id: 'comparison',
    title: t`Rate up and down`,
    x: categories(t`File size`, sizes.map(formatRoundBytes)),
    y: axis(t`Rate`, 'bytes/s'),
    series: directions.map(({ value, label, colour }) => ({
      label,
      shape: 'columns',
      colour,
      points: sizes.map((size, x) => meanPoint(x, valuesOf(of(samples, value, size), 'bytesPerSecond'))),
    })),
    note: t`Mean with ±1 standard deviation.`,
  };
}

/** As on the study's slides: columns of the duration, the rate as dots on an axis of its own. */
function columnsAndRate(samples: readonly Sample[], sizes: readonly number[]): ChartSpec {
  return {
    id: 'columns',
    title: t`Duration and rate by file size`,
    figure: t`the comparison charts`,
    x: categories(t`File size`, sizes.map(formatRoundBytes)),
    y: axis(t`Duration`, 'ms'),
    right: axis(t`Rate`, 'bytes/s'),
    series: directions.flatMap(({ value, label, colour }): ChartSeries[] => [
      {
        label,
        shape: 'columns',
        colour,
        points: sizes.map((size, x) => meanPoint(x, valuesOf(of(samples, value, size), 'durationMs'))),
      },
      {
        label: t`${label}, rate`,
        shape: 'dots',
        colour: colour + 3,
        axis: 'right',
        points: sizes.map((size, x) => ({
          x,
          y: meanPoint(x, valuesOf(of(samples, value, size), 'bytesPerSecond')).y,
        })),
      },
    ]),
    note: t`Columns: mean duration ±1 standard deviation. Dots: mean rate, on the right.`,
  };
}

function range(
  id: string,
  title: string,
  samples: readonly Sample[],
  sizes: readonly number[],
  column: 'bytesPerSecond' | 'durationMs',
  pointOf: (x: number, values: readonly number[]) => ChartSeries['points'][number],
  note: string,
): ChartSpec {
  return {
    id,
    title,
    x: axis(t`File size`, 'bytes', 'log'),
    y: column === 'durationMs' ? axis(t`Duration`, 'ms') : axis(t`Rate`, 'bytes/s'),
    series: directions.map(({ value, label, colour }) => ({
      label,
      shape: 'band',
      colour,
      points: sizes.map((size) => pointOf(size, valuesOf(of(samples, value, size), column))),
    })),
    note,
  };
}

function box(samples: readonly Sample[], sizes: readonly number[]): ChartSpec {
  return {
    id: 'box',
    title: t`Duration as box plot`,
    x: categories(t`File size`, sizes.map(formatRoundBytes)),
    y: axis(t`Duration`, 'ms'),
    series: directions.map(({ value, label, colour }) => ({
      label,
      shape: 'box',
      colour,
      points: sizes.map((size, x) => bandPoint(x, valuesOf(of(samples, value, size), 'durationMs'))),
    })),
    note: t`Box: middle 50 % with the median; whiskers: 5th and 95th percentile.`,
  };
}

function density(samples: readonly Sample[], size: number): ChartSpec {
  const about = {
    id: `spread-${size}`,
    title: t`${formatRoundBytes(size)}: how rates spread`,
    axis: axis(t`Rate`, 'bytes/s'),
  };
  const groups = directions.map(({ value, label }) => ({
    label,
    values: valuesOf(of(samples, value, size), 'bytesPerSecond'),
  }));
  return { ...histogramChart(about, groups), figure: t`the probability density` };
}

function scatters(samples: readonly Sample[], size: number): readonly ChartSpec[] {
  const name = formatRoundBytes(size);
  const groups = (column: string) =>
    directions.map(({ value, label, colour }) => ({ label, colour, column, samples: of(samples, value, size) }));
  return [
    scatterChart(
      { id: `duration-${size}`, title: t`${name}: duration`, axis: axis(t`Duration`, 'ms') },
      groups('durationMs'),
    ),
    scatterChart(
      { id: `rate-${size}`, title: t`${name}: rate`, axis: axis(t`Rate`, 'bytes/s') },
      groups('bytesPerSecond'),
    ),
  ];
}
