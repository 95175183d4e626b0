// The overall rate of each repetition, and the one that is so far from the others that figures are shown without it, too.
// Pure.
import { formatFixed } from '../strings/numbers';
import { t } from '../strings/t';
import { formatRate } from '../units';
import { axis, categories } from './chart-parts';
import type { ChartSpec } from './charts/chart-spec';
import { groupBy, numberIn, perSecond, succeeded, valuesOf } from './grouping';
import type { ResultTable } from './results';
import type { Sample } from './run';
import { meanOf, medianOf, summaryOf } from './statistics/summary';

export interface Repetitions {
  readonly label: string;
  readonly each: readonly { readonly repetition: number; readonly rate: number; readonly fileMs: number }[];
  readonly mean: number;
  /** NaN for a single repetition. */
  readonly sd: number;
  /** The number of the repetition that is abnormal; null for none. */
  readonly abnormal: number | null;
  /** The mean without it. */
  readonly meanWithout: number;
}

export function repetitionsOf(label: string, samples: readonly Sample[]): Repetitions {
  const each = groupBy(samples, ['repetition']).map(({ key, samples: own }) => ({
    repetition: numberIn(key, 'repetition'),
    rate: perSecond(own, 'fileBytes'),
    fileMs: meanOf(valuesOf(succeeded(own), 'durationMs')),
  }));
  const { mean, sd } = summaryOf(each.map(({ rate }) => rate));
  const abnormal = abnormalOf(each.map(({ rate }) => rate));
  const rest = each.filter((_, index) => index !== abnormal);
  return {
    label,
    each,
    mean,
    sd,
    abnormal: abnormal === null ? null : (each[abnormal]?.repetition ?? null),
    meanWithout: meanOf(rest.map(({ rate }) => rate)),
  };
}

const minRepetitions = 3;
/** It differs from the mean of the others by at least this share, and by at least so many times their spread. */
const minShare = 0.25;
const minSpreads = 3;

/** The position of the one value that the others do not explain. */
function abnormalOf(rates: readonly number[]): number | null {
  if (rates.length < minRepetitions) return null;
  const found = rates
    .map((rate, index) => {
      const others = rates.filter((_, at) => at !== index);
      const [middle, spread] = [medianOf(others), Math.max(...others) - Math.min(...others)];
      const distance = Math.abs(rate - middle);
      return { index, distance, isFar: distance > minShare * middle && distance > minSpreads * spread };
    })
    .filter(({ isFar }) => isFar)
    .sort((a, b) => b.distance - a.distance)[0];
  return found?.index ?? null;
}

export function repetitionsTable(groups: readonly Repetitions[]): ResultTable {
  return {
    id: 'repetitions',
    title: t`Each repetition`,
    columns: [
      { title: t`Way`, unit: '' },
      { title: t`Repetition`, unit: '' },
      { title: t`Overall rate`, unit: 'bytes/s' },
      { title: t`Mean of a file`, unit: 'ms' },
      { title: t`Remark`, unit: '' },
      { title: t`Mean without it`, unit: 'bytes/s' },
    ],
    rows: groups.flatMap(({ label, each, abnormal, meanWithout }) =>
      each.map(({ repetition, rate, fileMs }) => [
        label,
        repetition,
        rate,
        Number.isFinite(fileMs) ? fileMs : null,
        repetition === abnormal ? t`abnormal` : '',
        repetition === abnormal ? meanWithout : null,
      ]),
    ),
    note: t`Abnormal: more than 25 % from the median of the other repetitions, and more than three times their spread.`,
  };
}

/** A dot a repetition; the abnormal ones in another colour. */
export function repetitionsChart(groups: readonly Repetitions[], figure: string): ChartSpec {
  const dots = (isAbnormal: boolean) =>
    groups.flatMap(({ each, abnormal }, x) =>
      each.filter(({ repetition }) => (repetition === abnormal) === isAbnormal).map(({ rate }) => ({ x, y: rate })),
    );
  const without = groups.flatMap(({ abnormal, meanWithout }, x) => (abnormal === null ? [] : [{ x, y: meanWithout }]));
  return {
    id: 'repetitions',
    title: t`Overall rate of each repetition`,
    figure,
    x: categories(
      t`Way`,
      groups.map(({ label }) => label),
    ),
    y: axis(t`Rate`, 'bytes/s'),
    series: [
      { label: t`repetition`, shape: 'dots', colour: 0, points: dots(false) },
      ...(without.length === 0
        ? []
        : [
            { label: t`abnormal repetition`, shape: 'dots' as const, colour: 5, points: dots(true) },
            { label: t`mean without it`, shape: 'dots' as const, colour: 2, points: without },
          ]),
    ],
    note: '',
  };
}

export function repetitionSentences(groups: readonly Repetitions[]): readonly string[] {
  return groups.flatMap(({ label, abnormal, mean, meanWithout }) =>
    abnormal === null
      ? []
      : [
          t`${label}: repetition ${abnormal} is abnormal. Without it, the overall rate is ${formatRate(meanWithout)} instead of ${formatRate(mean)} (${formatFixed((meanWithout / mean - 1) * 100, 0)} %).`,
        ],
  );
}
