// Analysis of an upload block sweep: each setting against the single stream of the same file, and the best block size
// for each file.
import { type BlockSizeRow, maxBlockSizeRows, maxParallelBlocks, orderedRows } from '../../model/block-sizes';
import { formatFixed } from '../../strings/numbers';
import { t } from '../../strings/t';
import { formatBytes, formatRoundBytes } from '../../units';
import { type Lead, leadOver, repeatText } from '../certain-lead';
import { axis, categories, meanPoint } from '../chart-parts';
import type { ChartSpec } from '../charts/chart-spec';
import { groupBy, levelsOf, numberIn, succeeded, sumOf, valuesOf, where } from '../grouping';
import type { ResultTable, RunResult } from '../results';
import type { Sample } from '../run';
import { meanOf, summaryOf } from '../statistics/summary';

interface Setting {
  readonly fileBytes: number;
  readonly blockBytes: number;
  readonly concurrency: number;
  readonly samples: readonly Sample[];
  readonly rates: readonly number[];
  readonly durations: readonly number[];
  /** Against the single stream of the same file; null without one. */
  readonly gain: number | null;
}

/** Findings, tables and a set of charts for each parallelism, from the samples collected until now. */
export function analyseBlockSweep(samples: readonly Sample[]): RunResult {
  const settings = settingsOf(samples);
  const blocks = settings.filter(({ blockBytes }) => blockBytes > 0);
  const sizes = levelsOf(samples, 'fileBytes').map(Number);
  const best = sizes.flatMap((fileBytes) => bestOfSize(settings, fileBytes));
  const fixed = fixedBlocks(blocks, sizes.length);
  return {
    findings: [...findingsOf(best), ...fixedSentence(fixed)],
    tables: [gainTable(settings), bestTable(best), fixedTable(fixed)],
    charts: concurrenciesOf(blocks).flatMap((concurrency, _, all) => {
      const own = settings.filter((one) => one.blockBytes === 0 || one.concurrency === concurrency);
      const suffix =
        all.length > 1 ? { id: `-${concurrency}`, title: t`, ${concurrency} in flight` } : { id: '', title: '' };
      return [gainByBlock(own, suffix), gainChart(own, suffix), rateChart(own, suffix), durationChart(own, suffix)];
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
      durations: mine,
      gain: alone.length === 0 || mine.length === 0 ? null : meanOf(alone) / meanOf(mine),
    };
  });
}

function bestOf(settings: readonly Setting[]): Setting | null {
  return settings.reduce<Setting | null>((best, one) => ((one.gain ?? 0) > (best?.gain ?? 0) ? one : best), null);
}

/** The blocks with the shortest mean duration for files of a size, and how certain that is. */
interface Best extends Setting {
  /** Of the blocks over one stream, or of one stream over them. */
  readonly overOne: Lead;
  /** Over the next blocks; certain where there are no others. */
  readonly overNext: Lead;
  readonly next: Setting | null;
}

function bestOfSize(settings: readonly Setting[], fileBytes: number): readonly Best[] {
  const own = settings.filter((one) => one.fileBytes === fileBytes && one.gain !== null);
  const alone = own.find(({ blockBytes }) => blockBytes === 0)?.durations ?? [];
  const blocks = own.filter(({ blockBytes }) => blockBytes > 0);
  const best = bestOf(blocks);
  if (best === null) return [];
  const next = bestOf(blocks.filter((one) => one !== best));
  const isSlower = (best.gain ?? 1) < 1;
  return [
    {
      ...best,
      overOne: isSlower ? leadOver(alone, best.durations) : leadOver(best.durations, alone),
      overNext: next === null ? 'certain' : leadOver(best.durations, next.durations),
      next,
    },
  ];
}

const nameOf = ({ blockBytes, concurrency }: Setting): string =>
  blockBytes === 0 ? t`one stream` : `${formatRoundBytes(blockBytes)} × ${concurrency}`;

/**
 * Each has separate charts: block sizes alone are as many series as can be distinguished. Without blocks, that of the
 * single stream.
 */
function concurrenciesOf(blocks: readonly Setting[]): readonly number[] {
  const found = [...new Set(blocks.map(({ concurrency }) => concurrency))].sort((a, b) => a - b);
  return found.length === 0 ? [1] : found;
}

/** Of the charts of one parallelism where there are several. */
interface Suffix {
  readonly id: string;
  readonly title: string;
}

const blockName = ({ blockBytes }: Setting, sizeText: (bytes: number) => string): string =>
  blockBytes === 0 ? t`one stream` : sizeText(blockBytes);

/** One a block size, ascending; the single stream has the first colour in every chart. */
function blockSeries(
  settings: readonly Setting[],
): readonly { readonly label: string; readonly colour: number; readonly own: readonly Setting[] }[] {
  // Also before the single stream was measured: no series changes its colour during a run.
  const sizes = [...new Set([0, ...settings.map(({ blockBytes }) => blockBytes)])].sort((a, b) => a - b);
  return sizes.flatMap((size, colour) => {
    const own = settings.filter(({ blockBytes }) => blockBytes === size);
    return own[0] === undefined ? [] : [{ label: blockName(own[0], formatRoundBytes), colour, own }];
  });
}

/** A value shown with one decimal is also judged with one: a gain of 1.0× is none. */
function reportedGain({ gain }: Setting): number {
  return Math.round((gain ?? 1) * 10) / 10;
}

function findingsOf(best: readonly Best[]): readonly string[] {
  const [first] = best;
  if (first === undefined) return [];
  const top = best.reduce((max, one) => ((one.gain ?? 0) > (max.gain ?? 0) ? one : max), first);
  const isUnrepeated = best.some(({ overOne, overNext }) => overOne === 'unrepeated' || overNext === 'unrepeated');
  return [headOf(top), ...best.map(sentenceOf), ...(isUnrepeated ? [repeatText()] : [])];
}

const gainText = ({ gain }: Setting): string => formatFixed(gain ?? 1, 1);

function headOf(top: Best): string {
  if (reportedGain(top) <= 1) return t`Parallel blocks are no faster than one stream.`;
  return top.overOne === 'certain'
    ? t`Parallel blocks are up to ${gainText(top)}× as fast as one stream.`
    : t`Parallel blocks were up to ${gainText(top)}× as fast as one stream in this run.`;
}

/** Of one size of files. A setting is called best only where its lead over both, one stream and the next, is certain. */
function sentenceOf(one: Best): string {
  const [file, name] = [formatRoundBytes(one.fileBytes), nameOf(one)];
  const gain = reportedGain(one);
  if (gain === 1) return t`${file}: ${name} is as fast as one stream.`;
  if (gain < 1) {
    return one.overOne === 'certain'
      ? t`${file}: one stream is fastest. Among the blocks, ${name} comes closest, at ${gainText(one)}× its speed.`
      : t`${file}: one stream took the least time; ${name} came closest, at ${gainText(one)}× its speed.`;
  }
  if (one.overOne === 'uncertain') {
    return t`${file}: ${name} took the least time, but has no certain lead over one stream.`;
  }
  if (one.overOne === 'unrepeated' || one.overNext === 'unrepeated') {
    return t`${file}: ${name} took the least time, ${gainText(one)}× one stream.`;
  }
  return one.overNext === 'certain' || one.next === null
    ? t`${file}: ${name} is best, ${gainText(one)}× one stream.`
    : t`${file}: ${name} took the least time, ${gainText(one)}× one stream, but has no certain lead over ${nameOf(one.next)}.`;
}

function gainTable(settings: readonly Setting[]): ResultTable {
  return {
    id: 'gain',
    title: t`Every setting`,
    columns: [
      { title: t`File`, unit: 'bytes' },
      { title: t`Block`, unit: '' },
      { title: t`In flight`, unit: '' },
      { title: t`Mean`, unit: 'ms' },
      { title: 'SD', unit: 'ms' },
      { title: t`Mean rate`, unit: 'bytes/s' },
      { title: t`Gain`, unit: '×' },
      { title: t`Retries`, unit: '' },
      { title: 'OK', unit: '' },
      { title: t`Failed`, unit: '' },
      { title: t`Less time`, unit: '%' },
      { title: t`SD of rate`, unit: 'bytes/s' },
    ],
    rows: settings.map((one) => {
      const durations = summaryOf(valuesOf(succeeded(one.samples), 'durationMs'));
      return [
        one.fileBytes,
        // Under each other, as the sizes of the files beside them.
        blockName(one, formatBytes),
        one.concurrency,
        durations.mean,
        durations.sd,
        meanOf(one.rates),
        one.gain,
        sumOf(one.samples, 'retries'),
        succeeded(one.samples).length,
        one.samples.length - succeeded(one.samples).length,
        one.gain === null || one.gain === 0 ? null : (1 - 1 / one.gain) * 100,
        finiteOrNull(summaryOf(one.rates).sd),
      ];
    }),
    note: t`Gain: mean duration of one stream divided by that of the setting.`,
  };
}

const finiteOrNull = (value: number): number | null => (Number.isFinite(value) ? value : null);

function bestTable(best: readonly Best[]): ResultTable {
  return {
    id: 'best',
    title: t`Best block per file size`,
    columns: [
      { title: t`File`, unit: 'bytes' },
      { title: t`Block`, unit: 'bytes' },
      { title: t`In flight`, unit: '' },
      { title: t`Mean rate`, unit: 'bytes/s' },
      { title: t`Gain`, unit: '×' },
      { title: t`Lead`, unit: '' },
    ],
    rows: best.map((one) => [
      one.fileBytes,
      one.blockBytes,
      one.concurrency,
      meanOf(one.rates),
      one.gain,
      leadText(one),
    ]),
    note: t`Certain: over three or more repetitions, the 95 % interval of the difference in duration excludes zero.`,
  };
}

function leadText({ gain, overOne, overNext }: Best): string {
  if (overOne === 'unrepeated' || overNext === 'unrepeated') return t`too few repetitions`;
  if ((gain ?? 1) < 1 || overOne === 'uncertain') return t`none`;
  return overNext === 'certain' ? t`certain` : t`over one stream`;
}

interface FixedBlock {
  readonly blockBytes: number;
  readonly concurrency: number;
  /** Over all file sizes. */
  readonly meanGain: number;
  readonly minGain: number;
  /** The mean gain over all file sizes in each repetition. */
  readonly gains: readonly number[];
}

/** What one setting gains that is used for files of every size; only those that were measured with all of them. */
function fixedBlocks(blocks: readonly Setting[], sizes: number): readonly FixedBlock[] {
  const found = new Map<string, Setting[]>();
  for (const one of blocks) {
    const key = `${one.blockBytes} ${one.concurrency}`;
    found.set(key, [...(found.get(key) ?? []), one]);
  }
  return [...found.values()].flatMap((own) => {
    const gains = own.flatMap(({ gain }) => (gain === null ? [] : [gain]));
    const [first] = own;
    if (first === undefined || gains.length < sizes) return [];
    const { blockBytes, concurrency } = first;
    // The gain of a size times how much faster than the mean of its setting a repetition was.
    const repetitions = Math.min(...own.map(({ durations }) => durations.length));
    const inEach = Array.from({ length: repetitions }, (_, at) =>
      meanOf(own.map(({ gain, durations }) => ((gain ?? 0) * meanOf(durations)) / (durations[at] ?? Number.NaN))),
    );
    return [{ blockBytes, concurrency, meanGain: meanOf(gains), minGain: Math.min(...gains), gains: inEach }];
  });
}

function fixedSentence(fixed: readonly FixedBlock[]): readonly string[] {
  const [best, next] = [...fixed].sort((a, b) => b.meanGain - a.meanGain);
  if (best === undefined || next === undefined) return [];
  const name = fixedName(best);
  const gain = formatFixed(best.meanGain, 1);
  switch (leadOver(next.gains, best.gains)) {
    case 'certain':
      return [t`One block for all sizes: ${name} gains most, ${gain}× on average.`];
    case 'uncertain':
      return [
        t`One block for all sizes: ${name} gained ${gain}× on average, with no certain lead over ${fixedName(next)}.`,
      ];
    case 'unrepeated':
      return [t`One block for all sizes: ${name} gained most in this run, ${gain}× on average.`];
  }
}

const fixedName = ({ blockBytes, concurrency }: FixedBlock): string =>
  `${formatRoundBytes(blockBytes)} × ${concurrency}`;

function fixedTable(fixed: readonly FixedBlock[]): ResultTable {
  return {
    id: 'fixed',
    title: t`One block for all file sizes`,
    columns: [
      { title: t`Block`, unit: 'bytes' },
      { title: t`In flight`, unit: '' },
      { title: t`Mean gain`, unit: '×' },
      { title: t`Least gain`, unit: '×' },
    ],
    rows: fixed.map((one) => [one.blockBytes, one.concurrency, one.meanGain, one.minGain]),
    note: t`Mean of the gains over all file sizes.`,
  };
}

/** A series a file size, as the study's first chart. */
function gainByBlock(settings: readonly Setting[], suffix: Suffix): ChartSpec {
  const blocks = settings.filter(({ blockBytes }) => blockBytes > 0);
  const sizes = [...new Set(blocks.map(({ fileBytes }) => fileBytes))].sort((a, b) => a - b);
  return {
    id: `gain-by-block${suffix.id}`,
    title: `${t`Gain over block size`}${suffix.title}`,
    figure: t`chart 1`,
    x: axis(t`Block size`, 'bytes', 'log'),
    y: axis(t`Gain`, '×'),
    series: sizes.map((fileBytes, colour) => ({
      label: formatRoundBytes(fileBytes),
      shape: 'line',
      colour,
      points: blocks
        .filter((one) => one.fileBytes === fileBytes)
        .sort((a, b) => a.blockBytes - b.blockBytes)
        .map(({ blockBytes, gain }) => ({ x: blockBytes, y: gain })),
    })),
    note: t`One line per file size. Below 1, blocks are slower than one stream.`,
  };
}

function gainChart(settings: readonly Setting[], suffix: Suffix): ChartSpec {
  return {
    id: `gain${suffix.id}`,
    figure: t`chart 2`,
    title: `${t`Gain over one stream`}${suffix.title}`,
    x: axis(t`File size`, 'bytes', 'log'),
    y: axis(t`Gain`, '×'),
    series: blockSeries(settings).map(({ label, colour, own }) => ({
      label,
      shape: 'line',
      colour,
      isDashed: colour === 0,
      points: own.map(({ fileBytes, gain }) => ({ x: fileBytes, y: gain })),
    })),
    note: t`Above the dashed line, parallel blocks are faster.`,
  };
}

function rateChart(settings: readonly Setting[], suffix: Suffix): ChartSpec {
  const sizes = [...new Set(settings.map(({ fileBytes }) => fileBytes))];
  return {
    id: `rate${suffix.id}`,
    title: `${t`Rate by file size`}${suffix.title}`,
    x: categories(t`File size`, sizes.map(formatRoundBytes)),
    y: axis(t`Rate`, 'bytes/s'),
    series: blockSeries(settings).map(({ label, colour, own }) => ({
      label,
      shape: 'columns',
      colour,
      points: own.map(({ fileBytes, rates }) => meanPoint(sizes.indexOf(fileBytes), rates)),
    })),
    note: t`Mean with ±1 standard deviation.`,
  };
}

function durationChart(settings: readonly Setting[], suffix: Suffix): ChartSpec {
  return {
    id: `duration${suffix.id}`,
    figure: t`chart 3`,
    title: `${t`Duration by file size`}${suffix.title}`,
    x: axis(t`File size`, 'bytes', 'log'),
    y: axis(t`Duration`, 'ms', 'log'),
    series: blockSeries(settings).map(({ label, colour, own }) => ({
      label,
      shape: 'dots',
      colour,
      points: own.flatMap(({ fileBytes, samples }) =>
        valuesOf(succeeded(samples), 'durationMs').map((y) => ({ x: fileBytes, y })),
      ),
    })),
    note: t`Every upload is a dot.`,
  };
}

/**
 * The best setting for each size; automatic where blocks have no certain lead over one stream. `null` where none has. Any
 * of several blocks without a certain lead over each other will do.
 */
function adviceOf(best: readonly Best[]): RunResult['advice'] {
  const sizes = orderedRows(
    best.map((one, index): BlockSizeRow => {
      const fromBytes = index === 0 ? 0 : between(best[index - 1]?.fileBytes ?? 0, one.fileBytes);
      if (!isAdvised(one)) return { fromBytes, blockBytes: 'auto', parallel: 'auto' };
      return { fromBytes, blockBytes: one.blockBytes, parallel: Math.min(one.concurrency, maxParallelBlocks) };
    }),
  ).slice(0, maxBlockSizeRows);
  if (sizes.length === 0) return null;
  // Earlier versions use one setting for all files.
  const largest = best.filter(isAdvised).at(-1);
  return { sizes, ...(largest && { blockBytes: largest.blockBytes, uploadConcurrency: largest.concurrency }) };
}

const isAdvised = (one: Best): boolean => reportedGain(one) > 1 && one.overOne === 'certain';

/** A round size that is about as many times larger than the one as it is smaller than the other. */
function between(smaller: number, larger: number): number {
  const round = 2 ** Math.round(Math.log2(Math.sqrt(smaller * larger)));
  return round > smaller && round <= larger ? round : larger;
}
