// File sizes × block sizes × parallelism against a single stream: by how much blocks in parallel are faster, and which
// block is best for which file.
import { KiB, MiB, formatBytes } from '../../units';
import { axis, categories, meanPoint } from '../chart-parts';
import type { ChartSpec } from '../charts/chart-spec';
import { transferColumns } from '../columns';
import { type Experiment, commonParameters, numbers } from '../experiment';
import { groupBy, levelsOf, numberIn, succeeded, sumOf, valuesOf, where } from '../grouping';
import { numbersOf } from '../parameters';
import type { ResultTable, RunResult } from '../results';
import type { Sample } from '../run';
import { meanOf, summaryOf } from '../statistics/summary';

export const uploadBlockSweep: Experiment = {
  id: 'upload-block-sweep',
  title: 'Upload block sweep',
  purpose: 'Which block size and parallelism upload a file of a given size fastest, against one stream.',
  study: 'External upload optimisation, 2010',
  service: 'blob',
  parameters: [
    numbers(
      'fileSizes',
      'File sizes',
      'Random bytes of each size are uploaded.',
      [1 * MiB, 4 * MiB, 16 * MiB],
      1024,
      1024 * MiB,
      'bytes',
    ),
    numbers(
      'blockSizes',
      'Block sizes',
      'Blocks as large as the file are left out: they are the single stream.',
      [256 * KiB, 1 * MiB, 4 * MiB],
      64 * KiB,
      100 * MiB,
      'bytes',
    ),
    numbers('concurrencies', 'Blocks in flight', 'How many blocks are sent at the same time.', [4], 1, 64),
    ...commonParameters({ repetitions: 2, line: 'none' }),
  ],
  presets: [
    { id: 'quick', title: 'Quick look', values: {} },
    {
      id: 'study',
      title: 'As published',
      values: {
        fileSizes: [1, 5, 10, 25, 50, 100, 250].map((size) => size * MiB),
        blockSizes: [256 * KiB, 512 * KiB, 1 * MiB, 2 * MiB, 4 * MiB],
        concurrencies: [8],
        repetitions: 5,
        maxMinutes: 600,
        maxMebibytes: 65_536,
      },
    },
    {
      id: 'lab-2010',
      title: 'On a line of 2010',
      values: { line: 'lab-2010', fileSizes: [1 * MiB, 4 * MiB], concurrencies: [16], repetitions: 1 },
    },
  ],
  columns: transferColumns,
  steps: (values) =>
    numbersOf(values, 'fileSizes').flatMap((fileBytes) => [
      {
        label: `${formatBytes(fileBytes)}, one stream`,
        step: {
          kind: 'transfer',
          limitMs: 0,
          direction: 'up',
          mode: 'single',
          files: 1,
          fileBytes,
          blockBytes: 0,
          concurrency: 1,
        } as const,
      },
      ...numbersOf(values, 'blockSizes')
        .filter((blockBytes) => blockBytes < fileBytes)
        .flatMap((blockBytes) =>
          numbersOf(values, 'concurrencies').map((concurrency) => ({
            label: `${formatBytes(fileBytes)} in ${formatBytes(blockBytes)} × ${concurrency}`,
            step: {
              kind: 'transfer',
              limitMs: 0,
              direction: 'up',
              mode: 'blocks',
              files: 1,
              fileBytes,
              blockBytes,
              concurrency,
            } as const,
          })),
        ),
    ]),
  analyse,
};

interface Setting {
  readonly fileBytes: number;
  readonly blockBytes: number;
  readonly concurrency: number;
  readonly samples: readonly Sample[];
  readonly rates: readonly number[];
  /** Against the single stream of the same file; null without one. */
  readonly gain: number | null;
}

function analyse(samples: readonly Sample[]): RunResult {
  const settings = settingsOf(samples);
  const blocks = settings.filter(({ blockBytes }) => blockBytes > 0);
  const sizes = levelsOf(samples, 'fileBytes').map(Number);
  const best = sizes.flatMap((fileBytes) => {
    const fastest = bestOf(blocks.filter((one) => one.fileBytes === fileBytes && one.gain !== null));
    return fastest === null ? [] : [fastest];
  });
  return {
    findings: findingsOf(best),
    tables: [gainTable(settings), bestTable(best)],
    charts: concurrenciesOf(blocks).flatMap((concurrency, _, all) => {
      const own = settings.filter((one) => one.blockBytes === 0 || one.concurrency === concurrency);
      const suffix =
        all.length > 1 ? { id: `-${concurrency}`, title: `, ${concurrency} in flight` } : { id: '', title: '' };
      return [gainChart(own, suffix), rateChart(own, suffix), durationChart(own, suffix)];
    }),
    advice: adviceOf(best),
  };
}

function settingsOf(samples: readonly Sample[]): readonly Setting[] {
  const groups = groupBy(samples, ['fileBytes', 'blockBytes', 'concurrency']);
  const durations = (group: readonly Sample[]): number[] => valuesOf(succeeded(group), 'durationMs');
  return groups.map(({ key, samples: own }) => {
    const [fileBytes, blockBytes] = [numberIn(key, 'fileBytes'), numberIn(key, 'blockBytes')];
    const alone = durations(where(where(samples, 'fileBytes', fileBytes), 'blockBytes', 0));
    const mine = durations(own);
    return {
      fileBytes,
      blockBytes,
      concurrency: numberIn(key, 'concurrency'),
      samples: own,
      rates: valuesOf(succeeded(own), 'bytesPerSecond'),
      gain: alone.length === 0 || mine.length === 0 ? null : meanOf(alone) / meanOf(mine),
    };
  });
}

function bestOf(settings: readonly Setting[]): Setting | null {
  return settings.reduce<Setting | null>((best, one) => ((one.gain ?? 0) > (best?.gain ?? 0) ? one : best), null);
}

const nameOf = ({ blockBytes, concurrency }: Setting): string =>
  blockBytes === 0 ? 'one stream' : `${formatBytes(blockBytes)} × ${concurrency}`;

/** Each has charts of its own: block sizes alone are as many series as can be told apart. Without blocks, that of the single stream. */
function concurrenciesOf(blocks: readonly Setting[]): readonly number[] {
  const found = [...new Set(blocks.map(({ concurrency }) => concurrency))].sort((a, b) => a - b);
  return found.length === 0 ? [1] : found;
}

/** Of the charts of one parallelism where there are several. */
interface Suffix {
  readonly id: string;
  readonly title: string;
}

const blockName = ({ blockBytes }: Setting): string => (blockBytes === 0 ? 'one stream' : formatBytes(blockBytes));

/** One a block size, ascending; the single stream has the first colour in every chart. */
function blockSeries(
  settings: readonly Setting[],
): readonly { readonly label: string; readonly colour: number; readonly own: readonly Setting[] }[] {
  const sizes = [...new Set(settings.map(({ blockBytes }) => blockBytes))].sort((a, b) => a - b);
  return sizes.map((size, colour) => {
    const own = settings.filter(({ blockBytes }) => blockBytes === size);
    return { label: own[0] === undefined ? '' : blockName(own[0]), colour, own };
  });
}

function findingsOf(best: readonly Setting[]): readonly string[] {
  const top = bestOf(best);
  if (top === null) return [];
  const lines = best.map(
    (one) =>
      `${formatBytes(one.fileBytes)}: ${nameOf(one)} is best, ${(one.gain ?? 1).toFixed(1)}× ${(one.gain ?? 1) < 1 ? 'the speed of one stream, so one stream wins' : 'one stream'}.`,
  );
  return [`Blocks in parallel gain up to ${(top.gain ?? 1).toFixed(1)}× over one stream.`, ...lines];
}

function gainTable(settings: readonly Setting[]): ResultTable {
  return {
    id: 'gain',
    title: 'Every setting',
    columns: [
      { title: 'File', unit: 'bytes' },
      { title: 'Block', unit: '' },
      { title: 'In flight', unit: '' },
      { title: 'Mean', unit: 'ms' },
      { title: 'SD', unit: 'ms' },
      { title: 'Mean rate', unit: 'bytes/s' },
      { title: 'Gain', unit: '×' },
      { title: 'Retries', unit: '' },
      { title: 'OK', unit: '' },
      { title: 'Failed', unit: '' },
    ],
    rows: settings.map((one) => {
      const durations = summaryOf(valuesOf(succeeded(one.samples), 'durationMs'));
      return [
        one.fileBytes,
        one.blockBytes === 0 ? 'one stream' : formatBytes(one.blockBytes),
        one.concurrency,
        durations.mean,
        durations.sd,
        meanOf(one.rates),
        one.gain,
        sumOf(one.samples, 'retries'),
        succeeded(one.samples).length,
        one.samples.length - succeeded(one.samples).length,
      ];
    }),
    note: 'Gain: mean duration of one stream divided by that of the setting.',
  };
}

function bestTable(best: readonly Setting[]): ResultTable {
  return {
    id: 'best',
    title: 'Best block per file size',
    columns: [
      { title: 'File', unit: 'bytes' },
      { title: 'Block', unit: 'bytes' },
      { title: 'In flight', unit: '' },
      { title: 'Mean rate', unit: 'bytes/s' },
      { title: 'Gain', unit: '×' },
    ],
    rows: best.map((one) => [one.fileBytes, one.blockBytes, one.concurrency, meanOf(one.rates), one.gain]),
    note: '',
  };
}

function gainChart(settings: readonly Setting[], suffix: Suffix): ChartSpec {
  return {
    id: `gain${suffix.id}`,
    title: `Gain over one stream${suffix.title}`,
    x: axis('File size', 'bytes', 'log'),
    y: axis('Gain', '×'),
    series: blockSeries(settings).map(({ label, colour, own }) => ({
      label,
      shape: 'line',
      colour,
      isDashed: colour === 0,
      points: own.map(({ fileBytes, gain }) => ({ x: fileBytes, y: gain })),
    })),
    note: 'Above the dashed line blocks in parallel are faster.',
  };
}

function rateChart(settings: readonly Setting[], suffix: Suffix): ChartSpec {
  const sizes = [...new Set(settings.map(({ fileBytes }) => fileBytes))];
  return {
    id: `rate${suffix.id}`,
    title: `Rate by file size${suffix.title}`,
    x: categories('File size', sizes.map(formatBytes)),
    y: axis('Rate', 'bytes/s'),
    series: blockSeries(settings).map(({ label, colour, own }) => ({
      label,
      shape: 'columns',
      colour,
      points: own.map(({ fileBytes, rates }) => meanPoint(sizes.indexOf(fileBytes), rates)),
    })),
    note: 'Mean with ±1 standard deviation.',
  };
}

function durationChart(settings: readonly Setting[], suffix: Suffix): ChartSpec {
  return {
    id: `duration${suffix.id}`,
    title: `Duration by file size${suffix.title}`,
    x: axis('File size', 'bytes', 'log'),
    y: axis('Duration', 'ms'),
    series: blockSeries(settings).map(({ label, colour, own }) => ({
      label,
      shape: 'dots',
      colour,
      points: own.flatMap(({ fileBytes, samples }) =>
        valuesOf(succeeded(samples), 'durationMs').map((y) => ({ x: fileBytes, y })),
      ),
    })),
    note: 'Every upload is a dot.',
  };
}

/** From the largest file: small ones go up in one request anyway. */
function adviceOf(best: readonly Setting[]): RunResult['advice'] {
  const largest = best.at(-1);
  if (largest === undefined || (largest.gain ?? 0) <= 1) return null;
  return { blockBytes: largest.blockBytes, uploadConcurrency: largest.concurrency };
}
