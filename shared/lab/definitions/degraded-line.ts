// Block sizes on a line that has degraded: large blocks run into the time limit, small ones get through; compares fixed
// sizes with an adaptive one.
import { counted } from '../../strings/counted';
import { formatFixed } from '../../strings/numbers';
import { t } from '../../strings/t';
import { KiB, MiB, formatBytes, formatRate, formatRoundBytes } from '../../units';
import { leadSentence } from '../certain-lead';
import { axis } from '../chart-parts';
import type { ChartSpec } from '../charts/chart-spec';
import { courseSentences, courseTable, filesInOrder, orderChart } from '../course-of-files';
import { transferColumns } from '../columns';
import { histogramChart } from '../histogram-chart';
import { type Experiment, commonParameters, number, numbers } from '../experiment';
import {
  type Group,
  busyMs,
  endMs,
  groupBy,
  inOrder,
  levelsOf,
  numberIn,
  succeeded,
  sumOf,
  valuesOf,
  where,
} from '../grouping';
import { capital } from '../figures';
import { numberOf, numbersOf } from '../parameters';
import type { ResultTable, RunResult } from '../results';
import type { Sample } from '../run';
import { meanOf, summaryOf } from '../statistics/summary';

/** The labels, in rows, of the step whose transfers choose automatically: of this version and of earlier ones. */
const adapting: ReadonlySet<unknown> = new Set(['adaptive', 'adapting']);
/** Its position among block sizes. */
const adaptingBytes = -1;
/** The course of a setting has so many points at most. */
const maxSlices = 240;
const minSliceMs = 1000;

export const degradedLine: Experiment = {
  id: 'degraded-line',
  title: t`Degraded network`,
  purpose: t`Which block sizes still work on a degraded network, and how much adapting the size helps.`,
  study: t`Time to do some digging, 2010`,
  service: 'blob',
  parameters: [
    numbers(
      'blockSizes',
      t`Block sizes`,
      t`Each is used for a whole round.`,
      [256 * KiB, 1 * MiB, 4 * MiB],
      64 * KiB,
      100 * MiB,
      'bytes',
    ),
    number('files', t`Files`, t`Uploaded with each block size.`, 2, 1, 200),
    number('fileBytes', t`File size`, t`Random bytes.`, 6 * MiB, 64 * KiB, 1024 * MiB, 'bytes'),
    number('concurrency', t`Blocks in flight`, t`For fixed sizes; adaptive transfers choose their own.`, 4, 1, 64),
    number(
      'limitSeconds',
      t`Time limit`,
      t`Transfers not finished by then count as failed; applies to each block size.`,
      15,
      1,
      86_400,
      's',
    ),
    ...commonParameters({ repetitions: 1, line: 'degraded' }),
  ],
  presets: [
    { id: 'quick', title: t`Quick look`, values: {} },
    {
      id: 'study',
      title: t`As published`,
      values: {
        blockSizes: [256 * KiB, 1 * MiB, 2 * MiB, 4 * MiB],
        files: 50,
        fileBytes: 100 * MiB,
        line: 'none',
        limitSeconds: 86_400,
        maxMinutes: 1440,
        maxMebibytes: 65_536,
      },
    },
  ],
  columns: transferColumns,
  steps: (values) => {
    const step = {
      kind: 'transfer',
      limitMs: numberOf(values, 'limitSeconds') * 1000,
      sliceMs: Math.max(minSliceMs, (numberOf(values, 'limitSeconds') * 1000) / maxSlices),
      direction: 'up',
      mode: 'blocks',
      files: numberOf(values, 'files'),
      fileBytes: numberOf(values, 'fileBytes'),
      concurrency: numberOf(values, 'concurrency'),
    } as const;
    return [
      ...numbersOf(values, 'blockSizes').map((blockBytes) => ({
        label: t`${formatBytes(blockBytes)}, fixed`,
        step: { ...step, blockBytes },
      })),
      { label: t`adaptive`, step: { ...step, blockBytes: 'tuned' as const } },
    ];
  },
  analyse: (samples) => {
    const bySetting = (rows: readonly Sample[]): readonly Group[] => {
      const labels = levelsOf(rows, 'blockLimit').map(Number);
      const ascending = labels.filter((bytes) => bytes > 0).sort((a, b) => a - b);
      return inOrder(groupBy(rows, ['blockLimit', 'step']), 'blockLimit', [...ascending, adaptingBytes]);
    };
    const groups = bySetting(samples.filter(({ mode }) => mode !== 'slice').map(withLimit));
    const courses = bySetting(firstPass(where(samples, 'mode', 'slice')).map(withLimit));
    const files = groups.map((group) => filesInOrder(labelOf(group), group.samples));
    return {
      findings: [...findingsOf(groups), ...courseSentences(files)],
      tables: [tableOf(groups), courseTable(files)],
      charts: [
        overTime('rate', t`Rate over time`, courses, 'bytesPerSecond', axis(t`Rate`, 'bytes/s')),
        overTime('blocks', t`Block size over time`, courses, 'blockBytes', axis(t`Block`, 'bytes')),
        overTime('timeouts', t`Time-outs over time`, courses, 'timeouts', axis(t`Time-outs`, '')),
        orderChart(
          { id: 'order', title: t`Rate of each file in order`, figure: t`the chart of the upload speeds` },
          files,
        ),
        {
          ...histogramChart(
            { id: 'spread', title: t`Rate of single files`, axis: axis(t`Rate`, 'bytes/s') },
            groups.map((group) => ({
              label: labelOf(group),
              values: valuesOf(succeeded(group.samples), 'bytesPerSecond'),
            })),
          ),
          figure: t`the probability density`,
        },
      ],
      advice: adviceOf(groups),
    };
  },
};

/** Slices record the observed size; the configured one is in the label of the step. */
const withLimit = (sample: Sample): Sample => ({
  ...sample,
  blockLimit: adapting.has(sample.step) ? adaptingBytes : (sample.blockBytes ?? null),
});

const firstPass = (samples: readonly Sample[]): readonly Sample[] =>
  groupBy(samples, ['repetition', 'node'])[0]?.samples ?? [];

/** As the step is labelled, in the language that is spoken. */
function labelOf({ key }: Group): string {
  const limit = numberIn(key, 'blockLimit');
  if (adapting.has(key.step)) return t`adaptive`;
  return limit > 0 ? t`${formatRoundBytes(limit)}, fixed` : String(key.step);
}

/** Bytes that arrived by the time in which any file was under way: files that move at the same time share it. */
function effectiveRate(samples: readonly Sample[]): number {
  const ms = busyMs(samples);
  return ms === 0 ? 0 : (sumOf(succeeded(samples), 'fileBytes') / ms) * 1000;
}

function bestOf(groups: readonly Group[]): Group | undefined {
  return [...groups].sort((a, b) => effectiveRate(b.samples) - effectiveRate(a.samples))[0];
}

function findingsOf(groups: readonly Group[]): RunResult['findings'] {
  const ranked = [...groups].sort((one, other) => effectiveRate(other.samples) - effectiveRate(one.samples));
  const [best] = ranked;
  if (best === undefined) return [];
  const failing = groups.filter(({ samples }) => succeeded(samples).length < samples.length);
  return [
    leadSentence(
      ranked.map((group) => ({ label: capital(labelOf(group)), samples: group.samples })),
      'fileBytes',
      formatRate(effectiveRate(best.samples)),
    ),
    ...atOnceSentence(best, ranked),
    ...failing.map(
      (group) =>
        t`${labelOf(group)}: ${group.samples.length - succeeded(group.samples).length} of ${counted(group.samples.length, 'file')} failed, ${counted(sumOf(group.samples, 'timeouts'), 'request')} timed out.${arrivedSentence(group.samples)}`,
    ),
  ];
}

/** Files at once are a reason of their own: adaptive transfers choose that, too. */
function atOnceSentence(best: Group, ranked: readonly Group[]): readonly string[] {
  const next = ranked.find((group) => !adapting.has(group.key.step) && succeeded(group.samples).length > 0);
  const atOnce = filesAtOnce(best.samples);
  if (!adapting.has(best.key.step) || atOnce < 2 || next === undefined || filesAtOnce(next.samples) > 1) return [];
  const meanMs = ({ samples }: Group): number => meanOf(valuesOf(succeeded(samples), 'durationMs'));
  const percent = (1 - meanMs(best) / meanMs(next)) * 100;
  return [
    percent < 0
      ? t`Adaptive moved ${atOnce} files at once, the others one after another: a single file took ${formatFixed(-percent, 0)} % more time.`
      : t`Adaptive moved ${atOnce} files at once, the others one after another: a single file took ${formatFixed(percent, 0)} % less time.`,
  ];
}

/** How many of them were under way at the same time. */
function filesAtOnce(samples: readonly Sample[]): number {
  return samples.reduce((max, sample) => {
    const startMs = numberIn(sample, 'startMs');
    const open = samples.filter(
      (other) =>
        other.repetition === sample.repetition &&
        other.node === sample.node &&
        numberIn(other, 'startMs') <= startMs &&
        endMs(other) > startMs,
    );
    return Math.max(max, open.length);
  }, 0);
}

function arrivedSentence(samples: readonly Sample[]): string {
  const percent = arrivedPercent(samples);
  return Number.isFinite(percent) ? t` ${formatFixed(percent, 0)} % of their bytes arrived.` : '';
}

function tableOf(groups: readonly Group[]): ResultTable {
  return {
    id: 'blocks',
    title: t`Fixed versus adaptive`,
    columns: [
      { title: t`Block`, unit: '' },
      { title: t`Effective rate`, unit: 'bytes/s' },
      { title: t`Mean of a file`, unit: 'ms' },
      { title: 'SD', unit: 'ms' },
      { title: t`Time-outs`, unit: '' },
      { title: t`Retries`, unit: '' },
      { title: 'OK', unit: '' },
      { title: t`Failed`, unit: '' },
      { title: t`Rate of a file`, unit: 'bytes/s' },
      { title: 'SD', unit: 'bytes/s' },
      { title: t`Arrived of failed files`, unit: '%' },
    ],
    rows: groups.map((group) => {
      const good = succeeded(group.samples);
      const { mean, sd } = summaryOf(valuesOf(good, 'durationMs'));
      const rates = summaryOf(valuesOf(good, 'bytesPerSecond'));
      return [
        ...[labelOf(group), effectiveRate(group.samples), mean, sd],
        ...[
          sumOf(group.samples, 'timeouts'),
          sumOf(group.samples, 'retries'),
          good.length,
          group.samples.length - good.length,
        ],
        ...[rates.mean, rates.sd, arrivedPercent(group.samples)].map((value) =>
          Number.isFinite(value) ? value : null,
        ),
      ];
    }),
    note: t`Arrived: the share of a file that was stored when it was given up. Effective rate: transferred bytes divided by the time in which any file was in progress, including failed files.`,
  };
}

/** Of the files that failed, how much was stored; NaN where none failed or an earlier version did not measure it. */
function arrivedPercent(samples: readonly Sample[]): number {
  const failed = where(samples, 'ok', 0).filter(
    ({ arrivedBytes }) => arrivedBytes !== null && arrivedBytes !== undefined,
  );
  return (sumOf(failed, 'arrivedBytes') / sumOf(failed, 'fileBytes')) * 100;
}

function overTime(id: string, title: string, groups: readonly Group[], column: string, y: ChartSpec['y']): ChartSpec {
  return {
    id,
    title,
    x: axis(t`Time`, 'ms'),
    y,
    series: groups.map((group, colour) => {
      const first = Math.min(...group.samples.map((sample) => numberIn(sample, 'startMs')));
      return {
        label: labelOf(group),
        shape: 'line',
        colour,
        points: group.samples.map((sample) => {
          const value = numberIn(sample, column);
          return { x: endMs(sample) - first, y: Number.isFinite(value) && sample[column] !== null ? value : null };
        }),
      };
    }),
    note: t`Each setting starts at zero. First repetition.`,
  };
}

function adviceOf(groups: readonly Group[]): RunResult['advice'] {
  const best = bestOf(groups.filter(({ samples }) => numberIn(samples[0] ?? {}, 'blockBytes') > 0));
  const blockBytes = best === undefined ? Number.NaN : numberIn(best.samples[0] ?? {}, 'blockBytes');
  return Number.isFinite(blockBytes) ? { blockBytes } : null;
}
